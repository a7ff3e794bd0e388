# SPDX-License-Identifier: Apache-2.0
"""``gatehash implement``: measurements of any part of the catalogue, here or on a cluster."""

import signal
import time
from collections import Counter
from collections.abc import Callable, Sequence
from datetime import timedelta
from fnmatch import fnmatchcase
from threading import Lock
from types import TracebackType
from typing import Annotated, Any, Self

import msgspec
import typer
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    ProgressColumn,
    SpinnerColumn,
    Task,
    TaskID,
    TextColumn,
    TimeElapsedColumn,
)
from rich.text import Text

from gatehash.catalog import DESIGNS, Design, find
from gatehash.cli.measuring import (
    MemoryLimitOption,
    SchedulerOption,
    SeedsOption,
    TimeLimitOption,
    boundary_named,
    cpu_seconds,
    side_by_side,
)
from gatehash.cli.options import ForceOption, JsonOption, ResultsOption, print_json
from gatehash.cli.progress import bars, news
from gatehash.cli.signals import Stopped
from gatehash.cli.streams import say
from gatehash.errors import GatehashError, counted
from gatehash.implement import (
    SYNTHESIS_LIMIT,
    TARGETS,
    TIME_LIMIT,
    Limits,
    News,
    Outcome,
    Unit,
    figures_of,
    find_target,
    implement_all,
    wanted_units,
)

__all__ = ["implement", "measure"]


class _LeftColumn(ProgressColumn):
    """Counts down the estimate of the remaining time."""

    def render(self, task: Task) -> Text:
        end = task.fields.get("end")
        if end is None:
            return Text("")
        return Text(f"about {_span(max(0.0, end - time.monotonic()))} left")


class _Display:
    """Shows events on standard error: bars on a terminal, lines elsewhere."""

    def __init__(self) -> None:
        self._bars = bars(
            SpinnerColumn(),
            TextColumn("{task.description}", markup=False),
            BarColumn(),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
            _LeftColumn(),
        )
        self._console = self._bars.console
        self._all = self._bars.add_task("steps", total=None)
        self._rows: dict[str, TaskID] = {}
        self._lock = Lock()

    def __enter__(self) -> Self:
        self._bars.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._bars.stop()

    def __call__(self, news: News) -> None:
        with self._lock:
            if news.state == "running":
                row = self._rows.get(news.step)
                if row is None:
                    row = self._rows[news.step] = self._bars.add_task("", total=None)
                self._bars.update(row, description=news.text)
                self._bars.update(self._all, total=news.known)
                return
            row = self._rows.pop(news.step, None)
            if row is not None:
                self._bars.remove_task(row)
            left = news.seconds_left
            end = None if left is None else time.monotonic() + left
            self._bars.update(self._all, completed=news.done, total=news.known, end=end)
            self._line(news)

    def _line(self, news: News) -> None:
        left = news.seconds_left
        rest = f"; about {_span(left)} left" if left else ""
        text = f"[{news.done}/{news.known}] {news.text}{rest}"
        self._console.print(text, markup=False, highlight=False, soft_wrap=True)


def _span(seconds: float) -> str:
    return str(timedelta(seconds=round(seconds)))


def _designs(patterns: Sequence[str] | None) -> list[Design]:
    """Return the designs of names or shell patterns, each once."""
    chosen: dict[str, Design] = {}
    for pattern in patterns or ["*"]:
        if any(sign in pattern for sign in "*?["):
            matching = [name for name in DESIGNS if fnmatchcase(name, pattern)]
            if not matching:
                raise GatehashError(f"no design matches '{pattern}'; see: gatehash list")
        else:
            matching = [pattern]
        chosen.update((name, find(name)) for name in matching)
    return list(chosen.values())


def _targets(text: str | None) -> list[str] | None:
    if text is None:
        return None
    names = list(dict.fromkeys(name.strip() for name in text.split(",")))
    return [find_target(name).name for name in names]


def measure(
    units: Sequence[Unit],
    *,
    as_json: bool,
    show: Callable[[Sequence[dict[str, Any]]], None] = lambda _: None,
    **options: Any,
) -> None:
    """Measure units, report the progress, and end the command with status 1 if one failed.

    Parameters
    ----------
    units : sequence of Unit
        The units.
    as_json : bool
        Whether to print the entries of the units as JSON.
    show : callable
        Called with the entries otherwise.
    options
        Those of :func:`gatehash.implement.implement_all`.

    Raises
    ------
    GatehashError
        If nothing can be measured as asked, or SIGINT interrupts it.
    """
    try:
        with _Display() as display:
            outcomes = implement_all(units, news=display, **options)
    except KeyboardInterrupt as interrupt:
        if isinstance(interrupt, Stopped) and interrupt.number != signal.SIGINT:
            raise
        raise GatehashError(
            "interrupted; finished steps are on record, and the same command continues from there"
        ) from None
    for outcome in outcomes:
        if outcome.error:
            say(outcome.error)
    counts = Counter(outcome.state for outcome in outcomes)
    summary = ", ".join(f"{counts[state]} {state}" for state in ("measured", "fresh", "failed"))
    news(f"{counted(len(outcomes), 'result')}: {summary}")
    (print_json if as_json else show)([_entry(outcome) for outcome in outcomes])
    if counts["failed"]:
        raise typer.Exit(1)


def _entry(outcome: Outcome) -> dict[str, Any]:
    """Return what is known of a unit as data for JSON; what is not known is None or empty."""
    unit, result = outcome.unit, outcome.result
    run = result.median_run if result else None
    path = run.critical_path if run else None
    figures = figures_of(unit.design.principal_job, result, unit.target, unit.boundary).to_data()
    del figures["stale"]
    return {
        "design": unit.design.name,
        "target": unit.target,
        "state": outcome.state,
        **figures,
        "seeds": [each.seed for each in result.runs] if result else [],
        "critical_path": (
            {"seed": run.seed, "words": path.words, **msgspec.to_builtins(path)}
            if run and path
            else None
        ),
        "runs": msgspec.to_builtins(result.runs) if result else [],
        "modules": msgspec.to_builtins(result.modules) if result else [],
        "error": outcome.error,
    }


def implement(
    designs: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[DESIGN]...", help="Designs, or patterns such as 'phash-*'; all by default."
        ),
    ] = None,
    targets: Annotated[
        str | None,
        typer.Option(
            "--targets",
            help=f"Targets, separated by commas: {', '.join(TARGETS)}; by default those for all "
            "designs, and those of the published figures of each design.",
        ),
    ] = None,
    boundary: Annotated[
        str | None,
        typer.Option(
            "--boundary",
            help="core or stream; by default the boundary that the paper measured, and both on the "
            "targets for all designs.",
        ),
    ] = None,
    seeds: SeedsOption = None,
    jobs: Annotated[int | None, side_by_side("Steps")] = None,
    time_limit: TimeLimitOption = TIME_LIMIT,
    synthesis_limit: Annotated[
        int, cpu_seconds("--synthesis-limit", "synthesis")
    ] = SYNTHESIS_LIMIT,
    memory_limit: MemoryLimitOption = None,
    scheduler: SchedulerOption = None,
    force: ForceOption = False,
    results: ResultsOption = None,
    as_json: JsonOption = False,
) -> None:
    """Synthesise, place and route any part of the catalogue, side by side.

    Each result is kept under results/, or in DIR, as soon as it is known, and reused while RTL,
    parameters, flow and tools are unchanged: an interrupted command continues where it stopped.
    """
    names = _targets(targets)
    where = boundary_named(boundary)
    units = list(wanted_units(_designs(designs), names, where))
    measure(
        units,
        as_json=as_json,
        seeds=seeds,
        limits=Limits(time_limit, synthesis_limit, memory_limit),
        jobs=jobs,
        scheduler=scheduler,
        force=force,
        folder=results,
    )
