# SPDX-License-Identifier: Apache-2.0
"""The coprocessors' cores with their microcode equal the models; a fault in either is refuted."""

import re
import time
from dataclasses import replace
from pathlib import Path

import pytest

from gatehash.catalog import DESIGNS
from gatehash.prove import all_properties
from gatehash.prove.kernel.names import Names
from gatehash.prove.kernel.properties import Verdict
from gatehash.prove.kernel.smt import Case, decide
from gatehash.prove.kernel.sums import add
from gatehash.prove.kernel.term import const, var
from gatehash.prove.kernel.terms import concat, equal, extract, xor
from gatehash.prove.tools.simulation import Simulation

PROPERTIES = {
    each.name: each
    for each in all_properties()
    if isinstance(getattr(each.run, "__self__", None), Simulation)
}
CHACHA = "blake-chacha-mc-core.programs.chacha-mc-1-core"


def simulation(name: str) -> Simulation:
    """Return what a property proves."""
    proof = getattr(PROPERTIES[name].run, "__self__", None)
    assert isinstance(proof, Simulation)
    return proof


def with_fault(pattern: str, new: str, folder: Path) -> Verdict:
    """Prove ChaCha's programs with a change in each RTL file that has the pattern."""
    proof = simulation(CHACHA)
    files, changed = [], False
    for path in proof.sources:
        text, count = re.subn(pattern, new, path.read_text(encoding="utf-8"), count=1)
        (folder / path.name).write_text(text, encoding="utf-8")
        files.append(folder / path.name)
        changed = changed or count == 1
    assert changed
    return replace(proof, sources=tuple(files)).prove(folder, 60)


def test_every_coprocessor_has_its_programs_proved() -> None:
    compact = {name: each for name, each in DESIGNS.items() if each.family == "compact"}
    # Two streams and a longer pipeline at once are left out.
    wanted = {
        name
        for name, each in compact.items()
        if each.hardware.streams == 1 or each.hardware.core.parameters.get("Pipeline", 1) == 1
    }
    proved = {name for each in PROPERTIES.values() for name in each.designs}
    # Programs of other families are proved in the same way.
    assert proved - wanted == {"sha3-mc", "sha256-mc", "sha512-mc"}
    assert wanted <= proved


def test_programs_equal_the_model(tmp_path: Path) -> None:
    verdict = PROPERTIES[CHACHA].run(tmp_path, 60)
    assert verdict.status == "proved", verdict.detail


@pytest.mark.parametrize(
    ("pattern", "new", "found"),
    [
        # A word of the program, a constant, a command, an input that the end depends on.
        (r"(ChaChaMemory = \{[^}]*?)18'h2B006", r"\g<1>18'h2B007", "what is read|file_"),
        ("32'h61707865", "32'h61707864", "what is read|file_"),
        (r"command_q\[DoneBit\]", "command_q[AgainBit]", "busy_o, done_o"),
        (
            r"command_q\[DoneBit\]",
            "command_q[DoneBit] && !read_address_i[0][0]",
            "busy_o, done_o",
        ),
    ],
)
def test_a_fault_is_refuted(pattern: str, new: str, found: str, tmp_path: Path) -> None:
    verdict = with_fault(pattern, new, tmp_path)
    assert verdict.status == "failed"
    assert re.search(found, verdict.detail)


def test_a_result_that_equals_no_result_of_the_model_keeps_its_term() -> None:
    names = Names(8)
    first, second = names.words("w", 2)
    total = (first + second) & 0xFF
    difference = (first - second) & 0xFF
    assert names.known(add(first.term, second.term)) is total.term
    assert names.known(add(first.term, first.term)) is add(first.term, first.term)
    assert [*names.lemmas()] == []
    # Another form of the same result is an equation to be proved.
    other = add(first.term, xor(second.term, const(-1, 8)), const(1, 8))
    assert names.known(other) is difference.term
    assert len([*names.lemmas()]) == 1


def test_unequal_results_are_told_apart_by_values(tmp_path: Path) -> None:
    names = Names(8)
    (word,) = names.words("w", 1)
    case = names.equation("sum", add(word.term, const(1, 8)), ((word + 2) & 0xFF).term)
    verdict = decide([case], tmp_path, time.process_time() + 60)
    assert verdict.status == "failed"
    assert "w[0] = 0x" in verdict.detail


def test_the_solver_adds_words_of_64_bits(tmp_path: Path) -> None:
    # Yices 2.6.5 makes 2**31 of the upper word if both are joined and added to in 64 bits.
    low, high = var("low", 32), var("high", 32)
    carry = equal(low, const(-1, 32))
    got = extract(add(concat(high, low), const(1, 64)), 32, 32)
    want = add(high, concat(const(0, 31), carry))
    verdict = decide([Case("upper word", got, want)], tmp_path, time.process_time() + 60)
    assert verdict.status == "proved", verdict.detail
