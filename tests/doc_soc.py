# SPDX-License-Identifier: Apache-2.0
"""The table of docs/soc.md: cycles in software and on a design, and the records that it shows.

``python -m tests.doc_soc`` counts what is not on record, or stale, and writes the table.
"""

from __future__ import annotations

import sys

from tests.doc_figures import DOCS

from gatehash.catalog import find
from gatehash.soc.record import Measured, is_fresh, keep, measure, on_record

__all__ = ["MEASURED", "PAGE", "updated"]

PAGE = DOCS / "soc.md"
MEASURED = (
    ("sha256-bram", "sha-256"),
    ("sha512-bram", "sha-512"),
    ("sha3-x1", "sha3-256"),
    ("skein512-x8", "skein-512-512"),
    ("skein-mc", "skein-512-512"),
    ("skein-mc", "threefish-512"),
    ("whirlpool-bram-table", "whirlpool"),
    ("phash-1", "phash"),
    ("blake32-mc-1", "blake-256"),
    ("blake64-mc-1", "blake-512"),
    ("chacha-mc-1", "chacha20"),
)
"""Designs and functions of the table: of each family one that has a function of its own."""

_HEADINGS = (
    "| design | function | bytes | software | polling | interrupts | asleep | software / polling |"
)


def _rows(found: Measured) -> list[str]:
    rows = []
    for each in found.counted:
        cells = (
            *(f"`{found.design}`", found.function, each.bytes),
            *(each.software, each.polling, each.interrupts, each.asleep),
            f"{each.software / each.polling:.1f}",
        )
        rows.append(f"| {' | '.join(map(str, cells))} |")
    return rows


def updated(text: str) -> str:
    """Return the page with the table of the records."""
    before, _, rest = text.partition(_HEADINGS)
    lines = rest.split("\n")
    end = next(place for place, line in enumerate(lines) if place and not line.startswith("|"))
    found = (on_record(find(design), function) for design, function in MEASURED)
    rows = [row for each in found if each for row in _rows(each)]
    separator = f"|{' --- |' * (_HEADINGS.count('|') - 1)}"
    return before + "\n".join([_HEADINGS, separator, *rows, *lines[end:]])


if __name__ == "__main__":
    for design, function in MEASURED:
        found = on_record(find(design), function)
        if found is None or not is_fresh(found):
            print(f"{design}, {function}", file=sys.stderr)
            keep(measure(find(design), function))
    PAGE.write_text(updated(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
