# SPDX-License-Identifier: Apache-2.0
"""The command, beside others and interrupted."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tests.implement.sweeping import SMALL, FakeTools, ecp5, ends, seeds

from gatehash.implement import (
    load,
)

# The command, beside others

COMMAND = """
import sys
from pathlib import Path
from gatehash.cli import main
from gatehash.records import store

if __name__ == "__main__":
    root = Path(sys.argv.pop(1))
    store.results_roots = lambda: (root,)
    main()
"""


@pytest.fixture
def command(fake: FakeTools, results_root: Path, tmp_path: Path) -> list[str]:
    """The command, with results in a folder of the test."""
    program = tmp_path / "command.py"
    program.write_text(COMMAND)
    arguments = (
        "implement",
        SMALL.name,
        "--targets",
        "ecp5",
        "--boundary",
        "stream",
        "--seeds",
        "3",
    )
    return [sys.executable, str(program), str(results_root), *arguments]


def test_two_sweeps_at_once_share_the_work(fake: FakeTools, command: list[str]) -> None:
    for step in ("synthesis", 1, 2, 3):
        fake.do(SMALL, step, "time.sleep(2)", always=True)
    arguments = [*command, "--jobs", "1", "--json"]
    with subprocess.Popen(arguments, stdout=subprocess.PIPE, text=True) as other:
        (first,) = fake.sweep(*ecp5(SMALL), jobs=1, seeds=3)
        (second,) = json.loads(other.communicate()[0])
    assert (seeds(first), second["seeds"]) == ([1, 2, 3], [1, 2, 3])
    assert first.result == load(SMALL, "ecp5", "stream")
    assert fake.calls() == [f"skein256-x1 {step}" for step in ("1", "2", "3", "synthesis")]


@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGKILL])
def test_interrupted_command_goes_on(
    fake: FakeTools, command: list[str], sign: signal.Signals
) -> None:
    fake.do(SMALL, 2, "time.sleep(600)")
    arguments = [*command, "--jobs", "2"]
    with subprocess.Popen(
        arguments, stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as process:
        worker, tool = fake.wait_for(SMALL, 2)
        assert process.stderr is not None
        # Both others are on record by the time that they are told.
        said = [process.stderr.readline() for _ in range(3)]
        # A terminal's Ctrl-C reaches every process of the group.
        if sign is signal.SIGINT:
            os.killpg(process.pid, sign)
        else:
            process.send_signal(sign)
        said += process.communicate()[1].splitlines()
        status = process.returncode
    assert ends(tool)
    assert ends(worker)
    if sign is signal.SIGINT:
        assert status == 2
        assert said[-1].startswith("gatehash: interrupted; finished steps are on record")
        assert len(said) == 4, said
    fake.calls()
    done = subprocess.run([*arguments, "--json"], capture_output=True, text=True, check=True)
    assert json.loads(done.stdout)[0]["seeds"] == [1, 2, 3]
    assert fake.calls() == ["skein256-x1 2"]
    assert done.stderr.splitlines()[-1] == "1 result: 1 measured, 0 fresh, 0 failed"


def test_terminated_command_takes_all_with_it(fake: FakeTools, command: list[str]) -> None:
    """What a tool has started itself is ended too, and the lines say no more of it."""
    start = "import subprocess; child = subprocess.Popen(['sleep', '600']); "
    note = "Path(os.environ['GATEHASH_FAKE_TOOLS'], 'child').write_text(str(child.pid)); "
    fake.do(SMALL, "synthesis", f"{start}{note}child.wait()")
    with subprocess.Popen(
        [*command, "--jobs", "1"], stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as process:
        worker, tool = fake.wait_for(SMALL, "synthesis")
        child = fake.folder / "child"
        while not (child.is_file() and child.read_text()):
            time.sleep(0.05)
        process.send_signal(signal.SIGTERM)
        said = process.communicate()[1]
    assert (process.returncode, said) == (-signal.SIGTERM, "")
    assert all(map(ends, (worker, tool, int(child.read_text()))))
