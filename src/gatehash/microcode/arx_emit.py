# SPDX-License-Identifier: Apache-2.0
"""The programs of the coprocessor for all ARX functions as a SystemVerilog package, and listed."""

from __future__ import annotations

from collections.abc import Iterator

from gatehash.microcode.arx import FULL, PARTS, RUNS, TWO, Rotator, arx_part, arx_steps
from gatehash.microcode.blake_chacha_algorithms import SHORT_COUNTER
from gatehash.microcode.blake_chacha_emit import constants, control_words, step_line
from gatehash.microcode.blake_chacha_word import FIELDS, ROTATE
from gatehash.microcode.systemverilog import GENERATED, package, partly_used, rows

__all__ = ["PACKAGE", "arx_listing", "arx_package"]

PACKAGE = GENERATED / "gh_arx_microcode_pkg.sv"
"""File of the package below ``rtl``."""

_NAMES = {
    "blake32": "Blake32",
    "blake64": "Blake64",
    "chacha": "ChaCha",
    "blake3": "Blake3",
    "blake2s": "Blake2s",
    "blake2b": "Blake2b",
    "hchacha": "HChaCha",
}


def arx_package() -> str:
    """Return the SystemVerilog package of the microcode."""
    about = (
        "Control words of the compression functions of BLAKE, BLAKE2 and BLAKE3 and of ChaCha's "
        "and HChaCha's block functions, all on one coprocessor, and what it knows of them."
    )
    bits = sum(field.bits for field in FIELDS)
    words = [step.encoded() for step in arx_steps()]
    body = [
        f"  localparam int unsigned WordBits = {bits};",
        "",
        "  // The lower two bits are the part of the register file.",
        "  typedef enum logic [2:0] {",
        ",\n".join(f"    Run{_NAMES[name]} = 3'd{run.code}" for name, run in RUNS.items()),
        "  } run_e;",
        "",
        *control_words(),
        *_rotator("Full", FULL),
        *_rotator("Two", TWO),
        *_rounds(),
        *constants(),
        *_parts(),
        f"  localparam logic [ArxWords-1:0][{bits - 1}:0] ArxMemory = {{",
        *rows([f"{bits}'h{word:05X}" for word in reversed(words)], 8),
        "  };",
        "",
    ]
    return package(PACKAGE, about, partly_used(body))


def _rotator(name: str, rotator: Rotator) -> Iterator[str]:
    """Yield the two steps of a rotation, and the choices of each operation."""
    about = "all algorithms" if name == "Full" else "BLAKE2 alone"
    yield f"  // Rotations in two steps, of {about}: bits of a word and distance of each"
    yield "  // choice, and the choices of an operation."
    for step, choices in (("Near", rotator.near), ("Far", rotator.far)):
        for what, at in (("Bits", 0), ("Distance", 1)):
            values = ", ".join(str(each[at]) for each in choices)
            yield f"  localparam int unsigned {name}{step}{what}[{len(choices)}] = '{{{values}}};"
    for at, function, width in ((0, "near", 3), (1, "far", 2)):
        returned = f"logic [{width - 1}:0] {name.lower()}_{function}"
        yield f"  function automatic {returned}(run_e run, logic [2:0] operation);"
        yield "    unique case ({run, operation})"
        for each, run in RUNS.items():
            if name == "Two" and not each.startswith("blake2"):
                continue
            for operation in range(ROTATE, ROTATE + len(run.rotations)):
                if number := rotator.steps(run, operation)[at]:
                    case = f"{{Run{_NAMES[each]}, 3'd{operation}}}"
                    yield f"      {case}: return {width}'d{number};"
        yield "      default: return '0;"
        yield "    endcase"
        yield "  endfunction"
    yield ""


def _rounds() -> Iterator[str]:
    yield "  // Rounds behind a run's first one; double rounds of ChaCha for 8, 12 and 20 rounds,"
    yield "  // and for 20 with a counter of one word. BLAKE3's have no loop."
    yield f"  localparam logic [1:0] ShortCounter = 2'd{SHORT_COUNTER};"
    for name, run in RUNS.items():
        if len(run.loops) > 1:
            values = ", ".join(f"4'd{count - 1}" for count in reversed(run.loops))
            yield f"  localparam logic [3:0][3:0] {_NAMES[name]}Behind = {{{values}}};"
    yield "  function automatic logic [3:0] rounds_behind(run_e run, logic [1:0] rounds);"
    yield "    unique case (run)"
    for name, run in RUNS.items():
        if len(run.loops) > 1:
            yield f"      Run{_NAMES[name]}: return {_NAMES[name]}Behind[rounds];"
        else:
            yield f"      Run{_NAMES[name]}: return 4'd{run.loops[0] - 1};"
    yield "      default: return '0;"
    yield "    endcase"
    yield "  endfunction"
    yield ""


def _parts() -> Iterator[str]:
    yield "  // Where the parts of the programs begin, of all those of a coprocessor."
    at = 0
    for name in PARTS:
        program, _, part = name.partition("-")
        text = {"hchacha": "HChaCha", "chacha": "ChaCha"}.get(program, program.capitalize())
        yield f"  localparam int unsigned Arx{text}{part.capitalize() or 'First'} = {at};"
        at += len(arx_part(name))
    yield f"  localparam int unsigned ArxWords = {at};"


def arx_listing() -> Iterator[str]:
    """Yield the listing of all programs, a line for each control word."""
    address = 0
    for name in PARTS:
        yield f"{name}:"
        for step in arx_part(name):
            yield step_line(address, "", step)
            address += 1
