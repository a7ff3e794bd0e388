# SPDX-License-Identifier: Apache-2.0
"""Picking designs for a budget, from made-up measurements."""

import json
import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
import typer
from msgspec import structs
from tests.refusals import refused
from tests.report.fakes import AT, SKEIN, altered, made_up, only, store_stale

from gatehash.catalog import DESIGNS, BoundaryName, Design
from gatehash.cli.pick import pick
from gatehash.implement import Result
from gatehash.implement.results import store

SKEIN512 = {design.name: design for design in SKEIN if design.principal_job.block_bits == 512}
FAKES = {design.name: design for design in AT}


@pytest.fixture(autouse=True)
def _catalogue(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Three designs of one algorithm, and made-up ones of several."""
    monkeypatch.setattr("gatehash.records.store.results_roots", lambda: (tmp_path / "results",))
    with only((*SKEIN512.values(), *AT)):
        yield


def stored(
    design: Design, target: str = "ecp5", boundary: BoundaryName = "stream", **area: int
) -> Result:
    result = made_up(design, target, boundary)
    result = structs.replace(result, area=structs.replace(result.area, **area))
    store(result)
    return result


@pytest.fixture
def _measured() -> None:
    for design in (*SKEIN512.values(), *FAKES.values()):
        stored(design)


def picked(capsys: pytest.CaptureFixture[str], algorithm: str, **options: Any) -> dict[str, Any]:
    with suppress(typer.Exit):
        pick(algorithm, as_json=True, **options)
    return dict(json.loads(capsys.readouterr().out))


def names(entries: list[dict[str, Any]]) -> list[str]:
    return [entry["design"] for entry in entries]


def because(data: dict[str, Any]) -> dict[str, list[str]]:
    return {entry["design"]: entry["failures"] for entry in data["failing"]}


@pytest.mark.usefixtures("_measured")
def test_best_first(capsys: pytest.CaptureFixture[str]) -> None:
    data = picked(capsys, "skein-512-512")
    assert data["failing"] == []
    for sort, key, falling in (
        ("per-unit", "mbps_per_unit", True),
        ("per-area", "throughput_per_area", True),
        ("throughput", "throughput_mbps", True),
        ("area", "area", False),
    ):
        found = picked(capsys, "skein-512-512", sort=sort)["satisfying"]
        figures = [entry[key] for entry in found]
        assert figures == sorted(figures, reverse=falling)
        assert set(names(found)) == {*SKEIN512, "skein-mc"}


@pytest.mark.usefixtures("_measured")
def test_figures_are_those_of_long_messages(capsys: pytest.CaptureFixture[str]) -> None:
    (entry,) = (
        entry
        for entry in picked(capsys, "skein-512-512")["satisfying"]
        if entry["design"] == "skein512-x4"
    )
    result = made_up(SKEIN512["skein512-x4"], "ecp5")
    assert result.fmax_mhz is not None
    rate = 512 * result.fmax_mhz / 19
    assert entry["cycles_per_block"] == 19
    assert (entry["boundary"], entry["frequency_kind"]) == ("stream", "routed")
    assert [entry[f"frequency_{which}mhz"] for which in ("min_", "", "max_")] == [
        run.fmax_mhz for run in result.runs
    ]
    assert entry["throughput_mbps"] == pytest.approx(rate)
    assert entry["area"] == result.area.lut
    assert entry["carry_luts"] == 2 * result.area.carry
    assert entry["throughput_per_area"] == pytest.approx(rate / result.area.lut)
    # Cells, carry included, are more than the flip-flops.
    assert entry["units"] == result.runs[0].comb > result.area.ff
    assert entry["mbps_per_unit"] == pytest.approx(rate / result.runs[0].comb)


def test_block_memories_and_flip_flops_move_a_design_down(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """By look-up tables alone the design with all else is the best."""
    first, second = SKEIN512["skein512-x4"], SKEIN512["skein512-x8"]
    stored(first, lut=900, ramb18=40)
    stored(second)
    found = picked(capsys, "skein-512-512")
    assert names(found["satisfying"]) == [second.name, first.name]
    assert found["satisfying"][1]["units"] == round(40 * 83640 / 208)
    for sort in ("per-area", "area"):
        found = picked(capsys, "skein-512-512", sort=sort)
        assert names(found["satisfying"]) == [first.name, second.name]


def test_memories_of_look_up_tables_are_area(capsys: pytest.CaptureFixture[str]) -> None:
    stored(FAKES["blake64-mc-2"], lut=400, lutram=101, ramb18=3)
    data = picked(capsys, "blake-512", max_area=500, max_memory_blocks=2)
    assert because(data)["blake64-mc-2"] == [
        "too large by 1 LUT4 (501 of 500)",
        "too many memory blocks by 1 (3 of 2)",
    ]
    found = picked(capsys, "blake-512", max_area=501, max_memory_blocks=3)
    assert names(found["satisfying"]) == ["blake64-mc-2"]


@pytest.mark.usefixtures("_measured")
def test_too_slow_says_by_how_much(capsys: pytest.CaptureFixture[str]) -> None:
    rates = {
        entry["design"]: entry["throughput_mbps"]
        for entry in picked(capsys, "skein-512-512")["satisfying"]
    }
    edge = rates["skein512-x4"]
    data = picked(capsys, "skein-512-512", min_throughput=f"{edge / 1000 + 0.001:.6f}g")
    assert set(names(data["satisfying"])) == {n for n in rates if rates[n] > edge + 1}
    least = data["budget"]["min_throughput_mbps"]
    assert because(data)["skein512-x4"] == [f"too slow by 1.0 Mb/s ({edge:.1f} of {least:.1f})"]


@pytest.mark.parametrize(
    ("text", "megabits"),
    [("200M", 200), ("1.5G", 1500), ("2500k", 2.5), ("3000000", 3), ("0.5m", 0.5)],
)
def test_units_of_throughput(
    text: str, megabits: float, capsys: pytest.CaptureFixture[str]
) -> None:
    budget = picked(capsys, "skein-512-512", min_throughput=text)["budget"]
    assert budget["min_throughput_mbps"] == pytest.approx(megabits)


def test_not_measured_and_stale_name_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    store_stale(FAKES["blake64-mc-2"], "ecp5")
    assert because(picked(capsys, "blake-512", boundary="core")) == {
        "blake64-mc-2": [
            "stale, measured before the design changed; measure it again: "
            "`gatehash synth blake64-mc-2 --target ecp5 --boundary core`"
        ],
        "blake-chacha-mc-1": [
            "core not measured; measure it: "
            "`gatehash synth blake-chacha-mc-1 --target ecp5 --boundary core`"
        ],
    }


def test_a_core_never_stands_in_for_a_stream_top(capsys: pytest.CaptureFixture[str]) -> None:
    design, other = FAKES["blake64-mc-2"], FAKES["blake-chacha-mc-1"]
    stored(design, boundary="core", lut=100)
    stored(other, boundary="core", lut=200)
    stored(other, lut=900)
    data = picked(capsys, "blake-512", max_area=1000)
    assert data["boundary"] == "stream"
    assert because(data) == {
        "blake64-mc-2": [
            "stream top not measured; measure it: "
            "`gatehash synth blake64-mc-2 --target ecp5 --boundary stream`"
        ]
    }
    (entry,) = data["satisfying"]
    assert (entry["design"], entry["boundary"], entry["area"]) == (other.name, "stream", 900)
    cores = picked(capsys, "blake-512", max_area=1000, boundary="core", sort="area")
    assert (cores["boundary"], cores["failing"]) == ("core", [])
    assert [(each["boundary"], each["area"]) for each in cores["satisfying"]] == [
        ("core", 100),
        ("core", 200),
    ]


@pytest.mark.usefixtures("_measured")
def test_legend_says_which_boundary(capsys: pytest.CaptureFixture[str]) -> None:
    pick("skein-512-512")
    assert "all of the stream top: padding and interface included" in capsys.readouterr().out
    stored(FAKES["skein-mc"], boundary="core")
    pick("skein-512-512", boundary="core")
    assert "all of the core: messages are padded already" in capsys.readouterr().out


def test_without_a_frequency_a_design_is_not_chosen(capsys: pytest.CaptureFixture[str]) -> None:
    small, large = SKEIN512["skein512-x1"], SKEIN512["skein512-x8"]
    store(structs.replace(made_up(small, "ecp5"), runs=()))
    result = made_up(large, "ecp5")
    store(structs.replace(result, runs=(), area=structs.replace(result.area, lut=90000)))
    failures = because(picked(capsys, "skein-512-512", max_area=80000))
    assert failures["skein512-x1"] == [
        "not placed and routed; measure it: "
        "`gatehash synth skein512-x1 --target ecp5 --boundary stream`"
    ]
    assert failures["skein512-x8"] == [
        "does not fit: 90200 LUT4 of the 83640 of one LFE5U-85",
        "too large by 10000 LUT4 (90000 of 80000)",
    ]


@pytest.mark.usefixtures("_measured")
def test_other_digest_lengths(capsys: pytest.CaptureFixture[str]) -> None:
    found = picked(capsys, "skein-512-224")["satisfying"]
    assert {entry["algorithm"] for entry in found} == {"skein-512-224"}
    notes = {entry["design"]: entry["notes"] for entry in found}
    # The coprocessor is told with each message; the RTL of the others is of one length.
    assert notes == {
        "skein-mc": [],
        **{name: ["measured as skein-512-512"] for name in SKEIN512},
    }


@pytest.mark.usefixtures("_measured")
def test_two_streams_count_twice(capsys: pytest.CaptureFixture[str]) -> None:
    design = FAKES["blake-chacha-mc-1"]
    (before,) = picked(capsys, "blake-256")["satisfying"]
    DESIGNS[design.name] = altered(design, "blake-256", streams=2)
    (entry,) = picked(capsys, "blake-256")["satisfying"]
    assert (before["streams"], entry["streams"]) == (1, 2)
    assert entry["throughput_mbps"] == pytest.approx(2 * before["throughput_mbps"])
    assert entry["notes"] == ["2 messages at once"]


@pytest.mark.usefixtures("_measured")
def test_each_direction_of_a_cipher_is_judged(capsys: pytest.CaptureFixture[str]) -> None:
    found = picked(capsys, "threefish-256")["satisfying"]
    assert sorted(
        (each["design"], each["operation"], each["cycles_per_block"]) for each in found
    ) == [
        ("skein-mc", "decrypt", 470),
        ("skein-mc", "encrypt", 448),
        ("threefish-mc-enc", "encrypt", 448),
    ]


def test_targets_without_frequency_are_judged_by_area(capsys: pytest.CaptureFixture[str]) -> None:
    sizes = {
        name: stored(design, "xc5v", lutram=8).area.lc or 0 for name, design in SKEIN512.items()
    }
    data = picked(capsys, "skein-512-512", target="xc5v", max_area=max(sizes.values()) + 7)
    assert data["area_unit"] == "lc"
    assert names(data["satisfying"]) == sorted(sizes, key=lambda name: sizes[name])[:-1]
    assert data["satisfying"][0]["throughput_mbps"] is None
    largest = max(sizes, key=lambda name: sizes[name])
    assert because(data)[largest][0].startswith("too large by 1 lc (")
    pick("skein-512-512", "xc5v")
    assert "no open tool places and routes this device" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"algorithm": "md5"}, "unknown algorithm 'md5'; for all names: gatehash list"),
        ({"algorithm": "sha-512-7"}, "unknown algorithm 'sha-512-7'; "),
        ({"target": "xc9"}, "unknown target 'xc9'; choose one of: xc4v, xc5v, xc6v, xc7a, ecp5"),
        ({"min_throughput": "fast"}, "throughput 'fast' is not known; it must be bit/s above 0"),
        ({"min_throughput": "0"}, "throughput '0' is not known"),
        ({"min_throughput": "-1M"}, "throughput '-1M' is not known"),
        ({"min_throughput": "9" * 400}, f"throughput '{'9' * 60} ...' is not known"),
        ({"min_throughput": "1" + "0" * 306 + "G"}, f"throughput '1{'0' * 59} ...' is not known"),
        ({"boundary": "pins"}, "unknown boundary 'pins'; choose one of: core, stream"),
        ({"sort": "price"}, "unknown order 'price'; choose one of: per-unit, per-area, "),
        (
            {"target": "xc5v", "min_throughput": "1M"},
            "throughput is not known on xc5v: no open tool places and routes it; "
            "give bounds of area only, or one of the targets: xc7a, ecp5",
        ),
        ({"target": "xc6v", "sort": "throughput"}, "throughput is not known on xc6v"),
        ({"target": "xc6v", "sort": "per-area"}, "throughput is not known on xc6v"),
    ],
)
def test_bad_input_is_one_line(options: dict[str, Any], message: str) -> None:
    with refused(f"^{re.escape(message)}"):
        pick(**{"algorithm": "skein-512-512", **options})


@pytest.mark.usefixtures("_measured")
def test_tables(capsys: pytest.CaptureFixture[str]) -> None:
    area = made_up(SKEIN512["skein512-x4"], "ecp5").area.lut
    pick("skein-512-512", max_area=area)
    lines = capsys.readouterr().out.splitlines()
    first = {line.split()[0]: line for line in lines if line.strip()}
    assert first["skein512-x4"].split()[1] == "hash"
    low, middle, high = (run.fmax_mhz for run in made_up(SKEIN512["skein512-x4"], "ecp5").runs)
    words = " ".join(first["skein512-x4"].split())
    assert f" {middle:.1f} {low:.1f}-{high:.1f} routed " in words
    assert f"too large by {4 * 512} LUT4" in first["skein512-x8"]
    assert lines.index(first["skein512-x4"]) < lines.index(first["skein512-x8"])
    assert any(line.startswith("Mb/s: of long messages") for line in lines)


def test_one_seed_has_no_spread(capsys: pytest.CaptureFixture[str]) -> None:
    result = made_up(SKEIN512["skein512-x4"], "ecp5")
    store(structs.replace(result, runs=result.runs[:1]))
    pick("skein-512-512")
    (line,) = [each for each in capsys.readouterr().out.splitlines() if " routed " in each]
    assert f" {result.runs[0].fmax_mhz:.1f} routed " in " ".join(line.split())


def test_nothing_satisfies(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(typer.Exit) as caught:
        pick("blake-512")
    assert caught.value.exit_code == 1
    out, err = capsys.readouterr()
    assert err == "gatehash: no design for blake-512 satisfies this on ecp5\n"
    assert "stream top not measured; measure it: `gatehash synth blake64-mc-2" in out
