# SPDX-License-Identifier: Apache-2.0
"""The constants of Whirlpool as a SystemVerilog package."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from gatehash.microcode.systemverilog import package
from gatehash.models.whirlpool import E_INVERSE, MIX_ROW, POLYNOMIAL, ROUNDS, E, R

__all__ = ["PACKAGE", "whirlpool_package"]

PACKAGE = Path("whirlpool", "generated", "gh_whirlpool_constants_pkg.sv")
"""Where the package is below ``rtl``."""


def whirlpool_package() -> str:
    """Return the SystemVerilog package of Whirlpool's constants."""
    about = "Constants of Whirlpool (ISO/IEC 10118-3:2004); entry 0 of a table is in bits 3:0."
    tables = {
        "E": ("Mini-boxes.", E),
        "EInverse": ("", E_INVERSE),
        "R": ("", R),
        "Circulant": (
            "The diffusion matrix is circulant: column j of a mixed row is the sum over m of byte "
            "j - m\n  // times entry m.",
            MIX_ROW,
        ),
    }
    body = [f"  localparam int unsigned Rounds = {ROUNDS};", ""]
    for name, (comment, entries) in tables.items():
        body += [f"  // {comment}"] * bool(comment)
        body.append(f"  localparam logic [15:0][3:0] {name} = 64'h{_nibbles(entries):016x};")
    body += [
        "",
        "  // GF(2^8) is reduced by this polynomial, without x^8.",
        f"  localparam logic [7:0] Polynomial = 8'h{POLYNOMIAL & 0xFF:02x};",
        "",
    ]
    return package(PACKAGE, about, body)


def _nibbles(entries: Sequence[int]) -> int:
    return sum(entry << 4 * place for place, entry in enumerate(entries))
