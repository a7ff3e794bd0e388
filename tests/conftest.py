# SPDX-License-Identifier: Apache-2.0
"""What test modules share and check with ``assert`` says what it compared, as theirs does."""

import os
import shutil
import signal
import sys
from pathlib import Path

import pytest

from gatehash.simulate.plan import verilator_root

pytest.register_assert_rewrite("tests.models.manners", "tests.report.reading")

# A shell has what it starts in the background ignore SIGINT, and nohup SIGHUP. Commands under test
# inherit that, and keep to it, as they should.
signal.signal(signal.SIGINT, signal.default_int_handler)
signal.signal(signal.SIGHUP, signal.SIG_DFL)

# What has to be built first depends on the cache; tests of these lines take the variable away.
os.environ["GATEHASH_QUIET"] = "1"


@pytest.fixture(scope="session")
def tools(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Environment in which ``gatehash`` and ``verilator`` are commands, as users have them."""
    folder = tmp_path_factory.mktemp("tools")
    # The package's makefiles lack what Verilator's configuration finds out about the compiler.
    command = folder / "verilator"
    command.write_text(
        f'#!/bin/sh\nexec "{verilator_root()}/bin/verilator_bin" '
        '-CFLAGS "-fcoroutines -std=c++20" '
        '-MAKEFLAGS "CFG_CXXFLAGS_PCH_I=-include OPT_FAST=-O0 OPT_GLOBAL=-O0" "$@"\n'
    )
    command.chmod(0o755)
    here = Path(sys.executable).parent
    path = os.pathsep.join(map(str, (folder, here, os.environ["PATH"])))
    # Every program of Verilator's compiles the same runtime library.
    compiled = tmp_path_factory.getbasetemp().parent / "ccache"
    ccache = {"OBJCACHE": "ccache", "CCACHE_DIR": str(compiled)} if shutil.which("ccache") else {}
    return {**os.environ, **ccache, "VERILATOR_ROOT": str(verilator_root()), "PATH": path}
