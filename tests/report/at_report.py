# SPDX-License-Identifier: Apache-2.0
"""The report on At, read as data, with made-up designs of it."""

from typing import Any

from tests.report.fakes import AT
from tests.report.reading import Reader, Rows

from gatehash.report.at import at_document

REPORT = Reader(at_document)
FAKES = {design.name: design for design in AT}
OPEN = ("skein-256-256", "skein-512-512", "blake-256", "blake-512", "chacha20")
ECP5 = "ECP5 LFE5U-85-6 (Yosys + nextpnr)"


def rows(table: int) -> Rows:
    (found,) = [each["rows"] for each in REPORT.data()["tables"] if each["id"] == str(table)]
    return list(found)


def pair(row: str, algorithm: str) -> dict[str, Any]:
    wanted = (f"at/{row}", algorithm)
    found = [
        each for each in REPORT.data()["algorithms"] if (each["row"], each["algorithm"]) == wanted
    ]
    assert len(found) == 1
    return dict(found[0])
