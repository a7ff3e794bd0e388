# SPDX-License-Identifier: Apache-2.0
"""Cells of the ECP5 as gates, registers and memories."""

from itertools import product
from typing import Any

import pytest

from gatehash.attack.circuit import ONE, ZERO, Circuit, Gate, read_circuit
from gatehash.errors import GatehashError


def _circuit(cells: dict[str, Any], ports: dict[str, list[Any]] | None = None) -> Circuit:
    module = {
        "ports": {name: {"bits": bits} for name, bits in (ports or {}).items()},
        "cells": {
            name: {"type": kind, "connections": pins, "parameters": parameters}
            for name, (kind, pins, parameters) in cells.items()
        },
    }
    return read_circuit({"modules": {"top": module}}, "top")


def _evaluated(circuit: Circuit, values: dict[int, int]) -> dict[int, int]:
    """Return the values of all nets of gates, from those of the inputs."""
    found = {ZERO: 0, ONE: 1, **values}
    for gate in circuit.ordered():
        assert isinstance(gate, Gate)
        place = sum(found[net] << k for k, net in enumerate(gate.inputs))
        found[gate.output] = gate.table >> place & 1
    return found


def test_a_table_has_pin_a_as_its_lowest_bit() -> None:
    pins = {"A": [2], "B": [3], "C": [4], "D": [5], "Z": [6]}
    circuit = _circuit({"l": ("LUT4", pins, {"INIT": f"{0b0010:016b}"})})
    (gate,) = circuit.gates
    # A alone.
    assert [gate.table >> place & 1 for place in range(3)] == [0, 1, 0]
    assert gate.inputs == tuple(circuit.gates[0].inputs)
    assert len({*gate.inputs, gate.output, ZERO, ONE}) == circuit.nets == 7


@pytest.mark.parametrize(
    ("kind", "low", "high", "choice"),
    [("PFUMX", "BLUT", "ALUT", "C0"), ("L6MUX21", "D0", "D1", "SD")],
)
def test_a_multiplexer_chooses(kind: str, low: str, high: str, choice: str) -> None:
    circuit = _circuit({"m": (kind, {low: [2], high: [3], choice: [4], "Z": [5]}, {})})
    (gate,) = circuit.gates
    for a, b, s in product((0, 1), repeat=3):
        values = dict(zip(gate.inputs, (a, b, s), strict=True))
        assert _evaluated(circuit, values)[gate.output] == (b if s else a)


@pytest.mark.parametrize("first", [0, 1])
def test_carry_cells_add(first: int) -> None:
    """A chain as Yosys maps an adder: each half has B xor D, and the carry passes or is A's."""
    # The table is A ^ B; its low four bits, of A and B alone, have A where the carry does not pass.
    init = sum(((p & 1) ^ (p >> 1 & 1)) << p for p in range(16))
    init = (init & ~0xF) | 0b1010
    names = iter(range(2, 100))
    a, b = ([next(names) for _ in range(4)] for _ in range(2))
    outputs = [next(names) for _ in range(4)]
    carry: int | str = str(first)
    cells = {}
    for cell in range(2):
        pins: dict[str, list[int | str]] = {"CIN": [carry]}
        for half in range(2):
            bit = 2 * cell + half
            # D chooses the upper half of the table, which is the sum's.
            wires: dict[str, int | str] = {"A": a[bit], "B": b[bit], "C": "0", "D": "1"}
            pins |= {f"{pin}{half}": [wire] for pin, wire in wires.items()}
            pins[f"S{half}"] = [outputs[bit]]
        carry = next(names)
        pins["COUT"] = [carry]
        settings = {f"INIT{half}": f"{init:016b}" for half in range(2)}
        settings |= {f"INJECT1_{half}": "NO" for half in range(2)}
        cells[f"c{cell}"] = ("CCU2C", pins, settings)
    circuit = _circuit(cells, {"a": a, "b": b, "s": outputs, "c": [carry]})
    ports = circuit.ports
    for x, y in product(range(16), repeat=2):
        values = {net: x >> k & 1 for k, net in enumerate(ports["a"])}
        values |= {net: y >> k & 1 for k, net in enumerate(ports["b"])}
        found = _evaluated(circuit, values)
        total = sum(found[net] << k for k, net in enumerate((*ports["s"], *ports["c"])))
        assert total == x + y + first


def test_a_carry_is_injected() -> None:
    """With INJECT1 no carry enters the sum, and the table of two inputs makes none."""
    pins = {"CIN": ["1"], "S0": [2], "S1": [3], "COUT": [4]}
    settings = {"INIT0": "0" * 16, "INIT1": "0" * 16, "INJECT1_0": "YES", "INJECT1_1": "YES"}
    circuit = _circuit({"c": ("CCU2C", pins, settings)}, {"o": [2, 3, 4]})
    found = _evaluated(circuit, {})
    assert [found[net] for net in circuit.ports["o"]] == [0, 0, 0]


def test_a_register_has_its_settings() -> None:
    settings = {
        "CEMUX": "INV",
        "CLKMUX": "CLK",
        "LSRMUX": "INV",
        "REGSET": "SET",
        "SRMODE": "CE_OVER_LSR",
    }
    pins = {"CLK": [2], "DI": [3], "CE": [4], "LSR": [5], "Q": [6]}
    (register,) = _circuit({"r": ("TRELLIS_FF", pins, settings)}).registers
    assert register.enable_inverted
    assert register.reset_inverted
    assert register.reset_needs_enable
    assert register.value
    assert len({register.output, register.data, register.enable, register.reset}) == 4


def test_a_block_memory_of_36_bits_takes_the_pins_of_both_ports() -> None:
    pins: dict[str, list[int | str]] = {
        f"{pin}{port}{bit}": [100 * "AB".index(port) + 20 * ["DI", "DO", "AD"].index(pin) + bit + 2]
        for port in "AB"
        for pin, count in (("DI", 18), ("DO", 18), ("AD", 14))
        for bit in range(count)
    }
    settings = {"DATA_WIDTH_A": f"{36:b}", "DATA_WIDTH_B": f"{36:b}", "INITVAL_00": "1" * 18}
    (memory,) = _circuit({"m": ("DP16KD", pins, settings)}).memories
    writes, reads = memory.ports
    assert (len(writes.data), len(writes.outputs)) == (36, 0)
    assert (len(reads.data), len(reads.outputs)) == (0, 36)
    assert len(writes.address) == len(reads.address) == 9
    assert len(writes.units) == 4
    assert memory.content == (1 << 18) - 1


@pytest.mark.parametrize(
    ("kind", "settings", "why"),
    [
        ("MULT18X18D", {}, "cell x is MULT18X18D, which has no model"),
        ("TRELLIS_FF", {"CLKMUX": "INV"}, "cell x has CLKMUX INV; only CLK has a model"),
        ("TRELLIS_FF", {"LSRMUX": "INV"}, "register x has an asynchronous reset"),
        ("DP16KD", {"REGMODE_A": "OUTREG"}, "cell x has REGMODE_A OUTREG; only NOREG"),
    ],
)
def test_what_has_no_model_is_named(kind: str, settings: dict[str, str], why: str) -> None:
    with pytest.raises(GatehashError, match=why):
        _circuit({"x": (kind, {"Q": [2]}, settings)})


def test_a_loop_is_named() -> None:
    pins = {"A": [2], "B": ["0"], "C": ["0"], "D": ["0"], "Z": [2]}
    circuit = _circuit({"round": ("LUT4", pins, {"INIT": "01" * 8})})
    with pytest.raises(GatehashError, match="loop through round"):
        list(circuit.ordered())
