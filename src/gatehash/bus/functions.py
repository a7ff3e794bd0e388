# SPDX-License-Identifier: Apache-2.0
"""Numbers of the functions that software behind a bus reads, and their configurations as C."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, NamedTuple

from gatehash.catalog import DESIGNS, BytesField, Design, Field, Function, Hardware, NumberField
from gatehash.catalog.function import Kind
from gatehash.catalog.held import HOLDS, KEYED
from gatehash.catalog.job import Job, Operation
from gatehash.catalog.resume import FOLLOWED, RESUMES
from gatehash.errors import GatehashError
from gatehash.models import sha2, sha3
from gatehash.models.kmac import left_encode

__all__ = ["FUNCTION_NUMBERS", "c_name", "driver_header", "function_bits", "functions_of"]

FUNCTION_NUMBERS: Mapping[str, int] = {
    name: number
    for number, name in enumerate(
        (
            *("sha-224", "sha-256", "sha-384", "sha-512", "sha-512/224", "sha-512/256"),
            *("sha3-224", "sha3-256", "sha3-384", "sha3-512", "shake128", "shake256"),
            *("skein-256-256", "skein-512-512", "skein-1024-1024"),
            *("threefish-256", "threefish-512", "threefish-1024"),
            *("blake-224", "blake-256", "blake-384", "blake-512"),
            *("chacha8", "chacha12", "chacha20"),
            *("whirlpool", "phash"),
            *("blake2s-256", "blake2b-512", "chacha20-ietf"),
            *("hmac-sha-224", "hmac-sha-256", "hmac-sha-384", "hmac-sha-512"),
            *("hmac-sha-512/224", "hmac-sha-512/256"),
            *("blake3", "blake3-keyed", "blake3-context", "blake3-material"),
            *("hmac-sha3-224", "hmac-sha3-256", "hmac-sha3-384", "hmac-sha3-512"),
            *("kmac128", "kmac256", "skein-mac-256-256", "skein-mac-512-512"),
            *("chacha20-poly1305", "xchacha20-poly1305", "xchacha20", "skein-mac-1024-1024"),
            *("skein-tree-512-512", "cshake128", "cshake256"),
        )
    )
}
"""Number of each function, its bit in the register ``functions``; new ones go to the end."""

_FIELDS = (
    *("digest_bits", "key", "tweak", "nonce", "counter", "salt", "chaining", "before"),
    *("person", "custom"),
)
"""The values that a user gives, in the order of the driver's table."""

_KINDS: Mapping[Kind, int] = {"hash": 0, "cipher": 1, "keyed hash": 2, "authenticated cipher": 3}
"""Numbers of kinds of functions in the driver's table; others are hashes to it."""

_BEFORE_BITS = 61
"""Bits of the length of the parts before a part."""

_WORD = 8
_HALF = 4
_BYTE_MAX = 0xFF


def functions_of(design: Design, hardware: Hardware) -> tuple[str, ...]:
    """Return the names of the functions that a design has with certain hardware.

    Where the hardware fixes the length of an answer and the function's name has none, as with KMAC,
    the function is the same for every length.
    """
    return tuple(
        function.name for function in design.functions if _computes(design, hardware, function)
    )


def _computes(design: Design, hardware: Hardware, function: Function) -> bool:
    operation, first = function.operations[0], function.examples[0]
    if function.bind(design, operation, first).hardware == hardware:
        return True
    bits = hardware.stream.parameters.get("DigestBits")
    length = next((field for field in function.fields if field.name == "digest_bits"), None)
    if bits is None or length is None:
        return False
    try:
        job = function.bind(design, operation, {**first, length.name: bits})
    except GatehashError:
        return False
    return job.hardware == hardware and job.name == function.name


def function_bits(design: Design, hardware: Hardware) -> int:
    """Return a number with a bit for each function that a design has with certain hardware.

    Raises
    ------
    GatehashError
        If a function has no number.
    """
    names = functions_of(design, hardware)
    for name in names:
        if name not in FUNCTION_NUMBERS:
            raise GatehashError(
                f"{name} of {design.name} has no number that software knows it by; it is to be in "
                "FUNCTION_NUMBERS of gatehash.bus.functions"
            )
    return sum(1 << FUNCTION_NUMBERS[name] for name in names)


class _Place(NamedTuple):
    """Where a field is in a configuration: place, most and fewest bytes.

    A field that is encoded has its length in bits there, and then its bytes.
    """

    at: int = 0
    length: int = 0
    least: int = 0


@dataclass(frozen=True)
class _Layout:
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
    family : int
        Number that is added to the first word in a design that has functions of several families.
    """

    size: int
    plain: int
    heads: Mapping[Operation, int]
    start: int
    key_length: int
    ad_length: int
    places: Mapping[str, _Place]
    encoded: Set[str]
    needed: Set[str]
    numbers: Mapping[str, range]
    key_hash: str
    constants: Mapping[int, int]
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
    taken = (
        size
        for size in range(_BYTE_MAX, 0, -1)
        if _takes(design, function, {**_full(function), field.name: bytes(size)})
    )
    return at - head, next(taken)


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


def _numbers(function: Function, places: Mapping[str, _Place]) -> dict[str, range]:
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


def _layout(function: Function, design: Design) -> _Layout:
    first, full, plain = function.operations[0], _full(function), _plain(function)

    def packet(operation: Operation, values: Mapping[str, Any]) -> bytes:
        return function.bind(design, operation, values).config_bytes

    whole = packet(first, full)
    given = {
        field.name: field
        for field in function.fields
        if field.name in _FIELDS and not _makes_another(design, function, field)
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
        places[name] = _Place(at, length, least[name] if length else 0)
    rest = bytearray(whole)
    rest[0] = 0
    rest[_WORD : _WORD + _HALF] = (
        int.from_bytes(rest[_WORD : _WORD + _HALF], "little") ^ start
    ).to_bytes(_HALF, "little")[: len(rest[_WORD : _WORD + _HALF])]
    for at, length, _ in (*places.values(), _Place(key_length, 1)):
        rest[at : at + length] = bytes(length)
    halves = {
        at: int.from_bytes(rest[at : at + _HALF], "little") for at in range(0, len(rest), _HALF)
    }
    return _Layout(
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
    )


def _configured() -> dict[str, _Layout]:
    """Return the configuration of each function that has one.

    It is that of every such design, but for what is added to its first word in one that has
    functions of several families.
    """
    found: dict[str, _Layout] = {}
    for design in DESIGNS.values():
        if design.hardware.configured:
            for function in design.functions:
                layout = _layout(function, design)
                first = found.setdefault(function.name, layout)
                family = first.added(layout.heads)
                assert not (family and first.family) or family == first.family
                longer = layout if len(layout.heads) > len(first.heads) else first
                found[function.name] = replace(longer, family=family or first.family)
    return found


def c_name(name: str) -> str:
    """Return what the driver in C calls a function, or another name of the table."""
    plain = "".join(each if each.isalnum() else "_" for each in name).upper()
    return f"GATEHASH_{plain}"


def _row(name: str, layout: _Layout | None) -> str:
    function = next(
        function
        for design in DESIGNS.values()
        for function in design.functions
        if function.name == name
    )
    own = layout or _Layout(0, 0, {}, 0, 0, 0, {}, set(), set(), {}, "", {})
    first = next(iter(own.heads.values()), 0) & 0xFF
    digest = next((each.default for each in function.fields if each.name == "digest_bits"), 0)
    digests = own.numbers.get("digest_bits", range(0))
    before, counters = (own.numbers.get(each, range(0)) for each in ("before", "counter"))
    assert digests.step == 8 or not digests
    assert not before or (before.start, before[-1]) == (0, (1 << _BEFORE_BITS) - before.step)
    counter_bits = counters.stop.bit_length() - 1 if counters else 0
    assert not counters or counters == range(1 << counter_bits)
    places = ", ".join(
        f"{{{', '.join(map(str, own.places.get(field, _Place())))}}}" for field in _FIELDS
    )
    needed, encoded = (
        sum(1 << at for at, field in enumerate(_FIELDS) if field in names)
        for names in (own.needed, own.encoded)
    )
    words = (
        *(_KINDS.get(function.kind, 0), own.size, own.plain),
        *(f"0x{byte:02x}" for byte in (first, own.heads.get("decrypt", first) & 0xFF, own.family)),
        *(f"0x{own.start:08x}u", digest, *((digests[0], digests[-1]) if digests else (0, 0))),
        *(own.key_length, c_name(own.key_hash or "functions"), own.ad_length),
        *(counter_bits, before.step if before else 0, f"0x{needed:02x}", f"0x{encoded:02x}"),
    )
    return f"    /* {name} */ {{{', '.join(map(str, words))}, {{{places}}}}},"


def _table(name: str, numbers: Sequence[str], *, columns: int) -> Iterator[str]:
    """Yield a macro of numbers."""
    rows = [numbers[at : at + columns] for at in range(0, len(numbers), columns)]
    yield f"#define {name} \\"
    yield " \\\n".join(f"    {', '.join(row)}," for row in rows)


def _long(values: Sequence[int]) -> list[str]:
    return [f"UINT64_C(0x{value:016x})" for value in values]


def _key_hashes() -> Iterator[str]:
    """Yield the constants of the functions that hash long keys."""
    yield "/* SHA-2 and Keccak, which hash long keys. A constant of words of 32 bits is the high"
    yield "   half of one of 64; initial values of words of 32 bits are in the low half. */"
    narrow, wide = (sha2.K[bits] for bits in (32, 64))
    assert [word >> 32 for word in wide[: len(narrow)]] == [*narrow]
    yield f"#define GATEHASH_SHA2_ROUNDS_32 {len(narrow)}u"
    yield f"#define GATEHASH_SHA2_ROUNDS_64 {len(wide)}u"
    yield from _table("GATEHASH_SHA2_CONSTANTS", _long(wide), columns=3)
    yield ""
    yield "/* Initial values by number of the function, from sha-224 on. */"
    initial = [
        *(sha2.INITIAL[32][bits] for bits in (224, 256)),
        *(sha2.INITIAL[64][bits] for bits in (384, 512, 224, 256)),
    ]
    yield from _table(
        "GATEHASH_SHA2_INITIAL",
        [f"{{{', '.join(_long(each))}}}" for each in initial],
        columns=1,
    )
    yield ""
    yield f"#define GATEHASH_KECCAK_ROUNDS {sha3.ROUNDS}u"
    yield from _table("GATEHASH_KECCAK_CONSTANTS", _long(sha3.ROUND_CONSTANTS), columns=3)
    yield ""
    yield "/* rho and pi: for each lane, the lane from which it comes and the distance. */"
    moves = [f"{{{source}, {sha3.OFFSETS[source]}}}" for source in sha3.SOURCES]
    yield from _table("GATEHASH_KECCAK_MOVES", moves, columns=10)


def _lines(banner: str) -> Iterator[str]:
    layouts = _configured()
    yield "/* SPDX-License-Identifier: Apache-2.0 */"
    yield f"/* {banner} */"
    yield ""
    yield "#ifndef GATEHASH_FUNCTIONS_H"
    yield "#define GATEHASH_FUNCTIONS_H"
    yield ""
    yield "/** Functions, by their bits in the registers `functions`. */"
    yield "typedef enum {"
    for name, number in FUNCTION_NUMBERS.items():
        yield f"    {c_name(name)} = {number}, /**< {name} */"
    yield f"    GATEHASH_FUNCTIONS = {len(FUNCTION_NUMBERS)} /**< number of functions */"
    yield "} gatehash_function;"
    yield ""
    longest = max(layout.size for layout in layouts.values())
    yield f"#define GATEHASH_CONFIG_BYTES {longest}u /**< bytes of the longest configuration */"
    answer = max(
        field.most // 8
        for design in DESIGNS.values()
        for function in design.functions
        for field in function.fields
        if field.name == "digest_bits" and field.most is not None
    )
    yield "/** No answer is longer than its message and so many bytes. */"
    yield f"#define GATEHASH_ANSWER_BYTES {answer}u"
    yield f"#define GATEHASH_BEFORE_BITS {_BEFORE_BITS}u /**< bits of the length of parts before */"
    yield ""
    yield "/* First byte of the configuration of a part of a message. */"
    yield f"#define GATEHASH_HEAD_RESUMES 0x{RESUMES:02x}u /**< it goes on from a chaining value */"
    yield f"#define GATEHASH_HEAD_FOLLOWED 0x{FOLLOWED:02x}u /**< another part follows */"
    yield ""
    yield "/* First byte of the configuration of a keyed hash. */"
    yield f"#define GATEHASH_HEAD_KEYED 0x{KEYED:02x}u /**< a key is behind it */"
    yield f"#define GATEHASH_HEAD_HOLDS 0x{HOLDS:02x}u /**< the key is held for the next message */"
    yield ""
    yield "/* Kinds of functions. */"
    for kind, number in _KINDS.items():
        yield f"#define {c_name(f'kind {kind}')} {number}u"
    yield ""
    yield "/** Fields of a configuration, by their places in a row of the table. */"
    names = [f"GATEHASH_FIELD_{field.upper()}" for field in _FIELDS]
    yield "enum {"
    yield from (f"    {name}," for name in names)
    yield "    GATEHASH_FIELDS"
    yield "};"
    yield ""
    yield "/* Kind; bytes of the configuration, and without what is optional; its first byte, of"
    yield "   encryption or a hash and of decryption, and what it has besides in a design with"
    yield "   functions of several families; half of its second word; bits of the digest, and the"
    yield "   fewest and most that a user may choose; place of the key's length; hash function of"
    yield "   a key that is too long; place of the length of associated data; bits of the counter;"
    yield "   what the length of parts before is a multiple of; a bit for each field that is"
    yield "   needed, and for each that has its length in bits before it; place, bytes and fewest"
    yield "   bytes of each field, where a byte counts bytes of a digest. */"
    yield "#define GATEHASH_FUNCTION_TABLE \\"
    rows = [_row(name, layouts.get(name)) for name in FUNCTION_NUMBERS]
    yield " \\\n".join(rows)
    yield ""
    yield "/* What configurations have beside a row's entries: function; place; half word. */"
    yield "#define GATEHASH_CONSTANT_TABLE \\"
    constants = [
        f"    {{{c_name(name)}, {at}, 0x{half:08x}u}},"
        for name in FUNCTION_NUMBERS
        if name in layouts
        for at, half in layouts[name].constants.items()
    ]
    yield " \\\n".join(constants)
    yield ""
    yield from _key_hashes()
    yield ""
    yield "#endif"


def driver_header(banner: str) -> str:
    """Return the C header with the functions' numbers and configurations."""
    return "\n".join(_lines(banner)) + "\n"
