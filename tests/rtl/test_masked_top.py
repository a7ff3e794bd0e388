# SPDX-License-Identifier: Apache-2.0
"""gh_sha3_mac_dom, a masked stream top that no design has, behind what shares its streams."""

import random
import shutil
from collections.abc import Sequence
from dataclasses import replace
from os.path import relpath
from pathlib import Path
from typing import Any

import pytest
from tests.rtl.lint import refusal, require_clean, require_legal
from tests.rtl.masked_design import MASKED, masked
from tests.rtl.state_bench import Packet, StateBench, differences, good
from tests.rtl.test_reset import before_and_after
from tests.rtl.test_selftest import Fault

from gatehash.catalog import Design, Job
from gatehash.errors import GatehashError
from gatehash.paths import rtl_root
from gatehash.simulate import Simulation
from gatehash.soak import soak

TOP = "gh_sha3_mac_dom"
BLOCK = 136


def only(design: Design, name: str) -> Design:
    """Return the design with one of its functions."""
    return replace(design, functions=(design.function(name),))


def required(design: Design) -> None:
    hardware = design.hardware
    module = hardware.stream
    require_clean(module.top, module.parameters, hardware.files())
    require_legal(module.top, module.parameters, hardware.files())


def test_random_work_with_gaps_between_random_bits() -> None:
    """Keys and messages, with stalls, malformed beats and packets, and resets at any cycle."""
    design = only(MASKED, "hmac-sha3-256")
    required(design)
    *_, totals = soak(design, most=512, seed=5)
    assert totals.refused > 20
    assert totals.resets > 0


@pytest.mark.large
@pytest.mark.parametrize(
    ("name", "bits"),
    [
        *((each.name, 64) for each in MASKED.functions if each.name != "hmac-sha3-256"),
        *(("hmac-sha3-256", 32), ("kmac256", 32)),
    ],
)
def test_random_work_of_all_functions(name: str, bits: int) -> None:
    design = only(masked(bits, dry=1), name)
    *_, totals = soak(design, most=256, seed=6)
    assert totals.refused > 5


@pytest.mark.large
@pytest.mark.parametrize(
    ("bits", "block", "cycles"),
    [
        # Four cycles more than sha3-x1-mac: a word of the packet on its way, a sharing of zero
        # between both passes, and two digests behind their permutations.
        (64, 24, {0: 139, 100: 139, 5 * BLOCK: 259}),
        # The streams bring a block in 34 beats.
        (32, 34, {5 * BLOCK: 376}),
    ],
)
def test_cycles_depend_on_lengths_alone(bits: int, block: int, cycles: dict[int, int]) -> None:
    """Where random bits never lack."""
    design = only(masked(bits, dry=0), "hmac-sha3-256")
    rng = random.Random(7)
    sizes = {**cycles, 25 * BLOCK: cycles[5 * BLOCK] + 20 * block}
    for size, expected in sizes.items():
        jobs = [design.job("hmac-sha3-256", {"key": rng.randbytes(32)}) for _ in range(3)]
        with Simulation(jobs[0]) as simulation:
            data = [(rng.randbytes(size),) for _ in jobs]
            found = simulation.ask_some(data, jobs, [0] * len(jobs))
            assert [each and each.cycles for each in found] == [expected] * len(jobs)


@pytest.mark.large
def test_reset_at_every_third_offset_of_a_run() -> None:
    design = only(MASKED, "hmac-sha3-256")
    (job,) = design.jobs.values()
    before, after = before_and_after(job, random.Random(8), 0)
    after = replace(after, cycles=0)
    bench = StateBench(design)
    for width, asleep in ((1, False), (2, True)):
        offsets = range(width, 1500, 3)
        assert bench.resets(before, [after], offsets, width, asleep=asleep) == ["0 wrong"]
    packet = replace(good(job, random.Random(9), 1), cycles=0)
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

    Both shares of keys and messages differ, see ``gh_sha3_mac_dom_used``. At most so many ways in
    which a message may end are tried.
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


def answers(design: Design, values: Sequence[dict[str, Any]], name: str) -> list[bool]:
    """Return whether each message of three bytes is answered with an error."""
    jobs = [design.job(name, each) for each in values]
    with Simulation(jobs[0]) as simulation:
        found = simulation.ask_some([(b"abc",)] * len(jobs), jobs, [0] * len(jobs))
        return [each.error for each in found if each]


@pytest.mark.large
def test_a_tail_with_a_constant_of_its_own_is_refused() -> None:
    values = [{"key": bytes(32), "xof": xof} for xof in (True, False)]
    assert answers(masked(), values, "kmac128") == [True, False]


@pytest.mark.large
@pytest.mark.parametrize("odd", ["OddHead", "OddKeep"])
def test_what_has_no_two_shares_is_refused(odd: str) -> None:
    """A head with something in share 1, and a beat whose shares have other bytes."""
    design = masked()
    hardware = design.hardware
    parameters = {**hardware.stream.parameters, odd: 1}
    top = replace(hardware.stream, parameters=parameters)
    design = replace(design, hardware=replace(hardware, stream=top))
    assert answers(design, [{"key": bytes(32)}] * 2, "hmac-sha3-256") == [True, True]


@pytest.mark.parametrize(
    ("parameters", "said"),
    [
        ({"StreamBits": 32}, "StreamBits is 32; it must be 64 or 128"),
        ({"Function": 6}, "Function is 6; it must be 0 to 3 where Nested, 4 or 5 else"),
        ({"DigestBits": 512}, "DigestBits is 512; it must be 256 where Nested"),
    ],
)
def test_parameters_are_refused(parameters: dict[str, int], said: str) -> None:
    files = [path for path in MASKED.hardware.files() if path.stem != MASKED.hardware.stream.top]
    assert said in refusal(TOP, parameters, files)


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
