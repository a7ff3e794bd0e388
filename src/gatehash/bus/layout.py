# SPDX-License-Identifier: Apache-2.0
"""Configurations of functions: the places of the values that a user gives, found in packets."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Set
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, NamedTuple

from gatehash.bus.functions import FUNCTION_NUMBERS
from gatehash.catalog import DESIGNS, BytesField, Design, Field, Function, NumberField
from gatehash.catalog.job import Job, Operation
from gatehash.errors import GatehashError
from gatehash.models.kmac import left_encode

__all__ = ["FIELDS", "Layout", "Place", "layouts"]

FIELDS = (
    *("digest_bits", "key", "tweak", "nonce", "counter", "salt", "chaining", "before"),
    *("person", "custom"),
)
"""The values that a user gives, in the order of the driver's table."""

_WORD = 8
_HALF = 4
_BYTE_MAX = 0xFF


class Place(NamedTuple):
    """Where a field is in a configuration: place, most and fewest bytes.

    A field that is encoded has its length in bits there, and then its bytes.
    """

    at: int = 0
    length: int = 0
    least: int = 0


@dataclass(frozen=True)
class Layout:
    """Configuration of a function.

    Parameters
    ----------
    size, plain : int
        Bytes with all values that a user may give, and without the optional ones.
    heads : mapping
        First word by operation.
    start : int
        Low half of the second word, where a user need not give anything.
    key_length : int
        Place of the key's length in bytes; 0 if the configuration does not have it.
    ad_length : int
        Place of the length of associated data in bytes, of 4 bytes, which follow in whole words; 0
        if the function takes none.
    places : mapping
        Place and length in bytes by field, and the fewest bytes that it may have.
    encoded : set of str
        Fields that have their length before them.
    needed : set of str
        Fields that a user must give.
    numbers : mapping
        Fields that are numbers: least and most value, and step.
    key_hash : str
        Hash function that makes a shorter key of one that is longer than its place; else empty.
    constants : mapping
        Half words that are the same in each configuration, by their places in bytes, where they are
        not zero and neither the first byte nor `start`.
    holds : bool
        Whether a key may stay for the next message.
    family : int
        Number that is added to the first word in a design that has functions of several families.
    """

    size: int
    plain: int
    heads: Mapping[Operation, int]
    start: int
    key_length: int
    ad_length: int
    places: Mapping[str, Place]
    encoded: Set[str]
    needed: Set[str]
    numbers: Mapping[str, range]
    key_hash: str
    constants: Mapping[int, int]
    holds: bool = False
    family: int = 0

    def added(self, heads: Mapping[Operation, int]) -> int:
        """Return what other first words have besides, the same for each operation."""
        (found,) = {head - self.heads.get(operation, head) for operation, head in heads.items()}
        return found


def _is_extra(field: Field) -> bool:
    """Whether a field is a string that is none by default and may have any length."""
    return isinstance(field, BytesField) and field.free and field.default is not None


def _plain(function: Function) -> dict[str, Any]:
    """Return values of a function without extra strings."""
    none = {field.name: field.default for field in function.fields if _is_extra(field)}
    return function.examples[0] | none


def _full(function: Function) -> dict[str, Any]:
    """Return values of a function with which its configuration is the longest but for those."""
    optional = {
        field.name: bytes(field.length)
        for field in function.fields
        if isinstance(field, BytesField) and (field.optional or field.shorter)
    }
    return _plain(function) | optional


def _place(design: Design, function: Function, name: str) -> tuple[int, int]:
    """Return place and length in bytes of a field in the configuration, found by changing it.

    Fields that only repeat the hardware's own parameters, and an extra string, are left out.
    """
    operation = function.operations[0]
    field = next(each for each in function.fields if each.name == name)
    values: tuple[Any, Any]
    if isinstance(field, NumberField):
        values = (field.least, field.least + (field.most - field.least) // field.step * field.step)
        one, other = (
            function.bind(design, operation, {**_full(function), name: value}).hardware
            for value in values
        )
        if one != other:
            return 0, 0
    elif _is_encoded(field):
        return _encoded_place(design, function, field)
    elif isinstance(field, BytesField) and not _is_extra(field):
        values = (b"\x55" * field.length, b"\xaa" * field.length)
    else:
        return 0, 0
    first, second = (
        function.bind(design, operation, {**_full(function), name: value}).config_bytes
        for value in values
    )
    changed = [at for at in range(len(first)) if first[at] != second[at]]
    if not changed:
        return 0, 0
    if isinstance(field, NumberField):
        at = changed[0] // _WORD * _WORD
        if int.from_bytes(first[at : at + _WORD], "little") == values[0]:
            return at, _WORD
        # A byte counts bytes.
        assert first[changed[0]] == field.least // 8
        return changed[0], 1
    assert changed == list(range(changed[0], changed[0] + field.length))
    return changed[0], field.length


def _is_encoded(field: Field | None) -> bool:
    return isinstance(field, BytesField) and field.encoded


def _encoded_place(design: Design, function: Function, field: Field) -> tuple[int, int]:
    """Return where the length of an encoded field is, and the most bytes that it may have."""
    first, second = (
        function.bind(design, "hash", {**_full(function), field.name: value}).config_bytes
        for value in (b"\x55", b"\xaa")
    )
    (at,) = (at for at in range(len(first)) if first[at] != second[at])
    head = len(left_encode(8))
    assert first[at - head : at] == left_encode(8)

    def fits(size: int) -> bool:
        values = {**_full(function), field.name: bytes(size)}
        if not _takes(design, function, values):
            return False
        # A longer string may have more blocks.
        return len(function.bind(design, "hash", values).config_bytes) == len(first)

    return at - head, next(size for size in range(_BYTE_MAX, 0, -1) if fits(size))


def _takes(design: Design, function: Function, values: Mapping[str, Any]) -> bool:
    """Whether a function takes values."""
    try:
        function.bind(design, function.operations[0], values)
    except GatehashError:
        return False
    return True


def _least(design: Design, function: Function, field: Field) -> int:
    """Return the fewest bytes of a field; no bytes are never a secret."""
    if not isinstance(field, BytesField):
        return 0
    sizes = range(int(field.secret), field.length)
    full = _full(function)
    taken = (n for n in sizes if _takes(design, function, {**full, field.name: bytes(n)}))
    return next(taken, field.length)


@cache
def _hashes() -> dict[str, Job]:
    """Return a job of each plain hash function."""
    return {
        job.name: job
        for design in DESIGNS.values()
        for job in design.jobs.values()
        if job.name in FUNCTION_NUMBERS and design.function(job.name).kind == "hash"
    }


def _key_hash(design: Design, function: Function) -> str:
    """Return the hash function whose digest stands for a key longer than its place; else empty."""
    key = next((each for each in function.fields if each.name == "key"), None)
    if not isinstance(key, BytesField) or not key.free:
        return ""

    def packet(key: bytes) -> bytes | None:
        values = {**_plain(function), "key": key}
        if not _takes(design, function, values):
            return None
        return function.bind(design, "hash", values).config_bytes

    long = bytes(range(key.length + 1))
    expected = packet(long)
    for name, job in _hashes().items():
        model = job.model()
        model.update(long)
        if expected is not None and packet(model.digest()) == expected:
            return name
    return ""


def _numbers(function: Function, places: Mapping[str, Place]) -> dict[str, range]:
    """Return the values of numbers in the configuration; of bytes, too, that may be one."""
    found = {}
    for field in function.fields:
        if field.name in places and places[field.name].length and field.least is not None:
            assert field.most is not None
            step = field.step if isinstance(field, NumberField) else 1
            found[field.name] = range(field.least, field.most + 1, step)
    return found


def _makes_another(design: Design, function: Function, field: Field) -> bool:
    """Whether an extra string makes a packet of another kind, as that of cSHAKE for SHAKE's."""
    if not _is_extra(field):
        return False
    plain = _plain(function)
    first, other = (
        function.bind(design, function.operations[0], values).config_bytes[:_WORD]
        for values in (plain, {**plain, field.name: b"\1"})
    )
    return first != other


def _layout(function: Function, design: Design) -> Layout:
    first, full, plain = function.operations[0], _full(function), _plain(function)

    def packet(operation: Operation, values: Mapping[str, Any]) -> bytes:
        return function.bind(design, operation, values).config_bytes

    whole = packet(first, full)
    given = {
        field.name: field
        for field in function.fields
        if field.name in FIELDS and not _makes_another(design, function, field)
    }
    least = {name: _least(design, function, field) for name, field in given.items()}
    key_length = ad_length = 0
    key = given.get("key")
    if isinstance(key, BytesField) and not key.encoded and least["key"] < key.length:
        one, other = (packet(first, {**full, "key": bytes(key.length - n)}) for n in (0, 1))
        told = [at for at in range(len(one)) if one[at] != other[at]]
        key_length = next(iter(told), 0)
        # Where the length moves the key itself, only one of this length has its place.
        if len(told) > 1 or len(one) != len(other):
            key_length = 0
            least["key"] = key.length
    if any(field.name == "ad" for field in function.fields):
        one, other = (packet(first, {**plain, "ad": bytes(size)}) for size in (0, 1))
        ad_length = next(at for at in range(len(one)) if one[at] != other[at])
    bare = all(field.default is not None for field in function.fields)
    start = 0 if not bare else int.from_bytes(packet(first, plain)[_WORD:][:4], "little")
    places = {}
    for name in given:
        at, length = _place(design, function, name)
        places[name] = Place(at, length, least[name] if length else 0)
    rest = bytearray(whole)
    rest[0] = 0
    rest[_WORD : _WORD + _HALF] = (
        int.from_bytes(rest[_WORD : _WORD + _HALF], "little") ^ start
    ).to_bytes(_HALF, "little")[: len(rest[_WORD : _WORD + _HALF])]
    for at, length, _ in (*places.values(), Place(key_length, 1)):
        rest[at : at + length] = bytes(length)
    halves = {
        at: int.from_bytes(rest[at : at + _HALF], "little") for at in range(0, len(rest), _HALF)
    }
    return Layout(
        size=len(whole),
        plain=len(packet(first, plain)),
        heads={
            each: int.from_bytes(packet(each, plain)[:_WORD], "little")
            for each in function.operations
        },
        start=start,
        key_length=key_length,
        ad_length=ad_length,
        places=places,
        encoded={name for name, field in given.items() if _is_encoded(field)},
        needed={
            name
            for name, field in given.items()
            if field.default is None and not (isinstance(field, BytesField) and field.optional)
        },
        numbers=_numbers(function, places),
        key_hash=_key_hash(design, function),
        constants={at: half for at, half in halves.items() if half}
        if "key" in places or halves.get(0)
        else {},
        holds=any(field.name == "held" for field in function.fields),
    )


class Layouts(NamedTuple):
    """The configurations of functions.

    Parameters
    ----------
    usual : mapping
        Each function with a configuration has this one, in every design but those of `others`, and
        but for what is added to its first word in a design that has functions of several families.
    others : mapping
        Some designs have another configuration of these functions: the name of a function that no
        other design of the same function has, and the configuration.
    """

    usual: Mapping[str, Layout]
    others: Mapping[str, tuple[str, Layout]]


def layouts() -> Layouts:
    """Return the configurations of all functions."""
    found: dict[str, Layout] = {}
    others: dict[str, tuple[str, Layout]] = {}
    beside: defaultdict[str, set[str]] = defaultdict(set)
    for design in DESIGNS.values():
        # No bus has masked ones.
        if design.hardware.configured and not design.hardware.masking:
            names = {*design.algorithms}
            for function in design.functions:
                layout = _layout(function, design)
                first = found.setdefault(function.name, layout)
                if (layout.size, layout.places) != (first.size, first.places):
                    own = min(names - beside[function.name], key=FUNCTION_NUMBERS.__getitem__)
                    others[function.name] = own, layout
                    continue
                beside[function.name] |= names
                family = first.added(layout.heads)
                assert not (family and first.family) or family == first.family
                longer = layout if len(layout.heads) > len(first.heads) else first
                found[function.name] = replace(longer, family=family or first.family)
    return Layouts(found, others)
