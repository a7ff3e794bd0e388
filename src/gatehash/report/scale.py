# SPDX-License-Identifier: Apache-2.0
"""How throughput and area grow with an engine's parameters, and what a whole device would hold.

All figures are those of stream tops on the device that every design is placed on. What a device
would hold is a projection from the figures of one engine.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from math import log
from pathlib import Path
from typing import Any, Literal

from gatehash.catalog import DESIGNS, Job, jobs_called
from gatehash.catalog.blake_chacha import REGISTER_PLACES
from gatehash.files import write_files
from gatehash.implement import figures_at, kind_words
from gatehash.implement.figures import over
from gatehash.report.charts import (
    AMBER,
    BLUE,
    BROWN,
    GREEN,
    GREY,
    LIGHT_BLUE,
    OLIVE,
    RED,
    ROSE,
    VIOLET,
    Panel,
    Point,
    Series,
    draw,
)
from gatehash.report.columns import Column, Entry, Table, label
from gatehash.report.device import DEVICE, FILL, fitting, resources, room
from gatehash.report.document import Picture
from gatehash.report.render import to_csv
from gatehash.report.rows import PLACED

__all__ = ["Scale", "scale", "scaled_algorithms", "write_scale"]


@dataclass(frozen=True)
class _Axis:
    """What a parameter counts, or what its values stand for."""

    meaning: str
    names: Mapping[int, str] | None = None


_PARAMETERS = {
    "RoundsPerCycle": _Axis("rounds a cycle"),
    "RoundsPerPass": _Axis("rounds in the ring"),
    "Halves": _Axis("halves of a round"),
    "Ciphers": _Axis("W ciphers"),
    "Stages": _Axis("blocks in each cipher"),
    "Lanes": _Axis("rings for one message"),
    "Pipeline": _Axis("place of the register", REGISTER_PLACES),
}
"""Parameters of stream tops that engines are drawn against. To a count, throughput would ideally be
proportional; other parameters choose between functions, or between forms of one."""
# Streams are as many as a ring's places need.
_NEUTRAL = ("StreamBits", "Registered", "Streams")
_COLOURS = (BLUE, ROSE, AMBER, LIGHT_BLUE, GREEN, VIOLET, BROWN, OLIVE, RED)

# Length and height of a name in the plot, as shares of the way from the least to the largest.
_NAME_LENGTH = 0.5
_NAME_HEIGHT = 0.05

_COLUMNS = (
    label("design", "Design"),
    label("microarchitecture", "Datapath"),
    Column("streams", "Messages at once"),
    Column("cycles", "Cycles a block", "Of a long message, of each that is in it at once"),
    Column("luts", "LUT4", "With those of memories"),
    Column("carry_luts", "+ carry", "LUT4 whose place carry cells take"),
    Column("ff", "FF"),
    Column("memory_blocks", "EBR", "Block memories of 18 Kbit"),
    Column("multipliers", "DSP", "Multipliers of 18 bits by 18"),
    Column("frequency_mhz", "MHz", "Median of the seeds that were run", 1),
    label("frequency", "Frequency is", "placed: an estimate"),
    Column("throughput_mbps", "Mb/s", "Of long messages, all together", 0),
    Column("throughput_per_lut", "Mb/s per LUT4", "", 3),
    Column(
        "ideal_percent",
        "% of ideal",
        "Of what as many of the smallest engine give that take its look-up tables",
        0,
    ),
    Column("engines", "Engines", "Projection: as many as the share of a device holds"),
    label("ended_by", "Ended by", "The resource that the projection ends at"),
    Column("projected_gbps", "Gb/s", "Projection: all of them, at the clock of one, on chip", 1),
    Column("pin_bits", "Pin bits a cycle", "Projection: bits of messages in, and of texts out", 0),
    label("pins", "Pins", "Whether the bits a cycle are more than the device has pins"),
)
_EXCEEDED = f"more than the {DEVICE.pins} pins of {DEVICE.name}"


_UNKNOWN: Entry = dict.fromkeys(
    (
        *("luts", "carry_luts", "ff", "memory_blocks", "multipliers"),
        *("frequency_mhz", "frequency_kind", "throughput_mbps", "throughput_per_lut"),
        *("ideal_percent", "engines", "projected_gbps", "pin_bits"),
    )
)


def _entry(job: Job, fill: float) -> Entry:
    """Return what is known of a design at work; without a fresh record only what it is."""
    found = figures_at(job.design, PLACED, "stream", at_work=job)
    own: Entry = {
        "design": job.design.name,
        "microarchitecture": job.design.microarchitecture,
        "parameters": {
            **job.design.hardware.defaults,
            **job.design.hardware.stream.parameters,
        },
        "top": job.design.hardware.stream.top,
        "streams": job.streams,
        "cycles": float(found.rate.cycles),
    }
    if found.result is None or found.stale:
        why = "stale" if found.stale else "not measured"
        return {**own, **_UNKNOWN, "frequency": why, "ended_by": "", "pins": ""}
    taken = resources(found)
    engines, ended_by = fitting(taken, fill)
    mbps = found.rate.mbps
    luts = found.luts or 0
    entry: Entry = {
        **own,
        "luts": luts,
        "carry_luts": found.carry_luts,
        "ff": taken["flip-flops"],
        "memory_blocks": taken["memory blocks"],
        "multipliers": taken["multipliers"],
        "frequency_mhz": found.fmax_mhz,
        "frequency_kind": found.fmax_kind,
        "frequency": kind_words(found.fmax_kind, found.fmax_note) or found.brief,
        "throughput_mbps": mbps,
        "throughput_per_lut": over(mbps, found.luts),
        "ideal_percent": None,
        "engines": engines,
        "ended_by": ended_by,
        "projected_gbps": None,
        "pin_bits": None,
        "pins": "",
    }
    if mbps is not None:
        # The text of a cipher leaves as well; digests of long messages are nothing beside them.
        ways = 1 if job.operation == "hash" else 2
        entry["projected_gbps"] = engines * mbps / 1000
        entry["pin_bits"] = float(ways * engines * job.block_bits / found.rate.cycles)
        entry["pins"] = _EXCEEDED if entry["pin_bits"] > DEVICE.pins else ""
    return entry


def scaled_algorithms() -> list[str]:
    """Return the algorithms that are a design's principal one: together, all designs run them."""
    return list(dict.fromkeys(design.principal_job.name for design in DESIGNS.values()))


@dataclass(frozen=True)
class Scale:
    """The engines of an algorithm.

    Parameters
    ----------
    algorithm : str
        Its name.
    entries : tuple of dict
        The engines, the smallest first and those that are not measured last, with the fields of
        :attr:`table`'s columns.
    fill : float
        Share of a device's look-up tables and flip-flops that the projection fills.
    """

    algorithm: str
    entries: tuple[Entry, ...]
    fill: float

    @property
    def _id(self) -> str:
        """What files and anchors are called: the algorithm, without the slash of SHA-512/256."""
        return f"scale-{self.algorithm.replace('/', '-')}"

    @property
    def table(self) -> Table:
        """The engines as a table."""
        share = f"{100 * self.fill:g} % of an {DEVICE.name}"
        title = f"{self.algorithm}: engines, and a projection to {share}"
        return Table(self._id, title, _COLUMNS, self.entries, zeros=True)

    @property
    def picture(self) -> Picture:
        """Throughput against area, and both against each parameter."""
        words = (
            "Each point is a measured stream top; squares are placed only, an estimate. The dashed "
            "line is ideal: as many of the smallest engine as take that area."
        )
        best = self._best
        if best:
            words += (
                f" The triangle is a projection: {best['engines']} x {best['design']}, at the "
                f"clock of one. Of all engines it is the one whose projection to "
                f"{100 * self.fill:g} % of {DEVICE.name} has the highest throughput."
            )
            if best["pins"]:
                words += (
                    f" Its bits a cycle are {best['pin_bits']:.0f}, {best['pins']}: "
                    "the throughput is one inside the device."
                )
            words += (
                f" The upright lines are of {best['design']} alone. Each stands at the look-up "
                "tables of as many as take all that the projection has of one resource: look-up "
                "tables, with those of carry cells, flip-flops, block memories or multipliers."
            )
        alt = f"Throughput and area of the engines of {self.algorithm}"
        draws = partial(draw, self.panels(), 3)
        return Picture(self._id, self.algorithm, alt, words, draws)

    def panels(self) -> list[Panel]:
        """Return the panels of the picture."""
        return [self._area(), *self._parameters()]

    @property
    def is_plotted(self) -> bool:
        """Whether an engine has a frequency."""
        return bool(self._known)

    @property
    def _known(self) -> list[Entry]:
        return [each for each in self.entries if each["throughput_mbps"] is not None]

    @property
    def _best(self) -> Entry | None:
        """The engine with the highest projected throughput, if the device holds any of one."""
        held = [each for each in self._known if each["engines"]]
        return max(held, key=lambda each: float(each["projected_gbps"]), default=None)

    def _area(self) -> Panel:
        known, names, series = self._known, self._names(), []
        for kind, colour, marker in (("routed", BLUE, "o"), ("placed", ROSE, "s")):
            points = tuple(
                Point(
                    each["luts"],
                    each["throughput_mbps"],
                    each["design"] if each["design"] in names else "",
                )
                for each in known
                if each["frequency_kind"] == kind
            )
            if points:
                series.append(Series(kind, colour, points, marker))
        best = self._best
        if best:
            ends = best["engines"] * best["luts"], 1000 * best["projected_gbps"]
            many = f"{best['engines']} x {best['design']}"
            # One engine stands where its own point does, which may have its name.
            text = "" if best["engines"] == 1 and best["design"] in names else many
            beyond = ", beyond the pins" if best["pins"] else ""
            what = f"projection: {many} on {DEVICE.name}{beyond}"
            series.append(Series(what, AMBER, (Point(*ends, text),), "^", outlined=True))
            first = known[0]
            line = tuple(
                Point(luts, luts * first["throughput_per_lut"])
                for luts in (first["luts"], max(ends[0], known[-1]["luts"]))
            )
            series.append(Series("ideal", GREY, line, dashed=True))
            series += self._limits(best, [each["throughput_mbps"] for each in known], ends[1])
        title = "Throughput against area"
        return Panel("dots", title, "Mb/s", tuple(series), "LUT4", logarithmic=True)

    def _limits(self, best: Entry, rates: Sequence[float], projected: float) -> Iterator[Series]:
        """Yield where so many of an engine take what there is of each resource."""
        low, high = min(rates), max(*rates, projected)
        most = room(self.fill)
        limits = (
            ("flip-flops", best["ff"], LIGHT_BLUE),
            ("memory blocks", best["memory_blocks"], AMBER),
            ("multipliers", best["multipliers"], VIOLET),
            ("look-up tables", best["luts"] + best["carry_luts"], ROSE),
        )
        for name, taken, colour in limits:
            if taken:
                share = f"{100 * self.fill:g} % of the" if name in DEVICE.filled else "all"
                luts = best["luts"] * most[name] / taken
                ends = (Point(luts, low), Point(luts, high))
                yield Series(f"{best['design']}: {share} {name}", colour, ends, dashed=True)

    def _names(self) -> list[str]:
        """Return the names to be shown: of engines that none is both smaller and faster than.

        Of those whose names would lie one over the other only the fastest has its own.
        """
        named: list[Entry] = []
        for each in sorted(self._known, key=lambda each: -float(each["throughput_mbps"])):
            better = any(
                other["luts"] <= each["luts"]
                and other["throughput_mbps"] >= each["throughput_mbps"]
                and other is not each
                for other in self._known
            )
            if not better and not any(self._is_near(each, other) for other in named):
                named.append(each)
        return [str(each["design"]) for each in named]

    def _is_near(self, one: Entry, other: Entry) -> bool:
        """Tell whether two engines are within a name's length and height, on logarithmic axes."""

        def apart(field: str) -> float:
            values = [float(each[field]) for each in self._known]
            return abs(log(one[field] / other[field])) / log(max(values) / min(values))

        return apart("luts") < _NAME_LENGTH and apart("throughput_mbps") < _NAME_HEIGHT

    def _parameters(self) -> Iterator[Panel]:
        # The panels share a legend: a curve has the colour of its first design in all of them.
        colours: dict[str, str] = {}
        for name, axis in _PARAMETERS.items():
            for field, up in (("throughput_mbps", "Mb/s"), ("luts", "LUT4")):
                series: list[Series] = []
                for members in self._families(name, field):
                    new = _COLOURS[len(colours) % len(_COLOURS)]
                    colour = colours.setdefault(members[0]["design"], new)
                    drawn = _curves if axis.names is None else partial(_bars, axis.names)
                    series += drawn(members, name, field, colour)
                if series:
                    kind: Literal["bars", "curves"] = "bars" if axis.names else "curves"
                    names = tuple((axis.names or {}).values())
                    title = f"{up} against {axis.meaning}"
                    yield Panel(kind, title, up, tuple(series), axis.meaning, names)

    def _families(self, name: str, field: str) -> list[list[Entry]]:
        """Return the engines that differ in one parameter alone and have a figure, if several.

        Engines with block memories are not joined with those without: more differs in them.
        """
        found: dict[tuple[Any, ...], list[Entry]] = {}
        for each in self.entries:
            if name in each["parameters"] and each[field] is not None:
                others = {
                    other: value
                    for other, value in each["parameters"].items()
                    if other not in (name, *_NEUTRAL)
                }
                form = (each["top"], bool(each["memory_blocks"]), *sorted(others.items()))
                found.setdefault(form, []).append(each)
        return [
            sorted(members, key=lambda each: int(each["parameters"][name]))
            for members in found.values()
            if len(members) > 1
        ]

    def to_data(self) -> dict[str, Any]:
        """Return the engines as plain data for JSON."""
        return {
            "algorithm": self.algorithm,
            "device": DEVICE.name,
            "device_pins": DEVICE.pins,
            "fill": self.fill,
            "engines": list(self.entries),
        }


def _points(members: Sequence[Entry], places: Sequence[float], field: str) -> tuple[Point, ...]:
    """Return the points of a field at these places."""
    return tuple(
        Point(
            place,
            each[field],
            estimate=field == "throughput_mbps" and each["frequency_kind"] == "placed",
        )
        for place, each in zip(places, members, strict=True)
    )


def _curves(members: Sequence[Entry], name: str, field: str, colour: str) -> Iterator[Series]:
    """Yield the curve of a field against a count, and of throughput the ideal line."""
    points = _points(members, [each["parameters"][name] for each in members], field)
    yield Series(f"{members[0]['design']} ...", colour, points)
    if field == "throughput_mbps":
        slope = members[0][field] / members[0]["parameters"][name]
        ends = tuple(Point(point.x, slope * point.x) for point in (points[0], points[-1]))
        yield Series("ideal", GREY, ends, dashed=True)


def _bars(
    names: Mapping[int, str], members: Sequence[Entry], name: str, field: str, colour: str
) -> Iterator[Series]:
    """Yield the bars of a field, one for each value of a parameter that counts nothing."""
    values = list(names)
    places = [values.index(each["parameters"][name]) for each in members]
    yield Series(f"{members[0]['design']} ...", colour, _points(members, places, field))


def scale(algorithms: Sequence[str] = (), fill: float = FILL) -> list[Scale]:
    """Return the engines of algorithms.

    Parameters
    ----------
    algorithms : sequence of str
        Names as :func:`~gatehash.catalog.jobs_called` takes them, such as ``skein-512-512`` or
        ``sha256``; by default :func:`scaled_algorithms`.
    fill : float
        Share of a device's look-up tables and flip-flops that the projection fills, above 0 and up
        to 1.

    Raises
    ------
    GatehashError
        If no design runs an algorithm, or a record is damaged.
    """
    works = [jobs_called(algorithm) for algorithm in algorithms or scaled_algorithms()]
    found = []
    # Two spellings of a name are one algorithm.
    for algorithm, called in {each[0].name: each for each in works}.items():
        jobs: dict[str, Job] = {}
        for job in called:
            jobs.setdefault(job.design.name, job)  # of a cipher the first operation's
        entries = [_entry(job, fill) for job in jobs.values()]
        # Those that are not measured stand at the end.
        entries.sort(key=lambda each: (each["luts"] is None, each["luts"] or 0))
        slopes = [each["throughput_per_lut"] for each in entries]
        first = next((slope for slope in slopes if slope is not None), None)
        for each in entries:
            ratio = over(each["throughput_per_lut"], first)
            each["ideal_percent"] = None if ratio is None else 100 * ratio
        found.append(Scale(algorithm, tuple(entries), fill))
    return found


def write_scale(found: Sequence[Scale], out: Path) -> None:
    """Write a CSV file and the plots of each algorithm, whole or not at all.

    Parameters
    ----------
    found : sequence of Scale
        The engines of algorithms.
    out : Path
        The folder; made if need be.

    Raises
    ------
    GatehashError
        If the folder can't be written, or matplotlib is missing.
    """
    files: dict[str, bytes] = {}
    for each in found:
        rows = [
            {**row, "parameters": [f"{name}={value}" for name, value in row["parameters"].items()]}
            for row in each.entries
        ]
        if rows:
            files[f"{each.table.id}.csv"] = to_csv(rows).encode()
        if each.is_plotted:
            drawn = each.picture.draw()
            files |= {f"{each.picture.name}.{kind}": content for kind, content in drawn.items()}
    write_files(out, files, "scale")
