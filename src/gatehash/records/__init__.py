# SPDX-License-Identifier: Apache-2.0
"""Records in JSON: what measurements and proofs have in common."""

from __future__ import annotations

import errno
import json
import os
import sys
from pathlib import Path
from typing import Any, Protocol, Self, TypeVar

import msgspec
from msgspec import Struct

from gatehash.errors import GatehashError, shown
from gatehash.files import write_whole

__all__ = [
    "Record",
    "Stored",
    "Writable",
    "check_folder",
    "checked",
    "parsed_json",
    "write_record",
]


_DEPTH = 1000
"""Calls that reading JSON may take, as many as Python allows at first."""


class Record(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A part of a record; reading one checks types and ranges, see :func:`checked`."""


_Part = TypeVar("_Part", bound=Record)


def checked(found: _Part) -> _Part:
    """Check the types and ranges of a new part of a record, or raise ValueError."""
    return msgspec.convert(msgspec.to_builtins(found), type(found))


class Stored(Record, frozen=True):
    """A whole record, as a file has it."""

    def to_json(self) -> str:
        """Return the text of the record, which is the same for equal contents."""
        text = msgspec.json.encode(self, order="deterministic")
        return msgspec.json.format(text, indent=2).decode() + "\n"

    @classmethod
    def from_json(cls, text: str | bytes) -> Self:
        """Read the text of a record, or raise ValueError."""
        found = msgspec.json.decode(text, type=cls)
        # The decoder takes the last of two fields of one name. Text as it is written has none.
        if found.to_json() != (text if isinstance(text, str) else text.decode()):
            parsed_json(text)
        return found


def parsed_json(text: str | bytes, **hooks: Any) -> Any:
    """Return the content of JSON in which no field stands twice in an object.

    Python's recursion is bounded meanwhile as it is at first: proofs raise its limit, and the
    parser, which is in C, has a stack of its own size.

    Parameters
    ----------
    text : str or bytes
        The JSON.
    **hooks
        Other arguments of :func:`json.loads`.

    Raises
    ------
    ValueError
        If it is not JSON, or an object has a field twice.
    RecursionError
        If it is nested too deeply.
    """
    limit, depth, frame = sys.getrecursionlimit(), 0, sys._getframe()
    while frame.f_back:
        depth, frame = depth + 1, frame.f_back
    sys.setrecursionlimit(min(limit, depth + _DEPTH))
    try:
        return json.loads(text, object_pairs_hook=_fields_once, **hooks)
    finally:
        sys.setrecursionlimit(limit)


def _fields_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return the object that JSON's fields make, or raise ValueError if one stands twice."""
    content: dict[str, Any] = {}
    for name, value in pairs:
        if name in content:
            raise ValueError(f"an object has the field '{shown(name)}' twice")
        content[name] = value
    return content


class Writable(Protocol):
    """Something that has the text of a record."""

    def to_json(self) -> str:
        """Return the text of the record."""


def write_record(record: Writable, path: Path) -> Path:
    """Write a record completely or not at all; raise GatehashError if that fails."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, record.to_json())
    except OSError as error:
        raise GatehashError(f"can't write result '{path}': {error.strerror or error}") from error
    return path


def check_folder(folder: Path | None) -> None:
    """Make the folder of records before the measurements; raise GatehashError if that fails."""
    if folder is None:
        return
    try:
        Path(os.path.realpath(folder)).mkdir(parents=True, exist_ok=True)
        if not os.access(folder, os.W_OK | os.X_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    except OSError as error:
        raise GatehashError(
            f"can't write results to '{folder}': {error.strerror or error}"
        ) from error
