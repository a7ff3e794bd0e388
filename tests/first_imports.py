# SPDX-License-Identifier: Apache-2.0
"""A plugin of pytest: its workers share out the first import of the test modules.

At a module's first import pytest rewrites its assertions, which takes longer than all else of the
import, and keeps the result in a file. Workers that begin at one module would all rewrite every
module at the same time.
"""

from __future__ import annotations

from contextlib import suppress
from importlib import import_module

import pytest

__all__ = ["in_turn"]


def in_turn(modules: list[str], worker: int, workers: int) -> list[str]:
    """Return modules in a worker's order, which begins where the share of the one before ends."""
    first = len(modules) * worker // workers
    return modules[first:] + modules[:first]


def pytest_collection(session: pytest.Session) -> None:
    """Import all modules ahead of a run of all tests; pytest then takes them as they are."""
    config = session.config
    ours: dict[str, object] | None = getattr(config, "workerinput", None)
    if ours is None or {*config.args} != {*config.getini("testpaths")}:
        return
    top = config.rootpath
    files = sorted((top / "tests").rglob("test_*.py"))
    names = [".".join(path.relative_to(top).with_suffix("").parts) for path in files]
    worker = int(str(ours["workerid"]).removeprefix("gw"))
    for name in in_turn(names, worker, int(str(ours["workercount"]))):
        # What fails here fails again where pytest collects, which reports it.
        with suppress(Exception):
            import_module(name)
