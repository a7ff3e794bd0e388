# SPDX-License-Identifier: Apache-2.0
"""Several cores behind one bridge: map, files for software and tools, refusals, a known answer."""

from __future__ import annotations

import re
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.export.folders import run_in, sources, write
from tests.export.tcl import VIVADO, recorded
from tests.rtl.lint import require_legal

from gatehash.bus import BRIDGES, FUNCTION_NUMBERS, MOST_CORES, WINDOW_BYTES
from gatehash.catalog import find
from gatehash.cli import commands
from gatehash.export import FORMS, Project, exported
from gatehash.paths import rtl_root, sw_root

_DESIGNS = ("sha256-lut", "chacha-mc-1", "sha3-x1")
_CHOSEN = ("sha3-x1-mac:kmac256:1024", "sha3-x1-mac", "sha3-x1:shake128")
_NAME = "gatehash_sha256_lut_chacha_mc_1_sha3_x1"


def _together(*designs: str, bridge: str = "axil") -> Project:
    first, *others = (Project(find(name), bridge=bridge) for name in designs)
    return replace(first, beside=tuple(others))


@pytest.mark.parametrize("bridge", BRIDGES)
@pytest.mark.parametrize("two_clocks", [False, True])
def test_legal(bridge: str, two_clocks: bool, tmp_path: Path) -> None:
    options = ["--boundary", bridge, *(["--two-clocks"] if two_clocks else [])]
    folder = write(" ".join(_DESIGNS), "f", tmp_path / "x", *options)
    (top,) = (path.stem for path in folder.glob("*.v"))
    assert top == f"{_NAME}_{bridge}" + ("_two_clocks" if two_clocks else "")
    require_legal(f"{top}_tb", {}, [*sources(folder), folder / f"sim/{top}_tb.v"], folder)


@pytest.mark.parametrize(
    ("bridge", "designs"),
    [
        ("wishbone", ("chacha-mc-1", "chacha-mc-1")),
        pytest.param(
            "wishbone", ("sha256-lut", "chacha-mc-1", "sha256-lut"), marks=pytest.mark.large
        ),
        pytest.param("axil", _DESIGNS, marks=pytest.mark.large),
        pytest.param("wishbone", _CHOSEN, marks=pytest.mark.large),
        pytest.param("apb", ("chacha-mc-1", "sha3-x1"), marks=pytest.mark.large),
    ],
)
def test_known_answers(
    bridge: str, designs: tuple[str, ...], tmp_path: Path, simulators: dict[str, str]
) -> None:
    folder = write(" ".join(designs), "f", tmp_path / "x", "--boundary", bridge)
    (name,) = (path.stem for path in folder.glob("*.f"))
    build = f"verilator -F {name}.f -F sim/verilator.f sim/{name}_tb.v --top-module {name}_tb"
    run_in(build.split(), folder, **simulators)
    said = run_in([f"obj_dir/V{name}_tb"], folder)
    assert said.count("PASS: ") == len(designs)


def test_files_for_software_agree(tmp_path: Path) -> None:
    """The map in SystemRDL, as PeakRDL's compiler reads it, and the header for C."""
    compiler_of = pytest.importorskip("systemrdl")
    folder = write(" ".join(_DESIGNS), "f", tmp_path / "x", "--boundary", "apb")
    compiler = compiler_of.RDLCompiler()
    pytest.importorskip("peakrdl_regblock")
    from peakrdl_regblock.udps import ALL_UDPS

    for each in ALL_UDPS:
        compiler.register_udp(each, soft=False)
    compiler.compile_file(
        str(folder / f"sw/{_NAME}_apb.rdl"), incl_search_paths=[str(folder / "sw")]
    )
    top: Any = compiler.elaborate(f"{_NAME}_apb").top
    cores = [(node.get_path_segment(), node.absolute_address) for node in top.children()]
    assert cores == [(f"core{number}", WINDOW_BYTES * number) for number in range(3)]
    assert {node.get_path_segment() for node in top.children()[0].children()} >= {"id", "digest"}
    header = (folder / f"sw/{_NAME}_apb.h").read_text()
    defined = dict(re.findall(r"#define (\w+) (0x\w+|\d+)u", header))
    prefix = f"{_NAME}_apb".upper()
    assert [int(defined[f"{prefix}_CORE_{number}"], 16) for number, _ in enumerate(cores)] == [
        address for _, address in cores
    ]
    assert defined[f"{prefix}_CORES"] == "3"
    assert int(defined[f"{prefix}_BYTES"], 16) == 4 * WINDOW_BYTES
    driver = (sw_root() / "gatehash_cores.h").read_text()
    assert f"GATEHASH_WINDOW {WINDOW_BYTES:#x}u" in driver


def test_tools_get_the_whole_region(tmp_path: Path) -> None:
    pytest.importorskip("tkinter")
    project = _together(*_DESIGNS)
    folder = write(" ".join(_DESIGNS), "vivado", tmp_path / "vivado", "--boundary", "axil")
    called = recorded(folder / f"{_NAME}_axil.tcl", VIVADO, {"argv": ""})
    ranges = [each[2] for each in called if each[:2] == ["set_property", "range"]]
    assert ranges == [str(project.region_bytes)] == ["16384"]
    called = recorded(folder / f"{_NAME}_axil_bd.tcl", VIVADO, {"argv": ""})
    (cell,) = (each for each in called if each[0] == "create_bd_cell" and each[-1] == "hash")
    assert f"gatehash:cores:{_NAME}_axil:" in " ".join(cell)
    (assigned,) = (each for each in called if each[0] == "assign_bd_address")
    assert assigned[3:5] == ["-range", "16384"]
    assert int(assigned[2], 16) % project.region_bytes == 0
    litex = exported([_together(*_DESIGNS, bridge="wishbone")], FORMS["litex"])
    text = litex[f"{_NAME}_wishbone.py"].decode()
    assert "_BYTES = 0x4000" in text
    assert "self.bus.adr[:12]" in text
    compile(text, "litex", "exec")


def test_readme_names_each_window() -> None:
    readme = exported([_together(*_DESIGNS)], FORMS["f"])["README.md"].decode()
    rows = re.findall(r"^\| `(0x\w+)` \| (\S+) \| ", readme, re.MULTILINE)
    assert rows == [(f"{WINDOW_BYTES * at:#07x}", name) for at, name in enumerate(_DESIGNS)]
    assert "## Configurations of chacha-mc-1" in readme
    assert f"gatehash export {' '.join(_DESIGNS)} --as f --boundary axil" in readme


def test_each_core_has_its_function(tmp_path: Path) -> None:
    """A design is there twice, with two functions; the README's command makes the same export."""
    folder = write(" ".join(_CHOSEN), "f", tmp_path / "x", "--boundary", "axil")
    (top,) = folder.glob("*.v")
    assert top.stem == ("gatehash_sha3_x1_mac_kmac256_1024_sha3_x1_mac_sha3_x1_shake128_axil")
    numbers = [int(each, 16) for each in re.findall(r"\.Functions *\(64'h(\w+)\)", top.read_text())]
    names = (("kmac256", "cshake256"), ("hmac-sha3-256",), ("shake128",))
    assert numbers == [sum(1 << FUNCTION_NUMBERS[name] for name in each) for each in names]
    assert re.findall(r"\.DigestBits *\((\d+)\)", top.read_text()) == ["1024", "256", "256"]
    readme = (folder / "README.md").read_text()
    rows = re.findall(r"^\| `0x\w+` \| \S+ \| (.*) \|$", readme, re.MULTILINE)
    assert rows == [", ".join(each) for each in names]
    assert f"gatehash export {' '.join(_CHOSEN)} --as f --boundary axil" in readme


def test_the_option_is_for_designs_without_a_function(tmp_path: Path) -> None:
    designs = "sha3-x1:shake256 sha3-x1 sha3-x1:sha3-512"
    folder = write(designs, "f", tmp_path / "x", "--algorithm", "sha3-384")
    tops = {path.stem for path in folder.glob("*.v")}
    assert tops == {f"gatehash_sha3_x1_{each}" for each in ("shake256", "sha3_384", "sha3_512")}


def test_separate_bridges(tmp_path: Path) -> None:
    options = ("--boundary", "axil", "--separate")
    folder = write(" ".join(_DESIGNS[:2]), "f", tmp_path / "x", *options)
    tops = {path.stem for path in folder.glob("*.v")}
    assert tops == {"gatehash_sha256_lut_axil", "gatehash_chacha_mc_1_axil"}


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (
            ["sha256-lut"] * (MOST_CORES + 1) + ["--boundary", "axil"],
            "17 cores need 17 windows of 4 KiB; the address map of a bridge has 16",
        ),
        (["sha256-lut", "--separate"], "--separate is for the boundaries axil, wishbone, apb"),
        (
            ["sha256-lut", "blake-chacha-mc-1", "--boundary", "apb"],
            "blake-chacha-mc-1 has 2 streams; a bus bridge serves one",
        ),
        (["sha256-lut:"], "a core is 'sha256-lut:'; it must be DESIGN[:FUNCTION[:BITS]]"),
        (["sha256-lut:sha-256:x"], "'sha256-lut:sha-256:x'; it must be DESIGN[:FUNCTION[:BITS]]"),
        (["sha256-lut:md5"], "sha256-lut has no algorithm 'md5'; it runs: sha-256, sha-224"),
        (["nothing:md5"], "unknown design 'nothing'"),
        (["sha3-x1-mac:kmac256:9"], "digest length 9 is not available: kmac256 takes multiples"),
        (
            ["sha3-x1:sha3-512", "--algorithm", "sha3-256"],
            "--algorithm is for designs without a FUNCTION; there is none",
        ),
    ],
)
def test_refusals(
    arguments: list[str], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    assert commands.run(["export", *arguments, "--as", "f", "-o", str(out)]) == 2
    told = capsys.readouterr().err
    assert said in told
    assert told.count("\n") == 1
    assert not out.exists()


_DRIVER = r"""
#include <stdio.h>

#include "gatehash_cores.h"

/* A core at every window, with the function of its number; none from the third one on. */
static uint32_t enabled[4];

static int read32(void *context, uintptr_t address, uint32_t *value)
{
    uintptr_t core = (address - *(uintptr_t *)context) / GATEHASH_WINDOW;

    switch (address % GATEHASH_WINDOW) {
    case 0x000: *value = core < 2 ? 0x47485348u : 0; break;
    case 0x004: *value = 0x10000u; break;
    case 0x018: *value = 1u << core; break;
    case 0x02c: *value = enabled[core]; break;
    default: *value = 0;
    }
    return 0;
}

static int write32(void *context, uintptr_t address, uint32_t value)
{
    if (address % GATEHASH_WINDOW == 0x02c)
        enabled[(address - *(uintptr_t *)context) / GATEHASH_WINDOW] = value;
    return 0;
}

int main(void)
{
    gatehash_device devices[3];
    gatehash_cores cores;
    gatehash_bus bus = {0};
    uintptr_t base = UINTPTR_MAX - 2 * GATEHASH_WINDOW + 1;

    bus.read32 = read32;
    bus.write32 = write32;
    bus.context = &base;
    bus.base = base;
    bus.patience = 10;
    printf("%d\n", gatehash_open_cores(&cores, devices, 2, &bus));
    printf("%d\n", gatehash_pick(&cores, (gatehash_function)1) == &devices[1]);
    printf("%d\n", gatehash_pick(&cores, (gatehash_function)2) == NULL);
    devices[1].open = 1;
    printf("%d\n", gatehash_pick(&cores, (gatehash_function)1) == NULL);
    printf("%d\n", gatehash_open_cores(&cores, devices, 3, &bus));
    printf("%d\n", gatehash_pick(&cores, (gatehash_function)0) == NULL);
    printf("%d\n", gatehash_open_cores(&cores, devices, 0, &bus));
    bus.base = base = 0x1000;
    printf("%d\n", gatehash_open_cores(&cores, devices, 3, &bus));
    printf("%d\n", gatehash_pick(&cores, (gatehash_function)0) == NULL);
    return 0;
}
"""


@pytest.mark.parametrize(
    "compiler", ["gcc -std=c99", "g++ -std=c++11 -Wno-missing-field-initializers -x c++"]
)
def test_driver_of_several_cores(compiler: str, tmp_path: Path) -> None:
    """The windows may end at the last address, and not behind it; all cores are open or none."""
    first, *words = compiler.split()
    command = [first, "-Wall", "-Wextra", "-Werror", "-pedantic", *words, f"-I{sw_root()}"]
    if not shutil.which(command[0]):
        pytest.skip(f"no {command[0]}")
    (tmp_path / "main.c").write_text(_DRIVER)
    files = [str(tmp_path / "main.c"), str(sw_root() / "gatehash.c")]
    subprocess.run([*command, *files, "-o", str(tmp_path / "main")], check=True)
    said = subprocess.run([tmp_path / "main"], capture_output=True, text=True, check=True).stdout
    assert said.split() == ["0", "1", "1", "1", "-1", "1", "-1", "-2", "1"]


def test_windows_are_those_of_the_rtl() -> None:
    text = (rtl_root() / "bus/gh_bus_select.sv").read_text()
    assert "address_i[12+:IndexBits]" in text
    assert WINDOW_BYTES == 1 << 12
