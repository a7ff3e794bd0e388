# SPDX-License-Identifier: Apache-2.0
"""Nothing is left of a key and its message, in whatever register or memory.

Two runs differ in key, tweak, nonce and message only; when the next configuration may come, every
signal and every memory word of the design must be equal.
"""

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from tests.catalogue import OTHER_WIDTHS, REGISTERED, REGISTERED_WIDTHS, SHELLS, named
from tests.rtl.state_bench import Packet, StateBench, differences, good

from gatehash.bus.functions import functions_of
from gatehash.catalog import DESIGNS, BytesField, Design, Function, Job, find

# One of each shell that takes a key, and a tag.
USUAL = (
    *(name for name in SHELLS if any(each.keyed for each in DESIGNS[name].functions)),
    "chacha20-poly1305-mc-1",
)
# A tail behind the message, and two blocks before it, which the design's first function has not.
KMAC = replace(DESIGNS["sha3-x1-mac"], hardware=find("sha3-x1-mac").jobs["kmac128"].hardware)
# Whose messages take the least time.
SKEIN = find("skein-mc-mac")
SKEIN = replace(SKEIN, hardware=SKEIN.jobs["skein-mac-256-256"].hardware)
QUICK = (*(DESIGNS[name] for name in USUAL if name != SKEIN.name), SKEIN, KMAC)
EVERY = [
    design
    for design in [*DESIGNS.values(), KMAC, SKEIN, *OTHER_WIDTHS, *REGISTERED, *REGISTERED_WIDTHS]
    if any(function.keyed for function in design.functions)
]
# One reset in 16 of each kind of design, and all of every design.
KEYED = [
    *(pytest.param(design, 16, id=named(design)) for design in QUICK),
    *(pytest.param(each, 1, id=f"{named(each)}-all", marks=pytest.mark.large) for each in EVERY),
]


@dataclass(frozen=True)
class Run:
    """What is sent to a stream, and the reset or the sleeping sink that it meets.

    Parameters
    ----------
    name : str
        What is special about it.
    packets : callable
        Makes the packets of a good message.
    reset : int, optional
        Cycles to a reset of one cycle.
    asleep : int
        Cycles in which the sink takes nothing, see :meth:`StateBench.state`.
    """

    name: str
    packets: Callable[[Packet], list[Packet]]
    reset: int | None = None
    asleep: int = 0


def good_ones(packet: Packet) -> list[Packet]:
    return [packet]


def hole(packet: Packet) -> list[Packet]:
    """The last beat has no first byte: blocks before it are encrypted and leave."""
    keep = (*packet.keep[:-1], packet.keep[0] - 1)
    return [replace(packet, keep=keep, answer=b"", error=True)]


def wrong_tag(packet: Packet) -> list[Packet]:
    """The message's last byte, which is one of its tag, is another one."""
    last = len(packet.keep) * (len(packet.data) // len(packet.keep)) - 1
    while not packet.keep[-1] >> (last % (len(packet.data) // len(packet.keep))) & 1:
        last -= 1
    data = bytes(byte ^ (at == last) for at, byte in enumerate(packet.data))
    return [replace(packet, data=data, answer=b"", error=True)]


def cut_off(words: int) -> Callable[[Packet], list[Packet]]:
    """The configuration ends after so many words."""
    return lambda packet: [
        replace(packet, config=packet.config[:words], answer=b"", error=True),
    ]


def too_long(packet: Packet) -> list[Packet]:
    """The configuration has three words more."""
    config = (*packet.config, *packet.config[-3:])
    return [replace(packet, config=config, answer=b"", error=True)]


def no_such_function(packet: Packet) -> list[Packet]:
    """The configuration asks for what there is not, with a key."""
    return [replace(packet, config=(1 << 40, *packet.config[1:]), answer=b"", error=True)]


def open_config(words: int) -> Callable[[Packet], list[Packet]]:
    """The configuration stops after so many words, without an end."""
    return lambda packet: [
        replace(packet, config=packet.config[:words], config_last=False, keep=(), answer=None),
    ]


def takes_early(design: Design) -> bool:
    """Whether the next configuration may come before the last beat of an answer has left.

    Behind a converter of bytes, or a register at the pins of BLAKE2, an answer has left the core.
    """
    hardware = design.hardware
    bytes_inside = any(source.endswith("gh_byte_pins.sv") for source in hardware.sources)
    return (bytes_inside and hardware.stream_bits > 8) or design.family == "blake"


def runs(job: Job, share: int) -> Iterator[Run]:
    """Every way in which a message may end; of the moments of a reset, one in so many."""
    assert job.config is not None
    words = len(job.config)
    beats = 64 // job.hardware.beat_bits
    yield Run("good", good_ones)
    yield Run("slow sink", good_ones, asleep=2 * job.latency(1) + 400)
    if not takes_early(job.design):
        yield Run("sink sleeps before the last beat", good_ones, asleep=-1)
    yield Run("hole", hole)
    yield Run("hole, slow sink", hole, asleep=2 * job.latency(1) + 400)
    if job.distrust:
        yield Run("wrong tag", wrong_tag)
    for count in range(1, words):
        yield Run(f"configuration of {count} words", cut_off(count))
        yield Run(f"reset behind {count} words", open_config(count), reset=beats * count + 2)
    yield Run("configuration too long", too_long)
    yield Run("no such function", no_such_function)
    end = 2 * job.latency(2 * job.padding.block_bytes)
    for reset in (*range(1, 40, share), *range(40, end, share * end // 40)):
        yield Run(f"reset after {reset} cycles", good_ones, reset=reset)
    for reset in (beats * words + 20, end // 4, end // 2):
        yield Run(f"reset after {reset} cycles, slow sink", good_ones, reset=reset, asleep=end)


def keyed(design: Design) -> list[Job]:
    """The design's least function with a key, and the other way of its greatest; keys are whole."""
    of_hardware = functions_of(design, design.hardware)
    every = [each for each in design.functions if each.keyed and each.name in of_hardware]

    def values(function: Function) -> dict[str, Any]:
        whole = {
            field.name: bytes(field.length)
            for field in function.fields
            if isinstance(field, BytesField) and field.secret
        }
        return {**function.examples[0], **whole}

    return [
        function.bind(design, operation, values(function))
        for function, operation in (
            (every[0], every[0].operations[0]),
            (every[-1], every[-1].operations[-1]),
        )
    ]


def left_over(
    bench: StateBench,
    job: Job,
    run: Run,
    streams: tuple[int, ...],
    folder: Path,
) -> list[str]:
    """Signals and words of memories by which two runs differ."""
    function, states = job.design.function(job.name), []
    for seed in range(2):
        rng = random.Random(f"{run.name} {seed}")
        sent = []
        for stream in streams:
            values = {
                field.name: rng.randbytes(field.length)
                for field in function.fields
                if isinstance(field, BytesField)
            }
            one = function.bind(job.design, job.operation, values)
            # Where messages are whole blocks, two; else two and a part.
            length = 2 * one.padding.block_bytes
            length += 0 if one.padding.whole else 5
            sent += run.packets(good(one, rng, length, stream))
        states.append(bench.state(folder / f"{seed}.vcd", sent, run.reset, run.asleep))
    return differences(*states)


@pytest.mark.parametrize(("design", "share"), KEYED)
def test_nothing_is_left(design: Design, share: int, tmp_path: Path) -> None:
    bench = StateBench(design)
    found: dict[str, list[str]] = {}
    for job in keyed(design):
        streams = job.streams
        for run in runs(job, share):
            # Each stream alone, and all of them.
            for chosen in {(0,), (streams - 1,), tuple(range(streams))}:
                rest = left_over(bench, job, run, chosen, tmp_path)
                if rest:
                    found[f"{job.label}, {run.name}, streams {chosen}"] = rest
    assert found == {}


HOLDING = [
    pytest.param(
        design,
        id=named(design),
        marks=[] if design in QUICK else [pytest.mark.large],
    )
    for design in [*DESIGNS.values(), SKEIN]
    if any(field.name == "held" for field in design.functions[0].fields)
]


def held(job: Job, config: tuple[int, ...] | None, seed: int) -> list[Packet]:
    """A message whose key is held, and one with a packet that begins or ends that.

    Without the packet it is one that uses the key again, for the last time.
    """
    rng = random.Random(seed)
    function = job.design.function(job.name)

    def packet(*, held: bool) -> Packet:
        one = function.bind(job.design, job.operation, {"key": key, "held": held})
        return good(one if held else one.without_key(), rng, job.padding.block_bytes)

    key = rng.randbytes(job.padding.block_bytes)
    first, again = packet(held=True), packet(held=False)
    if config is None:
        return [first, again]
    return [first, replace(again, config=config, answer=b"", error=True)]


@pytest.mark.parametrize("design", HOLDING)
def test_nothing_is_left_of_a_key_that_was_held(design: Design, tmp_path: Path) -> None:
    """It is erased behind its last message, by a malformed packet, and by reset."""
    (job, *_), bench = keyed(design), StateBench(design)
    assert job.config is not None

    def rest(config: tuple[int, ...] | None, count: int = 2, reset: int | None = None) -> list[str]:
        states = []
        for seed in range(2):
            sent = held(job, config, seed)[:count]
            states.append(bench.state(tmp_path / f"{seed}.vcd", sent, reset))
        return differences(*states)

    assert rest(None) == []
    assert rest((1 << 40,)) == []
    assert rest(job.config[:-1]) == []
    # It is there while it is held.
    memories = (".memory[", ".file_a[", ".key_bytes_q[")
    assert any(memory in name for name in rest(None, 1) for memory in memories)
    end = job.latency(job.padding.block_bytes)
    for moment in (end + 5, end + 40):
        assert rest(None, 1, moment) == []


def test_nothing_is_left_of_a_digest_of_several_pieces(tmp_path: Path) -> None:
    """A coprocessor saves the chaining value between them."""
    values = {"key": bytes(32), "digest_bits": 2 * 256 + 64}
    design = replace(SKEIN, hardware=SKEIN.job("skein-mac-256-576", values).hardware)
    states = []
    for seed in range(2):
        rng = random.Random(seed)
        job = design.job("skein-mac-256-576", {**values, "key": rng.randbytes(32)})
        sent = good(job, rng, 100)
        states.append(StateBench(design).state(tmp_path / f"{seed}.vcd", [sent]))
    assert differences(*states) == []


def test_what_is_left_is_seen(tmp_path: Path) -> None:
    """A hash function's message, which is no secret, stays in the register file: it is named."""
    design = find("blake-chacha-mc-2")
    job = design.jobs["blake-256"]
    bench = StateBench(design)
    states = [
        bench.state(tmp_path / f"{seed}.vcd", [good(job, random.Random(seed), 100)])
        for seed in range(2)
    ]
    found = differences(*states)
    top = f"TOP.{design.hardware.stream.top}.u_streams"
    assert f"{top}.gen_one_family.u_core.gen_half[0].file_a[32]" in found
    assert f"{top}.gen_one_family.u_core.gen_half[1].file_a[32]" not in found
