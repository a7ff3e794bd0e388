# SPDX-License-Identifier: Apache-2.0
"""What test modules share and check with ``assert`` says what it compared, as theirs does."""

import signal

import pytest

pytest.register_assert_rewrite("tests.models.manners", "tests.report.reading")

# A shell has what it starts in the background ignore SIGINT, and nohup SIGHUP. Commands under test
# inherit that, and keep to it, as they should.
signal.signal(signal.SIGINT, signal.default_int_handler)
signal.signal(signal.SIGHUP, signal.SIG_DFL)
