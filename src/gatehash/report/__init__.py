# SPDX-License-Identifier: Apache-2.0
"""The papers' tables and figures with the catalogue's designs beside them; all on one page."""

from gatehash.report.at import at_document
from gatehash.report.document import Document
from gatehash.report.han import han_document
from gatehash.report.html import html_page, html_report
from gatehash.report.papers import DOCUMENTS
from gatehash.report.zalewski import zalewski_document

__all__ = [
    "DOCUMENTS",
    "Document",
    "at_document",
    "han_document",
    "html_page",
    "html_report",
    "zalewski_document",
]
