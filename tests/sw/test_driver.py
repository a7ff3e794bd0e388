# SPDX-License-Identifier: Apache-2.0
"""The C driver on simulated hardware behind AXI4-Lite: digests, errors, time-outs, byte orders.

It runs on this machine, and on processors whose words have their highest byte first, by QEMU.
"""

from __future__ import annotations

import hashlib
import hmac
import random
import shutil
import subprocess
from pathlib import Path
from typing import Any

import blake3
import pytest
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from nacl.bindings import crypto_aead_xchacha20poly1305_ietf_encrypt
from tests.sw.driving import (
    CAPACITY,
    DEVICE,
    FUNCTION,
    HOST,
    OK,
    PARAMETER,
    PATIENCE,
    PROCESSORS,
    REFUSED,
    STRICT,
    TIMEOUT,
    jobs,
    run,
    sent,
)

from gatehash.bus import FUNCTION_NUMBERS
from gatehash.catalog import find
from gatehash.models.blake3 import context_key as context_key_of
from gatehash.models.parts import Part
from gatehash.models.sha2 import Sha256
from gatehash.paths import sw_root

CASES = [
    ("sha256-lut", False),
    ("skein-mc", True),
    pytest.param("chacha-mc-1", True, marks=pytest.mark.large),
    pytest.param("blake32-mc-1", False, marks=pytest.mark.large),
    pytest.param("sha3-x1", True, marks=pytest.mark.large),
    pytest.param("blake2b-mc-1", False, marks=pytest.mark.large),
]


@pytest.mark.parametrize("processor", PROCESSORS)
@pytest.mark.parametrize("swapped", [0, 1], ids=["same-order", "other-order"])
@pytest.mark.parametrize("interrupts", [0, 1], ids=["polling", "interrupts"])
@pytest.mark.parametrize(("design", "two_clocks"), CASES)
def test_answers(
    design: str, two_clocks: bool, interrupts: int, swapped: int, processor: str
) -> None:
    rng = random.Random(f"{design}-{interrupts}-{swapped}")
    commands, expected = [f"O {interrupts} {swapped} {PATIENCE}"], [["0", ".", "0"]]
    for job in jobs(find(design)):
        for size in (0, 1, 3, 4, 5, rng.randrange(200), 300 + rng.randrange(4)):
            if job.padding.whole:
                size = job.padding.block_bytes * (1 + size // job.padding.block_bytes)
            message = rng.randbytes(size)
            model = job.model()
            model.update(message)
            commands.append(sent(job, message))
            expected.append(["0", model.digest().hex() or ".", "0"])
    assert run(design, commands, two_clocks=two_clocks, processor=processor) == expected


@pytest.mark.parametrize("processor", PROCESSORS)
def test_registers_in_memory(processor: str) -> None:
    """Words that the driver reads and writes without a call have the processor's byte order."""
    (order, *said) = run("sha256-lut", ["X", "P 0", "P 1"], processor=processor)
    assert order[0] == ("0" if processor == HOST else "1")
    assert said == [["0", ".", "0"]] * 2


def test_digest_is_that_of_hashlib() -> None:
    message = b"abc" * 50
    _, (status, digest, _) = run(
        "sha256-lut", [f"O 1 0 {PATIENCE}", sent(None, message, function="sha-256")]
    )
    assert (status, digest) == ("0", hashlib.sha256(message).hexdigest())
    assert Sha256(256, message).hexdigest() == digest


def test_keys_salts_and_digests_of_any_length() -> None:
    """Those of BLAKE2; what is too long is refused before anything is sent."""
    rng = random.Random("blake2s")
    commands, expected = [f"O 1 0 {PATIENCE}"], [["0", ".", "0"]]
    for size, key_bytes, short in ((32, 0, 8), (1, 32, 0), (20, 1, 3), (31, 17, 8)):
        values: dict[str, Any] = {
            "key": rng.randbytes(key_bytes),
            "salt": rng.randbytes(short),
            "person": rng.randbytes(8 - short),
        }
        for length in (0, 5, 64, 130):
            message = rng.randbytes(length)
            given = {name: value or None for name, value in values.items()}
            commands.append(
                sent(None, message, function="blake2s-256", digest_bits=8 * size, values=given)
            )
            wanted = hashlib.blake2s(message, digest_size=size, **values)
            expected.append(["0", wanted.hexdigest(), "0"])
    for values in ({"key": bytes(33)}, {"salt": bytes(9)}, {"person": bytes(9)}):
        commands.append(sent(None, b"abc", function="blake2s-256", values=values))
        expected.append(["-5", ".", "0"])
    commands.append(sent(None, b"abc", function="blake2s-256", digest_bits=12))
    expected.append(["-5", ".", "0"])
    # The design refuses what its parameter block can't have.
    commands.append(sent(None, b"abc", function="blake2s-256", digest_bits=264))
    expected.append(["-8", "00", "0"])
    assert run("blake2s-mc-1", commands) == expected


def test_modes_and_parts_of_blake3() -> None:
    """Each function is one message; a derived key is made of two."""
    rng = random.Random("blake3")
    commands, expected = [f"O 1 0 {PATIENCE}"], [["0", ".", "0"]]
    key, context = rng.randbytes(32), "gatehash, a driver's context"
    derived = blake3.blake3(b"", derive_key_context=context)
    context_key = context_key_of(context.encode())

    def send(function: str, message: bytes, size: int, wanted: bytes, **values: Any) -> None:
        commands.append(sent(None, message, function=function, digest_bits=8 * size, values=values))
        expected.append(["0", wanted.hex(), "0"])

    for length in (0, 64, 1025, 2048):
        message = rng.randbytes(length)
        for size, number in ((32, 0), (1, 7), (150, 2**40)):
            plain, keyed = blake3.blake3(message), blake3.blake3(message, key=key)
            counter = number.to_bytes(8, "little")
            part = {"seek": 64 * number}
            send("blake3", message, size, plain.digest(size, **part), counter=counter)
            send(
                "blake3-keyed", message, size, keyed.digest(size, **part), counter=counter, key=key
            )
    send("blake3-context", context.encode(), 32, context_key)
    send("blake3-material", b"", 40, derived.digest(40), key=context_key)
    for values in ({"key": bytes(31)}, {"key": bytes(33)}, {}):
        commands.append(sent(None, b"abc", function="blake3-keyed", values=values))
        expected.append(["-5", ".", "0"])
    assert run("blake3-mc-1", commands) == expected


def test_functions_of_several_families_on_one_design() -> None:
    """The driver tells apart functions whose first words are alike where they are alone."""
    rng = random.Random("arx")
    commands, expected = [f"O 0 0 {PATIENCE}"], [["0", ".", "0"]]
    for job in jobs(find("arx-mc-1")):
        message = rng.randbytes(rng.choice((0, 5, 64, 130)))
        model = job.model()
        model.update(message)
        commands.append(sent(job, message))
        expected.append(["0", model.digest().hex() or ".", "0"])
    assert run("arx-mc-1", commands) == expected


@pytest.mark.parametrize("processor", PROCESSORS)
def test_errors(processor: str) -> None:
    abc = hashlib.sha256(b"abc").hexdigest()
    said = run(
        "sha256-lut",
        [
            "W 1",
            f"O 0 0 {PATIENCE}",
            "W 0",
            f"O 0 0 {PATIENCE}",
            "N",
            f"O 0 0 {PATIENCE}",
            sent(None, b"abc", function="sha-512"),
            sent(None, b"abc", function="sha-256", values={"key": b"k"}),
            sent(None, b"abc", function="sha-256", digest_bits=224),
            sent(None, b"abc", function="sha-256", capacity=7),
            # A message that is left is abandoned.
            f"B {FUNCTION_NUMBERS['sha-256']}",
            sent(None, b"abc", function="sha-256"),
        ],
        processor=processor,
    )
    statuses = [int(status) for status, *_ in said]
    wrong = [FUNCTION, PARAMETER, PARAMETER, CAPACITY]
    assert statuses == [OK, DEVICE, OK, OK, 0, OK, *wrong, OK, OK]
    assert said[-3][1] == abc[:14]
    assert said[-1][1] == abc


@pytest.mark.parametrize("processor", PROCESSORS)
def test_parameters(processor: str) -> None:
    """Of a design with configurations: what is missing, too long or not taken; other digests."""
    design = find("skein-mc")
    short = design.job("skein-256-224")
    model = short.model()
    model.update(b"abc")
    threefish = {"function": "threefish-256"}
    said = run(
        "skein-mc",
        [
            f"O 0 0 {PATIENCE}",
            sent(None, b"abc", function="skein-256-256", digest_bits=224),
            sent(None, bytes(32), **threefish),  # type: ignore[arg-type]
            sent(None, bytes(32), function="threefish-256", values={"key": bytes(31)}),
            sent(
                None, bytes(32), function="threefish-256", values={"key": bytes(32), "nonce": b"n"}
            ),
            # Not whole blocks: the design answers with an error.
            sent(None, bytes(31), function="threefish-256", values={"key": bytes(32)}),
            sent(None, b"abc", function="skein-256-256", digest_bits=224),
        ],
        two_clocks=True,
        processor=processor,
    )
    assert [int(status) for status, *_ in said] == [OK, OK, *[PARAMETER] * 3, REFUSED, OK]
    assert said[1][1] == said[-1][1] == model.digest().hex()


@pytest.mark.parametrize("processor", PROCESSORS)
def test_parts(processor: str) -> None:
    """Parts of one message, between which the design does others; what is wrong with a part."""
    message = random.Random("parts").randbytes(64 * 5 + 17)
    commands = [f"O 1 0 {PATIENCE}"]
    first = {"followed": True}
    commands.append(sent(None, message[:128], function="sha-256", values=first))
    commands.append(sent(None, b"abc", function="sha-256"))
    begun = Part(Sha256(), followed=True)
    begun.update(message[:128])
    middle = {"followed": True, "before": 128, "chaining": begun.digest()}
    commands.append(sent(None, message[128:192], function="sha-256", values=middle))
    begun.update(message[128:192])
    last = {"before": 192, "chaining": begun.digest()}
    commands.append(sent(None, message[192:], function="sha-256", values=last))
    good = run("sha256-lut-resume", commands, processor=processor)
    assert [each[1] for each in good[2:]] == [
        hashlib.sha256(b"abc").hexdigest(),
        begun.digest().hex(),
        hashlib.sha256(message).hexdigest(),
    ]
    wrong: list[dict[str, Any]] = [
        {"chaining": bytes(31)},
        {"before": 64},
        {"before": 1, "chaining": bytes(32)},
        {"followed": True},
    ]
    commands = [
        f"O 0 0 {PATIENCE}",
        *(sent(None, message[:65], function="sha-256", values=each) for each in wrong),
        sent(None, b"abc", function="sha-256"),
    ]
    said = run("sha256-lut-resume", commands, processor=processor)
    statuses = [int(status) for status, *_ in said]
    assert statuses == [OK, PARAMETER, PARAMETER, REFUSED, REFUSED, OK]
    plain = [commands[0], sent(None, b"abc", function="sha-256", values=first)]
    assert [int(status) for status, *_ in run("sha256-lut", plain, processor=processor)] == [
        OK,
        PARAMETER,
    ]


def test_keyed_hash() -> None:
    """Keys up to a block, held and used again; what is wrong with a key, or its absence."""
    name, message = "hmac-sha-256", random.Random("keyed hash").randbytes(150)

    def command(**values: Any) -> str:
        return sent(None, message, function=name, values=values)

    keys = [bytes(range(1, 1 + size)) for size in (0, 3, 64)]
    commands = [f"O 1 0 {PATIENCE}", *(command(key=key) for key in keys)]
    commands += [command(key=keys[1], held=True), command(held=True), command()]
    digests = [hmac.digest(key, message, "sha256").hex() for key in keys]
    said = run("sha256-lut-hmac", commands)
    assert [each[:2] for each in said[1:]] == [
        [str(OK), digest] for digest in (*digests, *[digests[1]] * 3)
    ]
    commands = [
        f"O 0 0 {PATIENCE}",
        command(key=bytes(65)),
        command(key=keys[1], salt=bytes(16)),
        # Nothing is held, at first and behind a message that does not hold.
        command(),
        command(key=keys[1]),
        command(),
        command(key=keys[2]),
    ]
    statuses = [int(status) for status, *_ in run("sha256-lut-hmac", commands)]
    assert statuses == [OK, PARAMETER, PARAMETER, REFUSED, OK, REFUSED, OK]
    held = sent(None, message, function="sha-256", values={"held": True})
    said = run("sha256-lut", [commands[0], held])
    assert [int(status) for status, *_ in said] == [OK, PARAMETER]


@pytest.mark.parametrize(
    ("name", "function", "sizes"),
    [
        ("sha3-x1-mac", "hmac-sha3-256", (0, 3, 136)),
        ("sha3-x1-mac", "kmac128", (32,)),
        ("skein256-x4-mac", "skein-mac-256-256", (1, 31, 32)),
    ],
)
def test_blocks_before_a_message(name: str, function: str, sizes: tuple[int, ...]) -> None:
    """Configurations with constants around a key, which is held and used again; wrong lengths."""
    message = random.Random(function).randbytes(150)
    keys = [bytes(range(1, 1 + size)) for size in sizes]
    wrong = bytes(max(sizes) + 1)

    def command(**values: Any) -> str:
        return sent(None, message, function=function, values=values)

    def code(key: bytes) -> str:
        h = find(name).job(function, {"key": key}).model()
        h.update(message)
        return h.digest().hex()

    commands = [*(command(key=key) for key in keys), command(key=keys[0], held=True)]
    commands += [command(held=True), command(), command(key=wrong), command(), command(key=keys[0])]
    said = run(name, [f"O 1 0 {PATIENCE}", *commands], function=function)[1:]
    statuses = [int(status) for status, *_ in said]
    assert statuses == [*[OK] * (len(keys) + 3), PARAMETER, REFUSED, OK]
    answers = [digest for status, digest, *_ in said if int(status) == OK]
    assert answers == [*map(code, keys), *[code(keys[0])] * 4]


def test_authenticated_ciphers() -> None:
    """Tags with associated data; of a message whose tag is wrong nothing is left."""
    rng = random.Random("aead")
    commands, expected = [f"O 1 0 {PATIENCE}"], [["0", ".", "0"]]

    def send(name: str, message: bytes, answer: str, status: int = OK, **values: Any) -> None:
        commands.append(sent(None, message, function=name, values=values))
        expected.append([str(status), answer, "0"])

    for name, nonce_bytes in (("chacha20-poly1305", 12), ("xchacha20-poly1305", 24)):
        for size, ad_bytes in ((0, 0), (1, 3), (63, 8), (150, 21)):
            values: dict[str, Any] = {"key": rng.randbytes(32)}
            values["nonce"] = rng.randbytes(nonce_bytes)
            ad, message = rng.randbytes(ad_bytes), rng.randbytes(size)
            if nonce_bytes == 12:
                sealed = ChaCha20Poly1305(values["key"]).encrypt(values["nonce"], message, ad)
            else:
                sealed = crypto_aead_xchacha20poly1305_ietf_encrypt(
                    message, ad, values["nonce"], values["key"]
                )
            send(name, message, sealed.hex(), ad=ad or None, **values)
            send(name, sealed, message.hex() or ".", ad=ad, decrypt=True, **values)
            wrong = bytes((sealed[0] ^ 1, *sealed[1:]))
            send(name, wrong, "00" * max(1, size), REFUSED, ad=ad, decrypt=True, **values)
        send(name, b"abc", ".", PARAMETER, key=bytes(32), nonce=bytes(nonce_bytes - 1))
        send(name, b"abc", ".", PARAMETER, key=bytes(31), nonce=bytes(nonce_bytes))
        send(name, bytes(15), "00", REFUSED, decrypt=True, **values)
    send("chacha20-ietf", b"abc", ".", FUNCTION, key=bytes(32), nonce=bytes(12), ad=b"ad")
    assert run("chacha20-poly1305-mc-1", commands) == expected


@pytest.mark.parametrize("processor", PROCESSORS)
@pytest.mark.parametrize("interrupts", [0, 1])
def test_time_out(interrupts: int, processor: str) -> None:
    """The core's clock stands still: no call hangs, and all is well when it runs again."""
    message = sent(None, b"abc" * 100, function="skein-256-256")
    said = run(
        "skein-mc",
        [
            f"O {interrupts} 0 {20 if interrupts else PATIENCE}",
            "C 0",
            message,
            message,
            "C 1",
            message,
            message,
        ],
        two_clocks=True,
        processor=processor,
    )
    assert [int(status) for status, *_ in said] == [OK, OK, TIMEOUT, TIMEOUT, OK, OK, OK]
    assert said[-1] == said[-2]


@pytest.mark.parametrize(
    ("design", "function", "two_clocks"),
    [("sha256-lut", "sha-256", False), ("skein-mc", "skein-256-256", True)],
)
def test_power_up(design: str, function: str, two_clocks: bool) -> None:
    """From any contents of registers and memories a cycle of reset is enough."""
    (job,) = find(design).jobs_called(function)
    model = job.model()
    model.update(b"abc")
    commands = [f"O 0 0 {PATIENCE}", sent(job, b"abc")]
    for seed in range(1, 21):
        said = run(design, commands, two_clocks=two_clocks, seed=seed)
        assert said == [["0", ".", "0"], ["0", model.digest().hex(), "0"]], seed


@pytest.mark.large
@pytest.mark.parametrize("two_clocks", [False, True])
def test_nothing_of_key_or_message_stays(two_clocks: bool, tmp_path: Path) -> None:
    """Two messages under two keys leave each register and each place of each memory the same."""
    rng = random.Random("erased")
    states = []
    answers = set()
    for name in ("one.vcd", "other.vcd"):
        values = {"key": rng.randbytes(32), "nonce": rng.randbytes(8)}
        message = sent(None, rng.randbytes(203), function="chacha20", values=values)
        # A read of the status behind the answer, as the next message begins with one.
        commands = [f"O 0 0 {PATIENCE}", message, "R", f"E {tmp_path / name}"]
        said = run("chacha-mc-1", commands, two_clocks=two_clocks, traced=True)
        assert [status for status, *_ in said] == ["0"] * 4
        answers.add(said[1][1])
        states.append((tmp_path / name).read_text().splitlines())
    assert len(answers) == 2
    assert len(states[0]) > 1000
    names = {words[3]: words[4] for line in states[0] if (words := line.split())[:1] == ["$var"]}
    differ = [
        names.get(one.split()[-1], one) for one, other in zip(*states, strict=True) if one != other
    ]
    assert not differ


@pytest.mark.parametrize("compiler", ["gcc", "clang"])
@pytest.mark.parametrize("options", ["-O2 -ffreestanding", "-Os -ffreestanding -fshort-enums"])
def test_compiles_without_a_warning(compiler: str, options: str, tmp_path: Path) -> None:
    if not shutil.which(compiler):
        pytest.skip(f"no {compiler}: the driver was not compiled with it")
    words = [*STRICT.split(), *options.split(), "-nostdlib"]
    source = str(sw_root() / "gatehash.c")
    subprocess.run([compiler, *words, "-c", source, "-o", str(tmp_path / "x.o")], check=True)
    # Nothing of a library, but what compilers call themselves.
    names = subprocess.run(
        ["nm", "-u", str(tmp_path / "x.o")], check=True, capture_output=True, text=True
    ).stdout.split()
    assert {name for name in names if name != "U"} <= {"memcpy", "memset"}
