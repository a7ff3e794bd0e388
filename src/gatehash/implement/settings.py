# SPDX-License-Identifier: Apache-2.0
"""Which settings of nextpnr place and route a design, how fast it is then, and how long that takes.

The records of designs are made with the settings of their target. Here one netlist is placed and
routed with others as well, so that the choice has figures.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from gatehash.cache import locked
from gatehash.catalog import BoundaryName, Design, find
from gatehash.errors import GatehashError, unknown
from gatehash.implement.families import TARGETS, find_target
from gatehash.implement.flow import measure
from gatehash.implement.hierarchy import Origins
from gatehash.implement.job import Job, Limits
from gatehash.implement.placing import UnplacedError, place_and_route
from gatehash.implement.record import Run, record_name
from gatehash.implement.scripts import NETLIST, without
from gatehash.implement.source import INPUTS, Measurement
from gatehash.implement.targets import Target
from gatehash.implement.tools import Progress, last_line
from gatehash.pool import Tell, Work, pool
from gatehash.records import Record, Stored, check_folder, checked
from gatehash.records.store import Kind

__all__ = [
    "SETTINGS",
    "Setting",
    "Trial",
    "Trials",
    "find_setting",
    "known_trials",
    "options_with",
    "settings_for",
    "try_settings",
]

_FOLDER = "settings"
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


class Trial(Record, frozen=True, kw_only=True):
    """What came of a setting and a seed.

    Parameters
    ----------
    setting : str
        Name of the setting.
    options : tuple of str
        Its options.
    seed : int
        Seed of the placer.
    limit : float
        Seconds of CPU time that the run could take.
    run : Run or None
        The frequency, routed or placed, and the CPU time; None if there was no placement.
    said : str
        The log's last line where the design was not routed, else empty.
    """

    setting: str
    options: tuple[str, ...]
    seed: int
    limit: float
    run: Run | None = None
    said: str = ""

    def __post_init__(self) -> None:
        routed = self.run is not None and self.run.kind == "routed"
        if routed == bool(self.said):
            raise ValueError(
                "said is the end of a log of a run that is not routed, and of no other"
            )


class Trials(Stored, frozen=True, kw_only=True):
    """All trials of a design on a target.

    Parameters
    ----------
    design, target, boundary : str
        Names of the design and the target, and the boundary.
    inputs : mapping
        Digests of the netlist's inputs, see :data:`gatehash.implement.source.INPUTS`.
    text : str
        Digest of the RTL text that the netlist was last elaborated from.
    tools : mapping
        Versions of the tools.
    command : str
        Command line that repeats the trials.
    trials : tuple of Trial
        By setting and seed.
    carried_from : str
        Digest of the RTL text that was measured, where that is not `text`.
    """

    design: str
    target: str
    boundary: BoundaryName
    inputs: dict[str, str]
    text: str
    tools: dict[str, str]
    command: str
    trials: tuple[Trial, ...]
    carried_from: str = ""

    @property
    def stale(self) -> bool:
        """Whether netlist or flow have changed since."""
        return TRIALS.is_stale(self, _tried(self))

    @property
    def subject(self) -> str:
        """Name of what was tried."""
        return f"{self.design} {self.target} {self.boundary}"

    @property
    def path(self) -> Path:
        """Its path below a folder of results."""
        return Path(_FOLDER) / record_name(self.design, self.target, self.boundary)

    @property
    def cpu_seconds(self) -> float:
        """CPU time of all trials; the limit stands for one that was not routed."""
        return sum(each.run.seconds if each.run else each.limit for each in self.trials)


class _Tried(Measurement):
    """A boundary of a design on a target: what trials are of."""

    @property
    def path(self) -> Path:
        """Path of the record below a folder of results."""
        return Path(_FOLDER) / super().path

    @property
    def again(self) -> str:
        """How the settings are tried again."""
        return f"try again: {_command(self.design.name, self.target.name, self.boundary, ())}"


def _tried(trials: Trials) -> _Tried:
    return _Tried(find(trials.design), find_target(trials.target), trials.boundary)


TRIALS = Kind("record of settings", Trials, (f"{_FOLDER}/*/*.json",), _tried, INPUTS)
"""Records of placers, routers and seeds."""


def find_setting(name: str) -> Setting:
    """Return a setting; raise GatehashError for a name that there is not."""
    names = {setting.name: setting for setting in SETTINGS}
    if name not in names:
        raise unknown("setting", name, names, "gatehash settings --help")
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


def known_trials(
    design: Design, target: str, boundary: BoundaryName, folder: Path | None = None
) -> Trials | None:
    """Return the trials on record, fresh or stale; None if there are none.

    Raises
    ------
    GatehashError
        If the record is damaged.
    """
    return TRIALS.load(_Tried(design, find_target(target), boundary), folder)


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
            command=_command(job.design.name, job.target.name, job.boundary, trials),
            trials=trials,
        )
        TRIALS.keep(record, job.results)


def _command(design: str, target: str, boundary: str, trials: Sequence[Trial]) -> str:
    seeds = max((each.seed for each in trials), default=1)
    limit = max((each.limit for each in trials), default=Limits().time)
    names = dict.fromkeys(each.setting for each in trials)
    chosen = "" if len(names) in (0, len(SETTINGS)) else f" --setting {','.join(names)}"
    return (
        f"gatehash settings {design} --target {target} --boundary {boundary}{chosen} "
        f"--seeds {seeds} --time-limit {limit:g}"
    )
