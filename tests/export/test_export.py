# SPDX-License-Identifier: Apache-2.0
"""What is exported is complete, and taken by the tools that it is for."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path

import pytest
from tests.export.folders import WARNINGS, run_in, sources, write
from tests.rtl.lint import require_legal

from gatehash.catalog import DESIGNS, find
from gatehash.cli.commands import run
from gatehash.errors import GatehashError
from gatehash.export import FORMS, Form, Project, exported, project
from gatehash.export.elaborate import declared_ports
from gatehash.export.top import top_text
from gatehash.implement.results import load
from gatehash.paths import docs_root
from gatehash.verilog import stream_ports

# One design of each family, one with a configuration, one with two streams, one whose streams share
# the pins, one that clears a memory after reset.
_FAMILIES = (
    *("skein256-x1", "sha512-bram", "sha256-lut", "sha3-x1", "whirlpool-logic-logic", "phash-1"),
    *("threefish-mc", "chacha-mc-1", "blake-chacha-mc-1", "chacha-x2-piped", "sha256-x1-piped"),
    *("skein512-x8-tree", "blake3-1", "blake256-x1-piped", "blake512-x1-piped"),
    *("blake256-half", "blake512-x1", "blake512-half-piped", "blake2s-half"),
    *("skein256-x4-piped", "whirlpool-x1-piped", "phash-1-bram"),
)
_QUICK = ("sha256-lut", "chacha-mc-1", "sha256-x1-piped")
_VERILATED = ("chacha-mc-1@64",)
# Behind a converter of widths, which takes a beat of the message before the core takes the
# configuration. FuseSoC's test has chacha-mc-1 without one.
_CONVERTED = (
    *("chacha-mc-1@64", "chacha20-poly1305-mc-1@64", "blake3-mc-1@32", "arx-mc-1@64"),
    *("skein-mc@64", "skein-mc@32", "threefish-mc@64", "skein-mc-mac@64", "blake-chacha-mc-1@64"),
    *("chacha-x2-piped@8", "blake3-1@8", "blake3-2@64", "sha256-lut-hmac@32"),
)


@pytest.mark.parametrize(
    "design",
    [*_QUICK, "blake-chacha-mc-1", pytest.param("blake256-x1-piped", marks=pytest.mark.large)],
)
def test_ports_are_those_of_the_rtl(design: str) -> None:
    hardware = find(design).hardware
    declared = {(port.name, port.input, port.width) for port in declared_ports(hardware, "stream")}
    assert {(port.name, port.input, port.width) for port in stream_ports(hardware)} == declared


@pytest.mark.parametrize("design", DESIGNS)
def test_is_complete(design: str) -> None:
    files = exported([Project(find(design))], FORMS["f"])
    name = Project(find(design)).name
    listed = [
        line
        for line in files[f"{name}.f"].decode().splitlines()
        if not line.startswith(("//", "+"))
    ]
    assert listed[-1] == f"{name}.v"
    assert {*listed} <= {*files}
    told = files["README.md"].decode()
    for file in files:
        assert f"`{file}`" in told or file == "README.md" or file.startswith("rtl/"), file
    assert "http://" not in told
    assert all(f"`{port.name}`" in told for port in stream_ports(find(design).hardware))
    assert "|  |" not in told, "a port without its meaning"
    configured = find(design).hardware.configured
    bench = files[f"sim/{name}_tb.v"].decode()
    counts = r"if \((\w+)_tvalid && \1_tready\) begin\n(?:.*\n){2} +if \(first < 0\) first = cycle;"
    assert re.findall(counts, bench) == ["s_axis_cfg" if configured else "s_axis"]
    assert ("cycles from the first beat of its configuration in" in told) == configured
    # The packet's words are in the folder, whatever the form.
    assert bool(re.search(r"^ {6}.*\bword 0 ", told, re.MULTILINE)) == configured
    json.loads(files["waveform.json"])


@pytest.mark.parametrize(
    ("design", "parameters"),
    [
        ("skein512-x8-tree", {"LeafBits": 1, "FanBits": 1}),
        ("sha256-x1-piped", {"Streams": 256}),
        pytest.param("blake256-x1-piped", {"Streams": 256}, marks=pytest.mark.large),
        pytest.param("whirlpool-x1-piped", {"Streams": 256}, marks=pytest.mark.large),
    ],
)
def test_yosys_reads_the_largest_memories(design: str, parameters: dict[str, int]) -> None:
    """Loops over their words have more steps than read_slang takes by itself."""
    hardware = find(design).hardware.having(**parameters)
    assert declared_ports(hardware, "stream")


def test_stale_figures_are_called_so(monkeypatch: pytest.MonkeyPatch) -> None:
    design = find("sha256-lut")
    figures = {**Project(design).measured["ecp5"], "stale": False}
    told = {}
    for stale in (False, True):
        monkeypatch.setattr(
            project, "measured", lambda *_, at=stale: {"ecp5": {**figures, "stale": at}}
        )
        files = exported([Project(design, vendor="lattice")], FORMS["f"])
        told[stale] = files["README.md"].decode()
    assert "| ecp5, stale |" in told[True]
    assert "| ecp5 |" in told[False]
    assert "stale" not in told[False]


@pytest.mark.parametrize("design", _FAMILIES)
def test_strict_slang_takes_it(design: str, tmp_path: Path) -> None:
    folder = write(design, "f", tmp_path / "x")
    name = Project(find(design)).name
    require_legal(f"{name}_tb", {}, [*sources(folder), folder / f"sim/{name}_tb.v"], folder)


# Ports of the exported top are bits, whatever the core's ports are.
@pytest.mark.parametrize("design", ["sha3-x1", "skein256-x1"])
def test_strict_slang_takes_a_core(design: str, tmp_path: Path) -> None:
    folder = write(design, "f", tmp_path / "x", "--boundary", "core")
    require_legal(Project(find(design), boundary="core").name, {}, sources(folder), folder)


@pytest.mark.parametrize(
    "design",
    [
        pytest.param(each, marks=() if each in _VERILATED else pytest.mark.large)
        for each in (*_FAMILIES, *_CONVERTED)
    ],
)
def test_known_answer_in_verilator(design: str, tmp_path: Path, simulators: dict[str, str]) -> None:
    folder = write(design, "f", tmp_path / "x")
    told = re.findall("^    (.*)$", (folder / "README.md").read_text(), re.MULTILINE)
    commands = [line for line in told if line.startswith(("verilator ", "obj_dir/"))]
    assert len(commands) == 2
    assert "PASS" in [run_in(command.split(), folder, **simulators) for command in commands][1]


def test_illegal_parameter_ends_verilator(tmp_path: Path, simulators: dict[str, str]) -> None:
    folder = write("sha256-x1-piped", "f", tmp_path / "x")
    (command,) = re.findall(
        "^    (verilator .*)$", (folder / "README.md").read_text(), re.MULTILINE
    )
    top = folder / "gatehash_sha256_x1_piped.v"
    text = top.read_text()
    assert ".Streams(4)" in text
    top.write_text(text.replace(".Streams(4)", ".Streams(3)"))
    done = subprocess.run(
        command.split(), cwd=folder, env=simulators, capture_output=True, text=True, check=False
    )
    assert done.returncode != 0
    assert "Streams is 3; it must be a power of 2 from 2 to 256" in done.stderr


def _simulated(
    folder: Path, name: str, simulators: dict[str, str]
) -> subprocess.CompletedProcess[str]:
    """Build and run an exported test bench."""
    build = f"verilator -F {name}.f -F sim/verilator.f sim/{name}_tb.v --top-module {name}_tb"
    run_in(build.split(), folder, **simulators)
    done = [f"obj_dir/V{name}_tb"]
    return subprocess.run(done, cwd=folder, capture_output=True, text=True, check=False)


def test_wrong_answer_fails(tmp_path: Path, simulators: dict[str, str]) -> None:
    folder = write("sha256-lut", "f", tmp_path / "x")
    (bench,) = (folder / "sim").glob("*_tb.v")
    text = bench.read_text()
    bench.write_text(re.sub(r"(M_AXIS = \d+'h)(.)", lambda m: f"{m[1]}{int(m[2], 16) ^ 1:x}", text))
    name = Project(find("sha256-lut")).name
    done = _simulated(folder, name, simulators)
    assert done.returncode != 0
    assert "FAIL: m_axis, beat 3" in done.stdout


@pytest.mark.parametrize(
    "design",
    [pytest.param(each, marks=() if each in _QUICK else pytest.mark.large) for each in _FAMILIES],
)
def test_plain_verilog(design: str, tmp_path: Path, simulators: dict[str, str]) -> None:
    folder = write(design, "verilog", tmp_path / "x")
    name = Project(find(design)).name
    text = (folder / f"{name}.v").read_text()
    assert not re.search(r"\b(logic|always_ff|always_comb|package|typedef|struct)\b", text)
    assert str(tmp_path) not in text
    assert not (folder / "rtl").exists()
    from pyosys import libyosys

    read = libyosys.Design()
    libyosys.run_pass(f"read_verilog {folder / f'{name}.v'}", read)
    _wall(folder, name, simulators)
    if not shutil.which("iverilog"):
        pytest.skip("no iverilog: the known answer was not simulated")
    run_in(["iverilog", "-o", "known", f"{name}.v", f"sim/{name}_tb.v"], folder)
    assert "PASS" in run_in(["vvp", "-N", "known"], folder)


# Verilator warned of each for a reason of its own.
@pytest.mark.large
@pytest.mark.parametrize("design", ["phash-6", "blake-chacha-mc-1-t", "blake3-2", "blake256-x1"])
def test_plain_verilog_has_no_warning(
    design: str, tmp_path: Path, simulators: dict[str, str]
) -> None:
    folder = write(design, "verilog", tmp_path / "x")
    _wall(folder, Project(find(design)).name, simulators)


def _wall(folder: Path, name: str, simulators: dict[str, str]) -> None:
    """Fail if Verilator's -Wall finds anything in a folder of plain Verilog."""
    lint = ["verilator", "--lint-only", "-Wall", "-F", f"{name}.f", "--top-module", name]
    run_in(lint, folder, **simulators)


@pytest.mark.parametrize(
    "design",
    [
        "sha256-lut",
        *(
            pytest.param(name, marks=pytest.mark.large)
            for name in (
                "sha256-x1-piped",
                "blake-chacha-mc-1",
                "blake3-1",
                "blake3-2",
                "skein-mc@64",
            )
        ),
    ],
)
def test_self_test(design: str, tmp_path: Path, simulators: dict[str, str]) -> None:
    folder = write(design, "f", tmp_path / "x", "--self-test")
    name = Project(find(design), self_test=True).name
    assert "PASS" in _simulated(folder, name, simulators).stdout
    ports = (folder / "templates" / f"{name}.vhdl.txt").read_text()
    assert "self_test_failed : out std_logic" in ports
    if design != "sha256-lut":
        return
    # A top that computes something else answers with an error, and with nothing of its own.
    (core,) = folder.glob("rtl/sha2/gh_*_sha2_core.sv")
    damaged = core.read_text().replace("(x & y) ^ (x & z) ^ (y & z)", "(x & y) ^ (x & z)")
    assert damaged != core.read_text()
    core.write_text(damaged)
    assert "FAIL: m_axis, beat 0 is 0000000000000000" in _simulated(folder, name, simulators).stdout


@pytest.mark.parametrize("design", [*DESIGNS, *_CONVERTED])
def test_formula_of_cycles(design: str) -> None:
    """What is stated of a message's cycles is what it takes, whatever its length."""
    project = Project(find(design))
    job, stated = project.job, project.formula
    block, beat = job.block_bits // 8, project.hardware.beat_bits // 8
    fewer = {0}
    for size in range(2 * block + 2):
        if job.refusal(size):
            continue
        blocks = job.blocks(size)
        if formula := re.fullmatch(r"(\d+) N ([+-]) (\d+)", stated.text):
            cycles = int(formula[1]) * blocks + int(f"{formula[2]}{formula[3]}")
        elif value := re.search(rf"(\d+) \(N = {blocks}\)", stated.text):
            cycles = int(value[1])
        else:
            continue
        if stated.by_beat and size < block:
            cycles -= block // beat - max(1, -(-size // beat))
        fewer.add(cycles - job.latency(size))
    assert (min(fewer), max(fewer)) == (0, stated.fewer)


@pytest.mark.parametrize(
    ("design", "formula", "more"),
    [
        ("sha256-x1-piped", (207, 31), "shorter than a block takes a cycle less for each beat"),
        ("whirlpool-x1-piped", (78, 21), "shorter than a block takes a cycle less for each beat"),
        ("blake512-x1-piped", (226, 29), "shorter than a block takes a cycle less for each beat"),
        ("chacha-x2-piped", (10, 102), "whose last block is not whole takes up to 7 cycles less"),
        ("sha256-lut", (64, 19), ""),
    ],
)
def test_cycles_of_the_readme(design: str, formula: tuple[int, int], more: str) -> None:
    """They are those of the documentation."""
    told = exported([Project(find(design))], FORMS["f"])["README.md"].decode()
    each, rest = formula
    assert f" {each} N + {rest} cycles from " in told
    assert told.count("\nA message ") == 1 + bool(more)
    assert more in told
    if "x1-piped" in design:
        assert f"| {rest} + {each} B |" in (docs_root() / "engines.md").read_text()


def test_parameters_of_a_function() -> None:
    """A reader learns which parameters a digest depends on, and of which values it is."""
    project = Project(find("skein512-x8-tree"), self_test=True)
    top = top_text(project)
    for form in ("f", "litex"):
        told = exported([project], FORMS[form])["README.md"].decode()
        for parameter, value, symbol in (
            ("LeafBits", 5, "Y_l"),
            ("FanBits", 4, "Y_f"),
            ("Height", 255, "Y_m"),
        ):
            assert f"| `{parameter}` | {value} | {symbol}: " in told
            assert f"//   {parameter} = {value}; {symbol}: " in top
        assert "Stream top without the self-test; the whole record" in told
    behind = Project(find("skein512-x8-tree"), bridge="axil")
    assert "//   LeafBits = 5; Y_l: " in top_text(behind)
    assert "computes skein-tree-512-512 of 1 byte;" in top
    # The name of a function has its digest length.
    assert not Project(find("skein512-x8")).choices


@pytest.mark.parametrize("form", [form for form in FORMS.values() if not form.plain])
def test_every_folder_says_how_to_simulate(form: Form) -> None:
    files = exported([Project(find("sha256-lut"))], form)
    command = r"^    verilator -F (\S+) -F (\S+) (\S+) --top-module (\S+)$"
    ((listed, options, bench, top),) = re.findall(
        command, files["README.md"].decode(), re.MULTILINE
    )
    assert {listed, options, bench} <= {*files}
    assert f"module {top};" in files[bench].decode()


def test_core_tells_where_its_ports_are_explained() -> None:
    files = exported([Project(find("sha256-lut"), "core")], FORMS["f"])
    told = files["README.md"].decode()
    assert "| `clk_i` | input | 1 | clock |" in told
    (path,) = re.findall(r"ports of its own\. `(\S+)` tells what each is", told)
    assert re.search(r"\bmodule gh_\w+_sha2_core\b", files[path].decode())


def test_core_has_no_simulation() -> None:
    files = exported([Project(find("sha256-lut"), "core")], FORMS["f"])
    told = files["README.md"].decode()
    assert "sim/" not in told
    assert "## Simulation" not in told


def test_self_test_of_a_core(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    options = ["--as", "f", "--boundary", "core", "--self-test", "-o", str(tmp_path / "x")]
    assert run(["export", "sha256-lut", *options]) != 0
    assert "--self-test is for the boundary stream" in capsys.readouterr().err
    assert not (tmp_path / "x").exists()


@pytest.mark.parametrize(
    ("design", "boundary", "options"),
    [
        ("sha256-lut", "axil", ()),
        ("chacha-mc-1", "wishbone", ("--two-clocks",)),
        pytest.param("skein-mc", "apb", ("--two-clocks",), marks=pytest.mark.large),
        pytest.param("sha3-x1", "axil", ("--two-clocks",), marks=pytest.mark.large),
    ],
)
def test_known_answer_behind_a_bus(
    design: str, boundary: str, options: tuple[str, ...], tmp_path: Path
) -> None:
    folder = write(design, "verilog", tmp_path / "x", "--boundary", boundary, *options)
    name = Project(find(design), bridge=boundary, two_clocks=bool(options)).name
    told = (folder / "README.md").read_text()
    assert f"--boundary {boundary} {' '.join(options)}".strip() in told
    assert all(f"`{port.name}`" in told for port in Project(find(design), bridge=boundary).ports)
    subprocess.run(["gcc", "-std=c99", "-c", "sw/gatehash.c"], cwd=folder, check=True)
    if not shutil.which("iverilog"):
        pytest.skip("no iverilog: the known answer was not simulated")
    run_in(["iverilog", "-o", "known", f"{name}.v", f"sim/{name}_tb.v"], folder)
    assert "PASS" in run_in(["vvp", "-N", "known"], folder)


@pytest.mark.parametrize("boundary", ["axil", "wishbone", "apb"])
def test_files_behind_a_bus_in_verilator(
    boundary: str, tmp_path: Path, simulators: dict[str, str]
) -> None:
    folder = write("sha256-lut", "f", tmp_path / "x", "--boundary", boundary, "--two-clocks")
    name = Project(find("sha256-lut"), bridge=boundary, two_clocks=True).name
    command = f"verilator --lint-only --timing -F {name}.f sim/{name}_tb.v"
    run_in([*command.split(), *WARNINGS, "--top-module", f"{name}_tb"], folder, **simulators)
    require_legal(f"{name}_tb", {}, [*sources(folder), folder / f"sim/{name}_tb.v"], folder)


@pytest.mark.parametrize("boundary", ["stream", pytest.param("axil", marks=pytest.mark.large)])
def test_fusesoc(boundary: str, tmp_path: Path, simulators: dict[str, str]) -> None:
    folder = write("chacha-mc-1", "fusesoc", tmp_path / "x", "--boundary", boundary)
    command = [str(Path(sys.executable).with_name("fusesoc")), "--cores-root", "."]
    core = f"gatehash:cores:gatehash_chacha_mc_1{'' if boundary == 'stream' else f'_{boundary}'}"
    simulators = {**simulators, "XDG_CONFIG_HOME": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path)}
    run_in([*command, "run", "--target=lint", core], folder, **simulators)
    assert "PASS" in run_in([*command, "run", "--target=sim", core], folder, **simulators)
    run_in([*command, "run", "--target=synth", "--setup", core], folder, **simulators)
    (script,) = folder.glob("build/*/synth/*_synth.tcl")
    assert "synth_1" in script.read_text()


_VHDL = """\
library ieee;
use ieee.std_logic_1164.all;
{entity}
architecture empty of {name} is
begin
end architecture;

library ieee;
use ieee.std_logic_1164.all;
entity user is
end entity;
architecture rtl of user is
{declarations}
begin
{instance}
end architecture;
"""


@pytest.mark.skipif(not shutil.which("ghdl"), reason="no ghdl: VHDL was not analysed")
@pytest.mark.parametrize("design", ["sha256-lut", "blake-chacha-mc-1"])
@pytest.mark.parametrize("form", ["component", "entity"])
def test_instances_in_vhdl(design: str, form: str, tmp_path: Path) -> None:
    folder = write(design, "f", tmp_path / "x")
    name = Project(find(design)).name
    text = (folder / f"templates/{name}.vhdl.txt").read_text()
    component = text[text.index(f"component {name}") : text.index("end component;")]
    declarations, instances = text.split("-- An instance", 1)
    of_component, of_entity = instances.split("\n\n")
    source = tmp_path / "user.vhd"
    source.write_text(
        _VHDL.format(
            name=name,
            entity=f"entity{component.removeprefix('component')}end entity;",
            declarations=declarations,
            instance=f"--{of_component}" if form == "component" else of_entity,
        )
    )
    run_in(["ghdl", "-a", "--std=93", str(source)], tmp_path)
    run_in(["ghdl", "-e", "--std=93", "user"], tmp_path)


@pytest.mark.parametrize("language", ["verilog", "systemverilog"])
def test_instances_in_verilog(language: str, tmp_path: Path) -> None:
    folder = write("blake-chacha-mc-1", "f", tmp_path / "x")
    name = Project(find("blake-chacha-mc-1")).name
    instance = (folder / f"templates/{name}.{language}.txt").read_text()
    user = folder / "user.sv"
    user.write_text(f"module user;\n{instance}endmodule\n")
    require_legal("user", {}, [*sources(folder), user], folder)


def test_vendor_cells() -> None:
    lattice = Project(find("chacha-mc-1"), vendor="lattice")
    assert {path.parent.name for path in lattice.sources} >= {"lattice"}
    files = exported([lattice], FORMS["f"])
    listed = files[f"{lattice.name}.f"].decode()
    # A design's own list has no model of a cell, which would be mapped to logic.
    assert "LUT4.sv" not in listed
    assert "rtl/prim/lattice/LUT4.sv" in files["cells.f"].decode().splitlines()
    assert "cells.f" not in exported([Project(find("chacha-mc-1"))], FORMS["f"])


# Place and route.
@pytest.mark.large
def test_flow_of_ecp5_sums_up(tmp_path: Path) -> None:
    """Names of modules steer ABC, so that look-up tables and frequency come near the record's."""
    folder = write("chacha-mc-1", "f", tmp_path / "x", "--vendor", "lattice")
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    said = run_in([sys.executable, "ecp5.py", "2"], folder, PATH=path)
    cells = json.loads((folder / "statistics.json").read_text())["design"]["num_cells_by_type"]
    record = load(find("chacha-mc-1"), "ecp5", "stream")
    assert record is not None
    assert cells == pytest.approx(dict(record.cells), rel=0.03)
    (clock,) = json.loads((folder / "report-2.json").read_text())["fmax"].values()
    assert clock["achieved"] == pytest.approx(record.runs[1].fmax_mhz, rel=0.2)
    last = (*said.splitlines()[-2].split(", "), said.splitlines()[-1])
    counted = (f"{number} {cell}" for cell, number in sorted(cells.items()))
    assert last == (*counted, f"{clock['achieved']:.1f} MHz")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--as", "vhdl"], "unknown form 'vhdl'; choose one of: f, fusesoc,"),
        (
            ["--as", "f", "--boundary", "pins"],
            "unknown boundary 'pins'; choose one of: core, stream, axil, wishbone, apb",
        ),
        (
            ["--as", "vivado", "--boundary", "wishbone"],
            "no export of the wishbone as vivado; it takes: core, stream, axil, apb",
        ),
        (
            ["--as", "quartus", "--boundary", "wishbone"],
            "no export of the wishbone as quartus; it takes: core, stream, axil, apb",
        ),
        (
            ["--as", "litex", "--boundary", "apb"],
            "no export of the apb as litex; it takes: stream, axil, wishbone",
        ),
        (["--as", "f", "--two-clocks"], "--two-clocks is for the boundaries axil, wishbone, apb"),
        (
            ["--as", "f", "--vendor", "acme"],
            "unknown vendor 'acme'; choose one of: generic, xilinx",
        ),
        (
            ["--as", "litex", "--boundary", "core"],
            "no export of the core as litex; it takes: stream, axil, wishbone",
        ),
        (
            ["--as", "f", "--algorithm", "md5"],
            "sha256-lut has no algorithm 'md5'; it runs: sha-256",
        ),
    ],
)
def test_refusals(
    arguments: list[str], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    assert run(["export", "sha256-lut", *arguments, "-o", str(out)]) == 2
    told = capsys.readouterr().err
    assert said in told
    assert told.count("\n") == 1
    assert not out.exists()


@pytest.mark.parametrize("form", FORMS)
def test_boundary_that_a_design_lacks(
    form: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    options = ["--as", form, "--boundary", "axil", "-o", str(out)]
    # Nor is one of the other designs written.
    assert run(["export", "sha256-lut", "blake-chacha-mc-1", *options]) == 2
    said = "blake-chacha-mc-1 has 2 streams; a bus bridge serves one"
    assert capsys.readouterr().err == f"gatehash: {said}; the boundary stream is without a bus\n"
    assert not out.exists()


def test_of_several_designs_all_or_none(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "out"
    options = ["export", "sha256-lut", "sha3-x1", "--as", "f", "-o", str(out)]
    assert run([*options, "--algorithm", "sha-256"]) == 2
    assert "sha3-x1 has no algorithm 'sha-256'; it runs: sha3-256," in capsys.readouterr().err
    assert not out.exists()
    # Nor where something fails while the second is made.
    monkeypatch.setattr("gatehash.export.library.top_text", _fails_for("sha3-x1", top_text))
    assert run(options) == 2
    assert capsys.readouterr().err == "gatehash: no top of sha3-x1\n"
    assert not out.exists()


def _fails_for(design: str, function: Callable[[Project], str]) -> Callable[[Project], str]:
    def failing(project: Project) -> str:
        if project.design.name == design:
            raise GatehashError(f"no top of {design}")
        return function(project)

    return failing


def test_version_is_the_package() -> None:
    files = exported([Project(find("sha256-lut"))], FORMS["fusesoc"])
    assert f":{version('gatehash')}\n" in files["gatehash_sha256_lut.core"].decode()
