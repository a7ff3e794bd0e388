# SPDX-License-Identifier: Apache-2.0
"""Damaged files of test vectors: an error names line or test and the rule, and nothing is run."""

import io
import json
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.kat.published import CRYPTOGRAPHY, HERE, WYCHEPROOF

from gatehash.cli.commands import run as command
from gatehash.errors import GatehashError
from gatehash.kat import forms, read_vectors

NIST = (CRYPTOGRAPHY / "hashes/SHA2/SHA256ShortMsg.rsp").read_text()
SHORT = """# a comment
[L = 64]
[Tested in words]
Len = 0
Msg = 00
MD = bc5b4c50925519c290cc634277ae3d6257212395cba733bbad37a4af0fa06af4
     1fca7903d06564fea7a2d3730dbdb80c1f85562dfcc070334ea4d1d9e72cba7a

Len = 5
Msg = 48
MD = 0000000000000000000000000000000000000000000000000000000000000000
     0000000000000000000000000000000000000000000000000000000000000000
""".replace("\n     ", "")


def refusal(data: bytes | str) -> str:
    """Return the error of a file."""
    with pytest.raises(GatehashError) as caught:
        read_vectors(io.BytesIO(data.encode() if isinstance(data, str) else data))
    return str(caught.value)


LINES = [
    ("", "there is no test vector in it"),
    ("# nothing but a comment\n\n", "there is no test vector in it"),
    ("Len = 8\nMsg = 00", "line 1: the vector that begins with 'Len = 8' has no answer"),
    (
        "Len = 8\nMsg = 00\nMD = 00\n\nLen = 8\nMsg = 01\n",
        "line 5: the vector that begins with 'Len = 8' has no answer",
    ),
    ("Len = 8\nMsg = 00\n[L = 32]\n", "line 1: the vector that begins with 'Len = 8' has no"),
    ("some words", "it begins with 'some words', as no file of test vectors does; read are: Wyc"),
    ("Len = 8\nsome words", "line 2: 'some words' is not NAME = VALUE"),
    ("Len = 8\nMsg = 0g\nMD = 00", "line 2: Msg is '0g'; it must be hexadecimal"),
    ("Len = 8\nMsg = 000\nMD = 00", "line 2: Msg is '000'; it must be hexadecimal"),
    ("Len = 16\nMsg = 00 00\nMD = 00", "line 2: Msg is '00 00'; it must be hexadecimal"),
    ("Len = x", "line 1: Len is 'x'; it must be a whole number, 0 or more"),
    ("Len = -8\nMsg = 0001\nMD = 00", "line 1: Len is '-8'; it must be a whole number, 0 or more"),
    ("Len = +8", "line 1: Len is '+8'; it must be a whole number, 0 or more"),
    ("Len = 1_6\n", "line 1: Len is '1_6'; it must be a whole number, 0 or more"),
    ("Foo = 1", "line 1: 'Foo' is no name that vectors of hash functions, MACs and ciphers have"),
    ("MD = 00", "no message; a line such as 'Msg = HEX' must stand before the answer"),
    ("Len = 16\nMsg = 00\nMD = 00", "Msg has 1 byte; Len = 16 bits needs 2 bytes"),
    ("Len = 8\nMsg = 0001\nMD = 00", "Msg has 2 bytes; Len = 8 bits needs 1 byte"),
    ("Len = 0\nMsg = 01\nMD = 00", "Msg has 1 byte; Len = 0 bits needs 0 bytes"),
    (
        "Len = 16\nMsg = 0001\nLen = 8\nMD = 00",
        "line 3: a second Len in one vector; the first is in line 1, and no answer stands between",
    ),
    ("Len = 8\nMsg = 00\nMsg = 01\nMD = 00", "line 3: a second Msg in one vector"),
    ("Len = 8\nMsg = 00\nPT = 01\nMD = 00", "line 3: a second PT in one vector"),
    ("[L = 32]\nLen = 8\nMsg = 00\nMD = 00", "the answer has 1 byte; L = 32"),
    ("Msg = 00\nOutputlen = 16\nOutput = 00", "the answer has 1 byte; Outputlen = 16 bits"),
    ("Klen = 2\nKey = 00\nMsg = 00\nMac = 00", "Key has 1 byte; Klen is 2"),
    ("Klen = 1\nTlen = 2\nKey = 00\nMsg = 00\nMac = 00", "Mac has 1 byte; Tlen is 2"),
    ("CT = 00", "no key; a line 'Key = HEX' must stand in the same vector"),
    ("Repeat = 0\nText = abc\nMD = 00", "Repeat is 0; it must be 1 to 5726623061, for a message"),
    (
        "Repeat = 99999999999999999\nText = abc\nMD = 00",
        "it must be 1 to 5726623061, for a message",
    ),
    ("SLen = 16\nS = 00\nMsg = 00\nMD = 00", "S has 1 byte; Slen = 16 bits needs 2 bytes"),
    (
        "[Minimum Output Length = 16]\nMsg = 00\n\nOutputlen = 8\nOutput = 00",
        "needs a Maximum Output Length",
    ),
    (
        "[Minimum Output Length = 16]\n[Maximum Output Length = 8]\nMsg = 00\n\nOutput = 00",
        "the output has 2 to 1 bytes; the least must be 1 or more and not above the greatest",
    ),
]


@pytest.mark.parametrize(("text", "message"), LINES)
def test_lines(text: str, message: str) -> None:
    assert message in refusal(text)


def test_bad_files_and_good_ones(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bad, good = tmp_path / "bad", tmp_path / "good"
    bad.write_text("Len = -8\nMsg = 0001\nMD = 00\n")
    good.write_text(SHORT)
    arguments = ["kat", str(bad), str(good), "--design", "skein512-x8", "--engine", "model"]
    assert command(arguments) == 1
    said = capsys.readouterr()
    assert said.err.startswith(f"gatehash: {bad}: line 1: Len is '-8'")
    assert said.err.count("\n") == 1
    assert said.out == f"{good}: 1 right, 0 wrong, 1 skipped: not whole bytes\n"


@pytest.mark.parametrize("share", [0.999, 0.9, 0.5, 0.1])
def test_a_file_that_is_cut_off(share: float) -> None:
    """Wherever NIST's file ends too early, that is seen, unless a whole vector ends there."""
    cut = NIST[: int(share * len(NIST))]
    last = cut.rstrip().rpartition("\n")[2]
    if last.startswith("MD = "):
        with pytest.raises(GatehashError, match=r"L = 32|it must be hexadecimal"):
            read_vectors(io.BytesIO(cut.encode()))
    else:
        assert "has no answer (MD, Output, Hash, Mac, CT or Tag); the file may be" in refusal(cut)


def test_json_that_is_cut_off() -> None:
    text = (WYCHEPROOF / "chacha20_counter_test.json").read_text()
    assert "the JSON is damaged or cut off" in refusal(text[: len(text) // 2])
    content = json.loads(text)
    del content["testGroups"][0]["tests"][-1]
    assert refusal(json.dumps(content)) == (
        "numberOfTests is 42; the file has 41, so that it may be cut"
    )


def changed(**fields: Any) -> str:
    """Return Wycheproof's file of MACs with other fields in its first test; None removes one."""
    content = json.loads((HERE / "wycheproof_hmac_sha256.json").read_text())
    test = content["testGroups"][0]["tests"][0] | fields
    content["testGroups"][0]["tests"][0] = {k: v for k, v in test.items() if v is not None}
    return json.dumps(content)


JSON = [
    (changed(key=None), "test 1: there is no 'key'; it must be hexadecimal"),
    (changed(key="0g"), "test 1: 'key' is '0g'; it must be hexadecimal"),
    (changed(key=7), "test 1: 'key' is '7'; it must be hexadecimal"),
    (changed(tag="00"), "test 1: 'tag' has 1 byte; 'tagSize' is 256 bits"),
    (changed(tag=None), "test 1: there is no 'tag'; it must be hexadecimal"),
    (changed(result="maybe"), "test 1: 'result' is 'maybe'; it must be one of: valid, acceptable,"),
    (changed(tcId="x"), "test 1: 'tcId' is 'x'; it must be a whole number, 0 or more"),
    (changed(tcId=2), "there is a second test 2"),
    (
        changed().replace('"result": "valid"', '"result": "valid", "result": "invalid"', 1),
        "the JSON can't be read: an object has the field 'result' twice",
    ),
    ("{", "line 1, column 2: the JSON is damaged or cut off"),
    (
        "{}",
        "it is JSON, which is of no known form; read are: Wycheproof's JSON, ACVP's JSON, BLAKE",
    ),
    ('{"a": 1}', "it is JSON with the fields a, which is of no known form"),
    ('{"testGroups": 1}', "'testGroups' is '1'; it must be a list"),
    ('{"testGroups": []}', "there is no test vector in it"),
    ('{"testGroups": [7]}', "group 1: '7' is no object {...}"),
    ('[{"hash": "blake2s", "in": "0", "out": ""}]', "entry 1: 'in' is '0'; it must be hexadecimal"),
    (
        '{"key": "k", "context_string": "c", "cases": [{"input_len": -1}]}',
        "case 1: 'input_len' is '-1'; it must be a whole number, 0 or more",
    ),
    (
        '{"algorithm": "SHA2-256", "testGroups": [{"tgId": 1, "tests": [{"tcId": 1, "msg": ""}]}]}',
        "test 1 of 'SHA2-256' has not both a message (msg) and an answer (md or mac); ACVP's pro",
    ),
    (
        '{"algorithm": "SHA2-256", "testGroups": [{"tgId": 1, "tests": '
        '[{"tcId": 1, "msg": "00", "len": 16, "md": "00"}]}]}',
        "test 1: 'msg' has 1 byte; 'len' is 16 bits",
    ),
    ('[["acvVersion"], {"testGroups": []}]', "it is JSON, which is of no known form"),
    (
        '{"key": "k", "context_string": "\\ud800", "cases": []}',
        r"'context_string' is '\ud800'; it must be a text",
    ),
    ("[" * 100_000, "the JSON can't be read: it is nested too deeply"),
]


@pytest.mark.parametrize(("text", "message"), JSON, ids=range(len(JSON)))
def test_json(text: str, message: str) -> None:
    assert message in refusal(text)


def test_json_behind_a_proof() -> None:
    """Proofs let Python recurse deeper than the parser's stack is."""
    usual = sys.getrecursionlimit()
    sys.setrecursionlimit(max(usual, 100_000))
    try:
        assert "it is nested too deeply" in refusal("[" * 100_000)
        assert sys.getrecursionlimit() >= 100_000
    finally:
        sys.setrecursionlimit(usual)


GOLDEN = (HERE / "skein_golden_kat_mac_tree_part.txt").read_text()


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (
            "msgLen =     0",
            "msgLen =     8",
            "the entry has 0 bytes of Message data; its head asks",
        ),
        ("Result:\n     88", "Result:\n", "the entry has 31 bytes of Result; its head asks for 32"),
        ("MAC key =   16 bytes", "MAC key =   17 bytes", "has 16 bytes of MAC key; its head asks"),
        ("Result:\n", "Result:\nResult:\n", "a second 'Result:' in one entry"),
        ("Result:\n", "", "the entry has no Result; its head asks for 32 bytes"),
        ("256-bit hash", "many-bit hash", "is no head of an entry, such as"),
        ("Message data:", "Message", "line 4: 'Message' is none of: bytes in hexadecimal, (none)"),
    ],
)
def test_the_skein_submission(old: str, new: str, message: str) -> None:
    assert message in refusal(GOLDEN.replace(old, new, 1))


def test_the_skein_submission_cut_off() -> None:
    assert "is cut off; a line of hyphens ends each" in refusal(GOLDEN.rstrip("-\n"))


def test_wrong_answers_are_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "wrong.rsp"
    file.write_text("".join(f"Len = 0\nMsg = 00\nMD = {k:0128x}\n" for k in range(12)))
    assert command(["kat", str(file), "--design", "skein512-x8", "--engine", "model"]) == 1
    said = capsys.readouterr()
    assert said.out == f"{file}: 0 right, 12 wrong\n"
    lines = said.err.splitlines()
    assert len(lines) == 11
    assert lines[0].startswith(f"gatehash: {file}: line 3, Len = 0: expected {0:0128x}, got bc5b4c")
    assert lines[-1] == f"gatehash: {file}: 2 more differ"


class Endless(io.RawIOBase):
    """A file without an end, which counts what is read of it."""

    def __init__(self, content: bytes) -> None:
        self.count, self._content = 0, content

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1, /) -> bytes:
        assert size >= 0, "a file without an end is read to its end"
        self.count += size
        return (self._content * (size // len(self._content) + 1))[:size]


@pytest.mark.parametrize("content", [b"\0", b"words\n", b"\x7fELF"])
def test_a_file_of_no_form_is_not_read_any_further(content: bytes) -> None:
    stream = Endless(content)
    with pytest.raises(GatehashError, match="read are: Wycheproof's JSON"):
        read_vectors(stream)  # type: ignore[arg-type]
    assert stream.count <= 1 << 16


@pytest.mark.parametrize("content", [b"Len = 8\n", b"# c\n", b"[ [", b"\n"])
def test_a_file_without_an_end_is_read_up_to_a_bound(
    content: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(forms, "_MOST_BYTES", 1 << 20)
    stream = Endless(content)
    with pytest.raises(GatehashError, match="files of test vectors have at most that many"):
        read_vectors(stream)  # type: ignore[arg-type]
    assert stream.count <= (1 << 20) + (1 << 12) + 1


def test_a_signal_ends_the_reading() -> None:
    """SIGTERM while more of a file is waited for."""
    run = "from gatehash.cli import main; main()"
    options = ["kat", "-", "--design", "sha256-lut"]
    with subprocess.Popen(
        [sys.executable, "-c", run, *options], stdin=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdin is not None
        # What is more than a pipe holds has been read in part when it is written.
        process.stdin.write(b"Len = 8\n" * (1 << 18))
        process.stdin.flush()
        process.send_signal(signal.SIGTERM)
        assert process.wait(60) == -signal.SIGTERM
        assert process.stderr is not None
        assert process.stderr.read() == b""
