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
from pathlib import Path
from typing import Any

from gatehash.catalog import DESIGNS, Design
from gatehash.implement.tools import run_yosys
from gatehash.paths import rtl_root
from gatehash.prove.properties import Property, Verdict

__all__ = ["Cone", "netlist", "timing_properties"]

_CONTROL = ("tready", "tvalid", "tlast", "tkeep", "tuser")
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
    """What the bits of a netlist depend on.

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


def netlist(
    top: str,
    parameters: Mapping[str, int],
    files: Iterable[Path],
    folder: Path,
    time_limit: float,
    whole: Iterable[str] = (),
) -> Mapping[str, Any]:
    """Return a module of the RTL as a flat netlist of words, as Yosys writes it in JSON.

    Modules in `whole` stay cells. Raises GatehashError if Yosys fails.
    """
    read = [
        f"read_slang --top {top} -I {rtl_root()}",
        *(f"-G {name}={value}" for name, value in parameters.items()),
        *(f"--blackboxed-module {name}" for name in whole),
        *map(str, files),
    ]
    steps = ("proc", "flatten", "opt_expr", "opt_clean", "memory_collect", "opt_clean")
    text = "\n".join([" ".join(read), *steps, f"write_json {_NETLIST}.json"]) + "\n"
    run_yosys(text, folder, name=_NETLIST, what=top, cpu_limit=time_limit)
    found = json.loads((folder / f"{_NETLIST}.json").read_text(encoding="utf-8"))
    module: Mapping[str, Any] = found["modules"][top]
    return module


@dataclass(frozen=True)
class _Timing:
    """The run of a property."""

    design: str

    def run(self, folder: Path, time_limit: float) -> Verdict:
        hardware = DESIGNS[self.design].hardware
        # What stands in it many times is taken as a whole: all of it depends on all inputs.
        whole = (hardware.part.top,) if hardware.part else ()
        boundary, files = hardware.stream, hardware.files()
        module = netlist(boundary.top, boundary.parameters, files, folder, time_limit, whole)
        control = [
            name
            for name, port in module["ports"].items()
            if port["direction"] == "output" and name.endswith(_CONTROL)
        ]
        cone = Cone(module)
        found = {name for name in cone.inputs_of(control) if name.endswith("tdata")}
        if not found:
            return Verdict("proved", None, "")
        lines = [
            f"{name} depends on {' and '.join(sorted(each))}"
            for name in control
            if (each := cone.inputs_of([name]) & found)
        ]
        return Verdict("failed", None, "\n".join(lines))


def _property(design: Design) -> Property:
    hardware = design.hardware
    return Property(
        name=f"timing.{design.name}",
        module=hardware.stream.top,
        designs=(design.name,),
        claim="tready, tvalid, tlast, tkeep and tuser, and so all cycle counts, do not depend on "
        "the data of messages.",
        method="cone of influence",
        sources=hardware.files(),
        parameters=hardware.stream.parameters,
        run=_Timing(design.name).run,
    )


def timing_properties() -> tuple[Property, ...]:
    """Return the property of each design whose messages are its only input."""
    return tuple(_property(each) for each in DESIGNS.values() if not each.hardware.configured)
