# SPDX-License-Identifier: Apache-2.0
"""Tools that stand for Yosys and nextpnr in processes of their own."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from distributed import LocalCluster

from gatehash.catalog import Design, find
from gatehash.implement import (
    News,
    Outcome,
    Unit,
    implement_all,
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


def threads(workers: int) -> LocalCluster:
    """A cluster whose workers are in this process, where tests can set things."""
    return LocalCluster(
        n_workers=workers,
        threads_per_worker=1,
        processes=False,
        protocol="tcp://",
        dashboard_address=":0",
    )
