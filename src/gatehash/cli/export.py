# SPDX-License-Identifier: Apache-2.0
"""``gatehash export``: designs as other flows take them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, get_args

import typer

from gatehash.bus import BRIDGES
from gatehash.catalog import BoundaryName, find
from gatehash.cli.values import Whole, path
from gatehash.errors import GatehashError, escaped, unknown
from gatehash.export import FORMS, VENDORS, Project, write_export

__all__ = ["export"]


def export(
    designs: Annotated[list[str], typer.Argument(metavar="DESIGN...", help="Designs.")],
    form: Annotated[str, typer.Option("--as", help=f"One of: {', '.join(FORMS)}.")],
    folder: Annotated[
        Path,
        typer.Option(
            "-o",
            metavar="DIR",
            parser=path,
            help="Folder that is made, with one project of all the designs.",
        ),
    ],
    algorithm: Annotated[
        str | None,
        typer.Option(
            "--algorithm",
            metavar="NAME",
            help="Function of a design that has several; by default its first.",
        ),
    ] = None,
    boundary: Annotated[
        str,
        typer.Option(
            "--boundary",
            help=f"core, stream, or the stream top behind a bus: {', '.join(BRIDGES)}.",
        ),
    ] = "stream",
    two_clocks: Annotated[
        bool,
        typer.Option("--two-clocks", help="Behind a bus the core has a clock of its own."),
    ] = False,
    vendor: Annotated[
        str,
        typer.Option(
            "--vendor", help=f"Vendor whose cells the primitives use: {', '.join(VENDORS)}."
        ),
    ] = "generic",
    self_test: Annotated[
        bool,
        typer.Option(
            "--self-test",
            help="The top hashes a known message after reset, and opens once the answer is right.",
        ),
    ] = False,
    revision: Annotated[
        int | None,
        typer.Option(
            "--revision",
            metavar="N",
            parser=Whole(1, 999),
            help="The top's name ends with rN: for several versions of a design in one project.",
        ),
    ] = None,
) -> None:
    """Write designs as a folder that another flow takes, as one project.

    It has the RTL, a top of each design with its parameters set, templates of instances,
    constraints, a simulation of a known answer, a README with ports and cycles, and what was
    measured.
    """
    if form not in FORMS:
        raise unknown("form", form, FORMS, "gatehash export --help")
    if vendor not in VENDORS:
        raise unknown("vendor", vendor, VENDORS, "gatehash export --help")
    if boundary not in (*get_args(BoundaryName), *BRIDGES):
        raise unknown("boundary", boundary, (*get_args(BoundaryName), *BRIDGES), "docs/export.md")
    if two_clocks and boundary not in BRIDGES:
        raise GatehashError(f"--two-clocks is for the boundaries {', '.join(BRIDGES)}")
    at: BoundaryName = "core" if boundary == "core" else "stream"
    bridge = boundary if boundary in BRIDGES else None
    if self_test and boundary != "stream":
        raise GatehashError("--self-test is for the boundary stream")
    projects = [
        Project(found, at, vendor, algorithm, bridge, two_clocks, self_test, revision)
        for found in {each.name: each for each in map(find, designs)}.values()
    ]
    write_export(projects, FORMS[form], folder)
    print(escaped(str(folder)))
