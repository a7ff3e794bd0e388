# SPDX-License-Identifier: Apache-2.0
"""A pytest plugin: a catalogue with a variant of one's own, ``pytest -p tests.variant``."""

from dataclasses import replace

from gatehash.catalog import DESIGNS, find

__all__ = ["BASE", "NAME"]

BASE = "skein512-x8"
NAME = f"{BASE}-mine"


def pytest_configure() -> None:
    """The variant joins when pytest takes this plugin, not when a collector imports this file."""
    DESIGNS[NAME] = replace(find(BASE), name=NAME)
