# SPDX-License-Identifier: Apache-2.0
"""``gatehash coverage``: what random work reaches of the RTL."""

from typing import Annotated, Any

import typer

from gatehash.cli.measuring import side_by_side
from gatehash.cli.options import (
    JsonOption,
    ListedOption,
    ResultsOption,
    print_json,
    print_table,
    selection,
)
from gatehash.cli.progress import news
from gatehash.cli.values import Whole
from gatehash.coverage import DESIGNS, PACKETS, Coverage, cover, explanation, keep, on_record
from gatehash.errors import GatehashError, counted

__all__ = ["coverage"]

_MOST = 10**9


def coverage(
    designs: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[DESIGN]...", help="Designs; by default some that have every module."
        ),
    ] = None,
    listed: ListedOption = False,
    packets: Annotated[
        int,
        typer.Option(
            "--packets",
            metavar="N",
            parser=Whole(1, _MOST),
            help="Random packets for each design.",
        ),
    ] = PACKETS,
    jobs: Annotated[int | None, side_by_side("Designs")] = None,
    results: ResultsOption = None,
    as_json: JsonOption = False,
) -> None:
    """Count the code and the bits of every module that random work and long messages reach.

    The points of a module count together over all designs and instances. Points that are not
    reached are listed, with the reason where there is one. Only a run with neither DESIGN nor
    another number of packets is kept, under results/coverage/ or in DIR. The exit status is 1 if
    something is not reached and nothing explains it.
    """
    if listed and (designs or packets != PACKETS):
        raise GatehashError("--list shows the record, which is of no other DESIGN or --packets")
    if listed:
        found = on_record(results)
    else:
        chosen = selection(designs) if designs else DESIGNS
        found = cover(chosen, packets, lambda name: news(f"{name}: done"), jobs)
        if not designs and packets == PACKETS:
            keep(found, results)
    if as_json:
        print_json([*_entries(found)])
    else:
        _show(found)
    left = [hole for module in found.modules for hole in module.open_holes()]
    news(f"{counted(len(found.modules), 'module')}, {counted(len(left), 'hole')} without a reason")
    if left:
        raise typer.Exit(1)


def _entries(found: Coverage) -> list[dict[str, Any]]:
    return [
        {
            "module": module.name,
            "designs": list(module.designs),
            "code": {"reached": module.code.reached, "points": module.code.points},
            "toggles": {"reached": module.toggles.reached, "points": module.toggles.points},
            "holes": [
                {"what": hole.what, "points": hole.points, "why": explanation(module.name, hole)}
                for hole in module.holes
            ],
        }
        for module in found.modules
    ]


def _show(found: Coverage) -> None:
    print_table(
        ("module", "code", "toggles", "unexplained"),
        [
            (
                module.name,
                str(module.code),
                str(module.toggles),
                str(sum(hole.points for hole in module.open_holes())),
            )
            for module in found.modules
        ],
    )
    for module in found.modules:
        for hole in module.open_holes():
            print(f"{module.name}: {hole.what}: {counted(hole.points, 'point')}")
