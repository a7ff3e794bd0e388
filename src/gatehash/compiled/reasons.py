# SPDX-License-Identifier: Apache-2.0
"""Why a tool that compiles or builds a simulator failed."""

from __future__ import annotations

import re
from pathlib import Path

from gatehash import processes

__all__ = ["reason"]

# Lines of tools about a failure, the most specific first. Of a kind the first line counts, which
# names file and line; but of parameter checks the last, which is the outermost. Verilator refuses
# what it warns of.
_TELLING = (
    r"USERFATAL: \S+ (.*)",
    r"(%Error(?!: Exiting).*)",
    r"(%Warning.*)",
    r"(.*(?:\berror:|: syntax error|undefined reference|cannot find ).*)",
)
# A compiler repeats the line that it complains of, however long it is.
_MOST_OF_A_LINE = 1000
# make repeats each failed command, and says no more than its status.
_OF_MAKE = re.compile(r"make(\[\d+\])?: ")


def reason(output: str, folder: Path) -> str:
    """Return why a tool failed in a folder, from what it wrote."""
    if short := processes.shortage(output, folder):
        return short
    said = [line[:_MOST_OF_A_LINE] for line in output.splitlines()]
    for pattern in _TELLING:
        found = [match[1] for line in said if (match := re.search(pattern, line))]
        if found:
            return found[-1 if "USERFATAL" in pattern else 0].strip()
    others = [line for line in said if line.strip() and not _OF_MAKE.match(line)]
    return (others or said or ["no output"])[-1].strip()
