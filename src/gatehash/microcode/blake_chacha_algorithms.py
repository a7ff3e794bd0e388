# SPDX-License-Identifier: Apache-2.0
"""BLAKE, BLAKE2 and ChaCha as the machine runs them: words, rounds, rotations, constants."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from gatehash.errors import GatehashError
from gatehash.microcode.blake_chacha_word import CONSTANT, ENDS, INPUT, LONG_ENDS, ROTATE
from gatehash.models import blake, blake2, chacha

__all__ = ["ALGORITHMS", "FIRST_OR_ZERO", "IV", "SHORT_COUNTER", "Algorithm"]

FIRST_OR_ZERO, IV = CONSTANT, CONSTANT + 8
"""Operands of BLAKE2: the first run's initialization vector, zeros in others; always the vector."""


@dataclass(frozen=True)
class Algorithm:
    """An algorithm as the machine runs it.

    Parameters
    ----------
    code : int
        Its number at the core's ``algorithm_i``.
    bits : int
        Width of its words.
    program : str
        The program that it runs: ``blake``, ``blake2`` or ``chacha``.
    loops : tuple of int
        For each value of ``rounds_i``, the number of rounds (ChaCha: double rounds).
    ends : int
        The command after the loop's rounds in which a run may leave it.
    rotations : tuple of int
        Distances of the rotations to the right, in order of use.
    near, far : tuple of int
        Distances of the two steps of a rotation.
    constants : mapping
        Address to its constant word.
    """

    code: int
    bits: int
    program: str
    loops: tuple[int, ...]
    ends: int
    rotations: tuple[int, ...]
    near: tuple[int, ...]
    far: tuple[int, ...]
    constants: Mapping[int, int]

    def steps(self, operation: int) -> tuple[int, int]:
        """Return the indices of the near and the far distance of an operation's rotation."""
        distance = self.rotations[operation % 4] if operation & ROTATE else 0
        for far, second in enumerate(self.far):
            for near, first in enumerate(self.near):
                if (first + second) % self.bits == distance:
                    return near, far
        raise GatehashError(f"no two steps rotate by {distance}")


def _blake_algorithm(
    which: blake.Parameters | blake2.Parameters, near: tuple[int, ...], far: tuple[int, ...]
) -> Algorithm:
    wide = which.word_bits == 64
    if isinstance(which, blake.Parameters):
        program, first, constants = "blake", CONSTANT, which.c
    else:
        program, first, constants = "blake2", IV, which.iv
    return Algorithm(
        code=int(wide),
        bits=which.word_bits,
        program=program,
        loops=(which.rounds,),
        ends=LONG_ENDS if wide else ENDS,
        rotations=which.rotations,
        near=near,
        far=far,
        constants={first + i: word for i, word in enumerate(constants)},
    )


ALGORITHMS: Mapping[str, Algorithm] = {
    "blake32": _blake_algorithm(blake.WORDS_32, near=(0, 16, 12, 7), far=(0, 8)),
    "blake64": _blake_algorithm(blake.WORDS_64, near=(0, 25, 16, 11), far=(0, 32)),
    "blake2s": _blake_algorithm(blake2.BLAKE2S, near=(0, 16, 12, 7), far=(0, 8)),
    "blake2b": _blake_algorithm(blake2.BLAKE2B, near=(0, 24, 16, 63), far=(0, 32)),
    "chacha": Algorithm(
        code=2,
        bits=32,
        program="chacha",
        # The last is that of RFC 8439, whose counter has one word.
        loops=tuple(rounds // 2 for rounds in (*chacha.ROUNDS, 20)),
        ends=ENDS,
        # To the left they are 16, 12, 8 and 7.
        rotations=(16, 20, 24, 25),
        near=(0, 16, 12, 17),
        far=(0, 8),
        constants={INPUT + i: word for i, word in enumerate(chacha.CONSTANTS)},
    ),
}
"""BLAKE-224 and -256, BLAKE-384 and -512, BLAKE2s, BLAKE2b, and ChaCha."""

SHORT_COUNTER = 3
"""The core's ``rounds_i`` for ChaCha20 with a counter of one word and a nonce of three."""
