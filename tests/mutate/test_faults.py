# SPDX-License-Identifier: Apache-2.0
"""Faults: where they are found, how they are planted, what catches them."""

import hashlib
import re
import shutil
from dataclasses import astuple, replace
from pathlib import Path

import pytest

from gatehash.errors import GatehashError
from gatehash.mutate import quick
from gatehash.mutate.bench import Bench, all_modules, bench_named, faults_of
from gatehash.mutate.equal import equality_script, is_equal
from gatehash.mutate.fault import Fault, chosen, without_names
from gatehash.mutate.plant import CHOICE, with_choice, with_one
from gatehash.mutate.quick import QuickTest
from gatehash.mutate.record import QUICK
from gatehash.mutate.trial import Planted, planted
from gatehash.paths import rtl_root
from gatehash.simulate import simulator
from gatehash.simulate.altered import Altered
from gatehash.soak import Batch

TEXT = b"assign a = b & (c | d);\nx <= y;\n"


def fault(was: str, becomes: str, kind: str = "operator") -> Fault:
    start = TEXT.index(was.encode())
    return Fault("m", start, start + len(was), kind, becomes, was, becomes, 1, start + 1)


INNER = fault("c | d", "c & d")
OUTER = fault("b & (c | d)", "b | (c | d)")
DELETED = fault("x <= y;", "", "deletion")
MANY = [
    Fault("m", line * 100 + place, line * 100 + place + 1, "bit", "b", "a", "b", line, place)
    for line in range(1, 6)
    for place in range(1, 20)
]


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
    found = chosen(MANY, 10, 1)
    assert [each.line for each in found] == [line for line in range(1, 6) for _ in range(2)]
    assert chosen(MANY, 10, 1) == found != chosen(MANY, 10, 2)
    assert chosen(MANY[:3], 10, 1) == tuple(MANY[:3])
    assert chosen([], 10, 1) == ()


def bit(text: str, number: int, start: int) -> Fault:
    told = f"bit {number} inverted"
    return Fault("m", start, start + 9, "bit", f"({text}) ^ (1 << {number})", text, told, 7, start)


LISTED = [
    fault("c | d", "c & d"),
    fault("b & (c | d)", "b | (c | d)"),
    fault("b & (c | d)", "!(b & (c | d))", "condition"),
    replace(DELETED, start=90, end=99),
    bit("b", 3, 100),
    Fault("m", 110, 114, "constant", "8'd4", "8'd3", "8'd4", 9, 1),
]


def edited(**change: str) -> list[Fault]:
    """Return the faults with words replaced in all their texts."""

    def text(was: str) -> str:
        return re.sub(r"\b[a-z]\b", lambda word: change.get(word[0], word[0]), was)

    return [replace(each, was=text(each.was), becomes=text(each.becomes)) for each in LISTED]


@pytest.mark.parametrize(
    "same",
    [
        LISTED[::-1],
        edited(a="out", b="left", c="b", d="x", x="y", y="z_q"),
        edited(b="\\b+ ", d="d /* words */"),
        [replace(each, start=2 * each.start, end=2 * each.end, line=1) for each in LISTED],
        [*LISTED[:4], bit("b", 5, 100), LISTED[5]],
    ],
    ids=["order", "names", "layout", "places", "bits"],
)
def test_faults_without_names_are_the_same(same: list[Fault]) -> None:
    assert without_names(same) == without_names(LISTED)


SWAPPED = [replace(LISTED[0], kind="deletion"), *LISTED[1:3], replace(LISTED[3], kind="operator")]


@pytest.mark.parametrize(
    "other",
    [
        *([each for each in LISTED if each is not one] for one in LISTED),
        edited(d="c"),
        edited(c="d", d="c")[:1] + LISTED[1:],
        [*LISTED[:5], replace(LISTED[5], was="8'h3")],
        [*LISTED[:5], replace(LISTED[5], becomes="8'd5")],
        [replace(LISTED[0], becomes="c ^ d"), *LISTED[1:]],
        [*SWAPPED, *LISTED[4:]],
        [
            replace(each, start=place.start, end=place.end)
            for each, place in zip(LISTED, [*LISTED[:3], *LISTED[:2:-1]], strict=True)
        ],
    ],
)
def test_faults_without_names_differ(other: list[Fault]) -> None:
    assert without_names(other) != without_names(LISTED)


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
        bench.parameters(module)[0],
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


QUICK_TESTS = {1: "3a9098f7fb434b65d6159cea2952596f536ecc03d664b9b931a0eca48cc58a75"}
"""What the quick test is, by its number. Another one has another number, unless it differs because
the catalogue knows other cycles of these designs."""


def sent(batch: Batch) -> list[object]:
    """Return what a design gets of a batch."""
    packets = [
        (each.job.config, each.data.hex(), each.bad_config, each.fault and astuple(each.fault)[1:])
        for each in batch.packets
    ]
    return [packets, batch.streams, batch.seeds, batch.reset]


def test_another_quick_test_has_another_number() -> None:
    benches = map(bench_named, ("sha256-lut", "chacha-mc-1@32", "sha3-x1-mac"))
    work = [
        (sent(batch), exact) for bench in benches for batch, exact in quick._batches(bench.jobs)
    ]
    texts = [with_choice(TEXT, {1: OUTER, 2: INNER, 3: DELETED}), with_one(TEXT, INNER)]
    choice = [MANY.index(each) for each in chosen(MANY, 10, 1)]
    judged = quick._PATIENCE, quick._LEAST_CYCLES
    found = hashlib.sha256(repr((work, texts, choice, judged)).encode()).hexdigest()
    assert QUICK_TESTS[QUICK] == found
