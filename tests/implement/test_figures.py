# SPDX-License-Identifier: Apache-2.0
"""The one set of figures: rates and sizes from a record, and who takes them from there."""

import ast
import json
import re
import statistics
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any, cast

import pytest
from msgspec import structs
from tests.areas import area
from tests.report.fakes import made_up, store_stale

import gatehash
from gatehash.catalog import DESIGNS, BoundaryName, Design, find
from gatehash.implement import (
    TARGETS,
    Area,
    Result,
    Run,
    figures_at,
    figures_of,
    find_target,
    measured,
    wanted_boundaries,
    wanted_units,
)
from gatehash.implement.record import Kind
from gatehash.implement.results import store
from gatehash.paths import results_roots

DESIGN = find("skein256-x1")
COPROCESSOR = find("skein-mc")


@pytest.fixture(autouse=True)
def _results(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gatehash.records.store.results_roots", lambda: (tmp_path / "results",))


def at(design: Design, boundary: BoundaryName, *frequencies: float, **sizes: int) -> Result:
    """A record on ECP5 with seeds of some frequencies."""
    made = structs.replace(made_up(design, "ecp5", boundary), runs=(), area=area(**sizes))
    runs = (Run(seed, each, "routed", 9.0, 3000) for seed, each in enumerate(frequencies, 1))
    return made.with_runs(*runs)


# Rates


def test_a_core_counts_busy_cycles_and_a_stream_top_all() -> None:
    core = figures_of(
        COPROCESSOR.principal_job, at(COPROCESSOR, "core", 80, lut=1000), "ecp5", "core"
    )
    stream = figures_of(
        COPROCESSOR.principal_job, at(COPROCESSOR, "stream", 40, lut=2000), "ecp5", "stream"
    )
    assert (core.rate.cycles, stream.rate.cycles) == (828, 867)
    assert core.rate.mbps == pytest.approx(512 * 80 / 828)
    assert stream.rate.mbps == pytest.approx(512 * 40 / 867)
    assert stream.rate.mbps_per_lut == pytest.approx(512 * 40 / 867 / 2000)
    assert (core.rate.boundary, stream.rate.boundary) == ("core", "stream")
    assert core.one_block_rate.cycles == COPROCESSOR.principal_job.timing.core(1)
    assert stream.one_block_rate.cycles == COPROCESSOR.principal_job.timing.latency(1)


def test_rate_is_of_the_algorithm_at_work() -> None:
    variant = COPROCESSOR.jobs["threefish-256-encrypt"]
    store(at(COPROCESSOR, "core", 60, 80, 70, lut=1000))
    found = figures_at(COPROCESSOR, "ecp5", "core", at_work=variant)
    assert (found.job.name, found.job.operation) == ("threefish-256", "encrypt")
    assert found.rate.mbps == pytest.approx(256 * 70 / 448)
    assert (found.fmax_min_mhz, found.fmax_mhz, found.fmax_max_mhz) == (60, 70, 80)
    assert found.seeds == (1, 2, 3)


def test_memories_of_look_up_tables_are_area() -> None:
    found = figures_of(
        DESIGN.principal_job, at(DESIGN, "stream", 73, lut=1900, lutram=100), "ecp5", "stream"
    )
    assert found.rate.mbps == 256
    assert found.luts == found.size == 2000
    assert found.rate.mbps_per_lut == 256 / 2000
    assert (found.cells, found.units) == (3000, 3000)
    assert found.rate.mbps_per_unit == 256 / 3000


@pytest.mark.parametrize(
    ("sizes", "cells", "units"),
    [
        ({"lut": 1900, "ff": 2999}, {}, 3000),
        ({"lut": 1900, "ff": 4000}, {}, 4000),
        ({"lut": 1900, "ff": 100, "ramb18": 10}, {}, 4021),
        ({"lut": 1900, "ff": 100}, {"MULT18X18D": 10}, 5362),
    ],
)
def test_units_are_those_of_the_scarcest_resource(
    sizes: dict[str, int], cells: dict[str, int], units: int
) -> None:
    """An LFE5U-85 has 83640 cells, as many flip-flops, 208 block memories, 156 multipliers."""
    result = structs.replace(at(DESIGN, "stream", 73, **sizes), cells=cells)
    found = figures_of(DESIGN.principal_job, result, "ecp5", "stream")
    assert found.units == units
    assert found.rate.mbps_per_unit == 256 / units
    unplaced = figures_of(DESIGN.principal_job, structs.replace(result, runs=()), "ecp5", "stream")
    assert (unplaced.cells, unplaced.units, unplaced.rate.mbps_per_unit) == (None, None, None)
    assert unplaced.reason


def test_cells_that_nextpnr_counts_apart_are_cells() -> None:
    """nextpnr for GW2A has a line for LUT4, one for ALU and one for RAM16SDP4."""
    made = structs.replace(at(DESIGN, "stream", 73, lut=1900, lutram=12, carry=50), target="gw2a")
    found = figures_of(DESIGN.principal_job, made, "gw2a", "stream")
    assert found.cells == 3000 + 12 + 50
    half = structs.replace(made, area=area(lut=1900, ff=15552 // 2), cells={"MULT9X9": 96})
    # Half the flip-flops, but all multipliers.
    assert figures_of(DESIGN.principal_job, half, "gw2a", "stream").units == 20736


@pytest.mark.parametrize(
    ("target", "log", "names"),
    [
        ("ecp5", "utilisation-ecp5", ("TRELLIS_COMB", "TRELLIS_FF", "DP16KD", "MULT18X18D")),
        ("nexus", "utilisation-nexus", ("OXIDE_COMB", "OXIDE_FF", "OXIDE_EBR", "MULT18_CORE")),
        ("gw2a", "utilisation-gw2a", ("LUT4", "DFF", "BSRAM", "MULT18X18")),
        ("xc7a", "nextpnr-xc7a-cut-off", ("SLICE_LUTX", "SLICE_FFX", "RAMB18E1_RAMB18E1", "")),
    ],
)
def test_a_device_has_what_its_nextpnr_counts(
    target: str, log: str, names: tuple[str, ...]
) -> None:
    text = (Path(__file__).parent / "reference" / f"{log}.log").read_text()
    counted = {name: int(most) for name, most in re.findall(r"(\w+): +\d+/ *(\d+) ", text)}
    resources, where = find_target(target).resources, find_target(target)
    assert resources is not None
    for name, (resource, most) in zip(names, resources.named(), strict=True):
        there = counted[name] if name else 240  # Xilinx DS180: this log has no DSP48E1.
        blocks = resource == "memory blocks"
        assert most == (there * 18 / where.block_kbit if blocks else there), resource
    if target == "ecp5":
        assert counted["TRELLIS_IO"] == where.pins


def test_each_target_that_is_placed_has_units() -> None:
    for target in TARGETS.values():
        assert (target.resources is not None) is bool(target.place_and_route)


def test_units_of_the_records(monkeypatch: pytest.MonkeyPatch) -> None:
    """As counted from the cells of each record on ECP5, by their types."""
    monkeypatch.undo()
    (folder,) = (root / "ecp5" for root in results_roots() if (root / "ecp5").is_dir())
    scarce = set()
    for path in sorted(folder.glob("*.json")):
        raw = json.loads(path.read_text())
        if raw.get("runs") and raw["design"] in DESIGNS:
            found = figures_at(find(raw["design"]), "ecp5", raw["boundary"])
            cells = raw["cells"]
            blocks = sum(cells.get(name, 0) for name in ("DP16KD", "PDPW16KD"))
            weighted = (
                statistics.median(run["comb"] for run in raw["runs"]),
                cells.get("TRELLIS_FF", 0),
                83640 * blocks / 208,
                83640 * cells.get("MULT18X18D", 0) / 156,
            )
            assert found.units == round(max(weighted)), path.name
            scarce.add(weighted.index(max(weighted)))
    assert {0, 1, 2} <= scarce


class PartOfACycle:
    """Cycles of an engine that takes more than a block in each."""

    steady = Fraction(10, 16)

    def latency(self, blocks: int) -> int:
        return 9 + blocks


def test_a_part_of_a_cycle_a_block() -> None:
    job = replace(DESIGN.principal_job, timing=cast(Any, PartOfACycle()))
    found = figures_of(job, at(DESIGN, "stream", 50), "ecp5", "stream").rate.mbps
    assert type(found) is float
    assert found == 256 * 50 / 0.625


def test_without_runs_there_is_no_rate() -> None:
    found = figures_of(DESIGN.principal_job, at(DESIGN, "stream", lut=2000), "ecp5", "stream")
    assert (found.rate.mbps, found.rate.mbps_per_lut, found.cells) == (None, None, None)
    assert found.reason == "not placed and routed yet"


# Sizes


@pytest.mark.parametrize(
    ("target", "taken", "slices"),
    [
        ("xc5v", area(2710, lut=3000, ff=3660), 3660 / 4),
        ("xc5v", area(1065, lut=1604, ff=1000, lutram=128), 1193 / 4),
        # Eight flip-flops a slice there: four are counted.
        ("xc6v", area(122, lut=124, ff=290, lutram=5), 290 / 4),
        # No two small look-up tables share one.
        ("xc4v", area(1065, lut=2000, ff=1620, lutram=10), 2010 / 2),
        ("xc4v", area(1065, lut=2000, ff=2324, lutram=10), 2324 / 2),
        ("ecp5", area(lut=2000, ff=1620), None),
    ],
)
def test_slices_are_the_most_that_any_reading_gives(
    target: str, taken: Area, slices: float | None
) -> None:
    result = structs.replace(made_up(DESIGN, target), area=taken, runs=())
    assert figures_of(DESIGN.principal_job, result, target, "stream").slices == slices


# What is told


def test_missing_says_at_which_boundary() -> None:
    store(made_up(COPROCESSOR, "ecp5", "core"))
    assert figures_at(COPROCESSOR, "ecp5", "core").fresh is not None
    stream = figures_at(COPROCESSOR, "ecp5", "stream")
    assert (stream.result, stream.rate.mbps, stream.size, stream.fits) == (None,) * 4
    assert stream.reason == "stream top not measured"
    assert stream.command == "gatehash synth skein-mc --target ecp5 --boundary stream"
    assert figures_at(COPROCESSOR, "nexus", "stream").reason == (
        "measured on request only: no published figure of nexus devices corresponds to it"
    )


def test_stale_is_told_and_not_fresh() -> None:
    store_stale(DESIGN, "ecp5")
    found = figures_at(DESIGN, "ecp5", "stream")
    assert found.stale
    assert found.fresh is None
    assert found.result is not None


def test_estimates_of_frequency_are_noted() -> None:
    assert measured(DESIGN, "stream")["xc7a"]["fmax_note"] == "estimate"


def test_another_attempt_than_the_first_is_noted_of_routed_runs() -> None:
    of_three = at(DESIGN, "core", 60, 50, 40)

    def noted(kind: Kind, *routers: str, spread: bool = False) -> str:
        pairs = zip(of_three.runs, routers, strict=True)
        runs = tuple(structs.replace(run, router=router, kind=kind) for run, router in pairs)
        runs = (structs.replace(runs[0], spread=spread), *runs[1:])
        found = figures_of(
            DESIGN.principal_job, structs.replace(of_three, runs=runs), "ecp5", "core"
        )
        assert found.to_data()["fmax_note"] == (found.fmax_note or None)
        return found.fmax_note

    assert noted("routed", "router1", "router1", "router1") == ""
    assert noted("routed", "router2", "router1", "router1") == "router2"
    assert noted("routed", "router1", "router1", "router1", spread=True) == "spread"
    # No router has a part in an estimate after placement.
    assert noted("placed", "router2", "router2", "router2") == ""


def test_measured_is_plain_data_for_each_target() -> None:
    store(at(DESIGN, "stream", 70, 76, lut=1900, ff=1953, carry=412, lutram=100))
    mapped = made_up(DESIGN, "xc5v")
    taken = area(1964, lut=2422, ff=1953, carry=207, ramb36=1, ramb18=2)
    store(structs.replace(mapped, area=taken, inputs={}))
    found = measured(DESIGN, "stream")
    assert found["ecp5"] == {
        "lc": None,
        "lut": 1900,
        "ff": 1953,
        "carry": 412,
        "lutram": 100,
        "ramb36": 0,
        "ramb18": 0,
        "slices": None,
        "cells": 3000,
        "units": 3000,
        "fmax_mhz": 73,
        "fmax_min_mhz": 70,
        "fmax_max_mhz": 76,
        "fmax_kind": "routed",
        "fmax_note": None,
        "boundary": "stream",
        "cycles_per_block": 73,
        "throughput_mbps": 256,
        "mbps_per_unit": 256 / 3000,
        "throughput_per_lut": 256 / 2000,
        "fits": True,
        "stale": False,
        "reason": None,
    }
    assert found["xc5v"] == {
        "lc": 1964,
        "lut": 2422,
        "ff": 1953,
        "carry": 207,
        "lutram": 0,
        "ramb36": 1,
        "ramb18": 2,
        "slices": 491,
        "cells": None,
        "units": None,
        "fmax_mhz": None,
        "fmax_min_mhz": None,
        "fmax_max_mhz": None,
        "fmax_kind": None,
        "fmax_note": None,
        "boundary": "stream",
        "cycles_per_block": 73,
        "throughput_mbps": None,
        "mbps_per_unit": None,
        "throughput_per_lut": None,
        "fits": True,
        "stale": True,
        "reason": "xc5v: area only, no place and route with open tools",
    }
    assert found["xc6v"]["reason"] == "stream top not measured"
    assert measured(DESIGN, "core")["ecp5"]["reason"] == "core not measured"


@pytest.mark.parametrize(
    ("lut", "fits", "brief"),
    [
        (75276, True, "not placed and routed yet"),
        (75277, True, "not placed: more than 90 % of the device"),
        (83641, False, "does not fit"),
    ],
)
def test_not_placed_is_not_the_same_as_too_large(lut: int, fits: bool, brief: str) -> None:
    store(at(DESIGN, "stream", lut=lut))
    found = figures_at(DESIGN, "ecp5", "stream")
    assert (found.fits, found.brief) == (fits, brief)
    assert (found.reason or "").startswith(brief)


# One place


def _formulas(path: Path) -> Iterator[str]:
    """Products and quotients of frequencies in a file, and quotients of logic cells."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult | ast.Div):
            text = ast.unparse(node)
            if any(word in text for word in ("mhz", "fmax", "frequency", "per_slice")):
                yield f"{path.parent.name}/{path.name}: {text}"


def test_no_command_or_report_has_a_formula_of_its_own() -> None:
    package = Path(gatehash.__file__).parent
    found = [
        text
        for folder in ("cli", "report", "implement")
        for path in sorted((package / folder).glob("*.py"))
        for text in _formulas(path)
    ]
    assert {text.partition(":")[0] for text in found} == {"implement/figures.py"}


# What is wanted


def test_both_boundaries_are_wanted_on_the_targets_for_all_designs() -> None:
    assert [tuple(each)[1:] for each in wanted_units([COPROCESSOR])] == [
        ("xc5v", "core"),
        ("xc5v", "stream"),
        ("xc6v", "core"),
        ("xc6v", "stream"),
        ("ecp5", "core"),
        ("ecp5", "stream"),
    ]
    both = [tuple(each)[1:] for each in wanted_units([find("phash-1")])]
    assert ("xc4v", "core") in both
    assert ("xc4v", "stream") not in both
    assert wanted_boundaries(DESIGN, "ecp5") == ("stream", "core")


def test_targets_and_boundary_that_are_asked_for_are_wanted() -> None:
    assert [tuple(each)[1:] for each in wanted_units([DESIGN], ["gw2a", "ecp5"], "core")] == [
        ("gw2a", "core"),
        ("ecp5", "core"),
    ]
    named = [(each.name, *rest) for each, *rest in wanted_units(DESIGNS.values())]
    assert len(set(named)) == len(named) >= 6 * len(DESIGNS)
