# SPDX-License-Identifier: Apache-2.0
"""Scores on record are of the RTL beside them, and nearly all faults are caught."""

import pytest

from gatehash.mutate import all_modules, on_record
from gatehash.mutate.record import Mutants, record_path
from gatehash.paths import checkout_root

pytestmark = pytest.mark.usefixtures("committed_memo_alone")

CHECKOUT = checkout_root()
assert CHECKOUT is not None
RESULTS = CHECKOUT / "results"

LEAST_CAUGHT = 0.95
LEAST_FAULTS = 1000


@pytest.mark.parametrize("module", all_modules())
def test_record_is_of_the_rtl_as_it_is_now(module: str) -> None:
    (outcome,) = on_record([module])
    todo = f"run: gatehash mutate {module}"
    assert outcome.error is None
    assert outcome.record is not None, f"no record; {todo}"
    assert not outcome.stale, f"stale; {todo}"


def test_every_record_is_whole_and_of_a_module() -> None:
    for path in sorted((RESULTS / "mutants").glob("*")):
        text = path.read_text(encoding="utf-8")
        record = Mutants.from_json(text)
        assert text == record.to_json(), path
        assert record.module in all_modules(), path
        assert path == record_path(record.module, RESULTS)


def test_nearly_all_of_many_faults_are_caught() -> None:
    records = [each.record for each in on_record(tuple(all_modules())) if each.record]
    total = sum(each.mutants for each in records)
    assert total >= LEAST_FAULTS
    real = total - sum(each.equivalent for each in records)
    assert sum(each.caught for each in records) >= LEAST_CAUGHT * real
