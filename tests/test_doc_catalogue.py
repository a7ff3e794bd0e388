# SPDX-License-Identifier: Apache-2.0
"""What docs say of the catalogue and of parameters is so."""

import re
from pathlib import Path

import pytest
from tests import doc_widths
from tests.doc_figures import DOCS
from tests.doc_widths import WORDS, listed

from gatehash.catalog import DESIGNS
from gatehash.paths import rtl_root


def _text(page: str) -> str:
    return (DOCS / f"{page}.md").read_text(encoding="utf-8")


# Widths


def test_table_of_widths_is_that_of_the_catalogue() -> None:
    text = doc_widths.PAGE.read_text(encoding="utf-8")
    assert "<!-- widths -->" in text
    assert doc_widths.updated(text) == text, "run: python -m tests.doc_widths"


@pytest.mark.parametrize(("page", "words", "names"), WORDS)
def test_words_on_widths_are_those_of_the_catalogue(
    page: str, words: str, names: tuple[str, ...]
) -> None:
    # A form with a suffix is a design of its own: it has words of its own.
    others = {each for _, _, more in WORDS for each in more} - set(names)
    designs = [
        design
        for name, design in DESIGNS.items()
        if name.startswith(names) and name not in others and "-piped" not in name[len(names[0]) :]
    ]
    assert designs
    (widths,) = {design.hardware.widths for design in designs if len(design.hardware.widths) > 1}
    comma = "{}," in words and words.startswith("|")
    expected = words.replace("{},", "{}") if comma else words
    text = " ".join(_text(page).split())
    assert expected.format(listed(widths, ", " if comma else " or ")) in text


def test_every_family_has_words_on_widths() -> None:
    """But for engines with one width, which docs/engines.md names."""
    named = tuple(name for _, _, names in WORDS for name in names)
    silent = {
        name
        for name, design in DESIGNS.items()
        if not name.startswith(named) and len(design.hardware.widths) > 1
    }
    assert silent == set()


# Parameters

_HEAD = re.compile(r"\| parameter \|.*\n\|[ :|-]+\n((?:\|.*\n)+)")
_PAGES = sorted(
    path.stem
    for path in DOCS.glob("*.md")
    if "| parameter |" in path.read_text("utf-8") and not path.stem.startswith("guide-")
)


def _module(name: str) -> str:
    (path,) = rtl_root().rglob(f"{name}.sv")
    return path.read_text(encoding="utf-8").partition(");\n")[0]


@pytest.mark.parametrize("page", _PAGES)
def test_parameters_in_tables_are_those_of_the_rtl(page: str) -> None:
    """Each is one of a module that the page names above the table, with the default told."""
    text = _text(page)
    tables = list(_HEAD.finditer(text))
    assert tables
    for table in tables:
        above = re.findall(r"`(gh_\w+)`", text[: table.start()])
        modules = [
            _module(name) for name in dict.fromkeys(above[::-1]) if _exists(name) is not None
        ]
        head = [cell.strip() for cell in table[0].splitlines()[0].strip("|").split("|")]
        for line in table[1].splitlines():
            cells = [cell.strip() for cell in line.strip("|").split("|")]
            for parameter in re.findall(r"`([A-Z]\w+)`", cells[0]):
                declared = [
                    found[1]
                    for module in modules
                    for found in [
                        re.search(rf"parameter [^=;/]*\b{parameter}\s*=\s*([^,/\n]+)", module)
                    ]
                    if found
                ]
                assert declared, f"{page}: {parameter} is a parameter of no module named above"
                told = cells[head.index("default")] if "default" in head else ""
                told = told or next(iter(re.findall(r"(\d+) by default", line)), "")
                known = [each.strip() for each in declared if each.strip().isdigit()]
                if told.isdigit() and known:
                    assert told in known, f"{page}: {parameter}"


def _exists(name: str) -> Path | None:
    return next(iter(rtl_root().rglob(f"{name}.sv")), None)


# Cycles


def test_cycles_of_blake_are_those_of_the_catalogue() -> None:
    rows = dict(re.findall(r"\| `(blake\d+-\w+)` \|[^|]*\| (\d+), with", _text("blake")))
    told = {name for name, each in DESIGNS.items() if each.family == "blake"}
    assert set(rows) == told
    for name, cycles in rows.items():
        job = DESIGNS[name].principal_job
        assert int(cycles) == job.timing.block / job.streams
