# SPDX-License-Identifier: Apache-2.0
"""Vectors of files of lines: NIST's response files, submissions, Botan, BoringSSL and BLAKE2."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import Any

from gatehash.errors import GatehashError, counted
from gatehash.kat.lines import Record, records
from gatehash.kat.vectors import Chain, Result, Vector

__all__ = ["read_lines"]

# The longest message of a submission to NIST has 1 GiB.
_MOST_BYTES = 1 << 34
_SHA1_BYTES = 20


def read_lines(text: str) -> Iterator[Vector | Chain]:
    """Yield the vectors of a file of lines ``NAME = VALUE`` or ``NAME: VALUE``.

    Parameters
    ----------
    text : str
        The file.

    Raises
    ------
    GatehashError
        If a line has none of the forms, or lines of a vector contradict one another.
    """
    for seed, several in groupby(records(text), _seed):
        if seed is None:
            yield from map(_vector, several)
            continue
        chained = list(several)
        first = chained[0].values
        limits = None
        if "least" in first:
            limits = -(-first["least"] // 8), first["most"] // 8
        yield Chain(
            seed,
            tuple((each.place, _digest(each)) for each in chained),
            limits,
            chained[0].function,
        )


def _seed(record: Record) -> bytes | None:
    """Return the seed if a vector belongs to a Monte Carlo test."""
    values = record.values
    chained = "least" in values and "len" not in values
    seed: bytes | None = values.get("msg" if chained else "seed")
    if chained and "most" not in values:
        raise GatehashError(
            f"{record.place}: a Monte Carlo test of variable output needs a Maximum Output Length "
            "besides the Minimum"
        )
    return seed


def _digest(record: Record) -> bytes:
    values = record.values
    answer = values.get("md", values.get("mac"))
    if answer is None:
        raise GatehashError(f"{record.place}: the vector has no digest (MD, Output, Hash or Mac)")
    bits = values.get("outputlen")
    if bits is not None and -(-bits // 8) != len(answer):
        has = counted(len(answer), "byte")
        raise GatehashError(f"{record.place}: the answer has {has}; Outputlen = {bits} bits")
    return bytes(answer)


def _vector(record: Record) -> Vector:
    values = record.values
    if "ct" in values or "tag" in values:
        return _encryption(record, values)
    answer, message = _digest(record), values.get("msg", values.get("text"))
    if message is None:
        raise GatehashError(
            f"{record.place}: no message; a line such as 'Msg = HEX' must stand before the answer"
        )
    message, bits = _sized(record, "Msg", bytes(message), values.get("len"), "Len")
    whole = bits % 8 == 0 and values.get("outputlen", 0) % 8 == 0
    given: dict[str, Any] = {}
    for name, length, written in (("key", "klen", "Key"), ("nonce", "", "Nonce")):
        if name in values:
            given[name] = values[name]
            _check_bytes(record, written, values[name], values.get(length))
    for name, length, written in (("custom", "slen", "S"), ("function_name", "nlen", "N")):
        if name in values:
            given[name], own = _sized(record, written, values[name], values.get(length), length)
            whole = whole and own % 8 == 0
    mac = "mac" in values
    _check_bytes(record, "Mac", answer, values.get("tlen"))
    size = values.get("l")
    if size is not None and not mac and size not in (len(answer), 8 * len(answer)):
        has = counted(len(answer), "byte")
        raise GatehashError(f"{record.place}: the answer has {has}; L = {size}")
    # The response files of HMAC name the hash function by its digest's length (HMACVS, 6.2).
    function = record.function or (_hmac(size) if mac and size else "")
    return Vector(
        record.place,
        message,
        answer,
        given,
        repeat=_repeated(record, values.get("repeat", 1), message),
        operation="encrypt" if "nonce" in values and not mac else None,
        function=function,
        cut="tlen" in values,
        sized=size is not None,
        skipped="" if whole else "not whole bytes",
    )


def _hmac(digest_bytes: int) -> str:
    return "hmac-sha-1" if digest_bytes == _SHA1_BYTES else f"hmac-sha-{8 * digest_bytes}"


def _repeated(record: Record, times: int, message: bytes) -> int:
    most = _MOST_BYTES // max(1, len(message))
    if not 1 <= times <= most:
        raise GatehashError(
            f"{record.place}: Repeat is {times}; it must be 1 to {most}, for a message of at most "
            "16 GiB"
        )
    return times


def _sized(
    record: Record, name: str, data: bytes, bits: int | None, stated: str
) -> tuple[bytes, int]:
    """Return data of a length that is stated in bits, and the length; no data may be written 00."""
    if bits is None:
        return data, 8 * len(data)
    if bits == 0 and data in (b"", b"\0"):
        return b"", 0
    if len(data) != -(-bits // 8):
        has, needed = counted(len(data), "byte"), counted(-(-bits // 8), "byte")
        raise GatehashError(
            f"{record.place}: {name} has {has}; {stated.capitalize()} = {bits} bits needs {needed}"
        )
    return data, bits


def _check_bytes(record: Record, name: str, data: bytes, stated: int | None) -> None:
    """Raise an error if a length, in bytes or bits, contradicts its data."""
    if stated is not None and stated not in (len(data), 8 * len(data)):
        length = {"Key": "Klen", "Mac": "Tlen"}[name]
        raise GatehashError(
            f"{record.place}: {name} has {counted(len(data), 'byte')}; {length} is {stated}"
        )


def _encryption(record: Record, values: Mapping[str, Any]) -> Vector:
    """Return a vector of a stream cipher or an authenticated cipher, or of a code with a tag."""
    if "key" not in values:
        raise GatehashError(
            f"{record.place}: no key; a line 'Key = HEX' must stand in the same vector"
        )
    plain = bytes(values.get("msg", values.get("text", b"")))
    given = {name: values[name] for name in ("key", "nonce", "ad") if name in values}
    if "ct" not in values:
        # A message authentication code whose answer is called a tag.
        return Vector(record.place, plain, values["tag"], given, function=record.function, cut=True)
    if "counter" in values or "tag" not in values:
        given["counter"] = values.get("counter", 0)
    sealed = bytes(values["ct"]) + bytes(values.get("tag", b""))
    fails = "fails" in values or "result" in values
    result: Result = "invalid" if fails else "valid"
    if fails or "noseal" in values:
        return Vector(
            record.place,
            sealed,
            plain,
            given,
            operation="decrypt",
            function=record.function,
            result=result,
        )
    return Vector(record.place, plain, sealed, given, operation="encrypt", function=record.function)
