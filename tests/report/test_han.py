# SPDX-License-Identifier: Apache-2.0
"""The report on Han: every published row, ours beside them, files all or none."""

import io
import json
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from rich.console import Console

from gatehash import published
from gatehash.catalog import DESIGNS, Design
from gatehash.errors import GatehashError
from gatehash.implement import Area, Result, Run, find_target, results
from gatehash.implement.source import source_key
from gatehash.report import han_data, han_report

FILES = {
    "han.md",
    "han.json",
    "table1.csv",
    "table2.csv",
    "table3.csv",
    "figure5.svg",
    "figure5.png",
}


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(results, "results_roots", lambda: (tmp_path / "results",))
    return tmp_path / "results"


def record(design: Design, target: str, *, fmax: float = 40.0, kind: str = "routed") -> Result:
    boundary = design.boundary(design.compared)
    xilinx = target != "ecp5"
    area = Area(
        lc=4 * 500 if xilinx else None,
        lut=2500,
        ff=2000,
        carry=300,
        ramb36=0,
        ramb18=0,
        lutram=0,
    )
    made = Result(
        design=design.name,
        target=target,
        boundary=design.compared,
        top=boundary.top,
        parameters=dict(boundary.parameters),
        source_key=source_key(design, find_target(target), design.compared),
        tools={"pyosys": "1.0"},
        command=f"gatehash synth {design.name} --target {target}",
        area=area,
        cells={},
    )
    if xilinx:
        return made
    return made.with_runs(Run(seed=1, fmax_mhz=fmax, kind=kind, seconds=10.0, comb=4000))  # type: ignore[arg-type]


@pytest.fixture
def measured(root: Path) -> None:
    for number, design in enumerate(DESIGNS.values()):
        for target in ("xc5v", "ecp5"):
            results.store(record(design, target, fmax=20.0 + number))


def printed() -> str:
    sink = io.StringIO()
    han_report(None, Console(file=sink, width=250))
    return sink.getvalue()


@pytest.mark.usefixtures("measured")
def test_every_row_published_and_ours() -> None:
    text = printed()
    for table in published.paper("han").tables:
        for row in table.rows:
            assert row.work in text
            assert f"{row.throughput_mbps:g}" in text
    for name in DESIGNS:
        assert f"gatehash {name}" in text


@pytest.mark.usefixtures("measured")
def test_figures_of_ours() -> None:
    data = han_data()
    rows = {
        (row["design"], row["target"]): row for table in data["tables"] for row in table["rows"]
    }
    area = rows["skein512-x8", "xc5v"]
    assert area["cycles"] == 10
    assert area["slices_estimate"] == 500
    assert area["area_ratio"] == pytest.approx(500 / 1561)
    assert area["frequency_mhz"] is None
    speed = rows["skein512-x8", "ecp5"]
    assert speed["throughput_mbps"] == pytest.approx(512 * speed["frequency_mhz"] / 10)
    assert speed["throughput_per_lut"] == pytest.approx(speed["throughput_mbps"] / 2500)
    # Frequencies rise with the catalogue, cycles fall: the most unrolled design wins each size.
    assert [line.partition(": ")[2].split()[0] for line in data["best"]] == [
        "skein512-x8",
        "skein256-x8",
        "skein1024-x8",
    ]


@pytest.mark.usefixtures("root")
def test_missing_measurement_names_its_command() -> None:
    text = printed()
    assert "Not measured; `gatehash synth skein512-x8 --target xc5v` does." in text
    assert "Nothing is measured on ECP5 yet" in text


@pytest.mark.usefixtures("root")
def test_stale_measurement_is_not_shown() -> None:
    design = DESIGNS["skein512-x8"]
    results.store(replace(record(design, "ecp5", fmax=77.7), source_key="0" * 64))
    text = printed()
    assert "Measured before the design changed" in text
    assert "77.7" not in text


@pytest.mark.usefixtures("root")
def test_estimate_is_called_one() -> None:
    results.store(record(DESIGNS["skein512-x8"], "ecp5", kind="placed"))
    text = printed()
    assert "40.0 placed" in text
    assert "estimate after placement, not routed in time" in text


@pytest.mark.usefixtures("measured")
def test_files(tmp_path: Path) -> None:
    out = tmp_path / "new" / "folder"
    han_report(out, Console(quiet=True))
    assert {path.name for path in out.iterdir()} == FILES
    assert json.loads((out / "han.json").read_text()) == json.loads(json.dumps(han_data()))
    assert (out / "figure5.png").read_bytes().startswith(b"\x89PNG")
    svg = (out / "figure5.svg").read_text()
    for text in ("skein512-x8", "1214", "MHz", "Mb/s"):
        assert text in svg
    markdown = (out / "han.md").read_text()
    assert all(row.work in markdown for t in published.paper("han").tables for row in t.rows)
    again = tmp_path / "again"
    han_report(again, Console(quiet=True))
    assert (again / "figure5.svg").read_text() == svg


@pytest.mark.usefixtures("root")
def test_figure_without_measurements_is_drawn_all_the_same(tmp_path: Path) -> None:
    han_report(tmp_path / "out", Console(quiet=True))
    assert "not measured" in (tmp_path / "out" / "figure5.svg").read_text()


@pytest.mark.usefixtures("measured")
def test_folder_that_cannot_be_written(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("kept")
    with pytest.raises(GatehashError, match="can't write report to"):
        han_report(blocked / "out", Console(quiet=True))
    assert blocked.read_text() == "kept"


@pytest.mark.usefixtures("measured")
def test_failure_leaves_nothing(tmp_path: Path) -> None:
    out = tmp_path / "out"
    (out / "han.md").mkdir(parents=True)
    with pytest.raises(GatehashError, match=r"'han\.md' is a folder|can't write report"):
        han_report(out, Console(quiet=True))
    assert [path.name for path in out.iterdir()] == ["han.md"]


@pytest.mark.usefixtures("measured")
def test_missing_library_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(GatehashError, match=r"pip install 'gatehash\[report\]'"):
        han_report(tmp_path / "out", Console(quiet=True))
    assert not (tmp_path / "out").exists()
