# SPDX-License-Identifier: Apache-2.0
"""Timing independent of data, by the cone of influence: what no wire leads to has no influence.

The netlist is walked back from the control outputs of a stream top through logic, registers and
memories. No bit of a message's data may be in it.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from gatehash.catalog import DESIGNS, Design
from gatehash.errors import GatehashError
from gatehash.implement.tools import run_yosys
from gatehash.paths import rtl_root
from gatehash.prove.kernel.obligations import reached
from gatehash.prove.kernel.properties import Property, Verdict
from gatehash.records.graph import netlist_digest
from gatehash.records.meaning import meaning

__all__ = ["CONTROL", "Cone", "Independence", "timing_properties"]

CONTROL = ("*tready", "*tvalid", "*tlast", "*tkeep", "*tuser")
"""Outputs of a stream top that say when something happens, and of how much."""
_NETLIST = "netlist"
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


@dataclass(frozen=True)
class Independence:
    """A module of the RTL, of which no data has an influence on control.

    Parameters
    ----------
    top : str
        Its name.
    parameters : mapping
        Its parameters.
    files : tuple of Path
        RTL files, in the order of compilation.
    control, data : tuple of str
        Names of outputs, and of inputs that must not lead there, or patterns such as ``*tdata``.
    whole : tuple of str
        Modules inside of which all depends on all of their inputs.
    """

    top: str
    parameters: Mapping[str, int]
    files: tuple[Path, ...]
    control: tuple[str, ...]
    data: tuple[str, ...]
    whole: tuple[str, ...] = ()

    def run(self, folder: Path, time_limit: float) -> Verdict:
        """Decide it, see :class:`gatehash.prove.Property`.

        Raises
        ------
        GatehashError
            If Yosys fails, or the module has no such ports.
        """
        module = self._netlist(folder, time_limit)
        control = self._ports(module, "output", self.control)
        data = self._ports(module, "input", self.data)

        def obligation() -> dict[str, str]:
            return {
                "netlist": netlist_digest((folder / f"{_NETLIST}.json").read_bytes(), logic=True),
                "netlist, question": f"{', '.join(data)} to {', '.join(control)}",
                "cone of influence": meaning([Cone]),
            }

        if reached(obligation):
            return Verdict("proved", None, "")
        cone = Cone(module)
        lines = [
            f"{name} depends on {' and '.join(sorted(found))}"
            for name in control
            if (found := cone.inputs_of([name]) & {*data})
        ]
        return Verdict("failed" if lines else "proved", None, "\n".join(lines))

    def _ports(
        self, module: Mapping[str, Any], direction: str, patterns: Iterable[str]
    ) -> list[str]:
        found = [
            name
            for name, port in sorted(module["ports"].items())
            if port["direction"] == direction and any(fnmatchcase(name, each) for each in patterns)
        ]
        if not found:
            raise GatehashError(f"{self.top} has no {direction} {' or '.join(patterns)}")
        return found

    def _netlist(self, folder: Path, time_limit: float) -> Mapping[str, Any]:
        """Return the module as a flat netlist of words, as Yosys writes it in JSON."""
        read = [
            f"read_slang --top {self.top} -I {rtl_root()}",
            *(f"-G {name}={value}" for name, value in self.parameters.items()),
            *(f"--blackboxed-module {name}" for name in self.whole),
            *map(str, self.files),
        ]
        steps = ("proc", "flatten", "opt_expr", "opt_clean", "memory_collect", "opt_clean")
        text = "\n".join([" ".join(read), *steps, f"write_json {_NETLIST}.json"]) + "\n"
        run_yosys(text, folder, name=_NETLIST, what=self.top, cpu_limit=time_limit)
        found = json.loads((folder / f"{_NETLIST}.json").read_text(encoding="utf-8"))
        module: Mapping[str, Any] = found["modules"][self.top]
        return module


def _property(design: Design) -> Property:
    hardware = design.hardware
    top, files = hardware.stream, hardware.files()
    # What stands in it many times is taken as a whole.
    whole = (hardware.part.top,) if hardware.part else ()
    proof = Independence(top.top, top.parameters, files, CONTROL, ("*tdata",), whole)
    return Property(
        name=f"timing.{design.name}",
        module=top.top,
        designs=(design.name,),
        claim="tready, tvalid, tlast, tkeep and tuser, and therefore all cycle counts, do not "
        "depend on the data of messages.",
        method="cone of influence",
        sources=files,
        parameters=top.parameters,
        run=proof.run,
    )


def timing_properties() -> tuple[Property, ...]:
    """Return the property of each design whose messages are its only input."""
    return tuple(_property(each) for each in DESIGNS.values() if not each.hardware.configured)
