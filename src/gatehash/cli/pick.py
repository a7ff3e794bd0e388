# SPDX-License-Identifier: Apache-2.0
"""``gatehash pick``: the designs that satisfy a budget, and the reasons why others don't."""

import re
import sys
from dataclasses import asdict, dataclass, replace
from typing import Annotated

import typer

from gatehash.catalog import BoundaryName, Job, jobs_called
from gatehash.cli.measuring import TargetOption, boundary_named, noting_damage
from gatehash.cli.options import JsonOption, number, print_json, print_table, spread
from gatehash.cli.values import Whole
from gatehash.errors import GatehashError, shown, unknown
from gatehash.implement import BOUNDARIES, PLACED, TARGETS, Target, figures_at, find_target
from gatehash.implement.figures import kind_words, over, unit_words
from gatehash.records.damage import is_damaged

__all__ = ["pick"]

_MEGABITS = {"": 1e-6, "K": 1e-3, "M": 1.0, "G": 1e3}
_MOST_MEGABITS = 1e9
_PER_UNIT, _SMALLEST = "per-unit", "area"
_SORTS = (_PER_UNIT, "per-area", _SMALLEST, "throughput")
_OF_LC = ", ".join(name for name, each in TARGETS.items() if each.unit == "lc")
_OF_36_KBIT = " and ".join(name for name, each in TARGETS.items() if each.block_kbit == 36)


@dataclass(frozen=True)
class _Budget:
    """A budget; None is no bound.

    Parameters
    ----------
    min_throughput_mbps : float or None
        Least throughput in Mbit/s.
    max_area : int or None
        Most logic cells on Xilinx devices, most LUT4 on others.
    max_memory_blocks : int or None
        Most block memories of the target's size.
    """

    min_throughput_mbps: float | None
    max_area: int | None
    max_memory_blocks: int | None


@dataclass(frozen=True)
class _Candidate:
    """A design that runs the algorithm, with its measured figures; an unknown figure is None.

    Parameters
    ----------
    design, algorithm, operation : str
        The design and its function.
    microarchitecture, boundary : str
        Its datapath, and the boundary of all figures.
    streams : int
        Messages at once; `throughput_mbps` is their sum.
    cycles_per_block : float
        Clock cycles for one more block of a long message: at the stream top all cycles, in the core
        its busy cycles.
    frequency_mhz : float or None
        Median clock frequency in MHz.
    frequency_min_mhz, frequency_max_mhz : float or None
        Lowest and highest frequency of all seeds.
    frequency_kind : {"routed", "placed"} or None
        Whether the frequency is routed, or an estimate after placement.
    frequency_note : str or None
        Note on it, see :attr:`gatehash.implement.Result.fmax_note`.
    throughput_mbps : float or None
        Throughput of long messages in Mbit/s.
    area : int or None
        Area in the target's unit, with the look-up tables of memories.
    carry_luts : int or None
        Look-up tables whose place carry cells take; `area` excludes them.
    memory_blocks : float or None
        Block memories of the target's size.
    units : int or None
        Share of the device's scarcest resource that the placed design takes, see
        :attr:`gatehash.implement.Figures.units`.
    mbps_per_unit : float or None
        `throughput_mbps` over `units`.
    throughput_per_area : float or None
        `throughput_mbps` over `area`.
    notes : tuple of str
        Remarks.
    failures : tuple of str
        The reasons why it does not satisfy the budget.
    """

    design: str
    algorithm: str
    operation: str
    microarchitecture: str
    boundary: str
    streams: int
    cycles_per_block: float
    frequency_mhz: float | None = None
    frequency_min_mhz: float | None = None
    frequency_max_mhz: float | None = None
    frequency_kind: str | None = None
    frequency_note: str | None = None
    throughput_mbps: float | None = None
    area: int | None = None
    carry_luts: int | None = None
    memory_blocks: float | None = None
    units: int | None = None
    mbps_per_unit: float | None = None
    throughput_per_area: float | None = None
    notes: tuple[str, ...] = ()
    failures: tuple[str, ...] = ()


def pick(
    algorithm: Annotated[
        str, typer.Option("--algorithm", help="Such as blake-512, skein-512-224 or chacha20.")
    ],
    target: TargetOption = PLACED.name,
    min_throughput: Annotated[
        str | None,
        typer.Option("--min-throughput", help="Least bit/s of long messages: 200M, 1.5G."),
    ] = None,
    max_area: Annotated[
        int | None,
        typer.Option(
            "--max-area",
            metavar="N",
            parser=Whole(1, 10**9),
            help=f"Most lc ({_OF_LC}) or LUT4 (others).",
        ),
    ] = None,
    max_memory_blocks: Annotated[
        int | None,
        typer.Option(
            "--max-memory-blocks",
            metavar="N",
            parser=Whole(0, 10**6),
            help=f"Most block memories: of 36 Kbit on {_OF_36_KBIT}, else of 18.",
        ),
    ] = None,
    boundary: Annotated[
        str,
        typer.Option(
            "--boundary",
            help="stream: padding and interface included; core: messages are padded already.",
        ),
    ] = "stream",
    sort: Annotated[
        str,
        typer.Option(
            "--sort",
            help=f"{_PER_UNIT}: most Mb/s per unit; per-area: most Mb/s per LUT4; {_SMALLEST}: "
            "smallest; throughput: fastest.",
        ),
    ] = _PER_UNIT,
    as_json: JsonOption = False,
) -> None:
    """List the designs that satisfy a budget, best first, and the reasons why others don't.

    The figures are those of the stream top, which pads messages, or of the core with --boundary
    core. A design without a measurement there is not chosen. The best has the most Mb/s per unit:
    units are what a design takes of the device's scarcest resource (cells with carry, flip-flops,
    block memories or multipliers). Without a frequency the smallest is the best. The exit status is
    1 if no design satisfies the budget.
    """
    where, at = find_target(target), boundary_named(boundary) or "stream"
    jobs = jobs_called(algorithm)
    budget = _Budget(_megabits(min_throughput), max_area, max_memory_blocks)
    if sort not in _SORTS:
        raise unknown("order", sort, _SORTS, "gatehash pick --help")
    by_throughput = sort not in (_PER_UNIT, _SMALLEST)
    if not where.place_and_route and (min_throughput is not None or by_throughput):
        able = ", ".join(each.name for each in TARGETS.values() if each.place_and_route)
        raise GatehashError(
            f"throughput is not known on {target}: no open tool places and routes it; "
            f"give bounds of area only, or one of the targets: {able}"
        )
    with noting_damage():
        candidates = [_judged(_measured(job, where, at), budget, where) for job in jobs]
    fit = [each for each in candidates if not each.failures]
    fit.sort(key=lambda each: _rank(each, sort))
    unfit = [each for each in candidates if each.failures]
    if as_json:
        print_json(
            {
                "algorithm": algorithm,
                "target": target,
                "boundary": at,
                "area_unit": where.unit,
                "budget": asdict(budget),
                "satisfying": [asdict(each) for each in fit],
                "failing": [asdict(each) for each in unfit],
            }
        )
    else:
        _print(fit, unfit, where, at)
    if not fit:
        print(f"gatehash: no design for {algorithm} satisfies this on {target}", file=sys.stderr)
        raise typer.Exit(1)


def _megabits(text: str | None) -> float | None:
    """Read a throughput in bit/s with K, M or G; return it in Mbit/s."""
    if text is None:
        return None
    match = re.fullmatch(r"(\d{1,20}(?:\.\d{1,20})?)([KMG]?)", text.upper(), re.ASCII)
    value = float(match[1]) * _MEGABITS[match[2]] if match else 0
    if not 0 < value <= _MOST_MEGABITS:
        raise GatehashError(
            f"throughput '{shown(text)}' is not known; it must be bit/s above 0 and up to "
            f"{_MOST_MEGABITS / 1e3:.0f}G, with K, M or G: 200M"
        )
    return value


def _measured(job: Job, target: Target, boundary: BoundaryName) -> _Candidate:
    """Return the figures of a design for an algorithm, or why it has none."""
    design = job.design
    found = figures_at(design, target.name, boundary, at_work=job)
    throughput, why = found.rate.mbps, None
    if is_damaged(design.name, target.name, boundary):
        why = "its record is damaged; measure it again"
    elif found.result is None:
        why = f"{BOUNDARIES[boundary]} not measured; measure it"
    elif found.stale:
        why = "stale, measured before the design changed; measure it again"
    candidate = _Candidate(
        design=design.name,
        algorithm=job.name,
        operation=job.operation,
        microarchitecture=design.microarchitecture,
        boundary=boundary,
        streams=job.streams,
        cycles_per_block=float(found.rate.cycles),
    )
    if why:
        return replace(candidate, failures=(f"{why}: `{found.command}`",))
    notes = []
    if job.streams > 1:
        notes.append(f"{job.streams} messages at once")
    if job.hardware.boundary(boundary) != design.hardware.boundary(boundary):
        notes.append(f"measured as {design.principal_job.name}")
    failures: tuple[str, ...] = ()
    if target.place_and_route and found.fmax_mhz is None:
        misfit = found.result.misfit if found.result else None
        failures = (misfit or f"not placed and routed; measure it: `{found.command}`",)
    return replace(
        candidate,
        frequency_mhz=found.fmax_mhz,
        frequency_min_mhz=found.fmax_min_mhz,
        frequency_max_mhz=found.fmax_max_mhz,
        frequency_kind=found.fmax_kind,
        frequency_note=found.fmax_note or None,
        throughput_mbps=throughput,
        area=found.size,
        carry_luts=found.carry_luts,
        memory_blocks=found.memory_blocks,
        units=found.units,
        mbps_per_unit=found.rate.mbps_per_unit,
        throughput_per_area=over(throughput, found.size),
        notes=tuple(notes),
        failures=failures,
    )


def _judged(candidate: _Candidate, budget: _Budget, target: Target) -> _Candidate:
    """Return a candidate with the bounds of the budget that it exceeds."""
    failures = list(candidate.failures)
    rate, least = candidate.throughput_mbps, budget.min_throughput_mbps
    if rate is not None and least is not None and rate < least:
        failures.append(f"too slow by {least - rate:.1f} Mb/s ({rate:.1f} of {least:.1f})")
    area, most = candidate.area, budget.max_area
    if area is not None and most is not None and area > most:
        failures.append(f"too large by {area - most} {target.unit} ({area} of {most})")
    blocks, most = candidate.memory_blocks, budget.max_memory_blocks
    if blocks is not None and most is not None and blocks > most:
        failures.append(f"too many memory blocks by {blocks - most:g} ({blocks:g} of {most})")
    return replace(candidate, failures=tuple(failures))


def _legend(target: Target, boundary: BoundaryName) -> str:
    if not target.place_and_route:
        rate = "no open tool places and routes this device, so that Mb/s are unknown"
    else:
        rate = "Mb/s: of long messages, at the median frequency"
    unit = target.unit
    included = {
        "core": "of the core: messages are padded already, and Mb/s are for its busy cycles",
        "stream": "of the stream top: padding and interface included",
    }
    words = [rate, f"{unit}: with those of memories, carry apart"]
    if target.resources:
        words.append(f"units: {unit_words(target)}")
    return f"{'; '.join(words)}; all {included[boundary]}\n"


def _rank(candidate: _Candidate, sort: str) -> tuple[float, float]:
    """Return the sort key of a candidate: the smallest come first without a frequency."""
    first = {
        _PER_UNIT: candidate.mbps_per_unit,
        "per-area": candidate.throughput_per_area,
        _SMALLEST: None,
        "throughput": candidate.throughput_mbps,
    }
    return -(first[sort] or 0), candidate.area or 0


def _print(
    fit: list[_Candidate], unfit: list[_Candidate], target: Target, boundary: BoundaryName
) -> None:
    unit = target.unit
    if fit:
        print_table(
            (
                "design",
                "",
                "microarchitecture",
                "boundary",
                "cycles",
                "MHz",
                "min-max",
                "",
                "Mb/s",
                unit,
                "+ carry",
                "memory blocks",
                "units",
                "Mb/s per unit",
                f"Mb/s per {unit}",
                "",
            ),
            [
                (
                    each.design,
                    each.operation,
                    each.microarchitecture,
                    each.boundary,
                    f"{each.cycles_per_block:.4g}",
                    number(each.frequency_mhz, 1),
                    spread(each.frequency_min_mhz, each.frequency_max_mhz),
                    kind_words(each.frequency_kind, each.frequency_note),
                    number(each.throughput_mbps, 1),
                    number(each.area),
                    number(each.carry_luts),
                    "-" if each.memory_blocks is None else f"{each.memory_blocks:g}",
                    number(each.units),
                    number(each.mbps_per_unit, 3),
                    number(each.throughput_per_area, 3),
                    ", ".join(each.notes),
                )
                for each in fit
            ],
        )
        print(_legend(target, boundary))
    if unfit:
        print_table(
            ("not these", "", "because"),
            [(each.design, each.operation, "; ".join(each.failures)) for each in unfit],
        )
