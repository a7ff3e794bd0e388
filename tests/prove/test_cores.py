# SPDX-License-Identifier: Apache-2.0
"""The coprocessors' cores with their microcode equal the models; a fault in either is refuted."""

import re
import time
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gatehash.catalog import DESIGNS
from gatehash.microcode.arx import PARTS, RUNS
from gatehash.prove import all_properties
from gatehash.prove.kernel.names import Names
from gatehash.prove.kernel.properties import Verdict
from gatehash.prove.kernel.question import Question, question
from gatehash.prove.kernel.smt import Case, decide
from gatehash.prove.kernel.sums import add
from gatehash.prove.kernel.term import Term, const, var
from gatehash.prove.kernel.terms import concat, equal, extract, xor
from gatehash.prove.tools.simulation import Simulation

PROPERTIES = {
    each.name: each
    for each in all_properties()
    if isinstance(getattr(each.run, "__self__", None), Simulation)
}
CHACHA = "blake-chacha-mc-core.programs.chacha-mc-1-core"
BLAKE2S = "blake-chacha-mc-core.programs.blake2s-mc-1-core"
ARX_BLAKE3 = "arx-mc-core.programs.arx-mc-1-blake3"


def simulation(name: str) -> Simulation:
    """Return what a property proves."""
    proof = getattr(PROPERTIES[name].run, "__self__", None)
    assert isinstance(proof, Simulation)
    return proof


def with_fault(pattern: str, new: str, folder: Path, name: str = CHACHA) -> Verdict:
    """Prove programs, by default ChaCha's, with a change in each RTL file that has the pattern."""
    proof = simulation(name)
    files, changed = [], False
    for path in proof.sources:
        text, count = re.subn(pattern, new, path.read_text(encoding="utf-8"), count=1)
        (folder / path.name).write_text(text, encoding="utf-8")
        files.append(folder / path.name)
        changed = changed or count == 1
    assert changed
    return replace(proof, sources=tuple(files)).prove(folder, 300)


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
    assert proved - wanted == {
        *("sha3-mc", "sha3-mc-mac", "whirlpool-mc"),
        *("sha256-mc", "sha512-mc", "sha256-mc-hmac", "sha512-mc-hmac"),
    }
    assert wanted <= proved


def test_every_word_of_the_arx_coprocessor_is_in_a_program_that_is_proved() -> None:
    prefix = "arx-mc-core.programs.arx-mc-1-"
    proved = [name.removeprefix(prefix) for name in PROPERTIES if name.startswith(prefix)]
    assert {part for name in proved for part in RUNS[name].parts} == {*PARTS}


@pytest.mark.parametrize("name", [BLAKE2S, pytest.param(CHACHA, marks=pytest.mark.large)])
def test_programs_equal_the_model(name: str, tmp_path: Path) -> None:
    verdict = PROPERTIES[name].run(tmp_path, 60)
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


@pytest.mark.large
def test_a_fault_in_the_arx_coprocessor_s_program_for_blake3_is_refuted(tmp_path: Path) -> None:
    # The memory's last words come first, and are BLAKE3's.
    word = r"(ArxMemory = \{\s*(?:18'h[0-9A-F]{5},\s*){200})18'h[0-9A-F]{5}"
    verdict = with_fault(word, r"\g<1>18'h12345", tmp_path, ARX_BLAKE3)
    assert verdict.status == "failed"
    assert "first block" in verdict.detail


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


def test_questions_that_differ_in_names_alone_are_one() -> None:
    def asked(names: str, constant: int, other: int) -> Question:
        """Return whether halves of a sum differ from the sum, of words one of which is turned."""
        a, b, c = (var(name, 64) for name in names)
        turned = xor(c, const(constant, 64))
        low = add(*(extract(each, 0, 32) for each in (a, b, xor(c, const(other, 64)))))
        return question([xor(equal(low, extract(add(a, b, turned), 0, 32)), const(1, 1))])

    first = asked("abc", 0x123456789ABCDEF0, 0x123456789ABCDEF0)
    assert first.text == asked("zyx", 0, 0).text
    assert first.text == asked("bca", 7, 7).text
    assert first.text != asked("abc", 7, 6).text
    assert {name for name, _ in first.variables.values()} == {"a", "b", "c"}
    assert dict(first.variables.values())["c"] == 0x123456789ABCDEF0


@given(st.integers(0, 2**8 - 1), st.integers(0, 2**8 - 1), st.integers(0, 2**4 - 1))
@settings(max_examples=10, deadline=None)
def test_values_of_a_counterexample_are_those_of_the_words(a: int, b: int, c: int) -> None:
    x, y = var("x", 8), var("y", 8)
    got = add(xor(x, const(a, 8)), concat(xor(extract(y, 4, 4), const(c, 4)), extract(x, 0, 4)))
    case = Case("sum", got, add(got, equal8(x, y, b)))
    with TemporaryDirectory() as folder:
        verdict = decide([case], Path(folder), time.process_time() + 60)
    # It is computed once more from the values before it is told.
    assert verdict.status == "failed"


def equal8(x: Term, y: Term, total: int) -> Term:
    """Return 1 in eight bits where two words have a sum, else 0."""
    return concat(const(0, 7), equal(add(x, y), const(total, 8)))


def test_the_solver_adds_words_of_64_bits(tmp_path: Path) -> None:
    # Yices 2.6.5 makes 2**31 of the upper word if both are joined and added to in 64 bits.
    low, high = var("low", 32), var("high", 32)
    carry = equal(low, const(-1, 32))
    got = extract(add(concat(high, low), const(1, 64)), 32, 32)
    want = add(high, concat(const(0, 31), carry))
    verdict = decide([Case("upper word", got, want)], tmp_path, time.process_time() + 60)
    assert verdict.status == "proved", verdict.detail
