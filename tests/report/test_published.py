# SPDX-License-Identifier: Apache-2.0
"""The published figures: whole, consistent, and refused when damaged."""

import pytest

from gatehash import published
from gatehash.catalog import DESIGNS
from gatehash.errors import GatehashError

HAN = published.paper("han")
ROWS = [(table, row) for table in HAN.tables for row in table.rows]
# Figures that the paper itself prints wrong; each row carries a note that says so.
WRONG_THROUGHPUT = {"han/2/kobayashi-4-unrolled"}
WRONG_RATIO = {"han/2/this-4-unrolled"}


def test_all_rows_are_there() -> None:
    assert [len(table.rows) for table in HAN.tables] == [6, 7]


@pytest.mark.parametrize(("table", "row"), ROWS, ids=[row.id for _, row in ROWS])
def test_row_is_consistent(table: published.Table, row: published.Row) -> None:
    assert row.cycles
    assert row.frequency_mhz
    assert row.throughput_mbps
    assert row.slices
    assert row.throughput_per_slice
    assert table.block_bits
    computed = table.block_bits * row.frequency_mhz / row.cycles
    close = computed == pytest.approx(row.throughput_mbps, rel=0.005)
    assert close == (row.id not in WRONG_THROUGHPUT)
    ratio = row.throughput_mbps / row.slices
    digits = len(str(row.throughput_per_slice).partition(".")[2])
    rounded = abs(ratio - row.throughput_per_slice) <= 0.501 * 10**-digits
    assert rounded == (row.id not in WRONG_RATIO)
    assert bool(row.note) == (row.id in WRONG_THROUGHPUT | WRONG_RATIO)


def test_designs_answer_to_rows_that_exist() -> None:
    for design in DESIGNS.values():
        for name in design.paper_rows:
            assert published.row(name).id == name


@pytest.mark.parametrize("name", ["han/1/nobody", "han/9/this-iterative", "nobody/1/x", "han"])
def test_unknown_row(name: str) -> None:
    with pytest.raises(GatehashError, match="unknown"):
        published.row(name)
