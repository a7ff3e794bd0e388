# SPDX-License-Identifier: Apache-2.0
"""Which tests a run has: ``make test``, a landing's share of the rest, and all."""

import json
import textwrap

import pytest
from tests import costs
from tests.catalogue import QUICK, SHELLS
from tests.tiers import LARGEST, SHARES

from gatehash.catalog import DESIGNS

pytest_plugins = ("pytester",)

_PLUGINS = ("-p", "tests.costs", "-p", "tests.tiers")

_TESTS = """
import pytest
from gatehash.catalog import DESIGNS, find

@pytest.mark.parametrize("name", [
    pytest.param(name, marks=pytest.mark.large(first=True, every=name == "{largest}"))
    for name in DESIGNS
])
def test_answers(name): pass

@pytest.mark.large
@pytest.mark.parametrize("job", [find(name).principal_job for name in DESIGNS], ids=list(DESIGNS))
def test_more(job): pass

@pytest.mark.large
@pytest.mark.parametrize("number", range(20))
def test_of_no_design(number): pass

def test_quick(): pass
"""


@pytest.fixture
def outcomes(pytester: pytest.Pytester) -> pytest.Pytester:
    pytester.makepyfile(textwrap.dedent(_TESTS).format(largest=LARGEST))
    return pytester


def _names(pytester: pytest.Pytester, *arguments: str) -> list[str]:
    """Return the tests that pass, in their order, without the name of their file."""
    ran = pytester.inline_run(*_PLUGINS, *arguments)
    passed, skipped, failed = ran.listoutcomes()
    assert not skipped
    assert not failed
    return [report.nodeid.partition("::")[2] for report in passed]


def test_four_shares_are_all_large_tests(outcomes: pytest.Pytester) -> None:
    shares = [_names(outcomes, "-m", "large", "--share", str(share)) for share in range(SHARES)]
    every = f"test_answers[{LARGEST}]"
    assert all(share[0].startswith("test_answers") and every in share for share in shares)
    assert sorted(name for share in shares for name in {*share} - {every}) == sorted(
        {*_names(outcomes, "-m", "large")} - {every}
    )
    assert _names(outcomes, "-m", "large", "--share", "5") == shares[1]
    assert _names(outcomes, "-m", "not large") == ["test_quick"]
    for share in shares:
        # What shows most comes first, and a design's simulators are built in one share.
        firsts = [name.startswith("test_answers") for name in share]
        assert firsts == sorted(firsts, reverse=True)
        answered = {name.partition("[")[2] for name in share if name.startswith("test_answers")}
        more = {name.partition("[")[2] for name in share if name.startswith("test_more")}
        assert answered - more <= {f"{LARGEST}]"}
        assert len(share) > len(DESIGNS) // 4


def test_no_test_begins_beyond_the_limit(outcomes: pytest.Pytester) -> None:
    ran = outcomes.inline_run(*_PLUGINS, "--limit", "0")
    passed, skipped, failed = ran.listoutcomes()
    assert (passed, failed) == ([], [])
    assert "no time is left; 'make test-all' runs it" in str(skipped[0].longrepr)


_WORK = """
import subprocess, sys, time
WORK = "import time\\nwhile time.process_time() < 0.3: pass"
def test_child(): subprocess.run([sys.executable, "-c", WORK])
def test_nothing(): pass
"""


@pytest.mark.parametrize("budget", [0, 60])
def test_costs_are_kept_and_budgets_compared(
    budget: int, pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A child's CPU time counts, and a folder beyond its budget is named but fails no run."""
    monkeypatch.setattr(costs, "BUDGETS", {"rtl": budget})
    folder = pytester.mkdir("rtl")
    (folder / "test_work.py").write_text(_WORK)
    ran = pytester.runpytest_inprocess(
        *_PLUGINS, "--costs", "costs.json", "-m", "not large", "rtl/test_work.py"
    )
    assert ran.ret == 0
    spent = json.loads((pytester.path / "costs.json").read_text())
    assert spent["rtl/test_work.py::test_child"] > 0.2 > spent["rtl/test_work.py::test_nothing"]
    (line,) = [line for line in ran.outlines if line.split()[2:3] == ["rtl"]]
    assert line.endswith("  beyond its budget") is (budget == 0)


def test_every_family_and_shell_is_in_the_quick_tests() -> None:
    quick = {DESIGNS[name].family for name in (*QUICK, *SHELLS)}
    assert quick == {design.family for design in DESIGNS.values()}
    tops = {DESIGNS[name].hardware.stream.top for name in QUICK}
    # The quick tests of a masked one are those of tests/rtl/test_masked_top.py.
    unmasked = (design for design in DESIGNS.values() if not design.hardware.masking)
    assert tops == {design.hardware.stream.top for design in unmasked}
