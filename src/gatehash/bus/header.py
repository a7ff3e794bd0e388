# SPDX-License-Identifier: Apache-2.0
"""The functions' numbers and configurations as a header of the driver in C."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from gatehash.bus.functions import FUNCTION_NUMBERS
from gatehash.bus.layout import FIELDS, Layout, Place, layouts
from gatehash.catalog import DESIGNS
from gatehash.catalog.function import Kind
from gatehash.catalog.held import HOLDS, KEYED
from gatehash.catalog.resume import FOLLOWED, RESUMES
from gatehash.models import sha2, sha3

__all__ = ["c_name", "driver_header"]

_KINDS: Mapping[Kind, int] = {"hash": 0, "cipher": 1, "keyed hash": 2, "authenticated cipher": 3}
"""Numbers of kinds of functions in the driver's table; others are hashes to it."""

_BEFORE_BITS = 61
"""Bits of the length of the parts before a part."""


def c_name(name: str) -> str:
    """Return what the driver in C calls a function, or another name of the table."""
    plain = "".join(each if each.isalnum() else "_" for each in name).upper()
    return f"GATEHASH_{plain}"


def _row(name: str, layout: Layout | None) -> str:
    function = next(
        function
        for design in DESIGNS.values()
        for function in design.functions
        if function.name == name
    )
    own = layout or Layout(0, 0, {}, 0, 0, 0, {}, set(), set(), {}, "", {})
    first = next(iter(own.heads.values()), 0) & 0xFF
    digest = next((each.default for each in function.fields if each.name == "digest_bits"), 0)
    digests = own.numbers.get("digest_bits", range(0))
    before, counters = (own.numbers.get(each, range(0)) for each in ("before", "counter"))
    assert digests.step == 8 or not digests
    assert not before or (before.start, before[-1]) == (0, (1 << _BEFORE_BITS) - before.step)
    counter_bits = counters.stop.bit_length() - 1 if counters else 0
    assert not counters or counters == range(1 << counter_bits)
    places = ", ".join(
        f"{{{', '.join(map(str, own.places.get(field, Place())))}}}" for field in FIELDS
    )
    needed, encoded = (
        sum(1 << at for at, field in enumerate(FIELDS) if field in names)
        for names in (own.needed, own.encoded)
    )
    words = (
        *(_KINDS.get(function.kind, 0), own.size, own.plain),
        *(f"0x{byte:02x}" for byte in (first, own.heads.get("decrypt", first) & 0xFF, own.family)),
        *(f"0x{own.start:08x}u", digest, *((digests[0], digests[-1]) if digests else (0, 0))),
        *(own.key_length, c_name(own.key_hash or "functions"), own.ad_length),
        *(counter_bits, before.step if before else 0, int(own.holds)),
        *(f"0x{needed:02x}", f"0x{encoded:02x}"),
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
    found, others = layouts()
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
    alternatives = (layout for _, layout in others.values())
    longest = max(layout.size for layout in (*found.values(), *alternatives))
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
    names = [f"GATEHASH_FIELD_{field.upper()}" for field in FIELDS]
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
    yield "   what the length of parts before is a multiple of; whether a key may be held; a bit"
    yield "   for each field that is needed, and for each that has its length in bits before it;"
    yield "   place, bytes and fewest bytes of each field, where a byte counts bytes of a digest."
    yield "   Behind the functions are those that have another configuration in some designs. */"
    yield "#define GATEHASH_FUNCTION_TABLE \\"
    rows = [_row(name, found.get(name)) for name in FUNCTION_NUMBERS]
    rows += [_row(name, layout) for name, (_, layout) in others.items()]
    yield " \\\n".join(rows)
    yield ""
    yield f"#define GATEHASH_ROWS {len(rows)}u"
    yield "/* Functions of the rows behind: the function; one beside it that tells such designs. */"
    yield "#define GATEHASH_OTHER_TABLE \\"
    yield " \\\n".join(
        f"    {{{c_name(name)}, {c_name(beside)}}}," for name, (beside, _) in others.items()
    )
    yield ""
    yield "/* What configurations have beside a row's entries: row; place; half word. */"
    yield "#define GATEHASH_CONSTANT_TABLE \\"
    numbered = [(c_name(name), found[name]) for name in FUNCTION_NUMBERS if name in found]
    behind = enumerate((layout for _, layout in others.values()), len(FUNCTION_NUMBERS))
    constants = [
        f"    {{{row}, {at}, 0x{half:08x}u}},"
        for row, layout in (*numbered, *((str(number), layout) for number, layout in behind))
        for at, half in layout.constants.items()
    ]
    yield " \\\n".join(constants)
    yield ""
    yield from _key_hashes()
    yield ""
    yield "#endif"


def driver_header(banner: str) -> str:
    """Return the C header with the functions' numbers and configurations."""
    return "\n".join(_lines(banner)) + "\n"
