# SPDX-License-Identifier: Apache-2.0
"""The example of a DMA engine: legal, and from memory to digest around an exported top."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.export.folders import sources, write
from tests.rtl.cocotb_build import build_for_cocotb, run
from tests.rtl.lint import require_legal

_EXAMPLE = Path(__file__).parents[2] / "docs" / "examples" / "dma"
_TOP = "dma_hash"


def _files(folder: Path) -> list[Path]:
    """Return what an export lists, and the example."""
    return [*sources(folder), *sorted(_EXAMPLE.glob("*.sv"))]


def test_the_example_names_its_export() -> None:
    assert "gatehash export sha256-lut --as f -o sha256" in (_EXAMPLE / f"{_TOP}.sv").read_text()


def test_memory_to_digest(tmp_path: Path) -> None:
    folder = write("sha256-lut", "f", tmp_path / "sha256")
    files = _files(folder)
    require_legal(_TOP, {}, files, folder)
    ports = ("aclk", "aresetn", "*_i", "*_o", "m_axi_*")
    model = build_for_cocotb(_TOP, files, {}, ports)
    outcome = run(model, "dma_bench", tmp_path, {})
    outcome.require_success()
    assert len(outcome.passed) == 4


@pytest.mark.parametrize("bits", [8, 32, 128, 512])
def test_other_widths_are_legal(bits: int) -> None:
    for module in ("dma_mm2s", "dma_s2mm"):
        require_legal(module, {"DataBits": bits}, [_EXAMPLE / f"{module}.sv"])
