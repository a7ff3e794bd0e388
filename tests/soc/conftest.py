# SPDX-License-Identifier: Apache-2.0
"""Firmware of tests, which needs a cross compiler."""

from __future__ import annotations

import shutil

import pytest

from gatehash.soc.firmware import COMPILER, PACKAGES


@pytest.fixture(scope="session")
def cross_compiler() -> str:
    """Skip the test where there is no compiler of firmware."""
    if shutil.which(COMPILER) is None:
        pytest.skip(f"no {COMPILER}: no firmware was run (Debian: apt-get install {PACKAGES})")
    return COMPILER
