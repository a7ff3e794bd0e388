# SPDX-License-Identifier: Apache-2.0
"""The cache of simulators: built once, never half-written, safe to share."""

import errno
import hashlib
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest
from tests.refusals import refused
from tests.simulate.runtime import with_runtime

import gatehash
from gatehash import processes
from gatehash.cache import is_whole
from gatehash.catalog import find
from gatehash.compiled.reasons import reason
from gatehash.errors import GatehashError
from gatehash.paths import rtl_root
from gatehash.simulate import Simulation, build, plan

JOB = find("skein256-x1").job()


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("GATEHASH_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def fake_simulator(folder: Path, text: str = "built") -> None:
    (folder / "Vtop").write_text(text)
    (folder / "Vtop").chmod(0o755)


def fake_header(command: tuple[str, ...], folder: Path) -> bool:
    """Make the precompiled header if that is what the command is to make."""
    header = command[-1].endswith(".gch")
    if header:
        (folder / command[-1]).touch()
    return header


@pytest.fixture
def quick_build(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, ...]]:
    """Replace the tools by one that writes the binary's name; return the commands run."""
    commands: list[tuple[str, ...]] = []

    def run(command: tuple[str, ...], folder: Path, *_: object) -> None:
        commands.append(command)
        fake_simulator(folder)

    monkeypatch.setattr(build, "_run", run)
    return commands


def test_built_once(cache: Path, quick_build: list[tuple[str, ...]]) -> None:
    first = build.simulator(JOB)
    assert first.read_text() == "built"
    assert len(quick_build) == 2
    assert build.simulator(JOB) == first
    assert len(quick_build) == 2
    assert cache in first.parents


def test_objects_of_verilator_are_compiled_once(
    cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And their header, for the second simulator of a kind and those behind it."""
    found: list[bool] = []
    headers: list[int] = []

    def run(command: tuple[str, ...], folder: Path, *_: object) -> None:
        if fake_header(command, folder):
            headers.append(len(found))
        elif command[0] == "make":
            found.append((folder / "verilated.o").exists())
            (folder / "verilated.o").write_text("compiled")
            fake_simulator(folder)

    monkeypatch.setattr(build, "_run", run)
    for job in (JOB, find("sha512-lut").job()):
        build.simulator(job)
    build.simulator(JOB, record="waves")
    build.simulator(find("sha256-lut").job())
    assert found == [False, True, False, True]
    assert headers == [1]
    assert len(list(cache.glob("simulators/runtime-*/verilated.o"))) == 2


def test_the_header_of_one_simulator_is_that_of_one_with_other_ports(tmp_path: Path) -> None:
    """A compiler passes over a precompiled header that does not fit, and takes twice as long."""
    (tmp_path / "verilated.h").touch()
    (tmp_path / "Vtop.cpp").touch()
    (tmp_path / "main.cpp").touch()
    flags = "-I. -Winvalid-pch -Werror -DGH_STREAMS=$(STREAMS)"
    (tmp_path / "Vtop.mk").write_text(f"CXX = g++\nCPPFLAGS = {flags}\n")
    build.goal(tmp_path, "main.cpp")
    for made, streams in (("prelude.h.gch", 1), ("whole.o", 2)):
        call = ["make", "-f", "whole.mk", f"STREAMS={streams}", made]
        done = subprocess.run(call, cwd=tmp_path, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr


def test_key_follows_all_that_matters(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    hardware = JOB.hardware
    fewer = replace(hardware, sources=hardware.sources[:-1])
    keys = {
        plan.plan_build(JOB).key,
        plan.plan_build(JOB, record="waves").key,
        plan.plan_build(replace(JOB, hardware=hardware.having(DigestBits=128))).key,
        plan.plan_build(replace(JOB, hardware=fewer)).key,
        # The program around the same model waits for what other streams bring.
        plan.plan_build(replace(JOB, hardware=replace(hardware, streams=2))).key,
    }
    assert plan.plan_build(JOB) == plan.plan_build(JOB)
    headers = plan.HEADERS
    for index, header in enumerate(headers):
        other = tmp_path / header.name
        other.write_text(header.read_text() + "\n")
        changed = (*headers[:index], other, *headers[index + 1 :])
        monkeypatch.setattr(plan, "HEADERS", changed)
        keys.add(plan.plan_build(JOB).key)
    monkeypatch.setattr(plan, "digest_of_checks", lambda: "other assertions")
    keys.add(plan.plan_build(JOB).key)
    assert len(keys) == 6 + len(headers)


def test_interrupted_build_leaves_nothing(
    cache: Path, quick_build: list[tuple[str, ...]], monkeypatch: pytest.MonkeyPatch
) -> None:
    working = build._run

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(build, "_run", interrupted)
    with pytest.raises(KeyboardInterrupt):
        build.simulator(JOB)
    assert not [path for path in (cache / "simulators").iterdir() if path.is_dir()]

    # A build that was killed outright leaves its folder; the next one takes it away.
    left_over = cache / "simulators" / f"{plan.plan_build(JOB).key}.part-killed"
    left_over.mkdir()
    monkeypatch.setattr(build, "_run", working)
    assert build.simulator(JOB).read_text() == "built"
    assert not left_over.exists()


@pytest.mark.large
def test_processes_that_build_at_once_build_once(tmp_path: Path) -> None:
    code = (
        "from gatehash.simulate import simulator; from gatehash.catalog import find; "
        f"print(simulator(find({JOB.design.name!r}).job()))"
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
        build.simulator(JOB)


def test_cache_that_is_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    blocked = tmp_path / "file"
    blocked.touch()
    monkeypatch.setenv("GATEHASH_CACHE", str(blocked))
    with pytest.raises(GatehashError, match=r"can't write the cache folder .* GATEHASH_CACHE"):
        build.simulator(JOB)


def compiler_that(folder: Path, does: str) -> Path:
    """A compiler that says its version, and fails at all else."""
    compiler = folder / "compiler"
    compiler.write_text(f'#!/bin/sh\n[ "$1" = --version ] && exit\n{does}\nexit 1\n')
    compiler.chmod(0o755)
    return compiler


@pytest.mark.parametrize(
    ("says", "told"),
    [
        (
            "fatal error: No space left on device",
            r"No space left .*, or no inodes .*; set GATEHASH_CACHE",
        ),
        (
            "cc1plus: out of memory allocating 64 bytes",
            r"memory ran out \(cc1plus: out of memory allocating 64 bytes\); close other programs",
        ),
        (r"\377: error: \342\200x no UTF-8", "compiling the .* failed: .*: error: .*no UTF-8"),
        ("compiler: licence expired", "compiling the .* failed: compiler: licence expired$"),
        (
            r"a.o: undefined reference to f()\ncollect2: error: ld returned 1 exit status",
            r"compiling the .* failed: a.o: undefined reference to f\(\)$",
        ),
    ],
    ids=["full disk", "memory", "not UTF-8", "no error", "linker"],
)
def test_failure_of_the_compiler_is_one_line(
    cache: Path, monkeypatch: pytest.MonkeyPatch, says: str, told: str
) -> None:
    monkeypatch.setenv("CXX", str(compiler_that(cache.parent, f"printf '{says}\\n' >&2")))
    with refused(told):
        build.simulator(JOB)
    assert not [path for path in (cache / "simulators").iterdir() if path.is_dir()]


def test_full_table_of_inodes(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("tempfile.mkdtemp", full)
    monkeypatch.setattr(os, "statvfs", lambda _: SimpleNamespace(f_files=9, f_favail=0))
    with pytest.raises(GatehashError, match=r"no inodes left on its file system, see: df -i;"):
        build.simulator(JOB)


def test_cache_without_execution(
    cache: Path, quick_build: list[tuple[str, ...]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(build, "compiler_version", lambda: "g++ 12")
    monkeypatch.setattr(os, "access", lambda _, mode: not mode & os.X_OK)
    with pytest.raises(GatehashError, match=r"mounted noexec; set GATEHASH_CACHE to another"):
        build.simulator(JOB)


def damage_empty(binary: Path) -> None:
    binary.write_bytes(b"")


def damage_truncated(binary: Path) -> None:
    binary.write_bytes(binary.read_bytes()[:-1])


def damage_mode(binary: Path) -> None:
    binary.chmod(0o644)


def damage_stamp(binary: Path) -> None:
    binary.with_name("stamp").unlink()


def damage_other_binary(binary: Path) -> None:
    shutil.copy(build.simulator(find("sha512-lut").job()), binary)


def damage_other_folder(binary: Path) -> None:
    other = build.simulator(find("sha512-lut").job()).parent
    shutil.rmtree(binary.parent)
    shutil.copytree(other, binary.parent)


def damage_file_for_folder(binary: Path) -> None:
    shutil.rmtree(binary.parent)
    binary.parent.touch()


@pytest.mark.parametrize(
    "damage",
    [
        damage_empty,
        damage_truncated,
        damage_mode,
        damage_stamp,
        damage_other_binary,
        damage_other_folder,
        damage_file_for_folder,
    ],
)
def test_damaged_simulator_is_built_again(
    cache: Path, monkeypatch: pytest.MonkeyPatch, damage: Callable[[Path], None]
) -> None:
    built: list[str] = []

    def run(command: tuple[str, ...], folder: Path, *_: object) -> None:
        if not fake_header(command, folder) and command[0] == "make":
            built.append(folder.name.partition(".part-")[0])
            fake_simulator(folder, built[-1])

    monkeypatch.setattr(build, "_run", run)
    binary = build.simulator(JOB)
    key = plan.plan_build(JOB).key
    damage(binary)
    assert build.simulator(JOB) == binary
    assert binary.read_text() == key
    assert built.count(key) == 2
    assert build.simulator(JOB) == binary
    assert built.count(key) == 2


# It compiles the runtime library and its header four times.
@pytest.mark.large
def test_damaged_objects_are_compiled_again(cache: Path) -> None:
    """Of all that simulators share nothing damaged gets into one that is built later."""
    build.simulator(JOB)
    (runtime,) = cache.glob("simulators/runtime-*/")
    for damaged in runtime.glob("*.o"):
        damaged.write_bytes(b"no object")
    names = ("sha3-x1", "sha256-bram", "skein256-x4")
    first, second, third = (find(name).job() for name in names)
    with Simulation(first) as simulation:
        assert simulation.ask([b"abc"]).data == hashlib.sha3_256(b"abc").digest()
    build.simulator(second)
    (header,) = cache.glob("simulators/runtime-*/*.gch")
    header.write_bytes(header.read_bytes()[:-1000])
    build.simulator(third)
    assert is_whole(header.parent)
    assert is_whole(runtime)


def test_a_file_in_place_of_what_simulators_share(
    cache: Path, quick_build: list[tuple[str, ...]]
) -> None:
    build.simulator(JOB)
    (runtime,) = cache.glob("simulators/runtime-*/")
    shutil.rmtree(runtime)
    runtime.touch()
    build.simulator(find("sha512-lut").job())
    assert is_whole(runtime)


def test_cached_simulator_needs_no_compiler(
    cache: Path, quick_build: list[tuple[str, ...]], monkeypatch: pytest.MonkeyPatch
) -> None:
    binary = build.simulator(JOB)
    monkeypatch.setenv("PATH", str(cache))
    assert build.simulator(JOB) == binary
    with pytest.raises(GatehashError, match=r"'g\+\+' not found"):
        build.simulator(find("sha512-lut").job())


@pytest.mark.parametrize("command", ["g++ -m64", "env g++"])
def test_compiler_with_options(
    cache: Path,
    quick_build: list[tuple[str, ...]],
    monkeypatch: pytest.MonkeyPatch,
    command: str,
) -> None:
    monkeypatch.setenv("CXX", command)
    build.simulator(JOB)
    assert f"CXX={command}" in quick_build[-1]


def test_compiler_that_is_no_command(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for text in ("g++ '-m64", " "):
        monkeypatch.setenv("CXX", text)
        with pytest.raises(GatehashError, match=rf"CXX is '{re.escape(text)}'.* must be a command"):
            build.simulator(JOB)


def is_gone(process: int) -> bool:
    """Whether a process has ended, though perhaps nobody has asked how."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except (FileNotFoundError, ProcessLookupError):
        return True


BUILD = """
from gatehash.simulate import simulator
from gatehash.catalog import find
simulator(find("skein256-x1").job())
"""


@pytest.mark.parametrize("sign", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_signal_ends_the_compilers_with_the_build(tmp_path: Path, sign: signal.Signals) -> None:
    """They are gone, and what was half done is, before the lock is released."""
    compiler = compiler_that(tmp_path, f"echo $$ > {tmp_path}/pid; exec sleep 600")
    cache = tmp_path / "cache"
    environment = {**os.environ, "GATEHASH_CACHE": str(cache), "CXX": str(compiler)}
    with subprocess.Popen(
        [sys.executable, "-c", BUILD],
        env=environment,
        stderr=subprocess.DEVNULL,
        # As in a shell's background, interrupts may be ignored here.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    ) as process:
        noted = tmp_path / "pid"
        # Another compiler may be about to write the same file.
        while not (pid := noted.read_text() if noted.is_file() else "").endswith("\n"):
            assert process.poll() is None
            time.sleep(0.05)
        process.send_signal(sign)
        status = process.wait(30)
    assert status == (-sign if sign is signal.SIGINT else 128 + sign)
    assert is_gone(int(pid))
    assert not list(cache.rglob("*.part-*"))


@pytest.mark.parametrize("shared", [True, pytest.param(False, marks=pytest.mark.large)])
def test_spaces_everywhere(shared: bool, tmp_path: Path) -> None:
    """The package, Verilator and the cache, which is relative, lie in folders with a space.

    The cache may have the objects that simulators share.
    """
    simulators = tmp_path / "c d" / "e" / "simulators"
    if shared:
        with_runtime(simulators.parent)
    home = tmp_path / "a b"
    shutil.copytree(Path(gatehash.__file__).parent, home / "gatehash")
    (home / "gatehash" / "rtl").symlink_to(rtl_root())
    (home / "verilator").symlink_to(plan.verilator_root())
    code = (
        "import gatehash, verilator; print(gatehash.__file__, verilator.__file__)\n"
        "print(gatehash.new('skein256-x1', b'abc').hexdigest())"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(home), "GATEHASH_CACHE": "c d/e"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stderr == ""
    where, digest = done.stdout.splitlines()
    assert where.count(f"{home}/") == 2
    assert digest == gatehash.new("skein256-x1", b"abc", engine="model").hexdigest()
    assert list(simulators.glob("*/simulator"))


def _altered_plan(tmp_path: Path, file: str, *lines: str) -> plan.BuildPlan:
    """The plan of a simulator with more lines at the end of a file's module."""
    root = shutil.copytree(rtl_root(), tmp_path / "rtl")
    text = (root / file).read_text()
    before, end, after = text.rpartition("endmodule")
    (root / file).write_text("\n".join((before, *lines, end + after)))
    usual = plan.plan_build(JOB)
    return replace(usual, links={**usual.links, "rtl": root})


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        (
            ("logic [1:0] a;", "logic b;", "assign a = 2'b1;", "assign b = a <= 2'd3;"),
            r"%Warning-CMPCONST: rtl/skein/gh_skein.sv:\d+:\d+: Comparison is constant",
        ),
        (
            ("gh_no_such u_a (.*);", "gh_nor_such u_b (.*);"),
            r"%Error-MODMISSING: rtl/skein/gh_skein.sv:\d+:\d+: Cannot find file .*'gh_no_such'",
        ),
    ],
    ids=["warning", "error"],
)
def test_first_complaint_of_verilator_is_told(
    tmp_path: Path, lines: tuple[str, ...], says: str
) -> None:
    with refused(f"^verilating it failed: {says}"):
        build.check(_altered_plan(tmp_path, "skein/gh_skein.sv", *lines), "it")


@pytest.mark.skipif(
    shutil.which("iverilog") is None, reason="no Icarus Verilog (Debian: apt-get install iverilog)"
)
@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("module top;\n wire x\n wire y;\nendmodule\n", "top.v:3: syntax error"),
        ("module top;\n b u();\n c w();\nendmodule\n", "top.v:2: error: Unknown module type: b"),
    ],
)
def test_first_complaint_of_icarus_is_told(tmp_path: Path, text: str, says: str) -> None:
    (tmp_path / "top.v").write_text(text)
    done = processes.run(["iverilog", "-g2012", "-o", "top", "top.v"], tmp_path)
    assert done.status
    assert reason(done.said, tmp_path) == says


def test_illegal_parameter_is_named(cache: Path) -> None:
    wrong = replace(JOB, hardware=JOB.hardware.having(StateBits=384))
    with pytest.raises(GatehashError, match="StateBits is 384; it must be 256, 512 or 1024"):
        build.simulator(wrong)
    assert cache.is_dir()


# A runtime library of threads is compiled.
@pytest.mark.large
def test_threads_have_a_simulator_of_their_own() -> None:
    message = bytes(range(256)) * 5
    one, two = (plan.plan_build(JOB, threads=threads) for threads in (1, 2))
    assert {one.key, one.runtime}.isdisjoint({two.key, two.runtime})
    with Simulation(JOB, threads=2) as several, Simulation(JOB) as single:
        assert several.ask([message]) == single.ask([message])


def test_a_long_line_of_a_tool_is_cut(tmp_path: Path) -> None:
    """The patterns take time that grows with the square of a line's length."""
    source = "x" * 300_000
    assert reason(f"{source}\nx.c:1:1: error: no type\n{source}\n", tmp_path).endswith(": no type")
    assert len(reason(source, tmp_path)) == 1000
