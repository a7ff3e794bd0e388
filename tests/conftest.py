# SPDX-License-Identifier: Apache-2.0
"""What test modules share and check with ``assert`` says what it compared, as theirs does."""

import pytest

pytest.register_assert_rewrite("tests.models.manners", "tests.report.reading")
