# SPDX-License-Identifier: Apache-2.0
"""Lists of digests in the formats of sha256sum: lines ``HEX  FILE`` or ``NAME (FILE) = HEX``.

A name with a newline, carriage return or backslash is written with escapes, and its line
starts with a backslash, as in GNU coreutils.
"""

import os
import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from gatehash.cli.files import reading, reason
from gatehash.cli.names import quoted
from gatehash.errors import GatehashError
from gatehash.files import bounded_lines

__all__ = ["Entry", "ListError", "Numbered", "Reader", "called", "escape", "read_sums", "sum_line"]

_ESCAPES = {"\\": "\\\\", "\n": "\\n", "\r": "\\r"}
_BACK = {code: character for character, code in _ESCAPES.items()}
_LINE = re.compile(r"([0-9a-fA-F]+)[ \t](.+)", re.DOTALL)
# A digest of Skein has up to a quarter of it, a name with escapes some thousand.
_LONGEST_LINE = 1 << 20
_TAGGED = re.compile(r"([^(]+?) ?\((.*)\)[ \t]*=[ \t]*([0-9a-fA-F]+)", re.DOTALL)


class ListError(GatehashError):
    """A list of digests can't be read."""


class Entry(NamedTuple):
    """A line of a list: the digest in hexadecimal, the file, and the hash function's tag if any."""

    digest: str
    name: str
    tag: str | None = None

    @property
    def digest_bits(self) -> int:
        """Digest length in bits."""
        return 4 * len(self.digest)


Numbered = tuple[int, Entry | None]
"""The number of a line, from 1 on, and what it holds: None if it is improperly formatted."""


def sum_line(
    digest: str, name: str, tag: str = "", *, binary: bool = False, escapes: bool = True
) -> str:
    r"""Return one line of a list, without its end.

    Parameters
    ----------
    digest, name : str
        The digest in hexadecimal, and the file.
    tag : str
        Name of the hash function in the list, for a line that starts with it.
    binary : bool
        Whether an asterisk precedes the name, where there is no tag.
    escapes : bool
        Whether characters that would end a line are written with escapes.

    Examples
    --------
    >>> sum_line("00ff", "a file"), sum_line("00ff", "a file", "SHA256")
    ('00ff  a file', 'SHA256 (a file) = 00ff')
    >>> print(sum_line("00ff", "two\nlines"))
    \00ff  two\nlines
    """
    shown = escape(name) if escapes else name
    text = f"{tag} ({shown}) = {digest}" if tag else f"{digest} {' *'[binary]}{shown}"
    return text if shown == name else f"\\{text}"


def escape(name: str) -> str:
    """Return a name with escapes for the characters that would end a line."""
    return "".join(_ESCAPES.get(character, character) for character in name)


class Reader:
    r"""Reads the lines of lists.

    A single space before the name, as old BSD tools wrote it, is taken where the first line with no
    tag is so; then all spaces behind it belong to names. In other lists two characters precede it.

    Parameters
    ----------
    known : callable
        Whether there is a hash function that lists call so, with a digest of so many bits. None
        stands for the function of lines without a tag.

    Examples
    --------
    >>> reader = Reader(lambda tag, bits: tag in (None, "SHA512") and bits == 16)
    >>> reader.entry("00FF *a file")
    Entry(digest='00ff', name='a file', tag=None)
    >>> reader.entry("\\00ff  two\\nlines")
    Entry(digest='00ff', name='two\nlines', tag=None)
    >>> reader.entry("SHA512 (a file) = 00ff")
    Entry(digest='00ff', name='a file', tag='SHA512')
    >>> reader.entry("0011ff  a file")
    """

    def __init__(self, known: Callable[[str | None, int], bool]) -> None:
        self._known = known
        self._single: bool | None = None

    def entry(self, line: str) -> Entry | None:
        """Return what a line holds, without its end; None if it is improperly formatted."""
        text = line.lstrip(" \t")
        escaped = text.startswith("\\")
        text = text.removeprefix("\\")
        if tagged := _TAGGED.fullmatch(text):
            tag, name, digest = tagged.groups()
            if not self._known(tag, 4 * len(digest)):
                return None
        elif plain := _LINE.fullmatch(text):
            tag, digest, name = None, *plain.groups()
            if not self._known(None, 4 * len(digest)):
                return None
            single = len(name) == 1 or name[0] not in " *"
            if self._single is None:
                self._single = single
            if single and not self._single:
                return None
            name = name if self._single else name[1:]
        else:
            return None
        if escaped:
            if re.fullmatch(r"(?:[^\\]|\\[\\nr])*", name) is None:
                return None
            name = re.sub(r"\\.", lambda code: _BACK[code[0]], name)
        return None if "\0" in name else Entry(digest.lower(), name, tag)


def called(sums: str) -> str:
    """Return a list's name for a diagnostic."""
    return quoted("standard input" if sums == "-" else sums)


def read_sums(sums: str, reader: Reader) -> Iterator[Numbered]:
    """Yield the lines of a list; empty lines and comments are skipped.

    Parameters
    ----------
    sums : str
        The list; ``-`` is standard input, which is then no file that a line may name.
    reader : Reader
        Reads the lines.

    Raises
    ------
    ListError
        If the list can't be read, or has a line that is too long for one.
    """
    for number, content in enumerate(_lines(sums), start=1):
        if content.startswith(b"#"):
            continue
        line = os.fsdecode(content.removesuffix(b"\n").removesuffix(b"\r"))
        if line:
            entry = reader.entry(line)
            itself = sums == "-" and entry is not None and entry.name == "-"
            yield number, None if itself else entry


def _lines(sums: str) -> Iterator[bytes]:
    try:
        with reading(sums) as stream:
            yield from bounded_lines(stream, _LONGEST_LINE, "lists of digests")
    except OSError as error:
        raise ListError(f"{called(sums)}: {reason(error)}") from error
    except GatehashError as error:
        raise ListError(f"{called(sums)}: {error}") from error
