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
from gatehash.kat import Asked, Chain, Outcome, read_vectors, run

__all__ = ["kat"]

_MOST_SHOWN = 10
"""Differing answers of a file that are printed."""


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

    The files are response files of NIST's CAVP (short and long messages, Monte Carlo tests,
    variable output, HMAC) and of the SHA-3 competition's submissions, of ChaCha also with key,
    nonce and counter, and Wycheproof's JSON of stream ciphers and authenticated ciphers. Vectors
    that are not of whole bytes are skipped, and counted. If an answer differs, or a file can't be
    read, the exit status is 1.
    """
    asked = Asked(find(design), algorithm, engine.value)
    results, done = [], True
    for name in files:
        try:
            outcomes = _run(name, asked)
        except (OSError, GatehashError) as error:
            say(f"{quoted(name)}: {reason(error) if isinstance(error, OSError) else error}")
            done = False
            continue
        wrong = [each for each in outcomes if not each.skipped and not each.agrees]
        skipped = Counter(each.skipped for each in outcomes if each.skipped)
        for each in wrong[:_MOST_SHOWN]:
            expected, got = (
                "a refusal" if one is None else one.hex() for one in (each.expected, each.answer)
            )
            say(f"{quoted(name)}: {each.name}: expected {expected}, got {got}")
        if len(wrong) > _MOST_SHOWN:
            say(f"{quoted(name)}: {len(wrong) - _MOST_SHOWN} more differ")
        right = len(outcomes) - skipped.total() - len(wrong)
        done = done and not wrong and right > 0
        if not wrong and not right:
            say(f"{quoted(name)}: no vector could be run")
        if as_json:
            results.append(
                {
                    "file": utf8(name),
                    "design": design,
                    "algorithm": algorithm,
                    "engine": engine.value,
                    "right": right,
                    "wrong": len(wrong),
                    "skipped": dict(skipped),
                }
            )
        else:
            reasons = "".join(f", {count} skipped: {why}" for why, count in skipped.items())
            print(f"{quoted(name)}: {right} right, {len(wrong)} wrong{reasons}", flush=True)
    if as_json:
        print_json(results)
    if not done:
        raise typer.Exit(1)


def _run(name: str, asked: Asked) -> list[Outcome]:
    with reading(name) as stream:
        text = stream.read().decode("utf-8", "replace")
    vectors = read_vectors(text)
    total = sum(len(each.answers) if isinstance(each, Chain) else 1 for each in vectors)
    with bar(lambda: total, least=1, of_bytes=False) as shown:
        return list(run(vectors, asked, shown.advance))
