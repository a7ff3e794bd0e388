# SPDX-License-Identifier: Apache-2.0
"""The arithmetic behind the proofs of Poly1305: weights, bounds, and what is congruent."""

import random

from gatehash.models.poly1305 import PRIME
from gatehash.prove.claims.poly1305 import BITS, WEIGHTS, bounds, carried, folded


def value(limbs: list[int]) -> int:
    """Return the number of limbs or of columns, whose weights go on from 2^130."""
    weights = [WEIGHTS[k % 8] + 130 * (k // 8) for k in range(len(limbs))]
    return sum(limb << weight for limb, weight in zip(limbs, weights, strict=True))


def test_steps_are_congruent_and_within_bounds() -> None:
    """Eleven sums, folded and carried twice, are limbs of a number, for any within the bounds."""
    most, rng = bounds(), random.Random(1)
    for _ in range(1000):
        edge = rng.random() < 0.2
        sums = [limit if edge else rng.randint(0, limit) for limit in most.sums]
        block = [rng.getrandbits(bits) for bits in BITS]
        block[7] >>= 1
        first = folded(sums)
        second = carried(first, block)
        limbs = carried(second)
        for limits, found in zip(most[2:], (first, second, limbs), strict=True):
            assert all(0 <= each <= limit for each, limit in zip(found, limits, strict=True))
        assert value(limbs) % PRIME == (value(sums) + value(block)) % PRIME
        assert value(limbs) < 2**130 + 2**122


def test_weights_and_bits_agree() -> None:
    assert [b - a for a, b in zip(WEIGHTS, (*WEIGHTS[1:], 130), strict=True)] == [*BITS]
