# SPDX-License-Identifier: Apache-2.0
"""A sample of carried measurements, measured again: whether names steered mapper or placer."""

from __future__ import annotations

import math
import random
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal

from gatehash.catalog import find
from gatehash.implement.job import Limits
from gatehash.implement.record import TIME_LIMIT, Result
from gatehash.implement.results import MEASUREMENTS
from gatehash.implement.sweep import News, implement_all
from gatehash.implement.units import Outcome
from gatehash.implement.wanted import Unit
from gatehash.paths import results_roots

__all__ = ["Sampled", "carried_sample", "compare", "measured_again"]


@dataclass(frozen=True)
class Sampled:
    """The outcome when a carried measurement is made again.

    Parameters
    ----------
    record : str
        Path of the record below the folder of results.
    state : {"equal", "different", "failed"}
        Whether all figures are equal, CPU times aside, or it could not be made.
    differences : tuple of str
        Each figure that differs, as on record and as measured again; of a failure the error.
    """

    record: str
    state: Literal["equal", "different", "failed"]
    differences: tuple[str, ...] = ()


def carried_sample(percent: float, seed: int) -> list[Result]:
    """Draw from the measurements on record that are fresh and carried over.

    Parameters
    ----------
    percent : float
        Share of them, above 0 and up to 100; it is rounded up to whole records.
    seed : int
        Seed of the choice, which is the same for the same records.

    Returns
    -------
    list of Result
        The chosen ones in the order of their paths; empty if none is carried over.

    Raises
    ------
    DamagedError
        If a record can't be read.
    """
    found = [
        result
        for result, subject in MEASUREMENTS.on_record(results_roots()[0])
        if result.carried_from and not MEASUREMENTS.is_stale(result, subject)
    ]
    found.sort(key=lambda result: result.path)
    number = math.ceil(len(found) * percent / 100)
    chosen = random.Random(seed).sample(range(len(found)), number)
    return [found[place] for place in sorted(chosen)]


def measured_again(
    results: Iterable[Result],
    *,
    jobs: int | None = None,
    news: Callable[[News], None] | None = None,
) -> list[Sampled]:
    """Measure again what is on record, with the seeds and limits of the records, and compare.

    The records stay as they are.

    Parameters
    ----------
    results : iterable of Result
        The records.
    jobs : int, optional
        Steps side by side; by default one for each processor.
    news : callable, optional
        Called with each event, see :func:`gatehash.implement.implement_all`.

    Raises
    ------
    GatehashError
        If the folder of temporary files can't be written.
    """
    alike: defaultdict[tuple[int, float], list[Result]] = defaultdict(list)
    for result in results:
        limit = max((run.limit or 0 for run in result.runs), default=0)
        alike[len(result.runs), max(limit, TIME_LIMIT)].append(result)
    found = []
    for (seeds, limit), each in alike.items():
        with TemporaryDirectory(prefix="gatehash-") as folder:
            outcomes = implement_all(
                [Unit(find(one.design), one.target, one.boundary) for one in each],
                seeds=seeds or None,
                limits=Limits(limit),
                jobs=jobs,
                force=True,
                folder=Path(folder),
                news=news,
            )
        found += [_sampled(*pair) for pair in zip(each, outcomes, strict=True)]
    return sorted(found, key=lambda sampled: sampled.record)


def _sampled(result: Result, outcome: Outcome) -> Sampled:
    name = result.path.as_posix()
    if outcome.error is not None or outcome.result is None:
        return Sampled(name, "failed", (str(outcome.error),))
    differences = compare(result, outcome.result)
    return Sampled(name, "different" if differences else "equal", differences)


def compare(result: Result, again: Result) -> tuple[str, ...]:
    """Return in words the figures in which two results of a measurement differ.

    CPU times, critical paths and areas of instances do not count: they have names, or depend on the
    machine. If a figure differs and tools have other versions, these follow.
    """
    found = [
        f"{name} {old}, again {new}" for name, old, new in _figures(result, again) if old != new
    ]
    if found:
        tools = sorted({**result.tools, **again.tools})
        pairs = [(name, result.tools.get(name), again.tools.get(name)) for name in tools]
        found += [
            f"{name} {old or 'none'}, now {new or 'none'}" for name, old, new in pairs if old != new
        ]
    return tuple(found)


def _figures(result: Result, again: Result) -> Iterator[tuple[str, object, object]]:
    """Yield the figures of both by name, those of the whole first."""
    for name in result.area.__struct_fields__:
        yield name, getattr(result.area, name), getattr(again.area, name)
    for cell in sorted({**result.cells, **again.cells}):
        yield f"cells {cell}", result.cells.get(cell, 0), again.cells.get(cell, 0)
    runs: Sequence[dict[int, str]] = [
        {run.seed: f"{run.fmax_mhz:g} MHz {run.kind}, {run.comb} cells" for run in each.runs}
        for each in (result, again)
    ]
    for seed in sorted({*runs[0], *runs[1]}):
        yield f"seed {seed}:", runs[0].get(seed, "no run"), runs[1].get(seed, "no run")
