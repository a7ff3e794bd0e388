# SPDX-License-Identifier: Apache-2.0
"""Counterexamples in words: the signals of a harness, cycle by cycle."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

__all__ = ["Circuit", "table"]


@dataclass(frozen=True)
class Circuit:
    """A sequential circuit of AND gates, whose registers begin as zero.

    Parameters
    ----------
    inputs : tuple of tuple of str
        Names of each input; ``init:`` stands before the name of a register whose first value it is.
    outputs : tuple of (str, int)
        Name of each output, and its literal: twice the number of a variable, plus one if inverted.
    latches : tuple of (int, int)
        Variable of each register, and the literal of its next state.
    gates : tuple of (int, int, int)
        Variable of each gate, and two literals, in an order in which they can be computed.
    """

    inputs: tuple[tuple[str, ...], ...]
    outputs: tuple[tuple[str, int], ...]
    latches: tuple[tuple[int, int], ...]
    gates: tuple[tuple[int, int, int], ...]

    @classmethod
    def parse(cls, text: str) -> Circuit:
        """Read an AIGER file in its text form with symbols."""
        lines = iter(text.splitlines())
        _, inputs, latches, outputs, gates, *_ = map(int, next(lines).split()[1:])
        for _ in range(inputs):
            next(lines)
        registers = [tuple(map(int, next(lines).split()[:2])) for _ in range(latches)]
        literals = [int(next(lines)) for _ in range(outputs)]
        cells = [tuple(map(int, next(lines).split())) for _ in range(gates)]
        names: dict[str, str] = {}
        for line in lines:
            if line == "c":
                break
            key, _, name = line.partition(" ")
            names[key] = name
        return cls(
            tuple(tuple(names.get(f"i{i}", "").split()) for i in range(inputs)),
            tuple((names.get(f"o{i}", ""), literal) for i, literal in enumerate(literals)),
            tuple((a // 2, b) for a, b in registers),
            tuple((a // 2, b, c) for a, b, c in sorted(cells)),
        )

    def run(self, stimuli: Sequence[Mapping[str, bool]]) -> Iterator[dict[str, bool]]:
        """Return the inputs and outputs of each cycle; an input is given by any of its names."""
        state = {variable: False for variable, _ in self.latches}
        for given in stimuli:
            value = {0: False, **state}
            for i, names in enumerate(self.inputs):
                value[i + 1] = any(given.get(name, False) for name in names)

            def of(literal: int, value: dict[int, bool] = value) -> bool:
                return value[literal // 2] != bool(literal & 1)

            for variable, left, right in self.gates:
                value[variable] = of(left) and of(right)
            yield {
                **{
                    name: value[i + 1]
                    for i, names in enumerate(self.inputs)
                    for name in names
                    if not name.startswith("init:")
                },
                **{name: of(literal) for name, literal in self.outputs},
            }
            state = {variable: of(literal) for variable, literal in self.latches}


def table(cycles: Sequence[Mapping[str, bool]]) -> str:
    """Return a table of signals: a line for each, a column for each cycle, in hexadecimal.

    Examples
    --------
    >>> print(table([{"a[0]": True, "a[1]": False, "b": True}, {"a[1]": True, "m[0][1]": True}]))
    a     1  2
    b     1  0
    m[0]  0  2
    """
    words: defaultdict[str, list[int]] = defaultdict(lambda: [0] * len(cycles))
    for time, cycle in enumerate(cycles):
        for name, value in cycle.items():
            word, bit = name, "0"
            if name.endswith("]"):
                word, _, bit = name.removesuffix("]").rpartition("[")
            words[word][time] |= value << int(bit)
    rows = [[name, *(f"{value:x}" for value in values)] for name, values in sorted(words.items())]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        "  ".join([row[0].ljust(widths[0]), *map(str.rjust, row[1:], widths[1:])]) for row in rows
    )
