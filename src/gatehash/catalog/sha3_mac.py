# SPDX-License-Identifier: Apache-2.0
"""The SHA-3 design with keys: HMAC with SHA-3, KMAC, and cSHAKE."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from gatehash.catalog.design import Design
from gatehash.catalog.fields import OUTPUT
from gatehash.catalog.function import BytesField, FlagField, Function, digest_length
from gatehash.catalog.hardware import Boundary, Hardware, Masking, masked, parts
from gatehash.catalog.held import HELD
from gatehash.catalog.hmac import hmac_fields
from gatehash.catalog.job import HashObject, Job, Operation
from gatehash.catalog.prefix import Prefix, prefix_hardware
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
_CODES = {name: code for code, name in enumerate(DIGEST_BITS)}
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


def _job(
    design: Design,
    *,
    name: str,
    of: str,
    rule: PaddingRule,
    prefix: Prefix,
    model: Any,
    digest_bits: int,
    without: Callable[[], Job] | None = None,
    tail_bytes: int = 0,
) -> Job:
    rate = 8 * rule.block_bytes
    pieces = -(-digest_bits // rate)
    hardware: Hardware = design.hardware.having(
        Function=_CODES[of],
        Nested=int(prefix.nested),
        DigestBits=digest_bits,
        RateBytes=rule.block_bytes,
    )
    return Job(
        design=design,
        hardware=hardware,
        name=name,
        padding=rule,
        model=model,
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
        hold=None if without is None else prefix.hold(without),
        tail_bytes=tail_bytes,
    )


def _hmac(bits: int) -> Function:
    of = f"sha3-{bits}"
    rule = RULES[of]

    def model(key: bytes) -> HashObject:
        return Hmac(Sha3(bits), key)

    def job(
        design: Design, operation: Operation, values: Mapping[str, Any], *, again: bool = False
    ) -> Job:
        block = key_block(Sha3(bits), values["key"])
        return _job(
            design,
            name=f"hmac-{of}",
            of=of,
            rule=rule,
            prefix=Prefix(
                blocks=(block,),
                most=1,
                nested=True,
                held=values["held"],
                again=again,
            ),
            model=partial(model, values["key"]),
            digest_bits=bits,
            without=partial(job, design, operation, values, again=True),
        )

    fields = (digest_length(bits), *hmac_fields(rule.block_bytes))
    return Function(f"hmac-{of}", job, fields, kind="keyed hash")


# Bytes of a block that are not the string's: lengths, and in front of the customization "KMAC".
_ENCODING = {"key": 5, "custom": 11}


def _one_block(name: str, what: str, data: bytes, block: bytes, rate: int) -> bytes:
    if len(block) > rate:
        raise FieldError(
            f"{{}} has {len(data)} bytes; {name} takes at most {rate - _ENCODING[what]}", what
        )
    return block


def _kmac(security_bits: int, *, extends: bool = True) -> Function:
    name, of, rule = f"kmac{security_bits}", f"shake{security_bits}", cshake_rule(security_bits)
    rate = rule.block_bytes

    def job(
        design: Design, operation: Operation, values: Mapping[str, Any], *, again: bool = False
    ) -> Job:
        bits, key, custom = (values[each] for each in ("digest_bits", "key", "custom"))
        xof = extends and values["xof"]
        names, keys = kmac_blocks(security_bits, key, custom)
        model = partial(Kmac, security_bits, bits, key=key, custom=custom, xof=xof)
        return _job(
            design,
            name=name,
            of=of,
            rule=rule,
            prefix=Prefix(
                blocks=(
                    _one_block(name, "custom", custom, names, rate),
                    _one_block(name, "key", key, keys, rate),
                ),
                most=_BLOCKS,
                tail=_XOF if xof else _LENGTH,
                held=values["held"],
                again=again,
            ),
            model=model,
            digest_bits=bits,
            without=partial(job, design, operation, values, again=True),
            tail_bytes=len(right_encode(0 if xof else bits)),
        )

    digest = digest_length(2 * security_bits, 8, _MAX_DIGEST_BITS, tested=(8 * rate + 8,))
    key = BytesField(
        name="key",
        help="Key of KMAC; with its length it takes at most one block.",
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
    fields = (digest, key, _custom("KMAC"), *((xof,) if extends else ()), HELD)
    return Function(name, job, fields, kind="keyed hash")


def _cshake(security_bits: int) -> Function:
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
        blocks = [names[start : start + rate] for start in range(0, len(names), rate)]
        if len(blocks) > _BLOCKS:
            raise GatehashError(
                "function_name and custom fill, with their lengths, more than the "
                f"{_BLOCKS} blocks of {rate} bytes that {name} takes"
            )
        return _job(
            design,
            name=name,
            of=of,
            rule=rule,
            prefix=Prefix(
                blocks=tuple(blocks) if named else (),
                most=_BLOCKS,
                tail=0 if named else _SHAKE,
                held=False,
                again=False,
            ),
            model=partial(model, bits, strings),
            digest_bits=bits,
        )

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


def _custom(of: str) -> BytesField:
    return BytesField(
        name="custom",
        help=f"Customization string of {of}; with its length it takes at most one block.",
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
    )


# The tail of KMAC has to fit in a beat.
_WIDTHS = tuple(width for width in parts(64) if width >= 32)
_CORE = {"RateBytes": RULES[_DEFAULT].block_bytes}
_PARAMETERS = {"Function": _CODES[_DEFAULT], "Nested": 1, "DigestBits": 256}


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


def _functions(*, extends: bool = True) -> tuple[Function, ...]:
    """Return HMAC, KMAC with KMACXOF or without, and cSHAKE."""
    lengths = sorted((bits for bits in DIGEST_BITS.values() if bits), key=lambda bits: bits != 256)
    macs = (_kmac(bits, extends=extends) for bits in _SECURITY)
    return (*map(_hmac, lengths), *macs, *map(_cshake, _SECURITY))


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
