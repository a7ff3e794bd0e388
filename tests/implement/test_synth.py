# SPDX-License-Identifier: Apache-2.0
"""The real tools, on small designs."""

from dataclasses import replace
from pathlib import Path

import pytest
from tests.refusals import refused

from gatehash.catalog import Boundary, find
from gatehash.errors import GatehashError
from gatehash.implement import flow, implement
from gatehash.paths import rtl_root

DESIGN = find("skein256-x1")


def no_tool(*_: object, **__: object) -> None:
    raise AssertionError("a tool ran that had no need to")


@pytest.mark.parametrize(
    ("name", "least", "bits", "memories"),
    [
        # The chaining value, and what a step makes of it.
        ("sha256-mc", 100, 256, 2),
        # The state, the next block, the key and the chaining value at least.
        pytest.param("skein256-x1", 500, 4 * 256, 0, marks=pytest.mark.large),
    ],
)
def test_area_of_a_design_and_its_reuse(
    name: str,
    least: int,
    bits: int,
    memories: int,
    results_root: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    design = find(name)
    result = implement(design, "xc5v", "stream")
    area = result.area
    assert area.lc is not None
    assert least < area.lc < 8 * least
    assert area.lc <= area.lut
    assert area.ff > bits
    assert area.carry >= 2 * 32 // 4
    assert (area.lutram, area.ramb36, area.ramb18) == (0, 0, memories)
    assert result.runs == ()
    record = (results_root / "xc5v" / f"{name}.stream.json").read_text()
    assert record == result.to_json()
    assert str(rtl_root().parent) not in record

    monkeypatch.setattr(flow, "run_yosys", no_tool)
    assert implement(design, "xc5v", "stream") == result


# Another coprocessor is placed and routed in test_flavours.
@pytest.mark.large
def test_place_and_route_of_a_small_module(
    results_root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = Boundary("gh_digest_stream", {"StreamBytes": 1, "PieceBytes": 2, "DigestBytes": 2})
    small = replace(DESIGN, name="small", hardware=replace(DESIGN.hardware, core=module))
    result = implement(small, "ecp5", "core", seeds=1)
    (run,) = result.runs
    assert (run.seed, run.kind) == (1, "routed")
    assert run.fmax_mhz > 100
    assert run.comb >= result.area.lut > 0

    monkeypatch.setattr(flow, "run_yosys", no_tool)
    monkeypatch.setattr(flow, "place_and_route", no_tool)
    assert implement(small, "ecp5", "core", seeds=1) == result


def test_area_on_virtex_4(results_root: Path) -> None:
    module = Boundary("gh_digest_stream", {"StreamBytes": 1, "PieceBytes": 2, "DigestBytes": 2})
    result = implement(
        replace(DESIGN, name="small", hardware=replace(DESIGN.hardware, core=module)),
        "xc4v",
        "core",
    )
    area = result.area
    assert area.lc is not None
    assert 0 < area.lc <= area.lut
    assert area.ff >= 16
    assert not any(cell in result.cells for cell in ("LUT5", "LUT6", "CARRY4"))
    assert result.runs == ()


def test_error_of_yosys_is_one_line(results_root: Path) -> None:
    hardware = replace(DESIGN.hardware, core=Boundary("gh_nothing", {}))
    wrong = replace(DESIGN, hardware=hardware)
    with refused("elaboration of gh_nothing failed: .*'gh_nothing'"):
        implement(wrong, "xc5v", "core")


def test_illegal_parameter_is_named(results_root: Path) -> None:
    wrong = replace(DESIGN, hardware=DESIGN.hardware.having(StateBits=300))
    with pytest.raises(GatehashError, match=r"gh_\w+: \w+ is \d+; it must"):
        implement(wrong, "xc5v", "stream")
