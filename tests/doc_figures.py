# SPDX-License-Identifier: Apache-2.0
"""Measured figures in the tables of docs: what each must be, and how to put them there.

``python -m tests.doc_figures`` writes those of the committed records into the docs, with the
comparisons of :mod:`tests.doc_peers` and the families of :mod:`tests.doc_families`.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from gatehash import published
from gatehash.catalog import BoundaryName, Design, find
from gatehash.implement import Figures, figures_at, find_target, kind_words
from gatehash.implement.figures import over

__all__ = ["DOCS", "PAGES", "Cell", "cells", "updated"]

DOCS = Path(__file__).resolve().parents[1] / "docs"
PAGES = (
    *(
        "blake",
        "compact",
        "compact-blake-chacha",
        "compact-blake2",
        "compact-blake3",
        "compact-arx",
    ),
    *("compact-chacha-poly1305", "engines", "phash", "poly1305", "chacha-poly1305"),
    *("sha2", "sha3", "skein", "whirlpool", "widths"),
)
_SEPARATOR = re.compile(r"\|[ :|-]+\|")


def _of(design: Design, target: str, boundary: BoundaryName | None = None) -> Figures:
    return figures_at(design, target, boundary or design.compared)


def _area(design: Design, target: str, what: str, boundary: BoundaryName | None = None) -> str:
    area = _of(design, target, boundary).area
    return str(getattr(area, what)) if area else "not measured"


def _blocks(design: Design, target: str) -> str:
    blocks = _of(design, target).memory_blocks
    return "not measured" if blocks is None else f"{blocks:g}"


def _with_blocks(figure: object, found: Figures, name: str) -> str:
    if found.area is None:
        return "not measured"
    blocks = found.area.ramb18
    return f"{figure} and {blocks} {name}" if blocks else str(figure)


def _lc(target: str, name: str) -> Callable[[Design], str]:
    def cell(design: Design) -> str:
        found = _of(design, target)
        return _with_blocks(found.area.lc if found.area else None, found, name)

    return cell


def _luts(boundary: BoundaryName | None) -> Callable[[Design], str]:
    def cell(design: Design) -> str:
        found = _of(design, "ecp5", boundary)
        return _with_blocks(found.luts, found, "EBR")

    return cell


def _frequency(boundary: BoundaryName | None) -> Callable[[Design], str]:
    def cell(design: Design) -> str:
        found = _of(design, "ecp5", boundary)
        if found.result is None:
            return "not measured"
        if found.fmax_mhz is None:
            return "not placed" if found.fits else "does not fit"
        seeds = ", 1 seed" if len(found.result.runs) == 1 else ""
        return f"{found.fmax_mhz:.1f} {kind_words(found.fmax_kind, found.fmax_note)}{seeds}"

    return cell


def _per_lut(boundary: BoundaryName | None) -> Callable[[Design], str]:
    def cell(design: Design) -> str:
        found = _of(design, "ecp5", boundary)
        figure = found.rate.mbps_per_lut
        return "-" if figure is None else f"{figure:.2f}"

    return cell


def _per_unit(boundary: BoundaryName | None) -> Callable[[Design], str]:
    def cell(design: Design) -> str:
        found = _of(design, "ecp5", boundary)
        figure = found.rate.mbps_per_unit
        return "-" if figure is None else f"{figure:.3f}"

    return cell


def _slices(target: str) -> Callable[[Design], str]:
    def cell(design: Design) -> str:
        slices = _of(design, target).slices
        return "not measured" if slices is None else f"{slices:.0f}"

    return cell


def _of_the_paper(target: str) -> Callable[[Design], str]:
    """Estimated slices over those of the row that the design answers to."""

    def cell(design: Design) -> str:
        rows = map(published.row, design.paper_rows)
        slices = [row.slices for row in rows if find_target(target).has_device(row.device or "")]
        ratio = over(_of(design, target).slices, slices[0] if slices else None)
        return "-" if ratio is None else f"{ratio:.2f}"

    return cell


_COLUMNS: dict[str, Callable[[Design], str]] = {
    "Virtex-4 lc": _lc("xc4v", "RAMB16"),
    "Virtex-5 lc": _lc("xc5v", "RAMB18"),
    "Virtex-5 LUT as memory": lambda design: _area(design, "xc5v", "lutram"),
    "Virtex-5 FF": lambda design: _area(design, "xc5v", "ff"),
    "Virtex-5 slices, estimated": _slices("xc5v"),
    "of the paper's slices": _of_the_paper("xc5v"),
    "Virtex-6 lc": lambda design: _area(design, "xc6v", "lc"),
    "Virtex-6 LUT as memory": lambda design: _area(design, "xc6v", "lutram"),
    "Virtex-6 RAMB36": lambda design: _blocks(design, "xc6v"),
    "Virtex-6 FF": lambda design: _area(design, "xc6v", "ff"),
    "of the paper's Virtex-6 slices": _of_the_paper("xc6v"),
    "ECP5 LUT4": _luts(None),
    "ECP5 carry cells": lambda design: _area(design, "ecp5", "carry"),
    "MHz": _frequency(None),
    "Mb/s per unit": _per_unit(None),
    "Mb/s per LUT4": _per_lut(None),
    "stream top LUT4": _luts("stream"),
    "stream top FF": lambda design: _area(design, "ecp5", "ff", "stream"),
    "stream top MHz": _frequency("stream"),
    "stream top Mb/s per unit": _per_unit("stream"),
    "stream top Mb/s per LUT4": _per_lut("stream"),
}
"""What a column says of a design, by its heading; without another word where the paper measured."""


@dataclass(frozen=True)
class Cell:
    """A cell of a table that tells what was measured.

    Parameters
    ----------
    line, column : int
        Its place.
    design, heading : str
        What it is of.
    shown, expected : str
        What it says, and what the records say.
    """

    line: int
    column: int
    design: str
    heading: str
    shown: str
    expected: str


def _split(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip().removeprefix("|").removesuffix("|").split("|")]


def cells(text: str) -> Iterator[Cell]:
    """Return the measured cells of a page."""
    headings: list[str] = []
    last = ""
    for place, line in enumerate(text.splitlines()):
        if _SEPARATOR.fullmatch(line):
            headings = _split(last)
        elif line.startswith("| `") and headings:
            name, *_ = row = _split(line)
            for column, (heading, shown) in enumerate(zip(headings, row, strict=True)):
                if heading in _COLUMNS:
                    expected = _COLUMNS[heading](find(name.strip("`")))
                    yield Cell(place, column, name, heading, shown, expected)
        last = line


def updated(text: str) -> str:
    """Return a page with the figures of the records."""
    lines = text.splitlines()
    for cell in cells(text):
        row = _split(lines[cell.line])
        row[cell.column] = cell.expected
        lines[cell.line] = f"| {' | '.join(row)} |"
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    for page in PAGES:
        path = DOCS / f"{page}.md"
        path.write_text(updated(path.read_text(encoding="utf-8")), encoding="utf-8")
    from tests import doc_families, doc_peers

    doc_peers.write()
    doc_families.write()
