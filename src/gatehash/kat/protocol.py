# SPDX-License-Identifier: Apache-2.0
"""The functions of a design as NIST's Automated Cryptographic Validation Protocol has them.

The sources are draft-celi-acvp-sha, draft-celi-acvp-sha3, draft-celi-acvp-xof and
draft-fussell-acvp-mac.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from gatehash.catalog import Design, Function, NumberField
from gatehash.errors import GatehashError
from gatehash.kat.functions import named

__all__ = ["MOST_LARGE_BITS", "Family", "algorithms", "registration"]

_GIGABYTES = [1, 2, 4, 8]

MOST_LARGE_BITS = _GIGABYTES[-1] << 33
"""Bits of the longest message of a large data test (LDT)."""

# Least and greatest lengths of the protocol, in bits.
_MESSAGE_BITS = 0, 65528
_OUTPUT_BITS = 16, 65536
_CODE_BITS = 32, 65536
_HMAC_KEY_BITS = 8, 524288
_KMAC_KEY_BITS = 128, 524288


class Family(NamedTuple):
    """Functions that the protocol treats alike.

    Parameters
    ----------
    revisions : tuple of str
        The revisions that are answered; the first is registered.
    tests : tuple of str
        Types of tests.
    registers : callable
        Returns the fields of the registration of a design's function.
    """

    revisions: tuple[str, ...]
    tests: tuple[str, ...]
    registers: Callable[[Design, Function], dict[str, Any]]


def _whole_bytes(least: int, most: int) -> list[dict[str, int]]:
    return [{"min": least, "max": most, "increment": 8}]


def _outputs(function: Function, least: int, most: int) -> list[dict[str, int]]:
    """Return the lengths of a function's output, within limits."""
    field = next(each for each in function.fields if each.name == "digest_bits")
    assert isinstance(field, NumberField)
    return _whole_bytes(max(least, field.least), min(most, field.most))


def _hash(design: Design, function: Function) -> dict[str, Any]:
    return {
        "messageLength": _whole_bytes(*_MESSAGE_BITS),
        "performLargeDataTest": _GIGABYTES,
    }


def _shake(design: Design, function: Function) -> dict[str, Any]:
    return {
        "inBit": False,
        "outBit": False,
        "inEmpty": True,
        "outputLen": _outputs(function, *_OUTPUT_BITS),
        "performLargeDataTest": _GIGABYTES,
    }


def _hmac(design: Design, function: Function) -> dict[str, Any]:
    (code,) = _outputs(function, *_CODE_BITS)
    # The code is cut off to any length.
    return {
        "keyLen": _whole_bytes(*_HMAC_KEY_BITS),
        "macLen": _whole_bytes(_CODE_BITS[0], code["max"]),
    }


def _kmac(design: Design, function: Function) -> dict[str, Any]:
    least, most = _KMAC_KEY_BITS
    has_xof = any(each.name == "xof" for each in function.fields)

    def is_too_long(key_bytes: int) -> bool:
        try:
            function.bind(design, "hash", {"key": bytes(key_bytes)})
        except GatehashError:
            return True
        return False

    longest = bisect(range(most // 8 + 1), False, lo=1, key=is_too_long) - 1
    return {
        "xof": [True, False] if has_xof else [False],
        "hexCustomization": True,
        "msgLen": _whole_bytes(*_MESSAGE_BITS),
        "keyLen": _whole_bytes(least, 8 * longest),
        "macLen": _outputs(function, *_CODE_BITS),
    }


def _cshake(design: Design, function: Function) -> dict[str, Any]:
    return {
        "hexCustomization": False,
        "msgLen": _whole_bytes(*_MESSAGE_BITS),
        "outputLen": _outputs(function, *_OUTPUT_BITS),
    }


_SHA2 = tuple(f"SHA2-{size}" for size in ("224", "256", "384", "512", "512/224", "512/256"))
_SHA3 = tuple(f"SHA3-{bits}" for bits in (224, 256, 384, 512))
_ALGORITHMS: Mapping[str, Family] = {
    **dict.fromkeys(_SHA2, Family(("1.0",), ("AFT", "MCT", "LDT"), _hash)),
    **dict.fromkeys(_SHA3, Family(("2.0", "1.0"), ("AFT", "MCT", "LDT"), _hash)),
    **dict.fromkeys(
        ("SHAKE-128", "SHAKE-256"),
        Family(("1.0", "FIPS202"), ("AFT", "VOT", "MCT", "LDT"), _shake),
    ),
    **dict.fromkeys(
        [f"HMAC-{name}" for name in (*_SHA2, *_SHA3)], Family(("1.0", "2.0"), ("AFT",), _hmac)
    ),
    **dict.fromkeys(("cSHAKE-128", "cSHAKE-256"), Family(("1.0",), ("AFT", "MCT"), _cshake)),
    **dict.fromkeys(("KMAC-128", "KMAC-256"), Family(("1.0",), ("AFT", "MVT"), _kmac)),
}


def algorithms(design: Design) -> dict[str, Family]:
    """Return the algorithms of the protocol that a design has.

    Examples
    --------
    >>> from gatehash.catalog import find
    >>> list(algorithms(find("sha256-bram")))
    ['SHA2-224', 'SHA2-256']
    """
    return {name: family for name, family in _ALGORITHMS.items() if named(design, name)}


def registration(design: Design) -> list[dict[str, Any]]:
    """Return the message that registers the algorithms of a design.

    Parameters
    ----------
    design : Design
        The design.

    Raises
    ------
    GatehashError
        If it has none.
    """
    registered = []
    for name, family in algorithms(design).items():
        meant = named(design, name)
        assert meant is not None
        fields = family.registers(design, meant.function)
        registered.append({"algorithm": name, "revision": family.revisions[0], **fields})
    if not registered:
        raise GatehashError(
            f"{design.name} has no function that ACVP tests: SHA-2, SHA-3, SHAKE, cSHAKE, HMAC or "
            "KMAC"
        )
    return [{"acvVersion": "1.0"}, {"isSample": False, "algorithms": registered}]
