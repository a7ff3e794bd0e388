# SPDX-License-Identifier: Apache-2.0
"""The steps of the functions whose blocks come one after the other, made of their models."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, reduce
from operator import xor
from typing import Any

from gatehash.compiled.step import Step
from gatehash.models import blake, blake2, sha2, sha3, skein, threefish, whirlpool
from gatehash.models.words import Table, split

__all__ = [
    "blake2_step",
    "blake_step",
    "sha2_step",
    "skein_step",
    "sponge_step",
    "threefish_step",
    "whirlpool_step",
]

_STATE_WORDS = 8
_BLOCK_WORDS = 16
_SALT_WORDS = 4


@cache
def sha2_step(own: sha2.Parameters) -> Step:
    """Return the step of SHA-2 with words of one length."""

    def function(h: Any, m: Any, _t: Any, _fixed: Any) -> Sequence[Any]:
        return sha2.compress_words(h, m, own)

    return Step(function, own.word_bits, "big", _STATE_WORDS, _BLOCK_WORDS)


@cache
def blake_step(own: blake.Parameters) -> Step:
    """Return the step of BLAKE with words of one length; the salt is fixed."""

    def function(h: Any, m: Any, t: Any, s: Any) -> Sequence[Any]:
        *others, v12, v13, v14, v15 = blake.initialize(h, s, 0, own)
        v = (*others, v12 ^ t[0], v13 ^ t[0], v14 ^ t[1], v15 ^ t[1])
        for r in range(own.rounds):
            v = blake.round_(v, m, r, own)
        return blake.finalize(h, s, v)

    sizes = (_STATE_WORDS, _BLOCK_WORDS, _SALT_WORDS)
    return Step(function, own.word_bits, "big", *sizes, count=8 * own.block_bytes)


@cache
def blake2_step(own: blake2.Parameters) -> Step:
    """Return the step of BLAKE2s or BLAKE2b, for a block that is not the last."""

    def function(h: Any, m: Any, t: Any, _fixed: Any) -> Sequence[Any]:
        return blake2.compress(h, m, t, (0, 0), own)

    sizes = (_STATE_WORDS, _BLOCK_WORDS)
    return Step(function, own.word_bits, "little", *sizes, count=own.block_bytes)


@cache
def sponge_step(rate: int) -> Step:
    """Return the step of SHA-3, SHAKE or cSHAKE with blocks of so many bytes."""

    def function(lanes: Any, m: Any, _t: Any, _fixed: Any) -> Sequence[Any]:
        added = [a ^ b for a, b in zip(lanes, m, strict=False)]
        return sha3.keccak_f([*added, *lanes[len(m) :]])

    return Step(function, 64, "little", sha3.LANES, rate // 8)


@cache
def skein_step(state_bytes: int) -> Step:
    """Return the step of Skein with a state of 32, 64 or 128 bytes.

    The counter is the tweak's position, below 2**64; the fixed word is the tweak's second one.
    """

    def function(h: Any, m: Any, t: Any, fixed: Any) -> Sequence[Any]:
        return skein.chain(h, (t[0], *fixed), m)

    words = state_bytes // 8
    return Step(function, 64, "little", words, words, 1, count=state_bytes)


@cache
def threefish_step(key_bytes: int, decrypts: bool) -> Step:
    """Return the step of Threefish: the state is the key, the counter the tweak's first word."""
    cipher = threefish.decrypt_words if decrypts else threefish.encrypt_words

    def function(key: Any, m: Any, t: Any, fixed: Any) -> Sequence[Any]:
        return cipher(key, (t[0], *fixed), m)

    words = key_bytes // 8
    return Step(function, 64, "little", words, words, 1, count=1, maps=True)


@cache
def whirlpool_step() -> Step:
    """Return the step of Whirlpool. Its words are the rows of states."""
    # SubBytes and MixRows of a byte in column k of a row.
    tables = [
        Table(
            int.from_bytes(whirlpool.mix_row([0] * k + [value] + [0] * (7 - k)))
            for value in whirlpool.SBOX
        )
        for k in range(8)
    ]
    constants = [split(constant, 8, "big") for constant in whirlpool.round_constants()]

    def rounded(state: Sequence[Any], key: Sequence[Any]) -> list[Any]:
        # ShiftColumns takes the byte in column k from k rows above.
        return [
            reduce(
                xor,
                (tables[k][state[(i - k) % 8] >> 8 * (7 - k) & 0xFF] for k in range(8)),
                key[i],
            )
            for i in range(8)
        ]

    def function(h: Any, m: Any, _t: Any, _fixed: Any) -> Sequence[Any]:
        key, state = h, [a ^ b for a, b in zip(h, m, strict=True)]
        for constant in constants:
            key = rounded(key, constant)
            state = rounded(state, key)
        return [a ^ b ^ c for a, b, c in zip(state, h, m, strict=True)]

    return Step(function, 64, "big", 8, 8)
