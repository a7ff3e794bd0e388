# SPDX-License-Identifier: Apache-2.0
"""The report on Zalewski: what it says with and without measurements, and what it writes."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs
from tests.report.fakes import SKEIN, ZALEWSKI, made_up, only, store_all, store_stale
from tests.report.reading import Reader, Rows, headings, ours_below, row_of, sheet

from gatehash.catalog import DESIGNS
from gatehash.implement import find_target
from gatehash.implement.results import store
from gatehash.published import paper
from gatehash.report.render import to_markdown
from gatehash.report.zalewski import zalewski_document

FILES = [
    "estimates.csv",
    "figure4.png",
    "figure4.svg",
    "others.csv",
    "peers.csv",
    "slices_per_mbps.csv",
    "speedup.csv",
    "speedup.png",
    "speedup.svg",
    "table1.csv",
    "table2.csv",
    "table3.csv",
    "zalewski.json",
    "zalewski.md",
]
ECP5 = "ECP5 LFE5U-85-6 (Yosys + nextpnr)"
OPEN = ("sha-512", "whirlpool")
REPORT = Reader(zalewski_document)
FAKES = {design.name: design for design in ZALEWSKI}
LUT = {name: made_up(design, "ecp5").area.lut for name, design in FAKES.items()}


@pytest.fixture(autouse=True)
def _catalogue(results_root: Path) -> Iterator[None]:
    """Designs of another paper, and made-up ones of this."""
    with only((*SKEIN, *ZALEWSKI)):
        yield


@pytest.fixture
def _measured(_catalogue: None) -> None:
    store_all(ZALEWSKI)


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The files of the report on what is measured; to draw a figure takes long."""
    folder = tmp_path_factory.mktemp("zalewski")
    with pytest.MonkeyPatch.context() as patch, only((*SKEIN, *ZALEWSKI)):
        patch.setattr("gatehash.records.store.results_roots", lambda: (folder / "results",))
        store_all(ZALEWSKI)
        return REPORT.written(folder / "new" / "out")


def rows(table: int) -> Rows:
    return list(REPORT.data()["tables"][table]["rows"])


def speedups() -> dict[tuple[str, int], dict[str, Any]]:
    found = REPORT.data()["speedup"]
    return {(row["series"], row["ciphers"]): row for row in found}


def costs() -> dict[str, dict[str, Any]]:
    return {
        f"{row['work']}, {row['architecture']}": row for row in REPORT.data()["slices_per_mbps"]
    }


@pytest.mark.usefixtures("_measured")
def test_published_rows_come_first_and_in_order() -> None:
    for place, table in enumerate(paper("zalewski").tables):
        ours = ours_below(rows(place), table.rows)
        assert {row["device"] for row in rows(place)[: len(table.rows)]} == {table.device}
        assert {row["row"] for row in ours} <= {row.id for row in table.rows}


@pytest.mark.usefixtures("_measured")
def test_area_is_of_the_table_s_device_and_of_the_core() -> None:
    targets = [table["target"] for table in REPORT.data()["tables"]]
    assert targets == ["xc4v", "xc5v", "xc5v", "xc5v"]
    for table, target, per_slice, slices in ((0, "xc4v", 2, 11010), (2, "xc5v", 4, 4469)):
        row = row_of(rows(table), "phash-1", target)
        assert row["device"] == f"{target} (Yosys)"
        assert row["lc"] == LUT["phash-1"] // 2
        filled = row["lut"] if target == "xc4v" else row["lc"]
        assert row["slices_estimate"] == max(filled, row["ff"]) / per_slice
        assert row["area_ratio"] == pytest.approx(row["slices_estimate"] / slices)
        assert row["lc_ratio"] == pytest.approx(row["lc"] / (per_slice * slices))
        assert row["ff_ratio"] == pytest.approx(row["ff"] / (per_slice * slices))
        assert row["frequency_mhz"] is row["throughput_mbps"] is None
        assert "--boundary core" in row["notes"][0]


@pytest.mark.usefixtures("_measured")
def test_virtex_4_counts_look_up_tables_that_can_not_be_shared() -> None:
    row = row_of(rows(0), "phash-1", "xc4v")
    assert row["lut_ratio"] == pytest.approx(row["lut"] / (2 * 11010))
    assert row_of(rows(2), "phash-1", "xc5v")["lut_ratio"] is None
    tables = zalewski_document().tables
    assert "LUT relative to paper" in tables[0].headings
    assert "LUT relative to paper" not in tables[2].headings
    assert f" | {row['lc']} | {row['lut']} | {row['ff']} | " in to_markdown(tables[0])


@pytest.mark.usefixtures("_measured")
def test_frequency_is_labelled_as_ecp5() -> None:
    row = row_of(rows(2), "phash-4", "ecp5")
    assert row["device"] == "ECP5 LFE5U-85-6 (Yosys + nextpnr)"
    assert row["cycles"] == 2.5
    assert row["frequency_kind"] == "routed"
    assert row["throughput_mbps"] == pytest.approx(896 * row["frequency_mhz"] / 2.5)
    assert row["throughput_per_lut"] == pytest.approx(row["throughput_mbps"] / LUT["phash-4"])
    for place in range(4):
        for each in rows(place):
            if each["origin"] == "measured" and each["frequency_mhz"] is not None:
                assert each["device"].startswith("ECP5")


@pytest.mark.usefixtures("_measured")
def test_fractions_of_a_cycle() -> None:
    assert row_of(rows(3), "phash-3", "ecp5")["cycles"] == pytest.approx(10 / 3)
    assert row_of(rows(2), "phash-1", "ecp5")["cycles"] == 10
    lines = [line.split() for line in REPORT.printed().splitlines() if "gatehash phash-3 " in line]
    assert lines
    assert all("3.333" in line for line in lines)
    json.dumps(REPORT.data())


@pytest.mark.usefixtures("_measured")
def test_our_rows_are_told_in_the_catalogue_s_words() -> None:
    assert row_of(rows(0), "phash-1-piped", "xc4v")["architecture"] == "datapath of phash-1-piped"
    assert rows(0)[0]["architecture"] == "SHA-512, Distributed RAM"
    assert rows(2)[3]["architecture"] == "8 W"


@pytest.mark.usefixtures("_measured")
def test_designs_that_answer_to_no_row() -> None:
    others = REPORT.data()["tables"][3]["rows"]
    assert {row["design"] for row in others} == {"phash-3", "phash-3-piped"}
    assert {row["area_ratio"] for row in others} == {None}


@pytest.mark.usefixtures("_measured")
def test_a_design_that_does_not_fit_says_so() -> None:
    row = row_of(rows(2), "phash-16", "ecp5")
    needed = LUT["phash-16"] + 2 * 100
    said = f"does not fit: {needed} LUT4 of the {find_target('ecp5').capacity} of one LFE5U-85"
    assert row["misfit"] == said
    assert row["frequency_mhz"] is None
    assert row["lut"] == LUT["phash-16"]
    assert said in row["notes"][0]
    assert "to do so" not in row["notes"][0]
    (line,) = [
        line
        for line in REPORT.printed().splitlines()
        if "gatehash phash-16 " in line and "does not fit" in line
    ]
    assert " ECP5 " in line


# Derived figures


@pytest.mark.usefixtures("_measured")
def test_slices_per_mbps_of_the_paper() -> None:
    found = [
        round(row["slices_per_mbps"], 2) for row in costs().values() if row["origin"] == "published"
    ]
    assert found == [0.60, 0.35, 0.30, 0.28, 0.24, 0.24, 0.23]


@pytest.mark.usefixtures("_measured")
def test_slices_per_mbps_of_ours_names_both_devices() -> None:
    row = costs()["gatehash phash-2, datapath of phash-2"]
    mapped, placed = row_of(rows(2), "phash-2", "xc5v"), row_of(rows(2), "phash-2", "ecp5")
    assert row["slices"] == mapped["slices_estimate"]
    assert row["slices_device"] == "xc5v (Yosys)"
    assert row["throughput_device"] == "ECP5 LFE5U-85-6 (Yosys + nextpnr)"
    assert row["frequency_kind"] == "routed"
    assert row["slices_per_mbps"] == pytest.approx(row["slices"] / placed["throughput_mbps"])
    assert row["lut_per_mbps"] == pytest.approx(1 / placed["throughput_per_lut"])
    assert row["slices_per_bit"] == pytest.approx(row["slices"] * 5 / 896)
    paper_s = costs()["Zalewski (this work), 2 W"]
    assert paper_s["slices_per_bit"] == pytest.approx(8031 * 5 / 896)


@pytest.mark.usefixtures("_measured")
def test_speedup_is_of_cycles_and_area_of_each_series() -> None:
    found = speedups()
    for name in ("gatehash phash-N", "gatehash phash-N-piped, 3 stages"):
        one = found[name, 1]
        for ciphers in (1, 2, 3, 4, 8, 16):
            row = found[name, ciphers]
            latency = FAKES[row["design"]].principal_job.timing.latency
            assert row["cycles"] == latency(65537)
            assert row["cycle_speedup"] == pytest.approx(one["cycles"] / row["cycles"])
            assert row["area_growth"] == pytest.approx(row["area"] / one["area"])
        assert found[name, 4]["throughput_speedup"] == pytest.approx(4)
        assert found[name, 16]["throughput_speedup"] is None
        assert "does not fit" in found[name, 16]["notes"][0]


@pytest.mark.usefixtures("_measured")
def test_speedup_of_the_paper_is_as_printed() -> None:
    printed_factors = {row.instances: row.speedup for row in paper("zalewski").table("3").rows}
    found = {n: row for (series, n), row in speedups().items() if series == "Zalewski"}
    assert {n: row["throughput_speedup"] for n, row in found.items()} == printed_factors
    assert {row["cycle_speedup"] for row in found.values()} == {None}
    assert found[16]["area_growth"] == pytest.approx(42362 / 4469)


def test_memories_of_look_up_tables_are_in_the_growth() -> None:
    for name in ("phash-1", "phash-2"):
        result = made_up(FAKES[name], "xc5v")
        store(structs.replace(result, area=structs.replace(result.area, lutram=64)))
    row = speedups()["gatehash phash-N", 2]
    assert row["area"] == LUT["phash-2"] // 2 + 64
    assert row["area_growth"] == pytest.approx(row["area"] / (LUT["phash-1"] // 2 + 64))


@pytest.mark.usefixtures("_measured")
def test_best_and_peaks() -> None:
    data = REPORT.data()
    entries = data["best_mbps_per_unit"]
    assert [(entry["algorithm"], entry["boundary"]) for entry in entries] == [
        (name, boundary)
        for name in ("SHA-512", "Whirlpool", "PHASH")
        for boundary in ("core", "stream")
    ]
    assert {entry["design"] for entry in entries if entry["boundary"] == "stream"} == {None}
    best = {entry["algorithm"]: entry for entry in entries if entry["boundary"] == "core"}
    assert best["SHA-512"]["design"] == "sha512-lut"
    # Of a dozen, one number of two series does not fit.
    assert (best["PHASH"]["measured"], best["PHASH"]["designs"]) == (10, 12)
    peaks = {peak["algorithm"]: peak for peak in data["figure4"]}
    published = {name: peak["published"]["throughput_mbps"] for name, peak in peaks.items()}
    assert published == {"SHA-512": 1829, "Whirlpool": 8312, "PHASH": 182624}
    assert peaks["PHASH"]["ours"]["design"] == "phash-8"
    assert {peak["ours"]["device"] for peak in peaks.values()} == {
        "ECP5 LFE5U-85-6 (Yosys + nextpnr)"
    }


@pytest.mark.usefixtures("_measured")
def test_peers_stand_before_ours() -> None:
    found = [(row["algorithm"], row["work"]) for row in REPORT.data()["peers"]]
    ours = [("sha-512", "gatehash sha512-lut"), ("sha-512", "gatehash sha512-bram")]
    assert found == [
        ("sha-512", "secworks-sha512"),
        ("sha-512", "xcrypt-sha512"),
        *ours,
        ("sha-512", "gmu-sha512"),
        ("sha-512", "opentitan-sha2"),
        *ours,
        ("whirlpool", "xcore-whirlpool"),
        ("whirlpool", "xcrypt-whirlpool"),
        ("whirlpool", "gatehash whirlpool-lut-logic"),
        ("whirlpool", "gatehash whirlpool-lut-logic"),
    ]
    text = REPORT.printed()
    assert "No open core was measured for: phash." in text
    assert "Design Gateway SHA-2 core, on Kintex UltraScale+: 250 MHz" in text


# What is missing


def test_nothing_measured() -> None:
    row = row_of(rows(2), "phash-2", "xc5v")
    assert row["lc"] is None
    assert row["notes"] == [
        "Not measured yet; to do so: `gatehash synth phash-2 --target xc5v --boundary core`."
    ]
    found = speedups()["gatehash phash-N", 2]
    assert found["area_growth"] is None
    assert found["cycle_speedup"] == pytest.approx(2, rel=0.01)
    assert "gatehash synth phash-2 --target ecp5" in " ".join(found["notes"])
    text = REPORT.printed()
    assert "PHASH, core: no throughput measured yet." in text
    assert "gatehash synth sha512-bram --target xc4v" in text


@pytest.mark.usefixtures("undrawn")
def test_no_designs_at_all(tmp_path: Path) -> None:
    for name in FAKES:
        del DESIGNS[name]
    assert list(REPORT.written(tmp_path / "out")) == [
        each for each in FILES if each not in ("estimates.csv", "others.csv")
    ]
    assert len(rows(2)) == 5
    assert {series for series, _ in speedups()} == {"Zalewski"}
    assert len(costs()) == 7


@pytest.mark.usefixtures("_measured")
def test_without_one_cipher_there_is_no_speedup() -> None:
    del DESIGNS["phash-1"]
    row = speedups()["gatehash phash-N", 2]
    assert row["cycles"] > 0
    assert row["cycle_speedup"] is row["area_growth"] is row["throughput_speedup"] is None


@pytest.mark.usefixtures("_measured")
def test_stale_figures_are_not_shown() -> None:
    store_stale(FAKES["phash-2"], "xc5v")
    assert row_of(rows(2), "phash-2", "xc5v")["lc"] is None
    assert speedups()["gatehash phash-N", 2]["area_growth"] is None
    cost = costs()["gatehash phash-2, datapath of phash-2"]
    assert cost["slices_per_mbps"] is None
    assert cost["lut_per_mbps"] is not None
    assert "Measured before the design changed" in cost["notes"][0]


def test_placed_only_says_so() -> None:
    store(made_up(FAKES["phash-4"], "ecp5", routed=False))
    assert row_of(rows(2), "phash-4", "ecp5")["frequency_kind"] == "placed"
    (peak,) = [each for each in REPORT.data()["figure4"] if each["algorithm"] == "PHASH"]
    assert peak["ours"]["frequency_kind"] == "placed"
    assert "ECP5 placed" in REPORT.printed()


# Files


@pytest.mark.usefixtures("_measured")
def test_files(written: dict[str, bytes]) -> None:
    assert list(written) == FILES
    assert json.loads(written["zalewski.json"]) == REPORT.data()
    assert written["figure4.png"].startswith(b"\x89PNG")
    for place in (1, 2, 3):
        found = sheet(written[f"table{place}.csv"])
        assert [row["row"] for row in found] == [row["row"] for row in rows(place - 1)]
        published = [row for row in found if not row["design"]]
        for line, row in zip(published, paper("zalewski").tables[place - 1].rows, strict=True):
            for column in ("frequency_mhz", "throughput_mbps", "slices"):
                assert line[column] == str(getattr(row, column))


def test_markdown_has_all_tables_figures_and_notes(written: dict[str, bytes]) -> None:
    text = written["zalewski.md"].decode()
    assert headings(text) == [
        "# SHA-512, Whirlpool and PHASH",
        "## Table 1",
        "## Table 2",
        "## Table 3",
        "## Designs of these algorithms that correspond to no row of the paper",
        "## Slices per Mb/s of cores",
        "## Speed-up of PHASH cores by the number N of W ciphers, each series relative to its own "
        "N = 1",
        "## Frequencies of cores",
        *(f"## Open cores for {name}, measured with the same tools on {ECP5}" for name in OPEN),
        "## Figure 4",
        "## Speed-up of PHASH",
        "## Best throughput per unit of gatehash",
        "## Frequencies on Artix-7",
        "## Figures published by others, of other devices",
        "## How to read the tables",
    ]
    assert "(figure4.svg)" in text
    assert "(speedup.svg)" in text
    assert "the abstract has 7687 Mb/s" in text


@pytest.mark.usefixtures("_measured")
@pytest.mark.large
def test_the_same_results_give_the_same_files(tmp_path: Path, written: dict[str, bytes]) -> None:
    assert REPORT.written(tmp_path / "out") == written
    assert b"<dc:date>" not in written["figure4.svg"] + written["speedup.svg"]


@pytest.mark.usefixtures("_measured")
def test_a_narrow_terminal_loses_no_column() -> None:
    for width in (150, 250):
        assert REPORT.tables_in(width) == 7 + 2
