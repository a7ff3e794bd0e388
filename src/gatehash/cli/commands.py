# SPDX-License-Identifier: Apache-2.0
"""The commands, their execution, and the exit status of failures."""

import inspect
import sys
from collections.abc import Callable, Sequence
from functools import wraps
from importlib import import_module
from importlib.metadata import version
from typing import Annotated, Any

import typer

from gatehash.cli import signals
from gatehash.cli.fields import option
from gatehash.cli.files import reason
from gatehash.cli.names import quoted
from gatehash.cli.progress import be_quiet, shown_waits
from gatehash.cli.streams import WriteError, drop, say
from gatehash.cli.values import BadValue
from gatehash.errors import FieldError, GatehashError

__all__ = ["application", "run"]

# Each command's object in the module of this package that is named as it is.
_COMMANDS = {
    "list": "list_",
    "hash": "hash_",
    "sum": "sum_",
    "crypt": "crypt",
    "bench": "bench",
    "kat": "kat",
    "soak": "soak_",
    "coverage": "coverage",
    "synth": "synth",
    "implement": "implement",
    "settings": "settings",
    "prove": "prove",
    "mutate": "mutate",
    "export": "export",
    "simulate": "simulate",
    "board": "board",
    "pick": "pick",
    "scale": "scale_",
    "soc": "soc",
    "report": "report",
    "microcode": "microcode",
    "registers": "registers",
    "doctor": "doctor",
}


def application(*names: str) -> typer.Typer:
    """Return the application with the commands of these names, or with all of them without a name.

    A command's modules are loaded here, so that one command starts without those of the others.
    """
    app = typer.Typer(
        name="gatehash",
        help="Hash cores for FPGAs: simulate, prove, measure and compare them.",
        no_args_is_help=True,
        add_completion=False,
        rich_markup_mode="markdown",
        pretty_exceptions_enable=False,
        callback=_options,
    )
    for name in names or _COMMANDS:
        command = getattr(import_module(f"gatehash.cli.{name}"), _COMMANDS[name])
        if isinstance(command, typer.Typer):
            for each in command.registered_commands:
                each.callback = each.callback and _with_quiet(each.callback)
            if (group := command.registered_callback) is not None:
                group.callback = group.callback and _with_quiet(group.callback)
            app.add_typer(command, name=name)
        else:
            app.command(name)(_with_quiet(command))
    return app


def _hush(asked: bool) -> None:
    if asked:
        be_quiet()


_QUIET = typer.Option("--quiet", callback=_hush, help="Write no line about long work or progress.")


def _with_quiet(command: Callable[..., Any]) -> Callable[..., Any]:
    """Return a command with an option that silences progress, unless it has one of its own."""
    signature = inspect.signature(command, eval_str=True)
    own = signature.parameters
    if "quiet" in own:
        return command

    @wraps(command)
    def called(quiet: None = None, **given: Any) -> Any:
        return command(**given)

    kind = inspect.Parameter.KEYWORD_ONLY
    quiet = inspect.Parameter("quiet", kind, default=False, annotation=Annotated[bool, _QUIET])
    vars(called)["__signature__"] = signature.replace(parameters=[*own.values(), quiet])
    return called


def _print_version(asked: bool) -> None:
    if asked:
        print(f"gatehash {version('gatehash')}")
        raise typer.Exit


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
    # Without a command there is help, or an error, which name all of them.
    words = [each for each in arguments if each != "--"]
    command = typer.main.get_command(application(*_COMMANDS.keys() & words[:1]))
    # Until here a signal ends the process at once: there is nothing to clean up, and what loads
    # modules may take the exception for its own.
    signals.catch()
    try:
        with shown_waits(), command.make_context("gatehash", list(arguments)) as context:
            command.invoke(context)
    except typer.Exit as ending:
        return ending.exit_code
    except typer.TyperException as error:
        if text := _usage(error, *_called(command, words)):
            print(text, file=sys.stderr)
        return 2
    return 0


def _called(command: Any, words: Sequence[str]) -> tuple[str, Sequence[str]]:
    """Return the name of the command of a command line, and the names of its subcommands."""
    path, commands = ["gatehash"], command.commands
    for word in words:
        if word not in commands:
            break
        path.append(word)
        commands = getattr(commands[word], "commands", {})
    return " ".join(path), [*commands]


def _usage(error: typer.TyperException, path: str, commands: Sequence[str]) -> str:
    """Return the error of a command line on one line, empty where help was printed."""
    parameter: Any = getattr(error, "param", None)
    if isinstance(error, BadValue) and parameter is not None:
        options = [name for name in parameter.opts if name.startswith("-")]
        label = "/".join(options) or parameter.metavar
        return f"{path}: {label} is {error.message}"
    text = " ".join(error.format_message().split()).rstrip(".")
    if not text:
        return ""
    if text.startswith("No such command") and "Did you mean" not in text:
        text += f"; choose one of: {', '.join(commands)}"
    return f"{path}: {text[:1].lower()}{text[1:]}; see: {path} --help"
