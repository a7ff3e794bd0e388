# SPDX-License-Identifier: Apache-2.0
"""One cycle of reset is enough, at any cycle of a run and from any contents of the registers."""

import random
from dataclasses import replace

import pytest
from tests.catalogue import (
    QUICK,
    REGISTERED,
    SHELLS,
    STREAMED,
    jobs_of_netlist,
    named,
    registered,
)
from tests.rtl.state_bench import Packet, StateBench, good

from gatehash.catalog import Design, Job, find

# Together they have each module between pins and core; those that take a key have their bench in
# test_erasure.py, too. ``gatehash soak`` resets the others' cores.
_KEYED = (name for name in SHELLS if any(each.keyed for each in find(name).functions))
USUAL = tuple(dict.fromkeys((*STREAMED, *_KEYED)))
# The others of what the quick tests simulate, and what holds its state in another way.
LARGE = (
    *(name for name in dict.fromkeys((*SHELLS, *QUICK)) if name not in USUAL),
    *(
        "blake3-4",
        "threefish-mc",
        "sha512-bram-hmac",
        "whirlpool-bram-table",
        "phash-1",
        "phash-12",
    ),
    *("chacha-mc-2", "chacha-mc-3", "blake-mc-2", "blake-chacha-mc-1", "skein512-x8-piped"),
)
_SKEIN = find("skein256-x1")
# A hash core's shell with registers at its pins.
SHELL = registered(_SKEIN)
SKEIN_MAC = find("skein-mc-mac")
# Of its states the one whose messages take the least time.
SKEIN_MAC = replace(SKEIN_MAC, hardware=SKEIN_MAC.jobs["skein-mac-256-256"].hardware)
DESIGNS = pytest.mark.parametrize(
    "design",
    [
        *(pytest.param(find(name), id=name) for name in USUAL if name != SKEIN_MAC.name),
        *(pytest.param(find(name), id=name, marks=pytest.mark.large) for name in LARGE),
        *(pytest.param(each, id=named(each), marks=pytest.mark.large) for each in REGISTERED),
        pytest.param(SHELL, id=named(SHELL)),
        pytest.param(SKEIN_MAC, id=named(SKEIN_MAC)),
    ],
)
# Cycles of the reset, whether the sink is asleep before it, and cycles from one offset to the next:
# one cycle comes at every offset.
RESETS = ((1, False, 1), (2, True, 3), (3, False, 5))
SEEDS = 200


def shortest(design: Design) -> Job:
    """The job whose messages take it the least time."""
    return min(jobs_of_netlist(design), key=lambda job: job.latency(1))


def malformed(packet: Packet) -> list[Packet]:
    """The message with a hole in its first beat, and with a configuration of another length.

    A beat of one or two bytes is not full instead, before the message's last one.
    """
    full = packet.keep[0]
    assert full > 3 or len(packet.keep) > 1
    bad = replace(packet, answer=b"", error=True)
    found = [replace(bad, keep=(full & ~2 if full > 1 else 0, *packet.keep[1:]))]
    if packet.config:
        # Some configurations are a word, and one of two words is none of theirs.
        short = packet.config[:1] if len(packet.config) > 1 else 2 * packet.config
        found.append(replace(bad, config=short))
    return found


def tried_streams(job: Job) -> list[int]:
    """All streams, or the first and the last of many alike, which share all but their number."""
    streams = range(job.hardware.streams)
    return [streams[0], streams[-1]] if job.hardware.shared else [*streams]


def before_and_after(job: Job, rng: random.Random, stream: int) -> tuple[list[Packet], Packet]:
    """Good and malformed messages on the streams, and the one that follows a reset."""
    block = job.padding.block_bytes
    before = []
    for each in tried_streams(job):
        two_blocks, one_block = (good(job, rng, n, each) for n in (block + 1, block // 2))
        before += [two_blocks, *malformed(one_block), one_block]
    return before, good(job, rng, block // 2, stream)


@DESIGNS
def test_reset_at_every_offset_of_a_run(design: Design) -> None:
    """A beat that is offered in reset waits, and the message after it takes its exact time."""
    job = shortest(design)
    bench = StateBench(design)
    rng = random.Random(design.name)
    # Every offset is that of the large ones; 13 is no divisor of a block's cycles.
    rarer = 13 if design.name in USUAL else 1
    for stream in tried_streams(job):
        before, after = before_and_after(job, rng, stream)
        # Streams work side by side; more is left when the last message has been answered.
        sizes = [len(packet.data) for packet in before]
        end = sum(map(job.latency, sizes)) + 100
        for width, asleep, stride in RESETS:
            offsets = range(0, end, stride * rarer)
            found = bench.resets(before, [after], offsets, width, asleep=asleep)
            assert found == ["0 wrong"], f"{width} cycles, stream {stream}"


def test_an_empty_message_follows_a_reset() -> None:
    """A message that a reset cuts off in a later block makes the next one no longer than it is."""
    job = shortest(find("poly1305-x4"))
    rng = random.Random("empty")
    size = 3 * job.padding.block_bytes
    before, after = good(job, rng, size), good(job, rng, 0)
    offsets = range(0, job.latency(size), 3)
    assert StateBench(job.design).resets([before], [after], offsets, 1) == ["0 wrong"]


@DESIGNS
def test_random_power_ups(design: Design) -> None:
    """Whatever registers and memories begin with, every algorithm gives the right answers.

    Nor is any ready or valid high before the first edge of the clock, without a reset.
    """
    _power_up(design)


@pytest.mark.parametrize(
    "name", ["skein-mc@64", pytest.param("chacha-x2-piped@8", marks=pytest.mark.large)]
)
def test_random_power_ups_behind_converters(name: str) -> None:
    """The same where width converters are at the pins of all streams."""
    _power_up(find(name))


def _power_up(design: Design) -> None:
    rng = random.Random(design.name)
    packets = [good(job, rng, 1) for job in jobs_of_netlist(design)]
    # The others' times depend on the first one's.
    packets[1:] = [replace(packet, cycles=0) for packet in packets[1:]]
    assert StateBench(design).power_ups(packets, SEEDS) == ["0 wrong"]


@pytest.mark.parametrize("design", [find("sha256-lut-hmac"), SKEIN_MAC], ids=named)
def test_a_held_key_is_forgotten_in_a_reset(design: Design) -> None:
    """A message that asks for the held key is refused after it, as at power-up."""
    rng = random.Random("held")
    function = shortest(design).name
    held = design.job(function, {"key": b"key", "held": True})
    again = design.job(function, {"key": b"key"}).without_key()
    before, packet = (good(held, rng, size, 0) for size in (10, 20))
    assert again.config is not None
    after = replace(packet, config=again.config, answer=b"", error=True, cycles=0)
    end = held.latency(len(before.data)) + 2
    assert StateBench(design).resets([before], [after], range(end, end + 20, 5), 1) == ["0 wrong"]
