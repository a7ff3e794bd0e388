# SPDX-License-Identifier: Apache-2.0
"""Han's figure: resources, frequency and throughput of each design."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from gatehash.implement import find_target
from gatehash.report.canvas import (
    AMBER,
    BLUE,
    ESTIMATE,
    GREY,
    HEADROOM,
    LIGHT_BLUE,
    ROSE,
    heading,
    legend,
    paint,
)
from gatehash.report.render import number
from gatehash.report.tables import DEVICES, Entry

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["Group", "resources_and_performance"]

_SLICE = find_target("xc5v").lc_per_slice or 1
_FLIP_FLOPS, _LOGIC, _CELLS, _FREQUENCY, _SLICES = LIGHT_BLUE, BLUE, AMBER, ROSE, GREY
_GROUP_WIDTH = 0.84


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
        title=f"gatehash, stream tops: {DEVICES['ecp5']}; lc: {DEVICES['xc5v']}",
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
                f"the larger of lc / {_SLICE} and flip-flops / {_SLICE}, gatehash (estimate)",
                _CELLS,
                "left",
                lambda group: group.mapped.slices_estimate,
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
    devices = ", ".join(dict.fromkeys(group.published.device for group in groups))
    panels = _panels(paper, devices)

    def draw(figure: Figure) -> None:
        for place, panel in enumerate(panels, 1):
            _draw(figure.add_subplot(len(panels), 1, place), panel, groups)

    return paint((10.0, 8.6), draw)


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
    heading(left, panel.title)
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
            patch.set(**ESTIMATE)


def _limit(panel: _Panel, side: str, groups: Sequence[Group]) -> float:
    heights = [bar.value(group) or 0 for bar in panel.bars if bar.axis == side for group in groups]
    return HEADROOM * max(heights, default=0) or 1


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
            keys.append(Patch(facecolor=bar.colour, label=label, **ESTIMATE))
    legend(axes, keys)
