# SPDX-License-Identifier: Apache-2.0
"""``gatehash board``: designs on boards, up to the bitstream."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Annotated, Any

import typer

from gatehash.board import BAUD, BOARDS, Board, find_board
from gatehash.board.build import Build
from gatehash.board.record import board_records, keep_placed
from gatehash.catalog import Design, Hardware, find
from gatehash.cli.files import writing
from gatehash.cli.measuring import MemoryLimitOption, TimeLimitOption
from gatehash.cli.names import quoted
from gatehash.cli.options import JsonOption, print_json, print_table
from gatehash.cli.progress import news
from gatehash.cli.values import Whole
from gatehash.errors import GatehashError
from gatehash.implement import MOST_SEEDS

__all__ = ["board"]

_MOST_MHZ = 1000
_TIME_LIMIT = 1800


def board(
    name: Annotated[str | None, typer.Argument(metavar="[BOARD]", help="Board.")] = None,
    design_name: Annotated[
        str | None, typer.Option("--design", metavar="NAME", help="Design that goes onto it.")
    ] = None,
    output: Annotated[
        str | None,
        typer.Option(
            "-o",
            "--output",
            metavar="FILE",
            help="File of the bitstream; by default BOARD.DESIGN with the tool's ending.",
        ),
    ] = None,
    algorithm: Annotated[
        str | None,
        typer.Option(
            "--algorithm",
            metavar="NAME",
            help="Function, where it decides on the hardware: skein-512-224 on skein512-x8.",
        ),
    ] = None,
    clock: Annotated[
        int | None,
        typer.Option(
            "--clock",
            metavar="MHZ",
            parser=Whole(1, _MOST_MHZ),
            help="Frequency of the design, one of those that the board's PLL makes.",
        ),
    ] = None,
    seed: Annotated[
        int,
        typer.Option(
            "--seed", metavar="N", parser=Whole(1, MOST_SEEDS), help="Seed of the placer."
        ),
    ] = 1,
    time_limit: TimeLimitOption = _TIME_LIMIT,
    memory_limit: MemoryLimitOption = None,
    record: Annotated[
        bool,
        typer.Option("--record", help="Keep the figures on record; write no bitstream."),
    ] = False,
    listed: Annotated[
        bool, typer.Option("--list", help="List the boards, also without arguments.")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Put a design onto a board, with a UART in front of it, and write the bitstream.

    The design is synthesised, placed and routed with open tools for the board's pins and clock.
    There is a bitstream only if the design is fast enough for the clock. Without arguments the
    boards are listed.
    """
    if listed or name is None:
        if design_name is not None:
            raise GatehashError("--design goes onto a board; name one: gatehash board BOARD")
        _show([find_board(name)] if name else list(BOARDS.values()), as_json=as_json)
        return
    here = find_board(name)
    if design_name is None:
        raise GatehashError(f"name the design that goes onto {name}: --design NAME")
    if record and algorithm is not None:
        raise GatehashError("--record needs a design as it is listed; it excludes --algorithm")
    if record and output is not None:
        raise GatehashError("--record writes no bitstream; it excludes -o")
    design = find(design_name)
    build = Build(
        board=here,
        design=design,
        hardware=_hardware(design, algorithm),
        clock_mhz=here.core_clock(clock),
        seed=seed,
    )
    entry = (
        _record(build, time_limit, memory_limit)
        if record
        else _write(build, output, time_limit, memory_limit)
    )
    if as_json:
        print_json(entry)
    else:
        print(
            f"{build.label}: {entry['fmax_mhz']:.2f} MHz of the {build.clock_mhz} MHz that it "
            f"needs, {entry['lut4']} LUT4; written to {quoted(entry['file'])}"
        )


def _hardware(design: Design, algorithm: str | None) -> Hardware:
    if algorithm is None:
        return design.hardware
    jobs = design.jobs_called(algorithm)
    if not jobs:
        # Says what there is.
        jobs = [design.job(algorithm)]
    return jobs[0].hardware


def _progress(line: str) -> None:
    if sys.stderr.isatty():
        news(line)


def _record(build: Build, time_limit: float, memory_limit: float | None) -> dict[str, Any]:
    placed = build.place(time_limit=time_limit, memory_limit=memory_limit, progress=_progress)
    return _entry(build, placed.fmax_mhz, placed.area.tables(build.board.flow.target)) | {
        "file": str(keep_placed(build, placed))
    }


def _write(
    build: Build, output: str | None, time_limit: float, memory_limit: float | None
) -> dict[str, Any]:
    name = output or f"{build.board.name}.{build.design.name}{build.board.flow.suffix}"
    # An output that can't be written is an error before the tools run.
    with writing(name) as stream:
        placed = build.place(time_limit=time_limit, memory_limit=memory_limit, progress=_progress)
        if placed.fmax_mhz < build.clock_mhz:
            slower = [mhz for mhz in build.board.choices_mhz if mhz <= placed.fmax_mhz]
            advice = (
                f"choose a slower clock, --clock {slower[-1]}, or another --seed"
                if slower
                else "it is too slow for the board's PLL, or try another --seed"
            )
            raise GatehashError(
                f"{build.label}: {placed.fmax_mhz:.2f} MHz of the {build.clock_mhz} MHz that it "
                f"needs; no bitstream is written; {advice}"
            )
        stream.write(build.bitstream(_progress))
    return _entry(build, placed.fmax_mhz, placed.area.tables(build.board.flow.target)) | {
        "file": name
    }


def _entry(build: Build, fmax_mhz: float, tables: int) -> dict[str, Any]:
    return {
        "board": build.board.name,
        "design": build.design.name,
        "clock_mhz": build.clock_mhz,
        "fmax_mhz": fmax_mhz,
        "lut4": tables,
    }


def _rows(boards: list[Board]) -> Iterator[dict[str, Any]]:
    for each in boards:
        yield {
            "board": each.name,
            "label": each.label,
            "device": each.flow.target.family,
            "lut4": each.tables,
            "clock_mhz": each.core_mhz,
            "clocks_mhz": list(each.choices_mhz),
            "baud": BAUD,
            "recorded": [
                {
                    "design": record.design,
                    "clock_mhz": record.clock_mhz,
                    "fmax_mhz": record.fmax_mhz,
                }
                for record in board_records(each)
            ],
        }


def _show(boards: list[Board], *, as_json: bool) -> None:
    rows = list(_rows(boards))
    if as_json:
        print_json(rows)
        return
    print_table(
        ("board", "", "device", "LUT4", "MHz", "--clock", "tried (MHz)"),
        [
            (
                row["board"],
                row["label"],
                row["device"],
                str(row["lut4"]),
                str(row["clock_mhz"]),
                ", ".join(map(str, row["clocks_mhz"])),
                ", ".join(f"{each['design']} ({each['fmax_mhz']:.1f})" for each in row["recorded"]),
            )
            for row in rows
        ],
    )
