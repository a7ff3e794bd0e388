# SPDX-License-Identifier: Apache-2.0
"""A correlation attack on Keccak's state, from traces of the round that takes a known block.

Taha and Schaumont, "Side-Channel Analysis of MAC-Keccak" (HOST 2013), attack the same step. Each of
its rows of five bits is the sum of five bits of a secret, theta(S), and five of what is known,
theta(M), each behind rho and pi. chi of a row is correlated with the traces, for all 32 values of
the secret's bits; the best one is the row. A register changes where the state's bit differs from
the one before, so that the sign of the correlation has the bit of S itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray

from gatehash.models import sha3

__all__ = ["STATE_BITS", "Rows", "cycle_of_the_block", "guessed", "state_bits"]

_LANES, _BITS, _ROW = 25, 64, 5
_ROWS = _LANES * _BITS // _ROW
_VALUES = 1 << _ROW
STATE_BITS = _LANES * _BITS
"""Bits of the secret."""

# Rows that the cycle is looked for with.
_TRIED = 64


def _chi() -> NDArray[np.float64]:
    """Bit i of chi for a row k ^ m, less a half; shape (32 k, 5 i, 32 m)."""
    row = np.arange(_VALUES)[:, None] ^ np.arange(_VALUES)[None, :]
    bits = [row >> i & 1 for i in range(_ROW)]
    out = [bits[i] ^ (1 - bits[(i + 1) % _ROW]) & bits[(i + 2) % _ROW] for i in range(_ROW)]
    return np.stack(out, axis=1) - 0.5


_CHI = _chi()


def _rows(message: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return the rows of theta, rho and pi of a block; (bits, runs) to (320, runs)."""
    state = np.zeros((_LANES, _BITS, message.shape[1]), np.uint8)
    state.reshape(STATE_BITS, -1)[: len(message)] = message
    parity = state.reshape(_ROW, _ROW, _BITS, -1).sum(axis=0, dtype=np.uint8) & 1
    for lane in range(_LANES):
        right = np.roll(parity[(lane + 1) % _ROW], 1, axis=0)
        state[lane] ^= parity[(lane + 4) % _ROW] ^ right
    moved = np.stack([np.roll(state[s], sha3.OFFSETS[s], axis=0) for s in sha3.SOURCES])
    weights = (1 << np.arange(_ROW, dtype=np.uint8))[None, :, None, None]
    return np.asarray(
        (moved.reshape(_ROW, _ROW, _BITS, -1) * weights)
        .sum(axis=1, dtype=np.uint8)
        .reshape(_ROWS, -1)
    )


def cycle_of_the_block(counts: NDArray[np.int32], message: NDArray[np.uint8]) -> int:
    """Return the cycle that the traces, shape (runs, cycles), depend most on a block's rows in.

    Parameters
    ----------
    counts : array of int32, shape (runs, cycles)
        The traces.
    message : array of uint8, shape (bits, runs)
        The known block.
    """
    rows = _rows(message)[:: _ROWS // _TRIED]
    spread = counts.std(axis=0)
    traces = (counts - counts.mean(axis=0)) / np.where(spread > 0, spread, 1)
    score = np.zeros(counts.shape[1])
    for row in rows:
        means = np.stack([traces[row == value].sum(axis=0) for value in range(_VALUES)])
        score += np.abs(np.tensordot(_CHI, means, axes=1)).sum(axis=1).max(axis=0)
    return int(score.argmax())


@dataclass(frozen=True)
class Rows:
    """Sums of traces by the value of each known row.

    Parameters
    ----------
    runs, sums : array of int64, shape (320, 32)
        Number of traces, and the sum of their counts.
    """

    runs: NDArray[np.int64]
    sums: NDArray[np.int64]

    @classmethod
    def of(cls, counts: NDArray[np.int32], message: NDArray[np.uint8]) -> Self:
        """Return the sums of traces of one cycle, shape (runs,)."""
        places = _rows(message) + _VALUES * np.arange(_ROWS)[:, None]
        size = _ROWS * _VALUES
        runs = np.bincount(places.reshape(-1), minlength=size)
        weights = np.broadcast_to(counts, places.shape).reshape(-1)
        # Counts are whole numbers below 2**24, of which floats of 64 bits have exact sums.
        sums = np.bincount(places.reshape(-1), weights, size).astype(np.int64)
        return cls(runs.reshape(_ROWS, _VALUES), sums.reshape(_ROWS, _VALUES))

    def __add__(self, other: Self) -> Self:
        return type(self)(self.runs + other.runs, self.sums + other.sums)


def guessed(rows: Rows) -> tuple[NDArray[np.uint8], bool]:
    """Return the bits of the state, shape (1600,), and whether the two ways to them agree.

    The signs of the correlations give S, the best values of the rows theta(S).
    """
    total = rows.sums.sum() / rows.runs.sum()
    means = rows.sums / np.maximum(rows.runs, 1) - total
    # (320 rows, 32 values, 5 bits)
    correlation = np.tensordot(means, _CHI, axes=(1, 2))
    best = np.abs(correlation).sum(axis=2).argmax(axis=1)
    chosen = correlation[np.arange(_ROWS), best]
    signs = (chosen < 0).reshape(_ROW, _BITS, _ROW).transpose(0, 2, 1).reshape(_LANES, _BITS)
    constant = sha3.ROUND_CONSTANTS[0]
    iota = np.array([constant >> bit & 1 for bit in range(_BITS)], np.uint8)
    state = signs.astype(np.uint8)
    state[0] ^= iota
    found = state.reshape(STATE_BITS)
    return found, bool((_rows(found[:, None])[:, 0] == best).all())


def state_bits(blocks: Sequence[bytes]) -> NDArray[np.uint8]:
    """Return the bits of the state after some blocks, shape (1600,)."""
    state: Sequence[int] = (0,) * _LANES
    for block in blocks:
        state = sha3.keccak_f(sha3.absorb(state, block))
    lanes = b"".join(lane.to_bytes(8, "little") for lane in state)
    return np.unpackbits(np.frombuffer(lanes, np.uint8), bitorder="little")
