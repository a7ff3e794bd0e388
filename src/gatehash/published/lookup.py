# SPDX-License-Identifier: Apache-2.0
"""Reads the files of papers and open cores, and looks up papers, rows and cores."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from importlib import resources
from typing import Any

import msgspec
from msgspec.structs import replace

from gatehash.errors import GatehashError
from gatehash.published.cores import Peer, PeerFigure, Peers
from gatehash.published.tables import Paper, Rate, Row, Table, pick

__all__ = [
    "paper",
    "papers",
    "parse",
    "parse_peers",
    "peer_figures",
    "peer_setting",
    "peers",
    "row",
]

_FILES = resources.files("gatehash.published")
_PEERS = "peers"
"""The file that is no paper's."""

_IMPLIED = ("block_bits", "cycles")
"""Fields that a row may have although its table does not print them: other figures imply them."""

_SHARED = ("block_bits", "device", "memory_blocks")
"""Fields that a table may have once for all its rows."""

_NOT_PRINTED = "-"


@contextmanager
def _within(where: str) -> Iterator[None]:
    """Add the place in a file to an error."""
    try:
        yield
    except (ValueError, msgspec.MsgspecError) as error:
        raise ValueError(f"{where}: {error}") from error


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
        with _within(f"paper '{name}'"):
            content = msgspec.toml.decode(text, type=dict[str, Any])
            tables = msgspec.convert(content.get("tables"), dict[str, dict[str, Any]])
            figures = msgspec.convert(content.get("figures", {}), dict[str, dict[str, Any]])
            parts = {
                "name": name,
                "tables": [_table(name, *item) for item in tables.items()],
                "figures": [{**each, "id": number} for number, each in figures.items()],
            }
            return msgspec.convert({**content, **parts}, Paper)
    except (TypeError, ValueError) as error:
        raise GatehashError(str(error)) from error


def parse_peers(text: str) -> Peers:
    """Read the text of the file of open cores.

    Raises
    ------
    GatehashError
        If something is missing, unknown or out of range; the error says what and where.
    """
    try:
        with _within(_PEERS):
            return msgspec.toml.decode(text, type=Peers)
    except ValueError as error:
        raise GatehashError(str(error)) from error


def _table(paper_name: str, number: str, content: Mapping[str, Any]) -> Table:
    with _within(f"table {number}"):
        table = msgspec.convert({**content, "id": number, "rows": ()}, Table)
        for name in _SHARED:
            if name in content and name in table.columns:
                raise ValueError(f"{name} is a column and stands above the rows too; choose one")
        rows = msgspec.convert(content.get("rows"), list[dict[str, Any]])
        return replace(
            table, rows=tuple(_row(f"{paper_name}/{number}", table, row) for row in rows)
        )


def _row(prefix: str, table: Table, content: Mapping[str, Any]) -> Row:
    with _within(f"row '{content.get('id', '?')}'"):
        shared = {name: each for name in _SHARED if (each := getattr(table, name)) is not None}
        required = ("id", "authors", *table.columns)
        for key in required:
            if key not in content:
                raise ValueError(f"{key} is missing; write '-' for a figure that is not printed")
        implied = tuple(name for name in _IMPLIED if name not in (*table.columns, *shared))
        allowed = (*required, "reference", "note", *implied)
        for key in content:
            if key not in allowed:
                raise ValueError(f"{key} is not allowed; choose from: {', '.join(allowed)}")
        known = {key: value for key, value in content.items() if value != _NOT_PRINTED}
        if "rates" in table.columns:
            known["rates"] = _rates(table.algorithms, content["rates"])
        found = msgspec.convert({**shared, **known}, Row)
        return replace(found, id=f"{prefix}/{found.id}")


def _rates(algorithms: Sequence[Mapping[str, Any]], printed: Sequence[Any]) -> list[Rate]:
    """Return the rates of a row, in the order of its table's algorithms.

    A rate is printed as 237, or as "2 x 134" for two messages at once.
    """
    if len(printed) != len(algorithms):
        raise ValueError(f"rates are {len(printed)}; the table has {len(algorithms)} algorithms")
    found = []
    for heading, value in zip(algorithms, printed, strict=True):
        if value != _NOT_PRINTED:
            several = re.fullmatch(r"(\d+) x (\d+)", str(value))
            messages, rate = map(int, several.groups()) if several else (1, value)
            each = {**heading, "throughput_mbps": rate, "messages": messages}
            found.append(msgspec.convert(each, Rate))
    return found


@cache
def papers() -> tuple[str, ...]:
    """Return the short names of all papers."""
    names = (entry.name for entry in _FILES.iterdir())
    stems = {name.removesuffix(".toml") for name in names if name.endswith(".toml")}
    return tuple(sorted(stems - {_PEERS}))


@cache
def paper(name: str) -> Paper:
    """Return a paper by its short name.

    Raises
    ------
    GatehashError
        If there is no such paper, or its file is wrong.
    """
    if name not in papers():
        raise GatehashError(f"unknown paper '{name}'; choose one of: {', '.join(papers())}")
    return parse(name, _text(name))


@cache
def _peers() -> Peers:
    return parse_peers(_text(_PEERS))


def peers(algorithm: str | None = None) -> tuple[Peer, ...]:
    """Return the published open cores that were measured, all or those for one algorithm.

    Parameters
    ----------
    algorithm : str, optional
        Name of an algorithm as the catalogue has it, such as ``sha-512``.

    Raises
    ------
    GatehashError
        If their file is wrong.
    """
    cores = _peers().cores
    return tuple(core for core in cores if algorithm is None or algorithm in core.algorithms)


def peer_figures(algorithm: str | None = None) -> tuple[PeerFigure, ...]:
    """Return what others published of further cores, on other devices, as :func:`peers` does."""
    figures = _peers().figures
    return tuple(each for each in figures if algorithm in (None, each.algorithm))


def peer_setting() -> tuple[str, ...]:
    """Return how the open cores were measured, in sentences."""
    return _peers().setting


def _text(name: str) -> str:
    return (_FILES / f"{name}.toml").read_text(encoding="utf-8")


def row(identifier: str) -> Row:
    """Return a row by its identifier, ``paper/table/row``; raise GatehashError if there is none."""
    name, _, rest = identifier.partition("/")
    number, _, _ = rest.partition("/")
    table = paper(name).table(number)
    return pick(table.rows, identifier, f"row of {name}/{number}")
