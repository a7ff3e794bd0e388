# SPDX-License-Identifier: Apache-2.0
"""Vectors of Wycheproof's JSON: authenticated ciphers, stream ciphers and MACs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, cast

from gatehash.errors import GatehashError, counted, shown
from gatehash.kat.objects import Object
from gatehash.kat.vectors import Result, Vector

__all__ = ["is_wycheproof", "read_wycheproof"]

_RESULTS = ("valid", "acceptable", "invalid")


def is_wycheproof(content: Any) -> bool:
    """Whether JSON has groups of tests as Wycheproof's files do, and ACVP's do not."""
    groups = content.get("testGroups") if isinstance(content, dict) else None
    acvp = "vsId" in content if isinstance(content, dict) else False
    first = groups[0] if isinstance(groups, list) and groups else {}
    return groups is not None and not acvp and not (isinstance(first, dict) and "tgId" in first)


def read_wycheproof(content: Any) -> Iterator[Vector]:
    """Yield the vectors of a file, of any generation of the schema.

    ``algorithm`` stands at the top of the file or in each group, which goes before.

    Parameters
    ----------
    content : object
        The JSON.

    Raises
    ------
    GatehashError
        If a field is missing or has another value than it can have, the tests are of another type,
        or their number is not the stated one.
    """
    file = Object("", content)
    total = 0
    for group in file.each("testGroups", "group"):
        read = _reader(group)
        for test in group.each("tests", "test", "tcId"):
            total += 1
            yield read(test)
    stated = file.number("numberOfTests", total)
    if stated != total:
        raise GatehashError(
            f"numberOfTests is {stated}; the file has {total}, so that it may be cut"
        )


def _reader(group: Object) -> Callable[[Object], Vector]:
    kind = group.text("type", "AeadTest" if "tagSize" in group else "StreamCipherTest")
    if kind.lower() not in _READERS:
        raise GatehashError(
            f"Wycheproof's JSON of '{shown(kind)}'; read are those of authenticated ciphers "
            "(AeadTest), MACs (MacTest) and stream ciphers (StreamCipherTest, IndCpaTest)"
        )
    return _READERS[kind.lower()]


def _common(test: Object) -> dict[str, Any]:
    return {
        "name": test.place,
        "function": test.text("algorithm"),
        "result": cast(Result, test.choice("result", _RESULTS)),
    }


def _tag(test: Object) -> bytes:
    """Return the tag, which has the length that the group states unless the vector is invalid."""
    tag = test.data("tag")
    bits = test.number("tagSize", 8 * len(tag))
    if test.get("result") == "valid" and bits != 8 * len(tag):
        has = counted(len(tag), "byte")
        raise GatehashError(f"{test.place}: 'tag' has {has}; 'tagSize' is {bits} bits")
    return tag


def _authenticated(test: Object) -> Vector:
    """Return a vector of an authenticated cipher; an invalid one is to be decrypted."""
    plain, encrypted = test.data("msg", b""), test.data("ct", b"")
    common = _common(test)
    sealed = encrypted + _tag(test)
    values = {
        "key": test.data("key"),
        "nonce": test.data("iv", b""),
        "ad": test.data("aad", b""),
    }
    if common["result"] == "valid":
        return Vector(message=plain, answer=sealed, values=values, operation="encrypt", **common)
    return Vector(message=sealed, answer=plain, values=values, operation="decrypt", **common)


def _stream(test: Object) -> Vector:
    """Return a vector of a stream cipher; its counter is written as its bytes are stored."""
    counter = int.from_bytes(test.data("initialCounter", b""), "little")
    values = {"key": test.data("key"), "nonce": test.data("iv", b""), "counter": counter}
    return Vector(
        message=test.data("msg", b""),
        answer=test.data("ct", b""),
        values=values,
        operation="encrypt",
        **_common(test),
    )


def _code(test: Object) -> Vector:
    """Return a vector of a message authentication code, whose tag may be cut off."""
    common = _common(test)
    values = {"key": test.data("key")}
    if "iv" in test:
        values["nonce"] = test.data("iv")
    either = common["result"] == "acceptable"
    return Vector(
        message=test.data("msg", b""),
        answer=_tag(test),
        values=values,
        cut=True,
        skipped="acceptable: a verifier may take the tag or not" if either else "",
        **common,
    )


_READERS: dict[str, Callable[[Object], Vector]] = {
    "aeadtest": _authenticated,
    "mactest": _code,
    "macwithivtest": _code,
    "streamciphertest": _stream,
    "indcpatest": _stream,
}
