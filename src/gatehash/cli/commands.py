# SPDX-License-Identifier: Apache-2.0
"""The commands, their execution, and the exit status of failures."""

import inspect
import sys
from collections.abc import Callable, Sequence
from functools import wraps
from importlib import import_module
from typing import Annotated, Any

import typer

from gatehash.cli import signals
from gatehash.cli.files import reason
from gatehash.cli.names import quoted
from gatehash.cli.progress import be_quiet, shown_waits
from gatehash.cli.streams import WriteError, drop, say
from gatehash.cli.values import BadValue, Command, Group
from gatehash.errors import FieldError, GatehashError

__all__ = ["application", "outline", "run"]

# The commands by purpose, and the first sentence of each help. The module of a command, and in
# it the function or the group, are named as it is, perhaps with a low line behind.
_PANELS = {
    "Use": {
        "hash": "Hash files, or check lists of digests, on simulated hardware or on a board.",
        "sum": "Print or check lists of digests as sha256sum, b2sum and cksum do, on hardware.",
        "crypt": "Encrypt or decrypt a file on simulated hardware, or on a board.",
        "soc": "Run a firmware on a simulated RISC-V system that has designs behind its bus.",
        "board": "Put a design onto a board, with a UART in front of it, and write the bitstream.",
        "derive": (
            "Derive keys from keys and passwords, each step on simulated hardware or on a board."
        ),
    },
    "Choose and export": {
        "list": "List every design with its cycles per block and its measured figures.",
        "pick": (
            "List the designs that satisfy a budget, best first, and the reasons why others don't."
        ),
        "scale": (
            "Show how throughput and units of engines grow with their parameters, up to a "
            "whole device."
        ),
        "export": "Write designs as a folder that another flow takes, as one project.",
        "simulate": (
            "Run the known answers of an exported folder, with the Verilator of the base "
            "installation."
        ),
    },
    "Measure": {
        "bench": "Count cycles per block and latencies; time the simulation.",
        "synth": "Synthesise designs for a target, and place and route them where open tools can.",
        "implement": "Synthesise, place and route any part of the catalogue, side by side.",
        "report": "Write a site of all designs and papers, or set the designs beside one paper.",
    },
    "Verify": {
        "kat": "Run files of test vectors on simulated hardware and compare all answers.",
        "acvp": (
            "Answer prompts of NIST's validation protocol (ACVP) on simulated hardware or on a "
            "board."
        ),
        "soak": "Run random messages, stalls, malformed packets and resets on simulated hardware.",
        "coverage": (
            "Count the code and the bits of every module that random work and long messages reach."
        ),
        "prove": "Prove properties of the RTL that have no fresh record, and list them all.",
        "mutate": (
            "Plant faults in modules that have no fresh record, see what catches them, and "
            "list them all."
        ),
        "fault": (
            "Hit each bit or gate of a mapped design once, in each cycle, and see what comes of it."
        ),
        "leak": (
            "Look for the secret of a mapped design in simulated traces, or check a gadget's "
            "probes."
        ),
    },
    "Develop": {
        "rekey": "Carry records over to changed RTL of the same meaning, and list the others.",
        "doctor": "List the tools, their versions, and how to install others.",
        "microcode": "Show and write the coprocessors' microcode.",
        "registers": "Write the registers of the bus bridges.",
    },
}
_COMMANDS = {
    name: (panel, summary)
    for panel, commands in _PANELS.items()
    for name, summary in commands.items()
}


def application(*names: str) -> typer.Typer:
    """Return the application with the commands of these names, or with all of them without a name.

    A command's modules are loaded here, so that one command starts without those of the others.
    """
    app = _empty()
    for name in names or _COMMANDS:
        home = vars(import_module(f"gatehash.cli.{name}"))
        command = home.get(f"{name}_") or home[name]
        panel, _ = _COMMANDS[name]
        if isinstance(command, typer.Typer):
            for each in command.registered_commands:
                each.cls = Command
                each.callback = each.callback and _with_quiet(each.callback)
            if (group := command.registered_callback) is not None:
                group.callback = group.callback and _with_quiet(group.callback)
            app.add_typer(command, name=name, cls=Group, rich_help_panel=panel)
        else:
            app.command(name, cls=Command, rich_help_panel=panel)(_with_quiet(command))
    return app


def outline() -> typer.Typer:
    """Return an application that names all commands, and has loaded none of them."""
    app = _empty()
    for name, (panel, summary) in _COMMANDS.items():
        app.command(name, help=summary, rich_help_panel=panel)(lambda: None)
    return app


def _empty() -> typer.Typer:
    return typer.Typer(
        name="gatehash",
        cls=Group,
        help="Hash cores for FPGAs: simulate, prove, measure and compare them.",
        no_args_is_help=True,
        add_completion=False,
        rich_markup_mode="markdown",
        pretty_exceptions_enable=False,
        callback=_options,
    )


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
        from importlib.metadata import version

        from gatehash.commit import commit

        print(f"gatehash {version('gatehash')} (commit {commit() or 'unknown'})")
        raise typer.Exit


def _options(
    print_version: Annotated[
        bool,
        typer.Option(
            "--version",
            callback=_print_version,
            is_eager=True,
            help="Print the version and the commit.",
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
        from gatehash.cli.fields import option

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
    named = _COMMANDS.keys() & words[:1]
    command = typer.main.get_command(application(*named) if named else outline())
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
