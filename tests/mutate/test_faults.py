# SPDX-License-Identifier: Apache-2.0
"""Faults: where they are found, how they are planted, what catches them."""

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from gatehash.errors import GatehashError
from gatehash.mutate.bench import Bench, all_modules, bench_named, faults_of
from gatehash.mutate.equal import equality_script, is_equal
from gatehash.mutate.fault import Fault, chosen
from gatehash.mutate.plant import CHOICE, with_choice, with_one
from gatehash.mutate.quick import QuickTest
from gatehash.mutate.trial import Planted, planted
from gatehash.paths import rtl_root
from gatehash.simulate import simulator
from gatehash.simulate.altered import Altered

TEXT = b"assign a = b & (c | d);\nx <= y;\n"


def fault(was: str, becomes: str, kind: str = "operator") -> Fault:
    start = TEXT.index(was.encode())
    return Fault("m", start, start + len(was), kind, becomes, was, becomes, 1, start + 1)


INNER = fault("c | d", "c & d")
OUTER = fault("b & (c | d)", "b | (c | d)")
DELETED = fault("x <= y;", "", "deletion")


def test_one_fault_replaces_its_text() -> None:
    assert with_one(TEXT, INNER) == b"assign a = b & ((c & d));\nx <= y;\n"
    assert with_one(TEXT, DELETED) == b"assign a = b & (c | d);\n;\n"


def test_faults_within_others_are_chosen_one_at_a_time() -> None:
    text = with_choice(TEXT, {1: OUTER, 2: INNER, 3: DELETED}).decode()
    assert text == (
        f"assign a = ({CHOICE}::fault == 1 ? (b | (c | d)) : (b & "
        f"(({CHOICE}::fault == 2 ? (c & d) : (c | d)))));\n"
        f"begin if ({CHOICE}::fault != 3) x <= y; end\n"
    )


def test_choice_is_spread_over_the_lines_and_follows_from_the_seed() -> None:
    many = [
        Fault("m", line * 100 + place, line * 100 + place + 1, "bit", "b", "a", "b", line, place)
        for line in range(1, 6)
        for place in range(1, 20)
    ]
    found = chosen(many, 10, 1)
    assert [each.line for each in found] == [line for line in range(1, 6) for _ in range(2)]
    assert chosen(many, 10, 1) == found != chosen(many, 10, 2)
    assert chosen(many[:3], 10, 1) == tuple(many[:3])
    assert chosen([], 10, 1) == ()


def test_faults_of_a_module_leave_out_what_is_not_in_use() -> None:
    faults = faults_of("gh_word_buffer")
    text = all_modules()["gh_word_buffer"][0].modules["gh_word_buffer"].read_bytes()
    assert {each.kind for each in faults} >= {"bit", "condition", "deletion", "operator"}
    for each in faults:
        assert text[each.start : each.end].decode() == each.was
        assert "clk" not in each.was


def test_code_that_a_design_does_not_elaborate_has_no_faults() -> None:
    # The slices are wires here; with registers at the pins they are not.
    lines = [
        {each.line for each in bench_named(name).faults if each.module == "gh_register_slice"}
        for name in ("sha256-lut", "skein256-x8+registered")
    ]
    assert lines[0] - lines[1]
    assert lines[1] - lines[0]


def equal(tmp_path: Path, planted_: Fault, bench: Bench) -> bool | None:
    module = planted_.module
    path = bench.modules[module]
    faulty = tmp_path / path.name
    faulty.write_bytes(with_one(path.read_bytes(), planted_))
    files = bench.needed(module)
    script = equality_script(
        module,
        bench.parameters(module),
        files,
        [faulty if each == path else each for each in files],
        rtl_root(),
    )
    return is_equal(script, tmp_path, 60, module)


def test_equality_is_proved_and_refuted(tmp_path: Path) -> None:
    bench = bench_named("sha256-lut")
    real = next(
        each
        for each in bench.faults
        if each.module == "gh_word_buffer" and each.kind == "condition"
    )
    assert equal(tmp_path, real, bench) is False
    same = replace(real, becomes=f"!(!({real.was}))")
    assert equal(tmp_path, same, bench) is True


@pytest.fixture(scope="module")
def few() -> tuple[Planted, list[Fault]]:
    """Return a bench with three faults of a module; the last one changes nothing."""
    bench = bench_named("sha256-lut")
    faults = [each for each in bench.faults if each.module == "gh_word_buffer"]
    deletion = next(each for each in faults if each.kind == "deletion")
    condition = next(each for each in faults if each.kind == "condition")
    same = replace(condition, becomes=f"!(!({condition.was}))", told="the same")
    chosen_ = [deletion, condition, same]
    return planted(bench, chosen_), chosen_


def test_quick_test_catches_faults_and_nothing_else(few: tuple[Planted, list[Fault]]) -> None:
    there, (deletion, condition, same) = few
    assert there.test.catches((there.program,)) is None
    assert there.catches(same) is None
    assert there.catches(deletion)
    assert there.catches(condition)


def test_a_wrong_design_makes_no_quick_test(few: tuple[Planted, list[Fault]]) -> None:
    there, (_, condition, _) = few
    number = there.numbers[condition]
    with pytest.raises(GatehashError, match=r"sha256-lut"):
        type(there.test)(bench_named("sha256-lut").jobs, (there.program, f"+fault={number}"))


@pytest.mark.parametrize(
    ("file", "right", "wrong"),
    [
        (
            # A hole in what is shown while nothing is valid counts for the beat behind it.
            "stream/gh_message_padder.sv",
            "assign hole = |(keep[StreamBytes:1] & ~keep_i);",
            "logic hole_q, hole_now;\n"
            "assign hole_now = |(keep[StreamBytes:1] & ~keep_i);\n"
            "always_ff @(posedge clk_i) hole_q <= !valid_i && !first_q && hole_now;\n"
            "assign hole = hole_q || hole_now;",
        ),
    ],
)
def test_payload_that_is_not_valid_must_not_matter(
    file: str, right: str, wrong: str, tmp_path: Path
) -> None:
    """A sender that shows its next beat while it waits would not see these faults."""
    bench = bench_named("sha256-lut")
    root = shutil.copytree(rtl_root(), tmp_path / "rtl")
    text = (root / file).read_text()
    assert text.count(right) == 1
    (root / file).write_text(text.replace(right, wrong))
    test = QuickTest(bench.jobs, (str(simulator(bench.first)),))
    assert test.catches((str(simulator(bench.first)),)) is None
    said = test.catches((str(simulator(bench.first, altered=Altered(root))),))
    assert said is not None
    assert "tuser is 1" in said
