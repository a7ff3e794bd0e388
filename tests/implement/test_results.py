# SPDX-License-Identifier: Apache-2.0
"""Records, what makes them stale, and what is run to complete them; no tool runs here."""

import json
import math
import shutil
import sys
from collections.abc import Callable
from dataclasses import replace
from importlib import metadata
from pathlib import Path
from typing import Any, cast

import pytest
from msgspec import structs
from tests.areas import area

from gatehash.catalog import Boundary, Design, find, hardware
from gatehash.catalog.sources import normalise
from gatehash.errors import GatehashError
from gatehash.implement import (
    TARGETS,
    TIME_LIMIT,
    Area,
    CriticalPath,
    ModuleArea,
    Result,
    Run,
    flow,
    implement,
    is_stale,
    load,
    results,
    scripts,
    tools,
)
from gatehash.implement.flow import keep
from gatehash.implement.hierarchy import Origins
from gatehash.implement.job import Job, open_seeds
from gatehash.implement.reading import Statistics, read_run
from gatehash.implement.record import Kind, checked
from gatehash.implement.source import source_key
from gatehash.implement.targets import find_target
from gatehash.implement.tools import place_and_route, tool_versions
from gatehash.paths import rtl_root

REFERENCE = Path(__file__).with_name("reference")
DESIGN = find("skein256-x1")
ECP5 = TARGETS["ecp5"]
NOWHERE = Origins((), {})
# One expression: it stands after others in a line.
BUSY = "any(False for _ in iter(int, 1))"
PATH = CriticalPath(
    start="u_core.state_q[12]",
    end="u_core.state_q[44]",
    logic_ns=6.14,
    routing_ns=7.86,
    levels=14,
    carry_levels=9,
    through=("u_core", "u_core.u_round"),
)
MODULES = (
    ModuleArea("", "gh_skein", area(lut=1000, ff=953)),
    ModuleArea("u_core", "gh_skein_core", area(lut=1000, ff=1000, carry=412)),
)


def run(seed: int, fmax: float = 50.0, seconds: float = 400.0, *, routed: bool = True) -> Run:
    kind: Kind = "routed" if routed else "placed"
    return Run(seed, fmax, kind, seconds, 3185, PATH if routed else None)


def result(*runs: Run, target: str = "ecp5") -> Result:
    return Result(
        design=DESIGN.name,
        target=target,
        boundary="stream",
        top=DESIGN.hardware.stream.top,
        parameters=dict(DESIGN.hardware.stream.parameters),
        source_key=source_key(DESIGN.hardware, TARGETS[target], "stream"),
        tools=tool_versions(TARGETS[target]),
        command=f"gatehash synth {DESIGN.name} --target {target} --boundary stream",
        area=Area(lc=None, lut=2000, ff=1953, carry=412, lutram=0, ramb36=0, ramb18=0),
        cells={"LUT4": 2000, "TRELLIS_FF": 1953, "CCU2C": 412},
        modules=MODULES if target == "ecp5" else (),
    ).with_runs(*runs)


# Records


def test_round_trip(results_root: Path) -> None:
    written = result(run(2, 61.5), run(1, routed=False))
    path = results.store(written)
    assert path == results_root / "ecp5" / "skein256-x1.stream.json"
    assert load(DESIGN, "ecp5", "stream") == written
    assert Result.from_json(path.read_text()).to_json() == path.read_text()
    assert [each.seed for each in written.runs] == [1, 2]


def test_record_is_the_same_whatever_the_order_of_cells_and_tools() -> None:
    one = result(run(1))
    other = structs.replace(
        one,
        cells=dict(reversed(list(one.cells.items()))),
        tools=dict(reversed(list(one.tools.items()))),
    )
    assert one.to_json() == other.to_json()


def test_record_tells_nothing_of_machine_or_day() -> None:
    text = result(run(1)).to_json()
    assert "/" not in text
    assert "date" not in text


def test_no_record_is_none(results_root: Path) -> None:
    assert load(DESIGN, "ecp5", "core") is None


def test_record_of_a_later_folder_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    monkeypatch.setattr(results, "results_roots", lambda: (second,))
    results.store(result(run(1)))
    monkeypatch.setattr(results, "results_roots", lambda: (first, second))
    assert load(DESIGN, "ecp5", "stream") == result(run(1))
    results.store(result(run(1), run(2)))
    assert load(DESIGN, "ecp5", "stream") == result(run(1), run(2))
    results.store(structs.replace(result(), source_key="old"))
    assert load(DESIGN, "ecp5", "stream") == result(run(1))


def test_record_without_paths_and_modules_is_whole(results_root: Path) -> None:
    older = structs.replace(result(structs.replace(run(1), critical_path=None)), modules=())
    text = older.to_json()
    assert "critical_path" not in text
    assert "modules" not in text
    assert Result.from_json(text) == older
    # One more seed adds the modules; what is on record of the others stays.
    job = Job.of(DESIGN, "ecp5", "stream")
    results.store(older)
    completed = keep(job, result(run(2)))
    assert completed.modules == MODULES
    assert [each.critical_path for each in completed.runs] == [None, PATH]


def edited(change: Callable[[dict[str, Any]], object]) -> str:
    content = json.loads(result(run(1)).to_json())
    change(content)
    return json.dumps(content)


def first_run(content: dict[str, Any]) -> dict[str, Any]:
    return cast(dict[str, Any], content["runs"][0])


def path_of(content: dict[str, Any]) -> dict[str, Any]:
    return cast(dict[str, Any], first_run(content)["critical_path"])


def top_of(content: dict[str, Any]) -> dict[str, Any]:
    return cast(dict[str, Any], content["modules"][0])


DAMAGED = {
    "truncated": result(run(1)).to_json()[:300],
    "empty": "",
    "binary": "\x00\x01",
    "list": "[]",
    "no area": edited(lambda content: content.pop("area")),
    "unknown field": edited(lambda content: content.update(extra=1)),
    "text for a number": edited(lambda content: content.update(cells={"LUT4": "many"})),
    "negative area": edited(lambda content: content["area"].update(lut=-1)),
    "no frequency": edited(lambda content: first_run(content).update(fmax_mhz=None)),
    "unknown kind": edited(lambda content: first_run(content).update(kind="guessed")),
    "a run that is none": edited(lambda content: content.update(runs=[1])),
    "a path of an estimate": edited(lambda content: first_run(content).update(kind="placed")),
    "a path that is none": edited(lambda content: first_run(content).update(critical_path=5)),
    "a path without an end": edited(lambda content: path_of(content).pop("end")),
    "a path from a number": edited(lambda content: path_of(content).update(start=5)),
    "an unknown field of a path": edited(lambda content: path_of(content).update(extra=1)),
    "a negative delay": edited(lambda content: path_of(content).update(logic_ns=-0.1)),
    "a delay as text": edited(lambda content: path_of(content).update(routing_ns="7.9")),
    "a part of a level": edited(lambda content: path_of(content).update(levels=1.5)),
    "more carry than levels": edited(lambda content: path_of(content).update(carry_levels=15)),
    "instances as text": edited(lambda content: path_of(content).update(through="u_core")),
    "an instance that is none": edited(lambda content: path_of(content).update(through=[1])),
    "modules that are no list": edited(lambda content: content.update(modules={})),
    "a module that is none": edited(lambda content: content.update(modules=[1])),
    "a module without flip-flops": edited(lambda content: top_of(content)["area"].pop("ff")),
    "a module of a wrong name": edited(lambda content: top_of(content).update(module=None)),
    "a module of a part": edited(lambda content: top_of(content)["area"].update(lut=999.5)),
    "modules that make no whole": edited(lambda content: top_of(content)["area"].update(lut=999)),
    "another design": edited(lambda content: content.update(design="skein512-x8")),
}


@pytest.mark.parametrize("text", DAMAGED.values(), ids=DAMAGED)
def test_damaged_record_is_named(results_root: Path, text: str) -> None:
    path = results.store(result())
    path.write_text(text)
    with pytest.raises(GatehashError) as caught:
        load(DESIGN, "ecp5", "stream")
    said = str(caught.value)
    assert str(path) in said
    assert "delete it and measure again: gatehash synth skein256-x1 --target ecp5" in said
    assert "\n" not in said


@pytest.mark.parametrize(
    "wrong",
    [
        structs.replace(run(1), fmax_mhz=0.0),
        structs.replace(run(1), fmax_mhz=float("nan")),
        structs.replace(run(1), comb=-1),
        structs.replace(run(1), critical_path=structs.replace(PATH, routing_ns=-0.1)),
    ],
)
def test_measurement_that_no_record_may_hold(wrong: Run) -> None:
    assert checked(run(1)) == run(1)
    with pytest.raises(ValueError, match=r"Expected `\w+` >"):
        checked(wrong)


def test_failed_write_leaves_the_old_record(
    results_root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = results.store(result(run(1)))
    before = path.read_text()

    def full(self: Path, text: str, encoding: str) -> int:
        with self.open("w", encoding=encoding) as stream:
            stream.write(text[:50])
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_text", full)
    with pytest.raises(GatehashError, match=r"can't write result .* No space left"):
        results.store(result(run(1), run(2)))
    assert path.read_text() == before
    assert [each.name for each in path.parent.iterdir()] == [path.name]


# Figures


def test_frequency_is_the_median() -> None:
    measured_at = result(run(1, 60), run(2, 40), run(3, 45))
    assert (measured_at.fmax_min, measured_at.fmax_mhz, measured_at.fmax_max) == (40, 45, 60)
    assert result(run(1, 60), run(2, 40)).fmax_mhz == 50
    assert result().fmax_mhz is None
    assert result().fmax_min is None
    assert result().fmax_max is None


def test_median_run_is_the_slower_of_two() -> None:
    assert result(run(1, 60), run(2, 40), run(3, 45)).median_run == run(3, 45)
    assert result(run(1, 60), run(2, 40)).median_run == run(2, 40)
    assert result().median_run is None


def test_routed_only_if_all_are() -> None:
    assert result(run(1), run(2)).fmax_kind == "routed"
    assert result(run(1), run(2, routed=False)).fmax_kind == "placed"
    assert result().fmax_kind is None


def sized(lut: int, carry: int = 0, lutram: int = 0, target: str = "ecp5") -> Result:
    area = Area(lc=None, lut=lut, ff=1953, carry=carry, lutram=lutram, ramb36=0, ramb18=0)
    return structs.replace(result(target=target), area=area, modules=())


def test_too_large_says_how_large() -> None:
    assert sized(41820).misfit is None
    assert sized(41820).reason == "not placed and routed yet"
    assert sized(41821).misfit == (
        "not placed: more than 50 % of the device: 41821 LUT4 of the 83640 of one LFE5U-85"
    )
    assert sized(41821).fits
    assert sized(83640).fits
    assert not sized(83641).fits
    assert sized(83641).misfit == "does not fit: 83641 LUT4 of the 83640 of one LFE5U-85"
    # A carry cell takes the place of two look-up tables.
    assert sized(39000, carry=1000, lutram=820).misfit is None
    assert sized(80000, carry=1000, lutram=1641).misfit == (
        "does not fit: 83641 LUT4 of the 83640 of one LFE5U-85"
    )
    assert sized(10**6, target="xc5v").misfit is None


# Stale or not


@pytest.fixture
def rtl(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the RTL that a test may edit."""
    root = tmp_path / "rtl"
    shutil.copytree(rtl_root(), root)
    for module in (hardware, scripts):
        monkeypatch.setattr(module, "rtl_root", lambda: root)
    return root


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))


def test_fresh_as_measured(rtl: Path) -> None:
    assert not is_stale(result(), DESIGN)


def test_comment_and_layout_do_not_make_stale(rtl: Path) -> None:
    before = result()
    top = rtl / "skein" / "gh_skein.sv"
    edit(top, "\nmodule gh_skein\n", "\n\n/* more\n words */ module   gh_skein // and more\n")
    assert not is_stale(before, DESIGN)


def test_token_makes_stale(rtl: Path) -> None:
    before = result()
    edit(rtl / "skein" / "gh_skein.sv", "endmodule", "wire another;\nendmodule")
    assert is_stale(before, DESIGN)


def test_primitive_of_the_vendor_makes_stale_there_only(rtl: Path) -> None:
    for vendor in ("generic", "lattice"):
        path = rtl / "prim" / vendor / "gh_cell.sv"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("module gh_cell;\nendmodule\n")
    edit(rtl / "skein" / "gh_skein.sv", "endmodule", "gh_cell u_cell ();\nendmodule")
    celled = replace(DESIGN.hardware, prims=("gh_cell",))
    targets = [find_target(name) for name in ("ecp5", "xc5v")]
    before = [source_key(celled, target, "stream") for target in targets]
    edit(rtl / "prim" / "lattice" / "gh_cell.sv", "endmodule", "wire another;\nendmodule")
    after = [source_key(celled, target, "stream") for target in targets]
    assert [old != new for old, new in zip(before, after, strict=True)] == [True, False]


def test_files_of_the_stream_are_not_the_core_s(rtl: Path) -> None:
    def keys() -> list[str]:
        return [source_key(DESIGN.hardware, ECP5, boundary) for boundary in ("core", "stream")]

    before = keys()
    edit(rtl / "stream" / "gh_message_padder.sv", "endmodule", "wire another;\nendmodule")
    assert [old != new for old, new in zip(before, keys(), strict=True)] == [False, True]
    before = keys()
    edit(rtl / "skein" / "gh_threefish.sv", "endmodule", "wire another;\nendmodule")
    assert [old != new for old, new in zip(before, keys(), strict=True)] == [True, True]


def test_parameter_and_top_make_stale() -> None:
    stream = DESIGN.hardware.stream
    other = replace(DESIGN.hardware, stream=Boundary("gh_other", stream.parameters))
    for changed in (DESIGN.hardware.having(StreamBits=128), other):
        assert is_stale(result(), replace(DESIGN, hardware=changed))


def test_flow_makes_stale() -> None:
    changed = replace(ECP5, synthesis="synth_ecp5 -abc9")
    assert source_key(DESIGN.hardware, ECP5, "stream") != source_key(
        DESIGN.hardware, changed, "stream"
    )


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("a = b + c;", "a=b+c ;"),
        ("a = b; // why\n", "a = b;"),
        ("a /* why */ b", "a b"),
        ("f ( x ,\n y )", "f(x,y)"),
        ("`default_nettype none\n\nmodule m;", "  `default_nettype   none // why\nmodule m ;"),
        ("`define A \\\n  b\nc", "`define A \\\n b\n\nc"),
    ],
)
def test_same_meaning_same_text(one: str, other: str) -> None:
    assert normalise(one) == normalise(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("a b", "ab"),
        ("a < = b", "a <= b"),
        ('"a  b"', '"a b"'),
        ('"// a"', '"// b"'),
        (r'"\"" // a', r'"\" // a"'),
        ("`define A b\nc", "`define A b c"),
        ("`define A \\\n b\nc", "`define A\nb c"),
        (r"\a+b ;", r"\a +b;"),
        (r"\a (", r"\a( "),
        ("// synthesis translate_off\na", "a"),
    ],
)
def test_other_meaning_other_text(one: str, other: str) -> None:
    assert normalise(one) != normalise(other)


# What is run


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


# What nextpnr said


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
            "import os, sys, time, pathlib; "
            f"print(pathlib.Path({str(REFERENCE / log)!r}).read_text(), flush=True); {then}"
        )
        monkeypatch.setattr(tools, "_child", lambda _tool: (sys.executable, "-c", program))

    return install


def place(folder: Path, time_limit: float = 60) -> Run:
    return place_and_route(
        ECP5, 1, folder, origins=NOWHERE, time_limit=time_limit, what="place and route"
    )


def test_time_out_keeps_the_estimate(tmp_path: Path, say: Callable[[str, str], None]) -> None:
    say("nextpnr-cut-off.log", BUSY)
    found = place(tmp_path, 1.5)
    assert (found.fmax_mhz, found.kind, found.comb) == (65.37, "placed", 3185)
    assert 1.5 <= found.seconds < 60


def test_limit_is_of_cpu_time(tmp_path: Path, say: Callable[[str, str], None]) -> None:
    """A run that has to wait, as on a machine that is busy with others, loses nothing by it."""
    report = REFERENCE / "nextpnr-report.json"
    copy = f"__import__('shutil').copy({str(report)!r}, 'report-1.json')"
    say("nextpnr-cut-off.log", f"time.sleep(2); {copy}")
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
    say("nextpnr-cut-off.log", "sys.exit(0)")
    assert place(tmp_path).kind == "placed"


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
