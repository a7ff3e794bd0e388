# SPDX-License-Identifier: Apache-2.0
"""Parts of pages that are written from records: tables, and what stands between two marks."""

import re
from collections.abc import Iterable, Sequence

__all__ = ["table", "with_part"]


def table(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table in Markdown, each line with its end."""
    lines = (headings, ["---"] * len(headings), *rows)
    return "".join(f"| {' | '.join(cells)} |\n" for cells in lines)


def with_part(text: str, name: str, part: str) -> str:
    """Return a page with another part between ``<!-- name -->`` and ``<!-- end -->``.

    Raises
    ------
    ValueError
        If the page has not one such part.
    """
    marked = re.compile(rf"(?<=<!-- {name} -->\n).*?(?=<!-- end -->)", re.DOTALL)
    found, count = marked.subn(lambda _: part, text)
    if count != 1:
        raise ValueError(f"the page has {count} parts '{name}'; it must have one")
    return found
