# SPDX-License-Identifier: Apache-2.0
"""Every property is on record as proved of the RTL beside it, and every record is of a property."""

from pathlib import Path

import pytest

from gatehash.paths import checkout_root
from gatehash.prove import Proof, Property, all_properties, on_record
from gatehash.prove.record import prove_command, record_path, text_digest

pytestmark = pytest.mark.usefixtures("committed_memo_alone")

CHECKOUT = checkout_root()
assert CHECKOUT is not None
RESULTS = CHECKOUT / "results"


@pytest.mark.parametrize("wanted", all_properties(), ids=lambda each: each.name)
def test_property_holds_of_the_rtl_as_it_is_now(wanted: Property) -> None:
    (outcome,) = on_record([wanted])
    todo = f"run: {prove_command(wanted.name)}"
    assert outcome.error is None
    assert outcome.proof is not None, f"not proved; {todo}"
    assert not outcome.stale, f"stale; {todo}"
    assert outcome.holds, f"{outcome.status}; {todo}"


def test_every_record_is_whole_and_of_a_property() -> None:
    known = {each.name: each for each in all_properties()}
    for path in sorted((RESULTS / "proofs").glob("*")):
        check_record(path, known)


def check_record(path: Path, known: dict[str, Property]) -> None:
    text = path.read_text(encoding="utf-8")
    proof = Proof.from_json(text)
    assert text == proof.to_json(), path
    assert proof.name in known, path
    assert path == record_path(proof.name, RESULTS)
    assert proof.text == text_digest(known[proof.name], proof.nets), path
