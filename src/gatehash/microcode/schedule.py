# SPDX-License-Identifier: Apache-2.0
"""Schedules operations on named values so that a pipelined ALU never waits.

A machine's control word has *fields*, one for each thing that can be told to do something in a
cycle: a port of the register file, the input of a register, the ALU. An operation *claims* fields
in cycles counted from its own, and *needs* values in certain cycles: from memory, where a value can
be read from the cycle after it was written on, or from the result register, where it stands for one
cycle. Where an operand can come in several ways the operation has several *forms*.

Nothing here knows an algorithm or a machine: two claims of one field in one cycle collide, whoever
makes them, and a value that is not there when it is needed is not there. The operations of a loop's
body are scheduled modulo its length (Rau, "Iterative modulo scheduling", 1994, without the
backtracking): what is under way when the body ends goes on while it begins anew.
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
"""Field to value, for the fields that are told something in a cycle."""

_SPREAD = 6
_HORIZON = 400
"""Cycles in which an operation must find its place."""


@dataclass(eq=False)
class Value:
    """A word that an operation makes or that is there from the start.

    Parameters
    ----------
    name : str
        Name for listings and errors.
    readable : int, optional
        First cycle in which memory can be addressed for it; None for never.
    """

    name: str
    readable: int | None = None
    stands: dict[str, int] = field(default_factory=dict)
    """Registers that have it, each to the one cycle in which it does."""


@dataclass(frozen=True)
class Need:
    """A value that an operation needs, and when.

    Parameters
    ----------
    value : Value
        The value.
    source : str
        Where it is taken from: ``memory``, or a register that has it for one cycle.
    cycle : int
        Cycle in which memory is addressed or the register read, from the operation's own.
    """

    value: Value
    source: str
    cycle: int

    def starts(self) -> range:
        """Cycles in which the operation can be for the value to be there."""
        stands = self.source != MEMORY
        first = self.value.stands.get(self.source) if stands else self.value.readable
        if first is None:
            return range(0)
        return range(first - self.cycle, first - self.cycle + 1 if stands else sys.maxsize)


@dataclass(frozen=True)
class Form:
    """One way to carry an operation out.

    Parameters
    ----------
    claims : mapping
        (cycle, field) to what the field is told, cycles from the operation's own.
    needs : tuple of Need
        Values that it takes.
    keyed : tuple of int
        Cycles, from the operation's own, in which it addresses the key schedule.
    makes : mapping
        Values that it makes elsewhere or at other times than the operation says, as there.
    """

    claims: Mapping[tuple[int, str], object]
    needs: tuple[Need, ...] = ()
    keyed: tuple[int, ...] = ()
    makes: Mapping[Value, Mapping[str, int]] = field(default_factory=dict)

    def joined(self, other: Form) -> Form | None:
        """Return both as one, None if they collide."""
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
    """Something that the machine does.

    Parameters
    ----------
    name : str
        Name for listings and errors.
    forms : tuple of Form
        Ways to do it, preferred ones first.
    makes : mapping
        Each value that it makes to what it is made in: registers to the cycle, from the
        operation's own, in which they have it, ``memory`` to the first in which it can be read.
    after : mapping
        Operations that take what this one overwrites, to the fewest cycles from their own to this
        one's.
    epoch : int
        Of the key schedule: operations of a later epoch address it after all of an earlier one.
    line : str
        File and line of the program that asks for it.
    """

    name: str
    forms: tuple[Form, ...]
    makes: Mapping[Value, Mapping[str, int]] = field(default_factory=dict)
    after: Mapping[Operation, int] = field(default_factory=dict)
    epoch: int = 0
    line: str = ""
    cycle: int | None = None
    """Its own cycle, once it has its place."""
    form: Form | None = None
    """The form that was chosen."""


@dataclass(frozen=True)
class Section:
    """Operations that have their places, as control words.

    Parameters
    ----------
    words : tuple of Word
        The control words, a cycle each.
    tail : tuple of Word
        What is left to do after them, to be joined with the words that follow.
    epochs : tuple of int
        For each epoch, the last cycle in which it addresses the key schedule.
    operations : tuple of Operation
        The operations, by rising cycle.
    """

    words: tuple[Word, ...]
    tail: tuple[Word, ...]
    epochs: tuple[int, ...]
    operations: tuple[Operation, ...]


def caller(depth: int = 2) -> str:
    """File and line of whoever called the function that calls this."""
    frame = sys._getframe(depth)
    return f"{frame.f_code.co_filename.rpartition('/')[2]}:{frame.f_lineno}"


class _Table:
    """Claims that were made, cycles modulo the length of a loop if there is one."""

    def __init__(self, period: int | None, taken: Sequence[Word]) -> None:
        self._period = period
        self.claims: dict[tuple[int, str], object] = {
            (cycle, name): told for cycle, word in enumerate(taken) for name, told in word.items()
        }

    def _place(self, cycle: int, name: str) -> tuple[int, str]:
        return (cycle if self._period is None else cycle % self._period, name)

    def free(self, form: Form, start: int) -> bool:
        places = [self._place(start + cycle, name) for cycle, name in form.claims]
        return len({*places}) == len(places) and not any(place in self.claims for place in places)

    def claim(self, form: Form, start: int) -> None:
        for (cycle, name), told in form.claims.items():
            self.claims[self._place(start + cycle, name)] = told


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
    """Give each operation its place, the earliest that is free.

    Parameters
    ----------
    operations : sequence of Operation
        The operations, makers of values before those that need them.
    period : int, optional
        Length of the loop whose body they are; None for a straight section.
    taken : sequence of Word
        What the first cycles are told already.
    carried : mapping, optional
        For a loop: each value that the body starts with to that which it ends with.
    seed : int
        Of the order among operations that could go at about the same time; 0 for none but theirs.

    Returns
    -------
    Section or None
        The control words; None if the loop's body does not go into `period` cycles.

    Raises
    ------
    GatehashError
        If an operation of a straight section has no place at all; the text names its line.
    """
    carried = carried or {}
    for value in carried:
        value.readable = 0
    # The first guess is that what is carried over is there when the body begins; each round starts
    # from when it was there in the round before.
    for _ in range(12 if carried else 1):
        section = _attempt(operations, period, taken, seed)
        if section is None or period is None:
            return section
        late = False
        for first, last in carried.items():
            assert last.readable is not None
            ready = max(0, last.readable - period)
            assert first.readable is not None
            if ready > first.readable:
                late = True
            first.readable = max(ready, first.readable)
        if not late:
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
            value.readable = None
            value.stands = {}
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
            # The latest start that would still go before the best one so far.
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
            value.stands = {name: start + at for name, at in places.items() if name != MEMORY}
            value.readable = start + places[MEMORY] if MEMORY in places else None
        waiting.remove(operation)
    return _section(operations, table, epochs, period)


def _earliest(
    operation: Operation, table: _Table, epochs: _Epochs, before: int | None
) -> tuple[int, Form] | None:
    """Earliest place of an operation, if it is before a cycle."""
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
        if (need.value.readable if need.source == MEMORY else need.value.stands.get(need.source))
        is None
    }
    why = "; ".join(sorted(missing)) or "its fields are never free in the cycles it needs them"
    return f"{operation.line}: {operation.name} finds no place: {why}"


def _section(
    operations: Iterable[Operation], table: _Table, epochs: _Epochs, period: int | None
) -> Section:
    words: dict[int, dict[str, object]] = {}
    tail: dict[int, dict[str, object]] = {}
    ordered = sorted(operations, key=lambda operation: operation.cycle or 0)
    for (cycle, name), told in table.claims.items():
        words.setdefault(cycle, {})[name] = told
    if period is not None:
        for operation in ordered:
            assert operation.form is not None
            assert operation.cycle is not None
            for (cycle, name), told in operation.form.claims.items():
                if (at := operation.cycle + cycle) >= period:
                    tail.setdefault(at - period, {})[name] = told
    length = period if period is not None else 1 + max(words, default=-1)
    moved = tuple(epochs.last[epoch] for epoch in sorted(epochs.last))
    return Section(
        words=tuple(words.get(cycle, {}) for cycle in range(length)),
        tail=tuple(tail.get(cycle, {}) for cycle in range(1 + max(tail, default=-1))),
        epochs=moved,
        operations=tuple(ordered),
    )
