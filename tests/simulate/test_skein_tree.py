# SPDX-License-Identifier: Apache-2.0
"""Skein's tree on hardware: lengths around blocks and leaves; deep and flat trees; cycles."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

import gatehash
from gatehash.catalog import Design, Job, find
from gatehash.catalog.skein_tree import _skein_tree
from gatehash.errors import GatehashError
from gatehash.simulate import Simulation

DESIGN = find("skein512-x8-tree")
# The top with other blocks and another ring, of which no design is listed.
SMALLER = _skein_tree(256, 4)
# The least tree, one that ends at its height, and one of deep leaves.
SHAPES = ((1, 1, 2), (2, 1, 3), (6, 2, 255), (5, 4, 255), (1, 1, 255), (1, 255, 255))
# With messages shorter than so many bytes.
USUAL = (((1, 1, 2), 70_000), ((2, 1, 3), 70_000), ((6, 2, 255), 9_000))


def values(shape: tuple[int, int, int]) -> dict[str, int]:
    return dict(zip(("tree_leaf", "tree_fan", "tree_height"), shape, strict=True))


def require_right(simulation: Simulation, job: Job, message: bytes) -> None:
    """Fail unless a message has the model's digest in the catalogue's cycles."""
    model = job.model()
    model.update(message)
    answer = simulation.ask([message])
    assert not answer.error
    assert answer.data == model.digest(), len(message)
    assert answer.cycles == job.latency(len(message)), len(message)


@pytest.mark.parametrize(
    ("design", "shape", "most"),
    [
        *((DESIGN, *each) for each in USUAL),
        *(
            pytest.param(*each, 70_000, marks=pytest.mark.large)
            for each in (
                *((DESIGN, shape) for shape in SHAPES if (shape, 70_000) not in USUAL),
                (SMALLER, (2, 1, 3)),
            )
        ),
    ],
    ids=lambda each: each.name if isinstance(each, Design) else str(each).strip("()"),
)
def test_lengths_around_blocks_and_leaves(
    design: Design, shape: tuple[int, int, int], most: int
) -> None:
    job = design.job(values=values(shape))
    block = job.padding.block_bytes
    leaf = block << shape[0]
    chance = random.Random(str(shape))
    lengths = {0, 1, 8} | {block * n + e for n in (1, 2) for e in (-1, 0, 1)}
    # Slots of leaves are used again from the seventeenth on.
    lengths |= {leaf * n + e for n in (1, 2, 3, 4, 5, 8, 15, 16, 17, 18, 33) for e in (-1, 0, 1)}
    with Simulation(job) as simulation:
        for length in sorted(each for each in lengths if each < most):
            require_right(simulation, job, chance.randbytes(length))


def test_a_long_message_fills_the_ring() -> None:
    """Less than ten cycles a block; a block is in the ring for 117."""
    job = DESIGN.job()
    with Simulation(job) as simulation:
        require_right(simulation, job, random.Random(1).randbytes(1 << 18))
    assert job.timing.block == Fraction(2443, 256)


@pytest.mark.large
def test_a_tree_of_eighteen_levels() -> None:
    job = DESIGN.job(values=values((1, 1, 255)))
    message = random.Random(18).randbytes((job.padding.block_bytes << 17) + 1)
    with Simulation(job) as simulation:
        require_right(simulation, job, message)


def test_hash_objects_take_the_shape_of_the_tree() -> None:
    h = gatehash.new("skein512-x8-tree", b"abc", tree_leaf=1, tree_fan=1, tree_height=2)
    assert h.hexdigest().startswith("2ff0f59f3bc36487")
    for name in ("tree_leaf", "tree_fan", "tree_height"):
        for value in (0, 256):
            with pytest.raises(GatehashError, match=f"tree .* {value} is not .* to 255"):
                DESIGN.job(values={name: value})
