# SPDX-License-Identifier: Apache-2.0
"""Hash objects of designs, whatever computes their digests."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Generator, Iterable, Iterator
from threading import Lock
from typing import Self, cast

from gatehash.catalog import CipherModel, HashObject, Job
from gatehash.errors import ArgumentError, RefusedError, shown_value
from gatehash.manners import BytesLike, HashManners, octets, whole_number

__all__ = ["DesignHash", "ModelHash", "hardware_answer", "model_answer"]


class _Message:
    """A message of a length that is not known, as far as the design takes it.

    Parameters
    ----------
    job : Job
        The design and what it does.
    message : iterable of bytes-like
        The message in pieces.
    """

    def __init__(self, job: Job, message: Iterable[BytesLike]) -> None:
        self._job, self._message = job, message
        self._size = 0

    def pieces(self) -> Iterator[memoryview]:
        """Yield the pieces up to what is too long; the rest is not read."""
        for piece in self._message:
            view = octets(piece)
            before, self._size = self._size, self._size + len(view)
            taken = self._job.taken(self._size)
            yield view[: taken - before]
            if taken < self._size:
                break

    def check(self) -> None:
        """Raise a RefusedError if the message was refused for its length."""
        if self._job.is_too_long(self._size):
            why = f"it has too many blocks; {self._job.bound}"
            raise RefusedError(f"{self._job.design.name} refuses the message: {why}")
        self._job.check(self._size)


def model_answer(job: Job, message: Iterable[BytesLike]) -> Iterator[bytes]:
    """Return the answer of the golden model of a cipher to a message, as it arrives.

    The answer to a message with a tag comes only after the tag has been checked.

    Raises
    ------
    RefusedError
        At the end, if the design does not take a message of that length, or its tag is wrong.
    """
    from gatehash.compiled import compiled

    model = cast(CipherModel, compiled(job.model()))

    def computed() -> Iterator[bytes]:
        taken = _Message(job, message)
        for view in taken.pieces():
            model.update(view)
            yield model.take()
        taken.check()
        try:
            yield model.digest()
        except RefusedError as error:
            raise RefusedError(f"{job.design.name} refuses the message: {error}") from error

    return _trusted(job, computed())


def _trusted(job: Job, answer: Iterator[bytes]) -> Iterator[bytes]:
    """Yield an answer; one whose tag is to be checked when that has been done, and not before."""
    if not job.distrust:
        yield from answer
        return
    from gatehash.spool import Spool

    spool = Spool()
    for piece in answer:
        spool.append(memoryview(piece))
    yield from spool.pieces()


def hardware_answer(
    job: Job,
    message: Iterable[BytesLike],
    ask: Callable[[Iterator[memoryview]], Generator[bytes, None, bool]],
) -> Iterator[bytes]:
    """Return the answer of hardware to a message, as it arrives.

    The answer to a message with a tag comes only after the tag has been checked.

    Parameters
    ----------
    job : Job
        The design and what it does.
    message : iterable of bytes-like
        The message in pieces.
    ask : callable
        Takes the message, and yields the answer; returns whether it is an error.

    Raises
    ------
    RefusedError
        If the design refuses the message; for its length or its tag, at the end.
    """
    taken = _Message(job, message)

    def answered() -> Iterator[bytes]:
        failed = yield from ask(taken.pieces())
        taken.check()
        if failed:
            why = f": {job.distrust}" if job.distrust else ""
            raise RefusedError(f"{job.design.name} refuses the message{why}")

    return _trusted(job, answered())


class DesignHash(HashManners):
    """A hash object of a design at work; several threads may use it at once."""

    def __init__(self, job: Job) -> None:
        self._job = job
        self._lock = Lock()

    @property
    def name(self) -> str:
        """Name of the algorithm, such as ``skein-512-512``, which :func:`gatehash.new` takes."""
        return self._job.name

    @property
    def digest_size(self) -> int:
        """Digest length in bytes; of an extendable output the length of the usual digest."""
        return self._job.digest_bits // 8

    @property
    def block_size(self) -> int:
        """Block length in bytes."""
        return self._job.block_bits // 8

    @abstractmethod
    def update(self, data: BytesLike, /) -> None:
        """Append `data` to the message."""

    def digest(self, length: int | None = None) -> bytes:
        """Return the digest of the message so far; more may follow.

        Parameters
        ----------
        length : int, optional
            Length in bytes of an extendable output, such as SHAKE's; by default `digest_size`.

        Raises
        ------
        TypeError
            If the function has no extendable output, or the length is no integer.
        GatehashError
            If the design has no output of that length, which is a ValueError, too; if it does not
            take the message, or its simulator can't be built or fails.
        """
        return self._digest(self.digest_size if length is None else self._size(length))

    def hexdigest(self, length: int | None = None) -> str:
        """Return what :meth:`digest` does as hexadecimal digits."""
        return self.digest(length).hex()

    @abstractmethod
    def copy(self) -> Self:
        """Return an independent hash object with the same message."""

    @abstractmethod
    def _digest(self, size: int) -> bytes:
        """Return a digest of a length that the function has."""

    def _size(self, length: object) -> int:
        most = self._job.most_bytes
        if self._job.resized is None:
            raise TypeError(
                f"{self.name} has digests of {self.digest_size} bytes; a length is for extendable "
                "outputs, such as shake128"
            )
        allowed = f"{self.name} takes 0 to {most} bytes"
        size = whole_number("length", length, allowed)
        if not 0 <= size <= most:
            raise ArgumentError(f"length is {shown_value(size)}; {allowed}")
        return size

    def _resized(self, size: int) -> Job:
        """Return the job for a longer digest."""
        assert self._job.resized is not None
        return self._job.resized(size)


class ModelHash(DesignHash):
    """Hash of a message, computed by a golden model.

    Parameters
    ----------
    job : Job
        The design at work on a hash function.
    data : bytes-like, optional
        Start of the message.

    Examples
    --------
    >>> from gatehash.catalog import find
    >>> ModelHash(find("skein512-x8").job(), b"abc").hexdigest()[:16]
    '8f5dd9ec79815266'
    >>> ModelHash(find("sha3-x1").job("shake128"), b"abc").hexdigest(8)
    '5881092dd818bf5c'
    """

    def __init__(self, job: Job, data: BytesLike = b"") -> None:
        from gatehash.compiled import compiled

        super().__init__(job)
        self._model = cast(HashObject, compiled(job.model()))
        self._length = 0
        self.update(data)

    def update(self, data: BytesLike, /) -> None:
        """Append `data` to the message."""
        view = octets(data)
        with self._lock:
            self._model.update(view)
            self._length += view.nbytes

    def copy(self) -> Self:
        """Return an independent hash object with the same message."""
        twin = type(self)(self._job)
        with self._lock:
            twin._model, twin._length = self._model.copy(), self._length
        return twin

    def _digest(self, size: int) -> bytes:
        with self._lock:
            self._job.check(self._length)
            if size <= self.digest_size:
                return self._model.digest()[:size]
            self._resized(size)  # refuses what the function has not
            return _of_length(self._model, size).digest()


def _of_length(model: HashObject, size: int) -> HashObject:
    """Return a model of an extendable output with the same message and a digest of `size` bytes.

    Its state does not depend on the length.
    """
    twin = model.copy()
    for part in (twin, *vars(twin).values()):
        if hasattr(part, "digest_size"):
            part.digest_size = size
    return twin
