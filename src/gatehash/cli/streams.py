# SPDX-License-Identifier: Apache-2.0
"""Standard output and error: any file name can be printed, and no loss of output is silent.

:func:`install` replaces ``sys.stdout`` and ``sys.stderr``, so that commands use ``print`` alone:

- text is encoded as file names are, so that a name is written as its bytes;
- a write error on standard output ends the command with a line on standard error and status 1, and
  a reader that is gone ends it as SIGPIPE does;
- diagnostics that can't be written are lost, and the command continues.
"""

from __future__ import annotations

import codecs
import io
import os
import signal
import sys
from typing import TYPE_CHECKING

from gatehash.cli.signals import Stopped, held
from gatehash.errors import GatehashError, escaped

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

__all__ = ["WriteError", "drop", "install", "say"]

_ERRORS = "gatehash.bytes"


class WriteError(GatehashError):
    """Standard output can't be written."""


class _Descriptor(io.RawIOBase):
    """A file descriptor that is written to."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor

    def fileno(self) -> int:
        return self._descriptor

    def isatty(self) -> bool:
        return os.isatty(self._descriptor)

    def writable(self) -> bool:
        return True


class _Output(_Descriptor):
    """Standard output; a failure is raised once, and later output is dropped."""

    lost = False

    def write(self, data: ReadableBuffer, /) -> int:
        if self.lost:
            return memoryview(data).nbytes
        try:
            return os.write(self._descriptor, data)
        except BrokenPipeError:
            self.lost = True
            raise Stopped(signal.SIGPIPE) from None
        except OSError as error:
            self.lost = True
            raise WriteError(f"write error: {error.strerror}") from None


class _Diagnostics(_Descriptor):
    """Standard error, whose failures are ignored."""

    def write(self, data: ReadableBuffer, /) -> int:
        try:
            return os.write(self._descriptor, data)
        except OSError:
            return memoryview(data).nbytes


class _Lines(io.TextIOWrapper):
    """Diagnostics: a line is written completely, and once, whatever signal arrives."""

    def write(self, text: str, /) -> int:
        with held():
            return super().write(text)


def install() -> None:
    """Replace ``sys.stdout`` and ``sys.stderr`` by this module's streams."""
    # A file that is opened later must not get the number of a closed standard stream. Reading
    # standard input and writing standard output then fail; standard error takes anything.
    for descriptor, flags in ((0, os.O_WRONLY), (1, os.O_RDONLY), (2, os.O_WRONLY)):
        try:
            os.fstat(descriptor)
        except OSError:
            os.set_inheritable(os.open(os.devnull, flags), True)
    codecs.register_error(_ERRORS, _as_bytes)
    output, diagnostics = _Output(1), _Diagnostics(2)
    sys.stdout = _text(io.TextIOWrapper, output, line_buffering=output.isatty())
    sys.stderr = _text(_Lines, diagnostics, line_buffering=True)


def _text(
    kind: type[io.TextIOWrapper], raw: _Descriptor, *, line_buffering: bool
) -> io.TextIOWrapper:
    return kind(
        io.BufferedWriter(raw),
        encoding=sys.getfilesystemencoding(),
        errors=_ERRORS,
        newline="\n",
        line_buffering=line_buffering,
    )


def _as_bytes(error: UnicodeError) -> tuple[str | bytes, int]:
    """Encode a byte of a name as itself, and a character outside the locale as an escape."""
    try:
        return codecs.lookup_error("surrogateescape")(error)
    except UnicodeError:
        return codecs.lookup_error("backslashreplace")(error)


def drop() -> None:
    """Drop pending standard output."""
    stream = sys.stdout
    if isinstance(stream, io.TextIOWrapper) and isinstance(stream.buffer, io.BufferedWriter):
        raw = stream.buffer.raw
        if isinstance(raw, _Output):
            raw.lost = True


def say(text: str) -> None:
    """Write a diagnostic on standard error, with control characters escaped."""
    lines = [escaped(line) for line in text.splitlines()]
    print(f"gatehash: {chr(10).join(lines)}", file=sys.stderr)
