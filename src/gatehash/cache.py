# SPDX-License-Identifier: Apache-2.0
"""Folders of the cache, which several processes may want to fill at once.

Whatever the cache holds may be damaged. A folder has a *seal*, a file with the digests of those
that it is for: where these do not agree it is made again, see :func:`is_whole`.
"""

from __future__ import annotations

import errno
import hashlib
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path

from gatehash.errors import GatehashError
from gatehash.unix import lock

__all__ = ["is_whole", "locked", "remove", "seal"]

_NOT_OF_FILES = frozenset({errno.EPIPE, errno.ECONNRESET, errno.ENOMEM})
_SEAL = "stamp"


def seal(folder: Path, *files: str, name: str | None = None) -> None:
    """Note the content of a folder's files, after they are made.

    Parameters
    ----------
    folder : Path
        The folder.
    *files : str
        Names of the files.
    name : str, optional
        The folder's name when it is in its place, if it has another one now.
    """
    lines = [name or folder.name, *(f"{_digest_now(folder / each)} {each}" for each in files)]
    part = folder / f"{_SEAL}.part"
    part.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    part.replace(folder / _SEAL)


def is_whole(folder: Path, *files: str) -> bool:
    """Whether a folder has what its seal says, and files of some names among that."""
    try:
        name, *lines = (folder / _SEAL).read_text(encoding="utf-8").splitlines()
        noted = {each: digest for digest, _, each in (line.partition(" ") for line in lines)}
        return (
            name == folder.name
            and noted.keys() >= set(files)
            and all(_digest_now(folder / each) == digest for each, digest in noted.items())
        )
    except (OSError, ValueError):
        return False


def _digest_now(file: Path) -> str:
    status = file.stat()
    return _digest(file, status.st_mtime_ns, status.st_size, status.st_ino)


@cache
def _digest(file: Path, *_status: int) -> str:
    with file.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def remove(path: Path) -> None:
    """Remove whatever has a path: a file, a link, or a folder with all that is in it."""
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path, ignore_errors=True)
    else:
        with suppress(FileNotFoundError):
            path.unlink()


@contextmanager
def locked(folder: Path, name: str) -> Iterator[None]:
    """Keep other processes from what is made under a name in a folder of the cache.

    Parameters
    ----------
    folder : Path
        The folder, which is made if need be.
    name : str
        Name of the file that is locked.

    Raises
    ------
    GatehashError
        If the folder, or what is made in it, can't be written.
    """
    try:
        if folder.is_file():
            remove(folder)
        # A link may name a folder that is not there yet.
        Path(os.path.realpath(folder)).mkdir(parents=True, exist_ok=True)
        if (folder / name).is_dir():
            remove(folder / name)
        with (folder / name).open("w") as handle:
            lock(handle)
            yield
    except OSError as error:
        if error.errno in _NOT_OF_FILES:
            raise
        raise GatehashError(
            f"can't write the cache folder '{folder}': {_reason(folder, error)}; "
            "set GATEHASH_CACHE to a folder that can be written"
        ) from error


def _reason(folder: Path, error: OSError) -> str:
    reason = error.strerror or str(error)
    for each in (folder, *folder.absolute().parents):
        if each.is_symlink() and not each.exists():
            return f"'{each}' is a link to nothing"
    if error.errno != errno.ENOSPC:
        return reason
    if _inodes_left(folder) == 0:
        return "no inodes left on its file system, see: df -i"
    # What was half done has been removed: either may have been short a moment ago.
    return f"{reason}, or no inodes (see: df, df -i)"


def _inodes_left(folder: Path) -> int | None:
    """Files that can still be made on a file system; None where it does not count them."""
    there = next(each for each in (folder, *folder.absolute().parents) if each.exists())
    counts = os.statvfs(there)
    return counts.f_favail if counts.f_files else None
