# SPDX-License-Identifier: Apache-2.0
"""Plants faults in modules and tries them, and keeps the records."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, partial
from pathlib import Path
from threading import Lock

import msgspec

from gatehash import processes
from gatehash.cache import remove
from gatehash.errors import GatehashError
from gatehash.implement import DamagedError, Limits
from gatehash.mutate.bench import GROUPS, Bench, all_modules, bench_named, faults_of
from gatehash.mutate.fault import Fault, Other, chosen
from gatehash.mutate.record import (
    BENCH,
    Mutants,
    carry,
    keep,
    load,
    mutate_command,
    tools,
    trying,
)
from gatehash.mutate.trial import Planted, decided, deciders, planted
from gatehash.paths import cache_root
from gatehash.pool import Pool, Tell, Work, pool
from gatehash.records import check_folder
from gatehash.records.store import inputs_of, text_of

__all__ = ["Outcome", "mutate", "on_record"]

_PART = 20


@dataclass(frozen=True)
class Outcome:
    """The present state of a module's faults.

    Parameters
    ----------
    module : str
        The module.
    record : Mutants or None
        Its record; None where there is none, or where it is damaged.
    error : str or None
        Why there is none, in one line; None also where it was not run yet.
    """

    module: str
    record: Mutants | None
    error: str | None = None

    @property
    def stale(self) -> bool:
        """Whether what the record depends on has changed since, or was not compared."""
        return self.record is not None and self.record.stale


def on_record(modules: Sequence[str], folder: Path | None = None) -> list[Outcome]:
    """Return what is on record of some modules; nothing is run."""
    found = []
    for module in modules:
        try:
            found.append(Outcome(module, load(module, folder)))
        except DamagedError as damaged:
            found.append(Outcome(module, None, str(damaged)))
    return found


@dataclass
class _Work:
    """A module's faults under trial."""

    module: str
    possible: int
    faults: Mapping[Fault, tuple[Bench, ...]]
    left: list[Fault]
    inputs: object
    others: list[Other] = field(default_factory=list)
    seconds: float = 0.0
    error: str | None = None


def mutate(
    modules: Sequence[str],
    *,
    count: int,
    seed: int = 1,
    jobs: int | None = None,
    scheduler: str | None = None,
    time_limit: float = 20,
    force: bool = False,
    folder: Path | None = None,
    news: Callable[[str], None] | None = None,
) -> list[Outcome]:
    """Plant faults in modules that have no fresh record, and try them.

    A record of other text with equal inputs is carried over. A module whose faults can't be tried
    does not affect the others.

    Parameters
    ----------
    modules : sequence of str
        Names of modules, see :func:`gatehash.mutate.all_modules`.
    count : int
        Faults of each.
    seed : int
        Seed of their choice.
    jobs : int, optional
        How many are tried side by side here; by default one for each processor.
    scheduler : str, optional
        Address of the scheduler of a Dask cluster, whose workers are used instead, see
        :func:`gatehash.pool.pool`.
    time_limit : float
        Seconds of CPU time of each solver for a fault.
    force : bool
        Whether to try again what is on record already.
    folder : Path, optional
        Folder of records, read and written in place of the library's own.
    news : callable, optional
        Called with a line of text whenever something is known.

    Returns
    -------
    list of Outcome
        One for each module, in the same order.

    Raises
    ------
    GatehashError
        If a tool is missing, the folder can't be written, or the scheduler can't be reached or is
        lost.
    """
    Limits(time=time_limit, memory=None)
    check_folder(folder)
    present = tools()
    outcomes = {each.module: each for each in on_record(modules, folder)}
    wanted = [*modules]
    if not force:
        like = partial(_is_like, present=present, count=count, seed=seed)
        outcomes = {each.module: _carried(each, like, folder) for each in outcomes.values()}
        wanted = [module for module in modules if _is_wanted(outcomes[module], like)]
    with pool(jobs, scheduler) as there:
        run = _Run(there, time_limit, news or (lambda line: None))
        for together in _groups(wanted):
            works = [_begun(module, count, seed) for module in together]
            run.quick_tests(works)
            for work in works:
                run.decide(work)
                outcomes[work.module] = _outcome(work, seed, count, folder)
    return [outcomes[module] for module in modules]


def _groups(modules: Sequence[str]) -> Iterator[list[str]]:
    """Yield modules that have benches in common, so that each bench is built once."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for module in modules:
        group = next(group for group in GROUPS if all_modules()[module][0].name in group)
        found[group[0]].append(module)
    for group in GROUPS:
        if found[group[0]]:
            yield found[group[0]]


def _is_like(record: Mutants, *, present: Mapping[str, str], count: int, seed: int) -> bool:
    """Whether a record is of such a choice of faults, and of such tools."""
    mutants = min(count, record.possible)
    return (record.mutants, record.seed, dict(record.tools)) == (mutants, seed, present)


def _carried(outcome: Outcome, like: Callable[[Mutants], bool], folder: Path | None) -> Outcome:
    """Carry a stale record over to text of equal inputs."""
    record = outcome.record
    if record is None or not like(record) or not record.stale:
        return outcome
    try:
        return Outcome(outcome.module, carry(record, folder))
    except GatehashError as error:
        return Outcome(outcome.module, None, _named(outcome.module, error))


def _is_wanted(outcome: Outcome, like: Callable[[Mutants], bool]) -> bool:
    record = outcome.record
    if record is None:
        # A damaged record is for the user to look at.
        return outcome.error is None
    return not like(record) or record.stale


def _begun(module: str, count: int, seed: int) -> _Work:
    inputs = _inputs((module,))
    known = faults_of(module)
    faults = chosen(known, count, seed)
    having = {each: known[each] for each in faults}
    return _Work(module, len(known), having, list(faults), inputs)


def _outcome(work: _Work, seed: int, count: int, folder: Path | None) -> Outcome:
    if work.error is not None:
        return Outcome(work.module, None, f"{work.module}: {work.error}")
    verdicts = [each.verdict for each in work.others]
    try:
        if _inputs((work.module,)) != work.inputs:
            raise GatehashError("the RTL changed meanwhile; run again")
        of = trying(work.module, decided=bool(work.others))
        inputs, text = inputs_of(of), text_of(of)
    except GatehashError as error:
        return Outcome(work.module, None, _named(work.module, error))
    record = Mutants(
        module=work.module,
        benches=of.benches,
        inputs=inputs,
        text=text,
        tools=tools(),
        command=mutate_command(work.module, count, seed),
        seed=seed,
        possible=work.possible,
        mutants=len(work.faults),
        by_test=len(work.faults) - len(work.others),
        by_proof=verdicts.count("proof"),
        equivalent=verdicts.count("equivalent"),
        survivors=verdicts.count("survivor"),
        seconds=round(work.seconds, 1),
        others=tuple(sorted(work.others, key=lambda each: (each.line, each.was, each.becomes))),
        bench=BENCH,
    )
    return Outcome(work.module, keep(record, folder))


class _Run:
    """Tries the faults of several modules together, since a bench has many modules."""

    def __init__(self, there: Pool, time_limit: float, news: Callable[[str], None]) -> None:
        self._there = there
        self._time_limit = time_limit
        self._news = news

    def quick_tests(self, works: Sequence[_Work]) -> None:
        """Try faults with the quick tests of their benches, until they are caught."""
        benches = {bench: None for work in works for bench in all_modules()[work.module]}
        for bench in benches:
            self._quick_test(bench, [work for work in works if work.error is None])

    def _quick_test(self, bench: Bench, works: Sequence[_Work]) -> None:
        having = {
            work.module: [fault for fault in work.left if bench in work.faults[fault]]
            for work in works
        }
        faults = [fault for each in having.values() for fault in each]
        if not faults:
            return
        caught: set[Fault] = set()
        seconds: defaultdict[str, float] = defaultdict(float)
        failed = ""
        modules = tuple(module for module, some in having.items() if some)
        for at in range(0, len(faults), _PART):
            part = range(at, min(at + _PART, len(faults)))
            do = partial(_tested, bench.name, tuple(faults), part)
            self._there.add(Work(bench.name, do, partial(_inputs, modules)))
        for _, result in self._there.ended():
            try:
                found = result()
            except (GatehashError, OSError) as error:
                # It is the bench's, and that of all parts.
                self._there.drop()
                failed = failed or _named(bench.name, error)
                continue
            for fault, why, took in found:
                seconds[fault.module] += took
                if why is not None:
                    caught.add(fault)
        if failed:
            for work in works:
                if having[work.module]:
                    work.error = failed
            self._news(failed)
            return
        for work in works:
            work.left = [fault for fault in work.left if fault not in caught]
            work.seconds += seconds[work.module]
        self._news(f"{bench.name}: {len(caught)} of {len(faults)} caught")

    def decide(self, work: _Work) -> None:
        """Decide what the faults are that no quick test catches."""
        asked: dict[Work, Fault] = {}
        for fault in work.left if work.error is None else ():
            benches = tuple(bench.name for bench in work.faults[fault])
            do = partial(_decided, fault, benches, self._time_limit)
            one = Work(f"{work.module}:{fault.label}", do, partial(_inputs, (work.module,)))
            asked[one] = fault
        self._there.add(*asked)
        for one, result in self._there.ended():
            try:
                other, took = result()
            except (GatehashError, OSError) as error:
                work.error = work.error or str(error)
                continue
            work.others.append(other)
            work.seconds += took
            self._news(f"{one.name}: {other.verdict} {other.by}".rstrip())


def _inputs(modules: Sequence[str]) -> tuple[list[str], str, dict[str, str]]:
    """Return what the verdicts on the faults of some modules follow from."""
    benches = dict.fromkeys(bench for module in modules for bench in all_modules()[module])
    return [each.text for each in benches], deciders(), tools()


def _named(name: str, error: Exception) -> str:
    text = str(error)
    return text if text.startswith(f"{name}: ") else f"{name}: {text}"


_planting = Lock()


@lru_cache(maxsize=1)
def _planted(bench: str, faults: tuple[Fault, ...]) -> Planted:
    return planted(bench_named(bench), faults)


def _tested(
    bench: str, faults: tuple[Fault, ...], part: range, _: Tell
) -> list[tuple[Fault, str | None, float]]:
    """Try a part of the faults of a bench."""
    with _planting:
        there = _planted(bench, faults)
    found = []
    for fault in faults[part.start : part.stop]:
        processes.check()
        began = time.monotonic()
        found.append((fault, there.catches(fault), time.monotonic() - began))
    return found


def _decided(fault: Fault, benches: Sequence[str], limit: float, _: Tell) -> tuple[Other, float]:
    began = time.monotonic()
    having = [bench_named(name) for name in benches]
    try:
        return decided(fault, having, limit), time.monotonic() - began
    except msgspec.MsgspecError:
        # What the cache keeps of decisions is damaged.
        _remove_damaged(fault.module)
        return decided(fault, having, limit), time.monotonic() - began


def _remove_damaged(module: str) -> None:
    for note in (cache_root() / "mutants" / "decided").glob(f"{module}-*/decision.json"):
        try:
            msgspec.json.decode(note.read_bytes(), type=Other)
        except (msgspec.MsgspecError, OSError):
            remove(note)
