# SPDX-License-Identifier: Apache-2.0
"""The constants of SHA-2 as a SystemVerilog package."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from gatehash.microcode.systemverilog import package, rows
from gatehash.models.sha2 import INITIAL, WORDS_32, WORDS_64, K

__all__ = ["PACKAGE", "sha2_package"]

PACKAGE = Path("sha2", "generated", "gh_sha2_constants_pkg.sv")
"""File of the package below ``rtl``."""


def sha2_package() -> str:
    """Return the SystemVerilog package of SHA-2's constants."""
    about = (
        "Constants of SHA-2 (FIPS 180-4, sections 4.1, 4.2 and 5.3) for words of 32 and of 64 bits."
    )
    body = [
        "  // Rounds of a block.",
        "  function automatic int unsigned rounds(int unsigned word_bits);",
        f"    return (word_bits == 32) ? {WORDS_32.rounds} : {WORDS_64.rounds};",
        "  endfunction",
        "",
        *_distances(),
        "  typedef logic [63:0] words_t[8];",
        "",
        *_initial(),
        "  // Round constants of 64-bit words; their high halves are those of 32-bit words.",
        f"  localparam logic [63:0] K[{WORDS_64.rounds}] = '{{",
        *rows([f"64'h{word:016x}" for word in K[64]], 4),
        "  };",
        "",
    ]
    return package(PACKAGE, about, body)


def _distances() -> Iterator[str]:
    yield "  // Distances to the right: three rotations in the functions of capital letters, two"
    yield "  // rotations and a shift in the others."
    yield "  typedef int unsigned distances_t[3];"
    for name in ("big_sigma0", "big_sigma1", "small_sigma0", "small_sigma1"):
        short, long = (", ".join(map(str, getattr(each, name))) for each in (WORDS_32, WORDS_64))
        yield f"  localparam distances_t {_camel(name)}Of32 = '{{{short}}};"
        yield f"  localparam distances_t {_camel(name)}Of64 = '{{{long}}};"
    yield ""


def _camel(name: str) -> str:
    return "".join(map(str.capitalize, name.split("_")))


def _initial() -> Iterator[str]:
    yield "  // Initial value, H0 first."
    yield "  function automatic words_t initial_value(int unsigned word_bits,"
    yield "                                           int unsigned digest_bits);"
    values = {
        (word_bits, digest_bits): words
        for word_bits, initial in INITIAL.items()
        for digest_bits, words in initial.items()
    }
    for number, ((word_bits, digest_bits), words) in enumerate(values.items()):
        # What is left is SHA-512.
        last = number == len(values) - 1
        chosen = "" if last else f"if (word_bits == {word_bits} && digest_bits == {digest_bits}) "
        yield f"    {chosen}return '{{"
        yield from rows([f"64'h{word:016x}" for word in words], 4)
        yield "    };"
    yield "  endfunction"
    yield ""
