# SPDX-License-Identifier: Apache-2.0
"""Papers, their tables and figures, as data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar

from gatehash.errors import GatehashError
from gatehash.published.checks import check_number, check_text, check_unique, check_whole

__all__ = ["COLUMNS", "Figure", "Paper", "Rate", "Row", "Table", "check_columns", "pick"]

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
        check_text("algorithm", self.algorithm)
        check_number("throughput_mbps", self.throughput_mbps)
        for name in ("block_bits", "cycles", "messages"):
            check_whole(name, getattr(self, name))


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
        check_text("id", self.id)
        check_text("authors", self.authors)
        for name in (*_TEXTS, "note"):
            if getattr(self, name) is not None:
                check_text(name, getattr(self, name))
        for name in (*_NUMBERS, "block_bits"):
            if getattr(self, name) is not None:
                check_number(name, getattr(self, name))
        for name in ("reference", "slices", "digest_bits", "instances", "block_bits"):
            if getattr(self, name) is not None:
                check_whole(name, getattr(self, name))

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
        check_text("title", self.title)
        if self.block_bits is not None:
            check_whole("block_bits", self.block_bits)
        if self.device is not None:
            check_text("device", self.device)
        if self.memory_blocks is not None:
            check_number("memory_blocks", self.memory_blocks)
        check_columns(self.columns)
        check_unique("row", [row.id for row in self.rows])


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
        return pick(self.tables, number, f"table of paper '{self.name}'")

    def figure(self, number: str) -> Figure:
        """Return the figure of that number.

        Raises
        ------
        GatehashError
            If there is none.
        """
        return pick(self.figures, number, f"figure of paper '{self.name}'")


_Item = TypeVar("_Item", Row, Table, Figure)


def pick(items: tuple[_Item, ...], wanted: str, what: str) -> _Item:
    """Return the item of an identifier.

    Raises
    ------
    GatehashError
        If there is none; it names `what` and those that there are.
    """
    for item in items:
        if item.id == wanted:
            return item
    raise GatehashError(
        f"unknown {what} '{wanted}'; choose one of: {', '.join(item.id for item in items)}"
    )


def check_columns(columns: tuple[str, ...]) -> None:
    """Raise ValueError for a column that no table may have, or that stands there twice."""
    for name in columns:
        if name not in COLUMNS:
            raise ValueError(f"unknown column '{name}'; choose from: {', '.join(COLUMNS)}")
    check_unique("column", columns)
