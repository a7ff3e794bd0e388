# SPDX-License-Identifier: Apache-2.0
"""The Threefish programs as a SystemVerilog package, and as listings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from gatehash.microcode.encode import Image
from gatehash.microcode.systemverilog import GENERATED, declared, package, rows
from gatehash.microcode.threefish import PROGRAMS, USES
from gatehash.microcode.threefish_image import (
    BASES,
    MODE_COUNTER,
    MODE_FIRST,
    MODE_KEY,
    MODE_TWEAK,
    OPERATIONS,
    threefish_image,
)
from gatehash.models.threefish import C240, ROUNDS

__all__ = ["PACKAGE", "threefish_listing", "threefish_package"]

PACKAGE = GENERATED / "gh_threefish_microcode_pkg.sv"
"""File of the package below ``rtl``."""

_REGIONS = (
    ("BlockBase", "P"),
    ("KeyBase", "K"),
    ("TweakBase", "T"),
    ("ConstantBase", "C"),
    ("CounterBase", "s"),
)
_MODES = (
    ("First", MODE_FIRST),
    ("Key", MODE_KEY),
    ("Tweak", MODE_TWEAK),
    ("Counter", MODE_COUNTER),
)


def threefish_package() -> str:
    """Return the SystemVerilog package of the Threefish coprocessor's microcode."""
    microcode = threefish_image()
    image = microcode.image
    about = "Control words of Threefish and UBI for blocks of 4, 8 and 16 words, 4 << size."
    body = [
        "  // Decryption's words are the last: a coprocessor without it leaves them out.",
        f"  localparam int unsigned Words = {len(image.words)};",
        f"  localparam int unsigned EncryptionWords = {microcode.encryption_words};",
        f"  localparam int unsigned WordBits = {image.bits};",
        f"  localparam int unsigned AddressBits = {(len(image.words) - 1).bit_length()};",
        f"  localparam int unsigned PatternBits = {image.pattern_bits};",
        "",
        "  typedef logic [AddressBits-1:0] address_t;",
        "  typedef logic [1:0] run_t;  // decryption, UBI",
        "",
        "  // Where things are in the register file, and what addresses count from: the block in",
        "  // the first pass and the state in the others, the subkey, the tweak, the counter.",
        *(f"  localparam logic [6:0] {name} = 7'd{BASES[region]};" for name, region in _REGIONS),
        *(f"  localparam logic [1:0] Mode{name} = 2'd{mode};" for name, mode in _MODES),
        f"  localparam logic [63:0] C240 = 64'h{C240:016X};",
        "",
        *_structures(image),
        *_decoder(image),
        *_last_subkey(),
        *_addresses("start_address", "A run's first word.", microcode.starts),
        *_addresses("loop_address", "The loop over eight rounds.", microcode.loops),
        *_addresses("end_address", "The words after the loop.", microcode.ends),
        "  localparam logic [Words-1:0][WordBits-1:0] Memory = {",
        *_contents(image),
        "  };",
        "",
    ]
    return package(PACKAGE, about, body)


def _structures(image: Image) -> Iterator[str]:
    yield "  typedef struct packed {"
    yield "    logic [PatternBits-1:0] pattern;"
    for field in reversed(image.layout.direct):
        yield f"    {declared(field)}"
    yield "  } word_t;"
    yield ""
    yield "  typedef struct packed {"
    for field in image.layout.packed:
        yield f"    {declared(field)}"
    yield "  } control_t;"
    yield ""


def _decoder(image: Image) -> Iterator[str]:
    width = sum(field.bits for field in image.layout.packed)
    yield "  function automatic control_t decode(logic [PatternBits-1:0] pattern);"
    yield "    unique case (pattern)"
    for number, pattern in enumerate(image.patterns):
        bits = "".join(
            f"{value:0{field.bits}b}"
            for field, value in zip(image.layout.packed, pattern, strict=True)
        )
        last = number == len(image.patterns) - 1
        label = "default" if last else f"{image.pattern_bits}'d{number}"
        yield f"      {label}: return {width}'b{bits};"
    yield "    endcase"
    yield "  endfunction"
    yield ""


def _last_subkey() -> Iterator[str]:
    yield "  // Number of a subkey, also modulo Nw + 1 and modulo 3, and the last one's."
    yield "  typedef struct packed {"
    yield "    logic [4:0] s;"
    yield "    logic [4:0] key;"
    yield "    logic [1:0] tweak;"
    yield "  } subkey_t;"
    yield ""
    yield "  function automatic subkey_t last_subkey(logic [1:0] size);"
    yield "    unique case (size)"
    for size, (words, rounds) in enumerate(ROUNDS.items()):
        s = rounds // 4
        label = "default" if size == len(ROUNDS) - 1 else f"2'd{size}"
        yield f"      {label}: return {{5'd{s}, 5'd{s % (words + 1)}, 2'd{s % 3}}};"
    yield "    endcase"
    yield "  endfunction"
    yield ""


def _addresses(name: str, comment: str, table: Mapping[tuple[int, str], int]) -> Iterator[str]:
    yield f"  // {comment}"
    yield f"  function automatic address_t {name}(run_t run, logic [1:0] size);"
    yield "    unique case ({run, size})"
    for run, use in enumerate(USES):
        for size, words in enumerate(ROUNDS):
            label = "default" if (run, words) == (2, 16) else f"4'd{4 * run + size}"
            yield f"      {label}: return address_t'({table[words, use]});"
    yield "    endcase"
    yield "  endfunction"
    yield ""


def _contents(image: Image) -> Iterator[str]:
    digits = -(-image.bits // 4)
    words = [f"{image.bits}'h{word:0{digits}X}" for word in reversed(image.words)]
    yield from rows(words, 6)


def threefish_listing(name: str) -> Iterator[str]:
    """Yield the listing of a program: a line for each control word, then its cycles and size."""
    words, use = PROGRAMS[name]
    microcode = threefish_image()
    program = microcode.programs[words, use]
    spans = (
        (microcode.starts[words, use], len(program.prologue.words)),
        (microcode.loops[words, use], len(program.body.words)),
        (microcode.ends[words, use], len(program.epilogues[use].words)),
    )
    image = microcode.image
    cycle = 0
    for part, (first, count) in enumerate(spans):
        for address in range(first, first + count):
            yield _line(cycle, address, image.decode(address), microcode.notes[address])
            cycle += 1
        if part == 1:
            yield f"      ... the loop runs {program.passes} times"
            cycle += (program.passes - 1) * count
    cycles, operations = microcode.cycles(words, use), program.operations(use)
    yield (
        f"{cycles} cycles, {operations} operations: the ALU is busy for "
        f"{100 * operations / cycles:.1f} %"
    )
    yield (
        f"{len(image.words)} words of {image.bits} bits for all programs, {image.plain_bits} "
        f"without their {len(image.patterns)} patterns"
    )


_R1_SOURCES = ("A ", "B ", "R3", "R6")
_R2_SOURCES = ("A ", "B ", "R3", "in")
_RESULTS = ("R3", "R6")
_ROTATED = ("R1", "R3")
_OPERATIONS = {fields: name for name, fields in OPERATIONS.items()}
_A_MODES = ("{}", "{}*", "key {}", "?")
_B_MODES = ("{}", "{}*", "tweak {}", "counter")


def _line(cycle: int, address: int, fields: dict[str, int], note: str) -> str:
    parts = [
        f"{cycle:5} {address:4} ",
        f"A {_A_MODES[fields['a_mode']].format(fields['a_address']):8}",
        f"B {_B_MODES[fields['b_mode']].format(fields['b_address']):9}",
        f"{fields['w_address']:<3}<-{_RESULTS[fields['w_source']]}"
        if fields["w_enable"]
        else "-      ",
        f"R1<-{_R1_SOURCES[fields['r1_source']]}",
        f"R2<-{_R2_SOURCES[fields['r2_source']]}",
        _OPERATIONS[fields["alu_operands"], fields["alu_xor"]],
        "R6     "
        if fields["r6_keep"]
        else f"{_ROTATED[fields['rotation_source']]}<<<{fields['rotation']:2}",
        "".join(f" {name}" for name in ("advance", "again", "halt") if fields[name]),
    ]
    return " ".join(parts).rstrip() + f"  ; {note}"
