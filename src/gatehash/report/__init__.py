# SPDX-License-Identifier: Apache-2.0
"""The papers' tables and figures with the catalogue's designs beside them, and a site of all."""

from gatehash.report.document import Document
from gatehash.report.papers import DOCUMENTS

__all__ = ["DOCUMENTS", "Document"]
