# SPDX-License-Identifier: Apache-2.0
"""Options, selections and output functions that many commands share."""

from __future__ import annotations

import json
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from gatehash.catalog import DESIGNS, Design, find
from gatehash.cli.tables import print_table
from gatehash.cli.values import path

if TYPE_CHECKING:
    from rich.console import Console

__all__ = [
    "ForceOption",
    "JsonOption",
    "ListedOption",
    "ResultsOption",
    "number",
    "print_json",
    "print_table",
    "selection",
    "spread",
    "wide_console",
]


JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")]
ListedOption = Annotated[
    bool, typer.Option("--list", help="Show what is on record, and run nothing.")
]
ForceOption = Annotated[
    bool, typer.Option("--force", help="Measure again what is on record already.")
]
ResultsOption = Annotated[
    Path | None,
    typer.Option(
        "--results",
        metavar="DIR",
        parser=path,
        help="Folder of records, read and written in place of the library's own.",
    ),
]


def selection(names: Sequence[str] | None) -> list[Design]:
    """Return the designs of these names, or all of them for no name."""
    return [find(name) for name in names] if names else list(DESIGNS.values())


def print_json(data: Any) -> None:
    """Print `data` on standard output as JSON; fractions become numbers."""
    print(json.dumps(data, indent=2, default=_plain, allow_nan=False))


def _plain(value: object) -> int | float:
    if isinstance(value, Fraction):
        return value.numerator if value.denominator == 1 else float(value)
    raise TypeError(f"{type(value).__name__} can't be written as JSON")


def number(value: float | None, digits: int = 0) -> str:
    """Format a figure with so many decimals, or a dash for None."""
    return "-" if value is None else f"{value:.{digits}f}"


def spread(least: float | None, most: float | None) -> str:
    """Format the lowest and the highest of several figures, empty where they are equal."""
    return "" if least is None or least == most else f"{least:.1f}-{most:.1f}"


def wide_console(width: int = 250) -> Console:
    """Return a console on standard output that is wide enough for tables."""
    from rich.console import Console

    return Console(width=width)
