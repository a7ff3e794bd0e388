# SPDX-License-Identifier: Apache-2.0
"""A sweep: what it measures, what fails, what is refused."""

import json
import math
from pathlib import Path
from typing import Any

import pytest
from distributed import LocalCluster
from tests.implement.sweeping import LARGE, SMALL, FakeTools, ecp5, seeds, threads

from gatehash.catalog import find
from gatehash.errors import GatehashError
from gatehash.implement import (
    Limits,
    Unit,
    implement,
    load,
)


def test_everything_once_then_reused(fake: FakeTools) -> None:
    units = [*ecp5(SMALL, LARGE), Unit(SMALL, "xc5v", "stream")]
    found = fake.sweep(*units)
    assert [outcome.error for outcome in found] == [None] * 3
    assert [outcome.state for outcome in found] == ["measured"] * 3
    assert [outcome.unit for outcome in found] == units
    assert [seeds(outcome) for outcome in found] == [[1, 2, 3], [1, 2, 3], []]
    assert [outcome.result for outcome in found] == [load(*unit) for unit in units]
    steps = ("1", "2", "3", "synthesis")
    once = [f"{design.name} {step}" for design in (SMALL, LARGE) for step in steps]
    assert fake.calls() == sorted([*once, "skein256-x1 synthesis"])
    stored = [news for news in fake.news if news.state == "stored"]
    assert [news.done for news in stored] == list(range(1, 10))
    assert (stored[-1].known, stored[-1].seconds_left) == (9, 0.0)
    assert any(news.seconds_left is not None and news.seconds_left > 0 for news in stored)
    assert "skein256-x1 stream on ecp5, synthesis: started" in [news.text for news in fake.news]
    # The same as one process finds.
    assert implement(SMALL, "ecp5", "stream", seeds=2) == found[0].result
    again = fake.sweep(*units)
    assert [outcome.state for outcome in again] == ["fresh"] * 3
    assert [outcome.result for outcome in again] == [outcome.result for outcome in found]
    assert fake.calls() == []


def test_only_what_is_stale_or_missing_is_measured(fake: FakeTools, results_root: Path) -> None:
    fake.sweep(*ecp5(SMALL, LARGE), seeds=1)
    (results_root / "ecp5" / "skein256-x8.stream.json").unlink()
    fake.calls()
    found = fake.sweep(*ecp5(SMALL, LARGE), seeds=2)
    assert [seeds(outcome) for outcome in found] == [[1, 2], [1, 2]]
    # The work folder still has what the lost record told.
    assert fake.calls() == ["skein256-x1 2", "skein256-x8 2"]


def test_force_measures_all_again_into_a_folder(fake: FakeTools, tmp_path: Path) -> None:
    own = tmp_path / "own"
    fake.sweep(*ecp5(SMALL), seeds=1, folder=own)
    fake.calls()
    (outcome,) = fake.sweep(*ecp5(SMALL), seeds=1, folder=own, force=True)
    assert (outcome.state, seeds(outcome)) == ("measured", [1])
    assert fake.calls() == ["skein256-x1 1", "skein256-x1 synthesis"]
    assert load(*ecp5(SMALL)[0], own) == outcome.result
    assert load(*ecp5(SMALL)[0]) is None


def test_paths_and_modules_are_on_record(fake: FakeTools) -> None:
    (outcome,) = fake.sweep(*ecp5(SMALL), seeds=1)
    assert outcome.result is not None
    assert outcome.result == load(*ecp5(SMALL)[0])
    (run,) = outcome.result.runs
    words = "from a_q to b_q: 0 levels of logic, 10.0 ns in logic and 5.0 ns in wires"
    assert run.critical_path is not None
    assert run.critical_path.words == words
    assert [(each.module, each.area.lut) for each in outcome.result.modules] == [("top", 900)]


def test_run_from_before_paths_were_noted_is_repeated(
    fake: FakeTools, results_root: Path, tmp_path: Path
) -> None:
    fake.sweep(*ecp5(SMALL), seeds=1)
    (kept,) = (tmp_path / "cache").rglob("run-1.json")
    before = json.loads(kept.read_text())
    del before["critical_path"]
    kept.write_text(json.dumps(before))
    (results_root / "ecp5" / "skein256-x1.stream.json").unlink()
    fake.calls()
    assert [seeds(outcome) for outcome in fake.sweep(*ecp5(SMALL), seeds=1)] == [[1]]
    assert fake.calls() == ["skein256-x1 1"]


def test_netlist_from_before_modules_were_noted_is_used(
    fake: FakeTools, results_root: Path, tmp_path: Path
) -> None:
    fake.sweep(*ecp5(SMALL), seeds=1)
    (origins,) = (tmp_path / "cache").rglob("origins.json")
    origins.unlink()
    (results_root / "ecp5" / "skein256-x1.stream.json").unlink()
    fake.calls()
    (outcome,) = fake.sweep(*ecp5(SMALL), seeds=1)
    assert outcome.result is not None
    assert outcome.result.modules
    assert fake.calls() == []


FAILURES = {
    "crash": ("os.abort()", "killed by SIGABRT"),
    "error": ("print('ERROR: no such cell'); sys.exit(1)", "ERROR: no such cell; log: "),
    "memory": ("bytearray(1 << 30)", "memory ran out (MemoryError)"),
}


def test_failures_are_named_and_the_rest_goes_on(fake: FakeTools, results_root: Path) -> None:
    designs = dict(zip(FAILURES, map(find, ("phash-1", "phash-2", "phash-3")), strict=True))
    for name, (code, _) in FAILURES.items():
        fake.do(designs[name], "synthesis", code, always=True)
    damaged = find("skein256-x4")
    fake.sweep(*ecp5(damaged), seeds=1)
    path = results_root / "ecp5" / "skein256-x4.stream.json"
    path.write_text(path.read_text()[:300])
    found = fake.sweep(*ecp5(*designs.values(), damaged, SMALL), seeds=1, limits=Limits(memory=0.5))
    *failed, fine = found
    assert (fine.state, seeds(fine)) == ("measured", [1])
    said = [outcome.error or "" for outcome in failed]
    for text, (_, expected) in zip(said, FAILURES.values(), strict=False):
        assert expected in text
    assert "skein256-x4.stream.json' can't be read" in said[-1]
    for text, outcome in zip(said, failed, strict=True):
        assert text.startswith(f"{outcome.unit.design.name} stream on ecp5")
        assert "\n" not in text
        assert (outcome.state, outcome.result) == ("failed", None)


def test_failed_seed_leaves_the_others(fake: FakeTools) -> None:
    fake.do(SMALL, 2, "sys.exit('ERROR: no route')")
    (outcome,) = fake.sweep(*ecp5(SMALL), seeds=3)
    assert outcome.state == "failed"
    assert outcome.error is not None
    assert outcome.error.startswith("skein256-x1 stream on ecp5, seed 2 failed: ERROR: no route")
    assert seeds(outcome) == [1, 3]
    fake.calls()
    (outcome,) = fake.sweep(*ecp5(SMALL), seeds=3)
    assert (outcome.state, seeds(outcome)) == ("measured", [1, 2, 3])
    assert fake.calls() == ["skein256-x1 2"]


def test_truncated_files_of_the_tools_are_named(fake: FakeTools) -> None:
    fake.do(SMALL, "synthesis", "Path('statistics.json').write_text('{\"desi')")
    fake.do(LARGE, 1, "Path('report-1.json').write_text('{\"fmax')")
    other = find("skein256-x4")
    fake.do(other, "synthesis", "Path('netlist.json').write_text('{\"modu')")
    units = ecp5(SMALL, LARGE, other)
    small, large, third = fake.sweep(*units, seeds=1)
    assert "cell counts in '" in (small.error or "")
    assert "report in '" in (large.error or "")
    assert "netlist in '" in (third.error or "")
    assert [each.state for each in fake.sweep(*units, seeds=1)] == ["measured"] * 3


def test_report_of_no_frequency_is_not_put_on_record(fake: FakeTools) -> None:
    zero = """.replace('"achieved": 51', '"achieved": 0')"""
    fake.do(SMALL, 1, f"path = Path('report-1.json'); path.write_text(path.read_text(){zero})")
    (outcome,) = fake.sweep(*ecp5(SMALL), seeds=1)
    assert "report in '" in (outcome.error or "")
    assert [each.state for each in fake.sweep(*ecp5(SMALL), seeds=1)] == ["measured"]


def test_run_cut_short_in_writing_is_repeated(fake: FakeTools, tmp_path: Path) -> None:
    fake.sweep(*ecp5(SMALL), seeds=1)
    (kept,) = (tmp_path / "cache").rglob("run-1.json")
    kept.write_text(kept.read_text()[:20])
    (tmp_path / "results" / "ecp5" / "skein256-x1.stream.json").unlink()
    fake.calls()
    assert [seeds(outcome) for outcome in fake.sweep(*ecp5(SMALL), seeds=1)] == [[1]]
    assert fake.calls() == ["skein256-x1 1"]


def test_worker_that_is_given_as_scheduler_is_named(fake: FakeTools) -> None:
    with threads(1) as cluster:
        (worker,) = cluster.workers.values()
        with pytest.raises(GatehashError, match="it is a Worker of Dask, no scheduler"):
            fake.sweep(*ecp5(SMALL), jobs=None, scheduler=worker.address)


def test_cluster_without_workers_is_named(fake: FakeTools, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gatehash.pool.cluster._WORKER_SECONDS", 1)
    with LocalCluster(n_workers=0, dashboard_address=":0") as cluster:
        address = cluster.scheduler_address
        with pytest.raises(GatehashError, match=rf"scheduler '{address}' has no workers"):
            fake.sweep(*ecp5(SMALL), jobs=None, scheduler=address)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"seeds": 0}, "seeds is 0; it must be from 1 to 1000"),
        ({"seeds": 10**12}, "seeds is 1000000000000; it must be from 1 to 1000"),
        ({"jobs": 0}, "jobs is 0; it must be from 1 to 1000"),
        ({"jobs": 10**12}, "jobs is 1000000000000; it must be from 1 to 1000"),
        ({"scheduler": "tcp://host:8786"}, "a scheduler has its own workers"),
    ],
)
def test_senseless_numbers_are_named(fake: FakeTools, options: Any, said: str) -> None:
    with pytest.raises(GatehashError, match=said):
        fake.sweep(*ecp5(SMALL), **options)


@pytest.mark.parametrize(
    "limits",
    [
        {"time": 0},
        {"time": math.inf},
        {"synthesis": -1},
        {"synthesis": math.nan},
        {"memory": 0.1},
        {"memory": math.inf},
        {"memory": math.nan},
    ],
)
def test_senseless_limits_are_named(limits: dict[str, float]) -> None:
    with pytest.raises(GatehashError, match="must be"):
        Limits(**limits)


def test_empty_selection_is_named(fake: FakeTools) -> None:
    with pytest.raises(GatehashError, match="the selection is empty"):
        fake.sweep()
