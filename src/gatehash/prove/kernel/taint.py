# SPDX-License-Identifier: Apache-2.0
"""Signals that depend on data, found by a second circuit that follows the data's influence.

Two copies of a circuit get the same inputs but for data, and begin with the same registers. Each
signal of the second circuit is 0 only if that signal is equal in both copies, whatever the data is.
The output of an AND gate may differ if both inputs may, or one of them while the other is 1. A
claim on the second circuit that holds in all reachable states holds for all pairs of copies.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gatehash.errors import GatehashError
from gatehash.prove.kernel.circuits import Circuit

__all__ = ["Gates", "Tainted", "check_loose", "tainted", "write_model", "write_trace"]

_FALSE, _TRUE = 0, 1
# Of a byte of a number: bits of it, and that another byte follows.
_SEVEN, _MORE = 0x7F, 0x80


class Gates:
    """AND gates of an AIGER file, each once.

    Parameters
    ----------
    inputs : int
        Variables in front of the first gate.
    """

    def __init__(self, inputs: int) -> None:
        self.used = inputs
        self.list: list[tuple[int, int, int]] = []
        self._known: dict[tuple[int, int], int] = {}

    def and_(self, a: int, b: int) -> int:
        """Return the literal of two literals' conjunction."""
        low, high = sorted((a, b))
        if low == _FALSE or low ^ 1 == high:
            return _FALSE
        if low in (_TRUE, high):
            return high
        if (low, high) not in self._known:
            self.used += 1
            self._known[low, high] = 2 * self.used
            self.list.append((2 * self.used, high, low))
        return self._known[low, high]

    def or_(self, *literals: int) -> int:
        """Return the literal of some literals' disjunction."""
        total = _TRUE
        for literal in literals:
            total = self.and_(total, literal ^ 1)
        return total ^ 1


@dataclass(frozen=True)
class Tainted:
    """A circuit and the one that follows its data.

    Parameters
    ----------
    inputs : tuple of tuple of str
        Names of each input: the circuit's, in its order, and those that stand for loose words.
    latches : tuple of int
        Literal of each register's next state; all begin as 0.
    gates : tuple of (int, int, int)
        Variable's literal of each gate, and two literals.
    values, taints : mapping
        Literal of each output of the circuit, and of whether it may depend on data, by name.
    """

    inputs: tuple[tuple[str, ...], ...]
    latches: tuple[int, ...]
    gates: tuple[tuple[int, int, int], ...]
    values: Mapping[str, int]
    taints: Mapping[str, int]


def tainted(
    circuit: Circuit,
    source: Callable[[Sequence[str]], bool | str],
    reset: str,
    loose: Sequence[Collection[str]] = (),
) -> Tainted:
    """Return a circuit with the one that follows its data.

    The first cycle is a reset, in which there is no data.

    Parameters
    ----------
    circuit : Circuit
        The circuit; its registers begin as 0, or with an input.
    source : callable
        Returns from the names of an input whether it is data; or the name of an output of the
        circuit, in whose cycles it is not.
    reset : str
        Name of the input that is 0 for a reset.
    loose : sequence of collection of str
        Words of registers, by the names of outputs that are their bits. A word's value is taken to
        be any in each cycle, the same in both copies where it is no data, and all of it to be data
        as soon as a bit is. They have to pass :func:`check_loose`.
    """
    return _Follower(circuit, source, reset, loose).found()


class _Follower:
    """The making of a circuit that follows data."""

    def __init__(
        self,
        circuit: Circuit,
        source: Callable[[Sequence[str]], bool | str],
        reset: str,
        loose: Sequence[Collection[str]],
    ) -> None:
        self._circuit, self._source, self._reset = circuit, source, reset
        outputs = dict(circuit.outputs)
        below = _registers_below(circuit)
        # The word of a variable, and of a register.
        self._word: dict[int, int] = {}
        self._group: dict[int, int] = {}
        names: dict[int, str] = {}
        for number, word in enumerate(loose):
            for name in sorted(word):
                variable = outputs[name] // 2
                self._word[variable] = number
                names[variable] = name
                self._group.update(dict.fromkeys(below[variable], number))
        self._names = (*circuit.inputs, *((name,) for name in names.values()))
        self._latches = [each for each in circuit.latches if each[0] not in self._group]
        # Values of registers, taints of them and of words, that the first cycle is over.
        first = len(self._names) + 1
        taints = first + len(self._latches)
        self._gates = Gates(taints + len(self._latches) + len(loose))
        self._later = 2 * self._gates.used
        self._value, self._taint = {0: _FALSE}, {0: _FALSE}
        for place, (variable, _) in enumerate(self._latches):
            self._value[variable] = 2 * (first + place)
            self._taint[variable] = 2 * (taints + place)
        words = taints + len(self._latches)
        self._words = [2 * (words + number) for number in range(len(loose))]
        for variable, number in self._group.items():
            # Nothing but the word's own bits sees it.
            self._value[variable], self._taint[variable] = _FALSE, self._words[number]
        for place, variable in enumerate(names):
            self._value[variable] = 2 * (len(circuit.inputs) + 1 + place)
            self._taint[variable] = self._words[self._word[variable]]

    def _of(self, literal: int) -> int:
        return self._value[literal // 2] ^ literal & 1

    def found(self) -> Tainted:
        self._values()
        self._taints()
        circuit, taint = self._circuit, self._taint
        nexts: dict[int, list[int]] = {number: [] for number in range(len(self._words))}
        for variable, after in circuit.latches:
            if variable in self._group:
                nexts[self._group[variable]].append(taint[after // 2])
        latches = (
            *(self._of(after) for _, after in self._latches),
            *(taint[after // 2] for _, after in self._latches),
            *(self._gates.or_(*each) for each in nexts.values()),
            _TRUE,
        )
        return Tainted(
            self._names,
            latches,
            tuple(self._gates.list),
            {name: self._of(literal) for name, literal in circuit.outputs},
            {name: taint[literal // 2] for name, literal in circuit.outputs},
        )

    def _values(self) -> None:
        gates = self._gates
        for at, names in enumerate(self._circuit.inputs):
            literal = 2 * (at + 1)
            resets = self._reset in names
            self._value[at + 1] = gates.and_(literal, self._later) if resets else literal
        for variable, a, b in self._circuit.gates:
            if variable not in self._word:
                self._value[variable] = gates.and_(self._of(a), self._of(b))

    def _taints(self) -> None:
        gates, taint, outputs = self._gates, self._taint, dict(self._circuit.outputs)
        for at, names in enumerate(self._circuit.inputs):
            kind = self._source(names)
            told = self._of(outputs[kind]) ^ 1 if isinstance(kind, str) else int(kind)
            taint[at + 1] = gates.and_(told, self._later)
        for variable, a, b in self._circuit.gates:
            if variable not in self._word:
                left, right = taint[a // 2], taint[b // 2]
                taint[variable] = gates.or_(
                    gates.and_(left, right),
                    gates.and_(left, self._of(b)),
                    gates.and_(right, self._of(a)),
                )


def check_loose(circuit: Circuit, loose: Iterable[Collection[str]]) -> None:
    """Check that loose bits are registers, and all that is seen of these.

    Parameters
    ----------
    circuit : Circuit
        The circuit.
    loose : iterable of collection of str
        Words of registers, by the names of outputs that are their bits.

    Raises
    ------
    GatehashError
        If a bit is no register's, an input leads to it that holds no first value, or logic sees
        the register, or what is between it and the bit.
    """
    outputs, below = dict(circuit.outputs), _registers_below(circuit)
    names = {outputs[name] // 2: name for word in loose for name in word}
    gates = {variable: (a // 2, b // 2) for variable, a, b in circuit.gates}
    registers: set[int] = set()
    inside: dict[int, int] = {}
    for word, name in names.items():
        if len(below[word]) != 1:
            raise GatehashError(f"'{name}' can't be loose: it is no bit of a register")
        registers |= below[word]
        wanted = [word]
        while wanted:
            variable = wanted.pop()
            inside[variable] = word
            wanted += gates.get(variable, ())
    for at, each in enumerate(circuit.inputs):
        if at + 1 in inside and not any(name.startswith("init:") for name in each):
            raise GatehashError(
                f"'{names[inside[at + 1]]}' can't be loose: input '{each[0]}' leads to it"
            )
    hidden = {each for each in inside if below[each]} - {*names}
    seen = {side for gate, pair in gates.items() if gate not in inside for side in pair}
    seen.update(literal // 2 for _, literal in (*circuit.latches, *circuit.outputs))
    for variable in sorted(seen & hidden):
        raise GatehashError(
            f"'{names[inside[variable]]}' can't be loose: more than it is seen of its register"
        )


def _registers_below(circuit: Circuit) -> dict[int, frozenset[int]]:
    """Return the registers on which each variable depends in its own cycle.

    Those that only distinguish the first cycle do not count.
    """
    below: dict[int, frozenset[int]] = {0: frozenset()}
    below.update((at + 1, frozenset()) for at in range(len(circuit.inputs)))
    for variable, after in circuit.latches:
        below[variable] = frozenset() if after // 2 == 0 else frozenset((variable,))
    for variable, a, b in circuit.gates:
        below[variable] = below[a // 2] | below[b // 2]
    return below


def write_model(
    found: Tainted, bad: Mapping[str, int], path: Path, names: Mapping[str, Any]
) -> None:
    """Write a model in AIGER's binary form, and the map of its names as Yosys writes it.

    Parameters
    ----------
    found : Tainted
        The circuit.
    bad : mapping
        Literals of the bad states, by name.
    path : Path
        The file, ``.aig``; the map is beside it.
    names : mapping
        Map of the circuit's inputs.
    """
    text = "".join(f"{literal}\n" for literal in (*found.latches, *bad.values()))
    gates = b"".join(
        _number(out - high) + _number(high - low)
        for out, *pair in found.gates
        for low, high in (sorted(pair),)
    )
    path.write_bytes(f"{_head('aig', found, len(bad))}{text}".encode() + gates)
    known = {each["input"] for kind in ("inputs", "seqs", "inits") for each in names[kind]}
    more = [
        {"path": [each[0]], "input": at, "offset": 0}
        for at, each in enumerate(found.inputs)
        if each and at not in known
    ]
    mapped = {**names, "inputs": [*names["inputs"], *more], "asserts": [[name] for name in bad]}
    path.with_suffix(".json").write_text(json.dumps(mapped), encoding="utf-8")


def write_trace(found: Tainted, path: Path) -> None:
    """Write a circuit and its taints in AIGER's text form, with the names of inputs and outputs."""
    outputs = {
        **found.values,
        **{f"data reaches {name}": literal for name, literal in found.taints.items()},
    }
    lines = [_head("aag", found, len(outputs)).rstrip()]
    lines += (f"{2 * (at + 1)}" for at in range(len(found.inputs)))
    first = len(found.inputs) + 1
    lines += (f"{2 * (first + at)} {after}" for at, after in enumerate(found.latches))
    lines += map(str, outputs.values())
    lines += (f"{out} {a} {b}" for out, a, b in found.gates)
    lines += (f"i{at} {' '.join(each)}" for at, each in enumerate(found.inputs))
    lines += (f"o{at} {name}" for at, name in enumerate(outputs))
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def _head(form: str, found: Tainted, outputs: int) -> str:
    inputs, latches, gates = len(found.inputs), len(found.latches), len(found.gates)
    return f"{form} {inputs + latches + gates} {inputs} {latches} {outputs} {gates}\n"


def _number(value: int) -> bytes:
    """Return a number in seven bits a byte, the lowest first."""
    found = bytearray()
    while value > _SEVEN:
        found.append(value & _SEVEN | _MORE)
        value >>= 7
    return bytes((*found, value))
