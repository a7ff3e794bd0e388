# SPDX-License-Identifier: Apache-2.0
"""What a design computes, and the schema of what a user gives for it."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from operator import index
from typing import TYPE_CHECKING, Any, Literal

from gatehash.catalog.job import Job, Operation
from gatehash.errors import FieldError, GatehashError, counted
from gatehash.manners import octets

if TYPE_CHECKING:
    from gatehash.catalog.design import Design

__all__ = ["BytesField", "Field", "FlagField", "Function", "Kind", "NumberField", "digest_length"]

Kind = Literal["hash", "extendable output", "keyed hash", "cipher", "authenticated cipher"]

# Values that are listed one by one in an error, at most.
_LISTED = 4
_LENGTH = re.compile("[1-9][0-9]{0,19}")


@dataclass(frozen=True, kw_only=True)
class Field(ABC):
    """Something that a user gives.

    Parameters
    ----------
    name : str
        Name in the API; with hyphens, that of the command line's option.
    help : str
        What the option's help says.
    default : object, optional
        Value if none is given; without it one must be.
    example : object, optional
        Value for measurements and tests, if not the default.
    tested : tuple
        Other values that tests try.
    secret : bool
        Whether other users of the machine must not see it.
    least, most : int, optional
        Range of what may be given as a number; of bytes, which are stored little endian, too.
    """

    name: str
    help: str
    default: Any = None
    example: Any = None
    tested: tuple[Any, ...] = ()
    secret: bool = False
    least: int | None = None
    most: int | None = None

    @abstractmethod
    def read(self, value: Any, function: str) -> Any:
        """Return what a job takes for a value; :meth:`Function.bind` tells the errors."""


@dataclass(frozen=True, kw_only=True)
class BytesField(Field):
    """Bytes, such as a key.

    Parameters
    ----------
    length : int
        Length in bytes.
    optional : bool
        Whether there may be none, which is empty.
    shorter : bool
        Whether there may be fewer, down to none.
    free : bool
        Whether there may be any number of bytes; `length` is then what the hardware takes of them,
        or a usual one.
    """

    length: int
    optional: bool = False
    shorter: bool = False
    free: bool = False

    def read(self, value: Any, function: str) -> bytes:
        """Return the bytes."""
        if self.least is not None and self.most is not None and isinstance(value, int):
            if not self.least <= value <= self.most:
                raise GatehashError(
                    f"{self.name} is {value}; it must be {self.least} to {self.most}"
                )
            return value.to_bytes(self.length, "little")
        if value is None and self.optional:
            return b""
        if value is None:
            of = "any length" if self.free else f"{self.length} bytes"
            raise GatehashError(f"{function} needs a {self.name} of {of}")
        data = bytes(octets(value))
        least = 0 if self.shorter or self.free else self.length
        if len(data) < least or (len(data) > self.length and not self.free):
            has, most = counted(len(data), "byte"), "at most " * self.shorter
            raise GatehashError(f"{self.name} has {has}; {function} takes {most}{self.length}")
        return data


@dataclass(frozen=True, kw_only=True)
class NumberField(Field):
    """A number, such as a digest length.

    Parameters
    ----------
    words, unit : str
        What errors call it, and what it is counted in.
    step : int
        From one value to the next.
    """

    words: str
    unit: str
    least: int
    most: int
    step: int

    @property
    def values(self) -> range:
        """All of its values."""
        return range(self.least, self.most + 1, self.step)

    @property
    def few(self) -> bool:
        """Whether they are so few that errors list them."""
        return len(self.values) <= _LISTED

    def read(self, value: Any, function: str) -> int:
        """Return the number."""
        try:
            number, values = index(value), self.values
        except TypeError:
            raise TypeError(f"{self.name} must be an integer, got {value!r}") from None
        if number in values:
            return number
        allowed = f"multiples of {self.step} {self.unit} from {self.least} to {self.most}"
        if self.step == 1:
            allowed = f"{self.least} to {self.most} {self.unit}".rstrip()
        if self.few:
            allowed = f"{' or '.join(map(str, values))} {self.unit}"
        raise GatehashError(f"{self.words} {number} is not available: {function} takes {allowed}")


@dataclass(frozen=True, kw_only=True)
class FlagField(Field):
    """A choice that a user may make."""

    default: bool = False
    tested: tuple[bool, ...] = (True,)

    def read(self, value: Any, _function: str) -> bool:
        """Return whether the choice is made."""
        return bool(value)


def digest_length(
    bits: int,
    least: int | None = None,
    most: int | None = None,
    *,
    step: int = 8,
    tested: tuple[int, ...] = (),
) -> NumberField:
    """Return the field of a digest of `bits` bits unless others, from `least` on, are asked for."""
    return NumberField(
        name="digest_bits",
        help="Digest length in bits.",
        words="digest length",
        unit="bits",
        least=bits if least is None else least,
        most=bits if most is None else most,
        step=step,
        default=bits,
        tested=tested,
    )


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
        What a user gives.
    kind : str
        What kind of function it is.
    operations : tuple of str
        What the design can do with it.
    symmetric : bool
        Whether all operations are the same.
    tag : str, optional
        What lists of digests call a hash function, such as ``SHA256``, if there is an established
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

        What an authenticated cipher decrypts must have been encrypted with it.
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
        """Whether lists of digests call it so, in upper or lower case.

        Such a name tells no length of the digest.
        """
        return (self.tag or self.name).lower() == name.lower()

    def bind(self, design: Design, operation: Operation, values: Mapping[str, Any]) -> Job:
        """Return the job of a design that runs the function.

        Parameters
        ----------
        design : Design
            The design.
        operation : {"hash", "encrypt", "decrypt"}
            One of the function's operations.
        values : mapping
            What the user gives, by the names of the fields.

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
        read = {field.name: field.read(bound[field.name], self.name) for field in self.fields}
        job = self.make(design, operation, read)
        if not self.hashes:
            return job
        # With another digest length it may be another function of the design.
        own = (each for each in design.functions if each.name == job.name)
        return replace(job, tag=next(own, self)._tagged(job))

    def _tagged(self, job: Job) -> str:
        if self.tag is None:
            return job.name.upper()
        defaults = [field.default for field in self.fields if field.name == "digest_bits"]
        is_default = job.digest_bits in defaults or not defaults
        return self.tag if is_default else f"{self.tag}-{job.digest_bits}"

    def sized(self, digest_bits: int) -> str:
        """Return the function's name with another digest length, where the name tells the length.

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
