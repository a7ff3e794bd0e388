# SPDX-License-Identifier: Apache-2.0
"""Test vectors of NIST and others, in the files that they publish, on models and on RTL."""

import hmac
import json
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

from gatehash.catalog import find
from gatehash.cli.commands import run as command
from gatehash.errors import GatehashError
from gatehash.kat import Asked, Chain, Outcome, Vector, read_vectors, run

HASHES = Path(str(files("cryptography_vectors"))) / "hashes"
RFC_7539 = HASHES.parent / "ciphers" / "ChaCha20" / "rfc7539.txt"
SHA2 = {
    "sha-224": ("sha256-lut", "SHA224"),
    "sha-256": ("sha256-bram", "SHA256"),
    "sha-384": ("sha512-lut", "SHA384"),
    "sha-512": ("sha512-bram", "SHA512"),
    "sha-512/224": ("sha512-lut", "SHA512_224"),
    "sha-512/256": ("sha512-bram", "SHA512_256"),
}
SHA3 = {f"sha3-{bits}": ("sha3-x1", f"SHA3_{bits}") for bits in (224, 256, 384, 512)}
SHAKE = {f"shake{bits}": ("sha3-x1", f"SHAKE{bits}") for bits in (128, 256)}
ALGORITHMS = SHA2 | SHA3 | SHAKE


def cavp(algorithm: str, kind: str) -> str:
    stem = ALGORITHMS[algorithm][1]
    folder = "SHAKE" if algorithm in SHAKE else "SHA3" if algorithm in SHA3 else "SHA2"
    return (HASHES / folder / f"{stem}{kind}.rsp").read_text()


def checked(outcomes: Iterator[Outcome]) -> int:
    count = 0
    for each in outcomes:
        assert each.agrees, each
        count += 1
    return count


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_short_messages_on_rtl(algorithm: str) -> None:
    design = find(ALGORITHMS[algorithm][0])
    vectors = read_vectors(cavp(algorithm, "ShortMsg"))
    assert checked(run(vectors, Asked(design, algorithm))) == len(vectors) > 64


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_some_long_messages_on_rtl(algorithm: str) -> None:
    design = find(ALGORITHMS[algorithm][0])
    vectors = read_vectors(cavp(algorithm, "LongMsg"))[::16]
    assert checked(run(vectors, Asked(design, algorithm))) == len(vectors) > 3


@pytest.mark.parametrize("algorithm", ["sha-512", "sha3-256", "shake128"])
def test_begin_of_a_monte_carlo_test_on_rtl(algorithm: str) -> None:
    design = find(ALGORITHMS[algorithm][0])
    (chain,) = read_vectors(cavp(algorithm, "Monte"))
    assert isinstance(chain, Chain)
    assert len(chain.answers) == 100
    begin = Chain(chain.seed, chain.answers[:2], chain.output_bytes)
    assert checked(run([begin], Asked(design, algorithm))) == 2


@pytest.mark.parametrize("algorithm", SHAKE)
def test_output_of_any_length_on_the_model(algorithm: str) -> None:
    vectors = read_vectors(cavp(algorithm, "VariableOut"))
    asked = Asked(find("sha3-x1"), algorithm, "model")
    assert checked(run(vectors, asked)) == len(vectors) > 1000


@pytest.mark.parametrize("engine", ["rtl", "model"])
@pytest.mark.parametrize("algorithm", ["chacha20", "chacha20-ietf"])
def test_chacha20_of_rfc_7539(
    algorithm: str, engine: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """A nonce of 12 bytes is taken as it is, or as the counter's upper half and 8 bytes."""
    arguments = ["kat", str(RFC_7539), "--design", "chacha-mc-1", "--algorithm", algorithm]
    assert command([*arguments, "--engine", engine]) == 0
    assert capsys.readouterr().out == f"{RFC_7539}: 3 right, 0 wrong\n"


SHORT = """# a comment
[L = 64]
[Tested in words]
Len = 0
Msg = 00
MD = bc5b4c50925519c290cc634277ae3d6257212395cba733bbad37a4af0fa06af4
     1fca7903d06564fea7a2d3730dbdb80c1f85562dfcc070334ea4d1d9e72cba7a

Len = 5
Msg = 48
MD = 00
"""


def test_form_of_the_submissions(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A message of 5 bits can't be run, and the file's other one is."""
    file = tmp_path / "ShortMsgKAT_512.txt"
    file.write_text(SHORT.replace("\n     ", ""))
    arguments = ["kat", str(file), "--design", "skein512-x8", "--engine", "model"]
    assert command([*arguments, "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == [
        {
            "file": str(file),
            "design": "skein512-x8",
            "algorithm": None,
            "engine": "model",
            "right": 1,
            "wrong": 0,
            "skipped": {"not whole bytes": 1},
        }
    ]


def test_a_message_many_times() -> None:
    text = "Repeat = 3\nText = abc\nMD = 00"
    (vector,) = read_vectors(text)
    assert isinstance(vector, Vector)
    assert (vector.message, vector.repeat) == (b"abc", 3)
    asked = Asked(find("sha256-lut"), "sha-256", "model")
    (outcome,) = run([Vector("", b"abc", bytes(32), repeat=3)], asked)
    (other,) = run([Vector("", b"abcabcabc", bytes(32))], asked)
    assert outcome.answer == other.answer
    assert not outcome.agrees


def test_wycheproof() -> None:
    test = {"tcId": 7, "key": "00" * 32, "iv": "01" * 12, "initialCounter": "02000000"}
    test |= {"msg": "aa" * 65, "ct": "bb", "result": "valid"}
    over = test | {"initialCounter": "ffffffff", "result": "invalid"}
    group = {"algorithm": "ChaCha20-IETF", "ivSize": 96, "tests": [test, over]}
    other = {"algorithm": "XChaCha20", "ivSize": 192, "tests": [test]}
    first, second, third = read_vectors(json.dumps({"testGroups": [group, other]}))
    assert isinstance(first, Vector)
    assert first.values == {
        "key": bytes(32),
        "nonce": b"\x01" * 12,
        "counter": 2,
    }
    assert isinstance(second, Vector)
    assert second.skipped == "not valid by its own rules"
    assert isinstance(third, Vector)
    assert third.skipped == "XChaCha20 with a nonce of 192 bits"


HMAC = """[L=20]

Count = 0
Klen = 4
Tlen = 10
Key = 00010203
Msg = 0a
Mac = 5fd596ee78d5553c8ff4

[L=32]

Count = 0
Klen = 80
Tlen = 16
Key = {key}
Msg = {message}
Mac = {mac}
"""


@pytest.mark.parametrize("engine", ["rtl", "model"])
def test_hmac_of_one_of_several_digests(
    engine: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """NIST's file has vectors of all digests, and codes that are cut off."""
    file, key, message = tmp_path / "HMAC.rsp", bytes(range(80)), bytes(128)
    mac = hmac.digest(key, message, "sha256")[:16]
    file.write_text(HMAC.format(key=key.hex(), message=message.hex(), mac=mac.hex()))
    arguments = ["kat", str(file), "--design", "sha256-lut-hmac", "--algorithm", "hmac-sha-256"]
    assert command([*arguments, "--engine", engine]) == 0
    said = capsys.readouterr().out
    assert said == f"{file}: 1 right, 0 wrong, 1 skipped: a digest of another length\n"
    file.write_text(HMAC.format(key=key.hex(), message=message.hex(), mac=bytes(16).hex()))
    assert command([*arguments, "--engine", engine]) == 1
    assert f"expected {bytes(16).hex()}, got {mac.hex()}" in capsys.readouterr().err


@pytest.mark.parametrize("bits", [224, 256, 384, 512])
def test_hmac_of_rfc_4231(bits: int) -> None:
    vectors = read_vectors((HASHES.parent / "HMAC" / f"rfc-4231-sha{bits}.txt").read_text())
    asked = Asked(find("sha256-lut-hmac" if bits < 300 else "sha512-bram-hmac"), f"hmac-sha-{bits}")
    assert checked(run(vectors, asked)) == len(vectors) == 6


@pytest.mark.parametrize("engine", ["rtl", "model"])
def test_wycheproof_of_authenticated_ciphers(
    engine: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """What is valid is encrypted; what is not is refused, of an empty message too."""
    key, nonce, ad = bytes(range(32)), bytes(12), b"ad"
    tests = []
    for number, (message, bit) in enumerate(((b"a" * 70, 0), (b"a" * 70, 1), (b"", 1), (b"", 0))):
        sealed = ChaCha20Poly1305(key).encrypt(nonce, message, ad)
        tag = bytes((sealed[-16] ^ bit, *sealed[-15:]))
        one = {"tcId": number, "key": key.hex(), "iv": nonce.hex(), "aad": ad.hex()}
        one |= {"msg": message.hex(), "ct": sealed[:-16].hex(), "tag": tag.hex()}
        tests.append(one | {"result": "invalid" if bit else "valid"})
    group = {"algorithm": "CHACHA20-POLY1305", "ivSize": 96, "tagSize": 128, "tests": tests}
    short = group | {"ivSize": 64, "tests": tests[:1]}
    file = tmp_path / "chacha20_poly1305_test.json"
    file.write_text(json.dumps({"testGroups": [group, short]}))
    arguments = ["kat", str(file), "--design", "chacha20-poly1305-mc-1", "--engine", engine]
    arguments += ["--algorithm", "chacha20-poly1305"]
    assert command(arguments) == 0
    said = capsys.readouterr().out
    assert (
        said == f"{file}: 4 right, 0 wrong, 1 skipped: CHACHA20-POLY1305 with a nonce of 64 bits\n"
    )
    # What is valid, but called invalid, is not refused.
    tests[3]["result"] = "invalid"
    file.write_text(json.dumps({"testGroups": [group]}))
    assert command(arguments) == 1
    assert "test 3: expected a refusal, got \n" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no test vector"),
        ("Len = 8\nMsg = 00", "no test vector"),
        ("some words", "line 1: 'some words' is not NAME = VALUE"),
        ("Len = 8\nMsg = 0g\nMD = 00", "line 2: Msg is '0g'; it must be hexadecimal"),
        ("Len = x", "line 1: Len is 'x'; it must be a whole number"),
        ("Foo = 1", "line 1: unknown name 'Foo'; known are: "),
        ("MD = 00", "no message; a line 'Msg = HEX' must stand before the answer"),
        ("Len = 16\nMsg = 00\nMD = 00", "Msg has 1 byte; Len asks for 16 bits"),
        ("Klen = 2\nKey = 00\nMsg = 00\nMac = 00", "Key has 1 byte; Klen is 2"),
        ('{"testGroups": 1}', "no JSON of test vectors of a stream cipher or"),
        ("CT = 00", "no key; a line 'Key = HEX' must stand before the answer"),
        ("{", "no JSON of test vectors of a stream cipher or"),
    ],
)
def test_bad_files(
    text: str, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(GatehashError) as caught:
        read_vectors(text)
    assert message in str(caught.value)
    bad, good = tmp_path / "bad", tmp_path / "good"
    bad.write_text(text)
    good.write_text(SHORT.replace("\n     ", ""))
    arguments = ["kat", str(bad), str(good), "--design", "skein512-x8", "--engine", "model"]
    assert command(arguments) == 1
    said = capsys.readouterr()
    assert said.err.startswith(f"gatehash: {bad}: ")
    assert said.err.count("\n") == 1
    assert said.out == f"{good}: 1 right, 0 wrong, 1 skipped: not whole bytes\n"


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


def test_an_answer_of_another_length(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "short.rsp"
    file.write_text("Len = 0\nMsg = 00\nMD = 00\n")
    assert command(["kat", str(file), "--design", "sha256-lut", "--engine", "model"]) == 1
    assert "the answer has 8 bits, sha-256 has 256" in capsys.readouterr().err
