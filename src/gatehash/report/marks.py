# SPDX-License-Identifier: Apache-2.0
"""Marks of the site's chart: for each family of designs a colour and a shape of its own.

A reader who can't distinguish two colours has the shapes; the colours have three degrees of
lightness.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, radians, sin

__all__ = ["MARKS", "PEER", "Mark"]

_RADIUS = 6.2


@dataclass(frozen=True)
class Mark:
    """A mark.

    Parameters
    ----------
    path : str
        Its outline around the origin, as the ``d`` of an SVG path.
    light, dark : str
        Its colour on a light and on a dark page.
    """

    path: str
    light: str
    dark: str


def _polygon(*points: tuple[float, float]) -> str:
    return f"M{'L'.join(f'{x:.4g} {y:.4g}' for x, y in points)}z"


def _regular(corners: int, turned: float = 0, inner: float = 1) -> str:
    """Return a polygon with a corner above the middle, or a star, by the share of its inner radius.

    For a star, `corners` are all, the outer and the inner ones.
    """
    return _polygon(
        *(
            (
                _RADIUS * (inner if each % 2 else 1) * sin(radians(360 / corners * each + turned)),
                -_RADIUS * (inner if each % 2 else 1) * cos(radians(360 / corners * each + turned)),
            )
            for each in range(corners)
        )
    )


def _bar(width: float, height: float) -> str:
    return _polygon((-width, -height), (width, -height), (width, height), (-width, height))


_PLUS = (
    *((-2, -6), (2, -6), (2, -2), (6, -2), (6, 2), (2, 2)),
    *((2, 6), (-2, 6), (-2, 2), (-6, 2), (-6, -2), (-2, -2)),
)
_CROSS = tuple(((x - y) * 0.7071, (x + y) * 0.7071) for x, y in _PLUS)

_SHAPES = (
    "M-5.5 0a5.5 5.5 0 1 0 11 0a5.5 5.5 0 1 0 -11 0z",
    _bar(5, 5),
    _regular(3),
    _regular(3, 180),
    _polygon(*_PLUS),
    _regular(10, inner=0.42),
    _regular(5),
    _bar(6.4, 2.8),
    _regular(3, 90),
    _polygon(*_CROSS),
    _polygon((-5, -5.5), (5, -5.5), (-5, 5.5), (5, 5.5)),
    _regular(8, inner=0.38),
    _bar(2.8, 6.4),
    _regular(3, -90),
    _regular(6),
    _polygon((-5.5, -5), (-5.5, 5), (5.5, -5), (5.5, 5)),
    "M-6 3a6 6 0 0 1 12 0z",
    "M-6 -3a6 6 0 0 0 12 0z",
)
_COLOURS = (
    *(("#1762b6", "#70adfb"), ("#a83634", "#f28881"), ("#865900", "#da9e3f")),
    *(("#107823", "#73c076"), ("#7d45a2", "#c493e8"), ("#007272", "#03c3c3")),
    *(("#33317a", "#cfd4fe"), ("#642a00", "#fecbaf"), ("#473d00", "#e5d994")),
    *(("#004937", "#99ebce"), ("#611d55", "#fec2ef"), ("#004555", "#95e5ff")),
    *(("#0291dd", "#008ed8"), ("#e44968", "#d05a6c"), ("#c57200", "#c07000")),
    *(("#5b9e00", "#61982d"), ("#9968eb", "#926fd4"), ("#019f8f", "#039b8c")),
)

MARKS = tuple(Mark(path, *colours) for path, colours in zip(_SHAPES, _COLOURS, strict=True))
"""The marks, as many as there may be families."""

PEER = Mark(_polygon((0, -7), (7, 0), (0, 7), (-7, 0)), "#6b747c", "#9aa5ae")
"""The mark of open cores."""
