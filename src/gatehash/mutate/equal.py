# SPDX-License-Identifier: Apache-2.0
"""Whether a module with a fault is the module without it: the same outputs for ever.

Both begin with zero in every register, as devices do, and get the same inputs, any number of resets
among them, as far as these keep to what the module requires of its user. ABC looks for an input for
which they differ, or proves that there is none.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from gatehash.errors import GatehashError
from gatehash.implement.tools import reason, run_tool, run_yosys

__all__ = ["Equality", "equality_script", "is_equal"]

Equality = bool | None
"""Whether both are equal; None where that was not decided."""

_MODEL = "equal"
_STEPS = (
    "hierarchy -top {top}",
    "proc",
    "flatten",
    "opt_expr",
    "opt_clean",
    "memory_map -formal",
    "async2sync",
)
# What a module requires of its user is assumed; its other assertions are left out.
_ASSUMED = (
    "chformal -lower",
    "chformal -assert2assume c:*require_*",
    "chformal -assert -cover -remove",
)


def equality_script(
    top: str,
    parameters: Mapping[str, str],
    right: Sequence[Path],
    faulty: Sequence[Path],
    include: Path,
) -> str:
    """Return the Yosys script that writes both modules and the comparison as a circuit.

    Parameters
    ----------
    top : str
        The module.
    parameters : mapping
        Its parameters, as SystemVerilog literals.
    right, faulty : sequence of Path
        RTL files without and with the fault.
    include : Path
        Folder of what they include.
    """
    values = "".join(f" -G {name}={value}" for name, value in parameters.items())
    commands = []
    for name, files, assumptions in (
        ("gold", right, _ASSUMED),
        ("gate", faulty, ("chformal -remove",)),
    ):
        read = f"read_slang --unroll-limit 100000 --top {top} -I {include}{values}"
        commands += [
            " ".join((read, *map(str, files))),
            *(step.format(top=top) for step in _STEPS),
            *assumptions,
            f"rename {top} {name}",
            f"design -stash {name}",
        ]
    commands += [
        *(f"design -copy-from {name} -as {name} {name}" for name in ("gold", "gate")),
        "miter -equiv -flatten -make_assert gold gate miter",
        "hierarchy -top miter",
        "formalff -clk2ff",
        "setundef -undriven -zero -init",
        "opt -full",
        "dffunmap",
        "setundef -undriven -zero",
        *("opt_clean", "techmap", "simplemap", "aigmap", "opt_clean"),
        f"write_aiger -I -B -zinit {_MODEL}.aig",
    ]
    return "\n".join(commands) + "\n"


def is_equal(script: str, folder: Path, time_limit: float, what: str) -> Equality:
    """Decide whether two modules are equal.

    Parameters
    ----------
    script : str
        The result of :func:`equality_script` returns.
    folder : Path
        Work folder, which exists.
    time_limit : float
        Most seconds of CPU time of each step.
    what : str
        Name of the comparison, for errors.

    Raises
    ------
    GatehashError
        If a tool fails or is missing.
    """
    run_yosys(script, folder, name=_MODEL, what=what, cpu_limit=time_limit)
    log = folder / "abc.log"
    commands = f"read_aiger {_MODEL}.aig; fold; strash; scorr; write_aiger reduced.aig; pdr"
    done = run_tool("abc", ("-q", commands), log, what, time_limit, None)
    if done.status is None:
        return None
    if done.status:
        raise GatehashError(f"{what}: ABC failed: {reason(log, done.status)}; log: {log}")
    said = log.read_text(encoding="utf-8", errors="replace")
    if "was asserted in frame" in said:
        return False
    return True if "Property proved" in said or _is_zero(folder / "reduced.aig") else None


def _is_zero(path: Path) -> bool:
    """Whether all outputs of a circuit are the constant 0."""
    lines = path.read_bytes().split(b"\n")
    latches, outputs = map(int, lines[0].split()[3:5])
    return all(line == b"0" for line in lines[1 + latches : 1 + latches + outputs])
