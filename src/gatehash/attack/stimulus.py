# SPDX-License-Identifier: Apache-2.0
"""Messages of a job as beats at the pins of its stream top, and the answers that must come."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random

from gatehash.catalog import Design, Function, Job, Operation
from gatehash.errors import GatehashError
from gatehash.verilog.ports import Stream, streams

__all__ = ["MESSAGES", "VERSION", "Keyed", "keyed", "message", "secret_text", "work_text"]

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


@dataclass(frozen=True)
class Keyed:
    """A function of a design that takes a secret, with all values but that.

    Parameters
    ----------
    design : Design
        The design.
    function : Function
        The function.
    operation : {"hash", "encrypt", "decrypt"}
        Its operation.
    values : mapping
        The values of an example, the secret included.
    """

    design: Design
    function: Function
    operation: Operation
    values: Mapping[str, object]

    @property
    def _lengths(self) -> dict[str, int]:
        """Bytes of each part of the secret."""
        values = {each.name: self.values.get(each.name) for each in self.function.fields}
        return {
            each.name: len(bytes(value))
            for each in self.function.fields
            if each.secret and isinstance(value := values[each.name], (bytes, bytearray))
        }

    @property
    def secret_bytes(self) -> int:
        """Bytes of the secret."""
        return sum(self._lengths.values())

    def job(self, secret: bytes) -> Job:
        """Return the job with another secret of the same length."""
        parts, at = {}, 0
        for name, size in self._lengths.items():
            parts[name] = secret[at : at + size]
            at += size
        return self.function.bind(self.design, self.operation, {**self.values, **parts})

    @cached_property
    def places(self) -> tuple[int, ...]:
        """Bits of the packet at ``s_axis_cfg`` that are the secret's, in its order.

        Raises
        ------
        GatehashError
            If the packet has the secret in another form than bit by bit.
        """
        size = self.secret_bytes
        zeros, ones = (self.job(bytes([fill]) * size).config_bytes for fill in (0, 0xFF))
        differ = int.from_bytes(zeros, "little") ^ int.from_bytes(ones, "little")
        found = [bit for bit in range(differ.bit_length()) if differ >> bit & 1]
        tried = Random(_SEED).randbytes(size)
        packet, secret = (
            int.from_bytes(each, "little") for each in (self.job(tried).config_bytes, tried)
        )
        if [packet >> bit & 1 for bit in found] != [secret >> bit & 1 for bit in range(8 * size)]:
            raise GatehashError(
                f"{self.function.name} on {self.design.name} takes its secret in another form than "
                "bit by bit, which has no traces"
            )
        return tuple(found)


def keyed(job: Job) -> Keyed:
    """Return the function of a job of the catalogue with its secret.

    Raises
    ------
    GatehashError
        If it takes none.
    """
    for function in job.design.functions:
        for operation in function.tried:
            for values in function.examples:
                found = Keyed(job.design, function, operation, values)
                if not found.secret_bytes:
                    continue
                bound = function.bind(job.design, operation, values)
                if bound.label == job.label and bound.hardware == job.hardware:
                    return found
    others = [
        other.label
        for function in job.design.functions
        if function.keyed
        for other in job.design.jobs.values()
        if other.name == function.name and other.label != job.label
    ]
    takes = f"; these take one: {', '.join(others)}" if others else ""
    raise GatehashError(f"{job.label} on {job.design.name} takes no secret{takes}")


def secret_text(of: Keyed, secret: bytes, message_bytes: int) -> str:
    """Return the work of ``leak.cpp``: one message with a letter for each bit.

    Parameters
    ----------
    of : Keyed
        The function.
    secret : bytes
        The fixed secret.
    message_bytes : int
        Bytes of the message, each of which is drawn for each run.
    """
    return "\n".join(_drawn(of, secret, message_bytes)) + "\n"


def _drawn(of: Keyed, secret: bytes, message_bytes: int) -> Iterator[str]:
    job = of.job(secret)
    letters = [*_bits(job.config_bytes)]
    for place in of.places:
        letters[place] = "lh"[int(letters[place])]
    for stream in streams(job.hardware):
        if stream.role == "answer":
            yield f"high {stream.name}_tready"
        if stream.number:
            continue
        if stream.role == "answer":
            pins = " ".join(f"{stream.name}_{pin}" for pin in ("tdata", "tlast", "tuser", "tvalid"))
            yield f"answer {pins}" if stream.shares == 1 else f"joined {stream.shares} {pins}"
        elif stream.role == "randomness":
            pins = " ".join(f"{stream.name}_{pin}" for pin in ("tdata", "tvalid", "tready"))
            yield f"random {pins}"
        elif stream.role == "configuration":
            beats = [*_beats(stream, job.config_bytes)]
            masking = job.hardware.masking
            words = masking.public_words if masking else 0
            public = 64 * words // stream.beat_bits
            yield from _rows(stream, beats, "".join(letters), 1, public)
        else:
            beats = [*_beats(stream, bytes(message_bytes))]
            yield from _rows(stream, beats, "?" * 8 * message_bytes, 1)


def work_text(job: Job, data: bytes) -> str:
    """Return the work of ``fault.cpp``: a message several times, and the answers of the model.

    Parameters
    ----------
    job : Job
        The job.
    data : bytes
        The message.

    Raises
    ------
    GatehashError
        If the design is masked.
    """
    job.design.check_unmasked("an injection of faults")
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
    beats = [*_beats(stream, packet)]
    yield from _rows(stream, beats, "".join(_bits(packet)), MESSAGES)


def _rows(
    stream: Stream,
    beats: Sequence[tuple[str, str, int]],
    letters: str,
    times: int,
    public: int = 0,
) -> Iterator[str]:
    """Yield the lines of a source, with a letter for each bit of its packet.

    Its first beats, so many, are not shared.
    """
    kept = stream.role == "message"
    pins = [f"{stream.name}_{pin}" for pin in ("tdata", *["tkeep"] * kept, "tlast")]
    count, bits = times * len(beats), stream.beat_bits
    kind = "source" if stream.shares == 1 else f"shared {stream.shares} {bits} {public}"
    yield f"{kind} {','.join(pins)} {stream.name}_tvalid {stream.name}_tready {count}"
    for _ in range(times):
        for at, (_, keep, last) in enumerate(beats):
            data = letters[at * bits : (at + 1) * bits].ljust(bits, "0")
            # tkeep has the same bit for each share.
            shared = "".join(bit * stream.shares for bit in keep)
            yield f"{data}{shared * kept}{last}"


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
    size = stream.beat_bits // 8
    starts = range(0, len(packet), size) if packet else (0,)
    for at in starts:
        part = packet[at : at + size]
        bits = _bits(part.ljust(size, b"\0"))
        yield bits, "1" * len(part) + "0" * (size - len(part)), int(at + size >= len(packet))


def _bits(data: Sequence[int] | Iterable[int]) -> str:
    return "".join(f"{byte:08b}"[::-1] for byte in data)
