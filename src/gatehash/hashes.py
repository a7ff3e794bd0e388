# SPDX-License-Identifier: Apache-2.0
"""Hash objects of designs, whatever computes their digests."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator
from threading import Lock
from typing import Self, cast

from gatehash.catalog import CipherModel, Design, HashObject
from gatehash.errors import RefusedError
from gatehash.manners import BytesLike, HashManners, octets

__all__ = ["DesignHash", "ModelHash", "model_answer", "refused"]


def refused(design: Design, message_bytes: int) -> RefusedError:
    """Return the error that says that a design refuses a message of so many bytes."""
    why = design.algorithm.refusal(message_bytes)
    return RefusedError(f"{design.name} refuses the message{f': {why}' if why else ''}")


def model_answer(design: Design, message: Iterable[BytesLike]) -> Iterator[bytes]:
    """Yield the answer of the golden model of a design's cipher to a message, as it arrives.

    Raises
    ------
    RefusedError
        At the end, if the design does not take a message of that length.
    """
    model = cast(CipherModel, design.algorithm.model())
    size = 0
    for piece in message:
        view = octets(piece)
        size += len(view)
        if design.algorithm.is_too_long(size):
            break
        model.update(view)
        yield model.take()
    if design.algorithm.refusal(size):
        raise refused(design, size)
    yield model.digest()


class DesignHash(HashManners):
    """A hash object of a design; several threads may use it at once.

    Parameters
    ----------
    design : Design
        The design, for the hash function that is chosen.
    """

    def __init__(self, design: Design) -> None:
        self._design = design
        self._lock = Lock()

    @property
    def name(self) -> str:
        """Name of the algorithm, such as ``skein-512-512``."""
        return self._design.algorithm.name

    @property
    def digest_size(self) -> int:
        """Digest length in bytes."""
        return self._design.algorithm.digest_bits // 8

    @property
    def block_size(self) -> int:
        """Block length in bytes."""
        return self._design.algorithm.block_bits // 8

    @abstractmethod
    def update(self, data: BytesLike, /) -> None:
        """Append `data` to the message."""

    @abstractmethod
    def copy(self) -> Self:
        """Return an independent hash object with the same message."""


class ModelHash(DesignHash):
    """Hash of a message, computed by the golden model of a design's hash function.

    Parameters
    ----------
    design : Design
        The design, for the hash function that is chosen.
    data : bytes-like, optional
        Start of the message.

    Examples
    --------
    >>> from gatehash.catalog import find
    >>> ModelHash(find("skein512-x8"), b"abc").hexdigest()[:16]
    '8f5dd9ec79815266'
    """

    def __init__(self, design: Design, data: BytesLike = b"") -> None:
        super().__init__(design)
        self._model = cast(HashObject, design.algorithm.model())
        self._size = 0
        self.update(data)

    def update(self, data: BytesLike, /) -> None:
        """Append `data` to the message."""
        view = octets(data)
        with self._lock:
            self._model.update(view)
            self._size += view.nbytes

    def digest(self) -> bytes:
        """Return the digest of the message so far; more may follow.

        Raises
        ------
        RefusedError
            If the design does not take a message of that length.
        """
        with self._lock:
            if self._design.algorithm.refusal(self._size):
                raise refused(self._design, self._size)
            return self._model.digest()

    def copy(self) -> ModelHash:
        """Return an independent hash object with the same message."""
        twin = ModelHash(self._design)
        with self._lock:
            twin._model, twin._size = self._model.copy(), self._size
        return twin
