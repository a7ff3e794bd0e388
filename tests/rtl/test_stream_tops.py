# SPDX-License-Identifier: Apache-2.0
"""Every stream top of the catalogue on the one bench."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.catalogue import JOBS, parameters
from tests.rtl.cocotb_build import build_stream_top, run

from gatehash.catalog import Job


def _jobs() -> Iterator[tuple[str, Job, int]]:
    """Every design with each function, and with what else tests give to it: number of the values.

    These are other digest lengths, and messages that come padded.
    """
    for label, job in JOBS:
        function = job.design.function(job.name)
        for number, values in enumerate(function.examples):
            other = function.bind(job.design, job.operation, values)
            yield f"{label}-{number}" if number else label, other, number


def _rare(job: Job) -> bool:
    """Whether it is a part of another design, or has long runs, and so is slow.

    The forms of the S-box and of MixRows are proved equal: of those that take a cycle and of those
    that take none one is enough.
    """
    name, family = job.design.name, job.design.family
    if family == "whirlpool":
        return name not in ("whirlpool-bram-table", "whirlpool-lut-logic")
    long = job.timing.block > 1500 or job.digest_bits > 4096
    return family == "compact" and (long or name not in ("skein-mc", "blake-chacha-mc-1"))


def _environment(job: Job, example: int = 0) -> dict[str, str]:
    # A digest of another length changes the name.
    listed = next(one for one in job.design.functions if one.called(job.name) is not None)
    return {
        "GATEHASH_DESIGN": job.design.name,
        "GATEHASH_FUNCTION": listed.name,
        "GATEHASH_OPERATION": job.operation,
        "GATEHASH_EXAMPLE": str(example),
    }


@pytest.mark.parametrize(("job", "example"), parameters(_jobs(), most=1, rare=_rare))
def test_stream_top(job: Job, example: int, tmp_path: Path) -> None:
    environment = _environment(job, example)
    run(build_stream_top(job.hardware), "stream_bench", tmp_path, environment).require_success()


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
    run(build_stream_top(job.hardware), "stream_bench", tmp_path, environment).require_success()


@pytest.mark.parametrize("job", parameters(_second_streams(), most=1, rare=_not_least))
def test_streams_side_by_side(job: Job, tmp_path: Path) -> None:
    environment = _environment(job)
    run(build_stream_top(job.hardware), "streams_bench", tmp_path, environment).require_success()
