# SPDX-License-Identifier: Apache-2.0
"""``gatehash report``: a paper's tables and figures with ours beside them, and a site of all."""

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from gatehash.cli.files import check_folder
from gatehash.cli.measuring import noting_damage
from gatehash.cli.options import JsonOption, print_json, wide_console
from gatehash.cli.values import path
from gatehash.errors import GatehashError
from gatehash.published import papers
from gatehash.waits import waiting

__all__ = ["give", "report"]

report = typer.Typer(no_args_is_help=True)


@report.callback(invoke_without_command=True)
def _site(
    context: typer.Context,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out", metavar="DIR", parser=path, help="Folder for the site; it opens at index.html."
        ),
    ] = None,
) -> None:
    """Write a site of all designs and papers, or set the designs beside one paper."""
    if context.invoked_subcommand is None and out is not None:
        from gatehash.report.site import write_site

        check_folder(out)
        with noting_damage(), waiting("writing the site"):
            page = write_site(out)
        print(f"Written to {page}")
    elif out is not None:
        name = context.invoked_subcommand
        raise GatehashError(f"--out comes after the paper's name: gatehash report {name} --out DIR")


_OutOption = Annotated[
    Path | None,
    typer.Option("--out", metavar="DIR", parser=path, help="Folder for tables and figures."),
]


def _add(name: str) -> None:
    """Add the command of a paper."""
    authors = f"{name.capitalize()} et al."

    @report.command(name, help=f"Tables and figures of {authors} with the designs beside them.")
    def _(out: _OutOption = None, as_json: JsonOption = False) -> None:
        give(name, out, as_json)


def give(name: str, out: Path | None = None, as_json: bool = False) -> None:
    """Print the report on a paper, and write it to a folder if there is one."""
    from gatehash.report import DOCUMENTS

    if out is not None:
        check_folder(out)
    with noting_damage():
        with waiting(f"computing the tables and figures of {name}"):
            document = DOCUMENTS[name]()
        if as_json:
            if out is not None:
                document.show(out, Console(quiet=True))
            print_json(document.to_data())
        else:
            document.show(out, wide_console())


for _name in papers():
    _add(_name)
