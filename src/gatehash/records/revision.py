# SPDX-License-Identifier: Apache-2.0
"""Earlier revisions of the project, from the history that git has of its checkout."""

from __future__ import annotations

import io
import os
import subprocess
import tarfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from threading import Lock

from gatehash.errors import GatehashError, shown
from gatehash.paths import checkout_root

__all__ = ["History", "history"]

_FOLDERS = ("results", "rtl", "src")
# What a hook sets of the repository that it is run in.
_OF_HOOKS = frozenset({"GIT_DIR", "GIT_INDEX_FILE", "GIT_PREFIX", "GIT_WORK_TREE"})


class History:
    """The history of a checkout.

    Parameters
    ----------
    top : Path
        The checkout.
    work : Path
        A folder for files of earlier revisions.

    Raises
    ------
    GatehashError
        If git is missing, or the checkout is no clone.
    """

    def __init__(self, top: Path, work: Path) -> None:
        self._top = top
        self._work = work
        # Each commit is unpacked once, whichever thread comes first.
        self._lock = Lock()
        self._at = cache(self._unpacked)
        self._last = cache(self._found)
        self._git("rev-parse", "--git-dir", failing=f"'{top}' is not in a git repository")

    def commit(self, revision: str) -> str:
        """Return the full name of a commit; raise GatehashError if there is no such revision."""
        name = f"{revision}^{{commit}}"
        said = f"there is no revision '{shown(revision)}'"
        if not revision or revision.startswith("-") or "\0" in revision:
            raise GatehashError(said)
        try:
            found = self._git("rev-parse", "--verify", "--quiet", name, failing=said)
        except GatehashError:
            if self._git("rev-parse", "--is-shallow-repository", failing=said).strip() == b"true":
                raise GatehashError(
                    f"{said} in this clone, which has no older history; run: git fetch --unshallow"
                ) from None
            raise
        return found.decode().strip()

    def at(self, commit: str) -> Path:
        """Return a folder with results, RTL and code of a commit.

        Raises
        ------
        GatehashError
            If the commit has no RTL, or can't be read.
        """
        with self._lock:
            return self._at(commit)

    def last(self, path: Path) -> str:
        """Return the last commit that changed a file; empty if there is none."""
        return self._last(path)

    def _found(self, path: Path) -> str:
        said = f"the history of '{path}' can't be read"
        named = ("log", "-1", "--format=%H", "--", str(path))
        return self._git(*named, failing=said).decode().strip()

    def _unpacked(self, commit: str) -> Path:
        said = f"revision {commit[:10]} can't be read"
        listed = self._git("ls-tree", "-d", "--name-only", commit, failing=said).decode()
        folders = [each for each in _FOLDERS if each in listed.splitlines()]
        if "rtl" not in folders:
            raise GatehashError(f"revision {commit[:10]} has no folder 'rtl'")
        archive = self._git("archive", "--format=tar", commit, *folders, failing=said)
        found = self._work / commit
        with tarfile.open(fileobj=io.BytesIO(archive)) as tar:
            for member in tar:
                name = PurePosixPath(member.name)
                content = tar.extractfile(member) if member.isreg() else None
                if content is not None and not name.is_absolute() and ".." not in name.parts:
                    (found / name).parent.mkdir(parents=True, exist_ok=True)
                    (found / name).write_bytes(content.read())
        return found

    def _git(self, *arguments: str, failing: str) -> bytes:
        environment = {name: value for name, value in os.environ.items() if name not in _OF_HOOKS}
        try:
            done = subprocess.run(
                ("git", *arguments),
                cwd=self._top,
                env=environment | {"LC_ALL": "C"},
                stdin=subprocess.DEVNULL,
                capture_output=True,
                check=False,
            )
        except FileNotFoundError:
            raise GatehashError("the history can't be read: git is not installed") from None
        if done.returncode:
            lines = done.stderr.decode(errors="replace").strip().splitlines()
            reason = f" ({shown(lines[0].removeprefix('fatal: '))})" if lines else ""
            raise GatehashError(f"{failing}{reason}")
        return done.stdout


@contextmanager
def history() -> Iterator[History]:
    """Open the history of the checkout that the library runs from.

    Raises
    ------
    GatehashError
        If there is none: the library is an installed package, git is missing, or the checkout is
        no clone.
    """
    top = checkout_root()
    if top is None:
        raise GatehashError("an installed package has no history; use a clone of the project")
    with TemporaryDirectory(prefix="gatehash-") as work:
        yield History(top, Path(work))
