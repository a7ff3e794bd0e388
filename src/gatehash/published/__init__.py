# SPDX-License-Identifier: Apache-2.0
"""What others have published: figures row by row as their papers print them, and open cores.

Each paper is one TOML file beside this module. A row's identifier is ``paper/table/row``. The open
cores, the *peers*, are in ``peers.toml``, measured with the tools that measure the catalogue.

Examples
--------
>>> row("han/1/this-8-unrolled").throughput_mbps
3645
>>> [row.authors for row in paper("han").table("1").rows[:2]]
['Baldwin', 'Homsirikam']
>>> [(peer.name, peer.ecp5_lut4, peer.fmax_kind) for peer in peers("chacha20")]
[('secworks-chacha', 2733, 'routed'), ('dpretet-chacha20', 2721, 'routed')]
"""

from __future__ import annotations

import math
import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import MISSING, dataclass, fields
from functools import cache
from importlib import resources
from typing import Any, Literal, TypeVar

from gatehash.errors import GatehashError

__all__ = [
    "COLUMNS",
    "Figure",
    "Paper",
    "Peer",
    "PeerFigure",
    "Peers",
    "Rate",
    "Row",
    "Table",
    "paper",
    "papers",
    "parse",
    "parse_peers",
    "peer_figures",
    "peer_setting",
    "peers",
    "row",
]

_TEXTS = ("device", "architecture", "algorithm")
_NUMBERS = (
    "cycles",
    "frequency_mhz",
    "throughput_mbps",
    "slices",
    "throughput_per_slice",
    "memory_blocks",
    "digest_bits",
    "instances",
    "speedup",
)
COLUMNS = (*_TEXTS, *_NUMBERS, "rates")
"""Columns that a table may have; ``rates`` are as many as the table has algorithms."""

_IMPLIED = ("block_bits", "cycles")
"""What a row may tell that its table does not print, where the other figures imply it."""

_SHARED = ("block_bits", "device", "memory_blocks")
"""What a table may tell once for all its rows."""

_NOT_PRINTED = "-"

_PEERS = "peers"
"""The file that is no paper's."""


@dataclass(frozen=True)
class Rate:
    """What a row tells of one of its table's algorithms.

    Parameters
    ----------
    algorithm : str
        The algorithm, as the table's heading has it.
    block_bits : int
        Block length in bits.
    cycles : int
        Clock cycles for a message of one block, which the printed figures imply.
    throughput_mbps : float
        Throughput of each message in Mbit/s.
    messages : int
        Messages that are worked on at once.
    """

    algorithm: str
    block_bits: int
    cycles: int
    throughput_mbps: float
    messages: int = 1

    def __post_init__(self) -> None:
        _check_text("algorithm", self.algorithm)
        _check_number("throughput_mbps", self.throughput_mbps)
        for name in ("block_bits", "cycles", "messages"):
            _check_whole(name, getattr(self, name))


@dataclass(frozen=True)
class Row:
    """One row of a published table; a column that the table has not, or left open, is None.

    Parameters
    ----------
    id : str
        Its identifier, such as ``han/1/this-8-unrolled``.
    authors : str
        Who, as the table prints it.
    reference : int or None
        Number of the work in the paper's list of references; None for the paper's own.
    device, architecture, algorithm : str or None
        What was built, and on what.
    cycles : float or None
        Clock cycles per block.
    frequency_mhz : float or None
        Clock frequency in MHz.
    throughput_mbps : float or None
        Throughput in Mbit/s.
    slices : int or None
        Area in slices.
    throughput_per_slice : float or None
        Throughput over area in Mbit/s per slice.
    memory_blocks : float or None
        Block memories.
    digest_bits : int or None
        Digest length in bits.
    instances : int or None
        Instances of the function's cipher.
    speedup : float or None
        Throughput over that of one instance.
    rates : tuple of Rate
        Throughput by algorithm, where the table has several.
    block_bits : int or None
        Block length in bits.
    note : str or None
        What a reader should know of the row.
    """

    id: str
    authors: str
    reference: int | None = None
    device: str | None = None
    architecture: str | None = None
    algorithm: str | None = None
    cycles: float | None = None
    frequency_mhz: float | None = None
    throughput_mbps: float | None = None
    slices: int | None = None
    throughput_per_slice: float | None = None
    memory_blocks: float | None = None
    digest_bits: int | None = None
    instances: int | None = None
    speedup: float | None = None
    rates: tuple[Rate, ...] = ()
    block_bits: int | None = None
    note: str | None = None

    def __post_init__(self) -> None:
        _check_text("id", self.id)
        _check_text("authors", self.authors)
        for name in (*_TEXTS, "note"):
            if getattr(self, name) is not None:
                _check_text(name, getattr(self, name))
        for name in (*_NUMBERS, "block_bits"):
            if getattr(self, name) is not None:
                _check_number(name, getattr(self, name))
        for name in ("reference", "slices", "digest_bits", "instances", "block_bits"):
            if getattr(self, name) is not None:
                _check_whole(name, getattr(self, name))

    @property
    def work(self) -> str:
        """Authors and reference number, such as ``Baldwin [7]``."""
        return self.authors if self.reference is None else f"{self.authors} [{self.reference}]"

    @property
    def configuration(self) -> str:
        """What was built, as far as the table tells, such as ``SHA-512, BlockRAM``."""
        instances = f"{self.instances} W" if self.instances else None
        return ", ".join(filter(None, (self.algorithm, self.architecture, instances)))


@dataclass(frozen=True)
class Table:
    """A published table.

    Parameters
    ----------
    id : str
        Its number in the paper.
    title : str
        Its title.
    columns : tuple of str
        Which of :data:`COLUMNS` it has.
    rows : tuple of Row
        Its rows in the paper's order.
    block_bits : int or None
        Block length in bits, where it is the same for all rows.
    device : str or None
        The device, where it is the same for all rows; the rows have it as well.
    memory_blocks : float or None
        Block memories, where they are the same for all rows; the rows have them as well.
    """

    id: str
    title: str
    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    block_bits: int | None = None
    device: str | None = None
    memory_blocks: float | None = None

    def __post_init__(self) -> None:
        _check_text("title", self.title)
        if self.block_bits is not None:
            _check_whole("block_bits", self.block_bits)
        if self.device is not None:
            _check_text("device", self.device)
        if self.memory_blocks is not None:
            _check_number("memory_blocks", self.memory_blocks)
        _check_columns(self.columns)
        _check_unique("row", [row.id for row in self.rows])


@dataclass(frozen=True)
class Figure:
    """What the text of a paper says of one of its figures."""

    id: str
    title: str
    facts: tuple[str, ...]


@dataclass(frozen=True)
class Paper:
    """A paper with its tables.

    Parameters
    ----------
    name : str
        Short name, such as ``han``.
    title : str
        Its title.
    authors : tuple of str
        Its authors.
    setting : str
        Tools, and what the measured design includes.
    tables : tuple of Table
        Its tables.
    figures : tuple of Figure
        Its figures.
    """

    name: str
    title: str
    authors: tuple[str, ...]
    setting: str
    tables: tuple[Table, ...]
    figures: tuple[Figure, ...] = ()

    def table(self, number: str) -> Table:
        """Return the table of that number.

        Raises
        ------
        GatehashError
            If there is none.
        """
        return _pick(self.tables, number, f"table of paper '{self.name}'")

    def figure(self, number: str) -> Figure:
        """Return the figure of that number.

        Raises
        ------
        GatehashError
            If there is none.
        """
        return _pick(self.figures, number, f"figure of paper '{self.name}'")


@dataclass(frozen=True)
class Peer:
    """A published open core, measured with the tools that measure the designs of the catalogue.

    Parameters
    ----------
    name : str
        Short name, such as ``secworks-sha512``.
    algorithms : tuple of str
        What it computes, as the catalogue names it.
    architecture : str
        The datapath, and what the core's own interface includes.
    source, commit : str
        Repository, and the commit in hexadecimal; those of the mirror where it was taken from one.
    licence : str
        Its licence.
    block_bits, cycles_per_block : int
        Block length in bits, and clock cycles for one more block.
    cycles_source : str
        How the cycles were found: simulated, read from the source, or rescaled.
    xc6v_lut, xc6v_lc, xc6v_ff : int
        Look-up tables, Yosys's estimate of logic cells, and flip-flops on Virtex-6.
    ecp5_lut4, ecp5_ff, ecp5_bram : int
        Look-up tables that are logic, flip-flops and block memories of 18 Kbit on ECP5.
    ecp5_fmax_mhz : float or None
        Highest clock frequency on ECP5 in MHz; None where there is none.
    fmax_kind : {"routed", "placed"} or None
        Whether that is of the routed core, or the estimate after placement.
    note : str or None
        How it differs from the algorithm, and what else a reader should know.
    """

    name: str
    algorithms: tuple[str, ...]
    architecture: str
    source: str
    commit: str
    licence: str
    block_bits: int
    cycles_per_block: int
    cycles_source: str
    xc6v_lut: int
    xc6v_lc: int
    xc6v_ff: int
    ecp5_lut4: int
    ecp5_ff: int
    ecp5_bram: int
    ecp5_fmax_mhz: float | None = None
    fmax_kind: Literal["routed", "placed"] | None = None
    note: str | None = None

    def __post_init__(self) -> None:
        for name in ("name", "architecture", "source", "commit", "licence", "cycles_source"):
            _check_text(name, getattr(self, name))
        _check_texts("algorithms", self.algorithms)
        if not re.fullmatch("[0-9a-f]{7,40}", self.commit):
            raise ValueError(f"commit is {self.commit!r}; it must be 7 to 40 hexadecimal digits")
        sizes = ("xc6v_lut", "xc6v_lc", "xc6v_ff", "ecp5_lut4", "ecp5_ff")
        for name in ("block_bits", "cycles_per_block", *sizes):
            _check_whole(name, getattr(self, name))
        if self.ecp5_bram != 0:
            _check_whole("ecp5_bram", self.ecp5_bram)
        if self.ecp5_fmax_mhz is not None:
            _check_number("ecp5_fmax_mhz", self.ecp5_fmax_mhz)
        kinds = (None,) if self.ecp5_fmax_mhz is None else ("routed", "placed")
        if self.fmax_kind not in kinds:
            raise ValueError(
                f"fmax_kind is {self.fmax_kind!r}; it must be 'routed' or 'placed' where there is "
                "an ecp5_fmax_mhz, and left out where there is none"
            )
        if self.note is not None:
            _check_text("note", self.note)

    @property
    def ecp5_mbps(self) -> float | None:
        """Throughput of a long message on ECP5 in Mbit/s; None without a frequency."""
        if self.ecp5_fmax_mhz is None:
            return None
        return self.block_bits * self.ecp5_fmax_mhz / self.cycles_per_block

    @property
    def ecp5_mbps_per_lut4(self) -> float | None:
        """Throughput over `ecp5_lut4`, in Mbit/s each; None without a frequency."""
        throughput = self.ecp5_mbps
        return None if throughput is None else throughput / self.ecp5_lut4


@dataclass(frozen=True)
class PeerFigure:
    """What others have published of a core of theirs, not measured with our tools.

    Parameters
    ----------
    name : str
        Short name, such as ``amd-vitis-sha512``.
    algorithm : str
        What it computes.
    source : str
        Whose it is.
    frequency_mhz : float
        Clock frequency in MHz.
    architecture, device : str or None
        What was built, and on what, where that is told.
    block_bits, cycles_per_block : int or None
        Block length in bits and clock cycles for a block, where they are told.
    lut, ff : int or None
        Look-up tables and flip-flops, where they are told.
    note : str or None
        What a reader should know.
    """

    name: str
    algorithm: str
    source: str
    frequency_mhz: float
    architecture: str | None = None
    device: str | None = None
    block_bits: int | None = None
    cycles_per_block: int | None = None
    lut: int | None = None
    ff: int | None = None
    note: str | None = None

    def __post_init__(self) -> None:
        for name in ("name", "algorithm", "source"):
            _check_text(name, getattr(self, name))
        _check_number("frequency_mhz", self.frequency_mhz)
        for name in ("architecture", "device", "note"):
            if getattr(self, name) is not None:
                _check_text(name, getattr(self, name))
        for name in ("block_bits", "cycles_per_block", "lut", "ff"):
            if getattr(self, name) is not None:
                _check_whole(name, getattr(self, name))

    @property
    def throughput_mbps(self) -> float | None:
        """Throughput in Mbit/s; None where block length or cycles are not told."""
        if self.block_bits is None or self.cycles_per_block is None:
            return None
        return self.block_bits * self.frequency_mhz / self.cycles_per_block


@dataclass(frozen=True)
class Peers:
    """The content of ``peers.toml``.

    Parameters
    ----------
    setting : tuple of str
        How the cores were measured, in sentences.
    cores : tuple of Peer
        The cores that were measured.
    figures : tuple of PeerFigure
        The figures that others have published.
    """

    setting: tuple[str, ...]
    cores: tuple[Peer, ...]
    figures: tuple[PeerFigure, ...]

    def __post_init__(self) -> None:
        _check_texts("setting", self.setting)
        _check_unique("core", [core.name for core in self.cores])
        _check_unique("figure", [figure.name for figure in self.figures])


_Item = TypeVar("_Item", Row, Table, Figure)
_Record = TypeVar("_Record", Peer, PeerFigure, Peers)


def papers() -> tuple[str, ...]:
    """Return the short names of all papers."""
    names = (entry.name for entry in resources.files(__name__).iterdir())
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
    return parse_peers(_text(_PEERS))


def _text(name: str) -> str:
    return (resources.files(__name__) / f"{name}.toml").read_text(encoding="utf-8")


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
    return _pick(table.rows, identifier, f"row of {name}/{number}")


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
        raise GatehashError(f"{_PEERS}: {error}") from error


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
        _check_columns(columns)
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
        _check_text("id", fields["id"])
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


def _pick(items: tuple[_Item, ...], wanted: str, what: str) -> _Item:
    for item in items:
        if item.id == wanted:
            return item
    raise GatehashError(
        f"unknown {what} '{wanted}'; choose one of: {', '.join(item.id for item in items)}"
    )


def _check_keys(
    content: Mapping[str, Any], required: tuple[str, ...], optional: tuple[str, ...]
) -> None:
    for key in required:
        if key not in content:
            raise ValueError(f"{key} is missing; write '-' for a figure that the paper leaves open")
    for key in content:
        if key not in required and key not in optional:
            raise ValueError(f"{key} is not allowed; choose from: {', '.join(required + optional)}")


def _check_columns(columns: tuple[str, ...]) -> None:
    for name in columns:
        if name not in COLUMNS:
            raise ValueError(f"unknown column '{name}'; choose from: {', '.join(COLUMNS)}")
    _check_unique("column", columns)


def _check_shared(content: Mapping[str, Any], columns: tuple[str, ...]) -> None:
    for name in _SHARED:
        if name in content and name in columns:
            raise ValueError(f"{name} is a column and stands above the rows too; choose one")


def _check_text(name: str, value: Any) -> None:
    if not isinstance(value, str) or not value.strip():
        raise ValueError(f"{name} is {value!r}; it must be text")


def _check_texts(name: str, values: Any) -> None:
    if not isinstance(values, tuple) or not values:
        raise ValueError(f"{name} is {values!r}; it must be a list of texts, at least one")
    for value in values:
        _check_text(name, value)


def _check_number(name: str, value: Any) -> None:
    valid = isinstance(value, int | float) and not isinstance(value, bool)
    if not valid or not math.isfinite(value) or value <= 0:
        raise ValueError(f"{name} is {value!r}; it must be a number above 0")


def _check_whole(name: str, value: Any) -> None:
    if isinstance(value, bool) or not isinstance(value, int) or value <= 0:
        raise ValueError(f"{name} is {value!r}; it must be a whole number above 0")


def _check_unique(what: str, names: tuple[str, ...] | list[str]) -> None:
    for name in names:
        if names.count(name) > 1:
            raise ValueError(f"{what} '{name}' stands there twice")
