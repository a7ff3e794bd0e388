# SPDX-License-Identifier: Apache-2.0
"""``gatehash sum``: lists of digests as sha256sum writes and checks them, on hardware."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from functools import cache, partial
from typing import Annotated, Any

import typer

from gatehash.board import BoardLink
from gatehash.catalog import Function, Job, find, hash_function
from gatehash.cli.check import Manner, check_sums
from gatehash.cli.digests import Digester, digester, pieces, say_failed, shown_bytes
from gatehash.cli.engines import AnyEngineOption, Engine, Uart
from gatehash.cli.fields import given, with_fields
from gatehash.cli.streams import say
from gatehash.cli.sums import ListError, Reader, read_sums, sum_line
from gatehash.errors import GatehashError, RefusedError

__all__ = ["sum_"]

_LENGTH = "digest_bits"
# Under this key a context has the one of three options that was given last.
_LAST = "gatehash.sum.last"


class _Listed:
    """A hash function as lists of digests have it, with digests of one length or of several.

    Parameters
    ----------
    algorithm : str
        The function as the user wrote it. A name that ends with a digest length stands for digests
        of that length alone.
    function : Function
        The function.
    bind : callable
        Returns the job for a name of the function and values.
    values : mapping
        What the user gives.
    """

    def __init__(
        self,
        algorithm: str,
        function: Function,
        bind: Callable[[str, Mapping[str, Any]], Job],
        values: Mapping[str, Any],
    ) -> None:
        self._function, self._bind, self._values = function, bind, values
        # What lists call it tells no length.
        self._name = algorithm if function.called(algorithm) is not None else None
        self.kind = function.tag or function.name.upper()
        self.tags: Callable[[int], Collection[str]] = cache(self._tags)
        """What lists may call the function with digests of so many bits."""

    def job(self) -> Job:
        """Return the job for digests of the length that the user gives."""
        return self._job(self._values.get(_LENGTH))

    def _job(self, digest_bits: int | None) -> Job:
        if digest_bits is None:
            return self._bind(self._name or self._function.name, self._values)
        name = self._name or self._function.sized(digest_bits)
        return self._bind(name, {**self._values, _LENGTH: digest_bits})

    def of_length(self, digest_bits: int) -> Job | None:
        """Return the job for digests of so many bits; None if the function has not that length."""
        usual = self.job()
        if usual.digest_bits == digest_bits:
            return usual
        with suppress(GatehashError):
            job = self._job(digest_bits)
            # With another length it may be another function, such as SHA-224.
            others = {each.name for each in job.design.functions} - {self._function.name}
            return None if job.name in others else job
        return None

    def _tags(self, digest_bits: int) -> Collection[str]:
        job = self.of_length(digest_bits)
        if job is None:
            return ()
        tag = self._function.tag
        return (job.tag,) if tag is None else (job.tag, f"{tag}-{digest_bits}")


@contextmanager
def _computing(
    listed: _Listed, engine: Engine | Uart, link: BoardLink | None
) -> Iterator[Callable[[int], Digester]]:
    """Make the function that returns what computes digests of so many bits, one at a time."""
    with ExitStack() as stack:
        running: dict[int, Digester] = {}

        def of_length(digest_bits: int) -> Digester:
            if digest_bits not in running:
                running.clear()
                stack.close()
                job = listed.of_length(digest_bits)
                assert job is not None
                running[digest_bits] = stack.enter_context(digester(job, engine, link))
            return running[digest_bits]

        yield of_length


def _last(context: typer.Context, parameter: typer.CallbackParam, value: bool) -> bool:
    """Note the last of several options that override each other."""
    if value:
        context.meta[_LAST] = parameter.name
    return value


@with_fields(hashes=True, short={_LENGTH: ("-l", "--length")})
def sum_(
    context: typer.Context,
    algorithm: Annotated[
        str,
        typer.Option(
            "--algorithm",
            "-a",
            metavar="NAME",
            help="Hash function: as gatehash list has it, or as lists of digests do (sha256).",
        ),
    ],
    files: Annotated[
        list[str] | None, typer.Argument(metavar="[FILE]...", help="Files; - is standard input.")
    ] = None,
    design_name: Annotated[
        str | None,
        typer.Option(
            "--design",
            metavar="NAME",
            help="Design that computes the digests; by default the board's, or the first that can.",
        ),
    ] = None,
    engine: AnyEngineOption = Engine.RTL,
    tag: Annotated[
        bool, typer.Option("--tag", help="Write lines with the function's name, as BSD does.")
    ] = False,
    zero: Annotated[
        bool, typer.Option("--zero", "-z", help="End lines with NUL, and escape no names.")
    ] = False,
    binary: Annotated[
        bool | None,
        typer.Option(
            "--binary/--text", "-b/-t", help="Mark names with an asterisk or not; files are equal."
        ),
    ] = None,
    check: Annotated[
        bool, typer.Option("--check", "-c", help="Check the digests that are listed in the files.")
    ] = False,
    ignore_missing: Annotated[
        bool, typer.Option("--ignore-missing", help="Skip listed files that do not exist.")
    ] = False,
    quiet: Annotated[
        bool, typer.Option("--quiet", callback=_last, help="Print no line for files that match.")
    ] = False,
    status: Annotated[
        bool, typer.Option("--status", callback=_last, help="Print nothing but errors.")
    ] = False,
    strict: Annotated[
        bool, typer.Option("--strict", help="Fail at improperly formatted lines.")
    ] = False,
    warn: Annotated[
        bool, typer.Option("--warn", "-w", callback=_last, help="Name improperly formatted lines.")
    ] = False,
    **values: Any,
) -> None:
    """Print or check lists of digests as sha256sum, b2sum, b3sum and sha3sum do, on hardware.

    Files stream through one simulator process. A file that can't be read is named on standard
    error, the others are still hashed, and the exit status is 1.
    """
    names = files or ["-"]
    parameters, _ = given(values, names)
    how = {"--quiet": quiet, "--status": status, "--warn": warn}
    _refuse_form(check, {"--tag": tag, "--zero": zero, "--binary or --text": binary is not None})
    _refuse_manner(check, {"--ignore-missing": ignore_missing, "--strict": strict, **how})
    if tag and binary is False:
        raise GatehashError("--tag and --text exclude each other; choose one")
    last = context.meta.get(_LAST)
    manner = Manner(
        quiet=last == "quiet",
        silent=last == "status",
        warn=last == "warn",
        strict=strict,
        ignores_missing=ignore_missing,
    )
    with ExitStack() as stack:
        link = stack.enter_context(BoardLink(engine.device)) if isinstance(engine, Uart) else None
        listed = _listed(algorithm, design_name, link, parameters)
        job = listed.job()
        of_length = stack.enter_context(_computing(listed, engine, link))
        if check:
            reader = Reader(listed.tags)
            done = [_check(name, reader, of_length, listed.kind, manner) for name in names]
        else:
            digest = of_length(job.digest_bits)
            form = partial(
                sum_line, tag=job.tag if tag else "", binary=bool(binary), escapes=not zero
            )
            done = _print(names, digest, form, end="\0" if zero else "\n")
    if not all(done):
        raise typer.Exit(1)


def _refuse_form(check: bool, options: Mapping[str, bool]) -> None:
    for option, is_given in options.items():
        if check and is_given:
            raise GatehashError(
                f"{option} is the form of lines that are written; it excludes --check"
            )


def _refuse_manner(check: bool, options: Mapping[str, bool]) -> None:
    for option, is_given in options.items():
        if is_given and not check:
            raise GatehashError(f"{option} says how a list is checked; it needs --check")


def _listed(
    algorithm: str, design_name: str | None, link: BoardLink | None, values: Mapping[str, Any]
) -> _Listed:
    """Return the hash function of a name, on a board, a design, or the first that computes it."""
    function, first = hash_function(algorithm)
    if link is not None:
        return _Listed(algorithm, function, partial(link.job, design_name), values)
    design = first if design_name is None else find(design_name)
    return _Listed(algorithm, function, design.job, values)


def _check(
    name: str,
    reader: Reader,
    of_length: Callable[[int], Digester],
    kind: str,
    manner: Manner,
) -> bool:
    try:
        return check_sums(name, read_sums(name, reader), of_length, kind, manner)
    except ListError as error:
        say(str(error))
        return False


def _print(
    names: list[str], digest: Digester, form: Callable[[str, str], str], *, end: str
) -> list[bool]:
    """Print the digests of files; return of each whether it has one."""
    done = []
    with shown_bytes(names) as shown:
        for name in names:
            try:
                result = digest(name, pieces(name, shown.advance))
            except (OSError, RefusedError) as error:
                with shown.aside():
                    say_failed(name, error)
                done.append(False)
                continue
            with shown.aside():
                print(form(result.digest, name), end=end, flush=True)
            done.append(True)
    return done
