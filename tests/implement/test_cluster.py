# SPDX-License-Identifier: Apache-2.0
"""A sweep on a cluster that was started elsewhere, and workers that end."""

import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from distributed import LocalCluster
from tests.implement.sweeping import LARGE, SMALL, FakeTools, ecp5, ends, meanwhile, seeds, threads
from tests.refusals import refused

from gatehash.errors import GatehashError
from gatehash.implement import (
    Limits,
    News,
    implement_all,
    job,
    load,
    tools,
    units,
)


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


@pytest.mark.large
def test_step_that_workers_die_of_is_named(fake: FakeTools, cluster: LocalCluster) -> None:
    fake.do(SMALL, "synthesis", "os.kill(os.getppid(), 9); time.sleep(60)", always=True)
    (outcome,) = fake.sweep(*ecp5(SMALL), jobs=None, scheduler=cluster.scheduler_address)
    assert "4 workers died of it, perhaps out of memory" in (outcome.error or "")


@pytest.mark.large
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


@pytest.mark.large
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
    monkeypatch.setattr(job, "text_of", lambda *_: "of this caller")
    (outcome,) = fake.sweep(*ecp5(SMALL), jobs=None, scheduler=cluster.scheduler_address)
    assert outcome.error is not None
    assert "has other RTL or other tools; install the same gatehash there" in outcome.error
    assert fake.calls() == []


@pytest.mark.parametrize(
    "sign", [signal.SIGKILL, pytest.param(signal.SIGTERM, marks=pytest.mark.large)]
)
def test_lost_scheduler_is_one_line(
    fake: FakeTools, tmp_path: Path, sign: signal.Signals, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gatehash.pool.cluster._CONNECT_SECONDS", 2)
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
    with refused(f"scheduler '{address}' can't be reached"):
        fake.sweep(*ecp5(SMALL), jobs=None, scheduler=address)


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
    monkeypatch.setattr("gatehash.pool.cluster._GREET_SECONDS", 1)
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
