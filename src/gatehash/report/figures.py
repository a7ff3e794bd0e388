# SPDX-License-Identifier: Apache-2.0
"""Figures of the reports, drawn with matplotlib: the same data, the same file."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from gatehash.errors import GatehashError
from gatehash.report.render import number
from gatehash.report.tables import DEVICES, SLICE_CELLS, Entry

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["Group", "resources_and_performance"]

_STYLE: dict[str, Any] = {
    "axes.axisbelow": True,
    "axes.edgecolor": "#666666",
    "axes.spines.top": False,
    "font.family": "DejaVu Sans",
    "font.size": 9.5,
    "hatch.linewidth": 0.6,
    "svg.hashsalt": "gatehash",
}
_FLIP_FLOPS, _LOGIC, _CELLS, _FREQUENCY, _SLICES = (
    "#9cc5df",
    "#1f5f8b",
    "#e0a83c",
    "#b3446c",
    "#777f86",
)
_ESTIMATE: dict[str, Any] = {"hatch": "////", "edgecolor": "white"}
_METADATA = {"svg": {"Date": None, "Creator": None}, "png": {"Software": None}}
_GROUP_WIDTH = 0.84
_HEADROOM = 1.22


@dataclass(frozen=True)
class Group:
    """One place on the horizontal axis: a published design and ours that answers to it.

    Parameters
    ----------
    label : str
        What stands below it.
    published : Entry
        The published design.
    mapped : Entry
        Ours as mapped for the published design's device family.
    placed : Entry
        Ours as placed and routed.
    """

    label: str
    published: Entry
    mapped: Entry
    placed: Entry


@dataclass(frozen=True)
class _Bar:
    label: str
    colour: str
    axis: Literal["left", "right"]
    value: Callable[[Group], float | None]
    estimate: Callable[[Group], bool] = lambda group: False


@dataclass(frozen=True)
class _Panel:
    title: str
    left: str
    right: str
    bars: tuple[_Bar, ...]
    throughput: Callable[[Group], str | None]


def _figure(entry: Entry, digits: int | None) -> str | None:
    throughput = entry.throughput_mbps
    return None if throughput is None else f"{number(throughput, digits)} Mb/s"


def _panels(paper: str, devices: str) -> tuple[_Panel, _Panel]:
    ours = _Panel(
        title=f"gatehash: {DEVICES['ecp5']}; lc: {DEVICES['xc5v']}",
        left="LUT4, flip-flops, lc",
        right="MHz on ECP5",
        bars=(
            _Bar("flip-flops, ECP5", _FLIP_FLOPS, "left", lambda group: group.placed.ff),
            _Bar("LUT4, ECP5", _LOGIC, "left", lambda group: group.placed.lut),
            _Bar("lc, Virtex-5 (Yosys)", _CELLS, "left", lambda group: group.mapped.lc),
            _Bar(
                "MHz, ECP5 (right axis)",
                _FREQUENCY,
                "right",
                lambda group: group.placed.frequency_mhz,
                lambda group: group.placed.frequency_kind == "placed",
            ),
        ),
        throughput=lambda group: _figure(group.placed, 0),
    )
    theirs = _Panel(
        title=f"{paper}: {devices} (Virtex-5); slices of gatehash: {DEVICES['xc5v']}, estimated",
        left="slices",
        right="MHz on Virtex-5",
        bars=(
            _Bar(f"slices, {paper}", _SLICES, "left", lambda group: group.published.slices),
            _Bar(
                f"lc / {SLICE_CELLS}, gatehash (estimate)",
                _CELLS,
                "left",
                lambda group: group.mapped.slices_estimate,
            ),
            _Bar(
                f"flip-flops / {SLICE_CELLS}, gatehash (estimate)",
                _FLIP_FLOPS,
                "left",
                lambda group: None if group.mapped.ff is None else group.mapped.ff / SLICE_CELLS,
            ),
            _Bar(
                f"MHz, {paper} (right axis)",
                _FREQUENCY,
                "right",
                lambda group: group.published.frequency_mhz,
            ),
        ),
        throughput=lambda group: _figure(group.published, None),
    )
    return ours, theirs


def resources_and_performance(paper: str, groups: Sequence[Group]) -> dict[str, bytes]:
    """Draw resources, frequency and throughput of each design, ours above and the paper's below.

    Parameters
    ----------
    paper : str
        The paper's name as it stands in the figure.
    groups : sequence of Group
        The designs, in the order of the horizontal axis.

    Returns
    -------
    dict
        The picture as ``svg`` and as ``png``.

    Raises
    ------
    GatehashError
        If matplotlib is not installed.
    """
    try:
        from matplotlib import style
        from matplotlib.figure import Figure
        from matplotlib.layout_engine import ConstrainedLayoutEngine
    except ImportError as error:
        raise GatehashError(
            "matplotlib not found; figures need it, get it with: pip install 'gatehash[report]'"
        ) from error
    # A user's own settings must not change the picture.
    with style.context(["default", _STYLE]):
        engine = ConstrainedLayoutEngine(h_pad=0.12, w_pad=0.08)
        figure = Figure(figsize=(10.0, 8.6), layout=engine)
        devices = ", ".join(dict.fromkeys(group.published.device for group in groups))
        panels = _panels(paper, devices)
        for place, panel in enumerate(panels, 1):
            _draw(figure.add_subplot(len(panels), 1, place), panel, groups)
        return {kind: _picture(figure, kind) for kind in _METADATA}


def _picture(figure: Figure, kind: str) -> bytes:
    sink = io.BytesIO()
    figure.savefig(sink, format=kind, dpi=160, metadata=_METADATA[kind])
    return sink.getvalue()


def _draw(left: Axes, panel: _Panel, groups: Sequence[Group]) -> None:
    right = left.twinx()
    right.spines["right"].set_visible(True)
    axes = {"left": left, "right": right}
    for place, bar in enumerate(panel.bars):
        _draw_bar(axes[bar.axis], bar, place, len(panel.bars), groups)
    limits = {side: _limit(panel, side, groups) for side in axes}
    for side, limit in limits.items():
        axes[side].set_ylim(0, limit)
    for place, group in enumerate(groups):
        right.text(
            place,
            _top(panel, group, limits) * limits["right"] + 0.015 * limits["right"],
            _caption(panel, group),
            ha="center",
            va="bottom",
            fontsize=9,
            fontweight="bold",
        )
    left.set_title(panel.title, loc="left", fontsize=10.5, fontweight="bold", pad=30)
    left.set_ylabel(panel.left)
    right.set_ylabel(panel.right, color=_FREQUENCY)
    right.tick_params(axis="y", colors=_FREQUENCY)
    left.set_xticks(range(len(groups)), [group.label for group in groups])
    left.tick_params(axis="x", length=0)
    left.grid(axis="y", color="#dddddd", linewidth=0.7)
    _legend(left, panel, groups)


def _draw_bar(axes: Axes, bar: _Bar, place: int, places: int, groups: Sequence[Group]) -> None:
    width = _GROUP_WIDTH / places
    shift = (place - (places - 1) / 2) * width
    heights = [bar.value(group) or 0 for group in groups]
    drawn = axes.bar(
        [position + shift for position in range(len(groups))],
        heights,
        0.92 * width,
        color=bar.colour,
    )
    for patch, group in zip(drawn, groups, strict=True):
        if bar.estimate(group):
            patch.set(**_ESTIMATE)


def _limit(panel: _Panel, side: str, groups: Sequence[Group]) -> float:
    heights = [bar.value(group) or 0 for bar in panel.bars if bar.axis == side for group in groups]
    return _HEADROOM * max(heights, default=0) or 1


def _top(panel: _Panel, group: Group, limits: dict[str, float]) -> float:
    """Height of a group's highest bar as a part of the axes."""
    return max((bar.value(group) or 0) / limits[bar.axis] for bar in panel.bars)


def _caption(panel: _Panel, group: Group) -> str:
    nothing = all(bar.value(group) is None for bar in panel.bars)
    return panel.throughput(group) or ("not\nmeasured" if nothing else "no frequency\nyet")


def _legend(axes: Axes, panel: _Panel, groups: Sequence[Group]) -> None:
    from matplotlib.patches import Patch

    keys = [Patch(color=bar.colour, label=bar.label) for bar in panel.bars]
    for bar in panel.bars:
        if any(bar.estimate(group) for group in groups):
            label = "estimate after placement"
            keys.append(Patch(facecolor=bar.colour, label=label, **_ESTIMATE))
    axes.legend(
        handles=keys,
        loc="lower left",
        bbox_to_anchor=(0, 1.0),
        borderaxespad=0.3,
        ncols=len(keys),
        frameon=False,
        fontsize=9,
        columnspacing=1.6,
        handlelength=1.2,
    )
