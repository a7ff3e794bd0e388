# SPDX-License-Identifier: Apache-2.0
"""Streams that share the pins and a datapath: each is answered as if it were alone."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import pairwise

import pytest
from tests.catalogue import JOBS, parameters, rebuilt
from tests.simulate.asking import expected

from gatehash.catalog import Job, find
from gatehash.catalog.timing import SharedTiming
from gatehash.simulate import Simulation
from gatehash.simulate.feed import Malformed


def with_streams(name: str, streams: int) -> Job:
    """A design's principal job on hardware with another number of streams."""
    design = find(name)
    hardware = design.hardware.having(Streams=streams)
    return replace(design, name=f"{name}-of-{streams}", hardware=hardware).principal_job


PAIR = with_streams("sha256-x1-piped", 2)
SHARED = [*(job for _, job in JOBS if job.hardware.shared), PAIR]
shared = pytest.mark.parametrize(
    "job",
    parameters(((f"{job.design.name}-{job.name}", job) for job in SHARED), rare=rebuilt),
)


@shared
def test_lengths_on_all_streams(job: Job) -> None:
    """Every length up to two blocks and a byte, on streams in turn, with and without stalls."""
    block, streams = job.padding.block_bytes, job.hardware.streams
    chance = random.Random(job.design.name)
    messages = [chance.randbytes(length) for length in range(2 * block + 2)] * 2
    chance.shuffle(messages)
    with Simulation(job) as simulation:
        for seeds in ((0,) * streams, tuple(chance.getrandbits(64) for _ in range(streams))):
            simulation.disturb(seeds)
            places = [chance.randrange(streams) for _ in messages]
            answers = simulation.ask_all(([each] for each in messages), streams=places)
            for message, answer in zip(messages, answers, strict=True):
                assert not answer.error
                assert answer.data == expected(job, message), len(message)


@shared
def test_errors_on_one_stream_leave_the_others_as_they_are(job: Job) -> None:
    block, streams = job.padding.block_bytes, job.hardware.streams
    chance = random.Random(f"{job.design.name} errors")
    messages: list[bytes | Malformed] = []
    places = []
    for number in range(12 * streams):
        data, place = chance.randbytes(chance.randrange(1, 4 * block)), number % streams
        # Every packet of stream 1 is malformed, in its first beat or in a later one.
        at = chance.randrange(0, len(data), 8)
        messages.append(Malformed(data, at, chance.randrange(3)) if place == 1 else data)
        places.append(place)
    with Simulation(job) as simulation:
        answers = simulation.ask_all(
            ([each] if isinstance(each, bytes) else each for each in messages), streams=places
        )
    for message, answer in zip(messages, answers, strict=True):
        if isinstance(message, bytes):
            assert not answer.error
            assert answer.data == expected(job, message)
        else:
            assert answer.error
            assert not any(answer.data)


@shared
def test_a_stream_alone_takes_its_exact_time_whatever_its_number(job: Job) -> None:
    message = bytes(range(200))
    with Simulation(job) as simulation:
        for stream in range(job.hardware.streams):
            (answer,) = simulation.ask_all([[message]], streams=[stream])
            assert answer.data == expected(job, message)
            assert answer.cycles == job.latency(len(message))


@shared
def test_all_streams_share_the_datapath_evenly(job: Job) -> None:
    """Long messages of all streams end within a block's time of one another."""
    message = bytes(40 * job.padding.block_bytes)
    streams = range(job.hardware.streams)
    with Simulation(job) as simulation:
        answers = simulation.ask_all(([message] for _ in streams), streams=streams)
    last = [answer.last for answer in answers]
    # Of the last blocks and the output blocks that follow them.
    assert max(last) - min(last) <= 2 * job.timing.block


def test_the_most_streams() -> None:
    job = with_streams("sha256-x1-piped", 256)
    messages = [bytes([stream]) * (stream + 1) for stream in range(256)]
    with Simulation(job) as simulation:
        answers = simulation.ask_all(([message] for message in messages), streams=range(256))
    assert [each.data for each in answers] == [expected(job, message) for message in messages]


@pytest.mark.large
@pytest.mark.parametrize(
    ("name", "streams"),
    [
        ("blake256-x1-piped", 8),
        ("blake512-half-piped", 2),
        ("blake512-x1-piped", 2),
        ("skein256-x4-piped", 2),
        ("skein256-x8-piped", 8),
        ("skein512-x4-piped", 4),
        ("skein512-x8-piped", 2),
        ("whirlpool-x1-piped", 2),
        ("whirlpool-x1-piped", 4),
    ],
)
def test_streams_too_few_for_a_ring_wait_no_longer_than_said(name: str, streams: int) -> None:
    job = with_streams(name, streams)
    long, short = (bytes(blocks * job.padding.block_bytes) for blocks in (200, 100))
    with Simulation(job) as simulation:
        took = [
            [
                each.cycles
                for each in simulation.ask_all([[message]] * streams, streams=range(streams))
            ]
            for message in (long, short)
        ]
    assert isinstance(job.timing, SharedTiming)
    # A message may begin or end up to a block's time later than the one before it did.
    for more, less in zip(*took, strict=True):
        assert 99 * job.timing.alone <= more - less <= 101 * job.timing.block


@pytest.mark.parametrize(
    ("job", "cycles"),
    [
        (PAIR, 207),
        pytest.param(with_streams("sha512-x1-piped", 2), 255, marks=pytest.mark.large),
    ],
    ids=("sha256", "sha512"),
)
def test_fewer_streams_than_places_have_each_its_time_alone(job: Job, cycles: int) -> None:
    """A place of three stays empty: neither of two streams waits for the other's blocks."""
    streams, took = range(job.hardware.streams), []
    with Simulation(job) as simulation:
        for blocks in (100, 200):
            message = bytes(blocks * job.padding.block_bytes)
            answers = simulation.ask_all(([message] for _ in streams), streams=streams)
            assert {answer.data for answer in answers} == {expected(job, message)}
            # Whose message enters first has no beats of the other's before its own.
            took.append(sorted(answer.cycles for answer in answers))
            assert took[-1][0] == job.latency(len(message))
    assert [long - short for short, long in zip(*took, strict=True)] == [100 * cycles] * 2


def test_messages_of_a_block_follow_each_other_on_two_places() -> None:
    """Neither an answer that leaves nor the next message's words take a place's time."""
    job = find("sha3-x1-piped").principal_job
    message = bytes(job.padding.block_bytes - 1)
    numbers = range(24)
    with Simulation(job) as simulation:
        for places, spacings in (([0, 1], {25, 23}), ([1], {48})):
            streams = [places[number % len(places)] for number in numbers]
            answers = simulation.ask_all(([message] for _ in numbers), streams=streams)
            assert {answer.data for answer in answers} == {expected(job, message)}
            last = [answer.last for answer in answers]
            assert {later - earlier for earlier, later in pairwise(last)} == spacings
