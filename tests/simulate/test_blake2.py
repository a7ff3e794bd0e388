# SPDX-License-Identifier: Apache-2.0
"""BLAKE2 on hardware: hashlib's parameters, and parameter blocks that no function has."""

from __future__ import annotations

import hashlib
import random
from dataclasses import replace
from typing import Any

import pytest
from tests.catalogue import registered

import gatehash
from gatehash.catalog import EMPTY_KEY, find
from gatehash.errors import GatehashError
from gatehash.models.blake2 import PARAMETERS
from gatehash.simulate import Simulation

DESIGNS: dict[str, Any] = {
    "blake2s-mc-1": hashlib.blake2s,
    "blake2b-mc-1": hashlib.blake2b,
    "blake2s-half": hashlib.blake2s,
    "blake2b-half": hashlib.blake2b,
}
designs = pytest.mark.parametrize("name", DESIGNS)


def drawn(chance: random.Random, name: str) -> dict[str, Any]:
    """Return any parameters of hashlib but for the digest's size."""
    own = PARAMETERS[name.partition("-")[0]]
    most, short = own.most_digest_bytes, own.salt_bytes
    return {
        "key": chance.randbytes(chance.choice((0, 1, most - 1, most))),
        "salt": chance.randbytes(chance.randint(0, short)),
        "person": chance.randbytes(chance.randint(0, short)),
        "fanout": chance.randrange(256),
        "depth": chance.randint(1, 255),
        "leaf_size": chance.getrandbits(32),
        "node_offset": chance.getrandbits(8 * own.node_offset_bytes),
        "node_depth": chance.randrange(256),
        "inner_size": chance.randint(0, most),
        "last_node": chance.random() < 0.5,
    }


@designs
def test_all_parameters_are_those_of_hashlib(name: str) -> None:
    """Every length of a digest, keys with empty messages among others; cycles are exact."""
    chance, design = random.Random(name), find(name)
    own = PARAMETERS[name.partition("-")[0]]
    chosen, messages, wanted = [], [], []
    for size in range(1, own.most_digest_bytes + 1):
        values = drawn(chance, name)
        length = chance.choice((0, 1, own.block_bytes, chance.randrange(3 * own.block_bytes)))
        messages.append(chance.randbytes(length))
        wanted.append(DESIGNS[name](messages[-1], digest_size=size, **values).digest())
        given = {**values, "key": values["key"] or EMPTY_KEY, "digest_bits": 8 * size}
        chosen.append(design.job(values=given))
    with Simulation(chosen[0]) as simulation:
        together = simulation.ask_all(([each] for each in messages), chosen)
    assert [answer.data for answer in together] == wanted
    assert not any(answer.error for answer in together)


@pytest.mark.parametrize(
    ("name", "has_registers"), [*((name, False) for name in DESIGNS), ("blake2s-half", True)]
)
@pytest.mark.parametrize("key", [b"", b"key"])
def test_cycles_of_keyed_messages(name: str, has_registers: bool, key: bytes) -> None:
    """A key is a block of its own, and the message's blocks follow as without."""
    design = registered(find(name)) if has_registers else find(name)
    job = design.job(values={"key": key or EMPTY_KEY, "digest_bits": 72})
    block = job.padding.block_bytes
    with Simulation(job) as simulation:
        for length in (0, 1, block - 1, block, block + 1, 3 * block):
            answer = simulation.ask([bytes(length)])
            assert answer.cycles == job.latency(length), length
            assert answer.data == DESIGNS[name](bytes(length), key=key, digest_size=9).digest()


@designs
def test_parameter_blocks_that_are_none(name: str) -> None:
    """Lengths of digest and key that there are not, and keys that the block does not tell of."""
    design = find(name)
    plain, keyed = (design.job(values=values) for values in ({}, {"key": b"key"}))
    assert plain.config is not None
    assert keyed.config is not None
    most = PARAMETERS[name.partition("-")[0]].most_digest_bytes
    head, first, *rest = plain.config
    lengths = [
        first & ~0xFFFF | digest | key << 8
        for digest, key in ((0, 0), (most + 1, 0), (255, 0), (most, most + 1), (most, 255), (0, 1))
    ]
    bad = [(head, each, *rest) for each in lengths]
    bad += [(*each, *keyed.config[len(plain.config) :]) for each in bad]
    # A key's length without a key, a key without its length, one that is cut off or too long.
    bad.append((head, first | 1 << 8, *rest))
    bad.append((*plain.config, *keyed.config[len(plain.config) :]))
    bad += [keyed.config[:cut] for cut in range(len(plain.config), len(keyed.config))]
    bad += [(*keyed.config, 0), (*keyed.config, *range(40))]
    width = design.hardware.stream_bits // 8
    with Simulation(plain) as simulation:
        for config in bad:
            for message in (b"", b"message", bytes(300)):
                answer = simulation.ask_all([[message]], [replace(keyed, config=config)])[0]
                assert answer.error, config
                assert answer.data == bytes(width)
                good = simulation.ask_all([[message]], [keyed])[0]
                assert good.data == DESIGNS[name](message, key=b"key").digest()


def test_values_that_the_function_does_not_take() -> None:
    for values, said in (
        ({"key": bytes(33)}, "key has 33 bytes; blake2s-256 takes at most 32"),
        ({"digest_bits": 264}, "digest length 264 is not available: blake2s-256 takes multiples"),
        ({"fanout": 256}, "fanout 256 is not available: blake2s-256 takes 0 to 255"),
        ({"node_offset": 2**70}, f"node offset {2**70} is not available"),
    ):
        with pytest.raises(GatehashError, match=said):
            gatehash.new("blake2s-mc-1", **values)
    name, data = "blake2b-mc-1", b"in pieces"
    h = gatehash.new(name, data[:3], key=b"key", person=b"mine", digest_bits=160)
    h.update(data[3:])
    assert h.digest() == hashlib.blake2b(data, key=b"key", person=b"mine", digest_size=20).digest()
