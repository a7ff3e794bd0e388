# SPDX-License-Identifier: Apache-2.0
"""BLAKE3's program as a SystemVerilog package, and as a listing."""

from __future__ import annotations

from collections.abc import Iterator

from gatehash.microcode.blake3 import ENTRIES, blake3_program
from gatehash.microcode.blake_chacha_emit import step_line
from gatehash.microcode.blake_chacha_word import FIELDS
from gatehash.microcode.systemverilog import GENERATED, package, partly_used, rows
from gatehash.models import blake3

__all__ = ["PACKAGE", "blake3_listing", "blake3_package"]

PACKAGE = GENERATED / "gh_blake3_microcode_pkg.sv"
"""File of the package below ``rtl``."""


def blake3_package() -> str:
    """Return the SystemVerilog package of BLAKE3's microcode and constants."""
    about = (
        "Control words of BLAKE3's compression function, in the form of "
        "gh_blake_chacha_microcode_pkg, the initialization vector, and the entries of the "
        "register file, of eight words each."
    )
    bits = sum(field.bits for field in FIELDS)
    words = blake3_program().words
    body = [
        *(f"  localparam logic [5:0] {name}Entry = 6'd{at};" for name, at in ENTRIES.items()),
        "",
        f"  localparam logic [{len(blake3.IV) - 1}:0][31:0] Vector = {{",
        *rows([f"32'h{word:08X}" for word in reversed(blake3.IV)], 4),
        "  };",
        "",
        f"  localparam int unsigned Blake3Words = {len(words)};",
        f"  localparam logic [Blake3Words-1:0][{bits - 1}:0] Blake3Memory = {{",
        *rows([f"{bits}'h{word:05X}" for word in reversed(words)], 8),
        "  };",
        "",
    ]
    return package(PACKAGE, about, partly_used(body))


def blake3_listing() -> Iterator[str]:
    """Yield the listing of the program, a line for each control word."""
    for address, step in enumerate(blake3_program().steps):
        yield step_line(address, "", step)
