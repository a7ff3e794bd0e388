# SPDX-License-Identifier: Apache-2.0
"""What several commands share: options, selections and ways of printing."""

import json
from collections.abc import Sequence
from fractions import Fraction
from typing import Annotated, Any, get_args

import typer
from rich.console import Console
from rich.table import Table

from gatehash.catalog import DESIGNS, BoundaryName, Design, find
from gatehash.errors import GatehashError
from gatehash.implement import TARGETS

__all__ = [
    "BoundaryOption",
    "JsonOption",
    "SeedsOption",
    "TargetOption",
    "TimeLimitOption",
    "boundary_named",
    "hexadecimal",
    "number",
    "print_json",
    "print_table",
    "selection",
    "spread",
    "wide_console",
]

JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")]
TargetOption = Annotated[str, typer.Option("--target", help=f"One of: {', '.join(TARGETS)}.")]
BoundaryOption = Annotated[
    str | None,
    typer.Option("--boundary", help="core or stream; by default where the paper measured."),
]
SeedsOption = Annotated[
    int | None,
    typer.Option(
        "--seeds",
        min=1,
        help="Placement seeds; by default three where a run takes under five minutes, else 1.",
    ),
]
TimeLimitOption = Annotated[
    int, typer.Option("--time-limit", min=1, help="Seconds for each place-and-route run.")
]


def selection(names: Sequence[str] | None) -> list[Design]:
    """Return the designs of these names, or all of them for no name."""
    return [find(name) for name in names] if names else list(DESIGNS.values())


def boundary_named(name: str | None) -> BoundaryName | None:
    """Return the boundary that an option names, None where it names none.

    Raises
    ------
    GatehashError
        If there is no such boundary.
    """
    boundaries: tuple[BoundaryName, ...] = get_args(BoundaryName)
    if name is None:
        return None
    for boundary in boundaries:
        if name == boundary:
            return boundary
    raise GatehashError(f"unknown boundary '{name}'; choose one of: {', '.join(boundaries)}")


def hexadecimal(name: str, text: str) -> bytes:
    """Read bytes that a user wrote as two digits each.

    Raises
    ------
    GatehashError
        If they are none.
    """
    try:
        return bytes.fromhex(text)
    except ValueError:
        raise GatehashError(
            f"{name} '{text}' is not hexadecimal; it must be two digits for each byte"
        ) from None


def print_json(data: Any) -> None:
    """Print `data` on standard output as JSON; fractions become numbers."""
    print(json.dumps(data, indent=2, default=_plain))


def _plain(value: object) -> int | float:
    if isinstance(value, Fraction):
        return value.numerator if value.denominator == 1 else float(value)
    raise TypeError(f"{type(value).__name__} can't be written as JSON")


def number(value: float | None, digits: int = 0) -> str:
    """Write a figure with so many decimals, or a dash where there is none."""
    return "-" if value is None else f"{value:.{digits}f}"


def spread(least: float | None, most: float | None) -> str:
    """Write the lowest and the highest of several figures, nothing where they are one."""
    return "" if least is None or least == most else f"{least:.1f}-{most:.1f}"


def wide_console() -> Console:
    """Return a console on standard output; in a pipe there is no width to keep to."""
    console = Console()
    return console if console.is_terminal else Console(width=250)


def print_table(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print a table on standard output; columns of figures stand to the right."""
    table = Table(box=None, header_style="bold", pad_edge=False)
    for column, heading in enumerate(headings):
        figures = all(row[column][:1].isdigit() or row[column] == "-" for row in rows)
        table.add_column(heading, justify="right" if figures else "left", overflow="fold")
    for row in rows:
        table.add_row(*row)
    wide_console().print(table)
