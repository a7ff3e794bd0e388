# SPDX-License-Identifier: Apache-2.0
"""The BLAKE and ChaCha programs as a SystemVerilog package, and as listings."""

from __future__ import annotations

from collections.abc import Iterator

from gatehash.errors import GatehashError
from gatehash.microcode.blake_chacha import BlakeChachaProgram, blake_chacha_program
from gatehash.microcode.blake_chacha_algorithms import ALGORITHMS, SHORT_COUNTER
from gatehash.microcode.blake_chacha_word import (
    ADD,
    ADD_BLOCK,
    AGAIN,
    BLOCK,
    CONSTANT,
    COUNT,
    DONE,
    ENDS,
    EXCLUSIVE_OR,
    FIELDS,
    INPUT,
    LONG_ENDS,
    ROTATE,
    STATE,
    Step,
)
from gatehash.microcode.systemverilog import GENERATED, declared, package, partly_used, rows
from gatehash.models import blake, chacha

__all__ = [
    "PACKAGE",
    "blake_chacha_listing",
    "blake_chacha_package",
    "constants",
    "control_words",
    "step_line",
]

PACKAGE = GENERATED / "gh_blake_chacha_microcode_pkg.sv"
"""File of the package below ``rtl``."""

_NAMES = {
    "blake32": "Blake32",
    "blake64": "Blake64",
    "blake2s": "Blake2s",
    "blake2b": "Blake2b",
    "chacha": "ChaCha",
}
# BLAKE2 runs where BLAKE of words of the same length runs otherwise.
_RUNS = {name: text for name, text in _NAMES.items() if ALGORITHMS[name].program != "blake2"}


def blake_chacha_package() -> str:
    """Return the SystemVerilog package of the BLAKE and ChaCha coprocessors' microcode."""
    about = (
        "Control words of the compression functions of BLAKE and BLAKE2 and of ChaCha's block "
        "function, and what the coprocessors know of the algorithms."
    )
    body = [
        f"  localparam int unsigned WordBits = {sum(field.bits for field in FIELDS)};",
        "",
        "  typedef enum logic [1:0] {",
        ",\n".join(f"    Run{text} = 2'd{ALGORITHMS[name].code}" for name, text in _RUNS.items()),
        "  } algorithm_e;",
        "",
        *control_words(),
        *_rotations(),
        *_passes(),
        *constants(),
        "  // Programs; BlakeThree is for an operator that adds three words.",
        *_program("Blake", blake_chacha_program("blake")),
        *_program("BlakeThree", blake_chacha_program("blake-three")),
        *_program("Blake2", blake_chacha_program("blake2")),
        *_program("ChaCha", blake_chacha_program("chacha")),
    ]
    return package(PACKAGE, about, partly_used(body))


def control_words() -> list[str]:
    """Return the lines that declare control words, and what their fields mean."""
    return [
        "  // The first words of the regions of the register file, 16 words each.",
        *(
            f"  localparam logic [5:0] {name}Base = 6'd{at};"
            for name, at in (("Input", INPUT), ("Constant", CONSTANT))
        ),
        "",
        "  // Operations; those that rotate have the highest bit, the others are additions.",
        f"  localparam logic [2:0] Count = 3'd{COUNT};",
        f"  localparam logic [2:0] ExclusiveOr = 3'd{EXCLUSIVE_OR};",
        f"  localparam logic [2:0] AddBlock = 3'd{ADD_BLOCK};",
        "  localparam int unsigned RotateBit = 2;",
        "",
        "  // Commands: one bit each, in the place of an address that is not used.",
        *(
            f"  localparam int unsigned {name}Bit = {command.bit_length() - 1};"
            for name, command in (
                ("Ends", ENDS),
                ("Again", AGAIN),
                ("Done", DONE),
                ("LongEnds", LONG_ENDS),
            )
        ),
        "",
        "  typedef struct packed {",
        *(f"    {declared(field)}" for field in reversed(FIELDS)),
        "  } word_t;",
        "",
    ]


def _rotations() -> Iterator[str]:
    yield "  // Distances of the two steps of a rotation to the right, and their numbers."
    for name, algorithm in ALGORITHMS.items():
        near = ", ".join(map(str, algorithm.near))
        yield f"  localparam int unsigned {_NAMES[name]}Near[4] = '{{{near}}};"
    for bits in (32, 64):
        (far,) = {each.far[1] for each in ALGORITHMS.values() if each.bits == bits}
        yield f"  localparam int unsigned Far{bits} = {far};"
    yield ""
    for name, algorithm in ALGORITHMS.items():
        # One function is for both algorithms of a number.
        (same,) = (ALGORITHMS[each] for each in _RUNS if ALGORITHMS[each].code == algorithm.code)
        for operation in range(ROTATE, ROTATE + len(algorithm.rotations)):
            if algorithm.steps(operation) != same.steps(operation):
                raise GatehashError(f"{name}: rotation {operation - ROTATE} has other steps")
    for step, function in enumerate(("logic [1:0] near_number", "logic far_number")):
        yield f"  function automatic {function}(algorithm_e algorithm, logic [2:0] operation);"
        yield "    unique case ({algorithm, operation})"
        for name in _RUNS:
            algorithm = ALGORITHMS[name]
            for operation in range(ROTATE, ROTATE + len(algorithm.rotations)):
                if number := algorithm.steps(operation)[step]:
                    label = f"{{Run{_NAMES[name]}, 3'd{operation}}}"
                    yield f"      {label}: return {2 - step}'d{number};"
        yield "      default: return '0;"
        yield "    endcase"
        yield "  endfunction"
        yield ""


def _passes() -> Iterator[str]:
    two = {ALGORITHMS[name].code: ALGORITHMS[name] for name in ALGORITHMS if name not in _RUNS}
    passes = [blake_chacha_program("blake2").passes(two[code].loops[0]) for code in sorted(two)]
    counts = ", ".join(map(str, passes))
    yield "  // How many whole passes of its loop a run does: BLAKE2s and BLAKE2b; ChaCha for 8,"
    yield "  // 12 and 20 rounds, and for 20 with a counter of one word."
    yield f"  localparam logic [1:0] ShortCounter = 2'd{SHORT_COUNTER};"
    yield f"  localparam int unsigned Blake2Passes[{len(passes)}] = '{{{counts}}};"
    yield "  function automatic logic [3:0] passes(algorithm_e algorithm, logic [1:0] rounds);"
    yield "    unique case (algorithm)"
    for name in _RUNS:
        algorithm = ALGORITHMS[name]
        program = blake_chacha_program(algorithm.program)
        *some, last = (f"4'd{program.passes(count)}" for count in algorithm.loops)
        # A line for each two.
        parts = [f"(rounds == 2'd{i}) ? {count} : " for i, count in enumerate(some)] + [last]
        pairs = ["".join(parts[at : at + 2]).rstrip() for at in range(0, len(parts), 2)]
        choice = "\n               ".join(pairs)
        label = "default" if name == "chacha" else f"Run{_NAMES[name]}"
        yield f"      {label}: return {choice};"
    yield "    endcase"
    yield "  endfunction"
    yield ""


def constants() -> Iterator[str]:
    """Yield the lines of the algorithms' constants and initial values."""
    for name, bits, words in (
        ("C32", 32, blake.WORDS_32.c),
        ("C64", 64, blake.WORDS_64.c),
        ("H32", 32, (*blake.WORDS_32.iv[256], *blake.WORDS_32.iv[224])),
        ("H64", 64, (*blake.WORDS_64.iv[512], *blake.WORDS_64.iv[384])),
        ("ChaChaConstants", 32, chacha.CONSTANTS),
    ):
        yield f"  localparam logic [{len(words) - 1}:0][{bits - 1}:0] {name} = {{"
        yield from rows([f"{bits}'h{word:0{bits // 4}X}" for word in reversed(words)], 4)
        yield "  };"
    yield ""


def _program(name: str, program: BlakeChachaProgram) -> Iterator[str]:
    words = program.words
    yield f"  localparam int unsigned {name}Words = {len(words)};"
    yield f"  localparam int unsigned {name}Loop = {program.loop_address};"
    yield f"  localparam int unsigned {name}Last = {program.last_address};"
    yield f"  localparam logic [{name}Words-1:0][WordBits-1:0] {name}Memory = {{"
    yield from rows([f"18'h{word:05X}" for word in reversed(words)], 8)
    yield "  };"
    yield ""


def blake_chacha_listing(name: str) -> Iterator[str]:
    """Yield the listing of a program, a line for each control word."""
    program = blake_chacha_program(name)
    loop, last = program.loop_address, program.last_address
    for address, step in enumerate(program.steps):
        part = "first" if address < loop else "loop" if address < last else "last"
        yield step_line(address, part, step)


def step_line(address: int, part: str, step: Step) -> str:
    """Return a line of a listing: a control word in a part of a program."""
    places = {STATE: "V", INPUT: "I", BLOCK: "M", CONSTANT: "C"}

    def place(at: int | None) -> str:
        return "-" if at is None else f"{places[at & CONSTANT]}{at & 15}"

    operation = (
        f"xor, rotate {step.operation - ROTATE}"
        if step.operation & ROTATE
        else {ADD: "add", COUNT: "count", EXCLUSIVE_OR: "xor", ADD_BLOCK: f"add M{step.m}"}[
            step.operation
        ]
    )
    to = None if step.to is None else step.to + step.a % 16
    parts = [
        f"{address:4} {part:5}",
        f"A {place(step.a):3}",
        f"B {place(step.b):3}",
        "+R" if step.feedback else "  ",
        f"{operation:13}",
        f"W {place(to):3}",
        {0: "", ENDS: "ends", LONG_ENDS: "long ends", AGAIN: "again", DONE: "done"}[step.command],
    ]
    return " ".join(parts).rstrip() + f"  ; {step.note}"
