# SPDX-License-Identifier: Apache-2.0
"""Exported folders, and commands that run in them."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterable
from pathlib import Path

from gatehash.cli.commands import run

__all__ = ["CHOICES", "WARNINGS", "run_in", "sources", "write"]

CHOICES: tuple[dict[str, object], ...] = (
    {"vendor": "generic"},
    {"vendor": "xilinx"},
    {"vendor": "lattice"},
    {"self_test": True},
)
"""Choices of a project that any design has."""
WARNINGS = ("-Wno-fatal", "-Werror-USERFATAL")
"""Options of Verilator: of all warnings, only a parameter that the RTL refuses is an error."""


def sources(folder: Path) -> list[Path]:
    """Return the RTL and tops in an exported folder, as its list has them."""
    (listed,) = (path for path in folder.glob("*.f") if path.name != "cells.f")
    lines = listed.read_text().splitlines()
    return [folder / line for line in lines if not line.startswith(("//", "+"))]


def write(designs: str, form: str, folder: Path, *options: str) -> Path:
    """Export designs by the command line into a folder, and return it."""
    assert run(["export", *designs.split(), "--as", form, "-o", str(folder), *options]) == 0
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
