# SPDX-License-Identifier: Apache-2.0
"""Schedules operations on named values so that a pipelined ALU never waits.

A control word has one *field* for each part of a machine that it controls in a cycle: a port of the
register file, the input of a register, the ALU. An operation *claims* fields in cycles relative to
its own, and *needs* values in certain cycles: from memory, which holds a value from the cycle after
its write, or from a result register, which holds it for one cycle. An operation whose operands have
several possible sources has several *forms*.

The scheduler is independent of algorithms and machines. It places operations such that no field is
claimed twice in a cycle and every value is present when it is needed. The operations of a loop's
body are scheduled modulo its length (Rau, "Iterative modulo scheduling", 1994, without the
backtracking): operations that are in progress at the end of the body overlap with its next pass.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from gatehash.errors import GatehashError

__all__ = ["MEMORY", "Form", "Need", "Operation", "Section", "Value", "Word", "caller", "schedule"]

MEMORY = "memory"

Word = Mapping[str, object]
"""Field to value, for the fields that are used in a cycle."""

_SPREAD = 6
_HORIZON = 400
"""Last cycle that is tried for an operation."""


@dataclass(eq=False)
class Value:
    """A word that an operation makes, or that is present from the start.

    Parameters
    ----------
    name : str
        Name for listings and errors.
    readable : int, optional
        First cycle in which memory can be addressed for it; None for never.
    held : dict
        Registers that hold it, each with the cycle in which it does.
    """

    name: str
    readable: int | None = None
    held: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Need:
    """A value that an operation needs in a cycle.

    Parameters
    ----------
    value : Value
        The value.
    source : str
        ``memory``, or a register that holds the value for one cycle.
    cycle : int
        Cycle in which memory is addressed or the register read, relative to the operation's.
    """

    value: Value
    source: str
    cycle: int

    def starts(self) -> range:
        """Cycles in which the operation finds the value at its source."""
        first = self.first()
        if first is None:
            return range(0)
        start = first - self.cycle
        return range(start, sys.maxsize if self.source == MEMORY else start + 1)

    def first(self) -> int | None:
        """First cycle in which the source has the value; None for never."""
        held = self.source != MEMORY
        return self.value.held.get(self.source) if held else self.value.readable


@dataclass(frozen=True)
class Form:
    """One way to carry an operation out.

    Parameters
    ----------
    claims : mapping
        (cycle, field) to the value of the field; cycles are relative to the operation's.
    needs : tuple of Need
        Its operands.
    keyed : tuple of int
        Cycles, relative to the operation's, in which it addresses the key schedule.
    makes : mapping
        Results whose places or times differ from those of the operation, as there.
    """

    claims: Mapping[tuple[int, str], object]
    needs: tuple[Need, ...] = ()
    keyed: tuple[int, ...] = ()
    makes: Mapping[Value, Mapping[str, int]] = field(default_factory=dict)

    def joined(self, other: Form) -> Form | None:
        """Return the union of two forms, or None if they collide."""
        if self.claims.keys() & other.claims.keys():
            return None
        return Form(
            {**self.claims, **other.claims},
            self.needs + other.needs,
            self.keyed + other.keyed,
            {**self.makes, **other.makes},
        )


@dataclass(eq=False)
class Operation:
    """An operation of the machine.

    Parameters
    ----------
    name : str
        Name for listings and errors.
    forms : tuple of Form
        Ways to do it, preferred ones first.
    makes : mapping
        Each result to its places: registers, with the cycle in which they hold it, and ``memory``,
        with the first cycle in which it can be read; cycles are relative to the operation's.
    after : mapping
        Operations that read what this one overwrites, to the least distance to this one's cycle.
    epoch : int
        Operations of a later epoch address the key schedule after all those of an earlier one.
    line : str
        File and line of the program that defines it.
    cycle : int or None
        Its own cycle, once it is scheduled.
    form : Form or None
        The form that was chosen.
    """

    name: str
    forms: tuple[Form, ...]
    makes: Mapping[Value, Mapping[str, int]] = field(default_factory=dict)
    after: Mapping[Operation, int] = field(default_factory=dict)
    epoch: int = 0
    line: str = ""
    cycle: int | None = None
    form: Form | None = None


@dataclass(frozen=True)
class Section:
    """Scheduled operations as control words.

    Parameters
    ----------
    words : tuple of Word
        The control words, one for each cycle.
    tail : tuple of Word
        Fields of the words that follow, for operations that end after the section.
    epochs : tuple of int
        For each epoch, the last cycle in which it addresses the key schedule.
    operations : tuple of Operation
        The operations in the order of their cycles.
    """

    words: tuple[Word, ...]
    tail: tuple[Word, ...]
    epochs: tuple[int, ...]
    operations: tuple[Operation, ...]


def caller(depth: int = 2) -> str:
    """File and line of the caller's caller, or of one `depth` frames up."""
    frame = sys._getframe(depth)
    return f"{frame.f_code.co_filename.rpartition('/')[2]}:{frame.f_lineno}"


class _Table:
    """The claims so far, with cycles modulo the length of the loop if there is one."""

    def __init__(self, period: int | None, taken: Sequence[Word]) -> None:
        self._period = period
        self.claims: dict[tuple[int, str], object] = {
            (cycle, name): value for cycle, word in enumerate(taken) for name, value in word.items()
        }

    def _place(self, cycle: int, name: str) -> tuple[int, str]:
        return (cycle if self._period is None else cycle % self._period, name)

    def free(self, form: Form, start: int) -> bool:
        places = [self._place(start + cycle, name) for cycle, name in form.claims]
        return len({*places}) == len(places) and not any(place in self.claims for place in places)

    def claim(self, form: Form, start: int) -> None:
        for (cycle, name), value in form.claims.items():
            self.claims[self._place(start + cycle, name)] = value


class _Epochs:
    """Cycles in which each epoch addresses the key schedule."""

    def __init__(self, period: int | None, count: int) -> None:
        self._period, self._count = period, count
        self.first: dict[int, int] = {}
        self.last: dict[int, int] = {}

    def allows(self, operation: Operation, form: Form, start: int) -> bool:
        for cycle in form.keyed:
            now = start + cycle
            for other in self.first:
                if other < operation.epoch and now <= self.last[other]:
                    return False
                if other > operation.epoch and now >= self.first[other]:
                    return False
            if self._period is not None and operation.epoch == self._count - 1:
                # The next iteration's first epoch must not have begun.
                begun = self.first.get(0)
                if begun is not None and now >= begun + self._period:
                    return False
        return True

    def note(self, operation: Operation, form: Form, start: int) -> None:
        epoch = operation.epoch
        for cycle in form.keyed:
            now = start + cycle
            self.first[epoch] = min(self.first.get(epoch, now), now)
            self.last[epoch] = max(self.last.get(epoch, now), now)


def schedule(
    operations: Sequence[Operation],
    *,
    period: int | None = None,
    taken: Sequence[Word] = (),
    carried: Mapping[Value, Value] | None = None,
    seed: int = 0,
) -> Section | None:
    """Schedule each operation in the earliest cycle that is free.

    Parameters
    ----------
    operations : sequence of Operation
        The operations; a value is made before it is needed.
    period : int, optional
        Length of the loop whose body they are; None for a straight section.
    taken : sequence of Word
        Fields of the first cycles that are in use already.
    carried : mapping, optional
        For a loop: each value at the start of the body to the corresponding one at its end.
    seed : int
        Seed that varies the order of operations that are ready at about the same time; 0 keeps the
        given order.

    Returns
    -------
    Section or None
        The control words; None if the loop's body does not fit in `period` cycles.

    Raises
    ------
    GatehashError
        If there is no cycle for an operation of a straight section; the text names its line.
    """
    carried = carried or {}
    for value in carried:
        value.readable = 0
    # The first attempt assumes that carried values are present when the body begins; each further
    # one takes the cycles in which they were present in the attempt before.
    for _ in range(12 if carried else 1):
        section = _attempt(operations, period, taken, seed)
        if section is None or period is None:
            return section
        before = [first.readable for first in carried]
        for first, last in carried.items():
            assert first.readable is not None
            assert last.readable is not None
            first.readable = max(first.readable, last.readable - period)
        if before == [first.readable for first in carried]:
            return section
    return None


def _attempt(
    operations: Sequence[Operation], period: int | None, taken: Sequence[Word], seed: int
) -> Section | None:
    chance = random.Random(seed)
    delay = {operation: chance.randrange(_SPREAD) if seed else 0 for operation in operations}
    table = _Table(period, taken)
    epochs = _Epochs(period, 1 + max((operation.epoch for operation in operations), default=0))
    makers: dict[int, Operation] = {}
    for operation in operations:
        operation.cycle = operation.form = None
        for value in operation.makes:
            value.readable, value.held = None, {}
            makers[id(value)] = operation
    before = {
        operation: {
            makers[id(need.value)]
            for form in operation.forms
            for need in form.needs
            if id(need.value) in makers
        }
        | {*operation.after}
        for operation in operations
    }
    waiting = list(operations)
    while waiting:
        best: tuple[int, Operation, Form] | None = None
        for operation in waiting:
            if any(earlier.cycle is None for earlier in before[operation]):
                continue
            # The latest start that would still precede the best one so far.
            limit = best[0] + delay[best[1]] - delay[operation] if best else None
            found = _earliest(operation, table, epochs, limit)
            if found is not None:
                best = (found[0], operation, found[1])
            elif best is None and period is None:
                raise GatehashError(_no_place(operation))
        if best is None:
            return None
        start, operation, form = best
        table.claim(form, start)
        epochs.note(operation, form, start)
        operation.cycle, operation.form = start, form
        for value, places in {**operation.makes, **form.makes}.items():
            value.held = {name: start + at for name, at in places.items() if name != MEMORY}
            value.readable = start + places[MEMORY] if MEMORY in places else None
        waiting.remove(operation)
    return _section(operations, table, epochs, period)


def _earliest(
    operation: Operation, table: _Table, epochs: _Epochs, before: int | None
) -> tuple[int, Form] | None:
    """Earliest cycle and form of an operation before a given cycle."""
    lowest = -min(cycle for form in operation.forms for cycle, _ in form.claims)
    for earlier, cycles in operation.after.items():
        assert earlier.cycle is not None
        lowest = max(lowest, earlier.cycle + cycles)
    limit = _HORIZON if before is None else before
    ways = []
    for form in operation.forms:
        windows = [need.starts() for need in form.needs]
        first = max([lowest, *(window.start for window in windows)])
        stop = min([limit, *(window.stop for window in windows)])
        if first < stop:
            ways.append((form, range(first, stop)))
    for start in range(min((starts.start for _, starts in ways), default=limit), limit):
        for form, starts in ways:
            if (
                start in starts
                and table.free(form, start)
                and epochs.allows(operation, form, start)
            ):
                return start, form
    return None


def _no_place(operation: Operation) -> str:
    missing = {
        f"{need.value.name} is never in {need.source}"
        for form in operation.forms
        for need in form.needs
        if need.first() is None
    }
    why = "; ".join(sorted(missing)) or "its fields are never free in the cycles that need them"
    return f"{operation.line}: {operation.name} can't be scheduled: {why}"


def _section(
    operations: Iterable[Operation], table: _Table, epochs: _Epochs, period: int | None
) -> Section:
    words: dict[int, dict[str, object]] = {}
    tail: dict[int, dict[str, object]] = {}
    ordered = sorted(operations, key=lambda operation: operation.cycle or 0)
    for (cycle, name), value in table.claims.items():
        words.setdefault(cycle, {})[name] = value
    if period is not None:
        for operation in ordered:
            assert operation.form is not None
            assert operation.cycle is not None
            for (cycle, name), value in operation.form.claims.items():
                if (at := operation.cycle + cycle) >= period:
                    tail.setdefault(at - period, {})[name] = value
    length = period if period is not None else 1 + max(words, default=-1)
    return Section(
        words=tuple(words.get(cycle, {}) for cycle in range(length)),
        tail=tuple(tail.get(cycle, {}) for cycle in range(1 + max(tail, default=-1))),
        epochs=tuple(epochs.last[epoch] for epoch in sorted(epochs.last)),
        operations=tuple(ordered),
    )
