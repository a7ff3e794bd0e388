# SPDX-License-Identifier: Apache-2.0
"""Behaviour that every hash object of the library shares with those of :mod:`hashlib`."""

from __future__ import annotations

from abc import ABC, abstractmethod
from operator import index
from pickle import PickleBuffer
from typing import NoReturn, SupportsIndex, TypeAlias, cast

from gatehash.errors import shown_value

__all__ = ["BytesLike", "HashManners", "check_text", "octets", "whole_number"]

BytesLike: TypeAlias = bytes | bytearray | memoryview


def octets(data: object) -> memoryview:
    """Return the bytes that an object's buffer holds, whatever the size of its items.

    Parameters
    ----------
    data : bytes-like
        Any object with a contiguous buffer.

    Returns
    -------
    memoryview
        The same memory as unsigned bytes, in one dimension.

    Raises
    ------
    TypeError
        If `data` has no buffer, as text, numbers and lists.
    BufferError
        If the buffer is not C-contiguous.

    Examples
    --------
    >>> from array import array
    >>> octets(array("H", [0x6161, 0x6262])).tobytes()
    b'aabb'
    """
    if isinstance(data, str):
        raise TypeError("text must be encoded to bytes first")
    try:
        view = memoryview(data)  # type: ignore[arg-type]
    except TypeError:
        raise TypeError(f"a bytes-like object is required, not '{type(data).__name__}'") from None
    if not view.c_contiguous:
        raise BufferError("the buffer must be C-contiguous")
    return PickleBuffer(view).raw()


def whole_number(name: str, value: object, allowed: str) -> int:
    """Return an integer of any type, such as NumPy's; a truth value is none.

    Parameters
    ----------
    name : str
        The argument.
    value : object
        Its value.
    allowed : str
        Words in errors for the values that it takes.

    Raises
    ------
    TypeError
        If it is no integer.
    """
    try:
        if not isinstance(value, bool):
            return index(cast(SupportsIndex, value))
    except TypeError:
        pass
    raise TypeError(f"{name} must be an integer, got {shown_value(value)}; {allowed}")


def check_text(**values: object) -> None:
    """Raise TypeError, with the name of the argument, for a value that is not a str."""
    for name, value in values.items():
        if not isinstance(value, str):
            raise TypeError(f"{name} must be a str, not '{type(value).__name__}'")


class HashManners(ABC):
    """Base of hash objects: ``hexdigest``, and refusal of what :mod:`copy` and pickle would do.

    A hash object is copied by its own method only.
    """

    @abstractmethod
    def digest(self) -> bytes:
        """Return the digest of the message so far; more may follow."""

    def hexdigest(self) -> str:
        """Return the digest of the message so far as hexadecimal digits."""
        return self.digest().hex()

    def __reduce_ex__(self, protocol: SupportsIndex, /) -> NoReturn:
        raise TypeError(f"cannot pickle '{type(self).__name__}' object")
