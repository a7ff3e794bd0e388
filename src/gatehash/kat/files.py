# SPDX-License-Identifier: Apache-2.0
"""Files of test vectors: response files of NIST's CAVP and of submissions, and Wycheproof's JSON.

A response file has lines ``NAME = VALUE``, sections ``[NAME = VALUE]`` whose values hold up to the
next section of that name, and comments that begin with ``#``. A vector ends with its answer.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from gatehash.catalog import Operation
from gatehash.errors import GatehashError, counted, shown

__all__ = ["Chain", "Vector", "read_vectors"]

_LINE = re.compile(r"(\[?)\s*([^=\[\]]*?)\s*=\s*([^\]]*?)\s*\]?")
_ENCRYPTED = ("ciphertext", "ct")
_ANSWERS = ("md", "mac", "output", *_ENCRYPTED)
_NUMBERS = (
    *("len", "l", "repeat", "count", "outputlen", "initialblockcounter", "inputlength"),
    *("minimumoutputlength", "maximumoutputlength", "klen", "tlen"),
)
_RESULTS = ("valid", "acceptable", "invalid")
# Bits of nonces that are run, of a stream cipher and of an authenticated one.
_NONCES, _AEAD_NONCES = (64, 96), (96, 192)
_BYTES = ("msg", "text", "seed", "key", "nonce", "iv", "plaintext", "pt", *_ANSWERS)


@dataclass(frozen=True)
class Vector:
    """A message and its answer.

    Parameters
    ----------
    name : str
        Place in the file and what tells the vector from others.
    message : bytes
        The message.
    answer : bytes
        The digest or its beginning, or the message encrypted, with its tag if there is one.
    values : mapping
        What a job is bound to, such as ``key``.
    repeat : int
        How often the message stands one behind the other.
    operation : str
        ``hash``, ``encrypt`` or ``decrypt``.
    digest_bytes : int
        Bytes of the whole digest of which the answer is the beginning; 0 if it is the whole.
    refused : bool
        Whether the message must be refused.
    skipped : str
        Why the vector can't be run; empty if it can.
    """

    name: str
    message: bytes
    answer: bytes
    values: Mapping[str, Any] = field(default_factory=dict)
    repeat: int = 1
    operation: Operation = "hash"
    digest_bytes: int = 0
    refused: bool = False
    skipped: str = ""


@dataclass(frozen=True)
class Chain:
    """A Monte Carlo test: hashes of hashes, of which every thousandth is listed.

    Parameters
    ----------
    seed : bytes
        Where it begins.
    answers : tuple of (str, bytes)
        Names and digests.
    output_bytes : tuple of int, optional
        Least and greatest length of an extendable output in bytes.
    """

    seed: bytes
    answers: tuple[tuple[str, bytes], ...]
    output_bytes: tuple[int, int] | None = None


def read_vectors(text: str) -> list[Vector | Chain]:
    r"""Return the vectors of a file.

    Parameters
    ----------
    text : str
        The file: a response file, or JSON in Wycheproof's form of stream ciphers and authenticated
        ciphers.

    Raises
    ------
    GatehashError
        If a line is none of such files, or there is no vector.

    Examples
    --------
    >>> (vector,) = read_vectors("Len = 8\nMsg = d3\nMD = 28")
    >>> vector.name, vector.message, vector.answer
    ('line 3, Len = 8', b'\xd3', b'(')
    """
    found = list(_wycheproof(text) if text.lstrip().startswith("{") else _responses(text))
    if not found:
        raise GatehashError("no test vector; one ends with a line 'MD = HEX' or its like")
    return found


def _responses(text: str) -> Iterator[Vector | Chain]:
    for seed, records in groupby(_records(text), lambda each: _seed(each[1])):
        if seed is None:
            yield from (_vector(*each) for each in records)
            continue
        several = list(records)
        first = several[0][1]
        limits = None
        if _chained(first):
            limits = -(-first["minimumoutputlength"] // 8), first["maximumoutputlength"] // 8
        answers = tuple((name, _answer(values)) for name, values in several)
        yield Chain(seed, answers, limits)


def _seed(values: Mapping[str, Any]) -> bytes | None:
    """Return the seed if a vector belongs to a Monte Carlo test."""
    seed: bytes | None = values.get("msg" if _chained(values) else "seed")
    return seed


def _chained(values: Mapping[str, Any]) -> bool:
    """Whether a vector of an extendable output belongs to a Monte Carlo test."""
    return "minimumoutputlength" in values and "inputlength" not in values


def _records(text: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the place and the values of each vector."""
    sections: dict[str, Any] = {}
    values: dict[str, Any] = {}
    seed: dict[str, Any] = {}
    said = ""
    for number, line in enumerate(text.splitlines(), start=1):
        content = line.strip()
        if not content or content.startswith("#"):
            continue
        match = _LINE.fullmatch(content)
        if match is None:
            if content.startswith("["):
                continue  # a section in words
            raise GatehashError(f"line {number}: '{shown(content)}' is not NAME = VALUE")
        name = re.sub(r"\(.*?\)|[\W_]", "", match[2]).lower()
        value = _read(name, match[3], number, match[2])
        if match[1]:
            sections[name] = value
            seed = {}
        else:
            said = said or f"{match[2]} = {match[3]}"
            values[name] = value
        if name in _ANSWERS and not match[1]:
            whole = sections | seed | values
            yield f"line {number}, {shown(said)}", whole
            # The seed of a Monte Carlo test holds for all of its answers.
            if _seed(values | sections) is not None:
                seed = {key: values[key] for key in ("seed", "msg") if key in values}
            values, said = {}, ""


def _read(name: str, text: str, line: int, written: str) -> Any:
    try:
        if name in _NUMBERS:
            return int(text)
        if name in _BYTES:
            return bytes.fromhex(text) if name != "text" else text.strip('"').encode()
    except ValueError:
        kind = "a whole number" if name in _NUMBERS else "hexadecimal"
        raise GatehashError(
            f"line {line}: {written} is '{shown(text)}'; it must be {kind}"
        ) from None
    known = ", ".join((*_NUMBERS, *_BYTES))
    raise GatehashError(f"line {line}: unknown name '{shown(written)}'; known are: {known}")


def _answer(values: Mapping[str, Any]) -> bytes:
    return next(bytes(values[name]) for name in _ANSWERS if name in values)


def _vector(name: str, values: Mapping[str, Any]) -> Vector:
    answer = _answer(values)
    if any(each in values for each in _ENCRYPTED):
        if "key" not in values:
            raise GatehashError(f"{name}: no key; a line 'Key = HEX' must stand before the answer")
        nonce = values.get("nonce", values.get("iv", b""))
        plain = values.get("plaintext", values.get("pt", values.get("msg", b"")))
        return _encryption(
            name, values["key"], nonce, values.get("initialblockcounter", 0), plain, answer
        )
    message = values.get("msg", values.get("text"))
    if message is None:
        raise GatehashError(f"{name}: no message; a line 'Msg = HEX' must stand before the answer")
    bits = values.get("len", values.get("inputlength", 8 * len(message)))
    skipped = "not whole bytes" if bits % 8 or values.get("outputlen", 0) % 8 else ""
    if bits > 8 * len(message):
        has = counted(len(message), "byte")
        raise GatehashError(f"{name}: Msg has {has}; Len asks for {bits} bits")
    key, length = values.get("key", b""), values.get("klen")
    if length is not None and length not in (len(key), 8 * len(key)):
        raise GatehashError(f"{name}: Key has {counted(len(key), 'byte')}; Klen is {length}")
    return Vector(
        name,
        message[: bits // 8],
        answer,
        {"key": values["key"]} if "key" in values else {},
        repeat=values.get("repeat", 1),
        # L of a file of many digests' codes, which may be cut off.
        digest_bytes=values.get("l", 0) if "mac" in values else 0,
        skipped=skipped,
    )


def _encryption(
    name: str, key: bytes, nonce: bytes, counter: int, plain: bytes, answer: bytes
) -> Vector:
    """Return a vector of a stream cipher."""
    skipped = ""
    if len(nonce) == 12 and counter + -(-len(plain) // 64) > 1 << 32:
        skipped = "a counter of 32 bits overflows"
    return Vector(
        name,
        plain,
        answer,
        {"key": key, "nonce": nonce, "counter": counter},
        operation="encrypt",
        skipped=skipped,
    )


def _wycheproof(text: str) -> Iterator[Vector]:
    try:
        for group in json.loads(text)["testGroups"]:
            for test in group["tests"]:
                name = f"test {test['tcId']}"
                if test["result"] not in _RESULTS:
                    raise ValueError(
                        f"{name}: result is '{shown(str(test['result']))}'; "
                        f"it must be one of: {', '.join(_RESULTS)}"
                    )
                authenticated = "tagSize" in group
                if group["ivSize"] not in (_AEAD_NONCES if authenticated else _NONCES):
                    why = f"{group['algorithm']} with a nonce of {group['ivSize']} bits"
                    yield Vector(name, b"", b"", skipped=why)
                elif authenticated:
                    yield _authenticated(name, test)
                elif test["result"] != "valid":
                    yield Vector(name, b"", b"", skipped="not valid by its own rules")
                else:
                    key, nonce, counter, plain, answer = _fields(
                        test, "key", "iv", "initialCounter", "msg", "ct"
                    )
                    first = int.from_bytes(counter, "little")
                    yield _encryption(name, key, nonce, first, plain, answer)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        why = f"there is no {error}" if isinstance(error, KeyError) else str(error)
        raise GatehashError(
            f"no JSON of test vectors of a stream cipher or an authenticated cipher: {why}"
        ) from None


def _authenticated(name: str, test: Mapping[str, Any]) -> Vector:
    """Return a vector of an authenticated cipher; what is not valid must be refused."""
    key, nonce, ad, plain, encrypted, tag = _fields(test, "key", "iv", "aad", "msg", "ct", "tag")
    values = {"key": key, "nonce": nonce, "ad": ad}
    sealed = encrypted + tag
    if test["result"] == "invalid":
        return Vector(name, sealed, b"", values, operation="decrypt", refused=True)
    return Vector(name, plain, sealed, values, operation="encrypt")


def _fields(test: Mapping[str, str], *names: str) -> list[bytes]:
    return [bytes.fromhex(test[name]) for name in names]
