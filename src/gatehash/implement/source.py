# SPDX-License-Identifier: Apache-2.0
"""The inputs of a measurement: its netlist, and a digest of each further one."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from gatehash.catalog import BoundaryName, Design
from gatehash.implement.elaborated import Elaboration, of_boundary
from gatehash.implement.passes import COMMANDS
from gatehash.implement.record import record_name, synth_command
from gatehash.implement.scripts import commands_without_sources, nextpnr_arguments, without
from gatehash.implement.targets import Device, Target
from gatehash.records.meaning import code_digest

__all__ = ["INPUTS", "READER", "Measurement", "digest", "flow_inputs", "synthesis"]

READER = "1"
"""Version of what reads the tools' output and counts cells. It rises when archived outputs of the
tools, in ``tests/implement/archive``, read differently."""

INPUTS = {
    "netlist": "netlist",
    "synthesis": "commands of Yosys",
    "place_and_route": "arguments of nextpnr",
    "reader": "reader of the tools' output",
}
"""Inputs of a measurement, in words."""


@dataclass(frozen=True)
class Measurement:
    """A boundary of a design on a target: what a result is of.

    Parameters
    ----------
    design : Design
        The design.
    target : Target
        The target.
    boundary : {"core", "stream"}
        The boundary.
    """

    design: Design
    target: Target
    boundary: BoundaryName

    @property
    def name(self) -> str:
        """The measurement in words."""
        return f"{self.design.name} {self.target.name} {self.boundary}"

    @property
    def path(self) -> Path:
        """Path of its record below a folder of results."""
        return record_name(self.design.name, self.target.name, self.boundary)

    @property
    def again(self) -> str:
        """How it is measured again."""
        command = synth_command(self.design.name, self.target.name, self.boundary)
        return f"measure again: {command}"

    @property
    def derivations(self) -> tuple[Elaboration]:
        """The elaboration of its netlist."""
        return (of_boundary(self.design.hardware, self.target, self.boundary),)

    def inputs(self, derived: Sequence[str], /) -> dict[str, str]:
        """Return what the result depends on except the versions of the tools, see :data:`INPUTS`.

        The netlist is the RTL after elaboration, without names. The commands of Yosys include the
        code of the library's own. The arguments of nextpnr are without the router, which a run
        names.
        """
        (netlist,) = derived
        part = self.design.hardware.part is not None
        return {"netlist": netlist, **flow_inputs(self.target, part=part)}


def flow_inputs(target: Target, *, part: bool) -> Mapping[str, str]:
    """Return those inputs that are the same for all designs, with or without a part."""
    commands = commands_without_sources(target, part=part)
    inputs = {"synthesis": synthesis(commands), "reader": READER}
    if target.place_and_route:
        devices = [(each.capacity, _routerless(target, each)) for each in target.larger]
        inputs["place_and_route"] = digest(
            target.nextpnr, _routerless(target), target.most_filled, devices
        )
    return inputs


@cache
def synthesis(commands: str) -> str:
    """Return the digest of commands of Yosys, with the code of the library's own among them."""
    return digest(commands, _own_commands(commands))


def digest(*values: object) -> str:
    """SHA-256 of values that JSON has, in hexadecimal."""
    return hashlib.sha256(json.dumps(values, sort_keys=True).encode()).hexdigest()


def _own_commands(script: str) -> dict[str, str]:
    """Return digests of the code of those commands in a script that the library adds to Yosys."""
    named = {line.partition(" ")[0] for line in script.splitlines()}
    return {name: code_digest(make) for name, make in COMMANDS.items() if name in named}


def _routerless(target: Target, device: Device | None = None) -> tuple[str, ...]:
    return without(nextpnr_arguments(target, 0, device), "--router")
