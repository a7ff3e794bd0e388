# SPDX-License-Identifier: Apache-2.0
"""Puts a design onto a board: synthesis, place and route, and the bitstream if timing is met."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path, PurePath

from gatehash.board.boards import Board
from gatehash.board.flows import CONSTRAINTS
from gatehash.board.top import TOP, board_files, board_top, check_boarded
from gatehash.cache import locked, remove
from gatehash.catalog import Boundary, Design, Hardware
from gatehash.errors import GatehashError
from gatehash.files import write_whole
from gatehash.implement.elaborated import Elaboration
from gatehash.implement.reading import read_statistics
from gatehash.implement.record import Area, count_area
from gatehash.implement.scripts import (
    NETLIST,
    elaboration_of,
    keyed,
    report_name,
    work_paths,
    yosys_script,
)
from gatehash.implement.source import READER, digest, synthesis
from gatehash.implement.tools import Progress, reason, run_tool, run_yosys, versions
from gatehash.paths import cache_root, rtl_root
from gatehash.records.store import text_of

__all__ = ["RECORDS", "Build", "Placed", "record_path"]

RECORDS = "boards"
"""Folder of the records."""

_TOP_FILE = f"{TOP}.sv"


def record_path(board: str, design: str) -> Path:
    """Return the path of a record below a folder of results."""
    return Path(RECORDS) / f"{board}.{design}.json"


@dataclass(frozen=True)
class Placed:
    """A design on a board, placed and routed.

    Parameters
    ----------
    area : Area
        Its area.
    fmax_mhz : float
        Highest frequency of its clock, in MHz.
    seconds : float
        CPU time of place and route.
    """

    area: Area
    fmax_mhz: float
    seconds: float


@dataclass(frozen=True, kw_only=True)
class Build:
    """A design for a board.

    Parameters
    ----------
    board : Board
        The board.
    design : Design
        The design.
    hardware : Hardware
        Its hardware, with its parameters.
    clock_mhz : int
        Frequency of the design's clock, one of the board's choices.
    seed : int
        Seed of the placer.
    """

    board: Board
    design: Design
    hardware: Hardware
    clock_mhz: int
    seed: int = 1

    def __post_init__(self) -> None:
        check_boarded(self.design, self.hardware)

    @property
    def label(self) -> str:
        """The design and the board in words."""
        return f"{self.design.name} on {self.board.name}"

    @cached_property
    def files(self) -> tuple[Path, ...]:
        """RTL files in the order of compilation, without the top."""
        return board_files(self.hardware, self.board.flow.target.vendor)

    @cached_property
    def top(self) -> str:
        """The text of the top."""
        return board_top(self.board, self.design, self.hardware, self.clock_mhz)

    @property
    def script(self) -> str:
        """The script of Yosys, with paths relative to the work folder."""
        return yosys_script(
            self.board.flow.target, Boundary(TOP, {}), self._sources, self.hardware.part
        )

    @property
    def _sources(self) -> list[PurePath]:
        """All RTL files, relative to the work folder."""
        return [*work_paths(self.files), PurePath(_TOP_FILE)]

    @property
    def route(self) -> tuple[str, ...]:
        """The arguments of nextpnr."""
        return (
            *self.board.device,
            *self.board.flow.route,
            *("--json", NETLIST, "--seed", str(self.seed), "--report", report_name(self.seed)),
            *("--freq", str(self.clock_mhz), "--timing-allow-fail"),
        )

    @property
    def name(self) -> str:
        """Name of the design and the board."""
        return self.label

    @property
    def path(self) -> Path:
        """Path of its record below a folder of results."""
        return record_path(self.board.name, self.design.name)

    @property
    def again(self) -> str:
        """How it is placed again for its record."""
        return f"place it again: {self.command}"

    @property
    def command(self) -> str:
        """Command line that makes its record."""
        words = [f"gatehash board {self.board.name} --design {self.design.name}"]
        if self.clock_mhz != self.board.core_mhz:
            words.append(f"--clock {self.clock_mhz}")
        if self.seed != 1:
            words.append(f"--seed {self.seed}")
        return " ".join([*words, "--record"])

    @property
    def derivations(self) -> tuple[Elaboration]:
        """The elaboration of the top with the design."""
        part = self.hardware.part
        scripts = elaboration_of(self.board.flow.target, Boundary(TOP, {}), self._sources, part)
        return (Elaboration(TOP, scripts, self.files, made={_TOP_FILE: self.top}, part=part),)

    def inputs(self, derived: Sequence[str], /) -> dict[str, str]:
        """Return what the figures depend on except the versions of the tools."""
        (netlist,) = derived
        return {"netlist": netlist, **self._flow}

    @property
    def _flow(self) -> dict[str, str]:
        flow, part = self.board.flow, self.hardware.part
        commands = yosys_script(
            flow.target, Boundary(TOP, {}), (), Boundary("{part}", {}) if part else None
        )
        return {
            "synthesis": synthesis(keyed(commands)),
            "constraints": digest(self.board.constraints()),
            "place_and_route": digest(flow.target.nextpnr, *self.route),
            "reader": READER,
        }

    @cached_property
    def key(self) -> str:
        """SHA-256 of text and flow, in hexadecimal."""
        return digest(text_of(self), self._flow, (self.board.flow.packer, *self.board.flow.pack))

    @property
    def tools(self) -> Mapping[str, str]:
        """Versions of the tools; raises GatehashError if one is missing."""
        return versions(self.board.flow.packages)

    @property
    def folder(self) -> Path:
        """Work folder."""
        return cache_root() / "boards" / f"{self.board.name}.{self.design.name}-{self.key[:16]}"

    def place(
        self, *, time_limit: float, memory_limit: float | None = None, progress: Progress
    ) -> Placed:
        """Synthesise, place and route; return what came of it.

        Parameters
        ----------
        time_limit : float
            Seconds of CPU time of place and route.
        memory_limit : float, optional
            Most GiB of data of a tool.
        progress : callable
            Called with each line of text that reports progress.

        Raises
        ------
        GatehashError
            If a tool is missing or fails, the design does not fit, or is not routed in time.
        """
        tools = self.tools
        flow = self.board.flow
        with locked(self.folder, "lock"):
            self._prepare()
            progress(f"{self.label}, synthesis: started ({_named(tools)})")
            run_yosys(
                self.script,
                self.folder,
                what=f"{self.label}, synthesis",
                memory_limit=memory_limit,
                progress=progress,
            )
            counted = read_statistics(self.folder)
            area = count_area(flow.target, counted.cells, counted.lc)
            self._check_fit(area)
            what = f"{self.label}, place and route"
            progress(f"{what}: started, at most {time_limit:g} s of CPU time")
            log = self.folder / "nextpnr.log"
            done = run_tool(
                flow.target.nextpnr, self.route, log, what, time_limit, memory_limit, progress
            )
            if done.status is None:
                raise GatehashError(
                    f"{what}: not done within {time_limit:g} s of CPU time; raise it with "
                    "--time-limit"
                )
            if done.status:
                raise GatehashError(f"{what} failed: {reason(log, done.status)}; log: {log}")
            return Placed(area, self._frequency(what), round(done.seconds, 1))

    def bitstream(self, progress: Progress) -> bytes:
        """Return the bitstream of what :meth:`place` has routed.

        Raises
        ------
        GatehashError
            If the tool fails.
        """
        flow = self.board.flow
        what = f"{self.label}, bitstream"
        with locked(self.folder, "lock"):
            made = self.folder / flow.bitstream
            made.unlink(missing_ok=True)
            log = self.folder / "pack.log"
            done = run_tool(flow.packer, flow.pack, log, what, None, None, progress)
            if done.status or not made.is_file():
                raise GatehashError(f"{what} failed: {reason(log, done.status)}; log: {log}")
            return made.read_bytes()

    def _prepare(self) -> None:
        """Fill the work folder with what the tools read."""
        for entry in self.folder.iterdir():
            if entry.name != "lock":
                remove(entry)
        (self.folder / "rtl").symlink_to(rtl_root(), target_is_directory=True)
        write_whole(self.folder / _TOP_FILE, self.top)
        write_whole(self.folder / CONSTRAINTS, self.board.constraints())

    def _check_fit(self, area: Area) -> None:
        board = self.board
        target = board.flow.target
        for needed, available, what in (
            (area.tables(target), board.tables, "look-up tables"),
            (area.ramb18, board.memories, "block memories"),
        ):
            if needed > available:
                raise GatehashError(
                    f"{self.label}: does not fit; it needs {needed} {what}, and the board has "
                    f"{available}"
                )

    def _frequency(self, what: str) -> float:
        """Return the frequency of the slowest clock from nextpnr's report."""
        try:
            report = json.loads((self.folder / report_name(self.seed)).read_text(encoding="utf-8"))
            return round(float(min(clock["achieved"] for clock in report["fmax"].values())), 2)
        except (OSError, KeyError, TypeError, ValueError) as error:
            raise GatehashError(f"{what}: no frequency in the report in '{self.folder}'") from error


def _named(tools: Mapping[str, str]) -> str:
    return ", ".join(f"{name} {version}" for name, version in tools.items())
