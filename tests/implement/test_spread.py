# SPDX-License-Identifier: Apache-2.0
"""Placements whose cells are moved apart."""

import os
import re
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.settings import find_setting, options_with

from gatehash.catalog import find
from gatehash.implement.families import TARGETS
from gatehash.implement.flow import measure
from gatehash.implement.hierarchy import Origins
from gatehash.implement.job import Job, Limits
from gatehash.implement.placing import place_and_route
from gatehash.implement.record import Run
from gatehash.implement.scripts import NETLIST
from gatehash.implement.spread import spread
from gatehash.implement.targets import Grid

GRID = Grid(range(2, 40), [row for row in range(1, 30) if row % 12 != 10])

Tile = tuple[int, int]


def placed(chains: dict[str, list[Tile]], others: dict[str, Tile]) -> dict[str, Any]:
    """Make a placed design of carry chains, a cell in each tile, and of cells of their own."""
    cells = {}
    for name, tiles in chains.items():
        for index, (x, y) in enumerate(tiles):
            cells[f"{name}_{index}"] = {
                "attributes": {"NEXTPNR_BEL": f"X{x}/Y{y}/SLICEA.K0"},
                "connections": {"FCI": [f"{name}{index}"], "FCO": [f"{name}{index + 1}"]},
            }
    for name, (x, y) in others.items():
        bel = f"X{x}/Y{y}/SLICED.FF1"
        cells[name] = {"attributes": {"NEXTPNR_BEL": bel}, "connections": {"Q": [name]}}
    cells["memory"] = {"attributes": {"NEXTPNR_BEL": "X9/Y10/EBR0"}, "connections": {}}
    cells["unplaced"] = {"attributes": {}, "connections": {}}
    top = {"attributes": {"top": f"{1:032b}"}, "ports": {"clock": {}}, "cells": cells}
    return {"modules": {"box": {"attributes": {}}, "core": top}}


def tiles_of(design: dict[str, Any]) -> dict[str, Tile]:
    found = {}
    for name, cell in design["modules"]["core"]["cells"].items():
        if place := re.match(r"X(\d+)/Y(\d+)/SLICE", cell["attributes"].get("NEXTPNR_BEL", "")):
            found[name] = int(place[1]), int(place[2])
    return found


def test_rows_and_columns_are_twice_as_far() -> None:
    design = placed({"sum": [(9, 3), (10, 3)]}, {"of_the_tile": (10, 3), "right": (12, 4)})
    spread(design, GRID)
    at = tiles_of(design)
    assert at["sum_1"] == at["of_the_tile"] == (at["sum_0"][0] + 1, at["sum_0"][1])
    assert at["right"] == (at["sum_0"][0] + 6, at["sum_0"][1] + 2)
    top = design["modules"]["core"]
    assert top["ports"] == {}
    assert top["cells"]["memory"]["attributes"]["NEXTPNR_BEL"] == "X9/Y10/EBR0"
    assert top["cells"]["unplaced"]["attributes"] == {}


def test_a_design_without_slices_stays_as_it_is() -> None:
    design = placed({}, {})
    spread(design, GRID)
    assert design == placed({}, {}) | {"modules": design["modules"]}
    assert tiles_of(design) == {}


@st.composite
def placements(draw: st.DrawFn) -> tuple[dict[str, list[Tile]], dict[str, Tile]]:
    rows, columns = list(GRID.rows), list(GRID.columns)
    chains = {}
    for y in draw(st.lists(st.sampled_from(rows), unique=True, min_size=1, max_size=6)):
        x = draw(st.sampled_from(columns))
        while x <= columns[-1] and draw(st.integers(0, 4)):
            length = draw(st.integers(1, min(6, columns[-1] - x + 1)))
            chains[f"at{x}_{y}_"] = [(x + each, y) for each in range(length)]
            x += length + draw(st.integers(0, 3))
    tile = st.tuples(st.sampled_from(columns), st.sampled_from(rows))
    return chains, {f"cell{n}": each for n, each in enumerate(draw(st.lists(tile, max_size=12)))}


@given(placements())
def test_tiles_and_chains_stay_together_in_their_order(
    of: tuple[dict[str, list[Tile]], dict[str, Tile]],
) -> None:
    chains, _ = of
    design = placed(*of)
    before = tiles_of(design)
    spread(design, GRID)
    after = tiles_of(design)
    assert after.keys() == before.keys()
    moved = {before[name]: after[name] for name in before}
    # A tile is in one place, and no other tile is there.
    assert all(moved[before[name]] == after[name] for name in before)
    assert len(set(moved.values())) == len(moved)
    assert all(x in GRID.columns and y in GRID.rows for x, y in moved.values())
    for tiles in chains.values():
        for one, next_one in pairwise(moved[tile] for tile in tiles):
            assert next_one == (one[0] + 1, one[1])
    row = GRID.rows.index
    for (x, y), (to_x, to_y) in moved.items():
        for (other_x, other_y), (to_other_x, to_other_y) in moved.items():
            if other_y == y and other_x > x:
                assert to_other_x - to_x >= other_x - x
            if other_y > y:
                assert row(to_other_y) - row(to_y) >= row(other_y) - row(y)
            assert (other_y == y) == (to_other_y == to_y)


def test_the_grid_of_ecp5_has_all_its_tables() -> None:
    target = TARGETS["ecp5"]
    assert target.grid is not None
    assert 8 * len(target.grid.columns) * len(target.grid.rows) == target.capacity


@pytest.mark.large
def test_nextpnr_routes_cells_that_were_moved_apart(tmp_path: Path) -> None:
    """The real nextpnr takes the placement, and the run says that it is spread."""
    job = Job.of(find("chacha-mc-1"), "ecp5", "core")
    measure(job, None, Limits(), progress=lambda _: None)
    os.link(job.folder / NETLIST, tmp_path / NETLIST)
    heap = options_with(job.target, find_setting("heap-router1"))

    def place(*, apart: bool) -> Run:
        return place_and_route(
            replace(job.target, place_and_route=heap),
            1,
            tmp_path,
            origins=Origins.read(job.folder / "origins.json"),
            spread=apart,
            time_limit=120,
            what="chacha-mc-1",
        )

    run, usual = place(apart=True), place(apart=False)
    assert (run.kind, run.spread, run.router) == ("routed", True, "router1")
    assert (usual.kind, usual.spread, usual.comb) == ("routed", False, run.comb)
    # The wires are longer.
    assert run.fmax_mhz < usual.fmax_mhz
    assert run.critical_path is not None
    assert usual.critical_path is not None
    assert run.critical_path.routing_ns > usual.critical_path.routing_ns


def test_the_design_is_in_the_middle_of_the_device() -> None:
    design = placed({}, {"left": (10, 3), "right": (12, 5)})
    spread(design, GRID)
    assert tiles_of(design) == {"left": (18, 13), "right": (22, 17)}


@pytest.mark.parametrize("target", TARGETS)
def test_a_grid_is_in_rising_order(target: str) -> None:
    grid = TARGETS[target].grid
    for each in (grid.columns, grid.rows) if grid else ():
        assert list(each) == sorted(set(each))
