# SPDX-License-Identifier: Apache-2.0
"""``gatehash leak``: what mapped designs reveal of their secrets, and mapped gadgets of theirs."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import Annotated, Any, cast

import typer

from gatehash.attack import (
    CHECKS,
    GADGETS,
    LANES,
    LEAKS,
    LEAST_RUNS,
    MODELS,
    MOST_RUNS,
    MOST_TRACES,
    PROBE_CHECKS,
    PROBE_MODELS,
    PROBED,
    RUNS,
    TRACES,
    Check,
    Leaked,
    Leaking,
    Model,
    Probed,
    Probing,
    gadget_of,
    job_of,
    keep_leak,
    keep_probed,
    leaks_on_record,
    look,
    probe,
    probed_on_record,
)
from gatehash.attack.mapped import TARGET
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

__all__ = ["leak"]

_Check = Enum("_Check", {each: each for each in (*CHECKS, *PROBE_CHECKS)})  # type: ignore[misc]
_Model = Enum("_Model", {each: each for each in (*MODELS, *PROBE_MODELS)})  # type: ignore[misc]

_Found = tuple[Leaked | Probed, bool]


def leak(
    designs: Annotated[
        list[str] | None, typer.Argument(metavar="[DESIGN]...", help="Designs, or gadgets.")
    ] = None,
    listed: ListedOption = False,
    algorithm: WorkOption = None,
    check: Annotated[
        Any,
        typer.Option(
            "--check",
            metavar="WHAT",
            parser=OneOf(_Check),
            help=(
                "For designs ttest, a fixed secret against random ones, or cpa, a correlation "
                "attack; for gadgets probes, each one decided, or gtest, each one on simulated "
                "runs."
            ),
        ),
    ] = "ttest",
    model: Annotated[
        Any,
        typer.Option(
            "--model",
            metavar="WHAT",
            parser=OneOf(_Model),
            help=(
                "Counted in each cycle: changes of registers (by default), transition of settled "
                "gates as well, or by a delay of one unit each change of a gate. Values that a "
                "probe sees: glitch (by default), or transition, the cycle before as well."
            ),
        ),
    ] = None,
    traces: Annotated[
        int | None,
        typer.Option(
            "--traces",
            metavar="N",
            parser=Whole(1, MOST_RUNS),
            help="Traces, of an attack at most; runs of a G-test.",
        ),
    ] = None,
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
    """Look for the secret of a mapped design in simulated traces, or check a gadget's probes.

    A design is mapped to ECP5 and answers a random message with a secret; a trace has for each
    cycle the number of bits that change. A t-test compares traces of one secret with those of
    random secrets. An attack looks for one secret, such as the state of a hash function after its
    key, until all bits are right; better attacks need fewer traces. A masked gadget is mapped
    alike, and the values that a probe of each wire sees are checked for dependence on the secret.
    Records are kept under results/leak/ or in DIR.
    """
    found: list[_Found]
    if listed:
        kinds = (leaks_on_record, probed_on_record)
        found, damaged = listed_records(kinds, results, designs, (algorithm, model, traces))
    else:
        if not designs:
            raise GatehashError("no DESIGN is given; name one, or --list for what is on record")
        of, what = OneOf(_Check)(check).value, model and OneOf(_Model)(model).value
        run = _probed if of in PROBE_CHECKS else _traced
        found = [*run(designs, algorithm, of, what, traces, seed, jobs, results)]
        damaged = False
    if as_json:
        print_json([_entry(one, fresh=fresh) for one, fresh in found])
    else:
        _show([one for one, _ in found])
    end_unless_fresh(found, damaged=damaged)


def _chosen(check: str, model: str | None, models: Sequence[str]) -> str:
    if model is None:
        return models[0]
    if model not in models:
        raise GatehashError(
            f"--check {check} takes no model {model}; it takes: {', '.join(models)}"
        )
    return model


def _within(traces: int | None, least: int, most: int, default: int) -> int:
    if traces is None:
        return default
    if not least <= traces <= most:
        raise GatehashError(
            f"--traces is '{traces}'; it must be a whole number from {least} to {most}"
        )
    return traces


def _traced(
    designs: Sequence[str],
    algorithm: str | None,
    check: str,
    model: str | None,
    traces: int | None,
    seed: int,
    jobs: int | None,
    results: Any,
) -> list[_Found]:
    model = _chosen(check, model, [*MODELS])
    count = _within(traces, 2 * LANES, MOST_TRACES, TRACES)
    gadgets = [name for name in designs if name in GADGETS]
    if gadgets:
        known = " or ".join(PROBE_CHECKS)
        raise GatehashError(f"{gadgets[0]} is a gadget, which takes --check {known}")
    found: list[_Found] = []
    chosen = [job_of(name, algorithm) for name in designs]
    of, what = cast("Check", check), cast("Model", model)
    LEAKS.prepare((Leaking(job, of, what) for job in chosen), results)
    for job in chosen:
        one = look(
            job,
            of,
            what,
            traces=count,
            seed=seed,
            jobs=jobs,
            news=news,
        )
        if not keep_leak(one, results):
            news(f"{one.subject}: the record that shows more stays")
        found.append((one, True))
    return found


def _probed(
    designs: Sequence[str],
    algorithm: str | None,
    check: Any,
    model: Any,
    traces: int | None,
    seed: int,
    jobs: int | None,
    results: Any,
) -> list[_Found]:
    model = _chosen(check, model, [*PROBE_MODELS])
    gadgets = [gadget_of(name) for name in designs]
    if algorithm is not None:
        raise GatehashError("--algorithm is for designs; a gadget has one function")
    if check == "probes" and traces is not None:
        raise GatehashError("--traces is for runs; --check probes has none")
    count = _within(traces, LEAST_RUNS, MOST_RUNS, RUNS)
    found: list[_Found] = []
    PROBED.prepare((Probing(gadget, check, model) for gadget in gadgets), results)
    for gadget in gadgets:
        one = probe(gadget, check, model, runs=count, seed=seed)
        if not keep_probed(one, results):
            news(f"{one.subject}: the record of more runs stays")
        found.append((one, True))
    return found


def _entry(found: Leaked | Probed, *, fresh: bool) -> dict[str, Any]:
    entry = _entry_of_gadget(found) if isinstance(found, Probed) else _entry_of_design(found)
    return {**entry, "seed": found.seed, "fresh": fresh}


def _entry_of_gadget(found: Probed) -> dict[str, Any]:
    tested = found.check == "gtest"
    can = found.composability
    return {
        "design": found.gadget,
        "algorithm": None,
        "target": TARGET,
        "check": found.check,
        "model": found.model,
        "shares": found.shares,
        "latency": found.latency,
        "random_bits": found.random_bits,
        "lut": found.lut,
        "ff": found.ff,
        "traces": found.runs if tested else None,
        "first_order": {
            "method": found.check,
            "verdict": "leaks" if found.leaks else "open" if found.skipped else "clean",
            "probes": found.sets,
        },
        "exact": None if tested else found.exact,
        "composed": None if tested else found.composed,
        "skipped": None if tested else found.skipped,
        "largest": found.largest if tested else None,
        "threshold": found.threshold if tested else None,
        "composability": {"ni": can.ni, "sni": can.sni, "pini": can.pini} if can else None,
        "leaks": [
            {"wire": each.wire, "cycle": each.cycle, "sees": [*each.sees]} for each in found.leaks
        ],
    }


def _entry_of_design(found: Leaked) -> dict[str, Any]:
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


def _show(all_of: Sequence[Leaked | Probed]) -> None:
    traced = [each for each in all_of if isinstance(each, Leaked)]
    probed = [each for each in all_of if isinstance(each, Probed)]
    if traced:
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
                for found in traced
            ],
        )
    if traced and probed:
        print()
    if probed:
        print_table(
            ("gadget", "check", "model", "probe sets", "result"),
            [
                (found.gadget, found.check, found.model, str(found.sets), _verdict(found))
                for found in probed
            ],
        )
    for found in probed if len(probed) == 1 else ():
        for each in found.leaks:
            print(f"{each.wire} in cycle {each.cycle} sees {', '.join(each.sees)}")


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


def _verdict(found: Probed) -> str:
    if found.check == "gtest":
        return (
            f"{len(found.leaks)} leaking in {found.runs} runs; largest {found.largest:g}, "
            f"threshold {found.threshold:g}"
        )
    return (
        f"{len(found.leaks)} leaking, {found.skipped} skipped "
        f"({found.exact} exact, {found.composed} composed)"
    )
