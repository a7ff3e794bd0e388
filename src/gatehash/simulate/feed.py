# SPDX-License-Identifier: Apache-2.0
"""Messages for a simulator, which requests one piece at a time."""

from __future__ import annotations

import struct
from collections import defaultdict, deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from gatehash.catalog import Job
from gatehash.manners import BytesLike, octets

__all__ = ["Feed", "Malformed", "Message"]

_LENGTH = struct.Struct("<I")
_RECORD = struct.Struct("<BI")
_PLACE = struct.Struct("<IB")
_ENDS_MESSAGE, _MORE_PIECES, _NO_MORE_MESSAGES, _FAULT = 1, 2, 4, 8

# Most bytes of a message in one reply, and in memory here and in the simulator.
_PIECE = 1 << 18

Message = Iterable[BytesLike]
"""A message in pieces."""


@dataclass(frozen=True)
class Malformed:
    """A message with a malformed beat.

    Parameters
    ----------
    data : bytes
        The message.
    at : int
        First byte of the beat that the malformed one stands before.
    kind : int
        0 for an empty beat, 1 for one without its first byte, 2 without its last one; of a masked
        design 3 for one that has its first byte in one share alone.
    """

    data: bytes
    at: int
    kind: int

    def __iter__(self) -> Iterator[bytes]:
        return iter((self.data,))


@dataclass
class _Stream:
    """Messages and configurations of a stream that are not sent yet."""

    configs: deque[tuple[int, ...]] = field(default_factory=deque)
    messages: deque[Iterator[BytesLike]] = field(default_factory=deque)
    faults: deque[Malformed | None] = field(default_factory=deque)
    rest: memoryview = field(default_factory=lambda: memoryview(b""))


class Feed:
    """Messages for the streams of a simulator; each is read only as far as it is requested.

    If reading a message fails, all messages end there, so that the simulator stays usable, and
    `broken` holds the error.

    Parameters
    ----------
    messages : iterable of (iterable of bytes-like, Job, int)
        Each message in pieces, its job, and the number of its stream.
    """

    def __init__(self, messages: Iterable[tuple[Message, Job, int]]) -> None:
        self._source = iter(messages)
        self._streams: defaultdict[int, _Stream] = defaultdict(_Stream)
        self.order: list[int] = []
        """Streams of the messages so far, in their order."""
        self.broken: Exception | None = None
        """The error that ended the messages, if there was one."""

    def config(self, stream: int) -> bytes:
        """Reply to a request for the configuration of a stream's next message."""
        configs = self._streams[stream].configs
        while not configs and self._advance():
            pass
        words = configs.popleft() if configs else ()
        return _LENGTH.pack(len(words)) + struct.pack(f"<{len(words)}Q", *words)

    def pieces(self, stream: int) -> bytes:
        """Reply to a request for the next bytes of a stream."""
        mine, answer, last = self._streams[stream], bytearray(), -1
        while len(answer) < _PIECE:
            if last >= 0:
                answer[last] |= _MORE_PIECES
            last = len(answer)
            while not mine.messages and self._advance():
                pass
            if not mine.messages:
                answer += _RECORD.pack(_NO_MORE_MESSAGES, 0)
                break
            if fault := mine.faults[0]:
                # All of it: the fault's place is counted from the beginning of a piece.
                answer += _RECORD.pack(_FAULT | _ENDS_MESSAGE, len(fault.data))
                answer += _PLACE.pack(fault.at, fault.kind) + fault.data
                mine.messages.popleft()
                mine.faults.popleft()
                continue
            piece = self._next_piece(mine)
            if piece is None:
                mine.messages.popleft()
                mine.faults.popleft()
                answer += _RECORD.pack(_ENDS_MESSAGE, 0)
            else:
                now, mine.rest = piece[:_PIECE], piece[_PIECE:]
                answer += _RECORD.pack(0, len(now))
                answer += now
        return bytes(answer)

    def _advance(self) -> bool:
        """Take the next message, of any stream; return False if there is none."""
        try:
            message, job, number = next(self._source)
            pieces = iter(message)
        except StopIteration:
            return False
        except Exception as error:
            self._break_off(error)
            return False
        self.order.append(number)
        stream = self._streams[number]
        if job.config is not None:
            stream.configs.append(job.config)
        stream.messages.append(pieces)
        stream.faults.append(message if isinstance(message, Malformed) else None)
        return True

    def _next_piece(self, stream: _Stream) -> memoryview | None:
        """Return the next bytes of a stream's first message, None at its end."""
        if stream.rest:
            return stream.rest
        try:
            for piece in stream.messages[0]:
                if view := octets(piece):
                    return view
        except Exception as error:
            self._break_off(error)
        return None

    def _break_off(self, error: Exception) -> None:
        self.broken = error
        self._source = iter(())
        for stream in self._streams.values():
            stream.rest = memoryview(b"")
            stream.messages = deque(iter(()) for _ in stream.messages)
            stream.faults = deque(None for _ in stream.messages)
