# SPDX-License-Identifier: Apache-2.0
"""BLAKE3 on hardware: all modes, lengths around blocks and chunks, deep trees, bad packets."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import blake3
import pytest

import gatehash
from gatehash.catalog import Design, Job, find
from gatehash.errors import GatehashError
from gatehash.models.blake3 import MOST_BLOCKS, context_key
from gatehash.simulate import Simulation

DESIGN = find("blake3-mc-1")
KEY, CONTEXT = bytes(range(7, 39)), "gatehash 2026-11-23 a test's context"
MODES: dict[str, dict[str, Any]] = {
    "blake3": {},
    "blake3-keyed": {"key": KEY},
    "blake3-material": {"key": context_key(CONTEXT.encode())},
}


def oracle(name: str, message: bytes) -> Any:
    """Return the hash object of the library blake3 for a function of the design."""
    if name == "blake3-keyed":
        return blake3.blake3(message, key=KEY)
    if name == "blake3-material":
        return blake3.blake3(message, derive_key_context=CONTEXT)
    return blake3.blake3(message)


LARGE = pytest.mark.large
# Chunks of a tree.
WIDE, DEEP = (4, 7, 8, 11, 17), (33, 130)


@pytest.fixture(
    name="design",
    params=["blake3-mc-1", "blake3-1", "blake3-2", pytest.param("blake3-4", marks=LARGE)],
)
def _design(request: pytest.FixtureRequest) -> Design:
    """The coprocessor and the engines: packets and answers are the same."""
    return find(request.param)


def asked(simulation: Simulation, job: Job, message: bytes) -> Any:
    answer = simulation.ask_all([[message]], [job])[0]
    assert not answer.error
    return answer


@pytest.mark.parametrize("name", MODES)
def test_lengths_around_blocks_and_chunks(design: Design, name: str) -> None:
    """Digests are those of the library, and cycles exact."""
    # A coprocessor takes 75 times the cycles of an engine. Its modes differ in keys and flags, not
    # in the shape of a tree.
    wide = WIDE if name == "blake3" else ()
    deep = DEEP if name == "blake3" and design.family != "compact" else ()
    edges = {0, 1, 2} | {n + e for n in (32, 64, 960, 1024) for e in (-1, 0, 1)}
    edges |= {1024 * chunks + e for chunks in (2, 3, *wide, *deep) for e in (-1, 0, 1)}
    _lengths(design, name, edges)


@LARGE
@pytest.mark.parametrize("name", MODES)
def test_wide_and_deep_trees_in_all_modes(design: Design, name: str) -> None:
    edges = {1024 * chunks + e for chunks in (*WIDE, *DEEP) for e in (-1, 0, 1)}
    _lengths(design, name, edges)


def _lengths(design: Design, name: str, edges: set[int]) -> None:
    chance, job = random.Random(name), design.job(name, MODES[name])
    with Simulation(job) as simulation:
        for length in sorted(edges):
            message = chance.randbytes(length)
            answer = asked(simulation, job, message)
            assert answer.data == oracle(name, message).digest(), length
            assert answer.cycles == job.latency(length), length


@pytest.mark.parametrize("name", MODES)
def test_any_part_of_the_output(design: Design, name: str) -> None:
    chance = random.Random(name)
    with Simulation(design.job(name, MODES[name])) as simulation:
        for size in (1, 5, 63, 64, 65, 128, 200):
            for counter in (0, 2**32 - 1, MOST_BLOCKS - 4):
                message = chance.randbytes(chance.choice((0, 64, 1024, 1025, 3000)))
                values = {**MODES[name], "digest_bits": 8 * size, "counter": counter}
                job = design.job(name, values)
                answer = asked(simulation, job, message)
                assert answer.data == oracle(name, message).digest(size, seek=64 * counter)
                assert answer.cycles == job.latency(len(message))


def test_messages_follow_one_another(design: Design) -> None:
    """What is erased after a message depends on its chunks, and so do the cycles between two."""
    chance, job = random.Random("follow"), design.job("blake3")
    sizes = [0, 1025, 64, 1024, 2048, 3]
    messages = [chance.randbytes(size) for size in sizes]
    with Simulation(job) as simulation:
        answers = simulation.ask_all([[each] for each in messages], [job] * len(sizes))
    assert [each.data for each in answers] == [blake3.blake3(each).digest() for each in messages]
    assert [each.last - answers[0].first + 1 for each in answers] == job.ends(sizes)


def test_a_derived_key_takes_two_messages() -> None:
    """The answer to the context is the key for the material."""
    h = gatehash.new("blake3-mc-1", CONTEXT.encode(), algorithm="blake3-context")
    key = h.digest()
    derived = gatehash.new("blake3-mc-1", b"material", algorithm="blake3-material", key=key)
    assert derived.digest() == blake3.blake3(b"material", derive_key_context=CONTEXT).digest()


def test_the_hash_is_the_usual_function() -> None:
    h = gatehash.new("blake3-mc-1", b"abc", digest_bits=520)
    assert h.name == "blake3"
    assert h.digest() == blake3.blake3(b"abc").digest(65)


@LARGE
def test_many_chunks(design: Design) -> None:
    """Every number of chunks to 40, and a deeper tree."""
    job = design.job("blake3")
    with Simulation(job) as simulation:
        for length in (*(1024 * chunks for chunks in range(1, 41)), 102_400, 1024 * 257 + 7):
            message = random.Random(length).randbytes(length)
            answer = asked(simulation, job, message)
            assert answer.data == blake3.blake3(message).digest(), length
            assert answer.cycles == job.latency(length)


@pytest.mark.parametrize(
    ("name", "most"),
    [
        ("blake3-2", 40),
        *(pytest.param(name, 200, marks=LARGE) for name in ("blake3-2", "blake3-4")),
    ],
)
def test_runs_of_chunks(name: str, most: int) -> None:
    """Every number of chunks: the last run has one or some or all of its chunks, in every lane."""
    job, chance = find(name).job("blake3"), random.Random(name)
    with Simulation(job) as simulation:
        for chunks in range(most):
            for length in {1024 * chunks + 1 + chance.randrange(1023), 1024 * (chunks + 1)}:
                message = chance.randbytes(length)
                answer = asked(simulation, job, message)
                assert answer.data == blake3.blake3(message).digest(), length
                assert answer.cycles == job.latency(length), length


@pytest.mark.parametrize(
    ("name", "rate"), [("blake3-1", 8.1), ("blake3-2", 4.1), ("blake3-4", 2.1)]
)
def test_the_rate_of_a_long_message(name: str, rate: float) -> None:
    """Cycles for 64 bytes of a message of 2 MiB, all that it takes to begin and to end included."""
    assert 64 * find(name).job("blake3").latency(1 << 21) / (1 << 21) < rate


# Modes differ in flags and in the key.
RINGS = {"blake3-1": "blake3-keyed", "blake3-2": "blake3-material"}


@pytest.mark.parametrize(
    ("rings", "name", "levels"),
    [
        *((rings, name, 8) for rings, name in RINGS.items()),
        *(
            pytest.param(rings, name, 14, marks=LARGE)
            for rings, name in (*RINGS.items(), ("blake3-4", "blake3"))
        ),
    ],
)
def test_a_level_more(rings: str, name: str, levels: int) -> None:
    """Messages of 2**k chunks, of a byte less, and of one more, whose tree is a level higher."""
    job = find(rings).job(name, MODES[name])
    whole = random.Random(4).randbytes((1024 << levels) + 1)
    with Simulation(job) as simulation:
        for length in (1024 * 2**k + e for k in range(1, levels + 1) for e in (-1, 0, 1)):
            message = whole[:length]
            answer = asked(simulation, job, message)
            assert answer.data == oracle(name, message).digest(), length
            assert answer.cycles == job.latency(length), length


@pytest.mark.parametrize("length", [18721, 22305, 26337, 38657, 43361])
def test_a_result_is_written_between_the_last_rows(length: int) -> None:
    """The parent that reads it next follows at once; the last row of the message is a short one."""
    job, message = find("blake3-1").job("blake3"), random.Random(length).randbytes(length)
    with Simulation(job) as simulation:
        answer = asked(simulation, job, message)
    assert answer.data == blake3.blake3(message).digest()
    assert answer.cycles == job.latency(length)


def test_packets_that_are_none(design: Design) -> None:
    """Modes, lengths and keys that there are not; the next message is answered."""
    plain, keyed = (design.job(name, MODES[name]) for name in ("blake3", "blake3-keyed"))
    head, bits, counter, *key = keyed.config or ()
    bad: list[tuple[int, ...]] = [
        *((each, bits, counter) for each in (4, 255, 1 << 8, 1 << 63)),
        *((0, each, counter) for each in (0, 4, 12, 257)),
        *((each, bits, counter) for each in (1, 3)),
        *((each, bits, counter, *key) for each in (0, 2)),
        *(tuple((head, bits, counter, *key)[:cut]) for cut in range(1, 7)),
        (head, bits, counter, *key, 0),
        (head, 0, counter, *key),
        (0,),
        (0, bits),
        tuple(range(40)),
    ]
    message = bytes(1100)
    with Simulation(plain) as simulation:
        for config in bad:
            answer = simulation.ask_all([[b"message"]], [replace(keyed, config=config)])[0]
            assert answer.error, config
            assert answer.data == bytes(design.hardware.stream_bits // 8)
            good = asked(simulation, keyed, b"message")
            assert good.data == oracle("blake3-keyed", b"message").digest()
        assert asked(simulation, plain, message).data == blake3.blake3(message).digest()


@pytest.mark.parametrize(
    ("name", "values", "said"),
    [
        ("blake3", {"digest_bits": 12}, "digest length 12 is not available: blake3 takes"),
        ("blake3", {"counter": 2**58}, f"counter {2**58} is not available: blake3 takes 0 to"),
        (
            "blake3",
            {"counter": 2**58 - 1, "digest_bits": 1024},
            f"counter is {2**58 - 1}; with 1024 bits it must be at most {2**58 - 2}",
        ),
        ("blake3", {"key": KEY}, "blake3 on blake3-mc-1 takes no key"),
        ("blake3-keyed", {}, "blake3-keyed needs a key of 32 bytes"),
        ("blake3-material", {"key": bytes(31)}, "key has 31 bytes; blake3-material takes 32"),
    ],
)
def test_values_that_the_function_does_not_take(
    name: str, values: dict[str, Any], said: str
) -> None:
    with pytest.raises(GatehashError, match=said):
        DESIGN.job(name, values)
