# SPDX-License-Identifier: Apache-2.0
"""Messages of a job as beats at the pins of its stream top, and the answers that must come."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from random import Random

from gatehash.catalog import Job
from gatehash.verilog.ports import Stream, streams

__all__ = ["MESSAGES", "VERSION", "message", "work_text"]

VERSION = 1
"""It rises when the same job gets other beats."""

MESSAGES = 2
"""Messages one behind the other: the second one shows what a fault in the first leaves behind."""

_SEED = 1


def message(job: Job) -> bytes:
    """Return a message of a job of two blocks, or of one and a word where blocks are not whole.

    The design takes it; of an authenticated cipher that decrypts, it has its tag.
    """
    rule = job.padding
    size = 2 * rule.block_bytes if rule.whole else rule.block_bytes + 8
    return job.acceptable(Random(_SEED).randbytes(size))


def work_text(job: Job, data: bytes) -> str:
    """Return the work of ``fault.cpp``: a message several times, and the answers of the model.

    Parameters
    ----------
    job : Job
        The job.
    data : bytes
        The message.
    """
    model = job.model()
    model.update(data)
    return "\n".join(_lines(job, data, model.digest())) + "\n"


def _lines(job: Job, data: bytes, answer: bytes) -> Iterator[str]:
    if job.hardware.alarm:
        yield "alarm alarm"
    for stream in streams(job.hardware):
        first = stream.number == 0
        if stream.role == "answer":
            yield f"high {stream.name}_tready"
            if first:
                yield from _answers(stream, answer)
        elif first:
            packet = job.config_bytes if stream.role == "configuration" else data
            yield from _source(stream, packet)


def _source(stream: Stream, packet: bytes) -> Iterator[str]:
    kept = stream.role == "message"
    pins = [f"{stream.name}_{pin}" for pin in ("tdata", *["tkeep"] * kept, "tlast")]
    beats = [*_beats(stream, packet)]
    yield (
        f"source {','.join(pins)} {stream.name}_tvalid {stream.name}_tready {MESSAGES * len(beats)}"
    )
    for _ in range(MESSAGES):
        for data, keep, last in beats:
            yield f"{data}{keep * kept}{last}"


def _answers(stream: Stream, packet: bytes) -> Iterator[str]:
    names = ("tdata", "tkeep", "tlast", "tuser", "tvalid")
    pins = " ".join(f"{stream.name}_{pin}" for pin in names)
    beats = [*_beats(stream, packet)]
    yield f"answers {pins} {MESSAGES * len(beats)}"
    for _ in range(MESSAGES):
        for beat in beats:
            yield " ".join(map(str, beat))


def _beats(stream: Stream, packet: bytes) -> Iterator[tuple[str, str, int]]:
    """Yield data and bytes that count, as bits from the lowest on, and whether a beat is last."""
    size = stream.bits // 8
    starts = range(0, len(packet), size) if packet else (0,)
    for at in starts:
        part = packet[at : at + size]
        bits = _bits(part.ljust(size, b"\0"))
        yield bits, "1" * len(part) + "0" * (size - len(part)), int(at + size >= len(packet))


def _bits(data: Sequence[int] | Iterable[int]) -> str:
    return "".join(f"{byte:08b}"[::-1] for byte in data)
