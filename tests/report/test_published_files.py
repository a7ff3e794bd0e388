# SPDX-License-Identifier: Apache-2.0
"""The files of published figures: what they may say, and what is refused."""

import re

import pytest
from tests.refusals import refused

from gatehash import published
from gatehash.catalog import DESIGNS
from gatehash.errors import GatehashError
from gatehash.published import Rate
from gatehash.report import DOCUMENTS, zalewski

SMALL = """
title = "T"
authors = ["A"]
setting = "S"
[report]
title = "R"
target = "xc5v"
algorithms = ["a"]
legend = ["L"]
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
RATES = """
title = "T"
authors = ["A"]
setting = "S"
[report]
title = "R"
target = "xc5v"
algorithms = ["a"]
legend = ["L"]
[tables.V]
title = "First"
memory_blocks = 3
columns = ["rates"]
algorithms = [
  { algorithm = "A", block_bits = 256, cycles = 10 },
  { algorithm = "B", block_bits = 512, cycles = 20 },
]
[[tables.V.rows]]
id = "a"
authors = "A"
rates = ["-", "2 x 134"]
[[tables.V.rows]]
id = "b"
authors = "A"
rates = [1.5, 3]
"""


def test_configuration_is_all_that_the_table_tells() -> None:
    found = [published.row(f"zalewski/{name}").configuration for name in ("1/phash-2", "3/phash-2")]
    assert found == ["PHASH 2, 2 W", "2 W"]
    assert published.row("zalewski/1/sha-512-bram").configuration == "SHA-512, BlockRAM"
    assert published.row("han/1/this-8-unrolled").configuration == "8-unrolled"


def test_every_paper_has_a_report(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(zalewski, "MESSAGE_BLOCKS", 257)
    assert sorted(DOCUMENTS) == list(published.papers())
    for name, document in DOCUMENTS.items():
        assert document().source is published.paper(name)


def test_designs_answer_to_rows_that_exist() -> None:
    names = published.papers()
    answered = [row for design in DESIGNS.values() for row in design.paper_rows]
    rows = [row for table in published.paper("han").tables for row in table.rows]
    own = [row.id for row in rows if row.reference is None]
    assert {row for row in answered if row.startswith("han/")} == set(own)
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


def test_what_all_rows_share_is_theirs() -> None:
    shared = 'block_bits = 512\ndevice = "Virtex-9"\ncolumns'
    table = published.parse("small", SMALL.replace("columns", shared)).table("V")
    assert (table.device, table.block_bits) == ("Virtex-9", 512)
    assert {(row.device, row.block_bits) for row in table.rows} == {("Virtex-9", 512)}


def test_rates_by_algorithm() -> None:
    first, second = published.parse("small", RATES).table("V").rows
    assert first.rates == (Rate("B", 512, 20, 134, messages=2),)
    assert second.rates == (Rate("A", 256, 10, 1.5), Rate("B", 512, 20, 3))
    assert {row.memory_blocks for row in (first, second)} == {3}


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("[1.5, 3]", "[1.5]", "row 'b': rates are 1; the table has 2 algorithms"),
        ("[1.5, 3]", "[1.5, 0]", "table V: row 'b': Expected `int` >= 1 - at `$.throughput_mbps`"),
        (
            "[1.5, 3]",
            '[1.5, "twice 3"]',
            "table V: row 'b': Expected `int | float`, got `str` - at `$.throughput_mbps`",
        ),
        ("[1.5, 3]", '[1.5, "0 x 3"]', "table V: row 'b': Expected `int` >= 1 - at `$.messages`"),
        ("rates = [1.5, 3]", "", "rates is missing"),
        (
            "cycles = 10",
            "cycles = 1.5",
            "table V: Expected `int | str`, got `float` - at `$.algorithms[0][...]`",
        ),
        (", cycles = 10", "", "table V: row 'b': Object missing required field `cycles`"),
        (
            "memory_blocks = 3",
            "memory_blocks = 0",
            "table V: Expected `int` >= 1 - at `$.memory_blocks`",
        ),
    ],
)
def test_wrong_rates_are_one_line(old: str, new: str, message: str) -> None:
    assert old in RATES
    with refused(re.escape(message)):
        published.parse("small", RATES.replace(old, new))


def test_a_row_may_tell_what_its_table_does_not_print() -> None:
    text = SMALL.replace('"cycles", ', "")
    table = published.parse("small", text).table("V")
    assert "cycles" not in table.columns
    assert [row.cycles for row in table.rows] == [2.5, 10]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("cycles = 10\n", "", "table V: row 'b': cycles is missing"),
        ("cycles = 10\n", "cycles = 0\n", "table V: row 'b': Expected `int` >= 1 - at `$.cycles`"),
        (
            "cycles = 10\n",
            "cycles = nan\n",
            "table V: row 'b': Expected `float` > 0.0 - at `$.cycles`",
        ),
        (
            "cycles = 10\n",
            'cycles = "10N"\n',
            "table V: row 'b': Expected `int | float | null`, got `str` - at `$.cycles`",
        ),
        (
            "cycles = 10\n",
            "cycles = true\n",
            "table V: row 'b': Expected `int | float | null`, got `bool` - at `$.cycles`",
        ),
        ("cycles = 10\n", "cycles = 10\nslices = 3\n", "slices is not allowed"),
        (
            "digest_bits = 512",
            "digest_bits = 1.5",
            "table V: row 'b': Expected `int | null`, got `float` - at `$.digest_bits`",
        ),
        ('id = "b"', 'id = "a"', "row 'small/V/a' stands there twice"),
        ('id = "b"', 'id = ""', "table V: row '': Expected `str` of length >= 1 - at `$.id`"),
        ('"digest_bits"]', '"digest"]', "table V: unknown column 'digest'; choose from: device"),
        ('"digest_bits"]', '"digest_bits", "cycles"]', "column 'cycles' stands there twice"),
        ('authors = "B"', "", "authors is missing"),
        (
            'authors = "B"',
            'authors = "B"\nblock_bits = 0',
            "table V: row 'b': Expected `int` >= 1 - at `$.block_bits`",
        ),
        (
            "columns = [",
            'device = ""\ncolumns = [',
            "table V: Expected `str` of length >= 1 - at `$.device`",
        ),
        (
            "columns = [",
            'device = "X"\ncolumns = ["device", ',
            "device is a column and stands above the rows too",
        ),
        ('title = "First"', "title = 1", "table V: Expected `str`, got `int` - at `$.title`"),
        ('setting = "S"', "", "Object missing required field `setting`"),
        ("[tables.V]", "[tables.V", "paper 'small': "),
        ("[tables.V]", "[tables]", "paper 'small': "),
    ],
)
def test_a_wrong_file_is_one_line(old: str, new: str, message: str) -> None:
    assert old in SMALL
    with refused(f"(?=^paper 'small': ).*{re.escape(message)}"):
        published.parse("small", SMALL.replace(old, new))


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
