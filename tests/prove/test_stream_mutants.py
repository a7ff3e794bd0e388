# SPDX-License-Identifier: Apache-2.0
"""Faults in the modules that pack packets, which no design has: proofs refute them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from gatehash.mutate.elaborate import elaborated
from gatehash.mutate.fault import Fault, chosen
from gatehash.mutate.plant import copy_with, with_one
from gatehash.mutate.sites import faults_in
from gatehash.paths import rtl_root
from gatehash.prove.tools.harness import Harness, rtl_files
from gatehash.prove.tools.modules import Module

_SEED = 1
_LIMIT = 60
# The proofs, the quickest first, and how many faults are tried.
_MODULES: Mapping[str, tuple[Sequence[Harness], int]] = {
    "gh_axis_normalise": (
        [
            *(Harness("gh_prove_axis_normalise", {"StreamBytes": size}) for size in (2, 4)),
            Module("gh_axis_normalise", {"StreamBytes": 4, "Erase": 1}),
        ],
        40,
    ),
    "gh_axis_sideband": ([Harness("gh_prove_axis_sideband", {"Depth": 2})], 20),
}
# They leave the module as it is: a bit that no tid has.
_EQUIVALENT = ("side_i -> (side_i) | ($bits(side_i)'(1) << 761 % $bits(side_i))",)


def possible(module: str, harness: Harness) -> list[Fault]:
    """Return the faults that can be planted in a module as its harness has it."""
    files = rtl_files(rtl_root(), harness.top)
    path = next(each for each in files if each.stem == module)
    design = elaborated(harness.top, tuple(harness.parameters.items()), files)
    return faults_in(design, {module: path})


def refuted(module: str, harness: Harness, fault: Fault, folder: Path) -> bool:
    """Whether a proof fails with a fault."""
    name = f"stream/{module}.sv"
    text = with_one((rtl_root() / name).read_bytes(), fault)
    copy_with(rtl_root(), {name: text}, folder / "rtl")
    return replace(harness, root=folder / "rtl").run(folder, _LIMIT).status == "failed"


@pytest.mark.large
@pytest.mark.parametrize("module", _MODULES)
def test_proofs_refute_faults(module: str, tmp_path: Path) -> None:
    proofs, number = _MODULES[module]
    survivors = []
    for place, fault in enumerate(chosen(possible(module, proofs[0]), number, _SEED)):
        change = f"{fault.was} -> {fault.becomes or 'deleted'}"
        tried = [tmp_path / f"{place}-{each}" for each in range(len(proofs))]
        for folder in tried:
            folder.mkdir()
        found = any(
            refuted(module, each, fault, folder) for each, folder in zip(proofs, tried, strict=True)
        )
        if not found and change not in _EQUIVALENT:
            survivors.append(f"{fault.label}: {change}")
    assert survivors == []
