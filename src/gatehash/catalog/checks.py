# SPDX-License-Identifier: Apache-2.0
"""Assertions of the RTL: where their macros are, and checkers of the streams of a top."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from pathlib import Path

from gatehash.catalog.hardware import Hardware
from gatehash.paths import rtl_root

__all__ = [
    "MACROS",
    "checker_files",
    "digest_of_checks",
    "stream_checker_defines",
    "stream_checker_files",
]

MACROS = "gh_assert.svh"
"""File of the assertions' macros."""


def checker_files(files: Iterable[Path]) -> tuple[Path, ...]:
    """RTL files with checkers of modules among some files, to be compiled behind them.

    The checker of ``NAME.sv`` is ``check/NAME_checker.sv``, which binds itself.
    """
    checkers = (_folder() / f"{file.stem}_checker.sv" for file in files)
    return tuple(checker for checker in checkers if checker.is_file())


def stream_checker_files() -> tuple[Path, ...]:
    """RTL files that bind a checker to each stream of a top, to be compiled behind its own."""
    return (_folder() / "gh_axis_checker.sv", _folder() / "gh_axis_binds.sv")


def _folder() -> Path:
    return rtl_root() / "check"


def stream_checker_defines(hardware: Hardware) -> tuple[str, ...]:
    """Macros that select, in these files, the streams that the hardware's stream top has.

    Examples
    --------
    >>> from gatehash.catalog import find
    >>> stream_checker_defines(find("skein512-x8").hardware)
    ('GH_CHECKED=gh_skein',)
    """
    return (
        f"GH_CHECKED={hardware.stream.top}",
        *(("GH_CONFIGURED",) if hardware.configured else ()),
        *(("GH_MASKED",) if hardware.masking else ()),
        *(("GH_TWO_STREAMS",) if hardware.streams > 1 and not hardware.shared else ()),
    )


def digest_of_checks() -> str:
    """SHA-256 of the macros and of all checkers, in hexadecimal."""
    total = hashlib.sha256()
    for path in (rtl_root() / MACROS, *sorted(_folder().glob("*.sv"))):
        total.update(hashlib.sha256(path.read_bytes()).digest())
    return total.hexdigest()
