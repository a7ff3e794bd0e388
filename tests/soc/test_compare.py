# SPDX-License-Identifier: Apache-2.0
"""What the built-in firmware prints: every row is read, and nothing else passes for one."""

import re

import pytest

from gatehash.bus import FUNCTION_NUMBERS
from gatehash.errors import GatehashError
from gatehash.paths import soc_root
from gatehash.soc import Comparison, comparisons

_WIDTHS = (-20, -10, 8, 12, 12, 12, 12)
"""Columns of the firmware: a number below 0 is of one that begins at the left."""


def _line(*values: object) -> str:
    return "".join(f"%{width}s" % value for width, value in zip(_WIDTHS, values, strict=True))


def _output(*lines: str) -> str:
    words = ("function", "operation", "bytes", "software", "polling", "interrupts", "asleep")
    return "\n".join((_line(*words), *lines, ""))


def test_columns_are_the_firmwares() -> None:
    source = (soc_root() / "firmware" / "compare.c").read_text(encoding="utf-8")
    formats = re.findall(r'printf\("((?:%-?\d\S*)+)"', source.replace('" PRIu64 "', "u"))
    widths = [tuple(map(int, re.findall(r"%(-?\d+)", each))) for each in formats]
    assert widths == [_WIDTHS, _WIDTHS]


@pytest.mark.parametrize("operation", ["hash", "encrypt"])
@pytest.mark.parametrize("function", FUNCTION_NUMBERS)
def test_rows_of_every_function_are_read(function: str, operation: str) -> None:
    row = (function, operation, 16384, 31039, 6719, 6950, 78)
    assert comparisons(_output(_line(*row), _line(*row))) == [Comparison(*row)] * 2


@pytest.mark.parametrize(
    "line",
    ["", "sha-256 of 5 bytes: no answer", "sha-256  hash  64  31039  6719  6950", "no design: -1"],
)
def test_a_line_that_is_no_row_is_an_error(line: str) -> None:
    with pytest.raises(GatehashError, match=r"^the firmware printed '.*'; it must be a function, "):
        comparisons(_output(line))


@pytest.mark.parametrize("output", ["", "sha-256  hash  64  31039  6719  6950  78"])
def test_rows_without_headings_are_an_error(output: str) -> None:
    with pytest.raises(GatehashError, match="it must be the headings function operation bytes"):
        comparisons(output)
