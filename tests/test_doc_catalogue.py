# SPDX-License-Identifier: Apache-2.0
"""What docs say of the catalogue and of parameters is so."""

import re
from fractions import Fraction
from pathlib import Path

import pytest
from tests import doc_widths
from tests.doc_figures import DOCS
from tests.doc_widths import WORDS, listed

from gatehash.catalog import DESIGNS
from gatehash.implement import TARGETS
from gatehash.paths import rtl_root


def _text(page: str) -> str:
    return (DOCS / f"{page}.md").read_text(encoding="utf-8")


# Designs and commands


def test_table_of_designs_is_right_and_has_what_is_measured() -> None:
    listed: dict[str, tuple[Fraction, int]] = {}
    of: dict[str, str] = {}
    for line in _text("designs").splitlines():
        if line.count("|") == 6 and line.startswith("| `"):
            names, _, _, cycles, widths = (cell.strip() for cell in line.strip("|").split("|"))
            designs = re.findall(r"`([^`]+)`", names)
            # Of several algorithms the one is named that the cycles are of.
            figures, _, algorithm = cycles.removesuffix(")").partition(" (")
            of.update(dict.fromkeys(designs, algorithm))
            blocks = [Fraction(number.strip()) for number in figures.split(",")] * len(designs)
            bits = [int(number) for number in widths.split(",")] * len(designs)
            listed.update(
                {name: (blocks[place], bits[place]) for place, name in enumerate(designs)}
            )
    catalogue = {
        name: (Fraction(job.timing.block) / job.streams, design.hardware.stream_bits)
        for name, design in DESIGNS.items()
        for job in (design.principal_job,)
    }
    assert listed == {name: catalogue.get(name) for name in listed}
    for name, algorithm in of.items():
        design = DESIGNS[name]
        assert algorithm == (design.principal_job.name if len(design.algorithms) > 1 else "")
    records = [path for name in TARGETS for path in (DOCS.parent / "results" / name).glob("*.json")]
    measured = {re.split("[.@]", path.name)[0] for path in records}
    assert measured <= set(listed)


def test_targets_of_synth_are_those_that_there_are() -> None:
    (listed,) = re.findall(r"`synth DESIGN \.\.\. --target (\S+)`", _text("command-line"))
    assert listed.split("\\|") == list(TARGETS)
    assert [each.place_and_route != () for each in TARGETS.values()] == [False] * 3 + [True] * 4


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
    if "| parameter |" in path.read_text("utf-8")
    and not path.stem.startswith(("guide-", "tutorial-"))
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
    rows = dict(re.findall(r"\| `(blake\w+-\w+)` \|[^|]*\| (\d+), with", _text("blake")))
    told = {name for name, each in DESIGNS.items() if each.family == "blake"}
    assert set(rows) == told
    for name, cycles in rows.items():
        job = DESIGNS[name].principal_job
        assert int(cycles) == job.timing.block / job.streams


# Page, first cell, column, design, its algorithm: cycles of N blocks from the first beat in.
_LATENCIES = (
    ("sha2", "with a new key", 1, "sha256-lut-hmac", "hmac-sha-256"),
    ("sha2", "with a new key", 2, "sha512-bram-hmac", "hmac-sha-512"),
    ("sha3", "with a new key", 1, "sha3-x1-mac", "hmac-sha3-256"),
    ("sha3", "with a new key", 2, "sha3-x1-mac", "kmac128"),
    ("skein", "with a new key", 1, "skein256-x4-mac", "skein-mac-256-256"),
    ("skein", "with a new key", 2, "skein512-x8-mac", "skein-mac-512-512"),
    *(
        ("skein", "with a new key", place, "skein-mc-mac", f"skein-mac-{bits}-{bits}")
        for place, bits in enumerate((256, 512, 1024), 1)
    ),
    ("whirlpool", "first beat in to last digest beat out, alone", 1, "whirlpool-lut-logic", ""),
    ("whirlpool", "first beat in to last digest beat out, alone", 1, "whirlpool-shared", ""),
)
# The same: cycles of a block, of all streams of a design that has several.
_BLOCKS = (
    ("engines", "Skein-512, 8 rounds", 2, "skein512-x8-piped", ""),
    ("engines", "Skein-512, 4 rounds", 2, "skein512-x4-piped", ""),
    ("engines", "Skein-256, 8 rounds", 2, "skein256-x8-piped", ""),
    ("engines", "Skein-256, 4 rounds", 2, "skein256-x4-piped", ""),
    ("engines", "BLAKE-256, BLAKE-224", 2, "blake256-x1-piped", "blake-256"),
    ("engines", "BLAKE-256, BLAKE-224", 4, "blake256-half-piped", "blake-224"),
    ("engines", "BLAKE-512", 2, "blake512-x1-piped", "blake-512"),
    ("engines", "BLAKE-384", 4, "blake512-half-piped", "blake-384"),
    ("engines", "SHA-256, SHA-224", 2, "sha256-x1-piped", "sha-256"),
    ("engines", "SHA-512", 2, "sha512-x1-piped", "sha-512"),
    ("engines", "SHA-384", 2, "sha512-x1-piped", "sha-384"),
    ("engines", "SHA-512/256, SHA-512/224", 2, "sha512-x1-piped", "sha-512/256"),
    ("engines", "Whirlpool", 2, "whirlpool-x1-piped", ""),
    *(("engines", name.upper(), 2, "sha3-x1-piped", name) for name in ("sha3-224", "sha3-512")),
    *(
        ("compact", f"{bits} bits", place, "threefish-mc", f"threefish-{bits}-{operation}")
        for bits in (256, 512, 1024)
        for place, operation in ((1, "encrypt"), (3, "decrypt"))
    ),
    *(
        ("compact", f"{bits} bits", 5, "skein-mc", f"skein-{bits}-{bits}")
        for bits in (256, 512, 1024)
    ),
    ("compact-blake-chacha", "BLAKE-224, BLAKE-256", 1, "blake32-mc-1", "blake-256"),
    ("compact-blake-chacha", "BLAKE-384, BLAKE-512", 1, "blake64-mc-1", "blake-512"),
    *(
        ("compact-blake-chacha", f"ChaCha{rounds}", 1, "chacha-mc-1", f"chacha{rounds}-encrypt")
        for rounds in (8, 12, 20)
    ),
    ("compact-blake-chacha", "BLAKE-224, BLAKE-256, `Three`", 1, "blake32-mc-1-t", "blake-256"),
    ("compact-blake-chacha", "BLAKE-384, BLAKE-512, `Three`", 1, "blake64-mc-1-t", "blake-512"),
)


def _told(page: str, first: str, column: int) -> list[str]:
    """The cells of a column in all lines of a page that begin with a cell."""
    lines = [line for line in _text(page).splitlines() if line.startswith(f"| {first} |")]
    assert lines, f"{page}: {first}"
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    return [row[column] for row in rows if column < len(row)]


@pytest.mark.parametrize(("page", "first", "column", "name", "algorithm"), _LATENCIES)
def test_latencies_are_those_of_the_catalogue(
    page: str, first: str, column: int, name: str, algorithm: str
) -> None:
    design = DESIGNS[name]
    timing = (design.jobs[algorithm] if algorithm else design.principal_job).timing
    slope = timing.latency(2) - timing.latency(1)
    formulas = []
    for cell in _told(page, first, column):
        terms = cell.split(" + ")
        slopes = [int(term.removesuffix(" N")) for term in terms if term.endswith(" N")]
        rest = [int(term) for term in terms if term.isdigit()]
        assert len(slopes) + len(rest) == len(terms), cell
        formulas.append((sum(slopes), sum(rest)))
    assert (slope, timing.latency(1) - slope) in formulas


@pytest.mark.parametrize(("page", "first", "column", "name", "algorithm"), _BLOCKS)
def test_cycles_of_blocks_are_those_of_the_catalogue(
    page: str, first: str, column: int, name: str, algorithm: str
) -> None:
    design = DESIGNS[name]
    job = design.jobs[algorithm] if algorithm else design.principal_job
    assert Fraction(_told(page, first, column)[0]) == Fraction(job.timing.block) / job.streams
