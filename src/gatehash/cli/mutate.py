# SPDX-License-Identifier: Apache-2.0
"""``gatehash mutate``: faults planted in the RTL, and what catches them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from gatehash.catalog.sources import at_one_time
from gatehash.cli.measuring import SchedulerOption, cpu_seconds, side_by_side
from gatehash.cli.options import (
    ForceOption,
    JsonOption,
    ListedOption,
    ResultsOption,
    print_json,
    print_table,
)
from gatehash.cli.progress import news
from gatehash.cli.streams import say
from gatehash.cli.values import Whole
from gatehash.errors import counted

if TYPE_CHECKING:
    from gatehash.mutate import Outcome

__all__ = ["mutate"]

_COUNT, _SEED, _TIME_LIMIT = 25, 1, 20
_MOST = 10_000


def mutate(
    modules: Annotated[
        list[str] | None,
        typer.Argument(metavar="[MODULE]...", help="Modules of the RTL; all by default."),
    ] = None,
    listed: ListedOption = False,
    count: Annotated[
        int,
        typer.Option("--count", metavar="N", parser=Whole(1, _MOST), help="Faults of each module."),
    ] = _COUNT,
    seed: Annotated[
        int,
        typer.Option(
            "--seed",
            metavar="N",
            parser=Whole(0, 2**63),
            help="Seed of the choice of faults.",
        ),
    ] = _SEED,
    jobs: Annotated[int | None, side_by_side("Faults")] = None,
    scheduler: SchedulerOption = None,
    time_limit: Annotated[int, cpu_seconds("--time-limit", "solver and fault")] = _TIME_LIMIT,
    force: ForceOption = False,
    results: ResultsOption = None,
    as_json: JsonOption = False,
) -> None:
    """Plant faults in modules that have no fresh record, see what catches them, and list them all.

    A fault is a small change of a module's text. It is caught if the quick test of a design with
    the module finds a wrong answer or another number of cycles, or if a property fails. One that
    is not is equivalent if solvers prove that it changes nothing, and else a survivor. Each
    module's score is kept under results/mutants/, or in DIR, and reused while RTL, tests and tools
    are unchanged. The exit status is 1 if a module has no score.
    """
    from gatehash import mutate as library

    names = library.selected_modules(modules)
    if listed:
        outcomes = library.on_record(names, results)
    else:
        outcomes = library.mutate(
            names,
            count=count,
            seed=seed,
            jobs=jobs,
            scheduler=scheduler,
            time_limit=time_limit,
            force=force,
            folder=results,
            news=news,
        )
    for outcome in outcomes:
        if outcome.error is not None:
            say(outcome.error)
    with at_one_time():
        if as_json:
            print_json([_entry(outcome) for outcome in outcomes])
        else:
            _show(outcomes)
        failed = any(outcome.record is None or outcome.stale for outcome in outcomes)
    news(_summary(outcomes))
    if failed:
        raise typer.Exit(1)


def _entry(outcome: Outcome) -> dict[str, Any]:
    record = outcome.record
    return {
        "module": outcome.module,
        "benches": list(record.benches) if record else [],
        "mutants": record.mutants if record else None,
        "caught": record.caught if record else None,
        "caught_by_test": record.by_test if record else None,
        "caught_by_proof": record.by_proof if record else None,
        "equivalent": record.equivalent if record else None,
        "survivors": record.survivors if record else None,
        "seconds": record.seconds if record else None,
        "stale": outcome.stale,
        "error": outcome.error,
    }


def _show(outcomes: list[Outcome]) -> None:
    print_table(
        ("module", "mutants", "by tests", "by proofs", "equivalent", "survivors", "seconds", ""),
        [
            (
                outcome.module,
                *(
                    ("-",) * 6
                    if (record := outcome.record) is None
                    else (
                        str(record.mutants),
                        str(record.by_test),
                        str(record.by_proof),
                        str(record.equivalent),
                        str(record.survivors),
                        f"{record.seconds:.1f}",
                    )
                ),
                "stale" if outcome.stale else "",
            )
            for outcome in outcomes
        ],
    )


def _summary(outcomes: list[Outcome]) -> str:
    records = [each.record for each in outcomes if each.record is not None]
    caught = sum(each.caught for each in records)
    equivalent = sum(each.equivalent for each in records)
    total = sum(each.mutants for each in records)
    share = f" ({100 * caught / (total - equivalent):.1f} %)" if total > equivalent else ""
    return (
        f"{counted(total, 'fault')} in {counted(len(records), 'module')}: {caught} caught{share}, "
        f"{equivalent} equivalent, {total - caught - equivalent} survive"
    )
