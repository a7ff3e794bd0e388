# SPDX-License-Identifier: Apache-2.0
"""BLAKE3 against the team's test vectors and the library blake3."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import blake3
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.models.manners import check_manners

from gatehash.errors import ArgumentError
from gatehash.models import blake3 as model

VECTORS = json.loads(
    (Path(__file__).parent.parent / "vectors" / "blake3_oracle.json").read_text(encoding="utf-8")
)
KEY, CONTEXT = VECTORS["key"].encode(), VECTORS["context_string"]
# Those of more chunks take the model a while.
CASES = [
    pytest.param(each, id=str(each["input_len"]), marks=[pytest.mark.large] * large)
    for each in VECTORS["cases"]
    for large in (each["input_len"] > 10_000,)
]


def digest(data: bytes, size: int, **given: Any) -> bytes:
    return model.Blake3(8 * size, data, **given).digest()


@pytest.mark.parametrize("case", CASES)
def test_vectors_of_the_team(case: dict[str, Any]) -> None:
    """The figures of test_vectors.json: 131 bytes of output in each mode."""
    data = bytes(i % 251 for i in range(case["input_len"]))
    size = len(case["hash"]) // 2
    material = {"key": model.context_key(CONTEXT.encode()), "mode": "material"}
    assert digest(data, size).hex() == case["hash"]
    assert digest(data, size, key=KEY).hex() == case["keyed_hash"]
    assert digest(data, size, **material).hex() == case["derive_key"]
    assert digest(data, 32).hex() == case["hash"][:64]


def test_frozen_vectors_are_what_blake3_gives() -> None:
    for case in VECTORS["cases"]:
        data = bytes(i % 251 for i in range(case["input_len"]))
        size = len(case["hash"]) // 2
        assert blake3.blake3(data).hexdigest(size) == case["hash"]
        assert blake3.blake3(data, key=KEY).hexdigest(size) == case["keyed_hash"]
        derived = blake3.blake3(data, derive_key_context=CONTEXT)
        assert derived.hexdigest(size) == case["derive_key"]


@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_any_message_key_and_part_of_the_output(data: Any) -> None:
    chunks = data.draw(st.integers(0, 5))
    rest = data.draw(st.sampled_from((0, 1, 63, 64, 65, 960, 1023)))
    message = data.draw(st.binary(min_size=7, max_size=7)) * (1024 * chunks + rest)
    message = message[: 1024 * chunks + rest]
    size = data.draw(st.integers(1, 200))
    counter = data.draw(st.sampled_from((0, 1, 2**32 - 1, model.MOST_BLOCKS - 4)))
    key = data.draw(st.binary(min_size=32, max_size=32))
    context = data.draw(st.text(max_size=20))
    for ours, theirs in (
        ({}, {}),
        ({"key": key}, {"key": key}),
        (
            {"key": model.context_key(context.encode()), "mode": "material"},
            {"derive_key_context": context},
        ),
    ):
        wanted = blake3.blake3(message, **theirs).digest(size, seek=64 * counter)
        assert digest(message, size, counter=counter, **ours) == wanted


def test_manners() -> None:
    start, more, key = bytes(1024), bytes(range(256)) * 9, bytes(range(32))
    before, after = (
        blake3.blake3(text, key=key).digest(40) for text in (start, bytes(start + more))
    )
    check_manners(model.Blake3(320, key=key), start, more, before, after)


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({"digest_bits": 0}, "digest_bits must be a positive multiple of 8, got 0"),
        ({"digest_bits": 12}, "digest_bits must be a positive multiple of 8, got 12"),
        ({"mode": "tree"}, "mode must be one of hash, keyed, context, material, got 'tree'"),
        ({"key": bytes(31)}, "key must be 32 bytes of mode keyed, got 31"),
        ({"mode": "material"}, "key must be 32 bytes of mode material, got 0"),
        ({"mode": "hash", "key": bytes(32)}, "key must be 0 bytes of mode hash, got 32"),
        ({"counter": -1}, f"counter must be in 0..{2**58 - 1}, got -1"),
        (
            {"counter": 2**58 - 1, "digest_bits": 520},
            f"counter must be in 0..{2**58 - 2}, got {2**58 - 1}",
        ),
    ],
)
def test_values_out_of_range(values: dict[str, Any], said: str) -> None:
    with pytest.raises(ArgumentError, match=said.replace(".", r"\.")):
        model.Blake3(**values)


def test_words_that_are_missing() -> None:
    with pytest.raises(ArgumentError, match="m must be 16 words, got 15"):
        model.compress((0,) * 8, (0,) * 15, 0, 64, 0)
    with pytest.raises(ArgumentError, match="h must be 8 words, got 7"):
        model.compress((0,) * 7, (0,) * 16, 0, 64, 0)
