# SPDX-License-Identifier: Apache-2.0
"""A folder of their own for results, and a site of made-up ones."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.report.fakes import AT, SKEIN, made_up, only, store_all, store_stale
from tests.report.pages import PLACED, STALE, Element, detailed, parsed

from gatehash.catalog import DESIGNS, find
from gatehash.implement.results import store
from gatehash.report import zalewski
from gatehash.report.site import write_site


@pytest.fixture
def results_root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    root = tmp_path / "results"
    monkeypatch.setattr("gatehash.records.store.results_roots", lambda: (root,))
    return root


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A site of the whole catalogue: some designs measured, one stale, one placed, most not."""
    folder = tmp_path_factory.mktemp("site")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("gatehash.records.store.results_roots", lambda: (folder / "results",))
        patch.setattr(zalewski, "MESSAGE_BLOCKS", 257)
        for design in AT:
            patch.setitem(DESIGNS, design.name, design)
        store_all((*SKEIN, *AT))
        store(made_up(find(PLACED), "ecp5", routed=False))
        store(detailed())
        store_stale(find(STALE), "ecp5")
        yield write_site(folder / "out").parent


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
def at_designs(results_root: Path) -> Iterator[None]:
    """Designs of another paper, and made-up ones of this."""
    with only((*SKEIN, *AT)):
        yield


@pytest.fixture
def at_measured(at_designs: None) -> None:
    store_all(AT)
