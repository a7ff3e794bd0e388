# SPDX-License-Identifier: Apache-2.0
"""Verilator's compiled objects, for a test with a cache of its own."""

import shutil
from pathlib import Path

from gatehash.paths import cache_root

__all__ = ["with_runtime"]


def with_runtime(cache: Path) -> None:
    """Copy the objects that simulators share into another cache, if other tests have made them."""
    for compiled in (cache_root() / "simulators").glob("runtime-*/"):
        shutil.copytree(compiled, cache / "simulators" / compiled.name)
