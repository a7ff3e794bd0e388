# SPDX-License-Identifier: Apache-2.0
"""Constants of the functions for the software of the RISC-V system, from the golden models."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from gatehash.models import blake, blake2, blake3, sha2, sha3, skein_tree, threefish, whirlpool

__all__ = ["constants_header"]


def constants_header() -> str:
    """Return the C header ``constants.h``: tables, and lists of steps as macros.

    A list of steps ``LIST(STEP)`` is a call of the macro ``STEP`` for each: a compiler sees the
    places and distances as constants.
    """
    return "\n".join(_lines()) + "\n"


def _lines() -> Iterator[str]:
    yield "/* SPDX-License-Identifier: Apache-2.0 */"
    yield "/* Generated from the golden models by `gatehash soc`. */"
    yield ""
    yield "#ifndef GATEHASH_CONSTANTS_H"
    yield "#define GATEHASH_CONSTANTS_H"
    yield ""
    yield "#include <stdint.h>"
    yield ""
    yield "/* A file uses some of them. */"
    yield "#define GATEHASH_CONSTANT static const __attribute__((unused))"
    for bits in (32, 64):
        initial = sha2.INITIAL[bits]
        rows = [initial[digest] for digest in sorted(initial)]
        yield f"/* Digests of {', '.join(map(str, sorted(initial)))} bits. */"
        yield from _table(f"sha2_{bits}_initial", bits, rows)
        yield from _table(f"sha2_{bits}_k", bits, [sha2.K[bits]])
    for parameters in (blake.WORDS_32, blake.WORDS_64):
        yield from _table(f"blake_{parameters.word_bits}_c", parameters.word_bits, [parameters.c])
    yield from _table("blake_sigma", 8, blake.SIGMA)
    for variant in blake2.PARAMETERS.values():
        yield f"#define BLAKE2_{variant.word_bits}_ROUNDS {variant.rounds}"
    yield f"#define BLAKE3_ROUNDS {blake3.ROUNDS}"
    yield from _table("blake3_schedule", 8, blake3.SCHEDULE)
    yield f"#define KECCAK_ROUNDS {sha3.ROUNDS}"
    yield from _table("keccak_constants", 64, [sha3.ROUND_CONSTANTS])
    yield "/* rho and pi: lane to, lane from, distance; lane 0 stays. */"
    moves = [(to, source, sha3.OFFSETS[source]) for to, source in enumerate(sha3.SOURCES)]
    yield _steps("KECCAK_MOVES", moves[1:])
    for words, rounds in threefish.ROUNDS.items():
        yield f"#define THREEFISH_{words}_ROUNDS {rounds}"
        for name, mixes in zip(("EVEN", "ODD"), _mixes(words), strict=True):
            yield _steps(f"THREEFISH_{words}_{name}", mixes)
    yield f"#define SKEIN_TREE_LEAF {skein_tree.LEAF}u"
    yield f"#define SKEIN_TREE_FAN {skein_tree.FAN}u"
    yield f"#define SKEIN_TREE_HEIGHT {skein_tree.HEIGHT}u"
    yield "/* A byte of column 0, substituted, times its row of the matrix. */"
    mixed = [
        int.from_bytes(whirlpool.mix_row([whirlpool.SBOX[byte], *[0] * 7])) for byte in range(256)
    ]
    yield from _table("whirlpool_mixed", 64, [mixed])
    constants = [int.from_bytes(each[:8]) for each in whirlpool.round_constants()]
    yield from _table("whirlpool_constants", 64, [constants])
    yield ""
    yield "#endif"


def _table(name: str, bits: int, rows: Sequence[Sequence[int]]) -> Iterator[str]:
    """Yield a table of one row, or of several."""
    suffix = "" if len(rows) == 1 else f"[{len(rows)}]"
    yield f"GATEHASH_CONSTANT uint{bits}_t {name}{suffix}[{len(rows[0])}] = {{"
    for row in rows:
        words = ", ".join(_word(value, bits) for value in row)
        yield f"    {words}," if len(rows) == 1 else f"    {{{words}}},"
    yield "};"


def _word(value: int, bits: int) -> str:
    return f"UINT64_C(0x{value:016x})" if bits == 64 else f"0x{value:0{bits // 4}x}u"


def _steps(name: str, steps: Iterable[tuple[int, int, int]]) -> str:
    calls = " ".join(f"STEP({', '.join(map(str, each))})" for each in steps)
    return f"#define {name}(STEP) {calls}"


def _mixes(words: int) -> list[list[tuple[int, int, int]]]:
    """Return the MIX operations of four even and four odd rounds: places of words, distance.

    The words stay where they are, and a list has where the permutation would have moved them; after
    four rounds each is back.
    """
    place = list(range(words))
    lists = []
    for first in (0, 4):
        steps = []
        for rotations in threefish.ROTATIONS[words][first : first + 4]:
            steps += [(place[2 * j], place[2 * j + 1], r) for j, r in enumerate(rotations)]
            place = [place[p] for p in threefish.PERMUTATION[words]]
        lists.append(steps)
    assert place == list(range(words))
    return lists
