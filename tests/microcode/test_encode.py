# SPDX-License-Identifier: Apache-2.0
"""The encoder: what goes in comes out, in few bits."""

import random

import pytest

from gatehash.errors import GatehashError
from gatehash.microcode import Field, Layout, assemble, threefish_image

LAYOUT = Layout(
    (
        Field("address", 5),
        Field("write", 1, packed=True),
        Field("source", 2, packed=True, default=None),
        Field("distance", 6),
        Field("operation", 1, packed=True, default=None),
    )
)


def test_what_is_told_comes_back() -> None:
    chance = random.Random(1)
    words = []
    for _ in range(500):
        word = {}
        for field in LAYOUT.fields:
            if chance.random() < 0.6:
                word[field.name] = chance.randrange(1 << field.bits)
        words.append(word)
    image = assemble(LAYOUT, words)
    for address, word in enumerate(words):
        decoded = image.decode(address)
        assert decoded.items() >= word.items()
        for field in LAYOUT.fields:
            if field.name not in word and field.default is not None:
                assert decoded[field.name] == field.default


def test_open_fields_share_patterns() -> None:
    words = [{"source": 2, "operation": 1}, {"source": 2}, {"operation": 1}, {}]
    assert len(assemble(LAYOUT, words).patterns) == 1


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ({"address": 32}, "word 0: address is 32; it has 5 bits, 0 to 31"),
        ({"source": 4}, "word 0: source is 4; it has 2 bits, 0 to 3"),
        ({"port": 1}, "word 0: no field is named port"),
    ],
)
def test_what_does_not_fit_is_refused(word: dict[str, int], said: str) -> None:
    with pytest.raises(GatehashError, match=said):
        assemble(LAYOUT, [word])


def test_patterns_make_the_memory_narrower() -> None:
    image = threefish_image().image
    assert image.bits < image.plain_bits
    assert image.bits <= 36
    assert len(image.words) <= 1024
