# SPDX-License-Identifier: Apache-2.0
"""Designs and their netlists from power-up X, in Icarus Verilog: known answers, no X that matters."""

import re
import shutil
from itertools import product
from pathlib import Path

import pytest
from tests.simulate.test_netlist import NAMES as MAPPED
from tests.simulate.test_netlist import answers, expected

from gatehash import plain
from gatehash.catalog import find
from gatehash.cli.commands import run as command
from gatehash.errors import GatehashError
from gatehash.simulate import NETLIST_TARGETS, Simulation, icarus
from gatehash.soak import soak

pytestmark = pytest.mark.skipif(
    shutil.which("iverilog") is None, reason="no Icarus Verilog (Debian: apt-get install iverilog)"
)

# The smallest of each family and of each way to hold its state.
NAMES = (
    "skein256-x1",
    "skein512-x1",
    "sha256-bram",
    "sha512-bram",
    "sha3-x1",
    "whirlpool-bram-logic",
    "whirlpool-lut-logic",
    "phash-1",
    "phash-1-piped",
    "threefish-mc",
    "skein-mc",
    "chacha-mc-1",
    "blake32-mc-1",
    "blake64-mc-1",
    "blake-chacha-mc-1",
)
QUICK = {("sha256-bram", None), ("chacha-mc-1", "ecp5")}
CASES = [
    pytest.param(
        name,
        target,
        id=f"{name}-{target or 'rtl'}",
        marks=() if (name, target) in QUICK else (pytest.mark.large,),
    )
    for name, target in (*product(NAMES, [None]), *product(MAPPED, NETLIST_TARGETS))
]


@pytest.mark.parametrize(("name", "target"), CASES)
def test_known_answers_from_power_up(name: str, target: str | None) -> None:
    """In the cycles of the other simulator, which knows no X."""
    design = find(name)
    found = answers(design, target, four_state=True)
    assert [answer.data for answer in found] == expected(design)
    assert found == answers(design)


@pytest.mark.parametrize(
    "name",
    ["sha3-x1", *(pytest.param(name, marks=pytest.mark.large) for name in NAMES)],
)
def test_random_work(name: str) -> None:
    """Stalls, malformed packets and resets of one cycle, with X wherever nothing is valid."""
    *_, last = soak(find(name), most=192, four_state=True)
    assert last.packets == 192


def damaged(job: Job, pattern: str, by: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the only place of a pattern in a design's plain Verilog replaced."""
    text, count = re.subn(pattern, by, plain_verilog(job.hardware).read_text())
    assert count == 1
    file = folder / "damaged.v"
    file.write_text(text)
    monkeypatch.setattr(icarus, "plain_verilog", lambda _: file)
