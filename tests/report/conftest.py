# SPDX-License-Identifier: Apache-2.0
"""A folder of their own for results, and a site of made-up ones."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.report.fakes import AT, SKEIN, made_up, only, store_all, store_stale
from tests.report.pages import PLACED, STALE, Element, detailed, parsed
from typer.testing import CliRunner

from gatehash.cache import locked
from gatehash.catalog import DESIGNS, find
from gatehash.cli.report import report
from gatehash.implement.results import store
from gatehash.report import zalewski
from gatehash.report.charts import Drawing


@pytest.fixture
def results_root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    root = tmp_path / "results"
    monkeypatch.setattr("gatehash.records.store.results_roots", lambda: (root,))
    return root


def _write_site(results: Path, folder: Path) -> None:
    """Write the site with the command, and what the command says beside it."""
    store_all((*SKEIN, *AT))
    store(made_up(find(PLACED), "ecp5", routed=False))
    store(detailed())
    store_stale(find(STALE), "ecp5")
    ran = CliRunner().invoke(report, ["--out", str(folder)])
    assert ran.exit_code == 0, ran.output
    (results.parent / "said").write_text(ran.output, encoding="utf-8")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A site of the whole catalogue: some designs measured, one stale, one placed, most not.

    The first worker that needs the site writes it for all.
    """
    top = tmp_path_factory.getbasetemp()
    together = (top.parent if "PYTEST_XDIST_WORKER" in os.environ else top) / "site"
    folder, results = together / "new" / "folder", together / "results"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("gatehash.records.store.results_roots", lambda: (results,))
        patch.setattr(zalewski, "MESSAGE_BLOCKS", 257)
        for design in AT:
            patch.setitem(DESIGNS, design.name, design)
        with locked(together, "lock"):
            if not (together / "said").exists():
                _write_site(results, folder)
        yield folder


@pytest.fixture(scope="module")
def pages(site: Path) -> dict[str, Element]:
    """Every page by its path."""
    return {
        path.relative_to(site).as_posix(): parsed(path.read_text(encoding="utf-8"))
        for path in site.rglob("*.html")
    }


@pytest.fixture(scope="module")
def root(pages: dict[str, Element]) -> Element:
    return pages["index.html"]


@pytest.fixture
def undrawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pictures are empty files: to draw one takes longer than all else of a report."""
    monkeypatch.setattr(Drawing, "__getitem__", lambda *_: b"")


@pytest.fixture
def at_designs(results_root: Path) -> Iterator[None]:
    """Designs of another paper, and made-up ones of this."""
    with only((*SKEIN, *AT)):
        yield


@pytest.fixture
def at_measured(at_designs: None) -> None:
    store_all(AT)
