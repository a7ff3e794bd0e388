# SPDX-License-Identifier: Apache-2.0
"""RTL files: their meaning without comments and layout, and which of them a module needs."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from pathlib import Path
from typing import TypeAlias

__all__ = ["assertions_hash", "at_one_time", "needed", "normalise", "text_hash"]

# Round brackets, and strings, comments and escaped identifiers, whose brackets are none.
_ROUND = re.compile(r'[()]|"(?:\\.|[^"\\])*"|//[^\n]*|/\*.*?\*/|\\\S+', re.DOTALL)
# Pieces of a text, of which the plain ones have neither strings, comments, escaped identifiers, nor
# directives. Assertions are those that synthesis finds empty, see gh_assert.svh. Comments that
# tools obey are no comments.
_PIECE = re.compile(
    r'(?P<none>`include[ \t]+"gh_assert\.svh")'
    r"|(?P<assertion>`GH_\w+\s*\()"
    r"|(?P<plain>[^\"/\\`]+)"
    r"|(?!/[/*]\s*(?:pragma|synopsys|synthesis|xilinx)\s+\w*(?:translate|synthesis)_)"
    r"(?P<comment>//[^\n]*|/\*.*?\*/)"
    r'|"(?:\\.|[^"\\])*"|//[^\n]*|/\*.*?\*/|\\\S+|.',
    re.DOTALL,
)
# A space that separates nothing, between tokens of different kinds, or beside a bracket.
_NEEDLESS = re.compile(
    r"(?<=[\w$]) (?![\w$])|(?<![\w$]) (?=[\w$])|(?<=[()\[\]{},;]) | (?=[()\[\]{},;])"
)
_BRACKETS = frozenset("()[]{},;")


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


def _closed(text: str, start: int) -> int:
    """Place behind the bracket that closes the one in front of a place, and behind a semicolon."""
    depth = 1
    for match in _ROUND.finditer(text, start):
        depth += (match[0] == "(") - (match[0] == ")")
        if depth == 0:
            return match.end() + text.startswith(";", match.end())
    return len(text)


def _pieces(text: str) -> Iterator[str]:
    """Yield the pieces of normalised text."""
    # The last character of the token before decides for a word, the first one for an escaped name.
    last = "\n"
    gap = directive = False
    at_line_start = True
    end = 0
    while piece := _PIECE.match(text, end):
        end = piece.end()
        kind, token = piece.lastgroup, piece[0]
        if kind == "assertion":
            end = _closed(text, end)
        elif kind == "comment":
            gap = True
        elif kind == "plain":
            lines = [token]
            if directive:
                # A line end behind a backslash does not end it.
                begin = len(token) - len(token.lstrip()) if last == "\\" else 0
                if (at := token.find("\n", begin)) >= 0:
                    lines = [token[:at], token[at + 1 :]]
            for number, line in enumerate(lines):
                if number:
                    yield "\n"
                    last, directive, gap, at_line_start = "\n", False, True, True
                words = line.split()
                if not words:
                    gap, at_line_start = gap or bool(line), at_line_start or "\n" in line
                    continue
                if (gap or line[0].isspace()) and _would_join(last, words[0][0]):
                    yield " "
                yield _NEEDLESS.sub("", " ".join(words))
                last = words[-1][-1]
                behind = line[len(line.rstrip()) :]
                gap, at_line_start = bool(behind), "\n" in behind
        elif kind is None:
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


_Content: TypeAlias = tuple[bytes, frozenset[str]]


@cache
def _read(path: Path, _changed: int, _size: int) -> _Content:
    """Return a hash of a file without comments and layout, and all words in it."""
    text = normalise(path.read_text(encoding="utf-8"))
    return hashlib.sha256(text.encode()).digest(), frozenset(re.findall(r"\w+", text))


# Within a view, the content of files, and which of them modules need.
_view: ContextVar[tuple[dict[Path, _Content], dict[object, tuple[Path, ...]]] | None] = ContextVar(
    "gatehash.sources", default=None
)


@contextmanager
def at_one_time() -> Iterator[None]:
    """Take all files as they are at the first look, during a report that looks at many."""
    token = _view.set(({}, {}))
    try:
        yield
    finally:
        _view.reset(token)


def _content(path: Path) -> _Content:
    seen = view[0] if (view := _view.get()) else {}
    if (content := seen.get(path)) is None:
        status = path.stat()
        content = seen[path] = _read(path, status.st_mtime_ns, status.st_size)
    return content


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
    together = tuple(files)
    known = view[1] if (view := _view.get()) else {}
    if (found := known.get((together, top))) is None:
        found = known[together, top] = _needed(together, top)
    return found


def _needed(files: tuple[Path, ...], top: str) -> tuple[Path, ...]:
    paths = {path.stem: path for path in files}
    if top not in paths:
        return tuple(paths.values())
    used: set[str] = set()
    named = {top}
    while named:
        used |= named
        named = {word for name in named for word in _content(paths[name])[1] & paths.keys()} - used
    return tuple(path for name, path in paths.items() if name in used)
