# SPDX-License-Identifier: Apache-2.0
"""Tests that walk or name designs pass with a variant of one's own in the catalogue."""

import subprocess
import sys
from pathlib import Path

import pytest

TOP = Path(__file__).resolve().parents[1]

TESTS = (
    "tests/test_doc_catalogue.py::test_table_of_designs_is_right_and_has_what_is_measured",
    "tests/test_docs.py",
    "tests/cli/test_implement.py::test_everything_that_is_wanted_by_default",
    "tests/cli/test_implement.py::test_patterns_targets_and_boundary_choose",
    "tests/cli/test_pick.py::test_targets_without_frequency_are_judged_by_area",
    "tests/implement/test_figures.py",
    "tests/report/test_han.py::test_published_rows_come_first_and_in_order",
    "tests/report/test_han.py::test_designs_that_han_did_not_build",
    "tests/report/test_han.py::test_peers_stand_before_ours_on_the_same_device",
    "tests/report/test_han.py::test_stale_figures_are_not_shown",
    "tests/report/test_published_files.py::test_designs_answer_to_rows_that_exist",
    # The bound of a design that has none of its own.
    "tests/simulate/test_designs.py::test_bounds_are_of_designs_that_have_one",
)


@pytest.mark.parametrize(
    "tests", [pytest.param(TESTS, id="all", marks=pytest.mark.large), (TESTS[0], *TESTS[2:5])]
)
def test_a_variant_of_ones_own_breaks_nothing(tests: tuple[str, ...]) -> None:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"]
    done = subprocess.run(
        [*command, "-p", "tests.variant", *tests],
        cwd=TOP,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
