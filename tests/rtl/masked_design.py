# SPDX-License-Identifier: Apache-2.0
"""A design that is no part of the catalogue: a masked top behind what shares its streams.

Benches and random work that know the ports of ``gh_sha3_mac`` drive it.
"""

from __future__ import annotations

from dataclasses import replace
from os.path import relpath
from pathlib import Path, PurePath

from gatehash.catalog import Boundary, Design, find
from gatehash.paths import rtl_root

__all__ = ["MASKED", "SOURCES", "masked"]

_USED = Path(__file__).with_name("gh_sha3_mac_dom_used.sv")
_PLAIN = find("sha3-x1-mac")
SOURCES = (
    "guarded/gh_dom_chi.sv",
    "guarded/gh_keccak_linear.sv",
    "guarded/gh_keccak_dom.sv",
    "guarded/gh_sha3_dom_core.sv",
    "guarded/gh_shared_packet.sv",
    "guarded/gh_share_shell.sv",
    "guarded/gh_sha3_mac_dom.sv",
)
"""RTL files of ``gh_sha3_mac_dom`` beside those of ``gh_sha3_mac``."""


def masked(stream_bits: int = 64, dry: int = 2) -> Design:
    """Return the design.

    Parameters
    ----------
    stream_bits : int
        Width of its streams, half that of the masked top's.
    dry : int
        How rare random bits are, from 0, where they never lack, to 7.
    """
    hardware = _PLAIN.hardware
    parameters = {"Function": 1, "Nested": 1, "DigestBits": 256, "Dry": dry}
    top = Boundary(_USED.stem, {**parameters, "StreamBits": stream_bits, "Registered": 0})
    used = PurePath(relpath(_USED, rtl_root()))
    return replace(
        _PLAIN,
        name=f"sha3-x1-mac-dom-used-{stream_bits}-{dry}",
        hardware=replace(
            hardware,
            stream=top,
            core=top,
            stream_bits=stream_bits,
            sources=(*hardware.sources, *SOURCES, used.as_posix()),
        ),
    )


MASKED = masked()
"""The design with gaps between random bits."""
