# SPDX-License-Identifier: Apache-2.0
"""The table of docs/properties.md: what is on record of every property.

``python -m tests.doc_proofs`` writes it.
"""

from collections import Counter
from itertools import groupby

from tests.doc_figures import DOCS

from gatehash.prove import Outcome, all_properties, on_record

__all__ = ["PAGE", "updated"]

PAGE = DOCS / "properties.md"
_HEADINGS = "| module | property | method | verdicts | claim |"


def _row(module: str, kind: str, claim: str, outcomes: list[Outcome]) -> str:
    verdicts = Counter(
        each.status
        if each.proof is None or each.proof.depth is None
        else f"{each.status}, {each.proof.depth} cycles"
        for each in outcomes
    )
    told = "; ".join(f"{count} {status}" for status, count in sorted(verdicts.items()))
    methods = ", ".join(dict.fromkeys(each.of.method for each in outcomes))
    return f"| `{module}` | {kind} | {methods} | {told} | {claim} |"


def _kind(outcome: Outcome) -> tuple[str, str, str]:
    """Return the module, the kind and the claim of a property: a row has one of each."""
    of = outcome.of
    parts = of.name.split(".")
    return of.module, "timing" if parts[0] == "timing" else parts[1], of.claim


def updated(text: str) -> str:
    """Return the page with the table of the records."""
    before, _, rest = text.partition(_HEADINGS)
    lines = rest.split("\n")
    end = next(place for place, line in enumerate(lines) if place and not line.startswith("|"))
    ordered = sorted((each for each in on_record(all_properties()) if each.proof), key=_kind)
    rows = [_row(*kind, [*each]) for kind, each in groupby(ordered, _kind)]
    table = "\n".join([_HEADINGS, "| --- | --- | --- | --- | --- |", *rows])
    return before + "\n".join([table, *lines[end:]])


if __name__ == "__main__":
    PAGE.write_text(updated(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
