# SPDX-License-Identifier: Apache-2.0
"""Points of coverage, as Verilator writes them, merged over instances and designs."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

__all__ = ["Point", "hole_names", "read_points"]

_ENTRY = re.compile(r"C '(.*)' (\d+)")
_BIT = re.compile(r"(.*)\[(\d+)\]")


@dataclass(frozen=True)
class Point:
    """A place that is counted, in the source: instances and parameters share it.

    Parameters
    ----------
    file : str
        File below ``rtl/``.
    line, column : int
        Where it is.
    toggle : bool
        Whether it is an edge of a bit; else a piece of code.
    what : str
        Verilator's comment: the bit and its edge, or which branch it is.
    """

    file: str
    line: int
    column: int
    toggle: bool
    what: str

    @property
    def module(self) -> str:
        """Name of the module or package, which its file has."""
        return Path(self.file).stem


def read_points(text: str) -> dict[Point, bool]:
    r"""Return the points of a file of Verilator, and whether each was reached.

    Raises
    ------
    ValueError
        If a line is none of Verilator's.

    Examples
    --------
    >>> line = "C '\x01f\x02rtl/a.sv\x01l\x027\x01n\x023\x01t\x02toggle\x01o\x02q[1]:0->1' 5"
    >>> read_points(line)
    {Point(file='a.sv', line=7, column=3, toggle=True, what='q[1]:0->1'): True}
    """
    found: dict[Point, bool] = {}
    for line in text.splitlines():
        if line.startswith("#"):
            continue
        match = _ENTRY.fullmatch(line)
        if match is None:
            raise ValueError(f"'{line}' is no point of coverage")
        pairs = (each.partition("\x02") for each in match[1].split("\x01") if each)
        fields = {key: value for key, _, value in pairs}
        point = Point(
            fields["f"].removeprefix("rtl/"),
            int(fields["l"]),
            int(fields["n"]),
            fields["t"] == "toggle",
            fields["o"],
        )
        found[point] = found.get(point, False) or int(match[2]) > 0
    return found


def hole_names(
    missed: Iterable[Point], sources: Mapping[str, list[str]]
) -> Iterator[tuple[str, int]]:
    """Yield what names the points of a module that were not reached, and how many these are.

    Bits of a signal are one name, such as ``count_q[60:33,2]``. A piece of code is the text of its
    line, with its branch; line numbers would change with each comment.

    Parameters
    ----------
    missed : iterable of Point
        The points.
    sources : mapping
        Lines of each file.
    """
    signals: dict[str, list[int]] = defaultdict(list)
    code = []
    for each in missed:
        if not each.toggle:
            code.append((each.line, each.column, each))
            continue
        name = each.what.rpartition(":")[0]
        bit = _BIT.fullmatch(name)
        signals[bit[1] if bit else name].append(int(bit[2]) if bit else -1)
    for name, bits in sorted(signals.items()):
        yield (name if bits[0] < 0 else f"{name}[{_ranges(set(bits))}]"), len(bits)
    for _, _, each in sorted(code, key=lambda one: one[:2]):
        line = " ".join(sources[each.file][each.line - 1].split())
        yield f"{line} ({each.what})", 1


def _ranges(bits: set[int]) -> str:
    found: list[list[int]] = []
    for bit in sorted(bits, reverse=True):
        if found and found[-1][-1] == bit + 1:
            found[-1][-1] = bit
        else:
            found.append([bit, bit])
    return ",".join(str(high) if high == low else f"{high}:{low}" for high, low in found)
