# SPDX-License-Identifier: Apache-2.0
"""Every design of the catalogue in the harness: digests, cycles and targets."""

import random

import pytest
from tests.catalogue import JOBS, QUICK, first_of_each, parameters, rebuilt
from tests.simulate.asking import expected

import gatehash
from gatehash.catalog import DESIGNS, Job, find
from gatehash.errors import GatehashError
from gatehash.simulate import Simulation, measure

# Cycles per block that each design must not exceed (the papers' best, or better). A variant of
# one's own has no bound here but the formula of its entry.
TARGETS = {
    "skein256-x1": 73,
    "skein256-x4": 19,
    "skein256-x8": 10,
    "skein512-x1": 73,
    "skein512-x4": 19,
    "skein512-x8": 10,
    "skein1024-x1": 81,
    "skein1024-x4": 21,
    "skein1024-x8": 11,
    "sha256-lut": 64,
    "sha256-bram": 64,
    "sha512-lut": 80,
    "sha512-bram": 80,
    "sha3-x1": 24,
    **{
        name: 10
        for name, design in DESIGNS.items()
        if design.hardware.core.top == "gh_whirlpool_core"
    },
    # The smallest.
    **dict.fromkeys(("sha256-mc", "sha256-mc-hmac"), 900),
    **dict.fromkeys(("sha512-mc", "sha512-mc-hmac"), 1200),
    **dict.fromkeys(("sha3-mc", "sha3-mc-mac"), 500),
    "whirlpool-mc": 1500,
    "whirlpool-shared": 21,
    # At most 0.5 % for the reductions. In a ring a block takes a cycle for its entry.
    **{
        name: (11.05 if name.endswith("-bram") else 10.05)
        / design.hardware.core.parameters["Ciphers"]
        for name, design in DESIGNS.items()
        if design.family == "phash"
    },
    "blake256-half": 29,
    "blake512-half": 33,
    "blake256-x1": 15,
    "blake512-x1": 17,
    "blake2s-half": 21,
    "blake2b-half": 25,
    # Engines: a block enters the ring for each pass that one makes. Of some streams it is the time
    # for a block of each, of which the pipeline's stages need 13, 7, 6 or 3 at least.
    "chacha-x2-piped": 10,
    "skein512-x8-tree": 10,
    "blake3-1": 8,
    "blake3-2": 4,
    "skein512-x8-piped": 9 * 16,
    "skein256-x8-piped": 9 * 16,
    "skein512-x4-piped": 18 * 8,
    "skein256-x4-piped": 18 * 8,
    "blake256-x1-piped": 14 * 16,
    "blake512-x1-piped": 16 * 16,
    # As many passes as fill the seven stages exactly need a cycle more.
    "blake256-half-piped": (28 + 1) * 8,
    "blake512-half-piped": 32 * 8,
    "sha256-x1-piped": (64 + 4) * 4,
    "sha512-x1-piped": (80 + 4) * 4,
    "whirlpool-x1-piped": 11 * 8,
    "sha3-x1-piped": 24 * 2,
}

# The same for one algorithm of a design that has several.
TARGETS_OF = {
    "skein-256-256": 455,
    "skein-512-512": 828,
    "skein-1024-1024": 1769,
    "threefish-256-encrypt": 490,
    "threefish-512-encrypt": 863,
    "threefish-1024-encrypt": 1876,
    "threefish-256-decrypt": 470,
    "threefish-512-decrypt": 1099,
    "threefish-1024-decrypt": 2361,
    "blake-224": 1184,
    "blake-256": 1184,
    "blake-384": 1344,
    "blake-512": 1344,
    "blake2s-256": 830,
    "blake2b-512": 990,
    # A parent for each chunk of 16 blocks.
    **dict.fromkeys(("blake3", "blake3-keyed", "blake3-context", "blake3-material"), 590 * 17 / 16),
    "chacha8-encrypt": 311,
    "chacha12-encrypt": 439,
    "chacha20-encrypt": 695,
    "chacha20-ietf-encrypt": 695,
}

# Cycles for a message of one block, where the papers tell them.
ONE_BLOCK = {"skein-256-256": 1007, "skein-512-512": 1777}

jobs = pytest.mark.parametrize("job", parameters(JOBS, rare=rebuilt))

# Cycles of a block from which on the quick tests send fewer messages in a row.
_SLOW = 400


def _another(job: Job) -> bool:
    """Whether a job is of another function than its design's principal one."""
    return rebuilt(job) or job.name != job.design.principal_job.name


def bound(job: Job) -> float | None:
    """Cycles per block that a job must not exceed; None for a variant of one's own."""
    return TARGETS.get(job.design.name, TARGETS_OF.get(job.label))


def test_bounds_are_of_designs_that_have_one() -> None:
    for _, job in JOBS:
        found = bound(job)
        assert found is None or float(job.timing.block) <= found
    assert TARGETS.keys() <= DESIGNS.keys()


def _lengths(job: Job, chance: random.Random, *, every: bool) -> list[int]:
    """Return lengths of messages; of another function than the principal one about blocks' ends."""
    # A beat may hold several blocks.
    frame = max(job.padding.block_bytes, job.hardware.beat_bits // 8)
    if job.padding.whole:
        return [*range(frame, 8 * frame, frame), 32 * frame]
    if job.name != job.design.principal_job.name:
        about = range(frame - 20, frame + 2)
        ends = (frame - job.padding.overhead_bytes, frame)
        edges = sorted({end + shift for end in ends for shift in (-2, -1, 0, 1)})
        return [0, 1, 2, *about, *(frame + each for each in (about if every else edges))]
    lengths = [*range(2 * frame + 2), 4096, 4097]
    if job.timing.block < 100:
        lengths += [65535, chance.randrange(1 << 16)]
    return lengths


def _answers_and_cycles(job: Job, *, every: bool) -> None:
    """Ask for messages alone, and for all or some of a slow design's in a row."""
    chance = random.Random(f"{job.design.name} {job.label}")
    messages = [chance.randbytes(length) for length in _lengths(job, chance, every=every)]
    row = messages if every or job.timing.block < _SLOW else messages[::5]
    with Simulation(job) as simulation:
        alone = [simulation.ask([message]) for message in messages]
        together = simulation.ask_all([message] for message in row)
    digests = {message: expected(job, message) for message in messages}
    for message, answer in zip(messages, alone, strict=True):
        assert answer.data == digests[message]
        assert not answer.error
        assert answer.cycles == job.latency(len(message))
    assert [answer.data for answer in together] == [digests[message] for message in row]


@jobs
def test_answers_and_cycles(job: Job) -> None:
    _answers_and_cycles(job, every=False)


_MORE = [
    pytest.param(job, id=label)
    for label, job in JOBS
    if job.timing.block >= _SLOW or job.name != job.design.principal_job.name
]


@pytest.mark.large
@pytest.mark.parametrize("job", _MORE)
def test_answers_and_cycles_of_more_messages(job: Job) -> None:
    _answers_and_cycles(job, every=True)


def _counted() -> list[object]:
    """One design of each top, and every one whose streams share a ring.

    Another one's formula, and another function's, is that of its latency, which the test above has.
    """
    cases = [
        (label, label if job.hardware.shared else job.hardware.stream.top, job)
        for label, job in sorted(JOBS, key=lambda case: case[1].design.name not in QUICK)
    ]
    others = {label for label, job in JOBS if _another(job) or job.design.name not in QUICK}
    return first_of_each(cases, others)


@pytest.mark.parametrize("job", _counted())
def test_counted_cycles_are_the_formula_and_meet_the_target(job: Job) -> None:
    counted = measure(job, seconds=0.05)
    steady = float(job.timing.steady)
    assert counted.cycles_per_block == steady - job.timing.gap
    assert counted.stream_cycles_per_block == steady
    assert counted.one_block_cycles == job.timing.core(1)
    assert counted.latency_cycles == job.timing.latency(1)
    if counted.empty_cycles is None:
        assert job.refusal(0)
    else:
        assert counted.empty_cycles == job.latency(0)
    assert counted.streams == job.streams
    target = bound(job)
    assert target is None or counted.cycles_per_block <= target
    if job.design.name not in TARGETS and job.label in ONE_BLOCK:
        assert counted.one_block_cycles <= ONE_BLOCK[job.label]
    assert counted.cycles_per_second > 0


@pytest.mark.parametrize("bits", [8, 520, 4104])
def test_digest_lengths(bits: int) -> None:
    job = find("skein512-x8").job(values={"digest_bits": bits})
    with Simulation(job) as simulation:
        for length in (0, 1, 64, 200):
            message = bytes(range(length))
            answer = simulation.ask([message])
            assert answer.data == expected(job, message)
            assert len(answer.data) == bits // 8
            assert answer.cycles == job.latency(length)


def test_pieces_make_one_message() -> None:
    message = bytes(range(251)) * 5
    with Simulation(find("skein512-x8").job()) as simulation:
        whole = simulation.ask([message])
        for size in (1, 7, 8, 9, 64, 1000):
            pieces = [message[at : at + size] for at in range(0, len(message), size)]
            assert simulation.ask([b"", *pieces, b""]).data == whole.data


def test_message_that_breaks_off_leaves_the_simulator_usable() -> None:
    def broken() -> object:
        yield b"some bytes"
        raise OSError("the disk is gone")

    job = find("skein512-x8").job()
    with Simulation(job) as simulation:
        with pytest.raises(OSError, match="the disk is gone"):
            simulation.ask(broken())  # type: ignore[arg-type]
        assert simulation.ask([b"abc"]).data == expected(job, b"abc")


def test_hash_object_behaves_like_hashlib() -> None:
    hardware = gatehash.new("skein512-x8", b"ab", digest_bits=256)
    model = gatehash.new("skein512-x8", b"ab", digest_bits=256, engine="model")
    twin = hardware.copy()
    for one in (hardware, model):
        assert (one.name, one.digest_size, one.block_size) == ("skein-512-256", 32, 64)
        one.update(bytearray(b"c"))
        one.update(memoryview(b"d"))
    assert hardware.digest() == model.digest()
    assert hardware.hexdigest() == hardware.digest().hex()
    twin.update(b"x")
    assert twin.digest() == expected(find("skein512-x8").job("skein-512-256"), b"abx")
    hardware.update(b"more, after a digest")
    model.update(b"more, after a digest")
    assert hardware.digest() == model.digest()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"design": "skein512-x9"}, "unknown design 'skein512-x9'; the nearest: skein512-x8, "),
        ({"design": "skein512-x8", "digest_bits": 12}, "digest length 12 .* multiples of 8 bits"),
        ({"design": "skein512-x8", "digest_bits": 0}, "digest length 0 .* from 8 to"),
        ({"design": "skein512-x8", "engine": "fpga"}, "unknown engine 'fpga'.*: rtl, model"),
    ],
)
def test_bad_arguments(arguments: dict[str, object], said: str) -> None:
    with pytest.raises(GatehashError, match=said):
        gatehash.new(**arguments)  # type: ignore[arg-type]
