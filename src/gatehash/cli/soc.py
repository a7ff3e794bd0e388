# SPDX-License-Identifier: Apache-2.0
"""``gatehash soc``: a firmware on a simulated RISC-V system with a design behind its bus."""

from __future__ import annotations

import sys
from contextlib import nullcontext
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from gatehash.bus import FUNCTION_NUMBERS
from gatehash.bus.bridges import check_bridged
from gatehash.bus.functions import functions_of
from gatehash.catalog import Design
from gatehash.cli.cores import CORE, read_core
from gatehash.cli.files import reading
from gatehash.cli.names import quoted, utf8
from gatehash.cli.options import JsonOption, print_json
from gatehash.cli.values import BadValue, Whole, path
from gatehash.errors import GatehashError, escaped, shown, unknown
from gatehash.files import bounded, write_new
from gatehash.soc import (
    MOST_BYTES,
    comparison,
    comparisons,
    compiled,
    is_elf,
    run_firmware,
    runtime_files,
)
from gatehash.waits import waiting

__all__ = ["soc"]

_DEFAULT_LIMIT = 10**9
_DEFAULT_BYTES = "64,1024,16384"
_MOST_LENGTHS = 16
_MOST_STATUS = 255
# An ELF file has symbols and debug information besides what goes into the memory.
_MOST_FIRMWARE_BYTES = 1 << 26


def _lengths(value: str) -> tuple[int, ...]:
    """Read lengths of messages, separated by commas."""
    try:
        lengths = tuple(Whole(0, MOST_BYTES)(each) for each in value.split(","))
    except BadValue:
        lengths = ()
    if not 0 < len(lengths) <= _MOST_LENGTHS:
        allowed = f"up to {_MOST_LENGTHS} numbers from 0 to {MOST_BYTES}, separated by commas"
        raise GatehashError(f"--bytes is '{shown(value)}'; it must be {allowed}")
    return lengths


def soc(
    designs: Annotated[
        list[str] | None,
        typer.Argument(
            metavar=f"[{CORE}]...",
            help="Designs behind the system's bus, each with its function.",
        ),
    ] = None,
    run: Annotated[
        str | None,
        typer.Option(
            "--run",
            metavar="FIRMWARE",
            help="Firmware: an ELF executable, an image of memory (.bin), or a C source (.c).",
        ),
    ] = None,
    lengths: Annotated[
        str | None,
        typer.Option(
            "--bytes",
            metavar="N,...",
            help=f"Lengths of the built-in firmware's messages; by default {_DEFAULT_BYTES}.",
        ),
    ] = None,
    algorithm: Annotated[
        str | None,
        typer.Option(
            "--algorithm",
            metavar="NAME",
            help="The built-in firmware's only function; by default all that the design has.",
        ),
    ] = None,
    limit: Annotated[
        int,
        typer.Option(
            "--limit",
            metavar="CYCLES",
            parser=Whole(1, 10**15),
            help="Clock cycles after which a firmware that has not ended is ended.",
        ),
    ] = _DEFAULT_LIMIT,
    runtime: Annotated[
        Path | None,
        typer.Option(
            "--runtime",
            metavar="DIR",
            parser=path,
            help="Write start-up code, linker script, runtime and driver into a new folder, and "
            "run nothing.",
        ),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Run a firmware on a simulated RISC-V system that has designs behind its bus.

    The built-in firmware computes every function of the design in software, through the driver with
    polling and through the driver with interrupts, compares the answers and prints the cycles of
    each. The firmware's output goes to standard output, and standard input to its UART. Its exit
    status is the command's; above 255 it is 255.
    """
    if runtime is not None:
        if designs or (run, lengths, algorithm) != (None,) * 3:
            raise GatehashError("--runtime DIR stands alone")
        write_new(runtime, runtime_files(), "the runtime")
        print(escaped(str(runtime)))
        return
    if not designs:
        raise GatehashError("soc needs a DESIGN; see: gatehash soc --help")
    cores = [*map(read_core, designs)]
    chosen, *beside = (each.built for each in cores)
    for each in (chosen, *beside):
        check_bridged(each, each.hardware)
    if run is None and beside:
        raise GatehashError("the built-in firmware is for one DESIGN; several are for --run")
    if run is None and cores[0].digest_bits is not None:
        raise GatehashError("the built-in firmware has answers of usual length; BITS is for --run")
    if run is None:
        sizes = _lengths(_DEFAULT_BYTES if lengths is None else lengths)
        firmware = comparison(sizes, _number(chosen, algorithm))
    elif lengths is not None or algorithm is not None:
        raise GatehashError("--bytes and --algorithm are for the built-in firmware, not for --run")
    else:
        firmware = _read(run)
    said = bytearray()
    # The spinner would stand among what the firmware prints.
    names = ", ".join(each.name for each in (chosen, *beside))
    output = said.extend if as_json else _print
    simulating = waiting(f"simulating a system with {names}")
    with simulating if as_json else nullcontext():
        ended = run_firmware(chosen, firmware, limit, output, beside=beside)
    if as_json:
        text = said.decode("utf-8", "backslashreplace")
        # Where an answer is wrong, the output says which, and there is nothing to compare.
        whole = run is None and ended.status == 0
        print_json(
            {
                "design": chosen.name,
                "beside": [each.name for each in beside],
                "firmware": None if run is None else utf8(run),
                **asdict(ended),
                "output": text,
                "compared": [asdict(each) for each in comparisons(text)] if whole else [],
            }
        )
    if ended.status:
        raise typer.Exit(min(ended.status, _MOST_STATUS))


def _number(design: Design, algorithm: str | None) -> int | None:
    if algorithm is None:
        return None
    names = functions_of(design, design.hardware)
    if algorithm not in names and algorithm in design.algorithms:
        raise GatehashError(
            f"the hardware has the functions {', '.join(names)}; {design.name}:{algorithm} in the "
            f"place of the design has {algorithm}"
        )
    if algorithm not in names:
        raise unknown(f"function of {design.name}", algorithm, names, "gatehash list --json")
    return FUNCTION_NUMBERS[algorithm]


def _read(name: str) -> bytes:
    """Return a firmware, which is compiled if it is a C source.

    A file that has neither the signature of ELF nor an ending that says what it is would run as
    code, whatever it is.
    """
    with reading(name) as stream:
        try:
            content = bounded(stream, _MOST_FIRMWARE_BYTES, "programs")
        except GatehashError as error:
            raise GatehashError(f"{quoted(name)}: {error}") from error
    if is_elf(content) or name.endswith(".bin") or not content:
        return content
    if not name.endswith(".c"):
        raise GatehashError(
            f"{quoted(name)} is no ELF executable; other firmware is an image of memory, whose "
            "name ends in .bin, or a C source, whose name ends in .c"
        )
    return compiled({Path(name).name: content}, [f"-I{Path(name).absolute().parent}"], utf8(name))


def _print(piece: bytes) -> None:
    sys.stdout.flush()
    sys.stdout.buffer.write(piece)
    sys.stdout.flush()
