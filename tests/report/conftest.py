# SPDX-License-Identifier: Apache-2.0
"""A folder of their own for results."""

from pathlib import Path

import pytest

from gatehash.implement import results


@pytest.fixture
def results_root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    root = tmp_path / "results"
    monkeypatch.setattr(results, "results_roots", lambda: (root,))
    return root
