# SPDX-License-Identifier: Apache-2.0
"""``gatehash synth``: area, and frequency by place and route."""

import sys
from typing import Annotated, Any

import typer

from gatehash.catalog import BoundaryName, Design
from gatehash.cli.options import JsonOption, number, print_json, print_table, selection
from gatehash.errors import GatehashError
from gatehash.implement import TIME_LIMIT, Result, find_target, implement

__all__ = ["synth"]


def _entry(design: Design, result: Result) -> dict[str, Any]:
    return {
        "design": result.design,
        "target": result.target,
        "boundary": result.boundary,
        "lc": result.area.lc,
        "lut": result.area.lut,
        "ff": result.area.ff,
        "carry": result.area.carry,
        "ramb36": result.area.ramb36,
        "ramb18": result.area.ramb18,
        "fmax_mhz": result.fmax_mhz,
        "fmax_kind": result.fmax_kind,
        "fits": result.misfit is None,
        "reason": result.reason,
        "throughput_mbps": result.throughput_mbps(design),
        "throughput_per_lut": result.throughput_per_lut(design),
        "seeds": [run.seed for run in result.runs],
    }


def _boundary(name: str | None, design: Design) -> BoundaryName:
    if name is None:
        return design.compared
    if name == "core":
        return "core"
    if name == "stream":
        return "stream"
    raise GatehashError(f"unknown boundary '{name}'; choose one of: core, stream")


def synth(
    designs: Annotated[list[str], typer.Argument(metavar="DESIGN...", help="Designs.")],
    target: Annotated[str, typer.Option("--target", help="xc4v, xc5v, xc6v or ecp5.")],
    boundary: Annotated[
        str | None,
        typer.Option("--boundary", help="core or stream; by default where the paper measured."),
    ] = None,
    seeds: Annotated[
        int | None,
        typer.Option(
            "--seeds",
            min=1,
            help="Placement seeds; by default three where a run takes under five minutes, else 1.",
        ),
    ] = None,
    time_limit: Annotated[
        int, typer.Option("--time-limit", min=1, help="Seconds for each place-and-route run.")
    ] = TIME_LIMIT,
    as_json: JsonOption = False,
) -> None:
    """Synthesise designs for a target, and place and route them where open tools can.

    Results are kept under results/ and used again while RTL, parameters and tools are unchanged.
    """
    find_target(target)
    chosen = [(design, _boundary(boundary, design)) for design in selection(designs)]
    entries = []
    for design, where in chosen:
        result = implement(
            design,
            target,
            where,
            seeds=seeds,
            time_limit=time_limit,
            progress=lambda line: print(line, file=sys.stderr),
        )
        entries.append(_entry(design, result))
    if as_json:
        print_json(entries)
        return
    print_table(
        ("design", "target", "boundary", "lc", "LUT", "FF", "carry", "MHz", "", "Mb/s", "Mb/s/LUT"),
        [
            (
                entry["design"],
                entry["target"],
                entry["boundary"],
                number(entry["lc"]),
                number(entry["lut"]),
                number(entry["ff"]),
                number(entry["carry"]),
                number(entry["fmax_mhz"], 1),
                entry["fmax_kind"] or ("" if entry["fits"] else entry["reason"]),
                number(entry["throughput_mbps"]),
                number(entry["throughput_per_lut"], 3),
            )
            for entry in entries
        ],
    )
