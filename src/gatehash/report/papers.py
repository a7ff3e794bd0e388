# SPDX-License-Identifier: Apache-2.0
"""The reports on papers, by the paper's name."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from gatehash.report.at import at_document
from gatehash.report.document import Document
from gatehash.report.han import han_document
from gatehash.report.zalewski import zalewski_document

__all__ = ["DOCUMENTS"]

DOCUMENTS: Mapping[str, Callable[[], Document]] = {
    "han": han_document,
    "zalewski": zalewski_document,
    "at": at_document,
}
"""What makes each report, by the short name of its paper, in the order in which they are shown."""
