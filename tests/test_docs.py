# SPDX-License-Identifier: Apache-2.0
"""Measured figures that docs have in tables are those of the committed records."""

import hashlib
import hmac
import itertools
import re
import subprocess
import sys
from collections import Counter

import pytest
from tests import (
    doc_boards,
    doc_choice,
    doc_mutants,
    doc_peers,
    doc_proofs,
    doc_settings,
    doc_soc,
    doc_wires,
)
from tests.doc_figures import DOCS, PAGES, cells, updated

import gatehash
from gatehash.catalog import DESIGNS, find
from gatehash.implement import figures_at, load
from gatehash.paths import checkout_root
from gatehash.prove import all_properties
from gatehash.soc.record import is_fresh, on_record


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
        hashlib.sha256(message).hexdigest() for message in (b"one", b"two", b"three")
    ]


def test_examples_of_the_python_interface_run(capsys: pytest.CaptureFixture[str]) -> None:
    examples = re.findall(
        r"```python\n(.*?)```", (DOCS / "python.md").read_text("utf-8"), re.DOTALL
    )
    assert len(examples) == 3
    for example in examples:
        exec(example, {})
    assert capsys.readouterr().out.split() == [
        gatehash.new("skein512-x8", b"abc", engine="model").hexdigest(),
        *("sha-256", hashlib.sha256(b"abc").hexdigest(), hashlib.shake_128(b"abc").hexdigest(10)),
        *(hmac.digest(b"key", each, "sha256").hex() for each in (b"one", b"two")),
    ]


def test_every_page_tells_the_stream_top() -> None:
    for page in PAGES:
        found = cells((DOCS / f"{page}.md").read_text("utf-8"))
        headings = {each.heading.replace(" of all streams", "") for each in found}
        if page != "widths":
            assert {"ECP5 LUT4", "MHz", "Mb/s per unit", "Mb/s per LUT4"} <= headings
        if page != "skein":
            rates = {"stream top Mb/s per unit", "stream top Mb/s per LUT4"}
            assert {"stream top LUT4", "stream top MHz", *rates} <= headings


def test_a_wrong_figure_is_found_and_put_right() -> None:
    page = (DOCS / "skein.md").read_text(encoding="utf-8")
    (cell, *_) = (each for each in cells(page) if each.heading == "ECP5 LUT4")
    broken = page.replace(f"| {cell.shown} |", "| 1 |")
    assert [each.shown for each in cells(broken) if each.shown != each.expected] == ["1"]
    assert updated(broken) == page


def test_table_of_proofs_is_that_of_the_records() -> None:
    text = doc_proofs.PAGE.read_text(encoding="utf-8")
    assert doc_proofs.updated(text) == text, "run: python -m tests.doc_proofs"


def test_sentences_on_proofs_are_of_all_designs_on_record() -> None:
    text = (DOCS / "proofs.md").read_text(encoding="utf-8").partition("## Designs")[2]
    rows = [line.split("|")[1] for line in text.splitlines() if line.startswith("| `")]
    named = Counter(name for row in rows for name in re.findall(r"`([^`]+)`", row))
    assert set(named.values()) == {1}
    measured = {name for name, each in DESIGNS.items() if load(each, "ecp5", "core")}
    assert measured <= set(named) <= set(DESIGNS)
    tops = (each for each in all_properties() if each.name.startswith("timing."))
    timed = {name for each in tops for name in each.designs}
    untimed = measured - timed
    others = [find(name) for name in untimed if not find(name).hardware.alarm]
    assert {design.family for design in others} == {"aead"}


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
    assert is_fresh(found), "run: python -m tests.doc_soc"
    path = checkout_root() / "results" / "soc" / f"{design}.{function}.json"  # type: ignore[operator]
    assert path.read_text("utf-8") == found.to_json()


def test_table_of_boards_is_that_of_the_records() -> None:
    text = doc_boards.PAGE.read_text(encoding="utf-8")
    assert doc_boards.updated(text) == text, "run: python -m tests.doc_boards"


def test_table_of_choices_is_that_of_the_records() -> None:
    text = doc_choice.PAGE.read_text(encoding="utf-8")
    assert "<!-- choice -->" in text
    assert doc_choice.updated(text) == text, "run: python -m tests.doc_choice"


def test_table_of_wires_is_that_of_the_records() -> None:
    text = doc_wires.PAGE.read_text(encoding="utf-8")
    assert "<!-- wires -->" in text
    assert doc_wires.updated(text) == text, "run: python -m tests.doc_wires"


def test_table_of_open_cores_is_that_of_the_records() -> None:
    text = doc_peers.PAGE.read_text(encoding="utf-8")
    assert "<!-- best -->" in text
    assert doc_peers.updated(text) == text, "run: python -m tests.doc_peers"


def test_the_readme_shows_one_result_of_the_records() -> None:
    text = doc_peers.README.read_text(encoding="utf-8")
    assert "<!-- result -->" in text
    assert doc_peers.with_headline(text) == text, "run: python -m tests.doc_peers"


def test_words_on_open_cores_are_as_the_figures() -> None:
    """The sentences of the guide and of the families' pages that say who is ahead."""
    behind = {
        (row["algorithm"], row["boundary"])
        for row in doc_peers.rows()
        if max(row["one_times"] or 0, row["several_times"] or 0) < 1
    }
    assert behind == {("sha-256", "core")}


# By Mb/s per unit of the stream top: the first is ahead of the second.
AHEAD = {
    "engines": [
        ("chacha-x2-piped", "chacha-mc-1"),
        ("blake3-1", "blake3-mc-1"),
        ("blake3-2", "blake3-mc-1"),
        ("skein512-x8-piped", "skein512-x4"),
        ("skein512-x4-piped", "skein512-x4"),
        ("skein256-x8-piped", "skein256-x4"),
        ("blake256-x1-piped", "blake256-half"),
        ("blake512-x1-piped", "blake512-half"),
        ("blake512-half-piped", "blake512-half"),
        ("sha256-bram", "sha256-x1-piped"),
        ("sha512-bram", "sha512-x1-piped"),
        ("whirlpool-shared", "whirlpool-x1-piped"),
        ("skein256-x4", "skein256-x4-piped"),
    ],
    "blake": [("blake256-half", "blake256-x1"), ("blake512-half", "blake512-x1")],
    "sha2": [("sha256-bram", "sha256-lut"), ("sha512-bram", "sha512-lut")],
    "skein": [
        (f"skein{bits}-x4", f"skein{bits}-x{rounds}")
        for bits in (256, 512, 1024)
        for rounds in (1, 8)
    ],
    "phash": [(f"phash-{n}-piped", "phash-1-bram") for n in (1, 2, 3, 4, 6)],
    "whirlpool": [
        ("whirlpool-shared", "whirlpool-lut-logic"),
        *(
            ("whirlpool-lut-logic", f"whirlpool-{box}-{mix}")
            for box, mix in itertools.product(("bram", "lut", "logic"), ("table", "logic"))
            if (box, mix) != ("lut", "logic")
        ),
    ],
}
"""What pages say of designs, by page; whoever measures one anew and fails here mends the words."""


@pytest.mark.parametrize("page", AHEAD)
def test_words_on_designs_are_as_the_figures(page: str) -> None:
    assert "guide-compare.md#" in (DOCS / f"{page}.md").read_text(encoding="utf-8")
    for better, worse in AHEAD[page]:
        rates = [figures_at(find(name), "ecp5", "stream").rate for name in (better, worse)]
        first, second = (rate.mbps_per_unit or 0 for rate in rates)
        assert first > second, (better, worse)
        if page == "skein":
            assert (rates[0].mbps or 0) > (rates[1].mbps or 0), (better, worse)
