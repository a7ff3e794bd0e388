# SPDX-License-Identifier: Apache-2.0
"""What test modules share and check with ``assert`` says what it compared, as theirs does."""

import os
import shutil
import signal
import sys
from pathlib import Path

import pytest

from gatehash.simulate.plan import verilator_root

pytest_plugins = ("tests.costs", "tests.first_imports", "tests.tiers")

pytest.register_assert_rewrite("tests.models.manners", "tests.report.reading")

# A shell has what it starts in the background ignore SIGINT, and nohup SIGHUP. Commands under test
# inherit that, and keep to it, as they should.
signal.signal(signal.SIGINT, signal.default_int_handler)
signal.signal(signal.SIGHUP, signal.SIG_DFL)

# What has to be built first depends on the cache; tests of these lines take the variable away.
os.environ["GATEHASH_QUIET"] = "1"


@pytest.fixture
def committed_memo_alone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The cache has nothing, so that texts have the digests of the committed memo or none."""
    monkeypatch.setenv("GATEHASH_CACHE", str(tmp_path))


@pytest.fixture(scope="session")
def tools(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Environment in which ``gatehash`` is a command, as in an environment that is activated."""
    path = os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))
    # Every program of Verilator's compiles the same runtime library.
    compiled = tmp_path_factory.getbasetemp().parent / "ccache"
    ccache = {"OBJCACHE": "ccache", "CCACHE_DIR": str(compiled)} if shutil.which("ccache") else {}
    return {**os.environ, **ccache, "PATH": path}


@pytest.fixture(scope="session")
def simulators(tools: dict[str, str]) -> dict[str, str]:
    """The same with ``verilator``, that of the Python package, as docs/export.md has it.

    Its programs run few cycles, so that they are compiled without optimisation.
    """
    path = os.pathsep.join((f"{verilator_root()}/bin", tools["PATH"]))
    return {**tools, "MAKEFLAGS": " -- OPT_FAST=-O0 OPT_SLOW=-O0 OPT_GLOBAL=-O0", "PATH": path}
