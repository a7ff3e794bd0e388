# SPDX-License-Identifier: Apache-2.0
"""Scripts that turn a harness into models for a solver, as text; nothing here runs a tool."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from gatehash.paths import rtl_root
from gatehash.prove.kernel.pdr import CLAIMS, REACHED, TRACE

__all__ = ["assumptions_script", "claims_script", "maps", "model_script", "read_command"]

COVERS, EDGES = "covers.v", "edges.v"

_COVERS_MAP = """\
(* techmap_celltype = "$cover" *)
module covers (input A, input EN);
  \\$assert _TECHMAP_REPLACE_ (.A(!A), .EN(EN));
endmodule
"""

# The clock of a register tells in which steps it has an edge.
_EDGES_MAP = """\
(* techmap_celltype = "$dff" *)
module edges (CLK, D, Q);
  parameter WIDTH = 1;
  parameter CLK_POLARITY = 1;
  input CLK;
  input [WIDTH-1:0] D;
  output [WIDTH-1:0] Q;
  \\$ff #(.WIDTH(WIDTH)) _TECHMAP_REPLACE_ (.D(CLK ? D : Q), .Q(Q));
endmodule
"""

# A selection out of range has unknown bits: each has any value in any cycle.
_GATES = ("opt_clean", "techmap", "setundef -anyseq", "simplemap", "aigmap", "opt_clean")


def maps() -> dict[str, str]:
    """Return the files of replacements that the scripts name, by their names."""
    return {COVERS: _COVERS_MAP, EDGES: _EDGES_MAP}


def read_command(
    top: str, parameters: Mapping[str, int], files: Iterable[Path], *options: str
) -> str:
    """Return the command with which Yosys reads a module."""
    values = (f"-G {name}={value}" for name, value in parameters.items())
    command = ("read_slang", f"--top {top}", f"-I {rtl_root()}", *options, *values)
    return " ".join((*command, *map(str, files)))


def model_script(
    top: str,
    parameters: Mapping[str, int],
    files: Sequence[Path],
    *,
    clocks: bool = False,
    macros: Sequence[str] = (),
    loose: Sequence[str] = (),
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
        Whether it has several clocks: then a cycle of the model is a step in which any of them may
        have an edge, as the clock's value says.
    macros : sequence of str
        Macros, ``NAME`` or ``NAME=VALUE``.
    loose : sequence of str
        Wires that have any value in any cycle.
    """
    defines = (f"-D {macro}" for macro in macros)
    read = read_command(top, parameters, files, "--unroll-limit 100000", *defines)
    prepare = (f"hierarchy -top {top}", "cutpoint -blackbox", f"prep -flatten -top {top}")
    cuts = (f"select -assert-min 1 w:{wire}\ncutpoint w:{wire}" for wire in loose)
    return _models((read, *prepare, *cuts), clocks=clocks)


def assumptions_script(
    top: str, parameters: Mapping[str, int], files: Sequence[Path], *, macros: Sequence[str] = ()
) -> str:
    """Return the Yosys script that writes the models of a harness whose assumptions are claims.

    The requirements of the module in the harness on its user are assumed, and nothing else: neither
    those of the modules inside it, nor conditions of the harness's claim, whose labels start with
    ``given_``.

    Parameters
    ----------
    top : str
        The harness; its instances have names that start with ``u_``.
    parameters : mapping
        Its parameters.
    files : sequence of Path
        RTL files.
    macros : sequence of str
        Macros, ``NAME`` or ``NAME=VALUE``.
    """
    options = (
        *("--no-synthesis-define", "--unroll-limit 100000"),
        *(f"-D {macro}" for macro in ("FORMAL", *macros)),
    )
    return _models(
        (
            read_command(top, parameters, files, *options),
            *(f"hierarchy -top {top}", "cutpoint -blackbox", "proc"),
            "select -set required c:u_*require_* c:u_*.u_* %d",
            "chformal -assert -remove t:$check t:$assert %u @required %d",
            "chformal -assume -remove c:*given_*",
            "chformal -assume2assert t:$check t:$assume %u @required %d",
            "chformal -assert2assume @required",
            f"prep -flatten -top {top}",
            # There is one clock, so an assertion at its edge is one of each step.
            "setparam -set TRG_ENABLE 1'0 t:$check",
        )
    )


def claims_script(
    top: str,
    parameters: Mapping[str, int],
    files: Sequence[Path],
    *,
    cut: Sequence[str] = (),
    cut_cells: Sequence[str] = (),
    resets: Mapping[str, str],
    defines: Sequence[str],
    own: bool = True,
) -> str:
    """Return the Yosys script that writes the models of a module whose own assertions are claims.

    The module's requirements on its user are assumed; those of the modules inside are claimed. No
    assertion counts in the first cycle, which is a reset; each must be enabled in some cycle.

    Parameters
    ----------
    top : str
        The module.
    parameters : mapping
        Its parameters.
    files : sequence of Path
        RTL files.
    cut : sequence of str
        Modules whose outputs have any value in any cycle.
    cut_cells : sequence of str
        Selections of cells of which the same is true.
    resets : mapping
        Names of resets, and the values that they have from the first cycle on.
    defines : sequence of str
        Macros, ``NAME`` or ``NAME=VALUE``.
    own : bool
        Whether the RTL's own assertions are claims, not only what is bound to it.
    """
    options = (
        *("--keep-hierarchy", "--unroll-limit 100000"),
        *("--no-synthesis-define",) * own,
        *(f"-D {define}" for define in defines),
        *(f"--blackboxed-module {name}" for name in cut),
    )
    return _models(
        (
            read_command(top, parameters, files, *options),
            f"hierarchy -top {top}",
            "cutpoint -blackbox",
            "proc",
            # What is required of the user: of the module, and of the streams at its pins.
            f"chformal -assert2assume {top}/c:*require_* gh_axis_checker*/c:*require_* %u",
            f"prep -flatten -top {top}",
            # An output of the model is a claim.
            "delete -output o:*",
            *(f"cutpoint {cells}" for cells in cut_cells),
            *(f"fminit -seq {name} {values}" for name, values in resets.items()),
            # There is one clock, so an assertion at its edge is one of each step.
            "setparam -set TRG_ENABLE 1'0 t:$check",
            "chformal -lower",
            "chformal -assert -skip 1",
            "chformal -assert -coverenable",
        )
    )


def _models(read: Sequence[str], *, clocks: bool = False) -> str:
    write = "write_aiger {options} -zinit -no-startoffset -ywmap {name}.json {name}.aig"
    claims = write.format(name=CLAIMS, options="-I -B")
    reached = write.format(name=REACHED, options="-I -B")
    commands = (
        *read,
        "chformal -lower",
        "memory_map -formal",
        *(("dffunmap", f"techmap -map {EDGES}") if clocks else ("async2sync",)),
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
