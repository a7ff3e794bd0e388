# SPDX-License-Identifier: Apache-2.0
"""All ARX functions on one coprocessor, one after another, and both of BLAKE2 on two streams."""

import hashlib
import random
import struct
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import blake3
import pytest
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms
from nacl.bindings import crypto_aead_xchacha20poly1305_ietf_encrypt

import gatehash
from gatehash.catalog import Operation, find
from gatehash.models.blake import Blake
from gatehash.models.blake3 import MODES
from gatehash.models.chacha import chacha_xor
from gatehash.simulate import Simulation

ARX, TWO = find("arx-mc-1"), find("blake2-mc-1")
KEY, BLOCK = bytes(range(3, 35)), 64
LENGTHS = (0, 1, 63, 64, 65, 127, 128, 129, 300)
_TAG = 16


def chacha20(message: bytes, nonce: bytes, counter: int) -> bytes:
    """ChaCha20 by OpenSSL, whose nonce begins with the counter."""
    whole = counter.to_bytes(16 - len(nonce), "little") + nonce
    return Cipher(algorithms.ChaCha20(KEY, whole), None).encryptor().update(message)


def xchacha20(message: bytes, nonce: bytes) -> bytes:
    """XChaCha20 from block 1 on, as libsodium has it below a tag."""
    return crypto_aead_xchacha20poly1305_ietf_encrypt(message, None, nonce, KEY)[:-_TAG]


def expected(name: str, message: bytes, values: dict[str, Any]) -> bytes:
    """What another library answers; ChaCha of fewer rounds and BLAKE are the model's."""
    if name.startswith("blake2"):
        whole = hashlib.blake2s if name.startswith("blake2s") else hashlib.blake2b
        return whole(message, key=values.get("key", b"")).digest()
    if name == "blake3-keyed":
        return blake3.blake3(message, key=KEY).digest()
    if name == "blake3":
        return blake3.blake3(message).digest()
    if name == "xchacha20":
        return xchacha20(message, values["nonce"])
    if name in ("chacha20", "chacha20-ietf"):
        return chacha20(message, values["nonce"], values["counter"])
    if name.startswith("chacha"):
        rounds = int(name.removeprefix("chacha"))
        return chacha_xor(message, KEY, values["nonce"], values["counter"], rounds)
    model = Blake(int(name.rpartition("-")[2]), salt=values.get("salt", b""))
    model.update(message)
    return model.digest()


def drawn(chance: random.Random, name: str) -> dict[str, Any]:
    """Return values for a function, with a key as often as not."""
    if "chacha" in name:
        size = 24 if name == "xchacha20" else 12 if name.endswith("ietf") else 8
        counter = 1 if name == "xchacha20" else chance.randrange(2**20)
        return {"key": KEY, "nonce": chance.randbytes(size), "counter": counter}
    if name.startswith("blake2"):
        return {"key": key} if (key := chance.choice((b"", b"k", KEY))) else {}
    if name.startswith("blake3"):
        return {"key": KEY} if name == "blake3-keyed" else {}
    return {"salt": chance.randbytes(16 if name in ("blake-224", "blake-256") else 32)}


def test_all_functions_in_any_order() -> None:
    """Each is what other libraries say, in its exact cycles, whatever came before."""
    chance = random.Random("arx")
    names = [name for name in ARX.algorithms if name not in ("blake3-context", "blake3-material")]
    cases = [(name, length) for name in names for length in LENGTHS]
    chance.shuffle(cases)
    with Simulation(ARX.principal_job) as simulation:
        for name, length in cases:
            values, message = drawn(chance, name), chance.randbytes(length)
            operation: Operation = "encrypt" if "chacha" in name else "hash"
            job = ARX.job(name, values, operation)
            (answer,) = simulation.ask_all([[message]], [job])
            assert not answer.error, name
            assert answer.data == expected(name, message, values), (name, length)
            assert answer.cycles == job.latency(length), (name, length)


def test_trees_of_blake3_between_other_functions() -> None:
    chance = random.Random("trees")
    other = ARX.job("blake2b-512", {"key": KEY})
    with Simulation(ARX.principal_job) as simulation:
        for length in (1024, 1025, 3072, 5 * 1024 + 7):
            message = chance.randbytes(length)
            job = ARX.job("blake3", {"digest_bits": 1040})
            first, second = simulation.ask_all([[message], [message]], [job, other])
            assert first.data == blake3.blake3(message).digest(130)
            assert first.cycles == job.latency(length)
            assert second.data == hashlib.blake2b(message, key=KEY).digest()
    derived = gatehash.new("arx-mc-1", b"context", algorithm="blake3-context").digest()
    found = gatehash.new("arx-mc-1", b"material", algorithm="blake3-material", key=derived)
    assert found.digest() == blake3.blake3(b"material", derive_key_context="context").digest()


def test_counter_of_xchacha() -> None:
    """It crosses 2**32, and its last number is 2**64 - 1: no block follows."""
    nonce, data = bytes(range(24)), bytes(range(130))
    for counter in (2**32 - 1, 2**64 - 3):
        values: dict[str, Any] = {"key": KEY, "nonce": nonce, "counter": counter}
        found = gatehash.crypt("arx-mc-1", "xchacha20", data, **values)
        assert found == chacha_xor(data, KEY, nonce, counter)
    last = {"key": KEY, "nonce": nonce, "counter": 2**64 - 1}
    job = ARX.job("xchacha20", last, operation="encrypt")
    with Simulation(job) as simulation:
        long = simulation.ask([data])
        assert long.error
        assert long.data[:BLOCK] == chacha_xor(data[:BLOCK], KEY, nonce, 2**64 - 1)
        assert simulation.ask([data[:BLOCK]]).data == long.data[:BLOCK]


def test_xchacha_stops_where_its_packet_does() -> None:
    """Between the two parts of its packet, too; the next message is right."""
    values = {"key": KEY, "nonce": bytes(24), "counter": 0}
    job = ARX.job("xchacha20", values, operation="encrypt")
    assert job.config is not None
    with Simulation(job) as simulation:
        for words in range(1, len(job.config)):
            bad, good = simulation.ask_all(
                [[b"message"]] * 2, [replace(job, config=job.config[:words]), job]
            )
            assert (bad.error, bad.data) == (True, b"\0"), words
            assert good.data == chacha_xor(b"message", KEY, bytes(24)), words


@pytest.mark.parametrize("last", [0, 1])
def test_parameter_blocks_on_two_streams(last: int) -> None:
    """Streams of BLAKE2s go on beside one of BLAKE2b, whose words take both halves."""
    chance = random.Random(last)
    chosen, messages, streams, wanted = [], [], [], []
    functions: dict[str, Callable[..., Any]] = {
        "blake2s-256": hashlib.blake2s,
        "blake2b-512": hashlib.blake2b,
    }
    for number in range(24):
        stream = chance.randrange(2)
        name = "blake2s-256" if stream or number % 3 else "blake2b-512"
        message, key = chance.randbytes(chance.randrange(300)), chance.randbytes(number % 3)
        values = {"person": b"gatehash", "node_offset": number, "last_node": bool(last)}
        values |= {"key": key} if key else {}
        chosen.append(TWO.job(name, values))
        messages.append([message])
        streams.append(stream)
        wanted.append(functions[name](message, **values).digest())
    with Simulation(TWO.principal_job) as simulation:
        answers = simulation.ask_all(messages, chosen, streams)
    assert [answer.data for answer in answers] == wanted
    assert not any(answer.error for answer in answers)


def test_heads_of_packets() -> None:
    """A family has its own; BLAKE3's lie where the steering proof takes a length for one."""
    heads = {job.name: job.config[0] for job in ARX.jobs.values() if job.config is not None}
    assert len(set(heads.values())) == len(heads)
    assert {name for name, head in heads.items() if not head & 0x30} == {
        *("blake2s-256", "blake2b-512"),
        *("blake3" if mode == "hash" else f"blake3-{mode}" for mode in MODES),
    }
    assert struct.pack("<Q", heads["xchacha20"]) == b"\x18" + bytes(7)


@pytest.mark.parametrize(
    ("name", "algorithm"),
    [
        ("arx-mc-1", "blake2b-512"),
        *(
            pytest.param(*case, marks=pytest.mark.large)
            for case in (
                ("arx-mc-1", "blake2s-256"),
                ("blake2-mc-1", "blake2s-256"),
                ("blake2-mc-1", "blake2b-512"),
            )
        ),
    ],
)
def test_a_key_is_loaded_before_its_message_is_there(name: str, algorithm: str) -> None:
    """The message comes in any of the cycles in which the key's block is loaded, or after them."""
    key = bytes(range(1, 33))
    job = find(name).job(algorithm, {"key": key})
    messages = [b"", bytes(70)]
    wanted = [getattr(hashlib, algorithm[:7])(each, key=key).digest() for each in messages]
    wanted = [digest[: job.digest_bits // 8] for digest in wanted]
    with Simulation(job) as simulation:
        for seed in range(200):
            simulation.disturb([seed + 1] * job.hardware.streams)
            answers = simulation.ask_all([[each] for each in messages], [job, job])
            assert [answer.data for answer in answers] == wanted, seed
