# SPDX-License-Identifier: Apache-2.0
"""Designs and netlists from power-up X, in Icarus Verilog: known answers, no X that matters."""

import re
import shutil
from itertools import product
from pathlib import Path

import pytest
from tests.simulate.test_netlist import NAMES as MAPPED
from tests.simulate.test_netlist import messages

from gatehash.catalog import find
from gatehash.cli.commands import run as command
from gatehash.errors import GatehashError
from gatehash.simulate import NETLIST_TARGETS, Simulation, icarus
from gatehash.soak import soak
from gatehash.verilog import plain_verilog

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
    "whirlpool-shared",
    "phash-1",
    "phash-1-piped",
    "phash-1-bram",
    "threefish-mc",
    "skein-mc",
    "chacha-mc-1",
    "blake32-mc-1",
    "blake64-mc-1",
    "blake-chacha-mc-1",
    "chacha-x2-piped",
    "blake3-1",
    "sha256-x1-piped",
    "skein256-x4-piped",
    "skein512-x8-tree",
    "blake256-half",
    "blake2s-half",
    "blake256-x1-piped",
    "whirlpool-x1-piped",
    *("sha256-mc", "sha512-mc", "whirlpool-mc", "sha3-mc", "sha3-mc-mac", "sha256-mc-hmac"),
    *("poly1305-x4", "blake2-mc-1", "chacha20-poly1305-x2-piped", "sha3-x1-mac-dom"),
    "sha3-x1-piped",
)
# Packets of random work where each takes this simulator many seconds: 128 block memories.
FEWER = {"phash-1-bram": 8, "whirlpool-x1-piped": 8, "blake3-1": 8}
QUICK = {("sha256-bram", None), ("sha256-x1-piped", None), ("sha3-mc-mac", None)}

CASES = [
    pytest.param(
        name,
        target,
        id=f"{name}-{target or 'rtl'}",
        marks=[] if (name, target) in QUICK else [pytest.mark.large],
    )
    for name, target in (*product(NAMES, [None]), *product(MAPPED, NETLIST_TARGETS))
]


@pytest.mark.parametrize(("name", "target"), CASES)
def test_known_answers_from_power_up(name: str, target: str | None) -> None:
    """In the cycles of the other simulator, which knows no X."""
    job = find(name).principal_job
    chosen = messages(job)[:2] if (name, target) in QUICK else messages(job)
    expected = []
    for message in chosen:
        model = job.model()
        model.update(message)
        expected.append(model.digest())
    with Simulation(job, netlist=target, four_state=True) as simulation:
        found = simulation.ask_all([message] for message in chosen)
    assert [answer.data for answer in found] == expected
    with Simulation(job) as simulation:
        assert found == simulation.ask_all([message] for message in chosen)


@pytest.mark.parametrize(
    ("name", "packets"),
    [
        *(("sha256-bram", 12), ("sha256-x1-piped", 12)),
        *(pytest.param(name, FEWER.get(name, 128), marks=pytest.mark.large) for name in NAMES),
    ],
)
def test_random_work(name: str, packets: int) -> None:
    """Stalls, malformed packets and resets of one cycle, with X wherever nothing is valid."""
    *_, last = soak(find(name), seed=3, most=packets, four_state=True)
    assert last.packets == packets
    assert last.cut < packets  # a batch of which a reset cuts off all compares nothing


FAULTS = {
    "a state without reset": (r"rst_i \? 2'h0 : core_d\b", "core_d", "m_axis_tvalid"),
    "a count without reset": (r"rst_i \? 64'h0+ : (\w+)", r"\1", "m_axis_tdata"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_an_x_is_found(fault: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pattern, by, port = FAULTS[fault]
    job = find("sha256-bram").principal_job
    text, count = re.subn(pattern, by, plain_verilog(job.hardware, initial=False).read_text())
    assert count == 1
    file = tmp_path / "damaged.v"
    file.write_text(text)
    monkeypatch.setattr(icarus, "plain_verilog", lambda *_, **__: file)
    with (
        pytest.raises(GatehashError, match=rf"failed: simulator: {port} is X in cycle \d+ from"),
        Simulation(job, four_state=True) as simulation,
    ):
        simulation.ask([b"abc"])


def test_without_icarus(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.which", lambda _: None)
    icarus.icarus_version.cache_clear()
    with pytest.raises(GatehashError, match=r"'iverilog' not found: .*apt-get install iverilog"):
        Simulation(find("sha256-bram").job("sha-256"), four_state=True)


def test_nothing_is_recorded(tmp_path: Path) -> None:
    with pytest.raises(GatehashError, match="records no waves or coverage"):
        Simulation(find("sha256-bram").job(), four_state=True, waves=tmp_path / "waves.fst")


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert command(["soak", "sha256-bram", "--packets", "2", "--seed", "3", "--four-state"]) == 0
    assert capsys.readouterr().out.startswith("sha256-bram: 2 answers of 2 packets compared, ")
