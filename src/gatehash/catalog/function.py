# SPDX-License-Identifier: Apache-2.0
"""What a design computes, and the schema of what a user gives for it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from operator import index
from typing import TYPE_CHECKING, Any, ClassVar, Literal, TypeAlias

from gatehash.catalog.job import Job, Operation
from gatehash.errors import GatehashError
from gatehash.manners import octets

if TYPE_CHECKING:
    from gatehash.catalog.design import Design

__all__ = ["BytesField", "Field", "FlagField", "Function", "Kind", "NumberField", "digest_length"]

Kind = Literal["hash", "extendable output", "keyed hash", "cipher", "authenticated cipher"]

# Values that are listed one by one in an error, at most.
_LISTED = 4
_LENGTH = re.compile("[1-9][0-9]{0,19}")


@dataclass(frozen=True, kw_only=True)
class BytesField:
    """Bytes that a user gives, such as a key.

    Parameters
    ----------
    name : str
        Name in the API; with hyphens, that of the command line's option.
    help : str
        What the option's help says.
    length : int
        Length in bytes.
    default : bytes, optional
        Value if none is given; without it one must be.
    example : bytes, optional
        Value for measurements and tests, if not the default.
    counts : bool
        Whether it may be given as a number too, which is stored little endian.
    secret : bool
        Whether other users of the machine must not see it.
    """

    name: str
    help: str
    length: int
    default: bytes | None = None
    example: bytes | None = None
    counts: bool = False
    secret: bool = False
    tested: ClassVar[tuple[bytes, ...]] = ()

    def read(self, value: object, function: str) -> bytes:
        """Return a value, or for None the default.

        Raises
        ------
        GatehashError
            If it has another length or is out of range, or if there is none.
        TypeError
            If it is neither bytes-like nor, where that counts, an integer.
        """
        if value is None and self.default is None:
            raise GatehashError(f"{function} needs a {self.name} of {self.length} bytes")
        if self.counts and isinstance(value, int):
            if not 0 <= value < 256**self.length:
                raise GatehashError(
                    f"{self.name} is {value}; it must be 0 to {256**self.length - 1}"
                )
            return value.to_bytes(self.length, "little")
        data = bytes(octets(self.default if value is None else value))
        if len(data) != self.length:
            raise GatehashError(
                f"{self.name} has {len(data)} bytes; {function} takes {self.length}"
            )
        return data


@dataclass(frozen=True, kw_only=True)
class NumberField:
    """A number that a user gives, such as a digest length.

    Parameters
    ----------
    name, help : str
        As in :class:`BytesField`.
    words, unit : str
        What messages call it, and what it is counted in.
    least, most, step : int
        Its values.
    default : int
        Value if none is given.
    tested : tuple of int
        Other values that tests try.
    """

    name: str
    help: str
    words: str
    unit: str
    least: int
    most: int
    step: int
    default: int
    tested: tuple[int, ...] = ()
    example: ClassVar[None] = None

    def read(self, value: object, function: str) -> int:
        """Return a value, or for None the default.

        Raises
        ------
        GatehashError
            If it is not available.
        TypeError
            If it is no integer.
        """
        number = self.default if value is None else index(value)  # type: ignore[arg-type]
        values = range(self.least, self.most + 1, self.step)
        if number in values:
            return number
        if len(values) <= _LISTED:
            allowed = f"{' or '.join(map(str, values))} {self.unit}"
        else:
            allowed = f"multiples of {self.step} {self.unit} from {self.least} to {self.most}"
        raise GatehashError(f"{self.words} {number} is not available: {function} takes {allowed}")


@dataclass(frozen=True, kw_only=True)
class FlagField:
    """A choice that a user may make."""

    name: str
    help: str
    tested: ClassVar[tuple[bool, ...]] = (True,)
    default: ClassVar[bool] = False
    example: ClassVar[None] = None

    def read(self, value: object, _function: str) -> bool:
        """Return a value, or for None that the choice is not made."""
        return bool(value)


Field: TypeAlias = BytesField | NumberField | FlagField


def digest_length(
    bits: int,
    least: int | None = None,
    most: int | None = None,
    *,
    step: int = 8,
    tested: tuple[int, ...] = (),
) -> NumberField:
    """Return the field of a digest that has `bits` bits unless others are asked for.

    Parameters
    ----------
    bits : int
        The length by default.
    least, most, step : int, optional
        The lengths that are offered; by default that one only.
    tested : tuple of int
        Other lengths that tests try.
    """
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
    """

    name: str
    make: Callable[[Design, Operation, Mapping[str, Any]], Job]
    fields: tuple[Field, ...]
    kind: Kind = "hash"
    operations: tuple[Operation, ...] = ("hash",)
    symmetric: bool = False

    @property
    def hashes(self) -> bool:
        """Whether the answer is a digest."""
        return self.operations == ("hash",)

    @property
    def examples(self) -> tuple[dict[str, Any], ...]:
        """Values for measurements, then others that tests try."""
        first = {each.name: each.example for each in self.fields if each.example is not None}
        others = [{**first, each.name: value} for each in self.fields for value in each.tested]
        return (first, *others)

    def called(self, name: str) -> dict[str, int] | None:
        """Return the values that a name stands for; None if it is no name of the function.

        Where a digest's length ends the function's name and is free, any other may stand there.

        Examples
        --------
        >>> from gatehash.catalog import find
        >>> find("skein512-x8").function("skein-512-512").called("skein-512-224")
        {'digest_bits': 224}
        """
        stem, _, digits = name.rpartition("-")
        own, _, bits = self.name.rpartition("-")
        for field in self.fields:
            free = isinstance(field, NumberField) and field.least < field.most
            ends_name = bits == str(field.default) and stem == own
            if free and ends_name and _LENGTH.fullmatch(digits):
                return {field.name: int(digits)}
        return {} if name == self.name else None

    def bind(self, design: Design, operation: Operation, values: Mapping[str, Any]) -> Job:
        """Return the job of a design that runs the function.

        Parameters
        ----------
        design : Design
            The design.
        operation : {"hash", "encrypt", "decrypt"}
            One of the function's operations.
        values : mapping
            What the user gives, by the names of the fields; None stands for the default.

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
        names = [field.name for field in self.fields]
        for name, value in values.items():
            if value is not None and name not in names:
                raise GatehashError(
                    f"{self.name} on {design.name} takes no {name}; it takes: {', '.join(names)}"
                )
        bound = {each.name: each.read(values.get(each.name), self.name) for each in self.fields}
        return self.make(design, operation, bound)
