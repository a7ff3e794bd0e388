# SPDX-License-Identifier: Apache-2.0
"""Files and folders that are written whole or not at all, and files that are read up to a bound."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from shutil import rmtree
from tempfile import TemporaryDirectory
from typing import IO

from gatehash.errors import GatehashError, escaped

__all__ = [
    "beginning",
    "bounded",
    "bounded_lines",
    "check_new",
    "write_files",
    "write_new",
    "write_whole",
]

_PIECE_BYTES = 1 << 20
# In a folder that is being written to.
_PART = ".gatehash-part"
_TAKEN = (errno.EEXIST, errno.ENOTEMPTY)


def bounded(stream: IO[bytes], most: int, what: str) -> bytes:
    r"""Read a stream to its end, if it is not longer than such files are.

    The stream is read as its bytes arrive, so that a signal that arrives in between is answered.

    Parameters
    ----------
    stream : file
        The stream.
    most : int
        Bytes that it may have.
    what : str
        Kind of stream that is expected, in the plural, for the error.

    Raises
    ------
    GatehashError
        If it is longer; no more than one byte above `most` is read.

    Examples
    --------
    >>> from io import BytesIO
    >>> bounded(BytesIO(b"a list"), 6, "lists")
    b'a list'
    >>> bounded(BytesIO(b"no list"), 6, "lists")
    Traceback (most recent call last):
    gatehash.errors.GatehashError: it has more than 6 bytes; lists have at most that many
    """
    read = beginning(stream, most + 1)
    if len(read) > most:
        raise GatehashError(f"it has more than {most} bytes; {what} have at most that many")
    return read


def beginning(stream: IO[bytes], size: int) -> bytes:
    """Return the first bytes of a stream, fewer if it ends before.

    Parameters
    ----------
    stream : file
        The stream.
    size : int
        How many bytes are read at most.
    """
    # A buffered stream's read fills its buffer with several reads, and answers no signal meanwhile.
    read_once = getattr(stream, "read1", stream.read)
    read = bytearray()
    while piece := read_once(min(_PIECE_BYTES, size - len(read))):
        read += piece
    return bytes(read)


def bounded_lines(stream: IO[bytes], most: int, what: str) -> Iterator[bytes]:
    r"""Yield the lines of a stream, each with its end, while none is longer than such lines are.

    Parameters
    ----------
    stream : file
        The stream.
    most : int
        Bytes that a line may have, with its end.
    what : str
        Kind of stream that is expected, in the plural, for the error.

    Raises
    ------
    GatehashError
        If a line is longer; no more than `most` bytes of it are read.

    Examples
    --------
    >>> from io import BytesIO
    >>> list(bounded_lines(BytesIO(b"a\nline"), 4, "lists"))
    [b'a\n', b'line']
    >>> list(bounded_lines(BytesIO(b"a\nlong line"), 4, "lists"))  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    gatehash.errors.GatehashError: line 2 has more than 4 bytes; lines of lists have at most ...
    """
    number = 0
    while line := stream.readline(most + 1):
        number += 1
        if len(line) > most:
            raise GatehashError(
                f"line {number} has more than {most} bytes; lines of {what} have at most that many"
            )
        yield line


def write_whole(path: Path, text: str) -> None:
    """Write a file in one step: whoever reads it finds what was there before, or all of the text.

    Parameters
    ----------
    path : Path
        The file.
    text : str
        Its content.

    Raises
    ------
    OSError
        If it can't be written, with its name; what was there before stays.
    """
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        part.write_text(text, encoding="utf-8")
        part.replace(path)
    except OSError as error:
        raise OSError(error.errno, error.strerror or str(error), str(path)) from error
    finally:
        part.unlink(missing_ok=True)


def write_files(folder: Path, contents: Mapping[str, bytes], what: str) -> None:
    """Write files into a folder, which is made if need be.

    They are written aside first and moved when all are there, so that a failure leaves the folder
    as it was.

    Parameters
    ----------
    folder : Path
        The folder.
    contents : mapping
        Content of each file, by its path in the folder.
    what : str
        Name of the files, for errors.

    Raises
    ------
    GatehashError
        If the folder can't be written.
    """
    target = Path(os.path.realpath(folder))  # which a link may name before it is there
    folders = {(target / name).parent for name in contents} | {target}
    around = {path for each in folders for path in (each, *each.parents)}
    made = sorted((path for path in around if not path.exists()), reverse=True)
    try:
        target.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory(prefix=".gatehash-", dir=target) as aside:
            _write(target, Path(aside), contents)
    except OSError as error:
        for path in made:
            with suppress(OSError):
                path.rmdir()
        raise _failure(folder, what, error) from error


def check_new(folder: Path) -> None:
    """Raise a GatehashError for a folder that has files already, or is a file."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise _taken(folder)


def write_new(folder: Path, contents: Mapping[str, bytes], what: str) -> None:
    """Write files into a folder that is new or empty, all or none.

    If two write at once, one gets an error, and their files do not mix. A link to a folder stays.

    Parameters
    ----------
    folder : Path
        The folder.
    contents : mapping
        Content of each file, by its path in the folder.
    what : str
        Name of the files, for errors.

    Raises
    ------
    GatehashError
        If the folder has files already, is a file or can't be written.
    """
    check_new(folder)
    target = Path(os.path.realpath(folder))
    made = [path for path in target.parents if not path.exists()]
    try:
        if target.is_dir():
            _fill(target, contents)
            return
        target.parent.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory(prefix=".gatehash-", dir=target.parent) as aside:
            whole = Path(aside, "whole")
            whole.mkdir()
            _put(whole, contents)
            # This fails where there is a folder with files by now.
            whole.rename(target)
    except OSError as error:
        for path in made:
            with suppress(OSError):
                path.rmdir()
        if error.errno in _TAKEN and target.exists():
            raise _taken(folder) from error
        if error.errno == errno.EEXIST:  # a file stands where a folder above would be
            error = NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR))
        raise _failure(folder, what, error) from error


def _fill(folder: Path, contents: Mapping[str, bytes]) -> None:
    """Write files into an empty folder."""
    part = folder / _PART
    # It exists if another process writes to the folder.
    part.mkdir()
    try:
        if [path for path in folder.iterdir() if path != part]:
            raise OSError(errno.ENOTEMPTY, os.strerror(errno.ENOTEMPTY))
        _put(part, contents)
        for path in part.iterdir():
            path.rename(folder / path.name)
        part.rmdir()
    except OSError:
        rmtree(part, ignore_errors=True)
        raise


def _put(folder: Path, contents: Mapping[str, bytes]) -> None:
    for name, content in contents.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)


def _taken(folder: Path) -> GatehashError:
    name = escaped(str(folder))
    return GatehashError(f"'{name}' exists and is not an empty folder; name a new one")


def _failure(folder: Path, what: str, error: OSError) -> GatehashError:
    return GatehashError(f"can't write {what} to '{escaped(str(folder))}': {_reason(error)}")


def _write(folder: Path, aside: Path, contents: Mapping[str, bytes]) -> None:
    for name in contents:
        if (folder / name).is_dir():
            raise IsADirectoryError(0, f"'{name}' is a folder there")
    _put(aside, contents)
    for name in contents:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
    for name in contents:
        (aside / name).replace(folder / name)


def _reason(error: OSError) -> str:
    return error.strerror or str(error)
