# SPDX-License-Identifier: Apache-2.0
"""``gatehash settings``: one netlist placed and routed with each of several settings."""

import sys
from collections.abc import Sequence
from typing import Annotated, Any

import msgspec
import typer
from msgspec.structs import replace

from gatehash.cli.options import (
    BoundaryOption,
    ForceOption,
    JsonOption,
    ListedOption,
    MemoryLimitOption,
    ResultsOption,
    TargetOption,
    TimeLimitOption,
    boundary_named,
    print_json,
    print_table,
    selection,
    side_by_side,
)
from gatehash.cli.streams import say
from gatehash.cli.values import Whole
from gatehash.implement import MOST_SEEDS, TIME_LIMIT, Limits, find_target
from gatehash.implement.settings import (
    SETTINGS,
    Trial,
    Trials,
    check_target,
    find_setting,
    known_trials,
    try_settings,
)

__all__ = ["settings"]


def settings(
    designs: Annotated[list[str], typer.Argument(metavar="DESIGN...", help="Designs.")],
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
    chosen from.
    """
    where = boundary_named(boundary)
    names = None if chosen is None else list(dict.fromkeys(chosen.split(",")))
    tried = SETTINGS if names is None else [find_setting(name) for name in names]
    asked = {each.name for each in tried}
    check_target(find_target(target))
    found = []
    chosen_designs = selection(list(dict.fromkeys(designs)))
    for design in chosen_designs:
        side = where or design.compared
        if listed:
            known = known_trials(design, target, side, results)
            if known is not None:
                trials = tuple(each for each in known.trials if each.setting in asked)
                known = replace(known, trials=trials) if trials else None
        else:
            known = try_settings(
                design,
                target,
                side,
                tried,
                seeds,
                limits=Limits(time_limit, memory=memory_limit),
                jobs=jobs,
                force=force,
                folder=results,
                progress=lambda text: print(text, file=sys.stderr),
                news=lambda trial: print(f"{trial.setting}: {_words(trial)}", file=sys.stderr),
            )
        if known is None:
            say(f"{design.name} {side} on {target}: no trial is on record")
        else:
            found.append(known)
    if as_json:
        print_json([{**msgspec.to_builtins(each), "stale": each.stale} for each in found])
    else:
        _show(found)
    if len(found) < len(chosen_designs):
        raise typer.Exit(1)


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
