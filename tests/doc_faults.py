# SPDX-License-Identifier: Apache-2.0
"""The table of docs/protection.md: outcomes of single faults.

``python -m tests.doc_faults`` writes it from the records.
"""

from __future__ import annotations

from tests.doc_figures import DOCS

from gatehash.attack import OUTCOMES, Faulted, on_record

__all__ = ["PAGE", "updated"]

PAGE = DOCS / "protection.md"

_HEADINGS = (
    "| design | function | hit | cycles | faults | early | silent | hang | detected | harmless |"
)


def _row(found: Faulted) -> str:
    total = found.outcomes.injections
    cycles = f"all {found.window:,}" if found.exhaustive else f"{found.cycles} of {found.window:,}"
    shares = [f"{100 * getattr(found.outcomes, name) / total:.1f} %" for name in OUTCOMES]
    cells = (f"`{found.design}`", found.algorithm, found.where, cycles, f"{total:,}", *shares)
    return f"| {' | '.join(cells)} |"


def updated(text: str) -> str:
    """Return the page with the table of the records."""
    before, _, rest = text.partition(_HEADINGS)
    lines = rest.split("\n")
    end = next(place for place, line in enumerate(lines) if place and not line.startswith("|"))
    rows = [_row(found) for found, _ in on_record()]
    separator = f"|{' --- |' * (_HEADINGS.count('|') - 1)}"
    return before + "\n".join([_HEADINGS, separator, *rows, *lines[end:]])


if __name__ == "__main__":
    PAGE.write_text(updated(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
