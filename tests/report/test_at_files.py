# SPDX-License-Identifier: Apache-2.0
"""The report on At: what it says where figures are missing, and what it writes."""

import json
from pathlib import Path

import pytest
from tests.report.at_report import ECP5, FAKES, OPEN, REPORT, pair, rows
from tests.report.fakes import AT, SKEIN, made_up, only, store_all, store_stale
from tests.report.reading import headings, row_of, sheet

from gatehash.catalog import DESIGNS
from gatehash.implement.results import store
from gatehash.published import paper

pytestmark = pytest.mark.usefixtures("at_designs")

FILES = [
    "algorithms.csv",
    "at.json",
    "at.md",
    "estimates.csv",
    "figure18.png",
    "figure18.svg",
    "peers.csv",
    "table4.csv",
    "table5.csv",
    "table6.csv",
    "table7.csv",
]


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The files of the report on what is measured; to draw a figure takes long."""
    folder = tmp_path_factory.mktemp("at")
    with pytest.MonkeyPatch.context() as patch, only((*SKEIN, *AT)):
        patch.setattr("gatehash.records.store.results_roots", lambda: (folder / "results",))
        store_all(AT)
        return REPORT.written(folder / "new" / "out")


def test_nothing_measured(tmp_path: Path) -> None:
    row = row_of(rows(5), "skein-mc", "xc6v")
    assert row["lc"] is None
    assert row["notes"] == [
        "Not measured yet; to do so: `gatehash synth skein-mc --target xc6v --boundary core`."
    ]
    found = pair("5/skein", "Skein-512-512")
    assert found["throughput_mbps"] is None
    assert found["cycles"] == 2 * 828 + 9
    assert found["notes"] == [
        "Not measured yet; to do so: `gatehash synth skein-mc --target ecp5 --boundary core`.",
        "Not measured yet; to do so: `gatehash synth skein-mc --target ecp5 --boundary stream`.",
    ]
    assert "gatehash synth blake64-mc-2 --target xc6v --boundary core" in REPORT.printed()
    assert all(each["design"] is None for each in REPORT.data()["figure18"])
    assert b"not measured" in REPORT.written(tmp_path / "out")["figure18.svg"]


@pytest.mark.usefixtures("at_measured")
def test_stale_figures_are_not_shown() -> None:
    store_stale(FAKES["skein-mc"], "xc6v")
    store_stale(FAKES["skein-mc"], "ecp5")
    assert row_of(rows(5), "skein-mc", "xc6v")["area_ratio"] is None
    found = pair("5/skein", "Skein-512-512")
    assert found["throughput_mbps"] is found["throughput_per_lut"] is None
    assert "Measured before the design changed; to do so again" in found["notes"][0]
    assert "skein-mc" not in {each["design"] for each in REPORT.data()["figure18"]}


def test_placed_only_says_so() -> None:
    store(made_up(FAKES["blake64-mc-2"], "ecp5", routed=False))
    found = pair("6/blake64-2", "BLAKE-384 and BLAKE-512")
    assert found["frequency_kind"] == "placed"
    (spot,) = [each for each in REPORT.data()["figure18"] if each["design"]]
    assert (spot["frequency_kind"], spot["mark"]) == ("placed", "2 placed")
    assert f"{found['throughput_mbps']:.1f} placed" in REPORT.printed()


@pytest.mark.usefixtures("at_measured")
def test_designs_that_are_not_there_have_no_row() -> None:
    assert {row["design"] for row in rows(6)} == {None, "blake64-mc-2", "blake-chacha-mc-1"}
    missing = pair("6/chacha-1", "8-round ChaCha")
    assert missing["design"] is missing["cycles"] is missing["device"] is None
    assert missing["published_mbps"] == 595


@pytest.mark.usefixtures("undrawn")
def test_no_designs_at_all(tmp_path: Path) -> None:
    for name in FAKES:
        del DESIGNS[name]
    assert list(REPORT.written(tmp_path / "out")) == [
        each for each in FILES if each != "estimates.csv"
    ]
    assert [len(rows(number)) for number in (5, 6, 7)] == [4, 15, 13]
    data = REPORT.data()
    assert len(data["algorithms"]) == 22 + 36
    assert [row["published_cycles"] for row in data["table4"]] == [1184, 1344, 311, 439, 695]


@pytest.mark.usefixtures("at_measured")
def test_files(written: dict[str, bytes]) -> None:
    assert list(written) == FILES
    data = json.loads(written["at.json"])
    assert data == REPORT.data()
    assert written["figure18.png"].startswith(b"\x89PNG")
    sheets = {
        "algorithms": data["algorithms"],
        "table4": data["table4"],
        **{f"table{number}": rows(number) for number in (5, 6, 7)},
    }
    for name, expected in sheets.items():
        found = sheet(written[f"{name}.csv"])
        assert [row["row"] for row in found] == [row["row"] or "" for row in expected]
    for line, row in zip(sheet(written["table7.csv"]), paper("at").table("7").rows, strict=False):
        for column in ("frequency_mhz", "throughput_mbps", "slices"):
            assert line[column] == str(getattr(row, column))


def test_markdown_has_all_tables_figures_and_notes(written: dict[str, bytes]) -> None:
    text = written["at.md"].decode()
    assert headings(text) == [
        "# Microcoded coprocessors",
        "## Table 4",
        "## Table 5",
        "## Table 6",
        "## Tables 5 and 6 by algorithm",
        "## Table 7",
        "## Frequencies of cores",
        *[f"## Open cores for {name}, measured with the same tools on {ECP5}" for name in OPEN],
        "## Figure 18",
        "## Frequencies on Artix-7",
        "## Figures published by others, of other devices",
        "## How to read the tables",
    ]
    assert "(figure18.svg)" in text
    assert 'Memory blocks: "Not specified".' in text
    assert "| Kaps et al. [15] | xc6vlx75t-1 | BLAKE-256 | - | - | 197 | 327 | " in text
    assert "| 197 | 327 | 163 | " in text


@pytest.mark.usefixtures("at_measured")
def test_the_same_results_give_the_same_files(tmp_path: Path, written: dict[str, bytes]) -> None:
    assert REPORT.written(tmp_path / "out") == written


@pytest.mark.usefixtures("at_measured")
def test_a_narrow_terminal_loses_no_column() -> None:
    # Table 4 has no notes.
    for width in (150, 250):
        assert REPORT.tables_in(width) == 5 + 5
