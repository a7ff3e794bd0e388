# SPDX-License-Identifier: Apache-2.0
"""Which edits of the RTL leave records of faults fresh, on the RTL itself."""

import shutil
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from gatehash.catalog import hardware
from gatehash.errors import GatehashError
from gatehash.implement import elaborated, scripts
from gatehash.mutate import Mutants, bench, elaborate, mutate, trial
from gatehash.mutate.fault import Other
from gatehash.mutate.record import MUTANTS, load, tools, trying
from gatehash.paths import results_roots, rtl_root
from gatehash.records import memo
from gatehash.records.rekey import Rekeyed, rekey
from gatehash.records.store import inputs_of, text_of

BENCH = "sha256-lut"
SHELL, PADDER, BUFFER = "gh_hash_shell", "gh_message_padder", "gh_word_buffer"
WITHOUT_FAULTS = "gh_stream_pkg"
FULL = "assign full = &keep_i;"
DECIDED = Other(line=1, was="a", becomes="b", verdict="survivor", by="")


@pytest.fixture
def rtl(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A copy of the RTL that a test may edit, with one bench, and the memo of the records."""
    root, results = tmp_path / "rtl", tmp_path / "results"
    known = memo.memo_path(results_roots()[0])
    shutil.copytree(rtl_root(), root)
    for module in (hardware, scripts, elaborated, elaborate):
        monkeypatch.setattr(module, "rtl_root", lambda: root)
    for name in ("mutate.record", "records.memo", "records.rekey", "records.store"):
        monkeypatch.setattr(f"gatehash.{name}.results_roots", lambda: (results,))
    monkeypatch.setenv("GATEHASH_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(bench, "GROUPS", ((BENCH,),))
    results.mkdir()
    shutil.copy(known, results)
    forget()
    yield root
    monkeypatch.undo()
    forget()


def forget() -> None:
    for each in (bench.all_modules, bench.benches_with):
        each.cache_clear()


def record(module: str, *others: Other) -> Mutants:
    """Write a record that is fresh."""
    of = trying(module, decided=bool(others))
    found = Mutants(
        module=module,
        benches=of.benches,
        inputs=inputs_of(of),
        text=text_of(of),
        tools=tools(),
        command=f"gatehash mutate {module}",
        seed=1,
        possible=40,
        mutants=25,
        by_test=25 - len(others),
        by_proof=0,
        equivalent=0,
        survivors=len(others),
        seconds=40.0,
        others=others,
    )
    MUTANTS.keep(found)
    return found


def rekeyed() -> dict[str, Rekeyed]:
    found = rekey([MUTANTS], jobs=1, news=lambda _: None)
    return {Path(each.record).stem: each for each in found}


def edit(path: Path, *edits: tuple[str, str]) -> None:
    text = path.read_text(encoding="utf-8")
    for old, new in edits:
        assert old in text, old
        text = text.replace(old, new)
    path.write_text(text, encoding="utf-8")


def padder(root: Path) -> Path:
    return root / "stream" / f"{PADDER}.sv"


def comment(root: Path, _: pytest.MonkeyPatch) -> None:
    edit(padder(root), ("`default_nettype none", "// words\n\n`default_nettype none"))


def renamed_signal(root: Path, _: pytest.MonkeyPatch) -> None:
    """With a comment before it: which bit a fault is of depends on its place."""
    comment(root, _)
    edit(padder(root), ("malformed", "not_whole"), ("assign full =", "assign full\n    ="))


def renamed_assertion(root: Path, _: pytest.MonkeyPatch) -> None:
    edit(padder(root), ("beat_in_range", "beat_within"))


def moved_module(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    old, new = padder(root), root / "engine" / f"{PADDER}.sv"
    old.rename(new)
    candidates = hardware._candidates

    def found(*of: object) -> tuple[Path, ...]:
        return tuple(new if path == old else path for path in candidates(*of))

    monkeypatch.setattr(hardware, "_candidates", found)


def gate(root: Path, _: pytest.MonkeyPatch) -> None:
    edit(padder(root), (FULL, "assign full = |keep_i;"))


def parameter(root: Path, _: pytest.MonkeyPatch) -> None:
    """A parameter of an instance."""
    edit(
        root / "stream" / f"{SHELL}.sv", (".CountBits    (CountBits)", ".CountBits(CountBits - 8)")
    )


EVERY = {SHELL, PADDER, BUFFER}


@pytest.mark.parametrize(
    ("change", "carried", "stale"),
    [
        (renamed_signal, EVERY, {}),
        (gate, {BUFFER}, {SHELL: {"netlists"}, PADDER: {"possible faults", "netlists"}}),
        (comment, set(), {}),
        (renamed_assertion, set(), {}),
        (moved_module, {SHELL, PADDER}, {}),
        (
            parameter,
            {BUFFER},
            {SHELL: {"netlists"}, PADDER: {"possible faults", "netlists"}},
        ),
    ],
)
def test_an_edit(
    rtl: Path,
    monkeypatch: pytest.MonkeyPatch,
    change: Callable[[Path, pytest.MonkeyPatch], None],
    carried: set[str],
    stale: dict[str, set[str]],
) -> None:
    before = {module: record(module) for module in sorted(EVERY)}
    assert not any(each.stale for each in before.values())
    change(rtl, monkeypatch)
    compared = {*carried, *stale}
    assert {module for module, each in before.items() if each.stale} == compared
    found = rekeyed()
    assert {name for name, each in found.items() if each.state == "carried"} == carried
    assert {name: {*each.differs} for name, each in found.items() if each.state == "stale"} == stale
    for module, each in before.items():
        after = load(module)
        assert after is not None
        assert after.stale == (module in stale)
        origin = each.text if module in carried else ""
        assert after == structs.replace(each, text=after.text, carried_from=origin)
    assert {each.state for each in rekeyed().values()} <= {"fresh", "stale"}


def test_the_code_that_decides_is_an_input_of_what_it_decided(
    rtl: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    caught, decided = record(PADDER), record(BUFFER, DECIDED)
    assert (caught.stale, decided.stale) == (False, False)
    monkeypatch.setattr(trial, "DECIDERS", trial.DECIDERS[1:])
    assert (caught.stale, decided.stale) == (False, True)
    assert rekeyed()[BUFFER].differs == ("code that decides",)


def test_another_quick_test_makes_every_record_stale(
    rtl: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = [record(module) for module in (BUFFER, WITHOUT_FAULTS)]
    assert not any(each.stale for each in found)
    monkeypatch.setattr("gatehash.mutate.record.QUICK", 2)
    assert {each.differs for each in rekeyed().values()} == {("quick test",)}


def test_another_bench_makes_records_of_its_modules_stale(
    rtl: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    record(PADDER)
    monkeypatch.setattr(bench, "GROUPS", ((BENCH, "skein256-x8+registered"),))
    forget()
    assert rekeyed()[PADDER].state == "stale"


def test_a_module_without_faults_in_the_first_benches_has_the_next(
    rtl: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the first benches have of it is looked up first, also where nothing is known."""
    module = "gh_register_slice"
    groups = (("sha3-x1-mac",), (BENCH,), ("skein256-x8+registered",))
    monkeypatch.setattr(bench, "GROUPS", groups)
    forget()
    read = bench._read

    def without(of: bench.Bench, files: Any) -> bench._Read:
        found = read(of, files)
        return replace(found, faults=()) if of.name == groups[0][0] else found

    monkeypatch.setattr(bench, "_read", without)
    memo.memo_path(rtl.parent / "results").unlink()
    found = record(module)
    assert [*found.benches] == [BENCH]
    assert rekeyed()[module].state == "fresh"
    shutil.rmtree(rtl.parent / "cache")
    assert not found.stale
    memo.memo_path(rtl.parent / "results").unlink()
    assert found.stale
    assert rekeyed()[module].state == "fresh"


def test_mutate_carries_over_what_is_equal(rtl: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = record(PADDER)
    renamed_signal(rtl, monkeypatch)
    (outcome,) = mutate([PADDER], count=25)
    assert outcome.record is not None
    assert (outcome.stale, outcome.record.carried_from) == (False, before.text)
    assert load(PADDER) == outcome.record


def test_a_record_of_no_module_is_refused(rtl: Path) -> None:
    found = record(BUFFER)
    MUTANTS.keep(structs.replace(found, module="gh_gone"))
    with pytest.raises(
        GatehashError, match=r"^the record of faults names the module 'gh_gone', which no"
    ):
        rekeyed()
