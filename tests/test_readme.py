# SPDX-License-Identifier: Apache-2.0
"""What the README says is so."""

import re
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

from gatehash.catalog import DESIGNS
from gatehash.implement import TARGETS

TOP = Path(__file__).resolve().parents[1]
README = (TOP / "README.md").read_text()


def test_table_of_designs_is_right_and_has_what_is_measured() -> None:
    listed: dict[str, tuple[Fraction, int]] = {}
    of: dict[str, str] = {}
    for line in README.splitlines():
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
    records = [path for name in TARGETS for path in (TOP / "results" / name).glob("*.json")]
    measured = {re.split("[.@]", path.name)[0] for path in records}
    assert measured <= set(listed)


def test_targets_of_synth_are_those_that_there_are() -> None:
    (listed,) = re.findall(r"`synth DESIGN \.\.\. --target (\S+)`", README)
    assert listed.split("\\|") == list(TARGETS)
    assert [each.place_and_route != () for each in TARGETS.values()] == [False] * 3 + [True] * 4


def test_python_example_runs() -> None:
    (example,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    done = subprocess.run(
        [sys.executable, "-c", example], capture_output=True, text=True, check=True
    )
    assert done.stdout.startswith("8f5dd9ec798152668e35129496b029a9")


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


def test_links_lead_somewhere() -> None:
    for document in (TOP / "README.md", *(TOP / "docs").glob("*.md")):
        for link in re.findall(r"\]\(([^)#:]+)\)", document.read_text()):
            assert (document.parent / link).exists(), f"{document.name}: {link}"
