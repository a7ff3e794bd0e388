# SPDX-License-Identifier: Apache-2.0
"""The paper of Han, Li and Zeng: Skein on unrolled datapaths. Tables 1 and 2, Figure 5."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from gatehash.published import paper
from gatehash.report import rows
from gatehash.report.charts import AMBER, BLUE, GREY, LIGHT_BLUE, ROSE, Panel, Point, Series, draw
from gatehash.report.columns import number
from gatehash.report.document import BEST, Document, Picture, best, comparisons

__all__ = ["han_document"]

_SIZES = (256, 512, 1024)
"""Bits of the states, of which the paper's tables have two."""


def han_document() -> Document:
    """Return the report; its data has ``best_mbps_per_unit`` and ``figure5`` besides tables.

    Raises
    ------
    GatehashError
        If a record is damaged.
    """
    source = paper("han")
    tables = tuple(comparisons(source, [table.id for table in source.tables]))
    bests = [
        {"block_bits": size, **best(f"Skein-{size}", f"skein-{size}-{size}", "stream")}
        for size in _SIZES
    ]
    groups = _groups()
    return Document(
        source=source,
        tables=tables,
        pictures=(
            Picture.of_figure(
                source.figure("5"),
                alt="Resources, frequency and throughput of the designs",
                words="The heights of the bars in the paper are not known; this figure is drawn "
                "from the figures in the tables.",
                draw=partial(_draw, groups),
            ),
        ),
        closing={BEST: tuple(each["text"] for each in bests)},
        data={"best_mbps_per_unit": bests, "figure5": groups},
    ).completed()


def _groups() -> list[dict[str, Any]]:
    """Return the published designs and ours for each, the small state first."""
    source = paper("han")
    return [
        {
            "label": f"Skein-{table.block_bits} {row.architecture}",
            "published": rows.published(row, source.name),
            "mapped": rows.measured(design, source.report.target, answers=row),
            "placed": rows.measured(design, rows.PLACED, answers=row),
        }
        for table in sorted(source.tables, key=lambda table: table.block_bits or 0)
        for row in table.rows
        for design in rows.answering(row)
    ]


def _draw(groups: Sequence[dict[str, Any]]) -> Mapping[str, bytes]:
    def series(label: str, colour: str, side: str, field: str) -> Series:
        return Series(
            label,
            colour,
            tuple(
                Point(
                    place,
                    group[side][field],
                    number(group[side][field], 0) if group[side][field] else "",
                    field in ("frequency_mhz", "throughput_mbps")
                    and group[side]["frequency_kind"] == "placed",
                )
                for place, group in enumerate(groups)
            ),
        )

    names = tuple(group["label"].replace(" ", "\n") for group in groups)
    ecp5, virtex = rows.DEVICES[rows.PLACED].partition(" (")[0], "Virtex-5"
    estimate = ("slices, gatehash (estimate)", BLUE, "mapped", "slices_estimate")
    panels = [
        (virtex, "slices", [("slices, Han", GREY, "published", "slices"), estimate]),
        (f"Han, {virtex}", "MHz", [("", GREY, "published", "frequency_mhz")]),
        (f"Han, {virtex}", "Mb/s", [("", GREY, "published", "throughput_mbps")]),
        (
            f"gatehash, {ecp5}",
            "LUT4, flip-flops",
            [("LUT4", AMBER, "placed", "lut"), ("flip-flops", LIGHT_BLUE, "placed", "ff")],
        ),
        (f"gatehash, {ecp5}", "MHz", [("", ROSE, "placed", "frequency_mhz")]),
        (f"gatehash, {ecp5}", "Mb/s", [("", ROSE, "placed", "throughput_mbps")]),
    ]
    return draw(
        [
            Panel("bars", title, up, tuple(series(*each) for each in found), names=names)
            for title, up, found in panels
        ],
        columns=3,
    )
