# SPDX-License-Identifier: Apache-2.0
"""Calls of ``gatehash acvp``, good and bad."""

import hashlib
import json
from pathlib import Path

import pytest

from gatehash.cli.commands import run

TEST = {"tcId": 1, "msg": "616263", "len": 24}
PROMPT = {
    "vsId": 3,
    "algorithm": "SHA2-256",
    "revision": "1.0",
    "testGroups": [{"tgId": 2, "testType": "AFT", "tests": [TEST]}],
}
MODEL = ["--design", "sha256-lut", "--engine", "model"]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("prompt.json").write_text(json.dumps(PROMPT))
    Path("bits.json").write_text(json.dumps(PROMPT).replace("24", "23"))
    return tmp_path


@pytest.mark.parametrize("engine", ["rtl", "model"])
def test_a_prompt_is_answered(engine: str, folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    call = ["acvp", "prompt.json", "--design", "sha256-lut", "--engine", engine, "-o"]
    assert run([*call, "response.json"]) == 0
    assert capfd.readouterr().out == ""
    md = hashlib.sha256(b"abc").hexdigest().upper()
    group = {"tgId": 2, "tests": [{"tcId": 1, "md": md}]}
    head = {name: PROMPT[name] for name in ("vsId", "algorithm", "revision")}
    response = (folder / "response.json").read_text()
    assert json.loads(response) == {**head, "testGroups": [group]}
    assert run([*call, "-"]) == 0
    assert capfd.readouterr().out == response


def test_a_registration_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["acvp", "--capabilities", "sha256-lut-hmac"]) == 0
    version, session = json.loads(capsys.readouterr().out)
    assert version == {"acvVersion": "1.0"}
    assert session["algorithms"][1] == {
        "algorithm": "HMAC-SHA2-256",
        "revision": "1.0",
        "keyLen": [{"min": 8, "max": 524288, "increment": 8}],
        "macLen": [{"min": 32, "max": 256, "increment": 8}],
    }


@pytest.mark.parametrize(
    ("arguments", "status", "said"),
    [
        ([], 2, "a prompt needs --design NAME and -o RESPONSE.json; without a prompt give --cap"),
        (["prompt.json", "-o", "out"], 2, "a prompt needs --design NAME and -o RESPONSE.json;"),
        (["prompt.json", *MODEL], 2, "a prompt needs --design NAME and -o RESPONSE.json;"),
        (["--capabilities", "sha256-lut", "-o", "out"], 2, "--capabilities NAME excludes a prom"),
        (["--capabilities", "nothing"], 2, "unknown design 'nothing'"),
        (["--capabilities", "skein512-x8"], 2, "skein512-x8 has no function that ACVP tests"),
        (["prompt.json", "--design", "x", "-o", "out"], 2, "unknown design 'x'"),
        (["absent.json", *MODEL, "-o", "out"], 1, "absent.json: No such file or directory"),
        (["bits.json", *MODEL, "-o", "out"], 1, "bits.json: test 1: 'len' is 23 bits; sha256-lut"),
        (
            ["prompt.json", "--design", "sha512-lut", "-o", "out"],
            1,
            "prompt.json: sha512-lut has no algorithm 'SHA2-256'; it has: SHA2-384, SHA2-512, ",
        ),
        (["prompt.json", *MODEL, "-o", "no/out"], 2, "can't write no/out: No such file"),
        (["prompt.json", *MODEL, "-o", "prompt.json"], 2, "prompt.json is read and can't be the"),
    ],
)
def test_bad_calls_are_one_line_and_write_nothing(
    arguments: list[str],
    status: int,
    said: str,
    folder: Path,
    capfd: pytest.CaptureFixture[str],
) -> None:
    before = sorted(folder.iterdir())
    assert run(["acvp", *arguments]) == status
    out, err = capfd.readouterr()
    assert not out
    assert err.startswith(f"gatehash: {said}")
    assert err.count("\n") == 1
    assert sorted(folder.iterdir()) == before
    assert json.loads((folder / "prompt.json").read_text()) == PROMPT


def test_an_old_response_stays_if_a_prompt_is_refused(folder: Path) -> None:
    (folder / "out").write_text("old")
    assert run(["acvp", "bits.json", *MODEL, "-o", "out"]) == 1
    assert (folder / "out").read_text() == "old"
