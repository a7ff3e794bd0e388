# SPDX-License-Identifier: Apache-2.0
"""``make`` gives the reason for which it can't set up its environment, and no other."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

TOP = Path(__file__).resolve().parents[1]
VENV = "gatehash needs Python's venv"


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    for name in ("Makefile", "pyproject.toml", "constraints.txt"):
        shutil.copy(TOP / name, tmp_path)
    return tmp_path


def _make(folder: Path, *variables: str) -> str:
    # A make that runs the tests would make this one its own.
    own = ("MAKEFLAGS", "MAKELEVEL", "MFLAGS")
    environment = {name: value for name, value in os.environ.items() if name not in own}
    environment["LC_ALL"] = "C"
    done = subprocess.run(
        ["make", "hash", *variables],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (2, "")
    return done.stderr


def test_folder_that_can_not_be_made(checkout: Path) -> None:
    (checkout / ".venv").touch()
    said = _make(checkout)
    assert "File exists" in said
    assert VENV not in said


@pytest.mark.skipif(os.geteuid() == 0, reason="root writes to read-only folders")
def test_read_only_checkout(checkout: Path) -> None:
    checkout.chmod(0o555)
    said = _make(checkout)
    checkout.chmod(0o755)
    assert "Permission denied" in said
    assert VENV not in said


def test_python_without_venv(checkout: Path) -> None:
    python = checkout / "python"
    python.write_text(
        '#!/bin/sh\ncase "$*" in *ensurepip*) exit 1;; esac\nexec python3 "$@"\n', encoding="utf-8"
    )
    python.chmod(0o755)
    said = _make(checkout, f"PYTHON={python}")
    assert said.startswith(f"{VENV}, which {python} lacks (Debian: apt-get install python3-venv)\n")
