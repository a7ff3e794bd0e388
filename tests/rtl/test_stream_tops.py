# SPDX-License-Identifier: Apache-2.0
"""Every stream top of the catalogue on the one bench."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.catalogue import (
    JOBS,
    OTHER_WIDTHS,
    REGISTERED,
    REGISTERED_WIDTHS,
    missing_families,
    named,
    parameters,
)
from tests.rtl.cocotb_build import build_for_icarus, build_stream_top, run

from gatehash.catalog import Design, Job, find


def _jobs() -> Iterator[tuple[str, Job, int]]:
    """Every design with each function, and with what else tests give to it: number of the values.

    These are other digest lengths, and messages that come padded.
    """
    for label, job in JOBS:
        function = job.design.function(job.name)
        for number, values in enumerate(function.examples):
            other = function.bind(job.design, job.operation, values)
            yield f"{label}-{number}" if number else label, other, number


# Of the bench, what asks for no time but that of a message alone: where a stream is narrow, digests
# may leave more slowly than messages come.
_ALONE = ("every_length_with_stalls", "latency", "malformed_with_stalls", "reset_anywhere")
# Of each top every mechanism has the whole bench once. The others are run, with exact cycles, by
# tests/simulate.
_WHOLE = (
    "skein256-x8",
    "sha256-bram-sha-256",
    *("sha256-lut-resume-1", "sha256-lut-hmac-hmac-sha-256"),
    # A digest of several pieces that ends within a beat; SHA3's are of one piece.
    "sha3-x1-shake128-4",
    "whirlpool-lut-logic",
    "phash-1-bram",
    "blake-chacha-mc-1-blake-512",
    # With a key.
    *("blake3-mc-1-blake3-keyed", "skein256-x4-mac-3", "skein-mc-mac-skein-mac-256-256-2"),
    # One of each top with several families.
    "blake2-mc-1-blake2s-256",
    *("chacha20-poly1305-mc-1-chacha20-poly1305-encrypt", "chacha-x2-piped-chacha20-ietf-encrypt"),
    *("blake3-1-blake3-keyed", "blake3-2-blake3-keyed"),
    *("skein256-x4-piped", "skein512-x8-tree-4", "blake256-x1-piped-blake-256"),
    *("sha256-x1-piped-sha-256", "whirlpool-x1-piped", "blake256-half-blake-256"),
)
# Tops of the same modules, and other functions of the same tops.
_ANSWERED = (
    # Of more than a state.
    "skein512-x8-4",
    "skein1024-x1",
    "sha512-bram-sha-512",
    "sha256-lut-hmac-hmac-sha-256-1",
    "sha3-x1-sha3-256",
    # Messages that come padded pass the same padder, whatever the core.
    "phash-1-bram-1",
    "skein512-x8-piped-2",
    *("skein-mc-skein-512-512", "skein-mc-threefish-256-decrypt"),
    "sha512-x1-piped-sha-512/224",
)
# Designs that are not listed, so that the catalogue's jobs lack them.
_UNLISTED = (("blake3-4", "blake3-keyed"),)
# A family that the table does not have yet is run whole.
_NEW = missing_families(
    job.design.name for label, job, _ in _jobs() if label in (*_WHOLE, *_ANSWERED)
)


def _whole() -> Iterator[object]:
    """Yield the parameters of every function of every design, and the tests that it runs."""
    for label, job, example in _jobs():
        usual = label in _WHOLE or job.design.family in _NEW
        if label in _ANSWERED:
            yield pytest.param(job, example, _ALONE, id=f"{label}-answered")
        yield pytest.param(job, example, None, id=label, marks=() if usual else pytest.mark.large)
    for design, function in _UNLISTED:
        job = find(design).jobs[function]
        yield pytest.param(
            job, 0, _ALONE, id=f"{design}-{function}-answered", marks=pytest.mark.large
        )


def _environment(job: Job, example: int = 0) -> dict[str, str]:
    # A digest of another length changes the name, perhaps to that of another function.
    functions = sorted(job.design.functions, key=lambda one: one.name != job.name)
    listed = next(one for one in functions if one.called(job.name) is not None)
    return {
        "GATEHASH_DESIGN": job.design.name,
        "GATEHASH_FUNCTION": listed.name,
        "GATEHASH_OPERATION": job.operation,
        "GATEHASH_EXAMPLE": str(example),
    }


@pytest.mark.parametrize(("job", "example", "tests"), [*_whole()])
def test_stream_top(job: Job, example: int, tests: tuple[str, ...] | None, tmp_path: Path) -> None:
    environment = _environment(job, example)
    model = build_stream_top(job.hardware)
    run(model, "stream_bench", tmp_path, environment, tests).require_success()


@pytest.mark.parametrize(
    ("name", "function"),
    [
        ("chacha20-poly1305-mc-1-dsp", "xchacha20-poly1305"),
        *(
            pytest.param("chacha20-poly1305-mc-1", name, marks=pytest.mark.large)
            for name in ("chacha20-poly1305", "xchacha20-poly1305")
        ),
    ],
)
def test_messages_with_a_tag(name: str, function: str, tmp_path: Path) -> None:
    """Decryption, of messages that have been encrypted; all others it refuses."""
    design = find(name)
    job = design.job(function, design.function(function).examples[0], "decrypt")
    model = build_stream_top(job.hardware)
    run(model, "stream_bench", tmp_path, _environment(job), _ALONE).require_success()


_USUAL = (("sha256-bram", 8, 1), ("sha512-bram", 128, 0))
_LARGE = (
    *(("blake256-half", 16, 1), ("blake512-x1", 8, 0), ("blake512-half", 32, 1)),
    *(("skein512-x8", 8, 1), ("skein512-x8", 32, 0), ("skein512-x8", 128, 1)),
    *(("sha512-bram", 8, 0), ("sha512-bram", 32, 1), ("sha256-lut", 32, 0), ("sha256-lut", 128, 1)),
    *(("sha3-x1", 8, 0), ("sha3-x1", 64, 1), ("whirlpool-lut-logic", 512, 1)),
)


@pytest.mark.parametrize(
    ("name", "stream_bits", "registered"),
    [*_USUAL, *(pytest.param(*case, marks=pytest.mark.large) for case in _LARGE)],
)
def test_other_streams(name: str, stream_bits: int, registered: int, tmp_path: Path) -> None:
    """Streams of other widths, with registers at the pins and without."""
    job = find(name).principal_job
    hardware = job.hardware.streaming(stream_bits).having(Registered=registered)
    environment = {
        **_environment(job),
        "GATEHASH_STREAM_BITS": str(stream_bits),
        "GATEHASH_REGISTERED": str(registered),
    }
    model = build_stream_top(hardware)
    run(model, "stream_bench", tmp_path, environment, _ALONE).require_success()


@pytest.mark.skipif(
    shutil.which("iverilog") is None, reason="no Icarus Verilog (Debian: apt-get install iverilog)"
)
@pytest.mark.parametrize(
    ("name", "tests"),
    [
        ("sha256-bram", ("latency",)),
        *(
            pytest.param(name, None, marks=pytest.mark.large)
            for name in ("sha256-bram", "skein256-x1", "chacha-mc-1", "blake32-mc-1")
        ),
    ],
)
def test_on_icarus(name: str, tests: tuple[str, ...] | None, tmp_path: Path) -> None:
    """On the simulator of four states, as plain Verilog."""
    job = find(name).principal_job
    model = build_for_icarus(job.hardware)
    run(model, "stream_bench", tmp_path, _environment(job), tests).require_success()


def _bench_coprocessor(design: Design, folder: Path, tests: tuple[str, ...] | None = None) -> None:
    """Run the bench, or some tests of it, with the function that has the shortest runs."""
    job = min(design.jobs.values(), key=lambda job: job.timing.block)
    hardware = design.hardware
    environment = {
        **_environment(job),
        "GATEHASH_STREAM_BITS": str(hardware.stream_bits),
        "GATEHASH_REGISTERED": str(hardware.stream.parameters.get("Registered", 0)),
    }
    run(
        build_stream_top(job.hardware), "stream_bench", folder, environment, tests
    ).require_success()


# Converters are at the pins, the same for all: each kind of top once wider, and once narrower.
_CONVERTED = ("threefish-mc-8-registered", "chacha-mc-1-16")


@pytest.mark.parametrize(
    "design",
    [
        pytest.param(
            each, id=named(each), marks=() if named(each) in _CONVERTED else pytest.mark.large
        )
        for each in (*OTHER_WIDTHS, *REGISTERED_WIDTHS)
    ],
)
def test_coprocessors_with_other_streams(design: Design, tmp_path: Path) -> None:
    """Valid and malformed packets with stalls."""
    tests = ["every_length_with_stalls", "malformed_at_full_rate", "malformed_with_stalls"]
    if design.hardware.stream_bits < 64:
        tests.append("configuration_cut_in_its_last_word")
    _bench_coprocessor(design, tmp_path, tuple(tests))


@pytest.mark.parametrize("name", ["chacha-x2-piped@16", "blake3-1@32"])
def test_packets_cut_in_their_last_word(name: str, tmp_path: Path) -> None:
    """Of engines, which take words of 64 bits from narrower streams."""
    _bench_coprocessor(find(name), tmp_path, ("configuration_cut_in_its_last_word",))


@pytest.mark.parametrize(
    "design",
    [
        # One with converters as well is among the others above.
        pytest.param(each, id=named(each), marks=pytest.mark.large)
        for each in REGISTERED
    ],
)
def test_coprocessors_with_registers(design: Design, tmp_path: Path) -> None:
    """All of the bench, exact cycles included."""
    _bench_coprocessor(design, tmp_path)


def _second_streams() -> Iterator[tuple[str, Job]]:
    """Every job that a second stream takes."""
    return (case for case in JOBS if case[-1].streams > 1)


def _not_least(job: Job) -> bool:
    """Whether it is a part of another design, or has longer runs than another."""
    return job.design.name != "blake-chacha-mc-1" or job.name != "chacha8"


@pytest.mark.parametrize("job", parameters(_second_streams(), most=1, rare=_not_least))
def test_second_stream(job: Job, tmp_path: Path) -> None:
    """The second stream by itself is as good as the first."""
    environment = {**_environment(job), "GATEHASH_STREAM": "1"}
    model = build_stream_top(job.hardware)
    run(model, "stream_bench", tmp_path, environment, _ALONE).require_success()


@pytest.mark.parametrize(
    "job",
    parameters(
        # Streams that share the pins are in tests/simulate/test_shared_streams.py.
        (case for case in _second_streams() if not case[-1].hardware.shared),
        most=1,
        rare=_not_least,
    ),
)
def test_streams_side_by_side(job: Job, tmp_path: Path) -> None:
    environment = _environment(job)
    run(build_stream_top(job.hardware), "streams_bench", tmp_path, environment).require_success()
