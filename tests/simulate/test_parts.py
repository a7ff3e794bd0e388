# SPDX-License-Identifier: Apache-2.0
"""Messages in parts: a core serves many that are interrupted after any of their blocks."""

import hashlib
import random

import pytest

from gatehash.catalog import DESIGNS, Job, find
from gatehash.errors import GatehashError
from gatehash.models.sha2 import INITIAL
from gatehash.models.words import join
from gatehash.simulate import Answer, Simulation

BLOCKS = 5
IN_PARTS = [
    (name, function.name)
    for name, design in DESIGNS.items()
    for function in design.functions
    if any(field.name == "followed" for field in function.fields)
]


def ask(simulation: Simulation, message: bytes, job: Job) -> Answer:
    (answer,) = simulation.ask_all([[message]], [job])
    return answer


def part(name: str, before: int, chaining: bytes, *, followed: bool = False) -> Job:
    values = {"before": before, "chaining": chaining} if chaining else {}
    return find(name).job(values={**values, "followed": followed})


def test_there_are_such_designs() -> None:
    assert {function for _, function in IN_PARTS} == {"sha-256", "sha-512"}


@pytest.mark.parametrize(("name", "function"), IN_PARTS)
def test_a_message_goes_on_after_any_block(name: str, function: str) -> None:
    """In two parts at each boundary, also with an empty last part; cycles are exact."""
    size = find(name).job().padding.block_bytes
    message = random.Random(name).randbytes(BLOCKS * size + 7)
    for text in (message, message[: BLOCKS * size]):
        digest = hashlib.new(function.replace("-", ""), text).digest()
        with Simulation(find(name).job()) as simulation:
            for end in range(size, BLOCKS * size + 1, size):
                first = part(name, 0, b"", followed=True)
                chaining = ask(simulation, text[:end], first)
                assert chaining.cycles == first.latency(end)
                last = part(name, end, chaining.data)
                answer = ask(simulation, text[end:], last)
                assert answer.data == digest
                assert answer.cycles == last.latency(len(text) - end)


@pytest.mark.parametrize(("name", "function"), IN_PARTS)
def test_messages_take_turns_block_by_block(name: str, function: str) -> None:
    size = find(name).job().padding.block_bytes
    messages = [random.Random(seed).randbytes(BLOCKS * size + seed) for seed in range(3)]
    chaining = [b""] * len(messages)
    with Simulation(find(name).job()) as simulation:
        for at in range(0, BLOCKS * size, size):
            jobs = [part(name, at, each, followed=True) for each in chaining]
            pieces = ([message[at : at + size]] for message in messages)
            chaining = [answer.data for answer in simulation.ask_all(pieces, jobs)]
        jobs = [part(name, BLOCKS * size, each) for each in chaining]
        answers = simulation.ask_all(([message[BLOCKS * size :]] for message in messages), jobs)
    wanted = [hashlib.new(function.replace("-", ""), message).digest() for message in messages]
    assert [answer.data for answer in answers] == wanted


def test_another_function_by_its_initial_value() -> None:
    name, bits = "sha512-bram-resume", 384
    message = random.Random(bits).randbytes(300)
    with Simulation(find(name).job()) as simulation:
        job = part(name, 0, join(INITIAL[64][bits], 8, "big"))
        answer = ask(simulation, message, job)
    assert answer.data[: bits // 8] == hashlib.sha384(message).digest()


def test_a_length_of_many_parts() -> None:
    """More bytes before than a count of 32 bits holds, with a carry into its high half."""
    name, before = "sha256-lut-resume", (1 << 61) - 128
    message = bytes(range(100))
    with Simulation(find(name).job()) as simulation:
        job = part(name, before, bytes(32))
        model = job.model()
        model.update(message)
        assert ask(simulation, message, job).data == model.digest()


def test_before_needs_a_chaining_value() -> None:
    with pytest.raises(GatehashError, match="before is 64, but there is no chaining"):
        find("sha256-lut-resume").job(values={"before": 64})


def test_before_is_whole_blocks() -> None:
    with pytest.raises(GatehashError, match=r"length before 65 .* multiples of 64 bytes from 0 to"):
        find("sha256-lut-resume").job(values={"before": 65, "chaining": bytes(32)})


@pytest.mark.parametrize(("name", "function"), IN_PARTS)
def test_a_message_behind_a_part_begins_anew(name: str, function: str) -> None:
    """Its length does not count the bytes before of a part of another one."""
    size, message = find(name).job().padding.block_bytes, b"a message of its own"
    with Simulation(find(name).job()) as simulation:
        chaining = ask(simulation, bytes(size), part(name, 0, b"", followed=True))
        ask(simulation, b"", part(name, size, chaining.data))
        alone = ask(simulation, message, find(name).job())
    assert alone.data == hashlib.new(function.replace("-", ""), message).digest()
