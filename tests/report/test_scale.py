# SPDX-License-Identifier: Apache-2.0
"""``gatehash scale``: engines against their parameters, from the committed records."""

from __future__ import annotations

import csv
import itertools
import json
import math
import re
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs
from tests.report.fakes import made_up

from gatehash.catalog import DESIGNS, find
from gatehash.cli.commands import run
from gatehash.implement import figures_at, find_target, load, results
from gatehash.paths import results_roots
from gatehash.report.device import DEVICE, FILL, FILLED, RESOURCES
from gatehash.report.scale import Scale, scale
from gatehash.report.scale_panels import PARAMETERS

ECP5 = find_target("ecp5")


@cache
def _all() -> list[Scale]:
    return scale()


def _one(name: str, fill: float = FILL) -> Scale:
    (found,) = scale([name], fill)
    return found


def _entry(name: str, design: str, fill: float = FILL) -> dict[str, Any]:
    (entry,) = (each for each in _one(name, fill).entries if each["design"] == design)
    return entry


def test_the_device_is_that_of_the_target() -> None:
    assert ECP5.device == DEVICE
    assert RESOURCES.cells == ECP5.capacity


@pytest.mark.parametrize("name", ["chacha20", "phash", "skein-512-512", "blake-256"])
def test_figures_are_those_of_the_records(name: str) -> None:
    """The same as every other command prints; of two messages at once the sum."""
    entries = _one(name).entries
    measured = {each["design"] for each in entries}
    assert measured == {d.name for d in DESIGNS.values() if d.jobs_called(name)}
    placed = [each["units"] for each in entries if each["units"] is not None]
    assert placed == sorted(placed)
    assert [each["units"] for each in entries[len(placed) :]] == [None] * (
        len(entries) - len(placed)
    )
    for each in entries:
        job = find(each["design"]).jobs_called(name)[0]
        found = figures_at(job.design, "ecp5", "stream", at_work=job)
        assert found.area is not None
        assert each["luts"] == found.luts
        assert each["carry_luts"] == ECP5.luts_per_carry * found.area.carry
        assert each["frequency_mhz"] == found.fmax_mhz
        assert (each["units"], each["mbps_per_unit"]) == (found.units, found.rate.mbps_per_unit)
        assert each["cycles"] == pytest.approx(float(Fraction(found.rate.cycles)))
        if found.rate.mbps is None:
            assert each["throughput_mbps"] is None
            assert each["frequency"].startswith(("not placed", "does not fit"))
        else:
            assert each["throughput_mbps"] == pytest.approx(found.rate.mbps)


def _taken(each: Mapping[str, Any]) -> dict[str, int]:
    return {
        "cells": each["cells"],
        "flip-flops": each["ff"],
        "memory blocks": each["memory_blocks"],
        "multipliers": each["multipliers"],
    }


@pytest.mark.parametrize("fill", [0.5, 0.9, 1.0])
@pytest.mark.parametrize(
    ("name", "design"),
    [
        ("chacha20", "chacha-mc-1"),
        ("sha-256", "sha256-bram"),
        ("phash", "phash-16"),
        ("phash", "phash-1-bram"),
    ],
)
def test_projection_ends_where_a_resource_does(name: str, design: str, fill: float) -> None:
    """As many engines fit as are said, and one more does not."""
    each = _entry(name, design, fill)
    taken = _taken(each)
    room = {name: fill * most if name in FILLED else int(most) for name, most in RESOURCES.named()}
    assert all(each["engines"] * count <= room[name] for name, count in taken.items())
    ended = each["ended_by"]
    assert (each["engines"] + 1) * taken[ended] > room[ended]
    assert all(room[ended] / taken[ended] <= room[name] / n for name, n in taken.items() if n)
    if each["throughput_mbps"] is not None:
        rate = each["engines"] * each["throughput_mbps"]
        assert each["projected_gbps"] == pytest.approx(rate / 1000)
        ways = 2 if name == "chacha20" else 1
        assert each["pin_bits"] == pytest.approx(ways * rate / each["frequency_mhz"])


def test_ideal_is_the_smallest_engine_as_often() -> None:
    first, *others = _one("skein-256-256").entries
    assert first["ideal_percent"] == 100
    for each in others:
        slope = first["throughput_mbps"] / first["units"]
        share = each["throughput_mbps"] / (slope * each["units"])
        assert each["ideal_percent"] == pytest.approx(100 * share)


def test_a_colour_is_of_one_curve() -> None:
    """The panels of a picture share a legend, in which a colour has one name, and a name one."""
    for each in _all():
        curves = {
            (series.label, series.colour)
            for panel in each.panels()
            if panel.kind in ("curves", "bars")
            for series in panel.series
        }
        assert len({name for name, _ in curves}) == len(curves)
        assert len({colour for _, colour in curves}) == len(curves)


def test_names_do_not_lie_over_each_other() -> None:
    """Of engines in one place only one has its name, and the fastest always has."""
    for each in filter(lambda found: found.is_plotted, _all()):
        area = each.panels()[0]
        measured = [s for s in area.series if s.label in ("routed", "placed")]
        points = [point for series in measured for point in series.points]
        named = [(point.x, point.y or 0) for point in points if point.text]
        assert max((point.y or 0) for point in points) in {y for _, y in named}
        logs = [(math.log(x), math.log(y)) for x, y in named]
        span = [max(axis) - min(axis) for axis in zip(*logs, strict=True)]
        for one, other in itertools.combinations(logs, 2):
            apart = [abs(a - b) for a, b in zip(one, other, strict=True)]
            assert apart[0] > 0.3 * span[0] or apart[1] > 0.03 * span[1], each.algorithm


def test_panels_have_each_parameter() -> None:
    """Curves join engines that differ in nothing else."""
    panels = {panel.title: panel for panel in _one("phash").panels()}
    assert list(panels) == [
        "Throughput against area",
        *("Mb/s against W ciphers", "LUT4 against W ciphers"),
        *("Mb/s against blocks in each cipher", "LUT4 against blocks in each cipher"),
    ]
    area = panels["LUT4 against W ciphers"]
    assert [len(series.points) for series in area.series] == [8, 8]
    assert [point.x for point in area.series[0].points] == [1, 2, 3, 4, 6, 8, 12, 16]
    stages = panels["LUT4 against blocks in each cipher"]
    assert {point.x for series in stages.series for point in series.points} == {1, 3}
    rounds = next(p for p in _one("skein-512-512").panels() if p.title.startswith("Mb/s"))
    measured, ideal = rounds.series
    assert [point.x for point in measured.points] == [1, 4, 8]
    kinds = {each["design"]: each["frequency_kind"] for each in _one("skein-512-512").entries}
    assert [point.estimate for point in measured.points] == [
        kinds[f"skein512-x{point.x}"] == "placed" for point in measured.points
    ]
    assert [point.y for point in ideal.points] == [
        pytest.approx(measured.points[0].y),
        pytest.approx(8 * (measured.points[0].y or 0)),
    ]


def test_estimates_are_set_apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On record all that is plotted is routed: one design is made an estimate."""
    committed = results_roots()
    monkeypatch.setattr("gatehash.records.store.results_roots", lambda: (tmp_path, *committed))
    record = load(find("skein512-x1"), "ecp5", "stream")
    assert record is not None
    placed = tuple(structs.replace(each, kind="placed", critical_path=None) for each in record.runs)
    results.store(structs.replace(record, runs=placed))
    kinds = {"routed", "placed"}
    both = []
    for found in [*filter(lambda each: each.is_plotted, _all()), _one("skein-512-512")]:
        area = found.panels()[0]
        drawn = {each.label: {point.x for point in each.points} for each in area.series}
        expected: dict[str, set[float]] = {}
        for each in found.entries:
            if each["throughput_mbps"] is not None:
                expected.setdefault(each["frequency_kind"], set()).add(each["units"])
        assert {label: places for label, places in drawn.items() if label in kinds} == expected
        both.append(expected.keys() == kinds)
    assert any(both)
    best = "skein512-x8-piped"
    ends = {f"{best}: 50 % of the {name}" for name in ("cells", "flip-flops")}
    ends.add(f"{best}: all memory blocks")
    texts = {
        series.label: {point.text for point in series.points}
        for series in _one("skein-512-512").panels()[0].series
    }
    assert best in texts["routed"] - texts.get("placed", set())
    assert texts.keys() - kinds == {f"projection: 3 x {best} on LFE5U-85", "ideal", *ends}


def _projected(found: Scale) -> dict[str, Any]:
    """The engine with the highest projected throughput."""
    return max(found.entries, key=lambda each: float(each["projected_gbps"] or 0))


def test_limits_and_projection_are_of_the_engine_that_fills_a_device_best() -> None:
    """The projection is left of all limits, and one engine more is right of one, or of its own."""
    for found in filter(lambda each: each.is_plotted, _all()):
        best, series = _projected(found), found.panels()[0].series
        (triangle,) = (each for each in series if each.marker == "^")
        (end,) = triangle.points
        assert triangle.label.startswith(f"projection: {best['engines']} x {best['design']} on ")
        assert end.x == best["engines"] * best["units"]
        assert end.y == pytest.approx(1000 * best["projected_gbps"])
        uprights = {each.label: each.points[0].x for each in series if each.dashed}
        assert {name.partition(":")[0] for name in uprights} <= {best["design"], "ideal"}
        assert f" {best['engines']} x {best['design']}, " in found.picture.words
        ending = [name for name, taken in _taken(best).items() if taken]
        assert len(uprights) == len(ending) + 1
        for resource in ending:
            share = f"{100 * FILL:g} % of the" if resource in FILLED else "all"
            place = uprights[f"{best['design']}: {share} {resource}"]
            assert best["engines"] * best["units"] <= place
            if best["ended_by"] == resource:
                assert (best["engines"] + 1) * best["units"] > place


def test_panels_of_rings() -> None:
    """As many streams as the ring needs are no parameter of their own."""
    panels = {panel.title: panel for panel in _one("skein-256-256").panels()}
    (measured, ideal) = panels["Mb/s against rounds in the ring"].series
    assert [point.x for point in measured.points] == [4, 8] == [point.x for point in ideal.points]


def test_panels_of_rings_for_one_message() -> None:
    """One ring counts as one, though the design leaves the parameter at the RTL's default."""
    panels = {panel.title: panel for panel in _one("blake3").panels()}
    measured, ideal = panels["Mb/s against rings for one message"].series
    assert [point.x for point in measured.points] == [1, 2] == [point.x for point in ideal.points]
    rates = [_entry("blake3", f"blake3-{rings}")["throughput_mbps"] for rings in (1, 2)]
    assert [point.y for point in measured.points] == rates
    (areas,) = panels["LUT4 against rings for one message"].series
    assert [point.x for point in areas.points] == [1, 2]
    assert find("blake3-2").hardware.defaults == {} == find("blake3-4").hardware.defaults


def test_defaults_are_those_of_the_rtl() -> None:
    known = [design for design in DESIGNS.values() if design.hardware.defaults]
    assert "blake3-1" in {design.name for design in known}
    for design in known:
        hardware = design.hardware
        (path,) = (each for each in hardware.files() if each.stem == hardware.stream.top)
        text = path.read_text(encoding="utf-8")
        for name, value in hardware.defaults.items():
            assert name not in hardware.stream.parameters
            assert re.search(rf"parameter [^,)]*\b{name} *= *{value}\b", text), (design.name, name)


def test_a_place_is_no_count() -> None:
    """Of the operator's register there is one: bars for its places, and no ideal line."""
    panels = {panel.title: panel for panel in _one("chacha20").panels()}
    drawn = {title: panel for title, panel in panels.items() if "register" in title}
    assert list(drawn) == [f"{up} against place of the register" for up in ("Mb/s", "LUT4")]
    for field, panel in zip(("throughput_mbps", "luts"), drawn.values(), strict=True):
        assert panel.kind == "bars"
        assert panel.names == ("in the rotation", "in the adder", "behind the memory")
        bars = {each.label: {p.x: p.y for p in each.points} for each in panel.series}
        assert bars.keys() == {"chacha-mc-1 ...", "blake-chacha-mc-1 ..."}
        for place in range(3):
            each = _entry("chacha20", f"chacha-mc-{place + 1}")
            assert panel.names[place] in each["microarchitecture"]
            assert bars["chacha-mc-1 ..."][place] == each[field]


def test_parameters_without_a_panel_count_nothing() -> None:
    """Every parameter that alone tells two engines apart has a panel, or chooses a form."""
    forms = {"Decrypts", "Chains", "ChaCha", "Three", "Dsp", "BlockMemory", "SBox", "MixRows"}
    plotted = {title for found in _all() for title in (panel.title for panel in found.panels())}
    told, neutral = set(), {"StreamBits", "Streams"}
    for found in _all():
        for one, other in itertools.combinations(found.entries, 2):
            pair = one["parameters"], other["parameters"]
            if one["top"] == other["top"]:
                names = {name for each in pair for name in each}
                differ = {name for name in names if pair[0].get(name) != pair[1].get(name)}
                told |= {name for name in differ if not differ - neutral - {name}} - neutral
    assert told == forms | set(PARAMETERS)
    for axis in PARAMETERS.values():
        assert f"Mb/s against {axis.meaning}" in plotted


def test_no_column_is_left_out_for_its_zeros() -> None:
    """A table has all resources that may end a device, with figures or with 0."""
    shown = [column.heading for column in _one("chacha20-poly1305").table.shown]
    assert {"EBR", "DSP", "Engines", "Pin bits a cycle"} <= set(shown)
    assert _entry("chacha20-poly1305", "chacha20-poly1305-mc-1-dsp")["multipliers"] == 2
    zeros = _one("hmac-sha3-256").table
    assert {"EBR", "DSP"} <= {column.heading for column in zeros.shown}
    assert {each["memory_blocks"] for each in zeros.rows} == {0}


def test_projections_beyond_the_pins_are_marked() -> None:
    """The throughput on chip remains; the mark is in the table, in the data and in the plot."""
    marked = {}
    for found in filter(lambda each: each.is_plotted, _all()):
        (column,) = (each for each in found.table.columns if each.field == "pins")
        for each in found.entries:
            beyond = each["pin_bits"] is not None and each["pin_bits"] > 365
            assert each["pins"] == ("more than the 365 pins of LFE5U-85" if beyond else "")
            assert (column.text(each) != "-") is beyond
            if beyond:
                marked[each["design"]] = found.algorithm
                assert each["projected_gbps"] > 0
        assert (column in found.table.shown) is any(each["pins"] for each in found.entries)
        best = _projected(found)
        assert ("the throughput is one inside the device" in found.picture.words) is bool(
            best["pins"]
        )
        labels = [series.label for series in found.panels()[0].series]
        assert any(label.endswith("beyond the pins") for label in labels) is bool(best["pins"])
    assert marked == {
        "sha3-x1": "sha3-256",
        "chacha-x2-piped": "chacha20",
        "chacha20-poly1305-x2-piped": "chacha20-poly1305",
    }


def test_without_records(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gatehash.records.store.results_roots", lambda: (tmp_path,))
    found = _one("chacha20")
    assert not found.is_plotted
    assert {each["frequency"] for each in found.entries} == {"not measured"}
    assert {each["engines"] for each in found.entries} == {None}
    results.store(made_up(find("chacha-mc-2"), "ecp5", boundary="stream"))
    first, *others = _one("chacha20").entries
    assert (first["design"], first["frequency"]) == ("chacha-mc-2", "routed")
    assert {each["frequency"] for each in others} == {"not measured"}
    assert len(others) == len(found.entries) - 1


def test_stale_records_are_no_measurement(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gatehash.records.store.results_roots", lambda: (tmp_path,))
    record = made_up(find("chacha-mc-1"), "ecp5", boundary="stream")
    results.store(structs.replace(record, inputs={}))
    each = _entry("chacha20", "chacha-mc-1")
    assert (each["frequency"], each["luts"], each["throughput_mbps"]) == ("stale", None, None)


def test_every_design_is_there() -> None:
    assert {each["design"] for found in _all() for each in found.entries} == set(DESIGNS)


def test_command_prints_and_writes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "new"
    assert run(["scale", "blake3", "--fill", "70", "--out", str(out)]) == 0
    printed = capsys.readouterr().out
    assert printed.startswith("blake3: engines, and a projection to 70 % of an LFE5U-85")
    names = [f"scale-blake3.{kind}" for kind in ("csv", "png", "svg")]
    assert sorted(path.name for path in out.iterdir()) == names
    rows = list(csv.DictReader((out / "scale-blake3.csv").read_text().splitlines()))
    assert run(["scale", "blake3", "--fill", "70", "--json"]) == 0
    (data,) = json.loads(capsys.readouterr().out)
    assert (data["algorithm"], data["device"], data["fill"]) == ("blake3", "LFE5U-85", 0.7)
    assert [row["design"] for row in rows] == [each["design"] for each in data["engines"]]
    assert [row["engines"] for row in rows] == [
        "" if each["engines"] is None else str(each["engines"]) for each in data["engines"]
    ]


def test_rows_are_lines_and_files_lie_side_by_side(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "new"
    assert run(["scale", "sha-512/256", "phash", "--fill", "1", "--out", str(out)]) == 0
    lines = capsys.readouterr().out.splitlines()
    entries = [entry for found in scale(["sha-512/256", "phash"]) for entry in found.entries]
    rows = [line.split()[0] for line in lines if line.split()[:1] and line.split()[0] in DESIGNS]
    assert rows == [entry["design"] for entry in entries]
    assert len([line for line in lines if line.strip()]) == len(rows) + 2 * 3 + 1
    # No engine fits, and the columns remain.
    assert all("Engines" in line for line in lines if "Ended by" in line)
    stems = ("scale-phash", "scale-sha-512-256")
    names = [f"{stem}.{kind}" for stem in stems for kind in ("csv", "png", "svg")]
    assert sorted(path.name for path in out.iterdir()) == names


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["skein-513"], "unknown algorithm 'skein-513'; "),
        (["--fill", "0"], "--fill is '0'; it must be a whole number from 1 to 100"),
        (["--fill", "101"], "--fill is '101'; it must be a whole number from 1 to 100"),
    ],
)
def test_bad_requests(capsys: pytest.CaptureFixture[str], arguments: list[str], said: str) -> None:
    assert run(["scale", *arguments]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert said in line


def test_names_are_those_of_lists_of_digests_too() -> None:
    """The same as gatehash sum takes; two spellings of one algorithm are one table."""
    for spelt in ("sha256", "SHA512/256", "BLAKE3", "ChaCha20", "Skein512", "BLAKE2b"):
        assert len(_one(spelt).entries) > 1
    assert [found.algorithm for found in scale(["sha256", "sha-256", "BLAKE3"])] == [
        "sha-256",
        "blake3",
    ]
    assert _one("BLAKE3") == _one("blake3")


def test_out_must_be_a_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("")
    assert run(["scale", "blake3", "--out", str(tmp_path / "file")]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert "file" in line


def test_datapaths_tell_as_many_streams_as_the_column() -> None:
    """A ring may have fewer places than streams: the text counts streams, as the column does."""
    told = {
        each["design"]: re.search(r"for messages of (\d+) streams", each["microarchitecture"])
        for found in _all()
        for each in found.entries
        if find(each["design"]).hardware.shared
    }
    assert {"sha256-x1-piped", "skein512-x8-piped", "blake256-x1-piped"} <= told.keys()
    for name, match in told.items():
        assert match, name
        assert int(match[1]) == find(name).principal_job.streams, name
