# SPDX-License-Identifier: Apache-2.0
"""Derived keys: vectors of RFC 5869, RFC 7914 and NIST's CAVP, and other implementations."""

from __future__ import annotations

import hashlib
import hmac
import random
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.kdf.hkdf import HKDF, HKDFExpand
from cryptography.hazmat.primitives.kdf.kbkdf import KBKDFHMAC, CounterLocation, Mode
from tests.kat.published import CRYPTOGRAPHY
from tests.refusals import refused

import gatehash
from gatehash.catalog import find
from gatehash.cli.commands import run
from gatehash.derivation import Derivation
from gatehash.models.kmac import Kmac
from gatehash.paths import docs_root, sw_root
from gatehash.simulate import Simulation

HASHES: dict[str, Any] = {
    "hmac-sha-256": hashes.SHA256(),
    "hmac-sha-224": hashes.SHA224(),
    "hmac-sha-512": hashes.SHA512(),
    "hmac-sha-384": hashes.SHA384(),
    "hmac-sha-512/256": hashes.SHA512_256(),
    "hmac-sha3-256": hashes.SHA3_256(),
    "hmac-sha3-512": hashes.SHA3_512(),
}
# On simulated hardware in the first tier, and of the other functions in the second.
RTL = [
    pytest.param(name, marks=() if name == "hmac-sha-256" else pytest.mark.large) for name in HASHES
]


def _hkdf_vectors() -> Iterator[dict[str, Any]]:
    """Yield the vectors of RFC 5869, appendix A, that have SHA-256."""
    for name in ("rfc-5869-HKDF-SHA256.txt", "hkdf-generated.txt"):
        text = (CRYPTOGRAPHY / "KDF" / name).read_text("ascii")
        for block in text.split("COUNT = ")[1:]:
            found = dict(re.findall(r"^(\w+) *= ?(.*)$", block, re.MULTILINE))
            yield {
                key: int(value) if key == "L" else bytes.fromhex(value)
                for key, value in found.items()
                if key != "Hash"
            }


@pytest.mark.parametrize("engine", ["rtl", "model"])
def test_vectors_of_rfc_5869(engine: Any) -> None:
    d = gatehash.derive("hmac-sha256", engine=engine)
    vectors = list(_hkdf_vectors())
    assert len(vectors) == 4
    for each in vectors:
        salt, info, size = each["salt"], each["info"], each["L"]
        if "PRK" in each:
            assert d.hkdf_extract(each["IKM"], salt=salt) == each["PRK"]
            assert d.hkdf_expand(each["PRK"], length=size, info=info) == each["OKM"]
        assert d.hkdf(each["IKM"], length=size, salt=salt, info=info) == each["OKM"]


def test_vector_of_rfc_7914() -> None:
    """Section 11, the one with a single iteration."""
    key = gatehash.derive("hmac-sha256").pbkdf2(b"passwd", salt=b"salt", iterations=1, length=64)
    assert key.hex() == (
        "55ac046e56e3089fec1691c22544b605f94185216dde0465e68b9d57c20dacbc"
        "49ca9cccf179b645991664b39d77ef317c71b845b1e30bd509112041d3a19783"
    )


@pytest.mark.large
def test_long_vector_of_rfc_7914() -> None:
    """Section 11, the one with 80,000 iterations: 160,000 messages under one key."""
    key = gatehash.derive("hmac-sha256").pbkdf2(
        b"Password", salt=b"NaCl", iterations=80000, length=64
    )
    assert key.hex() == (
        "4ddcd8f60b98be21830cee5ef22701f9641a4418d04c0414aeff08876b34ab56"
        "a1d425a1225833549adb841b51c9b3176a272bdebba1d078478f62b397f33c8d"
    )


def _counter_vectors(function: str) -> list[dict[str, Any]]:
    """Return the vectors of CAVP for a function, as values of a call and the answer."""
    text = (CRYPTOGRAPHY / "KDF" / "nist-800-108-KBKDF-CTR.txt").read_text("ascii")
    found, now = [], {"PRF": "", "CTRLOCATION": "", "RLEN": ""}
    for block in re.split(r"\n(?=\[|COUNT)", text):
        if header := re.match(r"\[(\w+)=(\w+)\]", block):
            now[header[1]] = header[2]
            continue
        if now["PRF"] != function:
            continue
        values = dict(re.findall(r"^(\w+) = (\w+)$", block, re.MULTILINE))
        fixed = bytes.fromhex(values.get("FixedInputData", ""))
        before = bytes.fromhex(values.get("DataBeforeCtrData", ""))
        if now["CTRLOCATION"] == "AFTER_FIXED":
            fixed, before = b"", fixed
        elif now["CTRLOCATION"] == "MIDDLE_FIXED":
            fixed = bytes.fromhex(values["DataAfterCtrData"])
        found.append(
            {
                "key": bytes.fromhex(values["KI"]),
                "length": int(values["L"]) // 8,
                "fixed": fixed,
                "before": before,
                "counter_bits": int(now["RLEN"].removesuffix("_BITS")),
                "answer": bytes.fromhex(values["KO"]),
            }
        )
    return found


def _run(d: Derivation, vectors: list[dict[str, Any]]) -> None:
    for each in vectors:
        values = {name: value for name, value in each.items() if name not in ("key", "answer")}
        assert d.kdf_counter(each["key"], **values) == each["answer"]


@pytest.mark.parametrize("function", ["HMAC_SHA224", "HMAC_SHA256", "HMAC_SHA384", "HMAC_SHA512"])
def test_vectors_of_cavp(function: str) -> None:
    """A sample of each place and length of the counter on the golden model, and some on RTL."""
    vectors = _counter_vectors(function)
    assert len(vectors) == 480
    name = function.replace("_", "-").replace("SHA", "sha-").lower()
    _run(gatehash.derive(name, engine="model"), vectors[::20])
    if function == "HMAC_SHA256":
        _run(gatehash.derive(name), vectors[::80])


@pytest.mark.large
@pytest.mark.parametrize("function", ["HMAC_SHA224", "HMAC_SHA256", "HMAC_SHA384", "HMAC_SHA512"])
def test_all_vectors_of_cavp(function: str) -> None:
    name = function.replace("_", "-").replace("SHA", "sha-").lower()
    _run(gatehash.derive(name), _counter_vectors(function))


@pytest.mark.parametrize("name", RTL)
def test_derived_keys_are_those_of_cryptography(name: str) -> None:
    """Random inputs, on simulated hardware and on the golden model."""
    rng = random.Random(name)
    of = HASHES[name]
    library = of.name.replace("-", "_")
    for d in (gatehash.derive(name), gatehash.derive(name, engine="model")):
        for length in (1, of.digest_size, of.digest_size + 1, rng.randrange(2, 200)):
            key, salt, info = (rng.randbytes(rng.randrange(1, 300)) for _ in range(3))
            expected = HKDF(of, length, salt, info).derive(key)
            assert d.hkdf(key, length=length, salt=salt, info=info) == expected
            assert d.hkdf_extract(key, salt=salt) == HKDF.extract(of, salt, key)
            prk = rng.randbytes(of.digest_size + rng.randrange(100))
            expected = HKDFExpand(of, length, info).derive(prk)
            assert d.hkdf_expand(prk, length=length, info=info) == expected
            count = rng.randrange(1, 6)
            expected = hashlib.pbkdf2_hmac(library, key, salt, count, length)
            assert d.pbkdf2(key, salt=salt, iterations=count, length=length) == expected
            bits = rng.choice((8, 16, 24, 32))
            expected = KBKDFHMAC(
                algorithm=of,
                mode=Mode.CounterMode,
                length=length,
                rlen=bits // 8,
                llen=4,
                location=CounterLocation.BeforeFixed,
                label=salt,
                context=info,
                fixed=None,
            ).derive(key)
            derived = d.kdf_counter(key, length=length, label=salt, context=info, counter_bits=bits)
            assert derived == expected


@pytest.mark.parametrize("engine", ["model", pytest.param("rtl", marks=pytest.mark.large)])
def test_kdf_on_kmac(engine: Any) -> None:
    """KMAC with the label as customization; a derived key is no beginning of a longer one."""
    rng = random.Random("kmac")
    for bits in (128, 256):
        key, label, context = rng.randbytes(40), b"purpose", rng.randbytes(70)
        d = gatehash.derive(f"kmac{bits}", engine=engine)
        for length in (bits // 4,) if engine == "rtl" else (1, 16, 400):
            h = Kmac(bits, 8 * length, key=key, custom=label)
            h.update(context)
            derived = d.kdf_kmac(key, length=length, label=label, context=context)
            assert derived == h.digest()


def test_a_key_is_sent_once(monkeypatch: pytest.MonkeyPatch) -> None:
    packets = []
    own = Simulation._own

    def counted(self: Simulation, job: Any) -> Any:
        packets.append(len(job.config))
        return own(self, job)

    monkeypatch.setattr(Simulation, "_own", counted)
    d = gatehash.derive(design="sha256-lut-hmac")
    expected = hashlib.pbkdf2_hmac("sha256", b"key", b"salt", 5, 64)
    assert d.pbkdf2(b"key", salt=b"salt", iterations=5, length=64) == expected
    assert packets == [9, *[1] * 9]


def test_a_design_that_holds_no_key() -> None:
    """The key comes with each message, and key and label have any length."""
    key, label = bytes(range(200)), bytes(range(50, 250))
    d = gatehash.derive("sha3-mc-mac", algorithm="kmac256")
    h = Kmac(256, 8 * 90, key=key, custom=label)
    h.update(b"context")
    assert d.kdf_kmac(key, length=90, label=label, context=b"context") == h.digest()
    d = gatehash.derive("sha3-mc-mac", algorithm="hmac-sha3-224")
    expected = hashlib.pbkdf2_hmac("sha3_224", b"key", b"salt", 3, 40)
    assert d.pbkdf2(b"key", salt=b"salt", iterations=3, length=40) == expected


def test_names() -> None:
    d = gatehash.derive("HMAC_SHA512_256", engine="model")
    assert (d.name, d.design) == ("hmac-sha-512/256", "sha512-bram-hmac")
    d = gatehash.derive("sha3-x1-mac", algorithm="kmac256", engine="model")
    assert (d.name, d.design, d.blocks(65)) == ("kmac256", "sha3-x1-mac", 2)


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda d: d.hkdf(b"", length=1), "key is empty; it must have at least 1 byte, or be "),
        (lambda d: d.hkdf(b"k", length=0), "length is 0; with hmac-sha-256 it must be 1 to 8160 "),
        (lambda d: d.hkdf(b"k", length=8161), "length is 8161; with hmac-sha-256 it must be 1 to "),
        (lambda d: d.hkdf_expand(bytes(31), length=9), "key has 31 bytes; HKDF-Expand with hmac"),
        (
            lambda d: d.pbkdf2(b"p", salt=b"", iterations=0, length=9),
            "iterations is 0; it must be at least 1",
        ),
        (lambda d: d.pbkdf2(b"", salt=b"", iterations=1, length=9), "password is empty; it must"),
        (
            lambda d: d.kdf_counter(b"k", length=9, counter_bits=12),
            "counter_bits is 12; it must be 8, 16, 24 or 32",
        ),
        (
            lambda d: d.kdf_counter(b"k", length=8161, counter_bits=8),
            "length is 8161; with hmac-sha-256 it must be 1 to 8160 bytes",
        ),
        (
            lambda d: d.kdf_counter(b"k", length=1 << 29),
            "length is 536870912; with hmac-sha-256 it must be 1 to 536870911 bytes",
        ),
        (
            lambda d: d.kdf_counter(b"k", length=9, fixed=b"", label=b"l"),
            "fixed is all that follows the counter; it excludes label, context",
        ),
        (lambda d: d.kdf_kmac(b"k", length=9), "hmac-sha-256 is not KMAC; choose one of: kmac128"),
    ],
)
def test_what_is_refused(call: Any, said: str) -> None:
    with refused("^" + re.escape(said)):
        call(gatehash.derive("hmac-sha256", engine="model"))


def test_what_is_refused_of_kmac() -> None:
    d = gatehash.derive("kmac128", engine="model")
    with refused("^kmac128 is not HMAC, on which HKDF is defined; choose one of: hmac-sha-256, "):
        d.hkdf(b"k", length=1)
    with refused("^kmac128 is not HMAC, on which PBKDF2 is defined"):
        d.pbkdf2(b"k", salt=b"", iterations=1, length=1)
    for length in (0, 131073):
        with refused(f"^length is {length}; with kmac128 it must be 1 to 131072 bytes"):
            d.kdf_kmac(b"k", length=length)
    with refused("^label has 200 bytes; kmac128 takes at most 157"):
        d.kdf_kmac(b"k", length=9, label=bytes(200))


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("sha256", "^sha-256 on sha256-lut takes no key; .*keys are derived with: hmac-sha-256, "),
        ("skein-mac-512-512", "^skein-mac-512-512 is neither HMAC nor KMAC; keys are derived wi"),
        ("hmac-sha1", "^unknown hash function or design 'hmac-sha1'; the nearest: hmac-sha"),
    ],
)
def test_functions_that_derive_no_keys(name: str, said: str) -> None:
    with refused(said):
        gatehash.derive(name, engine="model")


def test_wrong_types() -> None:
    d = gatehash.derive("hmac-sha256", engine="model")
    with pytest.raises(TypeError, match=r"^key: text must be encoded to bytes first"):
        d.hkdf("key", length=1)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"^salt: a bytes-like object is required, not 'int'"):
        d.pbkdf2(b"key", salt=1, iterations=1, length=1)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"^iterations must be an integer, got True; it must be"):
        d.pbkdf2(b"key", salt=b"", iterations=True, length=1)
    with pytest.raises(TypeError, match=r"^length must be an integer, got '1'; with hmac-sha-256"):
        d.hkdf(b"key", length="1")  # type: ignore[arg-type]


def test_a_key_of_no_bytes_is_asked_for() -> None:
    d = gatehash.derive("hmac-sha256", engine="model")
    expected = hmac.digest(b"salt", b"", "sha256")
    assert d.hkdf_extract(gatehash.EMPTY_KEY, salt=b"salt") == expected
    expected = hashlib.pbkdf2_hmac("sha256", b"", b"salt", 2, 9)
    assert d.pbkdf2(gatehash.EMPTY_KEY, salt=b"salt", iterations=2, length=9) == expected


def _blocks(language: str) -> list[str]:
    """Return the blocks of the page, those without a language for none."""
    text = (docs_root() / "key-derivation.md").read_text("utf-8")
    if language:
        return re.findall(rf"```{language}\n(.*?)```", text, re.DOTALL)
    return re.findall(r"^    (gatehash .*)$", text, re.MULTILINE)


def test_commands_of_the_page_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("KEY", "PASSWORD"):
        Path(name).write_text("00" * 32)
    lines = _blocks("")
    assert len(lines) == 6
    for line in lines:
        # The golden model takes seconds for more.
        line = line.replace("--iterations 10000", "--iterations 10")
        call, _, output = line.removeprefix("gatehash ").partition(" > ")
        derive, which, *rest = call.split()
        assert run([derive, which, "--engine", "model", *rest]) == 0
        said = capsys.readouterr().out
        assert re.fullmatch("[0-9a-f]+\n", said)
        if output:
            Path(output).write_text(said)


def test_examples_of_the_page_run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (python,) = _blocks("python")
    exec(python, {})
    first, second = capsys.readouterr().out.split()
    assert first == hashlib.pbkdf2_hmac("sha256", b"password", b"salt", 2, 32).hex()
    assert len(second) == 64
    (source,) = _blocks("c")
    (tmp_path / "unlock.c").write_text(source)
    options = ["-std=c99", "-Wall", "-Wextra", "-Werror", f"-I{sw_root()}"]
    subprocess.run(["gcc", *options, "-fsyntax-only", tmp_path / "unlock.c"], check=True)


def test_cycles_of_the_page() -> None:
    """An iteration of PBKDF2 on one design; those of the others are counted in the second tier."""
    check_cycles("sha256-lut-hmac")


@pytest.mark.large
@pytest.mark.parametrize("design", ["sha512-bram-hmac", "sha3-x1-mac"])
def test_cycles_of_the_page_on_other_designs(design: str) -> None:
    check_cycles(design)


def check_cycles(design: str) -> None:
    """Compare the cycles of messages with a key and the key that is held with the page."""
    text = (docs_root() / "key-derivation.md").read_text("utf-8")
    ((held, sent),) = re.findall(rf"^\| `{design}`, .* \| (\d+) \| (\d+) \|$", text, re.MULTILINE)
    job = find(design).job(None, {"key": b"key", "held": True})
    message = bytes(job.digest_bits // 8)
    with Simulation(job) as simulation:
        cycles = [simulation.ask([message]).cycles for _ in range(2)]
    assert cycles == [int(sent), int(held)]
