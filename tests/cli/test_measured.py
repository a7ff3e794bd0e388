# SPDX-License-Identifier: Apache-2.0
"""What the commands print of measurements, in the process itself."""

import json
from collections.abc import Sequence
from dataclasses import asdict
from fractions import Fraction
from pathlib import Path

import pytest
from msgspec import structs
from tests.report.fakes import altered, made_up, store_stale
from typer.testing import CliRunner

from gatehash.catalog import DESIGNS, find
from gatehash.catalog.phash_timing import PhashCycles
from gatehash.cli.commands import application
from gatehash.cli.list import list_
from gatehash.cli.options import print_json
from gatehash.cli.pick import pick
from gatehash.cli.report import give
from gatehash.cli.synth import synth
from gatehash.implement import (
    TARGETS,
    Area,
    CriticalPath,
    ModuleArea,
    Outcome,
    Result,
    Run,
)
from gatehash.implement.families import find_target
from gatehash.implement.results import store
from gatehash.implement.source import Measurement
from gatehash.published import papers
from gatehash.records.store import inputs_of
from gatehash.report import zalewski

DESIGN = find("skein256-x8")
SAID = "does not fit: 106000 LUT4 of the 83640 of one LFE5U-85"


def too_large() -> Result:
    return Result(
        design=DESIGN.name,
        target="ecp5",
        boundary="stream",
        top=DESIGN.hardware.stream.top,
        parameters=DESIGN.hardware.stream.parameters,
        inputs=inputs_of(Measurement(DESIGN, find_target("ecp5"), "stream")),
        text="",
        tools={},
        command="",
        area=Area(lc=None, lut=106000, ff=1000, carry=0, lutram=0, ramb36=0, ramb18=0),
        cells={},
    )


@pytest.fixture(autouse=True)
def _results(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gatehash.records.store.results_roots", lambda: (tmp_path / "results",))


def listed(name: str, boundary: str = "stream") -> dict[str, str]:
    """Cells of a design in the list at a boundary, by heading."""
    tables: list[tuple[Sequence[str], Sequence[Sequence[str]]]] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            "gatehash.cli.list.print_table",
            lambda headings, rows, _spare: tables.append((headings, rows)),
        )
        list_()
    ((headings, rows),) = tables
    (row,) = (row for row in rows if (row[0], row[2]) == (name, boundary))
    return dict(zip(headings, row, strict=True))


def test_fractions_are_numbers_in_json(capsys: pytest.CaptureFixture[str]) -> None:
    print_json({"cycles": [Fraction(5, 8), Fraction(10), 3]})
    assert json.loads(capsys.readouterr().out) == {"cycles": [0.625, 10, 3]}
    with pytest.raises(TypeError, match="Path"):
        print_json(Path())


def test_list_of_a_design_that_takes_a_part_of_a_cycle(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    timing = PhashCycles(ciphers=3, stages=1, stream_bits=128)
    monkeypatch.setitem(DESIGNS, DESIGN.name, altered(DESIGN, timing=timing))
    rows = [listed(DESIGN.name, boundary) for boundary in ("core", "stream")]
    assert [row["cycles"] for row in rows] == ["3.333", "3.346"]
    list_(as_json=True)
    entries = {entry["name"]: entry for entry in json.loads(capsys.readouterr().out)}
    assert entries[DESIGN.name]["cycles_per_block"] == pytest.approx(10 / 3)
    assert entries[DESIGN.name]["timing"] == {
        **asdict(timing),
        "block": pytest.approx(10 / 3),
        "load": 7,
        "unload": 5,
    }


def test_list_of_a_design_that_does_not_fit(capsys: pytest.CaptureFixture[str]) -> None:
    store(too_large())
    rows = [listed(DESIGN.name, boundary) for boundary in ("core", "stream")]
    assert [row["MHz"] for row in rows] == ["not measured", "does not fit"]
    list_(as_json=True)
    entries = {entry["name"]: entry for entry in json.loads(capsys.readouterr().out)}
    assert entries[DESIGN.name]["measured"]["ecp5"]["reason"] == SAID


def measuring(monkeypatch: pytest.MonkeyPatch, result: Result) -> None:
    """Let a measurement find a result."""
    monkeypatch.setattr(
        "gatehash.cli.implement.implement_all",
        lambda units, **_: [Outcome(unit, "measured", result, None) for unit in units],
    )


def test_synth_of_a_design_that_does_not_fit(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    measuring(monkeypatch, too_large())
    synth([DESIGN.name], "ecp5")
    assert SAID in capsys.readouterr().out
    synth([DESIGN.name], "ecp5", as_json=True)
    (entry,) = json.loads(capsys.readouterr().out)
    assert (entry["fits"], entry["reason"], entry["fmax_mhz"]) == (False, SAID, None)


def routed() -> Result:
    """A result of two seeds, with what limits them and where the area is."""
    path = CriticalPath("a_q", "b_q[3]", 6.1, 7.9, 14, 9, ("u_core",))
    area = Area(lc=None, lut=900, ff=1000, carry=0, lutram=0, ramb36=0, ramb18=0)
    return structs.replace(
        too_large(),
        area=area,
        runs=(Run(1, 71.0, "routed", 9.5, 950, path), Run(2, 73.0, "placed", 9.5, 950)),
        modules=(ModuleArea("", "gh_skein", area),),
    )


def test_synth_tells_the_critical_path_and_the_modules(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    measuring(monkeypatch, routed())
    words = (
        "from a_q to b_q[3]: 14 levels of logic (9 of carry), 6.1 ns in logic and 7.9 ns "
        "in wires, through u_core"
    )
    synth([DESIGN.name], "ecp5")
    said = capsys.readouterr().out
    assert " 72.0 " in said
    assert " 71.0-73.0 " in said
    assert said.endswith(f"{DESIGN.name}, critical path of seed 1: {words}\n")
    synth([DESIGN.name], "ecp5", as_json=True)
    (entry,) = json.loads(capsys.readouterr().out)
    assert (entry["fmax_min_mhz"], entry["fmax_mhz"], entry["fmax_max_mhz"]) == (71, 72, 73)
    record = json.loads(routed().to_json())
    path = record["runs"][0]["critical_path"]
    assert entry["critical_path"] == {"seed": 1, "words": words, **path}
    assert entry["runs"] == record["runs"]
    assert "critical_path" not in entry["runs"][1]
    assert entry["modules"] == record["modules"]


@pytest.mark.parametrize("command", ["synth", "pick"])
def test_targets_offered_are_those_that_there_are(command: str) -> None:
    said = CliRunner().invoke(application(), [command, "--help"], env={"COLUMNS": "250"}).output
    assert f"One of: {', '.join(TARGETS)}." in said
    assert "gw2a" in TARGETS


def test_list_gives_the_spread(capsys: pytest.CaptureFixture[str]) -> None:
    store(routed())
    row = listed(DESIGN.name)
    assert (row["MHz"], row["min-max"], row["record"]) == ("72.0 placed", "71.0-73.0", "")
    list_(as_json=True)
    entries = {entry["name"]: entry for entry in json.loads(capsys.readouterr().out)}
    figures = entries[DESIGN.name]["measured"]["ecp5"]
    assert (figures["fmax_min_mhz"], figures["fmax_max_mhz"]) == (71, 73)
    assert entries[DESIGN.name]["measured"]["nexus"]["reason"] == (
        "measured on request only: no published figure of nexus devices corresponds to it"
    )


def test_list_tells_both_boundaries(capsys: pytest.CaptureFixture[str]) -> None:
    design = find("skein-mc")
    store(made_up(design, "ecp5", "core"))
    list_(as_json=True)
    entries = {entry["name"]: entry for entry in json.loads(capsys.readouterr().out)}
    core, stream = (entries[design.name][key]["ecp5"] for key in ("measured", "measured_stream"))
    assert (core["boundary"], core["cycles_per_block"]) == ("core", 828)
    assert core["throughput_mbps"] == pytest.approx(512 * core["fmax_mhz"] / 828)
    assert set(core) == set(stream)
    assert (stream["boundary"], stream["cycles_per_block"]) == ("stream", 867)
    assert stream["lut"] is stream["fmax_mhz"] is stream["throughput_mbps"] is None
    assert (stream["stale"], stream["reason"]) == (False, "stream top not measured")
    assert entries[DESIGN.name]["measured"] == entries[DESIGN.name]["measured_stream"]
    row = listed(design.name)
    assert row["algorithm"] == "skein-512-512, 5 more"
    assert (row["MHz"], row["Mb/s"]) == ("not measured", "-")
    store(made_up(design, "ecp5", "stream"))
    assert listed(design.name, "core")["Mb/s"] == f"{core['throughput_mbps']:.1f}"
    assert listed(design.name)["Mb/s"] == f"{512 * core['fmax_mhz'] / 867:.1f}"


def test_list_has_short_rows_and_names_stale_and_damaged_records(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    store_stale(DESIGN, "ecp5")
    store(made_up(find("skein-mc"), "ecp5", "core"))
    (tmp_path / "results" / "ecp5" / "skein-mc.core.json").write_text("{")
    assert listed(DESIGN.name)["record"] == "stale"
    assert [listed("skein-mc", boundary)["record"] for boundary in ("core", "stream")] == [
        "damaged",
        "",
    ]
    list_()
    heading, *rows = capsys.readouterr().out.splitlines()
    assert heading.split()[-1] == "record"
    assert max(map(len, rows)) < 180


def test_synth_and_list_tell_one_throughput(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    design = find("phash-1-piped")
    result = made_up(design, "ecp5")
    store(result)
    measuring(monkeypatch, result)
    synth([design.name], "ecp5", as_json=True)
    (entry,) = json.loads(capsys.readouterr().out)
    list_(as_json=True)
    entries = {each["name"]: each for each in json.loads(capsys.readouterr().out)}
    figures = entries[design.name]["measured"]["ecp5"]
    assert {name: entry[name] for name in figures if name != "stale"} == {
        name: figures[name] for name in figures if name != "stale"
    }
    pick("phash", boundary="core", as_json=True)
    picked = json.loads(capsys.readouterr().out)["satisfying"]
    assert [each["throughput_mbps"] for each in picked] == [figures["throughput_mbps"]]


@pytest.mark.parametrize("name", papers())
def test_report(
    name: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(zalewski, "MESSAGE_BLOCKS", 257)
    give(name, as_json=True, out=tmp_path / "out")
    data = json.loads(capsys.readouterr().out)
    assert data["paper"]["name"] == name
    assert json.loads((tmp_path / "out" / f"{name}.json").read_text()) == data
    give(name)
    assert "How to read the tables" in capsys.readouterr().out
