# SPDX-License-Identifier: Apache-2.0
"""``gatehash rekey``: which edits of the RTL leave a record fresh, on the RTL itself."""

import dataclasses
import json
import re
import shutil
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs
from tests.implement.making import DESIGN, ECP5, edit, result, run

from gatehash.cli.commands import run as command
from gatehash.errors import GatehashError
from gatehash.implement import Outcome, Result, Unit, is_stale, load, results
from gatehash.implement.source import Measurement
from gatehash.kinds import KINDS
from gatehash.records import memo
from gatehash.records.rekey import Rekeyed, rekey

PADDER = Path("stream") / "gh_message_padder.sv"
FULL = "assign full = &keep_i;"


@pytest.fixture
def recorded(rtl: Path, results_root: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """RTL to edit, and a record of it that is fresh."""
    for module in ("rekey", "memo"):
        monkeypatch.setattr(f"gatehash.records.{module}.results_roots", lambda: (results_root,))
    monkeypatch.setattr("gatehash.implement.sample.results_roots", lambda: (results_root,))
    monkeypatch.setattr("gatehash.records.revision.checkout_root", lambda: rtl.parent)
    results.store(result(run(1, seconds=40.0)))
    quiet()
    git(rtl.parent, "init", "-q")
    commit(rtl.parent)
    return rtl


def git(folder: Path, *arguments: str) -> None:
    who = ("-c", "user.name=test", "-c", "user.email=test@localhost", "-c", "commit.gpgsign=false")
    subprocess.run(("git", *who, *arguments), cwd=folder, check=True, capture_output=True)


def commit(folder: Path) -> None:
    git(folder, "add", "rtl", "results")
    git(folder, "commit", "-q", "-m", "All.")


def quiet(**options: Any) -> Rekeyed:
    (found,) = rekey(KINDS, jobs=1, news=lambda _: None, **options)
    return found


def comment(rtl: Path) -> None:
    edit(rtl / PADDER, FULL, f"{FULL}  // words")


def renamed_signal(rtl: Path) -> None:
    path = rtl / PADDER
    path.write_text(path.read_text().replace("malformed", "not_whole"))


def renamed_assertion(rtl: Path) -> None:
    edit(rtl / PADDER, "beat_in_range", "beat_within")


def moved_module(rtl: Path) -> None:
    """A module that stands in another file."""
    padder, other = rtl / PADDER, rtl / "stream" / "gh_block_buffer.sv"
    other.write_text(padder.read_text() + other.read_text())
    padder.write_text("// moved\n")


def legal_value(rtl: Path) -> None:
    """A parameter whose legal values change, in the check that refuses the others."""
    check = 'if (StreamBytes > 512) $fatal(1, "StreamBytes is %0d", StreamBytes);'
    edit(rtl / PADDER, FULL, f"{check}\n{FULL}")


def gate(rtl: Path) -> None:
    edit(rtl / PADDER, FULL, "assign full = |keep_i;")


def kept_wire(rtl: Path) -> None:
    """The same gates, of which a mapper may not remove one."""
    edit(rtl / PADDER, FULL, "(* keep *) wire kept = &keep_i;\nassign full = kept;")


WHERE: dict[Any, tuple[str, ...]] = {
    gate: ("gh_message_padder: 1 cell differs",),
    kept_wire: (
        "gh_message_padder: 1 cell differs, 1 bit with other initial values or attributes",
    ),
}


@pytest.mark.parametrize(
    ("change", "state", "compared"),
    [
        (renamed_signal, "carried", True),
        (gate, "stale", True),
        *(
            pytest.param(*each, marks=pytest.mark.large)
            for each in (
                (comment, "fresh", False),
                (renamed_assertion, "fresh", False),
                (moved_module, "carried", True),
                (legal_value, "carried", True),
                (kept_wire, "stale", True),
            )
        ),
    ],
)
def test_an_edit(
    recorded: Path, change: Callable[[Path], None], state: str, compared: bool
) -> None:
    before = load(DESIGN, "ecp5", "stream")
    assert before is not None
    change(recorded)
    assert is_stale(before, DESIGN) == compared
    found = quiet()
    assert (found.record, found.state) == ("ecp5/skein256-x1.stream.json", state)
    assert found.differs == (("netlist",) if state == "stale" else ())
    assert found.where == WHERE.get(change, ())
    assert found.seconds == 40.0
    after = load(DESIGN, "ecp5", "stream")
    assert after is not None
    assert is_stale(after, DESIGN) == (state == "stale")
    carried = {"text": after.text, "carried_from": before.text if state == "carried" else ""}
    assert after == structs.replace(before, **carried)
    assert quiet().state == ("stale" if state == "stale" else "fresh")


def test_the_command_lists_what_is_stale(
    recorded: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    gate(recorded)
    assert command(["rekey", "--json"]) == 1
    said = capsys.readouterr()
    (entry,) = json.loads(said.out)
    assert entry["state"] == "stale"
    assert entry["differs"] == ["netlist"]
    assert "1 record: 0 carried over, 1 stale, 40 s of CPU time" in said.err
    assert command(["rekey"]) == 1
    assert "netlist" in capsys.readouterr().out


def test_check_finds_a_memo_that_is_wrong(recorded: Path, results_root: Path) -> None:
    quiet(check=True)
    path = memo.memo_path(results_root)
    found = memo.Memo.from_json(path.read_text())
    memo.write_memo(dict.fromkeys(found.meanings, "0" * 64))
    with pytest.raises(
        GatehashError, match=r"^the memo has another meaning for the elaboration of gh_skein"
    ):
        quiet(check=True)


# Revisions.

RECORD = Path("ecp5") / "skein256-x1.stream.json"


def test_a_stale_record_is_compared_with_the_commit_of_its_own(recorded: Path) -> None:
    """The last commit has the change; that of the record has what was measured."""
    edit(recorded / PADDER, "assign full = &keep_i;", "assign full = valid_i;")
    git(recorded.parent, "commit", "-q", "-a", "-m", "Another gate.")
    assert quiet().where == ("gh_message_padder: 1 cell differs",)
    assert quiet(since="HEAD~1").where == ("gh_message_padder: 1 cell differs",)
    assert quiet(since="HEAD").where == ()


@pytest.mark.large
def test_only_the_wiring_differs(recorded: Path) -> None:
    edit(recorded / "stream" / "gh_hash_shell.sv", "(entering_valid),", "(entering.last),")
    assert quiet().where == ("gh_hash_shell: wired otherwise",)


def test_a_record_is_taken_from_a_revision(recorded: Path, results_root: Path) -> None:
    before = (results_root / RECORD).read_text()
    (results_root / RECORD).unlink()
    memo.memo_path(results_root).unlink()
    found = quiet(since="HEAD")
    assert (found.state, found.revision) == ("carried", head(recorded.parent))
    assert (results_root / RECORD).read_text() == before
    assert memo.memo_path(results_root).is_file()
    assert quiet(since="HEAD").state == "fresh"


@pytest.mark.large
def test_a_stale_record_gives_way_to_an_equal_one_of_a_revision(
    recorded: Path, results_root: Path
) -> None:
    right = load(DESIGN, "ecp5", "stream")
    assert right is not None
    results.store(structs.replace(right, inputs={**right.inputs, "netlist": "0" * 64}))
    assert quiet().state == "stale"
    assert quiet(since="HEAD").state == "carried"
    assert load(DESIGN, "ecp5", "stream") == right


@pytest.mark.large
def test_a_record_of_a_revision_that_differs_is_not_taken(
    recorded: Path, results_root: Path
) -> None:
    (results_root / RECORD).unlink()
    gate(recorded)
    assert rekey(KINDS, jobs=1, news=lambda _: None, since="HEAD") == []
    assert not (results_root / RECORD).exists()


def test_a_record_follows_a_design_to_another_name(
    recorded: Path, results_root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = results_root / RECORD
    old = path.with_name("skein256-old.stream.json")
    old.write_text(path.read_text().replace("skein256-x1", "skein256-old"))
    path.unlink()
    commit(recorded.parent)
    with pytest.raises(GatehashError, match="unknown design 'skein256-old'"):
        quiet()
    old.unlink()
    subject = Measurement(DESIGN, ECP5, "stream")
    kind = dataclasses.replace(results.MEASUREMENTS, subjects=lambda: [subject])
    (found,) = rekey([kind], jobs=1, news=lambda _: None, since="HEAD")
    assert (found.record, found.state) == (RECORD.as_posix(), "carried")
    now = load(DESIGN, "ecp5", "stream")
    assert now is not None
    assert (now.design, now.command.split()[2]) == ("skein256-x1", "skein256-x1")


def head(folder: Path) -> str:
    found = subprocess.run(
        ("git", "rev-parse", "HEAD"), cwd=folder, check=True, capture_output=True, text=True
    )
    return found.stdout[:10]


def damaged_record(checkout: Path) -> None:
    path = checkout / "results" / RECORD
    path.write_text(path.read_text()[:-2])
    commit(checkout)


def damaged_memo(checkout: Path) -> None:
    memo.memo_path(checkout / "results").write_text("{")
    commit(checkout)


def other_memo(checkout: Path) -> None:
    path = memo.memo_path(checkout / "results")
    path.write_text(path.read_text().replace('": "', '": "0', 1).replace('"\n', '@"\n', 1))
    path.write_text(re.sub("[0-9a-f]@", "", path.read_text()))
    commit(checkout)


def no_rtl(checkout: Path) -> None:
    git(checkout, "rm", "-q", "-r", "--cached", "rtl")
    git(checkout, "commit", "-q", "-m", "None.")


def no_repository(checkout: Path) -> None:
    shutil.rmtree(checkout / ".git")


def shallow(checkout: Path) -> None:
    (checkout / ".git" / "shallow").write_text(f"{'1' * 40}\n")


@pytest.mark.parametrize(
    ("make", "revision", "words"),
    [
        (None, "a\nb", r"there is no revision 'a\nb'"),
        (damaged_record, "HEAD", "record 'ecp5/skein256-x1.stream.json' of revision "),
        *(
            pytest.param(*each, marks=pytest.mark.large)
            for each in (
                (None, "--all", "there is no revision '--all'"),
                (None, "", "there is no revision ''"),
                (None, "HEAD:rtl", "there is no revision 'HEAD:rtl'"),
                (shallow, "HEAD~9", "which has no older history; run: git fetch --unshallow"),
                (damaged_memo, "HEAD", "the memo of revision "),
                (other_memo, "HEAD", "the memo of the revision has another meaning for the elab"),
                (no_rtl, "HEAD", "has no folder 'rtl'"),
                (no_repository, "HEAD", "is not in a git repository"),
            )
        ),
    ],
)
def test_what_is_no_revision_is_one_line_and_nothing_is_written(
    recorded: Path,
    results_root: Path,
    capsys: pytest.CaptureFixture[str],
    make: Callable[[Path], None] | None,
    revision: str,
    words: str,
) -> None:
    kept = {path: path.read_bytes() for path in results_root.rglob("*.json")}
    if make is not None:
        make(recorded.parent)
    for path, content in kept.items():
        path.write_bytes(content)
    if make is not other_memo:
        renamed_signal(recorded)
    assert command(["rekey", f"--from={revision}"]) == 2
    said = capsys.readouterr().err
    assert words in said
    assert len(said.splitlines()) == 1
    assert {path: path.read_bytes() for path in results_root.rglob("*.json")} == kept


def test_without_git_or_a_clone_no_revision_can_be_named(
    recorded: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with monkeypatch.context() as patch:
        patch.setenv("PATH", "/nowhere")
        assert command(["rekey", "--from", "HEAD"]) == 2
    assert "git is not installed" in capsys.readouterr().err
    monkeypatch.setattr("gatehash.records.revision.checkout_root", lambda: None)
    assert command(["rekey", "--from", "HEAD"]) == 2
    assert "an installed package has no history" in capsys.readouterr().err
    gate(recorded)
    found = quiet()
    assert (found.state, found.differs, found.where) == ("stale", ("netlist",), ())


# Samples.


def figures(outcome: Result) -> Callable[..., list[Outcome]]:
    """Return what measures anything with this result."""

    def measure(units: Sequence[Unit], **options: Any) -> list[Outcome]:
        assert (options["seeds"], options["force"]) == (1, True)
        assert options["folder"] is not None
        return [Outcome(unit, "measured", outcome, None) for unit in units]

    return measure


@pytest.mark.parametrize(
    ("change", "status", "words"),
    [
        ({"runs": (run(1, seconds=1.0),)}, 0, "1 equal, 0 different"),
        (
            {"cells": {"LUT4": 2001, "TRELLIS_FF": 1953}, "runs": (run(1, 51.0),)},
            1,
            "cells CCU2C 412, again 0; cells LUT4 2000, again 2001; seed 1: 50 MHz routed, "
            "3185 cells, again 51 MHz routed, 3185 cells",
        ),
    ],
)
def test_a_sample_of_carried_measurements_is_made_again(
    recorded: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    change: dict[str, Any],
    status: int,
    words: str,
) -> None:
    record = load(DESIGN, "ecp5", "stream")
    assert record is not None
    results.store(structs.replace(record, carried_from="1" * 64))
    again = structs.replace(record, **change)
    monkeypatch.setattr("gatehash.implement.sample.implement_all", figures(again))
    assert command(["rekey", "--sample", "5", "--seed", "1"]) == status
    said = capsys.readouterr()
    assert words in said.out + said.err
    assert "1 carried measurement (seed 1) measured again: place and route took 40 s" in said.err
    assert command(["rekey", "--sample", "5", "--json"]) == status
    (entry,) = json.loads(capsys.readouterr().out)
    assert entry["again"] == ("different" if status else "equal")


def test_without_carried_measurements_there_is_no_sample(
    recorded: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command(["rekey", "--sample", "5"]) == 0
    assert "no measurement on record is carried over" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--sample", "0"], "--sample is '0'; it must be a number from 0.01 to 100"),
        (["--sample", "nan"], "--sample is 'nan'"),
        (["--sample", "5", "--seed", "-1"], "--seed is '-1'"),
        (["--seed", "1"], "--seed is that of --sample; give both or none"),
    ],
)
def test_bad_samples_are_refused(
    capsys: pytest.CaptureFixture[str], arguments: list[str], words: str
) -> None:
    assert command(["rekey", *arguments]) == 2
    said = capsys.readouterr().err
    assert words in said
    assert len(said.splitlines()) == 1
