# SPDX-License-Identifier: Apache-2.0
"""Reads the files of papers and open cores, and says what is wrong in them and where."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import MISSING, fields
from typing import Any, TypeVar

from gatehash.errors import GatehashError
from gatehash.published.checks import check_text
from gatehash.published.cores import Peer, PeerFigure, Peers
from gatehash.published.tables import Figure, Paper, Rate, Row, Table, check_columns

__all__ = ["PEERS", "parse", "parse_peers"]

_IMPLIED = ("block_bits", "cycles")
"""What a row may tell that its table does not print, where the other figures imply it."""

_SHARED = ("block_bits", "device", "memory_blocks")
"""What a table may tell once for all its rows."""

_NOT_PRINTED = "-"

PEERS = "peers"
"""The file that is no paper's."""

_Record = TypeVar("_Record", Peer, PeerFigure, Peers)


def parse(name: str, text: str) -> Paper:
    """Read the text of a paper's file.

    Parameters
    ----------
    name : str
        The paper's short name.
    text : str
        Content of its file.

    Raises
    ------
    GatehashError
        If something is missing, unknown or out of range; the error says what and where.
    """
    try:
        content = tomllib.loads(text)
        _check_keys(content, ("title", "authors", "setting", "tables"), ("figures",))
        return Paper(
            name=name,
            title=content["title"],
            authors=tuple(content["authors"]),
            setting=content["setting"],
            tables=tuple(_table(name, *item) for item in content["tables"].items()),
            figures=tuple(_figure(*item) for item in content.get("figures", {}).items()),
        )
    except (AttributeError, TypeError, ValueError) as error:
        raise GatehashError(f"paper '{name}': {error}") from error


def parse_peers(text: str) -> Peers:
    """Read the text of the file of open cores.

    Raises
    ------
    GatehashError
        If something is missing, unknown or out of range; the error says what and where.
    """
    try:
        content = tomllib.loads(text)
        cores = _records(Peer, "core", content.get("cores", []))
        figures = _records(PeerFigure, "figure", content.get("figures", []))
        return _record(Peers, {**content, "cores": cores, "figures": figures})
    except (AttributeError, TypeError, ValueError) as error:
        raise GatehashError(f"{PEERS}: {error}") from error


def _records(
    kind: type[_Record], what: str, contents: Sequence[Mapping[str, Any]]
) -> tuple[_Record, ...]:
    found = []
    for content in contents:
        try:
            found.append(_record(kind, content))
        except ValueError as error:
            raise ValueError(f"{what} '{content.get('name', '?')}': {error}") from error
    return tuple(found)


def _record(kind: type[_Record], content: Mapping[str, Any]) -> _Record:
    """Return a record of named fields; a list becomes a tuple."""
    known = {field.name: field.default is MISSING for field in fields(kind)}
    for name, required in known.items():
        if required and name not in content:
            raise ValueError(f"{name} is missing")
    for name in content:
        if name not in known:
            raise ValueError(f"{name} is not allowed; choose from: {', '.join(known)}")
    values: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value for name, value in content.items()
    }
    return kind(**values)


def _table(paper_name: str, number: str, content: Mapping[str, Any]) -> Table:
    try:
        _check_keys(content, ("title", "columns", "rows"), (*_SHARED, "algorithms"))
        columns = tuple(content["columns"])
        check_columns(columns)
        _check_shared(content, columns)
        shared = {name: content[name] for name in _SHARED if name in content}
        algorithms = tuple(content.get("algorithms", ()))
        prefix = f"{paper_name}/{number}"
        return Table(
            id=number,
            title=content["title"],
            columns=columns,
            rows=tuple(
                _row(prefix, columns, shared, algorithms, fields) for fields in content["rows"]
            ),
            **shared,
        )
    except ValueError as error:
        raise ValueError(f"table {number}: {error}") from error


def _row(
    prefix: str,
    columns: tuple[str, ...],
    shared: Mapping[str, Any],
    algorithms: Sequence[Mapping[str, Any]],
    fields: Mapping[str, Any],
) -> Row:
    try:
        implied = tuple(name for name in _IMPLIED if name not in (*columns, *shared))
        _check_keys(fields, ("id", "authors", *columns), ("reference", "note", *implied))
        check_text("id", fields["id"])
        known = {key: value for key, value in fields.items() if value != _NOT_PRINTED}
        if "rates" in columns:
            known["rates"] = _rates(algorithms, fields["rates"])
        return Row(**{**shared, **known, "id": f"{prefix}/{fields['id']}"})
    except ValueError as error:
        raise ValueError(f"row '{fields.get('id', '?')}': {error}") from error


def _rates(algorithms: Sequence[Mapping[str, Any]], printed: Sequence[Any]) -> tuple[Rate, ...]:
    """Return the rates of a row, in the order of its table's algorithms."""
    if len(printed) != len(algorithms):
        raise ValueError(f"rates are {len(printed)}; the table has {len(algorithms)} algorithms")
    pairs = zip(algorithms, printed, strict=True)
    return tuple(_rate(heading, value) for heading, value in pairs if value != _NOT_PRINTED)


def _rate(heading: Mapping[str, Any], printed: Any) -> Rate:
    """Return a rate as printed: 237, or "2 x 134" for two messages at once."""
    _check_keys(heading, ("algorithm", "block_bits", "cycles"), ())
    several = re.fullmatch(r"(\d+) x (\d+)", printed) if isinstance(printed, str) else None
    messages, throughput = map(int, several.groups()) if several else (1, printed)
    return Rate(**heading, throughput_mbps=throughput, messages=messages)


def _figure(number: str, content: Mapping[str, Any]) -> Figure:
    _check_keys(content, ("title", "facts"), ())
    return Figure(number, content["title"], tuple(content["facts"]))


def _check_keys(
    content: Mapping[str, Any], required: tuple[str, ...], optional: tuple[str, ...]
) -> None:
    for key in required:
        if key not in content:
            raise ValueError(f"{key} is missing; write '-' for a figure that the paper leaves open")
    for key in content:
        if key not in required and key not in optional:
            raise ValueError(f"{key} is not allowed; choose from: {', '.join(required + optional)}")


def _check_shared(content: Mapping[str, Any], columns: tuple[str, ...]) -> None:
    for name in _SHARED:
        if name in content and name in columns:
            raise ValueError(f"{name} is a column and stands above the rows too; choose one")
