# SPDX-License-Identifier: Apache-2.0
"""Which settings of nextpnr place and route a design, how fast it is then, and how long that takes.

``python -m tests.settings chacha-mc-1 --boundary core`` places and routes one netlist with each of
``SETTINGS``, where the record under results/settings lacks it. Nothing else is measured with them:
they show what the setting of a target is chosen from. ``python -m tests.doc_settings`` writes the
table of docs/nextpnr.md.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import get_args

from gatehash.cache import locked
from gatehash.catalog import BoundaryName, Design, find
from gatehash.errors import GatehashError, unknown
from gatehash.implement import TARGETS, Limits
from gatehash.implement.flow import measure
from gatehash.implement.hierarchy import Origins
from gatehash.implement.job import Job
from gatehash.implement.placing import UnplacedError, place_and_route
from gatehash.implement.scripts import NETLIST, without
from gatehash.implement.targets import Target
from gatehash.implement.tools import Progress, last_line
from gatehash.implement.trials import TRIALS, Trial, Trials, Tried, known_trials
from gatehash.pool import Tell, Work, pool
from gatehash.records import check_folder, checked

__all__ = ["SETTINGS", "Setting", "find_setting", "options_with", "settings_for", "try_settings"]

_CHOSEN = ("--placer", "--router")


@dataclass(frozen=True)
class Setting:
    """A choice of placer and router.

    Parameters
    ----------
    name : str
        Its name.
    options : tuple of str
        Options of nextpnr, in the place of those with which the target chooses both.
    spread : bool
        Whether cells are moved apart after placement, on a target with a grid.
    """

    name: str
    options: tuple[str, ...]
    spread: bool = False


SETTINGS = (
    Setting("static-router1", ("--placer", "static", "--router", "router1")),
    Setting("static-spread", ("--placer", "static", "--router", "router1"), spread=True),
    Setting("static-untimed", ("--placer", "static", "--router", "router1", "--no-tmdriv")),
    Setting("static-router2", ("--placer", "static", "--router", "router2")),
    Setting("static-ripup", ("--placer", "static", "--router", "router2", "--tmg-ripup")),
    Setting("heap-router1", ("--placer", "heap", "--router", "router1")),
    Setting("heap-router2", ("--placer", "heap", "--router", "router2")),
    Setting(
        "heap-sparse",
        ("--placer", "heap", "--placer-heap-beta", "0.6", "--router", "router2"),
    ),
)
"""The settings that are tried; the first one is that of ECP5."""


def find_setting(name: str) -> Setting:
    """Return a setting; raise GatehashError for a name that there is not."""
    names = {setting.name: setting for setting in SETTINGS}
    if name not in names:
        raise unknown("setting", name, names, "python -m tests.settings --help")
    return names[name]


def settings_for(target: Target, names: Sequence[str] | None = None) -> tuple[Setting, ...]:
    """Return the settings with these names, or all that a target has.

    Raises
    ------
    GatehashError
        If nothing is placed on the target, or it lacks a setting.
    """
    if not target.place_and_route:
        raise GatehashError(f"{target.name} has no open place and route, so there are no settings")
    if names is None:
        return tuple(each for each in SETTINGS if target.grid or not each.spread)
    chosen = tuple(find_setting(name) for name in dict.fromkeys(names))
    for each in chosen:
        if each.spread and not target.grid:
            having = ", ".join(name for name, other in TARGETS.items() if other.grid)
            raise GatehashError(
                f"{target.name} has no setting {each.name}: cells are moved apart on {having} only"
            )
    return chosen


def options_with(target: Target, setting: Setting) -> tuple[str, ...]:
    """Return a target's options of nextpnr with another placer and router.

    Examples
    --------
    >>> from gatehash.implement import find_target
    >>> options_with(find_target("ecp5"), find_setting("heap-router2"))[-4:]
    ('--placer', 'heap', '--router', 'router2')
    """
    return (*without(target.place_and_route, *_CHOSEN), *setting.options)


def try_settings(
    design: Design,
    target: str,
    boundary: BoundaryName,
    settings: Sequence[str] | None = None,
    seeds: int = 1,
    *,
    limits: Limits | None = None,
    jobs: int | None = None,
    force: bool = False,
    folder: Path | None = None,
    progress: Progress = print,
    news: Callable[[Trial], None] = lambda _: None,
) -> Trials:
    """Place and route a design with each setting and seed that the record lacks.

    Each trial is on record as soon as it has ended.

    Parameters
    ----------
    design : Design
        The design.
    target : str
        A target with a nextpnr.
    boundary : {"core", "stream"}
        The boundary.
    settings : sequence of str, optional
        Names of the settings; by default all that the target has.
    seeds : int
        Number of seeds of each.
    limits : Limits, optional
        Limits of the tools.
    jobs : int, optional
        How many run side by side; by default one for each processor.
    force : bool
        Whether to repeat what is on record.
    folder : Path, optional
        Folder of records, in place of the library's own.
    progress : callable
        Called with each line of text that reports progress.
    news : callable
        Called with each trial when it has ended.

    Raises
    ------
    GatehashError
        If the target has no nextpnr or lacks a setting, a tool is missing, killed or lacks memory
        or space, or nothing can be written.
    """
    limits = limits or Limits()
    job = Job.of(design, target, boundary, folder)
    tried = settings_for(job.target, settings)
    check_folder(folder)
    known = _fresh(job, known_trials(design, target, boundary, folder))
    # A trial that was cut off is repeated with a higher limit.
    done = {
        (each.setting, each.seed)
        for each in known
        if not force and (not each.said or each.limit >= limits.time)
    }

    def attempt(setting: Setting, seed: int, _: Tell) -> Trial:
        work = job.folder / f"setting-{setting.name}"
        with locked(work, f"seed-{seed}.lock"):
            with suppress(FileExistsError):
                # nextpnr sees files of its own folder only.
                os.link(job.folder / NETLIST, work / NETLIST)
            log = work / f"nextpnr-{seed}.log"
            try:
                run = place_and_route(
                    replace(
                        job.target,
                        place_and_route=options_with(job.target, setting),
                        other_placer="",
                        grid=job.target.grid if setting.spread else None,
                    ),
                    seed,
                    work,
                    origins=Origins.read(job.folder / "origins.json"),
                    device=device,
                    spread=setting.spread,
                    time_limit=limits.time,
                    memory_limit=limits.memory,
                    what=f"{job.label}, {setting.name}, seed {seed}",
                    progress=progress,
                )
            except UnplacedError:
                run = None
            said = "" if run and run.kind == "routed" else last_line(log)
        return checked(
            Trial(
                setting=setting.name,
                options=setting.options,
                seed=seed,
                limit=limits.time,
                run=run,
                said=said,
            )
        )

    lacking = [
        (setting, seed)
        for setting in tried
        for seed in range(1, seeds + 1)
        if (setting.name, seed) not in done
    ]
    device = measure(job, None, limits, progress=progress).device if lacking else None
    with pool(jobs, None) as there:
        for setting, seed in lacking:
            name = f"{job.label}, {setting.name}, seed {seed}"
            there.add(Work(name, partial(attempt, setting, seed), lambda: job.sources))
        for _, result in there.ended():
            trial = result()
            news(trial)
            _keep(job, trial)
    found = known_trials(design, target, boundary, folder)
    assert found is not None
    return found


def _fresh(job: Job, known: Trials | None) -> tuple[Trial, ...]:
    if known and known.inputs == job.inputs and known.tools == dict(job.tools):
        options = {setting.name: setting.options for setting in SETTINGS}
        return tuple(each for each in known.trials if options.get(each.setting) == each.options)
    return ()


def _keep(job: Job, trial: Trial) -> None:
    """Add a trial to the record, and drop those of another netlist."""
    with locked(job.folder, "settings.lock"):
        known = _fresh(job, known_trials(job.design, job.target.name, job.boundary, job.results))
        merged = {(each.setting, each.seed): each for each in (*known, trial)}
        places = [setting.name for setting in SETTINGS]
        ordered = sorted(merged, key=lambda each: (places.index(each[0]), each[1]))
        trials = tuple(merged[each] for each in ordered)
        record = Trials(
            design=job.design.name,
            target=job.target.name,
            boundary=job.boundary,
            inputs=dict(job.inputs),
            text=job.text,
            tools=dict(job.tools),
            command=_command(Tried(job.design, job.target, job.boundary), trials),
            trials=trials,
        )
        TRIALS.keep(record, job.results)


def _command(tried: Tried, trials: Sequence[Trial]) -> str:
    seeds = max(each.seed for each in trials)
    limit = max(each.limit for each in trials)
    names = dict.fromkeys(each.setting for each in trials)
    chosen = "" if len(names) == len(SETTINGS) else f" --setting {','.join(names)}"
    return f"{tried.command}{chosen} --seeds {seeds} --time-limit {limit:g}"


def _words(trial: Trial) -> str:
    if trial.run is None:
        return f"not placed ({trial.said})"
    said = f" ({trial.said})" if trial.said else ""
    return f"{trial.run.fmax_mhz:g} MHz {trial.run.kind}, {trial.run.seconds:.0f} s{said}"


def main() -> None:
    """Try settings, and print a line for each trial on record."""
    names = ", ".join(each.name for each in SETTINGS)
    parser = argparse.ArgumentParser(prog="python -m tests.settings", description=__doc__)
    parser.add_argument("designs", nargs="+", metavar="DESIGN")
    parser.add_argument("--target", default="ecp5", choices=TARGETS)
    parser.add_argument("--boundary", choices=get_args(BoundaryName))
    parser.add_argument("--setting", metavar="NAME,...", help=f"of: {names}; by default all")
    parser.add_argument("--seeds", type=int, default=1, help="placement seeds of each")
    parser.add_argument("--jobs", type=int, help="runs side by side")
    parser.add_argument("--time-limit", type=int, default=Limits().time, help="CPU seconds of each")
    parser.add_argument("--force", action="store_true", help="repeat what is on record")
    asked = parser.parse_args()
    for design in map(find, asked.designs):
        found = try_settings(
            design,
            asked.target,
            asked.boundary or design.compared,
            asked.setting and asked.setting.split(","),
            asked.seeds,
            limits=Limits(asked.time_limit),
            jobs=asked.jobs,
            force=asked.force,
        )
        for each in found.trials:
            print(f"{design.name} {found.boundary} {each.setting} {each.seed}: {_words(each)}")


if __name__ == "__main__":
    main()
