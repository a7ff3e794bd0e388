# SPDX-License-Identifier: Apache-2.0
"""``gatehash rekey``: records carried over to changed text of the same meaning."""

from __future__ import annotations

import secrets
import sys
from collections import Counter
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any

import typer

from gatehash.cli.measuring import side_by_side
from gatehash.cli.options import JsonOption, print_json, print_table
from gatehash.cli.values import Real, Whole
from gatehash.errors import GatehashError, counted

if TYPE_CHECKING:
    from gatehash.implement.sample import Sampled
    from gatehash.records.rekey import Rekeyed

__all__ = ["rekey"]

_MOST_PLACES = 4
_LEAST_PERCENT = 0.01
_MOST_SEED = (1 << 32) - 1


def rekey(
    since: Annotated[
        str | None,
        typer.Option(
            "--from",
            metavar="REVISION",
            help="Take what is equal from the records and the memo of a git revision, too, and "
            "compare stale records with it.",
        ),
    ] = None,
    check: Annotated[
        bool,
        typer.Option("--check", help="Elaborate everything again and compare it with the memo."),
    ] = False,
    sample: Annotated[
        float | None,
        typer.Option(
            "--sample",
            metavar="PERCENT",
            parser=Real(_LEAST_PERCENT, 100),
            help="Measure so many of the carried measurements again, chosen at random, and "
            "compare.",
        ),
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option(
            "--seed",
            metavar="N",
            parser=Whole(0, _MOST_SEED),
            help="Seed of the choice of --sample; by default another one each time.",
        ),
    ] = None,
    jobs: Annotated[int | None, side_by_side("Elaborations, or steps of measurements,")] = None,
    as_json: JsonOption = False,
) -> None:
    """Carry records over to changed RTL of the same meaning, and list the others.

    A measurement whose netlist, commands and reader are equal is carried over and says from which
    text, and so is a proof whose obligations are equal, and a record of faults whose module has
    equal netlists and the same possible faults. The others are listed with the inputs that differ,
    the CPU time that they took, and the command that makes them again. Names of signals, modules
    and files are no part of a netlist. Where git has the history, modules are named whose cells or
    wiring differ, compared with the last commit and then with that of the record. The exit status
    is 1 if a record is stale, or a figure of a sample differs.
    """
    if seed is not None and sample is None:
        raise GatehashError("--seed is that of --sample; give both or none")
    from gatehash.kinds import KINDS
    from gatehash.records.rekey import rekey as compare

    found = compare(
        KINDS,
        since=since,
        check=check,
        jobs=jobs,
        news=lambda line: print(line, file=sys.stderr),
    )
    stale = [each for each in found if each.state == "stale"]
    again: list[Sampled] = []
    if not as_json and stale:
        print_table(
            ("record", "differs", "CPU s", "command"),
            [(each.record, _differs(each), f"{each.seconds:.0f}", each.command) for each in stale],
        )
    carried = sum(each.state == "carried" for each in found)
    print(
        f"{counted(len(found), 'record')}: {carried} carried over, {len(stale)} stale, "
        f"{sum(each.seconds for each in stale):.0f} s of CPU time to make again",
        file=sys.stderr,
    )
    if sample is not None:
        again = _again(sample, secrets.randbelow(_MOST_SEED + 1) if seed is None else seed, jobs)
        if again and not as_json:
            rows = [(each.record, each.state, "; ".join(each.differences)) for each in again]
            print_table(("record", "measured again", "figures"), rows)
    if as_json:
        by_record = {each.record: each for each in again}
        print_json([_entry(each, by_record.get(each.record)) for each in found])
    if stale or any(each.state != "equal" for each in again):
        raise typer.Exit(1)


def _entry(each: Rekeyed, again: Sampled | None) -> dict[str, Any]:
    """Return a record as data for JSON; one of the sample has what became of that, too."""
    sampled = {"again": again.state, "figures": again.differences} if again else {}
    return asdict(each) | sampled


def _again(percent: float, seed: int, jobs: int | None) -> list[Sampled]:
    """Measure a sample again, and say what it is before."""
    from gatehash.implement.sample import carried_sample, measured_again
    from gatehash.implement.sweep import News

    chosen = carried_sample(percent, seed)
    if not chosen:
        print("no measurement on record is carried over: there is no sample", file=sys.stderr)
        return []
    seconds = sum(each.cpu_seconds for each in chosen)
    print(
        f"{counted(len(chosen), 'carried measurement')} (seed {seed}) measured again: place and "
        f"route took {seconds:.0f} s of CPU time last, beside synthesis",
        file=sys.stderr,
    )

    def news(each: News) -> None:
        if each.state != "running":
            print(each.text, file=sys.stderr)

    found = measured_again(chosen, jobs=jobs, news=news)
    counts = Counter(each.state for each in found)
    summary = ", ".join(f"{counts[state]} {state}" for state in ("equal", "different", "failed"))
    print(f"{counted(len(found), 'measurement')} made again: {summary}", file=sys.stderr)
    return found


def _differs(each: Rekeyed) -> str:
    """Return what of a record differs, and where, at no great length."""
    where = [*each.where[:_MOST_PLACES]]
    if more := len(each.where) - len(where):
        where.append(f"{more} more, see --json")
    return ", ".join(each.differs) + (f" ({'; '.join(where)})" if where else "")
