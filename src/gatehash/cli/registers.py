# SPDX-License-Identifier: Apache-2.0
"""``gatehash registers``: the registers of the bus bridges, written for RTL, C and readers."""

from pathlib import Path
from typing import Annotated

import typer

from gatehash.errors import GatehashError
from gatehash.files import write_whole
from gatehash.paths import checkout_root, rtl_root

__all__ = ["registers"]

registers = typer.Typer(help="Write the registers of the bus bridges.", no_args_is_help=True)


@registers.command()
def emit() -> None:
    """Write the generated files in the checkout: register block, C headers, IP-XACT."""
    from gatehash.bus import register_files

    top = checkout_root()
    if top is None:
        raise GatehashError(
            "registers emit needs a checkout of the sources; this is an installed package, "
            f"whose RTL must not change: '{rtl_root()}'"
        )
    for file, text in register_files().items():
        path = top / file
        path.parent.mkdir(exist_ok=True)
        write_whole(path, text)
        print(file)


@registers.command()
def manual(
    folder: Annotated[Path, typer.Option("-o", metavar="DIR", help="Folder that is made.")],
) -> None:
    """Write the description of the registers as HTML pages."""
    from gatehash.bus import write_manual
    from gatehash.export import check_new

    check_new(folder)
    write_manual(folder)
    print(folder)
