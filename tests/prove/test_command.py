# SPDX-License-Identifier: Apache-2.0
"""``gatehash prove``: runs, records, and bad input in one line."""

import json
from pathlib import Path
from typing import Any

import pytest

from gatehash.cli.commands import run
from gatehash.prove import Proof, all_properties, on_record, selected
from gatehash.prove.record import record_path

NAME = "register-slice.order.mode1-erase0"


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the record of one property."""
    folder = tmp_path_factory.mktemp("results")
    assert run(["prove", NAME, "--results", str(folder), "--jobs", "1"]) == 0
    return folder


def entries(capsys: pytest.CaptureFixture[str]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(capsys.readouterr().out)
    return found


def test_a_property_is_proved_once(results: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = record_path(NAME, results)
    before = path.stat().st_mtime_ns
    capsys.readouterr()
    assert run(["prove", NAME, "--results", str(results), "--json"]) == 0
    assert path.stat().st_mtime_ns == before
    (entry,) = entries(capsys)
    shown = {
        key: entry[key] for key in ("property", "module", "method", "status", "depth", "stale")
    }
    assert shown == {
        "property": NAME,
        "module": "gh_register_slice",
        "method": "PDR",
        "status": "proved",
        "depth": None,
        "stale": False,
    }
    assert "skein512-x8" in entry["designs"]


def test_what_is_not_on_record_is_listed_as_unknown(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["prove", "--list", NAME, "--results", str(tmp_path), "--json"]) == 1
    (entry,) = entries(capsys)
    assert (entry["status"], entry["seconds"]) == ("unknown", None)


def test_a_stale_record_says_so(
    results: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = record_path(NAME, tmp_path)
    path.parent.mkdir()
    text = record_path(NAME, results).read_text(encoding="utf-8")
    old = json.loads(text)
    path.write_text(text.replace(old["inputs"]["claims"], "0" * 64), encoding="utf-8")
    assert run(["prove", "--list", NAME, "--results", str(tmp_path), "--json"]) == 1
    (entry,) = entries(capsys)
    assert (entry["status"], entry["stale"]) == ("unknown", True)


def test_a_damaged_record_is_named_and_the_others_go_on(
    results: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = record_path(NAME, tmp_path)
    path.parent.mkdir()
    path.write_text('{"property": 5', encoding="utf-8")
    other = "register-slice.order.mode2-erase1"
    assert run(["prove", NAME, other, "--results", str(tmp_path), "--json"]) == 1
    shown = capsys.readouterr()
    assert [each["status"] for each in json.loads(shown.out)] == ["unknown", "proved"]
    (line,) = (line for line in shown.err.splitlines() if str(path) in line)
    assert "can't be read" in line
    assert f"gatehash prove {NAME}" in line


def test_time_limit(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    # Minutes of CPU time on record: no machine decides it in a second.
    name = "sha2-hmac.served.hmac-64"
    assert run(["prove", name, "--time-limit", "1", "--results", str(tmp_path)]) == 1
    said = capsys.readouterr().err
    assert f"{name}: " in said
    assert "within 1 s of CPU time" in said
    assert not [*tmp_path.rglob("*.json")]


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("gh_fifa", "unknown property, module or design 'gh_fifa'; the nearest: gh_fifo"),
        ("gh_none*", "no property matches 'gh_none*'; see: gatehash prove --list"),
    ],
)
def test_unknown_name(name: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["prove", name]) == 2
    assert said in capsys.readouterr().err


def test_names_choose_modules_designs_and_patterns() -> None:
    assert {each.module for each in selected(["gh_width*"])} == {"gh_width_up", "gh_width_down"}
    assert all("phash-6" in each.designs for each in selected(["phash-6"]))
    assert selected(None) == all_properties()


def test_a_contradiction_in_a_record_is_damage(results: Path) -> None:
    text = record_path(NAME, results).read_text(encoding="utf-8")
    with pytest.raises(ValueError, match="depth is missing"):
        Proof.from_json(text.replace('"proved"', '"bounded"'))
    (outcome,) = on_record(selected([NAME]), results)
    assert outcome.holds
