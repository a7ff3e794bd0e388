# SPDX-License-Identifier: Apache-2.0
"""What is run to complete a result; no tool runs here."""

import math
import shutil
from importlib import metadata
from pathlib import Path

import pytest
from tests.implement.making import DESIGN, NOWHERE, edit, result, run

from gatehash.catalog import Design
from gatehash.errors import GatehashError
from gatehash.implement import (
    TIME_LIMIT,
    Run,
    flow,
    implement,
    load,
)
from gatehash.implement.job import open_seeds
from gatehash.implement.reading import Statistics
from gatehash.paths import rtl_root


def test_policy_three_seeds_where_the_first_is_quick() -> None:
    assert open_seeds(result(), None, 2400) == (1,)
    assert open_seeds(result(run(1, seconds=299)), None, 2400) == (2, 3)
    assert open_seeds(result(run(1, seconds=299), run(2)), None, 2400) == (3,)
    assert open_seeds(result(run(1, seconds=299), run(2), run(3)), None, 2400) == ()
    assert open_seeds(result(run(1, seconds=300)), None, 2400) == ()


def test_seeds_asked_for_are_run() -> None:
    assert open_seeds(result(run(1)), 1, 2400) == ()
    assert open_seeds(result(run(1)), 2, 2400) == (2,)
    assert open_seeds(result(run(1), run(3)), 3, 2400) == (2,)


def test_no_seeds_where_nothing_is_routed() -> None:
    assert open_seeds(result(target="xc5v"), 3, 2400) == ()


def test_unrouted_seed_is_repeated_only_with_more_time() -> None:
    cut_off = result(run(1, seconds=600.1, routed=False))
    assert open_seeds(cut_off, 1, 600) == ()
    assert open_seeds(cut_off, 1, 1200) == (1,)
    assert open_seeds(cut_off, 1, 1200, frozenset({1})) == ()


class FakeTools:
    """Stands for Yosys and nextpnr and records what they are asked."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.calls: list[str] = []
        self.seconds = 400.0
        self.fails_at: int | None = None
        self.routed = True
        self.luts = 2000
        monkeypatch.setattr(flow, "run_yosys", self.run_yosys)
        monkeypatch.setattr(flow, "read_statistics", self.read_statistics)
        monkeypatch.setattr(flow, "read_origins", lambda *_: NOWHERE)
        monkeypatch.setattr(flow, "place_and_route", self.place_and_route)

    def run_yosys(self, script: str, folder: Path, *, name: str = "synthesis", **_: object) -> None:
        assert (folder / "rtl").is_dir()
        assert str(rtl_root()) not in script
        if name == "synthesis":
            self.calls.append(name)

    def read_statistics(self, folder: Path) -> Statistics:
        return Statistics({"LUT4": self.luts, "LUT6": 900}, 1964)

    def place_and_route(self, _target: object, seed: int, _folder: Path, **_: object) -> Run:
        self.calls.append(f"seed {seed}")
        if seed == self.fails_at:
            raise KeyboardInterrupt
        return run(seed, 50.0 + seed, self.seconds, routed=self.routed)


@pytest.fixture
def fake(results_root: Path, monkeypatch: pytest.MonkeyPatch) -> FakeTools:
    return FakeTools(monkeypatch)


def stored_seeds(design: Design = DESIGN) -> list[int]:
    stored = load(design, "ecp5", "stream")
    assert stored is not None
    return [each.seed for each in stored.runs]


def test_everything_once_then_reused(fake: FakeTools) -> None:
    first = implement(DESIGN, "ecp5", "stream")
    assert fake.calls == ["synthesis", "seed 1"]
    assert implement(DESIGN, "ecp5", "stream") == first == load(DESIGN, "ecp5", "stream")
    assert fake.calls == ["synthesis", "seed 1"]
    assert first.command == "gatehash synth skein256-x1 --target ecp5 --boundary stream --seeds 1"


def test_quick_design_gets_three_seeds(fake: FakeTools) -> None:
    fake.seconds = 100.0
    assert implement(DESIGN, "ecp5", "stream").fmax_mhz == 52
    assert fake.calls == ["synthesis", "seed 1", "seed 2", "seed 3"]


def test_area_only_where_nothing_is_routed(fake: FakeTools) -> None:
    found = implement(DESIGN, "xc5v", "stream", seeds=3)
    assert fake.calls == ["synthesis"]
    assert (found.area.lc, found.area.lut, found.fmax_mhz) == (1964, 900 + 2000, None)


def test_nothing_is_placed_that_does_not_fit(fake: FakeTools) -> None:
    fake.luts = 106000
    lines: list[str] = []
    found = implement(DESIGN, "ecp5", "stream", seeds=3, progress=lines.append)
    assert fake.calls == ["synthesis"]
    assert found.runs == ()
    assert found == load(DESIGN, "ecp5", "stream")
    said = "does not fit: 106000 LUT4 of the 83640 of one LFE5U-85"
    assert lines[-1] == f"skein256-x1 stream on ecp5, synthesis: 106000 LUT, 0 FF; {said}"
    assert found.command == "gatehash synth skein256-x1 --target ecp5 --boundary stream"
    assert implement(DESIGN, "ecp5", "stream") == found
    assert fake.calls == ["synthesis"]
    assert implement(DESIGN, "xc5v", "stream").misfit is None


def test_more_seeds_run_only_the_missing(fake: FakeTools) -> None:
    implement(DESIGN, "ecp5", "stream", seeds=1)
    fake.calls.clear()
    implement(DESIGN, "ecp5", "stream", seeds=3)
    assert fake.calls == ["seed 2", "seed 3"]
    fake.calls.clear()
    assert len(implement(DESIGN, "ecp5", "stream", seeds=2).runs) == 3
    assert fake.calls == []


def test_interrupted_run_keeps_finished_seeds(fake: FakeTools) -> None:
    fake.fails_at = 2
    with pytest.raises(KeyboardInterrupt):
        implement(DESIGN, "ecp5", "stream", seeds=3)
    assert stored_seeds() == [1]
    fake.fails_at = None
    fake.calls.clear()
    implement(DESIGN, "ecp5", "stream", seeds=3)
    assert fake.calls == ["seed 2", "seed 3"]
    assert stored_seeds() == [1, 2, 3]


def test_unrouted_seed_is_tried_once_a_call(fake: FakeTools) -> None:
    fake.routed = False
    assert implement(DESIGN, "ecp5", "stream", seeds=1).fmax_kind == "placed"
    assert fake.calls == ["synthesis", "seed 1"]


def test_lost_netlist_is_made_again(fake: FakeTools, tmp_path: Path) -> None:
    implement(DESIGN, "ecp5", "stream", seeds=1)
    shutil.rmtree(tmp_path / "cache")
    fake.calls.clear()
    implement(DESIGN, "ecp5", "stream", seeds=2)
    assert fake.calls == ["synthesis", "seed 2"]


def test_force_measures_all_again(fake: FakeTools) -> None:
    implement(DESIGN, "ecp5", "stream", seeds=3)
    fake.calls.clear()
    fake.fails_at = 2
    with pytest.raises(KeyboardInterrupt):
        implement(DESIGN, "ecp5", "stream", seeds=2, force=True)
    # What has not been measured again stays on record.
    assert stored_seeds() == [1, 2, 3]
    fake.fails_at, fake.luts = None, 2100
    fake.calls.clear()
    found = implement(DESIGN, "ecp5", "stream", seeds=2, force=True)
    assert fake.calls == ["synthesis", "seed 1", "seed 2"]
    assert (found.area.lut, stored_seeds()) == (2100, [1, 2, 3])
    assert found == load(DESIGN, "ecp5", "stream")


def test_results_in_a_folder_of_one_s_own(
    fake: FakeTools, results_root: Path, tmp_path: Path
) -> None:
    own = tmp_path / "own" / "results"
    found = implement(DESIGN, "ecp5", "stream", seeds=1, folder=own)
    assert load(DESIGN, "ecp5", "stream", own) == found
    assert load(DESIGN, "ecp5", "stream") is None
    assert not results_root.exists()
    fake.calls.clear()
    assert implement(DESIGN, "ecp5", "stream", seeds=1, folder=own) == found
    assert fake.calls == []


def test_folder_that_cannot_be_written_is_named_before_any_work(
    fake: FakeTools, tmp_path: Path
) -> None:
    blocked = tmp_path / "file"
    blocked.touch()
    with pytest.raises(GatehashError, match=r"can't write results to '.*file': File exists"):
        implement(DESIGN, "ecp5", "stream", folder=blocked)
    assert fake.calls == []


def test_other_tool_version_measures_again(
    fake: FakeTools, monkeypatch: pytest.MonkeyPatch
) -> None:
    implement(DESIGN, "ecp5", "stream", seeds=2)
    fake.calls.clear()
    monkeypatch.setattr(metadata, "version", lambda _package: "9.9")
    implement(DESIGN, "ecp5", "stream", seeds=1)
    assert fake.calls == ["synthesis", "seed 1"]
    assert stored_seeds() == [1]


def test_changed_rtl_measures_again(
    fake: FakeTools, rtl: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(flow, "rtl_root", lambda: rtl)
    implement(DESIGN, "ecp5", "stream", seeds=1)
    fake.calls.clear()
    edit(rtl / "skein" / "gh_skein.sv", "endmodule", "wire another;\nendmodule")
    implement(DESIGN, "ecp5", "stream", seeds=1)
    # The netlist is the same.
    assert fake.calls == []
    padder = rtl / "stream" / "gh_message_padder.sv"
    edit(padder, "assign full = &keep_i;", "assign full = |keep_i;")
    implement(DESIGN, "ecp5", "stream", seeds=1)
    assert fake.calls == ["synthesis", "seed 1"]


def test_progress_is_told(fake: FakeTools) -> None:
    lines: list[str] = []
    implement(DESIGN, "ecp5", "stream", seeds=1, progress=lines.append)
    assert lines == [
        "skein256-x1 stream on ecp5, synthesis: started",
        "skein256-x1 stream on ecp5, synthesis: 2000 LUT, 0 FF",
        f"skein256-x1 stream on ecp5, seed 1: placing and routing, "
        f"at most {TIME_LIMIT} s of CPU time",
        "skein256-x1 stream on ecp5, seed 1: 51.00 MHz routed, 400 s",
    ]


def test_missing_tool_says_how_to_get_it(fake: FakeTools, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(package: str) -> str:
        raise metadata.PackageNotFoundError(package)

    monkeypatch.setattr(metadata, "version", missing)
    with pytest.raises(GatehashError, match=r"pyosys not found.*-m pip install .*\[synth\]'$"):
        implement(DESIGN, "xc5v", "stream")
    assert fake.calls == []


@pytest.mark.parametrize(
    ("seeds", "time_limit"),
    [(0, 1.0), (-1, 1.0), (10**12, 1.0), (1, 0.0), (1, -5.0), (1, math.inf), (1, math.nan)],
)
def test_senseless_numbers_are_named(fake: FakeTools, seeds: int, time_limit: float) -> None:
    allowed = r"must be (from 1 to 1000|more than 0 seconds, and at most 10000000)$"
    with pytest.raises(GatehashError, match=allowed):
        implement(DESIGN, "ecp5", "stream", seeds=seeds, time_limit=time_limit)
