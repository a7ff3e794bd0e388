# SPDX-License-Identifier: Apache-2.0
"""The coprocessors' cores with their microcode equal the models; a fault in either is refuted."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from gatehash.catalog import DESIGNS
from gatehash.prove.cores import core_properties
from gatehash.prove.properties import Verdict
from gatehash.prove.simulation import Simulation

PROPERTIES = {each.name: each for each in core_properties()}
CHACHA = "blake-chacha-mc-core.programs.chacha-mc-1-core"


def simulation(name: str) -> Simulation:
    """Return what a property proves."""
    proof = getattr(PROPERTIES[name].run, "__self__", None)
    assert isinstance(proof, Simulation)
    return proof


def with_fault(pattern: str, new: str, folder: Path) -> Verdict:
    """Prove ChaCha's programs with a change in one of the RTL files."""
    proof = simulation(CHACHA)
    files, changes = [], 0
    for path in proof.sources:
        text, count = re.subn(pattern, new, path.read_text(encoding="utf-8"), count=1)
        (folder / path.name).write_text(text, encoding="utf-8")
        files.append(folder / path.name)
        changes += count
    assert changes == 1
    return replace(proof, sources=tuple(files)).prove(folder, 60)


def test_every_coprocessor_has_its_programs_proved() -> None:
    compact = {name for name, design in DESIGNS.items() if design.family == "compact"}
    assert {name for each in PROPERTIES.values() for name in each.designs} == compact


def test_programs_equal_the_model(tmp_path: Path) -> None:
    verdict = PROPERTIES[CHACHA].run(tmp_path, 60)
    assert verdict.status == "proved", verdict.detail


@pytest.mark.parametrize(
    ("pattern", "new", "found"),
    [
        # A word of the program, a constant, a command, an input that the end depends on.
        (r"(ChaChaMemory = \{[^}]*?)18'h2B006", r"\g<1>18'h2B007", "what is read|file_"),
        ("32'h61707865", "32'h61707864", "what is read|file_"),
        ("command_q\\[DoneBit\\]", "command_q[AgainBit]", "busy_o, done_o"),
        (
            "command_q\\[DoneBit\\]",
            "command_q[DoneBit] \\&\\& !read_address_i[0][0]".replace("\\", ""),
            "busy_o, done_o",
        ),
    ],
)
def test_a_fault_is_refuted(pattern: str, new: str, found: str, tmp_path: Path) -> None:
    verdict = with_fault(pattern, new, tmp_path)
    assert verdict.status == "failed"
    assert re.search(found, verdict.detail)
