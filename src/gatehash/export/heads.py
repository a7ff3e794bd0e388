# SPDX-License-Identifier: Apache-2.0
"""The headers of RTL files on the packets that configure messages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from gatehash.paths import rtl_root

__all__ = ["packet_heads"]

_COMMENT = re.compile(r"(?:^//.*\n)+", re.MULTILINE)
_MODULE = re.compile(r"\bgh_\w+")
_WORDS = "//   word 0"


def packet_heads(top: Path) -> Iterator[tuple[Path, list[str]]]:
    """Yield the files that describe a configured top's packets, each with its head's lines.

    The first one is the top's. Where its head names another module for the packet's words, that
    module's file follows; a design need not have that module inside.
    """
    yield top, _lines(_head(top))
    for name in dict.fromkeys(_MODULE.findall(_head(top))):
        for path in sorted(rtl_root().rglob(f"{name}.sv")):
            if path != top and _WORDS in _head(path):
                yield path, _lines(_head(path))


def _head(path: Path) -> str:
    found = _COMMENT.match(path.read_text("utf-8"))
    assert found, path
    return found[0]


def _lines(head: str) -> list[str]:
    """Return the lines of a head without its licence and its marks of a comment."""
    return [line.removeprefix("//").removeprefix(" ") for line in head.splitlines()[2:]]
