# SPDX-License-Identifier: Apache-2.0
"""The papers' tables and figures with the catalogue's designs beside them; all on one page."""

from gatehash.report.at import at_data, at_report
from gatehash.report.han import han_data, han_report
from gatehash.report.html import html_page, html_report
from gatehash.report.zalewski import zalewski_data, zalewski_report

__all__ = [
    "at_data",
    "at_report",
    "han_data",
    "han_report",
    "html_page",
    "html_report",
    "zalewski_data",
    "zalewski_report",
]
