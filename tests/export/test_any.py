# SPDX-License-Identifier: Apache-2.0
"""Exported tops that take packets with any tkeep: holes, widths, clocks, signals past the core."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from tests.export.folders import run_in, sources, write
from tests.rtl.cocotb_build import build_for_cocotb, run
from tests.rtl.lint import require_clean, require_legal

from gatehash.bus import Pins
from gatehash.catalog import find
from gatehash.cli import commands
from gatehash.export import FORMS, Project, exported

# Design, width at the pins, bits past the core, whether there are two clocks.
_CASES: tuple[tuple[str, int | None, dict[str, int], bool], ...] = (
    ("sha256-lut@32", 64, {"tid": 3, "tuser": 5}, True),
    ("chacha-mc-1", 32, {"tdest": 2}, False),
    ("sha3-x1", None, {"tid": 1, "tdest": 4, "tuser": 1}, False),
    ("phash-1@64", 128, {}, True),
    ("sha512-lut", 8, {"tuser": 2}, False),
)
_QUICK = _CASES[0]


def _options(bits: int | None, sides: dict[str, int], two_clocks: bool) -> list[str]:
    return [
        *("--input", "any"),
        *(("--input-bits", str(bits)) if bits else ()),
        *(word for name, width in sides.items() for word in ("--carry", f"{name}={width}")),
        *(("--two-clocks",) if two_clocks else ()),
    ]


@pytest.mark.parametrize(
    ("design", "bits", "sides", "two_clocks"),
    [pytest.param(*each, marks=() if each == _QUICK else pytest.mark.large) for each in _CASES],
)
def test_any_packet(
    design: str, bits: int | None, sides: dict[str, int], two_clocks: bool, tmp_path: Path
) -> None:
    folder = write(design, "f", tmp_path / "x", *_options(bits, sides, two_clocks))
    project = Project(find(design), pins=Pins(bits, **sides), two_clocks=two_clocks)
    files = sources(folder)
    require_legal(f"{project.name}_tb", {}, [*files, *folder.glob("sim/*_tb.v")], folder)
    model = build_for_cocotb(project.name, files, {}, [port.name for port in project.ports])
    what = {
        "design": design,
        "bits": bits or project.hardware.stream_bits,
        "sides": sides,
        "two_clocks": two_clocks,
    }
    run(model, "any_bench", tmp_path, {"GATEHASH_ANY": json.dumps(what)}).require_success()


@pytest.mark.parametrize(
    ("design", "bits", "sides", "two_clocks"),
    [pytest.param(*each, marks=() if each == _CASES[1] else pytest.mark.large) for each in _CASES],
)
def test_known_answer(
    design: str,
    bits: int | None,
    sides: dict[str, int],
    two_clocks: bool,
    tmp_path: Path,
    simulators: dict[str, str],
) -> None:
    """The bench of the folder sends a message with holes, and a null beat at its end."""
    folder = write(design, "f", tmp_path / "x", *_options(bits, sides, two_clocks))
    (name,) = (path.stem for path in folder.glob("*.f"))
    (bench,) = folder.glob("sim/*_tb.v")
    assert "S_AXIS_KEEP[" in bench.read_text()
    build = f"verilator -F {name}.f -F sim/verilator.f sim/{name}_tb.v --top-module {name}_tb"
    run_in(build.split(), folder, **simulators)
    assert "PASS" in run_in([f"obj_dir/V{name}_tb"], folder)


@pytest.mark.parametrize("form", [each for each in FORMS if each != "verilog"])
def test_forms(form: str) -> None:
    """Every form has the ports that are new, and the second clock."""
    pins = Pins(tid=2, tdest=3, tuser=4)
    project = Project(find("sha256-lut"), pins=pins, two_clocks=True)
    files = exported([project], FORMS[form])
    assert project.name == "gatehash_sha256_lut_any_tid2_tdest3_tuser4_two_clocks"
    readme = files["README.md"].decode()
    for port in ("s_axis_tdest", "m_axis_tdest", "s_axis_tuser", "core_aclk"):
        assert f"| `{port}` |" in readme
    assert not re.search(r"put \| \d+ \|  \|", readme), "a port without its meaning"
    assert "the `tid`, `tdest` and `tuser` of the first beat of its message" in readme
    more = {
        "vivado": (".tcl", "TDEST s_axis_tdest"),
        "quartus": ("_hw.tcl", "s_axis_tdest tdest Input 3"),
        "litex": (".py", "i_s_axis_tdest=self.s_axis.dest"),
    }
    if form in more:
        ending, words = more[form]
        assert words in files[f"{project.name}{ending}"].decode()
    if form == "litex":
        text = files[f"{project.name}.py"].decode()
        assert "i_core_aclk=ClockSignal(core_domain)" in text
        compile(text, "litex", "exec")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["sha256-lut", "--input", "all"], "unknown input 'all'; choose one of: packed, any"),
        (["sha256-lut", "--input-bits", "32"], "--input-bits is for --input any"),
        (["sha256-lut", "--carry", "tid=1"], "--carry is for --input any"),
        (
            ["sha256-lut", "--input", "any", "--input-bits", "48"],
            "the width of the input is 48; it must be one of: 8, 16, 32, 64, 128, 256, 512, 1024",
        ),
        (
            ["sha256-lut", "--input", "any", "--carry", "tid=0"],
            "--carry is 'tid=0'; BITS must be from 1 to 64",
        ),
        (
            ["sha256-lut", "--input", "any", "--carry", "tlast=1"],
            "--carry is 'tlast=1'; it must be NAME=BITS, once for each NAME, where NAME",
        ),
        (
            ["sha256-lut", "--input", "any", "--boundary", "axil"],
            "--input any is for the boundary stream, without --boundary axil",
        ),
        (
            ["sha256-lut", "--input", "any", "--self-test"],
            "--input any is for the boundary stream, without --self-test",
        ),
        (
            ["sha256-x1-piped", "--input", "any"],
            "sha256-x1-piped has 4 streams; an input for any packets serves one",
        ),
        (
            ["phash-2", "--input", "any", "--input-bits", "512"],
            "phash-2 has a stream of 224 bits, and the input 512; one must be a multiple of the "
            "other, and the narrower one a power of 2: phash-2@128",
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


@pytest.mark.parametrize(
    "parameters",
    [
        {},
        {"TwoClocks": 1, "PinBits": 8, "IdBits": 1},
        {"Configured": 1, "PinBits": 256, "DestBits": 2, "UserBits": 3},
    ],
)
def test_lint(parameters: dict[str, int]) -> None:
    require_clean("gh_axis_any", parameters, Pins().files)
