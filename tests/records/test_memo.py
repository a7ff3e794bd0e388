# SPDX-License-Identifier: Apache-2.0
"""The memo: what is damaged is never a fresh verdict."""

from dataclasses import dataclass
from pathlib import Path

import pytest

from gatehash.errors import GatehashError
from gatehash.records import memo

TEXT, NETLIST, OTHER = "1" * 64, "2" * 64, "3" * 64


@dataclass
class Derivation:
    what: str = "netlist"
    text: str = TEXT
    changed: str = TEXT
    runs: int = 0

    def derive(self) -> str:
        self.runs += 1
        self.text = self.changed
        return NETLIST


@pytest.fixture
def roots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Path, Path]:
    found = (tmp_path / "first", tmp_path / "second")
    monkeypatch.setattr(memo, "results_roots", lambda: found)
    monkeypatch.setenv("GATEHASH_CACHE", str(tmp_path / "cache"))
    return found


def test_a_text_is_known_from_memo_and_from_cache(roots: tuple[Path, Path]) -> None:
    assert memo.known(TEXT) is None
    memo.derived(Derivation())
    assert memo.known(TEXT) == NETLIST
    memo.write_memo({OTHER: NETLIST})
    assert memo.known(OTHER) == NETLIST


def test_what_is_known_is_not_derived_again(roots: tuple[Path, Path]) -> None:
    found = Derivation()
    assert [memo.derived(found), memo.derived(found), found.runs] == [NETLIST, NETLIST, 1]


def test_text_that_changes_meanwhile_is_not_learnt(roots: tuple[Path, Path]) -> None:
    with pytest.raises(GatehashError, match="netlist: the RTL changed meanwhile; run again"):
        memo.derived(Derivation(changed=OTHER))
    assert memo.known(TEXT) is None
    assert memo.known(OTHER) is None


@pytest.mark.parametrize("content", ["", "2" * 63, "x" * 64, "2" * 65])
def test_damaged_entry_of_the_cache_is_not_known(roots: tuple[Path, Path], content: str) -> None:
    memo.derived(Derivation())
    (roots[0].parent / "cache" / "meanings" / TEXT).write_text(content)
    assert memo.known(TEXT) is None
    memo.derived(Derivation())
    assert memo.known(TEXT) == NETLIST


def test_a_folder_in_the_place_of_an_entry_is_removed(roots: tuple[Path, Path]) -> None:
    (roots[0].parent / "cache" / "meanings" / TEXT / "more").mkdir(parents=True)
    assert memo.known(TEXT) is None
    memo.derived(Derivation())
    assert memo.known(TEXT) == NETLIST


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"meanings"', '"netlists"'),
        (NETLIST, NETLIST[:-1]),
        (NETLIST, NETLIST.replace("2", "G")),
        (f'"{TEXT}": "{NETLIST}"', f'"{TEXT}": "{OTHER}",\n    "{TEXT}": "{NETLIST}"'),
        ("}\n}\n", "}\n"),
        ('  "meanings"', '  "version": 2,\n  "meanings"'),
    ],
    ids=["field", "short", "digits", "twice", "cut off", "future"],
)
def test_damaged_memo_is_one_line(roots: tuple[Path, Path], old: str, new: str) -> None:
    path = memo.write_memo({TEXT: NETLIST})
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))
    with pytest.raises(GatehashError, match=r"^memo '.*memo\.json' can't be read") as caught:
        memo.known(TEXT)
    assert len(str(caught.value).splitlines()) == 1
    assert str(caught.value).endswith("delete it and run: gatehash rekey")


def test_memos_that_disagree_are_refused(roots: tuple[Path, Path]) -> None:
    text = memo.write_memo({TEXT: NETLIST}).read_text()
    second = memo.memo_path(roots[1])
    second.parent.mkdir()
    second.write_text(text.replace(NETLIST, OTHER))
    with pytest.raises(GatehashError, match="gives another meaning for text 1111"):
        memo.known(TEXT)
