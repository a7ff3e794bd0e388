# SPDX-License-Identifier: Apache-2.0
"""The papers' tables and figures with the catalogue's designs beside them, and a site of all."""

from typing import TYPE_CHECKING

from gatehash.lazy import on_use

if TYPE_CHECKING:
    from gatehash.report.document import Document
    from gatehash.report.papers import DOCUMENTS
else:
    __getattr__ = on_use(__name__)

__all__ = ["DOCUMENTS", "Document"]
