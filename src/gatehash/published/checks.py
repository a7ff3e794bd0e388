# SPDX-License-Identifier: Apache-2.0
"""Checks of what the files of published figures say; each raises ValueError and names the field."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

__all__ = ["check_number", "check_text", "check_texts", "check_unique", "check_whole"]


def check_text(name: str, value: Any) -> None:
    """Raise ValueError unless a value is text that is not empty."""
    if not isinstance(value, str) or not value.strip():
        raise ValueError(f"{name} is {value!r}; it must be text")


def check_texts(name: str, values: Any) -> None:
    """Raise ValueError unless values are a tuple of texts, at least one."""
    if not isinstance(values, tuple) or not values:
        raise ValueError(f"{name} is {values!r}; it must be a list of texts, at least one")
    for value in values:
        check_text(name, value)


def check_number(name: str, value: Any) -> None:
    """Raise ValueError unless a value is a finite number above 0."""
    valid = isinstance(value, int | float) and not isinstance(value, bool)
    if not valid or not math.isfinite(value) or value <= 0:
        raise ValueError(f"{name} is {value!r}; it must be a number above 0")


def check_whole(name: str, value: Any) -> None:
    """Raise ValueError unless a value is a whole number above 0."""
    if isinstance(value, bool) or not isinstance(value, int) or value <= 0:
        raise ValueError(f"{name} is {value!r}; it must be a whole number above 0")


def check_unique(what: str, names: Sequence[str]) -> None:
    """Raise ValueError if a name stands among others twice."""
    for name in names:
        if names.count(name) > 1:
            raise ValueError(f"{what} '{name}' stands there twice")
