# SPDX-License-Identifier: Apache-2.0
"""Files that are written whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from gatehash.errors import GatehashError

__all__ = ["write_files", "write_whole"]


def write_whole(path: Path, text: str) -> None:
    """Write a file in one step: whoever reads it finds what was there before, or all of the text.

    Parameters
    ----------
    path : Path
        The file.
    text : str
        What is to be in it.

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
        What goes into each file, by its path in the folder.
    what : str
        What the files are, for errors.

    Raises
    ------
    GatehashError
        If the folder can't be written.
    """
    folders = {(folder / name).parent for name in contents} | {folder}
    around = {path for each in folders for path in (each, *each.parents)}
    made = sorted((path for path in around if not path.exists()), reverse=True)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory(prefix=".gatehash-", dir=folder) as aside:
            _write(folder, Path(aside), contents)
    except OSError as error:
        for path in made:
            with suppress(OSError):
                path.rmdir()
        raise GatehashError(f"can't write {what} to '{folder}': {_reason(error)}") from error


def _write(folder: Path, aside: Path, contents: Mapping[str, bytes]) -> None:
    for name, content in contents.items():
        if (folder / name).is_dir():
            raise IsADirectoryError(0, f"'{name}' is a folder there")
        (aside / name).parent.mkdir(parents=True, exist_ok=True)
        (aside / name).write_bytes(content)
    for name in contents:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
    for name in contents:
        (aside / name).replace(folder / name)


def _reason(error: OSError) -> str:
    return error.strerror or str(error)
