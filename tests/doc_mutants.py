# SPDX-License-Identifier: Apache-2.0
"""The table of docs/mutants.md: what is on record of the faults of every module.

``python -m tests.doc_mutants`` writes it.
"""

from tests.doc_figures import DOCS

from gatehash.mutate import Mutants, all_modules, on_record

__all__ = ["PAGE", "updated"]

PAGE = DOCS / "mutants.md"
_HEADINGS = "| module | faults | by tests | by proofs | equivalent | survivors |"


def _figures(record: Mutants) -> tuple[int, ...]:
    return (
        record.mutants,
        record.by_test,
        record.by_proof,
        record.equivalent,
        record.survivors,
    )


def _row(name: str, figures: tuple[int, ...]) -> str:
    return f"| {' | '.join((name, *map(str, figures)))} |"


def updated(text: str) -> str:
    """Return the page with the table of the records."""
    before, _, rest = text.partition(_HEADINGS)
    lines = rest.split("\n")
    end = next(place for place, line in enumerate(lines) if place and not line.startswith("|"))
    records = [each.record for each in on_record(tuple(all_modules())) if each.record]
    rows = [_row(f"`{each.module}`", _figures(each)) for each in records if each.mutants]
    totals = tuple(map(sum, zip(*map(_figures, records), strict=True)))
    table = "\n".join([_HEADINGS, "| --- | --- | --- | --- | --- | --- |", *rows])
    return before + "\n".join([table, _row("all", totals), *lines[end:]])


if __name__ == "__main__":
    PAGE.write_text(updated(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
