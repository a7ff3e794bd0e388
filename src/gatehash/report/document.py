# SPDX-License-Identifier: Apache-2.0
"""A report on a paper: tables, figures and closing words, printed, written or as plain data."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from rich.console import Console

from gatehash.catalog import DESIGNS, BoundaryName, Design, Job
from gatehash.files import write_files
from gatehash.implement import BOUNDARIES
from gatehash.published import Figure, Paper
from gatehash.report import rows
from gatehash.report.columns import Entry, Table
from gatehash.report.peers import figure_words, peer_legend, peer_tables
from gatehash.report.render import bullets, print_list, print_table, to_csv, to_markdown
from gatehash.report.rows import PLACED
from gatehash.report.specs import kind_text, pick

__all__ = [
    "BEST",
    "Document",
    "Picture",
    "best",
    "comparison",
    "comparisons",
    "measured_in",
]

BEST = "Best throughput per unit of gatehash"
"""Heading of the sentences of :func:`best`."""


_COLUMNS = pick(
    *("work", "device", "architecture", "boundary", "cycles", "frequency_mhz", "throughput_mbps"),
    *("slices", "area_ratio", "throughput_per_slice", "mbps_per_unit", "throughput_per_lut", "lc"),
    *("luts", "lutram", "ff", "carry", "memory_blocks", "units", "lc_ratio", "lut_ratio"),
    *("ff_ratio",),
)


def comparison(
    source: Paper, number: str, title: str, entries: Iterable[Entry], mapped: str
) -> Table:
    """Return a table of published and measured rows.

    Parameters
    ----------
    source : Paper
        The paper.
    number, title : str
        Number of the paper's table, or another short name, and the title.
    entries : iterable of Entry
        Published rows in the paper's order, then measured ones.
    mapped : str
        The target of the published devices' family, with whose slices areas are compared.
    """
    printed = number in {table.id for table in source.tables}
    name = f"table{number}" if printed else number
    return Table(name, title, _COLUMNS, tuple(entries), ("origin",), mapped)


def comparisons(source: Paper, numbers: Sequence[str]) -> Iterator[Table]:
    """Set the designs that correspond to published rows below them, for each of some tables.

    Each has a row as mapped for the published devices' family and a row as placed and routed, where
    its paper measured; and one as placed and routed at the stream top where that is elsewhere. The
    families' further designs come last where the report has a title for them.

    Raises
    ------
    GatehashError
        If there is no target for the paper's device, or a record is damaged.
    """
    for name in numbers:
        table, mapped = source.table(name), rows.mapped_target(source, name)
        entries = [rows.published(row, source.name) for row in table.rows]
        # The architecture alone tells a design apart only where the table has one algorithm.
        alone = "algorithm" not in table.columns
        entries += [
            rows.measured(
                design,
                target,
                boundary,
                at_work=_at_work(design, source),
                answers=row,
                architecture=row.architecture if alone else None,
            )
            for row in table.rows
            for design in rows.answering(row)
            for target, boundary in rows.places(design, mapped)
        ]
        yield comparison(source, name, f"Table {name}: {table.title}", entries, mapped)
    report = source.report
    if report.others:
        further = [
            rows.measured(design, target, boundary, at_work=_at_work(design, source))
            for design in rows.beside(source)
            for target, boundary in rows.places(design, report.target)
        ]
        yield comparison(source, "others", report.others, further, report.target)


def _at_work(design: Design, source: Paper) -> Job | None:
    """Return a design at work on the one algorithm of the report that it runs, if it is one."""
    found = [job for job in design.jobs.values() if job.name in source.report.algorithms]
    return found[0] if len(found) == 1 else None


def measured_in(tables: Iterable[Table], boundary: BoundaryName | None = None) -> list[Entry]:
    """Return the placed rows of tables, each design's once, by default where its paper measured."""
    found: dict[str, Entry] = {}
    for entry in (entry for table in tables for entry in table.rows):
        if entry["design"] and entry["target"] == PLACED and boundary in (None, entry["boundary"]):
            found.setdefault(entry["design"], entry)
    return list(found.values())


def best(what: str, algorithm: str, boundary: BoundaryName) -> Entry:
    """Return the placed design with the best throughput per unit at an algorithm, and a sentence.

    Parameters
    ----------
    what : str
        Name of the algorithm in the sentence.
    algorithm : str
        Its name in the catalogue, all of whose designs for it are compared.
    boundary : {"core", "stream"}
        The boundary that all of them are compared at.

    Raises
    ------
    GatehashError
        If a record is damaged.
    """
    where = f"{what}, {BOUNDARIES[boundary]}"
    jobs = rows.runs(algorithm, DESIGNS.values())
    entries = [rows.measured(job.design, PLACED, boundary, at_work=job) for job in jobs]
    known = [entry for entry in entries if entry["mbps_per_unit"] is not None]
    too_large = [entry for entry in entries if entry["misfit"]]
    found: Entry = {
        "boundary": boundary,
        **dict.fromkeys(
            ("design", "device", "mbps_per_unit", "throughput_per_lut", "frequency_kind")
        ),
        "measured": len(known),
        "too_large": len(too_large),
        "designs": len(entries),
        "text": f"{where}: no throughput measured yet.",
    }
    if not known:
        return found
    chosen = max(known, key=lambda entry: float(entry["mbps_per_unit"]))
    per_lut = max(known, key=lambda entry: float(entry["throughput_per_lut"]))
    text = (
        f"{where}: {chosen['design']} ({chosen['architecture']}), "
        f"{chosen['mbps_per_unit']:.3f} Mb/s per unit "
        f"({chosen['throughput_per_lut']:.3f} per LUT4) "
        f"on {chosen['device']}, {kind_text(chosen)}"
    )
    if per_lut is not chosen:
        figure = f"{per_lut['throughput_per_lut']:.3f}"
        text += f"; per LUT4 alone {per_lut['design']} is the best ({figure})"
    if chosen["streams"] > 1:
        text += f"; it processes {chosen['streams']} messages at once"
    if too_large:
        text += f"; {len(too_large)} of {len(entries)} designs are too large for the device"
    if len(known) + len(too_large) < len(entries):
        text += f"; {len(known)} of {len(entries)} designs measured so far"
    return found | {name: chosen[name] for name in found if name in chosen} | {"text": f"{text}."}


@dataclass(frozen=True)
class Picture:
    """A figure of a report.

    Parameters
    ----------
    name, title : str
        Name of its files without their ending, and its title.
    alt, words : str
        Description for those who can't see it, and a paragraph below it.
    draw : callable
        Draws it: file ending and content.
    facts : tuple of str
        Statement of the paper on its own figure.
    """

    name: str
    title: str
    alt: str
    words: str
    draw: Callable[[], Mapping[str, bytes]]
    facts: tuple[str, ...] = ()

    @classmethod
    def of_figure(
        cls, figure: Figure, alt: str, words: str, draw: Callable[[], Mapping[str, bytes]]
    ) -> Picture:
        """Return what corresponds to a figure of a paper, with what the paper says of its own."""
        title = f"Figure {figure.id}: {figure.title}"
        words = f"{words} The paper says of its figure:"
        return cls(f"figure{figure.id}", title, alt, words, draw, figure.facts)


@dataclass(frozen=True)
class Document:
    """A report on a paper.

    Parameters
    ----------
    source : Paper
        The paper.
    tables : tuple of Table
        The paper's tables with measured rows below the published ones, and further ones.
    pictures : tuple of Picture
        Its figures.
    closing : mapping
        Lists that end the report, by heading.
    data : mapping
        Plain data of the report besides the tables.
    """

    source: Paper
    tables: tuple[Table, ...]
    pictures: tuple[Picture, ...] = ()
    closing: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    data: Mapping[str, Any] = field(default_factory=dict)

    def completed(self) -> Document:
        """Return the report with open cores after its tables, and a legend at its end."""
        algorithms = self.source.report.algorithms
        others = figure_words(algorithms)
        legend = (*self.source.report.legend, *peer_legend(algorithms))
        return replace(
            self,
            tables=(*self.tables, *peer_tables(algorithms, list(DESIGNS))),
            closing={
                **self.closing,
                **({"Figures published by others, of other devices": others} if others else {}),
                "How to read the tables": legend,
            },
            data={**self.data, "legend": list(legend)},
        )

    @property
    def sheets(self) -> dict[str, list[Entry]]:
        """The rows of all tables, by the name of their CSV file."""
        found: dict[str, list[Entry]] = {}
        for table in self.tables:
            found.setdefault(table.sheet or table.id, []).extend(table.rows)
        return found

    def show(self, out: Path | None, console: Console) -> None:
        """Print the report, and write it with its figures if asked to.

        Parameters
        ----------
        out : Path or None
            Folder for ``PAPER.md``, ``PAPER.json``, a CSV file for each table, and every figure as
            SVG and PNG; made if need be, left as it was if anything fails.
        console : Console
            Where the tables are printed.

        Raises
        ------
        GatehashError
            If the folder can't be written, or matplotlib is needed and missing.
        """
        if out is not None:
            write_files(out, self._files(), "report")
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
            ``paper`` (``{name, title, authors}``), ``tables`` (those that compare published and
            measured rows, each ``{id, title, target, rows}``), the rows of each further table by
            the name of its CSV file, and what is in `data`.
        """
        source = self.source
        compared = {table.id for table in self.tables if table.target}
        return {
            "paper": {"name": source.name, "title": source.title, "authors": list(source.authors)},
            "tables": [
                {
                    "id": table.id.removeprefix("table"),
                    "title": table.title,
                    "target": table.target,
                    "rows": list(table.rows),
                }
                for table in self.tables
                if table.target
            ],
            **{name: each for name, each in self.sheets.items() if name not in compared},
            **self.data,
        }

    def _files(self) -> dict[str, bytes]:
        name = self.source.name
        texts = {
            f"{name}.md": self._markdown(),
            f"{name}.json": json.dumps(self.to_data(), indent=2) + "\n",
            **{f"{sheet}.csv": to_csv(each) for sheet, each in self.sheets.items() if each},
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
            f"# {source.report.title}\n",
            f'{", ".join(source.authors)}: "{source.title}" ({source.setting}).\n',
            *map(to_markdown, self.tables),
            *(
                f"## {each.title}\n\n![{each.alt}]({each.name}.svg)\n\n{each.words}\n"
                + (f"\n{bullets(each.facts)}" if each.facts else "")
                for each in self.pictures
            ),
            *(f"## {heading}\n\n{bullets(lines)}" for heading, lines in self.closing.items()),
        ]
        return "\n".join(parts)
