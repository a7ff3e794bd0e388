# SPDX-License-Identifier: Apache-2.0
"""Key derivation by the C driver on simulated hardware, against other implementations."""

from __future__ import annotations

import ctypes
import hashlib
import random
import subprocess
from pathlib import Path

import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.kdf.hkdf import HKDF, HKDFExpand
from cryptography.hazmat.primitives.kdf.kbkdf import KBKDFHMAC, CounterLocation, Mode
from tests.sw.driving import (
    BUS,
    FUNCTION,
    OK,
    PARAMETER,
    PATIENCE,
    STRICT,
    begun,
    hexadecimal,
    run,
    sent,
)

import gatehash
from gatehash.bus import FUNCTION_NUMBERS
from gatehash.catalog import find
from gatehash.models.kmac import Kmac
from gatehash.paths import sw_root

MAC = "hmac-sha-256"


def call(name: str, *values: bytes | int | None, function: str = MAC) -> str:
    """Return the command of a call with bytes and numbers."""
    words = (str(each) if isinstance(each, int) else hexadecimal(each) for each in values)
    return " ".join((name, str(FUNCTION_NUMBERS[function]), *words))


def _fixed(key: bytes, before: bytes, fixed: bytes, counter_bits: int, length: int) -> bytes:
    return KBKDFHMAC(
        algorithm=hashes.SHA256(),
        mode=Mode.CounterMode,
        length=length,
        rlen=counter_bits // 8,
        llen=None,
        location=CounterLocation.MiddleFixed,
        break_location=len(before),
        label=None,
        context=None,
        fixed=before + fixed,
    ).derive(key)


def _labelled(key: bytes, label: bytes, context: bytes, length: int) -> bytes:
    return KBKDFHMAC(
        algorithm=hashes.SHA256(),
        mode=Mode.CounterMode,
        length=length,
        rlen=4,
        llen=4,
        location=CounterLocation.BeforeFixed,
        label=label,
        context=context,
        fixed=None,
    ).derive(key)


def test_keys_are_those_of_other_implementations() -> None:
    rng = random.Random("kdf")
    commands, expected = [f"O 1 0 {PATIENCE}"], [""]
    sha256 = hashes.SHA256()
    for size in (1, 31, 32, 33, 64, 100):
        key, salt, info = (rng.randbytes(rng.choice((1, 20, 64, 80))) for _ in range(3))
        prk = HKDF.extract(sha256, salt, key)
        commands.append(call("x", salt, key))
        expected.append(prk.hex())
        commands.append(call("e", prk + salt, info, size))
        expected.append(HKDFExpand(sha256, size, info).derive(prk + salt).hex())
        commands.append(call("h", salt, key, info, size))
        expected.append(HKDF(sha256, size, salt, info).derive(key).hex())
        for count in (1, 2, 5):
            commands.append(call("p", key, salt, count, size))
            expected.append(hashlib.pbkdf2_hmac("sha256", key, salt, count, size).hex())
        commands.append(call("k", key, salt, info, None, None, 32, size))
        expected.append(_labelled(key, salt, info, size).hex())
        bits = rng.choice((8, 16, 24, 32))
        commands.append(call("k", key, None, None, info, salt, bits, size))
        expected.append(_fixed(key, salt, info, bits, size).hex())
    # What may have no bytes.
    commands += [
        call("x", None, key),
        call("h", b"", key, None, 40),
        call("p", key, b"", 2, 7),
        call("k", key, None, b"", None, b"", 32, 5),
        call("k", key, b"", None, b"", b"", 8, 5),
        # Nothing is held behind any of them.
        sent(None, b"abc", function=MAC, values={"again": True}),
    ]
    expected += [
        HKDF.extract(sha256, None, key).hex(),
        HKDF(sha256, 40, None, None).derive(key).hex(),
        hashlib.pbkdf2_hmac("sha256", key, b"", 2, 7).hex(),
        _labelled(key, b"", b"", 5).hex(),
        _fixed(key, b"", b"", 8, 5).hex(),
        "",
    ]
    said = run("sha256-lut-hmac", commands)
    assert [int(status) for status, *_ in said] == [*[OK] * (len(said) - 1), PARAMETER]
    assert [answer.removesuffix(".") for _, answer, _ in said] == expected


def test_what_is_refused() -> None:
    """Nothing is sent, the place is zeros, and the next call is right."""
    key = bytes(range(1, 33))
    opened = f"O 0 0 {PATIENCE}"
    wrong = [
        (call("x", key, key, function="sha-256"), FUNCTION),
        (call("x", key, key, function="hmac-sha-512"), FUNCTION),
        (call("h", key, key, key, 8, function="kmac128"), FUNCTION),
        (call("m", key, key, key, 32), FUNCTION),
        (call("x", key, b""), PARAMETER),
        (call("e", key[:31], key, 32), PARAMETER),
        (call("e", key, key, 0), PARAMETER),
        (call("e", key, key, 255 * 32 + 1), PARAMETER),
        (call("h", key, b"", key, 32), PARAMETER),
        (call("h", key, key, key, 255 * 32 + 1), PARAMETER),
        (call("p", b"", key, 1, 32), PARAMETER),
        (call("p", key, key, 0, 32), PARAMETER),
        (call("p", key, key, 1, 0), PARAMETER),
        (call("k", b"", key, key, None, None, 32, 32), PARAMETER),
        (call("k", key, key, key, key, None, 32, 32), PARAMETER),
        (call("k", key, None, key, key, None, 32, 32), PARAMETER),
        (call("k", key, key, key, None, None, 12, 32), PARAMETER),
        (call("k", key, key, key, None, None, 0, 32), PARAMETER),
        (call("k", key, key, key, None, None, 40, 32), PARAMETER),
        (call("k", key, key, key, None, None, 8, 256 * 32), PARAMETER),
    ]
    # The first access of a call that reached the bus would be its error.
    commands = [opened, "Q", "F 0", *(command for command, _ in wrong), "F -1"]
    said = run("sha256-lut-hmac", [*commands, call("p", key, key, 2, 32)])
    statuses = [int(status) for status, *_ in said]
    assert statuses == [OK, 0, OK, *(status for _, status in wrong), OK, OK]
    assert not any(answer.strip(".0") for _, answer, _ in said[:-1])
    assert said[-1][1] == hashlib.pbkdf2_hmac("sha256", key, key, 2, 32).hex()


def test_a_bus_that_fails() -> None:
    """Whichever access fails, no byte of a key is left, and the next call is right."""
    key = bytes(range(1, 33))
    good = call("h", key, key, key, 70)
    expected = HKDF(hashes.SHA256(), 70, key, key).derive(key).hex()
    commands = [f"O 0 0 {PATIENCE}"]
    for at in range(0, 160, 9):
        commands += [f"F {at}", good, "F -1", good]
    said = run("sha256-lut-hmac", commands)[1:]
    failed, right = said[1::4], said[3::4]
    assert {int(status) for status, *_ in failed} == {BUS}
    assert {answer for _, answer, _ in failed} == {"00" * 70}
    assert {(status, answer) for status, answer, _ in right} == {("0", expected)}


@pytest.mark.large
def test_long_keys_of_hkdf() -> None:
    """As many blocks as HKDF has."""
    key = bytes(range(1, 33))
    derived = HKDF(hashes.SHA256(), 255 * 32, key, key).derive(key).hex()
    commands = [f"O 0 0 {PATIENCE}", call("h", key, key, key, 255 * 32)]
    assert run("sha256-lut-hmac", commands)[1][:2] == ["0", derived]


def _kmac(key: bytes, label: bytes, context: bytes, bits: int = 256) -> str:
    h = Kmac(128, bits, key=key, custom=label)
    h.update(context)
    return h.digest().hex()


def test_packets_of_kmac(tmp_path: Path) -> None:
    """The driver's packets are those of the catalogue, with keys and labels of every length."""
    (tmp_path / "packets.c").write_text(
        '#include "gatehash.c"\n'
        "size_t packet(unsigned function, const uint8_t *key, size_t keys, const uint8_t *custom,"
        " size_t customs, uint8_t *config)\n"
        "{ gatehash_parameters p = GATEHASH_NO_PARAMETERS; size_t bytes; p.key = key;"
        " p.key_bytes = keys; p.custom = custom; p.custom_bytes = customs;"
        " return fill(&table[function], &p, config, &bytes) == GATEHASH_OK ? bytes : 0; }\n"
    )
    made = tmp_path / "packets.so"
    words = ["gcc", "-std=c99", *STRICT.split(), "-fsanitize=undefined", "-shared", "-fPIC"]
    include = f"-I{sw_root()}"
    subprocess.run([*words, include, str(tmp_path / "packets.c"), "-o", str(made)], check=True)
    library = ctypes.CDLL(str(made))
    design = find("sha3-x1-mac")
    rng = random.Random("packets")

    def packet(name: str, key: bytes, custom: bytes) -> bytes:
        config = ctypes.create_string_buffer(400)
        size = library.packet(
            *(FUNCTION_NUMBERS[name], key, ctypes.c_size_t(len(key))),
            *(custom, ctypes.c_size_t(len(custom)), config),
        )
        return config.raw[:size]

    for name, keys, customs in (("kmac128", 163, 157), ("kmac256", 131, 125)):
        for size in (1, 2, 31, 32, 33, keys):
            for length in (0, 1, 31, 32, customs):
                key, custom = rng.randbytes(size), rng.randbytes(length)
                job = design.job(name, {"key": key, "custom": custom})
                assert packet(name, key, custom) == job.config_bytes, (name, size, length)
        assert packet(name, bytes(keys + 1), b"") == b""
        assert packet(name, b"key", bytes(customs + 1)) == b""
        assert packet(name, b"", b"") == b""


@pytest.mark.large
def test_kdf_on_kmac() -> None:
    """Keys and labels of all lengths that a block takes, and one byte more."""
    rng = random.Random("kmac")
    function = "kmac128"
    commands, expected = [f"O 1 0 {PATIENCE}"], [("0", ".")]
    for key_bytes, label_bytes in ((1, 0), (31, 1), (32, 31), (33, 32), (163, 157), (8, 100)):
        key, label, context = (rng.randbytes(size) for size in (key_bytes, label_bytes, 40))
        commands.append(call("m", key, label, context, 32, function=function))
        expected.append((str(OK), _kmac(key, label, context)))
    for values in ((bytes(164), b"", b""), (bytes(9), bytes(158), b"")):
        commands.append(call("m", *values, 32, function=function))
        expected.append((str(PARAMETER), "00" * 32))
    for length in (31, 33):
        commands.append(call("m", key, label, context, length, function=function))
        expected.append((str(PARAMETER), "00" * length))
    # As a keyed hash: the customization goes with the key, and can't change alone.
    first = {"key": key, "custom": label, "held": True}
    commands.append(sent(None, context, function=function, values=first))
    commands.append(sent(None, b"abc", function=function, values={"again": True, "held": True}))
    again = {"again": True, "custom": label}
    commands.append(begun(None, function=function, values=again))
    expected += [("0", _kmac(key, label, context)), ("0", _kmac(key, label, b"abc"))]
    expected.append((str(PARAMETER), "."))
    said = run("sha3-x1-mac", commands, function=function)
    assert [(status, answer) for status, answer, _ in said] == expected


@pytest.mark.large
def test_kdf_on_kmac_of_several_digests() -> None:
    """A design whose answers have 2,048 bits, more than a block, derives keys of 256 bytes."""
    function = "kmac128:2048"
    key, label, context = bytes(range(20)), b"label", bytes(range(50))
    commands = [
        f"O 0 0 {PATIENCE}",
        *(
            call("m", key, label, context, length, function="kmac128")
            for length in (256, 32, 255, 257)
        ),
    ]
    expected = [(str(OK), _kmac(key, label, context, 2048))]
    expected += [(str(PARAMETER), "00" * length) for length in (32, 255, 257)]
    said = run("sha3-x1-mac", commands, function=function)
    assert [(status, answer) for status, answer, _ in said[1:]] == expected


def test_python_and_c_agree() -> None:
    """The same calls of the library, on the golden model."""
    d = gatehash.derive(MAC, engine="model")
    said = run("sha256-lut-hmac", [f"O 0 0 {PATIENCE}", call("p", b"key", b"salt", 3, 50)])
    assert said[1][1] == d.pbkdf2(b"key", salt=b"salt", iterations=3, length=50).hex()
