# SPDX-License-Identifier: Apache-2.0
"""The table of docs/boards.md of what is on record; ``python -m tests.doc_boards`` writes it."""

from collections.abc import Iterator

from tests.doc_figures import DOCS

from gatehash.board import BOARDS
from gatehash.board.record import board_records

__all__ = ["PAGE", "updated"]

PAGE = DOCS / "boards.md"
_HEAD = "| board | design | LUT4 | clock MHz | highest MHz |\n| --- | --- | --- | --- | --- |\n"


def _rows() -> Iterator[str]:
    for board in BOARDS.values():
        for record in board_records(board):
            tables = record.area.tables(board.flow.target)
            yield (
                f"| `{board.name}` | `{record.design}` | {tables} | {record.clock_mhz} | "
                f"{record.fmax_mhz:.1f} |\n"
            )


def updated(text: str) -> str:
    """Return the page with the figures of the records."""
    before, _, after = text.partition(_HEAD)
    rest = after[after.index("\n\n") if not after.startswith("\n") else 0 :].lstrip("\n")
    return f"{before}{_HEAD}{''.join(_rows())}\n{rest}"


if __name__ == "__main__":
    PAGE.write_text(updated(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
