# SPDX-License-Identifier: Apache-2.0
"""The cone of influence: what no wire leads to has no influence.

A netlist is walked back from outputs through logic, registers and memories.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

__all__ = ["Cone"]

# Cells of which a bit of the output depends on the same bit of these inputs, and on all bits of the
# others.
_BITWISE = {
    **dict.fromkeys(("$and", "$or", "$xor", "$xnor", "$mux", "$bwmux"), ("A", "B")),
    **dict.fromkeys(("$not", "$pos"), ("A",)),
    **dict.fromkeys(("$dff", "$dffe", "$sdff", "$sdffe", "$sdffce", "$adff", "$adffe"), ("D",)),
    **dict.fromkeys(("$dlatch", "$ff"), ("D",)),
    "$pmux": ("A", "B"),
}
# Cells of which a bit of the output depends on the bits of these inputs up to its own place.
_CARRIES = frozenset({"$add", "$sub"})
_Bit = int | str


@dataclass(frozen=True)
class Cone:
    """The dependencies of a netlist's bits.

    Parameters
    ----------
    module : mapping
        A flat module of a netlist, as Yosys writes it in JSON.
    """

    module: Mapping[str, Any]

    def inputs_of(self, outputs: Iterable[str]) -> set[str]:
        """Return the names of the input ports with a bit on which one of these outputs depends."""
        ports = self.module["ports"]
        drivers = self._drivers()
        seen: set[_Bit] = set()
        wanted: list[_Bit] = [bit for name in outputs for bit in ports[name]["bits"]]
        while wanted:
            bit = wanted.pop()
            if bit not in seen and isinstance(bit, int):
                seen.add(bit)
                wanted += drivers.get(bit, ())
        return {
            name
            for name, port in ports.items()
            if port["direction"] == "input" and not seen.isdisjoint(port["bits"])
        }

    def _drivers(self) -> dict[_Bit, set[_Bit]]:
        """Return the bits on which each bit depends in one step."""
        found: defaultdict[_Bit, set[_Bit]] = defaultdict(set)
        for cell in self.module["cells"].values():
            for bit, sources in _steps(cell):
                found[bit] |= sources
        return found


def _steps(cell: Mapping[str, Any]) -> Iterator[tuple[_Bit, set[_Bit]]]:
    kind, pins, directions = cell["type"], cell["connections"], cell["port_directions"]
    own = _BITWISE.get(kind, ("A", "B") if kind in _CARRIES else ())
    if kind == "$mem_v2":
        yield from _memory(cell)
        return
    whole = {
        bit
        for pin, bits in pins.items()
        if directions[pin] == "input" and pin not in own
        for bit in bits
    }
    for pin, bits in pins.items():
        if directions[pin] != "output":
            continue
        for place, bit in enumerate(bits):
            sources = set(whole)
            for name in own:
                inside = pins[name]
                if kind in _CARRIES:
                    sources.update(inside[: place + 1])
                else:
                    # Of several words side by side, as in $pmux, the same bit of each; the top bit
                    # is repeated where the input is shorter.
                    sources.update(inside[place :: len(bits)] or inside[-1:])
            yield bit, sources


def _memory(cell: Mapping[str, Any]) -> Iterator[tuple[_Bit, set[_Bit]]]:
    pins, parameters = cell["connections"], cell["parameters"]
    width = int(parameters["WIDTH"], 2)
    whole = {
        bit
        for pin, bits in pins.items()
        if pin not in ("RD_DATA", "WR_DATA", "WR_EN")
        for bit in bits
    }
    for place, bit in enumerate(pins["RD_DATA"]):
        same = slice(place % width, None, width)
        yield bit, whole | {*pins["WR_DATA"][same], *pins["WR_EN"][same]}
