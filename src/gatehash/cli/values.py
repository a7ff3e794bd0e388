# SPDX-License-Identifier: Apache-2.0
"""Values of options, each checked against its range."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from enum import Enum
from functools import partial
from pathlib import Path
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup

from gatehash.errors import shown

__all__ = ["BadValue", "Command", "Group", "OneOf", "Real", "Whole", "path"]

# Most characters of a number.
_LONGEST = 40


class BadValue(typer.BadParameter):
    """A value out of the range of an option; the text names the value and the range."""

    def __init__(self, value: str, allowed: str) -> None:
        super().__init__(f"'{shown(value)}'; it must be {allowed}")


@dataclass(frozen=True)
class Whole:
    """Reads a whole number.

    Parameters
    ----------
    least, most : int
        The range.
    """

    least: int
    most: int

    def __call__(self, value: str | int) -> int:
        """Return the number, or raise :class:`BadValue`."""
        text = str(value)
        if len(text) <= _LONGEST and re.fullmatch(r"[+-]?[0-9]+", text):
            number = int(text)
            if self.least <= number <= self.most:
                return number
        raise BadValue(text, f"a whole number from {self.least} to {self.most}")


@dataclass(frozen=True)
class Real:
    """Reads a number.

    Parameters
    ----------
    least, most : float
        The range.
    """

    least: float
    most: float

    def __call__(self, value: str | float) -> float:
        """Return the number, or raise :class:`BadValue`."""
        text = str(value)
        try:
            number = float(text) if len(text) <= _LONGEST and text.isascii() else math.nan
        except ValueError:
            number = math.nan
        if self.least <= number <= self.most:
            return number
        raise BadValue(text, f"a number from {self.least:.12g} to {self.most:.12g}")


@dataclass(frozen=True)
class OneOf:
    """Reads one of several words.

    Parameters
    ----------
    words : type of Enum
        The words, as values.
    """

    words: type[Enum]

    def __call__(self, value: str | Enum) -> Enum:
        """Return the word, or raise :class:`BadValue`."""
        for word in self.words:
            if value in (word, word.value):
                return word
        raise BadValue(str(value), f"one of: {', '.join(str(word.value) for word in self.words)}")


def path(value: str | Path) -> Path:
    """Return a path, or raise :class:`BadValue` if it is empty, which would be this folder."""
    if value == "":
        raise BadValue("", "a path; this folder is '.'")
    return Path(value)


class _Plainly:
    """Has each value of a command read by its own parser, or as text.

    Typer itself has Pydantic read values, which takes longer to load than most commands run.
    """

    def get_params(self, context: Any) -> list[Any]:
        """Return the parameters, with the readers of their values."""
        parameters: list[Any] = super().get_params(context)  # type: ignore[misc]
        for each in parameters:
            each.get_runtime_param = partial(_Reader, each)
        return parameters


class Command(_Plainly, TyperCommand):
    """A command."""


class Group(_Plainly, TyperGroup):
    """A group of commands."""


class _Reader:
    """Reads the values of a parameter that are no flags."""

    def __init__(self, parameter: Any) -> None:
        described = parameter.type_descriptor
        kind, parser = described.annotation, described.parameter_info.parser
        if parser is None and kind not in (str, bool, list[str]):
            raise AssertionError(f"{parameter.name} is {kind} and has no parser")
        self._many = parameter.multiple or parameter.nargs == -1
        self._read = parser or (bool if kind is bool else str)

    def coerce(self, value: Any, **_: Any) -> Any:
        if self._many:
            return tuple(map(self._read, value or ()))
        return None if value is None else self._read(value)
