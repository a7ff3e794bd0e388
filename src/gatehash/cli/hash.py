# SPDX-License-Identifier: Apache-2.0
"""``gatehash hash``: digests of files, and lists of digests, computed by simulated hardware."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from gatehash.catalog import DEFAULT
from gatehash.cli.engines import AnyEngineOption, Engine
from gatehash.cli.fields import with_fields
from gatehash.cli.hashing import MOST_THREADS, hash_files, noted
from gatehash.cli.options import JsonOption
from gatehash.cli.values import Whole
from gatehash.simulate import NETLIST_TARGETS

__all__ = ["SHORT", "NetlistOption", "hash_"]

SHORT = {"digest_bits": ("-l", "--length")}
"""Options of fields that the tools of GNU coreutils have, too."""

_LINES = "Lines of digests"
_CHECKS = "Checks of lists"
_SIMULATED = "Simulated hardware"

NetlistOption = Annotated[
    str | None,
    typer.Option(
        "--netlist",
        metavar="|".join(NETLIST_TARGETS),
        help="Simulate the netlist that synthesis makes for a target in place of the RTL.",
        rich_help_panel=_SIMULATED,
    ),
]


@with_fields(hashes=True, short=SHORT)
def hash_(
    context: typer.Context,
    files: Annotated[
        list[str] | None, typer.Argument(metavar="[FILE]...", help="Files; - is standard input.")
    ] = None,
    algorithm: Annotated[
        str | None,
        typer.Option(
            "--algorithm",
            "-a",
            metavar="NAME",
            help="Hash function: as gatehash list has it, or as lists of digests do (sha256).",
        ),
    ] = None,
    design_name: Annotated[
        str | None,
        typer.Option(
            "--design",
            metavar="NAME",
            help=f"Design that computes the digests; by default the board's, or {DEFAULT} if it "
            "has the function, or the first that has.",
        ),
    ] = None,
    engine: AnyEngineOption = Engine.RTL,
    as_json: JsonOption = False,
    tag: Annotated[
        bool,
        typer.Option(
            "--tag",
            help="Write lines with the function's name, as BSD does.",
            rich_help_panel=_LINES,
        ),
    ] = False,
    zero: Annotated[
        bool,
        typer.Option(
            "--zero", "-z", help="End lines with NUL, and escape no names.", rich_help_panel=_LINES
        ),
    ] = False,
    binary: Annotated[
        bool | None,
        typer.Option(
            "--binary/--text",
            "-b/-t",
            help="Mark names with an asterisk or not; files are equal.",
            rich_help_panel=_LINES,
        ),
    ] = None,
    check: Annotated[
        bool,
        typer.Option(
            "--check",
            "-c",
            help="Check the digests that are listed in the files. Tags name the functions, unless "
            "--algorithm does.",
            rich_help_panel=_CHECKS,
        ),
    ] = False,
    ignore_missing: Annotated[
        bool,
        typer.Option(
            "--ignore-missing",
            help="Skip listed files that do not exist.",
            rich_help_panel=_CHECKS,
        ),
    ] = False,
    quiet: Annotated[
        bool,
        typer.Option(
            "--quiet",
            callback=noted,
            help="Print no line for files that match, and none about long work or progress.",
            rich_help_panel=_CHECKS,
        ),
    ] = False,
    status: Annotated[
        bool,
        typer.Option(
            "--status", callback=noted, help="Print nothing but errors.", rich_help_panel=_CHECKS
        ),
    ] = False,
    strict: Annotated[
        bool,
        typer.Option(
            "--strict", help="Fail at improperly formatted lines.", rich_help_panel=_CHECKS
        ),
    ] = False,
    warn: Annotated[
        bool,
        typer.Option(
            "--warn",
            "-w",
            callback=noted,
            help="Name improperly formatted lines.",
            rich_help_panel=_CHECKS,
        ),
    ] = False,
    details: Annotated[
        bool,
        typer.Option(
            "--details",
            help="Print cycles and sizes below each other.",
            rich_help_panel=_SIMULATED,
        ),
    ] = False,
    verify: Annotated[
        bool,
        typer.Option(
            "--verify",
            help="Compare every digest with the golden model's.",
            rich_help_panel=_SIMULATED,
        ),
    ] = False,
    netlist: NetlistOption = None,
    waves: Annotated[
        str | None,
        typer.Option(
            "--waves", metavar="OUT.fst", help="Record waveforms.", rich_help_panel=_SIMULATED
        ),
    ] = None,
    threads: Annotated[
        int | None,
        typer.Option(
            "--threads",
            metavar="N",
            parser=Whole(1, MOST_THREADS),
            help="Threads of the simulator, in place of one; for large designs, such as PHASH.",
            rich_help_panel=_SIMULATED,
        ),
    ] = None,
    **values: Any,
) -> None:
    """Hash files, or check lists of digests, on simulated hardware or on a board.

    Lines are those of sha256sum. Files stream through one simulator process. A file that can't be
    read is named on standard error, the others are still hashed, and the exit status is 1.
    """
    hash_files(
        context,
        files=files,
        algorithm=algorithm,
        design_name=design_name,
        engine=engine,
        as_json=as_json,
        tag=tag,
        zero=zero,
        binary=binary,
        check=check,
        ignore_missing=ignore_missing,
        quiet=quiet,
        status=status,
        strict=strict,
        warn=warn,
        details=details,
        verify=verify,
        netlist=netlist,
        waves=waves,
        threads=threads,
        **values,
    )
