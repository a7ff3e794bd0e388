# SPDX-License-Identifier: Apache-2.0
"""Every record under ``results/`` is whole and of the RTL beside it, and none is missing."""

from pathlib import Path

import pytest

from gatehash.catalog import DESIGNS, BoundaryName, find
from gatehash.implement import TARGETS, Result, is_stale, load, wanted_units
from gatehash.implement.record import record_name, synth_command
from gatehash.implement.results import MEASUREMENTS
from gatehash.paths import checkout_root

pytestmark = pytest.mark.usefixtures("committed_memo_alone")

CHECKOUT = checkout_root()
assert CHECKOUT is not None
# Those of other kinds are beside them.
RECORDS = sorted(MEASUREMENTS.files(CHECKOUT / "results"))
WANTED = [(unit.design.name, *unit[1:]) for unit in wanted_units(DESIGNS.values())]


@pytest.mark.parametrize(("name", "target", "boundary"), WANTED, ids=map("-".join, WANTED))
def test_design_is_measured_as_it_is_now(name: str, target: str, boundary: BoundaryName) -> None:
    design = DESIGNS[name]
    result = load(design, target, boundary)
    todo = f"run: {synth_command(name, target, boundary)}"
    assert result is not None, f"not measured; {todo}"
    assert not is_stale(result, design), f"stale; {todo}"
    routable = TARGETS[target].place_and_route and not result.misfit
    assert bool(result.runs) == bool(routable), f"{result.reason or 'routed'}; {todo}"


def test_every_record_is_whole_and_of_a_design() -> None:
    for path in RECORDS:
        check_record(path)


def check_record(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    result = Result.from_json(text)
    assert text == result.to_json(), path
    # As many seeds, and the time that its runs may have taken.
    assert result.command == result.with_runs().command, path
    assert result.target in TARGETS, path
    assert result.boundary in ("core", "stream"), path
    assert path.relative_to(path.parents[1]) == record_name(
        result.design, result.target, result.boundary
    )
    design = find(result.design)
    assert not is_stale(result, design), path
    assert dict(result.parameters) == dict(design.hardware.boundary(result.boundary).parameters), (
        path
    )
