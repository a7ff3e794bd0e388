# SPDX-License-Identifier: Apache-2.0
"""The inputs of the deciders of a property: its obligations, as digests.

A decider is a solver, or the library's own code that says yes or no: the rewriter of terms, the
cone of influence. Each obligation passes through here on its way to it. A run that only asks goes
no further: it elaborates the RTL, writes down its obligations, and takes the answers that a proof
has.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field

__all__ = ["Obligations", "answered", "current", "noted"]


@dataclass
class Obligations:
    """The obligations of a run.

    Parameters
    ----------
    only_asks : bool
        Whether no decider is run: each answer is the one that a proof has.
    inputs : dict
        Parts of each obligation, by name: digests, commands of a solver.
    nets : tuple of str or None
        Nets of the RTL that the run names, which only a statement in terms does; None where it is
        not known yet.
    """

    only_asks: bool = False
    inputs: dict[str, str] = field(default_factory=dict)
    nets: tuple[str, ...] | None = None

    def note(self, inputs: Mapping[str, str]) -> None:
        """Add an obligation; raise ValueError if there is one of its name."""
        twice = self.inputs.keys() & inputs.keys()
        if twice:
            raise ValueError(f"two obligations are called {min(twice)}")
        self.inputs.update(inputs)


_current: ContextVar[Obligations | None] = ContextVar("_current", default=None)


def current() -> Obligations | None:
    """Return the obligations of the run, None where nobody wants to know them."""
    return _current.get()


@contextmanager
def noted(obligations: Obligations) -> Iterator[Obligations]:
    """Note the obligations of what is run inside."""
    token = _current.set(obligations)
    try:
        yield obligations
    finally:
        _current.reset(token)


def answered(make: Callable[[], Mapping[str, str]]) -> bool:
    """Note an obligation; return whether it has an answer, so that no decider is to be run.

    Parameters
    ----------
    make : callable
        Works out what the obligation consists of.
    """
    obligations = current()
    if obligations is None:
        return False
    obligations.note(make())
    return obligations.only_asks
