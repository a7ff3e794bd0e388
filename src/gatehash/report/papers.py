# SPDX-License-Identifier: Apache-2.0
"""The reports on papers by name: each is its TOML and, where it needs one, a module."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from gatehash.published import paper, papers
from gatehash.report.at import at_document
from gatehash.report.document import Document, comparisons
from gatehash.report.han import han_document
from gatehash.report.zalewski import zalewski_document

__all__ = ["DOCUMENTS"]

_MODULES = {"at": at_document, "han": han_document, "zalewski": zalewski_document}


def _plain(name: str) -> Document:
    """Return a report of a paper's tables alone."""
    source = paper(name)
    tables = comparisons(source, [table.id for table in source.tables])
    return Document(source, tuple(tables)).completed()


DOCUMENTS: dict[str, Callable[[], Document]] = {
    name: _MODULES.get(name) or partial(_plain, name) for name in papers()
}
"""Functions that make each report, by the short name of its paper."""
