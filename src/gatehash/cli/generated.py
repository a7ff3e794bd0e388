# SPDX-License-Identifier: Apache-2.0
"""Writes generated files in a checkout."""

from collections.abc import Callable, Mapping
from pathlib import Path

from gatehash.errors import GatehashError
from gatehash.files import write_whole
from gatehash.paths import checkout_root, rtl_root

__all__ = ["write_generated"]


def write_generated(command: str, made: Callable[[], Mapping[Path, str]]) -> None:
    """Write files and print their names; all of them are made before the first is written.

    Parameters
    ----------
    command : str
        The command that does so, for errors.
    made : callable
        Returns the texts by their paths in the checkout.

    Raises
    ------
    GatehashError
        If this is an installed package.
    """
    top = checkout_root()
    if top is None:
        raise GatehashError(
            f"{command} needs a checkout of the sources; this is an installed package, "
            f"whose RTL must not change: '{rtl_root()}'"
        )
    for file, text in made().items():
        path = top / file
        path.parent.mkdir(exist_ok=True)
        write_whole(path, text)
        print(file)
