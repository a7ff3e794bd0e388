# SPDX-License-Identifier: Apache-2.0
"""The critical path in nextpnr's report; no tool runs here."""

from collections.abc import Sequence
from typing import Any

import pytest
from tests.areas import area

from gatehash.implement import TARGETS, CriticalPath, ModuleArea
from gatehash.implement.critical import critical_path
from gatehash.implement.hierarchy import Located, Origins

ECP5 = TARGETS["ecp5"]
TOP = ModuleArea("", "gh_top", area(lut=3, ff=2, carry=2))
ORIGINS = Origins(
    (TOP,),
    {
        "state_q_TRELLIS_FF_Q_12": Located("u_core", "TRELLIS_FF", "u_core.state_q[12]"),
        "sum_CCU2C_S0": Located("u_core.u_add", "CCU2C", None),
        "sum_CCU2C_S0_1": Located("u_core.u_add", "CCU2C", None),
        "state_q_LUT4_Z": Located("u_core.u_add", "LUT4", None),
        "start_LUT4_Z": Located("", "LUT4", None),
        "out_q_TRELLIS_FF_Q": Located("", "TRELLIS_FF", "out_q"),
        "memory.0.0": Located("u_core", "DP16KD", "u_core.memory"),
    },
)

Step = tuple[str, float, str, str, str]
"""Type, delay, cell that it begins at, and the ports at both ends."""

ADDED: Sequence[Step] = (
    ("clk-to-q", 0.5, "state_q_TRELLIS_FF_Q_12", "Q", "Q"),
    ("routing", 2.0, "state_q_TRELLIS_FF_Q_12", "Q", "A"),
    ("logic", 0.25, "state_q_LUT4_Z", "A", "F"),
    ("routing", 1.0, "state_q_LUT4_Z", "F", "B"),
    ("logic", 0.5, "sum_CCU2C_S0$CCU2_COMB1", "B", "FCO"),
    ("routing", 0.0, "sum_CCU2C_S0$CCU2_COMB1", "FCO", "FCI"),
    ("logic", 0.0, "sum_CCU2C_S0_1$CCU2_COMB0", "FCI", "FCO"),
    ("routing", 0.0, "sum_CCU2C_S0_1$CCU2_COMB0", "FCO", "FCI"),
    ("logic", 0.5, "sum_CCU2C_S0_1$CCU2_COMB1", "FCI", "F"),
    ("routing", 0.75, "sum_CCU2C_S0_1$CCU2_COMB1", "F", "A"),
    ("logic", 0.5, "$nextpnr_CCU2C_0$CCU2_COMB0", "A", "FCO"),
    ("routing", 0.5, "$nextpnr_CCU2C_0$CCU2_COMB0", "FCO", "D"),
    ("logic", 0.25, "start_LUT4_Z", "D", "F"),
    ("routing", 0.25, "start_LUT4_Z", "F", "DI"),
    ("setup", 0.125, "out_q_TRELLIS_FF_Q", "DI", "DI"),
)


def path(steps: Sequence[Step], begin: str = "posedge clk", end: str = "posedge clk") -> Any:
    cells = [cell for _, _, cell, _, _ in steps]
    followers = [*cells[1:], cells[-1]]
    return {
        "from": begin,
        "to": end,
        "path": [
            {
                "type": kind,
                "delay": delay,
                "from": {"cell": cell, "port": one},
                "to": {"cell": follower if kind == "routing" else cell, "port": other},
            }
            for (kind, delay, cell, one, other), follower in zip(steps, followers, strict=True)
        ],
    }


def report(*paths: Any, **clocks: float) -> dict[str, Any]:
    found = {name: {"achieved": mhz, "constraint": 50} for name, mhz in clocks.items()}
    return {"fmax": found, "critical_paths": list(paths)}


def test_path_through_an_adder() -> None:
    found = critical_path(report(path(ADDED), clk=150.0), ORIGINS, ECP5)
    assert found == CriticalPath(
        start="u_core.state_q[12]",
        end="out_q",
        logic_ns=2.62,
        routing_ns=4.5,
        # What nextpnr cuts in two is one cell, and one of its own is counted too.
        levels=5,
        carry_levels=3,
        through=("u_core.u_add", "gh_top"),
    )
    assert found.words == (
        "from u_core.state_q[12] to out_q: 5 levels of logic (3 of carry), 2.6 ns in logic and "
        "4.5 ns in wires, through u_core.u_add, gh_top"
    )


def test_path_from_a_memory_through_one_cell() -> None:
    steps: Sequence[Step] = (
        ("clk-to-q", 5.5, "memory.0.0", "CLKA", "DOA0"),
        ("routing", 1.0, "memory.0.0", "DOA0", "A"),
        ("logic", 0.25, "start_LUT4_Z", "A", "F"),
        ("routing", 0.25, "start_LUT4_Z", "F", "DI"),
        ("setup", 0.0, "out_q_TRELLIS_FF_Q", "DI", "DI"),
    )
    found = critical_path(report(path(steps), clk=150.0), ORIGINS, ECP5)
    assert found is not None
    assert found.words == (
        "from u_core.memory to out_q: 1 level of logic, 5.8 ns in logic and 1.2 ns in wires, "
        "through gh_top"
    )


def test_slowest_clock_and_longest_path_count() -> None:
    slow, short = path(ADDED, "posedge b", "negedge b"), path(ADDED[-2:], "posedge b", "posedge b")
    between = path([*ADDED[:-1], ("setup", 99.0, "x", "DI", "DI")], "posedge a", "posedge b")
    other = path([*ADDED[:-1], ("setup", 9.0, "x", "DI", "DI")], "posedge a", "posedge a")
    outside = path([("logic", 500.0, "x", "A", "F")], "<async>", "posedge b")
    found = critical_path(report(short, slow, between, other, outside, a=90, b=80), ORIGINS, ECP5)
    assert found is not None
    assert (found.end, found.levels) == ("out_q", 5)


def test_report_without_a_path_gives_none() -> None:
    assert critical_path({"fmax": {"clk": {"achieved": 80.0}}}, ORIGINS, ECP5) is None
    assert critical_path(report(path(ADDED, "<async>"), clk=80.0), ORIGINS, ECP5) is None


def test_cell_that_is_not_known_goes_by_its_name() -> None:
    found = critical_path(report(path(ADDED), clk=150.0), Origins((), {}), ECP5)
    assert found is not None
    assert (found.start, found.end) == ("state_q_TRELLIS_FF_Q_12", "out_q_TRELLIS_FF_Q")
    assert (found.levels, found.carry_levels, found.through) == (5, 3, ())


@pytest.mark.parametrize("wrong", [{}, {"fmax": {"clk": {}}}, report({"from": "posedge clk"})])
def test_what_is_no_report_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises((KeyError, TypeError, ValueError)):
        critical_path(wrong, ORIGINS, ECP5)
