# SPDX-License-Identifier: Apache-2.0
"""The driver's programs, compiled for this machine or another, and the design that they drive."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from tests.rtl.cocotb_build import TRACE_WHOLE, build

from gatehash.bus import BRIDGES, FUNCTION_NUMBERS, bridged_top
from gatehash.catalog import Design, Job
from gatehash.catalog.checks import stream_checker_defines, stream_checker_files
from gatehash.cli.cores import read_core
from gatehash.paths import cache_root, sw_root

_MAIN = Path(__file__).with_name("driver_bench.cpp")
_COMMANDS = Path(__file__).with_name("driver_commands.h")
_REMOTE = Path(__file__).with_name("driver_remote.cpp")
_SANITIZERS = "-fsanitize=address,undefined -fno-sanitize-recover=all"
SOURCES = ("gatehash.c", "gatehash_kdf.c")
STRICT = "-Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Werror"
PATIENCE = 5000
# Processors of the other byte order: prefix of their compilers, and QEMU's program.
_BIG_ENDIAN = {
    "powerpc": ("powerpc-linux-gnu-", "qemu-ppc"),  # 32 bits
    "s390x": ("s390x-linux-gnu-", "qemu-s390x"),  # 64 bits
}
HOST = "host"
PROCESSORS = [HOST, "powerpc", pytest.param("s390x", marks=pytest.mark.large)]
OK, ARGUMENT, DEVICE, FUNCTION, PARAMETER, STATE = 0, -1, -2, -4, -5, -6
TIMEOUT, REFUSED, CAPACITY, BUS = -7, -8, -9, -10


def _compiled(folder: Path, *options: str, compiler: str = "gcc") -> Path:
    """Compile the driver and what derives keys on it, warnings being errors, to one object."""
    made, parts = folder / "gatehash.o", []
    for name in SOURCES:
        parts.append(str(folder / f"{name}.part.o"))
        words = [compiler, "-std=c99", *STRICT.split(), *options, "-c", str(sw_root() / name)]
        subprocess.run([*words, "-o", parts[-1]], check=True)
    subprocess.run([compiler, "-nostdlib", "-r", *parts, "-o", str(made)], check=True)
    return made


@cache
def _program(
    design: str, two_clocks: bool, *, traced: bool = False, function: str | None = None
) -> Path:
    """Build a design, for a function, behind AXI4-Lite with the driver in front of it."""
    sources = sorted(sw_root().glob("gatehash*"))
    key = hashlib.sha256(b"".join(path.read_bytes() for path in sources)).hexdigest()[:16]
    folder = cache_root() / "driver" / key
    folder.mkdir(parents=True, exist_ok=True)
    driver = folder / "gatehash.o"
    if not driver.is_file():
        # Tests of other processes may be at the same.
        with TemporaryDirectory(dir=folder) as aside:
            _compiled(Path(aside), "-O1", "-g", *_SANITIZERS.split()).replace(driver)
    here = read_core(design if function is None else f"{design}:{function}").built
    # A colon in a path is not for make.
    name = f"{design}-{function}-{1 + two_clocks}".replace(":", "-")
    top = folder / name / "gh_driven.sv"
    top.parent.mkdir(exist_ok=True)
    top.write_text(bridged_top(top.stem, "axil", here, here.hardware, two_clocks=two_clocks))
    checkers = stream_checker_files()
    files = dict.fromkeys((*BRIDGES["axil"].files, *here.hardware.files(), *checkers))
    model = build(
        top.stem,
        [*files, top],
        {},
        _MAIN,
        ("-CFLAGS", "-O1", *(("--trace-vcd",) if traced else ())),
        (
            *(f"-D{define}" for define in stream_checker_defines(here.hardware)),
            *("--x-initial", "unique"),
            *TRACE_WHOLE,
            *(("-CFLAGS", "-DGH_TWO_CLOCKS") if two_clocks else ()),
            *("-LDFLAGS", f"{driver} {_SANITIZERS}"),
        ),
        headers=[_COMMANDS, *(path for path in sources if path.suffix == ".h")],
    )
    return model.folder / model.top


@cache
def _remote(processor: str) -> list[str]:
    """Build the driver for another processor; return the command that runs it."""
    prefix, emulator = _BIG_ENDIAN[processor]
    compilers = (f"{prefix}gcc", f"{prefix}g++")
    if missing := [tool for tool in (*compilers, emulator) if not shutil.which(tool)]:
        pytest.skip(
            f"no {', '.join(missing)}: the driver was not run on {processor} "
            f"(Debian: apt-get install g++-{prefix.removesuffix('-')} qemu-user)"
        )
    sources = [*sorted(sw_root().glob("gatehash*")), _COMMANDS, _REMOTE]
    key = hashlib.sha256(b"".join(path.read_bytes() for path in sources)).hexdigest()[:16]
    program = cache_root() / "driver" / f"{processor}-{key}"
    program.parent.mkdir(parents=True, exist_ok=True)
    if not program.is_file():
        with TemporaryDirectory(dir=program.parent) as aside:
            driver = _compiled(Path(aside), "-O2", compiler=compilers[0])
            made = Path(aside) / "remote"
            options = ["-std=c++17", "-O1", "-Wall", "-Wextra", "-Werror", "-static"]
            subprocess.run(
                [compilers[1], *options, f"-I{sw_root()}", _REMOTE, driver, "-o", made], check=True
            )
            made.replace(program)
    return [emulator, str(program)]


def _run_remote(hardware: list[str], driver: list[str], text: str) -> tuple[int, str]:
    """Run a driver beside the hardware; return its exit status and what both have said."""
    to_hardware, to_driver = os.pipe(), os.pipe()
    with subprocess.Popen(
        [hardware[0], "serve", *hardware[1:]],
        stdin=to_hardware[0],
        stdout=to_driver[1],
        stderr=subprocess.PIPE,
    ) as simulated:
        os.close(to_hardware[0])
        os.close(to_driver[1])
        ends = (to_driver[0], to_hardware[1])
        done = subprocess.run(
            [*driver, *map(str, ends)],
            input=text,
            capture_output=True,
            text=True,
            check=False,
            pass_fds=ends,
        )
        for end in ends:
            os.close(end)
        assert simulated.stderr
        said = simulated.stderr.read().decode()
    assert simulated.returncode == 0, said
    return done.returncode, done.stdout


def hexadecimal(data: bytes | None) -> str:
    return "-" if data is None else data.hex() or "."


def sent(
    job: Job | None,
    message: bytes,
    *,
    function: str = "",
    digest_bits: int = 0,
    capacity: int | None = None,
    values: dict[str, Any] | None = None,
) -> str:
    """Return the command for a message of a job, with what its example gives."""
    room = max(len(message) + 16, 200) if capacity is None else capacity
    words = begun(job, function=function, digest_bits=digest_bits, capacity=room, values=values)
    return f"M{words[1:]} {hexadecimal(message)}"


def begun(
    job: Job | None,
    *,
    function: str = "",
    digest_bits: int = 0,
    capacity: int = 200,
    values: dict[str, Any] | None = None,
) -> str:
    """Return the command that begins a message, with what the example of its job gives."""
    given: dict[str, Any] = {}
    if job is not None:
        function = job.name
        if job.design.hardware.configured:
            given = dict(job.design.function(function).examples[0])
    given |= values or {}
    fields = [
        given.get(name)
        for name in ("key", "tweak", "nonce", "salt", "chaining", "person", "custom", "ad")
    ]
    counter = int.from_bytes(given.get("counter", b""), "little")
    words = (
        *(FUNCTION_NUMBERS[function], digest_bits),
        *(int(given.get("decrypt", job is not None and job.operation == "decrypt")), counter),
        *(given.get("before", 0), int(given.get("followed", False))),
        *(int(given.get("held", False)), int(given.get("again", False))),
        *map(hexadecimal, fields),
        capacity,
    )
    return " ".join(map(str, ("b", *words)))


def run(
    design: str,
    commands: Iterable[str],
    *,
    two_clocks: bool = False,
    traced: bool = False,
    seed: int = 0,
    processor: str = HOST,
    function: str | None = None,
) -> list[list[str]]:
    """Run commands; return the words of each line that comes back. No access may be refused.

    With a seed, registers and memories without an initial value have a random one.
    """
    random_values = (f"+verilator+seed+{seed}", "+verilator+rand+reset+2") if seed else ()
    hardware = [str(_program(design, two_clocks, traced=traced, function=function)), *random_values]
    text = "\n".join(commands)
    if processor == HOST:
        done = subprocess.run(hardware, input=text, capture_output=True, text=True, check=False)
        status, said = done.returncode, done.stdout + done.stderr
    else:
        status, said = _run_remote(hardware, _remote(processor), text)
    assert status == 0, said
    lines = [line.split() for line in said.splitlines()]
    assert {line[2] for line in lines} <= {"0"}, "the bus refused accesses of the driver"
    return lines


def jobs(design: Design) -> list[Job]:
    return [job for job in design.jobs.values() if job.hardware == design.hardware]
