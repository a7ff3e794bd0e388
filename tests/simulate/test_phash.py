# SPDX-License-Identifier: Apache-2.0
"""PHASH in the harness, on padded blocks: the paper's own plan, and messages that are too long."""

import random
from fractions import Fraction

import pytest

from gatehash.catalog import find
from gatehash.catalog.phash import STAGES, phash_design
from gatehash.catalog.phash_timing import RING_STAGES
from gatehash.errors import GatehashError
from gatehash.models.phash import phash_blocks
from gatehash.simulate import Simulation

BLOCK = 112
PREPADDED = {"prepadded": True}
_LARGE = pytest.mark.large


def blocks(count: int) -> bytes:
    return random.Random(count).randbytes(BLOCK * count)


# A message of 65,537 blocks is among those that follow one another, below.
_COUNTS = (*range(1, 129), 255, 256, 257)
_LONG_COUNTS = (*_COUNTS, 65535, 65536, 65537, 131073)


@pytest.mark.parametrize(
    ("ciphers", "stages", "counts"),
    [
        (1, STAGES, _COUNTS),
        *(
            pytest.param(many, STAGES, _LONG_COUNTS, marks=_LARGE)
            for many in (1, 2, 3, 4, 5, 7, 16)
        ),
        *(
            pytest.param(many, RING_STAGES, _LONG_COUNTS, marks=_LARGE)
            for many in (1, 3, 5, 11, 12)
        ),
    ],
)
def test_the_papers_plan(ciphers: int, stages: int, counts: tuple[int, ...]) -> None:
    """1 to 128 blocks, those around the steps to a second and a third reduction, and two groups of
    level 1 that are complete one right after the other."""
    job = phash_design(ciphers, stages).job(values=PREPADDED)
    with Simulation(job) as simulation:
        for count in counts:
            answer = simulation.ask([blocks(count)])
            assert answer.data == phash_blocks(blocks(count)), count
            assert answer.cycles == job.timing.latency(count), count


@pytest.mark.parametrize(
    ("ciphers", "stages"),
    [
        (1, STAGES),
        pytest.param(3, STAGES, marks=_LARGE),
        *(pytest.param(many, RING_STAGES, marks=_LARGE) for many in (1, 2)),
    ],
)
def test_messages_of_all_depths_back_to_back(ciphers: int, stages: int) -> None:
    job = phash_design(ciphers, stages).job(values=PREPADDED)
    counts = [1, 2, 300, 1, 1, 257, 513, 1, 256, 256, 1024, 3, 65537, 1, 1, 258]
    with Simulation(job) as simulation:
        answers = simulation.ask_all([blocks(count)] for count in counts)
    assert [answer.data for answer in answers] == [phash_blocks(blocks(n)) for n in counts]
    ends = [answer.last - answers[0].first + 1 for answer in answers]
    assert ends == job.timing.ends(counts)


@pytest.mark.parametrize(
    ("levels", "stages"),
    [
        *(pytest.param(levels, STAGES, marks=_LARGE) for levels in (1, 2)),
        pytest.param(1, RING_STAGES, marks=_LARGE),
    ],
)
def test_longer_messages_than_the_levels_hold_are_refused(levels: int, stages: int) -> None:
    most = 256**levels
    with Simulation(phash_design(1, stages, levels).job(values=PREPADDED)) as simulation:
        counts = [most, most + 1, 1, most + 300, most, 2]
        answers = simulation.ask_all([blocks(count)] for count in counts)
        for count, answer in zip(counts, answers, strict=True):
            assert answer.error == (count > most), count
            if not answer.error:
                assert answer.data == phash_blocks(blocks(count)), count


@pytest.mark.parametrize(
    "ciphers", [*(pytest.param(many, marks=_LARGE) for many in (2, 3, 6, 7, 12)), 5, 16]
)
@pytest.mark.parametrize(
    ("stages", "within"), [(STAGES, 0.005), (RING_STAGES, 0.008)], ids=["rounds", "rings"]
)
def test_cycles_grow_as_ciphers_do(stages: int, within: float, ciphers: int) -> None:
    """On 65,537 blocks N ciphers are N times as fast, within 0.5 %; rings within 0.8 %.

    The encryptions at a message's end, which depend on each other, take more cycles in a ring.
    """
    alone = phash_design(1, stages).job().timing.latency(65537)
    speedup = alone / phash_design(ciphers, stages).job().timing.latency(65537)
    assert speedup == pytest.approx(ciphers, rel=within)


def test_a_ring_takes_a_cycle_more_for_a_block() -> None:
    """A block has the first of six stages once more than there are rounds."""
    assert find("phash-1-bram").job().timing.block == 11
    assert find("phash-2-bram").job().timing.block == Fraction(11, 2)


@pytest.mark.parametrize("stages", [0, 2, 4])
def test_absurd_numbers_of_stages(stages: int) -> None:
    with pytest.raises(GatehashError, match=f"stages is {stages}; it must be 1, 3 or 6"):
        phash_design(1, stages)


@pytest.mark.parametrize(
    "name",
    [
        *("phash-0", "phash-65", "phash-1000000", "phash-0-piped"),
        *("phash-0-bram", "phash-65-bram"),
    ],
)
def test_absurd_numbers_of_ciphers(name: str) -> None:
    with pytest.raises(GatehashError, match=r"number of W ciphers is \d+; .* 1 to 64"):
        find(name)
