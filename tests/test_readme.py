# SPDX-License-Identifier: Apache-2.0
"""What the README says is so."""

import re
import subprocess
import sys
from pathlib import Path

from tests import doc_families

TOP = Path(__file__).resolve().parents[1]
README = (TOP / "README.md").read_text()


def test_the_readme_is_short() -> None:
    assert len(README.splitlines()) <= 120


def test_families_are_those_of_the_catalogue_and_the_records() -> None:
    assert "<!-- families -->" in README
    assert doc_families.updated(README) == README, "run: python -m tests.doc_figures"


def test_make_hash_prints_what_the_readme_shows(tmp_path: Path) -> None:
    (tmp_path / "abc.txt").write_bytes(b"abc")
    recipe = re.search(r"\$\(BIN\)/gatehash (hash .*)", (TOP / "Makefile").read_text())
    assert recipe is not None
    arguments = recipe[1].replace('"$(DESIGN)"', "skein512-x8").replace('"$(FILE)"', "abc.txt")
    done = subprocess.run(
        [sys.executable, "-m", "gatehash", *arguments.split()],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    shown = README.partition("    digest  ")[2].partition("\n\n")[0].splitlines()
    printed = done.stdout.partition("digest  ")[2].splitlines()
    assert printed[0].startswith(shown[0].removesuffix("..."))
    assert [line.strip() for line in printed[1:]] == [line.strip() for line in shown[1:]]


def test_the_manual_lists_every_page() -> None:
    listed = re.findall(r"\]\(([\w-]+)\.md\)", (TOP / "docs" / "README.md").read_text("utf-8"))
    pages = {path.stem for path in (TOP / "docs").glob("*.md")} - {"README"}
    assert sorted(listed) == sorted(pages)


def _anchors(document: Path) -> set[str]:
    headings = re.findall(r"^#+ (.+)$", document.read_text("utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", each.lower()).replace(" ", "-") for each in headings}


def test_links_lead_somewhere() -> None:
    for document in (*TOP.glob("*.md"), *(TOP / "docs").glob("*.md")):
        for link, anchor in re.findall(r"\]\(([^)#:]*)#?([^):]*)\)", document.read_text("utf-8")):
            to = document.parent / link if link else document
            assert to.exists(), f"{document.name}: {link}"
            assert not anchor or anchor in _anchors(to), f"{document.name}: {link}#{anchor}"
