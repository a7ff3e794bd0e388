# SPDX-License-Identifier: Apache-2.0
"""Plain charts: bars of one height each, curves over a number, and points in a plane."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from gatehash.report.canvas import ESTIMATE, HEADROOM, heading, legend, paint

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = [
    "Bar",
    "BarPanel",
    "Curve",
    "CurvePanel",
    "Spots",
    "SpotsPanel",
    "draw_bars",
    "draw_curves",
    "draw_spots",
]

_PANEL = 5.0
"""Width of a panel in inches."""


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


@dataclass(frozen=True)
class Spots:
    """Points of one kind, each with a few letters beside it."""

    label: str
    colour: str
    marker: str
    points: tuple[tuple[float, float, str], ...]


@dataclass(frozen=True)
class SpotsPanel:
    """Points on axes of their own, with a title and the axes' names."""

    title: str
    across: str
    up: str
    spots: tuple[Spots, ...]


_Panel = TypeVar("_Panel", BarPanel, CurvePanel, SpotsPanel)


def draw_bars(panels: Sequence[BarPanel]) -> dict[str, bytes]:
    """Draw panels of bars side by side, each to its own scale.

    Raises
    ------
    GatehashError
        If matplotlib is not installed.
    """
    return paint(
        (_PANEL * len(panels), 4.6), lambda figure: _side_by_side(figure, panels, _draw_bars)
    )


def _side_by_side(
    figure: Figure, panels: Sequence[_Panel], draw: Callable[[Axes, _Panel], None]
) -> None:
    for place, panel in enumerate(panels, 1):
        draw(figure.add_subplot(1, len(panels), place), panel)


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
    return paint(
        (_PANEL * len(panels), 5.0), lambda figure: _side_by_side(figure, panels, _draw_curves)
    )


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


def draw_spots(panels: Sequence[SpotsPanel]) -> dict[str, bytes]:
    """Draw panels of points side by side, each to its own scale, with one legend below.

    Raises
    ------
    GatehashError
        If matplotlib is not installed.
    """

    def draw(figure: Figure) -> None:
        _side_by_side(figure, panels, _draw_spots)
        handles = [axes.get_legend_handles_labels() for axes in figure.axes]
        keys = {label: key for found in handles for key, label in zip(*found, strict=True)}
        figure.legend(
            keys.values(), keys, loc="outside lower center", ncols=2, frameon=False, fontsize=9
        )

    return paint((_PANEL * len(panels), 5.6), draw)


def _draw_spots(axes: Axes, panel: SpotsPanel) -> None:
    for spots in panel.spots:
        axes.plot(
            [x for x, _, _ in spots.points],
            [y for _, y, _ in spots.points],
            color=spots.colour,
            linestyle="",
            marker=spots.marker,
            markersize=7,
            label=spots.label,
        )
        for place, (x, y, text) in enumerate(spots.points):
            # By turns above and below: neighbours of one kind lie close together.
            shift = (6, -5 if place % 2 else 5)
            axes.annotate(
                text,
                (x, y),
                shift,
                textcoords="offset points",
                va="center",
                fontsize=9,
                color=spots.colour,
            )
    points = [point for spots in panel.spots for point in spots.points]
    axes.set_xlim(0, HEADROOM * max((x for x, _, _ in points), default=0) or 1)
    axes.set_ylim(0, HEADROOM * max((y for _, y, _ in points), default=0) or 1)
    axes.set_xlabel(panel.across)
    axes.grid(axis="x", color="#dddddd", linewidth=0.7)
    if not points:
        axes.set(xticks=(), yticks=())
        axes.text(0.5, 0.5, "not measured", transform=axes.transAxes, ha="center", fontsize=9)
    _finish(axes, panel.title, panel.up, legend_below=False)


def _finish(axes: Axes, title: str, up: str, *, legend_below: bool) -> None:
    heading(axes, title, legend_below=legend_below)
    axes.set_ylabel(up)
    axes.spines["right"].set_visible(False)
    axes.grid(axis="y", color="#dddddd", linewidth=0.7)
