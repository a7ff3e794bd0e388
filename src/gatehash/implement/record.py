# SPDX-License-Identifier: Apache-2.0
"""The record of a measurement, in JSON."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from statistics import median
from typing import Annotated, Literal

from msgspec import Meta
from msgspec.structs import replace

from gatehash.catalog import BoundaryName
from gatehash.implement.families import find_target
from gatehash.implement.targets import Device, Target
from gatehash.records import Record as _Record
from gatehash.records import Stored, checked

__all__ = [
    "COUNTED",
    "TIME_LIMIT",
    "Area",
    "CriticalPath",
    "Kind",
    "ModuleArea",
    "Result",
    "Run",
    "checked",
    "count_area",
    "record_name",
    "synth_command",
]

Kind = Literal["routed", "placed"]

COUNTED = ("lut", "ff", "carry", "lutram", "ramb36", "ramb18")
"""Resources that are counted, of a design and of each module."""

TIME_LIMIT = 300
"""Seconds of CPU time that a run of place and route may take by default."""

_Count = Annotated[int, Meta(ge=0)]
_Figure = Annotated[float, Meta(ge=0)]


class Area(_Record, frozen=True, kw_only=True):
    """Resources of a device that a design, or an instance in it, takes.

    Parameters
    ----------
    lc : int or None
        Logic cells as Yosys estimates them for Xilinx devices; a Virtex-5 or -6 slice holds four,
        a Virtex-4 slice two. The estimate leaves out `lutram`, and pairs small look-up tables even
        for Virtex-4, where they can't share one. None for other devices, and for instances.
    lut : int
        Look-up tables that are logic.
    ff : int
        Flip-flops.
    carry : int
        Carry cells: CARRY4 of four bits on Virtex-5 and -6, MUXCY of one bit on Virtex-4, CCU2C of
        two bits on ECP5, CCU2 of two bits on Nexus, ALU of one bit on Gowin devices.
    lutram : int
        Look-up tables that are memories or shift registers.
    ramb36, ramb18 : int
        Block memories of 36 and of 18 Kbit.
    """

    lc: _Count | None = None
    lut: _Count
    ff: _Count
    carry: _Count
    lutram: _Count
    ramb36: _Count
    ramb18: _Count

    def tables(self, target: Target) -> int:
        """Look-up tables of the target, including those of memories and carry cells."""
        return self.lut + self.lutram + target.luts_per_carry * self.carry


class ModuleArea(_Record, frozen=True):
    """Area of an instance of a module, without the instances in it that have an entry.

    Parameters
    ----------
    instance : str
        Its path, names joined by dots; empty for the top.
    module : str
        Name of the module.
    area : Area
        Its area.
    """

    instance: str
    module: str
    area: Area


class CriticalPath(_Record, frozen=True):
    """The path between two registers that limits the clock of a routed design.

    Parameters
    ----------
    start, end : str
        Its first and last register or memory, by the name in the RTL with the bit. If synthesis
        removed the name, ``near`` and the name of the nearest signal.
    logic_ns : float
        Time in cells, clock to output and setup included, in ns.
    routing_ns : float
        Time in wires, in ns.
    levels : int
        Cells between the two.
    carry_levels : int
        Those of them that are carry cells.
    through : tuple of str
        Instances of these cells in order, without repetition; the top by the name of its module.
    """

    start: str
    end: str
    logic_ns: _Figure
    routing_ns: _Figure
    levels: _Count
    carry_levels: _Count
    through: tuple[str, ...]

    def __post_init__(self) -> None:
        if self.carry_levels > self.levels:
            raise ValueError(
                f"carry_levels is {self.carry_levels}; it must be {self.levels} or less, as levels"
            )

    @property
    def words(self) -> str:
        """The path in words.

        Examples
        --------
        >>> CriticalPath("a_q", "b_q[3]", 1.23, 4.5, 5, 4, ()).words
        'from a_q to b_q[3]: 5 levels of logic (4 of carry), 1.2 ns in logic and 4.5 ns in wires'
        """
        levels = f"{self.levels} level{'' if self.levels == 1 else 's'} of logic"
        carry = f" ({self.carry_levels} of carry)" if self.carry_levels else ""
        through = f", through {', '.join(self.through)}" if self.through else ""
        return (
            f"from {self.start} to {self.end}: {levels}{carry}, {self.logic_ns:.1f} ns in "
            f"logic and {self.routing_ns:.1f} ns in wires{through}"
        )


class Run(_Record, frozen=True):
    """One run of place and route.

    Parameters
    ----------
    seed : int
        Seed of the placer.
    fmax_mhz : float
        Highest clock frequency in MHz.
    kind : {"routed", "placed"}
        Frequency of the routed design, or estimate after placement of a design that was not routed
        within its time limit.
    seconds : float
        CPU time of all attempts of the run; elapsed time in older records.
    comb : int
        Combinational cells of the placed design, for logic, carry and memories:
        TRELLIS_COMB on ECP5, OXIDE_COMB on Nexus, LUT4 on Gowin devices, SLICE_LUTX on Artix-7.
    critical_path : CriticalPath or None
        The path that limits the frequency of a routed design; None for an estimate after placement
        and in older records.
    placer : str
        The target's other placer, where that placed the design; else empty.
    router : str
        The router, which may be another than the target's in older records; empty where nextpnr's
        options name none.
    spread : bool
        Whether it was routed after its cells were moved apart, see
        :mod:`gatehash.implement.spread`.
    limit : float or None
        Seconds of CPU time that each attempt could take; None in older records.
    """

    seed: _Count
    fmax_mhz: Annotated[float, Meta(gt=0)]
    kind: Kind
    seconds: _Figure
    comb: _Count
    critical_path: CriticalPath | None = None
    placer: str = ""
    router: str = ""
    spread: bool = False
    limit: Annotated[float, Meta(gt=0)] | None = None

    def __post_init__(self) -> None:
        if self.kind == "placed" and self.critical_path is not None:
            raise ValueError("critical_path belongs to a run that is not routed; it must be absent")


class Result(Stored, frozen=True, kw_only=True):
    """The measurement of a design on a target.

    Parameters
    ----------
    design, target, boundary : str
        Names of the design and the target, and the boundary.
    top : str
        The module.
    parameters : mapping
        Its parameters.
    inputs : mapping
        Digests of all inputs except the versions of the tools, see
        :data:`gatehash.implement.source.INPUTS`.
    text : str
        Digest of the RTL text that the netlist was last elaborated from, see
        :func:`gatehash.implement.elaborated.text_digest`.
    tools : mapping
        Versions of the tools.
    command : str
        Command line that reproduces the result.
    area : Area
        Area of the design.
    cells : mapping
        Number of cells of each type.
    runs : tuple of Run
        Runs of place and route by rising seed; empty where there is no open tool, and for a design
        that is too large for the device.
    modules : tuple of ModuleArea
        Areas of instances, down to three levels, the top first. An instance below two per cent of
        the whole counts for the instance around it, so that the sums are those of `area`. Empty
        where there is no place and route, and in older records.
    carried_from : str
        Digest of the RTL text that was measured, where that is not `text`: both make the same
        netlist up to names. Names can influence mapping and placement.
    """

    design: str
    target: str
    boundary: BoundaryName
    top: str
    parameters: Mapping[str, _Count]
    inputs: Mapping[str, str]
    text: str
    tools: Mapping[str, str]
    command: str
    area: Area
    cells: Mapping[str, _Count]
    runs: tuple[Run, ...] = ()
    modules: tuple[ModuleArea, ...] = ()
    carried_from: str = ""

    def __post_init__(self) -> None:
        seeds = [run.seed for run in self.runs]
        if seeds != sorted(set(seeds)):
            raise ValueError(f"seeds are {seeds}; they must rise")
        for name in COUNTED if self.modules else ():
            found = sum(getattr(module.area, name) for module in self.modules)
            if found != getattr(self.area, name):
                raise ValueError(
                    f"{name} of all modules is {found}; it must be {getattr(self.area, name)}"
                )

    @property
    def subject(self) -> str:
        """Name of what was measured."""
        return f"{self.design} {self.target} {self.boundary}"

    @property
    def path(self) -> Path:
        """Its path below a folder of results."""
        return record_name(self.design, self.target, self.boundary)

    @property
    def cpu_seconds(self) -> float:
        """CPU time of place and route."""
        return sum(run.seconds for run in self.runs)

    @property
    def fmax_mhz(self) -> float | None:
        """Median of the frequencies of all runs, in MHz."""
        return median(run.fmax_mhz for run in self.runs) if self.runs else None

    @property
    def fmax_min(self) -> float | None:
        """Lowest frequency of all runs, in MHz."""
        return min((run.fmax_mhz for run in self.runs), default=None)

    @property
    def fmax_max(self) -> float | None:
        """Highest frequency of all runs, in MHz."""
        return max((run.fmax_mhz for run in self.runs), default=None)

    @property
    def fmax_kind(self) -> Kind | None:
        """``routed`` if all runs were, else ``placed``."""
        if not self.runs:
            return None
        return "routed" if all(run.kind == "routed" for run in self.runs) else "placed"

    @property
    def fmax_note(self) -> str:
        """A note on its frequency beside the kind, empty where the kind is enough.

        It is the target's note, what its nextpnr does not time of the design, the router of routed
        runs where that is not the target's first, and ``spread`` where the cells of one of them
        were moved apart.
        """
        target = find_target(self.target)
        untimed = target.untimed_memory if self.area.ramb36 else ""
        routed = [run for run in self.runs if run.kind == "routed"]
        routers = {run.router for run in routed} - {target.router}
        spread = "spread" if any(run.spread for run in routed) else ""
        notes = (target.frequency_note, untimed, *sorted(routers), spread)
        return ", ".join(filter(None, notes))

    @property
    def median_run(self) -> Run | None:
        """The run with the median frequency; of an even number the slower of the middle two."""
        ordered = sorted(self.runs, key=lambda run: run.fmax_mhz)
        return ordered[(len(ordered) - 1) // 2] if ordered else None

    @property
    def device(self) -> Device:
        """The device that the design is placed on: the target's smallest with room for it."""
        target = find_target(self.target)
        return target.device_for(self.area.tables(target))

    @property
    def fits(self) -> bool:
        """Whether the target's device has room for the design; True if the target has no device."""
        capacity = self.device.capacity
        return capacity is None or self.area.tables(find_target(self.target)) <= capacity

    @property
    def unplaced(self) -> str | None:
        """The reason why the design is not placed on the target's device; None if it is."""
        target = find_target(self.target)
        if not self.fits:
            return "does not fit"
        capacity = self.device.capacity
        if capacity and self.area.tables(target) > target.most_filled * capacity:
            return f"not placed: more than {100 * target.most_filled:g} % of the device"
        return None

    @property
    def misfit(self) -> str | None:
        """The same reason with sizes and the device."""
        if self.unplaced is None:
            return None
        target, device = find_target(self.target), self.device
        needed = f"{self.area.tables(target)} {target.table}"
        return f"{self.unplaced}: {needed} of the {device.capacity} of one {device.name}"

    @property
    def reason(self) -> str | None:
        """The reason why there is no frequency; None if there is one."""
        if self.runs:
            return None
        if not find_target(self.target).place_and_route:
            return f"{self.target}: area only, no place and route with open tools"
        return self.misfit or "not placed and routed yet"

    def with_runs(self, *runs: Run) -> Result:
        """Return the result with added runs, which replace those of the same seeds."""
        merged = {run.seed: run for run in (*self.runs, *runs)}
        ordered = tuple(merged[seed] for seed in sorted(merged))
        limit = max((run.limit or 0 for run in ordered), default=0)
        command = synth_command(self.design, self.target, self.boundary, len(ordered), limit)
        return replace(self, runs=ordered, command=command)


def count_area(target: Target, cells: Mapping[str, int], lc: int | None) -> Area:
    """Area of a design from its cells.

    Parameters
    ----------
    target : Target
        The target of the mapping.
    cells : mapping
        Number of cells of each type.
    lc : int or None
        Yosys's estimate of logic cells.
    """
    return Area(
        lc=None if lc is None else lc + target.count(target.lut_not_estimated, cells),
        lut=target.count(target.lut, cells),
        ff=target.count(target.ff, cells),
        carry=target.count(target.carry, cells),
        lutram=target.luts_in_memories(cells),
        ramb36=target.count(target.ramb36, cells),
        ramb18=target.count(target.ramb18, cells),
    )


def record_name(design: str, target: str, boundary: str) -> Path:
    """Return the path of a record below a folder of results."""
    return Path(f"{target}/{design}.{boundary}.json")


def synth_command(design: str, target: str, boundary: str, seeds: int = 0, limit: float = 0) -> str:
    """Command line that measures a design, with runs that may take longer than by default."""
    command = f"gatehash synth {design} --target {target} --boundary {boundary}"
    if seeds:
        command += f" --seeds {seeds}"
    return f"{command} --time-limit {limit:g}" if limit > TIME_LIMIT else command
