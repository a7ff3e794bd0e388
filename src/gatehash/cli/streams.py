# SPDX-License-Identifier: Apache-2.0
"""Standard output and error: any file name can be printed, and no loss of output is silent.

:func:`install` replaces ``sys.stdout`` and ``sys.stderr``, so that commands use ``print`` alone:

- text is encoded as file names are, so that a name is written as its bytes;
- a write error on standard output ends the command with a line on standard error and status 1, and
  a reader that is gone ends it as SIGPIPE does;
- diagnostics that can't be written are lost, and the command continues; those that wait for a
  reader, as on a terminal that is full, are lost when a signal stops the command.
"""

from __future__ import annotations

import codecs
import io
import os
import signal
import sys
from contextlib import suppress
from threading import Thread
from typing import TYPE_CHECKING, Any

from gatehash.cli.signals import Stopped, arrived, held
from gatehash.errors import GatehashError, escaped

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

__all__ = ["WriteError", "drop", "install", "say"]

_ERRORS = "gatehash.bytes"
_LOOK_SECONDS = 0.1


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
    """Standard error, whose failures are ignored, and which delays no signal."""

    lost = False

    def write(self, data: ReadableBuffer, /) -> int:
        content = bytes(data)
        # Nothing interrupts a write that waits for a reader, in a thread other than the main one or
        # where a signal is deferred. Such a write is left behind.
        writer = Thread(target=self._write, args=(content,), daemon=True)
        try:
            if not self.lost:
                writer.start()
        except RuntimeError:  # no thread can be started
            self._write(content)
        while not self.lost and writer.is_alive():
            writer.join(_LOOK_SECONDS)
            self.lost = writer.is_alive() and arrived()
        return len(content)

    def _write(self, content: bytes) -> None:
        with suppress(OSError):
            while content:
                content = content[os.write(self._descriptor, content) :]


class _Lines(io.TextIOWrapper):
    """Diagnostics: a line is written completely, and once, whatever signal arrives."""

    def write(self, text: str, /) -> int:
        with held():
            return super().write(text)

    def flush(self) -> None:
        with held():
            super().flush()


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
    output = io.BufferedWriter(_Output(1))
    sys.stdout = _text(io.TextIOWrapper, output, line_buffering=output.isatty())
    # No buffer of bytes: its lock would make threads wait for each other, deaf to signals.
    sys.stderr = _text(_Lines, _Diagnostics(2), line_buffering=True)


def _text(kind: type[io.TextIOWrapper], binary: Any, *, line_buffering: bool) -> io.TextIOWrapper:
    return kind(
        binary,
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
