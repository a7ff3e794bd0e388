# SPDX-License-Identifier: Apache-2.0
"""``gatehash scale``: throughput and area of engines against their parameters."""

from pathlib import Path
from typing import Annotated

import typer

from gatehash.cli.files import check_folder
from gatehash.cli.measuring import noting_damage
from gatehash.cli.options import JsonOption, print_json, wide_console
from gatehash.cli.values import Whole, path

__all__ = ["scale_"]

_WIDTH = 400
"""Characters of a line: more than the longest row has, so that each is one line."""


def scale_(
    algorithms: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[ALGORITHM]...",
            help="Algorithm, named as in gatehash list or in lists of digests (sha256); by default "
            "one of each design.",
        ),
    ] = None,
    fill: Annotated[
        int | None,
        typer.Option(
            "--fill",
            metavar="PERCENT",
            parser=Whole(1, 100),
            help="Share of cells and flip-flops that the projection fills; 50 by default.",
        ),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            metavar="DIR",
            parser=path,
            help="Folder for the tables as CSV and the plots as SVG and PNG.",
        ),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Show how throughput and units of engines grow with their parameters, up to a whole device.

    All figures are measured at the stream top on the target that every design is placed on. The
    last columns are a projection: how many engines the device holds, each as fast as one alone,
    what ends them, and the bits of messages that pass its pins in each cycle, marked where they are
    more than its pins. Designs without a current record are listed as not measured.
    """
    from gatehash.report.device import FILL
    from gatehash.report.scale import scale, write_scale

    if out is not None:
        check_folder(out)
    with noting_damage():
        found = scale(algorithms or (), FILL if fill is None else fill / 100)
    if out is not None:
        write_scale(found, out)
    if as_json:
        print_json([each.to_data() for each in found])
        return
    from gatehash.report.render import print_table

    console = wide_console(_WIDTH)
    for each in found:
        print_table(each.table, console)
    if out is not None:
        console.print(f"Written to {out}", markup=False, highlight=False)
