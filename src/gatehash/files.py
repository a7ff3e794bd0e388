# SPDX-License-Identifier: Apache-2.0
"""Files that are written whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path

__all__ = ["write_whole"]


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
