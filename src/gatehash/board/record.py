# SPDX-License-Identifier: Apache-2.0
"""The record of a design on a board, placed and routed, in JSON."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

from msgspec import Meta

from gatehash.board.boards import Board
from gatehash.board.build import Build, Placed
from gatehash.errors import GatehashError
from gatehash.implement.record import Area
from gatehash.paths import results_roots
from gatehash.records import Stored, checked, write_record

__all__ = ["BoardRecord", "board_records", "is_fresh", "keep_placed"]

_FOLDER = "boards"


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
    source_key : str
        Hash of all inputs but the versions of the tools, see :attr:`Build.key`.
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
    """

    board: str
    design: str
    clock_mhz: Annotated[int, Meta(ge=1)]
    seed: Annotated[int, Meta(ge=0)]
    source_key: str
    tools: Mapping[str, str]
    command: str
    area: Area
    fmax_mhz: Annotated[float, Meta(gt=0)]
    seconds: Annotated[float, Meta(ge=0)]

    @property
    def met(self) -> bool:
        """Whether the design is fast enough for its clock."""
        return self.fmax_mhz >= self.clock_mhz


def _command(build: Build) -> str:
    words = [f"gatehash board {build.board.name} --design {build.design.name}"]
    if build.clock_mhz != build.board.core_mhz:
        words.append(f"--clock {build.clock_mhz}")
    if build.seed != 1:
        words.append(f"--seed {build.seed}")
    return " ".join([*words, "--record"])


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
            source_key=build.key,
            tools=build.tools,
            command=_command(build),
            area=placed.area,
            fmax_mhz=placed.fmax_mhz,
            seconds=placed.seconds,
        )
    )
    name = f"{record.board}.{record.design}.json"
    return write_record(record, results_roots()[0] / _FOLDER / name)


def board_records(board: Board) -> list[BoardRecord]:
    """Return the records of a board, by design; those of the user replace those that came along.

    Raises
    ------
    GatehashError
        If one is damaged.
    """
    found: dict[str, BoardRecord] = {}
    for root in reversed(results_roots()):
        for path in sorted((root / _FOLDER).glob(f"{board.name}.*.json")):
            try:
                record = BoardRecord.from_json(path.read_bytes())
            except ValueError as error:
                raise GatehashError(f"damaged record '{path}': {error}") from error
            found[record.design] = record
    return [found[name] for name in sorted(found)]


def is_fresh(record: BoardRecord, build: Build) -> bool:
    """Whether RTL, pins and flow are those that a record is of."""
    return record.source_key == build.key
