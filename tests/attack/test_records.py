# SPDX-License-Identifier: Apache-2.0
"""Folders that take no record are refused before any work; a damaged record hides no other."""

import shutil
from pathlib import Path

import pytest

from gatehash.cli.commands import run as command
from gatehash.paths import checkout_root

CHECKOUT = checkout_root()
assert CHECKOUT is not None
FAULT = "chacha-mc-1.chacha20-encrypt.registers.json"
CALLS = [
    ["fault", "chacha-mc-1", "--cycles", "1"],
    ["leak", "chacha-mc-1", "--traces", "1024"],
    ["leak", "gh_refresh", "--check", "probes"],
]
every_call = pytest.mark.parametrize("call", CALLS, ids=" ".join)


@pytest.fixture(autouse=True)
def _no_mapping(monkeypatch: pytest.MonkeyPatch) -> None:
    """Work that begins all the same fails."""

    def refuse(*_: object) -> None:
        raise AssertionError("a netlist is mapped")

    for name in ("fault.mapped", "leak.mapped", "probed.mapped_gadget"):
        monkeypatch.setattr(f"gatehash.attack.{name}", refuse)


@every_call
def test_a_folder_that_takes_no_record(
    call: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "file"
    file.write_text("", encoding="utf-8")
    assert command([*call, "--results", str(file)]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err == f"gatehash: can't write results to '{file}': File exists\n"


def test_a_damaged_record_in_its_place(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "fault").mkdir()
    (tmp_path / "fault" / FAULT).write_text("{", encoding="utf-8")
    assert command([*CALLS[0], "--results", str(tmp_path)]) == 2
    assert f"'{tmp_path / 'fault' / FAULT}'" in capsys.readouterr().err


def test_a_damaged_record_hides_no_other(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert CHECKOUT is not None
    (tmp_path / "fault").mkdir()
    (tmp_path / "fault" / FAULT).write_text("{", encoding="utf-8")
    other = "sha3-x1-mac.hmac-sha3-256.registers.json"
    shutil.copy(CHECKOUT / "results" / "fault" / other, tmp_path / "fault")
    assert command(["fault", "--list", "--results", str(tmp_path)]) == 1
    said = capsys.readouterr()
    assert "sha3-x1-mac" in said.out
    assert FAULT in said.err
    assert said.err.count("\n") == 1


@pytest.mark.parametrize("name", ["fault", "leak"])
def test_what_a_list_takes(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    nowhere = tmp_path / "nowhere"
    assert command([name, "--list", "--results", str(nowhere)]) == 2
    assert "there is no such folder" in capsys.readouterr().err
    assert command([name, "--list", "--algorithm", "x"]) == 2
    assert "takes no choice of them" in capsys.readouterr().err
