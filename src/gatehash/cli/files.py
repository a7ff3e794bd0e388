# SPDX-License-Identifier: Apache-2.0
"""Files that commands read and write.

An output appears completely or not at all: it is written to a temporary file that is renamed at the
end. An existing file keeps its mode and owner, a read-only file is refused, and a symbolic link
stays while its target is replaced. Other files (a device, a FIFO, standard output) are written
directly. An output that the command also reads is refused.
"""

from __future__ import annotations

import errno
import io
import os
import stat
import sys
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, TYPE_CHECKING

from gatehash.cli.names import quoted
from gatehash.cli.signals import held
from gatehash.errors import GatehashError

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

__all__ = ["Part", "check_folder", "placing", "reading", "reason", "writing"]

# The system's names of open files, such as /dev/stdout, allow no temporary file beside them.
_OPEN_FILES = ("/dev/", "/proc/")


@contextmanager
def reading(name: str) -> Iterator[IO[bytes]]:
    """Open a file for reading; ``-`` is standard input."""
    raw = io.FileIO(0, closefd=False) if name == "-" else io.FileIO(name)
    with io.BufferedReader(raw) as stream:
        yield stream


class Part:
    """An output that is being written.

    Parameters
    ----------
    path : Path
        The temporary file.

    Attributes
    ----------
    wanted : bool
        Whether it is renamed at the end.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.wanted = True


@contextmanager
def placing(name: str, inputs: Iterable[str] = ()) -> Iterator[Part]:
    """Yield the temporary path of an output, which is renamed at the end.

    Parameters
    ----------
    name : str
        The output's name.
    inputs : iterable of str
        The files that the command reads; ``-`` is standard input.

    Raises
    ------
    GatehashError
        If the output can't be written, or is one of the inputs.
    """
    try:
        found = _stat(name)
        _refuse_inputs(found, name, inputs)
        if name.startswith(_OPEN_FILES) or (found and not stat.S_ISREG(found.st_mode)):
            if found and stat.S_ISDIR(found.st_mode):
                raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
            yield Part(Path(name))
            return
        if found and not (found.st_mode & 0o222 and os.access(name, os.W_OK)):
            raise PermissionError(errno.EACCES, "the file is read-only")
        target = Path(os.path.realpath(name))
    except OSError as error:
        raise _failure(name, error) from error
    part: Part | None = None
    try:
        # A signal must not leave a file that nobody removes.
        with held():
            # No part of the name: it may be as long as the file system allows.
            handle, path = tempfile.mkstemp(prefix=".gatehash-", dir=target.parent)
            part = Part(Path(path))
            os.close(handle)
        yield part
        if part.wanted:
            _take_place(part.path, target, found)
    except OSError as error:
        if part is None or error.filename == str(part.path):
            raise _failure(name, error) from error
        raise
    finally:
        if part is not None:
            with suppress(OSError):
                part.path.unlink(missing_ok=True)


def _stat(name: str) -> os.stat_result | None:
    """Return the status of a file, None for a name that could be created."""
    if not name:
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT))
    try:
        return Path(name).stat()
    except FileNotFoundError:
        if name.endswith("/"):
            raise
        return None


def _refuse_inputs(found: os.stat_result | None, name: str, inputs: Iterable[str]) -> None:
    if found is None or stat.S_ISCHR(found.st_mode) or stat.S_ISFIFO(found.st_mode):
        return
    for each in inputs:
        with suppress(OSError):
            if os.path.samestat(found, os.fstat(0) if each == "-" else Path(each).stat()):
                read = "standard input" if each == "-" else quoted(each)
                write = "standard output" if name == "-" else quoted(name)
                raise GatehashError(f"{read} is read and can't be the output {write} as well")


def _take_place(part: Path, target: Path, replaced: os.stat_result | None) -> None:
    mask = os.umask(0)
    os.umask(mask)
    mode = 0o666 & ~mask
    if replaced is not None:
        mode = stat.S_IMODE(replaced.st_mode) & 0o777
        with suppress(OSError):
            os.chown(part, replaced.st_uid, replaced.st_gid)
    part.chmod(mode)
    part.replace(target)


class _Named(io.FileIO):
    """A file whose write errors name it as the user did."""

    def __init__(self, path: Path, name: str) -> None:
        super().__init__(path, "w")
        self._name = name

    def write(self, data: ReadableBuffer, /) -> int:
        try:
            return super().write(data)
        except OSError as error:
            raise _failure(self._name, error) from error


@contextmanager
def writing(name: str, inputs: Iterable[str] = ()) -> Iterator[IO[bytes]]:
    """Open an output for writing; ``-`` is standard output. See :func:`placing`."""
    if name == "-" or _is_standard_output(name):
        _refuse_inputs(os.fstat(1), "-", inputs)
        yield sys.stdout.buffer
        return
    with placing(name, inputs) as part:
        try:
            raw = _Named(part.path, name)
        except OSError as error:
            raise _failure(name, error) from error
        with io.BufferedWriter(raw) as stream:
            yield stream


def _is_standard_output(name: str) -> bool:
    """Whether a name, such as /dev/stdout, is the file of standard output."""
    with suppress(OSError):
        return os.path.samestat(Path(name).stat(), os.fstat(1))
    return False


def check_folder(path: Path) -> None:
    """Raise GatehashError if a path can't be a folder of output, before the work begins."""
    name = str(path)
    try:
        present = next(each for each in (path, *path.absolute().parents) if each.exists())
        if not present.is_dir():
            raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR))
        if not os.access(present, os.W_OK | os.X_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    except OSError as error:
        raise _failure(name, error) from error


def _failure(name: str, error: OSError) -> GatehashError:
    return GatehashError(f"can't write {quoted(name)}: {reason(error)}")


def reason(error: OSError) -> str:
    """Return the system's text of an error, without the file's name."""
    return error.strerror or str(error)
