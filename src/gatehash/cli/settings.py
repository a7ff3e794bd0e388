# SPDX-License-Identifier: Apache-2.0
"""``gatehash settings``: one netlist placed and routed with each of several settings."""

from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any, get_args

import msgspec
import typer
from msgspec.structs import replace

from gatehash.catalog import BoundaryName, Design
from gatehash.cli.measuring import (
    BoundaryOption,
    MemoryLimitOption,
    TargetOption,
    TimeLimitOption,
    boundary_named,
    side_by_side,
)
from gatehash.cli.options import (
    ForceOption,
    JsonOption,
    ListedOption,
    ResultsOption,
    print_json,
    print_table,
    selection,
)
from gatehash.cli.progress import news
from gatehash.cli.streams import say
from gatehash.cli.values import Whole
from gatehash.errors import GatehashError
from gatehash.implement import MOST_SEEDS, TIME_LIMIT, Limits, find_target
from gatehash.implement.settings import (
    SETTINGS,
    Trial,
    Trials,
    known_trials,
    settings_for,
    try_settings,
)

__all__ = ["settings"]


def settings(
    designs: Annotated[
        list[str] | None,
        typer.Argument(metavar="[DESIGN]...", help="Designs; with --list all by default."),
    ] = None,
    target: TargetOption = "ecp5",
    boundary: BoundaryOption = None,
    chosen: Annotated[
        str | None,
        typer.Option(
            "--setting",
            metavar="NAME,...",
            help=f"Of: {', '.join(each.name for each in SETTINGS)}; by default all.",
        ),
    ] = None,
    listed: ListedOption = False,
    seeds: Annotated[
        int,
        typer.Option(
            "--seeds", metavar="N", parser=Whole(1, MOST_SEEDS), help="Placement seeds of each."
        ),
    ] = 1,
    jobs: Annotated[int | None, side_by_side("Runs")] = None,
    time_limit: TimeLimitOption = TIME_LIMIT,
    memory_limit: MemoryLimitOption = None,
    force: ForceOption = False,
    results: ResultsOption = None,
    as_json: JsonOption = False,
) -> None:
    """Place and route designs with each of several settings of nextpnr.

    Trials are kept under results/settings/, or in DIR, and reused while RTL, flow and tools are
    unchanged. Nothing else is measured with them: they show what the setting of the target is
    chosen from. --list shows the trials at both boundaries unless one is named.
    """
    if not designs and not listed:
        raise GatehashError("settings needs a DESIGN; --list alone shows all trials on record")
    where = boundary_named(boundary)
    names = None if chosen is None else chosen.split(",")
    asked = {each.name for each in settings_for(find_target(target), names)}
    chosen_designs = selection(list(dict.fromkeys(designs or ())))
    missing = []
    if listed:
        found = [
            each
            for design in chosen_designs
            for each in _on_record(design, target, where, asked, results)
        ]
        having = {each.design for each in found}
        missing = [each.name for each in chosen_designs if designs and each.name not in having]
        at = target if where is None else f"{where} on {target}"
        for name in missing or ["designs"] * (not found):
            say(f"{name}, {at}: no trial is on record")
    else:
        found = [
            _of(
                asked,
                try_settings(
                    design,
                    target,
                    where or design.compared,
                    names,
                    seeds,
                    limits=Limits(time_limit, memory=memory_limit),
                    jobs=jobs,
                    force=force,
                    folder=results,
                    progress=news,
                    news=lambda trial: news(f"{trial.setting}: {_words(trial)}"),
                ),
            )
            for design in chosen_designs
        ]
    if as_json:
        print_json([{**msgspec.to_builtins(each), "stale": each.stale} for each in found])
    elif found:
        _show(found)
    if missing or not found:
        raise typer.Exit(1)


def _on_record(
    design: Design,
    target: str,
    where: BoundaryName | None,
    asked: Collection[str],
    folder: Path | None,
) -> Iterator[Trials]:
    """Yield the trials of a design with the settings that are asked for, at each boundary."""
    for boundary in get_args(BoundaryName) if where is None else (where,):
        known = known_trials(design, target, boundary, folder)
        if known is None:
            continue
        chosen = _of(asked, known)
        if chosen.trials:
            yield chosen


def _of(asked: Collection[str], known: Trials) -> Trials:
    """Return the trials with the settings that are asked for."""
    return replace(known, trials=tuple(each for each in known.trials if each.setting in asked))


def _words(trial: Trial) -> str:
    if trial.run is None:
        return f"not placed ({trial.said})"
    said = f" ({trial.said})" if trial.said else ""
    return f"{trial.run.fmax_mhz:g} MHz {trial.run.kind}, {trial.run.seconds:.0f} s{said}"


def _show(found: Sequence[Trials]) -> None:
    rows: list[tuple[Any, ...]] = [
        (
            each.design,
            each.boundary,
            trial.setting,
            str(trial.seed),
            f"{trial.run.fmax_mhz:.1f}" if trial.run else "-",
            trial.run.kind if trial.run else "not placed",
            f"{trial.run.seconds:.0f}" if trial.run else "-",
            trial.said,
            mark,
        )
        for each in found
        for mark in ("stale" if each.stale else "",)
        for trial in each.trials
    ]
    print_table(
        ("design", "boundary", "setting", "seed", "MHz", "is", "seconds", "end of the log", ""),
        rows,
    )
