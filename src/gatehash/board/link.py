# SPDX-License-Identifier: Apache-2.0
"""A session with a board at a serial device: messages in, answers out."""

from __future__ import annotations

import contextlib
import secrets
import time
from collections import deque
from collections.abc import Generator, Iterable, Iterator, Mapping
from dataclasses import dataclass
from types import TracebackType
from typing import Any

from gatehash.board.boards import BAUD
from gatehash.board.frames import FLAG, Bad, Fault, Frame, Kind, Reader, frame_bytes
from gatehash.board.identity import Identity, hardware_crc
from gatehash.board.port import Port
from gatehash.catalog import Design, Job, Operation, find
from gatehash.catalog.held import KeyInHardware
from gatehash.errors import GatehashError, counted, shown
from gatehash.hashes import hardware_answer
from gatehash.manners import BytesLike, octets

__all__ = ["BoardLink"]

_NUMBERS = 16
_NONCE_BYTES = 4
_GREETINGS = 4
_GREETING_SECONDS = 0.5
_SILENCE_SECONDS = 10.0

_FAULTS = {
    Fault.BAD_FRAME: "a frame arrived damaged",
    Fault.OUT_OF_ORDER: "a frame was lost on the way",
    Fault.NOT_ALLOWED: "it was sent a frame that it does not take",
    Fault.OVERRUN: "its buffer overflowed",
    Fault.PART_WORD: "a configuration was not whole words",
}


@dataclass
class _Progress:
    """Frames of a session that were sent and taken, and of answers; bytes of the last message."""

    sent: int = 0
    taken: int = 0
    answered: int = 0
    message_bytes: int = 0
    answer_bytes: int = 0


class BoardLink:
    """A board at a serial device, for any number of messages; it serves one thread.

    Parameters
    ----------
    device : str
        The serial device, such as ``/dev/ttyUSB0``.

    Raises
    ------
    GatehashError
        If there is no such device, or what is there is no board of this library; pyserial is
        missing.
    """

    def __init__(self, device: str) -> None:
        self._port = Port(device)
        self._reader = Reader()
        self._came: deque[Frame | Bad] = deque()
        self._session = False
        self._progress = _Progress()
        self._key = KeyInHardware()
        try:
            self.identity = self._greet()
        except BaseException:
            self._port.close()
            raise

    def __enter__(self) -> BoardLink:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the device; a board that may hold a key is reset before."""
        try:
            if self._key.possible:
                with contextlib.suppress(GatehashError):
                    self._greet()
        finally:
            self._port.close()

    def design(self) -> Design:
        """Return the design that the board has, or raise GatehashError for one of no name here."""
        name = self.identity.design
        try:
            return find(name)
        except GatehashError:
            raise self._error(
                f"the board has {shown(name)}, which this version of the library does not know"
            ) from None

    def job(
        self,
        design: str | None,
        algorithm: str | None,
        values: Mapping[str, Any],
        operation: Operation = "hash",
    ) -> Job:
        """Return the job for a function and what a user gives, on the board's design.

        Parameters
        ----------
        design : str or None
            Name of the design that the board must have; None takes any.
        algorithm, values, operation
            See :meth:`gatehash.catalog.Design.job`.

        Raises
        ------
        GatehashError
            If the board has another design or other hardware than the job needs, or the design has
            no such job.
        """
        name = self.identity.design
        if design is not None and design != name:
            find(design)  # an unknown one is an error of its own
            raise self._error(f"the board has {shown(name)}, not {design}")
        job = self.design().job(algorithm, values, operation)
        if self.identity.hardware != hardware_crc(job.hardware):
            raise self._error(
                f"{name} on the board is other hardware than {job.name} needs; build it with: "
                f"gatehash board BOARD --design {name} --algorithm {job.name}"
            )
        return job

    def ask(self, job: Job, message: Iterable[BytesLike]) -> tuple[bytes, bool]:
        """Return the answer to a message, given in pieces, and whether it is an error."""
        data = bytearray()
        stream = self.stream(job, message)
        while True:
            try:
                data += next(stream)
            except StopIteration as end:
                return bytes(data), bool(end.value)

    def answer(self, job: Job, message: Iterable[BytesLike]) -> Iterator[bytes]:
        """Yield the answer to a message, given in pieces, as it arrives.

        Raises
        ------
        GatehashError
            If the connection breaks off.
        RefusedError
            If the design refuses the message.
        """
        return hardware_answer(job, message, lambda pieces: self.stream(job, pieces))

    def stream(self, job: Job, message: Iterable[BytesLike]) -> Generator[bytes, None, bool]:
        """Yield the answer to a message, given in pieces, as it arrives; return its error flag.

        Only what is on the way is in memory. Where the board holds the job's key, it is not sent.

        Raises
        ------
        GatehashError
            If the connection breaks off. An iteration that does not reach its end has the next one
            start a new session, which resets the board.
        """
        if not self._session:
            self._greet()
        self._session = False
        job = self._key.following(job)
        self._key.take(job)
        limits, progress = self.identity, self._progress
        progress.message_bytes = progress.answer_bytes = 0
        frames = _frames(job.config_bytes, message, limits.chunk_bytes)
        frame = next(frames, None)
        # Only what brings the message on, or its answer, is progress.
        deadline = time.monotonic() + _SILENCE_SECONDS
        while True:
            while frame is not None and progress.sent - progress.taken < limits.window:
                self._port.write(frame_bytes(frame[0], progress.sent, frame[1]))
                progress.sent += 1
                if frame[0] in (Kind.MESSAGE, Kind.MESSAGE_LAST):
                    progress.message_bytes += len(frame[1])
                frame = next(frames, None)
                deadline = time.monotonic() + _SILENCE_SECONDS
            for came in self._read():
                payload = self._understood(came, job)
                if came.kind == Kind.END:
                    if frame is not None or progress.taken != progress.sent:
                        raise self._error("the board answers before the message has ended")
                    return self._ended(job, payload)
                if payload:
                    yield payload
                if payload or came.kind == Kind.TAKEN:
                    deadline = time.monotonic() + _SILENCE_SECONDS
            if time.monotonic() > deadline:
                raise self._error(
                    f"the board does not answer: no progress for {_SILENCE_SECONDS:g} seconds"
                )

    def _understood(self, came: Frame, job: Job) -> bytes:
        """Return the payload of a frame of an answer, after a look at its order and length."""
        progress = self._progress
        if came.kind == Kind.TAKEN:
            more = (came.number + 1 - progress.taken) % _NUMBERS
            if came.payload or not 0 < more <= progress.sent - progress.taken:
                raise self._error("the board says that it took what was not sent, or took before")
            progress.taken += more
            return b""
        if came.kind in (Kind.ANSWER, Kind.END):
            if came.number != progress.answered % _NUMBERS:
                raise self._error("a part of the answer was lost on the way")
            progress.answered += 1
            if came.kind == Kind.ANSWER:
                progress.answer_bytes += len(came.payload)
                # An error may be a beat more; its bytes have no meaning.
                due = max(0, job.answer_bytes(progress.message_bytes))
                most = due + job.hardware.stream_bits // 8
                if progress.answer_bytes > most:
                    raise self._error(
                        f"the answer has more than {counted(due, 'byte')}; {job.name} on "
                        f"{job.design.name} has no more"
                    )
            return came.payload
        if came.kind == Kind.FAULT and len(came.payload) == 1:
            why = _FAULTS.get(came.payload[0], f"fault {came.payload[0]}")  # type: ignore[call-overload]
            raise self._error(f"the board ended the session: {why}")
        raise self._error("the board answers nonsense")

    def _ended(self, job: Job, payload: bytes) -> bool:
        """Return the error flag of an answer's end, after a look at the answer's length."""
        if payload not in (b"\0", b"\1"):
            raise self._error("the board answers nonsense")
        came = self._progress.answer_bytes
        due = job.answer_bytes(self._progress.message_bytes)
        if not payload[0] and came != due:
            raise self._error(
                f"the answer has {counted(came, 'byte')}; {job.name} on {job.design.name} has {due}"
            )
        self._session = True
        if payload[0]:
            self._key.forget()
        return bool(payload[0])

    def _greet(self) -> Identity:
        """Start a session, whatever the board was doing; return the identity that it reports."""
        heard = False
        for _ in range(_GREETINGS):
            nonce = secrets.token_bytes(_NONCE_BYTES)
            # The first flag ends whatever the board took for a frame.
            self._port.write(bytes([FLAG]) + frame_bytes(Kind.HELLO, 0, nonce))
            deadline = time.monotonic() + _GREETING_SECONDS
            while time.monotonic() < deadline:
                data = self._port.read()
                heard |= bool(data)
                for came in self._reader.feed(data):
                    if not isinstance(came, Frame) or came.kind != Kind.IDENTIFIED:
                        continue
                    if came.payload[:_NONCE_BYTES] == nonce:
                        return self._begun(came.payload[_NONCE_BYTES:])
        if heard:
            raise self._error(
                "what is there answers nonsense; it is no board of gatehash, or runs at another "
                f"speed than {BAUD} bits a second"
            )
        raise self._error("nothing answers")

    def _begun(self, data: bytes) -> Identity:
        try:
            identity = Identity.from_bytes(data)
        except GatehashError as error:
            raise self._error(str(error)) from None
        self._session = True
        self._came.clear()
        self._progress = _Progress()
        self._key = KeyInHardware()
        return identity

    def _read(self) -> Iterator[Frame]:
        """Yield the frames that have come; those behind the last one that is taken stay."""
        self._came.extend(self._reader.feed(self._port.read()))
        while self._came:
            came = self._came.popleft()
            if isinstance(came, Bad):
                raise self._error("a frame of the board arrived damaged")
            yield came

    def _error(self, what: str) -> GatehashError:
        return self._port.error(what)


def _frames(config: bytes, message: Iterable[BytesLike], size: int) -> Iterator[tuple[Kind, bytes]]:
    """Yield the frames of a configuration and a message: only the last chunk of each is the last.

    Examples
    --------
    >>> [(kind.name, data) for kind, data in _frames(b"", [b"abc", b"de"], 2)]
    [('MESSAGE', b'ab'), ('MESSAGE', b'cd'), ('MESSAGE_LAST', b'e')]
    """
    if config:
        yield from _chunks([config], size, Kind.CONFIG, Kind.CONFIG_LAST)
    yield from _chunks(message, size, Kind.MESSAGE, Kind.MESSAGE_LAST)


def _chunks(
    pieces: Iterable[BytesLike], size: int, kind: Kind, last: Kind
) -> Iterator[tuple[Kind, bytes]]:
    held = b""
    for piece in pieces:
        at = 0
        view = octets(piece)
        while at < len(view):
            # A full chunk is sent once it is known that more follows.
            if len(held) == size:
                yield kind, held
                held = b""
            more = size - len(held)
            held += bytes(view[at : at + more])
            at += more
    yield last, held
