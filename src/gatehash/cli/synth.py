# SPDX-License-Identifier: Apache-2.0
"""``gatehash synth``: area, and frequency by place and route."""

from collections.abc import Sequence
from typing import Annotated, Any

import typer

from gatehash.cli.implement import measure
from gatehash.cli.measuring import (
    BoundaryOption,
    SeedsOption,
    TargetOption,
    TimeLimitOption,
    boundary_named,
)
from gatehash.cli.options import (
    ForceOption,
    JsonOption,
    ResultsOption,
    number,
    print_table,
    selection,
    spread,
)
from gatehash.implement import TIME_LIMIT, Limits, Unit, find_target, kind_words

__all__ = ["synth"]


def synth(
    designs: Annotated[list[str], typer.Argument(metavar="DESIGN...", help="Designs.")],
    target: TargetOption,
    boundary: BoundaryOption = None,
    seeds: SeedsOption = None,
    time_limit: TimeLimitOption = TIME_LIMIT,
    force: ForceOption = False,
    results: ResultsOption = None,
    as_json: JsonOption = False,
) -> None:
    """Synthesise designs for a target, and place and route them where open tools can.

    Results are kept under results/, or in DIR, and reused while RTL, parameters, flow and tools are
    unchanged.
    """
    found, where = find_target(target).name, boundary_named(boundary)
    measure(
        [Unit(design, found, where or design.compared) for design in selection(designs)],
        as_json=as_json,
        show=_show,
        seeds=seeds,
        limits=Limits(time_limit),
        force=force,
        folder=results,
    )


def _show(entries: Sequence[dict[str, Any]]) -> None:
    placed = any(find_target(each["target"]).place_and_route for each in entries)
    print_table(
        (
            *("design", "target", "boundary", "lc", "LUT", "+ memory", "FF", "carry"),
            *("MHz", "min-max", "", "Mb/s", "units", "Mb/s/unit", "Mb/s/LUT"),
        ),
        [
            (
                each["design"],
                each["target"],
                each["boundary"],
                number(each["lc"]),
                number(each["lut"]),
                number(each["lutram"]),
                number(each["ff"]),
                number(each["carry"]),
                number(each["fmax_mhz"], 1),
                spread(each["fmax_min_mhz"], each["fmax_max_mhz"]),
                kind_words(each["fmax_kind"], each["fmax_note"])
                or ((each["reason"] or each["state"]) if placed else ""),
                number(each["throughput_mbps"]),
                number(each["units"]),
                number(each["mbps_per_unit"], 3),
                number(each["throughput_per_lut"], 3),
            )
            for each in entries
        ],
    )
    for each in entries:
        if path := each["critical_path"]:
            print(f"{each['design']}, critical path of seed {path['seed']}: {path['words']}")
