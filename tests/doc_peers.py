# SPDX-License-Identifier: Apache-2.0
"""The best open cores beside the best designs, in docs/guide-compare.md and in README.md.

``python -m tests.doc_peers`` writes both from ``peers.toml`` and the committed records.
"""

from functools import cache

from tests.doc_figures import DOCS
from tests.doc_table import table, with_part

from gatehash.catalog import DESIGNS, find
from gatehash.implement import figures_at
from gatehash.prove import on_record, selected
from gatehash.report.columns import Entry, Table
from gatehash.report.peers import peer_rows
from gatehash.report.summary import best_of_each

__all__ = ["HEADLINE", "PAGE", "README", "rows", "updated", "with_headline", "write"]

PAGE = DOCS / "guide-compare.md"
README = DOCS.parent / "README.md"
HEADLINE = ("sha256-bram", "sha-256")
"""The design and the function of the result that the README shows."""

_RESULT = ("SHA-256 with padding and interface", "MHz", "Mb/s", "units", "Mb/s per unit")


def rows() -> list[Entry]:
    """Return the rows of the table."""
    return list(_best().rows)


@cache
def _best() -> Table:
    return best_of_each()


def updated(text: str) -> str:
    """Return the guide with the figures of the records."""
    columns, rows = _best().columns, _best().rows
    cells = [[column.text(row) for column in columns] for row in rows]
    return with_part(text, "best", table([column.heading for column in columns], cells))


def with_headline(text: str) -> str:
    """Return the README with one result, of a stream top beside an open core with padding."""
    name, algorithm = HEADLINE
    found = peer_rows((algorithm,), list(DESIGNS))
    (ours,) = (e for e in found if e["design"] == name and e["boundary"] == "stream")
    others = [each for each in found if not each["design"]]
    (core,) = (e for e in others if e["included"] == "interface and padding included")
    assert ours["differs"] == []
    assert core["work"] == ours["best_peer"]
    proofs = on_record(selected([name]))
    assert all(each.status == "proved" for each in proofs)
    placed = figures_at(find(name), "ecp5", "stream")
    compared = [
        (f"gatehash `{name}`", placed.fmax_mhz, ours),
        (f"{core['work']}, the open core with padding", core["frequency_mhz"], core),
    ]
    cells = [
        [
            who,
            f"{mhz:.1f}",
            f"{of['throughput_mbps']:.0f}",
            f"{of['units']}",
            f"{of['mbps_per_unit']:.3f}",
        ]
        for who, mhz, of in compared
    ]
    result = (
        f"{table(_RESULT, cells)}\n"
        f"The [proofs](docs/proofs.md) on record have {len(proofs)} properties of the modules of "
        f"`{name}`, and all are proved.\n"
    )
    return with_part(text, "result", result)


def write() -> None:
    """Write both."""
    PAGE.write_text(updated(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
    README.write_text(with_headline(README.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    write()
