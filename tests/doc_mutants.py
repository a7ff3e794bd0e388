# SPDX-License-Identifier: Apache-2.0
"""The tables of docs/mutants.md: what is on record of the faults of every module.

``python -m tests.doc_mutants`` writes them. Why a fault survives is told by hand, in the last
column of its row, and kept.
"""

from collections.abc import Iterable, Iterator, Sequence

from tests.doc_figures import DOCS

from gatehash.mutate import Mutants, all_modules, on_record

__all__ = ["PAGE", "UNEXPLAINED", "updated"]

PAGE = DOCS / "mutants.md"
UNEXPLAINED = "not explained"
_SCORES = ("module", "faults", "by tests", "by proofs", "equivalent", "survivors")
_SURVIVORS = ("module", "line", "text", "becomes", "why it survives")
_LONGEST = 60


def _row(cells: Iterable[object]) -> str:
    return f"| {' | '.join(map(str, cells))} |"


def _code(text: str) -> str:
    shown = text if len(text) <= _LONGEST else f"{text[: _LONGEST - 4]} ..."
    return f"`{shown}`".replace("|", "\\|")


def _scores(records: Sequence[Mutants]) -> Iterator[str]:
    figures = {
        each.module: (
            each.mutants,
            each.by_test,
            each.by_proof,
            each.equivalent,
            each.survivors,
        )
        for each in records
        if each.mutants
    }
    yield from (_row((f"`{module}`", *numbers)) for module, numbers in figures.items())
    yield _row(("all", *map(sum, zip(*figures.values(), strict=True))))


def _survivors(records: Sequence[Mutants], rows: Sequence[str]) -> Iterator[str]:
    known = {}
    for row in rows:
        told, _, why = row.strip("| ").rpartition(" | ")
        known[told] = why
    for each in records:
        for other in each.others:
            if other.verdict == "survivor":
                cells = (f"`{each.module}`", other.line, _code(other.was), _code(other.becomes))
                told = _row(cells).strip("| ")
                yield f"| {told} | {known.get(told, UNEXPLAINED)} |"


def _parts(text: str, headings: Sequence[str]) -> tuple[str, list[str], str]:
    """Return what is before the rows of a table, the rows, and what is behind them."""
    head = "\n".join((_row(headings), _row("---" for _ in headings), ""))
    before, found, rest = text.partition(head)
    assert found, head
    lines = rest.split("\n")
    end = next((at for at, line in enumerate(lines) if not line.startswith("|")), len(lines))
    return before + head, lines[:end], "\n".join(lines[end:])


def updated(text: str) -> str:
    """Return the page with the tables of the records."""
    records = [each.record for each in on_record(tuple(all_modules())) if each.record]
    before, _, rest = _parts(text, _SCORES)
    text = "\n".join((before + "\n".join(_scores(records)), rest))
    before, rows, rest = _parts(text, _SURVIVORS)
    return "\n".join((before + "\n".join(_survivors(records, rows)), rest)).rstrip("\n") + "\n"


if __name__ == "__main__":
    PAGE.write_text(updated(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
