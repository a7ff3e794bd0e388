# SPDX-License-Identifier: Apache-2.0
"""A nextpnr that is a program of the system: where it is found, how it runs, what it writes."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.implement.making import NOWHERE, REFERENCE

from gatehash.catalog import find
from gatehash.errors import GatehashError
from gatehash.implement import TARGETS, Run, implement
from gatehash.implement.external import external, find_program, program_version
from gatehash.implement.hierarchy import Located, Origins
from gatehash.implement.reading import read_run
from gatehash.implement.terms import in_common_terms
from gatehash.implement.tools import tool_versions

XC7A = TARGETS["xc7a"]
NAME, VARIABLE = "nextpnr-himbaechel-xilinx", "GATEHASH_NEXTPNR_XILINX"
VERSION = '"nextpnr-himbaechel-xilinx" -- Next Generation Place and Route (Version 0.11.1+dfsg-5)'
REPORT = (REFERENCE / "nextpnr-xc7a-report.json").read_text()


def program(path: Path, text: str) -> Path:
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)
    return path


@pytest.fixture
def nowhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A PATH of one empty folder, and no variable."""
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder))
    monkeypatch.delenv(VARIABLE, raising=False)
    return folder


def test_one_nextpnr_is_a_program() -> None:
    assert {name for name, target in TARGETS.items() if target.program} == {"xc7a"}
    assert XC7A.program == VARIABLE
    assert XC7A.packages == ("pyosys",)
    assert external(NAME) is XC7A
    assert external("nextpnr-ecp5") is None


def test_program_on_path_is_found(nowhere: Path) -> None:
    path = program(nowhere / NAME, f"echo '{VERSION}'")
    assert find_program(XC7A) == str(path)
    assert tool_versions(XC7A)[NAME] == "0.11.1+dfsg-5"


def test_variable_takes_precedence(
    nowhere: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program(nowhere / NAME, "exit 1")
    other = program(tmp_path / "other", f"echo '{VERSION}'")
    monkeypatch.setenv(VARIABLE, str(other))
    assert find_program(XC7A) == str(other)


@pytest.mark.usefixtures("nowhere")
def test_missing_program_is_an_error_of_one_line_that_tells_where_to_get_it() -> None:
    with pytest.raises(GatehashError) as caught:
        implement(find("blake2s-mc-1"), "xc7a", "core")
    (said,) = str(caught.value).splitlines()
    assert said == (
        f"blake2s-mc-1 core on xc7a: {NAME} not found on PATH, and {VARIABLE} is not set; "
        f"Debian testing: apt-get install {NAME}"
    )


@pytest.mark.usefixtures("nowhere")
def test_variable_that_names_nothing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, "not-there")
    with pytest.raises(GatehashError, match=f"{VARIABLE} names 'not-there', which is no program"):
        find_program(XC7A)


def test_program_without_a_version_is_refused(nowhere: Path) -> None:
    path = program(nowhere / NAME, "echo hello")
    with pytest.raises(GatehashError, match=f"'{path} --version' reports no version of nextpnr"):
        program_version(XC7A)


def test_child_becomes_the_program(tmp_path: Path) -> None:
    path = program(tmp_path / "placer", 'echo "$@"; exit 7')
    done = subprocess.run(
        [sys.executable, "-m", "gatehash.implement.child", NAME, "--seed", "3"],
        env={**os.environ, VARIABLE: str(path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (7, "--seed 3\n")


def test_report_gives_frequency_cells_and_path() -> None:
    # Places of some cells, as the hierarchy tells them.
    adder = "u_alu.gen_whole.u_add_xor3"
    carries = {f"{adder}.gen_carry[{n}].u_carry": Located(adder, "CARRY4", None) for n in range(8)}
    ends = {
        "u_alu.xor_q_FDRE_Q": Located("u_alu", "FDRE", "u_alu.xor_q"),
        "u_alu.gen_near_4.u_near.data_i_FDRE_Q_29": Located("u_alu", "FDRE", "u_alu.sum_q[29]"),
    }
    origins = Origins((), carries | ends)
    found = read_run(XC7A, 1, 14.6, "", in_common_terms(XC7A, REPORT), origins)
    assert found is not None
    assert (found.fmax_mhz, found.kind, found.comb) == (265.18, "routed", 252)
    path = found.critical_path
    assert path is not None
    assert (path.start, path.end) == ("u_alu.xor_q", "u_alu.sum_q[29]")
    # nextpnr divides each carry cell and packs the parts again; each counts once.
    assert (path.levels, path.carry_levels) == (10, 8)
    assert path.logic_ns + path.routing_ns == pytest.approx(1000 / found.fmax_mhz, abs=0.02)


def test_cut_off_log_gives_the_estimate_after_placement() -> None:
    said = in_common_terms(XC7A, (REFERENCE / "nextpnr-xc7a-cut-off.log").read_text())
    assert read_run(XC7A, 1, 5.0, said, None, NOWHERE) == Run(1, 116.44, "placed", 5.0, 252)


def test_other_targets_have_the_common_terms_only() -> None:
    assert [name for name, target in TARGETS.items() if target.terms] == ["xc7a"]
    text = json.dumps({"utilization": {"SLICE_LUTX": {"used": 1}}})
    assert in_common_terms(TARGETS["ecp5"], text) == text


def _installed() -> bool:
    try:
        find_program(XC7A)
    except GatehashError:
        return False
    return True


@pytest.mark.skipif(not _installed(), reason=f"needs {NAME}")
def test_place_and_route_of_a_coprocessor(
    results_root: Path,
) -> None:
    result = implement(find("blake2s-mc-1"), "xc7a", "core", seeds=1)
    assert (result.area.ramb18, result.cells["LUT6_2"]) == (3, 32)
    assert result.device.name == "xc7a100t"
    (run,) = result.runs
    assert run.kind == "routed"
    assert 100 < run.fmax_mhz < 600
    # Each LUT6_2 is two cells there, and carry cells are fed through others.
    assert run.comb >= result.area.lut + 32
    path = run.critical_path
    assert path is not None
    assert path.logic_ns + path.routing_ns == pytest.approx(1000 / run.fmax_mhz, abs=0.03)
    assert path.start.startswith("u_")
