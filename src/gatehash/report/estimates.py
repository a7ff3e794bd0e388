# SPDX-License-Identifier: Apache-2.0
"""Frequencies that nextpnr estimates for Artix-7, beside those of a paper on other devices.

No open tool places and routes the papers' devices; Artix-7 is the nearest relative that one does.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from statistics import median

from gatehash.catalog import Design
from gatehash.implement import Result, figures_at, find_target
from gatehash.implement.figures import over
from gatehash.published import Paper, Row
from gatehash.report import rows
from gatehash.report.columns import Column, Entry, Table, label, number
from gatehash.report.specs import kind_text

__all__ = ["ESTIMATES", "estimate_words", "estimates"]

ESTIMATES = "Frequencies on Artix-7"
"""Heading of the sentences of :func:`estimate_words`."""

_TARGET = find_target("xc7a")


def _mhz(entry: Entry) -> str:
    if entry["frequency_mhz"] is None:
        return str(entry["unplaced"] or "-")
    return f"{number(entry['frequency_mhz'], 1)} {kind_text(entry)}"


_COLUMNS = (
    label("configuration", "Published"),
    label("published_device", "Device"),
    Column("published_mhz", "MHz, published", "Printed figure, on the published device"),
    label("design", "gatehash"),
    label("device", "Device"),
    Column("frequency_mhz", "MHz, estimate", "nextpnr's, of the core on Artix-7", words=_mhz),
    Column("frequency_ratio", "Estimate relative to paper", "On different devices", 2),
)


def estimates(source: Paper, numbers: Sequence[str]) -> Table:
    """Set the estimates of designs beside the frequencies of the published rows that they answer.

    Parameters
    ----------
    source : Paper
        The paper.
    numbers : sequence of str
        Numbers of its tables with own designs.

    Raises
    ------
    GatehashError
        If a record is damaged.
    """
    printed = [row for each in numbers for row in source.table(each).rows if row.frequency_mhz]
    return Table(
        "estimates",
        f"Frequencies of cores: the paper's, and nextpnr's estimates for {_TARGET.family}, "
        "another device",
        _COLUMNS,
        tuple(_beside(row, design) for row in printed for design in rows.answering(row)),
        ("row",),
    )


def _beside(row: Row, design: Design) -> Entry:
    found = rows.measured(design, _TARGET.name, answers=row)
    result = figures_at(design, _TARGET.name, design.compared).fresh
    kept = (
        *("row", "design", "target", "boundary"),
        *("frequency_mhz", "frequency_kind", "frequency_note", "seeds"),
    )
    missing = found["frequency_mhz"] is None
    return {
        **{name: found[name] for name in kept},
        "configuration": row.configuration,
        "published_device": row.device or "",
        "published_mhz": row.frequency_mhz,
        "device": _device(result),
        "frequency_ratio": over(found["frequency_mhz"], row.frequency_mhz),
        "unplaced": found["unplaced"],
        "notes": found["notes"] if missing else _untimed(result),
    }


def _untimed(result: Result | None) -> list[str]:
    """Say that nextpnr left paths out."""
    if result is None or not result.area.ramb36:
        return []
    return [
        "nextpnr does not time addresses and data of block memories of 36 Kbit (RAMB36E1): the "
        "estimate covers all other paths."
    ]


def _device(result: Result | None) -> str:
    return f"{_TARGET.family} {result.device.name}" if result and result.runs else "-"


def estimate_words(source: Paper, table: Table) -> tuple[str, ...]:
    """Return what the estimates cover and what they do not, in sentences."""
    return (*_spreads(table.rows), *_cautions(source, table.rows))


def _spreads(entries: Sequence[Entry]) -> Iterator[str]:
    """Say for each published device how far the estimates of routed designs lie from it."""
    for device in _devices(entries):
        ours = [e for e in entries if e["published_device"].casefold() == device.casefold()]
        routed = sorted(
            (entry for entry in ours if entry["frequency_kind"] == "routed"),
            key=lambda entry: float(entry["frequency_ratio"]),
        )
        where = f"Beside {device}"
        if not routed:
            yield f"{where}: no design is routed on {_TARGET.family} yet."
            continue
        middle = median(entry["frequency_ratio"] for entry in routed)
        low, high = routed[0], routed[-1]
        yield (
            f"{where}: the estimates of routed cores ({len(routed)} of {len(ours)}) lie at "
            f"{low['frequency_ratio']:.2f} ({low['design']}) to {high['frequency_ratio']:.2f} "
            f"({high['design']}) times the paper's frequency, the median at {middle:.2f}."
        )


def _cautions(source: Paper, entries: Sequence[Entry]) -> Iterator[str]:
    yield (
        f"{', '.join(_devices(entries))} and {_TARGET.family} are different devices, of other "
        "processes and speed grades. A ratio compares device, tool and design at once; it is no "
        "verdict on one of them."
    )
    yield (
        "The frequencies are estimates of nextpnr. Its delays are not the manufacturer's, and it "
        f"ignores the speed grade; those of {source.name.capitalize()} are from the manufacturer's "
        "tools, after place and route."
    )


def _devices(entries: Sequence[Entry]) -> list[str]:
    """Return the published devices, each in the first of its spellings."""
    names = [entry["published_device"] for entry in entries]
    return list({name.casefold(): name for name in reversed(names)}.values())[::-1]
