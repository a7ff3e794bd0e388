# SPDX-License-Identifier: Apache-2.0
"""The functions that a design computes, and the schemas of the values that they take."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any, Literal

from gatehash.catalog.fields import (
    DIGEST_BITS,
    BytesField,
    Field,
    FlagField,
    NumberField,
    digest_length,
)
from gatehash.catalog.job import Job, Operation
from gatehash.errors import FieldError, GatehashError

if TYPE_CHECKING:
    from gatehash.catalog.design import Design

__all__ = [
    "BytesField",
    "Field",
    "FlagField",
    "Function",
    "Kind",
    "NumberField",
    "digest_length",
]

Kind = Literal["hash", "extendable output", "keyed hash", "cipher", "authenticated cipher"]

_LENGTH = re.compile("[1-9][0-9]{0,19}")
_SPELLING = re.compile("[a-z0-9]+(?:[-_/][a-z0-9]+)*")


def _spelling(name: str) -> str:
    """Return what spellings of a name have in common; of what is no such name, the name.

    Examples
    --------
    >>> [_spelling(name) for name in ("SHA-512/256", "sha512_256", "sha!")]
    ['sha-512-256', 'sha-512-256', 'sha!']
    """
    lower = name.lower()
    return "-".join(re.findall("[a-z]+|[0-9]+", lower)) if _SPELLING.fullmatch(lower) else name


@dataclass(frozen=True)
class Function:
    """Something that a design computes.

    Parameters
    ----------
    name : str
        Name as users write it, such as ``skein-512-512`` (state, digest) or ``threefish-512``.
    make : callable
        Makes the job of a design for an operation and the values of all fields.
    fields : tuple of Field
        Values that a user gives.
    kind : str
        Kind of the function.
    operations : tuple of str
        Operations of the design with it.
    symmetric : bool
        Whether all operations are the same.
    tag : str, optional
        Name of a hash function in lists of digests, such as ``SHA256``, if there is an established
        name; by default it is the name in upper case. Where a function of one such name has digests
        of several lengths, the length in bits follows a hyphen unless it is the default one.
    """

    name: str
    make: Callable[[Design, Operation, Mapping[str, Any]], Job]
    fields: tuple[Field, ...]
    kind: Kind = "hash"
    operations: tuple[Operation, ...] = ("hash",)
    symmetric: bool = False
    tag: str | None = None

    @property
    def distinct(self) -> tuple[Operation, ...]:
        """Operations that differ."""
        return self.operations[:1] if self.symmetric else self.operations

    @property
    def tried(self) -> tuple[Operation, ...]:
        """Operations that any message can be given to, each once, for measurements and tests.

        An authenticated cipher decrypts only messages that were encrypted with it.
        """
        return self.operations[:1] if self.authenticates else self.distinct

    @property
    def authenticates(self) -> bool:
        """Whether what it decrypts is to be trusted only when a tag has been checked."""
        return self.kind == "authenticated cipher"

    @property
    def hashes(self) -> bool:
        """Whether the answer is a digest."""
        return "cipher" not in self.kind

    @property
    def keyed(self) -> bool:
        """Whether a user gives something that is secret."""
        return any(each.secret for each in self.fields)

    @property
    def works_without_values(self) -> bool:
        """Whether a user need not give anything."""
        return all(
            each.default is not None or (isinstance(each, BytesField) and each.optional)
            for each in self.fields
        )

    @property
    def examples(self) -> tuple[dict[str, Any], ...]:
        """Values for measurements, then others that tests try."""
        first = {each.name: each.example for each in self.fields if each.example is not None}
        others = [{**first, each.name: value} for each in self.fields for value in each.tested]
        return (first, *others)

    def called(self, name: str) -> dict[str, int] | None:
        """Return the values that a name stands for; None if it is no name of the function.

        Where a digest's length ends the function's name and is free, any other may stand there, but
        of a few only one of them: ``sha-512`` is no name of ``sha-256``.

        Examples
        --------
        >>> from gatehash.catalog import find
        >>> find("skein512-x8").function("skein-512-512").called("Skein-512-224")
        {'digest_bits': 224}
        """
        name = name.lower()
        stem, _, digits = name.rpartition("-")
        for field in self.fields:
            if not isinstance(field, NumberField) or field.least == field.most:
                continue
            if self.name == f"{stem}-{field.default}" and _LENGTH.fullmatch(digits):
                known = not field.few or int(digits) in field.values
                return {field.name: int(digits)} if known else None
        return {} if name == self.name else None

    def listed_as(self, name: str) -> bool:
        """Whether lists of digests, or :mod:`hashlib`, call it so, in upper or lower case.

        Such a name does not contain the length of the digest.

        Examples
        --------
        >>> from gatehash.catalog import find
        >>> function = find("sha512-lut").function("sha-512/256")
        >>> [function.listed_as(name) for name in ("SHA512/256", "sha512_256", "sha512")]
        [True, True, False]
        """
        return self.spelled_as(name) or _spelling(self.tag or self.name) == _spelling(name)

    def spelled_as(self, name: str) -> bool:
        """Whether a name is the function's own, as ``sha3_256`` is that of ``sha3-256``."""
        return _spelling(self.name) == _spelling(name)

    def given(self, values: Mapping[str, Any]) -> dict[str, Any]:
        """Return the values that are not None; a secret that is None is an error, not its absence.

        Raises
        ------
        FieldError
            If a secret is None.
        """
        for field in self.fields:
            if field.secret and values.get(field.name, b"") is None:
                raise FieldError(f"{{}} is None, for {self.name}; it must be bytes", field.name)
        return {name: value for name, value in values.items() if value is not None}

    def read(self, values: Mapping[str, Any]) -> dict[str, Any]:
        """Return what a job takes for the values of some fields; :meth:`bind` lists the errors."""
        fields = (field for field in self.fields if field.name in values)
        return {field.name: field.read(values[field.name], self.name) for field in fields}

    def bind(self, design: Design, operation: Operation, values: Mapping[str, Any]) -> Job:
        """Return the job of a design that runs the function.

        Parameters
        ----------
        design : Design
            The design.
        operation : {"hash", "encrypt", "decrypt"}
            One of the function's operations.
        values : mapping
            Values of the user, by the names of the fields.

        Raises
        ------
        GatehashError
            If the operation is not available, or a value is missing, not available or none of the
            function's.
        TypeError
            If a value is of another type.
        """
        if operation not in self.operations:
            raise GatehashError(
                f"{design.name} can't {operation}; it can: {', '.join(self.operations)}"
            )
        bound = {field.name: field.default for field in self.fields}
        for name, value in values.items():
            if name not in bound:
                known = ", ".join("{}" for _ in bound)
                raise FieldError(
                    f"{self.name} on {design.name} takes no {{}}; it takes: {known}", name, *bound
                )
            bound[name] = value
        read = self.read(bound)
        job = self.make(design, operation, read)
        if not self.hashes:
            return job
        if self._extends(read):
            resized = partial(self._resized, design, operation, values)
            job = replace(job, most_bytes=self._most_bytes, resized=resized)
        # With another digest length it may be another function of the design.
        own = (each for each in design.functions if each.name == job.name)
        return replace(job, tag=next(own, self)._tagged(job))

    def _extends(self, read: Mapping[str, Any]) -> bool:
        """Whether each digest is the beginning of any longer one."""
        return self.kind == "extendable output" or any(
            isinstance(field, FlagField) and field.extends and read[field.name]
            for field in self.fields
        )

    @property
    def _most_bytes(self) -> int:
        (field,) = (field for field in self.fields if field.name == DIGEST_BITS)
        assert field.most is not None
        return field.most // 8

    def _resized(
        self, design: Design, operation: Operation, values: Mapping[str, Any], size: int
    ) -> Job:
        return self.bind(design, operation, {**values, DIGEST_BITS: 8 * size})

    def _tagged(self, job: Job) -> str:
        if self.tag is None:
            return job.name.upper()
        defaults = [field.default for field in self.fields if field.name == DIGEST_BITS]
        is_default = job.digest_bits in defaults or not defaults
        return self.tag if is_default else f"{self.tag}-{job.digest_bits}"

    def sized(self, digest_bits: int) -> str:
        """Return the function's name with another digest length, where the name includes it.

        Examples
        --------
        >>> from gatehash.catalog import find
        >>> find("skein512-x8").function("skein-512-512").sized(224)
        'skein-512-224'
        >>> find("sha3-x1").function("shake128").sized(512)
        'shake128'
        """
        name = f"{self.name.rpartition('-')[0]}-{digest_bits}"
        return self.name if self.called(name) is None else name
