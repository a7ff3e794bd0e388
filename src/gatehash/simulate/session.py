# SPDX-License-Identifier: Apache-2.0
"""A running simulator: messages in, digests and cycle counts out."""

from __future__ import annotations

import contextlib
import struct
import subprocess
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import IO

from gatehash.catalog import Design
from gatehash.errors import GatehashError
from gatehash.simulate.build import simulator

__all__ = ["Answer", "Simulation"]

_LENGTH = struct.Struct("<I")
_END = struct.Struct("<BQQ")
_TOTAL = struct.Struct("<Q")
_CHUNK = 1 << 20


@dataclass(frozen=True)
class Answer:
    """What a design answered to one message.

    Parameters
    ----------
    data : bytes
        The packet that came out: the digest.
    error : bool
        Whether ``tuser`` was set: the message was malformed.
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
        """Cycles from the first beat in to the last beat out, both counted."""
        return self.last - self.first + 1


class Simulation:
    """A design's simulator as a process, for any number of messages.

    Parameters
    ----------
    design : Design
        The design; its simulator is built first if need be.
    waves : Path, optional
        File that waveforms are recorded to, in FST format.

    Raises
    ------
    GatehashError
        If the simulator can't be built or fails.

    Examples
    --------
    >>> from gatehash.catalog import find
    >>> with Simulation(find("skein512-x8")) as simulation:
    ...     answer = simulation.ask([b"abc"])
    >>> answer.cycles, answer.data.hex()[:16]
    (37, '8f5dd9ec79815266')
    """

    def __init__(self, design: Design, *, waves: Path | None = None) -> None:
        self.design = design
        command = [str(simulator(design, waves=waves is not None))]
        if waves is not None:
            waves.open("wb").close()  # fails here, in words, where it can't be written
            command.append(str(waves))
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115  (lives as long as the process)
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._errors
        )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._input: IO[bytes] = self._process.stdin
        self._output: IO[bytes] = self._process.stdout
        self.cycles = 0
        """Cycles simulated so far, as of the last answer."""

    def __enter__(self) -> Simulation:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close(kill=kind is not None)

    def close(self, *, kill: bool = False) -> None:
        """End the simulator; a recording of waveforms is complete afterwards."""
        if kill:
            self._process.kill()
        with contextlib.suppress(BrokenPipeError):
            self._input.close()
        self._output.read()
        self._output.close()
        failed = self._process.wait() != 0 and not kill
        try:
            if failed:
                raise self._failure()
        finally:
            self._errors.close()

    def ask(self, message: Iterable[bytes | bytearray | memoryview]) -> Answer:
        """Hash one message that comes in pieces, on its own."""
        return self.ask_all([message])[0]

    def ask_all(self, messages: Iterable[Iterable[bytes | bytearray | memoryview]]) -> list[Answer]:
        """Hash messages back to back: each enters as soon as the design takes it.

        The answers wait in a pipe until the last message is in: for many messages at a time, not
        for millions.
        """
        count = 0
        broken: Exception | None = None
        try:
            for message in messages:
                count += 1
                broken = self._send(message)
                if broken is not None:
                    break
            self._input.write(b"F")
            self._input.flush()
        except BrokenPipeError:
            raise self._failure() from None
        answers = self._receive(count)
        if broken is not None:
            raise broken
        return answers

    def _send(self, message: Iterable[bytes | bytearray | memoryview]) -> Exception | None:
        """Send a message; if it breaks off, end it cleanly and return the reason."""
        self._input.write(b"M")
        pieces = iter(message)
        broken: Exception | None = None
        while True:
            try:
                piece = next(pieces)
            except StopIteration:
                break
            except Exception as error:
                broken = error
                break
            view = memoryview(piece).cast("B")
            for at in range(0, len(view), _CHUNK):
                chunk = view[at : at + _CHUNK]
                self._input.write(_LENGTH.pack(len(chunk)))
                self._input.write(chunk)
        self._input.write(_LENGTH.pack(0))
        return broken

    def _receive(self, count: int) -> list[Answer]:
        answers: list[Answer] = []
        data = bytearray()
        while True:
            tag = self._read(1)
            if tag == b"D":
                data += self._read(*_LENGTH.unpack(self._read(_LENGTH.size)))
            elif tag == b"E":
                error, first, last = _END.unpack(self._read(_END.size))
                answers.append(Answer(bytes(data), bool(error), first, last))
                data.clear()
            else:
                (self.cycles,) = _TOTAL.unpack(self._read(_TOTAL.size))
                assert len(answers) == count
                return answers

    def _read(self, size: int) -> bytes:
        data = self._output.read(size)
        if len(data) != size:
            raise self._failure()
        return data

    def _failure(self) -> GatehashError:
        self._process.wait()
        self._errors.seek(0)
        said = self._errors.read().decode(errors="replace").strip()
        return GatehashError(
            f"the simulator of {self.design.name} failed: "
            f"{said or f'exit status {self._process.returncode}'}"
        )
