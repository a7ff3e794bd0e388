# SPDX-License-Identifier: Apache-2.0
"""Lists of digests in the formats of sha256sum: lines ``HEX  FILE`` or ``NAME (FILE) = HEX``.

A name with a newline, carriage return or backslash is written with escapes, and its line
starts with a backslash, as in GNU coreutils.
"""

import os
import re
from collections.abc import Callable, Iterable
from typing import NamedTuple

from gatehash.cli.files import reading, reason
from gatehash.cli.names import quoted
from gatehash.cli.streams import say
from gatehash.errors import GatehashError, RefusedError

__all__ = ["Entry", "check_sums", "parse_line", "read_sums", "sum_line"]

_ESCAPES = {"\\": "\\\\", "\n": "\\n", "\r": "\\r"}
_BACK = {code: character for character, code in _ESCAPES.items()}
_LINE = re.compile(r"([0-9a-fA-F]+)[ \t](.+)", re.DOTALL)
_TAGGED = re.compile(r"([\w/-]+) ?\((.*)\) ?= ?([0-9a-fA-F]+)[ \t]*", re.DOTALL | re.ASCII)


class Entry(NamedTuple):
    """A line of a list: a digest in hexadecimal and the name of the file."""

    digest: str
    name: str


def sum_line(digest: str, name: str) -> str:
    r"""Write one line of a list.

    Examples
    --------
    >>> sum_line("00ff", "a file")
    '00ff  a file'
    >>> print(sum_line("00ff", "two\nlines"))
    \00ff  two\nlines
    """
    escaped = _escape(name)
    return f"{'' if escaped == name else chr(92)}{digest}  {escaped}"


def _escape(name: str) -> str:
    return "".join(_ESCAPES.get(character, character) for character in name)


def parse_line(line: str, algorithm: str = "") -> Entry | None:
    r"""Read digest and name from one line; return None for any other line.

    Parameters
    ----------
    line : str
        The line, without its end.
    algorithm : str
        Name of the hash function, for lines that start with it; without regard to hyphens and case.

    Examples
    --------
    >>> parse_line("00FF *a file")
    Entry(digest='00ff', name='a file')
    >>> parse_line("\\00ff  two\\nlines")
    Entry(digest='00ff', name='two\nlines')
    >>> parse_line("SHA512 (a file) = 00ff", "sha-512")
    Entry(digest='00ff', name='a file')
    """
    text = line.lstrip(" \t")
    escaped = text.startswith("\\")
    text = text.removeprefix("\\")
    tagged = _TAGGED.fullmatch(text)
    if tagged is not None and _same(tagged[1], algorithm):
        name, digest = tagged[2], tagged[3]
    else:
        match = _LINE.fullmatch(text)
        if match is None:
            return None
        digest, name = match.groups()
        # A second space, or the asterisk of binary mode; a single space precedes a name as well.
        if len(name) > 1 and name[0] in " *":
            name = name[1:]
    if escaped:
        if re.fullmatch(r"(?:[^\\]|\\[\\nr])*", name) is None:
            return None
        name = re.sub(r"\\.", lambda code: _BACK[code[0]], name)
    return Entry(digest.lower(), name) if name not in ("", " ", "*") and "\0" not in name else None


def _same(tag: str, algorithm: str) -> bool:
    return tag.replace("-", "").lower() == algorithm.replace("-", "").lower()


def read_sums(sums: str, algorithm: str, digest_bits: int) -> list[Entry | None]:
    """Read a list.

    Parameters
    ----------
    sums : str
        The list; ``-`` is standard input.
    algorithm : str
        Name of the hash function.
    digest_bits : int
        Digest length in bits; lines of another length are malformed.

    Returns
    -------
    list of Entry or None
        The lines, None for a malformed one; empty lines and comments are skipped.

    Raises
    ------
    GatehashError
        If the list can't be read or holds no digest.
    """
    called = "standard input" if sums == "-" else quoted(sums)
    try:
        with reading(sums) as stream:
            content = stream.read()
    except OSError as error:
        raise GatehashError(f"{called}: {reason(error)}") from error
    lines = [os.fsdecode(line.removesuffix(b"\r")) for line in content.split(b"\n")]
    entries = [
        entry if entry is not None and len(entry.digest) * 4 == digest_bits else None
        for line in lines
        if line and not line.startswith("#")
        for entry in [parse_line(line, algorithm)]
    ]
    if not any(entries):
        raise GatehashError(
            f"{called}: no line holds a digest of {digest_bits} bits and a file name"
        )
    return entries


def check_sums(entries: Iterable[Entry | None], digest: Callable[[str], str]) -> bool:
    """Check the files of a list, with a line for each on standard output; return if all match.

    Parameters
    ----------
    entries : iterable of Entry or None
        The lines of the list.
    digest : callable
        Computes the digest of a file in hexadecimal, or raises OSError if it can't be read and
        RefusedError if the design does not take it.
    """
    malformed = unreadable = mismatched = 0
    for entry in entries:
        if entry is None:
            malformed += 1
            continue
        try:
            verdict = "OK" if digest(entry.name) == entry.digest else "FAILED"
        except OSError as error:
            say(f"{quoted(entry.name)}: {reason(error)}")
            verdict = "FAILED open or read"
        except RefusedError as error:
            say(f"{quoted(entry.name)}: {error}")
            verdict = "FAILED"
        unreadable += verdict == "FAILED open or read"
        mismatched += verdict == "FAILED"
        # GNU's form: a name stands for itself unless it would take several lines.
        odd = "\n" in entry.name
        print(f"{chr(92) + _escape(entry.name) if odd else entry.name}: {verdict}", flush=True)
    for count, one, many in (
        (malformed, "line is improperly formatted", "lines are improperly formatted"),
        (unreadable, "listed file could not be read", "listed files could not be read"),
        (mismatched, "computed checksum did NOT match", "computed checksums did NOT match"),
    ):
        if count:
            say(f"WARNING: {count} {one if count == 1 else many}")
    return not (unreadable or mismatched)
