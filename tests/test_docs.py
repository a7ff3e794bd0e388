# SPDX-License-Identifier: Apache-2.0
"""Measured figures that docs have in tables are those of the committed records."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from gatehash.catalog import Design, find
from gatehash.implement import Result, load

DOCS = Path(__file__).resolve().parents[1] / "docs"
SEPARATOR = re.compile(r"\|[ :|-]+\|")


def record(design: Design, target: str) -> Result:
    found = load(design, target, design.compared)
    assert found is not None
    return found


def memories(design: Design, target: str, name: str) -> str:
    blocks = record(design, target).area.ramb18
    return f" and {blocks} {name}" if blocks else ""


def frequency(design: Design) -> str:
    found = record(design, "ecp5")
    return f"{found.fmax_mhz:.1f} {found.fmax_kind}" if found.runs else "not tried"


def throughput_per_lut(design: Design) -> str:
    found = record(design, "ecp5").throughput_per_lut(design)
    return f"{found:.2f}" if found else "-"


# What a column says of a design, by its heading.
COLUMNS: dict[str, Callable[[Design], str]] = {
    "Virtex-4 lc": lambda each: f"{record(each, 'xc4v').area.lc}{memories(each, 'xc4v', 'RAMB16')}",
    "Virtex-5 lc": lambda each: f"{record(each, 'xc5v').area.lc}{memories(each, 'xc5v', 'RAMB18')}",
    "Virtex-6 lc": lambda each: str(record(each, "xc6v").area.lc),
    "ECP5 LUT4": lambda each: f"{record(each, 'ecp5').area.lut}{memories(each, 'ecp5', 'EBR')}",
    "ECP5 carry cells": lambda each: str(record(each, "ecp5").area.carry),
    "MHz": frequency,
    "Mb/s per LUT4": throughput_per_lut,
}


def figures(text: str) -> Iterator[tuple[str, str, str]]:
    """Design, heading and figure of each cell that is measured."""
    headings: list[str] = []
    last = ""
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if SEPARATOR.fullmatch(line):
            headings = [cell.strip() for cell in last.strip().strip("|").split("|")]
        elif line.startswith("| `") and headings:
            for heading, cell in zip(headings, cells, strict=True):
                if heading in COLUMNS:
                    yield cells[0].strip("`"), heading, cell
        last = line


@pytest.mark.parametrize(
    "name", ["compact", "compact-blake-chacha", "phash", "sha2", "skein", "whirlpool"]
)
def test_figures_are_those_of_the_records(name: str) -> None:
    found = list(figures((DOCS / f"{name}.md").read_text()))
    assert found
    wrong = [
        f"{design}, {heading}: {figure}; it must be {expected}"
        for design, heading, figure in found
        if (expected := COLUMNS[heading](find(design))) != figure
    ]
    assert not wrong, "\n".join(wrong)
