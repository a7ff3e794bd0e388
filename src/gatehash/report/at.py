# SPDX-License-Identifier: Apache-2.0
"""The paper of At, Beuchat, Okamoto, San and Yamazaki: microcoded coprocessors.

Tables 4 to 7, the rates of tables 5 and 6 by algorithm, and Figure 18.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product

from gatehash.catalog import BoundaryName, Design, Job
from gatehash.implement import BOUNDARIES, find_target
from gatehash.implement.figures import over
from gatehash.published import Paper, Rate, Row, paper
from gatehash.report.canvas import AMBER, BLUE, GREY, LIGHT_BLUE, ROSE
from gatehash.report.charts import Spots, SpotsPanel, draw_spots
from gatehash.report.document import Document, Picture
from gatehash.report.legend import measurement_words, peer_words
from gatehash.report.peers import OTHER_DEVICES, figure_words, peer_rows
from gatehash.report.render import Grid, Line, grid, number, plain
from gatehash.report.tables import (
    DEVICES,
    PLACED,
    Comparison,
    Entry,
    answering,
    comparison,
    measured_entry,
    missing,
    published_entry,
)

__all__ = ["at_document"]

_PAPER = "at"
_NAME = "At"
_FIGURE = "18"
_MAPPED = "xc6v"
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

_ALGORITHMS = (
    *(f"skein-{bits}-{bits}" for bits in (256, 512, 1024)),
    *(f"threefish-{bits}" for bits in (256, 512, 1024)),
    *(f"blake-{bits}" for bits in (224, 256, 384, 512)),
    *(f"chacha{rounds}" for rounds in (8, 12, 20)),
)
"""What the coprocessors run, as the catalogue names it."""

_LONG_DIGESTS = ("skein-512-512", "blake-512")
"""The hash functions of the figure."""

_STYLES = (
    (LIGHT_BLUE, "D"),
    (BLUE, "D"),
    (AMBER, "o"),
    (ROSE, "s"),
    (ROSE, "^"),
    (GREY, "D"),
    (GREY, "o"),
)

_LEGEND = (
    "Cycles are for a message of one block, the least favourable case: of Skein its two last calls "
    "of UBI, the chaining value after the configuration block being known. Ours are counted in "
    "simulation, and the tests assert them; where a row stands for two functions they are those of "
    "the slower. Table 4 prints them as instructions, which table 6 repeats; those of table 5 "
    "follow from block length x MHz / Mb/s and are known within half a per cent.",
    "Throughput is block length x frequency / these cycles, for each of the messages: 2 x are two "
    "at once.",
    "Both sides' areas are of the core without padding: the messages come padded. Ours have "
    "figures of the stream top on ECP5 as well, padding and interface included: there the cycles "
    "of one block are those from a message's first word to its answer's last. Block memories, of "
    "36 Kbit or half as many for one of 18, are counted beside the slices.",
    *measurement_words(_MAPPED),
    "Mb/s per slice follow from the paper's figures, on its devices, and Mb/s per LUT4 are of the "
    "look-up tables on ECP5, those that are memories included, both with all messages at once. The "
    "two can't be set against each other.",
    *peer_words(_ALGORITHMS),
)


@dataclass(frozen=True)
class _Count:
    """Cycles of one algorithm, in table 4 and of those of our designs that agree.

    Parameters
    ----------
    row, algorithm : str
        The published row, and what it counts.
    published_cycles : float or None
        Its instructions.
    cycles : int or None
        Cycles of ours.
    designs : tuple of str
        The designs with so many.
    """

    row: str
    algorithm: str
    published_cycles: float | None
    cycles: int | None = None
    designs: tuple[str, ...] = ()


@dataclass(frozen=True)
class _Pair:
    """One algorithm of a published coprocessor, and of our design that answers to it.

    Parameters
    ----------
    row, configuration : str
        The published row, and what it is.
    design : str or None
        Ours.
    algorithm : str
        The algorithm as the paper has it; in the catalogue's words where the paper has none.
    messages, lanes : int or None
        Messages that the published one works on at once, and that ours does.
    published_cycles, cycles : float or None
        Cycles for a message of one block.
    published_mbps, throughput_mbps : float or None
        Throughput of each message in Mbit/s.
    published_device, device : str or None
        The devices that these are of.
    frequency_kind : str or None
        Whether our frequency is that of the routed design or an estimate after placement.
    published_per_slice, throughput_per_lut : float or None
        Throughput of all messages at once over area.
    stream_cycles : float or None
        Cycles of ours for a message of one block at the stream top, from its first word in to its
        answer's last word out. All other figures of ours are of the core, but for the next two.
    stream_mbps, stream_mbps_per_lut : float or None
        Throughput at the stream top, of each message, and of all at once over area.
    notes : tuple of str
        What is not measured, and how it can be.
    """

    row: str
    configuration: str
    design: str | None
    algorithm: str
    messages: int | None
    lanes: int | None
    published_cycles: float | None
    cycles: float | None
    published_mbps: float | None
    throughput_mbps: float | None
    published_device: str | None
    device: str | None
    frequency_kind: str | None
    published_per_slice: float | None
    throughput_per_lut: float | None
    stream_cycles: float | None
    stream_mbps: float | None
    stream_mbps_per_lut: float | None
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class _Spot:
    """One point of the figure: throughput and area on one device.

    Parameters
    ----------
    kind : str
        The coprocessor, or whose it is.
    mark : str
        What stands beside the point.
    function : str
        The hash function.
    row, design : str or None
        The published row that it is, or the one that ours answers to, and ours.
    device : str
        The device.
    boundary : {"core", "stream"}
        What its figures are of.
    area : float
        Slices of the published ones, LUT4 of ours, with those that are memories.
    throughput_mbps : float
        Throughput in Mbit/s.
    frequency_kind : str or None
        Whether our frequency is that of the routed design or an estimate after placement.
    """

    kind: str
    mark: str
    function: str
    row: str
    design: str | None
    device: str
    boundary: BoundaryName
    area: float
    throughput_mbps: float
    frequency_kind: str | None = None


def at_document() -> Document:
    """Return the report: tables 4 to 7 with ours beside them, by algorithm too, and Figure 18.

    Its data has ``table4``, ``algorithms``, ``figure18``, ``peers`` and ``legend`` besides tables 5
    to 7; its sheets are ``table4`` to ``table7``, ``algorithms`` and ``peers``.

    Raises
    ------
    GatehashError
        If a record is damaged.
    """
    source = paper(_PAPER)
    own = [source.table(name) for name in _OWN]
    rows = [row for table in own for row in table.rows]
    designs = list({design.name: design for row in rows for design in answering(row)}.values())
    counts = list(_counts(source, designs))
    pairs = [pair for row in rows for pair in _pairs(row)]
    spots = (*_published_spots(source), *_measured_spots(rows))
    return Document(
        source=source,
        title="Microcoded coprocessors: At, Beuchat, Okamoto, San and Yamazaki, and ours",
        tables=(
            _count_grid(source, counts),
            *(comparison(_PAPER, table, own_words=True) for table in own),
            _pair_grid(pairs),
            _others(source, designs),
        ),
        pictures=(_picture(source, spots),),
        closing={OTHER_DEVICES: figure_words((*_ALGORITHMS, "blake2b"))},
        data={
            "table4": [plain(count) for count in counts],
            "algorithms": [plain(pair) for pair in pairs],
            "figure18": [plain(spot) for spot in spots],
        },
        sheets={f"table{_COUNTS}": counts, "algorithms": pairs},
    ).with_peers(peer_rows(_ALGORITHMS, designs), _LEGEND)


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
    design = variant.design
    return measured_entry(design, PLACED, row, boundary, architecture=architecture, at_work=variant)


# Table 4


def _counts(source: Paper, designs: Sequence[Design]) -> Iterator[_Count]:
    for row in source.table(_COUNTS).rows:
        published = _Count(row.id, row.configuration, row.cycles)
        variants = (_variant(design, row.configuration) for design in designs)
        found: dict[int, list[str]] = {}
        for variant in filter(None, variants):
            found.setdefault(variant.timing.core(1), []).append(variant.design.name)
        if not found:
            yield published
        for cycles, names in sorted(found.items()):
            yield replace(published, cycles=cycles, designs=tuple(names))


def _count_grid(source: Paper, counts: Sequence[_Count]) -> Grid:
    return grid(
        f"Table {_COUNTS}: {source.table(_COUNTS).title}",
        (
            ("Algorithm", False),
            (f"Instructions, {_NAME}", True),
            ("Cycles, gatehash", True),
            ("Designs", False),
        ),
        [
            Line(
                (
                    count.algorithm,
                    number(count.published_cycles),
                    number(count.cycles),
                    ", ".join(count.designs) or "-",
                )
            )
            for count in counts
        ],
    )


# Tables 5 and 6 by algorithm


def _pairs(row: Row) -> Iterator[_Pair]:
    """Set the algorithms of our designs beside those of a published row; its own come first."""
    rates = {rate.algorithm: rate for rate in row.rates}
    covered = {name for algorithm in rates for name in _OURS[algorithm]}
    for design in answering(row):
        further = [name for name in design.jobs if name not in covered]
        for algorithm in (*rates, *further):
            variant = _variant(design, algorithm)
            yield _pair(row, algorithm, rates.get(algorithm), variant)
    if not answering(row):
        for algorithm, rate in rates.items():
            yield _pair(row, algorithm, rate, None)


def _pair(row: Row, algorithm: str, rate: Rate | None, variant: Job | None) -> _Pair:
    placed = _placed(variant, row) if variant else None
    stream = _placed(variant, row, "stream") if variant else None
    lanes = variant.streams if variant else None
    per_lut = placed.throughput_per_lut if placed else None
    stream_per_lut = stream.throughput_per_lut if stream else None
    return _Pair(
        row=row.id,
        configuration=row.configuration,
        design=placed.design if placed else None,
        algorithm=algorithm,
        messages=rate.messages if rate else None,
        lanes=lanes,
        published_cycles=rate.cycles if rate else None,
        cycles=placed.cycles if placed else None,
        published_mbps=rate.throughput_mbps if rate else None,
        throughput_mbps=placed.throughput_mbps if placed else None,
        published_device=row.device if rate else None,
        device=placed.device if placed else None,
        frequency_kind=placed.frequency_kind if placed else None,
        published_per_slice=over(rate.messages * rate.throughput_mbps, row.slices)
        if rate
        else None,
        throughput_per_lut=per_lut * lanes if per_lut and lanes else None,
        stream_cycles=stream.cycles if stream else None,
        stream_mbps=stream.throughput_mbps if stream else None,
        stream_mbps_per_lut=stream_per_lut * lanes if stream_per_lut and lanes else None,
        notes=missing(*filter(None, (placed, stream))),
    )


def _pair_grid(pairs: Sequence[_Pair]) -> Grid:
    return grid(
        "Tables 5 and 6 by algorithm: a message of one block; "
        f"{_NAME} on Virtex-6, ours on {DEVICES[PLACED]}",
        (
            (_NAME, False),
            ("gatehash", False),
            ("Algorithm", False),
            (f"Cycles, {_NAME}", True),
            ("Cycles, our core", True),
            ("ours : theirs", True),
            ("Mb/s, Virtex-6", True),
            ("Mb/s, ECP5 core", True),
            ("Mb/s per slice, Virtex-6", True),
            ("Mb/s per LUT4, ECP5 core", True),
            ("Cycles, our stream top", True),
            ("Mb/s, ECP5 stream top", True),
            ("Mb/s per LUT4, ECP5 stream top", True),
        ),
        [Line(_pair_cells(pair), pair.notes, f"{pair.row} {pair.design}") for pair in pairs],
    )


def _pair_cells(pair: _Pair) -> tuple[str, ...]:
    theirs, ours, at_stream = (
        f"{count} x " if count and count > 1 and rate else ""
        for count, rate in (
            (pair.messages, pair.published_mbps),
            (pair.lanes, pair.throughput_mbps),
            (pair.lanes, pair.stream_mbps),
        )
    )
    kind = f" {pair.frequency_kind}" if pair.frequency_kind else ""
    return (
        pair.configuration,
        pair.design or "-",
        pair.algorithm,
        number(pair.published_cycles),
        number(pair.cycles),
        number(over(pair.cycles, pair.published_cycles), 2),
        theirs + number(pair.published_mbps),
        ours + number(pair.throughput_mbps, 1) + kind,
        number(pair.published_per_slice, 2),
        number(pair.throughput_per_lut, 3),
        number(pair.stream_cycles),
        at_stream + number(pair.stream_mbps, 1),
        number(pair.stream_mbps_per_lut, 3),
    )


# Table 7


def _others(source: Paper, designs: Sequence[Design]) -> Comparison:
    """Set our designs for a table's algorithms below the rows of other authors."""
    table = source.table(_OTHERS)
    algorithms = list(dict.fromkeys(row.configuration for row in table.rows))
    entries = [_other(row) for row in table.rows]
    for design in designs:
        runs = {name: design.jobs_called(name.lower()) for name in algorithms}
        placed = [
            _placed(variant, None, boundary, name)
            for boundary in BOUNDARIES
            for name, jobs in runs.items()
            for variant in jobs
        ]
        if placed:
            entries += [measured_entry(design, _MAPPED), *placed]
    return Comparison(table.id, f"Table {table.id}: {table.title}", tuple(entries), _MAPPED)


def _other(row: Row) -> Entry:
    """Return a row with the throughput per slice that its figures give."""
    ratio = over(row.throughput_mbps, row.slices)
    entry = published_entry(row, _PAPER)
    return replace(entry, throughput_per_slice=None if ratio is None else round(ratio, 2))


# Figure 18


def _published_spots(source: Paper) -> Iterator[_Spot]:
    for row in (row for name in _OWN for row in source.table(name).rows):
        for rate in row.rates:
            for function in set(_LONG_DIGESTS).intersection(_OURS[rate.algorithm]):
                yield _published_spot(row, row.algorithm, function, rate.throughput_mbps)
    family = find_target(_MAPPED)
    for row in source.table(_OTHERS).rows:
        function = row.configuration.lower()
        if function in _LONG_DIGESTS and family.has_device(row.device or ""):
            kind = f"{row.work}, {row.configuration}"
            yield _published_spot(row, kind, function, row.throughput_mbps)


def _published_spot(
    row: Row, kind: str | None, function: str, throughput_mbps: float | None
) -> _Spot:
    return _Spot(
        kind=kind or "",
        mark=_configuration(row),
        function=function,
        row=row.id,
        design=None,
        device=row.device or "",
        boundary="core",
        area=row.slices or 0,
        throughput_mbps=throughput_mbps or 0,
    )


def _configuration(row: Row) -> str:
    """Return the number of a pipeline configuration."""
    return (row.architecture or "").removeprefix("configuration ")


def _measured_spots(rows: Sequence[Row]) -> Iterator[_Spot]:
    for row in rows:
        for design in answering(row):
            for boundary, function in product(BOUNDARIES, _LONG_DIGESTS):
                variant = _variant(design, function)
                placed = _placed(variant, row, boundary) if variant else None
                if placed and placed.lut and placed.throughput_mbps:
                    estimate = " placed" if placed.frequency_kind == "placed" else ""
                    yield _Spot(
                        kind=row.algorithm or "",
                        mark=_configuration(row) + estimate,
                        function=function,
                        row=row.id,
                        design=design.name,
                        device=placed.device,
                        boundary=boundary,
                        area=placed.lut + (placed.lutram or 0),
                        throughput_mbps=placed.throughput_mbps,
                        frequency_kind=placed.frequency_kind,
                    )


def _picture(source: Paper, spots: Sequence[_Spot]) -> Picture:
    theirs = [spot for spot in spots if spot.design is None]
    ours = [spot for spot in spots if spot.design is not None]
    styles = dict(zip(dict.fromkeys(spot.kind for spot in theirs), _STYLES, strict=True))
    devices = ", ".join(dict.fromkeys(spot.device.lower() for spot in theirs))
    panels = (
        _panel(f"{_NAME} and others:\n{devices}", "slices", theirs, styles),
        *(
            _panel(
                f"gatehash, {name}s:\n{DEVICES[PLACED]}",
                "LUT4",
                [spot for spot in ours if spot.boundary == boundary],
                styles,
            )
            for boundary, name in BOUNDARIES.items()
        ),
    )
    return Picture.of_figure(
        source.figure(_FIGURE),
        alt="Throughput against area of coprocessors for BLAKE-512 and Skein-512-512, in the paper "
        "and of ours",
        words="Left the paper's points that its tables have, of cores on Virtex-6; then ours, of "
        "cores and of stream tops on ECP5, another and slower device: each has scales of its "
        "own. At the stream top cycles are those from a message's first word to its answer's "
        "last. Block memories are not in the areas. The numbers are pipeline configurations. The "
        "paper's axes, and its points of other hash functions, are not known.",
        draw=lambda: draw_spots(panels),
    )


def _panel(
    title: str, area: str, spots: Sequence[_Spot], styles: dict[str, tuple[str, str]]
) -> SpotsPanel:
    kinds = {
        kind: tuple(
            (spot.area, spot.throughput_mbps, spot.mark) for spot in spots if spot.kind == kind
        )
        for kind in styles
    }
    return SpotsPanel(
        title,
        area,
        "Mb/s, a message of one block",
        tuple(Spots(kind, *styles[kind], points) for kind, points in kinds.items() if points),
    )
