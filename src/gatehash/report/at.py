# SPDX-License-Identifier: Apache-2.0
"""The paper of At, Beuchat, Okamoto, San and Yamazaki: microcoded coprocessors.

Tables 4 to 7, the rates of tables 5 and 6 by algorithm, and Figure 18.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import product

from gatehash.catalog import BoundaryName, Design, Job
from gatehash.implement import BOUNDARIES, find_target
from gatehash.implement.figures import over
from gatehash.published import Paper, Rate, Row, paper
from gatehash.report import rows
from gatehash.report.charts import AMBER, BLUE, GREY, LIGHT_BLUE, ROSE, Panel, Point, Series, draw
from gatehash.report.columns import Column, Entry, Table, label, number
from gatehash.report.document import Document, Picture, comparison, comparisons
from gatehash.report.estimates import ESTIMATES, estimate_words, estimates
from gatehash.report.rows import DEVICES, PLACED
from gatehash.report.specs import kind_text

__all__ = ["at_document"]

_NAME = "At"
_COUNTS, _OTHERS = "4", "7"
_OWN = ("5", "6")
"""The tables of the paper's own coprocessors."""

_OURS = {
    **{f"Skein-{bits}-{bits}": (f"skein-{bits}-{bits}",) for bits in (256, 512)},
    **{f"Threefish-{bits} Enc.": (f"threefish-{bits}-encrypt",) for bits in (256, 512, 1024)},
    **{f"Threefish-{bits} Dec.": (f"threefish-{bits}-decrypt",) for bits in (256, 512, 1024)},
    **dict.fromkeys(("BLAKE-224/256", "BLAKE-224 and BLAKE-256"), ("blake-224", "blake-256")),
    **dict.fromkeys(("BLAKE-384/512", "BLAKE-384 and BLAKE-512"), ("blake-384", "blake-512")),
    **{f"{n}-round ChaCha": (f"chacha{n}-encrypt", f"chacha{n}-decrypt") for n in (8, 12, 20)},
}
"""The paper's algorithms as the designs of the catalogue name their variants."""

_LONG_DIGESTS = ("skein-512-512", "blake-512")
"""The hash functions of the figure."""

_STYLES = (
    *((LIGHT_BLUE, "D"), (BLUE, "D"), (AMBER, "o"), (ROSE, "s"), (ROSE, "^")),
    *((GREY, "D"), (GREY, "o")),
)


def _times(field: str, count: str, digits: int | None = None, *, placed: bool = False) -> Column:
    """Return a column of throughputs of so many messages at once."""
    heading = {
        "published_mbps": f"Mb/s, {_NAME}, Virtex-6",
        "throughput_mbps": "Mb/s, our core, ECP5",
        "stream_mbps": "Mb/s, our stream top, ECP5",
    }[field]

    def words(entry: Entry) -> str:
        if entry[field] is None:
            return "-"
        times = f"{entry[count]} x " if entry[count] > 1 else ""
        kind = kind_text(entry) if placed else ""
        return f"{times}{number(entry[field], digits)} {kind}".rstrip()

    return Column(field, heading, "2 x: two messages at once", words=words)


_COUNT_COLUMNS = (
    label("algorithm", "Algorithm"),
    Column("published_cycles", f"Instructions, {_NAME}"),
    Column("cycles", "Cycles, gatehash"),
    label("designs", "Designs with these cycles"),
)
_PAIR_COLUMNS = (
    label("configuration", _NAME),
    label("design", "gatehash"),
    label("algorithm", "Algorithm"),
    Column("published_cycles", f"Cycles, {_NAME}"),
    Column("cycles", "Cycles, our core"),
    Column("cycle_ratio", "Cycles relative to paper", "Our core's over the paper's", 2),
    _times("published_mbps", "messages"),
    _times("throughput_mbps", "streams", 1, placed=True),
    Column("published_per_slice", "Mb/s per slice, Virtex-6", "All messages at once", 2),
    Column("mbps_per_unit", "Mb/s per unit, our core", "All messages at once", 3),
    Column("throughput_per_lut", "Mb/s per LUT4, our core", "All messages at once", 3),
    Column("stream_cycles", "Cycles, our stream top", "From the first word in to the last out"),
    _times("stream_mbps", "streams", 1),
    Column("stream_mbps_per_unit", "Mb/s per unit, our stream top", "All messages", 3),
    Column("stream_mbps_per_lut", "Mb/s per LUT4, our stream top", "All messages", 3),
)


def at_document() -> Document:
    """Return the report; its data has ``table4``, ``algorithms`` and ``figure18`` besides tables.

    Raises
    ------
    GatehashError
        If a record is damaged.
    """
    source = paper("at")
    printed = [row for name in _OWN for row in source.table(name).rows]
    designs = list({each.name: each for row in printed for each in rows.answering(row)}.values())
    counts = Table(
        f"table{_COUNTS}",
        f"Table {_COUNTS}: {source.table(_COUNTS).title}",
        _COUNT_COLUMNS,
        tuple(_counts(source, designs)),
    )
    pairs = Table(
        "algorithms",
        "Tables 5 and 6 by algorithm: a message of one block; "
        f"{_NAME} on Virtex-6, gatehash on {DEVICES[PLACED]}",
        _PAIR_COLUMNS,
        tuple(pair for row in printed for pair in _pairs(row)),
        ("row", "design"),
    )
    estimated = estimates(source, _OWN)
    spots = [*_published_spots(source), *_measured_spots(printed)]
    return Document(
        source=source,
        tables=(counts, *comparisons(source, _OWN), pairs, _others(source, designs), estimated),
        pictures=(_picture(source, spots),),
        closing={ESTIMATES: estimate_words(source, estimated)},
        data={"figure18": spots},
    ).completed()


def _variant(design: Design, algorithm: str) -> Job | None:
    """Return a design at work on an algorithm of the paper, or of its own; of two the slower."""
    names = _OURS.get(algorithm, (algorithm,))
    found = [variant for name, variant in design.jobs.items() if name in names]
    return max(found, key=lambda variant: variant.timing.core(1), default=None)


def _placed(
    variant: Job,
    row: Row | None = None,
    boundary: BoundaryName = "core",
    architecture: str | None = None,
) -> Entry:
    """Return what was measured of a design on ECP5, with the cycles of one block."""
    return rows.measured(
        variant.design,
        PLACED,
        boundary,
        at_work=variant,
        answers=row,
        architecture=architecture,
        one_block=True,
    )


def _counts(source: Paper, designs: Sequence[Design]) -> Iterator[Entry]:
    """Return cycles of the algorithms of table 4 with the designs that have as many."""
    for row in source.table(_COUNTS).rows:
        variants = (_variant(design, row.configuration) for design in designs)
        found: dict[int | None, list[str]] = {}
        for variant in filter(None, variants):
            found.setdefault(variant.timing.core(1), []).append(variant.design.name)
        for cycles, names in sorted(found.items(), key=lambda item: item[0] or 0) or [(None, [])]:
            yield {
                "row": row.id,
                "algorithm": row.configuration,
                "published_cycles": row.cycles,
                "cycles": cycles,
                "designs": names,
            }


def _pairs(row: Row) -> Iterator[Entry]:
    """Set the algorithms of our designs beside those of a published row; its own come first."""
    rates = {rate.algorithm: rate for rate in row.rates}
    covered = {name for algorithm in rates for name in _OURS[algorithm]}
    for design in rows.answering(row):
        further = [name for name in design.jobs if name not in covered]
        for algorithm in (*rates, *further):
            yield _pair(row, algorithm, rates.get(algorithm), _variant(design, algorithm))
    if not rows.answering(row):
        for algorithm, rate in rates.items():
            yield _pair(row, algorithm, rate, None)


def _pair(row: Row, algorithm: str, rate: Rate | None, variant: Job | None) -> Entry:
    """Return one algorithm of a published coprocessor beside that of our design."""
    core = _of_one(_placed(variant, row)) if variant else rows.FIELDS
    stream = _of_one(_placed(variant, row, "stream")) if variant else rows.FIELDS
    streams = core["streams"]
    cycles = rate.cycles if rate else None
    all_messages = rate.messages * rate.throughput_mbps if rate else None
    return {
        "row": row.id,
        "configuration": row.configuration,
        "design": core["design"],
        "algorithm": algorithm,
        "messages": rate.messages if rate else None,
        "streams": streams,
        "published_cycles": cycles,
        "cycles": core["cycles"],
        "cycle_ratio": over(core["cycles"], cycles),
        "published_mbps": rate.throughput_mbps if rate else None,
        "throughput_mbps": core["throughput_mbps"],
        "published_device": row.device if rate else None,
        "device": core["device"],
        "frequency_kind": core["frequency_kind"],
        "frequency_note": core["frequency_note"],
        "published_per_slice": over(all_messages, row.slices),
        "mbps_per_unit": core["mbps_per_unit"],
        "throughput_per_lut": core["throughput_per_lut"],
        "stream_cycles": stream["cycles"],
        "stream_mbps": stream["throughput_mbps"],
        "stream_mbps_per_unit": stream["mbps_per_unit"],
        "stream_mbps_per_lut": stream["throughput_per_lut"],
        "notes": rows.missing(core, stream) if variant else [],
    }


def _of_one(entry: Entry) -> Entry:
    """Return a row with cycles and throughput of one of the messages that it is of."""
    streams = entry["streams"]
    if entry["cycles"] is None or streams == 1:
        return entry
    mbps = over(entry["throughput_mbps"], streams)
    return entry | {"cycles": streams * entry["cycles"], "throughput_mbps": mbps}


def _others(source: Paper, designs: Sequence[Design]) -> Table:
    """Set our designs for the algorithms of table 7 below the rows of other authors."""
    table, mapped = source.table(_OTHERS), source.report.target
    algorithms = list(dict.fromkeys(row.configuration for row in table.rows))
    entries = []
    for row in table.rows:
        ratio = over(row.throughput_mbps, row.slices)
        known = {"throughput_per_slice": None if ratio is None else round(ratio, 2)}
        entries.append(rows.published(row, source.name) | known)
    for design in designs:
        placed = [
            _placed(job, None, boundary, name)
            for boundary in BOUNDARIES
            for name in algorithms
            for job in design.jobs_called(name.lower())
        ]
        if placed:
            entries += [rows.measured(design, mapped), *placed]
    return comparison(source, table.id, f"Table {table.id}: {table.title}", entries, mapped)


def _published_spots(source: Paper) -> Iterator[Entry]:
    """Return the points of the figure that the paper's tables have."""
    for row in (row for name in _OWN for row in source.table(name).rows):
        for rate in row.rates:
            for function in set(_LONG_DIGESTS).intersection(_OURS[rate.algorithm]):
                yield _spot(row, row.algorithm, function, rate.throughput_mbps)
    family = find_target(source.report.target)
    for row in source.table(_OTHERS).rows:
        function = row.configuration.lower()
        if function in _LONG_DIGESTS and family.has_device(row.device or ""):
            yield _spot(row, f"{row.work}, {row.configuration}", function, row.throughput_mbps)


def _spot(
    row: Row, kind: str | None, function: str, mbps: float | None, placed: Entry = rows.FIELDS
) -> Entry:
    """Return a point of the figure: a published row, or our design for it."""
    estimate = " placed" if placed["frequency_kind"] == "placed" else ""
    return {
        "kind": kind,
        "mark": (row.architecture or "").removeprefix("configuration ") + estimate,
        "function": function,
        "row": row.id,
        "design": placed["design"],
        "device": placed["device"] or row.device,
        "boundary": placed["boundary"] or "core",
        "area": placed["luts"] or row.slices,
        "throughput_mbps": mbps,
        "frequency_kind": placed["frequency_kind"],
    }


def _measured_spots(printed: Sequence[Row]) -> Iterator[Entry]:
    for row in printed:
        for design in rows.answering(row):
            for boundary, function in product(BOUNDARIES, _LONG_DIGESTS):
                variant = _variant(design, function)
                placed = _placed(variant, row, boundary) if variant else rows.FIELDS
                if placed["luts"] and placed["throughput_mbps"]:
                    yield _spot(row, row.algorithm, function, placed["throughput_mbps"], placed)


def _picture(source: Paper, spots: Sequence[Entry]) -> Picture:
    return Picture.of_figure(
        source.figure("18"),
        alt="Throughput against area of coprocessors for BLAKE-512 and Skein-512-512, in the paper "
        "and of ours",
        words="Left the paper's points that its tables have, of cores on Virtex-6; then ours, of "
        "cores and of stream tops on ECP5, another and slower device: each has scales of its "
        "own. At the stream top cycles are those from a message's first word to its answer's "
        "last. Block memories are not in the areas. The numbers are pipeline configurations. The "
        "paper's axes, and its points of other hash functions, are not known.",
        draw=partial(_draw, spots),
    )


def _draw(spots: Sequence[Entry]) -> Mapping[str, bytes]:
    theirs = [spot for spot in spots if spot["design"] is None]
    devices = ", ".join(dict.fromkeys(spot["device"].lower() for spot in theirs))
    panels = {f"{_NAME} and others:\n{devices}": ("slices", theirs)}
    for boundary, name in BOUNDARIES.items():
        ours = [spot for spot in spots if spot["design"] and spot["boundary"] == boundary]
        panels[f"gatehash, {name}s:\n{DEVICES[PLACED]}"] = ("LUT4", ours)
    styles = dict(zip(dict.fromkeys(spot["kind"] for spot in theirs), _STYLES, strict=True))
    return draw(
        [
            Panel(
                "dots",
                title,
                "Mb/s, a message of one block",
                tuple(
                    Series(kind, colour, points, marker)
                    for kind, (colour, marker) in styles.items()
                    if (points := _points(found, kind))
                ),
                area,
            )
            for title, (area, found) in panels.items()
        ]
    )


def _points(spots: Sequence[Entry], kind: str) -> tuple[Point, ...]:
    return tuple(
        Point(each["area"], each["throughput_mbps"], each["mark"])
        for each in spots
        if each["kind"] == kind
    )
