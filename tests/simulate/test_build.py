# SPDX-License-Identifier: Apache-2.0
"""The cache of simulators: built once, never half-written, safe to share."""

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from gatehash.catalog import Boundary, find
from gatehash.errors import GatehashError
from gatehash.simulate import build

DESIGN = find("skein256-x1")


@pytest.fixture(autouse=True)
def _fresh_compiler() -> None:
    build.compiler.cache_clear()


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("GATEHASH_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.fixture
def quick_build(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, ...]]:
    """Replace the tools by one that writes the binary's name; return the commands run."""
    commands: list[tuple[str, ...]] = []

    def run(command: tuple[str, ...], folder: Path, *_: object) -> None:
        commands.append(command)
        (folder / "Vtop").write_text("built")

    monkeypatch.setattr(build, "_run", run)
    return commands


def test_built_once(cache: Path, quick_build: list[tuple[str, ...]]) -> None:
    first = build.simulator(DESIGN)
    assert first.read_text() == "built"
    assert len(quick_build) == 2
    assert build.simulator(DESIGN) == first
    assert len(quick_build) == 2
    assert cache in first.parents


def test_objects_of_verilator_are_compiled_once(
    cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found: list[bool] = []

    def run(command: tuple[str, ...], folder: Path, *_: object) -> None:
        if command[0] == "make":
            found.append((folder / "verilated.o").exists())
            (folder / "verilated.o").write_text("compiled")
            (folder / "Vtop").write_text("built")

    monkeypatch.setattr(build, "_run", run)
    for design in (DESIGN, find("sha512-lut")):
        build.simulator(design)
    build.simulator(DESIGN, waves=True)
    assert found == [False, True, False]
    assert len(list(cache.glob("simulators/runtime-*/verilated.o"))) == 2


def test_key_follows_all_that_matters() -> None:
    top = DESIGN.stream
    other = replace(DESIGN, stream=Boundary(top.top, {**top.parameters, "DigestBits": 128}))
    keys = {
        build.plan_build(DESIGN).key,
        build.plan_build(DESIGN, waves=True).key,
        build.plan_build(other).key,
        build.plan_build(replace(DESIGN, sources=DESIGN.sources[:-1])).key,
    }
    assert len(keys) == 4
    assert build.plan_build(DESIGN) == build.plan_build(DESIGN)


def test_interrupted_build_leaves_nothing(
    cache: Path, quick_build: list[tuple[str, ...]], monkeypatch: pytest.MonkeyPatch
) -> None:
    working = build._run

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(build, "_run", interrupted)
    with pytest.raises(KeyboardInterrupt):
        build.simulator(DESIGN)
    assert not [path for path in (cache / "simulators").iterdir() if path.is_dir()]

    # A build that was killed outright leaves its folder; the next one takes it away.
    left_over = cache / "simulators" / f"{build.plan_build(DESIGN).key}.part-killed"
    left_over.mkdir()
    monkeypatch.setattr(build, "_run", working)
    assert build.simulator(DESIGN).read_text() == "built"
    assert not left_over.exists()


def test_processes_that_build_at_once_build_once(tmp_path: Path) -> None:
    code = (
        "from gatehash.simulate import simulator; from gatehash.catalog import find; "
        f"print(simulator(find({DESIGN.name!r})))"
    )
    environment = {**os.environ, "GATEHASH_CACHE": str(tmp_path)}

    def run(_: int) -> str:
        done = subprocess.run(
            [sys.executable, "-c", code],
            env=environment,
            capture_output=True,
            text=True,
            check=True,
        )
        return done.stdout.strip()

    with ThreadPoolExecutor(2) as pool:
        first, second = pool.map(run, range(2))
    assert first == second
    assert Path(first).is_file()
    assert not list((tmp_path / "simulators").glob("*.part-*"))


def test_missing_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CXX", "no-such-compiler")
    with pytest.raises(GatehashError, match=r"'no-such-compiler' not found.*apt-get install g\+\+"):
        build.simulator(DESIGN)


def test_cache_that_is_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    blocked = tmp_path / "file"
    blocked.touch()
    monkeypatch.setenv("GATEHASH_CACHE", str(blocked))
    with pytest.raises(GatehashError, match=r"can't write the cache folder .* GATEHASH_CACHE"):
        build.simulator(DESIGN)


def test_full_disk(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    compiler = cache.parent / "compiler"
    compiler.write_text("#!/bin/sh\necho 'fatal error: No space left on device' >&2\nexit 1\n")
    compiler.chmod(0o755)
    monkeypatch.setenv("CXX", str(compiler))
    with pytest.raises(GatehashError, match="No space left on device; set GATEHASH_CACHE"):
        build.simulator(DESIGN)
    assert not [path for path in (cache / "simulators").iterdir() if path.is_dir()]


def test_illegal_parameter_is_named(cache: Path) -> None:
    top = DESIGN.stream
    wrong = replace(DESIGN, stream=Boundary(top.top, {**top.parameters, "StateBits": 384}))
    with pytest.raises(GatehashError, match="StateBits is 384; it must be 256, 512 or 1024"):
        build.simulator(wrong)
    assert cache.is_dir()
