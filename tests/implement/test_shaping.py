# SPDX-License-Identifier: Apache-2.0
"""A result's key covers the library's own code that shapes it, in a copy that a test edits."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import gatehash
from gatehash.implement import TARGETS
from gatehash.implement.passes import COMMANDS
from gatehash.implement.shaping import normalise_python
from gatehash.paths import rtl_root

KEYS = """
import json
from gatehash.catalog import find
from gatehash.implement import TARGETS
from gatehash.implement.source import source_key
hardware = find("phash-6").hardware
print(json.dumps({name: source_key(hardware, target, "core") for name, target in TARGETS.items()}))
"""
ALL = set(TARGETS)
ROUTED = {name for name, target in TARGETS.items() if target.place_and_route}


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the package, with the RTL as an installed one has it."""
    folder = tmp_path_factory.mktemp("copy") / "gatehash"
    shutil.copytree(Path(gatehash.__file__).parent, folder)
    (folder / "rtl").symlink_to(rtl_root())
    return folder


def keys(package: Path) -> dict[str, str]:
    command = [sys.executable, "-P", "-c", KEYS]
    environment = {"PYTHONPATH": str(package.parent), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    found: dict[str, str] = json.loads(done.stdout)
    return found


@pytest.fixture(scope="module")
def before(package: Path) -> dict[str, str]:
    return keys(package)


@pytest.mark.parametrize(
    ("file", "old", "new", "stale"),
    [
        ("passes.py", "yosys.Const(0x5AAA, 16)", "yosys.Const(0x5AAB, 16)", {"ecp5"}),
        ("passes.py", "(ports, ports[::-1])", "(ports,)", {"xc7a"}),
        ("passes.py", ".extract(0, 32)", ".extract(32, 32)", {"xc7a"}),
        ("terms.py", "common, said)", "own, said)", {"xc7a"}),
        ("passes.py", "cell.unsetPort(port)", "cell.unsetPort(of)", {"nexus"}),
        ("passes.py", "cell.unsetParam(name)", "cell.unsetParam(0)", ALL),
        ("reading.py", "([0-9.]+) MHz", "([0-9]+) MHz", ALL),
        ("record.py", "else lc + target.count(", "else lc - target.count(", ALL),
        ("targets.py", "cells.get(name, 0) * size", "cells.get(name, 1) * size", ALL),
        ("families.py", '{"TRELLIS_DPR16X4": 6}', '{"TRELLIS_DPR16X4": 4}', {"ecp5"}),
        ("hierarchy.py", "_LEAST_SHARE = 0.02", "_LEAST_SHARE = 0.01", ROUTED),
        ("netlists.py", '_CARRY_IN = "CIN"', '_CARRY_IN = "CI"', ROUTED),
        ("critical.py", "max(paths, key=_delay)", "min(paths, key=_delay)", ROUTED),
        ("scripts.py", '"--keep-hierarchy"', '"--keep"', ROUTED),
        ("scripts.py", '"--report", report_name', '"--write", report_name', ROUTED),
        # Words alone, and code that only runs the tools, shape nothing.
        ("passes.py", "Yosys maps a bit", "A bit", set()),
        ("hierarchy.py", "# Which instance a cell belongs to", "# Which", set()),
        ("child.py", "_PR_SET_PDEATHSIG = 1", "_PR_SET_PDEATHSIG = 2", set()),
    ],
)
def test_what_shapes_a_result_makes_it_stale(
    package: Path, before: dict[str, str], file: str, old: str, new: str, stale: set[str]
) -> None:
    path = package / "implement" / file
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))
    try:
        after = keys(package)
    finally:
        path.write_text(text)
    assert {name for name in ALL if after[name] != before[name]} == stale


def test_every_command_has_code_of_its_own() -> None:
    """Two that were made by one function would have one key."""
    assert len({make.__name__ for make in COMMANDS.values()}) == len(COMMANDS)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("a = 1  # why\n", "a = 1\n"),
        ("\n\na = 1\n\n", "a = 1\n"),
        ('"""One."""\na = 1\n', '"""Two\nlines."""\na = 1\n'),
        ("from a import (\n    b,\n)\nc = 1\n", "import a.b\nc = 1\n"),
        ('def f():\n    """One."""\n    return 1\n', "def f():\n    return 1\n"),
    ],
)
def test_same_meaning_same_text(one: str, other: str) -> None:
    assert normalise_python(one) == normalise_python(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("a = 1\n", "a = 2\n"),
        ('a = "# one"\n', 'a = "# two"\n'),
        ('a = """\none"""\n', 'a = """\ntwo"""\n'),
        ("if a:\n    b()\n    c()\n", "if a:\n    b()\nc()\n"),
        ('f("one")\n', 'f("two")\n'),
    ],
)
def test_other_meaning_other_text(one: str, other: str) -> None:
    assert normalise_python(one) != normalise_python(other)
