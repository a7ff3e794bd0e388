# SPDX-License-Identifier: Apache-2.0
"""``gatehash bench``: cycles counted in simulation, and the simulation's speed."""

from dataclasses import asdict
from typing import Annotated

import typer

from gatehash.cli.options import JsonOption, number, print_json, print_table, selection
from gatehash.simulate import measure

__all__ = ["bench"]


def bench(
    designs: Annotated[
        list[str] | None, typer.Argument(metavar="[DESIGN]...", help="Designs; all by default.")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Count cycles per block and latencies; time the simulation.

    All cycles are counted in simulation, and every answer is compared with the golden model's. A
    design of several algorithms has a line for each, a cipher one for each direction. All streams
    of a design are busy, and the cycles are those of each.
    """
    rows = [measure(job) for design in selection(designs) for job in design.jobs.values()]
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
