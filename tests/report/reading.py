# SPDX-License-Identifier: Apache-2.0
"""Reports as their readers have them: printed, written, and row by row."""

import csv
import io
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Console

from gatehash.catalog import DESIGNS
from gatehash.published import Row
from gatehash.report import Document

Rows = list[dict[str, Any]]


@dataclass(frozen=True)
class Reader:
    """A report on a paper.

    Parameters
    ----------
    document : callable
        Makes it of the results that there are.
    """

    document: Callable[[], Document]

    def data(self) -> dict[str, Any]:
        """What programs read of it."""
        return self.document().to_data()

    def printed(self, width: int = 250) -> str:
        """What it prints on a terminal of so many characters."""
        sink = io.StringIO()
        self.document().show(None, Console(file=sink, width=width))
        return sink.getvalue()

    def written(self, folder: Path) -> dict[str, bytes]:
        """The files that are in a folder afterwards."""
        self.write(folder)
        return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}

    def write(self, folder: Path) -> None:
        """Write it to a folder."""
        self.document().show(folder, Console(quiet=True))

    def tables_in(self, width: int) -> int:
        """Number of tables that have their last column on a terminal, and nothing beyond it."""
        lines = self.printed(width).splitlines()
        assert max(map(len, lines)) <= width
        return len([line for line in lines if line.split()[-1:] == ["Note"]])


def row_of(
    rows: Rows, design: str, target: str, architecture: str = "", boundary: str | None = None
) -> dict[str, Any]:
    """The one row of a design on a target whose architecture has some words.

    It is at a boundary, by default where the design's paper measured.
    """
    found = [
        row
        for row in rows
        if (row["design"], row["target"]) == (design, target)
        and row["boundary"] == (boundary or DESIGNS[design].compared)
        and architecture in row["architecture"]
    ]
    assert len(found) == 1
    return found[0]


def ours_below(rows: Rows, published: Sequence[Row]) -> Rows:
    """The rows of ours; those of the paper come first and in its order."""
    theirs, ours = rows[: len(published)], rows[len(published) :]
    assert [row["row"] for row in theirs] == [row.id for row in published]
    assert {row["origin"] for row in theirs} == {"published"}
    assert {row["origin"] for row in ours} == {"measured"}
    return ours


def sheet(content: bytes) -> list[dict[str, str]]:
    """The rows of a file of comma-separated values."""
    return list(csv.DictReader(io.StringIO(content.decode())))


def headings(markdown: str) -> list[str]:
    """The headings of a report, each up to its colon."""
    lines = markdown.splitlines()
    return [line.split(":")[0] for line in lines if line.startswith("#")]
