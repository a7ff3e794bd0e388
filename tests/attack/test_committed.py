# SPDX-License-Identifier: Apache-2.0
"""Records of faults are of the netlists as they are now, and the manual shows them."""

from pathlib import Path

import pytest
from tests import doc_faults

from gatehash.attack import FAULTS, Faulted, on_record
from gatehash.paths import checkout_root

CHECKOUT = checkout_root()
assert CHECKOUT is not None
RESULTS = CHECKOUT / "results"
RECORDS = sorted((RESULTS / "fault").glob("*"))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_record_is_whole_and_of_the_netlist_as_it_is_now(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    record = Faulted.from_json(text)
    assert text == record.to_json()
    assert path == RESULTS / record.path
    subject = FAULTS.subject(record)
    assert not FAULTS.is_stale(record, subject), f"stale; run: gatehash rekey, or {record.command}"
    assert record.command.startswith(FAULTS.subject(record).command)  # type: ignore[attr-defined]
    assert record.outcomes.injections == record.cycles * sum(each.targets for each in record.places)


def test_every_record_is_of_a_function_of_the_catalogue() -> None:
    assert {found.path.name for found, _ in on_record(RESULTS)} == {path.name for path in RECORDS}


def test_the_page_has_the_records() -> None:
    text = doc_faults.PAGE.read_text(encoding="utf-8")
    assert doc_faults.updated(text) == text, "run: python -m tests.doc_faults"
