# SPDX-License-Identifier: Apache-2.0
"""NIST's files on RTL, and what counts as right, wrong and skipped."""

import hmac
import json
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from tests.kat.published import CRYPTOGRAPHY, kat, outcomes_of, right, vectors_of

from gatehash.catalog import DESIGNS, find
from gatehash.cli.commands import run as command
from gatehash.errors import GatehashError
from gatehash.kat import Asked, Chain, Vector, read_vectors, run
from gatehash.kat.functions import named

HASHES = CRYPTOGRAPHY / "hashes"
RFC_7539 = CRYPTOGRAPHY / "ciphers" / "ChaCha20" / "rfc7539.txt"
SHA2 = {
    "sha-224": ("sha256-lut", "SHA224"),
    "sha-256": ("sha256-lut", "SHA256"),
    "sha-384": ("sha512-x1-piped", "SHA384"),
    "sha-512": ("sha512-bram", "SHA512"),
    "sha-512/224": ("sha512-lut", "SHA512_224"),
    "sha-512/256": ("sha512-bram", "SHA512_256"),
}
SHA3 = {f"sha3-{bits}": ("sha3-x1", f"SHA3_{bits}") for bits in (224, 256, 384, 512)}
SHAKE = {f"shake{bits}": ("sha3-x1", f"SHAKE{bits}") for bits in (128, 256)}
ALGORITHMS = SHA2 | SHA3 | SHAKE
# The others need simulators of their own, which differ in initial values, rate and length.
_QUICK = ("sha-256", "sha-512", "sha3-256", "shake128")
algorithms = pytest.mark.parametrize(
    "algorithm",
    [pytest.param(each, marks=[] if each in _QUICK else pytest.mark.large) for each in ALGORITHMS],
)


def cavp(algorithm: str, kind: str) -> list[Vector | Chain]:
    stem = ALGORITHMS[algorithm][1]
    folder = "SHAKE" if algorithm in SHAKE else "SHA3" if algorithm in SHA3 else "SHA2"
    return vectors_of(HASHES / folder / f"{stem}{kind}.rsp")


@algorithms
def test_short_messages_on_rtl(algorithm: str) -> None:
    design = find(ALGORITHMS[algorithm][0])
    vectors = cavp(algorithm, "ShortMsg")
    assert right(outcomes_of(vectors, Asked(design, algorithm))) == len(vectors) > 64


@algorithms
def test_some_long_messages_on_rtl(algorithm: str) -> None:
    """NIST's files name their function, so that none need be chosen."""
    design = find(ALGORITHMS[algorithm][0])
    vectors = cavp(algorithm, "LongMsg")[::16]
    assert right(outcomes_of(vectors, Asked(design))) == len(vectors) > 3


@pytest.mark.parametrize("algorithm", ["sha-512", "sha3-256", "shake128"])
def test_begin_of_a_monte_carlo_test_on_rtl(algorithm: str) -> None:
    design = find(ALGORITHMS[algorithm][0])
    (chain,) = cavp(algorithm, "Monte")
    assert isinstance(chain, Chain)
    assert len(chain.answers) == 100
    begin = Chain(chain.seed, chain.answers[:2], chain.output_bytes, chain.function)
    assert right(outcomes_of([begin], Asked(design, algorithm))) == 2


@pytest.mark.parametrize("algorithm", SHAKE)
def test_output_of_any_length_on_the_model(algorithm: str) -> None:
    vectors = cavp(algorithm, "VariableOut")
    asked = Asked(find("sha3-x1"), algorithm, "model")
    assert right(outcomes_of(vectors, asked)) == len(vectors) > 1000


@pytest.mark.parametrize("engine", ["rtl", "model"])
@pytest.mark.parametrize("algorithm", ["chacha20", "chacha20-ietf"])
def test_chacha20_of_rfc_7539(
    algorithm: str, engine: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """A nonce of 12 bytes is taken as it is, or as the counter's upper half and 8 bytes."""
    arguments = ["kat", str(RFC_7539), "--design", "chacha-mc-1", "--algorithm", algorithm]
    assert command([*arguments, "--engine", engine]) == 0
    assert capsys.readouterr().out == f"{RFC_7539}: 3 right, 0 wrong\n"


@pytest.mark.parametrize(
    "bits", [256, *(pytest.param(bits, marks=pytest.mark.large) for bits in (224, 384, 512))]
)
def test_hmac_of_rfc_4231(bits: int) -> None:
    vectors = vectors_of(CRYPTOGRAPHY / "HMAC" / f"rfc-4231-sha{bits}.txt")
    assert {each.function for each in vectors} == {f"HMAC-SHA{bits}"}
    asked = Asked(find("sha256-lut-hmac" if bits < 300 else "sha512-bram-hmac"))
    assert right(outcomes_of(vectors, asked)) == len(vectors) == 6


def test_every_function_is_found_by_its_own_names() -> None:
    """The names are those of the catalogue, so that a new function is found too."""
    for design in DESIGNS:
        for function in find(design).functions:
            meant = named(find(design), function.name.upper())
            assert meant is not None
            assert meant.function is function
            if function.tag is not None:
                tagged = named(find(design), function.tag)
                assert tagged is not None
                assert tagged.function is function


@pytest.mark.parametrize(
    ("design", "name", "function", "bits"),
    [
        ("sha512-bram-hmac", "HMACSHA512/256", "hmac-sha-512/256", 0),
        ("sha3-x1-mac", "HMACSHA3-224", "hmac-sha3-224", 0),
        ("sha3-x1-mac", "KMAC-128", "kmac128", 0),
        ("sha512-bram", "SHA2-512/224", "sha-512/224", 0),
        ("sha512-bram", "SHA-512-256", "sha-512/256", 0),
        ("sha3-x1", "SHA-3(384)", "sha3-384", 0),
        ("sha3-x1", "SHAKE-128(1120)", "shake128", 1120),
        ("skein512-x8", "Skein-512(224)", "skein-512-512", 224),
        ("skein-mc-mac", "skein-mac-256", "skein-mac-256-256", 0),
        ("blake2-mc-1", "BLAKE2b(384)", "blake2b-512", 384),
        ("chacha-mc-1", "ChaCha(20)", "chacha20", 0),
        ("arx-mc-1", "XChaCha20", "xchacha20", 0),
        ("sha256-lut", "SHA-1", None, 0),
        ("sha256-lut", "SHA", None, 0),
        ("sha512-bram", "SHA-256", None, 0),
        ("sha3-x1", "Keccak-1600(224)", None, 0),
        ("blake2-mc-1", "blake2bp", None, 0),
    ],
)
def test_names_that_files_have(design: str, name: str, function: str | None, bits: int) -> None:
    meant = named(find(design), name)
    if function is None:
        assert meant is None
    else:
        assert meant is not None
        assert (meant.function.name, meant.digest_bits) == (function, bits)


def test_a_message_many_times() -> None:
    text = b"Repeat = 3\nText = abc\nMD = 00"
    (vector,) = read_vectors(BytesIO(text)).vectors
    assert isinstance(vector, Vector)
    assert (vector.message, vector.repeat) == (b"abc", 3)
    asked = Asked(find("sha256-lut"), "sha-256", "model")
    (outcome,) = run([Vector("", b"abc", bytes(32), repeat=3)], asked)
    (other,) = run([Vector("", b"abcabcabc", bytes(32))], asked)
    assert outcome.answer == other.answer
    assert not outcome.agrees


def mac(result: str, tag: bytes) -> bytes:
    test = {"tcId": 1, "key": "0b" * 20, "msg": b"Hi There".hex(), "tag": tag.hex()}
    group = {"type": "MacTest", "tagSize": 8 * len(tag), "tests": [test | {"result": result}]}
    return json.dumps({"algorithm": "HMACSHA256", "testGroups": [group]}).encode()


@pytest.mark.parametrize("engine", ["rtl", "model"])
def test_a_code_is_valid_or_not(engine: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A tag that is called valid must be the code's beginning; one called invalid must not."""
    code = hmac.digest(b"\x0b" * 20, b"Hi There", "sha256")
    wrong = bytes([code[0] ^ 1]) + code[1:16]
    asked = Asked(find("sha256-lut-hmac"), None, "rtl" if engine == "rtl" else "model")
    for result, tag, agrees in (
        ("valid", code[:16], True),
        ("valid", wrong, False),
        ("invalid", wrong, True),
        ("invalid", code[:16], False),
    ):
        (outcome,) = run(read_vectors(BytesIO(mac(result, tag))).vectors, asked)
        assert outcome.agrees == agrees, (result, tag)
        assert not outcome.skipped
    (outcome,) = run(read_vectors(BytesIO(mac("acceptable", wrong))).vectors, asked)
    assert outcome.skipped == "acceptable: a verifier may take the tag or not"


def sealed(result: str, flip: int, **changes: str) -> list[Vector | Chain]:
    """Return RFC 8439's example of ChaCha20-Poly1305 as a test of Wycheproof's."""
    (example,) = (
        each
        for each in vectors_of(CRYPTOGRAPHY / "ciphers/ChaCha20Poly1305/boringssl.txt")
        if each.function == "" and isinstance(each, Vector) and b"sunscreen" in each.message
        if each.values["nonce"].hex() == "070000004041424344454647"
    )
    assert isinstance(example, Vector)
    assert example.answer is not None
    tag = bytes([example.answer[-16] ^ flip]) + example.answer[-15:]
    test = {"tcId": 1, "result": result, "iv": example.values["nonce"].hex(), "tag": tag.hex()}
    test |= {"key": example.values["key"].hex(), "aad": example.values["ad"].hex()}
    test |= {"msg": example.message.hex(), "ct": example.answer[:-16].hex()} | changes
    group = {"type": "AeadTest", "tagSize": 128, "tests": [test]}
    file = {"algorithm": "CHACHA20-POLY1305", "testGroups": [group]}
    return read_vectors(BytesIO(json.dumps(file).encode())).vectors


@pytest.mark.parametrize("engine", ["rtl", "model"])
@pytest.mark.parametrize(
    ("result", "flip", "agrees"),
    [
        ("valid", 0, True),
        ("valid", 1, False),
        ("invalid", 0, False),
        ("invalid", 1, True),
        ("acceptable", 0, True),
        ("acceptable", 1, True),
    ],
)
def test_an_authenticated_message_is_taken_or_refused(
    result: str, flip: int, agrees: bool, engine: str
) -> None:
    asked = Asked(find("chacha20-poly1305-mc-1"), None, "rtl" if engine == "rtl" else "model")
    (outcome,) = run(sealed(result, flip), asked)
    assert not outcome.skipped
    assert outcome.agrees == agrees


def test_a_value_that_the_function_does_not_take() -> None:
    """It is the right refusal of an invalid vector, and a reason to skip a valid one."""
    asked = Asked(find("chacha20-poly1305-mc-1"), None, "model")
    (refused,) = run(sealed("invalid", 0, iv="00" * 8), asked)
    assert (refused.expected, refused.answer, refused.skipped) == (None, None, "")
    assert refused.agrees
    (skipped,) = run(sealed("valid", 0, iv="00" * 8), asked)
    assert skipped.skipped == "nonce has 8 bytes; chacha20-poly1305 takes 12"


def test_a_vector_without_its_empty_fields() -> None:
    """An empty message has no ct in some generations of the files."""
    asked = Asked(find("chacha20-poly1305-mc-1"), None, "model")
    (vector,) = sealed("valid", 0)
    assert isinstance(vector, Vector)
    (empty,) = run(
        [Vector("", b"", b"", vector.values, operation="encrypt")],
        asked._replace(algorithm="chacha20-poly1305"),
    )
    assert empty.answer is not None
    test = {"tcId": 1, "result": "valid", "tag": empty.answer.hex()}
    test |= {"key": vector.values["key"].hex(), "iv": vector.values["nonce"].hex()}
    test |= {"aad": vector.values["ad"].hex()}
    group = {"algorithm": "ChaCha20-Poly1305", "type": "AEADTest", "ivSize": 96, "tests": [test]}
    old = json.dumps({"testGroups": [group]}).encode()
    assert right(outcomes_of(read_vectors(BytesIO(old)).vectors, asked)) == 1


def test_kmac_with_customization_in_acvp_form() -> None:
    """The second and the fifth of NIST's KMAC samples, and the second verified (MVT)."""
    key, text = bytes(range(0x40, 0x60)).hex(), "My Tagged Application"
    code = "3B1FBA963CD8B0B59E8C1A6D71888B7143651AF8BA0A7070C0979E2811324AA5"
    test = {"tcId": 1, "key": key, "msg": "00010203", "msgLen": 32, "keyLen": 256, "macLen": 256}
    test |= {"customization": text, "mac": code}
    xof = "31A44527B4ED9F5C6101D11DE6D26F0620AA5C341DEF41299657FE9DF1A3B16C"
    hexed = {"customization": "", "customizationHex": text.encode().hex()}
    groups: list[dict[str, Any]] = [
        {"tgId": 1, "testType": "AFT", "xof": False, "hexCustomization": False, "tests": [test]},
        {"tgId": 2, "testType": "AFT", "xof": True, "tests": [test | hexed | {"mac": xof}]}
        | {"hexCustomization": True},
        {"tgId": 3, "testType": "MVT", "xof": False, "tests": [test | {"testPassed": True}]},
        {"tgId": 4, "testType": "MVT", "xof": False, "tests": [test | {"testPassed": False}]},
        {"tgId": 5, "testType": "AFT", "xof": False, "tests": [test | {"msgLen": 27}]},
    ]
    for number, group in enumerate(groups, start=1):
        group["tests"] = [each | {"tcId": number} for each in group["tests"]]
    file = {"vsId": 0, "algorithm": "KMAC-128", "revision": "1.0", "testGroups": groups}
    wire = json.dumps([{"acvVersion": "1.0"}, file]).encode()
    asked = Asked(find("sha3-x1-mac"), None, "model")
    outcomes = list(run(read_vectors(BytesIO(wire)).vectors, asked))
    assert [each.skipped for each in outcomes] == ["", "", "", "", "not whole bytes"]
    assert [each.agrees for each in outcomes[:4]] == [True, True, True, False]


def test_an_answer_of_another_length(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "short.rsp"
    file.write_text("Len = 0\nMsg = 00\nMD = 00\n")
    assert command(["kat", str(file), "--design", "sha256-lut", "--engine", "model"]) == 1
    assert "the answer has 8 bits, sha-256 has 256" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("design", "algorithm", "text", "message"),
    [
        ("sha3-x1", "shake128", "Msg =\nMD =\n", "line 2, Msg = : the answer is empty, which any"),
        ("sha3-x1", "sha3-256", "Msg =\nMD =\n", "line 2, Msg = : the answer is empty, which any"),
        (
            "sha256-lut-hmac",
            "hmac-sha-256",
            "Key = 00\nMsg =\nMac = a3\n",
            "the answer has 8 bits, hmac-sha-256 has 256; choose another algorithm",
        ),
        (
            "sha3-x1",
            "shake128",
            "[SHAKE-128(256)]\nIn =\nOut = 7f\n",
            "the answer has 8 bits, shake128 has 256",
        ),
    ],
)
def test_an_answer_that_is_cut_off_is_no_answer(
    design: str, algorithm: str, text: str, message: str
) -> None:
    """Only a MAC whose length is stated (Tlen) and an extendable output may be a beginning."""
    vectors = read_vectors(BytesIO(text.encode())).vectors
    with pytest.raises(GatehashError) as caught:
        list(run(vectors, Asked(find(design), algorithm, "model")))
    assert message in str(caught.value)


def test_a_function_that_the_design_lacks() -> None:
    with pytest.raises(GatehashError, match="sha256-lut has no function 'sha-512'; it runs: sha-"):
        list(run(sealed("valid", 0), Asked(find("sha256-lut"), "sha-512", "model")))


def test_all_skipped_is_no_success(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "other.rsp"
    file.write_text(
        f'# "SHA-1 ShortMsg" information\n[L = 20]\nLen = 0\nMsg = 00\nMD = {"00" * 20}\n'
    )
    status, said = kat(capsys, file, "--design", "sha256-lut", "--engine", "model")
    assert (status, said["right"], said["wrong"]) == (1, 0, 0)
    assert said["skipped"] == {"sha256-lut has no SHA-1": 1}
