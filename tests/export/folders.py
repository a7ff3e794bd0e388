# SPDX-License-Identifier: Apache-2.0
"""Exported folders, and commands that run in them."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterable
from pathlib import Path

from gatehash.cli.commands import run

__all__ = ["WARNINGS", "run_in", "write"]

WARNINGS = ("-Wno-fatal", "-Werror-USERFATAL")
"""Options of Verilator: of all warnings, only a parameter that the RTL refuses is an error."""


def write(design: str, form: str, folder: Path, *options: str) -> Path:
    """Export a design by the command line into a folder, and return it."""
    assert run(["export", design, "--as", form, "-o", str(folder), *options]) == 0
    return folder


def run_in(command: Iterable[str], folder: Path, **environment: str) -> str:
    """Run a command in a folder with more of an environment, and return what it prints."""
    done = subprocess.run(
        [*command],
        cwd=folder,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
