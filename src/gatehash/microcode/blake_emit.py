# SPDX-License-Identifier: Apache-2.0
"""The constants of BLAKE as a SystemVerilog package."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from gatehash.microcode.systemverilog import package, rows
from gatehash.models.blake import PARAMETERS, SIGMA, WORDS_32, WORDS_64
from gatehash.models.blake2 import BLAKE2B

__all__ = ["PACKAGE", "blake_package"]

PACKAGE = Path("engine", "generated", "gh_blake_constants_pkg.sv")
"""File of the package below ``rtl``."""

_SIZES = (WORDS_32, WORDS_64)
_ROTATIONS = {
    **{str(each.word_bits): each.rotations for each in _SIZES},
    "2b": BLAKE2B.rotations,
}


def blake_package() -> str:
    """Return the SystemVerilog package of BLAKE's constants."""
    about = (
        "Constants of BLAKE (version 1.3, chapter 2) for words of 32 and of 64 bits, which a word "
        "of 64 bits holds in its low half or whole."
    )
    initial = {bits: each.iv[bits] for bits, each in PARAMETERS.items()}
    body = [
        "  // Rounds of a block.",
        "  function automatic int unsigned rounds(int unsigned word_bits);",
        f"    return (word_bits == 32) ? {WORDS_32.rounds} : {WORDS_64.rounds};",
        "  endfunction",
        "",
        "  // Distances by which G rotates to the right, in the order of use; with words of 32",
        "  // bits BLAKE2 has the same.",
        *(
            f"  localparam int unsigned Rotation{name}[4] = '{{{', '.join(map(str, rotations))}}};"
            for name, rotations in _ROTATIONS.items()
        ),
        "  function automatic int unsigned rotation(int unsigned word_bits, int unsigned i,",
        "                                           bit two = 1'b0);",
        "    return (word_bits == 32) ? Rotation32[i%4] : two ? Rotation2b[i%4] : Rotation64[i%4];",
        "  endfunction",
        "",
        "  // Permutations sigma_0 to sigma_9, one behind the other.",
        f"  localparam int unsigned Sigma[{16 * len(SIGMA)}] = '{{",
        *rows([str(entry) for each in SIGMA for entry in each], 16),
        "  };",
        "  function automatic int unsigned sigma(int unsigned round, int unsigned i);",
        f"    return Sigma[round%{len(SIGMA)}*16+i%16];",
        "  endfunction",
        "",
        "  // Constants c_0 to c_15.",
        *_tables("C", {each.word_bits: each.c for each in _SIZES}),
        "  function automatic logic [63:0] constant(int unsigned word_bits, int unsigned i);",
        "    return (word_bits == 32) ? C32[i%16] : C64[i%16];",
        "  endfunction",
        "",
        "  // Word i of the initial value, by digest length in bits.",
        *_tables("Initial", initial),
        "  function automatic logic [63:0] initial_word(int unsigned digest_bits, int unsigned i);",
        *_chosen(initial),
        "  endfunction",
        "",
    ]
    return package(PACKAGE, about, body)


def _tables(name: str, tables: Mapping[int, Sequence[int]]) -> Iterator[str]:
    for bits, words in tables.items():
        yield f"  localparam logic [63:0] {name}{bits}[{len(words)}] = '{{"
        yield from rows([f"64'h{word:016x}" for word in words], 4)
        yield "  };"


def _chosen(initial: Mapping[int, Sequence[int]]) -> Iterator[str]:
    # No case: read_slang of pyosys 0.70 takes its default where an initial block calls this.
    first, *others, last = initial
    yield f"    return (digest_bits == {first}) ? Initial{first}[i%8]"
    yield from (f"        : (digest_bits == {bits}) ? Initial{bits}[i%8]" for bits in others)
    yield f"        : Initial{last}[i%8];"
