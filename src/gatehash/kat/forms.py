# SPDX-License-Identifier: Apache-2.0
"""The forms of files of test vectors, each recognised by the beginning of the file."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import IO, Any, NamedTuple

from gatehash.errors import GatehashError, shown
from gatehash.files import beginning, bounded
from gatehash.kat import lines, skein_kat
from gatehash.kat.acvp import is_acvp, read_acvp
from gatehash.kat.blake_json import is_blake2, is_blake3, read_blake2, read_blake3
from gatehash.kat.objects import parsed
from gatehash.kat.responses import read_lines
from gatehash.kat.skein_kat import read_skein
from gatehash.kat.vectors import Chain, Vector
from gatehash.kat.wycheproof import is_wycheproof, read_wycheproof

__all__ = ["FORMS", "Form", "Vectors", "read_vectors"]

_MOST_BYTES = 256 << 20
"""Bytes of a file behind its head, at most; ACVP's largest has some ten millions."""

_HEAD_BYTES = 4096


class Form(NamedTuple):
    """A form of files.

    Parameters
    ----------
    name : str
        Name for users.
    examples : str
        Files of it, where the name does not say which they are.
    is_it : callable
        Whether a text, or what JSON holds, is of the form.
    read : callable
        Yields the vectors.
    """

    name: str
    is_it: Callable[[Any], bool]
    read: Callable[[Any], Iterator[Vector | Chain]]
    examples: str = ""

    def __str__(self) -> str:
        return f"{self.name} ({self.examples})" if self.examples else self.name


_JSON = (
    Form("Wycheproof's JSON", is_wycheproof, read_wycheproof),
    Form("ACVP's JSON", is_acvp, read_acvp),
    Form("BLAKE2's JSON", is_blake2, read_blake2),
    Form("BLAKE3's JSON", is_blake3, read_blake3),
)
_TEXT = (
    Form("skein_golden_kat.txt", skein_kat.begins, read_skein),
    Form(
        "lines NAME = VALUE",
        lines.begins,
        read_lines,
        "CAVP's response files, submissions, Botan's .vec, BoringSSL, blake2*-kat.txt",
    ),
)

FORMS = (*_JSON, *_TEXT)
"""All forms."""

_BINARY = {
    b"\x1f\x8b": "a gzip archive",
    b"PK\x03\x04": "a ZIP archive",
    b"\xfd7zXZ": "an xz archive",
    b"BZh": "a bzip2 archive",
    b"\x7fELF": "a program",
}


class Vectors(NamedTuple):
    """The vectors of a file, and its form."""

    form: str
    vectors: list[Vector | Chain]


def read_vectors(stream: IO[bytes]) -> Vectors:
    r"""Return the vectors of a file.

    A file that begins as no form does is not read any further.

    Parameters
    ----------
    stream : file
        The file.

    Raises
    ------
    GatehashError
        If it has none of the forms, is longer than such files are, a part of it is damaged or
        missing, or it has no vector.

    Examples
    --------
    >>> from io import BytesIO
    >>> (vector,) = read_vectors(BytesIO(b"Len = 8\nMsg = d3\nMD = 28")).vectors
    >>> vector.name, vector.message, vector.answer
    ('line 3, Len = 8', b'\xd3', b'(')
    """
    head = beginning(stream, _HEAD_BYTES)
    begin = _text(head, whole=False).lstrip()
    is_json = re.match(r"\{|\[\s*[\[{\]]", begin) is not None
    if not is_json and not any(form.is_it(begin) for form in _TEXT):
        first = shown(begin.splitlines()[0].strip())
        raise _unread(f"it begins with '{first}', as no file of test vectors does")
    rest = bounded(stream, _MOST_BYTES, "files of test vectors")
    text = _text(head + rest)
    content = parsed(text) if is_json else text
    form = next((form for form in (_JSON if is_json else _TEXT) if form.is_it(content)), None)
    if form is None:
        raise _unread(f"it is JSON{_fields(content)}, which is of no known form")
    found = list(form.read(content))
    if not found:
        raise GatehashError("there is no test vector in it")
    return Vectors(form.name, found)


def _text(data: bytes, *, whole: bool = True) -> str:
    """Return the text of a file or of its beginning, which may end within a character."""
    try:
        text = data.decode("utf-8-sig", "strict")
    except UnicodeDecodeError as error:
        if whole or error.end < len(data):
            # Names of people in comments are Latin-1 in some old files.
            text = data.decode("latin-1")
        else:
            text = data[: error.start].decode("utf-8-sig")
    if re.search(r"[\0-\x08\x0e-\x1f]", text):
        kind = next((kind for magic, kind in _BINARY.items() if data.startswith(magic)), None)
        what = kind or "no text"
        raise _unread(f"it is {what} (it begins with {data[:8].hex(' ')})")
    return text


def _fields(content: Any) -> str:
    """Say what JSON holds in words for an error."""
    if isinstance(content, dict) and content:
        return f" with the fields {shown(', '.join(content))}"
    first = content[0] if isinstance(content, list) and content else None
    return f", a list of objects with {shown(', '.join(first))}" if isinstance(first, dict) else ""


def _unread(why: str) -> GatehashError:
    return GatehashError(f"{why}; read are: {', '.join(map(str, FORMS))}")
