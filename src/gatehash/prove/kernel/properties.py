# SPDX-License-Identifier: Apache-2.0
"""A property of a module, how it is decided, and the verdict."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

__all__ = ["HOLDS", "Property", "Status", "Verdict"]

Status = Literal["proved", "bounded", "failed", "unknown"]
HOLDS: tuple[Status, ...] = ("proved", "bounded")
"""Verdicts with which a property holds, perhaps to a bound."""


@dataclass(frozen=True)
class Verdict:
    """The outcome of a run.

    Parameters
    ----------
    status : {"proved", "bounded", "failed", "unknown"}
        Whether the property holds for all inputs and states that can be reached, holds for the
        first `depth` cycles, does not hold, or was not decided.
    depth : int or None
        Cycles that were looked at; None where there is no bound.
    detail : str
        Finding: a counterexample, or the reason why nothing was decided.
    """

    status: Status
    depth: int | None
    detail: str


@dataclass(frozen=True)
class Property:
    """A property of a module.

    Parameters
    ----------
    name : str
        Its name, which is also that of its record: words joined by dots and hyphens.
    module : str
        The module that it is of.
    designs : tuple of str
        Designs of the catalogue that use the module.
    claim : str
        The claim, in one sentence.
    method : str
        How it is proved.
    sources : tuple of Path
        RTL files that it depends on, packages before what imports them.
    parameters : mapping
        Parameters of the module, or of its harness.
    run : callable
        The code that decides it, a method of the data that it is decided of. It is called with a
        work folder and the seconds of CPU time that it may take, and returns the verdict.
    has_assertions : bool
        Whether assertions of the RTL itself are claims or assumptions. A change of the sources'
        assertions then makes the record stale.
    """

    name: str
    module: str
    designs: tuple[str, ...]
    claim: str
    method: str
    sources: tuple[Path, ...]
    parameters: Mapping[str, int]
    run: Callable[[Path, float], Verdict]
    has_assertions: bool = False
