# SPDX-License-Identifier: Apache-2.0
"""Measured figures that docs have in tables are those of the committed records."""

import re
import subprocess
import sys

import pytest
from tests import doc_boards, doc_mutants, doc_proofs, doc_settings, doc_soc
from tests.doc_figures import DOCS, PAGES, cells, updated

import gatehash
from gatehash.catalog import find
from gatehash.paths import checkout_root
from gatehash.soc.record import on_record


@pytest.mark.parametrize("page", PAGES)
def test_figures_are_those_of_the_records(page: str) -> None:
    text = (DOCS / f"{page}.md").read_text(encoding="utf-8")
    found = list(cells(text))
    assert found
    wrong = [
        f"{each.design}, {each.heading}: {each.shown}; it must be {each.expected}"
        for each in found
        if each.shown != each.expected
    ]
    assert not wrong, "\n".join([*wrong, "run: python -m tests.doc_figures"])
    assert updated(text) == text


def test_example_of_several_streams_runs() -> None:
    (example,) = re.findall(
        r"```python\n(.*?)```", (DOCS / "engines.md").read_text("utf-8"), re.DOTALL
    )
    done = subprocess.run(
        [sys.executable, "-c", example], capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == [
        gatehash.new("blake256-half-piped", message, engine="model").hexdigest()
        for message in (b"one", b"two", b"three")
    ]


def test_every_page_tells_the_stream_top() -> None:
    for page in PAGES:
        found = cells((DOCS / f"{page}.md").read_text("utf-8"))
        headings = {each.heading.replace(" of all streams", "") for each in found}
        if page != "widths":
            assert {"ECP5 LUT4", "MHz", "Mb/s per LUT4"} <= headings
        if page != "skein":
            assert {"stream top LUT4", "stream top MHz", "stream top Mb/s per LUT4"} <= headings


def test_a_wrong_figure_is_found_and_put_right() -> None:
    page = (DOCS / "skein.md").read_text(encoding="utf-8")
    (cell, *_) = (each for each in cells(page) if each.heading == "ECP5 LUT4")
    broken = page.replace(f"| {cell.shown} |", "| 1 |")
    assert [each.shown for each in cells(broken) if each.shown != each.expected] == ["1"]
    assert updated(broken) == page


def test_table_of_proofs_is_that_of_the_records() -> None:
    text = doc_proofs.PAGE.read_text(encoding="utf-8")
    assert doc_proofs.updated(text) == text, "run: python -m tests.doc_proofs"


def test_table_of_faults_is_that_of_the_records() -> None:
    text = doc_mutants.PAGE.read_text(encoding="utf-8")
    assert doc_mutants.updated(text) == text, "run: python -m tests.doc_mutants"
    assert doc_mutants.UNEXPLAINED not in text


def test_table_of_settings_is_that_of_the_records() -> None:
    text = doc_settings.PAGE.read_text(encoding="utf-8")
    assert doc_settings.updated(text) == text, "run: python -m tests.doc_settings"


def test_table_of_the_risc_v_system_is_that_of_the_records() -> None:
    text = doc_soc.PAGE.read_text(encoding="utf-8")
    assert doc_soc.updated(text) == text, "run: python -m tests.doc_soc"


@pytest.mark.parametrize(("design", "function"), doc_soc.MEASURED)
def test_records_of_the_risc_v_system_are_fresh(design: str, function: str) -> None:
    found = on_record(find(design), function)
    assert found is not None
    assert doc_soc.is_fresh(found), "run: python -m tests.doc_soc"
    path = checkout_root() / "results" / "soc" / f"{design}.{function}.json"  # type: ignore[operator]
    assert path.read_text("utf-8") == found.to_json()


def test_table_of_boards_is_that_of_the_records() -> None:
    text = doc_boards.PAGE.read_text(encoding="utf-8")
    assert doc_boards.updated(text) == text, "run: python -m tests.doc_boards"
