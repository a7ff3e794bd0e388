# SPDX-License-Identifier: Apache-2.0
"""``gatehash microcode``: the coprocessors' programs, listed and written."""

from typing import Annotated

import typer

from gatehash.errors import GatehashError
from gatehash.microcode import LISTINGS, PACKAGES
from gatehash.paths import rtl_root

__all__ = ["microcode"]

microcode = typer.Typer(help="Show and write the coprocessors' microcode.", no_args_is_help=True)


@microcode.command()
def show(
    program: Annotated[str, typer.Argument(help=f"One of: {', '.join(LISTINGS)}.")],
) -> None:
    """List a program: cycle or address, what each part of the machine does, and for whom."""
    if program not in LISTINGS:
        raise GatehashError(f"unknown program '{program}'; choose one of: {', '.join(LISTINGS)}")
    for line in LISTINGS[program]():
        print(line)


@microcode.command()
def emit() -> None:
    """Write the SystemVerilog packages anew, in the checkout."""
    for package, text in PACKAGES.items():
        path = rtl_root() / package
        path.write_text(text(), encoding="utf-8")
        print(path.relative_to(rtl_root().parent))
