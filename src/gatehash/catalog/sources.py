# SPDX-License-Identifier: Apache-2.0
"""RTL files: their meaning without comments and layout, and which of them a module needs."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

__all__ = ["assertions_hash", "needed", "normalise", "text_hash"]

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
# Assertions, which synthesis finds empty: see gh_assert.svh.
_INCLUDE = re.compile(r'`include[ \t]+"gh_assert\.svh"')
_ASSERTION = re.compile(r"`GH_\w+\s*\(")


def normalise(text: str) -> str:
    r"""Return SystemVerilog text without comments, assertions and needless white space.

    White space stays where two tokens would run together, and line ends stay where they end a
    compiler directive. Assertions are the macros of ``gh_assert.svh``.

    Examples
    --------
    >>> normalise("assign  a = b\n  + 1 ;  // sum")
    'assign a=b+1;'
    >>> normalise("assign a = b;\n`GH_ASSERT(two, a == f(2), clk_i, rst_i)\nassign c = a;")
    'assign a=b;assign c=a;'
    """
    return "".join(_pieces(text))


def _tokens(text: str) -> Iterator[str]:
    """Yield the tokens of a text, white space and comments too, but none of assertions."""
    end = 0
    while match := _TOKEN.match(text, end):
        if skipped := _INCLUDE.match(text, end):
            end = skipped.end()
        elif skipped := _ASSERTION.match(text, end):
            end = _closed(text, skipped.end())
        else:
            yield match[0]
            end = match.end()


def _closed(text: str, start: int) -> int:
    """Place behind the bracket that closes the one in front of a place, and behind a semicolon."""
    depth = 1
    for match in _TOKEN.finditer(text, start):
        depth += (match[0] == "(") - (match[0] == ")")
        if depth == 0:
            return match.end() + text.startswith(";", match.end())
    return len(text)


def _pieces(text: str) -> Iterator[str]:
    last = "\n"
    gap = directive = False
    at_line_start = True
    for token in _tokens(text):
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


def _content(path: Path) -> tuple[bytes, frozenset[str]]:
    status = path.stat()
    return _read(path, status.st_mtime_ns, status.st_size)


def text_hash(path: Path) -> bytes:
    """SHA-256 of a file's text, comments, assertions and layout aside."""
    return _content(path)[0]


def assertions_hash(path: Path) -> bytes:
    """SHA-256 of a file's text, comments and layout aside, with its assertions."""
    text = path.read_text(encoding="utf-8").replace("`GH_", "GH_")
    return hashlib.sha256(normalise(text).encode()).digest()


def needed(files: Iterable[Path], top: str) -> tuple[Path, ...]:
    """Return those of several files that a module needs, in their order.

    That is its own file and those of all that it names, each file being called like what it holds.
    Of a module that no file holds all may be needed.
    """
    paths = {path.stem: path for path in files}
    if top not in paths:
        return tuple(paths.values())
    used: set[str] = set()
    named = {top}
    while named:
        used |= named
        named = {word for name in named for word in _content(paths[name])[1] & paths.keys()} - used
    return tuple(path for name, path in paths.items() if name in used)
