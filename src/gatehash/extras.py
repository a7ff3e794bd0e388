# SPDX-License-Identifier: Apache-2.0
"""Packages that parts of the library need, and how they are installed here."""

from __future__ import annotations

import re
import shlex
import sys

from gatehash.paths import checkout_root

__all__ = ["install_command", "missing", "pinned", "requirements"]

_NAME = re.compile(r"[\w.-]+")
_EXTRA = re.compile(r"extra\s*==\s*[\"']([\w-]+)[\"']")


def requirements() -> dict[str, str | None]:
    """Return the packages that this one requires by its own metadata, each with its extra.

    Returns
    -------
    dict
        The extra for each package, None for what the base install has.
    """
    found = {}
    for line in _required():
        name, extra = _NAME.match(line), _EXTRA.search(line)
        assert name is not None
        found[name[0]] = extra[1] if extra else None
    return found


def pinned(package: str) -> str:
    """Return the version that this package requires of one of which it requires one alone."""
    wanted = f"{package}=="
    return next(
        line.removeprefix(wanted).partition(";")[0].strip()
        for line in _required()
        if line.startswith(wanted)
    )


def _required() -> list[str]:
    from importlib import metadata

    return metadata.requires("gatehash") or []


def install_command(extra: str | None) -> str:
    """Return the command line that installs an extra, or what the base install lacks, here."""
    wanted = f"[{extra}]" if extra else ""
    what = [f"gatehash{wanted}"]
    if top := checkout_root():
        what = ["--constraint", str(top / "constraints.txt"), "--editable", f"{top}{wanted}"]
    return shlex.join([sys.executable, "-m", "pip", "install", *what])


def missing(package: str) -> str:
    """Say that a package is missing and how to get it."""
    return f"{package} not found; get it with: {install_command(requirements().get(package))}"
