# SPDX-License-Identifier: Apache-2.0
"""``gatehash export``: designs as other flows take them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated, get_args

import typer

from gatehash.bus import BRIDGES, MOST_SIDE_BITS, SIDES, Pins
from gatehash.catalog import BoundaryName
from gatehash.cli.cores import CORE, read_core
from gatehash.cli.values import Whole, path
from gatehash.errors import GatehashError, escaped, unknown
from gatehash.export import FORMS, VENDORS, Project, write_export

__all__ = ["export"]

_PACKED, _ANY = "packed", "any"
_INPUTS = (_PACKED, _ANY)


def export(
    designs: Annotated[
        list[str],
        typer.Argument(
            metavar=f"{CORE}...",
            help="Designs, each with its function, and the length of an answer that may have any; "
            "with a bus, all behind one bridge.",
        ),
    ],
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
            help="Function of the designs without a FUNCTION; by default each one's first.",
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
        typer.Option(
            "--two-clocks",
            help="Behind a bus, or with --input any, the core has a clock of its own.",
        ),
    ] = False,
    separate: Annotated[
        bool,
        typer.Option(
            "--separate",
            help="Behind a bus each of several designs has a bridge of its own, in place of one "
            "bridge for all.",
        ),
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
    packets: Annotated[
        str,
        typer.Option(
            "--input",
            metavar="FORM",
            help="Packets that the boundary stream takes: packed, with all bytes in a row, or any, "
            "with holes, offsets and empty beats.",
        ),
    ] = _PACKED,
    input_bits: Annotated[
        int | None,
        typer.Option(
            "--input-bits",
            metavar="N",
            parser=Whole(8, 1024),
            help="With --input any: width of both streams; by default that of the design.",
        ),
    ] = None,
    carry: Annotated[
        list[str] | None,
        typer.Option(
            "--carry",
            metavar="NAME=BITS",
            help=f"With --input any: {', '.join(SIDES)} of so many bits comes back with the "
            "message's answer. It may be there for each.",
        ),
    ] = None,
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
    if packets not in _INPUTS:
        raise unknown("input", packets, _INPUTS, "docs/streams.md")
    pins = Pins(input_bits, **_carried(carry or [])) if packets == _ANY else None
    if pins is None and (input_bits is not None or carry):
        raise GatehashError(f"{'--carry' if carry else '--input-bits'} is for --input {_ANY}")
    if pins and (boundary != "stream" or self_test):
        other = "--self-test" if self_test else f"--boundary {boundary}"
        raise GatehashError(f"--input {_ANY} is for the boundary stream, without {other}")
    if two_clocks and boundary not in BRIDGES and pins is None:
        raise GatehashError(
            f"--two-clocks is for the boundaries {', '.join(BRIDGES)}, and for --input {_ANY}"
        )
    at: BoundaryName = "core" if boundary == "core" else "stream"
    bridge = boundary if boundary in BRIDGES else None
    if self_test and boundary != "stream":
        raise GatehashError("--self-test is for the boundary stream")
    if separate and bridge is None:
        raise GatehashError(f"--separate is for the boundaries {', '.join(BRIDGES)}")
    cores = [*map(read_core, designs)]
    if algorithm is not None:
        if all(core.algorithm for core in cores):
            raise GatehashError("--algorithm is for designs without a FUNCTION; there is none")
        cores = [core if core.algorithm else core._replace(algorithm=algorithm) for core in cores]
    together = bridge is not None and not separate
    counts = Counter((each.design.name, *each[1:]) for each in cores)
    (most, *_), count = counts.most_common(1)[0]
    if count > 1 and not together:
        raise GatehashError(
            f"{most} is named twice; a module is written once, and can be instantiated as often as "
            "needed"
        )
    projects = [
        Project(
            *(core.design, at, vendor, core.algorithm, bridge, two_clocks, self_test, revision),
            pins,
            digest_bits=core.digest_bits,
        )
        for core in cores
    ]
    if together:
        first, *others = projects
        projects = [replace(first, beside=tuple(others))]
    write_export(projects, FORMS[form], folder)
    print(escaped(str(folder)))


def _carried(texts: Sequence[str]) -> dict[str, int]:
    """Return the bits of each signal that goes past the core, by its name."""
    found: dict[str, int] = {}
    for text in texts:
        name, _, bits = text.partition("=")
        if name not in SIDES or not bits.isascii() or not bits.isdigit() or name in found:
            raise GatehashError(
                f"--carry is '{escaped(text)}'; it must be NAME=BITS, once for each NAME, where "
                f"NAME is one of {', '.join(SIDES)}, and BITS from 1 to {MOST_SIDE_BITS}"
            )
        found[name] = int(bits[:9])
        if not 1 <= found[name] <= MOST_SIDE_BITS:
            raise GatehashError(
                f"--carry is '{escaped(text)}'; BITS must be from 1 to {MOST_SIDE_BITS}"
            )
    return found
