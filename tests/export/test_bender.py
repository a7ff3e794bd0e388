# SPDX-License-Identifier: Apache-2.0
"""Exports for Bender: Bender's lists of files are complete, in order, and taken by Verilator."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from tests.export.folders import WARNINGS, run_in, sources, write

from gatehash.catalog import find
from gatehash.export import Project

pytestmark = pytest.mark.skipif(
    not shutil.which("bender"),
    reason="no bender (cargo install bender --no-default-features): Bender.yml was not run",
)

_USER = """\
package:
  name: user
dependencies:
  {name}: {{ path: {folder} }}
sources:
  - user.sv
"""


@pytest.mark.parametrize(
    ("design", "boundary"), [("sha256-lut", "stream"), ("chacha-mc-1", "axil")]
)
def test_a_package_that_depends_on_an_export(
    design: str, boundary: str, tmp_path: Path, simulators: dict[str, str]
) -> None:
    bridge = None if boundary == "stream" else boundary
    project = Project(find(design), bridge=bridge)
    folder = write(design, "bender", tmp_path / "x", "--boundary", boundary)
    user = tmp_path / "user"
    user.mkdir()
    (user / "Bender.yml").write_text(_USER.format(name=project.name, folder=folder))
    instance = (folder / f"templates/{project.name}.systemverilog.txt").read_text()
    (user / "user.sv").write_text(f"module user;\n{instance}endmodule\n")
    listed = run_in(["bender", "script", "flist"], user).split()
    own = [*map(str, sources(folder))]
    assert listed == [*own, str(user / "user.sv")]
    arguments = run_in(["bender", "script", "verilator"], user).split()
    lint = ["verilator", "--lint-only", "--timing", *WARNINGS, "--top-module", "user"]
    run_in([*lint, *arguments], user, **simulators)


def test_the_bench_is_for_tests(tmp_path: Path, simulators: dict[str, str]) -> None:
    """The known answer is among the files of a test, and only there."""
    folder = write("sha256-lut", "bender", tmp_path / "x")
    name = Project(find("sha256-lut")).name
    bench = str(folder / f"sim/{name}_tb.v")
    assert bench not in run_in(["bender", "script", "flist"], folder).split()
    for target in ("test", "simulation"):
        listed = run_in(["bender", "script", "flist", "-t", target], folder).split()
        assert listed[-1] == bench
    arguments = run_in(["bender", "script", "verilator", "-t", "test"], folder).split()
    build = ["verilator", "-F", "sim/verilator.f"]
    run_in([*build, "--top-module", f"{name}_tb", *arguments], folder, **simulators)
    assert "PASS" in run_in([f"obj_dir/V{name}_tb"], folder)
