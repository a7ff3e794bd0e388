# SPDX-License-Identifier: Apache-2.0
"""Entry point of the command line: its commands, and how failures leave it."""

import sys
from typing import Annotated

import typer

from gatehash import __version__
from gatehash.cli.bench import bench
from gatehash.cli.crypt import crypt
from gatehash.cli.doctor import doctor
from gatehash.cli.hash import hash_
from gatehash.cli.implement import implement
from gatehash.cli.list import list_
from gatehash.cli.microcode import microcode
from gatehash.cli.pick import pick
from gatehash.cli.report import report
from gatehash.cli.synth import synth
from gatehash.errors import GatehashError

__all__ = ["main"]

app = typer.Typer(
    name="gatehash",
    help="Hash cores for FPGAs: simulate, measure and compare them.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
app.command("list")(list_)
app.command("hash")(hash_)
app.command("crypt")(crypt)
app.command("bench")(bench)
app.command("synth")(synth)
app.command("implement")(implement)
app.command("pick")(pick)
app.add_typer(report, name="report")
app.add_typer(microcode, name="microcode")
app.command("doctor")(doctor)


def _version(asked: bool) -> None:
    if asked:
        print(f"gatehash {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    pass


def main() -> None:
    """Run the command line; a failure is one line on standard error and a status other than 0."""
    try:
        app()
    except GatehashError as error:
        print(f"gatehash: {error}", file=sys.stderr)
        sys.exit(2)
    except OSError as error:
        name = f" '{error.filename}'" if error.filename else ""
        print(f"gatehash: {error.strerror or error}{name}", file=sys.stderr)
        sys.exit(2)
