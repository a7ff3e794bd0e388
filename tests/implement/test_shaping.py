# SPDX-License-Identifier: Apache-2.0
"""Which of the library's own code is an input of a result, in a copy that a test edits."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import gatehash
from gatehash.implement import TARGETS
from gatehash.implement.passes import COMMANDS
from gatehash.paths import results_roots, rtl_root

INPUTS = """
import json
from gatehash.catalog import find
from gatehash.implement import TARGETS
from gatehash.implement.source import Measurement
from gatehash.records.store import known_inputs
design = find("phash-6")
found = {
    name: known_inputs(Measurement(design, target, "core")) for name, target in TARGETS.items()
}
print(json.dumps(found))
"""
ALL = set(TARGETS)
# Those on which phash-6 is measured: their netlists are known.
KNOWN = {name for name, target in TARGETS.items() if target.vendor != "generic"}


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the package, with the RTL and the results as an installed one has them."""
    folder = tmp_path_factory.mktemp("copy") / "gatehash"
    shutil.copytree(Path(gatehash.__file__).parent, folder)
    (folder / "rtl").symlink_to(rtl_root())
    (folder / "results").symlink_to(results_roots()[0])
    return folder


def inputs(package: Path) -> dict[str, dict[str, str] | None]:
    command = [sys.executable, "-P", "-c", INPUTS]
    environment = {
        "PYTHONPATH": str(package.parent),
        "PYTHONDONTWRITEBYTECODE": "1",
        "GATEHASH_CACHE": str(package.parent / "cache"),
    }
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    found: dict[str, dict[str, str] | None] = json.loads(done.stdout)
    return found


@pytest.fixture(scope="module")
def before(package: Path) -> dict[str, dict[str, str] | None]:
    return inputs(package)


def test_netlists_that_no_memo_has_are_not_known(
    before: dict[str, dict[str, str] | None],
) -> None:
    assert {name for name, found in before.items() if found} == KNOWN


@pytest.mark.parametrize(
    ("file", "old", "new", "stale"),
    [
        ("implement/passes.py", "Const(0x5AAA, 16)", "Const(0x5AAB, 16)", {"ecp5"}),
        ("implement/passes.py", "(ports, ports[::-1])", "(ports,)", {"xc7a"}),
        ("implement/passes.py", ".extract(0, 32)", ".extract(32, 32)", {"xc7a"}),
        ("implement/passes.py", "cell.unsetParam(name)", "cell.unsetParam(0)", KNOWN),
        ("implement/scripts.py", '"--keep-hierarchy"', '"--keep"', {"ecp5", "xc7a"}),
        ("implement/scripts.py", '"--report", report', '"--write", report', {"ecp5", "xc7a"}),
        ("implement/source.py", 'READER = "1"', 'READER = "2"', KNOWN),
        # Words, layout, and code that runs the tools or reads their output, whose version is
        # raised where it reads archived output differently, make nothing stale.
        ("implement/passes.py", "Yosys maps a bit", "A bit", set()),
        ("implement/passes.py", "halves = [\n", "halves = [  # two\n\n", set()),
        (
            "implement/reading.py",
            '_COMB = ("TRELLIS_COMB", ',
            '_COMB = (\n    "TRELLIS_COMB",\n    ',
            set(),
        ),
        ("implement/hierarchy.py", "# Which instance a cell belongs to", "# Which", set()),
        ("implement/child.py", "_PR_SET_PDEATHSIG = 1", "_PR_SET_PDEATHSIG = 2", set()),
        ("records/graph.py", "_NO_LOGIC", "_WITHOUT_LOGIC", set()),
    ],
)
def test_what_shapes_a_result_makes_it_stale(
    package: Path,
    before: dict[str, dict[str, str] | None],
    file: str,
    old: str,
    new: str,
    stale: set[str],
) -> None:
    path = package / file
    text = path.read_text()
    assert old in text
    path.write_text(
        text.replace(old, new) if file == "records/graph.py" else text.replace(old, new, 1)
    )
    try:
        after = inputs(package)
    finally:
        path.write_text(text)
    assert {name for name in ALL if after[name] != before[name]} == stale


def test_every_command_has_code_of_its_own() -> None:
    """Two that were made by one function would have one digest."""
    assert len({make.__name__ for make in COMMANDS.values()}) == len(COMMANDS)
