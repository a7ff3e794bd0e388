# SPDX-License-Identifier: Apache-2.0
"""Scripts that turn a harness into models for a solver, as text; nothing here runs a tool."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from gatehash.paths import rtl_root

__all__ = ["CLAIMS", "COVERS", "REACHED", "TRACE", "model_script"]

CLAIMS, REACHED, TRACE, COVERS = "claims", "reached", "trace", "covers.v"

_COVERS_MAP = """\
(* techmap_celltype = "$cover" *)
module covers (input A, input EN);
  \\$assert _TECHMAP_REPLACE_ (.A(!A), .EN(EN));
endmodule
"""

_GATES = ("opt_clean", "techmap", "simplemap", "aigmap", "opt_clean")


def covers_map() -> str:
    """Return the text of the file that turns each ``cover`` into the claim that it never holds."""
    return _COVERS_MAP


def model_script(
    top: str, parameters: Mapping[str, int], files: Sequence[Path], *, clocks: bool = False
) -> str:
    """Return the Yosys script that writes the models of a harness.

    Three models are written, in the AIGER format: one whose bad states violate an assertion of the
    harness, one whose bad states are the covered ones, and one whose outputs are the signals of the
    harness. Registers without an initial value begin with any.

    Parameters
    ----------
    top : str
        The harness.
    parameters : mapping
        Its parameters.
    files : sequence of Path
        RTL files.
    clocks : bool
        Whether it has several clocks: then they are inputs, and a cycle of the model is any step in
        which some of them may rise.
    """
    read = [
        f"read_slang --unroll-limit 100000 --top {top} -I {rtl_root()}",
        *(f"-G {name}={value}" for name, value in parameters.items()),
        *map(str, files),
    ]
    write = "write_aiger {options} -zinit -no-startoffset -ywmap {name}.json {name}.aig"
    claims = write.format(name=CLAIMS, options="-I -B")
    reached = write.format(name=REACHED, options="-I -B")
    commands = (
        " ".join(read),
        f"prep -flatten -top {top}",
        "chformal -lower",
        "memory_map -formal",
        "clk2fflogic" if clocks else "async2sync",
        "formalff -clk2ff -ff2anyinit",
        "setundef -undriven -anyseq",
        "opt -full",
        "dffunmap",
        "design -save whole",
        *("chformal -cover -remove", *_GATES, claims),
        *("design -load whole", "chformal -assert -remove", f"techmap -map {COVERS}"),
        *(*_GATES, reached),
        *("design -load whole", "chformal -remove", "expose w:* w:*.* %d", *_GATES),
        f"write_aiger -ascii -symbols -zinit -no-startoffset -ywmap {TRACE}.json {TRACE}.aag",
    )
    return "\n".join(commands) + "\n"
