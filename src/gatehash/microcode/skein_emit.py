# SPDX-License-Identifier: Apache-2.0
"""The constants of Threefish and Skein as a SystemVerilog package."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from gatehash.microcode.systemverilog import package, rows
from gatehash.models.skein import SCHEMA, TYPE_CFG, TYPE_MSG, TYPE_OUT
from gatehash.models.threefish import C240, PERMUTATION, ROTATIONS, ROUNDS

__all__ = ["PACKAGE", "skein_package"]

PACKAGE = Path("skein", "generated", "gh_skein_constants_pkg.sv")
"""Where the package is below ``rtl``."""


def skein_package() -> str:
    """Return the SystemVerilog package of Threefish's and Skein's constants."""
    about = "Constants of Threefish and Skein, version 1.3 of the specification."
    body = [
        "  // Key schedule constant (section 3.3.2); schema and version (section 3.5.2).",
        f"  localparam logic [63:0] C240 = 64'h{C240:016x};",
        f"  localparam logic [63:0] Schema = 64'h{int.from_bytes(SCHEMA, 'little'):016x};",
        "",
        "  // UBI types (table 6).",
        *(
            f"  localparam logic [5:0] {name} = 6'd{value};"
            for name, value in {
                "TypeCfg": TYPE_CFG,
                "TypeMsg": TYPE_MSG,
                "TypeOut": TYPE_OUT,
            }.items()
        ),
        "",
        "  // Number of rounds Nr for a state of so many words (table 2).",
        *_chosen("rounds", [], {words: str(count) for words, count in ROUNDS.items()}),
        "  // Rotation distance R(d mod 8, j) (table 4).",
        *_tables(
            "Rotation", {n: [d for row in table for d in row] for n, table in ROTATIONS.items()}
        ),
        *_chosen("rotation", ["d", "j"], {n: f"Rotation{n}[d%8*{n // 2}+j]" for n in ROTATIONS}),
        "  // Word permutation pi(i) (table 3).",
        *_tables("Permutation", PERMUTATION),
        *_chosen("permutation", ["i"], {n: f"Permutation{n}[i%{n}]" for n in PERMUTATION}),
    ]
    return package(PACKAGE, about, body)


def _tables(name: str, tables: Mapping[int, Sequence[int]]) -> Iterator[str]:
    for words, table in tables.items():
        yield f"  localparam int unsigned {name}{words}[{len(table)}] = '{{"
        yield from rows([str(entry) for entry in table], max(8, words // 2))
        yield "  };"


def _chosen(name: str, arguments: Sequence[str], values: Mapping[int, str]) -> Iterator[str]:
    given = ", ".join(f"int unsigned {argument}" for argument in ("words", *arguments))
    yield f"  function automatic int unsigned {name}({given});"
    yield "    case (words)"
    for at, (words, value) in enumerate(values.items(), 1):
        yield f"      {words if at < len(values) else 'default'}: return {value};"
    yield "    endcase"
    yield "  endfunction"
    yield ""
