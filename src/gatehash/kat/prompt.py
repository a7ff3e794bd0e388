# SPDX-License-Identifier: Apache-2.0
"""Prompts of NIST's Automated Cryptographic Validation Protocol (ACVP), and the answers to them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import IO, Any, NamedTuple

from gatehash.catalog import Design
from gatehash.errors import GatehashError, shown
from gatehash.files import bounded
from gatehash.kat.acvp import asked, chain, groups, is_acvp, tests, vector_set
from gatehash.kat.objects import Object, parsed
from gatehash.kat.protocol import MOST_LARGE_BITS, Family, algorithms
from gatehash.kat.run import Asked, Outcome, hindrances, run
from gatehash.kat.vectors import Chain, Vector

__all__ = ["Prompt", "Question", "read_prompt", "respond"]

_MOST_BYTES = 256 << 20
"""Bytes of a file, at most."""

_ANSWERS = 100
"""Answers of a Monte Carlo test."""

# Lengths in bits.
_LENGTHS = (
    "len",
    "msgLen",
    "keyLen",
    "macLen",
    "outLen",
    "minOutLen",
    "maxOutLen",
    "outLenIncrement",
)


class Question(NamedTuple):
    """A test of a prompt.

    Parameters
    ----------
    group, number : int
        Numbers of its group (``tgId``) and its own (``tcId``).
    kind : str
        Type of the test: ``AFT``, ``VOT``, ``MCT``, ``MVT`` or ``LDT``.
    vector : Vector or Chain
        The question itself.
    """

    group: int
    number: int
    kind: str
    vector: Vector | Chain


class Prompt(NamedTuple):
    """A vector set without answers.

    Parameters
    ----------
    version : object
        The object with the protocol's version in front of the vector set, as it is; None without.
    head : dict
        Fields that the response repeats.
    groups : tuple of int
        Numbers of the groups.
    questions : list of Question
        The tests.
    """

    version: Any
    head: dict[str, Any]
    groups: tuple[int, ...]
    questions: list[Question]

    @property
    def vectors(self) -> list[Vector | Chain]:
        """The questions, in the order of the tests."""
        return [each.vector for each in self.questions]


def read_prompt(stream: IO[bytes], design: Design) -> Prompt:
    """Return a prompt that a design is asked to answer.

    Parameters
    ----------
    stream : file
        The file.
    design : Design
        The design.

    Raises
    ------
    GatehashError
        If it is no prompt, a field is missing or has another value than it can have, or the design
        has not what is asked for.
    """
    data = bounded(stream, _MOST_BYTES, "vector sets of ACVP")
    try:
        content = parsed(data.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise GatehashError(
            f"it is no text (it begins with {data[:8].hex(' ')}); a prompt of ACVP is JSON"
        ) from None
    if not is_acvp(content):
        raise GatehashError(
            "it has no list 'testGroups'; a prompt of ACVP is a vector set, or a list of the "
            "object with 'acvVersion' and a vector set"
        )
    found = Object("", vector_set(content))
    name, family = _family(found, design)
    read, numbers = [], []
    for group in groups(found):
        numbers.append(group.number("tgId"))
        kind = group.choice("testType", family.tests)
        for test in tests(group):
            vector = _asked(test, kind, name, design)
            read.append(Question(numbers[-1], test.number("tcId"), kind, vector))
    if not read:
        raise GatehashError("there is no test in it")
    head = {"vsId": found.number("vsId"), "algorithm": name, "revision": found.text("revision")}
    version = content[0] if isinstance(content, list) else None
    return Prompt(version, head, tuple(numbers), read)


def _family(found: Object, design: Design) -> tuple[str, Family]:
    """Return the algorithm of a vector set."""
    name, has = found.text("algorithm"), algorithms(design)
    if name not in has:
        known = f"it has: {', '.join(has)}" if has else "it has none that ACVP tests"
        raise GatehashError(f"{design.name} has no algorithm '{shown(name)}'; {known}")
    revision = found.text("revision")
    if revision not in has[name].revisions:
        known = ", ".join(has[name].revisions)
        raise GatehashError(
            f"revision '{shown(revision)}' of {name} is not known; answered are: {known}"
        )
    return name, has[name]


def _asked(test: Object, kind: str, algorithm: str, design: Design) -> Vector | Chain:
    if "md" in test or "resultsArray" in test or ("mac" in test and kind != "MVT"):
        raise GatehashError(
            f"{test.place} has its answer; gatehash kat compares the answers of files that have "
            "them"
        )
    if (own := test.text("algorithm")) != algorithm:
        raise GatehashError(f"{test.place} is of '{shown(own)}', its vector set of {algorithm}")
    for name in _LENGTHS:
        if name in test and test.number(name) % 8:
            raise GatehashError(
                f"{test.place}: '{name}' is {test.number(name)} bits; {design.name} takes and "
                f"gives whole bytes (gatehash acvp --capabilities {design.name})"
            )
    if kind == "LDT":
        return _large(test, algorithm)
    extendable = "SHAKE" in algorithm
    if kind == "MCT":
        names = tuple((f"{test.place}, result {number}", None) for number in range(1, _ANSWERS + 1))
        return chain(test, names, extendable=extendable)
    is_code = "MAC" in algorithm
    if is_code:
        test.data("key")
    if kind == "MVT":
        code, bits = test.sized("mac", "macLen")
        return asked(test, code, bits, is_code=True)
    bits = 0
    if is_code or extendable:
        length = "macLen" if is_code else "outLen"
        bits = test.number(length)
        if bits == 0:
            raise GatehashError(f"{test.place}: '{length}' is 0; an answer has at least 8 bits")
    return asked(test, None, bits, is_code=is_code)


def _large(test: Object, algorithm: str) -> Vector:
    """Return the test of a message of gigabytes, which is a text many times."""
    large = Object(f"{test.place}, largeMsg", test.get("largeMsg"))
    large.choice("expansionTechnique", ("repeating",))
    content, bits = large.sized("content", "contentLength")
    full = large.number("fullLength")
    if not bits or bits % 8 or full % bits or full > MOST_LARGE_BITS:
        raise GatehashError(
            f"{large.place}: 'fullLength' is {shown(str(full))} bits and 'contentLength' {bits}; "
            "the content must have whole bytes, at least one, and the message must be a multiple "
            f"of it of at most {MOST_LARGE_BITS} bits"
        )
    size = test.number("outLen") // 8 if algorithm.startswith("SHAKE") else 0
    return Vector(test.place, content, None, repeat=full // bits, function=algorithm, size=size)


def respond(prompt: Prompt, who: Asked, advance: Callable[[int], None] = lambda _: None) -> str:
    """Return the response to a prompt, as JSON.

    Parameters
    ----------
    prompt : Prompt
        The prompt.
    who : Asked
        Who computes.
    advance : callable, optional
        See :func:`gatehash.kat.run`.

    Raises
    ------
    GatehashError
        If a test can't be run, before anything is computed, or a simulator fails.
    """
    vectors = prompt.vectors
    for question, why in zip(prompt.questions, hindrances(vectors, who), strict=True):
        if why:
            raise GatehashError(f"test {question.number}: {why}")
    outcomes = run(vectors, who, advance)
    tested: dict[int, list[dict[str, Any]]] = {number: [] for number in prompt.groups}
    for question in prompt.questions:
        answered = {"tcId": question.number, **_answer(question, outcomes)}
        tested[question.group].append(answered)
    found = {
        **prompt.head,
        "testGroups": [{"tgId": number, "tests": each} for number, each in tested.items()],
    }
    whole = found if prompt.version is None else [prompt.version, found]
    return json.dumps(whole, indent=2) + "\n"


def _answer(question: Question, outcomes: Iterator[Outcome]) -> dict[str, Any]:
    """Return the fields of the answer to a test."""
    vector = question.vector
    if isinstance(vector, Chain):
        digests = [_answered(next(outcomes)) for _ in vector.answers]
        sized = vector.output_bytes is not None
        return {"resultsArray": [_digest(each, sized=sized) for each in digests]}
    outcome = next(outcomes)
    answer = _answered(outcome)
    if question.kind == "MVT":
        return {"testPassed": outcome.agrees}
    if vector.cut:
        return {"mac": answer.hex().upper()}
    # cSHAKE's tests have outputs of all lengths without being of that type.
    return _digest(answer, sized=question.kind == "VOT" or "custom" in vector.values)


def _answered(outcome: Outcome) -> bytes:
    """Return an answer; a design that refuses a message has none."""
    if outcome.answer is None:
        raise GatehashError(
            f"{outcome.name}: {outcome.skipped or 'the design refuses the message'}"
        )
    return outcome.answer


def _digest(digest: bytes, *, sized: bool) -> dict[str, Any]:
    return {"md": digest.hex().upper(), **({"outLen": 8 * len(digest)} if sized else {})}
