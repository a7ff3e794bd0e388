# SPDX-License-Identifier: Apache-2.0
"""Damaged records: an error by default, or noted by a caller that continues without them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol, Self, TypeVar

from gatehash.errors import GatehashError

__all__ = ["Damage", "DamagedError", "current_damage", "damage_noted", "is_damaged", "read_record"]


class DamagedError(GatehashError):
    """A record is damaged; the text names it, the damage and the command that measures it again."""


class _Readable(Protocol):
    @classmethod
    def from_json(cls, text: str | bytes) -> Self: ...


_Whole = TypeVar("_Whole", bound=_Readable)


def read_record(
    kind: type[_Whole], path: Path, again: str, *, of: str = "", name: Callable[[_Whole], str] = str
) -> _Whole:
    """Read a record.

    Parameters
    ----------
    kind : type
        Its type.
    path : Path
        Its file.
    again : str
        How it is made again, with the command line: ``measure again: gatehash synth ...``.
    of, name : str and callable, optional
        The subject that it must be the record of, and a function that reads a record's subject.

    Raises
    ------
    DamagedError
        If it can't be read, or is the record of something else.
    """
    try:
        found = kind.from_json(path.read_text(encoding="utf-8"))
        if of and name(found) != of:
            raise ValueError(f"it is the record of {name(found)}")
    except (OSError, ValueError) as error:
        raise DamagedError(
            f"result '{path}' can't be read ({error}); delete it and {again}"
        ) from error
    return found


@dataclass(frozen=True)
class Damage:
    """The damaged records found so far.

    Parameters
    ----------
    tell : callable
        Called with each of them, once.
    found : dict
        Their errors, by design, target and boundary.
    """

    tell: Callable[[DamagedError], None]
    found: dict[tuple[str, str, str], DamagedError] = field(default_factory=dict)

    def note(self, key: tuple[str, str, str], error: DamagedError) -> None:
        """Note a damaged record of a design, target and boundary."""
        if key not in self.found:
            self.found[key] = error
            self.tell(error)


_current: ContextVar[Damage | None] = ContextVar("_current", default=None)


def current_damage() -> Damage | None:
    """Return the object that notes damaged records, None where they are errors."""
    return _current.get()


@contextmanager
def damage_noted(tell: Callable[[DamagedError], None]) -> Iterator[Damage]:
    """Note damaged records, and call `tell` once for each, in place of raising an error.

    They count as not measured.
    """
    damage = Damage(tell)
    token = _current.set(damage)
    try:
        yield damage
    finally:
        _current.reset(token)


def is_damaged(design: str, target: str, boundary: str) -> bool:
    """Whether the record of a design, target and boundary was noted as damaged."""
    damage = current_damage()
    return damage is not None and (design, target, boundary) in damage.found
