# SPDX-License-Identifier: Apache-2.0
"""Charts of the reports: panels of bars, curves or points, side by side, drawn with matplotlib.

The same data give the same file. An SVG follows the reader's choice of a dark page.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from gatehash.errors import GatehashError

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = [
    "AMBER",
    "BLUE",
    "BROWN",
    "GREEN",
    "GREY",
    "LIGHT_BLUE",
    "OLIVE",
    "RED",
    "ROSE",
    "VIOLET",
    "Drawing",
    "Panel",
    "Point",
    "Series",
    "draw",
]

LIGHT_BLUE, BLUE, AMBER, ROSE, GREY = "#8fc1e3", "#3a80b4", "#d8982a", "#c25a82", "#8a9299"
GREEN, VIOLET, BROWN, OLIVE, RED = "#3d9970", "#7d62b5", "#8a5a3c", "#9a9a2e", "#c8402f"
_INK = "#1b2127"
_DARK = (
    f"<defs><style>:root{{color:{_INK}}}"
    "@media (prefers-color-scheme:dark){:root{color:#e5e9ec}}</style>"
)
_ESTIMATE: dict[str, Any] = {"hatch": "////", "edgecolor": "white"}
"""How a bar looks whose frequency is an estimate after placement."""
_ESTIMATED = "estimate after placement"
_CROWDED = 60
"""Largest x over the least from which on only powers of ten are written on a logarithmic axis."""

_STYLE: dict[str, Any] = {
    "axes.axisbelow": True,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "font.family": "DejaVu Sans",
    "font.size": 9.5,
    "grid.alpha": 0.3,
    "grid.color": "#808080",
    "hatch.linewidth": 0.6,
    "svg.hashsalt": "gatehash",
    **dict.fromkeys(
        ("text.color", "axes.labelcolor", "axes.edgecolor", "xtick.color", "ytick.color"), _INK
    ),
}
_METADATA = {"svg": {"Date": None, "Creator": None}, "png": {"Software": None}}


@dataclass(frozen=True)
class Point:
    """A point or a bar: its place, text beside it, and whether it is an estimate."""

    x: float
    y: float | None
    text: str = ""
    estimate: bool = False


@dataclass(frozen=True)
class Series:
    """Points of one kind; a dashed curve is no measurement, outlines leave others visible."""

    label: str
    colour: str
    points: tuple[Point, ...]
    marker: str = "o"
    dashed: bool = False
    outlined: bool = False

    @property
    def known(self) -> list[tuple[float, float, Point]]:
        """The points that are known."""
        return [(point.x, point.y, point) for point in self.points if point.y is not None]


@dataclass(frozen=True)
class Panel:
    """Series on axes of their own.

    Parameters
    ----------
    kind : {"bars", "curves", "dots"}
        How they are drawn; bars of several series stand side by side at 0, 1, 2 ...
    title, up, across : str
        Title of the panel and names of its axes.
    series : tuple of Series
        The series.
    names : tuple of str
        Names of the places 0, 1, 2 ... of bars.
    logarithmic : bool
        Whether both axes are logarithmic, of dots.
    """

    kind: Literal["bars", "curves", "dots"]
    title: str
    up: str
    series: tuple[Series, ...]
    across: str = ""
    names: tuple[str, ...] = ()
    logarithmic: bool = False


class Drawing(Mapping[str, bytes]):
    """A picture as ``svg`` and as ``png``, each made when it is asked for."""

    def __init__(self, figure: Figure) -> None:
        self._figure = figure

    def __getitem__(self, kind: str) -> bytes:
        from matplotlib import style

        sink = io.BytesIO()
        metadata = _METADATA[kind]
        # A user's own settings must not change the picture.
        with style.context(["default", _STYLE]):
            self._figure.savefig(
                sink, format=kind, dpi=160, metadata=metadata, transparent=kind == "svg"
            )
        if kind != "svg":
            return sink.getvalue()
        svg = sink.getvalue().replace(_INK.encode(), b"currentColor")
        return svg.replace(b"<defs>", _DARK.encode(), 1)

    def __iter__(self) -> Iterator[str]:
        return iter(_METADATA)

    def __len__(self) -> int:
        return len(_METADATA)


def draw(panels: Sequence[Panel], columns: int | None = None) -> Drawing:
    """Draw panels, each to its own scale, with one legend below.

    Parameters
    ----------
    panels : sequence of Panel
        The panels.
    columns : int, optional
        Panels in a row; by default all.

    Returns
    -------
    Drawing
        The picture.

    Raises
    ------
    GatehashError
        If matplotlib is not installed.
    """
    try:
        from matplotlib import style
        from matplotlib.figure import Figure
        from matplotlib.layout_engine import ConstrainedLayoutEngine
        from matplotlib.patches import Patch
    except ImportError as error:
        raise GatehashError(
            "matplotlib not found; figures need it, get it with: pip install 'gatehash[report]'"
        ) from error
    columns = columns or len(panels)
    lines = -(-len(panels) // columns)
    with style.context(["default", _STYLE]):
        engine = ConstrainedLayoutEngine(h_pad=0.12, w_pad=0.08)
        figure = Figure(figsize=(4.4 * columns, 4.4 * lines), layout=engine)
        for place, panel in enumerate(panels, 1):
            _draw(figure.add_subplot(lines, columns, place), panel)
        found = [axes.get_legend_handles_labels() for axes in figure.axes]
        keys = {name: key for each in found for key, name in zip(*each, strict=True) if name}
        bars = [each for panel in panels if panel.kind == "bars" for each in panel.series]
        if any(point.estimate for each in bars for point in each.points):
            keys[_ESTIMATED] = Patch(facecolor=GREY, **_ESTIMATE)
        if keys:
            figure.legend(keys.values(), keys, loc="outside lower center", ncols=3, frameon=False)
    return Drawing(figure)


def _draw(axes: Axes, panel: Panel) -> None:
    from matplotlib.ticker import LogLocator, NullFormatter

    for place, series in enumerate(panel.series):
        if panel.kind == "bars":
            _draw_bars(axes, series, place, len(panel.series))
        else:
            _draw_points(axes, series, line=panel.kind == "curves")
    known = [each for series in panel.series for each in series.known]
    if not panel.logarithmic:
        axes.set_ylim(0, 1.2 * max((y for _, y, _ in known), default=0) or 1)
    axes.set_title(panel.title, loc="left", fontsize=10.5, fontweight="bold", pad=10)
    axes.set_ylabel(panel.up)
    axes.set_xlabel(panel.across)
    axes.grid(axis="y" if panel.kind == "bars" else "both", linewidth=0.7)
    if panel.kind == "bars":
        axes.set_xlim(-0.6, len(panel.names) - 0.4)
        size = 9 if len(panel.names) < 5 else 7.5
        axes.set_xticks(range(len(panel.names)), panel.names, fontsize=size)
        axes.tick_params(axis="x", length=0)
    elif panel.kind == "curves":
        places = sorted({x for x, _, _ in known if x})
        axes.set_xticks(places, [f"{x:g}" for x in places])
        axes.set_xlim(left=0)
    elif panel.logarithmic and known:
        # Room for the text at the right of the last point.
        axes.set(xscale="log", yscale="log")
        axes.set_xlim(right=6 * max(x for x, _, _ in known))
        across = [x for x, _, _ in known]
        crowded = max(across) > _CROWDED * min(across)
        for axis, few in ((axes.xaxis, crowded), (axes.yaxis, False)):
            axis.set_major_locator(LogLocator(subs=(1,) if few else (1, 2, 5)))
            axis.set_major_formatter(lambda value, _: f"{value:.0f}")
            axis.set_minor_formatter(NullFormatter())
        axes.tick_params(axis="x", labelsize=7)
    else:
        axes.set_xlim(0, 1.2 * max((x for x, _, _ in known), default=0) or 1)
    if not known:
        axes.set(yticks=())
        axes.text(0.5, 0.5, "not measured", transform=axes.transAxes, ha="center", fontsize=9)


def _draw_bars(axes: Axes, series: Series, place: int, places: int) -> None:
    width = 0.72 / places
    shift = (place - (places - 1) / 2) * width
    label = series.label
    for point in series.points:
        x, y = point.x + shift, point.y or 0
        look = _ESTIMATE if point.estimate else {}
        axes.bar(x, y, 0.94 * width, color=series.colour, label=label, **look)
        axes.annotate(
            point.text,
            (x, y),
            (0, 2),
            textcoords="offset points",
            ha="center",
            fontsize=8 if places == 1 else 6.5,
        )
        label = ""


def _draw_points(axes: Axes, series: Series, *, line: bool) -> None:
    style = "--" if series.dashed else "-" if line else ""
    axes.plot(
        [x for x, _, _ in series.known],
        [y for _, y, _ in series.known],
        color=series.colour,
        linestyle=style,
        linewidth=1.4,
        marker="" if series.dashed else series.marker,
        markersize=11 if series.outlined else 6.5,
        markerfacecolor="none" if line or series.outlined else series.colour,
        label=series.label,
    )
    if line and any(point.estimate for _, _, point in series.known):
        axes.plot(
            [x for x, _, point in series.known if point.estimate],
            [y for _, y, point in series.known if point.estimate],
            color=GREY,
            linestyle="",
            marker="s",
            markersize=11,
            markerfacecolor="none",
            label=_ESTIMATED,
        )
    for place, (x, y, point) in enumerate(series.known):
        # By turns above and below: neighbours of one kind lie close together.
        shift = (6, -5 if place % 2 else 5)
        axes.annotate(
            point.text, (x, y), shift, textcoords="offset points", va="center", fontsize=9
        )
