# SPDX-License-Identifier: Apache-2.0
"""Messages that are kept: the last part of one in memory, the rest in files without a name."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from threading import Lock
from weakref import finalize

from gatehash.errors import GatehashError

__all__ = ["Spool"]

# Bytes of a message that are kept in memory, at most.
_MEMORY = 1 << 20
_PIECE = 1 << 18


class _Store:
    """A file whose beginning several spools share, and to which one of them may append."""

    def __init__(self) -> None:
        self._file = tempfile.TemporaryFile(buffering=0)  # noqa: SIM115  (closed when unreachable)
        finalize(self, self._file.close)
        self._size = 0
        self._owner = os.getpid()
        self._lock = Lock()

    def append(self, at: int, parts: tuple[bytes | bytearray | memoryview, ...]) -> int | None:
        """Append bytes after byte `at`; return their end, or None if another spool appended there.

        A forked process shares the file with its parent and only reads it.
        """
        if os.getpid() != self._owner:
            return None
        with self._lock:
            if self._size != at:
                return None
            for part in parts:
                left = memoryview(part)
                while left:
                    written = os.pwrite(self._file.fileno(), left, at)
                    at, left = at + written, left[written:]
            self._size = at
            return at

    def read(self, end: int) -> Iterator[bytes]:
        at = 0
        while at < end:
            piece = os.pread(self._file.fileno(), min(_PIECE, end - at), at)
            if not piece:
                raise GatehashError("the file of a long message was cut short by someone else")
            at += len(piece)
            yield piece


class Spool:
    """A message that grows, can be read any number of times, and is copied in constant time.

    Memory does not grow with the message. It is not safe for several threads.

    Examples
    --------
    >>> spool = Spool()
    >>> spool.append(memoryview(b"in two "))
    >>> twin = spool.copy()
    >>> spool.append(memoryview(b"pieces"))
    >>> b"".join(spool.pieces()), b"".join(twin.pieces()), len(spool)
    (b'in two pieces', b'in two ', 13)
    """

    def __init__(self) -> None:
        self._stores: tuple[tuple[_Store, int], ...] = ()
        """Files, and how many bytes of each belong to the message."""
        self._tail = bytearray()

    def __len__(self) -> int:
        return sum(end for _, end in self._stores) + len(self._tail)

    def append(self, data: memoryview) -> None:
        """Append bytes; if a write fails, raise GatehashError and keep the message unchanged."""
        if len(self._tail) + len(data) <= _MEMORY:
            self._tail += data
            return
        try:
            self._stores = self._stored((self._tail, data))
        except OSError as error:
            raise GatehashError(
                f"can't keep a long message in a file: {error.strerror or error}; "
                "set TMPDIR to a folder with room for it"
            ) from error
        self._tail = bytearray()

    def _stored(self, parts: tuple[bytearray | memoryview, ...]) -> tuple[tuple[_Store, int], ...]:
        if self._stores:
            *before, (store, end) = self._stores
            grown = store.append(end, parts)
            if grown is not None:
                return (*before, (store, grown))
        store = _Store()
        end = store.append(0, parts) or 0
        return (*self._stores, (store, end))

    def pieces(self) -> Iterator[bytes]:
        """Read the message, in pieces."""
        for store, end in self._stores:
            yield from store.read(end)
        if self._tail:
            yield bytes(self._tail)

    def copy(self) -> Spool:
        """Return an independent copy."""
        twin = Spool()
        twin._stores, twin._tail = self._stores, self._tail.copy()
        return twin
