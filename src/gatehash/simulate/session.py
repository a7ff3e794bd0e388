# SPDX-License-Identifier: Apache-2.0
"""A running simulator: messages in, digests and cycle counts out."""

from __future__ import annotations

import contextlib
import struct
import subprocess
import tempfile
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import repeat
from pathlib import Path
from types import TracebackType
from typing import IO

from gatehash.catalog import Design
from gatehash.errors import GatehashError
from gatehash.simulate.build import simulator

__all__ = ["Answer", "Simulation"]

_LENGTH = struct.Struct("<I")
_DATA = struct.Struct("<BI")
_END = struct.Struct("<BBQQ")
_TOTAL = struct.Struct("<Q")
_WORD = struct.Struct("<Q")
_CHUNK = 1 << 20


Message = Iterable[bytes | bytearray | memoryview]
"""A message in pieces."""


@dataclass(frozen=True)
class Answer:
    """What a design answered to one message.

    Parameters
    ----------
    data : bytes
        The packet that came out: the digest, or the message encrypted or decrypted.
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
        """Cycles from the first beat in to the last beat out, both counted."""
        return self.last - self.first + 1


class Simulation:
    """A design's simulator as a process, for any number of messages.

    Parameters
    ----------
    design : Design
        The design; its simulator is built first if need be. Of several algorithms, messages are for
        the one that is chosen.
    waves : Path, optional
        File that waveforms are recorded to, in FST format.
    netlist : str, optional
        Target whose netlist of the design is simulated instead of the RTL: ``xc6v`` or ``ecp5``.

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

    def __init__(
        self, design: Design, *, waves: Path | None = None, netlist: str | None = None
    ) -> None:
        self.design = design
        command = [str(simulator(design, waves=waves is not None, netlist=netlist))]
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

    def ask(self, message: Message) -> Answer:
        """Ask for the answer to one message that comes in pieces, on its own."""
        return self.ask_all([message])[0]

    def ask_all(
        self,
        messages: Iterable[Message],
        designs: Iterable[Design] | None = None,
        lanes: Iterable[int] | None = None,
    ) -> list[Answer]:
        """Send messages back to back: each enters as soon as the design takes it.

        The answers wait in a pipe until the last message is in: for many messages at a time, not
        for millions.

        Parameters
        ----------
        messages : iterable of iterable of bytes-like
            The messages, each in pieces.
        designs : iterable of Design, optional
            The design with the algorithm that is chosen for each message.
        lanes : iterable of int, optional
            The lane that each message is for; lane 0 if not given. What the lanes do side by side
            they do in the same cycles, as long as the messages have fewer than 65,536 beats.
        """
        order: list[int] = []
        broken: Exception | None = None
        chosen = repeat(self.design) if designs is None else designs
        try:
            for message, design, lane in zip(
                messages, chosen, repeat(0) if lanes is None else lanes, strict=False
            ):
                order.append(lane)
                self._input.write(b"L" + bytes([lane]))
                self._configure(design.algorithm.config)
                broken = self._send(message)
                if broken is not None:
                    break
            self._input.write(b"F")
            self._input.flush()
        except BrokenPipeError:
            raise self._failure() from None
        answers = self._receive(order)
        if broken is not None:
            raise broken
        return answers

    def _configure(self, config: tuple[int, ...] | None) -> None:
        if config is None:
            return
        self._input.write(b"C")
        self._input.write(_LENGTH.pack(len(config)))
        for word in config:
            self._input.write(_WORD.pack(word))

    def _send(self, message: Message) -> Exception | None:
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

    def _receive(self, order: list[int]) -> list[Answer]:
        """Receive the answers of all lanes; return them in the order of their messages."""
        answers = {lane: deque[Answer]() for lane in order}
        data = {lane: bytearray() for lane in order}
        while (tag := self._read(1)) != b"T":
            if tag == b"D":
                lane, size = _DATA.unpack(self._read(_DATA.size))
                data[lane] += self._read(size)
            else:
                lane, error, first, last = _END.unpack(self._read(_END.size))
                answers[lane].append(Answer(bytes(data[lane]), bool(error), first, last))
                data[lane].clear()
        (self.cycles,) = _TOTAL.unpack(self._read(_TOTAL.size))
        assert sum(map(len, answers.values())) == len(order)
        return [answers[lane].popleft() for lane in order]

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
