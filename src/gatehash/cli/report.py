# SPDX-License-Identifier: Apache-2.0
"""``gatehash report``: a paper's tables and figures with ours beside them, and one page of all."""

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from gatehash.cli.files import check_folder
from gatehash.cli.options import JsonOption, noting_damage, print_json, wide_console
from gatehash.errors import GatehashError

__all__ = ["report"]

report = typer.Typer(no_args_is_help=True)


@report.callback(invoke_without_command=True)
def _page(
    context: typer.Context,
    out: Annotated[
        Path | None, typer.Option("--out", help="Folder for the page, index.html.")
    ] = None,
) -> None:
    """Write one page of all designs and papers, or set the designs beside one paper."""
    if context.invoked_subcommand is None and out is not None:
        from gatehash.report import html_report

        check_folder(out)
        with noting_damage():
            page = html_report(out)
        print(f"Written to {page}")
    elif out is not None:
        name = context.invoked_subcommand
        raise GatehashError(f"--out comes after the paper's name: gatehash report {name} --out DIR")


_OutOption = Annotated[Path | None, typer.Option("--out", help="Folder for tables and figures.")]


@report.command("han")
def han(out: _OutOption = None, as_json: JsonOption = False) -> None:
    """Tables 1 and 2 and Figure 5 of Han, Li and Zeng: Skein on unrolled datapaths."""
    _give("han", out, as_json)


@report.command("zalewski")
def zalewski(out: _OutOption = None, as_json: JsonOption = False) -> None:
    """Tables 1 to 3 and Figure 4 of Zalewski et al.: SHA-512, Whirlpool and PHASH."""
    _give("zalewski", out, as_json)


@report.command("at")
def at(out: _OutOption = None, as_json: JsonOption = False) -> None:
    """Tables 4 to 7 and Figure 18 of At et al.: microcoded coprocessors."""
    _give("at", out, as_json)


def _give(paper: str, out: Path | None, as_json: bool) -> None:
    from gatehash.report import DOCUMENTS

    if out is not None:
        check_folder(out)
    with noting_damage():
        document = DOCUMENTS[paper]()
        if as_json:
            if out is not None:
                document.show(out, Console(quiet=True))
            print_json(document.to_data())
        else:
            document.show(out, wide_console())
