# SPDX-License-Identifier: Apache-2.0
"""The values that a user gives for a function: the schema of each, and its checks."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from enum import Enum
from numbers import Integral, Number
from typing import Any, Final

from gatehash.errors import GatehashError, counted, shown_value
from gatehash.manners import octets, whole_number

__all__ = [
    "DIGEST_BITS",
    "EMPTY_KEY",
    "KEYS",
    "OUTPUT",
    "PARTS",
    "TREES",
    "BytesField",
    "EmptyKey",
    "Field",
    "FlagField",
    "NumberField",
    "digest_length",
]

# Values that are listed one by one in an error, at most.
_LISTED = 4

DIGEST_BITS = "digest_bits"
"""Name of the field of a digest's length."""

KEYS, OUTPUT, PARTS, TREES = "Keys, nonces and salts", "Output", "Parts and padding", "Trees"
"""Topics of fields, by which the help of a command groups them."""


class EmptyKey(Enum):
    """Type of :data:`EMPTY_KEY`."""

    EMPTY_KEY = "a key of no bytes"


EMPTY_KEY: Final = EmptyKey.EMPTY_KEY
"""In place of a key: a key of no bytes is meant. Empty bytes are an error, as no key is."""


@dataclass(frozen=True, kw_only=True)
class Field(ABC):
    """Something that a user gives.

    Parameters
    ----------
    name : str
        Name in the API; with hyphens, that of the command line's option.
    help : str
        The option's help.
    topic : str
        Heading under which the help lists the option.
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
    topic: str = KEYS
    default: Any = None
    example: Any = None
    tested: tuple[Any, ...] = ()
    secret: bool = False
    least: int | None = None
    most: int | None = None

    @abstractmethod
    def read(self, value: Any, function: str) -> Any:
        """Return what a job takes for a value; :meth:`Function.bind` describes the errors."""


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
    encoded : bool
        Whether a packet has the length in bits before the bytes, as encode_string of NIST SP
        800-185, section 2.3.2.
    """

    length: int
    optional: bool = False
    shorter: bool = False
    free: bool = False
    encoded: bool = False

    @property
    def may_be_empty(self) -> bool:
        """Whether the function has a meaning for no bytes."""
        return self.shorter or self.free

    def read(self, value: Any, function: str) -> bytes:
        """Return the bytes; of what is secret, none only for :data:`EMPTY_KEY`."""
        if value is None and self.optional:
            return b""
        if value is None or (value is EMPTY_KEY and not self.may_be_empty):
            of = "any length" if self.free else f"{self.length} bytes"
            raise GatehashError(f"{function} needs a {self.name} of {of}")
        if value is EMPTY_KEY and self.secret:
            return b""
        if isinstance(value, Integral) and self.least is not None and self.most is not None:
            allowed = f"it must be {self.least} to {self.most}"
            number = whole_number(self.name, value, f"{allowed}, or {self.length} bytes")
            if not self.least <= number <= self.most:
                raise GatehashError(f"{self.name} is {shown_value(number)}; {allowed}")
            return number.to_bytes(self.length, "little")
        data = self._octets(value)
        if self.secret and self.may_be_empty and not data:
            raise GatehashError(
                f"{self.name} is empty; {function} takes one of at least 1 byte, or "
                "gatehash.EMPTY_KEY where a key of no bytes is meant"
            )
        least = 0 if self.shorter or self.free else self.length
        if len(data) < least or (len(data) > self.length and not self.free):
            has, most = counted(len(data), "byte"), "at most " * self.shorter
            raise GatehashError(f"{self.name} has {has}; {function} takes {most}{self.length}")
        return data

    def _octets(self, value: Any) -> bytes:
        """Return the bytes of a buffer; NumPy's numbers and truth values are none."""
        try:
            if not isinstance(value, Number) and getattr(value, "ndim", None) != 0:
                return bytes(octets(value))
        except TypeError:
            pass
        if self.most is not None:
            raise TypeError(
                f"{self.name} must be an integer from {self.least} to {self.most}, or "
                f"{self.length} bytes, got {shown_value(value)}"
            )
        text = "; text must be encoded to bytes first" if isinstance(value, str) else ""
        raise TypeError(f"{self.name} must be bytes-like, not '{type(value).__name__}'{text}")


@dataclass(frozen=True, kw_only=True)
class NumberField(Field):
    """A number, such as a digest length.

    Parameters
    ----------
    words, unit : str
        Name and unit in errors.
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
        return (self.most - self.least) // self.step < _LISTED

    def read(self, value: Any, function: str) -> int:
        """Return the number."""
        values = self.values
        allowed = f"multiples of {self.step} {self.unit} from {self.least} to {self.most}"
        if self.step == 1:
            allowed = f"{self.least} to {self.most} {self.unit}".rstrip()
        if self.few:
            allowed = f"{' or '.join(map(str, values))} {self.unit}".rstrip()
        number = whole_number(self.name, value, f"{function} takes {allowed}")
        if number in values:
            return number
        raise GatehashError(
            f"{self.words} {shown_value(number)} is not available: {function} takes {allowed}"
        )


@dataclass(frozen=True, kw_only=True)
class FlagField(Field):
    """A choice that a user may make.

    Parameters
    ----------
    extends : bool
        Whether the choice makes the function's output extendable.
    """

    default: bool = False
    tested: tuple[bool, ...] = (True,)
    extends: bool = False

    def read(self, value: Any, function: str) -> bool:
        """Return whether the choice is made: a bool, also NumPy's."""
        of_numpy = getattr(value, "dtype", None) == "bool" and value.ndim == 0
        if isinstance(value, bool) or of_numpy:
            return bool(value)
        raise TypeError(
            f"{self.name} must be True or False, got {shown_value(value)}, for {function}"
        )


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
        name=DIGEST_BITS,
        help="Digest length in bits.",
        topic=OUTPUT,
        words="digest length",
        unit="bits",
        least=bits if least is None else least,
        most=bits if most is None else most,
        step=step,
        default=bits,
        tested=tested,
    )
