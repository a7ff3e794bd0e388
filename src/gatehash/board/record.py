# SPDX-License-Identifier: Apache-2.0
"""The record of a design on a board, placed and routed, in JSON."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

from msgspec import Meta

from gatehash.board.boards import Board, find_board
from gatehash.board.build import RECORDS, Build, Placed, record_path
from gatehash.catalog import find
from gatehash.implement.record import Area
from gatehash.implement.source import INPUTS
from gatehash.paths import results_roots
from gatehash.records import Stored, checked
from gatehash.records.store import Kind, inputs_of, text_of

__all__ = ["PLACED_BOARDS", "BoardRecord", "board_records", "is_fresh", "keep_placed"]


class BoardRecord(Stored, frozen=True, kw_only=True):
    """A design on a board.

    Parameters
    ----------
    board, design : str
        Their names.
    clock_mhz : int
        Frequency of the design's clock, in MHz.
    seed : int
        Seed of the placer.
    inputs : mapping
        Digests of all inputs but the versions of the tools, see :meth:`Build.inputs`.
    text : str
        Digest of the text that the netlist was last elaborated from.
    tools : mapping
        Versions of the tools.
    command : str
        Command line that reproduces the record.
    area : Area
        Area of the whole, PLL, UART and design.
    fmax_mhz : float
        Highest frequency of the clock, in MHz.
    seconds : float
        CPU time of place and route.
    carried_from : str
        Digest of the text that was placed, where that is not `text`.
    """

    board: str
    design: str
    clock_mhz: Annotated[int, Meta(ge=1)]
    seed: Annotated[int, Meta(ge=0)]
    inputs: Mapping[str, str]
    text: str
    tools: Mapping[str, str]
    command: str
    area: Area
    fmax_mhz: Annotated[float, Meta(gt=0)]
    seconds: Annotated[float, Meta(ge=0)]
    carried_from: str = ""

    @property
    def subject(self) -> str:
        """Name of what was placed."""
        return f"{self.design} on {self.board}"

    @property
    def path(self) -> Path:
        """Its path below a folder of results."""
        return record_path(self.board, self.design)

    @property
    def cpu_seconds(self) -> float:
        """CPU time of place and route."""
        return self.seconds

    @property
    def met(self) -> bool:
        """Whether the design is fast enough for its clock."""
        return self.fmax_mhz >= self.clock_mhz


def _build(record: BoardRecord) -> Build:
    design = find(record.design)
    return Build(
        board=find_board(record.board),
        design=design,
        hardware=design.hardware,
        clock_mhz=record.clock_mhz,
        seed=record.seed,
    )


PLACED_BOARDS = Kind(
    "record of a board",
    BoardRecord,
    (f"{RECORDS}/*.json",),
    _build,
    {**INPUTS, "constraints": "constraints"},
)
"""Records of designs on boards."""


def keep_placed(build: Build, placed: Placed) -> Path:
    """Write the record of a design on a board; return its file.

    Raises
    ------
    GatehashError
        If it can't be written.
    """
    record = checked(
        BoardRecord(
            board=build.board.name,
            design=build.design.name,
            clock_mhz=build.clock_mhz,
            seed=build.seed,
            inputs=inputs_of(build),
            text=text_of(build),
            tools=build.tools,
            command=build.command,
            area=placed.area,
            fmax_mhz=placed.fmax_mhz,
            seconds=placed.seconds,
        )
    )
    return PLACED_BOARDS.keep(record)


def board_records(board: Board) -> list[BoardRecord]:
    """Return the records of a board, by design; those of the user replace those that came along.

    Raises
    ------
    GatehashError
        If one is damaged.
    """
    found: dict[str, BoardRecord] = {}
    for root in reversed(results_roots()):
        for record, _ in PLACED_BOARDS.on_record(root):
            if record.board == board.name:
                found[record.design] = record
    return [found[name] for name in sorted(found)]


def is_fresh(record: BoardRecord) -> bool:
    """Whether netlist, pins and flow are those that a record is of."""
    return not PLACED_BOARDS.is_stale(record, _build(record))
