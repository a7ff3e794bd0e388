# SPDX-License-Identifier: Apache-2.0
"""The SHA-3 design with keys: HMAC with SHA-3, KMAC, and cSHAKE."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, TypeAlias

from gatehash.catalog.design import Design
from gatehash.catalog.fields import OUTPUT
from gatehash.catalog.function import BytesField, FlagField, Function, digest_length
from gatehash.catalog.hardware import (
    Boundary,
    Hardware,
    Masking,
    byte_pin_cycles,
    masked,
    parts,
)
from gatehash.catalog.held import HELD
from gatehash.catalog.hmac import hmac_fields
from gatehash.catalog.job import HashObject, Job, Operation, config_words
from gatehash.catalog.prefix import Prefix, prefix_hardware
from gatehash.catalog.sha3 import (
    PASS_SOURCES,
    SHA3_CODES,
    pass_job,
    pass_timing,
    sha3_function,
)
from gatehash.catalog.timing import SequentialTiming
from gatehash.errors import FieldError, GatehashError
from gatehash.models.hmac import Hmac, key_block
from gatehash.models.kmac import (
    CShake,
    Kmac,
    cshake_block,
    cshake_rule,
    kmac_blocks,
    right_encode,
)
from gatehash.models.padding import RULES, PaddingRule
from gatehash.models.sha3 import DIGEST_BITS, ROUNDS, Sha3, Shake

__all__ = ["sha3_mac_designs"]

_SOURCES = (
    "sha3/generated/gh_keccak_pkg.sv",
    "sha3/gh_keccak_round.sv",
    "sha3/gh_sha3_checks.sv",
    "sha3/gh_sha3_core.sv",
    "sha3/gh_sha3_mac_streams.sv",
)
_MASKED_SOURCES = (
    "guarded/gh_dom_chi.sv",
    "guarded/gh_keccak_linear.sv",
    "guarded/gh_keccak_dom.sv",
    "guarded/gh_sha3_dom_core.sv",
    "guarded/gh_shared_packet.sv",
    "guarded/gh_share_shell.sv",
    "guarded/gh_sha3_mac_dom.sv",
)
_DEFAULT = "sha3-256"
_MAX_DIGEST_BITS = 1 << 20
_SECURITY = (128, 256)
# Bits of the head: the digest's length, or none, is encoded behind the message; with both bits the
# message is that of SHAKE.
_LENGTH, _XOF = 1, 2
_SHAKE = _LENGTH | _XOF
# Blocks of a packet of KMAC and cSHAKE, at most.
_BLOCKS = 2
# Key of KMAC that software behind a bus gives, and that is measured with.
_KEY_BYTES = 32


@dataclass(frozen=True, kw_only=True)
class _Message:
    """A message behind blocks.

    Parameters
    ----------
    name, of : str
        Name of the function, and of the one of FIPS 202 beneath.
    rule : PaddingRule
        Its padding.
    prefix : Prefix
        The blocks.
    model, digest_bits, tail_bytes
        See :class:`Job`.
    without : callable, optional
        Makes the job of a message with blocks that are held.
    """

    name: str
    of: str
    rule: PaddingRule
    prefix: Prefix
    model: Any
    digest_bits: int
    without: Callable[[], Job] | None = None
    tail_bytes: int = 0


_MakesJob: TypeAlias = Callable[[Design, _Message], Job]


def _job(design: Design, message: _Message) -> Job:
    rule, prefix, digest_bits = message.rule, message.prefix, message.digest_bits
    rate = 8 * rule.block_bytes
    pieces = -(-digest_bits // rate)
    hardware: Hardware = design.hardware.having(
        Function=SHA3_CODES[message.of],
        Nested=int(prefix.nested),
        DigestBits=digest_bits,
        RateBytes=rule.block_bytes,
    )
    return Job(
        design=design,
        hardware=hardware,
        name=message.name,
        padding=rule,
        model=message.model,
        timing=prefix.timing(
            hardware,
            block_bytes=rule.block_bytes,
            block=ROUNDS,
            message=ROUNDS * (pieces - 1),
            digest_bits=digest_bits,
            piece_bits=rate,
            handover=0,
            # A word of the packet in a register, a piece behind those of the permutation, and a
            # sharing of zero.
            **(dict.fromkeys(("packet", "piece", "again"), 1) if hardware.masking else {}),
        ),
        digest_bits=digest_bits,
        config=prefix.config,
        distrust=prefix.distrust,
        hold=None if message.without is None else prefix.hold(message.without),
        tail_bytes=message.tail_bytes,
    )


def _hmac(bits: int, make: _MakesJob = _job, *, holds: bool = True) -> Function:
    of = f"sha3-{bits}"
    rule = RULES[of]

    def model(key: bytes) -> HashObject:
        return Hmac(Sha3(bits), key)

    def job(
        design: Design, operation: Operation, values: Mapping[str, Any], *, again: bool = False
    ) -> Job:
        block = key_block(Sha3(bits), values["key"])
        message = _Message(
            name=f"hmac-{of}",
            of=of,
            rule=rule,
            prefix=Prefix(
                blocks=(block,),
                most=1,
                nested=True,
                held=values.get("held", False),
                again=again,
            ),
            model=partial(model, values["key"]),
            digest_bits=bits,
            without=partial(job, design, operation, values, again=True),
        )
        return make(design, message)

    fields = (digest_length(bits), *hmac_fields(rule.block_bytes, holds=holds))
    return Function(f"hmac-{of}", job, fields, kind="keyed hash")


# Bytes of a block that are not the string's: lengths, and in front of the customization "KMAC".
_ENCODING = {"key": 5, "custom": 11}


def _split(padded: bytes, rate: int) -> tuple[bytes, ...]:
    return tuple(padded[start : start + rate] for start in range(0, len(padded), rate))


def _blocks(
    name: str, what: str, data: bytes, padded: bytes, rate: int, most: int | None
) -> tuple[bytes, ...]:
    """Return the blocks of a padded string; raise if they are more than a design takes."""
    blocks = _split(padded, rate)
    if most is not None and len(blocks) > most:
        raise FieldError(
            f"{{}} has {len(data)} bytes; {name} takes at most {rate - _ENCODING[what]}", what
        )
    return blocks


def _kmac(
    security_bits: int, make: _MakesJob = _job, *, holds: bool = True, extends: bool = True
) -> Function:
    name, of, rule = f"kmac{security_bits}", f"shake{security_bits}", cshake_rule(security_bits)
    rate = rule.block_bytes

    def job(
        design: Design, operation: Operation, values: Mapping[str, Any], *, again: bool = False
    ) -> Job:
        bits, key, custom = (values[each] for each in ("digest_bits", "key", "custom"))
        xof = extends and values["xof"]
        most = 1 if holds else None
        names, keys = kmac_blocks(security_bits, key, custom)
        model = partial(Kmac, security_bits, bits, key=key, custom=custom, xof=xof)
        message = _Message(
            name=name,
            of=of,
            rule=rule,
            prefix=Prefix(
                blocks=(
                    *_blocks(name, "custom", custom, names, rate, most),
                    *_blocks(name, "key", key, keys, rate, most),
                ),
                most=_BLOCKS,
                tail=_XOF if xof else _LENGTH,
                held=values.get("held", False),
                again=again,
            ),
            model=model,
            digest_bits=bits,
            without=partial(job, design, operation, values, again=True),
            tail_bytes=len(right_encode(0 if xof else bits)),
        )
        return make(design, message)

    digest = digest_length(2 * security_bits, 8, _MAX_DIGEST_BITS, tested=(8 * rate + 8,))
    key = BytesField(
        name="key",
        help=f"Key of KMAC; {_AT_MOST}.",
        length=_KEY_BYTES,
        free=True,
        example=bytes(range(_KEY_BYTES)),
        secret=True,
        encoded=True,
        # What of a block is not the key's: its lengths.
        tested=(bytes(range(rate - 5)),),
    )
    xof = FlagField(
        name="xof",
        help="KMACXOF: the digest does not depend on its length.",
        topic=OUTPUT,
        extends=True,
    )
    fields = (
        digest,
        key,
        _custom("KMAC"),
        *((xof,) if extends else ()),
        *((HELD,) if holds else ()),
    )
    return Function(name, job, fields, kind="keyed hash")


def _cshake(security_bits: int, make: _MakesJob = _job, *, holds: bool = True) -> Function:
    name, of = f"cshake{security_bits}", f"shake{security_bits}"

    def model(bits: int, strings: Mapping[str, bytes]) -> HashObject:
        if any(strings.values()):
            return CShake(security_bits, bits, **strings)
        return Shake(security_bits, bits)

    def job(design: Design, _: Operation, values: Mapping[str, Any]) -> Job:
        bits, strings = values["digest_bits"], {each: values[each] for each in _STRINGS}
        # With neither string it is SHAKE (section 3.3).
        named = any(strings.values())
        rule = cshake_rule(security_bits) if named else RULES[of]
        names, rate = cshake_block(security_bits, **strings), rule.block_bytes
        blocks = _split(names, rate)
        if holds and len(blocks) > _BLOCKS:
            raise GatehashError(
                "function_name and custom fill, with their lengths, more than the "
                f"{_BLOCKS} blocks of {rate} bytes that {name} takes"
            )
        message = _Message(
            name=name,
            of=of,
            rule=rule,
            prefix=Prefix(
                blocks=blocks if named else (),
                most=_BLOCKS,
                tail=0 if named else _SHAKE,
                held=False,
                again=False,
            ),
            model=partial(model, bits, strings),
            digest_bits=bits,
        )
        return make(design, message)

    rate = RULES[of].block_bytes
    digest = digest_length(2 * security_bits, 8, _MAX_DIGEST_BITS, tested=(8 * rate + 8,))
    function_name = BytesField(
        name="function_name",
        help="Name N of a function of NIST's that is defined by cSHAKE.",
        length=0,
        free=True,
        default=b"",
        tested=(b"KMAC",),
    )
    fields = (digest, function_name, _custom("cSHAKE"))
    return Function(name, job, fields, kind="extendable output")


_STRINGS = ("function_name", "custom")


_AT_MOST = "with its length it takes at most one block where a round takes one cycle"


def _custom(of: str) -> BytesField:
    return BytesField(
        name="custom",
        help=f"Customization string of {of}; {_AT_MOST}.",
        length=0,
        free=True,
        default=b"",
        encoded=True,
        tested=(b"My Tagged Application",),
    )


def sha3_mac_designs() -> tuple[Design, ...]:
    """Return the designs, with HMAC-SHA3-256 unless another function is asked for."""
    return (
        _design("sha3-x1-mac", "gh_sha3_mac", "1 round a cycle; HMAC or KMAC by parameter"),
        _design(
            "sha3-x1-mac-fd",
            "gh_sha3_mac_fd",
            "1 round a cycle; HMAC or KMAC by parameter; detects faults in registers of the core",
            checked=True,
        ),
        _masked(),
        _small(),
    )


# The tail of KMAC has to fit in a beat.
_WIDTHS = tuple(width for width in parts(64) if width >= 32)
_CORE = {"RateBytes": RULES[_DEFAULT].block_bytes}
_PARAMETERS = {"Function": SHA3_CODES[_DEFAULT], "Nested": 1, "DigestBits": 256}


def _design(name: str, top: str, microarchitecture: str, *, checked: bool = False) -> Design:
    hardware = prefix_hardware(
        "sha3",
        top,
        Boundary(
            "gh_sha3_core", {"RoundsPerCycle": 1, **_CORE} | ({"Checked": 1} if checked else {})
        ),
        {**_PARAMETERS, "RoundsPerCycle": 1},
        (*_SOURCES, f"sha3/{top}.sv"),
        _WIDTHS,
    )
    return Design(
        name=name,
        family="sha3",
        microarchitecture=microarchitecture,
        hardware=replace(hardware, prims=(*hardware.prims, "gh_xor4"), alarm=checked),
        functions=_functions(),
        compared="core",
    )


def _functions(
    make: _MakesJob = _job, *, holds: bool = True, extends: bool = True
) -> tuple[Function, ...]:
    """Return HMAC, KMAC with KMACXOF or without, and cSHAKE."""
    lengths = sorted((bits for bits in DIGEST_BITS.values() if bits), key=lambda bits: bits != 256)
    hmacs = (_hmac(bits, make, holds=holds) for bits in lengths)
    macs = (_kmac(bits, make, holds=holds, extends=extends) for bits in _SECURITY)
    return (*hmacs, *macs, *(_cshake(bits, make, holds=holds) for bits in _SECURITY))


def _masked() -> Design:
    masking = Masking(shares=2, random_bits=1600)
    hardware = prefix_hardware(
        "sha3",
        "gh_sha3_mac_dom",
        Boundary("gh_sha3_dom_core", _CORE),
        _PARAMETERS,
        (*_SOURCES, *_MASKED_SOURCES),
        _WIDTHS,
    )
    return Design(
        name="sha3-x1-mac-dom",
        family="sha3",
        microarchitecture=(
            "1 round a cycle; HMAC or KMAC by parameter; masked, in 2 shares with 1,600 random "
            "bits a cycle"
        ),
        hardware=masked(replace(hardware, prims=(*hardware.prims, "gh_xor4")), masking),
        functions=_functions(extends=False),
        compared="core",
    )


# Bits of the first word of a packet of ``sha3-mc-mac``, and what a name adds to the code of SHAKE.
_NESTED, _ENCODED, _FIXED, _NAMED = 1 << 8, 1 << 9, 1 << 10, 2
# Cycles of the register in front of the hash.
_SLICE = 1
# Zeros that are hashed by SHAKE128, as many as the memory of key and digest has bytes, and the bits
# of their digest.
_ZEROS, _ZEROS_DIGEST = 172, 224


def _small_timing(hardware: Hardware, rate: int, bits: int, prefix: Prefix) -> SequentialTiming:
    """Return the cycles of ``sha3-mc-mac`` for blocks of `rate` bytes behind some of a packet."""
    plain = pass_timing(hardware, rate, bits)
    pins = byte_pin_cycles(hardware)
    # Between a configuration and an answer, both of which are counted.
    alone = plain.load - pins + _SLICE + plain.unload - pins
    second = alone + 2 * plain.block + plain.message if prefix.nested else 0
    longest = RULES["shake128"].block_bytes
    erasing = pass_timing(hardware, longest, _ZEROS_DIGEST)
    zeros = erasing.block * (_ZEROS // longest + 1)
    erased = erasing.load + _SLICE + zeros + erasing.message + erasing.unload - 2 * pins
    return replace(
        plain,
        load=plain.load + _SLICE + (rate if prefix.nested else 0),
        message=plain.message + plain.block * len(prefix.blocks) + second,
        rest=erased - pins,
    )


def _small_job(design: Design, message: _Message) -> Job:
    """Return a job of ``sha3-mc-mac``, which holds no key."""
    rule, prefix, digest_bits = message.rule, message.prefix, message.digest_bits
    named = bool(prefix.blocks) and not prefix.nested
    head = SHA3_CODES[message.of] + _NAMED * named + _NESTED * prefix.nested
    if named and prefix.tail:
        head += _ENCODED + _FIXED * (prefix.tail == _XOF)
    return Job(
        design=design,
        hardware=design.hardware,
        name=message.name,
        padding=rule,
        model=message.model,
        timing=_small_timing(design.hardware, rule.block_bytes, digest_bits, prefix),
        digest_bits=digest_bits,
        config=(head, digest_bits, *config_words(b"".join(prefix.blocks))),
        tail_bytes=message.tail_bytes,
    )


def _small_plain(name: str) -> Callable[[Design, Operation, Mapping[str, int]], Job]:
    """Return what makes the jobs of ``sha3-mc-mac`` for a function of FIPS 202."""
    make, none = pass_job(name), Prefix(blocks=(), most=0, held=False, again=False)

    def job(design: Design, operation: Operation, values: Mapping[str, int]) -> Job:
        plain = make(design, operation, values)
        rate, bits = plain.padding.block_bytes, values["digest_bits"]
        return replace(plain, timing=_small_timing(design.hardware, rate, bits, none))

    return job


def _small() -> Design:
    return Design(
        name="sha3-mc-mac",
        family="sha3",
        microarchitecture=(
            "4 slices a cycle, state in distributed memory; SHA-3, SHAKE, cSHAKE, KMAC or HMAC by "
            "message"
        ),
        hardware=Hardware(
            stream=Boundary("gh_sha3_mc_mac", {}),
            core=Boundary("gh_sha3_mc_core", {}),
            stream_bits=8,
            widths=parts(64),
            sources=(*PASS_SOURCES[:-1], "sha3/gh_sha3_mc_keyed.sv", "sha3/gh_sha3_mc_mac.sv"),
            prims=("gh_mux",),
            configured=True,
        ),
        functions=(
            *_functions(_small_job, holds=False),
            *(sha3_function(name, _small_plain) for name in DIGEST_BITS),
        ),
        compared="stream",
    )
