# SPDX-License-Identifier: Apache-2.0
"""What synthesis makes of the designs, in the harness: the RTL's answers in the RTL's cycles."""

import os
import re
import subprocess
import sys
from itertools import product
from pathlib import Path

import pytest
from tests.catalogue import jobs_of_netlist

import gatehash
from gatehash.cache import seal
from gatehash.catalog import Design, Job, find
from gatehash.errors import GatehashError
from gatehash.simulate import NETLIST_TARGETS, Answer, Simulation
from gatehash.simulate.netlist import map_netlist

# One of each family and form of memory, the smallest.
NAMES = (
    "blake256-half",
    "blake2b-half",
    "blake256-half-piped",
    "blake256-x1-piped",
    "blake3-1",
    "blake32-mc-1",
    "chacha-mc-1",
    "chacha-x2-piped",
    "phash-1",
    "phash-1-bram",
    "sha256-bram",
    "sha256-mc",
    "sha256-x1-piped",
    "sha3-x1",
    "sha3-x1-piped",
    "skein-mc",
    "skein256-x1",
    "skein256-x4-piped",
    "skein512-x8-tree",
    "threefish-mc-enc",
    "whirlpool-bram-logic",
    "whirlpool-lut-logic",
    "whirlpool-shared",
    "whirlpool-x1-piped",
)
QUICK = {("chacha-mc-1", "ecp5")}
CASES = [
    pytest.param(
        name,
        target,
        id=f"{name}-{target}",
        marks=() if (name, target) in QUICK else (pytest.mark.large,),
    )
    for name, target in product(NAMES, NETLIST_TARGETS)
]


def messages(job: Job) -> list[bytes]:
    """Messages around the ends of blocks, as far as the algorithm takes them."""
    block = job.padding.block_bytes
    sizes = (0, 1, block - 1, block, 2 * block + 1, 3 * block)
    return [
        bytes((7 * at + size) & 255 for at in range(size))
        for size in sizes
        if not job.refusal(size)
    ]


def answers(design: Design, netlist: str | None = None) -> list[Answer]:
    """Answers to messages of all the design's algorithms, in one simulation."""
    chosen = [(message, job) for job in jobs_of_netlist(design) for message in messages(job)]
    with Simulation(design.principal_job, netlist=netlist) as simulation:
        return simulation.ask_all(([message] for message, _ in chosen), (job for _, job in chosen))


def expected(design: Design) -> list[bytes]:
    found = []
    for job in jobs_of_netlist(design):
        for message in messages(job):
            model = job.model()
            model.update(message)
            found.append(model.digest())
    return found


@pytest.mark.parametrize(("name", "target"), CASES)
def test_netlist_does_as_the_rtl(name: str, target: str) -> None:
    design = find(name)
    mapped = answers(design, target)
    assert [answer.data for answer in mapped] == expected(design)
    assert mapped == answers(design)


def test_planted_fault_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A look-up table in the operator's chain of carry is inverted."""
    design = find("chacha-mc-1")
    netlist = map_netlist(design.principal_job, "ecp5").files[0]
    text = netlist.read_text()
    found = re.search(r"CCU2C #\(\n    \.INIT0\(16'h(\w{4})\)[^;]*u_add_xor3\.gen_cells", text)
    assert found
    wrong = f"{int(found[1], 16) ^ 0xFFFF:04x}"
    copy = tmp_path / "netlists" / netlist.parent.name / netlist.name
    copy.parent.mkdir(parents=True)
    copy.write_text(text[: found.start(1)] + wrong + text[found.end(1) :])
    # Without a seal of its own the cache would repair it.
    seal(copy.parent, copy.name)
    monkeypatch.setenv("GATEHASH_CACHE", str(tmp_path))
    assert map_netlist(design.principal_job, "ecp5").files[0] == copy
    found_out = [answer.data for answer in answers(design, "ecp5")] != expected(design)
    assert found_out


def test_target_without_models() -> None:
    with pytest.raises(GatehashError, match="for 'xc4v'; choose one of: xc6v, ecp5"):
        Simulation(find("skein256-x1").job(), netlist="xc4v")


def run(*arguments: str, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    command = (sys.executable, "-m", "gatehash", *arguments)
    return subprocess.run(command, input=stdin, capture_output=True, env=os.environ, check=False)


# Each mechanism is in the test above, and the command in tests/cli.
@pytest.mark.large
def test_hash_command() -> None:
    done = run("hash", "--design", "blake2s-mc-1", "--netlist", "ecp5", "--verify", "--details")
    text = done.stdout.decode()
    assert done.returncode == 0, done.stderr
    assert "blake2s-mc-1 (blake2s-256, ecp5 netlist)" in text
    assert "golden model  agrees" in text


@pytest.mark.large
def test_crypt_command(tmp_path: Path) -> None:
    source, sealed = tmp_path / "in", tmp_path / "out"
    source.write_bytes(bytes(range(64)))
    key = bytes(range(32))
    options = ("--design", "threefish-mc-enc", "--algorithm", "threefish-256", "--key", key.hex())
    done = run("crypt", *options, "--netlist", "xc6v", str(source), "-o", str(sealed))
    assert done.returncode == 0, done.stderr
    wanted = gatehash.crypt(
        "threefish-mc-enc", "threefish-256", source.read_bytes(), key=key, engine="model"
    )
    assert sealed.read_bytes() == wanted

    source.write_bytes(bytes(33))
    done = run("crypt", *options, "--netlist", "xc6v", str(source), "-o", str(tmp_path / "none"))
    assert done.returncode == 2
    assert b"threefish-mc-enc refuses the message: 33 bytes;" in done.stderr
    assert not (tmp_path / "none").exists()


def test_hash_object() -> None:
    message = bytes(range(100))
    mapped = gatehash.new("blake2s-mc-1", message, netlist="ecp5")
    assert mapped.copy().digest() == gatehash.new("blake2s-mc-1", message, engine="model").digest()
    with pytest.raises(GatehashError, match="excludes the golden model"):
        gatehash.new("blake2s-mc-1", engine="model", netlist="ecp5")
    with pytest.raises(GatehashError, match="no netlist can be simulated for 'xc4v'"):
        gatehash.new("blake2s-mc-1", netlist="xc4v").digest()


@pytest.mark.parametrize("command", ["hash", "crypt"])
def test_model_has_no_netlist(command: str) -> None:
    crypt = ("--algorithm", "threefish-256", "--key", "00" * 32, "-", "-o", "-")
    arguments = crypt if command == "crypt" else ()
    done = run(command, "--netlist", "ecp5", "--engine", "model", *arguments)
    assert done.returncode == 2
    assert b"hardware; it excludes" in done.stderr


def test_rtl_that_yosys_refuses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A failure is one line, and nothing is taken for a netlist afterwards."""
    job = find("skein256-x1").job()
    monkeypatch.setenv("GATEHASH_CACHE", str(tmp_path))
    monkeypatch.setattr("gatehash.simulate.netlist.rtl_root", lambda: tmp_path / "none")
    for _ in range(2):
        with pytest.raises(GatehashError, match=r"for ecp5 failed: .*log: "):
            map_netlist(job, "ecp5")
