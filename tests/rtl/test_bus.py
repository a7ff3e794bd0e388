# SPDX-License-Identifier: Apache-2.0
"""Stream tops behind the bus bridges: each bus with each arrangement of clocks, and lint."""

import json
from pathlib import Path

import pytest
from tests.rtl.cocotb_build import Model, build_for_cocotb, run

from gatehash.bus import BRIDGES, bridge_ports, bridged_top
from gatehash.catalog import find
from gatehash.catalog.checks import stream_checker_defines, stream_checker_files

# Bridge, design, whether there are two clocks.
QUICK = [("axil", "sha256-lut", False)]
LARGE = [
    ("wishbone", "chacha-mc-1", True),
    *(("apb", "sha256-lut", two_clocks) for two_clocks in (True, False)),
    *(("axil", design, True) for design in ("skein-mc", "sha3-x1", "skein256-x1")),
    *(("wishbone", design, False) for design in ("blake32-mc-1", "whirlpool-logic-logic")),
    *(("apb", design, True) for design in ("phash-1", "threefish-mc", "sha512-lut@8")),
    ("axil", "chacha-mc-1@64", False),
    ("axil", "sha256-lut@32", True),
]
CASES = [*QUICK, *(pytest.param(*case, marks=pytest.mark.large) for case in LARGE)]


def built(bridge: str, design: str, two_clocks: bool, folder: Path) -> Model:
    """Build a design behind a bridge."""
    here = find(design)
    top = folder / "gh_bridged.sv"
    top.write_text(bridged_top(top.stem, bridge, here, here.hardware, two_clocks=two_clocks))
    checkers = stream_checker_files()
    files = dict.fromkeys((*BRIDGES[bridge].files, *here.hardware.files(), *checkers))
    ports = [port.name for port in bridge_ports(BRIDGES[bridge], two_clocks=two_clocks)]
    defines = stream_checker_defines(here.hardware)
    return build_for_cocotb(top.stem, [*files, top], {}, ports, defines)


@pytest.mark.parametrize(("bridge", "design", "two_clocks"), CASES)
def test_bridge(bridge: str, design: str, two_clocks: bool, tmp_path: Path) -> None:
    model = built(bridge, design, two_clocks, tmp_path)
    for pipelined in (True, False) if bridge == "wishbone" else (True,):
        folder = tmp_path / str(pipelined)
        folder.mkdir()
        what = {
            "bridge": bridge,
            "design": design,
            "two_clocks": two_clocks,
            "pipelined": pipelined,
        }
        run(model, "bus_bench", folder, {"GATEHASH_BUS": json.dumps(what)}).require_success()
