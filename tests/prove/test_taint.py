# SPDX-License-Identifier: Apache-2.0
"""What follows data: through gates, registers and words, and out of a top that lets it through."""

from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest
from tests.prove.test_harness import planted
from tests.rtl.test_selftest import Fault

from gatehash.errors import GatehashError
from gatehash.prove import all_properties
from gatehash.prove.kernel.circuits import Circuit
from gatehash.prove.kernel.taint import Tainted, check_loose, tainted, write_trace
from gatehash.prove.tools.independence import Steered

# Literals of variables 1 to 5: data, what steers, a reset, two registers.
DATA, STEER, RESET, FIRST, SECOND = 2, 4, 6, 8, 10
GATE, OTHER, BOTH = 12, 14, 16


def circuit(*gates: tuple[int, int, int], first: int = 0, second: int = 0, out: int) -> Circuit:
    return Circuit(
        inputs=(("data",), ("steer",), ("reset",)),
        outputs=(("out", out), ("steer", STEER), ("first", FIRST)),
        latches=((FIRST // 2, first), (SECOND // 2, second)),
        gates=tuple((out // 2, a, b) for out, a, b in gates),
    )


def reaches(found: Tainted, cycles: list[dict[str, bool]], path: Path) -> list[bool]:
    """Return whether data reaches the output, in each cycle after a reset."""
    write_trace(found, path)
    parsed = Circuit.parse(path.read_text(encoding="utf-8"))
    told = parsed.run([{}, *({"reset": True, **each} for each in cycles)])
    return [each["data reaches out"] for each in told][1:]


def followed(given: Circuit, **more: list[set[str]]) -> Tainted:
    return tainted(given, lambda names: "data" in names, "reset", **more)


def test_a_gate_lets_data_through_while_the_other_input_is_1(tmp_path: Path) -> None:
    given = followed(circuit((GATE, DATA, STEER), out=GATE))
    cycles = [{"steer": False}, {"steer": True}]
    assert reaches(given, cycles, tmp_path / "a") == [False, True]


def test_two_copies_differ_only_where_data_is_told_to_reach(tmp_path: Path) -> None:
    """Every circuit of three gates in a row, every pair of copies, for three cycles."""
    literals = (DATA, DATA ^ 1, STEER ^ 1, FIRST, SECOND ^ 1)
    for a, b, c in product(literals, repeat=3):
        gates = ((GATE, a, b), (OTHER, GATE ^ 1, c), (BOTH, GATE, OTHER ^ 1))
        given = circuit(*gates, first=OTHER, second=BOTH ^ 1, out=BOTH)
        found = followed(given)
        for steers in product((False, True), repeat=3):
            cycles = [{"steer": each} for each in steers]
            told = reaches(found, cycles, tmp_path / "a")
            runs = []
            for data in product((False, True), repeat=3):
                inputs = [{}, *({"reset": True, **each} for each in cycles)]
                for each, bit in zip(inputs[1:], data, strict=True):
                    each["data"] = bit
                runs.append([cycle["out"] for cycle in given.run(inputs)][1:])
            differs = [len(set(column)) > 1 for column in zip(*runs, strict=True)]
            assert all(not b or a for a, b in zip(told, differs, strict=True)), (gates, steers)


def test_a_source_counts_while_its_signal_is_0(tmp_path: Path) -> None:
    found = tainted(circuit(out=DATA), lambda names: "steer" if "data" in names else False, "reset")
    cycles = [{"steer": False}, {"steer": True}]
    assert reaches(found, cycles, tmp_path / "a") == [True, False]


def test_a_loose_word_is_any_and_clean_when_clean_bits_enter(tmp_path: Path) -> None:
    # The register takes data or a constant; its value is an input of its own.
    given = circuit((GATE, DATA, STEER), first=GATE, out=FIRST)
    found = followed(given, loose=[{"first"}])
    assert found.inputs[-1] == ("first",)
    cycles = [{"steer": True}, {"steer": False}, {}]
    assert reaches(found, cycles, tmp_path / "a") == [False, True, False]


FAULTS = [
    (
        "timing.blake32-mc-1",
        Fault(
            "salt_steers",
            "compact/gh_arx_mc_stream.sv",
            "if (config_taken && (head && head_wrong ||",
            "if (config_taken && (head_wrong ||",
            "",
        ),
    ),
    (
        "timing.chacha-mc-1",
        Fault(
            "zero_bytes_wait",
            "compact/gh_arx_mc_stream.sv",
            "assign offered = offers_q && (",
            "assign offered = offers_q && word_q != '0 && (",
            "m_axis_tvalid",
        ),
    ),
    pytest.param(
        "timing.threefish-mc",
        Fault(
            "last_key_word_is_checked",
            "compact/gh_threefish_mc_serial.sv",
            "else if (hashes) begin\n      if (!eighth)",
            "else if (hashes || config_end) begin\n      if (!eighth)",
            "",
        ),
        marks=pytest.mark.large,
    ),
    (
        "timing.blake32-mc-1",
        Fault(
            "core_waits_for_data",
            "compact/gh_blake_chacha_mc_core.sv",
            "assign done_o = command_q[DoneBit];",
            "assign done_o = command_q[DoneBit] && load_data_i != '0;",
            "done_o depends on load_data_i",
        ),
    ),
]


@pytest.mark.parametrize(("name", "fault"), FAULTS, ids=lambda each: getattr(each, "name", ""))
def test_data_that_steers_is_found(name: str, fault: Fault, tmp_path: Path) -> None:
    (of,) = (each for each in all_properties() if each.name == name)
    steered = of.run.__self__  # type: ignore[attr-defined]
    assert isinstance(steered, Steered)
    verdict = replace(steered, root=planted(fault, tmp_path)).run(tmp_path, 60)
    assert verdict.status == "failed"
    assert fault.seen_by in verdict.detail.splitlines()[0]


def test_a_register_is_loose() -> None:
    check_loose(circuit((GATE, FIRST, STEER), first=DATA, out=GATE), [{"first"}])


def test_a_gate_or_a_register_that_is_seen_elsewhere_is_not_loose() -> None:
    both = circuit((GATE, FIRST, SECOND), first=DATA, second=DATA, out=GATE)
    with pytest.raises(GatehashError, match="'out' can't be loose: it is no bit of a register"):
        check_loose(both, [{"out"}])
    gated = circuit((GATE, FIRST, STEER), first=DATA, out=GATE)
    with pytest.raises(GatehashError, match="'out' can't be loose: input 'steer' leads to it"):
        check_loose(gated, [{"out"}])
    held = replace(gated, inputs=(("data",), ("init:first",), ("reset",)))
    # The register itself is an output of the circuit.
    with pytest.raises(GatehashError, match="'out' can't be loose: more than it is seen"):
        check_loose(held, [{"out"}])
