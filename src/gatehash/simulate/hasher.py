# SPDX-License-Identifier: Apache-2.0
"""Hash objects like those of :mod:`hashlib` that run on simulated hardware."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from typing import Self

from gatehash.catalog import Job
from gatehash.hashes import DesignHash, hardware_answer
from gatehash.manners import BytesLike, octets
from gatehash.simulate.feed import Message
from gatehash.simulate.pool import Owner, borrowed
from gatehash.spool import Spool

__all__ = ["RtlHash", "answer"]


def answer(
    job: Job, message: Message, netlist: str | None = None, owner: Owner | None = None
) -> Iterator[bytes]:
    """Return a design's answer to a message as it arrives; the simulator is kept for the next one.

    Parameters
    ----------
    job : Job
        The design and what it does.
    message : iterable of bytes-like
        The message in pieces.
    netlist : str, optional
        Target of the netlist to simulate in place of the RTL, one of ``NETLIST_TARGETS``.
    owner : Owner, optional
        Owner of the key that the simulator holds, if the job has one held. Without an owner it is
        not held.

    Raises
    ------
    GatehashError
        If the simulator can't be built or fails.
    RefusedError
        If the design refuses the message; for its length, at the end.
    """

    def ask(pieces: Message) -> Generator[bytes, None, bool]:
        with borrowed(job, netlist, owner) as simulation:
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
        self._known: bytes | None = None  # the longest digest of the message so far
        keeps_key = job.hold is not None and job.hold.stays
        self._owner = Owner() if keeps_key else None
        self.update(data)

    def update(self, data: BytesLike, /) -> None:
        """Append `data`; raise GatehashError if a long message can't be written to its file."""
        view = octets(data)
        with self._lock:
            self._known = None
            self._message.append(view)

    def copy(self) -> Self:
        """Return an independent hash object with the same message.

        A key that the hardware holds for one of them it holds for both.
        """
        twin = type(self)(self._job, netlist=self._netlist)
        with self._lock:
            twin._message, twin._known = self._message.copy(), self._known
        twin._owner = self._owner
        return twin

    def _digest(self, size: int) -> bytes:
        with self._lock:
            known = self._known
            message = self._message.copy()
        if known is not None and size <= len(known):
            return known[:size]
        job = self._job if size <= self.digest_size else self._longer(size)
        known = b"".join(answer(job, message.pieces(), self._netlist, self._owner))
        with self._lock:
            # Another thread may have appended meanwhile.
            if len(self._message) == len(message):
                self._known = known
        return known[:size]

    def _longer(self, size: int) -> Job:
        """Return the job for an output of at least `size` bytes.

        Where the hardware has the length, one serves all lengths up to a power of two.
        """
        job = self._resized(size)
        return (
            job
            if job.hardware == self._job.hardware
            else self._resized(1 << (size - 1).bit_length())
        )
