# SPDX-License-Identifier: Apache-2.0
"""``gatehash registers``: the registers of the bus bridges, written for RTL, C and readers."""

from pathlib import Path
from typing import Annotated

import typer

from gatehash.cli.generated import write_generated
from gatehash.cli.values import path
from gatehash.errors import escaped

__all__ = ["registers"]

registers = typer.Typer(help="Write the registers of the bus bridges.", no_args_is_help=True)


@registers.command()
def emit() -> None:
    """Write the generated files in the checkout: register block, C headers, IP-XACT."""
    from gatehash.bus import register_files

    write_generated("registers emit", register_files)


@registers.command()
def manual(
    folder: Annotated[
        Path, typer.Option("-o", metavar="DIR", parser=path, help="Folder that is made.")
    ],
) -> None:
    """Write the description of the registers as HTML pages."""
    from gatehash.bus import register_manual
    from gatehash.files import check_new, write_new

    check_new(folder)
    write_new(folder, register_manual(), "the manual")
    print(escaped(str(folder)))
