# SPDX-License-Identifier: Apache-2.0
"""RTL files: their meaning without comments and layout, and which of them a module needs."""

from __future__ import annotations

import hashlib
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

from gatehash.files import write_whole
from gatehash.paths import cache_root

__all__ = ["assertions_hash", "at_one_time", "needed", "normalise", "seen_once", "text_hash"]

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


_NOTE = "texts"
# Files of the past are forgotten then.
_MOST_NOTED = 2000
_Content: TypeAlias = tuple[bytes, frozenset[str]]
_T = TypeVar("_T")


# By the digests of the files as they are; the cache has those of the last report.
_contents: dict[str, _Content] = {}


def _read(path: Path) -> _Content:
    """Return a hash of a file without comments and layout, and all words in it."""
    raw = path.read_bytes()
    digest = hashlib.sha256(raw).hexdigest()
    if digest not in _contents:
        noted = _noted().get(digest)
        if noted is None:
            text = normalise(raw.decode())
            words = frozenset(re.findall(r"\w+", text))
            _contents[digest] = hashlib.sha256(text.encode()).digest(), words
        else:
            text_digest, _, together = noted.partition(" ")
            _contents[digest] = bytes.fromhex(text_digest), frozenset(together.split())
    return _contents[digest]


@cache
def _version() -> str:
    """Return what the content of a file depends on, beside the file."""
    return hashlib.sha256(Path(__file__).read_bytes() + sys.version.encode()).hexdigest()


@cache
def _noted() -> Mapping[str, str]:
    """Return contents in the cache by the digests of their files, each as a line of text."""
    with suppress(OSError, ValueError):
        seal, _, text = (cache_root() / _NOTE).read_text(encoding="utf-8").partition("\n")
        if seal == _seal(text):
            parts = (line.partition(" ") for line in text.splitlines())
            return {digest: content for digest, _, content in parts}
    return {}


def _seal(text: str) -> str:
    return hashlib.sha256(f"{_version()}\n{text}".encode()).hexdigest()


def _note() -> None:
    """Keep all contents for the next report, if one is new and the cache can be written."""
    if _contents.keys() <= _noted().keys():
        return
    lines = {
        digest: " ".join((content.hex(), *sorted(words)))
        for digest, (content, words) in _contents.items()
    }
    if len(lines.keys() | _noted().keys()) <= _MOST_NOTED:
        lines = {**_noted(), **lines}
    text = "\n".join(f"{digest} {line}" for digest, line in sorted(lines.items()))
    with suppress(OSError):
        path = cache_root() / _NOTE
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, f"{_seal(text)}\n{text}")


@dataclass(frozen=True)
class _View:
    """The content of files, which of them modules need, and what else follows from the files.

    The values of the latter keep the objects that their keys are numbers of.
    """

    contents: dict[Path, _Content] = field(default_factory=dict)
    needed: dict[object, tuple[Path, ...]] = field(default_factory=dict)
    others: dict[tuple[object, ...], tuple[object, Any]] = field(default_factory=dict)


_view: ContextVar[_View | None] = ContextVar("gatehash.sources", default=None)


@contextmanager
def at_one_time() -> Iterator[None]:
    """Take all files as they are at the first look, during a report that looks at many."""
    token = _view.set(_View())
    try:
        yield
        _note()
    finally:
        _view.reset(token)


def seen_once(make: Callable[[], _T], owner: object, *names: object) -> _T:
    """Return what an object is by the files, which is made once within :func:`at_one_time`.

    Parameters
    ----------
    make : callable
        Makes it.
    owner : object
        The object, as itself; an equal one is another.
    *names : object
        Its names in the object.
    """
    view = _view.get()
    if view is None:
        return make()
    key = (id(owner), *names)
    if key not in view.others:
        view.others[key] = owner, make()
    made: _T = view.others[key][1]
    return made


def _content(path: Path) -> _Content:
    seen = view.contents if (view := _view.get()) else {}
    if (content := seen.get(path)) is None:
        content = seen[path] = _read(path)
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

    These are its own file and the files of everything that it names; a file is named after its
    content. If no file holds the module, all files may be needed.
    """
    together = tuple(files)
    known = view.needed if (view := _view.get()) else {}
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
