# SPDX-License-Identifier: Apache-2.0
"""What all figures share: style, colours, files. Drawn with matplotlib: same data, same file."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from gatehash.errors import GatehashError

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = [
    "AMBER",
    "BLUE",
    "ESTIMATE",
    "GREY",
    "HEADROOM",
    "LIGHT_BLUE",
    "ROSE",
    "heading",
    "legend",
    "paint",
]

LIGHT_BLUE, BLUE, AMBER, ROSE, GREY = "#9cc5df", "#1f5f8b", "#e0a83c", "#b3446c", "#777f86"

ESTIMATE: dict[str, Any] = {"hatch": "////", "edgecolor": "white"}
"""How a bar looks whose frequency is an estimate after placement."""

HEADROOM = 1.22
"""Height of the axes over that of the highest bar."""

_STYLE: dict[str, Any] = {
    "axes.axisbelow": True,
    "axes.edgecolor": "#666666",
    "axes.spines.top": False,
    "font.family": "DejaVu Sans",
    "font.size": 9.5,
    "hatch.linewidth": 0.6,
    "svg.hashsalt": "gatehash",
}
_METADATA = {"svg": {"Date": None, "Creator": None}, "png": {"Software": None}}


def paint(size: tuple[float, float], draw: Callable[[Figure], None]) -> dict[str, bytes]:
    """Make a figure.

    Parameters
    ----------
    size : tuple of float
        Width and height in inches.
    draw : callable
        Draws on the empty figure.

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
        figure = Figure(figsize=size, layout=engine)
        draw(figure)
        return {kind: _picture(figure, kind) for kind in _METADATA}


def _picture(figure: Figure, kind: str) -> bytes:
    sink = io.BytesIO()
    figure.savefig(sink, format=kind, dpi=160, metadata=_METADATA[kind])
    return sink.getvalue()


def heading(axes: Axes, text: str, *, legend_below: bool = True) -> None:
    """Write a heading above axes, with room for a legend if there is one below it."""
    pad = 30 if legend_below else 10
    axes.set_title(text, loc="left", fontsize=10.5, fontweight="bold", pad=pad)


def legend(axes: Axes, keys: Sequence[Artist]) -> None:
    """Put a legend of one line above axes."""
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
