# SPDX-License-Identifier: Apache-2.0
"""Records of trials: one netlist placed and routed with several settings of nextpnr.

The records of designs are made with the settings of their target. ``python -m tests.settings``
tries others, so that the choice has figures.
"""

from __future__ import annotations

from pathlib import Path

from gatehash.catalog import BoundaryName, Design, find
from gatehash.implement.families import find_target
from gatehash.implement.record import Run, record_name
from gatehash.implement.source import INPUTS, Measurement
from gatehash.records import Record, Stored
from gatehash.records.store import Kind

__all__ = ["TRIALS", "Trial", "Trials", "Tried", "known_trials"]

_FOLDER = "settings"


class Trial(Record, frozen=True, kw_only=True):
    """The result of a setting and a seed.

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


class Tried(Measurement):
    """A boundary of a design on a target: what trials are of."""

    @property
    def command(self) -> str:
        """Command line of its trials, with all settings."""
        where = f"--target {self.target.name} --boundary {self.boundary}"
        return f"python -m tests.settings {self.design.name} {where}"

    @property
    def path(self) -> Path:
        """Path of the record below a folder of results."""
        return Path(_FOLDER) / super().path

    @property
    def again(self) -> str:
        """How the settings are tried again."""
        return f"try again: {self.command}"


def _tried(trials: Trials) -> Tried:
    return Tried(find(trials.design), find_target(trials.target), trials.boundary)


TRIALS = Kind("record of settings", Trials, (f"{_FOLDER}/*/*.json",), _tried, INPUTS)
"""Records of placers, routers and seeds."""


def known_trials(
    design: Design, target: str, boundary: BoundaryName, folder: Path | None = None
) -> Trials | None:
    """Return the trials on record, fresh or stale; None if there are none.

    Raises
    ------
    GatehashError
        If the record is damaged.
    """
    return TRIALS.load(Tried(design, find_target(target), boundary), folder)
