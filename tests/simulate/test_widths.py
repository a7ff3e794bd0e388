# SPDX-License-Identifier: Apache-2.0
"""Designs with streams of another width, by their names."""

import random
from typing import Any

import pytest
from tests.catalogue import registered
from tests.simulate.asking import expected

from gatehash.catalog import DESIGNS, find
from gatehash.errors import GatehashError
from gatehash.simulate import Simulation

EXACT = ("skein256-x8@8", "sha256-bram@32", "blake512-x1@16", "blake256-x1@32", "blake256-half@8")
CONVERTED = (
    "chacha-mc-1@16",
    "blake32-mc-1@64",
    "blake3-mc-1@32",
    "blake2-mc-1@16",
    "arx-mc-1@32",
    "skein-mc@32",
    "skein-mc-mac@64",
    "chacha-x2-piped@16",
    "blake3-1@32",
    "blake3-2@64",
    "blake2s-half@32",
    "sha256-mc@32",
    "sha512-mc@64",
    "sha256-mc-hmac@64",
    "sha3-mc-mac@32",
    "whirlpool-mc@16",
)
# One of each way to the pins: blocks, words, a configuration, a key, and words of an engine.
QUICK = (
    *("skein256-x8@8", "sha256-bram@32"),
    *("chacha-mc-1@16", "skein-mc@32", "chacha-x2-piped@16", "blake3-1@32"),
)


def widths(*names: str) -> pytest.MarkDecorator:
    """Designs as parameters, all but those above marked ``large``."""
    return pytest.mark.parametrize(
        "name",
        [pytest.param(each, marks=[] if each in QUICK else pytest.mark.large) for each in names],
    )


@widths(*EXACT, *CONVERTED)
def test_cycles_are_exact_at_other_widths(name: str) -> None:
    job = find(name).principal_job
    messages = [random.Random(size).randbytes(size) for size in (0, 1, 31, 64, 300)]
    with Simulation(job) as simulation:
        for message in messages:
            answer = simulation.ask([message])
            model = job.model()
            model.update(message)
            assert answer.data == model.digest()
            assert answer.cycles == job.latency(len(message))


# Of the last two the core takes longer behind a message than the stream between two blocks.
@widths(*CONVERTED, "blake256-x1@32", "skein512-x8@32")
def test_messages_in_a_row_have_exact_cycles(name: str) -> None:
    job = find(name).principal_job
    messages = [bytes(size) for size in (64, 1, 0, 65, 130)]
    with Simulation(job) as simulation:
        answers = simulation.ask_all([[message] for message in messages])
    ends = [answer.last - answers[0].first + 1 for answer in answers]
    assert ends == job.ends([len(message) for message in messages])


@pytest.mark.parametrize(
    ("name", "function", "values"),
    [
        ("sha3-x1@8", "shake128", {"digest_bits": 2 * 1344 + 8}),
        ("skein256-x4-mac@8", "skein-mac-256-840", {"key": b"key"}),
        *(
            pytest.param(*case, marks=pytest.mark.large)
            for case in (
                ("sha3-x1@16", "shake256", {"digest_bits": 4104}),
                ("sha3-x1-mac@32", "cshake256", {"digest_bits": 4104}),
                ("skein256-x8@8", "skein-256-264", {}),
                ("skein-mc@16", "skein-256-840", {}),
            )
        ),
    ],
)
def test_pieces_of_a_digest_that_leave_slowly(
    name: str, function: str, values: dict[str, Any]
) -> None:
    """The core waits with a piece until the one before has left."""
    job = find(name).job(function, values)
    sizes = (64, 1, 0, 400, 200, 3)
    messages = [random.Random(size).randbytes(size) for size in sizes]
    with Simulation(job) as simulation:
        for message in messages:
            answer = simulation.ask([message])
            assert answer.data == expected(job, message)
            assert answer.cycles == job.latency(len(message))
        answers = simulation.ask_all([[message] for message in messages])
    assert [each.last - answers[0].first + 1 for each in answers] == job.ends(sizes)


# A shell of blocks, a tree, and streams that share the pins.
@pytest.mark.parametrize(
    "name",
    [
        *("skein512-x8-tree", "sha256-x1-piped"),
        *(pytest.param(name, marks=pytest.mark.large) for name in ("skein256-x8", "phash-1")),
    ],
)
def test_registers_at_the_pins_take_a_cycle_each_way(name: str) -> None:
    plain = find(name)
    job = registered(plain).principal_job
    sizes = (64, 1, 0, 130, 1000)
    messages = [random.Random(size).randbytes(size) for size in sizes]
    with Simulation(job) as simulation:
        for message in messages:
            answer = simulation.ask([message])
            assert answer.cycles == job.latency(len(message))
            assert answer.cycles == plain.principal_job.latency(len(message)) + 2
        answers = simulation.ask_all([[message] for message in messages])
    assert [each.last - answers[0].first + 1 for each in answers] == job.ends(sizes)


def test_the_width_of_the_catalogue_is_one_of_those_that_are_named() -> None:
    for name, design in DESIGNS.items():
        hardware = design.hardware
        assert hardware.stream_bits in hardware.widths
        assert find(f"{name}@{hardware.stream_bits}").hardware == hardware


@pytest.mark.parametrize("bits", ["0", "4", "12", "1024"])
def test_other_widths_are_refused(bits: str) -> None:
    allowed = "8, 16, 32, 64, 128, 256, 512"
    message = f"skein512-x8 has no stream of {bits} bits; choose one of: {allowed}"
    with pytest.raises(GatehashError, match=message):
        find(f"skein512-x8@{bits}")


@pytest.mark.parametrize(
    "name", ["skein9@32", "skein512-x8@", "skein512-x8@08", "skein512-x8@8@32", "@8"]
)
def test_names_of_no_design(name: str) -> None:
    with pytest.raises(GatehashError, match="unknown design"):
        find(name)
