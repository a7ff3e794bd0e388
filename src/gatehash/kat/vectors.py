# SPDX-License-Identifier: Apache-2.0
"""Test vectors, whatever the form of the file that lists them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from gatehash.catalog import Operation
from gatehash.errors import GatehashError

__all__ = ["Answered", "Chain", "Result", "Vector"]

Result = Literal["valid", "acceptable", "invalid"]


class Answered(NamedTuple):
    """A value of a vector that is itself an answer: what a function makes of a message."""

    function: str
    message: bytes


@dataclass(frozen=True)
class Vector:
    """A message and the answer to it.

    Parameters
    ----------
    name : str
        Place in the file and what distinguishes the vector from others.
    message : bytes
        The message; where it is to be decrypted, with its tag.
    answer : bytes, optional
        The digest or its beginning, or the message encrypted, with its tag if there is one. None
        where the file asks for it.
    values : mapping
        The values of a job's fields, such as ``key``.
    repeat : int
        How many copies of the message follow one another.
    operation : str, optional
        ``hash``, ``encrypt`` or ``decrypt``; None where it follows from the function.
    function : str
        Name of the function in the file; empty if it does not name one.
    cut : bool
        Whether the answer may be the beginning of a longer one, as of message authentication codes.
    sized : bool
        Whether the file states the length of its digests, so that those of other lengths are not
        meant for the function that is tested.
    result : {"valid", "acceptable", "invalid"}
        Whether the message must be taken, may be refused, or must be refused. If a message
        authentication code is invalid, the answer must differ.
    skipped : str
        Why the vector can't be run on any design; empty if it can.
    size : int
        Bytes of the answer that the file asks for; 0 for a digest of the function's only length.
    """

    name: str
    message: bytes
    answer: bytes | None
    values: Mapping[str, Any] = field(default_factory=dict)
    repeat: int = 1
    operation: Operation | None = "hash"
    function: str = ""
    cut: bool = False
    sized: bool = False
    result: Result = "valid"
    skipped: str = ""
    size: int = 0

    @property
    def answer_bytes(self) -> int:
        """Bytes of the answer; 0 for the whole digest of a function of one length."""
        return self.size if self.answer is None else len(self.answer)


@dataclass(frozen=True)
class Chain:
    """A Monte Carlo test: hashes of hashes, of which every thousandth is listed.

    Parameters
    ----------
    seed : bytes
        Where it begins.
    answers : tuple of (str, bytes or None)
        Names and digests; None where the file asks for them.
    output_bytes : tuple of int, optional
        Least and greatest length of an extendable output in bytes.
    function : str
        Name of the function in the file; empty if it does not name one.
    alternate : bool
        Whether each message has the length of the seed.
    increment : int
        Step between lengths of the output of cSHAKE, in bytes; 0 for other functions.
    """

    seed: bytes
    answers: tuple[tuple[str, bytes | None], ...]
    output_bytes: tuple[int, int] | None = None
    function: str = ""
    alternate: bool = False
    increment: int = 0

    def __post_init__(self) -> None:
        """Check the limits, or raise GatehashError."""
        least, most = self.output_bytes or (1, 1)
        if not 0 < least <= most:
            first = self.answers[0][0] if self.answers else "a Monte Carlo test"
            raise GatehashError(
                f"{first}: the output has {least} to {most} bytes; the least must be 1 or more and "
                "not above the greatest"
            )
