# SPDX-License-Identifier: Apache-2.0
"""What nextpnr says, and how its run ends."""

import json
import shutil
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from tests.implement.making import BUSY, ECP5, NOWHERE, REFERENCE

from gatehash.errors import GatehashError
from gatehash.implement import (
    Run,
    placing,
    tools,
)
from gatehash.implement.job import is_final
from gatehash.implement.placing import place_and_route
from gatehash.implement.reading import read_run
from gatehash.implement.scripts import nextpnr_arguments
from gatehash.implement.targets import Target
from gatehash.processes import Finished

ROUTED = f"__import__('shutil').copy({str(REFERENCE / 'nextpnr-report.json')!r}, 'report-1.json')"
"""What a program does that has routed a design."""


def test_routed_log() -> None:
    said = (REFERENCE / "nextpnr-routed.log").read_text()
    report = (REFERENCE / "nextpnr-report.json").read_text()
    found = read_run(ECP5, 1, 70.6, said, report, NOWHERE)
    assert found == Run(1, 62.68, "routed", 70.6, 3185)


def test_cut_off_log_gives_the_estimate() -> None:
    said = (REFERENCE / "nextpnr-cut-off.log").read_text()
    found = read_run(ECP5, 2, 60.0, said, None, NOWHERE)
    assert found == Run(2, 65.37, "placed", 60.0, 3185)


def test_unplaced_log_gives_nothing() -> None:
    said = (REFERENCE / "nextpnr-unplaced.log").read_text()
    assert read_run(ECP5, 1, 5.0, said, None, NOWHERE) is None


@pytest.fixture
def say(monkeypatch: pytest.MonkeyPatch) -> Callable[[str, str], None]:
    """Let a Python program that prints a log and does one thing more stand for the tools."""

    def install(log: str, then: str) -> None:
        program = (
            "import json, os, sys, time, pathlib; "
            f"print(pathlib.Path({str(REFERENCE / log)!r}).read_text(), flush=True); {then}"
        )
        monkeypatch.setattr(tools, "_child", lambda _tool: (sys.executable, "-c", program))

    return install


def place(
    folder: Path,
    time_limit: float = 60,
    target: Target = ECP5,
    progress: Callable[[str], None] | None = None,
) -> Run:
    return place_and_route(
        target,
        1,
        folder,
        origins=NOWHERE,
        time_limit=time_limit,
        what="place and route",
        progress=progress,
    )


def test_time_out_keeps_the_estimate(tmp_path: Path, say: Callable[[str, str], None]) -> None:
    say("nextpnr-cut-off.log", BUSY)
    found = place(tmp_path, 1.5)
    assert (found.fmax_mhz, found.kind, found.comb) == (65.37, "placed", 3185)
    assert 1.5 <= found.seconds < 60


def test_limit_is_of_cpu_time(tmp_path: Path, say: Callable[[str, str], None]) -> None:
    """A run that has to wait, as on a machine that is busy with others, loses nothing by it."""
    say("nextpnr-cut-off.log", f"time.sleep(2); {ROUTED}")
    found = place(tmp_path, 1)
    assert (found.fmax_mhz, found.kind) == (62.68, "routed")
    assert found.seconds < 1


def test_limit_is_of_all_that_a_tool_starts(
    tmp_path: Path, say: Callable[[str, str], None]
) -> None:
    child = f"import subprocess; subprocess.run([sys.executable, '-c', {BUSY!r}])"
    say("nextpnr-cut-off.log", child)
    assert place(tmp_path, 1).kind == "placed"


def test_run_short_of_memory_is_no_measurement(
    tmp_path: Path, say: Callable[[str, str], None]
) -> None:
    say("nextpnr-cut-off.log", "print('terminate: std::bad_alloc'); sys.exit(1)")
    with pytest.raises(GatehashError, match=r"memory ran out \(terminate: std::bad_alloc\)"):
        place(tmp_path)


def test_time_out_before_placement_says_so(tmp_path: Path, say: Callable[[str, str], None]) -> None:
    say("nextpnr-unplaced.log", BUSY)
    with pytest.raises(GatehashError, match=r"not placed within 1.5 s of CPU.*--time-limit"):
        place(tmp_path, 1.5)


def test_another_placer_takes_over(tmp_path: Path, say: Callable[[str, str], None]) -> None:
    busy = f"exec({BUSY!r}) if 'static' in sys.argv else {ROUTED}"
    say("nextpnr-unplaced.log", busy)
    found = place(tmp_path, 1)
    assert (found.kind, found.placer) == ("routed", "heap")
    assert found.seconds >= 1
    say("nextpnr-cut-off.log", ROUTED)
    assert place(tmp_path).placer == ""


def test_a_placer_that_does_not_converge_gives_way(
    tmp_path: Path, say: Callable[[str, str], None]
) -> None:
    """It is ended long before its time; the last placer has all of that."""
    iterations = "print('Info: iter=1001 steplen=1.9', flush=True)"
    say(
        "nextpnr-unplaced.log",
        f"{iterations}; exec({BUSY!r}) if 'static' in sys.argv else {ROUTED}",
    )
    lines: list[str] = []
    found = place(tmp_path, 600, progress=lines.append)
    assert (found.kind, found.placer) == ("routed", "heap")
    assert lines == ["place and route: not placed in 1000 iterations, again with --placer heap"]
    say("nextpnr-unplaced.log", f"{iterations.replace('1001', '1000')}; exec({BUSY!r})")
    with pytest.raises(GatehashError, match="not placed within 1 s"):
        place(tmp_path, 1)


CELLS = {
    f"cell{x}": {"attributes": {"NEXTPNR_BEL": f"X{x}/Y11/SLICEA.K0"}, "connections": {}}
    for x in (10, 12)
}
PLACED = (
    "placed = pathlib.Path('placed-1.json'); "
    "given = '--write' in sys.argv and placed.write_text(json.dumps({'modules': {'top': "
    f"{{'attributes': {{'top': '1'}}, 'cells': {CELLS}}}}}}})); "
    "apart = '--no-place' in sys.argv and 'X61/' in placed.read_text()"
)
"""What a program does that writes a placement where it is asked for one."""


def test_where_no_router_finishes_the_cells_are_moved_apart(
    tmp_path: Path, say: Callable[[str, str], None]
) -> None:
    """The second attempt places, and routes that placement without placing again."""
    routed = f"{ROUTED} if apart else given or exec({BUSY!r})"
    say("nextpnr-cut-off.log", f"{PLACED}; {routed}")
    lines: list[str] = []
    found = place(tmp_path, 1, progress=lines.append)
    assert (found.fmax_mhz, found.kind, found.router) == (62.68, "routed", "router1")
    assert found.spread
    assert found.seconds >= 1
    assert is_final(found, 1)
    assert lines == ["place and route: not routed in 1 s, again with its cells apart"]
    assert not [*tmp_path.glob("placed-*")]


def test_one_that_fails_gives_way_to_cells_apart(
    tmp_path: Path, say: Callable[[str, str], None]
) -> None:
    routed = f"{ROUTED} if apart else given or sys.exit(1)"
    say("nextpnr-cut-off.log", f"{PLACED}; {routed}")
    found = place(tmp_path)
    assert (found.kind, found.spread) == ("routed", True)


def test_where_cells_apart_are_not_routed_either_the_estimate_stays(
    tmp_path: Path, say: Callable[[str, str], None]
) -> None:
    say("nextpnr-cut-off.log", f"{PLACED}; given or exec({BUSY!r})")
    lines: list[str] = []
    found = place(tmp_path, 1, progress=lines.append)
    assert (found.fmax_mhz, found.kind, found.router) == (65.37, "placed", "router1")
    assert (found.limit, found.spread) == (1, False)
    assert found.seconds >= 2
    assert lines[-1] == ("place and route: not routed in 1 s, the estimate after placement is kept")
    assert not [*tmp_path.glob("placed-*")]
    # Each attempt had a second: with a second and a half it is repeated.
    assert is_final(found, 1)
    assert not is_final(found, 1.5)


def test_a_placement_that_is_cut_off_by_a_full_disk_is_no_measurement(
    tmp_path: Path, say: Callable[[str, str], None]
) -> None:
    """The real nextpnr ends with status 0 then."""
    half = "placed.write_text(placed.read_text()[:-9]); sys.exit(0)"
    say("nextpnr-cut-off.log", f"{PLACED}; exec({half!r} if given else 'sys.exit(1)')")
    with pytest.raises(GatehashError, match=r"wrote '.*placed-1.json' in part only; make room"):
        place(tmp_path)
    assert not [*tmp_path.glob("placed-*")]


def test_one_time_is_for_placing_and_routing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An attempt with cells apart has two calls of nextpnr; another placer is used in both."""
    calls: list[tuple[tuple[str, ...], float]] = []
    said = "nextpnr-unplaced.log"

    def called(
        _tool: str, arguments: tuple[str, ...], log: Path, _what: str, limit: float, *_: object
    ) -> Finished:
        calls.append((arguments, limit))
        shutil.copy(REFERENCE / ("nextpnr-cut-off.log" if len(calls) > 1 else said), log)
        if "--write" in arguments:
            design = {"modules": {"top": {"attributes": {"top": "1"}, "cells": CELLS}}}
            (tmp_path / "placed-1.json").write_text(json.dumps(design))
            return Finished(0, "", 40.0)
        return Finished(None, "", limit)

    monkeypatch.setattr(placing, "run_tool", called)
    found = place(tmp_path, 60)
    assert (found.kind, found.placer, found.seconds) == ("placed", "heap", 180.0)
    assert [limit for _, limit in calls] == [60, 60, 60, 20]
    first, other, placed, routed = (arguments for arguments, _ in calls)
    usual = nextpnr_arguments(ECP5, 1)
    assert first == usual
    assert sorted(other) == sorted(each if each != "static" else "heap" for each in usual)
    assert "--report" not in placed
    assert placed[-3:] == ("--no-route", "--write", "placed-1.json")
    assert routed[-4:] == ("--json", "placed-1.json", "--no-pack", "--no-place")
    for each in (placed, routed):
        assert each[each.index("--placer") + 1] == "heap"


def test_a_target_without_a_grid_has_one_attempt(
    tmp_path: Path, say: Callable[[str, str], None]
) -> None:
    say("nextpnr-cut-off.log", "sys.exit(1)")
    lines: list[str] = []
    assert place(tmp_path, target=replace(ECP5, grid=None), progress=lines.append).kind == "placed"
    assert len(lines) == 1


def test_failing_router_keeps_the_estimate(tmp_path: Path, say: Callable[[str, str], None]) -> None:
    say("nextpnr-cut-off.log", "sys.exit(1)")
    assert place(tmp_path).kind == "placed"


def test_failure_names_the_tool_s_error_and_log(
    tmp_path: Path, say: Callable[[str, str], None]
) -> None:
    say("nextpnr-unplaced.log", "print('ERROR: no such package'); sys.exit(1)")
    with pytest.raises(GatehashError, match=r"ERROR: no such package; log: .*nextpnr-1\.log"):
        place(tmp_path)


def test_crash_is_an_error_of_one_line(tmp_path: Path, say: Callable[[str, str], None]) -> None:
    say("nextpnr-unplaced.log", "os.abort()")
    with pytest.raises(GatehashError, match="killed by SIGABRT"):
        place(tmp_path)


def test_killed_run_is_no_measurement(tmp_path: Path, say: Callable[[str, str], None]) -> None:
    say("nextpnr-cut-off.log", "os.kill(os.getpid(), 9)")
    with pytest.raises(GatehashError, match="killed by SIGKILL"):
        place(tmp_path)


def test_old_report_is_not_taken_for_a_new_one(
    tmp_path: Path, say: Callable[[str, str], None]
) -> None:
    shutil.copy(REFERENCE / "nextpnr-report.json", tmp_path / "report-1.json")
    say("nextpnr-cut-off.log", f"{PLACED}; sys.exit(0)")
    assert place(tmp_path).kind == "placed"


@pytest.mark.large
def test_long_run_tells_how_it_goes(
    tmp_path: Path, say: Callable[[str, str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tools, "_SECONDS_BETWEEN_LINES", 0.5)
    say("nextpnr-cut-off.log", BUSY)
    lines: list[str] = []
    place_and_route(
        ECP5,
        1,
        tmp_path,
        origins=NOWHERE,
        time_limit=2,
        what="seed 1",
        progress=lines.append,
    )
    assert any("iter=2 wires" in line for line in lines)
