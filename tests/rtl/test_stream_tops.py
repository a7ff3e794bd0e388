# SPDX-License-Identifier: Apache-2.0
"""Stream tops of the catalogue on the one bench, which uses stream models written by others."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.catalogue import (
    JOBS,
    OTHER_WIDTHS,
    QUICK,
    REGISTERED,
    REGISTERED_WIDTHS,
    STREAMED,
    named,
    parameters,
)
from tests.rtl.cocotb_build import build_for_icarus, build_stream_top, run

from gatehash.catalog import DESIGNS, Design, Job, find

# Of the bench, what asks for no time but that of a message alone: where a stream is narrow, digests
# may leave more slowly than messages come.
_ALONE = ("every_length_with_stalls", "latency", "malformed_with_stalls", "reset_anywhere")
# tests/simulate and tests/rtl/test_erasure.py have the others on quicker benches.
_STALLED = ("every_length_with_stalls", "malformed_with_stalls")
# A design does its principal function; a MAC with all that a key may have.
_GIVEN = {"skein256-x4-mac": 3, "skein-mc-mac": 2}
# Each takes six seconds to build, and they share all but the times at which they start.
_MOST_CIPHERS = 2
# Digests of several pieces, one of which ends within a beat.
_PIECES = (("skein512-x8", "skein-512-512", 4),)


def _of_a_shell(job: Job) -> tuple[str, ...]:
    """Return what ``make test`` tries, stalls and faults.

    Exact cycles, long messages, resets and volume are for tests/simulate, test_reset and ``gatehash
    soak``, on quicker benches.
    """
    names = ["every_length_with_stalls", "malformed_with_stalls", "digest_is_held"]
    if job.config is not None:
        names.append("configuration_while_a_malformed_packet_drains")
        if len(job.config) > 1:
            names.append("malformed_configuration_with_pauses")
    return tuple(names)


def _cases() -> Iterator[tuple[Job, str, int, tuple[str, ...] | None, bool]]:
    """Yield job, name, number of an example, tests that run (None: all), whether it is quick."""
    for name, design in DESIGNS.items():
        # The models' streams have no shares.
        if design.hardware.masking:
            continue
        job = min(design.jobs.values(), key=lambda job: job.hardware != design.hardware)
        example = _GIVEN.get(name, 0)
        if name in STREAMED:
            yield job, "shell", example, _of_a_shell(job), True
        if design.hardware.core.parameters.get("Ciphers", 1) <= _MOST_CIPHERS:
            yield job, "whole", example, None, False
    for name in QUICK:
        for job in DESIGNS[name].jobs.values():
            for number in range(len(DESIGNS[name].function(job.name).examples)):
                quick = (name, job.name, number) in _PIECES
                yield job, "answered", number, _ALONE, quick
    yield find("blake3-4").jobs["blake3-keyed"], "answered", 0, _ALONE, False


def _marked() -> Iterator[object]:
    """Yield the parameters of the test of all stream tops."""
    for job, what, example, tests, quick in _cases():
        function = job.design.function(job.name)
        given = function.bind(job.design, job.operation, function.examples[example])
        label = f"{job.design.name}-{job.label}-{example}-{what}"
        marks = () if quick else pytest.mark.large
        yield pytest.param(given, example, tests, id=label, marks=marks)


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


@pytest.mark.parametrize(("job", "example", "tests"), [*_marked()])
def test_stream_top(job: Job, example: int, tests: tuple[str, ...] | None, tmp_path: Path) -> None:
    environment = _environment(job, example)
    model = build_stream_top(job.hardware)
    run(model, "stream_bench", tmp_path, environment, tests).require_success()


@pytest.mark.parametrize(
    ("name", "function", "tests"),
    [
        ("chacha20-poly1305-mc-1", "xchacha20-poly1305", _STALLED),
        ("chacha20-poly1305-x2-piped", "chacha20-poly1305", _STALLED),
        *(
            pytest.param(name, function, _ALONE, marks=pytest.mark.large)
            for name in ("chacha20-poly1305-mc-1", "chacha20-poly1305-x2-piped")
            for function in ("chacha20-poly1305", "xchacha20-poly1305")
        ),
        pytest.param(
            "chacha20-poly1305-mc-1-dsp", "xchacha20-poly1305", _ALONE, marks=pytest.mark.large
        ),
    ],
)
def test_messages_with_a_tag(
    name: str, function: str, tests: tuple[str, ...], tmp_path: Path
) -> None:
    """Decryption, of messages that have been encrypted; all others it refuses."""
    design = find(name)
    job = design.job(function, design.function(function).examples[0], "decrypt")
    model = build_stream_top(job.hardware)
    run(model, "stream_bench", tmp_path, _environment(job), tests).require_success()


_USUAL = (("sha256-bram", 8, 1),)
_LARGE = (
    ("sha512-bram", 128, 0),
    *(("blake256-half", 16, 1), ("blake512-x1", 8, 0), ("blake512-half", 32, 1)),
    *(("skein512-x8", 8, 1), ("skein512-x8", 32, 0), ("skein512-x8", 128, 1)),
    *(("sha512-bram", 8, 0), ("sha512-bram", 32, 1), ("sha256-lut", 32, 0), ("sha256-lut", 128, 1)),
    *(("sha3-x1", 8, 0), ("sha3-x1", 64, 1), ("whirlpool-lut-logic", 512, 1)),
)


@pytest.mark.parametrize(
    ("name", "stream_bits", "registered", "tests"),
    [
        *((*case, _STALLED) for case in _USUAL),
        *(pytest.param(*case, _ALONE, marks=pytest.mark.large) for case in (*_USUAL, *_LARGE)),
    ],
)
def test_other_streams(
    name: str, stream_bits: int, registered: int, tests: tuple[str, ...], tmp_path: Path
) -> None:
    """Streams of other widths, with registers at the pins and without."""
    job = find(name).principal_job
    hardware = job.hardware.streaming(stream_bits).having(Registered=registered)
    environment = {
        **_environment(job),
        "GATEHASH_STREAM_BITS": str(stream_bits),
        "GATEHASH_REGISTERED": str(registered),
    }
    model = build_stream_top(hardware)
    run(model, "stream_bench", tmp_path, environment, tests).require_success()


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


# Converters are at the pins, the same for all.
_CONVERTED = ("chacha-mc-1-16",)


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


@pytest.mark.parametrize(
    "name", ["chacha-x2-piped@16", "blake3-1@32", "chacha20-poly1305-x2-piped@32"]
)
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
    """Every job that a second stream of a quick design takes."""
    return (case for case in JOBS if case[-1].streams > 1 and case[-1].design.name in QUICK)


def _not_least(job: Job) -> bool:
    """Whether another one is smaller, or has shorter runs."""
    return (job.design.name, job.name) != ("blake2-mc-1", "blake2s-256")


# In the quick tests it is beside the first one.
@pytest.mark.parametrize("job", parameters(_second_streams(), rare=lambda _: True))
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
        rare=_not_least,
    ),
)
def test_streams_side_by_side(job: Job, tmp_path: Path) -> None:
    environment = _environment(job)
    run(build_stream_top(job.hardware), "streams_bench", tmp_path, environment).require_success()
