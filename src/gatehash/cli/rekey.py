# SPDX-License-Identifier: Apache-2.0
"""``gatehash rekey``: records carried over to changed text of the same meaning."""

from __future__ import annotations

import sys
from dataclasses import asdict
from typing import Annotated

import typer

from gatehash.cli.measuring import side_by_side
from gatehash.cli.options import JsonOption, print_json, print_table
from gatehash.errors import counted

__all__ = ["rekey"]


def rekey(
    check: Annotated[
        bool,
        typer.Option("--check", help="Elaborate everything again and compare it with the memo."),
    ] = False,
    jobs: Annotated[int | None, side_by_side("Elaborations")] = None,
    as_json: JsonOption = False,
) -> None:
    """Carry records over to changed RTL of the same meaning, and list the others.

    A measurement whose netlist, commands and reader are equal is carried over and says from which
    text, and so is a proof whose obligations are equal, and a record of faults whose module has
    equal netlists and the same possible faults. The others are listed with the inputs that differ,
    the CPU time that they took, and the command that makes them again. Names of signals, modules
    and files are no part of a netlist. The exit status is 1 if a record is stale.
    """
    from gatehash.records.kinds import KINDS
    from gatehash.records.rekey import rekey as compare

    found = compare(KINDS, check=check, jobs=jobs, news=lambda line: print(line, file=sys.stderr))
    stale = [each for each in found if each.state == "stale"]
    if as_json:
        print_json([asdict(each) for each in found])
    elif stale:
        print_table(
            ("record", "differs", "CPU s", "command"),
            [
                (each.record, ", ".join(each.differs), f"{each.seconds:.0f}", each.command)
                for each in stale
            ],
        )
    carried = sum(each.state == "carried" for each in found)
    print(
        f"{counted(len(found), 'record')}: {carried} carried over, {len(stale)} stale, "
        f"{sum(each.seconds for each in stale):.0f} s of CPU time to make again",
        file=sys.stderr,
    )
    if stale:
        raise typer.Exit(1)
