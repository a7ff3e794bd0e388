# SPDX-License-Identifier: Apache-2.0
"""The readers of the tools' output read archived outputs as they did when records were made."""

import json
import tarfile
from pathlib import Path

import pytest
from tests.implement.archiving import ARCHIVE, ARCHIVED, read

from gatehash.catalog import find
from gatehash.implement import TARGETS, Result
from gatehash.implement.record import count_area
from gatehash.implement.source import READER
from gatehash.paths import results_roots


@pytest.mark.parametrize("target", ARCHIVED)
def test_archived_output_reads_as_before(target: str, tmp_path: Path) -> None:
    with tarfile.open(ARCHIVE / f"{target}.tar.xz") as packed:
        packed.extractall(tmp_path, filter="data")
    expected = json.loads((ARCHIVE / f"{target}.json").read_text())
    assert read(TARGETS[target], tmp_path) == expected, (
        "the output of a tool reads differently: raise READER in implement/source.py, run "
        "python -m tests.implement.archiving, and measure again what gatehash rekey lists"
    )
    assert READER == "1", "name the version of the readers that made the archive"


def test_counts_of_every_record_follow_from_its_cells() -> None:
    """What counts cells is no input of a record."""
    for name, target in TARGETS.items():
        for path in sorted((results_roots()[0] / name).glob("*.json")):
            found = Result.from_json(path.read_text())
            assert find(found.design)
            area = found.area
            counted = count_area(target, found.cells, None)
            taken = ("lut", "ff", "carry", "lutram", "ramb36", "ramb18")
            assert [getattr(counted, each) for each in taken] == [
                getattr(area, each) for each in taken
            ], path
