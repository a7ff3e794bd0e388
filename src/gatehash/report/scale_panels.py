# SPDX-License-Identifier: Apache-2.0
"""The plots of engines: throughput against area, and both against each parameter."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from math import log
from typing import Any, Literal

from gatehash.catalog.blake_chacha import REGISTER_PLACES
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
)
from gatehash.report.columns import Entry
from gatehash.report.device import DEVICE, FILLED, room

__all__ = ["PARAMETERS", "best_projected", "panels_of", "with_throughput"]


@dataclass(frozen=True)
class _Axis:
    """The unit of a parameter, or the meaning of its values."""

    meaning: str
    names: Mapping[int, str] | None = None


PARAMETERS = {
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


def panels_of(entries: Sequence[Entry], fill: float) -> list[Panel]:
    """Return the panels of the engines of an algorithm.

    Parameters
    ----------
    entries : sequence of dict
        The engines, the smallest first, as :class:`gatehash.report.scale.Scale` has them.
    fill : float
        Share of a device's cells and flip-flops that the projection fills.
    """
    return [_area(entries, fill), *_parameters(entries)]


def with_throughput(entries: Sequence[Entry]) -> list[Entry]:
    """Return the engines that have a frequency, and so a throughput."""
    return [each for each in entries if each["throughput_mbps"] is not None]


def best_projected(entries: Sequence[Entry]) -> Entry | None:
    """Return the engine with the highest projected throughput, if the device holds any of one."""
    held = [each for each in with_throughput(entries) if each["engines"]]
    return max(held, key=lambda each: float(each["projected_gbps"]), default=None)


def _area(entries: Sequence[Entry], fill: float) -> Panel:
    known, series = with_throughput(entries), []
    names = _names(known)
    for kind, colour, marker in (("routed", BLUE, "o"), ("placed", ROSE, "s")):
        points = tuple(
            Point(
                each["units"],
                each["throughput_mbps"],
                each["design"] if each["design"] in names else "",
            )
            for each in known
            if each["frequency_kind"] == kind
        )
        if points:
            series.append(Series(kind, colour, points, marker))
    best = best_projected(entries)
    if best:
        ends = best["engines"] * best["units"], 1000 * best["projected_gbps"]
        many = f"{best['engines']} x {best['design']}"
        # One engine stands where its own point does, which may have its name.
        text = "" if best["engines"] == 1 and best["design"] in names else many
        beyond = ", beyond the pins" if best["pins"] else ""
        what = f"projection: {many} on {DEVICE}{beyond}"
        series.append(Series(what, AMBER, (Point(*ends, text),), "^", outlined=True))
        first = known[0]
        line = tuple(
            Point(units, units * first["mbps_per_unit"])
            for units in (first["units"], max(ends[0], known[-1]["units"]))
        )
        series.append(Series("ideal", GREY, line, dashed=True))
        series += _limits(best, [each["throughput_mbps"] for each in known], ends[1], fill)
    title = "Throughput against area"
    return Panel("dots", title, "Mb/s", tuple(series), "units", logarithmic=True)


def _limits(best: Entry, rates: Sequence[float], projected: float, fill: float) -> Iterator[Series]:
    """Yield where so many of an engine take what there is of each resource."""
    low, high = min(rates), max(*rates, projected)
    most = room(fill)
    limits = (
        ("flip-flops", best["ff"], LIGHT_BLUE),
        ("memory blocks", best["memory_blocks"], AMBER),
        ("multipliers", best["multipliers"], VIOLET),
        ("cells", best["cells"], ROSE),
    )
    for name, taken, colour in limits:
        if taken:
            share = f"{100 * fill:g} % of the" if name in FILLED else "all"
            units = best["units"] * most[name] / taken
            ends = (Point(units, low), Point(units, high))
            yield Series(f"{best['design']}: {share} {name}", colour, ends, dashed=True)


def _names(known: Sequence[Entry]) -> list[str]:
    """Return the names to be shown: of engines that none is both smaller and faster than.

    Where names would overlap, only the fastest has its own.
    """
    named: list[Entry] = []
    for each in sorted(known, key=lambda each: -float(each["throughput_mbps"])):
        better = any(
            other["units"] <= each["units"]
            and other["throughput_mbps"] >= each["throughput_mbps"]
            and other is not each
            for other in known
        )
        if not better and not any(_is_near(each, other, known) for other in named):
            named.append(each)
    return [str(each["design"]) for each in named]


def _is_near(one: Entry, other: Entry, known: Sequence[Entry]) -> bool:
    """Return whether two engines are within a name's length and height, on logarithmic axes."""

    def apart(field: str) -> float:
        values = [float(each[field]) for each in known]
        return abs(log(one[field] / other[field])) / log(max(values) / min(values))

    return apart("units") < _NAME_LENGTH and apart("throughput_mbps") < _NAME_HEIGHT


def _parameters(entries: Sequence[Entry]) -> Iterator[Panel]:
    # The panels share a legend: a curve has the colour of its first design in all of them.
    colours: dict[str, str] = {}
    for name, axis in PARAMETERS.items():
        for field, up in (("throughput_mbps", "Mb/s"), ("luts", "LUT4")):
            series: list[Series] = []
            for members in _families(entries, name, field):
                new = _COLOURS[len(colours) % len(_COLOURS)]
                colour = colours.setdefault(members[0]["design"], new)
                drawn = _curves if axis.names is None else partial(_bars, axis.names)
                series += drawn(members, name, field, colour)
            if series:
                kind: Literal["bars", "curves"] = "bars" if axis.names else "curves"
                names = tuple((axis.names or {}).values())
                title = f"{up} against {axis.meaning}"
                yield Panel(kind, title, up, tuple(series), axis.meaning, names)


def _families(entries: Sequence[Entry], name: str, field: str) -> list[list[Entry]]:
    """Return the engines that differ in one parameter alone and have a figure, if several.

    Engines with block memories are not joined with those without: more differs in them.
    """
    found: dict[tuple[Any, ...], list[Entry]] = {}
    for each in entries:
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
