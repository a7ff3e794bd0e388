# SPDX-License-Identifier: Apache-2.0
"""``gatehash report``: the papers' tables and figures, with ours beside them."""

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from gatehash.cli.options import JsonOption, print_json, wide_console

__all__ = ["report"]

report = typer.Typer(
    help="Set the designs beside a paper's tables and figures.", no_args_is_help=True
)


@report.callback()
def _papers() -> None:
    pass


@report.command("han")
def han(
    out: Annotated[
        Path | None, typer.Option("--out", help="Folder for tables and figures.")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Tables 1 and 2 and Figure 5 of Han, Li and Zeng: Skein on unrolled datapaths."""
    from gatehash.report import han_data, han_report

    if as_json:
        if out is not None:
            han_report(out, Console(quiet=True))
        print_json(han_data())
    else:
        han_report(out, wide_console())
