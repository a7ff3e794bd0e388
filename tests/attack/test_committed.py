# SPDX-License-Identifier: Apache-2.0
"""Records of faults and leakage are of the netlists as they are now, and the manual shows them."""

from pathlib import Path

import pytest
from tests import doc_faults, doc_leaks

from gatehash.attack import (
    FAULTS,
    LEAKS,
    PROBED,
    Faulted,
    Leaked,
    Probed,
    leaks_on_record,
    on_record,
    probed_on_record,
)
from gatehash.paths import checkout_root

pytestmark = pytest.mark.usefixtures("committed_memo_alone")

CHECKOUT = checkout_root()
assert CHECKOUT is not None
RESULTS = CHECKOUT / "results"
FAULT_RECORDS = sorted((RESULTS / "fault").glob("*"))
PROBE_RECORDS = sorted(PROBED.files(RESULTS))
LEAK_RECORDS = sorted({*(RESULTS / "leak").glob("*")} - {*PROBE_RECORDS})


@pytest.mark.parametrize("path", FAULT_RECORDS, ids=lambda path: path.stem)
def test_a_record_of_faults_is_whole_and_of_the_netlist_as_it_is_now(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    record = Faulted.from_json(text)
    assert text == record.to_json()
    assert path == RESULTS / record.path
    subject = FAULTS.subject(record)
    assert not FAULTS.is_stale(record, subject), f"stale; run: gatehash rekey, or {record.command}"
    assert record.command.startswith(FAULTS.subject(record).command)  # type: ignore[attr-defined]
    assert record.outcomes.injections == record.cycles * sum(each.targets for each in record.places)


@pytest.mark.parametrize("path", LEAK_RECORDS, ids=lambda path: path.stem)
def test_a_record_of_leakage_is_whole_and_of_the_netlist_as_it_is_now(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    record = Leaked.from_json(text)
    assert text == record.to_json()
    assert path == RESULTS / record.path
    subject = LEAKS.subject(record)
    assert not LEAKS.is_stale(record, subject), f"stale; run: gatehash rekey, or {record.command}"
    assert record.command.startswith(LEAKS.subject(record).command)  # type: ignore[attr-defined]
    assert (record.ttest is not None) == (record.check == "ttest")
    assert (record.attack is not None) == (record.check == "cpa")


@pytest.mark.parametrize("path", PROBE_RECORDS, ids=lambda path: path.stem)
def test_a_record_of_probes_is_whole_and_of_the_netlist_as_it_is_now(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    record = Probed.from_json(text)
    assert text == record.to_json()
    assert path == RESULTS / record.path
    subject = PROBED.subject(record)
    assert not PROBED.is_stale(record, subject), f"stale; run: gatehash rekey, or {record.command}"
    if record.check == "probes":
        assert record.exact + record.composed + record.skipped == record.sets
    if record.model == "glitch":
        assert (record.leaks, record.skipped) == ((), 0)


def test_every_record_is_of_a_function_of_the_catalogue() -> None:
    faults = {found.path.name for found, _ in on_record(RESULTS)}
    assert faults == {path.name for path in FAULT_RECORDS}
    leaks = {found.path.name for found, _ in leaks_on_record(RESULTS)}
    assert leaks == {path.name for path in LEAK_RECORDS}
    probed = {found.path.name for found, _ in probed_on_record(RESULTS)}
    assert probed == {path.name for path in PROBE_RECORDS}


def test_plain_designs_leak_on_record() -> None:
    """The page says so of all that have a record."""
    assert LEAK_RECORDS
    assert all(found.ttest.leaks for found, _ in leaks_on_record(RESULTS) if found.ttest)


@pytest.mark.parametrize("made", [doc_faults, doc_leaks], ids=lambda made: made.__name__)
def test_the_page_has_the_records(made: object) -> None:
    page = made.PAGE.read_text(encoding="utf-8")  # type: ignore[attr-defined]
    assert made.updated(page) == page, f"run: python -m {made.__name__}"  # type: ignore[attr-defined]
