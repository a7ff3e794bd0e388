# SPDX-License-Identifier: Apache-2.0
"""The paper of Zalewski, Łukowiak and Radziszowski: SHA-512, Whirlpool and PHASH.

Tables 1 to 3, Figure 4, slices per Mb/s, and the speed-up of PHASH by its number of W ciphers.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from gatehash.catalog import DESIGNS, BoundaryName, Design
from gatehash.implement import BOUNDARIES
from gatehash.implement.figures import over
from gatehash.published import Paper, Row, paper
from gatehash.report.best import Best, best_of, placed_entries
from gatehash.report.canvas import AMBER, BLUE, GREY, LIGHT_BLUE, ROSE
from gatehash.report.charts import Bar, BarPanel, Curve, CurvePanel, draw_bars, draw_curves
from gatehash.report.document import Document, Picture
from gatehash.report.legend import peer_words
from gatehash.report.peers import OTHER_DEVICES, figure_words, peer_rows
from gatehash.report.render import Grid, Line, grid, number, plain, throughput_text
from gatehash.report.tables import (
    DEVICES,
    PLACED,
    Comparison,
    Entry,
    comparison,
    measured_entry,
    missing,
    others,
    published_entry,
    published_name,
)

__all__ = ["zalewski_document"]

_PAPER = "zalewski"
_NAME = "Zalewski"
_FIGURE = "4"
_MAPPED = "xc5v"
_VIRTEX5 = ("2", "3")
"""The tables on Virtex-5."""

_ALGORITHMS = {"SHA-512": "sha-512", "Whirlpool": "whirlpool", "PHASH": "phash"}
"""How the rows of each algorithm begin."""

_COLOURS = {"SHA-512": GREY, "Whirlpool": AMBER, "PHASH": BLUE}

MESSAGE_BLOCKS = 65537
"""Blocks of the message whose cycles tell the speed-up: the first with three reduction levels."""

_LEGEND = (
    "Cycles are for one block of a long message. The paper prints none: those of its rows follow "
    "from block length x MHz / Mb/s. Ours are counted in simulation, and the tests assert them. "
    "PHASH takes 10 / N cycles a block with N W ciphers; the reductions, one more for each 256 "
    "blocks and a few above, are left out of the paper's throughputs and of ours, and are in the "
    "cycles of 65,537 blocks.",
    "Both sides' areas are of the core without padding: the paper's messages come padded. Ours "
    "have a row of the stream top on ECP5 as well, padding and interface included, which is set "
    "against no row of the paper.",
    "lc is Yosys's estimate of Xilinx logic cells, of which a Virtex-5 slice holds four and a "
    "Virtex-4 slice two; it pairs small look-up tables that could share one. The slices of ours "
    "are an estimate, the larger of lc with look-up tables as memory / 4 and flip-flops / 4 "
    "(Virtex-4: / 2), as if every slice were full; a placed design rarely fills more than four "
    "fifths of them. A look-up table of Virtex-4 has four inputs and can't be shared, though "
    "Yosys's lc supposes so there too: there all look-up tables count. Block memories are "
    "counted beside the slices.",
    "est. slices : slices sets them against the slices of the row in the paper: up to 1.00 ours "
    "meets that area, up to 0.80 it beats it with slices four fifths full. The columns beside it "
    "tell what lc, LUT and FF alone would fill.",
    "No open tool places and routes Virtex-4 or Virtex-5. Our frequencies and throughputs are "
    "those of a Lattice ECP5, a low-cost device of 4-input look-up tables, routed or, where it "
    "says so, estimated after placement; they can't be set against those of a Virtex.",
    "LUT4 are look-up tables that are logic; those that are memories stand beside them and count "
    "in Mb/s per LUT4. Carry cells come on top and are counted in the figures per combinational "
    "cell. A design that takes more than half of the ECP5, or does not fit it, has an area there "
    "and no frequency.",
    *peer_words(_ALGORITHMS.values()),
)


@dataclass(frozen=True)
class _Peak:
    """The highest throughput of one algorithm, in the paper and of ours at each boundary."""

    algorithm: str
    published: Entry
    ours: Mapping[BoundaryName, Entry | None]


@dataclass(frozen=True)
class _SliceCost:
    """Area over throughput of one row.

    Parameters
    ----------
    work, architecture, origin : str
        Whose it is, and what.
    slices : float or None
        Slices; those of ours are estimated.
    throughput_mbps : float or None
        Throughput in Mbit/s.
    slices_device, throughput_device : str
        The devices that these two are of.
    frequency_kind : str or None
        Whether our frequency is that of the routed design or an estimate after placement.
    slices_per_mbps : float or None
        The one over the other.
    lut_per_mbps : float or None
        LUT4 over throughput, both on ECP5.
    slices_per_bit : float or None
        Slices over bits of the message a cycle; no frequency enters.
    notes : tuple of str
        What is not measured, and how it can be.
    """

    work: str
    architecture: str
    origin: Literal["published", "measured"]
    slices: float | None
    throughput_mbps: float | None
    slices_device: str
    throughput_device: str
    frequency_kind: str | None
    slices_per_mbps: float | None
    lut_per_mbps: float | None
    slices_per_bit: float | None
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class _Scaling:
    """What a number of W ciphers brings and costs, against one of the same series.

    Parameters
    ----------
    series : str
        The designs that differ in the number only.
    origin : {"published", "measured"}
        From the paper, or ours.
    ciphers : int
        W ciphers.
    design : str or None
        The design, if it is ours.
    cycles : int or None
        Cycles of a message of 65,537 blocks.
    cycle_speedup : float or None
        Cycles of one cipher over these.
    area : float or None
        Slices, or lc with the look-up tables that are memories.
    area_growth : float or None
        Area over that of one cipher.
    throughput_speedup : float or None
        Throughput over that of one cipher on the same device, so with the loss of frequency.
    throughput_device : str
        That device.
    notes : tuple of str
        What is not measured, and how it can be.
    """

    series: str
    origin: Literal["published", "measured"]
    ciphers: int
    design: str | None
    cycles: int | None
    cycle_speedup: float | None
    area: float | None
    area_growth: float | None
    throughput_speedup: float | None
    throughput_device: str
    notes: tuple[str, ...] = ()


def zalewski_document() -> Document:
    """Return the report: tables 1 to 3 with ours beside them, Figure 4 and the speed-up of PHASH.

    Its data has ``slices_per_mbps``, ``speedup``, ``figure4``, ``best_throughput_per_lut``,
    ``peers`` and ``legend`` besides the tables; its sheets are ``table1`` to ``table3`` and
    ``peers``.

    Raises
    ------
    GatehashError
        If a record is damaged.
    """
    source = paper(_PAPER)
    comparisons = (
        *(comparison(_PAPER, table, own_words=True) for table in source.tables),
        others(source, "Designs of these algorithms that answer to no row", _MAPPED),
    )
    peaks = _peaks(source, comparisons)
    costs = _slice_costs(source, comparisons)
    scalings = _scalings(source)
    best = _best(comparisons)
    designs = [DESIGNS[entry.design or ""] for entry in placed_entries(comparisons)]
    return Document(
        source=source,
        title="SHA-512, Whirlpool and PHASH: Zalewski, Łukowiak and Radziszowski, and ours",
        tables=(*comparisons, _cost_grid(costs), _scaling_grid(scalings)),
        pictures=(_peak_picture(source, peaks), _speedup_picture(scalings)),
        closing={
            "Best throughput per LUT among ours": tuple(each.text for each in best),
            OTHER_DEVICES: figure_words(_ALGORITHMS.values()),
        },
        data={
            "slices_per_mbps": [plain(cost) for cost in costs],
            "speedup": {
                "message_blocks": MESSAGE_BLOCKS,
                "rows": [plain(scaling) for scaling in scalings],
            },
            "figure4": [_peak_data(peak) for peak in peaks],
            "best_throughput_per_lut": [
                {"algorithm": each.label, **each.to_data()} for each in best
            ],
        },
    ).with_peers(peer_rows(_ALGORITHMS.values(), designs), _LEGEND)


def _rows(source: Paper, start: str, tables: Sequence[str]) -> list[Row]:
    """Return the rows of an algorithm in some of the paper's tables."""
    found = (row for number in tables for row in source.table(number).rows)
    return [row for row in found if row.id.split("/")[-1].startswith(start)]


def _of_algorithm(source: Paper, algorithm: str, entries: Iterable[Entry]) -> list[Entry]:
    """Return the rows of ours whose design's family answers to an algorithm's published rows."""
    tables = [table.id for table in source.tables]
    rows = {row.id for row in _rows(source, _ALGORITHMS[algorithm], tables)}
    families = {design.family for design in DESIGNS.values() if rows & {*design.paper_rows}}
    return [entry for entry in entries if entry.design and _family(entry) in families]


def _family(entry: Entry) -> str:
    return DESIGNS[entry.design or ""].family


# Throughput


def _best(comparisons: Sequence[Comparison]) -> list[Best]:
    source = paper(_PAPER)
    return [
        best_of(name, boundary, _of_algorithm(source, name, placed_entries(comparisons, boundary)))
        for name in _ALGORITHMS
        for boundary in BOUNDARIES
    ]


def _peaks(source: Paper, comparisons: Sequence[Comparison]) -> tuple[_Peak, ...]:
    peaks = []
    for algorithm, start in _ALGORITHMS.items():
        row = max(_rows(source, start, _VIRTEX5), key=lambda row: row.throughput_mbps or 0)
        ours = {
            boundary: _fastest(
                _of_algorithm(source, algorithm, placed_entries(comparisons, boundary))
            )
            for boundary in BOUNDARIES
        }
        peaks.append(_Peak(algorithm, published_entry(row, _PAPER), ours))
    return tuple(peaks)


def _fastest(entries: Iterable[Entry]) -> Entry | None:
    known = [entry for entry in entries if entry.throughput_mbps is not None]
    return max(known, key=lambda entry: entry.throughput_mbps or 0, default=None)


def _peak_picture(source: Paper, peaks: Sequence[_Peak]) -> Picture:
    device = source.table(_VIRTEX5[0]).device
    theirs = BarPanel(
        f"{_NAME}, cores:\n{device}",
        "Mb/s on Virtex-5",
        tuple(_bar(peak.algorithm, peak.published) for peak in peaks),
    )
    ours = [
        BarPanel(
            f"gatehash, {name}s:\n{DEVICES[PLACED]}",
            "Mb/s on ECP5",
            tuple(_bar(peak.algorithm, peak.ours[boundary]) for peak in peaks),
        )
        for boundary, name in BOUNDARIES.items()
    ]
    return Picture.of_figure(
        source.figure(_FIGURE),
        alt="Maximum throughput of SHA-512, Whirlpool and PHASH, in the paper and of ours",
        words="Left the greatest throughputs of the paper's tables 2 and 3, of cores on Virtex-5; "
        "then ours, of cores and of stream tops on ECP5, a smaller and slower device: each has a "
        "scale of its own.",
        draw=lambda: draw_bars((theirs, *ours)),
    )


def _bar(algorithm: str, entry: Entry | None) -> Bar:
    if entry is None:
        return Bar(algorithm, _COLOURS[algorithm], None, "not\nmeasured")
    digits = None if entry.origin == "published" else 1
    kind = f" {entry.frequency_kind}" if entry.frequency_kind else ""
    caption = f"{throughput_text(entry)} Mb/s\n{number(entry.frequency_mhz, digits)} MHz{kind}"
    # The paper's PHASH has its number of ciphers, its others only their name.
    built = entry.design or (entry.architecture if entry.architecture != algorithm else "")
    label = f"{algorithm}\n{built}"
    estimate = entry.frequency_kind == "placed"
    return Bar(label, _COLOURS[algorithm], entry.throughput_mbps, caption, estimate)


def _peak_data(peak: _Peak) -> dict[str, Any]:
    return {
        "algorithm": peak.algorithm,
        "published": {
            "row": peak.published.row,
            "device": peak.published.device,
            "throughput_mbps": peak.published.throughput_mbps,
        },
        "ours": _ours_data(peak.ours["core"]),
        "ours_stream": _ours_data(peak.ours["stream"]),
    }


def _ours_data(ours: Entry | None) -> dict[str, Any]:
    return {
        "design": ours.design if ours else None,
        "device": DEVICES[PLACED],
        "throughput_mbps": ours.throughput_mbps if ours else None,
        "frequency_kind": ours.frequency_kind if ours else None,
    }


# Area over throughput


def _slice_costs(source: Paper, comparisons: Sequence[Comparison]) -> tuple[_SliceCost, ...]:
    tables = [source.table(number) for number in _VIRTEX5]
    published = [_published_cost(row) for table in tables for row in table.rows]
    entries = [entry for table in comparisons if table.id in _VIRTEX5 for entry in table.entries]
    mapped = {each.design: each for each in entries if each.design and each.target == _MAPPED}
    placed = {each.design: each for each in placed_entries(comparisons)}
    ours = [_measured_cost(DESIGNS[name], mapped[name], placed[name]) for name in mapped if name]
    return (*published, *ours)


def _published_cost(row: Row) -> _SliceCost:
    bits_a_cycle = over(row.block_bits, row.cycles)
    return _SliceCost(
        work=published_name(row, _PAPER),
        architecture=row.configuration,
        origin="published",
        slices=row.slices,
        throughput_mbps=row.throughput_mbps,
        slices_device=row.device or "",
        throughput_device=row.device or "",
        frequency_kind=None,
        slices_per_mbps=over(row.slices, row.throughput_mbps),
        lut_per_mbps=None,
        slices_per_bit=over(row.slices, bits_a_cycle),
        notes=(row.note,) if row.note else (),
    )


def _measured_cost(design: Design, mapped: Entry, placed: Entry) -> _SliceCost:
    bits_a_cycle = over(design.principal_job.block_bits, mapped.cycles)
    return _SliceCost(
        work=mapped.work,
        architecture=mapped.architecture,
        origin="measured",
        slices=mapped.slices_estimate,
        throughput_mbps=placed.throughput_mbps,
        slices_device=mapped.device,
        throughput_device=placed.device,
        frequency_kind=placed.frequency_kind,
        slices_per_mbps=over(mapped.slices_estimate, placed.throughput_mbps),
        lut_per_mbps=over(placed.lut, placed.throughput_mbps),
        slices_per_bit=over(mapped.slices_estimate, bits_a_cycle),
        notes=missing(mapped, placed),
    )


def _cost_grid(costs: Sequence[_SliceCost]) -> Grid:
    return grid(
        "Slices per Mb/s, cores: those of the paper on Virtex-5 alone; ours set estimated Virtex-5 "
        "slices against Mb/s on ECP5",
        (
            ("Work", False),
            ("Architecture", False),
            ("Slices", True),
            ("Mb/s", True),
            ("Slices per Mb/s", True),
            ("LUT4 per Mb/s, ECP5", True),
            ("Slices per bit a cycle", True),
        ),
        [Line(_cost_cells(cost), cost.notes, cost.origin) for cost in costs],
    )


def _cost_cells(cost: _SliceCost) -> tuple[str, ...]:
    if cost.origin == "published":
        slices, throughput = number(cost.slices), number(cost.throughput_mbps)
    else:
        estimate, rate = number(cost.slices, 0), number(cost.throughput_mbps, 0)
        slices = estimate if cost.slices is None else f"est. {estimate}"
        throughput = f"{rate} ECP5 {cost.frequency_kind}" if cost.frequency_kind else rate
    return (
        cost.work,
        cost.architecture,
        slices,
        throughput,
        number(cost.slices_per_mbps, 2),
        number(cost.lut_per_mbps, 2),
        number(cost.slices_per_bit, 1),
    )


# Speed-up


def _scalings(source: Paper) -> tuple[_Scaling, ...]:
    designs = [
        design for design in DESIGNS.values() if "Ciphers" in design.hardware.core.parameters
    ]
    series: dict[int, list[Design]] = {}
    for design in sorted(designs, key=_ciphers):
        series.setdefault(design.hardware.core.parameters.get("Stages", 1), []).append(design)
    return (
        *_published_scalings(source),
        *(each for stages in sorted(series) for each in _series(stages, series[stages])),
    )


def _ciphers(design: Design) -> int:
    return design.hardware.core.parameters["Ciphers"]


def _published_scalings(source: Paper) -> list[_Scaling]:
    rows = [row for table in source.tables for row in table.rows if row.speedup]
    one = next(row for row in rows if row.instances == 1)
    return [
        _Scaling(
            series=_NAME,
            origin="published",
            ciphers=row.instances or 0,
            design=None,
            cycles=None,
            cycle_speedup=None,
            area=row.slices,
            area_growth=over(row.slices, one.slices),
            throughput_speedup=row.speedup,
            throughput_device=row.device or "",
        )
        for row in rows
    ]


def _series(stages: int, designs: Sequence[Design]) -> list[_Scaling]:
    """Return the designs of one series, those with the fewest ciphers first."""
    name = "gatehash phash-N" if stages == 1 else f"gatehash phash-N-piped, {stages} stages"
    rows = [_unscaled(name, design) for design in designs]
    one, throughput = rows[0]
    if one.ciphers != 1:
        return [scaling for scaling, _ in rows]
    return [
        replace(
            scaling,
            cycle_speedup=over(one.cycles, scaling.cycles),
            area_growth=over(scaling.area, one.area),
            throughput_speedup=over(rate, throughput),
        )
        for scaling, rate in rows
    ]


def _unscaled(series: str, design: Design) -> tuple[_Scaling, float | None]:
    """Return a design's amounts before they are set against another's, and its Mb/s on ECP5."""
    mapped, placed = (measured_entry(design, target) for target in (_MAPPED, PLACED))
    scaling = _Scaling(
        series=series,
        origin="measured",
        ciphers=_ciphers(design),
        design=design.name,
        cycles=design.principal_job.timing.latency(MESSAGE_BLOCKS),
        cycle_speedup=None,
        area=None if mapped.lc is None else mapped.lc + (mapped.lutram or 0),
        area_growth=None,
        throughput_speedup=None,
        throughput_device=placed.device,
        notes=missing(mapped, placed),
    )
    return scaling, placed.throughput_mbps


def _scaling_grid(scalings: Sequence[_Scaling]) -> Grid:
    return grid(
        "Speed-up of PHASH by the number N of W ciphers, cores, each series against its own N = 1",
        (
            ("Series", False),
            ("N", True),
            (f"Cycles, {MESSAGE_BLOCKS:,} blocks", True),
            ("Cycle speed-up", True),
            ("of ideal", True),
            ("Area", True),
            ("Area growth", True),
            ("Throughput speed-up", True),
        ),
        [Line(_scaling_cells(each), each.notes, each.series) for each in scalings],
    )


def _scaling_cells(scaling: _Scaling) -> tuple[str, ...]:
    published = scaling.origin == "published"
    ideal = over(scaling.cycle_speedup, scaling.ciphers)
    device = "Virtex-5" if published else "ECP5"
    rate = number(scaling.throughput_speedup, 2)
    return (
        scaling.series,
        str(scaling.ciphers),
        number(scaling.cycles),
        number(scaling.cycle_speedup, 2),
        "-" if ideal is None else f"{100 * ideal:.1f} %",
        "-" if scaling.area is None else f"{scaling.area:.0f} {'slices' if published else 'lc'}",
        number(scaling.area_growth, 2),
        rate if scaling.throughput_speedup is None else f"{rate} {device}",
    )


def _speedup_picture(scalings: Sequence[_Scaling]) -> Picture:
    return Picture(
        name="speedup",
        title="Speed-up of PHASH",
        alt="Speed-up and area of PHASH by its number of W ciphers, with the ideal line",
        words=f"Left the speed-up in cycles of ours over {MESSAGE_BLOCKS:,} blocks, every clock "
        "alike, and that of the paper in throughput, with its loss of frequency; right the area. "
        "Each series is set against its own design of one W cipher.",
        facts=(),
        draw=lambda: draw_curves(_speedup_panels(scalings)),
    )


def _speedup_panels(scalings: Sequence[_Scaling]) -> tuple[CurvePanel, CurvePanel]:
    most = max(each.ciphers for each in scalings)
    ideal = Curve("ideal: N", GREY, ((0, 0), (most, most)), dashed=True)
    styles = ((ROSE, "s"), (BLUE, "o"), (LIGHT_BLUE, "^"), (AMBER, "v"))
    speed, area = [ideal], [ideal]
    names = dict.fromkeys(each.series for each in scalings)
    for name, (colour, marker) in zip(names, styles, strict=False):
        rows = [each for each in scalings if each.series == name]
        published = rows[0].origin == "published"
        faster = [(each.ciphers, each.cycle_speedup) for each in rows]
        if published:
            faster = [(each.ciphers, each.throughput_speedup) for each in rows]
        what = "throughput, Virtex-5" if published else "cycles"
        grown = [(each.ciphers, each.area_growth) for each in rows]
        measure = "slices, Virtex-5" if published else "lc, xc5v (Yosys)"
        speed.append(Curve(f"{name}: {what}", colour, _known(faster), marker))
        area.append(Curve(f"{name}: {measure}", colour, _known(grown), marker))
    return (
        CurvePanel("Speed-up", "W ciphers (N)", "times that of N = 1", tuple(speed)),
        CurvePanel("Area", "W ciphers (N)", "times that of N = 1", tuple(area)),
    )


def _known(points: Iterable[tuple[int, float | None]]) -> tuple[tuple[float, float], ...]:
    return tuple((x, y) for x, y in points if y is not None)
