# SPDX-License-Identifier: Apache-2.0
"""The key of a result: a hash over the meaning of the RTL, not over its comments and layout."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from gatehash.catalog import BoundaryName, Design
from gatehash.implement.scripts import design_script
from gatehash.implement.targets import Target

__all__ = ["normalise", "source_key"]

_TOKEN = re.compile(
    r'"(?:\\.|[^"\\])*"'  # string
    r"|//[^\n]*|/\*.*?\*/"  # comment
    r"|\\\S+"  # escaped identifier
    r"|[\w$]+|\s+|.",
    re.DOTALL,
)
# Comments that tools obey.
_PRAGMA = re.compile(r"/[/*]\s*(?:pragma|synopsys|synthesis|xilinx)\s+\w*(?:translate|synthesis)_")
_BRACKETS = frozenset("()[]{},;")


def normalise(text: str) -> str:
    r"""Return SystemVerilog text without comments and needless white space.

    White space stays where two tokens would run together, and line ends stay where they end a
    compiler directive.

    Examples
    --------
    >>> normalise("assign  a = b\n  + 1 ;  // sum")
    'assign a=b+1;'
    """
    return "".join(_pieces(text))


def _pieces(text: str) -> Iterator[str]:
    last = "\n"
    gap = directive = False
    at_line_start = True
    for match in _TOKEN.finditer(text):
        token = match[0]
        if token.isspace() or (token.startswith(("//", "/*")) and not _PRAGMA.match(token)):
            gap = True
            if "\n" in token and not token.startswith("/*"):
                if directive and last != "\\":
                    yield "\n"
                    last, directive = "\n", False
                at_line_start = True
            continue
        if token == "`" and at_line_start:
            directive = True
            if last != "\n":
                yield "\n"
        elif gap and _would_join(last, token):
            yield " "
        yield token
        last, gap, at_line_start = token, False, False


def _would_join(left: str, right: str) -> bool:
    if left == "\n" or left in _BRACKETS or right in _BRACKETS:
        return left.startswith("\\")
    if left.startswith("\\"):
        return True
    return _is_word(left) == _is_word(right)


def _is_word(token: str) -> bool:
    return token[0].isalnum() or token[0] in "_$"


@cache
def _read(path: Path, _changed: int, _size: int) -> tuple[bytes, frozenset[str]]:
    """Return a hash of a file without comments and layout, and all words in it."""
    text = normalise(path.read_text(encoding="utf-8"))
    return hashlib.sha256(text.encode()).digest(), frozenset(re.findall(r"\w+", text))


def source_key(design: Design, target: Target, boundary: BoundaryName) -> str:
    """SHA-256 over all that a result depends on but the tools, in hexadecimal.

    That is what the tools are told, and the RTL, comments and layout aside: the files of the
    boundary's module and of all that it names, each file being called like what it holds.
    """
    told = {
        "synthesis": design_script(design, target, boundary),
        "place_and_route": target.place_and_route,
    }
    total = hashlib.sha256(json.dumps(told).encode())
    files = {path.stem: path for path in design.files(target.vendor)}
    content = {}
    for name, path in files.items():
        status = path.stat()
        content[name] = _read(path, status.st_mtime_ns, status.st_size)
    used: set[str] = set()
    named = {design.boundary(boundary).top} & files.keys()
    while named:
        used |= named
        named = {word for name in named for word in content[name][1] & files.keys()} - used
    for name in files:
        if name in used:
            total.update(content[name][0])
    return total.hexdigest()
