# SPDX-License-Identifier: Apache-2.0
"""``gatehash prove``: properties of the RTL, proofs and their records."""

from collections import Counter
from typing import Annotated, Any

import typer

from gatehash.cli.measuring import MemoryLimitOption, SchedulerOption, cpu_seconds, side_by_side
from gatehash.cli.options import (
    ForceOption,
    JsonOption,
    ListedOption,
    ResultsOption,
    print_json,
    print_table,
)
from gatehash.cli.progress import news as tell
from gatehash.cli.streams import say
from gatehash.errors import counted
from gatehash.prove import TIME_LIMIT, Outcome, on_record, selected
from gatehash.prove import prove as prove_all

__all__ = ["prove"]


def _entry(outcome: Outcome) -> dict[str, Any]:
    of, proof = outcome.of, outcome.proof
    return {
        "property": of.name,
        "module": of.module,
        "designs": list(of.designs),
        "claim": of.claim,
        "method": of.method,
        "parameters": dict(of.parameters),
        "status": outcome.status,
        "depth": proof.depth if proof else None,
        "seconds": proof.seconds if proof else None,
        "stale": outcome.stale,
        "detail": proof.detail if proof else "",
        "error": outcome.error,
    }


def prove(
    names: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[DESIGN]...",
            help="Designs, modules, properties, or patterns such as 'gh_width*'; all by default.",
        ),
    ] = None,
    listed: ListedOption = False,
    jobs: Annotated[int | None, side_by_side("Properties")] = None,
    scheduler: SchedulerOption = None,
    time_limit: Annotated[int, cpu_seconds("--time-limit", "property")] = TIME_LIMIT,
    memory_limit: MemoryLimitOption = None,
    force: ForceOption = False,
    results: ResultsOption = None,
    as_json: JsonOption = False,
) -> None:
    """Prove properties of the RTL that have no fresh record, and list them all.

    Each verdict is kept under results/proofs/, or in DIR, and reused while what is decided and the
    tools are unchanged. A property is proved for all inputs and all reachable states, unless its
    status is bounded: then it was examined for the first cycles only. The exit status is 1 if one
    failed or was not decided.
    """
    properties = selected(names)

    def news(outcome: Outcome) -> None:
        if outcome.error is None:
            tell(f"{outcome.of.name}: {outcome.status}")

    if listed:
        outcomes = on_record(properties, results)
    else:
        outcomes = prove_all(
            properties,
            jobs=jobs,
            scheduler=scheduler,
            time_limit=time_limit,
            memory_limit=memory_limit,
            force=force,
            folder=results,
            news=news,
        )
    for outcome in outcomes:
        if outcome.error is not None:
            say(outcome.error)
    counts = Counter(outcome.status for outcome in outcomes)
    if as_json:
        print_json([_entry(outcome) for outcome in outcomes])
    else:
        _show(outcomes)
    summary = ", ".join(f"{count} {status}" for status, count in sorted(counts.items()))
    tell(f"{counted(len(outcomes), 'result')}: {summary}")
    if not all(outcome.holds for outcome in outcomes):
        raise typer.Exit(1)


def _show(outcomes: list[Outcome]) -> None:
    print_table(
        ("property", "module", "method", "status", "depth", "seconds", ""),
        [
            (
                outcome.of.name,
                outcome.of.module,
                outcome.of.method,
                outcome.status,
                str(proof.depth) if (proof := outcome.proof) and proof.depth is not None else "-",
                f"{proof.seconds:.1f}" if proof else "-",
                "stale" if outcome.stale else "",
            )
            for outcome in outcomes
        ],
    )
    for outcome in outcomes:
        if outcome.status == "failed" and outcome.proof:
            say(f"{outcome.of.name}: {outcome.proof.detail}")
