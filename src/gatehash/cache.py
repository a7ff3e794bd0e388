# SPDX-License-Identifier: Apache-2.0
"""Folders of the cache, which several processes may want to fill at once."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from gatehash.errors import GatehashError
from gatehash.unix import lock

__all__ = ["locked"]

_NOT_OF_FILES = frozenset({errno.EPIPE, errno.ECONNRESET, errno.ENOMEM})


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
        folder.mkdir(parents=True, exist_ok=True)
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
