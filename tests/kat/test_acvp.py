# SPDX-License-Identifier: Apache-2.0
"""Prompts of ACVP: answers against NIST's samples, hashlib and pycryptodome."""

import hashlib
import hmac
import importlib
import json
import math
import sys
from collections.abc import Callable
from functools import cache
from io import BytesIO
from itertools import islice
from typing import Any, Literal

import pytest
from Crypto.Hash import KMAC128, KMAC256
from tests.kat.published import HERE, cavp_chain

from gatehash.catalog import DESIGNS, find
from gatehash.errors import GatehashError
from gatehash.kat import (
    Asked,
    Vector,
    monte_carlo,
    prompt,
    read_prompt,
    read_vectors,
    registration,
    respond,
    run,
)
from gatehash.kat.monte_carlo import chained, chained_extendable
from gatehash.kat.protocol import algorithms
from gatehash.kat.run import hindrances, work

SAMPLES = json.loads((HERE / "acvp_samples.json").read_text())
Engine = Literal["rtl", "model"]


def answered(content: Any, design: str, engine: Engine = "model") -> Any:
    """Return the response to a prompt."""
    read = read_prompt(BytesIO(json.dumps(content).encode()), find(design))
    return json.loads(respond(read, Asked(find(design), engine=engine)))


@cache
def _revision(algorithm: str) -> str:
    """Return the first revision of an algorithm that is answered."""
    family = next(
        found[algorithm] for each in DESIGNS.values() if algorithm in (found := algorithms(each))
    )
    return family.revisions[0]


def asking(algorithm: str, kind: str, *tests: dict[str, Any], **group: Any) -> dict[str, Any]:
    """Return a prompt of one group, with the first revision that is answered."""
    numbered = [{"tcId": number, **each} for number, each in enumerate(tests, start=1)]
    return {
        "vsId": 7,
        "algorithm": algorithm,
        "revision": _revision(algorithm),
        "testGroups": [{"tgId": 1, "testType": kind, **group, "tests": numbered}],
    }


def first_group(response: Any) -> list[dict[str, Any]]:
    """Return the answers of the first group."""
    found: list[dict[str, Any]] = response["testGroups"][0]["tests"]
    return found


def text(data: bytes, length: str = "len") -> dict[str, Any]:
    return {"msg": data.hex(), length: 8 * len(data)}


def few(monkeypatch: pytest.MonkeyPatch, count: int, steps: int = 1000) -> None:
    """Have Monte Carlo tests of fewer answers or steps than the protocol's."""
    monkeypatch.setattr(prompt, "_ANSWERS", count)
    monkeypatch.setattr(monte_carlo, "_STEPS", steps)


@pytest.mark.parametrize(
    ("sample", "design", "engine"),
    [
        ("HMAC-SHA2-256-1.0", "sha256-lut-hmac", "rtl"),
        ("HMAC-SHA2-256-2.0", "sha256-lut-hmac", "rtl"),
        ("SHAKE-128-FIPS202", "sha3-x1", "model"),
        pytest.param("SHAKE-128-FIPS202", "sha3-x1", "rtl", marks=pytest.mark.large),
    ],
)
def test_samples_of_nist(sample: str, design: str, engine: Engine) -> None:
    content, expected = SAMPLES[sample]["prompt"], SAMPLES[sample]["answers"]
    response = answered([{"acvVersion": "1.0"}, content], design, engine)
    assert response[0] == {"acvVersion": "1.0"}
    head = {name: content[name] for name in ("vsId", "algorithm", "revision")}
    assert response[1] == {
        **head,
        "testGroups": [
            {
                "tgId": content["testGroups"][0]["tgId"],
                "tests": [
                    {"tcId": int(number), "mac" if "MAC" in sample else "md": answer}
                    for number, answer in expected.items()
                ],
            }
        ],
    }


@pytest.mark.parametrize(
    ("engine", "answers"),
    [
        ("rtl", 1),
        pytest.param("rtl", 2, marks=pytest.mark.large),
        pytest.param("model", 2, marks=pytest.mark.large),
    ],
)
def test_alternate_monte_carlo_test_of_nist(
    engine: Engine, answers: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    few(monkeypatch, answers)
    content = SAMPLES["SHA2-256-1.0"]["prompt"]
    content = {**content, "testGroups": content["testGroups"][:1]}
    (test,) = first_group(answered(content, "sha256-lut", engine))
    expected = SAMPLES["SHA2-256-1.0"]["answers"]["513"]
    assert [each["md"] for each in test["resultsArray"]] == [
        expected[str(number)] for number in range(answers)
    ]


def test_all_answers_of_nists_monte_carlo_tests() -> None:
    """The chains of ACVP and CAVP on hashlib, which is fast enough for all hundred answers."""
    seed = bytes.fromhex(SAMPLES["SHA2-256-1.0"]["prompt"]["testGroups"][0]["tests"][0]["msg"])
    found = chained(lambda each: hashlib.sha256(each).digest(), seed, 3, alternate=True)
    answers = list(islice(found, 100))
    expected = SAMPLES["SHA2-256-1.0"]["answers"]["513"]
    assert all(answers[int(number)].hex().upper() == each for number, each in expected.items())
    shake = cavp_chain("SHAKE", "SHAKE128Monte")
    assert shake.output_bytes is not None
    outputs = chained_extendable(
        lambda each: hashlib.shake_128(each).digest(140), shake.seed, *shake.output_bytes
    )
    assert all(each == answer for each, (_, answer) in zip(outputs, shake.answers, strict=False))


def test_progress_is_reported_as_often_as_it_is_announced(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Once for each answer of a Monte Carlo test, and for each piece of a large message."""
    few(monkeypatch, 3, 2)
    monkeypatch.setattr(sys.modules["gatehash.kat.run"], "_PIECE_BYTES", 64)
    content = large(fullLength=8 * 1000)
    chain = asking("SHA2-256", "MCT", ABC | {"tcId": 2})["testGroups"][0] | {"tgId": 2}
    content["testGroups"].append(chain)
    read = read_prompt(BytesIO(json.dumps(content).encode()), find("sha256-lut"))
    reported: list[int] = []
    response = json.loads(respond(read, Asked(find("sha256-lut"), engine="model"), reported.append))
    assert first_group(response)[0]["md"] == hashlib.sha256(b"\1\2" * 500).hexdigest().upper()
    assert sum(reported) == work(read.vectors) == 16 + 3


def alternate_sha3(seed: bytes, steps: int) -> bytes:
    """Return the first answer of SHA3-256, written as draft-celi-acvp-sha3 has it."""
    digest = seed
    for _ in range(steps):
        digest = hashlib.sha3_256((digest + bytes(len(seed)))[: len(seed)]).digest()
    return digest


@pytest.mark.parametrize("size", [16, 250])
def test_alternate_monte_carlo_test_of_sha3(size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    few(monkeypatch, 1, 50)
    seed = bytes(range(size))
    content = asking("SHA3-256", "MCT", text(seed), mctVersion="alternate")
    (test,) = first_group(answered(content, "sha3-x1"))
    assert test["resultsArray"] == [{"md": alternate_sha3(seed, 50).hex().upper()}]


def test_a_monte_carlo_test_answered_is_right_for_kat(monkeypatch: pytest.MonkeyPatch) -> None:
    """Questions and answers together are what gatehash kat verifies."""
    few(monkeypatch, 2, 20)
    for algorithm, extra in (
        ("SHAKE-256", {"minOutLen": 128, "maxOutLen": 1024}),
        ("SHA3-224", {"mctVersion": "standard"}),
        ("SHA3-224", {"mctVersion": "alternate"}),
    ):
        content = asking(algorithm, "MCT", text(bytes(range(16))), **extra)
        (test,) = first_group(answered(content, "sha3-x1"))
        if algorithm == "SHAKE-256":
            assert all(each["outLen"] == 4 * len(each["md"]) for each in test["resultsArray"])
        content["testGroups"][0]["tests"][0] |= test
        vectors = read_vectors(BytesIO(json.dumps(content).encode())).vectors
        outcomes = list(run(vectors, Asked(find("sha3-x1"), engine="model")))
        assert [(each.agrees, each.skipped) for each in outcomes] == [(True, "")] * 2


_HASHES: dict[str, tuple[str, Callable[[bytes], Any]]] = {
    "SHA2-224": ("sha256-lut", hashlib.sha224),
    "SHA2-256": ("sha256-lut", hashlib.sha256),
    "SHA2-384": ("sha512-lut", hashlib.sha384),
    "SHA2-512": ("sha512-lut", hashlib.sha512),
    "SHA2-512/224": ("sha512-lut", lambda data: hashlib.new("sha512_224", data)),
    "SHA2-512/256": ("sha512-lut", lambda data: hashlib.new("sha512_256", data)),
    "SHA3-224": ("sha3-x1", hashlib.sha3_224),
    "SHA3-256": ("sha3-x1", hashlib.sha3_256),
    "SHA3-384": ("sha3-x1", hashlib.sha3_384),
    "SHA3-512": ("sha3-x1", hashlib.sha3_512),
}


@pytest.mark.parametrize("algorithm", _HASHES)
def test_messages_short_and_large(algorithm: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A large message is many pieces, and its content is repeated."""
    monkeypatch.setattr(sys.modules["gatehash.kat.run"], "_PIECE_BYTES", 64)
    design, function = _HASHES[algorithm]
    messages = [b"", b"abc", bytes(range(200))]
    (first, *rest) = [text(each) for each in messages]
    empty = {**first, "msg": "00"}
    found = first_group(answered(asking(algorithm, "AFT", first, empty, *rest), design))
    expected = [function(each).hexdigest().upper() for each in (b"", *messages)]
    assert found == [{"tcId": n, "md": each} for n, each in enumerate(expected, start=1)]
    content, copies = bytes(range(1, 9)), 41
    large = {"content": content.hex(), "contentLength": 64, "fullLength": 64 * copies}
    large["expansionTechnique"] = "repeating"
    (test,) = first_group(answered(asking(algorithm, "LDT", {"largeMsg": large}), design))
    assert test == {"tcId": 1, "md": function(content * copies).hexdigest().upper()}


@pytest.mark.parametrize("engine", ["model", pytest.param("rtl", marks=pytest.mark.large)])
def test_output_of_any_length(engine: Engine) -> None:
    for bits, function in ((128, hashlib.shake_128), (256, hashlib.shake_256)):
        tests = [text(bytes(size)) | {"outLen": 8 * size} for size in (2, 16, 168, 333)]
        found = first_group(answered(asking(f"SHAKE-{bits}", "VOT", *tests), "sha3-x1", engine))
        assert found == [
            {
                "tcId": number,
                "md": function(bytes(size)).hexdigest(size).upper(),
                "outLen": 8 * size,
            }
            for number, size in enumerate((2, 16, 168, 333), start=1)
        ]


@pytest.mark.parametrize("engine", ["model", pytest.param("rtl", marks=pytest.mark.large)])
def test_outputs_of_cshake(engine: Engine) -> None:
    """With a name, with a customization, with neither, which is SHAKE; lengths of one hardware."""
    make = importlib.import_module("Crypto.Hash.cSHAKE128").cSHAKE_XOF
    for bits in (128, 256):
        strings = [("", ""), ("KMAC", ""), ("", "Email Signature"), ("name", "custom")]
        tests = [
            text(bytes(size)) | {"outLen": 8 * size, "functionName": name, "customization": custom}
            for size, (name, custom) in zip((2, 16, 168, 333), strings, strict=True)
        ]
        content = asking(f"cSHAKE-{bits}", "AFT", *tests, hexCustomization=False)
        found = first_group(answered(content, "sha3-x1-mac", engine))
        digests = [
            make(bytes(size), custom.encode(), 2 * bits, name.encode()).read(size)
            for size, (name, custom) in zip((2, 16, 168, 333), strings, strict=True)
        ]
        assert found == [
            {"tcId": number, "md": digest.hex().upper(), "outLen": 8 * len(digest)}
            for number, digest in enumerate(digests, start=1)
        ]


@pytest.mark.parametrize("engine", ["model", pytest.param("rtl", marks=pytest.mark.large)])
def test_chains_of_cshake(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    """As draft-celi-acvp-xof writes it, in section 6.2.1; the first output is one of SHAKE."""
    few(monkeypatch, 3, 2)
    make = importlib.import_module("Crypto.Hash.cSHAKE128").cSHAKE_XOF
    for bits, (least, most, step) in ((128, (256, 4096, 8)), (256, (16, 1200, 40))):
        limits = {"minOutLen": least, "maxOutLen": most, "outLenIncrement": step}
        content = asking(f"cSHAKE-{bits}", "MCT", text(b"\1" * 16), **limits)
        (test,) = first_group(answered(content, "sha3-x1-mac", engine))
        output, output_bits, custom, results = b"\1" * 16, most, b"", []
        for _ in range(3):
            for _ in range(2):
                inner = (output + bytes(16))[:16]
                output = make(inner, custom, 2 * bits, b"").read(output_bits // 8)
                right = output[-2] << 8 | output[-1]
                produced = output_bits
                output_bits = least + math.floor(right % (most - least + 1) / step) * step
                custom = bytes(byte % 26 + 65 for byte in (*inner, *output[-2:]))
            results.append({"md": output.hex().upper(), "outLen": produced})
        assert test == {"tcId": 1, "resultsArray": results}


@pytest.mark.parametrize("engine", ["model", pytest.param("rtl", marks=pytest.mark.large)])
def test_codes_of_kmac(engine: Engine) -> None:
    """KMACXOF's code is the fifth of NIST's samples."""
    key, data, custom = bytes(range(0x40, 0x60)), bytes(range(4)), b"My Tagged Application"
    for bits, library in ((128, KMAC128), (256, KMAC256)):
        expected = library.new(key=key, data=data, mac_len=32, custom=custom).digest()
        test = text(data, "msgLen") | {"key": key.hex(), "keyLen": 256, "macLen": 256}
        test |= {"customization": custom.decode()}
        content = asking(f"KMAC-{bits}", "AFT", test, xof=False, hexCustomization=False)
        group = content["testGroups"][0]
        hexed = test | {"tcId": 2, "customizationHex": custom.hex()}
        content["testGroups"] += [group | {"tgId": 2, "xof": True, "tests": [hexed]}]
        content["testGroups"][1]["hexCustomization"] = True
        wrong = bytes([expected[0] ^ 1]) + expected[1:]
        codes = [
            test | {"tcId": 3 + n, "mac": each.hex()} for n, each in enumerate([expected, wrong])
        ]
        content["testGroups"] += [group | {"tgId": 3, "testType": "MVT", "tests": codes}]
        response = answered(content, "sha3-x1-mac", engine)
        first, second, third = (each["tests"] for each in response["testGroups"])
        assert first == [{"tcId": 1, "mac": expected.hex().upper()}]
        if bits == 128:
            xof = "31A44527B4ED9F5C6101D11DE6D26F0620AA5C341DEF41299657FE9DF1A3B16C"
            assert second == [{"tcId": 2, "mac": xof}]
        assert third == [{"tcId": 3, "testPassed": True}, {"tcId": 4, "testPassed": False}]


@pytest.mark.parametrize("name", ["SHA2-512/256", "SHA3-384"])
def test_codes_of_hmac(name: str) -> None:
    design = "sha3-x1-mac" if "SHA3" in name else "sha512-bram-hmac"
    library = {"SHA2-512/256": "sha512_256", "SHA3-384": "sha3_384"}[name]
    sizes = (10, 16, 20)
    tests = [
        {"key": bytes(range(300)[:size]).hex(), "keyLen": 8 * size, "macLen": 8 * size}
        | text(bytes(size), "msgLen")
        for size in sizes
    ]
    found = first_group(answered(asking(f"HMAC-{name}", "AFT", *tests), design))
    for size, each in zip(sizes, found, strict=True):
        code = hmac.digest(bytes(range(300)[:size]), bytes(size), library)
        assert each["mac"] == code[:size].hex().upper()


@pytest.mark.large
def test_every_design_registers_what_it_answers() -> None:
    """A prompt at each end of a registered length is answered."""
    for design in DESIGNS.values():
        if not algorithms(design):
            with pytest.raises(GatehashError, match="no function that ACVP tests"):
                registration(design)
            continue
        version, session = registration(design)
        assert version == {"acvVersion": "1.0"}
        for each in session["algorithms"]:
            assert {"algorithm", "revision"} < set(each)
            if "keyLen" not in each:
                continue
            (keys,), (codes,) = each["keyLen"], each["macLen"]
            tests = [
                text(b"", "msgLen") | {"key": "00" * (bits // 8), "keyLen": bits, "macLen": size}
                for bits, size in zip(
                    (keys["min"], keys["max"]), (codes["min"], codes["max"]), strict=True
                )
            ]
            content = asking(each["algorithm"], "AFT", *tests)
            read = read_prompt(BytesIO(json.dumps(content).encode()), design)
            vectors = [question.vector for question in read.questions]
            assert not any(hindrances(vectors, Asked(design)))


def refusal(content: Any, design: str = "sha256-lut") -> str:
    """Return the error of a prompt."""
    data = content if isinstance(content, bytes) else json.dumps(content).encode()
    with pytest.raises(GatehashError) as caught:
        respond(read_prompt(BytesIO(data), find(design)), Asked(find(design), engine="model"))
    assert "\n" not in str(caught.value)
    return str(caught.value)


def large(**fields: Any) -> dict[str, Any]:
    one = {"content": "0102", "contentLength": 16, "fullLength": 64}
    return asking(
        "SHA2-256", "LDT", {"largeMsg": {**one, "expansionTechnique": "repeating"} | fields}
    )


ABC = text(b"abc")
KEYED = {"key": "00" * 16, "keyLen": 128} | text(b"", "msgLen")


def _twice(changed: dict[str, int]) -> dict[str, Any]:
    """Return a prompt of a group and of the same again, with other numbers."""
    content = asking("SHA2-256", "AFT", ABC)
    (group,) = content["testGroups"]
    return content | {"testGroups": [group, group | changed]}


BAD: list[tuple[Any, str]] = [
    (b"", "line 1, column 1: the JSON is damaged or cut off"),
    (b"\xff\xfe", "it is no text (it begins with ff fe); a prompt of ACVP is JSON"),
    ({}, "it has no list 'testGroups'; a prompt of ACVP is a vector set, or a list"),
    ({"testGroups": []}, "there is no 'algorithm'; it must be a text"),
    (asking("SHA2-256", "AFT"), "there is no test in it"),
    (asking("SHA2-512", "AFT", ABC), "sha256-lut has no algorithm 'SHA2-512'; it has: SHA2-224,"),
    (asking("SHA2-256", "AFT", ABC) | {"algorithm": "CSHAKE-128"}, "sha256-lut has no algorithm"),
    (
        asking("SHA2-256", "AFT", ABC) | {"revision": "9.9"},
        "revision '9.9' of SHA2-256 is not known; answered are: 1.0",
    ),
    (asking("SHA2-256", "AFT", ABC) | {"vsId": "x"}, "'vsId' is 'x'; it must be a whole number"),
    (asking("SHA2-256", "VOT", ABC), "group 1: 'testType' is 'VOT'; it must be one of: AFT, MCT,"),
    (asking("SHA2-256", "AFT", ABC | {"md": "00"}), "test 1 has its answer; gatehash kat compares"),
    (
        asking("SHA2-256", "AFT", ABC | {"algorithm": "SHA2-224"}),
        "test 1 is of 'SHA2-224', its vector set of SHA2-256",
    ),
    (asking("SHA2-256", "AFT", ABC, ABC | {"tcId": 1}), "there is a second test 1"),
    (_twice({"tgId": 2}), "there is a second test 1"),
    (_twice({}), "there is a second group 1"),
    (
        asking("SHA2-256", "AFT", ABC, {"msg": "616280", "len": 17}),
        "test 2: 'len' is 17 bits; sha256-lut takes and gives whole bytes (gatehash acvp --cap",
    ),
    (asking("SHA2-256", "AFT", {"msg": "00", "len": 16}), "test 1: 'msg' has 1 byte; 'len' is 16"),
    (asking("SHA2-256", "AFT", {"len": 16}), "test 1: there is no 'msg'; it must be hexadecimal"),
    (
        asking("SHA2-256", "MCT", ABC, mctVersion="other"),
        "test 1: 'mctVersion' is 'other'; it must be one of: standard, alternate",
    ),
    (asking("SHA2-256", "LDT", ABC), "test 1, largeMsg: 'None' is no object"),
    (large(expansionTechnique="x"), "'expansionTechnique' is 'x'; it must be one of: repeating"),
    (large(contentLength=24), "test 1, largeMsg: 'content' has 2 bytes; 'contentLength' is 24"),
    (large(fullLength=72), "'fullLength' is 72 bits and 'contentLength' 16; the content must"),
    (large(content="", contentLength=0), "'fullLength' is 64 bits and 'contentLength' 0; the"),
    (large(fullLength=1 << 60), f"a multiple of it of at most {1 << 36} bits"),
]


@pytest.mark.parametrize(("content", "message"), BAD, ids=range(len(BAD)))
def test_bad_prompts(content: Any, message: str) -> None:
    assert message in refusal(content)


BAD_OF: list[tuple[str, Any, str]] = [
    ("sha3-x1", asking("SHAKE-128", "VOT", ABC), "test 1: there is no 'outLen'; it must be a"),
    ("sha3-x1", asking("SHAKE-128", "AFT", ABC | {"outLen": 0}), "'outLen' is 0; an answer has"),
    ("sha3-x1", asking("SHAKE-128", "AFT", ABC | {"outLen": 12}), "test 1: 'outLen' is 12 bits;"),
    ("sha3-x1", asking("SHAKE-128", "MCT", ABC), "test 1: there is no 'minOutLen'; it must be"),
    (
        "sha3-x1",
        asking("SHAKE-128", "MCT", ABC, minOutLen=64, maxOutLen=16),
        "test 1, result 1: the output has 8 to 2 bytes; the least must be 1 or more",
    ),
    (
        "sha3-x1",
        asking("SHAKE-128", "AFT", ABC | {"outLen": 1 << 30}),
        "test 1: digest length 1073741824 is not available: shake128 takes multiples of 8",
    ),
    (
        "sha3-x1-mac",
        asking("cSHAKE-128", "MCT", ABC, minOutLen=256, maxOutLen=512, outLenIncrement=4),
        "test 1: 'outLenIncrement' is 4 bits; sha3-x1-mac takes and gives whole bytes",
    ),
    (
        "sha3-x1-mac",
        asking("cSHAKE-128", "MCT", ABC, minOutLen=256, maxOutLen=512, outLenIncrement=0),
        "test 1: 'outLenIncrement' is 0; it must be 1 or more",
    ),
    (
        "sha3-x1-mac",
        asking("cSHAKE-128", "MCT", ABC, minOutLen=8, maxOutLen=8, outLenIncrement=8)
        | {"hexCustomization": True},
        "test 1: a Monte Carlo test whose customization is hexadecimal",
    ),
    ("sha3-x1-mac", asking("KMAC-128", "AFT", KEYED), "there is no 'macLen'; it must be a whole"),
    (
        "sha3-x1-mac",
        asking("KMAC-128", "AFT", text(b"", "msgLen"), macLen=64),
        "test 1: there is no 'key'; it must be hexadecimal",
    ),
    (
        "sha3-x1-mac",
        asking("KMAC-128", "AFT", KEYED | {"key": "00" * 200, "keyLen": 1600}, macLen=64),
        "test 1: key has 200 bytes; kmac128 takes at most 163",
    ),
    (
        "sha256-lut-hmac",
        asking("HMAC-SHA2-256", "AFT", KEYED, macLen=512),
        "test 1: a digest of 512 bits; hmac-sha-256 has 256",
    ),
    (
        "sha256-lut-hmac",
        asking("HMAC-SHA2-256", "AFT", KEYED, macLen=81),
        "test 1: 'macLen' is 81 bits; sha256-lut-hmac takes and gives whole bytes",
    ),
]


@pytest.mark.parametrize(("design", "content", "message"), BAD_OF, ids=range(len(BAD_OF)))
def test_prompts_that_a_design_can_not_answer(design: str, content: Any, message: str) -> None:
    assert message in refusal(content, design)


def test_messages_of_a_prompt_are_those_of_kat() -> None:
    """Both read a test in the same way, but for its answer."""
    content = asking("SHA2-256", "AFT", ABC)
    (question,) = read_prompt(BytesIO(json.dumps(content).encode()), find("sha256-lut")).questions
    content["testGroups"][0]["tests"][0]["md"] = "00" * 32
    (vector,) = read_vectors(BytesIO(json.dumps(content).encode())).vectors
    assert isinstance(question.vector, Vector)
    assert isinstance(vector, Vector)
    assert question.vector.message == vector.message == b"abc"
    assert (question.vector.answer, vector.answer) == (None, bytes(32))
