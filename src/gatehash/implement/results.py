# SPDX-License-Identifier: Apache-2.0
"""Measured results as records on disk, one file a design, target and boundary."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from statistics import median
from typing import Any, Literal

from gatehash.catalog import BoundaryName, Design
from gatehash.errors import GatehashError
from gatehash.implement.source import source_key
from gatehash.implement.targets import TARGETS, Target, find_target
from gatehash.implement.wanted import wanted_targets
from gatehash.paths import results_roots

__all__ = [
    "COUNTED",
    "Area",
    "CriticalPath",
    "Kind",
    "ModuleArea",
    "Result",
    "Run",
    "count_area",
    "is_stale",
    "load",
    "measured",
    "record_name",
    "store",
    "synth_command",
]

Kind = Literal["routed", "placed"]

COUNTED = ("lut", "ff", "carry", "lutram", "ramb36", "ramb18")
"""What is counted of a design as a whole and of each module."""


@dataclass(frozen=True)
class Area:
    """What a design takes of a device.

    Parameters
    ----------
    lc : int or None
        Logic cells as Yosys estimates them for Xilinx devices; a Virtex-5 or -6 slice holds four,
        a Virtex-4 slice two. The estimate leaves out `lutram`, and pairs small look-up tables even
        for Virtex-4, where they can't share one.
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

    lc: int | None
    lut: int
    ff: int
    carry: int
    lutram: int
    ramb36: int
    ramb18: int

    def __post_init__(self) -> None:
        _check_numbers({name: value for name, value in asdict(self).items() if value is not None})


@dataclass(frozen=True)
class ModuleArea:
    """What an instance of a module takes, without those instances in it that have their own.

    Parameters
    ----------
    instance : str
        Its path, names joined by dots; empty for the top.
    module : str
        Name of the module.
    lut, ff, carry, lutram, ramb36, ramb18 : int
        As in :class:`Area`.
    """

    instance: str
    module: str
    lut: int
    ff: int
    carry: int
    lutram: int
    ramb36: int
    ramb18: int

    def __post_init__(self) -> None:
        _check_texts({"instance": self.instance, "module": self.module})
        _check_numbers({name: getattr(self, name) for name in COUNTED})


@dataclass(frozen=True)
class CriticalPath:
    """The path between two registers that limits the clock of a routed design.

    Parameters
    ----------
    start, end : str
        Registers or memories from which and to which it leads, as the RTL names them, with the bit;
        one that has lost its name in synthesis has that of the nearest signal, after ``near``.
    logic_ns : float
        Time in cells, clock to output and setup included, in ns.
    routing_ns : float
        Time in wires, in ns.
    levels : int
        Cells passed between the two.
    carry_levels : int
        Those of them that are carry cells.
    through : tuple of str
        Instances to which the cells passed belong, in order, each named once in a row; the top by
        the name of its module.
    """

    start: str
    end: str
    logic_ns: float
    routing_ns: float
    levels: int
    carry_levels: int
    through: tuple[str, ...]

    def __post_init__(self) -> None:
        _check_texts({"start": self.start, "end": self.end})
        _check_figures({"logic_ns": self.logic_ns, "routing_ns": self.routing_ns})
        _check_numbers({"levels": self.levels, "carry_levels": self.carry_levels})
        if self.carry_levels > self.levels:
            raise ValueError(
                f"carry_levels is {self.carry_levels}; it must be {self.levels} or less, as levels"
            )
        if not isinstance(self.through, tuple):
            raise ValueError(f"through is {self.through!r}; it must be a list")
        for name in self.through:
            _check_texts({"through": name})

    @property
    def words(self) -> str:
        """The path in words.

        Examples
        --------
        >>> CriticalPath("a_q", "b_q[3]", 1.23, 4.5, 5, 4, ()).words
        'from a_q to b_q[3]: 5 levels of logic (4 of carry), 1.2 ns of it logic and 4.5 ns routing'
        """
        levels = f"{self.levels} level{'' if self.levels == 1 else 's'} of logic"
        carry = f" ({self.carry_levels} of carry)" if self.carry_levels else ""
        through = f", through {', '.join(self.through)}" if self.through else ""
        return (
            f"from {self.start} to {self.end}: {levels}{carry}, {self.logic_ns:.1f} ns of it "
            f"logic and {self.routing_ns:.1f} ns routing{through}"
        )

    @classmethod
    def from_data(cls, content: Mapping[str, Any]) -> CriticalPath:
        """Read what JSON has of it.

        Raises
        ------
        TypeError, ValueError
            If it is not one.
        """
        _check_object("critical_path", content)
        through = content.get("through")
        listed = {"through": tuple(through)} if isinstance(through, list) else {}
        return cls(**{**content, **listed})


@dataclass(frozen=True)
class Run:
    """One run of place and route.

    Parameters
    ----------
    seed : int
        Seed of the placer.
    fmax_mhz : float
        Highest clock frequency in MHz.
    kind : {"routed", "placed"}
        Whether the frequency is that of the routed design, or the estimate after placement of a
        design that was not routed within its time limit.
    seconds : float
        Time that the run took.
    comb : int
        Combinational cells that the device spends, look-up tables for logic, carry and memories:
        TRELLIS_COMB on ECP5, OXIDE_COMB on Nexus, LUT4 on Gowin devices.
    critical_path : CriticalPath or None
        What limits the frequency of a routed design; None for an estimate after placement, and in
        records from before it was noted.
    """

    seed: int
    fmax_mhz: float
    kind: Kind
    seconds: float
    comb: int
    critical_path: CriticalPath | None = None

    def __post_init__(self) -> None:
        _check_numbers({"seed": self.seed, "comb": self.comb})
        _check_figures({"fmax_mhz": self.fmax_mhz, "seconds": self.seconds})
        if self.fmax_mhz == 0:
            raise ValueError("fmax_mhz is 0; it must be more")
        if self.kind not in ("routed", "placed"):
            raise ValueError(f"kind is {self.kind!r}; it must be 'routed' or 'placed'")
        if self.kind == "placed" and self.critical_path is not None:
            raise ValueError("critical_path is of a run that is not routed; it must not be there")

    def to_data(self) -> dict[str, Any]:
        """Return the run for JSON, without what is not known."""
        return {name: value for name, value in asdict(self).items() if value is not None}

    @classmethod
    def from_data(cls, content: Mapping[str, Any]) -> Run:
        """Read what JSON has of it.

        Raises
        ------
        TypeError, ValueError
            If it is not one.
        """
        _check_object("run", content)
        path = content.get("critical_path")
        known = {} if path is None else {"critical_path": CriticalPath.from_data(path)}
        return cls(**{**content, **known})


@dataclass(frozen=True)
class Result:
    """What was measured of a design on a target.

    Parameters
    ----------
    design, target, boundary : str
        Names of the design and the target, and the boundary that was measured.
    top : str
        The module.
    parameters : mapping
        Its parameters.
    source_key : str
        Hash of all that the result depends on but the tools, see
        :func:`gatehash.implement.source.source_key`.
    tools : mapping
        Versions of the tools.
    command : str
        Command line that reproduces the result.
    area : Area
        What the design takes.
    cells : mapping
        How many cells it has of each type.
    runs : tuple of Run
        Runs of place and route by rising seed; empty where there is no open tool for it, and for a
        design that does not fit the device.
    modules : tuple of ModuleArea
        What the instances of modules take, down to three levels, the top first; what is less than
        two per cent of the whole counts for the instance around it, so that the sums are those of
        `area`. Empty where there is no place and route, and in records from before it was noted.
    """

    design: str
    target: str
    boundary: BoundaryName
    top: str
    parameters: Mapping[str, int]
    source_key: str
    tools: Mapping[str, str]
    command: str
    area: Area
    cells: Mapping[str, int]
    runs: tuple[Run, ...] = ()
    modules: tuple[ModuleArea, ...] = ()

    def __post_init__(self) -> None:
        seeds = [run.seed for run in self.runs]
        if seeds != sorted(set(seeds)):
            raise ValueError(f"seeds are {seeds}; they must rise")
        for name in COUNTED if self.modules else ():
            found = sum(getattr(module, name) for module in self.modules)
            if found != getattr(self.area, name):
                raise ValueError(
                    f"{name} of all modules is {found}; it must be {getattr(self.area, name)}"
                )

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
    def median_run(self) -> Run | None:
        """The run whose frequency is the median; of an even number the slower of the middle two."""
        ordered = sorted(self.runs, key=lambda run: run.fmax_mhz)
        return ordered[(len(ordered) - 1) // 2] if ordered else None

    @property
    def misfit(self) -> str | None:
        """Why the design is too large to be placed on the target's device, None if it is not."""
        target = find_target(self.target)
        needed = self.area.lut + self.area.lutram + target.luts_per_carry * self.area.carry
        if target.capacity is None or needed <= target.most_filled * target.capacity:
            return None
        size = f"{needed} LUT4 of {target.capacity}"
        if needed > target.capacity:
            return f"{size}: does not fit one {target.device}"
        return f"{size}: not tried where more than {target.most_filled:.0%} would be taken"

    @property
    def reason(self) -> str | None:
        """Why there is no frequency, None if there is one."""
        if self.runs:
            return None
        if not find_target(self.target).place_and_route:
            return f"{self.target}: area only, no place and route with open tools"
        return self.misfit or "not placed and routed yet"

    def throughput_mbps(self, design: Design) -> float | None:
        """Throughput of a long message at the median frequency, in Mbit/s.

        Parameters
        ----------
        design : Design
            The design measured.
        """
        if self.fmax_mhz is None:
            return None
        return float(design.algorithm.block_bits * self.fmax_mhz / design.timing.block)

    def throughput_per_lut(self, design: Design) -> float | None:
        """Throughput over look-up table cells, in Mbit/s each.

        Parameters
        ----------
        design : Design
            The design measured.
        """
        throughput = self.throughput_mbps(design)
        if throughput is None or not self.area.lut:
            return None
        return throughput / self.area.lut

    def with_runs(self, *runs: Run) -> Result:
        """Return the result with runs added; one of the same seed is replaced."""
        merged = {run.seed: run for run in (*self.runs, *runs)}
        ordered = tuple(merged[seed] for seed in sorted(merged))
        command = synth_command(self.design, self.target, self.boundary, len(ordered))
        return replace(self, runs=ordered, command=command)

    def to_json(self) -> str:
        """Text of the record, the same for the same content."""
        content = {
            **asdict(self),
            "parameters": dict(self.parameters),
            "tools": dict(sorted(self.tools.items())),
            "cells": dict(sorted(self.cells.items())),
            "runs": [run.to_data() for run in self.runs],
        }
        if not self.modules:
            del content["modules"]
        return json.dumps(content, indent=2) + "\n"

    @classmethod
    def from_json(cls, text: str) -> Result:
        """Read the text of a record.

        Raises
        ------
        ValueError
            If it is not one; the text names what is wrong.
        """
        content = json.loads(text)
        if not isinstance(content, dict):
            raise ValueError("it is not a JSON object")
        try:
            _check_types(content)
            return cls(
                **{
                    **content,
                    "area": Area(**content["area"]),
                    "runs": tuple(Run.from_data(run) for run in content["runs"]),
                    "modules": tuple(ModuleArea(**each) for each in content.get("modules", [])),
                }
            )
        except KeyError as error:
            raise ValueError(f"it has no {error}") from None
        except TypeError as error:
            raise ValueError(str(error)) from None


def _check_numbers(values: Mapping[str, Any]) -> None:
    for name, value in values.items():
        if isinstance(value, bool) or not isinstance(value, int) or value < 0:
            raise ValueError(f"{name} is {value!r}; it must be a whole number, 0 or more")


def _check_figures(values: Mapping[str, Any]) -> None:
    for name, value in values.items():
        if isinstance(value, bool) or not isinstance(value, int | float) or not value >= 0:
            raise ValueError(f"{name} is {value!r}; it must be a number, 0 or more")


def _check_texts(values: Mapping[str, Any]) -> None:
    for name, value in values.items():
        if not isinstance(value, str):
            raise ValueError(f"{name} is {value!r}; it must be text")


def _check_object(name: str, value: Any) -> None:
    if not isinstance(value, dict):
        raise ValueError(f"{name} is {value!r}; it must be an object")


def _check_types(content: Mapping[str, Any]) -> None:
    texts = ("design", "target", "boundary", "top", "source_key", "command")
    _check_texts({name: content[name] for name in texts})
    for name in ("parameters", "tools", "area", "cells"):
        _check_object(name, content[name])
    _check_numbers(content["parameters"])
    _check_numbers(content["cells"])
    modules = content.get("modules", [])
    for name, value in (("runs", content["runs"]), ("modules", modules)):
        if not isinstance(value, list):
            raise ValueError(f"{name} is {value!r}; it must be a list")
    for module in modules:
        _check_object("module", module)


def count_area(target: Target, cells: Mapping[str, int], lc: int | None) -> Area:
    """Area of a design from its cells.

    Parameters
    ----------
    target : Target
        The target that it was mapped to.
    cells : mapping
        How many cells it has of each type.
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


def synth_command(design: str, target: str, boundary: str, seeds: int = 0) -> str:
    """Command line that measures a design."""
    command = f"gatehash synth {design} --target {target} --boundary {boundary}"
    return f"{command} --seeds {seeds}" if seeds else command


def record_name(design: str, target: str, boundary: str) -> Path:
    """Path of a record below a folder of results."""
    return Path(target) / f"{design}.{boundary}.json"


def store(result: Result) -> Path:
    """Write a record to the first folder of results, whole or not at all.

    Raises
    ------
    GatehashError
        If it can't be written.
    """
    path = results_roots()[0] / record_name(result.design, result.target, result.boundary)
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            part.write_text(result.to_json(), encoding="utf-8")
            part.replace(path)
        finally:
            part.unlink(missing_ok=True)
    except OSError as error:
        raise GatehashError(f"can't write result '{path}': {error.strerror or error}") from error
    return path


def load(design: Design, target: str, boundary: BoundaryName) -> Result | None:
    """Read the record of a design, or None if it was not measured.

    Where several folders hold one the first counts, but for a stale one before one that is not.

    Raises
    ------
    GatehashError
        If the target is not known or a record is damaged.
    """
    find_target(target)
    name = record_name(design.name, target, boundary)
    paths = [root / name for root in results_roots() if (root / name).is_file()]
    found = [_read(path, design.name, target, boundary) for path in paths]
    fresh = (result for result in found if not is_stale(result, design))
    return next(fresh, None) or next(iter(found), None)


def _read(path: Path, design: str, target: str, boundary: str) -> Result:
    try:
        result = Result.from_json(path.read_text(encoding="utf-8"))
        named = (result.design, result.target, result.boundary)
        if named != (design, target, boundary):
            raise ValueError(f"it is the record of {' '.join(named)}")
    except (OSError, ValueError) as error:
        raise GatehashError(
            f"result '{path}' can't be read ({error}); delete it and measure again: "
            f"{synth_command(design, target, boundary)}"
        ) from error
    return result


def is_stale(result: Result, design: Design) -> bool:
    """Whether RTL, parameters or flow have changed since the result was measured.

    Parameters
    ----------
    result : Result
        The result.
    design : Design
        The design as it is now.
    """
    return result.source_key != source_key(design, find_target(result.target), result.boundary)


def measured(design: Design) -> dict[str, dict[str, Any]]:
    """Figures of a design on every target, at the boundary where the paper measured.

    Returns
    -------
    dict
        For each target ``lc``, ``lut``, ``ff``, ``ramb36``, ``ramb18``, ``fmax_mhz`` (the median of
        all runs), ``fmax_min_mhz``, ``fmax_max_mhz``, ``fmax_kind``, ``throughput_mbps``, ``fits``
        (whether the target's device has room for it), ``stale`` and ``reason``, which says why a
        figure is None.

    Raises
    ------
    GatehashError
        If a record is damaged.
    """
    return {target.name: _figures(design, target) for target in TARGETS.values()}


def _figures(design: Design, target: Target) -> dict[str, Any]:
    result = load(design, target.name, design.compared)
    area = result.area if result else None
    return {
        "lc": area.lc if area else None,
        "lut": area.lut if area else None,
        "ff": area.ff if area else None,
        "ramb36": area.ramb36 if area else None,
        "ramb18": area.ramb18 if area else None,
        "fmax_mhz": result.fmax_mhz if result else None,
        "fmax_min_mhz": result.fmax_min if result else None,
        "fmax_max_mhz": result.fmax_max if result else None,
        "fmax_kind": result.fmax_kind if result else None,
        "throughput_mbps": result.throughput_mbps(design) if result else None,
        "fits": result.misfit is None if result else None,
        "stale": is_stale(result, design) if result else False,
        "reason": result.reason if result else _reason(design, target),
    }


def _reason(design: Design, target: Target) -> str:
    if target.name in wanted_targets(design):
        return "not measured yet"
    return f"measured on demand only: it answers to no published figure of {target.name} devices"
