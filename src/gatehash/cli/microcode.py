# SPDX-License-Identifier: Apache-2.0
"""``gatehash microcode``: the coprocessors' programs, listed and written."""

from typing import Annotated

import typer

from gatehash.errors import GatehashError, unknown
from gatehash.files import write_whole
from gatehash.microcode import LISTINGS, PACKAGES
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
    """Write the generated SystemVerilog packages in the checkout."""
    if checkout_root() is None:
        raise GatehashError(
            "microcode emit needs a checkout of the sources; this is an installed package, "
            f"whose RTL must not change: '{rtl_root()}'"
        )
    written = {rtl_root() / package: text() for package, text in PACKAGES.items()}
    for path, text in written.items():
        path.parent.mkdir(exist_ok=True)
        write_whole(path, text)
        print(path.relative_to(rtl_root().parent))
