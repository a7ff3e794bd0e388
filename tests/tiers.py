# SPDX-License-Identifier: Apache-2.0
"""A plugin of pytest: the three tiers of tests, and the one place that shares out the second.

``make test`` runs every test that is not marked ``large``, and ``make test-all`` runs all. A
landing runs the first, and a quarter of the rest that its number chooses: ``--share``. All large
tests of a design are in the same share, so that its simulators are built once. Commands that
measure or prove for hours are the third tier, and no test runs them.
"""

from __future__ import annotations

import time
import zlib

import pytest

from gatehash.catalog import DESIGNS, Design, Job

__all__ = ["LARGEST", "SHARES", "design_of", "share_of"]

SHARES = 4
"""Landings after which every large test has run."""

LARGEST = max(
    (design for design in DESIGNS.values() if design.family == "phash"),
    key=lambda design: design.hardware.core.parameters["Ciphers"],
).name
"""The design with the most logic, which every landing simulates."""

_BEGAN = pytest.StashKey[float]()


def design_of(item: pytest.Item) -> str | None:
    """Return the name of the design that a test is of, by its parameters; None if of none."""
    callspec = getattr(item, "callspec", None)
    for value in callspec.params.values() if callspec else ():
        name = value.design.name if isinstance(value, Job) else value
        name = name.name if isinstance(name, Design) else name
        # Behind a name may stand a width, or a form of the design.
        if isinstance(name, str) and (base := name.partition("@")[0].partition("+")[0]) in DESIGNS:
            return base
    return None


def share_of(item: pytest.Item) -> int:
    """Return the share that a test is in, by its design, or by its name where it has none."""
    name = design_of(item)
    return (zlib.crc32(item.nodeid.encode()) if name is None else [*DESIGNS].index(name)) % SHARES


def _argument(item: pytest.Item, name: str) -> bool:
    mark = item.get_closest_marker("large")
    return mark is not None and bool(mark.kwargs.get(name))


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options of a landing."""
    group = parser.getgroup("tiers", "tests of a landing")
    group.addoption(
        "--share", type=int, metavar="N", help=f"large tests of a landing, N mod {SHARES}"
    )
    group.addoption("--limit", type=float, metavar="SECONDS", help="begin no test after that time")


def pytest_configure(config: pytest.Config) -> None:
    """Declare the marker."""
    config.addinivalue_line(
        "markers",
        "large(first, every): only 'make test-all' has it, and one landing in four or every one; "
        "'first' are run before the others",
    )
    config.stash[_BEGAN] = time.monotonic()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave the tests of a share, those first that show most."""
    share = config.getoption("share")
    if share is None:
        return
    chosen: list[pytest.Item] = []
    rest: list[pytest.Item] = []
    for item in items:
        ours = _argument(item, "every") or share_of(item) == share % SHARES
        (chosen if ours and item.get_closest_marker("large") else rest).append(item)
    config.hook.pytest_deselected(items=rest)
    items[:] = sorted(chosen, key=lambda item: not _argument(item, "first"))


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip a test that there is no time for."""
    limit = item.config.getoption("limit")
    if limit is not None and time.monotonic() - item.config.stash[_BEGAN] > limit:
        pytest.skip("no time is left; 'make test-all' runs it")
