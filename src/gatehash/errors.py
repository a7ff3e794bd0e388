# SPDX-License-Identifier: Apache-2.0
"""The one kind of error that a user meets: a single line that says what was wrong."""

from collections.abc import Callable, Iterable

__all__ = [
    "ArgumentError",
    "FieldError",
    "GatehashError",
    "RefusedError",
    "counted",
    "escaped",
    "shown",
    "shown_value",
    "unknown",
]

# What a user gave is shown up to here; so many names are listed in full.
_LONGEST = 60
_MOST_BITS = 256
_MOST_NAMES = 12
_NEAREST = 5


class GatehashError(Exception):
    """Something that the user can mend; its text names what was wrong and what is allowed."""


class ArgumentError(GatehashError, ValueError):
    """A value or a name is not known, where functions of Python raise a ValueError."""


class FieldError(GatehashError):
    """A user's values do not fit a function: the text has ``{}`` for each of the fields' names.

    Examples
    --------
    >>> error = FieldError("chacha20 takes no {}; it takes: {}", "key_id", "key")
    >>> print(error)
    chacha20 takes no key_id; it takes: key
    >>> print(error.spelled(str.upper))
    chacha20 takes no KEY_ID; it takes: KEY
    """

    def __init__(self, text: str, *names: str) -> None:
        super().__init__(text, *names)

    def __str__(self) -> str:
        return self.spelled(str)

    def spelled(self, spell: Callable[[str], str]) -> str:
        """Return the text with names as a command line or another interface spells them."""
        text, *names = self.args
        return str(text).format(*map(spell, names))


class RefusedError(GatehashError):
    """A design does not take a message; the next one is none the worse for it."""


def shown(text: str) -> str:
    r"""Return what a user wrote as an error shows it: on one line, and not too long.

    Examples
    --------
    >>> shown("two\nlines"), shown("9" * 5000)[-12:]
    ('two\\nlines', '99999999 ...')
    """
    return escaped(text if len(text) <= _LONGEST else f"{text[:_LONGEST]} ...")


def shown_value(value: object) -> str:
    """Return a value that a user gave, which is no secret, as an error shows it.

    Examples
    --------
    >>> shown_value(5), shown_value("5"), shown_value(1 << 5000)
    ('5', "'5'", 'a number of 5001 bits')
    """
    if isinstance(value, int) and value.bit_length() > _MOST_BITS:
        return f"a number of {value.bit_length()} bits"
    return shown(repr(value))


def escaped(text: str) -> str:
    r"""Return a text with escapes for what a terminal would not show.

    Examples
    --------
    >>> escaped("a\x1bb")
    'a\\x1bb'
    """
    return "".join(
        each if each.isprintable() else each.encode("unicode_escape").decode() for each in text
    )


def counted(number: int, noun: str) -> str:
    """Return a number with its noun in the singular or the plural.

    Examples
    --------
    >>> counted(1, "byte"), counted(0, "byte")
    ('1 byte', '0 bytes')
    """
    return f"{number} {noun}{'' if number == 1 else 's'}"


def unknown(kind: str, name: str, names: Iterable[str], see: str) -> ArgumentError:
    """Return the error for a name that is not known: it lists the names, or of many the nearest.

    Parameters
    ----------
    kind : str
        Kind of the name, such as ``design``.
    name : str
        The name.
    names : iterable of str
        The names that there are.
    see : str
        The command that lists them all.

    Examples
    --------
    >>> print(unknown("order", "size", ["area", "throughput"], "gatehash pick --help"))
    unknown order 'size'; choose one of: area, throughput
    """
    # Few runs need it, and each loads this module.
    from difflib import get_close_matches

    known = list(names)
    if len(known) <= _MOST_NAMES:
        hint = f"choose one of: {', '.join(known)}"
    else:
        near = get_close_matches(name[:_LONGEST], known, _NEAREST)
        hint = f"the nearest: {', '.join(near)}; all: {see}" if near else f"for all names: {see}"
    return ArgumentError(f"unknown {kind} '{shown(name)}'; {hint}")
