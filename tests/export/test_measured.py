# SPDX-License-Identifier: Apache-2.0
"""Synthesis makes of an exported file what the records say."""

from __future__ import annotations

import json
import re
import shutil
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

import pytest
from tests.export.folders import run_in
from tests.rtl.lint import require_clean

from gatehash.catalog import DESIGNS, BoundaryName, find
from gatehash.export import FORMS, Project, exported
from gatehash.export.project import VENDORS
from gatehash.export.record import EXPORTS, Export, Mapped, map_export
from gatehash.implement import PLACED, Target, find_target
from gatehash.implement.results import load
from gatehash.implement.scripts import STATISTICS
from gatehash.implement.tools import run_yosys

# One design of each style: block memories with two ports, wide ones, ones whose words are written
# in parts, of an engine, constants, distributed, none.
_STYLES = (
    *("chacha-mc-1", "skein-mc", "blake32-mc-1", "blake3-1", "sha256-bram", "sha256-lut"),
    "skein256-x1",
)
_PLAIN_SYNTHESIS = {
    "ecp5": "synth_ecp5",
    "xc5v": "synth_xilinx -family xc5v",
    "xc6v": "synth_xilinx -family xc6v",
    "xc7a": "synth_xilinx",
}


def _large(names: tuple[str, ...], quick: tuple[str, ...]) -> list[object]:
    """Return names as parameters of a test; those that are not quick are of ``make test-all``."""
    return [pytest.param(each, marks=() if each in quick else pytest.mark.large) for each in names]


def _write(project: Project, folder: Path) -> str:
    """Write the files of an export as plain Verilog, and return the name of its top."""
    for file, data in exported([project], FORMS["verilog"]).items():
        (folder / file).parent.mkdir(exist_ok=True)
        (folder / file).write_bytes(data)
    return project.name


def _cells(folder: Path) -> dict[str, int]:
    statistics = json.loads((folder / STATISTICS).read_text())
    cells: dict[str, int] = statistics["design"]["num_cells_by_type"]
    return cells


def _recorded(design: str, target: str, boundary: BoundaryName) -> Mapping[str, int]:
    record = load(find(design), target, boundary)
    assert record is not None
    return record.cells


def _blocks(target: Target, cells: Mapping[str, int]) -> dict[str, int]:
    """Return the block memories among cells."""
    kinds = f"{target.ramb36}|{target.ramb18}"
    return {name: number for name, number in cells.items() if re.fullmatch(kinds, name)}


def _distributed(project: Project, folder: Path) -> tuple[str, ...]:
    """Return the memories that ask for distributed RAM in an export with a vendor's cells."""
    text = (folder / f"{_write(project, folder)}.v").read_text()
    asks = r'\(\* ram_style = "distributed" \*\)(?:\s*\(\*.*?\*\))*\s*reg \[\S+\] \\?(\S+)'
    return tuple(re.findall(asks, text))


def _require_memories(design: str, name: str, boundary: BoundaryName, folder: Path) -> None:
    """Map the memories of an export for any family by plain synthesis; compare with the record.

    That export leaves to the tool which small memories are distributed RAM. Those that ask for it
    where a vendor's cells are used may be block memories here.
    """
    target = find_target(name)
    top = _write(Project(find(design), boundary), folder)
    commands = (
        f"read_verilog {top}.v",
        f"{_PLAIN_SYNTHESIS[name]} -top {top} -run begin:map_ffs",
        f"tee -q -o {STATISTICS} stat -json",
        "dump -o blocks.il t:DP16KD t:PDPW16KD t:RAMB*",
    )
    run_yosys("\n".join(commands) + "\n", folder, what=f"memories of {top}")
    made = _blocks(target, _cells(folder))
    expected = _blocks(target, _recorded(design, name, boundary))
    if made != expected:
        free = _distributed(Project(find(design), boundary, target.vendor), folder / "vendor")
        cells = re.findall(r"^\s*cell \\(\S+) \\(\S+)", (folder / "blocks.il").read_text(), re.M)
        own = tuple(f"{memory}." for memory in free)
        held = Counter(kind for kind, cell in cells if not cell.startswith(own))
        assert _blocks(target, held) == expected, made


@pytest.mark.parametrize(
    "design", _large(tuple(DESIGNS), ("chacha-mc-1", "blake32-mc-1", "sha256-lut"))
)
def test_block_memories_on_ecp5(design: str, tmp_path: Path) -> None:
    _require_memories(design, "ecp5", "stream", tmp_path)


@pytest.mark.parametrize("design", _large(tuple(DESIGNS), ("sha256-bram",)))
def test_block_memories_on_virtex(design: str, tmp_path: Path) -> None:
    _require_memories(design, "xc5v", "stream", tmp_path)


@pytest.mark.large
@pytest.mark.parametrize("design", ["blake3-mc-1", "skein-mc", "sha512-bram"])
@pytest.mark.parametrize("target", ["ecp5", "xc6v", "xc7a"])
def test_block_memories_of_cores(design: str, target: str, tmp_path: Path) -> None:
    _require_memories(design, target, "core", tmp_path)


_MAPPED = [name for name in DESIGNS if EXPORTS.load(Export(find(name))) is not None]


def _require_the_figures(record: Mapped) -> None:
    """With the cells of the vendor all is as recorded, look-up tables as near as ABC lets them.

    Where cells of a kind are few, three more or less are allowed.
    """
    found, made, recorded = PLACED, record.cells, _recorded(record.design, PLACED.name, "stream")
    assert _blocks(found, made) == _blocks(found, recorded)
    assert found.luts_in_memories(made) == found.luts_in_memories(recorded)
    for cells in (found.lut, found.carry, found.ff):
        assert found.count(cells, made) == pytest.approx(
            found.count(cells, recorded), rel=0.03, abs=3
        )


@pytest.mark.parametrize("design", _MAPPED)
def test_figures_of_an_export_are_those_of_its_rtl(design: str) -> None:
    of = Export(find(design))
    record = EXPORTS.load(of)
    assert record is not None
    assert not EXPORTS.is_stale(record, of), f"stale; {of.again}"
    _require_the_figures(record)


# Each is mapped.
@pytest.mark.large
@pytest.mark.parametrize("design", [name for name in DESIGNS if name not in _MAPPED])
def test_figures_of_an_export_that_is_not_on_record(design: str) -> None:
    _require_the_figures(map_export(find(design)))


# One without and one with a part that is mapped by itself.
@pytest.mark.parametrize("design", _large(("chacha-mc-1", "phash-1"), ("chacha-mc-1",)))
def test_the_script_of_a_folder_makes_what_is_on_record(design: str, tmp_path: Path) -> None:
    of = Export(find(design))
    top = _write(of.project, tmp_path)
    flow = (tmp_path / "ecp5.py").read_text()
    (script,) = re.findall(r'^SCRIPT = """\\\n(.*?)^"""', flow, re.MULTILINE | re.DOTALL)
    assert script == of.script.replace("plain.v", f"{top}.v")
    run_yosys(script, tmp_path, what=f"mapping of {top}")
    record = EXPORTS.load(of)
    assert record is not None
    assert _cells(tmp_path) == record.cells


@pytest.mark.parametrize(
    ("design", "family"),
    [
        ("sha256-lut", "ice40"),
        *(
            pytest.param(design, family, marks=pytest.mark.large)
            for design in (*_STYLES, "sha256-x1-piped", "phash-1-bram")
            for family in ("ice40", "nexus", "gowin", "gatemate")
            if (design, family) != ("sha256-lut", "ice40")
        ),
    ],
)
def test_memories_of_other_families(design: str, family: str, tmp_path: Path) -> None:
    """Families without distributed RAM too, which is asked for with a vendor's cells only."""
    top = _write(Project(find(design)), tmp_path)
    commands = (
        f"read_verilog {top}.v",
        f"synth_{family} -top {top} -run begin:map_gates",
        "select -assert-none t:$mem*",
        f"tee -q -o {STATISTICS} stat -json",
    )
    run_yosys("\n".join(commands) + "\n", tmp_path, what=f"memories of {top}")
    kinds = r"SB_RAM40_4K|PDPW?S?C?16K|DP16K|(SP|DP|SDP)(X9)?B?|pROM(X9)?|CC_BRAM_[24]0K"
    blocks = _blocks(find_target("ecp5"), _recorded(design, "ecp5", "stream"))
    assert any(re.fullmatch(kinds, name) for name in _cells(tmp_path)) or not blocks


@pytest.mark.parametrize("vendor", VENDORS)
@pytest.mark.parametrize(
    "design", _large((*_STYLES, "sha256-x1-piped", "sha512-x1-piped"), ("blake32-mc-1",))
)
def test_lint_and_known_answer(design: str, vendor: str, tmp_path: Path) -> None:
    top = _write(Project(find(design), vendor=vendor), tmp_path)
    bench = f"sim/{top}_tb.v"
    models = [str(file) for file in tmp_path.glob("sim/*.v") if file.name != Path(bench).name]
    assert bool(models) == bool(Project(find(design), vendor=vendor).cells)
    require_clean(top, {}, [tmp_path / f"{top}.v", *map(Path, models)])
    if not shutil.which("iverilog"):
        pytest.skip("no iverilog: the known answer was not simulated")
    command = ["iverilog", "-g2005", "-o", "known", f"{top}.v", *models, bench]
    run_in(command, tmp_path)
    assert "PASS" in run_in(["vvp", "-N", "known"], tmp_path)


def test_figures_of_another_export_are_called_so() -> None:
    def rows(project: Project) -> list[str]:
        told = exported([project], FORMS["f"])["README.md"].decode()
        return re.findall(r"^\| ((?:ecp5|xc\w+)[^|]*) \|", told, re.MULTILINE)

    xilinx = ["xc5v", "xc6v"]
    chacha = find("chacha-mc-1")
    assert rows(Project(chacha, "core", "lattice"))[-1] == "ecp5"
    assert rows(Project(chacha, vendor="lattice")) == [
        *(f"{name} (`--vendor xilinx`)" for name in xilinx),
        "ecp5",
    ]
    assert rows(Project(chacha)) == [
        *(f"{name} (`--vendor xilinx`)" for name in xilinx),
        "ecp5 (`--vendor lattice`)",
    ]
    other = rows(Project(find("sha3-x1"), vendor="lattice", algorithm="sha3-512"))
    assert other[-1] == "ecp5 (sha3-256)"
