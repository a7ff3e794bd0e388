# SPDX-License-Identifier: Apache-2.0
"""Figures of the reports, as SVG and PNG; the same figures always make the same SVG."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from gatehash.errors import GatehashError
from gatehash.report.tables import Comparison, Entry

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["architectures"]

_COLOURS = {"FF": "#b8c4d6", "LUT4": "#4472a8", "carry": "#8fb8de", "slices": "#8a8d91"}
_LINE = "#c0392b"
_WIDTH = 0.26


def architectures(tables: Sequence[Comparison]) -> dict[str, bytes]:
    """Draw Han's Figure 5: resources, frequency and throughput of the architectures.

    Above the paper's own designs on Virtex-5, below ours on ECP5; bars are resources on the left
    axis, the line is frequency on the right one, the number on top is throughput.

    Parameters
    ----------
    tables : sequence of Comparison
        Tables of the report, published rows of the paper's own work and ours in each.

    Returns
    -------
    dict
        The figure under ``svg`` and ``png``.

    Raises
    ------
    GatehashError
        If the drawing library is missing.
    """
    try:
        import matplotlib as mpl
        from matplotlib.figure import Figure
    except ImportError:
        raise GatehashError("figures need matplotlib: pip install 'gatehash[report]'") from None

    rows = [entry for table in reversed(tables) for entry in table.entries]
    measured = [entry for entry in rows if entry.design and entry.target == "ecp5"]
    answered = [entry.row for entry in measured]
    published = {
        entry.row: entry for entry in rows if entry.origin == "published" and entry.row in answered
    }
    settings: dict[Any, Any] = {"svg.hashsalt": "gatehash", "svg.fonttype": "none", "font.size": 9}
    with mpl.rc_context(settings):
        figure = Figure(figsize=(9.5, 8.0), layout="constrained")
        upper, lower = figure.subplots(2, 1)
        names = [entry.design or "" for entry in measured]
        _panel(
            upper,
            "Han, Li and Zeng: Virtex-5 (xc5vlx30t-3), ISE 13.1",
            names,
            [published[row] for row in answered if row is not None],
            {"slices": [published[row].slices for row in answered if row is not None]},
        )
        _panel(
            lower,
            "gatehash: Lattice ECP5 (LFE5U-85, grade 6), Yosys and nextpnr",
            names,
            measured,
            {
                "FF": [entry.ff for entry in measured],
                "LUT4": [entry.lut for entry in measured],
            },
        )
        return {"svg": _render(figure, "svg"), "png": _render(figure, "png")}


def _panel(
    axes: Axes,
    title: str,
    names: Sequence[str],
    entries: Sequence[Entry],
    bars: dict[str, list[float | None] | list[int | None]],
) -> None:
    places = range(len(names))
    first = -_WIDTH * (len(bars) - 1) / 2
    for number, (label, values) in enumerate(bars.items()):
        axes.bar(
            [place + first + number * _WIDTH for place in places],
            [value or 0 for value in values],
            _WIDTH,
            label=label,
            color=_COLOURS[label],
        )
    tops = [max(values[place] or 0 for values in bars.values()) for place in places]
    # Room for the throughputs and the legend.
    axes.set_ylim(0, 1.35 * max([1, *tops]))
    for place, entry, top in zip(places, entries, tops, strict=True):
        axes.annotate(
            _throughput(entry),
            (place, top),
            textcoords="offset points",
            xytext=(0, 4),
            ha="center",
            fontweight="bold",
        )
    axes.set_title(title, loc="left", fontweight="bold")
    axes.set_xticks(list(places), names)
    axes.set_ylabel(" and ".join(bars))
    axes.spines["top"].set_visible(False)
    right = axes.twinx()
    right.plot(
        list(places),
        [entry.frequency_mhz or float("nan") for entry in entries],
        color=_LINE,
        marker="o",
        linewidth=1.2,
        label="frequency",
    )
    right.set_ylim(0, 1.35 * max([1.0, *(entry.frequency_mhz or 0 for entry in entries)]))
    right.set_ylabel("MHz", color=_LINE)
    right.tick_params(axis="y", colors=_LINE)
    right.spines["top"].set_visible(False)
    handles, labels = axes.get_legend_handles_labels()
    line, name = right.get_legend_handles_labels()
    axes.legend(
        [*handles, *line],
        [*labels, *name],
        loc="upper right",
        ncols=len(labels) + 1,
        frameon=False,
        title="number above the bars: Mb/s",
    )


def _throughput(entry: Entry) -> str:
    if entry.throughput_mbps is None:
        return "not measured"
    kind = "\n(placed)" if entry.frequency_kind == "placed" else ""
    return f"{entry.throughput_mbps:.0f}{kind}"


def _render(figure: Figure, kind: str) -> bytes:
    sink = io.BytesIO()
    metadata = {"Date": None} if kind == "svg" else {}
    figure.savefig(sink, format=kind, dpi=160, metadata=metadata)
    return sink.getvalue()
