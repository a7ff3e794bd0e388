# SPDX-License-Identifier: Apache-2.0
"""Runs of test vectors on a design or on its golden model."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import repeat
from typing import Any, Literal, NamedTuple

from gatehash.catalog import BytesField, Design, Job, Operation
from gatehash.errors import GatehashError, RefusedError
from gatehash.hashes import ModelHash, model_answer
from gatehash.kat.files import Chain, Vector
from gatehash.simulate.hasher import answer

__all__ = ["Asked", "Outcome", "run"]

_STEPS = 1000
"""Hashes from one listed answer of a Monte Carlo test to the next."""

_SHAKE_SEED_BYTES = 16


class Asked(NamedTuple):
    """Who computes: a design, by simulation or golden model, and the function."""

    design: Design
    algorithm: str | None = None
    engine: Literal["rtl", "model"] = "rtl"


class Outcome(NamedTuple):
    """What became of a vector: an answer of None is a refusal, or was skipped for a reason."""

    name: str
    expected: bytes | None
    answer: bytes | None
    skipped: str = ""

    @property
    def agrees(self) -> bool:
        """Whether the answer is the expected one."""
        return self.answer == self.expected


def _job(asked: Asked, values: Mapping[str, Any], operation: Operation = "hash") -> Job:
    return asked.design.job(asked.algorithm, values, operation)


def _compute(asked: Asked, job: Job, message: bytes, times: int = 1) -> bytes:
    pieces = repeat(message, times)
    if asked.engine == "rtl":
        return b"".join(answer(job, pieces))
    if job.operation != "hash":
        return b"".join(model_answer(job, pieces))
    model = ModelHash(job)
    for piece in pieces:
        model.update(piece)
    return model.digest()


def _longest(vectors: Iterable[Vector | Chain], asked: Asked) -> int:
    """Return the length in bits of the longest extendable output of a file.

    One hardware serves all lengths: each output is the beginning of any longer one.
    """
    kinds = {function.name: function.kind for function in asked.design.functions}
    if kinds.get(asked.algorithm or "") != "extendable output":
        return 0
    lengths = (
        (each.output_bytes or (0, 0))[1] if isinstance(each, Chain) else len(each.answer)
        for each in vectors
    )
    return 8 * max(lengths, default=0)


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
        Called with 1 after each outcome.

    Raises
    ------
    GatehashError
        If the design does not run the function, or a simulator fails.
    """
    longest = _longest(vectors, asked)
    for each in vectors:
        if isinstance(each, Vector):
            outcomes = _single(each, asked, longest)
        elif each.output_bytes is None:
            outcomes = _chain(each, asked)
        else:
            outcomes = _extendable_chain(each, asked, longest)
        for outcome in outcomes:
            yield outcome
            advance(1)


def _taken_apart(vector: Vector, asked: Asked) -> Mapping[str, Any]:
    """Values of a vector; a nonce of 12 bytes is the counter's upper half and one of 8 bytes.

    That is so where the function has a nonce of 8 bytes.
    """
    values = vector.values
    nonce = values.get("nonce", b"")
    lengths = {
        field.length
        for function in asked.design.functions
        for field in function.fields
        if isinstance(field, BytesField) and field.name == "nonce"
        if function.name == (asked.algorithm or asked.design.principal)
    }
    if len(nonce) != 12 or lengths != {8}:
        return values
    upper = int.from_bytes(nonce[:4], "little") << 32
    return {**values, "nonce": nonce[4:], "counter": values["counter"] | upper}


def _single(vector: Vector, asked: Asked, longest: int) -> Iterator[Outcome]:
    if vector.skipped:
        yield Outcome(vector.name, vector.answer, None, vector.skipped)
        return
    values = {**_taken_apart(vector, asked), **({"digest_bits": longest} if longest else {})}
    job = _job(asked, values, vector.operation)
    size = vector.digest_bytes or len(vector.answer)
    if job.operation == "hash" and 8 * size != job.digest_bits and not longest:
        if vector.digest_bytes:
            yield Outcome(vector.name, vector.answer, None, "a digest of another length")
            return
        raise GatehashError(
            f"{vector.name}: the answer has {8 * size} bits, {job.name} has {job.digest_bits}; "
            "choose another algorithm"
        )
    found: bytes | None
    try:
        found = _compute(asked, job, vector.message, vector.repeat)
    except RefusedError:
        if not vector.refused:
            raise
        found = None
    if found is not None and (longest or vector.digest_bytes):
        found = found[: len(vector.answer)]
    yield Outcome(vector.name, None if vector.refused else vector.answer, found)


def _chain(chain: Chain, asked: Asked) -> Iterator[Outcome]:
    """Run a Monte Carlo test (SHAVS, section 6.4; SHA3VS, section 6.2.3)."""
    job, value = _job(asked, {}), chain.seed
    # SHA-2 hashes the last three digests together, SHA-3 the last one.
    last = 1 if job.name.startswith("sha3") else 3
    for name, expected in chain.answers:
        digests = [value] * last
        for _ in range(_STEPS):
            digests = [*digests[1:], _compute(asked, job, b"".join(digests))]
        value = digests[-1]
        yield Outcome(name, expected, value)


def _extendable_chain(chain: Chain, asked: Asked, longest: int) -> Iterator[Outcome]:
    """Run a Monte Carlo test of an extendable output (SHA3VS, section 6.3.4)."""
    assert chain.output_bytes is not None
    least, most = chain.output_bytes
    job, value, length = _job(asked, {"digest_bits": longest}), chain.seed, most
    for name, expected in chain.answers:
        for _ in range(_STEPS):
            message = value[:_SHAKE_SEED_BYTES].ljust(_SHAKE_SEED_BYTES, b"\0")
            value = _compute(asked, job, message)[:length]
            length = least + int.from_bytes(value[-2:], "big") % (most - least + 1)
        yield Outcome(name, expected, value)
