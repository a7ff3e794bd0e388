# SPDX-License-Identifier: Apache-2.0
"""Values that users give, over the schemas of all functions: what is taken, and what is not."""

import hashlib
import hmac
import re
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import gatehash
from gatehash.catalog import (
    DESIGNS,
    EMPTY_KEY,
    BytesField,
    Design,
    Field,
    FlagField,
    Function,
    NumberField,
)
from gatehash.errors import GatehashError

ALL = {
    (function.name, field.name): (design, function, field)
    for design in DESIGNS.values()
    for function in design.functions
    for field in function.fields
}
SECRETS = [each for each in ALL.values() if each[2].secret]
every_field = pytest.mark.parametrize(
    ("design", "function", "field"), ALL.values(), ids=[" ".join(each) for each in ALL]
)


def bind(design: Design, function: Function, **changes: Any) -> Any:
    values = {**function.examples[0], **changes}
    return design.job(function.name, values, function.operations[0])


def is_number(field: Field) -> bool:
    return field.least is not None


def wrong_types(field: Field) -> Iterator[Any]:
    yield from (1.5, [1], {1}, object(), "1", "ab", np.float64(2.0))
    if not isinstance(field, FlagField):
        yield from (True, False, np.bool_(True))
    if isinstance(field, FlagField):
        yield from (0, 1, "no", b"", np.int64(1), np.array([True, False]))
    elif not is_number(field):
        yield from (0, 5, np.int64(5), np.uint8(0), 1 << 9000)
    elif isinstance(field, NumberField):
        yield from (b"1", bytearray(8), np.array([1, 2]))


@every_field
def test_other_types_are_named(design: Design, function: Function, field: Field) -> None:
    for wrong in wrong_types(field):
        with pytest.raises(TypeError) as caught:
            bind(design, function, **{field.name: wrong})
        said = str(caught.value)
        assert re.fullmatch(rf"{field.name} must be [^\n]+", said), wrong
        assert len(said) < 250
        if is_number(field):
            assert re.search(r"\d+ to \d+|takes \d+|or \d+", said), said


@every_field
def test_numbers_out_of_range_are_named(design: Design, function: Function, field: Field) -> None:
    if not is_number(field):
        return
    assert field.least is not None
    assert field.most is not None
    step = field.step if isinstance(field, NumberField) else 1
    wrong = [field.least - step, field.most + step, -1 << 70, 1 << 70, 1 << 9000]
    wrong += [field.least + 1] * (step > 1)
    for number in wrong:
        with pytest.raises(GatehashError) as caught:
            bind(design, function, **{field.name: number})
        said = str(caught.value)
        words = field.words if isinstance(field, NumberField) else field.name
        shown = str(number) if number.bit_length() < 100 else "a number of 9001 bits"
        assert f"{words} " in said
        assert shown in said
        assert re.search(r"\d+ to \d+|takes \d+", said), said


@every_field
def test_integers_of_numpy_are_integers(design: Design, function: Function, field: Field) -> None:
    if not is_number(field) or field.name == "before":
        return
    assert field.least is not None
    value = field.least if field.default is None else field.default
    value = field.least if isinstance(value, bytes) else value
    configs = [
        bind(design, function, **{field.name: made}).config
        for made in (value, np.int64(value), np.uint64(value))
    ]
    assert configs[0] == configs[1] == configs[2]


@every_field
def test_flags_of_numpy_are_flags(design: Design, function: Function, field: Field) -> None:
    if isinstance(field, FlagField):
        for value in (True, False):
            ours, theirs = (
                bind(design, function, **{field.name: made}) for made in (value, np.bool_(value))
            )
            assert ours.config == theirs.config


@pytest.mark.parametrize(("design", "function", "field"), SECRETS)
def test_no_secret_is_never_a_secret(design: Design, function: Function, field: Field) -> None:
    """Neither None nor empty bytes are a key, and no error shows any of one."""
    assert isinstance(field, BytesField)
    with pytest.raises(GatehashError, match=f"^{field.name} is None, for {function.name}; it must"):
        bind(design, function, **{field.name: None})
    for empty in (b"", bytearray(), memoryview(b"")):
        said = f"{field.name} is empty" if field.may_be_empty else f"{field.name} has 0 bytes"
        with pytest.raises(GatehashError, match=said):
            bind(design, function, **{field.name: empty})
    if field.may_be_empty:
        assert bind(design, function, **{field.name: EMPTY_KEY})
    else:
        with pytest.raises(GatehashError, match=f"{function.name} needs a {field.name} of"):
            bind(design, function, **{field.name: EMPTY_KEY})
    for wrong in ("secret", ["secret"], *([] if field.free else [b"secret" * 1000])):
        with pytest.raises((GatehashError, TypeError), match=r"^(?!.*secret)"):
            bind(design, function, **{field.name: wrong})


def test_what_a_key_of_no_bytes_is() -> None:
    """The standards have an answer: that of HMAC, and of Skein and BLAKE2 without a key."""
    code = gatehash.new("hmac-sha256", b"abc", key=EMPTY_KEY, engine="model")
    assert code.digest() == hmac.digest(b"", b"abc", "sha256")
    plain = gatehash.new("blake2b", b"abc", key=EMPTY_KEY, engine="model")
    assert plain.digest() == hashlib.blake2b(b"abc").digest()
    skein = gatehash.new("skein-mac-512-512", b"abc", key=gatehash.EMPTY_KEY, engine="model")
    assert skein.digest() == gatehash.new("skein512", b"abc", engine="model").digest()
    with pytest.raises(TypeError, match=r"^salt must be bytes-like, not 'EmptyKey'$"):
        gatehash.new("blake2b", salt=EMPTY_KEY)
