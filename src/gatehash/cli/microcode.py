# SPDX-License-Identifier: Apache-2.0
"""``gatehash microcode``: the coprocessors' programs, listed and written."""

from pathlib import Path
from typing import Annotated

import typer

from gatehash.cli.generated import write_generated
from gatehash.errors import unknown
from gatehash.microcode import FILES, LISTINGS

__all__ = ["microcode"]

microcode = typer.Typer(help="Show and write the coprocessors' microcode.", no_args_is_help=True)


@microcode.command()
def show(
    program: Annotated[str, typer.Argument(help=f"One of: {', '.join(LISTINGS)}.")],
) -> None:
    """List a program: cycle or address, control of each part of the machine, and operation."""
    if program not in LISTINGS:
        raise unknown("program", program, LISTINGS, "gatehash microcode show --help")
    for line in LISTINGS[program]():
        print(line)


@microcode.command()
def emit() -> None:
    """Write the generated files in the checkout: SystemVerilog packages, and cycles of runs."""
    write_generated("microcode emit", lambda: {Path(file): text() for file, text in FILES.items()})
