# SPDX-License-Identifier: Apache-2.0
"""A report as a whole: tables, figures and closing words, printed, written or as plain data."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.console import Console

from gatehash.published import Figure, Paper
from gatehash.report.files import write_files
from gatehash.report.peers import PeerRow, peer_grids
from gatehash.report.render import (
    Grid,
    bullets,
    plain,
    print_list,
    print_table,
    to_csv,
    to_data,
    to_markdown,
)
from gatehash.report.tables import Comparison

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

__all__ = ["Document", "Picture"]


@dataclass(frozen=True)
class Picture:
    """A figure of a report.

    Parameters
    ----------
    name : str
        Name of its files without their ending.
    title : str
        Its title.
    alt : str
        What it shows, for those who can't see it.
    words : str
        A paragraph below it.
    facts : tuple of str
        What the paper says of its own figure.
    draw : callable
        Draws it: file ending and content.
    """

    name: str
    title: str
    alt: str
    words: str
    facts: tuple[str, ...]
    draw: Callable[[], Mapping[str, bytes]]

    @classmethod
    def of_figure(
        cls, figure: Figure, alt: str, words: str, draw: Callable[[], Mapping[str, bytes]]
    ) -> Picture:
        """Return what stands beside a figure of a paper, with what the paper says of its own.

        Parameters
        ----------
        figure : Figure
            The paper's figure.
        alt, words, draw
            As in :class:`Picture`.
        """
        return cls(
            name=f"figure{figure.id}",
            title=f"Figure {figure.id}: {figure.title}",
            alt=alt,
            words=f"{words} Of its figure the paper says:",
            facts=figure.facts,
            draw=draw,
        )


@dataclass(frozen=True)
class Document:
    """A report on a paper.

    Parameters
    ----------
    source : Paper
        The paper.
    title : str
        Title of the report.
    tables : tuple of Comparison or Grid
        The paper's tables with ours below their rows, those of further designs, and those of
        derived figures.
    pictures : tuple of Picture
        Its figures.
    closing : mapping
        Lists that end the report, by heading.
    data : mapping
        What the report has as plain data besides the comparisons.
    sheets : mapping
        Rows that are written as CSV besides those of the comparisons, by name of the file without
        its ending.
    """

    source: Paper
    title: str
    tables: tuple[Comparison | Grid, ...]
    pictures: tuple[Picture, ...]
    closing: Mapping[str, tuple[str, ...]]
    data: Mapping[str, Any] = field(default_factory=dict)
    sheets: Mapping[str, Sequence[DataclassInstance]] = field(default_factory=dict)

    def with_peers(self, peers: Sequence[PeerRow], legend: tuple[str, ...]) -> Document:
        """Return the report with open cores beside ours after its tables, and a legend at its end.

        Parameters
        ----------
        peers : sequence of PeerRow
            The open cores and ours.
        legend : tuple of str
            How to read the tables, in sentences.
        """
        return replace(
            self,
            tables=(*self.tables, *peer_grids(peers)),
            closing={**self.closing, "How to read the tables": legend},
            data={**self.data, "peers": [plain(row) for row in peers], "legend": list(legend)},
            sheets={**self.sheets, "peers": peers},
        )

    @property
    def _comparisons(self) -> list[Comparison]:
        return [table for table in self.tables if isinstance(table, Comparison)]

    def show(self, out: Path | None, console: Console) -> None:
        """Print the report, and write it with its figures if asked to.

        Parameters
        ----------
        out : Path or None
            Folder for ``PAPER.md``, ``PAPER.json``, ``tableN.csv`` for each of the paper's tables,
            further sheets as CSV, and every figure as SVG and PNG; made if need be, left as it was
            if anything fails.
        console : Console
            Where the tables are printed.

        Raises
        ------
        GatehashError
            If the folder can't be written, or matplotlib is needed and missing.
        """
        if out is not None:
            write_files(out, self._files())
        for table in self.tables:
            print_table(table, console)
        for heading, lines in self.closing.items():
            console.print(heading, markup=False, highlight=False, style="bold")
            print_list([("-", line) for line in lines], console)
        if out is not None:
            console.print(f"Written to {out}", markup=False, highlight=False)

    def to_data(self) -> dict[str, Any]:
        """Return the report as plain data for JSON.

        Returns
        -------
        dict
            ``paper`` (``{name, title, authors}``), ``tables`` (each ``{id, title, target, rows}``),
            and what is in `data`.
        """
        source = self.source
        return {
            "paper": {"name": source.name, "title": source.title, "authors": list(source.authors)},
            "tables": [to_data(table) for table in self._comparisons],
            **self.data,
        }

    def _files(self) -> dict[str, bytes]:
        name = self.source.name
        printed = {table.id for table in self.source.tables}
        sheets = {
            **{
                f"table{table.id}": table.entries
                for table in self._comparisons
                if table.id in printed
            },
            **self.sheets,
        }
        texts = {
            f"{name}.md": self._markdown(),
            f"{name}.json": json.dumps(self.to_data(), indent=2) + "\n",
            **{f"{sheet}.csv": to_csv(rows) for sheet, rows in sheets.items()},
        }
        return {
            **{name: text.encode() for name, text in texts.items()},
            **{
                f"{picture.name}.{kind}": content
                for picture in self.pictures
                for kind, content in picture.draw().items()
            },
        }

    def _markdown(self) -> str:
        source = self.source
        parts = [
            f"# {self.title}\n",
            f'{", ".join(source.authors)}: "{source.title}" ({source.setting}).\n',
            *map(to_markdown, self.tables),
            *map(_picture, self.pictures),
            *(f"## {heading}\n\n{bullets(lines)}" for heading, lines in self.closing.items()),
        ]
        return "\n".join(parts)


def _picture(picture: Picture) -> str:
    parts = [
        f"## {picture.title}\n",
        f"![{picture.alt}]({picture.name}.svg)\n",
        f"{picture.words}\n",
    ]
    if picture.facts:
        parts.append(bullets(picture.facts))
    return "\n".join(parts)
