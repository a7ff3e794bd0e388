# SPDX-License-Identifier: Apache-2.0
"""Runs of test vectors on a design or on its golden model."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from gatehash.catalog import (
    EMPTY_KEY,
    BytesField,
    Design,
    Function,
    Job,
    NumberField,
    Operation,
)
from gatehash.errors import GatehashError, RefusedError, shown
from gatehash.hashes import ModelHash, model_answer
from gatehash.kat.functions import Meant, default, named
from gatehash.kat.monte_carlo import chained, chained_customized, chained_extendable
from gatehash.kat.vectors import Answered, Chain, Vector
from gatehash.simulate.hasher import answer

if TYPE_CHECKING:
    from gatehash.board import BoardLink

__all__ = ["Asked", "Outcome", "hindrances", "run", "work"]

_PIECE_BYTES = 1 << 18
"""Bytes of a piece of a message that is a text many times, at most."""

_CSHAKE = {"function_name": "function name (N)", "custom": "customization (S)"}


class Asked(NamedTuple):
    """Who computes: a design, by simulation, golden model or on a board, and the function.

    Without a function each vector is run on the one that its file names, or on the design's own
    where it names none.
    """

    design: Design
    algorithm: str | None = None
    engine: Literal["rtl", "model"] | BoardLink = "rtl"


class Outcome(NamedTuple):
    """The result of a vector.

    Parameters
    ----------
    name : str
        The vector.
    expected : bytes, optional
        The right answer; None if a refusal is right.
    answer : bytes, optional
        The design's answer; None if it refused the message, or was not asked.
    skipped : str
        Why it was not asked; empty if it was.
    either : bool
        Whether a refusal is as right as the answer.
    differs : bool
        Whether any answer but this one is right.
    """

    name: str
    expected: bytes | None
    answer: bytes | None
    skipped: str = ""
    either: bool = False
    differs: bool = False

    @property
    def agrees(self) -> bool:
        """Whether the answer is a right one."""
        if self.differs:
            return self.answer != self.expected
        return self.answer == self.expected or (self.either and self.answer is None)


class _SkippedError(Exception):
    """A vector can't be run; the reason is the text."""


def run(
    vectors: list[Vector | Chain], asked: Asked, advance: Callable[[int], None] = lambda _: None
) -> Iterator[Outcome]:
    """Yield the outcome of each vector, and of each listed answer of a Monte Carlo test.

    Parameters
    ----------
    vectors : list of Vector or Chain
        The vectors.
    asked : Asked
        Who computes.
    advance : callable, optional
        Called with 1 after each outcome, and after each piece of a message but the last; in all as
        often as :func:`work` says, if no vector is skipped.

    Raises
    ------
    GatehashError
        If the design does not run the function, an answer of the file has a length that the
        function has not, or a simulator fails.
    """
    runner = _Runner(asked, vectors, advance)
    for each in vectors:
        for outcome in runner.outcomes(each):
            advance(1)
            yield outcome


def work(vectors: list[Vector | Chain]) -> int:
    """Return how often :func:`run` reports progress, if no vector is skipped."""
    return sum(
        len(each.answers)
        if isinstance(each, Chain)
        else -(-each.repeat // _together(each.message, each.repeat))
        for each in vectors
    )


def hindrances(vectors: list[Vector | Chain], asked: Asked) -> Iterator[str]:
    """Yield why each vector can't be run; an empty text where it can. Nothing is computed.

    Parameters
    ----------
    vectors : list of Vector or Chain
        The vectors.
    asked : Asked
        Who computes.

    Raises
    ------
    GatehashError
        If an answer of the file has a length that the function has not.
    """
    runner = _Runner(asked, vectors)
    for each in vectors:
        yield runner.hindrance(each)


class _Runner:
    """Runs the vectors of one file."""

    def __init__(
        self,
        asked: Asked,
        vectors: list[Vector | Chain],
        advance: Callable[[int], None] = lambda _: None,
    ) -> None:
        self._asked, self._advance = asked, advance
        self._chosen: Meant | None = None
        if asked.algorithm is not None:
            self._chosen = named(asked.design, asked.algorithm)
            if self._chosen is None:
                runs = asked.design.algorithms
                raise asked.design.lacks("function", asked.algorithm, runs)
        self._named = lru_cache(lambda name: named(asked.design, name))
        self._default = lru_cache(lambda operation: Meant(default(asked.design, operation)))
        # One hardware serves all lengths of an extendable output: each is the beginning of any
        # longer one.
        self._longest: dict[str, int] = {}
        for each in vectors:
            lengths = each.output_bytes if isinstance(each, Chain) else (0, each.answer_bytes)
            try:
                name = self._meant(each).function.name
            except _SkippedError:
                continue
            self._longest[name] = max(self._longest.get(name, 0), 8 * (lengths or (0, 0))[1])

    def hindrance(self, each: Vector | Chain) -> str:
        """Return why a vector can't be run; an empty text if it can."""
        try:
            if isinstance(each, Vector):
                self._vector_job(each)
            else:
                self._chain_job(each)
        except _SkippedError as why:
            return str(why)
        return ""

    def outcomes(self, each: Vector | Chain) -> Iterator[Outcome]:
        """Yield the outcome of a vector, or those of a Monte Carlo test."""
        names = each.answers if isinstance(each, Chain) else ((each.name, each.answer),)
        try:
            if isinstance(each, Vector):
                yield self._single(each)
            else:
                yield from self._chain(each)
        except _SkippedError as why:
            yield from (Outcome(name, expected, None, str(why)) for name, expected in names)

    def _meant(self, each: Vector | Chain) -> Meant:
        """Return the function that a vector is run on."""
        design = self._asked.design
        own = self._named(each.function) if each.function else None
        if each.function and own is None:
            raise _SkippedError(f"{design.name} has no {shown(each.function)}")
        if self._chosen is None:
            return own or self._default(each.operation if isinstance(each, Vector) else "hash")
        if own is not None and own.function is not self._chosen.function:
            raise _SkippedError(f"of {shown(each.function)}")
        stated = {each.digest_bits for each in (self._chosen, own) if each and each.digest_bits}
        if len(stated) > 1:
            raise _SkippedError("a digest of another length")
        return Meant(self._chosen.function, *stated)

    def _job(self, function: Function, values: Mapping[str, Any], operation: Operation) -> Job:
        # A file that states a key of no bytes means one.
        empty = {
            field.name: EMPTY_KEY
            for field in function.fields
            if isinstance(field, BytesField) and field.secret and field.may_be_empty
            if values.get(field.name) == b""
        }
        design, engine = self._asked.design, self._asked.engine
        if isinstance(engine, str):
            return function.bind(design, operation, {**values, **empty})
        return engine.job(design.name, function.name, {**values, **empty}, operation)

    def _compute(self, job: Job, message: bytes, times: int = 1) -> bytes:
        pieces = self._copies(message, times)
        if self._asked.engine == "rtl":
            return b"".join(answer(job, pieces))
        if not isinstance(self._asked.engine, str):
            return b"".join(self._asked.engine.answer(job, pieces))
        if job.operation != "hash":
            return b"".join(model_answer(job, pieces))
        model = ModelHash(job)
        for piece in pieces:
            model.update(piece)
        return model.digest()

    def _single(self, vector: Vector) -> Outcome:
        job, refused = self._vector_job(vector), self._refused(vector)
        if job is None:
            return refused
        function = self._meant(vector).function
        try:
            found = self._compute(job, vector.message, vector.repeat)
            if job.operation == "hash":
                return refused._replace(answer=found[: vector.answer_bytes or None])
            if job.operation == "encrypt" and function.authenticates and found == vector.answer:
                self._turned(vector, function)
        except RefusedError:
            return refused
        return refused._replace(answer=found)

    def _vector_job(self, vector: Vector) -> Job | None:
        """Return the job of a vector; None if the function refuses one that must be refused."""
        if vector.skipped:
            raise _SkippedError(vector.skipped)
        meant = self._meant(vector)
        function = meant.function
        operation = vector.operation or function.operations[0]
        if operation not in function.operations:
            raise _SkippedError(f"{function.name} can't {operation}")
        bits = self._digest_bits(vector, meant) if operation == "hash" else 0
        try:
            job = self._job(function, self._values(vector, function, bits), operation)
        except GatehashError as error:
            if vector.result == "valid":
                raise _SkippedError(str(error)) from None
            return None
        if vector.result == "valid" and (why := job.refusal(vector.repeat * len(vector.message))):
            raise _SkippedError(why)
        return job

    def _refused(self, vector: Vector) -> Outcome:
        """Return the outcome of a vector that is refused."""
        invalid = vector.result == "invalid"
        code = invalid and vector.operation in (None, "hash")
        expected = None if invalid and not code else vector.answer
        either = vector.result == "acceptable"
        return Outcome(vector.name, expected, None, either=either, differs=code)

    def _turned(self, vector: Vector, function: Function) -> None:
        """Decrypt what an authenticated cipher encrypted; raise RefusedError if that fails."""
        job = self._job(function, self._values(vector, function, 0), "decrypt")
        assert vector.answer is not None  # as it was compared
        if self._compute(job, vector.answer) != vector.message:
            raise RefusedError("the message does not come back")

    def _digest_bits(self, vector: Vector, meant: Meant) -> int:
        """Return the digest length to ask for, 0 for the function's only one."""
        function, size = meant.function, 8 * vector.answer_bytes
        if not size and vector.answer is not None:
            raise GatehashError(f"{vector.name}: the answer is empty, which any digest begins with")
        extends = function.kind == "extendable output" or vector.values.get("xof")
        if extends and meant.digest_bits in (0, size):
            return self._longest[function.name]
        field = next(each for each in function.fields if each.name == "digest_bits")
        assert isinstance(field, NumberField)
        stated = meant.digest_bits or (field.default if field.few else size)
        if not size or size == stated or (size < stated and vector.cut and field.few):
            return int(stated)
        if vector.sized or vector.cut:
            raise _SkippedError(f"a digest of {size} bits; {function.name} has {stated}")
        name = self._asked.algorithm or vector.function or function.name
        raise GatehashError(
            f"{vector.name}: the answer has {size} bits, {shown(name)} has {stated}; choose "
            "another algorithm"
        )

    def _values(self, vector: Vector, function: Function, digest_bits: int) -> dict[str, Any]:
        """Return the values for the function's fields.

        Raises
        ------
        _SkippedError
            If the vector has a value for which the function has no field, or lacks one that the
            function needs.
        """
        values = {
            name: self._answered(value) if isinstance(value, Answered) else value
            for name, value in vector.values.items()
        }
        fields = {each.name: each for each in function.fields}
        for name in [name for name in values if name not in fields]:
            # cSHAKE with neither is SHAKE (SP 800-185, section 3.3).
            own = name in _CSHAKE and function.kind != "extendable output"
            if values[name] or own:
                raise _SkippedError(f"{function.name} takes no {_CSHAKE.get(name, name)}")
            del values[name]
        for name, field in fields.items():
            needed = isinstance(field, BytesField) and field.default is None and not field.optional
            if needed and name not in values:
                raise _SkippedError(f"{function.name} needs a {name}")
        if digest_bits:
            values["digest_bits"] = digest_bits
        return self._split(vector, values, fields.get("nonce"))

    def _split(self, vector: Vector, values: dict[str, Any], field: Any) -> dict[str, Any]:
        """Take a nonce of 12 bytes apart, where one of 8 is taken, as RFC 8439 describes it.

        Its first 4 bytes are the upper half of a counter of 8 bytes.
        """
        nonce, counter = values.get("nonce", b""), values.get("counter", 0)
        if field is None or field.length != 8 or len(nonce) != 12:
            return values
        if counter + -(-len(vector.message) // 64) > 1 << 32:
            raise _SkippedError("a counter of 32 bits overflows")
        upper = int.from_bytes(nonce[:4], "little") << 32
        return values | {"nonce": nonce[4:], "counter": counter | upper}

    def _answered(self, value: Answered) -> bytes:
        """Return a value that is itself an answer."""
        meant = named(self._asked.design, value.function)
        if meant is None:
            raise _SkippedError(f"{self._asked.design.name} has no {value.function}")
        return self._compute(self._job(meant.function, {}, "hash"), value.message)

    def _chain(self, chain: Chain) -> Iterator[Outcome]:
        """Run a Monte Carlo test."""
        job = self._chain_job(chain)
        compute = partial(self._compute, job)
        if chain.output_bytes is not None and chain.increment:
            found = chained_customized(
                partial(self._customized, job), chain.seed, *chain.output_bytes, chain.increment
            )
        elif chain.output_bytes is not None:
            found = chained_extendable(compute, chain.seed, *chain.output_bytes)
        else:
            together = 1 if job.name.startswith("sha3") else 3
            found = chained(compute, chain.seed, together, alternate=chain.alternate)
        for (name, expected), value in zip(chain.answers, found, strict=False):
            yield Outcome(name, expected, value)

    def _customized(self, job: Job, message: bytes, custom: bytes) -> bytes:
        """Compute a digest as a job does, with another customization string."""
        function = job.design.function(job.name)
        values = {"digest_bits": job.digest_bits, "custom": custom}
        return self._compute(self._job(function, values, "hash"), message)

    def _chain_job(self, chain: Chain) -> Job:
        """Return the job of a Monte Carlo test."""
        meant = self._meant(chain)
        function = meant.function
        if chain.output_bytes is not None:
            if function.kind != "extendable output":
                raise _SkippedError(f"{function.name} has no extendable output")
            return self._keyless(function, {"digest_bits": self._longest[function.name]})
        job = self._keyless(
            function, {"digest_bits": meant.digest_bits} if meant.digest_bits else {}
        )
        known = [digest for _, digest in chain.answers if digest is not None]
        if any(8 * len(digest) != job.digest_bits for digest in known):
            raise _SkippedError("a digest of another length")
        return job

    def _keyless(self, function: Function, values: dict[str, Any]) -> Job:
        """Return the job of a hash function, which needs no other values."""
        try:
            return self._job(function, values, "hash")
        except GatehashError as error:
            raise _SkippedError(str(error)) from None

    def _copies(self, message: bytes, times: int) -> Iterator[bytes]:
        """Yield a message that is a text many times, in pieces."""
        together = _together(message, times)
        yield message * min(together, times)
        for first in range(together, times, together):
            self._advance(1)
            yield message * min(together, times - first)


def _together(message: bytes, times: int) -> int:
    """Return how many copies of a text are a piece."""
    return max(1, min(times, _PIECE_BYTES // max(1, len(message))))
