# SPDX-License-Identifier: Apache-2.0
"""The commit that the library was built from, or runs from.

Wheels and source archives carry it in a file, which ``hatch_build.py`` writes; a checkout asks git.
This module stands alone, since the build loads it by its path.
"""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

__all__ = ["FILE", "commit", "commit_of"]

FILE = "COMMIT"
"""Name of the file, in the package or at the top of a source archive."""

_PACKAGE = Path(__file__).resolve().parent
_TOP = _PACKAGE.parent.parent
_FORM = re.compile("[0-9a-f]{40}(?: modified)?")


def commit() -> str | None:
    """Return the commit, 40 hexadecimal digits, or None where it is not known.

    ``modified`` follows if files that git knows differ from it.
    """
    return _stored(_PACKAGE) or commit_of(_TOP)


def commit_of(top: Path) -> str | None:
    """Return the commit of a checkout or of an unpacked source archive, by its top folder."""
    return _stored(top) or _of_git(top)


def _stored(folder: Path) -> str | None:
    try:
        text = (folder / FILE).read_text("ascii").strip()
    except (OSError, UnicodeDecodeError):
        return None
    return text if _FORM.fullmatch(text) else None


def _of_git(top: Path) -> str | None:
    if not (top / "pyproject.toml").is_file():
        return None
    try:
        folder, found = _git(top, "rev-parse", "--show-toplevel", "HEAD").splitlines()
        # An archive may have been unpacked inside of another repository.
        if not Path(folder).samefile(top):
            return None
        changed = _git(top, "status", "--porcelain", "--untracked-files=no")
    except (OSError, ValueError, subprocess.SubprocessError):
        return None
    return f"{found} modified" if changed else found


def _git(top: Path, *arguments: str) -> str:
    # Variables such as GIT_DIR are about another repository.
    environment = {name: value for name, value in os.environ.items() if name[:4] != "GIT_"}
    return subprocess.run(
        ["git", "-C", str(top), *arguments],
        check=True,
        capture_output=True,
        text=True,
        env=environment,
        timeout=10,
    ).stdout
