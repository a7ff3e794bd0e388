# SPDX-License-Identifier: Apache-2.0
"""Moves the cells of a placement apart, so that the router has more wires for each.

nextpnr places the cells of a design as close to each other as they fit. Where a design has many
wide buses there are more nets than wires in its middle, while the rest of the device is empty. At
twice the distance in both directions the nets have twice the length, and four times the wires.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from typing import Any

from gatehash.implement.targets import Grid

__all__ = ["spread"]

_PLACE = re.compile(r"X(\d+)/Y(\d+)/(SLICE.+)")
_FARTHEST = 2.0

_Tile = tuple[int, int]


def spread(design: dict[str, Any], grid: Grid) -> None:
    """Move the cells of a placed design apart, in the object of nextpnr's ``--write``.

    Rows and columns of tiles get twice the distance, or less where the device ends. The cells of a
    tile stay together, and so do the tiles of a carry chain. Block memories and multipliers stay
    where they are. nextpnr can't read a placement with ports, so that they are removed; their nets
    stay.

    Parameters
    ----------
    design : dict
        The object, which is changed.
    grid : Grid
        Tiles of the device that have slices.
    """
    (module,) = (
        each for each in design["modules"].values() if int(each["attributes"].get("top", "0"), 2)
    )
    module["ports"] = {}
    places: dict[str, tuple[_Tile, str]] = {}
    for name, cell in module["cells"].items():
        if found := _PLACE.fullmatch(cell["attributes"].get("NEXTPNR_BEL", "")):
            places[name] = (int(found[1]), int(found[2])), found[3]
    if not places:
        return
    after = _continued(module["cells"], places)
    column = _apart((x for (x, _), _ in places.values()), grid.columns)
    row = _apart((y for (_, y), _ in places.values()), grid.rows)
    for name, ((x, y), slice_) in places.items():
        first = x
        while (first, y) in after:
            first -= 1
        place = f"X{column(first) + x - first}/Y{row(y)}/{slice_}"
        module["cells"][name]["attributes"]["NEXTPNR_BEL"] = place


def _continued(cells: dict[str, Any], places: dict[str, tuple[_Tile, str]]) -> set[_Tile]:
    """Return the tiles in which a carry chain of the tile to the left goes on."""
    from_tile = {
        bit: places[name][0] for name in places for bit in cells[name]["connections"].get("FCO", ())
    }
    return {
        tile
        for name, (tile, _) in places.items()
        for bit in cells[name]["connections"].get("FCI", ())
        if from_tile.get(bit, tile) != tile
    }


def _apart(used: Iterable[int], there_are: Sequence[int]) -> Callable[[int], int]:
    """Return where each row or column goes."""
    number = {place: index for index, place in enumerate(there_are)}
    indices = sorted({number[place] for place in used})
    first, span = indices[0], indices[-1] - indices[0]
    most = len(there_are) - 1
    distance = min(_FARTHEST, most / span) if span else 1.0
    margin = int((most - span * distance) / 2)
    goes = {
        there_are[index]: there_are[margin + int((index - first) * distance)] for index in indices
    }
    assert all(a < b for a, b in pairwise(goes.values()))
    return goes.__getitem__
