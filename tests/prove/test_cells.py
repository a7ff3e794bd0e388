# SPDX-License-Identifier: Apache-2.0
"""Terms of cells and memories against Yosys's own evaluation, undefined bits included."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from pathlib import Path

import pytest

from gatehash.implement.tools import run_yosys
from gatehash.prove.kernel.machine import Machine, Run
from gatehash.prove.kernel.question import ordered
from gatehash.prove.kernel.smt import evaluate
from gatehash.prove.kernel.term import Term, var
from gatehash.prove.kernel.transition import Transition

UNARY = (
    *("not", "pos", "neg", "logic_not"),
    *("reduce_and", "reduce_or", "reduce_xor", "reduce_xnor", "reduce_bool"),
)
BINARY = (
    *("add", "sub", "and", "or", "xor", "xnor", "logic_and", "logic_or"),
    *("eq", "ne", "eqx", "nex", "lt", "le", "gt", "ge"),
)
SHIFTS = ("shl", "sshl", "shr", "sshr", "shift", "shiftx")
# (A, B, Y) in bits.
WIDTHS = ((1, 2, 1), (3, 2, 2), (2, 3, 4))
SHIFT_WIDTHS = ((3, 2, 2), (4, 2, 1), (2, 3, 4), (4, 3, 3))


@dataclass(frozen=True)
class Cell:
    """A cell with an input for each operand, or a constant.

    Attributes
    ----------
    operands : mapping
        For each operand its bits, and the text of its signal where it is not that input.
    """

    kind: str
    parameters: dict[str, int]
    operands: dict[str, tuple[int, str]]
    width: int

    def text(self, name: str) -> str:
        """Return a module of this cell in RTLIL."""
        lines = [f"module \\{name}"]
        for number, (port, (width, _)) in enumerate(self.operands.items(), 1):
            lines.append(f"wire width {width} input {number} \\{port}")
        lines.append(f"wire width {self.width} output {len(self.operands) + 1} \\Y")
        lines.append(f"cell ${self.kind} \\c")
        lines += (f"parameter \\{key} {value}" for key, value in self.parameters.items())
        lines += (f"connect \\{port} {said}" for port, (_, said) in self.operands.items())
        return "\n".join((*lines, "connect \\Y \\Y", "end", "end", ""))


def cell(
    kind: str, width: int, *, signed: tuple[int, ...] = (), **operands: int | tuple[int, str]
) -> Cell:
    given = {
        port: each if isinstance(each, tuple) else (each, f"\\{port}")
        for port, each in operands.items()
    }
    parameters = {f"{port}_WIDTH": each for port, (each, _) in given.items()}
    signs = {f"{port}_SIGNED": sign for port, sign in zip(given, signed or [0] * 2, strict=False)}
    return Cell(kind, {**parameters, **signs, "Y_WIDTH": width}, given, width)


def chooser(kind: str, parameters: dict[str, int], width: int, **operands: int) -> Cell:
    given = {port: (each, f"\\{port}") for port, each in operands.items()}
    return Cell(kind, parameters, given, width)


def cells() -> Iterator[Cell]:
    for kind, (a, _, y), sign in product(UNARY, WIDTHS, (0, 1)):
        yield cell(kind, y, signed=(sign,), A=a)
    for kind, (a, b, y), sign in product(BINARY, WIDTHS, (0, 1)):
        yield cell(kind, y, signed=(sign, sign), A=a, B=b)
    for kind, (a, b, y) in product(SHIFTS, SHIFT_WIDTHS):
        for signs in product((0, 1), repeat=2):
            if signs[0] <= (kind != "shiftx") and signs[1] <= (kind in ("shift", "shiftx")):
                yield cell(kind, y, signed=signs, A=a, B=b)
        # A table: of all that can be chosen, and of less.
        yield cell(kind, y, A=(a, f"{a}'{'1011'[:a]}"), B=b)
        yield cell(kind, y, A=(a, f"{a}'{'1011'[:a]}"), B=(b, f"{{ \\B [{b - 1}:1] 1'0 }}"))
    yield chooser("mux", {"WIDTH": 2}, 2, A=2, B=2, S=1)
    yield chooser("bwmux", {"WIDTH": 2}, 2, A=2, B=2, S=2)
    yield chooser("bmux", {"WIDTH": 2, "S_WIDTH": 2}, 2, A=8, S=2)
    yield chooser("pmux", {"WIDTH": 1, "S_WIDTH": 3}, 1, A=1, B=3, S=3)


def rows(text: str) -> Iterator[tuple[list[int], str]]:
    """Yield the operands of each row of Yosys's table, and what it makes of them."""
    for line in text.splitlines():
        given, bar, made = line.partition(" | ")
        if bar and "'" in given:
            width, _, bits = made.strip().partition("'")
            # One x stands for all.
            said = bits * int(width) if bits == "x" else bits
            yield [int(each.partition("'")[2], 2) for each in given.split()], said


def values(term: Term, given: dict[str, int], *, undefined: int) -> str:
    free = {each.name for each in ordered((term,)) if "undefined" in each.name}
    (value,) = evaluate([term], {**given, **dict.fromkeys(free, undefined)})
    return f"{value:0{term.width}b}"


def test_a_cell_has_the_values_that_yosys_evaluates(tmp_path: Path) -> None:
    every = {f"m{number}": each for number, each in enumerate(cells())}
    (tmp_path / "cells.il").write_text(
        "\n".join(each.text(name) for name, each in every.items()), encoding="utf-8"
    )
    asked = (
        line
        for name, each in every.items()
        for line in (
            f"cd {name}",
            f"tee -q -o {name}.txt eval -table {','.join(each.operands)} -show Y",
            "cd ..",
        )
    )
    run_yosys(
        "\n".join(("read_rtlil cells.il", *asked, "write_json cells.json", "")),
        tmp_path,
        what="tables of cells",
    )
    modules = json.loads((tmp_path / "cells.json").read_text(encoding="utf-8"))["modules"]
    seen = 0
    for name, each in every.items():
        module = Transition(modules[name])
        term = module.step(module.free_state(), {}).output("Y")
        for operands, said in rows((tmp_path / f"{name}.txt").read_text(encoding="utf-8")):
            given = dict(zip((f"{port} 0" for port in each.operands), operands, strict=True))
            ones, zeros = (values(term, given, undefined=bits) for bits in (2**16 - 1, 0))
            got = "".join(a if a == b else "x" for a, b in zip(ones, zeros, strict=True))
            # Where several cases of a multiplexer hold, Yosys looks whether they agree.
            several = each.kind == "pmux" and operands[-1].bit_count() > 1
            assert got == ("x" if several else said), (each, operands)
            seen += 1
    assert seen > 5000


@pytest.mark.parametrize("words", [5, 8])
def test_a_table_has_no_word_beyond_its_last(words: int, tmp_path: Path) -> None:
    (tmp_path / "rom.sv").write_text(
        "module rom (input [2:0] at_i, output [3:0] word_o);\n"
        f"reg [3:0] words [0:{words - 1}];\n"
        "integer i;\n"
        f"initial for (i = 0; i < {words}; i = i + 1) words[i] = 5 * i + 1;\n"
        "assign word_o = words[at_i];\nendmodule\n",
        encoding="utf-8",
    )
    script = (
        "read_verilog -sv rom.sv",
        *("hierarchy -top rom", "proc", "memory -nomap", "write_json rom.json", ""),
    )
    run_yosys("\n".join(script), tmp_path, what="a table")
    modules = json.loads((tmp_path / "rom.json").read_text(encoding="utf-8"))["modules"]
    run = Run(Machine(modules["rom"]), {}, {})
    found = run.step({"at_i": var("at", 3)}).output("word_o")
    free = {each.name: 15 for each in ordered((found,)) if each.op == "var" and each.name != "at"}
    for at in range(8):
        some = [evaluate([found], {"at": at, **given}) for given in ({}, free)]
        assert some == ([[(5 * at + 1) % 16]] * 2 if at < words else [[0], [15]])
