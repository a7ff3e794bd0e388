# SPDX-License-Identifier: Apache-2.0
"""``gatehash leak``: what simulated traces of mapped designs say about their secrets."""

from __future__ import annotations

from enum import Enum
from typing import Annotated, Any

import typer

from gatehash.attack import (
    CHECKS,
    LANES,
    MODELS,
    MOST_TRACES,
    TRACES,
    Leaked,
    job_of,
    keep_leak,
    leaks_on_record,
    look,
)
from gatehash.attack.mapped import TARGET
from gatehash.cli.measuring import side_by_side
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

__all__ = ["leak"]

_Check = Enum("_Check", {each: each for each in CHECKS})  # type: ignore[misc]
_Model = Enum("_Model", {each: each for each in MODELS})  # type: ignore[misc]


def leak(
    designs: Annotated[
        list[str] | None, typer.Argument(metavar="[DESIGN]...", help="Designs.")
    ] = None,
    listed: ListedOption = False,
    algorithm: Annotated[
        str | None,
        typer.Option(
            "--algorithm",
            metavar="NAME",
            help="Function, of a cipher with its operation; by default the design's first one.",
        ),
    ] = None,
    check: Annotated[
        Any,
        typer.Option(
            "--check",
            metavar="WHAT",
            parser=OneOf(_Check),
            help="ttest: a fixed secret against random ones; cpa: a correlation attack.",
        ),
    ] = "ttest",
    model: Annotated[
        Any,
        typer.Option(
            "--model",
            metavar="WHAT",
            parser=OneOf(_Model),
            help=(
                "Counted in each cycle: changes of registers, transitions of settled gates as "
                "well, or by a delay of one unit each change of a gate."
            ),
        ),
    ] = "registers",
    traces: Annotated[
        int,
        typer.Option(
            "--traces",
            metavar="N",
            parser=Whole(2 * LANES, MOST_TRACES),
            help="Traces, of an attack at most.",
        ),
    ] = TRACES,
    seed: Annotated[
        int,
        typer.Option(
            "--seed",
            metavar="N",
            parser=Whole(1, 2**63),
            help="Seed of secrets and messages.",
        ),
    ] = 1,
    jobs: Annotated[int | None, side_by_side("Parts of the traces")] = None,
    results: ResultsOption = None,
    as_json: JsonOption = False,
) -> None:
    """Look for the secret of a mapped design in simulated traces of its work.

    The design is mapped to ECP5 and answers a random message with a secret; a trace has for each
    cycle the number of bits that change. A t-test compares traces of one secret with those of
    random secrets. An attack looks for one secret, such as the state of a hash function after its
    key, until all bits are right: its number of traces is an upper bound for any attack. Records
    are kept under results/leak/ or in DIR.
    """
    if listed:
        if designs:
            raise GatehashError("--list shows all that is on record, and takes no DESIGN")
        found = [*leaks_on_record(results)]
    else:
        if not designs:
            raise GatehashError("no DESIGN is given; name one, or --list for what is on record")
        chosen = [job_of(name, algorithm) for name in designs]
        found = []
        for job in chosen:
            one = look(
                job,
                OneOf(_Check)(check).value,
                OneOf(_Model)(model).value,
                traces=traces,
                seed=seed,
                jobs=jobs,
                news=news,
            )
            if not keep_leak(one, results):
                news(f"{one.subject}: the record that shows more stays")
            found.append((one, True))
    if as_json:
        print_json([_entry(one, fresh=fresh) for one, fresh in found])
    else:
        _show([one for one, _ in found])
    stale = [one for one, fresh in found if not fresh]
    for one in stale:
        news(f"{one.subject}: stale; run: gatehash rekey, or {one.command}")
    if stale:
        raise typer.Exit(1)


def _entry(found: Leaked, *, fresh: bool) -> dict[str, Any]:
    test, attack = found.ttest, found.attack
    return {
        "design": found.design,
        "algorithm": found.algorithm,
        "target": TARGET,
        "check": found.check,
        "model": found.model,
        "shares": 1,
        "message_bytes": found.message_bytes,
        "secret_bits": found.secret_bits,
        "cycles": found.cycles,
        "traces": found.traces,
        "seed": found.seed,
        "fresh": fresh,
        "threshold": test.threshold if test else None,
        "t_max": max(each.largest for each in test.orders) if test else None,
        "orders": [
            {
                "order": each.order,
                "t_max": each.largest,
                "cycle": each.cycle,
                "cycles_over": each.over,
            }
            for each in (test.orders if test else ())
        ],
        "secrets": [
            {
                "secret": attack.secret,
                "bits": attack.bits,
                "cycle": attack.cycle,
                "falls": attack.falls or None,
                "wrong_bits": [[each.traces, each.wrong] for each in attack.steps],
            }
        ]
        if attack
        else [],
    }


def _show(all_of: list[Leaked]) -> None:
    print_table(
        ("design", "algorithm", "check", "model", "traces", "result"),
        [
            (
                found.design,
                found.algorithm,
                found.check,
                found.model,
                str(found.traces),
                _result(found),
            )
            for found in all_of
        ],
    )


def _result(found: Leaked) -> str:
    if found.ttest is not None:
        orders = "; ".join(
            f"order {each.order}: abs(t) {each.largest:g}, {each.over} of {found.cycles} cycles"
            for each in found.ttest.orders
        )
        return f"{orders} over {found.ttest.threshold:g}"
    assert found.attack is not None
    last = found.attack.steps[-1]
    of = f"{found.attack.bits} bits of the {found.attack.secret}"
    return f"all {of}" if found.attack.falls else f"{last.wrong} of {of} are wrong"
