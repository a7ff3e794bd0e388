# SPDX-License-Identifier: Apache-2.0
"""Hash objects, as :mod:`hashlib` has them, that run on simulated hardware."""

from __future__ import annotations

from collections.abc import Iterator

from gatehash.catalog import Job
from gatehash.errors import RefusedError
from gatehash.hashes import DesignHash
from gatehash.manners import BytesLike, octets
from gatehash.simulate.feed import Message
from gatehash.simulate.pool import borrowed
from gatehash.simulate.spool import Spool

__all__ = ["RtlHash", "answer"]


def answer(job: Job, message: Message, netlist: str | None = None) -> Iterator[bytes]:
    """Yield the answer to a message as it comes; the simulator is kept for the next one.

    Parameters
    ----------
    job : Job
        The design and what it does.
    message : iterable of bytes-like
        The message in pieces.
    netlist : str, optional
        Target whose netlist of the design is simulated instead of the RTL: ``xc6v`` or ``ecp5``.

    Raises
    ------
    GatehashError
        If the simulator can't be built or fails.
    RefusedError
        If the design refuses the message; for its length, at the end.
    """
    size = 0

    def counted() -> Iterator[memoryview]:
        nonlocal size
        for piece in message:
            view = octets(piece)
            size += len(view)
            if job.is_too_long(size):
                job.check(size)
            yield view

    with borrowed(job, netlist) as simulation:
        last = yield from simulation.stream(counted(), job)
    if last.error:
        job.check(size)
        raise RefusedError(f"{job.design.name} refuses the message")


class RtlHash(DesignHash):
    """Hash of a message, computed by the design's RTL or by what synthesis made of it.

    The message is kept and streamed through the simulated hardware when its digest is asked for:
    hardware that has padded and finished a message can't take more of it, as hashlib's objects can.
    What is longer than a megabyte is kept in a file without a name, in the folder of
    :func:`tempfile.gettempdir`, which copies share.

    Parameters
    ----------
    job : Job
        The design and what it does.
    data : bytes-like, optional
        Start of the message.
    netlist : str, optional
        Target whose netlist of the design is simulated instead of the RTL: ``xc6v`` or ``ecp5``.

    Examples
    --------
    >>> from gatehash.catalog import find
    >>> h = RtlHash(find("skein512-x8").job(), b"a")
    >>> h.update(b"bc")
    >>> h.hexdigest()[:16]
    '8f5dd9ec79815266'
    """

    def __init__(self, job: Job, data: BytesLike = b"", netlist: str | None = None) -> None:
        super().__init__(job)
        self._netlist = netlist
        self._message = Spool()
        self._digest: bytes | None = None
        self.update(data)

    def update(self, data: BytesLike, /) -> None:
        """Append `data` to the message.

        Raises
        ------
        GatehashError
            If a long message can't be written to its file.
        """
        view = octets(data)
        with self._lock:
            self._digest = None
            self._message.append(view)

    def digest(self) -> bytes:
        """Return the digest of the message so far; more may follow.

        Raises
        ------
        GatehashError
            If the simulator can't be built or fails, or the design refuses the message.
        """
        with self._lock:
            if self._digest is not None:
                return self._digest
            message = self._message.copy()
        digest = b"".join(answer(self._job, message.pieces(), self._netlist))
        with self._lock:
            # Another thread may have appended meanwhile.
            if len(self._message) == len(message):
                self._digest = digest
        return digest

    def copy(self) -> RtlHash:
        """Return a hash object of the same message that goes its own way."""
        twin = RtlHash(self._job, netlist=self._netlist)
        with self._lock:
            twin._message, twin._digest = self._message.copy(), self._digest
        return twin
