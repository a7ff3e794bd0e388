# SPDX-License-Identifier: Apache-2.0
"""The Threefish coprocessor's control word, and its instruction memory with all programs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from itertools import product

from gatehash.microcode.encode import Field, Image, Layout, assemble
from gatehash.microcode.schedule import Section, Word
from gatehash.microcode.threefish import Program, threefish_program
from gatehash.microcode.threefish_operations import ZERO, Place
from gatehash.models.threefish import ROUNDS

__all__ = [
    "BASES",
    "LAYOUT",
    "MODE_COUNTER",
    "MODE_FIRST",
    "MODE_KEY",
    "MODE_TWEAK",
    "OPERATIONS",
    "ThreefishImage",
    "threefish_image",
]

# Modes of an address: absolute, or relative to the subkey counter.
_DIRECT, MODE_FIRST, MODE_KEY = 0, 1, 2
MODE_TWEAK, MODE_COUNTER = 2, 3
BASES = {"V": 0, "P": 16, "K": 32, "T": 52, "C": 55, "IN": 0, "k": 32, "t": 52, "s": 64}
_MODES_A = {"IN": MODE_FIRST, "k": MODE_KEY}
_MODES_B = {"IN": MODE_FIRST, "t": MODE_TWEAK, "s": MODE_COUNTER}

LAYOUT = Layout(
    (
        Field("a_address", 7),
        Field("b_address", 7),
        Field("w_address", 7),
        Field("rotation", 6),
        Field("b_mode", 2),
        Field("w_enable", 1),
        Field("a_mode", 2, packed=True, default=None),
        Field("r1_keep", 1, packed=True, default=None),
        Field("r1_source", 2, packed=True, default=None),
        Field("r2_keep", 1, packed=True, default=None),
        Field("r2_source", 2, packed=True, default=None),
        Field("r6_keep", 1, packed=True, default=None),
        Field("rotation_source", 1, packed=True, default=None),
        Field("alu_operands", 2, packed=True, default=None),
        Field("alu_xor", 1, packed=True, default=None),
        Field("w_source", 1, packed=True, default=None),
        Field("advance", 1, packed=True),
        Field("again", 1, packed=True),
        Field("halt", 1, packed=True),
    )
)
"""The control word; the RTL's ``control_t`` has the packed fields in the same order."""

_SOURCES = {
    "r1": {"a": 0, "b": 1, "R3": 2, "R6": 3},
    "r2": {"a": 0, "b": 1, "R3": 2, "LOAD": 3},
    "rot": {"R1": 0, "R3": 1},
    "w": {"R3": 0, "R6": 1},
}
OPERATIONS = {"R1+R2": (0, 0), "R1-R2": (1, 0), "R1-R6": (2, 0), "R1^R2": (0, 1), "R3^R6": (3, 1)}
"""Operation of the ALU to its fields: operands (the second may be inverted), exclusive-or."""

_JUMP_DELAY = 2
"""Control words that still follow the one with the jump."""
_START_DELAY = 3
"""Cycles from the start of a run to its first control word."""

_IDLE_WORD = {
    "a_address": BASES["C"] + ZERO.index,
    "a_mode": _DIRECT,
    "r1_keep": 0,
    "r1_source": _SOURCES["r1"]["a"],
    "r2_keep": 0,
    "r2_source": _SOURCES["r2"]["LOAD"],
    "alu_operands": OPERATIONS["R1+R2"][0],
    "alu_xor": OPERATIONS["R1+R2"][1],
    "w_source": _SOURCES["w"]["R3"],
}
"""Between runs R1 is zero and R2 is the loaded word, which passes through the adder."""


def _encoded(word: Word) -> dict[str, int]:
    """Return the fields of a control word from the claims of its operations."""
    fields: dict[str, int] = {}
    for name, value in word.items():
        if isinstance(value, Place):
            fields[f"{name}_address"] = BASES[value.region] + value.index
            if name == "w":
                fields["w_enable"] = 1
            else:
                modes = _MODES_A if name == "a" else _MODES_B
                fields[f"{name}_mode"] = modes.get(value.region, _DIRECT)
        elif name in ("r1", "r2"):
            fields[f"{name}_keep"] = int(value == "keep")
            if value != "keep":
                fields[f"{name}_source"] = _SOURCES[name][str(value)]
        elif name == "rot":
            fields["r6_keep"] = int(value == "keep")
            fields["rotation"] = 0 if value == "keep" else int(str(value))
        elif name == "rot_source":
            fields["rotation_source"] = _SOURCES["rot"][str(value)]
        elif name == "w_source":
            fields["w_source"] = _SOURCES["w"][str(value)]
        elif name == "alu":
            fields["alu_operands"], fields["alu_xor"] = OPERATIONS[str(value)]
    return fields


@dataclass(frozen=True)
class ThreefishImage:
    """The instruction memory of a coprocessor, and the addresses of its programs.

    Parameters
    ----------
    image : Image
        The words.
    programs : mapping
        (words, use) to the program.
    starts, loops, ends : mapping
        (words, use) to the address of the program, of its loop and of the words after the loop.
    notes : tuple of str
        Text of each word in listings.
    """

    image: Image
    programs: Mapping[tuple[int, str], Program]
    starts: Mapping[tuple[int, str], int]
    loops: Mapping[tuple[int, str], int]
    ends: Mapping[tuple[int, str], int]
    notes: tuple[str, ...]

    @property
    def encryption_words(self) -> int:
        """Number of words without those of decryption."""
        return min(start for (_, use), start in self.starts.items() if use == "decrypt")

    def cycles(self, words: int, use: str) -> int:
        """Cycles from the start of a run to its end."""
        return self.programs[words, use].cycles(use) + _START_DELAY


@cache
def threefish_image() -> ThreefishImage:
    """Assemble all programs into one instruction memory, those of decryption last."""
    words: list[dict[str, int]] = [_IDLE_WORD]
    notes = ["idle"]
    programs, starts, loops, ends = {}, {}, {}, {}

    def place(section: Section, part: str) -> int:
        first = len(words)
        words.extend(map(_encoded, section.words))
        notes.extend(_notes(section, part))
        return first

    for decrypts, size in product((False, True), ROUNDS):
        program = threefish_program(size, decrypts=decrypts)
        start = place(program.prologue, "prologue")
        loop = place(program.body, "loop")
        for last in program.body.epochs:
            # A cycle early: the next subkey's first address is computed a cycle ahead.
            words[loop + last - 1]["advance"] = 1
        words[-1 - _JUMP_DELAY]["again"] = 1
        for use, epilogue in program.epilogues.items():
            programs[size, use], starts[size, use], loops[size, use] = program, start, loop
            ends[size, use] = place(epilogue, use)
            words[-1 - _JUMP_DELAY]["halt"] = 1
    return ThreefishImage(assemble(LAYOUT, words), programs, starts, loops, ends, tuple(notes))


def _notes(section: Section, part: str) -> list[str]:
    """Return each word's operation of the ALU with its line in the program."""
    said = [f"{part}" for _ in section.words]
    for operation in section.operations:
        assert operation.form is not None
        assert operation.cycle is not None
        for cycle, name in operation.form.claims:
            if name == "alu":
                said[(operation.cycle + cycle) % len(said)] = (
                    f"{part}: {operation.name} ({operation.line})"
                )
    return said
