# SPDX-License-Identifier: Apache-2.0
"""Random work: right designs withstand it, wrong answers are found and named."""

import json
import random
from dataclasses import replace
from itertools import islice, product

import pytest
from tests.catalogue import QUICK, named, registered

from gatehash.bus.functions import functions_of
from gatehash.catalog import DESIGNS, Design, Job, find
from gatehash.cli.commands import run as command
from gatehash.errors import GatehashError
from gatehash.simulate import Simulation
from gatehash.simulate.session import Answer
from gatehash.soak import Packet, Totals, packets, soak

LAST_COUNTER = 2**64 - 1


def totals(name: str, most: int, seed: int = 1) -> Totals:
    *_, last = soak(find(name), seed=seed, most=most)
    return last


VARIANTS = (registered(find("skein256-x8")), registered(find("sha256-lut-hmac@8")))
"""Registers at the pins, and streams of another width behind them."""


def _one_of_each_top() -> tuple[Design, ...]:
    """The quick design of each stream top that has the most functions and operations.

    What random work adds to a design's own tests is messages, faults and resets one after another,
    which the top and not the datapath keeps apart.
    """
    found: dict[str, Design] = {}
    for design in sorted(map(find, QUICK), key=lambda each: -len(each.jobs)):
        found.setdefault(design.hardware.stream.top, design)
    return tuple(found.values())


@pytest.mark.parametrize("design", [*_one_of_each_top(), *VARIANTS], ids=named)
def test_random_work_on_quick_designs(design: Design) -> None:
    """Random packets for the functions of the listed hardware, so that one simulator is built.

    There are as many as show a reset: 150, or more until some follow a message that it cut off.
    """
    listed = functions_of(design, design.hardware)
    functions = tuple(each for each in design.functions if each.name in listed)
    most = enough = 300
    for last in soak(replace(design, functions=functions), seed=1, most=most):
        if last.cut and enough == most:
            enough = max(150, last.packets + 30)
        if last.packets >= enough:
            break
    assert last.refused > 3
    assert last.cycles > 4_000


@pytest.mark.large
@pytest.mark.parametrize("name", DESIGNS)
def test_random_work_on_every_design(name: str) -> None:
    last = totals(name, 2000, seed=2)
    assert last.refused > 50
    assert last.resets > 1
    assert last.cut > 1


def test_a_seed_repeats_everything() -> None:
    assert totals("chacha-mc-1", 200) == totals("chacha-mc-1", 200)
    assert totals("chacha-mc-1", 200) != totals("chacha-mc-1", 200, seed=2)


def test_packets_have_every_kind() -> None:
    jobs = list(find("blake-chacha-mc-1").jobs.values())
    found = list(islice(packets(jobs, random.Random(1)), 2000))
    assert {each.job.name for each in found} == {job.name for job in jobs}
    assert {each.fault.kind for each in found if each.fault} == {0, 1, 2}
    assert any(each.bad_config for each in found)
    assert any(each.job.refusal(len(each.data)) for each in found)
    assert len({each.job.config for each in found}) > 500
    assert {0, 1} <= {len(each.data) for each in found}


def job(name: str, counter: int = 0) -> Job:
    design = find("blake-chacha-mc-1")
    if name.startswith("blake"):
        return design.job(name)
    values = {"key": bytes(32), "nonce": bytes(8), "counter": counter}
    return design.job(name, values, "encrypt")


def test_a_counter_ends_whatever_the_other_stream_does() -> None:
    """No block of key stream follows number 2**64 - 1, with other runs between two of its own."""
    others = (None, "chacha8", "chacha20", "blake-256", "blake-512")
    with Simulation(job("chacha8")) as simulation:
        for stream, other, blocks in product((0, 1), others, (1, 2)):
            if (other, stream) == ("blake-512", 0):
                continue  # which only stream 0 has
            mine = job("chacha8", LAST_COUNTER - blocks + 1)
            work = [(mine, bytes(64 * blocks + 19), stream)]
            work += [(job(other), bytes(100), 1 - stream)] * 4 if other else []
            first, *rest = simulation.ask_all(
                ([data] for _, data, _ in work),
                (each for each, _, _ in work),
                (number for _, _, number in work),
            )
            assert first.error, (stream, other, blocks)
            assert len(first.data) == 64 * blocks + 1
            assert not any(each.error for each in rest)


def test_wrong_answers_are_found() -> None:
    design = find("sha256-lut")
    right = design.job("sha-256")
    model = right.model()
    model.update(b"abc")
    good = Answer(model.digest(), error=False, first=0, last=1)
    packet = Packet(right, b"abc")
    assert packet.wrong(good) is None
    assert "tuser is 1" in (packet.wrong(replace(good, error=True)) or "")
    other = packet.wrong(replace(good, data=bytes(32)))
    assert other == f"sha-256, message of 3 bytes: {'00' * 32}, expected {good.data.hex()}"
    refused = replace(packet, bad_config=True)
    assert "refused message of 3 bytes: tuser is 0" in (refused.wrong(good) or "")
    assert refused.wrong(Answer(bytes(8), error=True, first=0, last=1)) is None
    assert "the error carries" in (refused.wrong(replace(good, error=True)) or "")


def test_an_answer_beyond_the_last_counter_is_wrong() -> None:
    packet = Packet(job("chacha8", LAST_COUNTER), bytes(83))
    answer = Answer(bytes(65) + bytes(1), error=True, first=0, last=1)
    assert "the golden model has no answer: counter must be in" in (packet.wrong(answer) or "")


def test_work_that_compares_nothing_fails(capsys: pytest.CaptureFixture[str]) -> None:
    """A reset is before the first answer."""
    assert totals("sha256-bram", 12).cut == 12
    assert command(["soak", "sha256-bram", "--packets", "12"]) == 1
    said = capsys.readouterr()
    assert said.out == ""
    why = "no answer was compared: a reset cut off 12 packets; ask for more packets or time"
    assert said.err == f"gatehash: sha256-bram: {why}, or choose another seed\n"


def test_the_command(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert command(["soak", "sha256-lut", "--packets", "100", "--seed", "3"]) == 0
    said = capsys.readouterr().out
    assert said.startswith("sha256-lut: 100 answers of 100 packets compared, none wrong, ")
    assert said.endswith("; seed 3\n")
    assert command(["soak", "sha256-lut", "--seconds", "1", "--json"]) == 0
    (row,) = json.loads(capsys.readouterr().out)
    assert (row["design"], row["seed"], row["error"]) == ("sha256-lut", 1, None)
    assert row["packets"] % 64 == 0
    assert row["compared"] == row["packets"] - row["cut"]
    monkeypatch.setattr(Packet, "wrong", lambda *_: "planted")
    assert command(["soak", "sha256-lut", "--packets", "100"]) == 1
    said_wrong = capsys.readouterr()
    assert said_wrong.out == ""
    assert said_wrong.err == "gatehash: sha256-lut: seed 1, packet 0: planted\n"


def test_a_simulator_refuses_jobs_of_other_hardware() -> None:
    design = find("sha3-x1")
    with (
        Simulation(design.job("sha3-256")) as simulation,
        pytest.raises(GatehashError, match="other hardware than shake128"),
    ):
        simulation.ask_all([[b""]], [design.job("shake128")])
