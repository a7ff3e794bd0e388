# SPDX-License-Identifier: Apache-2.0
"""The parts of a release: wheel and source archive, built twice and compared, and their list.

``python -m tests.release FOLDER`` builds the commit of a checkout without changes in two clones, in
folders of different names and with different masks of file modes: once the wheel from the source
archive, once from the files. If both are equal to the last byte, the folder gets them, with a
software bill of materials in CycloneDX's JSON and SHA256SUMS of all.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

from gatehash.commit import commit_of
from gatehash.errors import GatehashError
from gatehash.paths import checkout_root

__all__ = ["main", "make", "sha256"]

_SUMS, _BILL = "SHA256SUMS", "gatehash-{}.cdx.json"


def main(arguments: list[str]) -> int:
    """Make a release; return the exit status."""
    if len(arguments) != 1:
        print("usage: python -m tests.release FOLDER", file=sys.stderr)
        return 2
    top = checkout_root()
    assert top is not None
    try:
        for path in make(top, Path(arguments[0])):
            print(path)
    except GatehashError as error:
        print(f"release: {error}", file=sys.stderr)
        return 1
    return 0


def make(top: Path, out: Path) -> list[Path]:
    """Build a checkout's commit twice, compare, and fill a new folder; return its files.

    Raises
    ------
    GatehashError
        If the checkout is changed or no git repository, the folder is there, a build fails, or the
        builds differ.
    """
    commit = commit_of(top)
    if commit is None or " " in commit:
        state = "has changes" if commit else "is no checkout of git"
        raise GatehashError(f"{top} {state}; a release is made of a commit")
    if out.exists():
        raise GatehashError(f"{out} exists; name a new folder")
    from tests.bill import bill  # with its libraries

    seconds = int(_git(top, "show", "--no-patch", "--format=%ct", commit))
    with TemporaryDirectory(prefix="gatehash-") as aside:
        folders = Path(aside, "one"), Path(aside, "the-other")
        built = [
            _built(top, commit, folder, seconds, mask, direct=direct)
            for folder, mask, direct in zip(folders, (0o022, 0o077), (False, True), strict=True)
        ]
        if built[0] != built[1]:
            raise GatehashError(f"the builds of {commit} differ: {', '.join(_differ(*built))}")
        made = Path(aside, "made")
        made.mkdir()
        for name, content in built[0].items():
            (made / name).write_bytes(content)
        (wheel,) = made.glob("*.whl")
        about = bill(wheel, seconds)
        version = wheel.name.split("-")[1]
        (made / _BILL.format(version)).write_text(about, encoding="utf-8")
        lines = [f"{sha256(path)}  {path.name}\n" for path in sorted(made.iterdir())]
        (made / _SUMS).write_text("".join(lines), encoding="ascii")
        shutil.copytree(made, out)
    return sorted(out.iterdir())


def _git(top: Path, *arguments: str) -> str:
    done = subprocess.run(
        ["git", "-C", str(top), *arguments], check=True, capture_output=True, text=True
    )
    return done.stdout.strip()


def _built(
    top: Path, commit: str, folder: Path, seconds: int, mask: int, *, direct: bool
) -> dict[str, bytes]:
    """Build a clone; return the archives by their names.

    Parameters
    ----------
    top, commit : Path, str
        The checkout and its commit.
    folder : Path
        Folder of the clone.
    seconds : int
        Time that archives give as that of their files.
    mask : int
        Mask of the modes of files.
    direct : bool
        Whether the wheel is built from the files, not from the source archive.
    """
    mine = os.umask(mask)
    try:
        subprocess.run(["git", "clone", "--quiet", str(top), str(folder)], check=True)
        _git(folder, "checkout", "--quiet", commit)
        out = folder.with_name(f"{folder.name}-dist")
        both = ["--sdist", "--wheel"] if direct else []
        done = subprocess.run(
            [sys.executable, "-m", "build", "--no-isolation", *both, "--outdir", out, folder],
            env={**os.environ, "SOURCE_DATE_EPOCH": str(seconds)},
            capture_output=True,
            text=True,
            check=False,
        )
    finally:
        os.umask(mine)
    if done.returncode:
        *_, last = (done.stdout + done.stderr).strip().splitlines() or ["without a word"]
        raise GatehashError(f"the build of {commit} failed: {last}")
    return {path.name: path.read_bytes() for path in sorted(out.iterdir())}


def _differ(one: Mapping[str, bytes], other: Mapping[str, bytes]) -> list[str]:
    return sorted(name for name in {*one, *other} if one.get(name) != other.get(name))


def sha256(path: Path) -> str:
    """Return the digest of a file."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
