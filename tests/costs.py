# SPDX-License-Identifier: Apache-2.0
"""A plugin of pytest: CPU time of each folder of tests, beside its budget, at the end of a run.

CPU time is that of the tests and of all that they start; it hardly depends on what else a machine
does, which wall time does. A folder beyond its budget is named, and no run fails of it.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

__all__ = ["BUDGETS", "folder_of"]

_PROCESSES = "collecting, and what tests leave running"

BUDGETS = {
    "tests": 35,
    "tests/attack": 32,
    "tests/board": 50,
    "tests/bus": 8,
    "tests/cli": 55,
    "tests/export": 100,
    "tests/implement": 45,
    "tests/kat": 15,
    "tests/microcode": 8,
    "tests/models": 35,
    "tests/mutate": 6,
    "tests/prove": 45,
    "tests/records": 20,
    "tests/report": 35,
    "tests/rtl": 210,
    "tests/simulate": 200,
    "tests/soc": 25,
    "tests/sw": 50,
    _PROCESSES: 75,
}
"""CPU seconds that ``make test`` may spend on the tests of each folder, with an empty cache: 17
minutes, beside one for the environment."""
_COSTS = pytest.StashKey[dict[str, float]]()


def _spent() -> float:
    """CPU seconds of this process, and of those that it has started and that have ended."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


def folder_of(test: str) -> str:
    """Return the folder of a test in ``tests``, or the top folder of another one."""
    folders = test.partition("::")[0].split("/")[:-1]
    return "/".join(folders[:2] if folders[:1] == ["tests"] else folders[:1]) or _PROCESSES


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add an option that keeps what is summed up here."""
    parser.addoption("--costs", type=Path, metavar="FILE", help="keep CPU seconds of each test")


def pytest_configure(config: pytest.Config) -> None:
    """Begin to count."""
    config.stash[_COSTS] = {}


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Count a test's CPU time, with that of the fixtures which it is the first to use."""
    before = _spent()
    try:
        return (yield)
    finally:
        item.config.stash[_COSTS][item.nodeid] = _spent() - before


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Count what is no test's; a worker sends its costs to the process that reports."""
    costs = session.config.stash[_COSTS]
    costs[""] = costs.get("", 0) + _spent() - sum(costs.values())
    if (output := getattr(session.config, "workeroutput", None)) is not None:
        output["costs"] = dict(costs)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Take a worker's costs; they are missing where it has crashed."""
    costs = node.config.stash[_COSTS]
    for test, seconds in getattr(node, "workeroutput", {}).get("costs", {}).items():
        costs[test] = costs.get(test, 0) + seconds


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """Print the table."""
    costs = config.stash[_COSTS]
    if path := config.getoption("costs"):
        path.write_text(json.dumps(costs, indent=0) + "\n", "utf-8")
    folders: dict[str, float] = {}
    for test, seconds in costs.items():
        folder = folder_of(test)
        folders[folder] = folders.get(folder, 0) + seconds
    # A run of some tests, or with a cache that holds something, only needs less.
    quick = config.getoption("markexpr") == "not large"
    terminalreporter.section("CPU seconds, and the budgets of 'make test'")
    for folder, seconds in sorted(folders.items(), key=lambda each: -each[1]):
        budget = BUDGETS.get(folder)
        over = "  beyond its budget" if quick and budget is not None and seconds > budget else ""
        shown = "-" if budget is None else budget
        terminalreporter.write_line(f"{seconds:8.1f} {shown:>6}  {folder}{over}")
    terminalreporter.write_line(f"{sum(costs.values()):8.1f} {sum(BUDGETS.values()):6}  all")
