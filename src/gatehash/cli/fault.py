# SPDX-License-Identifier: Apache-2.0
"""``gatehash fault``: single faults in mapped designs, and what comes of them."""

from __future__ import annotations

from enum import Enum
from typing import Annotated, Any

import typer

from gatehash.attack import (
    FAULTS,
    OUTCOMES,
    WHERE,
    Faulted,
    Faulting,
    inject,
    job_of,
    keep,
    on_record,
)
from gatehash.cli.measuring import WorkOption, end_unless_fresh, listed_records, side_by_side
from gatehash.cli.options import (
    JsonOption,
    ListedOption,
    ResultsOption,
    print_json,
    print_table,
)
from gatehash.cli.progress import news
from gatehash.cli.values import OneOf, Whole
from gatehash.errors import GatehashError

__all__ = ["fault"]

_MOST = 10**9
_Where = Enum("_Where", {each: each for each in WHERE})  # type: ignore[misc]


def fault(
    designs: Annotated[
        list[str] | None, typer.Argument(metavar="[DESIGN]...", help="Designs.")
    ] = None,
    listed: ListedOption = False,
    algorithm: WorkOption = None,
    where: Annotated[
        Any,
        typer.Option(
            "--where",
            metavar="WHAT",
            parser=OneOf(_Where),
            help=f"Targets, one of: {', '.join(WHERE)}.",
        ),
    ] = "registers",
    cycles: Annotated[
        int | None,
        typer.Option(
            "--cycles",
            metavar="N",
            parser=Whole(1, _MOST),
            help="Cycles with faults, drawn from all; by default each one.",
        ),
    ] = None,
    seed: Annotated[
        int, typer.Option("--seed", metavar="N", parser=Whole(1, 2**63), help="Seed of the choice.")
    ] = 1,
    jobs: Annotated[int | None, side_by_side("Parts of the cycles")] = None,
    results: ResultsOption = None,
    as_json: JsonOption = False,
) -> None:
    """Hit each bit or gate of a mapped design once, in each cycle, and see what comes of it.

    The design is mapped to ECP5 and answers two equal messages, one behind the other; a fault is in
    a cycle up to the end of the first answer. A target is inverted for one cycle; stuck registers
    stay inverted. A fault leads to a wrong answer without an error, before its time (early) or not
    (silent), to no answer (hang), to an error (detected), or to nothing (harmless). Records are
    kept under results/fault/ or in DIR, those of more cycles before others.
    """
    if listed:
        found, damaged = listed_records([on_record], results, designs, (algorithm, cycles))
    else:
        if not designs:
            raise GatehashError("no DESIGN is given; name one, or --list for what is on record")
        chosen, place = [job_of(name, algorithm) for name in designs], OneOf(_Where)(where).value
        FAULTS.prepare((Faulting(job, place) for job in chosen), results)
        found, damaged = [], False
        for job in chosen:
            one = inject(job, place, cycles=cycles, seed=seed, jobs=jobs, news=news)
            if not keep(one, results):
                news(f"{one.subject}: the record of more cycles stays")
            found.append((one, True))
    if as_json:
        print_json([_entry(one, fresh=fresh) for one, fresh in found])
    else:
        _show([one for one, _ in found], places=not listed)
    end_unless_fresh(found, damaged=damaged)


def _entry(found: Faulted, *, fresh: bool) -> dict[str, Any]:
    return {
        "design": found.design,
        "algorithm": found.algorithm,
        "where": found.where,
        "message_bytes": found.message_bytes,
        "window": found.window,
        "cycles": found.cycles,
        "seed": found.seed,
        "fresh": fresh,
        "outcomes": {name: getattr(found.outcomes, name) for name in OUTCOMES},
        "places": [
            {
                "instance": place.instance,
                "signal": place.signal,
                "targets": place.targets,
                **{name: getattr(place.outcomes, name) for name in OUTCOMES},
            }
            for place in found.places
        ],
    }


def _show(all_of: list[Faulted], *, places: bool) -> None:
    print_table(
        ("design", "algorithm", "where", "cycles", "faults", *OUTCOMES),
        [
            (
                found.design,
                found.algorithm,
                found.where,
                str(found.cycles) if found.exhaustive else f"{found.cycles} of {found.window}",
                str(found.outcomes.injections),
                *(str(getattr(found.outcomes, name)) for name in OUTCOMES),
            )
            for found in all_of
        ],
    )
    for found in all_of if places else ():
        print()
        print_table(
            ("instance", "signal", "targets", *OUTCOMES),
            [
                (
                    place.instance or "(top)",
                    place.signal,
                    str(place.targets),
                    *(str(getattr(place.outcomes, name)) for name in OUTCOMES),
                )
                for place in found.places
            ],
        )
