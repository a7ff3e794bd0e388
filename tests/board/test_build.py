# SPDX-License-Identifier: Apache-2.0
"""Designs on boards: constraints, scripts, refusals, records, and one bitstream."""

from __future__ import annotations

import json
from importlib import metadata
from pathlib import Path

import pytest
from tests.rtl.lint import require_clean, require_legal

from gatehash.board import BOARDS, find_board
from gatehash.board import record as records
from gatehash.board.build import Build, Placed
from gatehash.board.flows import CONSTRAINTS
from gatehash.board.record import BoardRecord, board_records, is_fresh
from gatehash.board.top import TOP, board_files, board_top
from gatehash.catalog import DESIGNS, find
from gatehash.cli.commands import run
from gatehash.errors import GatehashError
from gatehash.implement.record import Area
from gatehash.paths import checkout_root, results_roots, rtl_root
from gatehash.records import store

SMALL = Area(lut=1000, ff=500, carry=10, lutram=0, ramb36=0, ramb18=1)
# Streams of a byte, of the widest, and of no power of two.
WIDTHS = ("chacha-mc-1", "skein512-x8", "skein512-x8@16", "threefish-mc")


def build(board: str = "ulx3s-85f", design: str = "sha256-bram", **changes: int) -> Build:
    here, found = find_board(board), find(design)
    given = {"clock_mhz": here.core_mhz, **changes}
    return Build(board=here, design=found, hardware=found.hardware, **given)


def failure(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert run(["board", *arguments]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    return err


@pytest.mark.parametrize(
    "design",
    [
        *WIDTHS,
        *(
            pytest.param(each, marks=pytest.mark.large)
            for each in ("phash-1", "phash-2", "sha3-x1-mac-fd")
        ),
    ],
)
def test_tops_are_clean_and_legal(design: str, tmp_path: Path) -> None:
    hardware = find(design).hardware
    for board in BOARDS.values():
        top = tmp_path / f"{TOP}.sv"
        top.write_text(board_top(board, find(design), hardware, board.core_mhz))
        require_clean(TOP, {}, [*board_files(hardware, "generic"), top])
        require_legal(TOP, {}, [*board_files(hardware, board.flow.target.vendor), top])


def test_every_module_of_boards_is_in_a_top() -> None:
    files = {
        path
        for board in BOARDS.values()
        for vendor in ("generic", board.flow.target.vendor)
        for path in board_files(find("chacha-mc-1").hardware, vendor)
    }
    assert set((rtl_root() / "board").glob("*.sv")) <= files
    assert set((rtl_root() / "prim").glob("*/*[pP][lL][lL]*.sv")) <= files


@pytest.mark.parametrize("board", BOARDS)
def test_every_clock_is_one_of_the_pll_and_of_the_uart(board: str) -> None:
    """The PLL's module ends its elaboration for any other."""
    here = find_board(board)
    vendor = here.flow.target.vendor
    files = [*sorted((rtl_root() / "prim" / vendor).glob("*PLL*.sv"))]
    files.append(rtl_root() / "prim" / vendor / "gh_pll.sv")
    assert here.core_mhz in here.choices_mhz
    for mhz in here.choices_mhz:
        require_legal("gh_pll", {"InMhz": here.clock_mhz, "OutMhz": mhz}, files)
    wrong = next(mhz for mhz in range(1, 100) if mhz not in here.choices_mhz)
    with pytest.raises(GatehashError, match=f"{board} has no clock of {wrong} MHz; choose one of"):
        here.core_clock(wrong)
    with pytest.raises(AssertionError, match="is not legal"):
        require_legal("gh_pll", {"InMhz": here.clock_mhz, "OutMhz": 151}, files)


def test_constraints_are_each_tool_s() -> None:
    text = find_board("ulx3s-85f").constraints()
    assert 'LOCATE COMP "rx" SITE "M1";\nIOBUF PORT "rx" IO_TYPE=LVCMOS33 PULLMODE=UP;' in text
    assert text.endswith('FREQUENCY PORT "clk" 25 MHZ;\n')
    text = find_board("tang-primer-20k").constraints()
    assert 'IO_LOC "tx" M11;\nIO_PORT "tx" IO_TYPE=LVCMOS33 PULL_MODE=NONE;\n' in text
    for board in BOARDS.values():
        assert board.pins.keys() == {"clk", "button", "rx", "tx", "led"}
        assert len({pin.site for pin in board.pins.values()}) == 5
        assert board.source


def test_scripts_name_no_path_of_the_machine() -> None:
    for board in BOARDS:
        here = build(board)
        words = [here.script, here.top, *here.route]
        assert not any(str(rtl_root().parent) in word for word in words)
        assert any(CONSTRAINTS in word for word in here.route)
        assert "-noiopads" not in here.script


def test_a_key_depends_on_all_that_shapes_the_result() -> None:
    keys = {
        build().key,
        build(clock_mhz=25).key,
        build(seed=2).key,
        build("colorlight-i5").key,
        build(design="sha256-lut").key,
    }
    assert len(keys) == 5
    assert build().key == build().key


def test_every_design_of_one_stream_can_be_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    board = find_board("ulx3s-85f")
    for design in DESIGNS.values():
        if design.hardware.streams == 1 and not design.hardware.masking:
            wide = design.hardware.configured and design.hardware.stream_bits > 64
            asked = find(f"{design.name}@64") if wide else design
            assert asked.name in board_top(board, asked, asked.hardware, 50)
    said = failure(capsys, "ulx3s-85f", "--design", "blake-mc-1")
    assert said == "gatehash: blake-mc-1 has 2 streams; a board serves one\n"
    said = failure(capsys, "ulx3s-85f", "--design", "sha3-x1-mac-dom")
    assert said == (
        "gatehash: sha3-x1-mac-dom is masked: it takes shares and random bits, which a board does "
        "not serve\n"
    )
    said = failure(capsys, "ulx3s-85f", "--design", "blake3-2")
    assert said.startswith(
        "gatehash: blake3-2 has configurations and a stream of 128 bits; a board"
    )
    assert said.endswith(" serves 64 with them: blake3-2@64\n")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["ulx3s"], "unknown board 'ulx3s'; choose one of: ulx3s-85f, colorlight-i5, tang-"),
        (["ulx3s-85f"], "name the design that goes onto ulx3s-85f: --design NAME"),
        (["--design", "sha256-lut"], "--design goes onto a board; name one"),
        (["ulx3s-85f", "--design", "sha"], "unknown design 'sha'"),
        (["ulx3s-85f", "--design", "sha256-lut", "--clock", "51"], "no clock of 51 MHz; choose"),
        (["ulx3s-85f", "--design", "sha256-lut", "--algorithm", "md5"], "no hash function 'md5'"),
        (["ulx3s-85f", "--design", "sha256-lut", "-o", "/nonexistent/x"], "can't write"),
        (["ulx3s-85f", "--design", "sha256-lut", "--record", "-o", "x"], "it excludes -o"),
    ],
)
def test_refused_in_one_line(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert said in failure(capsys, *arguments)


def test_boards_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    for arguments in ([], ["--list"], ["ulx3s-85f", "--list"]):
        assert run(["board", *arguments]) == 0
        assert "ulx3s-85f" in capsys.readouterr().out
    assert run(["board", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert [row["board"] for row in rows] == [*BOARDS]
    assert all(row["recorded"] for row in rows)


def placed(fmax: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have place and route come to a frequency, and the packer write a few bytes."""
    monkeypatch.setattr(Build, "place", lambda *_, **__: Placed(SMALL, fmax, 1.0))
    monkeypatch.setattr(Build, "bitstream", lambda *_: b"bits")


def test_a_slow_design_has_no_bitstream(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    placed(49.99, monkeypatch)
    out = tmp_path / "out.bit"
    call = ["ulx3s-85f", "--design", "sha256-lut", "-o", str(out)]
    assert failure(capsys, *call) == (
        "gatehash: sha256-lut on ulx3s-85f: 49.99 MHz of the 50 MHz that it needs; no bitstream is "
        "written; choose a slower clock, --clock 40, or another --seed\n"
    )
    placed(5.0, monkeypatch)
    assert "it is too slow for the board's PLL, or try another --seed" in failure(capsys, *call)
    assert not [*tmp_path.iterdir()]


def test_a_bitstream_is_written_whole(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    placed(50.0, monkeypatch)
    monkeypatch.chdir(tmp_path)
    assert run(["board", "ulx3s-85f", "--design", "sha256-lut"]) == 0
    assert capsys.readouterr().out == (
        "sha256-lut on ulx3s-85f: 50.00 MHz of the 50 MHz that it needs, 1020 LUT4; written to "
        "ulx3s-85f.sha256-lut.bit\n"
    )
    (file,) = tmp_path.iterdir()
    assert (file.name, file.read_bytes()) == ("ulx3s-85f.sha256-lut.bit", b"bits")
    assert run(["board", "ulx3s-85f", "--design", "sha256-lut", "--json", "-o", "x"]) == 0
    assert json.loads(capsys.readouterr().out)["file"] == "x"


def test_a_design_that_does_not_fit() -> None:
    for area, what in (
        (Area(lut=24279, ff=1, carry=5, lutram=0, ramb36=0, ramb18=1), "24289 look-up tables"),
        (Area(lut=1, ff=1, carry=0, lutram=0, ramb36=0, ramb18=57), "57 block memories"),
    ):
        with pytest.raises(GatehashError, match=f"does not fit; it needs {what}, and the board"):
            build("colorlight-i5")._check_fit(area)


def test_a_missing_tool_is_named(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def version(package: str) -> str:
        raise metadata.PackageNotFoundError(package)

    monkeypatch.setattr(metadata, "version", version)
    monkeypatch.setattr("gatehash.extras.requirements", lambda: {"pyosys": "synth"})
    out = tmp_path / "x.fs"
    said = failure(capsys, "tang-primer-20k", "--design", "chacha-mc-1", "-o", str(out))
    assert said.startswith("gatehash: pyosys not found; get it with: ")
    assert not [*tmp_path.iterdir()]


def test_a_function_may_decide_on_the_hardware(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[Build] = []

    def place(self: Build, **_: object) -> Placed:
        seen.append(self)
        raise GatehashError("enough")

    monkeypatch.setattr(Build, "place", place)
    call = ["board", "ulx3s-85f", "--design", "skein512-x8", "--clock", "10"]
    for more in (["--algorithm", "skein-512-224"], ["--algorithm", "skein-512-224", "--record"]):
        assert run([*call, *more]) == 2
    assert seen[0].hardware == find("skein512-x8").job("skein-512-224").hardware
    # It is said before the tools run that a record has no place for it.
    assert len(seen) == 1


def test_a_record_is_kept_and_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    placed(61.5, monkeypatch)
    for module in (records, store):
        monkeypatch.setattr(module, "results_roots", lambda: (tmp_path,))
    call = ["ulx3s-85f", "--design", "sha256-lut", "--clock", "60", "--seed", "3", "--record"]
    assert run(["board", *call]) == 0
    capsys.readouterr()
    (found,) = board_records(find_board("ulx3s-85f"))
    assert (found.fmax_mhz, found.clock_mhz, found.met) == (61.5, 60, True)
    assert found.command == f"gatehash board {' '.join(call)}"
    assert is_fresh(found)
    (path,) = tmp_path.glob("boards/*.json")
    path.write_text(path.read_text().replace("61.5", "-1"))
    assert "can't be read" in failure(capsys)


@pytest.mark.parametrize("board", BOARDS)
def test_every_board_has_a_fresh_record_of_a_design_that_is_fast_enough(board: str) -> None:
    root = checkout_root()
    assert root is not None
    assert results_roots() == (root / "results",)
    here = find_board(board)
    found = board_records(here)
    assert any(record.met for record in found), f"run: gatehash board {board} --design ... --record"
    for each in found:
        path = root / "results" / "boards" / f"{board}.{each.design}.json"
        assert path.read_text() == each.to_json()
        assert BoardRecord.from_json(path.read_bytes()) == each
        assert is_fresh(each), f"stale; run: {each.command}"
    names = {path.name for path in (root / "results" / "boards").glob(f"{board}.*")}
    assert names == {f"{board}.{each.design}.json" for each in found}


@pytest.mark.large
@pytest.mark.parametrize(("board", "design"), [("ulx3s-85f", "chacha-mc-1")])
def test_a_bitstream_comes_of_it(
    board: str, design: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Synthesis, place and route and the packer, as a user runs them."""
    out = tmp_path / "out"
    assert run(["board", board, "--design", design, "-o", str(out), "--json"]) == 0
    entry = json.loads(capsys.readouterr().out)
    assert entry["fmax_mhz"] >= entry["clock_mhz"]
    # A Lattice bitstream begins with comments, and the preamble follows.
    assert b"\xff\xff\xbd\xb3" in out.read_bytes()[:200]
