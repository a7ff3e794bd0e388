# SPDX-License-Identifier: Apache-2.0
"""``gatehash hash``: digests of files, computed by simulated hardware."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass
from enum import Enum
from pathlib import Path
from typing import IO, Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, DownloadColumn, Progress, TimeRemainingColumn

from gatehash.catalog import DEFAULT, Design, find
from gatehash.cli.options import JsonOption, hexadecimal, print_json
from gatehash.cli.sums import check_sums, sum_line
from gatehash.errors import GatehashError, RefusedError
from gatehash.simulate import NETLIST_TARGETS, Simulation, steady_cycles_per_block

__all__ = ["Engine", "NetlistOption", "hash_"]

_PIECE = 1 << 18
# Shorter inputs are over before a bar is drawn.
_BAR_FROM_BYTES = 1 << 20


class Engine(Enum):
    """What computes the digests."""

    RTL = "rtl"
    MODEL = "model"


@dataclass(frozen=True)
class Hashed:
    """One file's digest and how it came about; cycles and agreement are None where not had."""

    digest: str
    file: str
    design: str
    algorithm: str
    engine: str
    message_bytes: int
    blocks: int
    cycles: int | None
    cycles_per_block: float | None
    seconds: float
    model_agrees: bool | None


NetlistOption = Annotated[
    str | None,
    typer.Option(
        "--netlist",
        metavar="|".join(NETLIST_TARGETS),
        help="Simulate what synthesis makes of the design for a target, not the RTL.",
    ),
]


Digester = Callable[[str, Iterable[bytes]], Hashed]


@contextmanager
def _digester(
    design: Design, engine: Engine, *, netlist: str | None, waves: Path | None, verify: bool
) -> Iterator[Digester]:
    """Make the function that turns a name and the pieces of a message into a digest."""
    with ExitStack() as stack:
        simulation: Simulation | None = None
        if engine is Engine.RTL:
            simulation = stack.enter_context(Simulation(design, waves=waves, netlist=netlist))
        steady: list[float] = []

        def digest(name: str, pieces: Iterable[bytes]) -> Hashed:
            started = time.perf_counter()
            model = design.algorithm.model() if verify or simulation is None else None
            size = 0

            def counted() -> Iterator[bytes]:
                nonlocal size
                for piece in pieces:
                    size += len(piece)
                    if model is not None:
                        model.update(piece)
                    yield piece

            cycles = None
            if simulation is not None:
                answer = simulation.ask(counted())
                why = design.algorithm.refusal(size)
                if answer.error:
                    raise RefusedError(why or f"{design.name} refused the message")
                value, cycles = answer.data, answer.cycles
            else:
                assert model is not None
                for _ in counted():
                    pass
                if why := design.algorithm.refusal(size):
                    raise RefusedError(why)
                value = model.digest()
            seconds = time.perf_counter() - started
            # A recording holds the user's messages only.
            if simulation is not None and waves is None and not steady:
                steady.append(steady_cycles_per_block(simulation))
            return Hashed(
                digest=value.hex(),
                file=name,
                design=design.name,
                algorithm=design.algorithm.name,
                engine=engine.value if netlist is None else f"{netlist} netlist",
                message_bytes=size,
                blocks=design.algorithm.blocks(size),
                cycles=cycles,
                cycles_per_block=steady[0] if steady else None,
                seconds=round(seconds, 6),
                model_agrees=value == model.digest() if verify and model is not None else None,
            )

        yield digest


def _pieces(name: str, advance: Callable[[int], None]) -> Iterator[bytes]:
    with ExitStack() as stack:
        stream: IO[bytes] = (
            sys.stdin.buffer if name == "-" else stack.enter_context(Path(name).open("rb"))
        )
        while piece := stream.read(_PIECE):
            yield piece
            advance(len(piece))


@contextmanager
def _bar(names: list[str]) -> Iterator[Callable[[int], None]]:
    """Show progress over the files where they are long and a person is watching."""
    total = sum(path.stat().st_size for path in map(Path, names) if path.is_file())
    if not sys.stderr.isatty() or (total < _BAR_FROM_BYTES and "-" not in names):
        yield lambda _: None
        return
    columns = (BarColumn(), DownloadColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("", total=None if "-" in names else total)
        yield lambda size: progress.advance(task, size)


def _say(name: str, error: OSError | RefusedError) -> None:
    reason = error.strerror if isinstance(error, OSError) else error
    print(f"gatehash: {name}: {reason}", file=sys.stderr)


def _print_details(result: Hashed) -> None:
    agrees = {True: "agrees", False: "DIFFERS", None: "not asked"}[result.model_agrees]
    cycles = "-" if result.cycles is None else str(result.cycles)
    steady = "-" if result.cycles_per_block is None else f"{result.cycles_per_block:g}"
    for label, value in (
        ("digest", result.digest),
        ("file", result.file),
        ("design", f"{result.design} ({result.algorithm}, {result.engine})"),
        ("message", f"{result.message_bytes} bytes, {result.blocks} blocks"),
        ("cycles", cycles),
        ("cycles/block", steady),
        ("golden model", agrees),
    ):
        print(f"{label:<13} {value}")


def hash_(
    files: Annotated[
        list[str] | None, typer.Argument(metavar="[FILE]...", help="Files; - is standard input.")
    ] = None,
    design_name: Annotated[
        str, typer.Option("--design", metavar="NAME", help="Design that computes the digests.")
    ] = DEFAULT,
    algorithm: Annotated[
        str | None,
        typer.Option("--algorithm", metavar="NAME", help="Hash function, of a design of several."),
    ] = None,
    engine: Annotated[
        Engine, typer.Option("--engine", help="Simulated hardware or the golden model.")
    ] = Engine.RTL,
    digest_bits: Annotated[
        int | None, typer.Option("--digest-bits", metavar="N", help="Digest length in bits.")
    ] = None,
    salt: Annotated[
        str | None, typer.Option("--salt", metavar="HEX", help="Salt, where BLAKE is to have one.")
    ] = None,
    prepadded: Annotated[
        bool, typer.Option("--prepadded", help="Files hold padded blocks; nothing is added.")
    ] = False,
    check: Annotated[
        Path | None,
        typer.Option("--check", metavar="SUMS", help="Check the digests listed in a file."),
    ] = None,
    netlist: NetlistOption = None,
    waves: Annotated[
        Path | None, typer.Option("--waves", metavar="OUT.fst", help="Record waveforms.")
    ] = None,
    verify: Annotated[
        bool, typer.Option("--verify", help="Compare every digest with the golden model's.")
    ] = False,
    details: Annotated[
        bool, typer.Option("--details", help="Print cycles and sizes below each other.")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Hash files on simulated hardware; print lines as sha256sum does.

    Files stream through one simulator process. A file that can't be read is named on standard
    error, the others are hashed all the same, and the exit status is 1.
    """
    design = find(design_name).with_algorithm(algorithm).with_digest_bits(digest_bits)
    design = design.with_salt(None if salt is None else hexadecimal("salt", salt))
    if prepadded:
        design = design.for_padded()
    if waves is not None and engine is Engine.MODEL:
        raise GatehashError("--waves records simulated hardware; it can't go with --engine model")
    if netlist is not None and engine is Engine.MODEL:
        raise GatehashError("--netlist is simulated hardware; it can't go with --engine model")
    if check is not None and (files or as_json or details):
        raise GatehashError("--check takes the files from the list: no FILE, --json or --details")

    with _digester(design, engine, netlist=netlist, waves=waves, verify=verify) as digest:
        if check is not None:
            matched = check_sums(
                check,
                design.algorithm.digest_bits,
                lambda name: digest(name, _pieces(name, lambda _: None)).digest,
            )
            raise typer.Exit(0 if matched else 1)

        names = files or ["-"]
        results, failed = [], False
        with _bar(names) as advance:
            for name in names:
                try:
                    result = digest(name, _pieces(name, advance))
                except (OSError, RefusedError) as error:
                    _say(name, error)
                    failed = True
                    continue
                if result.model_agrees is False:
                    print(f"gatehash: {name}: the golden model differs", file=sys.stderr)
                    failed = True
                if as_json:
                    results.append(asdict(result))
                elif details:
                    _print_details(result)
                else:
                    print(sum_line(result.digest, name), flush=True)
    if as_json:
        print_json(results)
    if failed:
        raise typer.Exit(1)
