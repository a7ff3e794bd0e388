# SPDX-License-Identifier: Apache-2.0
"""The guides of the manual, word for word: every command of theirs succeeds in an empty folder."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from gatehash.paths import docs_root

GUIDES = sorted(docs_root().glob("guide-*.md"))


@pytest.mark.parametrize("guide", GUIDES, ids=lambda path: path.stem)
def test_guide(guide: Path, tmp_path: Path, tools: dict[str, str]) -> None:
    blocks = re.findall(r"^```sh\n(.*?)^```$", guide.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    assert blocks
    done = subprocess.run(
        ["sh", "-ex"],
        input="".join(blocks),
        cwd=tmp_path,
        env=tools,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    if "obj_dir" in guide.read_text("utf-8"):
        assert "\nPASS: " in done.stdout
