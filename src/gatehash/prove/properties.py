# SPDX-License-Identifier: Apache-2.0
"""What a property is, and what a run of its proof says."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

__all__ = ["Property", "Verdict"]


@dataclass(frozen=True)
class Verdict:
    """The outcome of a proof.

    Parameters
    ----------
    status : {"proved", "bounded", "failed", "unknown"}
        Whether the property holds: always, for so many cycles, not, or not known.
    depth : int or None
        Cycles of a bounded proof.
    detail : str
        A counterexample, or why nothing is known.
    """

    status: Literal["proved", "bounded", "failed", "unknown"]
    depth: int | None
    detail: str


@dataclass(frozen=True)
class Property:
    """A property of a module.

    Parameters
    ----------
    name : str
        Its name, unique.
    module : str
        The module.
    designs : tuple of str
        Designs that the module is part of.
    claim : str
        What holds, in words.
    method : str
        How it is proved.
    sources : tuple of Path
        RTL files.
    parameters : mapping
        Parameters of the module.
    run : callable
        Proves it in a work folder, within so many seconds of CPU time.
    """

    name: str
    module: str
    designs: tuple[str, ...]
    claim: str
    method: str
    sources: tuple[Path, ...]
    parameters: Mapping[str, int]
    run: Callable[[Path, float], Verdict]
