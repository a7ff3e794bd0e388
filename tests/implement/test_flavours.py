# SPDX-License-Identifier: Apache-2.0
"""One flow for every nextpnr: which one runs, what it says, and a small design on each."""

import json
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from gatehash.catalog import find
from gatehash.implement import TARGETS, Run, child, implement, wanted_targets
from gatehash.implement.hierarchy import Origins
from gatehash.implement.reading import read_run

ROUTED = [name for name, target in TARGETS.items() if target.place_and_route and not target.program]
ON_DEMAND = ["nexus", "gw2a"]
NOWHERE = Origins((), {})

NEXUS = """
Info: Device utilisation:
Info: 	            OXIDE_FF:     285/  32256     0%
Info: 	          OXIDE_COMB:     314/  32256     0%
Info: 	                RAMW:       0/   4032     0%
Info: Creating initial analytic placement for 438 cells, random placement wirelen = 31283.
Info: Max frequency for clock 'clk_i': 214.22 MHz (PASS at 50.00 MHz)
Info: Running router2...
"""
GW2A = """
Info: Device utilisation:
Info: 	                LUT4:     414/  20736     1%
Info: 	           MUX2_LUT5:       0/  10368     0%
Info: 	                 ALU:      50/  15552     0%
Info: 	                 DFF:     375/  15552     2%
Info: 	              ALU54D:       0/     24     0%
Info: Max frequency for clock 'clk_i': 203.79 MHz (PASS at 50.00 MHz)
"""


@pytest.mark.parametrize("target", ROUTED)
def test_target_names_the_nextpnr_that_it_needs(target: str) -> None:
    assert f"yowasp-{TARGETS[target].nextpnr}" in TARGETS[target].packages


def test_nothing_is_wanted_of_what_is_offered_on_demand() -> None:
    assert not set(ON_DEMAND) & set(wanted_targets(find("chacha-mc-1")))


@pytest.mark.parametrize("target", ROUTED)
def test_child_runs_the_nextpnr_of_the_target(target: str, monkeypatch: pytest.MonkeyPatch) -> None:
    name = TARGETS[target].nextpnr
    given: list[list[str]] = []

    def run(arguments: list[str]) -> int:
        given.append(arguments)
        return 7

    module = name.replace("-", "_")
    fake = SimpleNamespace(**{f"run_{module}": run})
    monkeypatch.setitem(sys.modules, f"yowasp_{module}", fake)
    monkeypatch.setattr(child, "die_with_parent", lambda: None)
    assert child.main(name, "--seed", "3") == 7
    assert given == [["--seed", "3"]]


@pytest.mark.parametrize(
    ("target", "log", "mhz", "comb"),
    [("nexus", NEXUS, 214.22, 314), ("gw2a", GW2A, 203.79, 414)],
    ids=ON_DEMAND,
)
def test_cut_off_log_gives_the_estimate(target: str, log: str, mhz: float, comb: int) -> None:
    found = read_run(TARGETS[target], 1, 5.0, log, None, NOWHERE)
    assert found == Run(1, mhz, "placed", 5.0, comb)


@pytest.mark.parametrize(
    ("target", "used", "comb"),
    [
        ("nexus", {"OXIDE_COMB": 314, "OXIDE_FF": 285, "RAMW": 2}, 314),
        ("gw2a", {"LUT4": 545, "ALU": 50, "MUX2_LUT5": 9, "ALU54D": 3}, 545),
    ],
    ids=ON_DEMAND,
)
def test_report_gives_the_cells_that_are_logic(
    target: str, used: dict[str, int], comb: int
) -> None:
    report = {
        "fmax": {"clk_i": {"achieved": 209.9517, "constraint": 50}},
        "utilization": {name: {"available": 20000, "used": n} for name, n in used.items()},
    }
    found = read_run(TARGETS[target], 1, 5.0, "", json.dumps(report), NOWHERE)
    assert found == Run(1, 209.95, "routed", 5.0, comb)


@pytest.mark.parametrize("target", [pytest.param("nexus", marks=pytest.mark.large), "gw2a"])
def test_place_and_route_of_a_coprocessor(results_root: Path, target: str) -> None:
    result = implement(find("chacha-mc-1"), target, "core", seeds=1)
    area = result.area
    # Instructions, and a register file for each of two operands.
    assert (area.ramb18, area.lutram) == (3, 0)
    assert 200 < area.lut < 500
    assert area.ff > 250
    # Two adders of 32 bits and the program counter, in carry chains.
    bits = TARGETS[target].luts_per_carry * area.carry
    assert bits > 32
    (run,) = result.runs
    assert (run.seed, run.kind) == (1, "routed")
    assert run.fmax_mhz > 100
    # No port is a pin, and nothing is lost with them.
    assert not any(cell in ("IB", "OB", "IBUF", "OBUF") for cell in result.cells)
    assert run.comb >= area.lut + bits
    modules = {each.instance: each for each in result.modules}
    assert modules[""].module == "gh_blake_chacha_mc_core"
    assert sum(each.area.ramb18 for each in modules.values()) == 3
    # Operands, sum, rotations and ChaCha's carries are registers of the ALU; all else in it is
    # logic, the adder of 32 bits and its carry in and out between them.
    assert modules["u_alu"].area.ff == 212
    adder = modules["u_alu.gen_whole.u_add_xor3"]
    assert (adder.module, adder.area.ff) == ("gh_add_xor3", 0)
    assert 32 <= TARGETS[target].luts_per_carry * adder.area.carry <= 36
    assert 64 <= adder.area.lut <= 80
    near = modules["u_alu.gen_near_4.u_near"]
    assert (near.module, near.area.carry) == ("gh_mux4", 0)
    assert 64 <= near.area.lut <= 128
    path = run.critical_path
    assert path is not None
    assert path.logic_ns + path.routing_ns == pytest.approx(1000 / run.fmax_mhz, abs=0.03)
    assert path.start.startswith("u_alu.")
    assert 16 <= path.carry_levels <= path.levels
    assert "u_alu.gen_whole.u_add_xor3" in path.through
