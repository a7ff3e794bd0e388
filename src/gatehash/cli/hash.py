# SPDX-License-Identifier: Apache-2.0
"""``gatehash hash``: digests of files, computed by simulated hardware."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

from gatehash.board import BoardLink
from gatehash.catalog import DEFAULT, Job, find
from gatehash.cli.engines import AnyEngineOption, Engine, Uart, check_simulated
from gatehash.cli.fields import given, with_fields
from gatehash.cli.files import Part, placing, reading, reason
from gatehash.cli.names import quoted, utf8
from gatehash.cli.options import JsonOption, print_json
from gatehash.cli.progress import bar
from gatehash.cli.streams import WriteError, say
from gatehash.cli.sums import check_sums, read_sums, sum_line
from gatehash.errors import GatehashError, RefusedError, counted
from gatehash.simulate import NETLIST_TARGETS, Simulation, steady_cycles_per_block

__all__ = ["NetlistOption", "hash_"]

_PIECE = 1 << 18
# Shorter inputs end before a bar is drawn.
_BAR_FROM_BYTES = 1 << 20


@dataclass(frozen=True)
class Hashed:
    """One file's digest with its circumstances; unknown cycles and agreement are None."""

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
        help="Simulate the netlist that synthesis makes for a target in place of the RTL.",
    ),
]


Digester = Callable[[str, Iterable[bytes]], Hashed]


@contextmanager
def _recording(name: str, inputs: Iterable[str]) -> Iterator[Part]:
    """Yield a path for waveforms; an older recording stays until the new one is complete."""
    with placing(name, inputs) as part:
        part.wanted = False
        try:
            yield part
        except WriteError:
            raise
        except GatehashError as error:
            raise GatehashError(f"recording {quoted(name)}: {error}") from error


@contextmanager
def _digester(
    job: Job,
    engine: Engine | Uart,
    link: BoardLink | None,
    *,
    netlist: str | None,
    recording: Part | None,
    verify: bool,
) -> Iterator[Digester]:
    """Make the function that turns a name and the pieces of a message into a digest."""
    with ExitStack() as stack:
        simulation: Simulation | None = None
        if engine is Engine.RTL:
            waves = None if recording is None else recording.path
            simulation = stack.enter_context(Simulation(job, waves=waves, netlist=netlist))
        steady: list[float] = []

        def digest(name: str, pieces: Iterable[bytes]) -> Hashed:
            started = time.perf_counter()
            model = job.model() if verify or engine is Engine.MODEL else None
            size = 0

            def counted() -> Iterator[bytes]:
                nonlocal size
                for piece in pieces:
                    size += len(piece)
                    if model is not None:
                        model.update(piece)
                    yield piece

            cycles = None
            if simulation is not None or link is not None:
                if simulation is not None:
                    answer = simulation.ask(counted())
                    value, error, cycles = answer.data, answer.error, answer.cycles
                else:
                    assert link is not None
                    value, error = link.ask(job, counted())
                if recording is not None:
                    recording.wanted = True
                why = job.refusal(size)
                if error:
                    raise RefusedError(why or f"{job.design.name} refused the message")
            else:
                assert model is not None
                for _ in counted():
                    pass
                if why := job.refusal(size):
                    raise RefusedError(why)
                value = model.digest()
            seconds = time.perf_counter() - started
            # A recording holds the user's messages only.
            if simulation is not None and recording is None and not steady:
                steady.append(steady_cycles_per_block(simulation))
            return Hashed(
                digest=value.hex(),
                file=name,
                design=job.design.name,
                algorithm=job.name,
                engine=engine.value if netlist is None else f"{netlist} netlist",
                message_bytes=size,
                blocks=job.blocks(size),
                cycles=cycles,
                cycles_per_block=steady[0] if steady else None,
                seconds=round(seconds, 6),
                model_agrees=value == model.digest() if verify and model is not None else None,
            )

        yield digest


def _pieces(name: str, advance: Callable[[int], None]) -> Iterator[bytes]:
    with reading(name) as stream:
        while piece := stream.read(_PIECE):
            yield piece
            advance(len(piece))


def _total(names: Iterable[str]) -> int | None:
    """Return the total length of files in bytes, None where standard input is one of them."""
    if "-" in names:
        return None
    total = 0
    for path in map(Path, names):
        with suppress(OSError):  # reported when the file is read
            if path.is_file():
                total += path.stat().st_size
    return total


def _say(name: str, error: OSError | RefusedError) -> None:
    say(f"{quoted(name)}: {reason(error) if isinstance(error, OSError) else error}")


def _print_details(result: Hashed) -> None:
    agrees = {True: "agrees", False: "DIFFERS", None: "not asked"}[result.model_agrees]
    cycles = "-" if result.cycles is None else str(result.cycles)
    steady = "-" if result.cycles_per_block is None else f"{result.cycles_per_block:g}"
    for label, value in (
        ("digest", result.digest),
        ("file", quoted(result.file)),
        ("design", f"{result.design} ({result.algorithm}, {result.engine})"),
        ("message", f"{counted(result.message_bytes, 'byte')}, {counted(result.blocks, 'block')}"),
        ("cycles", cycles),
        ("cycles/block", steady),
        ("golden model", agrees),
    ):
        print(f"{label:<13} {value}")


@with_fields(hashes=True)
def hash_(
    files: Annotated[
        list[str] | None, typer.Argument(metavar="[FILE]...", help="Files; - is standard input.")
    ] = None,
    design_name: Annotated[
        str | None,
        typer.Option(
            "--design",
            metavar="NAME",
            help=f"Design that computes the digests; by default {DEFAULT}, or the board's.",
        ),
    ] = None,
    algorithm: Annotated[
        str | None,
        typer.Option("--algorithm", metavar="NAME", help="Hash function, for a design of several."),
    ] = None,
    engine: AnyEngineOption = Engine.RTL,
    check: Annotated[
        str | None,
        typer.Option("--check", metavar="SUMS", help="Check the digests listed in a file."),
    ] = None,
    netlist: NetlistOption = None,
    waves: Annotated[
        str | None, typer.Option("--waves", metavar="OUT.fst", help="Record waveforms.")
    ] = None,
    verify: Annotated[
        bool, typer.Option("--verify", help="Compare every digest with the golden model's.")
    ] = False,
    details: Annotated[
        bool, typer.Option("--details", help="Print cycles and sizes below each other.")
    ] = False,
    as_json: JsonOption = False,
    **values: Any,
) -> None:
    """Hash files on simulated hardware, or on a board; print lines as sha256sum does.

    Files stream through one simulator process. A file that can't be read is named on standard
    error, the others are still hashed, and the exit status is 1.
    """
    names = files or ["-"]
    parameters, key_files = given(values, names if check is None else [check])
    check_simulated(engine, waves=waves, netlist=netlist)
    if check is not None and (files or as_json or details):
        raise GatehashError(
            "--check takes the files from the list; it excludes FILE, --json and --details"
        )
    if as_json and details:
        raise GatehashError("--json and --details exclude each other; choose one")

    with ExitStack() as stack:
        link = stack.enter_context(BoardLink(engine.device)) if isinstance(engine, Uart) else None
        if link is not None:
            job = link.job(design_name, algorithm, parameters)
        else:
            job = find(design_name or DEFAULT).job(algorithm, parameters)
        entries = None
        if check is not None:
            entries = read_sums(check, job.name, job.digest_bits)
            names = [check, *(entry.name for entry in entries if entry is not None)]
        recording = (
            None if waves is None else stack.enter_context(_recording(waves, [*names, *key_files]))
        )
        digest = stack.enter_context(
            _digester(job, engine, link, netlist=netlist, recording=recording, verify=verify)
        )
        if entries is not None:
            done = check_sums(
                entries, lambda name: digest(name, _pieces(name, lambda _: None)).digest
            )
        else:
            done = _print_digests(names, digest, as_json=as_json, details=details)
    if not done:
        raise typer.Exit(1)


def _print_digests(names: list[str], digest: Digester, *, as_json: bool, details: bool) -> bool:
    """Hash files and print their digests; return whether all succeeded."""
    results, done = [], True
    with bar(lambda: _total(names), least=_BAR_FROM_BYTES) as shown:
        for name in names:
            try:
                result = digest(name, _pieces(name, shown.advance))
            except (OSError, RefusedError) as error:
                with shown.aside():
                    _say(name, error)
                done = False
                continue
            with shown.aside():
                if result.model_agrees is False:
                    say(f"{quoted(name)}: the golden model differs")
                    done = False
                if as_json:
                    results.append({**asdict(result), "file": utf8(name)})
                elif details:
                    _print_details(result)
                else:
                    print(sum_line(result.digest, name), flush=True)
    if as_json:
        print_json(results)
    return done
