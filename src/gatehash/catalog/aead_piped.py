# SPDX-License-Identifier: Apache-2.0
"""ChaCha20-Poly1305 and XChaCha20-Poly1305 at the pace of a stream."""

from __future__ import annotations

from gatehash.catalog.aead import aead_function
from gatehash.catalog.aead_piped_timing import aead_piped_timing
from gatehash.catalog.design import Design
from gatehash.catalog.hardware import KEYED_PINS, Boundary, Hardware, parts
from gatehash.models.aead import NONCE_BYTES, XNONCE_BYTES

__all__ = ["aead_piped_designs"]

_STREAM_BITS = 64


def aead_piped_designs() -> tuple[Design, ...]:
    """Return the designs for authenticated ciphers with work in flight."""
    return (
        Design(
            name="chacha20-poly1305-x2-piped",
            family="aead-piped",
            microarchitecture="nine blocks of ChaCha in flight, Poly1305 on four blocks",
            hardware=Hardware(
                stream=Boundary("gh_chacha_poly1305_piped", {"Registered": 0}),
                core=Boundary("gh_chacha_poly1305_piped_core", {}),
                stream_bits=_STREAM_BITS,
                widths=parts(_STREAM_BITS),
                sources=(
                    *KEYED_PINS,
                    "engine/gh_engine.sv",
                    "engine/gh_chacha_ring.sv",
                    "engine/gh_chacha_piped_core.sv",
                    "poly1305/gh_poly1305_pkg.sv",
                    "poly1305/gh_poly1305_add.sv",
                    "poly1305/gh_poly1305_product.sv",
                    "poly1305/gh_poly1305_x4_core.sv",
                    "engine/gh_chacha_poly1305_piped_core.sv",
                    "engine/gh_chacha_poly1305_piped.sv",
                ),
                prims=("gh_add_of_table", "gh_add_of_xor", "gh_copies", "gh_mux4"),
                configured=True,
            ),
            functions=(
                aead_function(NONCE_BYTES, aead_piped_timing),
                aead_function(XNONCE_BYTES, aead_piped_timing),
            ),
            compared="stream",
        ),
    )
