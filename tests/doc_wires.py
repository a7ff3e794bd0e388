# SPDX-License-Identifier: Apache-2.0
"""The designs whose clock is furthest from their logic, in docs/nextpnr.md.

``python -m tests.doc_wires`` writes the table from the committed records.
"""

import re
from collections.abc import Iterator

from tests.doc_figures import DOCS
from tests.doc_table import table, with_part

from gatehash.catalog import DESIGNS
from gatehash.implement import load

__all__ = ["PAGE", "updated", "write"]

PAGE = DOCS / "nextpnr.md"
_HEADINGS = ("design", "MHz", "logic", "wires", "ratio", "cells", "from", "to")
_WORST = 10


def _short(name: str) -> str:
    """Return the last two parts of a register's name, without numbers in brackets."""
    return ".".join(re.sub(r"\[\d+\]", "", name).split(".")[-2:])


def _paths() -> Iterator[tuple[float, tuple[str, ...]]]:
    """Yield a design's ratio of clock period to time in cells on its critical path, and its row."""
    for name, design in DESIGNS.items():
        record = load(design, "ecp5", "core")
        run = record.median_run if record else None
        path = run.critical_path if run else None
        if run is None or path is None or run.kind != "routed":
            continue
        ratio = 1000 / run.fmax_mhz / path.logic_ns
        yield (
            ratio,
            (
                f"`{name}`",
                f"{run.fmax_mhz:.1f}",
                f"{path.logic_ns:.1f} ns",
                f"{path.routing_ns:.1f} ns",
                f"{ratio:.1f}",
                f"{path.levels}",
                f"`{_short(path.start)}`",
                f"`{_short(path.end)}`",
            ),
        )


def updated(text: str) -> str:
    """Return the page with the table of the records."""
    worst = sorted(_paths(), reverse=True)[:_WORST]
    return with_part(text, "wires", table(_HEADINGS, [row for _, row in worst]))


def write() -> None:
    """Write the page."""
    PAGE.write_text(updated(PAGE.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    write()
