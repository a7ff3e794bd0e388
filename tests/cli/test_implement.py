# SPDX-License-Identifier: Apache-2.0
"""``gatehash implement``: what is chosen, what is told, and how it ends; no tool runs here."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
import typer

from gatehash.catalog import DESIGNS, find
from gatehash.cli import implement as command
from gatehash.errors import GatehashError
from gatehash.implement import (
    Area,
    CriticalPath,
    Limits,
    News,
    Outcome,
    Result,
    Run,
    Unit,
    wanted_units,
)

DESIGN = find("skein256-x8")
DESIGN512 = "skein512-x1"
PATH = CriticalPath("a_q", "b_q", 6.1, 7.9, 14, 9, ("u_core",))
STEP = "skein256-x8 stream on ecp5, seed 1"


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "gatehash", "implement", *arguments],
        capture_output=True,
        text=True,
        env={**os.environ, "COLUMNS": "250"},
        check=False,
    )


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["nothing"], "unknown design 'nothing'; for all names: gatehash list"),
        (["nothing-*"], "no design matches 'nothing-*'; see: gatehash list"),
        (["--targets", "xc5v,none"], "unknown target 'none'; choose one of: "),
        (["--targets", ""], "unknown target ''; choose one of: "),
        (["--boundary", "pins"], "unknown boundary 'pins'; choose one of: core, stream"),
        (["--memory-limit", "0.1"], "--memory-limit is '0.1'; it must be a number from 0.5 to"),
        (["--memory-limit", "inf"], "--memory-limit is 'inf'; it must be a number from 0.5 to"),
        (["phash-1", "--results", "/dev/null"], "can't write results to '/dev/null': File exists"),
        (["--jobs", "2", "--scheduler", "tcp://x:1"], "a scheduler has its own workers"),
        (
            ["phash-5", "--targets", "xc6v", "--scheduler", "tcp://127.0.0.1:1"],
            "scheduler 'tcp://127.0.0.1:1' can't be reached: Connection refused",
        ),
    ],
)
def test_bad_input_is_one_line(arguments: list[str], said: str) -> None:
    done = run(*arguments)
    assert done.returncode == 2
    assert done.stdout == ""
    (line,) = done.stderr.splitlines()
    assert line.startswith(("gatehash: ", "gatehash implement: "))
    assert said in line


@pytest.mark.parametrize("option", ["--seeds", "--jobs", "--time-limit", "--synthesis-limit"])
@pytest.mark.parametrize("value", ["0", "1000000000000", "9" * 5000])
def test_number_out_of_range_is_refused(option: str, value: str) -> None:
    done = run(option, value)
    assert done.returncode == 2
    assert option in done.stderr
    assert "Traceback" not in done.stderr


def result(unit: Unit) -> Result:
    return Result(
        design=unit.design.name,
        target=unit.target,
        boundary=unit.boundary,
        top="gh_top",
        parameters={},
        inputs={},
        text="",
        tools={},
        command="",
        area=Area(lc=None, lut=900, ff=100, carry=0, lutram=0, ramb36=0, ramb18=0),
        cells={},
        runs=(Run(1, 51.0, "routed", 400.0, 1000, PATH),),
    )


@dataclass
class FakeSweep:
    """Stands for the sweep, and records what is asked of it."""

    units: list[Unit] = field(default_factory=list)
    options: dict[str, Any] = field(default_factory=dict)
    answer: Callable[[Unit], Outcome] = lambda unit: Outcome(unit, "fresh", result(unit), None)
    news: list[News] = field(default_factory=list)

    def __call__(
        self, units: list[Unit], *, news: Callable[[News], None], **options: Any
    ) -> list[Outcome]:
        self.units, self.options = units, options
        for each in self.news:
            news(each)
        return [self.answer(unit) for unit in units]


@pytest.fixture
def fake(monkeypatch: pytest.MonkeyPatch) -> FakeSweep:
    made = FakeSweep()
    monkeypatch.setattr("gatehash.cli.implement.implement_all", made)
    return made


def test_everything_that_is_wanted_by_default(
    fake: FakeSweep, capsys: pytest.CaptureFixture[str]
) -> None:
    command.implement()
    assert fake.units == list(wanted_units(DESIGNS.values()))
    assert fake.options == {
        "seeds": None,
        "limits": Limits(),
        "jobs": None,
        "scheduler": None,
        "force": False,
        "folder": None,
    }
    count = len(fake.units)
    assert capsys.readouterr().err == f"{count} results: 0 measured, {count} fresh, 0 failed\n"


def test_patterns_targets_and_boundary_choose(fake: FakeSweep) -> None:
    command.implement(
        ["skein512-*", "phash-5", DESIGN512],
        targets="ecp5, xc6v,ecp5",
        boundary="core",
        seeds=2,
        time_limit=60,
        synthesis_limit=70,
        memory_limit=4,
        scheduler="tcp://host:8786",
        force=True,
        results=Path("here"),
    )
    names = [(unit.design.name, unit.target, unit.boundary) for unit in fake.units]
    assert names == [
        (name, target, "core")
        for name in (*(name for name in DESIGNS if name.startswith("skein512-")), "phash-5")
        for target in ("ecp5", "xc6v")
    ]
    assert fake.options == {
        "seeds": 2,
        "limits": Limits(60, 70, 4),
        "jobs": None,
        "scheduler": "tcp://host:8786",
        "force": True,
        "folder": Path("here"),
    }


def test_failures_are_summed_up(fake: FakeSweep, capsys: pytest.CaptureFixture[str]) -> None:
    def answer(unit: Unit) -> Outcome:
        if unit.target == "xc5v":
            return Outcome(unit, "failed", None, f"{unit.design.name} stream on xc5v: no room")
        return Outcome(unit, "measured", result(unit), None)

    fake.answer = answer
    with pytest.raises(typer.Exit) as caught:
        command.implement([DESIGN.name], "xc5v,ecp5", "stream", as_json=True)
    assert caught.value.exit_code == 1
    said = capsys.readouterr()
    assert said.err.splitlines() == [
        "gatehash: skein256-x8 stream on xc5v: no room",
        "2 results: 1 measured, 0 fresh, 1 failed",
    ]
    failed, measured = json.loads(said.out)
    assert {name: value for name, value in failed.items() if value not in (None, [])} == {
        "design": "skein256-x8",
        "target": "xc5v",
        "state": "failed",
        "boundary": "stream",
        "cycles_per_block": DESIGN.principal_job.timing.steady,
        "error": "skein256-x8 stream on xc5v: no room",
    }
    assert failed.keys() == measured.keys()
    assert (measured["state"], measured["lut"], measured["fmax_mhz"]) == ("measured", 900, 51.0)
    assert (measured["seeds"], measured["error"]) == ([1], None)
    assert measured["critical_path"]["words"] == PATH.words
    assert measured["runs"][0]["critical_path"]["end"] == PATH.end


def test_interrupt_is_one_line(fake: FakeSweep) -> None:
    def answer(_: Unit) -> Outcome:
        raise KeyboardInterrupt

    fake.answer = answer
    with pytest.raises(GatehashError, match="the same command continues from there"):
        command.implement([DESIGN.name])


NEWS = [
    News(STEP, "running", f"{STEP}: placing and routing", 0, 2, None),
    News(STEP, "stored", f"{STEP}: 51.00 MHz [routed]", 1, 2, 3723.4),
    News("another", "failed", "another failed: ERROR", 2, 2, 0.0),
]


def test_news_are_lines_where_there_is_no_terminal(
    fake: FakeSweep, capsys: pytest.CaptureFixture[str]
) -> None:
    fake.news = NEWS
    command.implement([DESIGN.name], "ecp5", "stream")
    assert capsys.readouterr().err.splitlines() == [
        f"[1/2] {STEP}: 51.00 MHz [routed]; about 1:02:03 left",
        "[2/2] another failed: ERROR",
        "1 result: 0 measured, 1 fresh, 0 failed",
    ]


def test_terminal_shows_bars(
    fake: FakeSweep, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TTY_COMPATIBLE", "1")
    monkeypatch.setenv("COLUMNS", "200")
    fake.news = NEWS[:2]
    command.implement([DESIGN.name], "ecp5", "stream")
    said = capsys.readouterr().err
    assert "1/2" in said
    assert "about 1:02:0" in said
    assert f"[1/2] {STEP}: 51.00 MHz [routed]" in said
