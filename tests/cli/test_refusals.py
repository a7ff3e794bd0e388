# SPDX-License-Identifier: Apache-2.0
"""What commands refuse, and what must not stop them."""

import json
import shutil
from pathlib import Path

import pytest

from gatehash.catalog import find
from gatehash.cli.commands import run
from gatehash.errors import GatehashError
from gatehash.implement import measured, results
from gatehash.implement.record import record_name
from gatehash.microcode import FILES
from gatehash.paths import checkout_root, results_roots

DIGITS = "9" * 5000


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (
            ["hash", "--design", "blake-mc-1"],
            "blake-mc-1 has several hash functions; choose one as algorithm: blake-224, "
            "blake-256, blake-384, blake-512",
        ),
        (["hash", "--design", ""], "unknown design ''; "),
        (["hash", "--design", "skein-mc", "--digest-bits", "224"], "choose one as algorithm: "),
        (["hash", "--json", "--details", "x"], "--json and --details exclude each other; "),
        (
            ["hash", "--algorithm", "skein-512-224", "--digest-bits", "256", "x"],
            "--digest-bits 256 contradicts skein-512-224, where it is 224; write skein-512-256",
        ),
        (
            ["hash", "--design", "skein512-x8", "--tree-leaf", "5", "x"],
            "skein-512-512 on skein512-x8 takes no --tree-leaf; it takes: --digest-bits",
        ),
        (["hash", "--design", f"phash-{DIGITS}"], f"unknown design 'phash-{'9' * 54} ...'; "),
        (["hash", "--algorithm", f"skein-512-{DIGITS}"], "unknown hash function 'skein-512-999"),
        (
            ["hash", "--details", "--check", "x"],
            "--details applies to files that are hashed; it excl",
        ),
        (
            ["hash", "--waves", "x", "--check", "x"],
            "--waves applies to files that are hashed; it excl",
        ),
        (["hash", "--json", "--tag", "x"], "--tag is the form of lines that are written; it excl"),
        (["hash", "--zero", "--details", "x"], "--zero is the form of lines that are written; it"),
        (["hash", "--design", DIGITS], f"unknown design '{'9' * 60} ...'; for all names: "),
        (["hash", "--design", "skein52-x8"], "the nearest: skein512-x8, skein512-x4, "),
        (["hash", "--design", "a\nb\x1b"], "unknown design 'a\\nb\\x1b'; "),
        (["hash", "--netlist", "a\x1bb"], "'a\\x1bb'; choose one of: "),
        (["pick", "--algorithm", "blake51"], "unknown algorithm 'blake51'; the nearest: blake-"),
        (
            ["soc", "sha256-lut", "--run", "/dev/zero"],
            "/dev/zero: it has more than 67108864 bytes; ",
        ),
        (["microcode", "show", "x"], "unknown program 'x'; for all names: gatehash microcode"),
        (["pick", "--algorithm", "sha-512", "--min-throughput", DIGITS], "throughput '9999"),
        (["pick", "--algorithm", "sha-512", "--min-throughput", "1" * 19 + "G"], " up to 1000000G"),
    ],
)
def test_refused_in_one_line(
    capsys: pytest.CaptureFixture[str], arguments: list[str], said: str
) -> None:
    assert run(arguments) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert said in err
    assert err.startswith("gatehash: ")
    assert err.count("\n") == 1
    assert len(err) < 400


def test_contradiction_is_none_where_both_say_the_same(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "x").write_bytes(b"x")
    call = ["hash", "--engine", "model", "--algorithm", "skein-512-224", "--digest-bits", "224"]
    assert run([*call, str(tmp_path / "x")]) == 0
    assert len(capsys.readouterr().out.split()[0]) == 56


# One damaged record


@pytest.fixture
def damaged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Have the records with that of skein512-x8 on ecp5 damaged."""
    root = tmp_path / "results"
    shutil.copytree(results_roots()[0], root)
    design = find("skein512-x8")
    path = root / record_name(design.name, "ecp5", design.compared)
    path.write_text(path.read_text()[:100])
    monkeypatch.setattr("gatehash.records.store.results_roots", lambda: (root,))
    return path


@pytest.mark.parametrize(
    "call",
    [["list"], ["pick", "--algorithm", "skein-512-512"], ["report", "han"]],
    ids=lambda call: call[0],
)
def test_damaged_record_is_named_and_the_rest_goes_on(
    capsys: pytest.CaptureFixture[str], damaged: Path, call: list[str]
) -> None:
    assert run(call) == 0
    out, err = capsys.readouterr()
    assert err.count("\n") == 1
    assert err.startswith(f"gatehash: result '{damaged}' can't be read (")
    assert "delete it and measure again: gatehash synth skein512-x8 --target ecp5" in err
    assert "damaged" in out
    assert "skein512-x4" in out
    run([*call, "--json"])
    out, err = capsys.readouterr()
    assert "damaged" in out
    json.loads(out)
    assert err.count("\n") == 1


def test_damaged_record_is_an_error_elsewhere(damaged: Path) -> None:
    design = find("skein512-x8")
    with pytest.raises(GatehashError, match="can't be read"):
        results.load(design, "ecp5", design.compared)
    with pytest.raises(GatehashError, match="can't be read"):
        measured(design, design.compared)


# Packages of microcode


def test_emit_writes_what_is_there(capsys: pytest.CaptureFixture[str]) -> None:
    top = checkout_root()
    assert top is not None
    before = [(top / file).read_bytes() for file in FILES]
    assert run(["microcode", "emit"]) == 0
    assert capsys.readouterr().out.splitlines() == [str(file) for file in FILES]
    assert [(top / file).read_bytes() for file in FILES] == before
