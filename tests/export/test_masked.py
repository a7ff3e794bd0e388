# SPDX-License-Identifier: Apache-2.0
"""Masked designs as exported folders: shares and random bits of the bench, and refusals."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.export.folders import write

from gatehash.catalog import DESIGNS, find
from gatehash.cli.commands import run
from gatehash.export.bench import benches, run_bench
from gatehash.export.forms import FORMS
from gatehash.export.project import Project
from gatehash.export.write import exported
from gatehash.verilog import stream_ports

MASKED = [name for name, design in DESIGNS.items() if design.hardware.masking]
_IS = "sha3-x1-mac-dom is masked: it takes shares and random bits, which {} does not serve"


@pytest.mark.large
@pytest.mark.parametrize("width", ["", "@64"])
@pytest.mark.parametrize("name", MASKED)
def test_the_bench_shares_and_joins(name: str, width: str, tmp_path: Path) -> None:
    """The answer comes in the catalogue's cycles."""
    folder = write(f"{name}{width}", "f", tmp_path / "out")
    (bench,) = benches(folder)
    passed, said = run_bench(folder, bench)
    assert passed, said
    project = Project(find(f"{name}{width}"))
    assert f"in {project.cycles} cycles" in said


@pytest.mark.large
def test_a_bench_that_joins_no_shares_fails(tmp_path: Path) -> None:
    folder = write("sha3-x1-mac-dom", "f", tmp_path / "out")
    (bench,) = folder.glob("sim/*_tb.v")
    text = bench.read_text()
    wrong = text.replace(" ^ m_axis_tdata[", " & m_axis_tdata[")
    assert wrong != text
    bench.write_text(wrong)
    passed, said = run_bench(folder, *benches(folder))
    assert not passed
    assert "FAIL: m_axis, beat 0" in said


@pytest.mark.parametrize("form", ["f", "litex", "vivado", "quartus"])
def test_every_port_is_there_with_its_meaning(form: str) -> None:
    project = Project(find("sha3-x1-mac-dom"))
    files = exported([project], FORMS[form])
    told = files["README.md"].decode()
    for port in stream_ports(project.hardware):
        assert f"| `{port.name}` | {port.direction} | {port.width} | " in told
    assert (
        "| `s_axis_rnd_tdata` | input | 1600 | random bits, uniform and fresh in each beat |"
        in told
    )
    assert "Keys, messages and answers are in 2 shares" in told


@pytest.mark.parametrize(
    ("options", "said"),
    [
        *(
            (
                ["--boundary", bus],
                f"{_IS.format('a bus bridge')}; the boundary stream is without a bus",
            )
            for bus in ("axil", "wishbone", "apb")
        ),
        (["--self-test"], _IS.format("a self-test")),
        (["--input", "any"], _IS.format("an input for any packets")),
    ],
    ids=str,
)
def test_refusals(
    options: list[str], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    assert run(["export", "sha3-x1-mac-dom", "--as", "f", "-o", str(out), *options]) == 2
    assert capsys.readouterr().err == f"gatehash: {said}\n"
    assert not out.exists()


@pytest.mark.parametrize(
    ("command", "server"),
    [
        (["soc", "sha3-x1-mac-dom"], "a bus bridge"),
        (["fault", "sha3-x1-mac-dom"], "an injection of faults"),
    ],
    ids=str,
)
def test_commands_that_serve_no_masked_design(
    command: list[str], server: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(command) == 2
    assert capsys.readouterr().err.splitlines()[-1] == f"gatehash: {_IS.format(server)}"
