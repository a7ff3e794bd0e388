# SPDX-License-Identifier: Apache-2.0
"""The constants of SHA-3 as a SystemVerilog package."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from gatehash.microcode.systemverilog import package, rows
from gatehash.models.padding import RULES
from gatehash.models.sha3 import DIGEST_BITS, OFFSETS, ROUND_CONSTANTS, ROUNDS, SOURCES

__all__ = ["FUNCTIONS", "PACKAGE", "sha3_package"]

PACKAGE = Path("sha3", "generated", "gh_keccak_pkg.sv")
"""File of the package below ``rtl``."""

FUNCTIONS = tuple(DIGEST_BITS)
"""The functions in the order of their codes."""


def sha3_package() -> str:
    """Return the SystemVerilog package of SHA-3's types and constants."""
    about = (
        "Types and constants of SHA-3 and SHAKE (FIPS 202, sections 3.2 and 6). A state is 25 "
        "lanes of 64 bits; lane x + 5 y is Lane(x, y)."
    )
    rates = {name: RULES[name].block_bytes // 8 for name in FUNCTIONS}
    body = [
        f"  localparam int unsigned Rounds = {ROUNDS};",
        f"  localparam int unsigned MaxRateLanes = {max(rates.values())};",
        "",
        "  typedef logic [63:0] lane_t;",
        "  typedef lane_t [24:0] lanes_t;",
        "",
        "  typedef enum logic [2:0] {",
        ",\n".join(f"    {_camel(name)} = 3'd{code}" for code, name in enumerate(FUNCTIONS)),
        "  } function_e;",
        "",
        "  // Lanes that a block of a function has, a bit each.",
        "  function automatic logic [24:0] block_lanes(function_e which);",
        "    case (which)",
        *(
            f"      {_camel(name)}: return 25'h{(1 << lanes) - 1:07x};"
            for name, lanes in rates.items()
        ),
        "      default: return '0;",
        "    endcase",
        "  endfunction",
        "",
        *_table("How far rho rotates each lane to the left.", "Offsets", OFFSETS),
        *_table("The lane that pi moves to each place.", "Sources", SOURCES),
        "  // What iota adds to lane 0 in each round.",
        f"  localparam lane_t RoundConstants[{ROUNDS}] = '{{",
        *rows([f"64'h{constant:016x}" for constant in ROUND_CONSTANTS], 4),
        "  };",
        "",
    ]
    return package(PACKAGE, about, body)


def _camel(name: str) -> str:
    return "Bits".join(map(str.capitalize, name.split("-")))


def _table(about: str, name: str, values: tuple[int, ...]) -> Iterator[str]:
    yield f"  // {about}"
    yield f"  localparam int unsigned {name}[{len(values)}] = '{{"
    yield from rows([str(value) for value in values], 5)
    yield "  };"
    yield ""
