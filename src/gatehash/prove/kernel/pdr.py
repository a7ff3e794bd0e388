# SPDX-License-Identifier: Apache-2.0
"""Assertions of circuits, which ABC proves or refutes.

A proof is unbounded: signals that are equal in all reachable states are merged, and property
directed reachability (PDR, IC3) finds an inductive invariant that implies every assertion. Before
that each covered state must be reached, so that assumptions which contradict each other prove
nothing.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from gatehash.errors import GatehashError
from gatehash.implement.tools import reason, run_tool
from gatehash.prove.kernel.circuits import Circuit, table
from gatehash.prove.kernel.obligations import answered
from gatehash.prove.kernel.properties import Verdict
from gatehash.records.circuit import circuit_digest

__all__ = ["CLAIMS", "REACHED", "TRACE", "decided"]

CLAIMS, REACHED, TRACE = "claims", "reached", "trace"
"""Models in a folder: bad states are violations, or covered states; outputs are signals."""

_FALSE = re.compile(r"Output\s+(\d+)(?: of miter \S+)? was asserted in frame\s+(\d+)")


def decided(folder: Path, time_limit: float, *, reduction: str, depth: int | None) -> Verdict:
    """Decide the assertions of the models in a folder.

    Parameters
    ----------
    folder : Path
        The folder: for each model a circuit in the AIGER format and the map of its names.
    time_limit : float
        Most seconds of CPU time.
    reduction : str
        ABC's command that merges signals and decides, by induction, what it can before the solver.
    depth : int or None
        Cycles to which the assertions are examined; None for a proof.

    Raises
    ------
    GatehashError
        If ABC fails.
    """
    clock = _Clock(time_limit)
    return _covered(folder, clock) or _proved(folder, reduction, depth, clock)


def _covered(folder: Path, clock: _Clock) -> Verdict | None:
    """Return what speaks against the assumptions; None if all covered states are reached."""
    names, solve = _names(folder, REACHED), "pdr -a"
    if not names or answered(lambda: _obligation(folder, REACHED, solve)):
        return None
    said = _abc(folder, REACHED, f"read_aiger {REACHED}.aig; fold; strash; {solve}", clock)
    if said is None:
        return clock.out()
    hit = {int(match[1]) for match in _FALSE.finditer(said)}
    if lost := [name for i, name in enumerate(names) if i not in hit]:
        return Verdict("failed", None, f"{', '.join(lost)} can't be reached")
    return None


def _proved(folder: Path, reduction: str, depth: int | None, clock: _Clock) -> Verdict:
    solve = "pdr" if depth is None else f"bmc3 -F {depth}"
    if answered(lambda: _obligation(folder, CLAIMS, f"{reduction}; {solve}")):
        return Verdict("proved" if depth is None else "bounded", depth, "")
    said = _abc(
        folder,
        CLAIMS,
        f"read_aiger {CLAIMS}.aig; fold; strash; {reduction}; write_aiger reduced.aig; "
        f"{solve}; write_cex -n {CLAIMS}.cex",
        clock,
    )
    if said is None:
        return clock.out()
    if false := _FALSE.search(said):
        name = _names(folder, CLAIMS)[int(false[1])]
        detail = f"{name} is violated\n{_counterexample(folder)}"
        return Verdict("failed", int(false[2]) + 1, detail)
    if depth is not None:
        return Verdict("bounded", depth, "")
    if "Property proved" in said or _is_constant(folder / "reduced.aig"):
        return Verdict("proved", None, "")
    return Verdict("unknown", None, f"ABC did not decide it; log: {folder / CLAIMS}.log")


class _Clock:
    """The CPU time that is left of a limit."""

    def __init__(self, limit: float) -> None:
        self.limit = limit
        self.used = 0.0

    def left(self) -> float:
        return max(0.1, self.limit - self.used)

    def out(self) -> Verdict:
        return Verdict("unknown", None, f"not decided within {self.limit:g} s of CPU time")


def _obligation(folder: Path, name: str, commands: str) -> dict[str, str]:
    """Return what reaches ABC: a circuit without names, and how it is decided."""
    return {
        name: circuit_digest((folder / f"{name}.aig").read_bytes()),
        f"{name}, commands": commands,
    }


def _abc(folder: Path, name: str, commands: str, clock: _Clock) -> str | None:
    """Run commands of ABC; return what it says, None if its time ran out."""
    log = folder / f"{name}.log"
    done = run_tool("abc", ("-q", commands), log, name, clock.left(), None)
    clock.used += done.seconds
    if done.status is None:
        return None
    if done.status:
        raise GatehashError(f"ABC failed: {reason(log, done.status)}; log: {log}")
    return log.read_text(encoding="utf-8", errors="replace")


def _map(folder: Path, name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((folder / f"{name}.json").read_text(encoding="utf-8"))
    return found


def _names(folder: Path, name: str) -> list[str]:
    """Return the names of a model's bad states, in order."""
    return [_joined(path) for path in _map(folder, name)["asserts"]]


def _joined(path: Sequence[str]) -> str:
    return ".".join(part.removeprefix("\\") for part in path)


def _bits(folder: Path, name: str) -> dict[int, tuple[str, str]]:
    """Return the names of each input of a model, without and with the place in a word."""
    found = _map(folder, name)
    names = {}
    for kind, prefix in (("inputs", ""), ("seqs", ""), ("inits", "init:")):
        for each in found[kind]:
            name = f"{prefix}{_joined(each['path'])}"
            names[each["input"]] = (name, f"{name}[{each['offset']}]")
    return names


def _is_constant(path: Path) -> bool:
    """Whether all outputs of a model are zero."""
    lines = path.read_bytes().split(b"\n")
    _, _, latches, outputs, *_ = map(int, lines[0].split()[1:])
    return all(line == b"0" for line in lines[1 + latches : 1 + latches + outputs])


def _counterexample(folder: Path) -> str:
    """Return a counterexample as a table of the harness's signals."""
    names = _bits(folder, CLAIMS)
    cycles: defaultdict[int, dict[str, bool]] = defaultdict(dict)
    text = (folder / f"{CLAIMS}.cex").read_text(encoding="utf-8")
    for number, cycle, value in re.findall(r"^pi(\d+)@(\d+)=([01])", text, re.MULTILINE):
        cycles[int(cycle)].update(dict.fromkeys(names[int(number)], value == "1"))
    circuit = Circuit.parse((folder / f"{TRACE}.aag").read_text(encoding="utf-8"))
    # What is free inside has a name only in the map.
    free = _bits(folder, TRACE)
    inputs = (found or free.get(i, ()) for i, found in enumerate(circuit.inputs))
    circuit = replace(circuit, inputs=tuple(inputs))
    return table([*circuit.run([cycles[cycle] for cycle in sorted(cycles)])])
