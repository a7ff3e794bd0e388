# SPDX-License-Identifier: Apache-2.0
"""Places and routes a netlist: the attempts of one run."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from msgspec.structs import replace

from gatehash import processes
from gatehash.errors import GatehashError
from gatehash.implement.hierarchy import Origins
from gatehash.implement.reading import read_run
from gatehash.implement.record import Run
from gatehash.implement.scripts import changed, nextpnr_arguments, report_name, without
from gatehash.implement.spread import spread
from gatehash.implement.targets import Device, Grid, Target, value_of
from gatehash.implement.terms import in_common_terms
from gatehash.implement.tools import Progress, last_lines, reason, run_tool

__all__ = ["UnplacedError", "place_and_route"]

# Of the designs on record nextpnr's placer static takes up to 530 iterations. One with many block
# memories may still lie one over the other after thousands.
_MOST_ITERATIONS = 1000
_ITERATION = re.compile(r"iter=(\d+) steplen=")


class UnplacedError(GatehashError):
    """There is no placement, because of the design or the time limit."""


def place_and_route(
    target: Target,
    seed: int,
    folder: Path,
    *,
    origins: Origins,
    device: Device | None = None,
    spread: bool = False,
    time_limit: float,
    memory_limit: float | None = None,
    what: str,
    progress: Progress | None = None,
) -> Run:
    """Place and route the netlist in a folder; the log goes to ``nextpnr-SEED.log`` there.

    Parameters
    ----------
    target : Target
        The target.
    seed : int
        Seed of the placer.
    folder : Path
        Folder with the netlist.
    origins : Origins
        Origins of the netlist's cells.
    device : Device, optional
        The device; by default the target's smallest.
    spread : bool
        Whether the first attempt moves cells apart, on a target with a grid.
    time_limit : float
        Seconds of CPU time of each attempt. Where there is no placement then, or none is in sight,
        the target's other placer takes over; where a placed design is not routed then or the router
        fails, its cells are moved apart for another attempt, if the target has a grid. The estimate
        after placement is kept if that does not finish either. The load of the machine does not
        change the outcome.
    memory_limit : float, optional
        Most GiB of data of nextpnr.
    what : str
        Name of the step, for progress and errors.
    progress : callable, optional
        Called with a line of text each minute.

    Raises
    ------
    UnplacedError
        If there is no placement.
    GatehashError
        If nextpnr was killed, or lacked memory or space.
    """
    arguments = nextpnr_arguments(target, seed, device)
    attempts = _Attempts(target, seed, folder, origins, time_limit, memory_limit, what, progress)
    apart = target.grid if spread else None
    run, status = attempts.make(arguments, apart)
    if run is None and status is None and target.other_placer:
        attempts.tell("placed", status, f"again with --placer {target.other_placer}")
        arguments = changed(arguments, "--placer", target.other_placer)
        run, status = attempts.make(arguments, apart)
    if run is not None and run.kind == "placed" and target.grid and not spread:
        attempts.tell("routed", status, "again with its cells apart")
        again, status = attempts.make(arguments, target.grid)
        run = again or run
    if run is None and status is None:
        raise UnplacedError(
            f"{what}: not placed within {time_limit:g} s of CPU time; raise it with --time-limit"
        )
    if run is None:
        raise UnplacedError(f"{what} failed: {reason(attempts.log, status)}; log: {attempts.log}")
    if run.kind == "placed":
        attempts.tell("routed", status, "the estimate after placement is kept")
    return replace(run, seconds=round(attempts.spent, 1))


def _diverges(log: Path) -> bool:
    """Whether the placer has had more iterations than one that finds a placement."""
    found = _ITERATION.findall("\n".join(last_lines(log)))
    return bool(found) and int(found[-1]) > _MOST_ITERATIONS


@dataclass
class _Attempts:
    """Attempts to place and route one netlist with one seed; ``spent`` is their CPU time in s."""

    target: Target
    seed: int
    folder: Path
    origins: Origins
    time_limit: float
    memory_limit: float | None
    what: str
    progress: Progress | None
    spent: float = 0.0

    @property
    def log(self) -> Path:
        """The last line that nextpnr wrote."""
        return self.folder / f"nextpnr-{self.seed}.log"

    def tell(self, lacking: str, status: int | None, then: str) -> None:
        if self.progress is not None:
            self.progress(f"{self.what}: not {lacking} {self._why(status)}, {then}")

    def _why(self, status: int | None) -> str:
        if status is not None:
            return f"({reason(self.log, status)})"
        if _diverges(self.log):
            return f"in {_MOST_ITERATIONS} iterations"
        return f"in {self.time_limit:g} s"

    def make(
        self, arguments: Sequence[str], apart: Grid | None = None
    ) -> tuple[Run | None, int | None]:
        """Make an attempt; return the run, if there is a placement, and the exit status.

        With a grid the cells are moved apart after placement. The status is None where the time was
        up.
        """
        until = self.spent + self.time_limit
        report = self.folder / report_name(self.seed)
        report.unlink(missing_ok=True)
        if apart:
            status, said = self._spread(arguments, apart, until)
        else:
            status, said = self._nextpnr(arguments, until)
        routed = report.read_text(encoding="utf-8") if status == 0 and report.is_file() else None
        run = read_run(
            self.target,
            self.seed,
            0.0,
            in_common_terms(self.target, said),
            None if routed is None else in_common_terms(self.target, routed),
            self.origins,
        )
        placer = value_of(arguments, "--placer")
        return run and replace(
            run,
            placer="" if placer == value_of(self.target.place_and_route, "--placer") else placer,
            router=value_of(arguments, "--router"),
            spread=bool(apart and routed),
            limit=self.time_limit,
        ), status

    def _spread(self, arguments: Sequence[str], grid: Grid, until: float) -> tuple[int | None, str]:
        """Place, move the cells apart and route; return what nextpnr wrote last but a failure."""
        placed = self.folder / f"placed-{self.seed}.json"
        place = (*without(arguments, "--report"), "--no-route", "--write", placed.name)
        route = (*changed(arguments, "--json", placed.name), "--no-pack", "--no-place")
        try:
            status, said = self._nextpnr(place, until)
            if status == 0:
                self._move_apart(placed, grid)
                status, routed = self._nextpnr(route, until)
                said = routed if status == 0 else said
        finally:
            placed.unlink(missing_ok=True)
        return status, said

    def _move_apart(self, placed: Path, grid: Grid) -> None:
        try:
            design = json.loads(placed.read_bytes())
        except ValueError as error:
            # nextpnr does not notice when the disk is full.
            raise GatehashError(
                f"{self.what}: nextpnr wrote '{placed}' in part only; make room and run again"
            ) from error
        spread(design, grid)
        placed.write_text(json.dumps(design), encoding="utf-8")

    def _nextpnr(self, arguments: Sequence[str], until: float) -> tuple[int | None, str]:
        """Run nextpnr; return its exit status, None if it was ended, and what it wrote."""
        other = self.target.other_placer
        to_converge = bool(other) and value_of(arguments, "--placer") != other
        done = run_tool(
            self.target.nextpnr,
            arguments,
            self.log,
            self.what,
            until - self.spent,
            self.memory_limit,
            self.progress,
            _diverges if to_converge else None,
        )
        self.spent += done.seconds
        said = self.log.read_text(encoding="utf-8", errors="replace")
        if done.status is not None and (done.status < 0 or processes.shortage(said, self.folder)):
            # A kill, or a lack of memory or space, is no property of the design.
            raise GatehashError(
                f"{self.what} failed: {reason(self.log, done.status)}; log: {self.log}"
            )
        return done.status, said
