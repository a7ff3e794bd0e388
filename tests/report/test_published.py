# SPDX-License-Identifier: Apache-2.0
"""The published figures agree with themselves, but for the rows named here."""

import pytest

from gatehash import published
from gatehash.catalog import DESIGNS
from gatehash.errors import GatehashError
from gatehash.published import Row, Table

HAN = [(table, row) for table in published.paper("han").tables for row in table.rows]
IDS = [row.id for _, row in HAN]

# What the paper prints for these does not follow from its other figures.
WRONG_THROUGHPUT = {"han/2/kobayashi-4-unrolled": 1472}
WRONG_RATIO = {"han/2/this-4-unrolled": 2.69}

SMALL = """
title = "T"
authors = ["A"]
setting = "S"
[tables.V]
title = "First"
columns = ["algorithm", "cycles", "memory_blocks", "digest_bits"]
[[tables.V.rows]]
id = "a"
authors = "A"
algorithm = "BLAKE-256"
cycles = 2.5
memory_blocks = 2
digest_bits = 256
[[tables.V.rows]]
id = "b"
authors = "B"
reference = 3
algorithm = "-"
cycles = 10
memory_blocks = "-"
digest_bits = 512
"""


def figures(row: Row) -> tuple[float, float, float, float, float]:
    numbers = (
        row.cycles,
        row.frequency_mhz,
        row.throughput_mbps,
        row.slices,
        row.throughput_per_slice,
    )
    assert None not in numbers
    return numbers  # type: ignore[return-value]


def as_precise(value: float, printed: float) -> float:
    _, _, decimals = str(printed).partition(".")
    return round(value, len(decimals))


def test_every_row_of_both_tables() -> None:
    assert [len(table.rows) for table in published.paper("han").tables] == [6, 7]
    assert len(set(IDS)) == 13


@pytest.mark.parametrize(("table", "row"), HAN, ids=IDS)
def test_throughput_follows_from_frequency_and_cycles(table: Table, row: Row) -> None:
    cycles, frequency, throughput, _, _ = figures(row)
    assert table.block_bits is not None
    expected = frequency * table.block_bits / cycles
    if row.id in WRONG_THROUGHPUT:
        assert round(expected) == WRONG_THROUGHPUT[row.id]
        assert throughput != pytest.approx(expected, rel=0.002)
        assert str(WRONG_THROUGHPUT[row.id]) in (row.note or "")
    else:
        assert throughput == pytest.approx(expected, rel=0.002)


@pytest.mark.parametrize(("table", "row"), HAN, ids=IDS)
def test_ratio_follows_from_throughput_and_area(table: Table, row: Row) -> None:
    _, _, throughput, slices, ratio = figures(row)
    if row.id in WRONG_RATIO:
        assert round(throughput / slices, 2) == WRONG_RATIO[row.id] != ratio
        assert str(WRONG_RATIO[row.id]) in (row.note or "")
    else:
        assert ratio == as_precise(throughput / slices, ratio)


@pytest.mark.parametrize(("table", "row"), HAN, ids=IDS)
def test_rows_have_all_columns_of_their_table(table: Table, row: Row) -> None:
    assert all(getattr(row, column) is not None for column in table.columns)
    assert row.memory_blocks is None
    assert published.row(row.id) is row


def test_devices_have_no_garbled_letters() -> None:
    devices = {row.device for _, row in HAN}
    assert devices == {
        "Virtex-5",
        "xc5vlx330t-2",
        "xc5vlx110-3",
        "xc5vlx30-3",
        "xc5vlx30t-3",
    }


def test_designs_answer_to_rows_that_exist() -> None:
    names = published.papers()
    answered = [row for design in DESIGNS.values() for row in design.paper_rows]
    own = [row.id for _, row in HAN if row.reference is None]
    assert sorted(row for row in answered if row.startswith("han/")) == sorted(own)
    for identifier in answered:
        if identifier.split("/")[0] in names:
            assert published.row(identifier).id == identifier


def test_work_names_the_reference() -> None:
    assert published.row("han/1/baldwin-4-unrolled").work == "Baldwin [7]"
    assert published.row("han/1/this-iterative").work == "This work"


def test_tables_with_other_columns() -> None:
    first, second = published.parse("small", SMALL).table("V").rows
    assert (first.id, first.cycles, first.memory_blocks) == ("small/V/a", 2.5, 2)
    assert (second.algorithm, second.memory_blocks, second.digest_bits) == (None, None, 512)
    assert first.slices is None


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("cycles = 10\n", "", "table V: row 'b': cycles is missing"),
        ("cycles = 10\n", "cycles = 0\n", "cycles is 0; it must be a number above 0"),
        ("cycles = 10\n", "cycles = nan\n", "cycles is nan"),
        ("cycles = 10\n", 'cycles = "10N"\n', "cycles is '10N'"),
        ("cycles = 10\n", "cycles = true\n", "cycles is True"),
        ("cycles = 10\n", "cycles = 10\nslices = 3\n", "slices is not allowed"),
        ("digest_bits = 512", "digest_bits = 1.5", "digest_bits is 1.5; it must be a whole"),
        ('id = "b"', 'id = "a"', "row 'small/V/a' stands there twice"),
        ('id = "b"', 'id = ""', "id is ''; it must be text"),
        ('"digest_bits"]', '"digest"]', "table V: unknown column 'digest'; choose from: device"),
        ('"digest_bits"]', '"digest_bits", "cycles"]', "column 'cycles' stands there twice"),
        ('authors = "B"', "", "authors is missing"),
        ('title = "First"', "title = 1", "title is 1; it must be text"),
        ('setting = "S"', "", "setting is missing"),
        ("[tables.V]", "[tables.V", "paper 'small': "),
        ("[tables.V]", "[tables]", "paper 'small': "),
    ],
)
def test_a_wrong_file_is_one_line(old: str, new: str, message: str) -> None:
    assert old in SMALL
    with pytest.raises(GatehashError) as caught:
        published.parse("small", SMALL.replace(old, new))
    assert message in str(caught.value)
    assert str(caught.value).startswith("paper 'small': ")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("identifier", "message"),
    [
        ("nobody/1/x", "unknown paper 'nobody'; choose one of: .*han"),
        ("han/3/x", "unknown table of paper 'han' '3'; choose one of: 1, 2"),
        ("han/1/x", "unknown row of han/1 'han/1/x'; choose one of: han/1/baldwin"),
        ("", "unknown paper ''"),
        ("han", "unknown table of paper 'han' ''"),
    ],
)
def test_unknown_rows(identifier: str, message: str) -> None:
    with pytest.raises(GatehashError, match=message):
        published.row(identifier)


def test_figure_facts() -> None:
    assert "registers" in published.paper("han").figure("5").facts[1]
    with pytest.raises(GatehashError, match="choose one of: 5"):
        published.paper("han").figure("6")
