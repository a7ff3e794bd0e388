# SPDX-License-Identifier: Apache-2.0
"""A changed gate makes a netlist another one: faults of ``gatehash mutate``, planted one by one."""

import random
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from gatehash.implement.elaborated import Elaboration, of_module
from gatehash.mutate.bench import Bench, bench_named
from gatehash.mutate.equal import equality_script, is_equal
from gatehash.mutate.fault import Fault
from gatehash.mutate.plant import copy_with, with_one
from gatehash.paths import rtl_root

BENCHES = ("chacha-mc-1@32", "sha256-lut", "skein-mc", "blake2s-mc-1", "sha3-x1")
COUNT = 50


def drawn() -> list[tuple[str, Fault]]:
    """Draw faults by a seed, the same number from each bench, from as many modules as can be."""
    rng = random.Random(48)
    found = []
    for name in BENCHES:
        by_module: dict[str, list[Fault]] = {}
        for fault in bench_named(name).faults:
            by_module.setdefault(fault.module, []).append(fault)
        modules = rng.sample(sorted(by_module), len(by_module))
        for place in range(COUNT // len(BENCHES)):
            found.append((name, rng.choice(by_module[modules[place % len(modules)]])))
    return found


@cache
def elaboration(name: str) -> Elaboration:
    bench = bench_named(name)
    return of_module(bench.first.hardware.stream, bench.files)


@cache
def known(name: str) -> str:
    return elaboration(name).derive()


def is_equivalent(bench: Bench, fault: Fault, copy: Path, work: Path) -> bool:
    """Whether the module with the fault is proved to be the module without it."""
    files = bench.needed(fault.module)
    faulty = [copy / path.relative_to(rtl_root()) for path in files]
    work.mkdir()
    return all(
        is_equal(
            equality_script(fault.module, parameters, files, faulty, rtl_root()),
            work,
            60,
            fault.label,
        )
        for parameters in bench.parameters(fault.module)
    )


@pytest.mark.large
def test_every_planted_fault_changes_the_netlist_unless_it_is_equivalent(tmp_path: Path) -> None:
    same = []
    for number, (name, fault) in enumerate(drawn()):
        bench, right = bench_named(name), elaboration(name)
        path = bench.modules[fault.module]
        copy = tmp_path / f"rtl{number}"
        copy_with(
            rtl_root(),
            {str(path.relative_to(rtl_root())): with_one(path.read_bytes(), fault)},
            copy,
        )
        files = tuple(copy / each.relative_to(rtl_root()) for each in right.files)
        faulty = replace(right, files=files, folders={"rtl": copy})
        assert faulty.text != right.text
        if faulty.derive() == known(name):
            same.append((name, fault, is_equivalent(bench, fault, copy, tmp_path / str(number))))
    unproved = [f"{name} {fault.module}:{fault.label}" for name, fault, equal in same if not equal]
    assert unproved == []
    assert len(same) < COUNT // 5
