# SPDX-License-Identifier: Apache-2.0
"""JSON of test vectors: its objects, whose errors name place, field and value."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Any

from gatehash.errors import GatehashError, counted, shown
from gatehash.records import parsed_json

__all__ = ["Object", "parsed"]


class Object:
    """An object of a file, with its place.

    Parameters
    ----------
    place : str
        Where it stands, such as ``test 7``; empty for the file itself.
    content : object
        The value at that place.
    outer : Object, optional
        The object around it, whose fields are taken where this one has none of that name.

    Raises
    ------
    GatehashError
        If it is no object.
    """

    def __init__(self, place: str, content: object, outer: Object | None = None) -> None:
        if not isinstance(content, dict):
            raise GatehashError(f"{place}: '{shown(str(content))}' is no object {{...}}")
        self.place, self._content, self._outer = place, content, outer
        # A number belongs to one object of its kind in the whole file.
        self._numbers: defaultdict[str, set[int]]
        self._numbers = defaultdict(set) if outer is None else outer._numbers

    def __contains__(self, name: str) -> bool:
        return name in self._content or (self._outer is not None and name in self._outer)

    def get(self, name: str) -> Any:
        """Return a field; None if there is none."""
        if name in self._content or self._outer is None:
            return self._content.get(name)
        return self._outer.get(name)

    def _wrong(self, name: str, needed: str) -> GatehashError:
        at = f"{self.place}: " if self.place else ""
        if name not in self:
            return GatehashError(f"{at}there is no '{name}'; it must be {needed}")
        value = shown(str(self.get(name)))
        return GatehashError(f"{at}'{name}' is '{value}'; it must be {needed}")

    def text(self, name: str, default: str | None = None) -> str:
        """Return a text."""
        value = self.get(name) if name in self else default
        # A half of a surrogate pair, which JSON can write, has no bytes.
        if not isinstance(value, str) or any("\ud800" <= each <= "\udfff" for each in value):
            raise self._wrong(name, "a text")
        return value

    def choice(self, name: str, known: Mapping[str, Any] | tuple[str, ...]) -> str:
        """Return one of several texts."""
        value = self.get(name)
        if not isinstance(value, str) or value not in known:
            raise self._wrong(name, f"one of: {', '.join(known)}")
        return value

    def number(self, name: str, default: int | None = None) -> int:
        """Return a whole number, 0 or more."""
        value = self.get(name) if name in self else default
        if not isinstance(value, int) or isinstance(value, bool) or value < 0:
            raise self._wrong(name, "a whole number, 0 or more")
        return value

    def flag(self, name: str) -> bool:
        """Return true or false; without the field it is false."""
        value = self.get(name) if name in self else False
        if not isinstance(value, bool):
            raise self._wrong(name, "true or false")
        return value

    def data(self, name: str, default: bytes | None = None) -> bytes:
        """Return bytes, which are written in hexadecimal."""
        if name not in self and default is not None:
            return default
        value = self.get(name)
        try:
            if not isinstance(value, str) or any(each.isspace() for each in value):
                raise ValueError
            return bytes.fromhex(value)
        except ValueError:
            raise self._wrong(name, "hexadecimal") from None

    def sized(self, name: str, length: str) -> tuple[bytes, int]:
        """Return bytes and their stated length in bits; no data may be written 00."""
        data = self.data(name)
        bits = self.number(length, 8 * len(data))
        if bits == 0 and data in (b"", b"\0"):
            return b"", 0
        if len(data) != -(-bits // 8):
            has = counted(len(data), "byte")
            raise GatehashError(f"{self.place}: '{name}' has {has}; '{length}' is {bits} bits")
        return data, bits

    def each(self, name: str, what: str, key: str | None = None) -> Iterator[Object]:
        """Yield the objects of a list, each named by a number of its own or its place.

        Raises
        ------
        GatehashError
            If there is no list, or two of its objects have the same number.
        """
        several = self.get(name)
        if not isinstance(several, list):
            raise self._wrong(name, "a list")
        for place, content in enumerate(several, start=1):
            one = Object(f"{what} {place}", content, self)
            if key is not None:
                number = one.number(key)
                one.place = f"{what} {number}"
                if number in self._numbers[what]:
                    raise GatehashError(f"there is a second {one.place}")
                self._numbers[what].add(number)
            yield one


def parsed(text: str) -> Any:
    """Return what JSON holds.

    Raises
    ------
    GatehashError
        If it is damaged or cut off, or an object has a field twice.
    """
    try:
        return parsed_json(text, parse_constant=_constant)
    except json.JSONDecodeError as error:
        raise GatehashError(
            f"line {error.lineno}, column {error.colno}: the JSON is damaged or cut off "
            f"({error.msg.lower()})"
        ) from None
    except (ValueError, RecursionError) as error:
        why = "it is nested too deeply" if isinstance(error, RecursionError) else str(error)
        raise GatehashError(f"the JSON can't be read: {why}") from None


def _constant(name: str) -> object:
    raise ValueError(f"{name} is no number")
