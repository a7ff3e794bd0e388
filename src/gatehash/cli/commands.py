# SPDX-License-Identifier: Apache-2.0
"""The commands, their execution, and the exit status of failures."""

import sys
from collections.abc import Sequence
from importlib.metadata import version
from typing import Annotated, Any

import typer

from gatehash.cli import signals
from gatehash.cli.bench import bench
from gatehash.cli.board import board
from gatehash.cli.coverage import coverage
from gatehash.cli.crypt import crypt
from gatehash.cli.doctor import doctor
from gatehash.cli.export import export
from gatehash.cli.fields import option
from gatehash.cli.files import reason
from gatehash.cli.hash import hash_
from gatehash.cli.implement import implement
from gatehash.cli.kat import kat
from gatehash.cli.list import list_
from gatehash.cli.microcode import microcode
from gatehash.cli.mutate import mutate
from gatehash.cli.names import quoted
from gatehash.cli.pick import pick
from gatehash.cli.prove import prove
from gatehash.cli.registers import registers
from gatehash.cli.report import report
from gatehash.cli.scale import scale_
from gatehash.cli.settings import settings
from gatehash.cli.soak import soak_
from gatehash.cli.soc import soc
from gatehash.cli.streams import WriteError, drop, say
from gatehash.cli.sum import sum_
from gatehash.cli.synth import synth
from gatehash.cli.values import BadValue
from gatehash.errors import FieldError, GatehashError

__all__ = ["app", "run"]

app = typer.Typer(
    name="gatehash",
    help="Hash cores for FPGAs: simulate, prove, measure and compare them.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode="markdown",
    pretty_exceptions_enable=False,
)
app.command("list")(list_)
app.command("hash")(hash_)
app.command("sum")(sum_)
app.command("crypt")(crypt)
app.command("bench")(bench)
app.command("kat")(kat)
app.command("soak")(soak_)
app.command("coverage")(coverage)
app.command("synth")(synth)
app.command("implement")(implement)
app.command("settings")(settings)
app.command("prove")(prove)
app.command("mutate")(mutate)
app.command("export")(export)
app.command("board")(board)
app.command("pick")(pick)
app.command("scale")(scale_)
app.command("soc")(soc)
app.add_typer(report, name="report")
app.add_typer(microcode, name="microcode")
app.add_typer(registers, name="registers")
app.command("doctor")(doctor)


def _print_version(asked: bool) -> None:
    if asked:
        print(f"gatehash {version('gatehash')}")
        raise typer.Exit


@app.callback()
def _options(
    print_version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_print_version, is_eager=True, help="Print the version."
        ),
    ] = False,
) -> None:
    pass


def run(arguments: Sequence[str]) -> int:
    """Run the command line; a failure is one line on standard error.

    Parameters
    ----------
    arguments : sequence of str
        The arguments after the command's name.

    Returns
    -------
    int
        The exit status. A signal that stopped the command ends the process at its exit.
    """
    try:
        signals.catch()
        status = _run(arguments)
        signals.check()
        sys.stdout.flush()
    except WriteError as error:
        say(str(error))
        status = 1
    except signals.Stopped as stopped:
        drop()
        signals.die_of(stopped.number)
        status = 128 + stopped.number
    except FieldError as error:
        say(error.spelled(option))
        status = 2
    except GatehashError as error:
        say(str(error))
        status = 2
    except OSError as error:
        name = f"{quoted(str(error.filename))}: " if error.filename else ""
        say(f"{name}{reason(error)}")
        status = 2
    except MemoryError:
        say("out of memory")
        status = 2
    return status


def _run(arguments: Sequence[str]) -> int:
    command = typer.main.get_command(app)
    try:
        with command.make_context("gatehash", list(arguments)) as context:
            command.invoke(context)
    except typer.Exit as ending:
        return ending.exit_code
    except typer.TyperException as error:
        if text := _usage(error, _path(command, arguments)):
            print(text, file=sys.stderr)
        return 2
    return 0


def _path(command: Any, arguments: Sequence[str]) -> str:
    """Return the name of the command of a command line, with its subcommand."""
    path = ["gatehash"]
    for argument in arguments:
        command = getattr(command, "commands", {}).get(argument)
        if command is None:
            break
        path.append(argument)
    return " ".join(path)


def _usage(error: typer.TyperException, path: str) -> str:
    """Return the error of a command line on one line, empty where help was printed."""
    parameter: Any = getattr(error, "param", None)
    if isinstance(error, BadValue) and parameter is not None:
        options = [name for name in parameter.opts if name.startswith("-")]
        label = "/".join(options) or parameter.metavar
        return f"{path}: {label} is {error.message}"
    text = " ".join(error.format_message().split()).rstrip(".")
    return f"{path}: {text[:1].lower()}{text[1:]}; see: {path} --help" if text else ""
