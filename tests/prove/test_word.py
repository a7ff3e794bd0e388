"""Words that stand for any number compute as int does, and solver and simplification agree."""

import operator
import random
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gatehash.models import sha2, sha3, threefish, whirlpool
from gatehash.models.words import Table, rotl, rotr
from gatehash.prove.kernel.smt import evaluate
from gatehash.prove.kernel.term import const
from gatehash.prove.kernel.word import Word, as_int, free, frees, joined, known, pieces

OPERATORS: list[Callable[[Any, Any], Any]] = [
    operator.add,
    operator.sub,
    operator.and_,
    operator.or_,
    operator.xor,
]
SHIFTS = (operator.lshift, operator.rshift)


def shifted(shift: Callable[[Any, int], Any], distance: int, x: Any, _: Any) -> Any:
    return shift(x, distance)


def masked(mask: int, x: Any, _: Any) -> Any:
    return x & mask


def inverted(x: Any, _: Any) -> Any:
    return ~x


def rotated(distance: int, x: Any, _: Any) -> Any:
    return rotl(x & 0xFF, distance, 8)


def value(word: Word, **values: int) -> int:
    """Return a word's number where free words have values."""
    (bits,) = evaluate([word.term], values)
    return as_int(Word(const(bits, word.term.width), signed=word.signed))


@given(st.data())
@settings(max_examples=300, deadline=None)
def test_expressions_compute_as_those_of_int(data: st.DataObject) -> None:
    widths = data.draw(st.lists(st.integers(1, 20), min_size=2, max_size=4))
    values = [data.draw(st.integers(0, 2**width - 1)) for width in widths]
    words: list[Any] = [free(f"w{i}", width) for i, width in enumerate(widths)]
    names = {f"w{i}": number for i, number in enumerate(values)}
    numbers = list(values)
    for _ in range(data.draw(st.integers(1, 10))):
        kind = data.draw(st.integers(0, 4))
        i, j = (data.draw(st.integers(0, len(words) - 1)) for _ in range(2))
        distance = data.draw(st.integers(0, 9))
        step: Callable[[Any, Any], Any]
        if kind == 0:
            step = data.draw(st.sampled_from(OPERATORS))
        elif kind == 1:
            step = partial(shifted, data.draw(st.sampled_from(SHIFTS)), distance)
        elif kind == 2:
            step = partial(masked, data.draw(st.integers(0, 2**24 - 1)))
        elif kind == 3:
            step = inverted
        else:
            step = partial(rotated, distance % 8)
        words.append(step(words[i], words[j]))
        numbers.append(step(numbers[i], numbers[j]))
    for word, number in zip(words, numbers, strict=True):
        assert value(known(word), **names) == number


def test_models_compute_the_same_on_symbolic_words() -> None:
    random.seed(1)
    cases: list[tuple[Callable[[Any], Any], int, int]] = [
        (lambda x: threefish.encrypt_words(x[:4], x[4:6], x[6:]), 10, 64),
        (lambda x: sha2.compress_words(x[:8], x[8:], sha2.WORDS_32), 24, 32),
        (lambda x: sha3.round_(x, sha3.ROUND_CONSTANTS[3]), 25, 64),
        (lambda x: whirlpool.round_(x[:64], x[64:]), 128, 8),
    ]
    for number, (model, count, width) in enumerate(cases):
        values = [random.getrandbits(width) for _ in range(count)]
        words = frees(f"m{number}", width, count)
        term = joined(model(words), width)
        names = {f"m{number}[{i}]": each for i, each in enumerate(values)}
        (got,) = evaluate([term], names)
        assert got == sum(word << width * i for i, word in enumerate(model(values)))


@pytest.mark.parametrize("entries", [range(16), whirlpool.E, [3, 1, 0, 2] * 4])
def test_a_table_is_looked_up(entries: Any) -> None:
    table, index = Table(entries), free("index", 4)
    for place, entry in enumerate(table):
        assert value(table[index], index=place) == entry
    with pytest.raises(TypeError, match="a table of 16 entries has none for some"):
        table[free("wide", 5)]


def test_comparisons_are_decided_by_width_or_refused() -> None:
    word = free("w", 8)
    assert 0 <= word <= 255
    assert word < 256
    assert not word > 255
    with pytest.raises(TypeError, match="not decided by its width"):
        word < 255  # noqa: B015
    with pytest.raises(TypeError, match="stands for many numbers"):
        bool(word)
    with pytest.raises(TypeError, match="stands for many numbers"):
        assert word == 1
    with pytest.raises(TypeError, match="stands for many numbers"):
        as_int(word)


def test_equal_forms_are_one_term() -> None:
    x, y = free("x", 64), free("y", 64)
    mask = 2**64 - 1
    assert ((x + y) & mask).term is ((y + x) & mask).term
    assert known(rotr(rotl(x, 13, 64), 13, 64)).term is x.term
    assert ((x ^ y) ^ x).term is y.term
    assert joined(pieces(x.term, 8), 8) is x.term
