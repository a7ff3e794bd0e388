# SPDX-License-Identifier: Apache-2.0
"""Hash objects like those of :mod:`hashlib` that run on simulated hardware."""

from __future__ import annotations

from collections.abc import Generator, Iterator

from gatehash.catalog import Job
from gatehash.hashes import DesignHash, hardware_answer
from gatehash.manners import BytesLike, octets
from gatehash.simulate.feed import Message
from gatehash.simulate.pool import borrowed
from gatehash.simulate.spool import Spool

__all__ = ["RtlHash", "answer"]


def answer(job: Job, message: Message, netlist: str | None = None) -> Iterator[bytes]:
    """Return a design's answer to a message as it arrives; the simulator is kept for the next one.

    Parameters
    ----------
    job : Job
        The design and what it does.
    message : iterable of bytes-like
        The message in pieces.
    netlist : str, optional
        Target of the netlist to simulate in place of the RTL, one of ``NETLIST_TARGETS``.

    Raises
    ------
    GatehashError
        If the simulator can't be built or fails.
    RefusedError
        If the design refuses the message; for its length, at the end.
    """

    def ask(pieces: Message) -> Generator[bytes, None, bool]:
        with borrowed(job, netlist) as simulation:
            last = yield from simulation.stream(pieces, job)
        return last.error

    return hardware_answer(job, message, ask)


class RtlHash(DesignHash):
    """Hash of a message, computed by the simulation of the design's RTL or netlist.

    The object stores the message and streams it through the simulated hardware for each digest,
    because hardware that has padded a message can't continue it as hashlib's objects can. A message
    above a megabyte is stored in a file without a name, in the folder of
    :func:`tempfile.gettempdir`, which copies share.

    Parameters
    ----------
    job : Job
        The design and what it does.
    data : bytes-like, optional
        Start of the message.
    netlist : str, optional
        Target of the netlist to simulate in place of the RTL, one of ``NETLIST_TARGETS``.

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
        """Append `data`; raise GatehashError if a long message can't be written to its file."""
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
        """Return an independent hash object with the same message."""
        twin = RtlHash(self._job, netlist=self._netlist)
        with self._lock:
            twin._message, twin._digest = self._message.copy(), self._digest
        return twin
