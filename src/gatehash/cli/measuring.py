# SPDX-License-Identifier: Apache-2.0
"""Options that the commands of measurements and proofs share."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any, TypeVar, cast, get_args

import typer

from gatehash.catalog import BoundaryName
from gatehash.catalog.sources import at_one_time
from gatehash.cli.progress import news
from gatehash.cli.streams import say
from gatehash.cli.values import Real, Whole
from gatehash.errors import GatehashError, unknown
from gatehash.implement import (
    LEAST_MEMORY_GIB,
    MOST_SECONDS,
    MOST_SEEDS,
    TARGETS,
    Damage,
    damage_noted,
)
from gatehash.pool import MOST_JOBS
from gatehash.records.damage import DamagedError
from gatehash.records.store import Evidence

__all__ = [
    "BoundaryOption",
    "MemoryLimitOption",
    "SchedulerOption",
    "SeedsOption",
    "TargetOption",
    "TimeLimitOption",
    "WorkOption",
    "boundary_named",
    "cpu_seconds",
    "end_unless_fresh",
    "listed_records",
    "noting_damage",
    "side_by_side",
]

_Record = TypeVar("_Record")


def cpu_seconds(flag: str, work: str) -> Any:
    """Return an option for the most CPU time of a piece of work."""
    return typer.Option(
        flag,
        metavar="SECONDS",
        parser=Whole(1, MOST_SECONDS),
        help=f"Seconds of CPU time for each {work}.",
    )


def listed_records(
    kinds: Iterable[
        Callable[[Path | None, Callable[[DamagedError], None]], Iterable[tuple[_Record, bool]]]
    ],
    folder: Path | None,
    designs: Sequence[str] | None,
    choices: Iterable[object],
) -> tuple[list[tuple[_Record, bool]], bool]:
    """Return all records of some kinds, and whether one is damaged; a damaged one is named.

    Parameters
    ----------
    kinds : iterable of callable
        Reads the records of a kind, given the folder and what takes errors of damaged ones.
    folder : Path, optional
        Folder of results in place of the library's own.
    designs : sequence of str, optional
        The names that a user gives, which a list does not take.
    choices : iterable of object
        Options that choose, which a list does not take; None for one that is not given.

    Raises
    ------
    GatehashError
        If there is no such folder, or a design or a choice is given.
    """
    if designs:
        raise GatehashError("--list shows all that is on record, and takes no DESIGN")
    if any(each is not None for each in choices):
        raise GatehashError("--list shows all that is on record, and takes no choice of them")
    if folder is not None and not folder.is_dir():
        raise GatehashError(f"can't read results from '{folder}': there is no such folder")
    errors: list[DamagedError] = []
    found = [each for kind in kinds for each in kind(folder, errors.append)]
    for error in errors:
        say(str(error))
    return found, bool(errors)


def end_unless_fresh(found: Iterable[tuple[Evidence, bool]], *, damaged: bool) -> None:
    """Name stale records with the command that makes each again; end with status 1 for any."""
    stale = [one for one, fresh in found if not fresh]
    for one in stale:
        news(f"{one.subject}: stale; run: gatehash rekey, or {one.command}")
    if stale or damaged:
        raise typer.Exit(1)


def side_by_side(works: str) -> Any:
    """Return an option for how many pieces of work run at a time."""
    return typer.Option(
        "--jobs",
        metavar="N",
        parser=Whole(1, MOST_JOBS),
        help=f"{works} side by side; by default one for each processor.",
    )


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
WorkOption = Annotated[
    str | None,
    typer.Option(
        "--algorithm",
        metavar="NAME",
        help="Function, of a cipher with its operation; by default the design's first one.",
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
SchedulerOption = Annotated[
    str | None,
    typer.Option(
        "--scheduler",
        help="Address of a Dask scheduler, such as tcp://host:8786, whose workers are used.",
    ),
]


def boundary_named(name: str | None) -> BoundaryName | None:
    """Return the boundary of a name, None for None; raise GatehashError for an unknown one."""
    boundaries = get_args(BoundaryName)
    if name is not None and name not in boundaries:
        raise unknown("boundary", name, boundaries, "docs/implement.md")
    return cast("BoundaryName | None", name)


@contextmanager
def noting_damage() -> Iterator[Damage]:
    """Report records: name damaged ones on standard error, and take the RTL as it is at first."""
    with at_one_time(), damage_noted(lambda error: say(str(error))) as damage:
        yield damage
