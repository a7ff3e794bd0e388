# SPDX-License-Identifier: Apache-2.0
"""``gatehash hash``: digests of files, computed by simulated hardware."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import asdict
from typing import Annotated, Any

import typer

from gatehash.board import BoardLink
from gatehash.catalog import DEFAULT, find
from gatehash.cli.check import check_sums
from gatehash.cli.digests import Digester, Hashed, digester, pieces, say_failed, shown_bytes
from gatehash.cli.engines import AnyEngineOption, Engine, Uart, check_simulated
from gatehash.cli.fields import given, with_fields
from gatehash.cli.files import Part, placing
from gatehash.cli.names import quoted, utf8
from gatehash.cli.options import JsonOption, print_json
from gatehash.cli.streams import WriteError, say
from gatehash.cli.sums import Reader, called, read_sums, sum_line
from gatehash.cli.values import Whole
from gatehash.errors import GatehashError, RefusedError, counted
from gatehash.simulate import NETLIST_TARGETS

__all__ = ["NetlistOption", "hash_"]

_MOST_THREADS = 64

NetlistOption = Annotated[
    str | None,
    typer.Option(
        "--netlist",
        metavar="|".join(NETLIST_TARGETS),
        help="Simulate the netlist that synthesis makes for a target in place of the RTL.",
    ),
]


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
    threads: Annotated[
        int | None,
        typer.Option(
            "--threads",
            metavar="N",
            parser=Whole(1, _MOST_THREADS),
            help="Threads of the simulator, in place of one; for large designs, such as PHASH.",
        ),
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
    check_simulated(engine, waves=waves, netlist=netlist, threads=threads)
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
            job = find(DEFAULT if design_name is None else design_name).job(algorithm, parameters)
        entries = None
        if check is not None:
            reader = Reader({job.digest_bits: [job.tag]}.get)
            entries = list(read_sums(check, reader))
            listed = [entry.name for _, entry in entries if entry is not None]
            if not listed:
                raise GatehashError(
                    f"{called(check)}: no line holds a digest of {job.digest_bits} bits and a file "
                    "name"
                )
            names = [check, *listed]
        recording = (
            None if waves is None else stack.enter_context(_recording(waves, [*names, *key_files]))
        )
        digest = stack.enter_context(
            digester(
                job,
                engine,
                link,
                netlist=netlist,
                threads=threads,
                recording=recording,
                verify=verify,
                steady=as_json or details,
            )
        )
        if check is not None and entries is not None:
            done = check_sums(check, entries, lambda _: digest, job.tag)
        else:
            done = _print_digests(names, digest, as_json=as_json, details=details)
    if not done:
        raise typer.Exit(1)


def _print_digests(names: list[str], digest: Digester, *, as_json: bool, details: bool) -> bool:
    """Hash files and print their digests; return whether all succeeded."""
    results, done = [], True
    with shown_bytes(names) as shown:
        for name in names:
            try:
                result = digest(name, pieces(name, shown.advance))
            except (OSError, RefusedError) as error:
                with shown.aside():
                    say_failed(name, error)
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
