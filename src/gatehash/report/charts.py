# SPDX-License-Identifier: Apache-2.0
"""Plain charts: bars of one height each, and curves over a number."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gatehash.report.canvas import ESTIMATE, HEADROOM, heading, legend, paint

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["Bar", "BarPanel", "Curve", "CurvePanel", "draw_bars", "draw_curves"]


@dataclass(frozen=True)
class Bar:
    """A bar.

    Parameters
    ----------
    label : str
        What stands below it.
    colour : str
        Its colour.
    value : float or None
        Its height; None leaves its place empty.
    caption : str
        What stands above it.
    estimate : bool
        Whether it is hatched as an estimate after placement.
    """

    label: str
    colour: str
    value: float | None
    caption: str
    estimate: bool = False


@dataclass(frozen=True)
class BarPanel:
    """Bars on axes of their own, with a title and the axis's name."""

    title: str
    axis: str
    bars: tuple[Bar, ...]


@dataclass(frozen=True)
class Curve:
    """A curve through points; dashed if it is no measurement."""

    label: str
    colour: str
    points: tuple[tuple[float, float], ...]
    marker: str = "o"
    dashed: bool = False


@dataclass(frozen=True)
class CurvePanel:
    """Curves on axes of their own, with a title and the axes' names."""

    title: str
    across: str
    up: str
    curves: tuple[Curve, ...]


def draw_bars(panels: Sequence[BarPanel]) -> dict[str, bytes]:
    """Draw panels of bars side by side, each to its own scale.

    Raises
    ------
    GatehashError
        If matplotlib is not installed.
    """

    def draw(figure: Figure) -> None:
        for place, panel in enumerate(panels, 1):
            _draw_bars(figure.add_subplot(1, len(panels), place), panel)

    return paint((10.0, 4.6), draw)


def _draw_bars(axes: Axes, panel: BarPanel) -> None:
    from matplotlib.patches import Patch

    heights = [bar.value or 0 for bar in panel.bars]
    drawn = axes.bar(
        range(len(panel.bars)), heights, 0.62, color=[bar.colour for bar in panel.bars]
    )
    limit = HEADROOM * max(heights, default=0) or 1
    for place, (patch, bar) in enumerate(zip(drawn, panel.bars, strict=True)):
        if bar.estimate:
            patch.set(**ESTIMATE)
        axes.text(
            place,
            heights[place] + 0.015 * limit,
            bar.caption,
            ha="center",
            va="bottom",
            fontsize=9,
            fontweight="bold",
        )
    axes.set_ylim(0, limit)
    axes.set_xlim(-0.6, len(panel.bars) - 0.4)
    axes.set_xticks(range(len(panel.bars)), [bar.label for bar in panel.bars])
    axes.tick_params(axis="x", length=0)
    estimates = any(bar.estimate for bar in panel.bars)
    _finish(axes, panel.title, panel.axis, legend_below=estimates)
    if estimates:
        legend(axes, [Patch(facecolor="#666666", label="estimate after placement", **ESTIMATE)])


def draw_curves(panels: Sequence[CurvePanel]) -> dict[str, bytes]:
    """Draw panels of curves side by side.

    Raises
    ------
    GatehashError
        If matplotlib is not installed.
    """

    def draw(figure: Figure) -> None:
        for place, panel in enumerate(panels, 1):
            _draw_curves(figure.add_subplot(1, len(panels), place), panel)

    return paint((10.0, 5.0), draw)


def _draw_curves(axes: Axes, panel: CurvePanel) -> None:
    for curve in panel.curves:
        axes.plot(
            [x for x, _ in curve.points],
            [y for _, y in curve.points],
            color=curve.colour,
            linestyle="--" if curve.dashed else "-",
            linewidth=1.2 if curve.dashed else 1.6,
            marker="" if curve.dashed else curve.marker,
            markersize=6,
            markerfacecolor="none",
            zorder=3 if curve.dashed else 2,
            label=curve.label,
        )
    numbers = sorted({x for curve in panel.curves for x, _ in curve.points if x})
    highest = max((y for curve in panel.curves for _, y in curve.points), default=0)
    axes.set_xticks(numbers, [f"{x:g}" for x in numbers])
    axes.set_xlabel(panel.across)
    axes.set_xlim(left=0)
    # Room for the legend above the curves.
    axes.set_ylim(0, 1.3 * highest or 1)
    axes.grid(axis="x", color="#eeeeee", linewidth=0.7)
    _finish(axes, panel.title, panel.up, legend_below=False)
    axes.legend(loc="upper left", frameon=False, fontsize=9)


def _finish(axes: Axes, title: str, up: str, *, legend_below: bool) -> None:
    heading(axes, title, legend_below=legend_below)
    axes.set_ylabel(up)
    axes.spines["right"].set_visible(False)
    axes.grid(axis="y", color="#dddddd", linewidth=0.7)
