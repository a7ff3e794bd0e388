"""Each requirement and each assertion of the RTL has a property, or a reason why it has none."""

from dataclasses import replace
from pathlib import Path

import pytest
from tests import doc_duties
from tests.duties import REQUIRED, Duty, duties, reasons, tree
from tests.prove.test_harness import planted
from tests.rtl.test_selftest import Fault

from gatehash.paths import rtl_root
from gatehash.prove import all_properties
from gatehash.prove.tools.harness import rtl_files
from gatehash.prove.tools.modules import Module

FAULTS = [
    (
        "sha2.requirements.sha256-lut",
        Fault(
            "a_block_is_taken_that_is_not_there",
            "sha2/gh_sha2_core.sv",
            "assign ready_o   = take || refuse;",
            "assign ready_o   = take || refuse || core_q == Rest && !owes_q;",
            "u_shell.require_takes_what_is_there",
        ),
    ),
    (
        "skein.requirements.skein256-x8",
        Fault(
            "a_block_starts_while_the_cipher_runs",
            "skein/gh_skein_core.sv",
            "assign start_block  = cipher_ready && !start_output",
            "assign start_block  = !start_output",
            "u_core.u_threefish.require_",
        ),
    ),
    (
        "whirlpool.requirements.whirlpool-lut-logic",
        Fault(
            "a_block_starts_over_another_one",
            "whirlpool/gh_whirlpool_core.sv",
            "core_q == Work && done && (!final_q",
            "core_q == Work && (!final_q",
            "u_core.u_cipher.require_starts_",
        ),
    ),
]


def _shown(duty: Duty) -> str:
    return f"{duty.top}: {duty.label} of {duty.module} in {duty.parent or 'the top'}"


def test_no_field_is_empty_without_a_reason() -> None:
    empty = [duty for duty in duties() if not duty.property]
    unknown = [_shown(duty) for duty in empty if not any(each.covers(duty) for each in reasons())]
    assert not unknown, "no property has\n" + "\n".join(unknown)


def test_no_reason_is_left_over() -> None:
    for each in reasons():
        for label in each.labels:
            one = replace(each, labels=(label,))
            found = [duty for duty in duties() if one.covers(duty)]
            assert found, f"{each.module}: nothing is called {label}"
            proved = [_shown(duty) for duty in found if duty.property]
            assert len(proved) < len(found), f"take from the reasons: {proved[0]} is proved"
            # A pattern is of all fields that are open.
            if "*" not in each.module + label:
                assert not proved, f"take from the reasons: {proved[0]} is proved"


def test_a_requirement_is_proved_with_its_own_parameters_only() -> None:
    alike = [duty for duty in duties() if duty.alike]
    assert alike
    assert not any(duty.label.startswith(REQUIRED) for duty in alike)


def test_what_parameters_switch_off_is_no_field() -> None:
    files = rtl_files(rtl_root(), "gh_register_slice")
    labels = [
        tree("gh_register_slice", {"Width": 8, "Mode": mode}, files)[""].labels for mode in (0, 1)
    ]
    assert labels == [{"silent_after_reset"}, {"silent_after_reset", "require_held_in", "held"}]


def test_pages_have_the_tables() -> None:
    for page, fresh in (
        (doc_duties.PAGE, doc_duties.updated),
        (doc_duties.COUNTED, doc_duties.with_sentence),
    ):
        text = page.read_text(encoding="utf-8")
        assert doc_duties.sentence() in text
        assert fresh(text) == text, "run: python -m tests.doc_duties"


@pytest.mark.parametrize(
    ("name", "fault"),
    [pytest.param(*each, marks=pytest.mark.large if of else ()) for of, each in enumerate(FAULTS)],
    ids=lambda each: getattr(each, "name", ""),
)
def test_a_fault_that_breaks_a_requirement_is_refuted(
    name: str, fault: Fault, tmp_path: Path
) -> None:
    (proof,) = (
        getattr(each.run, "__self__", None) for each in all_properties() if each.name == name
    )
    assert isinstance(proof, Module)
    verdict = replace(proof, root=planted(fault, tmp_path)).run(tmp_path, 60)
    assert verdict.status == "failed"
    said = verdict.detail.splitlines()[0]
    assert fault.seen_by in said
    assert said.endswith("is violated")
