# SPDX-License-Identifier: Apache-2.0
"""``gatehash kat``: files of test vectors, run on a design."""

from __future__ import annotations

from collections import Counter
from typing import Annotated

import typer

from gatehash.catalog import find
from gatehash.cli.engines import Engine, EngineOption
from gatehash.cli.files import reading, reason
from gatehash.cli.names import quoted, utf8
from gatehash.cli.options import JsonOption, print_json
from gatehash.cli.progress import bar
from gatehash.cli.streams import say
from gatehash.errors import GatehashError
from gatehash.kat import Asked, Outcome, read_vectors, run, work

__all__ = ["kat"]

_MOST_SHOWN = 10
"""Differing answers of a file that are printed, and reasons of vectors that were not run."""


def kat(
    files: Annotated[
        list[str], typer.Argument(metavar="FILE...", help="Files; - is standard input.")
    ],
    design: Annotated[str, typer.Option("--design", metavar="NAME", help="Design that is tested.")],
    algorithm: Annotated[
        str | None,
        typer.Option("--algorithm", metavar="NAME", help="Function, for a design of several."),
    ] = None,
    engine: EngineOption = Engine.RTL,
    as_json: JsonOption = False,
) -> None:
    """Run files of test vectors on simulated hardware and compare all answers.

    The files are response files of NIST's CAVP and of submissions, JSON of Wycheproof, ACVP, BLAKE2
    and BLAKE3, blake2*-kat.txt, skein_golden_kat.txt, Botan's .vec and BoringSSL's text. A vector
    that must be refused is right if it is refused. A vector that the design can't run is skipped
    and counted with the reason. Without --algorithm each vector runs on the function that its file
    names. The exit status is 1 if an answer is wrong, a file can't be read, or no vector of a file
    could be run.
    """
    asked = Asked(find(design), algorithm, engine.value)
    results, done = [], True
    for name in files:
        try:
            form, outcomes = _run(name, asked)
        except (OSError, GatehashError) as error:
            say(f"{quoted(name)}: {reason(error) if isinstance(error, OSError) else error}")
            done = False
            continue
        wrong = [each for each in outcomes if not each.skipped and not each.agrees]
        skipped = Counter(each.skipped for each in outcomes if each.skipped)
        for each in wrong[:_MOST_SHOWN]:
            say(f"{quoted(name)}: {each.name}: {_difference(each)}")
        if len(wrong) > _MOST_SHOWN:
            say(f"{quoted(name)}: {len(wrong) - _MOST_SHOWN} more differ")
        right = len(outcomes) - skipped.total() - len(wrong)
        done = done and not wrong and right > 0
        if not wrong and not right:
            say(f"{quoted(name)}: none of the vectors could be run")
        if as_json:
            results.append(
                {
                    "file": utf8(name),
                    "form": form,
                    "design": design,
                    "algorithm": algorithm,
                    "engine": engine.value,
                    "right": right,
                    "wrong": len(wrong),
                    "skipped": dict(skipped),
                }
            )
        else:
            reasons = _reasons(skipped)
            print(f"{quoted(name)}: {right} right, {len(wrong)} wrong{reasons}", flush=True)
    if as_json:
        print_json(results)
    if not done:
        raise typer.Exit(1)


def _run(name: str, asked: Asked) -> tuple[str, list[Outcome]]:
    with reading(name) as stream:
        form, vectors = read_vectors(stream)
    with bar(lambda: work(vectors), least=1, of_bytes=False) as shown:
        return form, list(run(vectors, asked, shown.advance))


def _difference(outcome: Outcome) -> str:
    """Say how an answer differs from the expected one."""
    expected, got = (
        "a refusal" if each is None else each.hex() or "an empty message"
        for each in (outcome.expected, outcome.answer)
    )
    any_other = "any code but " if outcome.differs else ""
    return f"expected {any_other}{expected}, got {got}"


def _reasons(skipped: Counter[str]) -> str:
    """Say why vectors were skipped; of many reasons the most frequent are named."""
    named = skipped.most_common(_MOST_SHOWN)
    text = "".join(f", {count} skipped: {why}" for why, count in named)
    rest = skipped.total() - sum(count for _, count in named)
    return text + (f", {rest} skipped for other reasons (--json lists them)" if rest else "")
