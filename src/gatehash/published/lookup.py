# SPDX-License-Identifier: Apache-2.0
"""Looks up papers, their rows, and open cores."""

from __future__ import annotations

from functools import cache
from importlib import resources

from gatehash.errors import GatehashError
from gatehash.published.cores import Peer, PeerFigure, Peers
from gatehash.published.reading import PEERS, parse, parse_peers
from gatehash.published.tables import Paper, Row, pick

__all__ = ["paper", "papers", "peer_figures", "peer_setting", "peers", "row"]

_FILES = resources.files("gatehash.published")


def papers() -> tuple[str, ...]:
    """Return the short names of all papers."""
    names = (entry.name for entry in _FILES.iterdir())
    stems = {name.removesuffix(".toml") for name in names if name.endswith(".toml")}
    return tuple(sorted(stems - {PEERS}))


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
    """Return the figures of further cores as others have published them, on other devices.

    Parameters
    ----------
    algorithm : str, optional
        Name of an algorithm; by default all are returned.

    Raises
    ------
    GatehashError
        If their file is wrong.
    """
    figures = _peers().figures
    return tuple(each for each in figures if algorithm in (None, each.algorithm))


def peer_setting() -> tuple[str, ...]:
    """Return how the open cores were measured, in sentences.

    Raises
    ------
    GatehashError
        If their file is wrong.
    """
    return _peers().setting


@cache
def _peers() -> Peers:
    return parse_peers(_text(PEERS))


def _text(name: str) -> str:
    return (_FILES / f"{name}.toml").read_text(encoding="utf-8")


def row(identifier: str) -> Row:
    """Return a row by its identifier, ``paper/table/row``.

    Raises
    ------
    GatehashError
        If there is none.
    """
    name, _, rest = identifier.partition("/")
    number, _, _ = rest.partition("/")
    table = paper(name).table(number)
    return pick(table.rows, identifier, f"row of {name}/{number}")
