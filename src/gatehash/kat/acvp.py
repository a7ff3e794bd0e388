# SPDX-License-Identifier: Apache-2.0
"""Vectors of the JSON of NIST's Automated Cryptographic Validation Protocol (ACVP)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from gatehash.errors import GatehashError, shown
from gatehash.kat.objects import Object
from gatehash.kat.vectors import Chain, Vector

__all__ = ["asked", "chain", "groups", "is_acvp", "read_acvp", "tests", "vector_set"]


def is_acvp(content: Any) -> bool:
    """Whether JSON has groups of tests as ACVP's files do."""
    found = vector_set(content)
    return isinstance(found, dict) and isinstance(found.get("testGroups"), list)


def vector_set(content: Any) -> Any:
    """Return the vector set; on the wire the protocol's version stands before it in a list."""
    match content:
        case [{"acvVersion": _}, found]:
            return found
    return content


def groups(found: Object) -> Iterator[Object]:
    """Yield the groups of tests of a vector set."""
    return found.each("testGroups", "group", "tgId")


def tests(group: Object) -> Iterator[Object]:
    """Yield the tests of a group."""
    return group.each("tests", "test", "tcId")


def read_acvp(content: Any) -> Iterator[Vector | Chain]:
    """Yield the vectors of a file with messages and answers (``internalProjection.json``).

    Parameters
    ----------
    content : object
        The JSON.

    Raises
    ------
    GatehashError
        If a field is missing or has another value than it can have, or there are no answers.
    """
    for group in groups(Object("", vector_set(content))):
        for test in tests(group):
            if "resultsArray" in test:
                yield _chain(test)
            elif group.get("testType") == "LDT" or "largeMsg" in test:
                yield _skipped(test, "a message of gigabytes (LDT)")
            else:
                yield _vector(test)


def _skipped(test: Object, why: str) -> Vector:
    return Vector(test.place, b"", b"", function=test.text("algorithm"), skipped=why)


def _vector(test: Object) -> Vector:
    answer = next((name for name in ("md", "mac") if name in test), None)
    if answer is None or "msg" not in test:
        raise GatehashError(
            f"{test.place} of '{shown(test.text('algorithm'))}' has not both a message (msg) and "
            "an answer (md or mac); ACVP's prompts have no answers and its expected results no "
            "messages, internalProjection.json of hash functions and MACs has both; gatehash acvp "
            "answers prompts"
        )
    expected, bits = test.sized(answer, "macLen" if answer == "mac" else "outLen")
    # A test of verification (MVT) says whether the code is the right one.
    passed = "testPassed" not in test or test.flag("testPassed")
    return asked(test, expected, bits, is_code=answer == "mac", valid=passed)


def asked(
    test: Object, answer: bytes | None, answer_bits: int, *, is_code: bool, valid: bool = True
) -> Vector:
    """Return the vector of a test of one message.

    Parameters
    ----------
    test : Object
        The test.
    answer : bytes or None
        The answer; None in a prompt.
    answer_bits : int
        Its length; 0 for a digest of the function's only length.
    is_code : bool
        Whether it is a message authentication code.
    valid : bool
        Whether it is the right one.
    """
    message, bits = test.sized("msg", "msgLen" if is_code else "len")
    whole = bits % 8 == 0 and answer_bits % 8 == 0
    values: dict[str, Any] = {}
    if "key" in test:
        values["key"], key_bits = test.sized("key", "keyLen")
        whole = whole and key_bits % 8 == 0
    if test.flag("hexCustomization"):
        values["custom"] = test.data("customizationHex")
    elif "customization" in test:
        values["custom"] = test.text("customization").encode()
    if "functionName" in test:
        values["function_name"] = test.text("functionName").encode()
    if test.flag("xof"):
        values["xof"] = True
    return Vector(
        test.place,
        message,
        answer,
        values,
        function=test.text("algorithm"),
        cut=is_code,
        result="valid" if valid else "invalid",
        skipped="" if whole else "not whole bytes",
        size=answer_bits // 8,
    )


def _chain(test: Object) -> Vector | Chain:
    results = list(test.each("resultsArray", f"{test.place}, result"))
    extendable = "minOutLen" in test
    if not extendable and any("outLen" in each for each in results):
        return _skipped(test, "a Monte Carlo test without limits of its output (minOutLen)")
    if not results:
        raise GatehashError(f"{test.place}: 'resultsArray' is empty")
    answers = tuple((each.place, each.data("md")) for each in results)
    return chain(test, answers, extendable=extendable)


def chain(
    test: Object, answers: tuple[tuple[str, bytes | None], ...], *, extendable: bool
) -> Vector | Chain:
    """Return a Monte Carlo test.

    Parameters
    ----------
    test : Object
        The test.
    answers : tuple of (str, bytes or None)
        Names and digests; None in a prompt.
    extendable : bool
        Whether it is one of an extendable output.
    """
    limits, step = None, 0
    if test.text("algorithm").lower().startswith("cshake"):
        step = test.number("outLenIncrement")
        if step == 0:
            raise GatehashError(f"{test.place}: 'outLenIncrement' is 0; it must be 1 or more")
        if test.flag("hexCustomization"):
            return _skipped(test, "a Monte Carlo test whose customization is hexadecimal")
        if any(bits % 8 for bits in (step, test.number("minOutLen"), test.number("maxOutLen"))):
            return _skipped(test, "not whole bytes")
    if extendable:
        limits = -(-test.number("minOutLen") // 8), test.number("maxOutLen") // 8
    version = "standard"
    if "mctVersion" in test:
        version = test.choice("mctVersion", ("standard", "alternate"))
    seed, bits = test.sized("msg", "len")
    if bits % 8:
        return _skipped(test, "not whole bytes")
    return Chain(
        seed,
        answers,
        limits,
        test.text("algorithm"),
        alternate=version == "alternate",
        increment=step // 8,
    )
