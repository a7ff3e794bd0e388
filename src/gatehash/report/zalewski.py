# SPDX-License-Identifier: Apache-2.0
"""The paper of Zalewski, Łukowiak and Radziszowski: SHA-512, Whirlpool and PHASH.

Tables 1 to 3, Figure 4, slices per Mb/s, and the speed-up of PHASH by its number of W ciphers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import product

from gatehash.catalog import DESIGNS, Design
from gatehash.implement import BOUNDARIES
from gatehash.implement.figures import over
from gatehash.published import Paper, Row, paper
from gatehash.report import rows
from gatehash.report.charts import AMBER, BLUE, GREY, LIGHT_BLUE, ROSE, Panel, Point, Series, draw
from gatehash.report.columns import Column, Entry, Table, label, number
from gatehash.report.document import (
    BEST,
    Document,
    Picture,
    best,
    comparisons,
    measured_in,
)
from gatehash.report.estimates import ESTIMATES, estimate_words, estimates
from gatehash.report.rows import DEVICES, PLACED
from gatehash.report.specs import frequency_text, kind_text, pick, throughput_text

__all__ = ["zalewski_document"]

_NAME = "Zalewski"
_VIRTEX5 = ("2", "3")
"""The tables on Virtex-5."""

_ALGORITHMS = {"SHA-512": "sha-512", "Whirlpool": "whirlpool", "PHASH": "phash"}
"""How the rows of each algorithm begin."""

MESSAGE_BLOCKS = 65537
"""Blocks of the message whose cycles give the speed-up: the first with three reduction levels."""


def _rate(entry: Entry) -> str:
    kind = kind_text(entry)
    return throughput_text(entry) + (f" ECP5 {kind}" if kind else "")


def _speedup(entry: Entry) -> str:
    device = "Virtex-5" if entry["origin"] == "published" else "ECP5"
    text = number(entry["throughput_speedup"], 2)
    return text if text == "-" else f"{text} {device}"


_COST = (
    *pick("work", "architecture"),
    Column("slices", "Virtex-5 slices", "Those of gatehash are estimated", 0),
    Column("throughput_mbps", "Mb/s", "The paper's on Virtex-5, ours on ECP5", words=_rate),
    Column("slices_per_mbps", "Slices per Mb/s", digits=2),
    Column("lut_per_mbps", "LUT4 per Mb/s, ECP5", "Both on ECP5", 2),
    Column(
        "slices_per_bit", "Slices per bit a cycle", "Over message bits a cycle: no frequency", 1
    ),
)
_SCALING = (
    label("series", "Series", "Designs that differ in the number of W ciphers only"),
    Column("ciphers", "W ciphers (N)"),
    Column("cycles", "Cycles", f"Cycles of a message of {MESSAGE_BLOCKS:,} blocks"),
    Column("cycle_speedup", "Cycle speed-up", "Cycles of N = 1 over these", 2),
    Column("efficiency", "Speed-up relative to N", "1 is ideal", 3),
    Column("area", "Area", "Virtex-5 slices of the paper, lc with LUT as memory of gatehash", 0),
    Column("area_growth", "Area growth", "Area over that of N = 1", 2),
    Column("throughput_speedup", "Throughput speed-up", "Over N = 1 on one device", words=_speedup),
)


def zalewski_document() -> Document:
    """Return the report.

    Its data has ``slices_per_mbps``, ``speedup``, ``figure4`` and ``best_mbps_per_unit``
    besides the tables.

    Raises
    ------
    GatehashError
        If a record is damaged.
    """
    source = paper("zalewski")
    compared = tuple(comparisons(source, [table.id for table in source.tables]))
    scalings = tuple(_scalings(source))
    costs = tuple(_costs(source, compared))
    bests = [
        {"algorithm": name} | best(name, algorithm, boundary)
        for (name, algorithm), boundary in product(_ALGORITHMS.items(), BOUNDARIES)
    ]
    estimated = estimates(source, [table.id for table in source.tables])
    peaks = [_peak(source, name, compared) for name in _ALGORITHMS]
    return Document(
        source=source,
        tables=(
            *compared,
            Table(
                "slices_per_mbps",
                "Slices per Mb/s of cores: the paper's on Virtex-5 alone; ours have estimated "
                "Virtex-5 slices and Mb/s on ECP5",
                _COST,
                costs,
                ("origin",),
            ),
            Table(
                "speedup",
                "Speed-up of PHASH cores by the number N of W ciphers, each series relative to "
                "its own N = 1",
                _SCALING,
                scalings,
                ("series",),
            ),
            estimated,
        ),
        pictures=(
            Picture.of_figure(
                source.figure("4"),
                alt="Maximum throughput of SHA-512, Whirlpool and PHASH, in the paper and of ours",
                words="Left the greatest throughputs of the paper's tables 2 and 3, of cores on "
                "Virtex-5; then ours, of cores and of stream tops on ECP5, a smaller and slower "
                "device: each has a scale of its own.",
                draw=partial(_draw_peaks, peaks),
            ),
            Picture(
                "speedup",
                "Speed-up of PHASH",
                "Speed-up and area of PHASH by its number of W ciphers, with the ideal line",
                f"Left the speed-up of ours in cycles of {MESSAGE_BLOCKS:,} blocks, at the same "
                "clock, and that of the paper in throughput, with its loss of frequency; right "
                "the area. Each series is relative to its own design of one W cipher.",
                partial(_draw_speedup, scalings),
            ),
        ),
        closing={
            BEST: tuple(each["text"] for each in bests),
            ESTIMATES: estimate_words(source, estimated),
        },
        data={"figure4": peaks, "best_mbps_per_unit": bests},
    ).completed()


def _rows(source: Paper, algorithm: str, tables: Sequence[str]) -> list[Row]:
    """Return the rows of an algorithm in some of the paper's tables."""
    found = (row for number in tables for row in source.table(number).rows)
    return [row for row in found if row.id.split("/")[-1].startswith(_ALGORITHMS[algorithm])]


def _of(algorithm: str, entries: Iterable[Entry]) -> list[Entry]:
    """Return the measured rows of an algorithm."""
    return [entry for entry in entries if entry["algorithm"] == _ALGORITHMS[algorithm]]


def _peak(source: Paper, algorithm: str, compared: Sequence[Table]) -> Entry:
    """Return the highest throughput of an algorithm, in the paper and of ours at each boundary."""
    row = max(_rows(source, algorithm, _VIRTEX5), key=lambda row: row.throughput_mbps or 0)
    ours = {}
    for boundary in BOUNDARIES:
        entries = _of(algorithm, measured_in(compared, boundary))
        known = [entry for entry in entries if entry["throughput_mbps"] is not None]
        ours[boundary] = max(known, key=lambda each: float(each["throughput_mbps"]), default=None)
    return {
        "algorithm": algorithm,
        "published": rows.published(row, source.name),
        "ours": ours["core"],
        "ours_stream": ours["stream"],
    }


def _draw_peaks(peaks: Sequence[Entry]) -> Mapping[str, bytes]:
    names = {
        "published": f"{_NAME}, cores:\nVirtex-5",
        "ours": f"gatehash, cores:\n{DEVICES[PLACED]}",
        "ours_stream": f"gatehash, stream tops:\n{DEVICES[PLACED]}",
    }
    return draw(
        [
            Panel(
                "bars",
                title,
                "Mb/s",
                (Series("", BLUE, tuple(_bar(n, peak[side]) for n, peak in enumerate(peaks))),),
                names=tuple(_bar_name(peak["algorithm"], peak[side]) for peak in peaks),
            )
            for side, title in names.items()
        ]
    )


def _bar(place: int, entry: Entry | None) -> Point:
    if entry is None:
        return Point(place, None, "not\nmeasured")
    clock, _, kind = frequency_text(entry).partition(" ")
    text = f"{throughput_text(entry)} Mb/s\n{clock} MHz {kind}".rstrip()
    return Point(place, entry["throughput_mbps"], text, entry["frequency_kind"] == "placed")


def _bar_name(algorithm: str, entry: Entry | None) -> str:
    # The paper's PHASH has its number of ciphers, its others only their name.
    built = (entry["design"] or entry["architecture"]) if entry else algorithm
    return algorithm if built == algorithm else f"{algorithm}\n{built}"


def _costs(source: Paper, compared: Sequence[Table]) -> Iterator[Entry]:
    for name in _VIRTEX5:
        for row in source.table(name).rows:
            entry = rows.published(row, source.name)
            yield _cost(entry, entry, row.slices, over(row.block_bits, row.cycles))
    entries = [e for t in compared if t.id.removeprefix("table") in _VIRTEX5 for e in t.rows]
    mapped = {e["design"]: e for e in entries if e["target"] == source.report.target}
    placed = {entry["design"]: entry for entry in measured_in(compared)}
    for name, entry in mapped.items():
        bits = over(entry["block_bits"], entry["cycles"])
        yield _cost(entry, placed[name], entry["slices_estimate"], bits)


def _cost(mapped: Entry, placed: Entry, slices: float | None, bits_a_cycle: float | None) -> Entry:
    """Return area over throughput of a published row, or of a design on two devices."""
    mbps = placed["throughput_mbps"]
    return {
        **{name: mapped[name] for name in ("work", "architecture", "origin")},
        "slices": slices,
        "slices_device": mapped["device"],
        "throughput_mbps": mbps,
        "throughput_device": placed["device"],
        "frequency_kind": placed["frequency_kind"],
        "frequency_note": placed["frequency_note"],
        "slices_per_mbps": over(slices, mbps),
        "lut_per_mbps": over(placed["lut"], mbps),
        "slices_per_bit": over(slices, bits_a_cycle),
        "notes": mapped["notes"] if mapped is placed else rows.missing(mapped, placed),
    }


def _scalings(source: Paper) -> Iterator[Entry]:
    """Return what a number of W ciphers brings and costs, against one of the same series."""
    printed = [row for table in source.tables for row in table.rows if row.speedup]
    one = next(row for row in printed if row.instances == 1)
    for row in printed:
        yield _scaling(_NAME, row.instances or 0, None, row.slices, row.device or "") | {
            "area_growth": over(row.slices, one.slices),
            "throughput_speedup": row.speedup,
        }
    series: dict[int, list[Design]] = {}
    designs = [
        design for design in DESIGNS.values() if "Ciphers" in design.hardware.core.parameters
    ]
    for design in sorted(designs, key=_ciphers):
        series.setdefault(design.hardware.core.parameters.get("Stages", 1), []).append(design)
    for stages in sorted(series):
        # A series of one design has no speed-up.
        if len(series[stages]) > 1:
            yield from _series(source, stages, series[stages])


def _ciphers(design: Design) -> int:
    return design.hardware.core.parameters["Ciphers"]


def _scaling(
    series: str, ciphers: int, design: str | None, area: float | None, device: str
) -> Entry:
    return {
        "series": series,
        "origin": "measured" if design else "published",
        "ciphers": ciphers,
        "design": design,
        **dict.fromkeys(("cycles", "cycle_speedup", "efficiency")),
        "area": area,
        **dict.fromkeys(("area_growth", "throughput_speedup")),
        "throughput_device": device,
        "notes": [],
    }


def _series(source: Paper, stages: int, designs: Sequence[Design]) -> list[Entry]:
    """Return the rows of one series, those with the fewest ciphers first."""
    form = designs[0].name.replace(f"-{_ciphers(designs[0])}", "-N", 1)
    name = f"gatehash {form}" if stages == 1 else f"gatehash {form}, {stages} stages"
    found, rates = [], []
    for design in designs:
        mapped, placed = (rows.measured(design, each) for each in (source.report.target, PLACED))
        area = None if mapped["lc"] is None else mapped["lc"] + mapped["lutram"]
        entry = _scaling(name, _ciphers(design), design.name, area, placed["device"])
        cycles = design.principal_job.timing.latency(MESSAGE_BLOCKS)
        found.append(entry | {"cycles": cycles, "notes": rows.missing(mapped, placed)})
        rates.append(placed["throughput_mbps"])
    one = found[0]
    if one["ciphers"] == 1:
        for entry, rate in zip(found, rates, strict=True):
            faster = one["cycles"] / entry["cycles"]
            entry |= {
                "cycle_speedup": faster,
                "efficiency": faster / entry["ciphers"],
                "area_growth": over(entry["area"], one["area"]),
                "throughput_speedup": over(rate, rates[0]),
            }
    return found


def _draw_speedup(scalings: Sequence[Entry]) -> Mapping[str, bytes]:
    most = max(each["ciphers"] for each in scalings)
    ideal = Series("ideal: N", GREY, (Point(0, 0), Point(most, most)), dashed=True)
    styles = ((ROSE, "s"), (BLUE, "o"), (LIGHT_BLUE, "^"), (AMBER, "v"))
    names = dict.fromkeys(each["series"] for each in scalings)
    panels = {
        "Speed-up: cycles of ours, Mb/s of the paper": ("cycle_speedup", "throughput_speedup"),
        "Area: lc of ours, slices of the paper": ("area_growth", "area_growth"),
    }
    return draw(
        [
            Panel(
                "curves",
                title,
                "relative to N = 1",
                (
                    ideal,
                    *(
                        Series(name, colour, _points(scalings, name, *fields), marker)
                        for name, (colour, marker) in zip(names, styles, strict=False)
                    ),
                ),
                "W ciphers (N)",
            )
            for title, fields in panels.items()
        ]
    )


def _points(scalings: Sequence[Entry], name: str, ours: str, theirs: str) -> tuple[Point, ...]:
    return tuple(
        Point(each["ciphers"], each[theirs if each["origin"] == "published" else ours])
        for each in scalings
        if each["series"] == name
    )
