# SPDX-License-Identifier: Apache-2.0
"""Circuits of AND gates, as solvers get them in AIGER files: a digest that equal structure shares.

The digest covers what the outputs of the circuit depend on, and knows neither names nor order.
Variables get colours, as in :mod:`gatehash.records.graph`, that depend on their surroundings; where
some still share a colour, one in each group of connected ones is singled out, until each variable
has a colour of its own. The digest covers the circuit with its variables numbered in the order of
these colours, so that two circuits of one digest are isomorphic.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from gatehash.records.graph import mixed, word

__all__ = ["VERSION", "circuit_digest"]

VERSION = 1
"""It rises when the same circuit gets another digest."""

_KINDS = "OBCJF"
"""Outputs, bad states, constraints, justice and fairness, in the order of the header."""
_INPUT, _GATE, _LATCH, _CONSTANT = ("input", "and", "latch", "constant")

_Words = NDArray[np.uint64]
_Places = NDArray[np.int64]


@dataclass(frozen=True)
class _Circuit:
    """A circuit as arrays; literals are twice a variable's number, plus one if it is inverted.

    Parameters
    ----------
    kinds : list of str
        Kind of each variable.
    gates, latches : array of int, of shape (n, 3)
        Variable and two literals of each gate; variable, next state and first value of each latch.
    ends : list of (str, int)
        Kind and literal of each output.
    """

    kinds: list[str]
    gates: _Places
    latches: _Places
    ends: list[tuple[str, int]]


def circuit_digest(aiger: bytes) -> str:
    """Return the digest of a circuit in AIGER's binary form, in hexadecimal.

    Raises
    ------
    ValueError
        If it is in another form, or cut off.
    """
    circuit = _reached(_parsed(aiger))
    colours = _Colours(circuit)
    return _certificate(circuit, colours.ranks())


def _parsed(aiger: bytes) -> _Circuit:
    head, _, rest = aiger.partition(b"\n")
    numbers = head.removeprefix(b"aig ").split()
    if numbers == head.split() or len(numbers) < 5:
        raise ValueError("it is no AIGER file in binary form")
    variables, inputs, latches, _, gates, *_ = (int(each) for each in numbers)
    counts = dict(zip(_KINDS, (int(numbers[3]), *map(int, numbers[5:])), strict=False))
    if counts.get("J") or variables != inputs + latches + gates:
        raise ValueError("it has justice properties, or numbers that are not in order")
    lines = rest.split(b"\n", latches + sum(counts.values()))
    body = lines.pop()
    registers = []
    for place, line in enumerate(lines[:latches]):
        after, *first = map(int, line.split())
        registers.append((inputs + 1 + place, after, *(first or (0,))))
    literals = iter(lines[latches:])
    ends = [(kind, int(literal)) for kind in counts for literal in islice(literals, counts[kind])]
    found = []
    deltas = _deltas(body)
    for place in range(gates):
        out = 2 * (inputs + latches + 1 + place)
        left = out - next(deltas)
        found.append((out // 2, left, left - next(deltas)))
    kinds = [_CONSTANT, *[_INPUT] * inputs, *[_LATCH] * latches, *[_GATE] * gates]
    return _Circuit(kinds, _table(found), _table(registers), ends)


def _table(rows: Sequence[tuple[int, ...]]) -> _Places:
    return np.array(rows, dtype=np.int64).reshape(-1, 3)


def _deltas(body: bytes) -> Iterator[int]:
    """Yield the numbers of a text of seven bits a byte, the lowest first."""
    value = shift = 0
    for byte in body:
        value |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            yield value
            value = shift = 0
    raise ValueError("it is cut off")


def _reached(whole: _Circuit) -> _Circuit:
    """Return what the ends of a circuit depend on, with variables that are numbered anew."""
    below: dict[int, tuple[int, ...]] = {
        row[0]: (row[1] // 2, row[2] // 2) for row in whole.gates.tolist()
    }
    # The first value of a latch is 0, 1, or the latch itself.
    below |= {row[0]: (row[1] // 2,) for row in whole.latches.tolist()}
    seen = {0}
    wanted = [literal // 2 for _, literal in whole.ends]
    while wanted:
        each = wanted.pop()
        if each not in seen:
            seen.add(each)
            wanted += below.get(each, ())
    kept = sorted(seen)
    number = np.zeros(len(whole.kinds), dtype=np.int64)
    number[kept] = np.arange(len(kept))

    def renumbered(literals: _Places) -> _Places:
        return 2 * number[literals // 2] + literals % 2

    gates = whole.gates[[row in seen for row in whole.gates[:, 0].tolist()]]
    latches = whole.latches[[row in seen for row in whole.latches[:, 0].tolist()]]
    unknown = latches[:, 2] == 2 * latches[:, 0]
    gates = np.stack([number[gates[:, 0]], *(renumbered(gates[:, at]) for at in (1, 2))], axis=1)
    first = np.where(unknown, 2, latches[:, 2])
    latches = np.stack([number[latches[:, 0]], renumbered(latches[:, 1]), first], axis=1)
    ends = [(kind, int(2 * number[end // 2] + end % 2)) for kind, end in whole.ends]
    return _Circuit([whole.kinds[each] for each in kept], gates, latches, ends)


class _Colours:
    """Colours of a circuit's variables, which are refined by those of their neighbours."""

    def __init__(self, circuit: _Circuit) -> None:
        size = len(circuit.kinds)
        roles = {name: np.uint64(word(name)) for name in ("in", "not in", "next", "not next")}
        uses = [
            (circuit.gates[:, 0], circuit.gates[:, at], roles["in"], roles["not in"])
            for at in (1, 2)
        ]
        uses.append(
            (circuit.latches[:, 0], circuit.latches[:, 1], roles["next"], roles["not next"])
        )
        # An edge leads from what is used to what uses it.
        self._user = np.concatenate([user for user, *_ in uses])
        self._used = np.concatenate([literal // 2 for _, literal, *_ in uses])
        role = np.concatenate([np.where(literal % 2 == 1, no, yes) for _, literal, yes, no in uses])
        self._role, self._back = role, mixed(role)
        self._down, self._up = _Sums(self._user, size), _Sums(self._used, size)
        labels: list[list[str]] = [[kind] for kind in circuit.kinds]
        for variable, _, first in circuit.latches.tolist():
            labels[variable].append(f"first {first}")
        for kind, literal in circuit.ends:
            labels[literal // 2].append(f"{kind}{literal % 2}")
        texts = [" ".join(sorted(label)) for label in labels]
        seeds = {text: word(text) for text in dict.fromkeys(texts)}
        self._colour = np.array([seeds[text] for text in texts], dtype=np.uint64)

    def ranks(self) -> _Places:
        """Return the number of each variable in the order of the colours."""
        self._refine()
        while True:
            order = np.argsort(self._colour, kind="stable")
            ordered = self._colour[order]
            starts = np.flatnonzero(np.r_[True, ordered[1:] != ordered[:-1]])
            sizes = np.diff(np.r_[starts, len(order)])
            if len(starts) == len(order):
                ranks = np.empty(len(order), dtype=np.int64)
                ranks[order] = np.arange(len(order))
                return ranks
            alike = np.zeros(len(order), dtype=bool)
            alike[order] = np.repeat(sizes > 1, sizes)
            self._single_out(alike, order)
            self._refine()

    def _single_out(self, alike: NDArray[np.bool_], order: _Places) -> None:
        """Give a colour of its own to one variable in each group of connected alike ones.

        Groups that are alike may swap places, so that their order does not matter.
        """
        group = self._groups(alike)
        # The first of each group in the order of colours.
        places = order[alike[order]]
        _, first = np.unique(group[places], return_index=True)
        chosen = places[np.sort(first)]
        colours = self._colour[chosen]
        starts = np.r_[True, colours[1:] != colours[:-1]]
        counts = np.arange(len(chosen)) - np.maximum.accumulate(
            np.where(starts, np.arange(len(chosen)), 0)
        )
        self._colour[chosen] = mixed(colours + mixed(counts.astype(np.uint64)))

    def _groups(self, alike: NDArray[np.bool_]) -> _Places:
        """Return the lowest number among those that each variable is connected with."""
        inside = alike[self._user] & alike[self._used]
        user, used = self._user[inside], self._used[inside]
        group = np.arange(len(alike))
        while True:
            low = np.minimum(group[user], group[used])
            after = group.copy()
            np.minimum.at(after, user, low)
            np.minimum.at(after, used, low)
            after = after[after]
            if np.array_equal(after, group):
                return group
            group = after

    def _refine(self) -> None:
        """Refine the colours until no further round divides them."""
        count = len(np.unique(self._colour))
        while True:
            colour = self._colour
            total = self._down.of(mixed(colour[self._used] ^ self._role))
            total += self._up.of(mixed(colour[self._user] ^ self._back))
            self._colour = mixed(mixed(colour) + total)
            found = len(np.unique(self._colour))
            if found <= count:
                return
            count = found


class _Sums:
    """Sums over the edges of each variable."""

    def __init__(self, of: _Places, size: int) -> None:
        self._order = np.argsort(of, kind="stable")
        ordered = of[self._order]
        self._starts = np.flatnonzero(np.r_[True, ordered[1:] != ordered[:-1]][: len(ordered)])
        self._nodes = ordered[self._starts]
        self._size = size

    def of(self, terms: _Words) -> _Words:
        total = np.zeros(self._size, dtype=np.uint64)
        if len(self._starts):
            total[self._nodes] = np.add.reduceat(terms[self._order], self._starts)
        return total


def _certificate(circuit: _Circuit, rank: _Places) -> str:
    """Return the digest of a circuit whose variables are numbered."""

    def ranked(literals: _Places) -> _Places:
        return 2 * rank[literals // 2] + literals % 2

    total = hashlib.sha256(f"circuit {VERSION}\n".encode())
    kinds = [""] * len(rank)
    for variable, place in enumerate(rank.tolist()):
        kinds[place] = circuit.kinds[variable]
    total.update(" ".join(kinds).encode() + b"\n")
    operands = np.sort(np.stack([ranked(circuit.gates[:, at]) for at in (1, 2)], axis=1), axis=1)
    gates = np.concatenate([rank[circuit.gates[:, :1]], operands], axis=1)
    latches = np.stack(
        [rank[circuit.latches[:, 0]], ranked(circuit.latches[:, 1]), circuit.latches[:, 2]], axis=1
    )
    for table in (gates, latches):
        ordered = table[np.lexsort(table.T[::-1])]
        total.update(f"{len(ordered)}\n".encode() + ordered.astype("<i8").tobytes())
    ends = sorted((kind, int(2 * rank[end // 2] + end % 2)) for kind, end in circuit.ends)
    total.update(repr(ends).encode())
    return total.hexdigest()
