# SPDX-License-Identifier: Apache-2.0
"""The microcoded coprocessors for ChaCha20-Poly1305 and XChaCha20-Poly1305."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, TypeAlias

from gatehash.catalog.aead_timing import AeadCycles, AeadTiming
from gatehash.catalog.blake_chacha import ARX_PRIMS, ARX_SOURCES
from gatehash.catalog.design import Design
from gatehash.catalog.function import BytesField, Function
from gatehash.catalog.hardware import Boundary, Hardware, parts
from gatehash.catalog.job import Job, Operation, config_words
from gatehash.errors import GatehashError
from gatehash.models.aead import (
    MAX_BYTES,
    NONCE_BYTES,
    NOT_AUTHENTIC,
    XNONCE_BYTES,
    Opened,
    Sealed,
)
from gatehash.models.chacha import BLOCK_BYTES
from gatehash.models.padding import PaddingRule
from gatehash.models.poly1305 import TAG_BYTES

__all__ = ["MOST_AD_BYTES", "CyclesOf", "aead_designs", "aead_function"]

MOST_AD_BYTES = 2**40 - 1
"""Bytes of associated data, at most: the hardware counts with 40 bits."""

_HEADS: Mapping[Operation, int] = {"encrypt": 0, "decrypt": 1}
_EXTENDED = 2
"""First word of a message's packet: the operation, and a bit for a nonce of 24 bytes."""

_STREAM_BITS = 8


def _fields(nonce: int) -> tuple[BytesField, ...]:
    return (
        BytesField(name="key", help="Key.", length=32, example=bytes(range(32)), secret=True),
        BytesField(
            name="nonce",
            help=f"Nonce of {'X' * (nonce == XNONCE_BYTES)}ChaCha20-Poly1305, {nonce} bytes.",
            length=nonce,
            example=bytes(range(nonce)),
        ),
        BytesField(
            name="ad",
            help="Associated data, which a tag protects and which are not encrypted.",
            length=32,
            free=True,
            default=b"",
            # Neither whole words nor whole blocks.
            example=bytes(range(20)),
            tested=(b"",),
        ),
    )


CyclesOf: TypeAlias = Callable[[Hardware, int, bool, bool], AeadCycles]
"""Makes cycles, of: hardware, bytes of associated data, nonce of 24 bytes or not, decryption."""


def aead_function(nonce_bytes: int, timing: CyclesOf) -> Function:
    """Return ChaCha20-Poly1305, or with a nonce of 24 bytes XChaCha20-Poly1305.

    Parameters
    ----------
    nonce_bytes : int
        Bytes of the nonce, 12 or 24.
    timing : callable
        See :data:`CyclesOf`.
    """
    extended = nonce_bytes == XNONCE_BYTES
    name = "xchacha20-poly1305" if extended else "chacha20-poly1305"

    def job(design: Design, operation: Operation, values: Mapping[str, Any]) -> Job:
        key, nonce, ad = values["key"], values["nonce"], values["ad"]
        if len(ad) > MOST_AD_BYTES:
            raise GatehashError(f"ad has {len(ad)} bytes; {name} takes at most {MOST_AD_BYTES}")
        counter = b"" if extended else bytes(4)
        head = _HEADS[operation] | _EXTENDED * extended
        return Job(
            design=design,
            hardware=design.hardware,
            name=name,
            padding=PaddingRule(BLOCK_BYTES),
            model=partial(Sealed if operation == "encrypt" else Opened, key, nonce, ad),
            timing=timing(design.hardware, len(ad), extended, operation == "decrypt"),
            operation=operation,
            config=(head, *config_words(key + counter + nonce), len(ad), *config_words(ad)),
            max_blocks=MAX_BYTES // BLOCK_BYTES,
            tag_bytes=TAG_BYTES,
            distrust=NOT_AUTHENTIC if operation == "decrypt" else "",
            sealed=partial(Sealed, key, nonce, ad) if operation == "decrypt" else None,
        )

    return Function(name, job, _fields(nonce_bytes), "authenticated cipher", ("encrypt", "decrypt"))


def _timing(hardware: Hardware, ad_bytes: int, extended: bool, decrypts: bool) -> AeadTiming:
    return AeadTiming(
        ad_bytes=ad_bytes,
        extended=extended,
        decrypts=decrypts,
        dsp=bool(hardware.stream.parameters["Dsp"]),
        pins=int(hardware.stream_bits > _STREAM_BITS),
    )


def _design(name: str, pipeline: int, *, dsp: bool) -> Design:
    parameters = {"Pipeline": pipeline, "Dsp": int(dsp)}
    made = "DSP blocks" if dsp else "logic"
    return Design(
        name=name,
        family="aead",
        microarchitecture=f"microcoded ChaCha, 32 bits; Poly1305 in digits, by {made}",
        hardware=Hardware(
            stream=Boundary("gh_chacha_poly1305_mc", parameters),
            core=Boundary("gh_chacha_poly1305_mc_core", parameters),
            stream_bits=_STREAM_BITS,
            widths=parts(64),
            sources=(
                *ARX_SOURCES,
                "compact/gh_digit_product.sv",
                "compact/gh_poly1305.sv",
                "compact/gh_chacha_poly1305_mc_core.sv",
                "compact/gh_chacha_poly1305_mc.sv",
            ),
            prims=(*ARX_PRIMS, "gh_row_pair"),
            configured=True,
        ),
        functions=(aead_function(NONCE_BYTES, _timing), aead_function(XNONCE_BYTES, _timing)),
        compared="stream",
    )


def aead_designs() -> tuple[Design, ...]:
    """Return the coprocessors for authenticated ciphers."""
    return (
        _design("chacha20-poly1305-mc-1", 1, dsp=False),
        _design("chacha20-poly1305-mc-1-dsp", 1, dsp=True),
    )
