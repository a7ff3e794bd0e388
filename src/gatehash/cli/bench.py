# SPDX-License-Identifier: Apache-2.0
"""``gatehash bench``: cycles counted in simulation, and the speed of simulation and models."""

from dataclasses import asdict
from typing import Annotated, TypeVar

import typer

from gatehash.cli.engines import Engine, EngineOption
from gatehash.cli.options import JsonOption, number, print_json, print_table, selection
from gatehash.cli.progress import Bar, bar
from gatehash.model_speed import model_speed
from gatehash.simulate import measure

__all__ = ["bench"]

_Row = TypeVar("_Row")


def bench(
    designs: Annotated[
        list[str] | None, typer.Argument(metavar="[DESIGN]...", help="Designs; all by default.")
    ] = None,
    engine: EngineOption = Engine.RTL,
    as_json: JsonOption = False,
) -> None:
    """Count cycles per block and latencies; time the simulation.

    All cycles are counted in simulation, and every answer is compared with the golden model's. A
    design of several algorithms has a line for each, a cipher one for each direction. All streams
    of a design are busy, and the cycles are those of each; MB/s are those of all. A message of one
    block, or none, is alone where streams share a pipeline.

    With --engine model, time the golden models on long messages, in Python and as they are compiled
    for them. Each function has one line.
    """
    if engine is Engine.MODEL:
        _bench_models(designs, as_json)
        return
    jobs = [job for design in selection(designs) for job in design.jobs.values()]
    with bar(lambda: len(jobs), least=1, of_bytes=False) as shown:
        rows = [_counted(shown, measure(job)) for job in jobs]
    if as_json:
        print_json([asdict(row) for row in rows])
        return
    print_table(
        (
            "design",
            "algorithm",
            "",
            "streams",
            "core cycles/block",
            "stream cycles/block",
            "core, one block",
            "stream, one block",
            "stream, empty",
            "simulated cycles/s",
            "MB/s",
        ),
        [
            (
                row.design,
                row.algorithm,
                row.operation,
                str(row.streams),
                number(row.cycles_per_block, 2),
                number(row.stream_cycles_per_block, 2),
                str(row.one_block_cycles),
                str(row.latency_cycles),
                number(row.empty_cycles),
                number(row.cycles_per_second),
                number(row.mb_per_second, 2),
            )
            for row in rows
        ],
    )


def _counted(shown: Bar, row: _Row) -> _Row:
    shown.advance(1)
    return row


def _bench_models(designs: list[str] | None, as_json: bool) -> None:
    jobs = {
        (job.name, job.operation): job
        for design in selection(designs)
        for job in design.jobs.values()
    }
    with bar(lambda: len(jobs), least=1, of_bytes=False) as shown:
        rows = [_counted(shown, model_speed(job)) for job in jobs.values()]
    if as_json:
        print_json([asdict(row) for row in rows])
        return
    print_table(
        ("algorithm", "", "MB/s", "in Python, MB/s", "ratio"),
        [
            (
                row.algorithm,
                row.operation,
                number(row.mb_per_second, 2),
                number(row.python_mb_per_second, 2),
                number(row.ratio, 1),
            )
            for row in rows
        ],
    )
