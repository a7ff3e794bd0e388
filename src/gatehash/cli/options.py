# SPDX-License-Identifier: Apache-2.0
"""Options, selections and output functions that several commands share."""

import json
from collections.abc import Sequence
from contextlib import AbstractContextManager
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Any, cast, get_args

import typer
from rich.console import Console

from gatehash.catalog import DESIGNS, BoundaryName, Design, find
from gatehash.cli.streams import say
from gatehash.cli.tables import print_table
from gatehash.cli.values import Real, Whole, path
from gatehash.errors import unknown
from gatehash.implement import (
    LEAST_MEMORY_GIB,
    MOST_JOBS,
    MOST_SECONDS,
    MOST_SEEDS,
    TARGETS,
    Damage,
    damage_noted,
)

__all__ = [
    "BoundaryOption",
    "ForceOption",
    "JsonOption",
    "ListedOption",
    "MemoryLimitOption",
    "ResultsOption",
    "SeedsOption",
    "TargetOption",
    "TimeLimitOption",
    "boundary_named",
    "cpu_seconds",
    "noting_damage",
    "number",
    "print_json",
    "print_table",
    "selection",
    "side_by_side",
    "spread",
    "wide_console",
]


def cpu_seconds(flag: str, work: str) -> Any:
    """Return an option for the most CPU time of a piece of work."""
    return typer.Option(
        flag,
        metavar="SECONDS",
        parser=Whole(1, MOST_SECONDS),
        help=f"Seconds of CPU time for each {work}.",
    )


def side_by_side(works: str) -> Any:
    """Return an option for how many pieces of work run at a time."""
    return typer.Option(
        "--jobs",
        metavar="N",
        parser=Whole(1, MOST_JOBS),
        help=f"{works} side by side; by default one for each processor.",
    )


JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")]
ListedOption = Annotated[
    bool, typer.Option("--list", help="Show what is on record, and run nothing.")
]
TargetOption = Annotated[str, typer.Option("--target", help=f"One of: {', '.join(TARGETS)}.")]
BoundaryOption = Annotated[
    str | None,
    typer.Option(
        "--boundary",
        help="core or stream; by default the boundary that the paper measured.",
    ),
]
SeedsOption = Annotated[
    int | None,
    typer.Option(
        "--seeds",
        metavar="N",
        parser=Whole(1, MOST_SEEDS),
        help="Placement seeds; by default three where a run takes under five minutes, else 1.",
    ),
]
TimeLimitOption = Annotated[int, cpu_seconds("--time-limit", "place-and-route run")]
MemoryLimitOption = Annotated[
    float | None,
    typer.Option(
        "--memory-limit",
        metavar="GIB",
        parser=Real(LEAST_MEMORY_GIB, 1 << 20),
        help="GiB for each tool; none by default.",
    ),
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


def boundary_named(name: str | None) -> BoundaryName | None:
    """Return the boundary of a name, None for None; raise GatehashError for an unknown one."""
    boundaries = get_args(BoundaryName)
    if name is not None and name not in boundaries:
        raise unknown("boundary", name, boundaries, "docs/implement.md")
    return cast("BoundaryName | None", name)


def noting_damage() -> AbstractContextManager[Damage]:
    """Name damaged records on standard error, and continue without them."""
    return damage_noted(lambda error: say(str(error)))


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
    return Console(width=width)
