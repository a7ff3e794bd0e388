# SPDX-License-Identifier: Apache-2.0
"""Functions of Unix systems alone, loaded at their use, so that all else works without them."""

from importlib import import_module
from typing import IO, Any

from gatehash.errors import GatehashError
from gatehash.waits import waiting

__all__ = ["lock", "unix_module"]


def unix_module(name: str) -> Any:
    """Return a module of Python's standard library that not every system has.

    Raises
    ------
    GatehashError
        If this one hasn't.
    """
    try:
        return import_module(name)
    except ModuleNotFoundError:
        raise GatehashError(
            f"Python has no '{name}' on this system; simulating and measuring designs takes a Unix "
            "system, such as Linux"
        ) from None


def lock(handle: IO[Any]) -> None:
    """Wait for a lock on a file, and hold it until the file is closed."""
    fcntl = unix_module("fcntl")
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        with waiting("waiting for another process that works on the same"):
            fcntl.flock(handle, fcntl.LOCK_EX)
