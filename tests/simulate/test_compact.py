# SPDX-License-Identifier: Apache-2.0
"""The microcoded coprocessors: algorithms in any order, and configurations that are malformed."""

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from typing import Any

import pytest
from tests.catalogue import OTHER_WIDTHS, jobs_of_netlist, named, parameters
from tests.simulate.asking import expected

import gatehash
from gatehash.catalog import DESIGNS, BytesField, Design, Job, find
from gatehash.errors import GatehashError, RefusedError
from gatehash.models.blake import Blake
from gatehash.simulate import Simulation

FAMILIES = ("compact", "chacha-piped", "blake3-piped")
COMPACT = [design for design in DESIGNS.values() if design.family in FAMILIES]
# Converters are at the pins, the same for all: words cut in two, and gathered bytes.
CONVERTED = ("skein-mc-32", "chacha-mc-1-16")
designs = pytest.mark.parametrize(
    "design",
    [
        *parameters((named(design), design) for design in COMPACT),
        *(
            pytest.param(
                each, id=named(each), marks=[] if named(each) in CONVERTED else pytest.mark.large
            )
            for each in OTHER_WIDTHS
        ),
    ],
)


def bound(chance: random.Random, listed: Job) -> Job:
    """The job with random bytes, such as a key, for all that its function takes."""
    fields = listed.design.function(listed.name).fields
    values = {
        field.name: chance.randbytes(field.length)
        for field in fields
        if isinstance(field, BytesField)
    }
    return listed.design.job(listed.name, values, listed.operation)


def any_job(chance: random.Random, design: Design) -> Job:
    return bound(chance, chance.choice(jobs_of_netlist(design)))


def malformed(chance: random.Random, design: Design) -> Iterator[tuple[int, ...]]:
    """Packets for ``s_axis_cfg`` that are none: of other lengths, with other bits set."""
    heads = set()
    for job in jobs_of_netlist(design):
        config = bound(chance, job).config
        assert config is not None
        heads.add(config[0])
        for length in {1, 2, 3, len(config) - 1, len(config) + 1, len(config) + 40}:
            if length != len(config):
                yield (*config, *(chance.getrandbits(64) for _ in range(40)))[:length]
        for bit in (6, 7, 8, 31, 32, 63):
            yield (config[0] ^ 1 << bit, *config[1:])
        if job.name.startswith("skein"):
            for bits in (0, 1, 7, 9, 2**63 + 1):
                yield (config[0], bits)
    # Whatever the design has not, of any length; 0xFF08 is the length of a digest elsewhere.
    for head in range(64):
        if head not in heads:
            for length in (1, 2, 4, 6, 10, 18):
                yield (head, *(0xFF08 for _ in range(length)))


@designs
def test_algorithms_in_any_order(design: Design) -> None:
    chance = random.Random(design.name)
    chosen, messages = [], []
    for _ in range(60):
        one = any_job(chance, design)
        block = one.padding.block_bytes
        whole = one.padding.whole
        length = chance.randrange(1, 4) * block if whole else chance.randrange(3 * block)
        chosen.append(one)
        messages.append(chance.randbytes(length))
    with Simulation(design.principal_job) as simulation:
        answers = simulation.ask_all(([message] for message in messages), chosen)
    for one, message, answer in zip(chosen, messages, answers, strict=True):
        assert answer.data == expected(one, message), one.name
        assert not answer.error


@designs
def test_malformed_configurations_are_answered_with_an_error(design: Design) -> None:
    chance = random.Random(design.name)
    job = design.principal_job
    bad = [replace(job, config=words) for words in malformed(chance, design)]
    assert len(bad) > 20
    chosen: list[tuple[Job, bytes, bytes | None]] = []
    for one in bad:
        chosen.append((one, chance.randbytes(chance.choice((0, 1, 8, 64, 200))), None))
        if chance.random() < 0.4:
            good = any_job(chance, design)
            message = chance.randbytes(good.padding.block_bytes)
            chosen.append((good, message, expected(good, message)))
    with Simulation(design.principal_job) as simulation:
        answers = simulation.ask_all(
            ([message] for _, message, _ in chosen), (one for one, _, _ in chosen)
        )
    for (one, _, wanted), answer in zip(chosen, answers, strict=True):
        assert answer.error == (wanted is None), one.config
        empty = bytes(design.hardware.stream_bits // 8)
        assert answer.data == (empty if wanted is None else wanted)


@designs
def test_broken_blocks_of_a_cipher(design: Design) -> None:
    chance = random.Random(design.name)
    with Simulation(design.principal_job) as simulation:
        for listed in design.jobs.values():
            one = bound(chance, listed)
            if not one.padding.whole:
                continue
            block = one.padding.block_bytes
            for length in (0, 1, block - 1, block + 1, 3 * block - 8):
                message = chance.randbytes(length)
                bad, good = simulation.ask_all([[message], [bytes(block)]], [one, one])
                assert bad.error
                whole = length // block * block
                assert bad.data == expected(one, message[:whole]) + bytes(
                    design.hardware.stream_bits // 8
                )
                assert not good.error
                assert good.data == expected(one, bytes(block))


@pytest.mark.parametrize(
    ("name", "every"),
    [
        ("blake-chacha-mc-1", 2),
        *(
            pytest.param(name, 1, marks=pytest.mark.large)
            for name in ("blake-chacha-mc-1", "blake-mc-2")
        ),
    ],
)
def test_streams_do_not_wait_for_each_other(name: str, every: int) -> None:
    """Pairs of lengths from 0 to 3 blocks: a stream does beside another what it does alone."""
    design = find(name)
    chance = random.Random(design.name)
    for listed in design.jobs.values():
        if listed.streams < 2:
            continue
        block = listed.padding.block_bytes
        lengths = [0, 1, block - 1, block, block + 1, 2 * block, 2 * block + 7, 3 * block]
        for pair in product(lengths[::every], lengths):
            both = [bound(chance, listed) for _ in pair]
            messages = [chance.randbytes(length) for length in pair]
            with Simulation(design.principal_job) as simulation:
                answers = simulation.ask_all(([m] for m in messages), both, streams=(0, 1))
            for one, message, answer in zip(both, messages, answers, strict=True):
                assert answer.data == expected(one, message), (listed.label, pair)
                assert not answer.error
                # Both begin at once, so all runs are common as far as both have blocks; what one
                # stream alone has to have written or read takes fewer cycles than a run.
                assert answer.cycles - one.latency(len(message)) in range(64), (listed.label, pair)


def test_streams_of_different_algorithms_take_turns() -> None:
    """What one stream wants can't run with the other's: they end their blocks side by side."""
    design = find("blake-chacha-mc-1")
    for names in (("chacha8", "blake-256"), ("blake-256", "chacha8"), ("chacha8", "chacha12")):
        chosen = [next(one for one in design.jobs.values() if one.name == name) for name in names]
        messages = [bytes(16 * one.block_bits // 8 - one.padding.overhead_bytes) for one in chosen]
        with Simulation(design.principal_job) as simulation:
            answers = simulation.ask_all(([m] for m in messages), chosen, streams=(0, 1))
        first, second = (answer.last for answer in answers)
        assert abs(first - second) < 3 * max(one.timing.block for one in chosen), names


@designs
def test_streams_of_different_algorithms(design: Design) -> None:
    chance = random.Random(design.name)
    if design.hardware.streams < 2:
        return
    chosen, messages, streams = [], [], []
    for _ in range(80):
        one = any_job(chance, design)
        stream = chance.randrange(one.streams)
        chosen.append(one)
        streams.append(stream)
        messages.append(chance.randbytes(chance.randrange(400)))
    with Simulation(design.principal_job) as simulation:
        answers = simulation.ask_all(([m] for m in messages), chosen, streams)
    for one, message, answer in zip(chosen, messages, answers, strict=True):
        assert answer.data == expected(one, message), one.name
        assert not answer.error


@designs
def test_second_stream_has_no_algorithm_of_both_halves(design: Design) -> None:
    for one in design.jobs.values():
        if design.hardware.streams > one.streams:
            with Simulation(design.principal_job) as simulation:
                (answer,) = simulation.ask_all([[b"message"]], [one], [1])
                assert answer.error
                assert simulation.ask([b"message"]).data == expected(
                    design.principal_job, b"message"
                )


@pytest.mark.parametrize("name", ["chacha-mc-1", "blake-chacha-mc-3"])
def test_counter_of_chacha(name: str) -> None:
    """It crosses 2**32, and ends at 2**64 - 1: a message that needs more blocks is an error."""
    design = find(name)
    given: dict[str, Any] = {"key": bytes(range(32)), "nonce": b"nonce-64"}
    message = bytes(range(200))
    with Simulation(design.principal_job) as simulation:
        for counter in (0, 2**32 - 2, 2**33 - 1, 2**64 - 4):
            one = design.job("chacha12", {**given, "counter": counter}, "encrypt")
            (answer,) = simulation.ask_all([[message]], [one])
            assert answer.data == expected(one, message)
            assert not answer.error
        for blocks in (1, 2, 3):
            one = design.job("chacha8", {**given, "counter": 2**64 - blocks}, "encrypt")
            fits = bytes(64 * blocks)
            for longer in (1, 64, 65, 500):
                bad, good = simulation.ask_all([[fits + bytes(longer)], [fits]], [one, one])
                assert bad.error
                assert bad.data == expected(one, fits) + bytes(design.hardware.stream_bits // 8)
                assert not good.error
                assert good.data == expected(one, fits)
    with pytest.raises(RefusedError, match="are 4 blocks; this counter leaves 3"):
        gatehash.crypt(name, "chacha20", message, **given, counter=2**64 - 3)


@pytest.mark.parametrize("name", ["blake-chacha-mc-1", "chacha-x2-piped"])
def test_counter_of_rfc_8439(name: str) -> None:
    """It ends at 2**32 - 1, and never reaches the nonce behind it; streams of both kinds mix."""
    design = find(name)
    key = bytes(range(32))
    # A carry into the nonce would end there too, or go on.
    nonces = (b"\xff\xff\xff\xffnonce-64", b"nonce-96bits")
    with Simulation(design.principal_job) as simulation:
        for blocks, nonce in product((1, 2, 3), nonces):
            given: dict[str, Any] = {"key": key, "nonce": nonce, "counter": 2**32 - blocks}
            one = design.job("chacha20-ietf", given, "encrypt")
            wide = design.job("chacha20", {**given, "nonce": nonce[4:]}, "encrypt")
            fits = bytes(64 * blocks)
            for longer in (1, 64, 65):
                jobs = [one, wide, one, wide]
                messages = [fits + bytes(longer), fits + bytes(longer), fits, fits]
                streams = [0, 1, 1, 0] if one.streams > 1 else [0] * 4
                bad, *good = simulation.ask_all([[each] for each in messages], jobs, streams)
                assert bad.error
                assert bad.data == expected(one, fits) + bytes(design.hardware.stream_bits // 8)
                for job, message, answer in zip(jobs[1:], messages[1:], good, strict=True):
                    assert not answer.error
                    assert answer.data == expected(job, message)
    nonce = nonces[0]
    with pytest.raises(RefusedError, match="are 4 blocks; this counter leaves 3"):
        gatehash.crypt(
            "chacha-mc-1", "chacha20-ietf", bytes(200), key=key, nonce=nonce, counter=2**32 - 3
        )
    with pytest.raises(GatehashError, match="nonce has 8 bytes; chacha20-ietf takes 12"):
        gatehash.crypt("chacha-mc-1", "chacha20-ietf", b"", key=key, nonce=bytes(8))
    with pytest.raises(GatehashError, match=f"counter is {2**32}; it must be 0 to {2**32 - 1}"):
        gatehash.crypt("chacha-mc-1", "chacha20-ietf", b"", key=key, nonce=nonce, counter=2**32)


def test_to_decrypt_with_chacha_is_to_encrypt() -> None:
    given: dict[str, Any] = {"key": bytes(range(32)), "nonce": b"nonce-64", "counter": 7}
    secret = gatehash.crypt("chacha-mc-2", "chacha20", b"a message", **given)
    assert gatehash.crypt("chacha-mc-3", "chacha20", secret, decrypt=True, **given) == b"a message"
    assert gatehash.crypt("chacha-mc-3", "chacha20", b"", **given) == b""


def test_salt() -> None:
    salt = bytes(range(16))
    hardware = gatehash.new("blake32-mc-1", b"a message", algorithm="blake-224", salt=salt)
    assert hardware.digest() == Blake(224, b"a message", salt=salt).digest()
    with pytest.raises(GatehashError, match="salt has 16 bytes; blake-512 takes 32"):
        gatehash.new("blake64-mc-1", algorithm="blake-512", salt=salt)
    with pytest.raises(GatehashError, match="skein-512-512 on skein-mc takes no salt"):
        gatehash.new("skein-mc", algorithm="skein-512-512", salt=salt)


def test_decryption_undoes_encryption() -> None:
    chance = random.Random("there and back")
    for name in find("threefish-mc").algorithms:
        size = int(name.removeprefix("threefish-")) // 8
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
        (
            ("skein-mc", "aes", b"", {"key": b""}),
            "skein-mc has no cipher 'aes'; it runs: threefish",
        ),
        (
            ("skein512-x8", "threefish-512", b"", {}),
            "skein512-x8 has no cipher; it runs: skein-512",
        ),
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
            "threefish-256 on skein-mc takes no nonce; it takes: key, tweak",
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
