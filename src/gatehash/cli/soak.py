# SPDX-License-Identifier: Apache-2.0
"""``gatehash soak``: random work for designs."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

import typer

from gatehash.cli.options import JsonOption, print_json, selection
from gatehash.cli.progress import bar
from gatehash.cli.streams import say
from gatehash.cli.values import Real, Whole
from gatehash.errors import GatehashError, counted
from gatehash.soak import Totals, soak

__all__ = ["soak_"]

_DEFAULT = 10_000
_MOST = 10**12


def soak_(
    designs: Annotated[list[str], typer.Argument(metavar="DESIGN...", help="Designs.")],
    packets: Annotated[
        int | None,
        typer.Option(
            "--packets",
            metavar="N",
            parser=Whole(1, _MOST),
            help=f"Packets for each design; by default {_DEFAULT}, or as many as fit the time.",
        ),
    ] = None,
    seconds: Annotated[
        float | None,
        typer.Option(
            "--seconds", metavar="S", parser=Real(0.001, 1e9), help="Seconds for each design."
        ),
    ] = None,
    seed: Annotated[
        int,
        typer.Option("--seed", metavar="N", parser=Whole(0, 2**63), help="Seed of all choices."),
    ] = 1,
    four_state: Annotated[
        bool,
        typer.Option(
            "--four-state",
            help="Registers and memories begin as X: Icarus Verilog simulates, a hundred times "
            "slower.",
        ),
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Run random messages, stalls, malformed packets and resets on simulated hardware.

    Every answer is compared with the golden model's, and every refusal with the rules of the
    interface. A reset ends a batch of up to 64 packets: those without an answer by then are cut
    off, and not compared. The first wrong answer of a design, or a run in which no answer was
    compared, is an error: the other designs follow, and the exit status is 1.
    """
    most = _DEFAULT if packets is None and seconds is None else packets
    results, done = [], True
    for design in selection(designs):
        totals, error = Totals(), None
        try:
            with bar(lambda: most, least=1, of_bytes=False) as shown:
                for now in soak(
                    design, seed=seed, most=most, seconds=seconds, four_state=four_state
                ):
                    shown.advance(now.packets - totals.packets)
                    totals = now
            if totals.packets == totals.cut:
                cut = f"a reset cut off {counted(totals.cut, 'packet')}"
                why = cut if totals.cut else "the time ended before the first packet"
                raise GatehashError(
                    f"{design.name}: no answer was compared: {why}; ask for more packets or time, "
                    "or choose another seed"
                )
        except GatehashError as failure:
            error, done = str(failure), False
            say(error)
        compared = totals.packets - totals.cut
        if as_json:
            counts = {**asdict(totals), "compared": compared}
            results.append({"design": design.name, "seed": seed, **counts, "error": error})
        elif error is None:
            print(
                f"{design.name}: {counted(compared, 'answer')} of "
                f"{counted(totals.packets, 'packet')} compared, none wrong, {totals.refused} "
                f"refused; {counted(totals.resets, 'reset')}, {totals.cut} cut off; "
                f"{counted(totals.cycles, 'cycle')}; seed {seed}",
                flush=True,
            )
    if as_json:
        print_json(results)
    if not done:
        raise typer.Exit(1)
