# SPDX-License-Identifier: Apache-2.0
"""A running simulator: messages in, digests and cycle counts out."""

from __future__ import annotations

import contextlib
import os
import struct
import subprocess
import tempfile
from collections import defaultdict, deque
from collections.abc import Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count
from operator import index
from pathlib import Path
from types import TracebackType
from typing import IO, Any, SupportsIndex
from weakref import WeakSet

from gatehash.catalog import Job
from gatehash.catalog.held import KeyInHardware
from gatehash.errors import GatehashError, counted
from gatehash.processes import signals_later
from gatehash.simulate.build import simulator
from gatehash.simulate.feed import Feed, Message
from gatehash.simulate.plan import Recording

__all__ = ["Answer", "Simulation"]

_DATA = struct.Struct("<BI")
_END = struct.Struct("<BBQQ")
_TOTAL = struct.Struct("<Q")
_READ = 1 << 16
_NONE_LEFT = object()


@dataclass(frozen=True)
class Answer:
    """A design's answer to one message.

    Parameters
    ----------
    data : bytes
        The output packet: the digest, or the message encrypted or decrypted.
    error : bool
        Whether ``tuser`` was set: the message, or its configuration, was malformed.
    first, last : int
        Cycles, counted from reset, in which the message's first beat entered and the answer's
        last beat left.
    """

    data: bytes
    error: bool
    first: int
    last: int

    @property
    def cycles(self) -> int:
        """Cycles from the first beat in to the last beat out, both included.

        Where a message has a configuration, they count from the first beat of that.
        """
        return self.last - self.first + 1


class Simulation:
    """A design's simulator as a process, for any number of messages.

    It serves one thread at a time, and only the process that started it, not one forked from it.

    Parameters
    ----------
    job : Job
        The job of messages without their own, which must have the same hardware; the hardware's
        simulator is built first if the cache lacks it.
    waves : Path, optional
        File for waveforms, in FST format.
    netlist : str, optional
        Target of the netlist to simulate in place of the RTL, one of ``NETLIST_TARGETS``.
    four_state : bool
        Whether Icarus Verilog runs it, with registers and memories that begin as X. The simulator
        fails if an output that belongs to a handshake is X after the first reset.
    coverage : Path, optional
        File for the lines and signals that were used, as Verilator writes it, when it has ended.
    program : sequence of str, optional
        Command of the simulator, in place of one that is built of the RTL or a netlist.
    threads : int
        Threads of the simulator; several pay for large designs alone, such as PHASH.

    Raises
    ------
    GatehashError
        If the simulator can't be built or fails.

    Examples
    --------
    >>> from gatehash.catalog import find
    >>> with Simulation(find("skein512-x8").job()) as simulation:
    ...     answer = simulation.ask([b"abc"])
    >>> answer.cycles, answer.data.hex()[:16]
    (37, '8f5dd9ec79815266')
    """

    def __init__(
        self,
        job: Job,
        *,
        waves: Path | None = None,
        netlist: str | None = None,
        four_state: bool = False,
        coverage: Path | None = None,
        program: Sequence[str] = (),
        threads: int = 1,
    ) -> None:
        self.job = job
        record = waves or coverage
        if program:
            command = [*program]
        elif four_state:
            if record is not None:
                raise GatehashError("a simulator of four states records no waves or coverage")
            from gatehash.simulate.icarus import four_state_simulator

            command = four_state_simulator(job, netlist)
        else:
            kind: Recording | None = "waves" if waves else "coverage" if coverage else None
            command = [str(simulator(job, record=kind, netlist=netlist, threads=threads))]
        if record is not None:
            record.open("wb").close()  # fails here, in words, where it can't be written
            command.append(str(record))
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115  (lives as long as the process)
        self._process = _started(command, self._errors)
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._input: IO[bytes] = self._process.stdin
        self._output: IO[bytes] = self._process.stdout
        self._came = memoryview(b"")
        self._unusable: str | None = None
        self.key = KeyInHardware()
        """The key that the design holds."""
        self.cycles = 0
        """Cycles simulated so far, as of the last answer."""
        _running.add(self)

    def __enter__(self) -> Simulation:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close(kill=kind is not None)

    @property
    def usable(self) -> bool:
        """Whether the process runs and waits for messages."""
        return self._unusable is None and self._process.poll() is None

    def responds(self) -> bool:
        """Whether the process answers; :attr:`usable` may not know yet that it was killed."""
        try:
            return not list(self._exchange(Feed([]), 0))
        except GatehashError:
            return False

    def close(self, *, kill: bool = False) -> None:
        """End the simulator; a recording of waveforms is then complete."""
        if self._output.closed:
            return
        stopped = kill or self._unusable is not None
        self._unusable = self._unusable or "has ended"
        if stopped:
            self._process.kill()
        else:
            with contextlib.suppress(BrokenPipeError):
                self._input.write(b"Q")
        status = self._process.wait()
        self._input.close()
        self._output.close()
        try:
            if status != 0 and not stopped:
                raise self._failure()
        finally:
            self._errors.close()

    def _forget(self) -> None:
        """Leave the simulator to the parent, from which this process was forked."""
        for stream in (self._input, self._output, self._errors):
            stream.close()
        self._unusable = "belongs to the process that this one was forked from"
        self._process.returncode = 0  # it is no child of this process, and never waited for

    def ask(self, message: Message) -> Answer:
        """Return the answer to one message, given in pieces; a key that is held is not sent."""
        return self.ask_all([message], [self.key.following(self.job)])[0]

    def stream(self, message: Message, job: Job | None = None) -> Generator[bytes, None, Answer]:
        """Yield the answer to one message, given in pieces, as it arrives; return the cycle counts.

        Only a piece of the message and of its answer is in memory at a time. An iteration that does
        not reach its end leaves the simulator unusable. `job` is the message's; by default the
        simulation's. Where the design holds the job's key, the packet has none.
        """
        feed = Feed([(message, self._own(self.key.following(job or self.job)), 0)])
        last: Answer | None = None
        for _, came in self._exchange(feed, 1):
            if isinstance(came, Answer):
                last = came
            else:
                yield came
        if feed.broken is not None:
            self.key.forget()
            raise feed.broken
        assert last is not None
        if last.error:
            self.key.forget()
        return last

    def ask_all(
        self,
        messages: Iterable[Message],
        jobs: Iterable[Job] | None = None,
        streams: Iterable[int] | None = None,
    ) -> list[Answer]:
        """Send messages back to back, each as soon as the design takes it; return their answers.

        Parameters
        ----------
        messages : iterable of iterable of bytes-like
            The messages, each in pieces.
        jobs : iterable of Job, optional
            The job of each message.
        streams : iterable of int, optional
            Stream of each message; by default 0. All streams run in the same cycles.

        Raises
        ------
        GatehashError
            If there are more or fewer jobs or streams than messages, the design lacks a stream, a
            job is of other hardware, or its packet has no key and the design holds another one.
        """
        answers = self.ask_some(messages, jobs, streams)
        whole = [each for each in answers if each is not None]
        assert len(whole) == len(answers)
        return whole

    def disturb(self, seeds: Sequence[int], reset_after: int = 0) -> None:
        """Have streams stall at random from now on, and the next messages cut off by a reset.

        Parameters
        ----------
        seeds : sequence of int
            For each stream 64 bits that all its stalls follow from; 0 for none.
        reset_after : int
            Cycles from the next messages' start to a reset of one cycle; 0 for none.
        """
        self._write(b"J" + struct.pack(f"<{len(seeds)}QI", *seeds, reset_after))

    def ask_some(
        self,
        messages: Iterable[Message],
        jobs: Iterable[Job] | None = None,
        streams: Iterable[int] | None = None,
    ) -> list[Answer | None]:
        """Do as :meth:`ask_all`; messages that a reset cut off have no answer.

        Messages that the simulator had not asked for at that time are not in the list.
        """
        feed = Feed(self._matched(messages, jobs, streams))
        open_streams = 1 if streams is None else self.job.hardware.streams
        answers: dict[int, deque[Answer]] = defaultdict(deque)
        data: dict[int, bytearray] = defaultdict(bytearray)
        for stream, came in self._exchange(feed, open_streams):
            if isinstance(came, Answer):
                answers[stream].append(replace(came, data=bytes(data.pop(stream, b""))))
            else:
                data[stream].extend(came)
        if feed.broken is not None:
            self.key.forget()
            raise feed.broken
        found = [answers[each].popleft() if answers[each] else None for each in feed.order]
        if any(answer is None or answer.error for answer in found):
            self.key.forget()
        return found

    def _matched(
        self,
        messages: Iterable[Message],
        jobs: Iterable[Job] | None,
        streams: Iterable[int] | None,
    ) -> Iterator[tuple[Message, Job, int]]:
        """Yield each message with its job and its stream."""
        given = {"messages": messages, "jobs": jobs, "streams": streams}
        columns = {name: iter(each) for name, each in given.items() if each is not None}
        row: dict[str, Any]
        for taken in count():
            row = {name: next(column, _NONE_LEFT) for name, column in columns.items()}
            ended = [name for name, value in row.items() if value is _NONE_LEFT]
            if len(ended) == len(row):
                return
            if ended:
                (more, *_) = (name for name in row if name not in ended)
                few = counted(taken, ended[0].removesuffix("s"))
                raise GatehashError(f"{few} given, but more {more}")
            job, stream = row.get("jobs", self.job), row.get("streams", 0)
            yield row["messages"], self._own(job), self._checked(stream)

    def _own(self, job: Job) -> Job:
        if job.hardware is not self.job.hardware and job.hardware != self.job.hardware:
            raise GatehashError(
                f"the simulator of {self.job.design.name} has other hardware than {job.name} on "
                f"{job.design.name}; start another one for it"
            )
        self.key.take(job)
        return job

    def _checked(self, stream: int) -> int:
        streams = range(self.job.hardware.streams)
        if not isinstance(stream, SupportsIndex) or index(stream) not in streams:
            allowed = f"it must be 0 to {streams[-1]}" if len(streams) > 1 else "its only one is 0"
            raise GatehashError(f"{self.job.design.name} has no stream {stream!r}; {allowed}")
        return index(stream)

    def _exchange(
        self, feed: Feed, streams: int
    ) -> Generator[tuple[int, bytes | Answer], None, None]:
        """Serve the simulator's requests; yield what it sends, each answer after its data.

        The simulator reads all that it requested before it continues. Neither side then waits for
        the other to read, whatever the capacity of a pipe.
        """
        if self._unusable is not None:
            raise self._refusal()
        self._unusable = "was stopped in the middle of a message"
        self._write(b"A" + struct.pack("<I", streams))
        while (tag := self._read(1)) != b"T":
            if tag == b"C":
                self._write(feed.config(self._read(1)[0]))
            elif tag == b"B":
                self._write(feed.pieces(self._read(1)[0]))
            elif tag == b"D":
                stream, size = _DATA.unpack(self._read(_DATA.size))
                yield stream, self._read(size)
            else:
                stream, error, first, last = _END.unpack(self._read(_END.size))
                yield stream, Answer(b"", bool(error), first, last)
        (self.cycles,) = _TOTAL.unpack(self._read(_TOTAL.size))
        self._unusable = None

    def _refusal(self) -> GatehashError:
        return GatehashError(f"the simulator of {self.job.design.name} {self._unusable}")

    def _write(self, data: bytes) -> None:
        if self._input.closed:
            raise self._refusal()
        left = memoryview(data)
        try:
            while left:
                left = left[self._input.write(left) :]
        except BrokenPipeError:
            raise self._failure() from None

    def _read(self, size: int) -> bytes:
        parts = []
        if self._output.closed:
            raise self._refusal()
        while size > 0:
            if not self._came:
                self._came = memoryview(self._output.read(_READ))
                if not self._came:
                    raise self._failure()
            parts.append(self._came[:size])
            self._came = self._came[size:]
            size -= len(parts[-1])
        return b"".join(parts)

    def _failure(self) -> GatehashError:
        self._process.wait()
        self._errors.seek(0)
        said = self._errors.read().decode(errors="replace").strip()
        return GatehashError(
            f"the simulator of {self.job.design.name} failed: "
            f"{said or f'exit status {self._process.returncode}'}"
        )


def _started(command: list[str], errors: IO[bytes]) -> subprocess.Popen[bytes]:
    process = None
    try:
        # A signal that arrives during the start must not leave a process behind.
        with signals_later():
            # Unbuffered: a forked process would inherit buffered bytes and write them again.
            process = subprocess.Popen(
                command, bufsize=0, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors
            )
    except BaseException:
        if process is not None:
            process.kill()
            process.wait()
        raise
    return process


_running: WeakSet[Simulation] = WeakSet()


def _forget_inherited() -> None:
    for simulation in list(_running):
        simulation._forget()
    _running.clear()


os.register_at_fork(after_in_child=_forget_inherited)
