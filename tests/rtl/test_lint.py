# SPDX-License-Identifier: Apache-2.0
"""Every top of the catalogue is clean under Verilator's -Wall."""

import os
import subprocess

import pytest
from tests.catalogue import CATALOGUE, parameters

from gatehash.catalog import BoundaryName, Design
from gatehash.simulate.build import verilator_root


@pytest.mark.parametrize("boundary", ["core", "stream"])
@pytest.mark.parametrize("design", parameters(CATALOGUE, most=3))
def test_verilator_has_nothing_to_say(design: Design, boundary: BoundaryName) -> None:
    module = design.boundary(boundary)
    done = subprocess.run(
        [
            verilator_root() / "bin" / "verilator_bin",
            *("--lint-only", "-Wall", "--quiet", "--top-module", module.top),
            *(f"-G{name}={value}" for name, value in module.parameters.items()),
            *map(str, design.files()),
        ],
        env={**os.environ, "VERILATOR_ROOT": str(verilator_root())},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "%" not in done.stdout + done.stderr
