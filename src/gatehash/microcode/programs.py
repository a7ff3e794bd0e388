# SPDX-License-Identifier: Apache-2.0
"""All coprocessors' programs by name, and the packages that have them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path

from gatehash.microcode import blake_chacha, blake_chacha_emit, threefish, threefish_emit

__all__ = ["LISTINGS", "PACKAGES"]

LISTINGS: Mapping[str, Callable[[], Iterator[str]]] = {
    **{name: partial(threefish_emit.threefish_listing, name) for name in threefish.PROGRAMS},
    **{
        name: partial(blake_chacha_emit.blake_chacha_listing, name)
        for name in blake_chacha.PROGRAMS
    },
}
"""Name of each program to what makes its listing."""

PACKAGES: Mapping[Path, Callable[[], str]] = {
    threefish_emit.PACKAGE: threefish_emit.threefish_package,
    blake_chacha_emit.PACKAGE: blake_chacha_emit.blake_chacha_package,
}
"""Where each SystemVerilog package is below ``rtl``, to what makes its text."""
