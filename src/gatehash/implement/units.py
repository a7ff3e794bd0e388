# SPDX-License-Identifier: Apache-2.0
"""The results that a sweep measures, and the progress of each."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from statistics import fmean
from typing import Literal

from gatehash.errors import GatehashError
from gatehash.implement.families import find_target
from gatehash.implement.job import Job, open_seeds
from gatehash.implement.record import Result
from gatehash.implement.results import load
from gatehash.implement.wanted import Unit

__all__ = ["Outcome", "Track"]


@dataclass(frozen=True)
class Outcome:
    """The outcome of one unit.

    Parameters
    ----------
    unit : Unit
        The unit.
    state : {"fresh", "measured", "failed"}
        Whether its result was on record before, was measured, or could not be completed.
    result : Result or None
        The record of the unit now, including runs that were finished before a failure.
    error : str or None
        The first failure, in one line.
    """

    unit: Unit
    state: Literal["fresh", "measured", "failed"]
    result: Result | None
    error: str | None


@dataclass
class Track:
    """The progress of a unit."""

    unit: Unit
    seeds: int | None
    time_limit: float
    force: bool
    job: Job | None = None
    result: Result | None = None
    error: str | None = None
    begun: set[int | None] = field(default_factory=set)
    run_seconds: float | None = None

    @classmethod
    def of(
        cls, unit: Unit, seeds: int | None, time_limit: float, force: bool, folder: Path | None
    ) -> Track:
        """Return the progress of a unit by its record; a damaged record is a failure."""
        track = cls(unit, seeds, time_limit, force)
        try:
            track.job = Job.of(*unit, folder)
            track.result = None if force else track.job.stored()
            # Even a stale record gives the time of runs.
            track.learn(load(*unit, folder))
        except GatehashError as error:
            track.error = f"{track.label}: {error}"
        return track

    @property
    def label(self) -> str:
        """The unit in words."""
        return f"{self.unit.design.name} {self.unit.boundary} on {self.unit.target}"

    def learn(self, result: Result | None) -> None:
        """Note the time of the runs of a result."""
        if result and result.runs:
            self.run_seconds = fmean(run.seconds for run in result.runs)

    def steps(self) -> list[int | None]:
        """Return the steps that may begin now: seeds of place and route, None for synthesis."""
        if self.error:
            return []
        if self.result is None:
            wanted: tuple[int | None, ...] = (None,)
        else:
            begun = frozenset(seed for seed in self.begun if seed is not None)
            wanted = open_seeds(self.result, self.seeds, self.time_limit, begun, force=self.force)
        return [step for step in wanted if step not in self.begun]

    def begin(self) -> list[int | None]:
        """Return the same steps, and mark them as begun."""
        steps = self.steps()
        self.begun.update(steps)
        return steps

    def later(self) -> range:
        """Return the seeds that follow a synthesis if the design fits."""
        waits = self.result is None and not self.error
        routed = waits and find_target(self.unit.target).place_and_route
        return range(1, (self.seeds or 1) + 1 if routed else 1)

    def outcome(self) -> Outcome:
        """Return the outcome of the unit."""
        state = "failed" if self.error else "measured" if self.begun else "fresh"
        return Outcome(self.unit, state, self.result, self.error)  # type: ignore[arg-type]
