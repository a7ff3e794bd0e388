# SPDX-License-Identifier: Apache-2.0
"""Tables as data: a column is a field of the rows, a heading and a format, stated once.

The site, the terminal, Markdown, CSV and JSON all render the same :class:`Table`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from typing import Any

__all__ = ["Column", "Entry", "Table", "label", "number"]

Entry = dict[str, Any]
"""A row: values by the name of their field; None stands for what is not known."""

NOTHING = "-"


def number(value: float | Fraction | None, digits: int | None = None) -> str:
    """Write a figure: so many decimals, by default up to three, a dash where there is none.

    Examples
    --------
    >>> number(1214.3), number(0.18312, 3), number(Fraction(10, 3)), number(None)
    ('1214.3', '0.183', '3.333', '-')
    """
    if value is None:
        return NOTHING
    if digits is None:
        value = round(float(value), 3)
        return str(int(value)) if value == int(value) else str(value)
    return f"{value:.{digits}f}"


@dataclass(frozen=True)
class Column:
    """A column of a table.

    Parameters
    ----------
    field : str
        The field of the rows that it shows and is sorted by.
    heading : str
        Text above it.
    meaning : str
        Meaning of the heading, in a sentence.
    digits : int or None
        Decimals of a figure.
    words : callable, optional
        Text of a row's cell where the field alone is not enough.
    figure : bool
        Whether it has figures, which are aligned to the right.
    """

    field: str
    heading: str
    meaning: str = ""
    digits: int | None = None
    words: Callable[[Entry], str] | None = None
    figure: bool = True

    def text(self, entry: Entry) -> str:
        """Return the text of a row's cell."""
        if self.words:
            return self.words(entry)
        value = entry[self.field]
        if isinstance(value, list | tuple):
            return ", ".join(value) or NOTHING
        return (value or NOTHING) if isinstance(value, str) else number(value, self.digits)

    def order(self, entry: Entry) -> float | None:
        """Return what a column of figures is sorted by."""
        value = entry[self.field] if self.figure else None
        return None if value is None else float(value)


def label(
    field: str, heading: str, meaning: str = "", words: Callable[[Entry], str] | None = None
) -> Column:
    """Return a column of words."""
    return Column(field, heading, meaning, words=words, figure=False)


@dataclass(frozen=True)
class Table:
    """A table.

    Parameters
    ----------
    id : str
        Its anchor on a page.
    title : str
        Its title.
    columns : tuple of Column
        Its columns; those without content are not shown.
    rows : tuple of Entry
        Its rows; ``notes`` of a row are sentences that are numbered below the table.
    group : tuple of str
        Fields that are the same in rows which belong together: a line separates others.
    target : str
        Target of the device family that the rows are compared on, if they are.
    sheet : str
        Name of its CSV file, which tables may share; by default its anchor.
    zeros : bool
        Whether columns with no figure but 0 are shown.
    """

    id: str
    title: str
    columns: tuple[Column, ...]
    rows: tuple[Entry, ...]
    group: tuple[str, ...] = ()
    target: str = ""
    sheet: str = ""
    zeros: bool = False

    @cached_property
    def shown(self) -> tuple[Column, ...]:
        """The columns with content."""
        nothing = (NOTHING,) if self.zeros else (NOTHING, "0")
        return tuple(
            column
            for column in self.columns
            if not self.rows or any(column.text(row) not in nothing for row in self.rows)
        )

    @cached_property
    def notes(self) -> tuple[str, ...]:
        """All notes, each once."""
        return tuple(dict.fromkeys(note for row in self.rows for note in row.get("notes", ())))

    @property
    def headings(self) -> list[str]:
        """The headings, that of the notes included."""
        return [*(column.heading for column in self.shown), *(["Note"] if self.notes else [])]

    def is_broad(self, column: Column) -> bool:
        """Return whether a column has long texts."""
        return any(len(column.text(row)) > 22 for row in self.rows)

    def marks(self, row: Entry) -> str:
        """Return the numbers of a row's notes."""
        return ", ".join(str(self.notes.index(note) + 1) for note in row.get("notes", ()))

    def cells(self, row: Entry) -> list[str]:
        """Return the texts of a row, one for each heading."""
        marks = [self.marks(row)] if self.notes else []
        return [*(column.text(row) for column in self.shown), *marks]

    @cached_property
    def breaks(self) -> frozenset[int]:
        """Rows after which there is a line."""
        return frozenset(
            place
            for place, pair in enumerate(pairwise(self.rows))
            if len({tuple(row[name] for name in self.group) for row in pair}) > 1
        )

    def only(self, wanted: Callable[[Entry], bool]) -> Table:
        """Return the table with some of its rows."""
        return replace(self, rows=tuple(filter(wanted, self.rows)))
