# SPDX-License-Identifier: Apache-2.0
"""Vectors of the JSON of NIST's Automated Cryptographic Validation Protocol (ACVP)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from gatehash.errors import GatehashError, shown
from gatehash.kat.objects import Object
from gatehash.kat.vectors import Chain, Vector

__all__ = ["is_acvp", "read_acvp"]


def is_acvp(content: Any) -> bool:
    """Whether JSON has groups of tests as ACVP's files do."""
    found = _vector_set(content)
    return isinstance(found, dict) and isinstance(found.get("testGroups"), list)


def _vector_set(content: Any) -> Any:
    """Return the vector set; on the wire the protocol's version stands before it in a list."""
    match content:
        case [{"acvVersion": _}, found]:
            return found
    return content


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
    for group in Object("", _vector_set(content)).each("testGroups", "group", "tgId"):
        for test in group.each("tests", "test", "tcId"):
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
            "messages, internalProjection.json of hash functions and MACs has both"
        )
    message, bits = test.sized("msg", "len" if answer == "md" else "msgLen")
    expected, answer_bits = test.sized(answer, "macLen" if answer == "mac" else "outLen")
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
    # A test of verification (MVT) says whether the code is the right one.
    passed = "testPassed" not in test or test.flag("testPassed")
    return Vector(
        test.place,
        message,
        expected,
        values,
        function=test.text("algorithm"),
        cut=answer == "mac",
        result="valid" if passed else "invalid",
        skipped="" if whole else "not whole bytes",
    )


def _chain(test: Object) -> Vector | Chain:
    if test.text("mctVersion", "standard") != "standard":
        return _skipped(test, "an alternate Monte Carlo test (mctVersion)")
    results = list(test.each("resultsArray", f"{test.place}, result"))
    limits = None
    if "minOutLen" in test:
        limits = -(-test.number("minOutLen") // 8), test.number("maxOutLen") // 8
    elif any("outLen" in each for each in results):
        return _skipped(test, "a Monte Carlo test without limits of its output (minOutLen)")
    if not results:
        raise GatehashError(f"{test.place}: 'resultsArray' is empty")
    return Chain(
        test.data("msg"),
        tuple((each.place, each.data("md")) for each in results),
        limits,
        test.text("algorithm"),
    )
