# SPDX-License-Identifier: Apache-2.0
"""Folders of the cache, which several processes may want to fill at once."""

from __future__ import annotations

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from gatehash.errors import GatehashError

__all__ = ["locked"]


@contextmanager
def locked(root: Path, key: str) -> Iterator[None]:
    """Keep other processes from what is built under a key in a folder of the cache.

    Parameters
    ----------
    root : Path
        The folder, which is made if need be.
    key : str
        Name of what is built.

    Raises
    ------
    GatehashError
        If the folder, or what is built in it, can't be written.
    """
    try:
        root.mkdir(parents=True, exist_ok=True)
        with (root / f"{key}.lock").open("w") as handle:
            fcntl.flock(handle, fcntl.LOCK_EX)
            yield
    except OSError as error:
        raise GatehashError(
            f"can't write the cache folder '{root}': {error.strerror or error}; "
            "set GATEHASH_CACHE to a folder that can be written"
        ) from error
