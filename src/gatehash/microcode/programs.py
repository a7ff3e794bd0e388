# SPDX-License-Identifier: Apache-2.0
"""All programs by name, and all generated files."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path

from gatehash.microcode import (
    arx_emit,
    blake2_emit,
    blake3_emit,
    blake_chacha,
    blake_chacha_emit,
    blake_emit,
    sha2_emit,
    sha3_emit,
    skein_emit,
    threefish,
    threefish_emit,
    whirlpool_emit,
)
from gatehash.microcode.padding_emit import PADDING_PACKAGES
from gatehash.microcode.runs_emit import RUNS, runs_module

__all__ = ["FILES", "LISTINGS"]

LISTINGS: Mapping[str, Callable[[], Iterator[str]]] = {
    **{name: partial(threefish_emit.threefish_listing, name) for name in threefish.PROGRAMS},
    **{
        name: partial(blake_chacha_emit.blake_chacha_listing, name)
        for name in blake_chacha.PROGRAMS
    },
    "blake3": blake3_emit.blake3_listing,
    "arx": arx_emit.arx_listing,
}
"""Name of each program to the function that makes its listing."""

_PACKAGES: Mapping[Path, Callable[[], str]] = {
    threefish_emit.PACKAGE: threefish_emit.threefish_package,
    blake_chacha_emit.PACKAGE: blake_chacha_emit.blake_chacha_package,
    blake3_emit.PACKAGE: blake3_emit.blake3_package,
    blake_emit.PACKAGE: blake_emit.blake_package,
    blake2_emit.PACKAGE: blake2_emit.blake2_package,
    arx_emit.PACKAGE: arx_emit.arx_package,
    sha2_emit.PACKAGE: sha2_emit.sha2_package,
    sha3_emit.PACKAGE: sha3_emit.sha3_package,
    skein_emit.PACKAGE: skein_emit.skein_package,
    whirlpool_emit.PACKAGE: whirlpool_emit.whirlpool_package,
    **PADDING_PACKAGES,
}
"""File of each SystemVerilog package below ``rtl`` to the function that makes its text."""

FILES: Mapping[Path, Callable[[], str]] = {
    **{Path("rtl", package): text for package, text in _PACKAGES.items()},
    RUNS: runs_module,
}
"""Every generated file in the checkout to the function that makes its text."""
