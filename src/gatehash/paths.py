# SPDX-License-Identifier: Apache-2.0
"""Where the library's files are, in a checkout and in an installed package."""

import os
from functools import cache
from pathlib import Path

from platformdirs import user_cache_path, user_data_path

__all__ = [
    "cache_root",
    "checkout_root",
    "docs_root",
    "license_file",
    "results_roots",
    "rtl_root",
    "soc_root",
    "sw_root",
]

_PACKAGE = Path(__file__).resolve().parent


@cache
def checkout_root() -> Path | None:
    """Top folder of the source checkout that this package runs from, if it does."""
    top = _PACKAGE.parent.parent
    return top if (top / "rtl").is_dir() and (top / "pyproject.toml").is_file() else None


def rtl_root() -> Path:
    """Folder of the RTL sources."""
    top = checkout_root()
    return top / "rtl" if top else _PACKAGE / "rtl"


def sw_root() -> Path:
    """Folder of the C driver."""
    top = checkout_root()
    return top / "sw" if top else _PACKAGE / "sw"


def soc_root() -> Path:
    """Folder of the RISC-V system: its RTL and its firmware."""
    top = checkout_root()
    return top / "soc" if top else _PACKAGE / "soc"


def docs_root() -> Path:
    """Folder of the manual's pages."""
    top = checkout_root()
    return top / "docs" if top else _PACKAGE / "docs"


def license_file() -> Path:
    """File with the licence's text."""
    top = checkout_root()
    return (top or _PACKAGE) / "LICENSE"


def results_roots() -> tuple[Path, ...]:
    """Folders of measured results, the one that new results are written to first.

    A checkout has one, ``results``. An installed package reads the results that it carries and
    writes new ones to the user's data folder.
    """
    top = checkout_root()
    if top:
        return (top / "results",)
    return (user_data_path("gatehash") / "results", _PACKAGE / "results")


def cache_root() -> Path:
    """Folder of what is built: ``$GATEHASH_CACHE`` or the user's cache folder, absolute."""
    override = os.environ.get("GATEHASH_CACHE")
    return Path(override).absolute() if override else user_cache_path("gatehash")
