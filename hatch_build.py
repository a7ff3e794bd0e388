# SPDX-License-Identifier: Apache-2.0
"""The part of a build that puts the commit into wheels and source archives."""

from __future__ import annotations

import shutil
import tempfile
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CommitHook(BuildHookInterface):  # type: ignore[type-arg]
    """Writes the commit that is built, where it is known."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add the file; an editable installation asks git when it runs."""
        self._folder: str | None = None
        if version == "editable":
            return
        spec = spec_from_file_location("commit", Path(self.root, "src", "gatehash", "commit.py"))
        assert spec is not None
        assert spec.loader is not None
        module = module_from_spec(spec)
        spec.loader.exec_module(module)
        found = module.commit_of(Path(self.root))
        if found is None:
            return
        self._folder = tempfile.mkdtemp()
        file = Path(self._folder, module.FILE)
        file.write_text(f"{found}\n", encoding="ascii")
        place = module.FILE if self.target_name == "sdist" else f"gatehash/{module.FILE}"
        build_data["force_include"][str(file)] = place

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove the temporary file."""
        if self._folder is not None:
            shutil.rmtree(self._folder)
