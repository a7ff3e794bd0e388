# SPDX-License-Identifier: Apache-2.0
"""sha3-x1-mac-dom: random work, resets and erasure, with shares and random bits of a seed."""

import random
import shutil
from dataclasses import replace
from os.path import relpath
from pathlib import Path

import pytest
from tests.rtl.lint import refusal
from tests.rtl.state_bench import Packet, StateBench, differences, good
from tests.rtl.test_reset import before_and_after
from tests.rtl.test_selftest import Fault

from gatehash.catalog import Design, Job, find
from gatehash.errors import GatehashError
from gatehash.paths import rtl_root
from gatehash.simulate import Simulation
from gatehash.simulate.feed import Malformed
from gatehash.soak import soak

MASKED = find("sha3-x1-mac-dom")


def only(design: Design, name: str) -> Design:
    """Return the design with one of its functions."""
    return replace(design, functions=(design.function(name),))


@pytest.mark.parametrize(
    ("name", "bits"),
    [
        ("hmac-sha3-256", 128),
        *(
            pytest.param(*each, marks=pytest.mark.large)
            for each in (
                *((each.name, 128) for each in MASKED.functions if each.name != "hmac-sha3-256"),
                *(("hmac-sha3-256", 64), ("kmac256", 64)),
            )
        ),
    ],
)
def test_random_work(name: str, bits: int) -> None:
    """Keys and messages, with stalls, malformed beats and packets, and resets at any cycle.

    There are gaps between random bits, and beats whose shares have other bytes.
    """
    design = only(find(f"sha3-x1-mac-dom@{bits}"), name)
    *_, totals = soak(design, most=512, seed=5)
    assert totals.refused > 20
    assert totals.resets > 0


@pytest.mark.large
def test_reset_at_every_third_offset_of_a_run() -> None:
    design = only(MASKED, "hmac-sha3-256")
    (job,) = design.jobs.values()
    before, after = before_and_after(job, random.Random(8), 0)
    bench = StateBench(design)
    for width, asleep in ((1, False), (2, True)):
        offsets = range(width, 1500, 3)
        assert bench.resets(before, [after], offsets, width, asleep=asleep) == ["0 wrong"]
    packet = good(job, random.Random(9), 1)
    assert bench.power_ups([packet], 100) == ["0 wrong"]


def runs(job: Job, packet: Packet) -> list[tuple[str, list[Packet], int | None, int]]:
    """Ways in which a message may end: its name, packets, a reset, and cycles of sleep."""
    assert packet.config
    bad = replace(packet, answer=b"", error=True)
    hole = replace(bad, keep=(*packet.keep[:-1], packet.keep[0] - 1))
    short = replace(bad, config=packet.config[:5])
    found: list[tuple[str, list[Packet], int | None, int]] = [
        ("good", [packet], None, 0),
        ("slow sink", [packet], None, 2000),
        ("hole", [hole], None, 0),
        ("short packet", [short], None, 0),
        ("long packet", [replace(bad, config=(*packet.config, 1))], None, 0),
    ]
    return found + [(f"reset at {n}", [packet], n, 0) for n in (3, 9, 19, 40, 71, 130, 200, 290)]


def planted(file: str, right: str, wrong: str, folder: Path) -> Design:
    """Return the design with a change of one of its files, which goes to a folder."""
    hardware = MASKED.hardware
    (folder / "guarded").mkdir()
    shutil.copy(rtl_root() / file, folder / file)
    Fault("", file, right, wrong, "").plant(folder)
    changed = relpath(folder / file, rtl_root())
    sources = tuple(changed if each == file else each for each in hardware.sources)
    return replace(MASKED, hardware=replace(hardware, sources=sources))


def left_behind(design: Design, name: str, folder: Path, most: int = 99) -> dict[str, list[str]]:
    """Return what differs behind runs with the same random bits and another key and message.

    Both shares of keys and messages differ, see ``ports.h``. At most so many ways in which a
    message may end are tried.
    """
    design = only(design, name)
    (job,) = design.jobs.values()
    design = replace(design, hardware=job.hardware)
    bench = StateBench(design)
    size = 2 * job.padding.block_bytes + 5
    left = {}
    for number in range(min(most, len(runs(job, good(job, random.Random(0), size))))):
        states = []
        for seed in range(2):
            rng = random.Random(seed)
            one = design.job(name, {"key": rng.randbytes(32)})
            title, sent, reset, asleep = runs(one, good(one, rng, size))[number]
            states.append(bench.state(folder / f"{seed}.vcd", sent, reset, asleep))
        if rest := differences(*states):
            left[title] = rest
    return left


@pytest.mark.large
@pytest.mark.parametrize("name", ["hmac-sha3-256", "kmac128"])
def test_nothing_is_left_of_a_key(name: str, tmp_path: Path) -> None:
    assert left_behind(MASKED, name, tmp_path) == {}


@pytest.mark.large
@pytest.mark.parametrize("share", [0, 1])
def test_a_share_that_stays_is_found(share: int, tmp_path: Path) -> None:
    """In a register that takes a share's beats of messages, and is never erased."""
    right = "  assign digest_data_o = answer_data;"
    stays = (
        "  logic [StreamBits-1:0] stays_q, unused_stays;",
        "  always_ff @(posedge clk_i) if (message_valid_i && message_ready_o",
        f"      && Second == {share}) stays_q <= message_data_i;",
        "  assign unused_stays = stays_q;",
        right,
    )
    design = planted("guarded/gh_share_shell.sv", right, "\n".join(stays), tmp_path)
    (found,) = left_behind(design, "hmac-sha3-256", tmp_path, most=1).values()
    assert any("stays_q" in path for path in found)


@pytest.mark.large
def test_a_tail_with_a_constant_of_its_own_is_refused() -> None:
    """Bits 9:8 of a head, which ask for KMACXOF."""
    job = MASKED.job("kmac128", {"key": bytes(32)})
    assert job.config is not None
    head, *words = job.config
    other = replace(job, config=(head ^ 3 << 8, *words))
    with Simulation(job) as simulation:
        found = simulation.ask_all([(b"abc",)] * 2, [other, job])
    assert [each.error for each in found] == [True, False]


@pytest.mark.large
def test_shares_with_other_bytes_are_refused() -> None:
    job = MASKED.principal_job
    data = bytes(range(24))
    with Simulation(job) as simulation:
        found = simulation.ask_all([Malformed(data, at, 3) for at in (0, 8, 16)] + [(data,)])
    assert [each.error for each in found] == [True, True, True, False]


@pytest.mark.parametrize(
    ("parameters", "said"),
    [
        ({"StreamBits": 32}, "StreamBits is 32; it must be 64 or 128"),
        ({"Function": 6}, "Function is 6; it must be 0 to 3 where Nested, 4 or 5 else"),
        ({"DigestBits": 512}, "DigestBits is 512; it must be 256 where Nested"),
    ],
)
def test_parameters_are_refused(parameters: dict[str, int], said: str) -> None:
    hardware = MASKED.hardware
    assert said in refusal(hardware.stream.top, parameters, hardware.files())


@pytest.mark.large
@pytest.mark.parametrize(
    ("file", "right", "wrong"),
    [
        # gh_prefix's constants stay in share 1, or its length in place of the padding.
        ("guarded/gh_share_shell.sv", "sent = beat ^ {StreamBytes", "sent = beat & {StreamBytes"),
        ("guarded/gh_share_shell.sv", "sent = beat & ~Last;", "sent = beat;"),
        ("guarded/gh_share_shell.sv", "outer_q ? Opad : Ipad", "outer_q ? Ipad : Opad"),
        # A share stands in for the other one, or a digest in a place of its own.
        ("guarded/gh_sha3_mac_dom.sv", ".block1_i     (block[1])", ".block1_i     (block[0])"),
        ("guarded/gh_sha3_dom_core.sv", "piece1_o      = state1[", "piece1_o      = state0["),
    ],
)
def test_a_planted_fault_is_caught(file: str, right: str, wrong: str, tmp_path: Path) -> None:
    design = only(planted(file, right, wrong, tmp_path), "hmac-sha3-256")
    with pytest.raises(GatehashError, match="expected"):
        list(soak(design, most=64, seed=5))
