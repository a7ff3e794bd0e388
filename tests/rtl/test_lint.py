# SPDX-License-Identifier: Apache-2.0
"""Every top of the catalogue is clean under Verilator's -Wall."""

import pytest
from tests.catalogue import CATALOGUE, parameters
from tests.rtl.lint import require_clean

from gatehash.catalog import BoundaryName, Design


@pytest.mark.parametrize("boundary", ["core", "stream"])
@pytest.mark.parametrize("design", parameters(CATALOGUE, most=3))
def test_verilator_has_nothing_to_say(design: Design, boundary: BoundaryName) -> None:
    module = design.boundary(boundary)
    require_clean(module.top, module.parameters, design.files())
