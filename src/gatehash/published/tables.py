# SPDX-License-Identifier: Apache-2.0
"""Papers with their tables and figures, as the TOML files have them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Protocol, TypeVar

from msgspec import Meta, Struct

from gatehash.errors import GatehashError

__all__ = [
    "COLUMNS",
    "Amount",
    "Figure",
    "Paper",
    "Rate",
    "Report",
    "Row",
    "Table",
    "Text",
    "Whole",
    "check_unique",
    "pick",
]

Text = Annotated[str, Meta(min_length=1)]
Whole = Annotated[int, Meta(gt=0)]
Amount = Annotated[int, Meta(gt=0)] | Annotated[float, Meta(gt=0, lt=1e9)]

COLUMNS = (
    *("device", "architecture", "algorithm", "cycles", "frequency_mhz", "throughput_mbps"),
    *("slices", "throughput_per_slice", "memory_blocks", "digest_bits", "instances", "speedup"),
    "rates",
)
"""Columns that a table may have; ``rates`` has one figure for each of the table's algorithms."""


class _Part(Struct, frozen=True, forbid_unknown_fields=True):
    """A part of a file; its types and ranges are checked where it is read."""


class Rate(_Part, frozen=True):
    """Figures of a row for one of its table's algorithms.

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
        Messages that are processed at once.
    """

    algorithm: Text
    block_bits: Whole
    cycles: Whole
    throughput_mbps: Amount
    messages: Whole = 1


class Row(_Part, frozen=True):
    """One row of a published table; None stands for what the table does not print.

    Parameters
    ----------
    id : str
        Its identifier, such as ``han/1/this-8-unrolled``.
    authors : str
        Who, as the table prints it.
    reference : int or None
        Number of the work in the paper's list of references; None for the paper's own.
    device, architecture, algorithm : str or None
        The datapath, and the device.
    cycles : float or None
        Clock cycles per block.
    frequency_mhz, throughput_mbps : float or None
        Clock frequency in MHz and throughput in Mbit/s.
    slices : int or None
        Area in slices.
    throughput_per_slice : float or None
        Throughput over area in Mbit/s per slice.
    memory_blocks : float or None
        Block memories.
    digest_bits, block_bits : int or None
        Digest and block length in bits.
    instances : int or None
        Instances of the function's cipher.
    speedup : float or None
        Throughput over that of one instance.
    rates : tuple of Rate
        Throughput by algorithm, where the table has several.
    note : str or None
        Note on the row for readers.
    """

    id: Text
    authors: Text
    reference: Whole | None = None
    device: Text | None = None
    architecture: Text | None = None
    algorithm: Text | None = None
    cycles: Amount | None = None
    frequency_mhz: Amount | None = None
    throughput_mbps: Amount | None = None
    slices: Whole | None = None
    throughput_per_slice: Amount | None = None
    memory_blocks: Amount | None = None
    digest_bits: Whole | None = None
    instances: Whole | None = None
    speedup: Amount | None = None
    rates: tuple[Rate, ...] = ()
    block_bits: Whole | None = None
    note: Text | None = None

    @property
    def work(self) -> str:
        """Authors and reference number, such as ``Baldwin [7]``."""
        return self.authors if self.reference is None else f"{self.authors} [{self.reference}]"

    @property
    def configuration(self) -> str:
        """The datapath, as far as the table states it, such as ``SHA-512, BlockRAM``."""
        instances = f"{self.instances} W" if self.instances else None
        return ", ".join(filter(None, (self.algorithm, self.architecture, instances)))


class Table(_Part, frozen=True):
    """A published table; what is the same for all rows stands in the table and in each row.

    Parameters
    ----------
    id, title : str
        Its number in the paper, and its title.
    columns : tuple of str
        One of :data:`COLUMNS` it has.
    rows : tuple of Row
        Its rows in the paper's order.
    block_bits, device, memory_blocks
        See the fields of a row.
    algorithms : tuple of mapping
        Name, block length and cycles of each algorithm that the rows have a rate for.
    """

    id: Text
    title: Text
    columns: tuple[str, ...]
    rows: tuple[Row, ...] = ()
    block_bits: Whole | None = None
    device: Text | None = None
    memory_blocks: Amount | None = None
    algorithms: tuple[dict[str, str | int], ...] = ()

    def __post_init__(self) -> None:
        for name in self.columns:
            if name not in COLUMNS:
                raise ValueError(f"unknown column '{name}'; choose from: {', '.join(COLUMNS)}")
        check_unique("column", self.columns)
        check_unique("row", [row.id for row in self.rows])


class Figure(_Part, frozen=True):
    """A statement in the text of a paper on one of its figures."""

    id: Text
    title: Text
    facts: tuple[Text, ...]


class Report(_Part, frozen=True):
    """Text of the report on a paper besides the paper's own tables.

    Parameters
    ----------
    title : str
        Title of the report.
    target : str
        The target whose areas are set against the paper's slices.
    algorithms : tuple of str
        Algorithms whose open cores stand beside the designs, as the catalogue names them.
    others : str or None
        Title of the table of designs of the same families that correspond to no row, if wanted.
    legend : tuple of str
        How to read the tables, in sentences.
    """

    title: Text
    target: Text
    algorithms: tuple[Text, ...]
    legend: tuple[Text, ...]
    others: Text | None = None


class Paper(_Part, frozen=True):
    """A paper with its tables.

    Parameters
    ----------
    name, title : str
        Short name, such as ``han``, and the paper's title.
    authors : tuple of str
        Its authors.
    setting : str
        Tools, and what the measured design includes.
    tables : tuple of Table
        Its tables.
    report : Report
        Text of the report on it.
    figures : tuple of Figure
        Its figures.
    """

    name: Text
    title: Text
    authors: tuple[Text, ...]
    setting: Text
    tables: tuple[Table, ...]
    report: Report
    figures: tuple[Figure, ...] = ()

    def table(self, number: str) -> Table:
        """Return the table of that number, or raise GatehashError if there is none."""
        return pick(self.tables, number, f"table of paper '{self.name}'")

    def figure(self, number: str) -> Figure:
        """Return the figure of that number, or raise GatehashError if there is none."""
        return pick(self.figures, number, f"figure of paper '{self.name}'")


class _Identified(Protocol):
    @property
    def id(self) -> str: ...


_Item = TypeVar("_Item", bound=_Identified)


def pick(items: Sequence[_Item], wanted: str, what: str) -> _Item:
    """Return the item of an identifier.

    Raises
    ------
    GatehashError
        If there is none; it names `what` and those that there are.
    """
    for item in items:
        if item.id == wanted:
            return item
    known = ", ".join(item.id for item in items)
    raise GatehashError(f"unknown {what} '{wanted}'; choose one of: {known}")


def check_unique(what: str, names: Sequence[str]) -> None:
    """Raise ValueError if a name stands among others twice."""
    for name in names:
        if names.count(name) > 1:
            raise ValueError(f"{what} '{name}' stands there twice")
