# SPDX-License-Identifier: Apache-2.0
"""The microcoded coprocessors: algorithms in any order, and configurations that are malformed."""

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

import gatehash
from gatehash.catalog import DESIGNS, Design, find
from gatehash.errors import GatehashError, RefusedError
from gatehash.simulate import Simulation

COMPACT = [design for design in DESIGNS.values() if design.family == "compact"]
designs = pytest.mark.parametrize("design", COMPACT, ids=lambda design: design.name)


def configured(design: Design, *words: int) -> Design:
    """The design with another packet for ``s_axis_cfg``."""
    return replace(design, algorithm=replace(design.algorithm, config=words))


def expected(design: Design, message: bytes) -> bytes:
    model = design.algorithm.model()
    model.update(message)
    return model.digest()


def bound(chance: random.Random, design: Design, variant: str) -> Design:
    """A variant of the design, a cipher's with a random key and all else that it takes."""
    chosen = design.variants[variant]
    operation = chosen.algorithm.operation
    if operation == "hash":
        return chosen
    cipher = design.ciphers[chosen.algorithm.name]
    values = {name: chance.randbytes(size) for name, size in cipher.parameters.items()}
    return design.with_cipher(cipher.name, operation, values)


def malformed(chance: random.Random, design: Design) -> Iterator[tuple[int, ...]]:
    """Packets for ``s_axis_cfg`` that are none: of other lengths, with other bits set."""
    for variant in design.variants:
        config = bound(chance, design, variant).algorithm.config
        assert config is not None
        for length in {1, 2, 3, len(config) - 1, len(config) + 1, len(config) + 40}:
            if length != len(config):
                yield (*config, *(chance.getrandbits(64) for _ in range(40)))[:length]
        for bit in (2, 3, 6, 7, 8, 31, 32, 63):
            yield (config[0] ^ 1 << bit, *config[1:])
        yield (config[0] | 3, *config[1:])
        yield (config[0] | 3 << 4, *config[1:])
        if design.variants[variant].algorithm.operation == "hash":
            for bits in (0, 1, 7, 9, 2**63 + 1):
                yield (config[0], bits)
    for operation, name in enumerate(("hash", "encrypt", "decrypt")):
        can = {chosen.algorithm.operation for chosen in design.variants.values()}
        if name not in can:
            yield (operation << 4, *(8 for _ in range(6)))
            yield (operation << 4, 8)


@designs
def test_algorithms_in_any_order(design: Design) -> None:
    chance = random.Random(design.name)
    chosen, messages = [], []
    for _ in range(60):
        one = bound(chance, design, chance.choice([*design.variants]))
        block = one.algorithm.padding.block_bytes
        whole = one.algorithm.padding.whole
        length = chance.randrange(1, 4) * block if whole else chance.randrange(3 * block)
        chosen.append(one)
        messages.append(chance.randbytes(length))
    with Simulation(design) as simulation:
        answers = simulation.ask_all(([message] for message in messages), chosen)
    for one, message, answer in zip(chosen, messages, answers, strict=True):
        assert answer.data == expected(one, message), one.algorithm.name
        assert not answer.error


@designs
def test_malformed_configurations_are_answered_with_an_error(design: Design) -> None:
    chance = random.Random(design.name)
    bad = [configured(design, *words) for words in malformed(chance, design)]
    assert len(bad) > 20
    chosen: list[tuple[Design, bytes, bytes | None]] = []
    for one in bad:
        chosen.append((one, chance.randbytes(chance.choice((0, 1, 8, 64, 200))), None))
        if chance.random() < 0.4:
            good = bound(chance, design, chance.choice([*design.variants]))
            message = chance.randbytes(good.algorithm.padding.block_bytes)
            chosen.append((good, message, expected(good, message)))
    with Simulation(design) as simulation:
        answers = simulation.ask_all(
            ([message] for _, message, _ in chosen), (one for one, _, _ in chosen)
        )
    for (one, _, wanted), answer in zip(chosen, answers, strict=True):
        assert answer.error == (wanted is None), one.algorithm.config
        assert answer.data == (bytes(8) if wanted is None else wanted)


@designs
def test_broken_blocks_of_a_cipher(design: Design) -> None:
    chance = random.Random(design.name)
    with Simulation(design) as simulation:
        for variant in design.variants:
            one = bound(chance, design, variant)
            if one.algorithm.operation == "hash":
                continue
            block = one.algorithm.padding.block_bytes
            for length in (0, 1, block - 1, block + 1, 3 * block - 8):
                message = chance.randbytes(length)
                bad, good = simulation.ask_all([[message], [bytes(block)]], [one, one])
                assert bad.error
                whole = length // block * block
                assert bad.data == expected(one, message[:whole]) + bytes(8)
                assert not good.error
                assert good.data == expected(one, bytes(block))


def test_decryption_undoes_encryption() -> None:
    chance = random.Random("there and back")
    for name in find("threefish-mc").ciphers:
        size = find("threefish-mc").ciphers[name].parameters["key"]
        key, tweak = chance.randbytes(size), chance.randbytes(16)
        message = chance.randbytes(3 * size)
        secret = gatehash.crypt("threefish-mc-enc", name, message, key=key, tweak=tweak)
        for design in ("threefish-mc", "skein-mc"):
            back = gatehash.crypt(design, name, secret, decrypt=True, key=key, tweak=tweak)
            assert back == message


def test_each_block_has_its_tweak() -> None:
    key, message = bytes(range(64)), bytes(64)
    tweak = (2**64 - 1).to_bytes(8, "little") + b"8 bytes "
    following = bytes(8) + b"8 bytes "
    long = gatehash.crypt("skein-mc-enc", "threefish-512", 2 * message, key=key, tweak=tweak)
    one = gatehash.crypt("skein-mc-enc", "threefish-512", message, key=key, tweak=following)
    assert long[64:] == one


@pytest.mark.parametrize("algorithm", ["skein-512-224", "skein-256-2056", "skein-1024-8"])
def test_any_digest_length(algorithm: str) -> None:
    hardware = gatehash.new("skein-mc", b"a message", algorithm=algorithm)
    model = gatehash.new("skein-mc", b"a message", algorithm=algorithm, engine="model")
    assert hardware.name == model.name == algorithm
    assert hardware.digest() == model.digest()


@pytest.mark.parametrize(
    ("request_", "said"),
    [
        (("skein-mc", "aes", b"", {"key": b""}), "skein-mc has no cipher 'aes'; it has: threefish"),
        (("skein512-x8", "threefish-512", b"", {}), "it has: hash functions only"),
        (("skein-mc", "threefish-256", b"", {}), "threefish-256 needs a key of 32 bytes"),
        (
            ("skein-mc", "threefish-256", b"", {"key": bytes(33)}),
            "key has 33 bytes; threefish-256 takes 32",
        ),
        (
            ("skein-mc", "threefish-256", b"", {"key": bytes(32), "tweak": b"short"}),
            "tweak has 5 bytes; threefish-256 takes 16",
        ),
        (
            ("skein-mc", "threefish-256", b"", {"key": bytes(32), "nonce": bytes(8)}),
            "threefish-256 takes no nonce; it takes: key, tweak",
        ),
        (
            ("skein-mc", "threefish-256", bytes(33), {"key": bytes(32)}),
            "33 bytes; the message must be a positive multiple of 32 bytes",
        ),
        (
            ("threefish-mc-enc", "threefish-256", bytes(32), {"key": bytes(32), "decrypt": True}),
            "threefish-mc-enc can't decrypt; it can: encrypt",
        ),
    ],
)
def test_what_is_wrong_is_said(
    request_: tuple[str, str, bytes, dict[str, object]], said: str
) -> None:
    design, algorithm, message, others = request_
    with pytest.raises(GatehashError, match=said):
        gatehash.crypt(design, algorithm, message, **others)  # type: ignore[arg-type]


def test_hash_functions_that_are_not_there() -> None:
    with pytest.raises(
        GatehashError, match="threefish-mc has no hash function; it runs: threefish"
    ):
        gatehash.new("threefish-mc")
    with pytest.raises(GatehashError, match="no hash function 'md5'; it runs: skein-256-256, "):
        gatehash.new("skein-mc", algorithm="md5")
    with pytest.raises(GatehashError, match="no hash function 'skein-256-256'; it runs: skein-512"):
        gatehash.new("skein512-x8", algorithm="skein-256-256")


def test_refused_message() -> None:
    with pytest.raises(RefusedError, match="positive multiple of 64 bytes"):
        gatehash.crypt("skein-mc", "threefish-512", b"", key=bytes(64))
