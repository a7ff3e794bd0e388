# SPDX-License-Identifier: Apache-2.0
"""How ``gatehash hash`` and ``gatehash sum`` print digests of files and check lists of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import asdict
from functools import partial
from typing import Any

import typer

from gatehash.catalog import Job
from gatehash.cli.check import Checked, Manner, check_sums
from gatehash.cli.digests import Digester, Hashed, digester, pieces, say_failed, shown_bytes
from gatehash.cli.engines import Engine, Uart, check_simulated
from gatehash.cli.fields import given
from gatehash.cli.files import Part, placing
from gatehash.cli.listed import Listed, NamedByTags, Place
from gatehash.cli.names import quoted, utf8
from gatehash.cli.options import print_json
from gatehash.cli.progress import be_quiet
from gatehash.cli.streams import WriteError, say
from gatehash.cli.sums import ListError, Reader, read_sums, sum_line
from gatehash.errors import GatehashError, RefusedError, counted

__all__ = ["MOST_THREADS", "hash_files", "noted"]

MOST_THREADS = 64
# Simulators that wait for their next file, of a list of several functions.
_MOST_RUNNING = 4
# Under this key a context has the one of three options that was given last.
_LAST = "gatehash.hash.last"


def noted(context: typer.Context, parameter: typer.CallbackParam, value: bool) -> bool:
    """Note the last of several options that override each other; none but --warn wants progress."""
    if value:
        if parameter.name != "warn":
            be_quiet()
        context.meta[_LAST] = parameter.name
    return value


def hash_files(
    context: typer.Context,
    *,
    files: list[str] | None,
    algorithm: str | None,
    design_name: str | None,
    engine: Engine | Uart,
    as_json: bool,
    tag: bool,
    zero: bool,
    binary: bool | None,
    check: bool,
    ignore_missing: bool,
    quiet: bool,
    status: bool,
    strict: bool,
    warn: bool,
    details: bool = False,
    verify: bool = False,
    netlist: str | None = None,
    waves: str | None = None,
    threads: int | None = None,
    has_usual: bool = True,
    **values: Any,
) -> None:
    """Print digests of files, or check lists; the arguments are the options of the commands.

    Parameters
    ----------
    has_usual : bool
        Whether there is a hash function where none is named.
    """
    names = files or ["-"]
    parameters, key_files = given(values, names)
    check_simulated(engine, waves=waves, netlist=netlist, threads=threads)
    if verify and engine is Engine.MODEL:
        raise GatehashError(
            "--verify compares with the golden model, which --engine model asks itself; choose one"
        )
    form = {"--tag": tag, "--zero": zero, "--binary or --text": binary is not None}
    manners = {"--status": status, "--warn": warn}
    manners |= {"--ignore-missing": ignore_missing, "--strict": strict}
    _refuse_form(form, check=check, as_json=as_json, details=details)
    for option, is_given in manners.items():
        if is_given and not check:
            raise GatehashError(f"{option} says how a list is checked; it needs --check")
    if tag and binary is False:
        raise GatehashError("--tag and --text exclude each other; choose one")
    if as_json and details:
        raise GatehashError("--json and --details exclude each other; choose one")
    if check and (details or waves is not None):
        option = "--details" if details else "--waves"
        raise GatehashError(f"{option} applies to files that are hashed; it excludes --check")
    if algorithm is None and not has_usual and not check:
        raise GatehashError(
            "sum has no default hash function; name one with --algorithm, such as sha256"
        )
    last = context.meta.get(_LAST)
    manner = Manner(
        quiet=last == "quiet",
        silent=last == "status",
        warn=last == "warn",
        strict=strict,
        ignores_missing=ignore_missing,
    )
    with ExitStack() as stack:
        link = None
        if isinstance(engine, Uart):
            from gatehash.board import BoardLink  # with all that builds for boards

            link = stack.enter_context(BoardLink(engine.device))
        place = Place(design_name, link)
        computing = partial(
            digester, engine=engine, link=link, netlist=netlist, threads=threads, verify=verify
        )
        if check:
            listed: Listed
            if algorithm is None:
                listed = NamedByTags(place, parameters, has_usual=has_usual)
            else:
                listed = place.function(algorithm, parameters)
                listed.usual()
            done = _check(names, listed, stack.enter_context(_running(computing)), manner, as_json)
        else:
            job = place.function(algorithm, parameters).usual()
            part = stack.enter_context(_recording(waves, [*names, *key_files]))
            digest = stack.enter_context(computing(job, recording=part, steady=as_json or details))
            line = partial(
                sum_line, tag=job.tag if tag else "", binary=bool(binary), escapes=not zero
            )
            results: list[Hashed] = []
            show: Callable[[Hashed], None] = partial(_print_line, line, "\0" if zero else "\n")
            if as_json:
                show = results.append
            elif details:
                show = _print_details
            done = _hash(names, digest, show)
            if as_json:
                print_json([{**asdict(each), "file": utf8(each.file)} for each in results])
    if not done:
        raise typer.Exit(1)


def _refuse_form(options: Mapping[str, bool], *, check: bool, as_json: bool, details: bool) -> None:
    excluded = {"--check": check, "--json": as_json, "--details": details}
    for option, is_given in options.items():
        for other, is_other in excluded.items():
            if is_given and is_other:
                raise GatehashError(
                    f"{option} is the form of lines that are written; it excludes {other}"
                )


# Digests of files


@contextmanager
def _recording(name: str | None, inputs: Iterable[str]) -> Iterator[Part | None]:
    """Yield a path for waveforms; an older recording stays until the new one is complete."""
    if name is None:
        yield None
        return
    with placing(name, inputs) as part:
        part.wanted = False
        try:
            yield part
        except WriteError:
            raise
        except GatehashError as error:
            raise GatehashError(f"recording {quoted(name)}: {error}") from error


def _hash(names: list[str], digest: Digester, show: Callable[[Hashed], None]) -> bool:
    """Hash files and show their digests; return whether all succeeded."""
    done = True
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
                show(result)
    return done


def _print_line(line: Callable[[str, str], str], end: str, result: Hashed) -> None:
    print(line(result.digest, result.file), end=end, flush=True)


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


# Checks of lists


@contextmanager
def _running(
    computing: Callable[..., Any],
) -> Iterator[Callable[[Job], Digester]]:
    """Make the function that returns what computes a job; the last few stay ready."""
    running: dict[tuple[str, str, int], tuple[ExitStack, Digester]] = {}

    def of_job(job: Job) -> Digester:
        key = (job.design.name, job.name, job.digest_bits)
        if key not in running:
            if len(running) == _MOST_RUNNING:
                oldest = next(iter(running))
                running.pop(oldest)[0].close()
            stack = ExitStack()
            running[key] = (stack, stack.enter_context(computing(job)))
        # The one that was used last is the last.
        running[key] = running.pop(key)
        return running[key][1]

    try:
        yield of_job
    finally:
        for stack, _ in running.values():
            stack.close()


def _check(
    names: list[str],
    listed: Listed,
    of_job: Callable[[Job], Digester],
    manner: Manner,
    as_json: bool,
) -> bool:
    """Check lists, and print what comes of it; return whether all is well."""
    results: list[Checked] = []
    done = True
    # One for all lists: as in GNU's tools, the first line without a tag decides their form.
    reader = Reader(lambda tag, bits: listed.job(tag, bits) is not None)
    for name in names:
        try:
            lines = read_sums(name, reader)
            show = results.append if as_json else None
            done = check_sums(name, lines, listed, of_job, manner, show) and done
        except ListError as error:
            say(str(error))
            done = False
    if as_json:
        print_json([each.plain() for each in results])
    return done
