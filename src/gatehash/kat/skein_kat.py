# SPDX-License-Identifier: Apache-2.0
"""Vectors of ``skein_golden_kat.txt``, which belongs to the Skein submission."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from gatehash.errors import GatehashError, counted, shown
from gatehash.kat.vectors import Vector

__all__ = ["begins", "read_skein"]

_HEAD = re.compile(
    r":Skein-(256|512|1024):\s+([0-9]{1,7})-bit hash, msgLen =\s*([0-9]{1,9}) bits"
    r"(?:, data = '[a-zA-Z+]+'"
    r"|\. Tree: leaf=([0-9A-F]{2}), node=([0-9A-F]{2}), maxLevels=([0-9A-F]{2}))"
)
_KEY = re.compile(r"MAC key =\s+([0-9]{1,6}) bytes:")
_PARTS = ("Message data:", "MAC key:", "Result:")
_END = re.compile("-{8,}")
# Where the key is empty the file says so in C: (none) /* use InitExt() call */
_NONE = re.compile(r"\(none\)(?:\s+/\*.*\*/)?")


def begins(text: str) -> bool:
    """Whether a text begins as the file does."""
    return re.match(r"\s*:Skein-\d+:", text) is not None


def read_skein(text: str) -> Iterator[Vector]:
    """Yield the vectors of the file.

    Parameters
    ----------
    text : str
        The file, or a part of it that has whole entries.

    Raises
    ------
    GatehashError
        If a line has none of the forms, an entry is cut off, or a length contradicts its data.
    """
    entry: _Entry | None = None
    for number, line in enumerate(map(str.strip, text.splitlines()), start=1):
        if not line:
            continue
        if entry is None:
            entry = _Entry(number, line)
        elif _END.fullmatch(line):
            yield entry.vector()
            entry = None
        else:
            entry.take(number, line)
    if entry is not None:
        raise GatehashError(
            f"line {entry.number}: the entry that begins with '{shown(entry.head)}' is cut off; "
            "a line of hyphens ends each"
        )


class _Entry:
    """The lines of one vector."""

    def __init__(self, number: int, head: str) -> None:
        match = _HEAD.fullmatch(head)
        if match is None:
            raise GatehashError(
                f"line {number}: '{shown(head)}' is no head of an entry, such as \":Skein-512: "
                "512-bit hash, msgLen = 8 bits, data = 'zero'\""
            )
        self.number, self.head = number, head
        self._state, *sizes = match.group(1, 2, 3)
        self._digest_bits, self._message_bits = map(int, sizes)
        self._tree = [int(each, 16) for each in match.group(4, 5, 6) if each]
        self._parts: dict[str, bytes] = {}
        self._part = ""
        self._key_bytes: int | None = None

    def take(self, number: int, line: str) -> None:
        """Read a line."""
        part = line
        if (key := _KEY.fullmatch(line)) is not None:
            part, self._key_bytes = "MAC key:", int(key[1])
        if part in _PARTS:
            if part in self._parts:
                raise GatehashError(f"line {number}: a second '{part}' in one entry")
            self._part, self._parts[part] = part, b""
        elif not _NONE.fullmatch(line):
            pairs = re.fullmatch(r"[0-9A-Fa-f]{2}(?: +[0-9A-Fa-f]{2})*", line)
            if pairs is None or not self._part:
                raise GatehashError(
                    f"line {number}: '{shown(line)}' is none of: bytes in hexadecimal, (none), "
                    f"{', '.join(_PARTS)}, a line of hyphens"
                )
            self._parts[self._part] += bytes.fromhex(line)

    def vector(self) -> Vector:
        """Return the vector."""
        message = self._data("Message data:", self._message_bits)
        answer = self._data("Result:", self._digest_bits)
        values: dict[str, Any] = {}
        if self._key_bytes is not None:
            values["key"] = self._data("MAC key:", 8 * self._key_bytes)
        kind = "skein-mac" if "key" in values else "skein"
        if self._tree:
            kind = "skein-tree" if kind == "skein" else f"{kind}-tree"
            values |= dict(zip(("tree_leaf", "tree_fan", "tree_height"), self._tree, strict=True))
        return Vector(
            f"line {self.number}, {shown(self.head)}",
            message,
            answer,
            values,
            function=f"{kind}-{self._state}",
            sized=True,
            skipped="not whole bytes" if self._message_bits % 8 else "",
        )

    def _data(self, part: str, bits: int) -> bytes:
        data, needed = self._parts.get(part), -(-bits // 8)
        if data is None or len(data) != needed:
            has = "no" if data is None else f"{counted(len(data), 'byte')} of"
            raise GatehashError(
                f"line {self.number}: the entry has {has} {part.rstrip(':')}; its head asks for "
                f"{counted(needed, 'byte')}"
            )
        return data
