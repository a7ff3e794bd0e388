# SPDX-License-Identifier: Apache-2.0
"""Lists of digests in the format of sha256sum: ``HEX  FILE``, one a line.

A name that holds a newline, carriage return or backslash is written with escapes, and its line
starts with a backslash, as in GNU coreutils.
"""

import re
import sys
from collections.abc import Callable
from pathlib import Path

from gatehash.errors import GatehashError, RefusedError

__all__ = ["check_sums", "parse_line", "sum_line"]

_ESCAPES = {"\\": "\\\\", "\n": "\\n", "\r": "\\r"}
_LINE = re.compile(r"(\\?)([0-9a-fA-F]+) [ *](.+)")


def sum_line(digest: str, name: str) -> str:
    r"""Write one line of a list.

    Examples
    --------
    >>> sum_line("00ff", "a file")
    '00ff  a file'
    >>> print(sum_line("00ff", "two\nlines"))
    \00ff  two\nlines
    """
    escaped = "".join(_ESCAPES.get(character, character) for character in name)
    return f"{'' if escaped == name else chr(92)}{digest}  {escaped}"


def parse_line(line: str) -> tuple[str, str] | None:
    r"""Read digest and name from one line, or None where it is no such line.

    Examples
    --------
    >>> parse_line("00FF *a file")
    ('00ff', 'a file')
    >>> parse_line("\\00ff  two\\nlines")
    ('00ff', 'two\nlines')
    """
    match = _LINE.fullmatch(line)
    if match is None:
        return None
    escaped, digest, name = match.groups()
    if escaped:
        back = {code: character for character, code in _ESCAPES.items()}
        name = re.sub(r"\\.", lambda code: back.get(code[0], code[0]), name)
    return digest.lower(), name


def check_sums(sums: Path, digest_bits: int, digest: Callable[[str], str]) -> bool:
    """Check the files of a list, a line for each on standard output, and say if all match.

    Parameters
    ----------
    sums : Path
        The list; ``-`` is standard input.
    digest_bits : int
        Digest length in bits; a line of another length is no digest.
    digest : callable
        Computes the digest of a file in hexadecimal; an OSError means that it can't be read,
        a RefusedError that the design does not take it.

    Raises
    ------
    GatehashError
        If the list can't be read or holds no digest.
    """
    try:
        # Names are bytes to the system; what is no text comes back as it was.
        text = (
            sys.stdin.read()
            if str(sums) == "-"
            else sums.read_text(encoding="utf-8", errors="surrogateescape")
        )
    except OSError as error:
        raise GatehashError(f"{sums}: {error.strerror}") from error
    entries = [parse_line(line) for line in text.split("\n") if line]
    good = [entry for entry in entries if entry and len(entry[0]) * 4 == digest_bits]
    if not good:
        raise GatehashError(f"{sums}: no line holds a digest of {digest_bits} bits and a file name")

    unreadable = mismatched = 0
    for expected, name in good:
        try:
            matches = digest(name) == expected
        except OSError as error:
            print(f"gatehash: {name}: {error.strerror}", file=sys.stderr)
            print(f"{name}: FAILED open or read")
            unreadable += 1
            continue
        except RefusedError as error:
            print(f"gatehash: {name}: {error}", file=sys.stderr)
            matches = False
        print(f"{name}: {'OK' if matches else 'FAILED'}", flush=True)
        mismatched += not matches

    malformed = len(entries) - len(good)
    for count, what in (
        (malformed, "improperly formatted"),
        (unreadable, "could not be read"),
        (mismatched, "did NOT match"),
    ):
        if count:
            print(f"gatehash: WARNING: {count} of {len(entries)} {what}", file=sys.stderr)
    return not (unreadable or mismatched)
