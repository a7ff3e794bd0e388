# SPDX-License-Identifier: Apache-2.0
"""``gatehash rekey``: which edits of the RTL leave a record fresh, on the RTL itself."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec import structs
from tests.implement.making import DESIGN, edit, result, run

from gatehash.cli.commands import run as command
from gatehash.errors import GatehashError
from gatehash.implement import is_stale, load, results
from gatehash.records import memo
from gatehash.records.kinds import KINDS
from gatehash.records.rekey import Rekeyed, rekey

PADDER = Path("stream") / "gh_message_padder.sv"
FULL = "assign full = &keep_i;"


@pytest.fixture
def recorded(rtl: Path, results_root: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """RTL to edit, and a record of it that is fresh."""
    for module in ("rekey", "memo"):
        monkeypatch.setattr(f"gatehash.records.{module}.results_roots", lambda: (results_root,))
    results.store(result(run(1, seconds=40.0)))
    quiet()
    return rtl


def quiet(**options: bool) -> Rekeyed:
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
