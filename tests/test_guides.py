# SPDX-License-Identifier: Apache-2.0
"""The guides of the manual, word for word: every command of theirs succeeds.

A guide begins in an empty folder, or in a copy of the checkout where it changes one. Of blocks of
commands marked ``sh large`` the quick tests keep away.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from gatehash.paths import checkout_root, docs_root
from gatehash.soc.firmware import COMPILER, PACKAGES

GUIDES = sorted((*docs_root().glob("guide-*.md"), *docs_root().glob("tutorial-*.md")))
# What their commands call beside Python's packages, a C++ compiler and make.
_NEEDS = {"tutorial-firmware": COMPILER, "guide-litex": COMPILER}
# They say how to get a checkout of one's own, in which all commands are.
IN_A_CHECKOUT = ("tutorial-new-hash", "tutorial-variant")
_LARGE = "```sh large\n"
# Each does what tests of commands, exports, boards and the RISC-V system do, too, but for these.
_QUICK = ("guide-verilog-vhdl", "tutorial-first-digest")


def guides() -> list[object]:
    """Return each guide, and once more with all its commands where some are large."""
    found: list[object] = []
    for path in GUIDES:
        marks = [] if path.stem in _QUICK else [pytest.mark.large]
        found.append(pytest.param(path, False, id=path.stem, marks=marks))
        if _LARGE in path.read_text("utf-8"):
            found.append(pytest.param(path, True, id=f"{path.stem}-whole", marks=pytest.mark.large))
    return found


def copy_checkout(folder: Path) -> None:
    """Copy what a clone of the checkout has."""
    top = checkout_root()
    assert top
    ignored = shutil.ignore_patterns(".git", ".venv", "__pycache__", ".*_cache", "build", "dist")
    shutil.copytree(top, folder, ignore=ignored, dirs_exist_ok=True)


@pytest.mark.parametrize(("guide", "whole"), guides())
def test_guide(guide: Path, whole: bool, tmp_path: Path, tools: dict[str, str]) -> None:
    needed = _NEEDS.get(guide.stem)
    if needed and not shutil.which(needed):
        pytest.skip(f"no {needed}: the guide was not followed (Debian: apt-get install {PACKAGES})")
    text = guide.read_text("utf-8")
    kinds = "(?: large)?" if whole else ""
    blocks = re.findall(rf"^```sh{kinds}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    assert blocks
    if guide.stem in IN_A_CHECKOUT:
        copy_checkout(tmp_path)
    done = subprocess.run(
        ["sh", "-ex"],
        input="".join(blocks),
        cwd=tmp_path,
        env=tools,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert not re.search("^FAIL", done.stdout, re.MULTILINE)
    if "PASS" in text:
        assert "\nPASS: " in done.stdout
