# SPDX-License-Identifier: Apache-2.0
"""``gatehash derive``: keys from files, on simulated hardware, and what it refuses."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from gatehash.cli.commands import run

HMAC = ["--design", "sha256-lut-hmac"]
KEY = ["--key", "0b" * 22]


def test_keys_come_from_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The output of one step is the key file of the next, and standard input is one, too."""
    monkeypatch.chdir(tmp_path)
    Path("ikm").write_text("0b" * 11 + "\n" + "0b" * 11)
    salt, info = "000102", "f0f1"
    assert run(["derive", "hkdf-extract", *HMAC, "--key-file", "ikm", "--salt", salt]) == 0
    Path("prk").write_text(capsys.readouterr().out)
    expand = ["derive", "hkdf-expand", *HMAC, "--info", info, "-l", "42"]
    assert run([*expand, "--key-file", "prk"]) == 0
    derived = HKDF(hashes.SHA256(), 42, b"\0\1\2", b"\xf0\xf1").derive(b"\x0b" * 22).hex() + "\n"
    assert capsys.readouterr().out == derived
    whole = ["derive", "hkdf", *HMAC, *KEY, "--salt", salt, "--info", info, "--length", "42"]
    assert run(whole) == 0
    assert capsys.readouterr().out == derived

    derive = ["derive", "pbkdf2", *HMAC, "--salt", "ff", "--iterations", "3", "-l", "33"]
    Path("password").write_text("7077")
    assert run([*derive, "--password-file", "password"]) == 0
    expected = hashlib.pbkdf2_hmac("sha256", b"pw", b"\xff", 3, 33).hex()
    assert capsys.readouterr().out == f"{expected}\n"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["hkdf", *HMAC, "-l", "8"], "no key; give --key-file FILE or --key HEX"),
        (["hkdf", *KEY, "-l", "8"], "name what derives the key: --design NAME, such as sha256"),
        (["hkdf", *HMAC, "--key", "", "-l", "8"], "key is empty; it must be two hexadecimal"),
        (["hkdf", *HMAC, "--key", "0", "-l", "8"], "key is not hexadecimal; it must be two "),
        (["hkdf", *HMAC, *KEY, "--key-file", "x", "-l", "8"], "--key and --key-file exclude eac"),
        (["hkdf", *HMAC, "--key-file", "x", "-l", "8"], "key file x: No such file or directory"),
        (["hkdf", *HMAC, *KEY, "-l", "8161"], "length is 8161; with hmac-sha-256 it must be 1 "),
        (["hkdf", *HMAC, *KEY, "-l", "8", "--salt", "x"], "salt is not hexadecimal; it must be"),
        (["hkdf-expand", *HMAC, *KEY, "-l", "8"], "key has 22 bytes; HKDF-Expand with hmac-sha-"),
        (["hkdf", "--design", "sha256-lut", *KEY, "-l", "8"], "sha-256 on sha256-lut takes no k"),
        (["hkdf", "-a", "hmac-sha1", *KEY, "-l", "8"], "unknown hash function or design 'hmac-sh"),
        (["hkdf", "-a", "kmac128", *KEY, "-l", "8"], "kmac128 is not HMAC, on which HKDF is def"),
        (["kdf-kmac", *HMAC, *KEY, "-l", "8"], "hmac-sha-256 is not KMAC; choose one of: kmac128"),
        (
            ["kdf-counter", *HMAC, *KEY, "-l", "8", "--counter-bits", "9"],
            "counter_bits is 9; it must be 8, 16, 24 or 32",
        ),
        (
            ["kdf-counter", *HMAC, *KEY, "-l", "8", "--fixed", "00", "--label", "00"],
            "fixed is all that follows the counter; it excludes label, context",
        ),
        (
            ["pbkdf2", *HMAC, "--password", "00", "--iterations", "1", "-l", "8"],
            "no salt; give --salt HEX",
        ),
        (
            ["hkdf", *HMAC, *KEY, "-l", "8", "--engine", "model", "--netlist", "ecp5"],
            "--netlist simulates hardware; it excludes --engine model",
        ),
        (
            ["hkdf", *HMAC, *KEY, "-l", "8", "--netlist", "x"],
            "no netlist can be simulated for 'x'; ",
        ),
        (
            ["hkdf", *HMAC, *KEY, "-l", "8", "--engine", "uart:/dev/null"],
            "uart:/dev/null: can't open",
        ),
    ],
)
def test_refused_in_one_line(
    capsys: pytest.CaptureFixture[str], arguments: list[str], said: str
) -> None:
    assert run(["derive", *arguments]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"gatehash: {said}")
    assert err.count("\n") == 1
    assert "0b0b" not in err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["hkdf", *HMAC, *KEY, "-l", "0"], "--length/-l is '0'; it must be a whole number from 1"),
        (
            ["pbkdf2", *HMAC, "--password", "00", "--salt", "00", "--iterations", "0", "-l", "8"],
            "--iterations is '0'; it must be a whole number from 1 to 4294967295",
        ),
    ],
)
def test_numbers_out_of_range(
    capsys: pytest.CaptureFixture[str], arguments: list[str], said: Any
) -> None:
    assert run(["derive", *arguments]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert said in err
