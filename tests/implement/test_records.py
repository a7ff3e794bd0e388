# SPDX-License-Identifier: Apache-2.0
"""Records of results: written, read, damaged, and what makes them stale."""

import json
import os
import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import pytest
from msgspec import structs
from tests.implement.making import DESIGN, ECP5, MODULES, PATH, edit, result, run
from tests.oracles.normal_text import normalised

from gatehash.catalog import BoundaryName, sources
from gatehash.catalog.sources import at_one_time, needed, normalise, text_hash
from gatehash.errors import GatehashError
from gatehash.implement import (
    Area,
    Result,
    Run,
    is_stale,
    load,
    results,
)
from gatehash.implement.elaborated import text_digest
from gatehash.implement.families import find_target
from gatehash.implement.flow import keep
from gatehash.implement.job import Job
from gatehash.implement.record import checked
from gatehash.implement.source import Measurement
from gatehash.paths import rtl_root
from gatehash.records.store import inputs_of


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
    monkeypatch.setattr("gatehash.records.store.results_roots", lambda: (second,))
    results.store(result(run(1)))
    monkeypatch.setattr("gatehash.records.store.results_roots", lambda: (first, second))
    assert load(DESIGN, "ecp5", "stream") == result(run(1))
    results.store(result(run(1), run(2)))
    assert load(DESIGN, "ecp5", "stream") == result(run(1), run(2))
    results.store(structs.replace(result(), inputs={}))
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
    "a field twice": result(run(1)).to_json().replace('"seed": 1,', '"seed": 1, "seed": 1,'),
    "another design": edited(lambda content: content.update(design="skein512-x8")),
}


def test_a_field_that_stands_twice_is_named(results_root: Path) -> None:
    """Whichever of the two values a parser took, the record would say two things."""
    path = results.store(result())
    path.write_text(DAMAGED["a field twice"])
    with pytest.raises(GatehashError, match=r"\(an object has the field 'seed' twice\); delete it"):
        load(DESIGN, "ecp5", "stream")


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
    assert sized(75276).misfit is None
    assert sized(75276).reason == "not placed and routed yet"
    assert sized(75277).misfit == (
        "not placed: more than 90 % of the device: 75277 LUT4 of the 83640 of one LFE5U-85"
    )
    assert sized(75277).fits
    assert sized(83640).fits
    assert not sized(83641).fits
    assert sized(83641).misfit == "does not fit: 83641 LUT4 of the 83640 of one LFE5U-85"
    # A carry cell takes the place of two look-up tables.
    assert sized(72456, carry=1000, lutram=820).misfit is None
    assert sized(80000, carry=1000, lutram=1641).misfit == (
        "does not fit: 83641 LUT4 of the 83640 of one LFE5U-85"
    )
    assert sized(10**6, target="xc5v").misfit is None


def test_fresh_as_measured(rtl: Path) -> None:
    assert not is_stale(result(), DESIGN)


def test_comment_and_layout_do_not_make_stale(rtl: Path) -> None:
    before = result()
    top = rtl / "skein" / "gh_skein.sv"
    edit(top, "\nmodule gh_skein\n", "\n\n/* more\n words */ module   gh_skein // and more\n")
    assert not is_stale(before, DESIGN)


def test_text_that_was_not_compared_is_stale_and_the_same_netlist_is_not(
    rtl: Path, results_root: Path
) -> None:
    before = result()
    edit(rtl / "skein" / "gh_skein.sv", "endmodule", "wire another;\nendmodule")
    assert is_stale(before, DESIGN)
    inputs = inputs_of(Measurement(DESIGN, ECP5, "stream"))
    assert inputs == before.inputs
    assert not is_stale(before, DESIGN)


def test_another_gate_makes_stale_where_it_is(rtl: Path) -> None:
    path = rtl / "stream" / "gh_message_padder.sv"
    boundaries: tuple[BoundaryName, ...] = ("core", "stream")
    before = [inputs_of(Measurement(DESIGN, ECP5, each)) for each in boundaries]
    edit(path, "assign full = &keep_i;", "assign full = |keep_i;")
    after = [inputs_of(Measurement(DESIGN, ECP5, each)) for each in boundaries]
    assert after[0] == before[0]
    assert {name for name in before[1] if before[1][name] != after[1][name]} == {"netlist"}


def test_primitive_of_the_vendor_is_read_there_only(rtl: Path) -> None:
    for vendor in ("generic", "lattice"):
        path = rtl / "prim" / vendor / "gh_cell.sv"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("module gh_cell;\nendmodule\n")
    edit(rtl / "skein" / "gh_skein.sv", "endmodule", "gh_cell u_cell ();\nendmodule")
    celled = replace(DESIGN.hardware, prims=("gh_cell",))
    targets = [find_target(name) for name in ("ecp5", "xc5v")]
    before = [text_digest(celled, target, "stream") for target in targets]
    edit(rtl / "prim" / "lattice" / "gh_cell.sv", "endmodule", "wire another;\nendmodule")
    after = [text_digest(celled, target, "stream") for target in targets]
    assert [old != new for old, new in zip(before, after, strict=True)] == [True, False]


def test_parameter_makes_stale() -> None:
    changed = replace(DESIGN, hardware=DESIGN.hardware.having(StreamBits=128))
    assert is_stale(result(), changed)
    inputs_of(Measurement(changed, ECP5, "stream"))
    assert is_stale(result(), changed)


def test_flow_makes_stale() -> None:
    changed = replace(ECP5, synthesis="synth_ecp5 -abc9")
    before, after = (inputs_of(Measurement(DESIGN, each, "stream")) for each in (ECP5, changed))
    assert {name for name in before if before[name] != after[name]} == {"synthesis"}


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


_TEXTS = [
    *(
        "a",
        "b1",
        "$x",
        "_",
        "1",
        " ",
        "  ",
        "\n",
        "\t",
        "\\\n",
        "\\",
        "\\esc ",
        '"s t"',
        '"a\\"b"',
        '"',
    ),
    *("//c\n", "//", "/*", "*/", "/* c */", "/* c\n d */", "/* synthesis translate_off */"),
    *("// pragma translate_off\n", "`", "`define A 1\n", "`ifdef B", "`endif", "`GH_X(a, (b))"),
    *("`GH_Y(c);", '`include "gh_assert.svh"', '`include "x"', "(", ")", "[", "]", "{", "}", ","),
    *(";", "+", "-", "/", "*", "=", ".", "<"),
]


def test_texts_are_normal_by_the_definition() -> None:
    rng = random.Random(1)
    texts = ["".join(rng.choices(_TEXTS, k=rng.randint(1, 14))) for _ in range(20_000)]
    texts += [path.read_text(encoding="utf-8") for path in sorted(rtl_root().rglob("*.sv*"))]
    assert [text for text in texts if normalise(text) != normalised(text)] == []


def test_a_report_takes_files_as_they_are_at_its_first_look(tmp_path: Path) -> None:
    path = tmp_path / "gh_one.sv"
    path.write_text("module gh_one; endmodule\n")
    (tmp_path / "gh_two.sv").write_text("module gh_two; endmodule\n")
    files = (path, tmp_path / "gh_two.sv")
    with at_one_time():
        before = text_hash(path), needed(files, "gh_one")
        path.write_text("module gh_one; gh_two two (); endmodule\n")
        assert (text_hash(path), needed(files, "gh_one")) == before
    assert text_hash(path) != before[0]
    assert needed(files, "gh_one") == files


@pytest.fixture
def noted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Return where the cache has the contents of files, with nothing known in this process."""
    monkeypatch.setenv("GATEHASH_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(sources, "_contents", {})
    sources._noted.cache_clear()
    yield tmp_path / "cache" / "texts"
    sources._noted.cache_clear()


def _looked_at(*paths: Path) -> list[bytes]:
    """Return the hashes of files as a process that starts now finds them."""
    sources._contents.clear()
    sources._noted.cache_clear()
    with at_one_time():
        return [text_hash(path) for path in paths]


def test_a_note_of_a_text_is_of_its_bytes(
    noted: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two = tmp_path / "gh_one.sv", tmp_path / "gh_two.sv"
    one.write_text("module gh_one; gh_two two (); endmodule\n")
    two.write_text("module gh_two; endmodule\n")
    before, status = _looked_at(one, two), one.stat()
    with monkeypatch.context() as patch:
        patch.setattr(sources, "normalise", lambda _: pytest.fail("it is noted"))
        assert _looked_at(one, two) == before
        assert needed((one, two), "gh_one") == (one, two)
    assert len(noted.read_text().splitlines()) == 3
    # Another text of the same file, size and time.
    one.write_text("module gh_one; gh_2wo two (); endmodule\n")
    os.utime(one, ns=(status.st_atime_ns, status.st_mtime_ns))
    assert one.stat().st_size == status.st_size
    assert _looked_at(two, one)[0] == before[1]
    assert _looked_at(one) != before[:1]


def test_a_note_that_is_damaged_or_of_another_version_does_not_count(
    noted: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "gh_one.sv"
    path.write_text("module gh_one; endmodule\n")
    (before,) = _looked_at(path)
    text = noted.read_text()
    noted.write_text(text.replace(before.hex(), bytes(32).hex()))
    assert _looked_at(path) == [before]
    assert noted.read_text() == text
    noted.unlink()
    noted.mkdir()
    assert _looked_at(path) == [before]
    noted.rmdir()
    with monkeypatch.context() as patch:
        patch.setattr(sources, "_version", lambda: "older")
        patch.setattr(sources, "normalise", lambda _: "another normal text")
        assert _looked_at(path) != [before]
    assert _looked_at(path) == [before]
