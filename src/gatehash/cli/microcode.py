# SPDX-License-Identifier: Apache-2.0
"""``gatehash microcode``: the coprocessors' programs, listed and written."""

from typing import Annotated

import typer

from gatehash.errors import GatehashError, unknown
from gatehash.files import write_whole
from gatehash.microcode import FILES, LISTINGS
from gatehash.paths import checkout_root, rtl_root

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
    top = checkout_root()
    if top is None:
        raise GatehashError(
            "microcode emit needs a checkout of the sources; this is an installed package, "
            f"whose RTL must not change: '{rtl_root()}'"
        )
    # All of them are made before the first is written.
    written = {file: text() for file, text in FILES.items()}
    for file, text in written.items():
        path = top / file
        path.parent.mkdir(exist_ok=True)
        write_whole(path, text)
        print(file)
