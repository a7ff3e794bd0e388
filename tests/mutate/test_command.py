# SPDX-License-Identifier: Apache-2.0
"""``gatehash mutate``: records, and bad input in one line."""

import json
from pathlib import Path

import pytest
from msgspec import structs

from gatehash.cli.commands import run
from gatehash.mutate import Mutants
from gatehash.mutate.record import BENCH, keep, load, record_path, tools

MODULE, OTHER = "gh_fifo", "gh_word_buffer"


def record(module: str, **inputs: str) -> Mutants:
    """Return a record of other figures, which is fresh but for some inputs."""
    found = load(module)
    assert found is not None
    known = {name: value for name, value in found.inputs.items() if name != "deciders"}
    return structs.replace(
        found,
        inputs=known | inputs,
        tools=tools(),
        seed=1,
        possible=40,
        mutants=25,
        by_test=22,
        by_proof=1,
        equivalent=2,
        survivors=0,
        seconds=3.5,
        others=(),
        bench=BENCH,
    )


def test_list_shows_what_is_on_record(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    keep(record(MODULE), tmp_path)
    assert run(["mutate", MODULE, "--list", "--results", str(tmp_path), "--json"]) == 0
    shown = capsys.readouterr()
    (entry,) = json.loads(shown.out)
    figures = {key: entry[key] for key in ("module", "mutants", "caught", "equivalent")}
    assert figures == {"module": MODULE, "mutants": 25, "caught": 23, "equivalent": 2}
    assert "25 faults in 1 module: 23 caught (100.0 %), 2 equivalent, 0 survive" in shown.err


def test_a_fresh_record_is_reused(tmp_path: Path) -> None:
    path = record_path(MODULE, tmp_path)
    keep(record(MODULE), tmp_path)
    before = path.stat().st_mtime_ns
    assert run(["mutate", MODULE, "--results", str(tmp_path)]) == 0
    assert path.stat().st_mtime_ns == before


def test_a_stale_record_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    keep(record(MODULE, work="0"), tmp_path)
    assert run(["mutate", MODULE, "--list", "--results", str(tmp_path)]) == 1
    assert "stale" in capsys.readouterr().out


def test_a_damaged_record_is_named_and_the_others_go_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    keep(record(OTHER), tmp_path)
    path = record_path(MODULE, tmp_path)
    path.write_text('{"module": 5', encoding="utf-8")
    assert run(["mutate", MODULE, OTHER, "--results", str(tmp_path), "--json"]) == 1
    shown = capsys.readouterr()
    assert [each["mutants"] for each in json.loads(shown.out)] == [None, 25]
    (line,) = (line for line in shown.err.splitlines() if str(path) in line)
    assert "can't be read" in line
    assert f"gatehash mutate {MODULE}" in line


def test_unknown_module(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["mutate", "gh_fifa"]) == 2
    assert "unknown module 'gh_fifa'; the nearest: gh_fifo" in capsys.readouterr().err


def test_a_contradiction_in_a_record_is_damage() -> None:
    text = record(MODULE).to_json().replace('"by_proof": 1', '"by_proof": 2')
    with pytest.raises(ValueError, match="mutants is 25; the verdicts are 26"):
        Mutants.from_json(text)
