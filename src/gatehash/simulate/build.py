# SPDX-License-Identifier: Apache-2.0
"""Builds the simulator of a design with Verilator, once, into a cache keyed by content."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from pathlib import Path

from gatehash import processes
from gatehash.cache import is_whole, locked, remove, seal
from gatehash.catalog import Design, Job
from gatehash.compiled.compiler import compiler_version
from gatehash.compiled.reasons import reason
from gatehash.errors import GatehashError
from gatehash.paths import cache_root
from gatehash.simulate.altered import Altered
from gatehash.simulate.netlist import map_netlist
from gatehash.simulate.plan import BuildPlan, Recording, digest, plan_build
from gatehash.waits import waiting

__all__ = ["built", "check", "goal", "keep_shared", "share", "simulator"]

# Waveforms need zlib and LZ4, whose libraries most machines have without the development packages:
# linker scripts name the libraries, as headers declare the functions used.
_WAVE_LIBRARIES = ("z", "lz4")
_BINARY = "simulator"
# Several files compile side by side, but each compiles the headers again. One file, with the
# program around the model, takes half of the processor time; of more than so many bytes of C++ it
# takes longer and needs more memory.
_MOST_OF_A_PIECE = 8_000_000
_MODEL = "Vtop"
# Of the compilation of such a file, Verilator's own header is the greater part.
_HEADER = "prelude.h"
# What runs once, before the first cycle, is up to half of a model: it is not worth optimising.
_PRELUDE = """\
#include "verilated.h"
#undef VL_ATTR_COLD
#ifdef __clang__
#define VL_ATTR_COLD __attribute__((cold, noinline, optnone))
#else
#define VL_ATTR_COLD __attribute__((cold, optimize("O0")))
#endif
"""
_PRECOMPILED = f"{_HEADER}.gch"
_MAKEFILE = f"""\
include {_MODEL}.mk
whole: whole.o $(VK_GLOBAL_OBJS)
\t$(LINK) $(LDFLAGS) $^ $(LOADLIBES) $(LDLIBS) $(LIBS) -o {_MODEL}
whole.o: CPPFLAGS += -include {_HEADER}
# A compiler refuses a header that was compiled with other macros; only ports.h has these.
{_PRECOMPILED}: CPPFLAGS := $(filter-out -DGH_%,$(CPPFLAGS))
{_PRECOMPILED}: {_HEADER}
\t$(CXX) $(OPT_FAST) $(CXXFLAGS) $(CPPFLAGS) -x c++-header -o $@ $<
"""


def simulator(
    job: Job,
    *,
    record: Recording | None = None,
    netlist: str | None = None,
    altered: Altered | None = None,
    threads: int = 1,
) -> Path:
    """Return the simulator of a job's hardware, building it if the cache does not hold it.

    If two processes need the same simulator at once, one builds it and the other waits. A build
    that is interrupted leaves no incomplete simulator.

    Parameters
    ----------
    job : Job
        The design and what it does; its stream top is simulated.
    record : {"waves", "coverage"}, optional
        Recordings of the simulator, at some cost in speed. Assertions are no part of coverage.
    netlist : str, optional
        Target of the netlist to simulate in place of the RTL.
    altered : Altered, optional
        Folder to simulate in place of the RTL's.
    threads : int
        Threads of the simulator.

    Raises
    ------
    GatehashError
        If a tool is missing, the build fails, the cache can't be written, or no netlist of that
        target can be simulated.
    """
    mapped = None if netlist is None else map_netlist(job, netlist)
    plan = plan_build(job, record=record, netlist=mapped, altered=altered, threads=threads)
    # Mutants are built by the dozen, and told when they are judged.
    return built(plan, _name(job), job.design, announced=altered is None)


def _name(job: Job) -> str:
    """Return the design's name, with the parameters that the job's values choose otherwise."""
    usual = job.design.hardware.stream.parameters
    chosen = [
        f"{name}={value}"
        for name, value in job.hardware.stream.parameters.items()
        if usual.get(name) != value
    ]
    return f"{job.design.name} with {', '.join(chosen)}" if chosen else job.design.name


def built(plan: BuildPlan, name: str, design: Design, *, announced: bool = True) -> Path:
    """Return the simulator of a plan, building it if the cache does not hold it.

    Parameters
    ----------
    plan : BuildPlan
        How it is built.
    name : str
        Name of the simulated design, for errors.
    design : Design
        The design in it, for an estimate of the time.
    announced : bool
        Whether the build is announced, see :mod:`gatehash.waits`.

    Raises
    ------
    GatehashError
        See :func:`simulator`.
    """
    root = cache_root() / "simulators"
    binary = root / plan.key / _BINARY
    if not _is_whole(binary):
        with processes.terminable(), locked(root, f"{plan.key}.lock"):
            if not _is_whole(binary):
                from gatehash.simulate.duration import build_seconds

                seconds = build_seconds(design, first=not _runtime(plan, root).is_dir())
                work = waiting(f"building the simulator of {name}", once=True, seconds=seconds)
                with work if announced else nullcontext():
                    _build(plan, root, name)
    if not os.access(binary, os.X_OK):
        raise GatehashError(
            f"no program can be run in the cache folder '{root}': its file system is mounted "
            "noexec; set GATEHASH_CACHE to another folder"
        )
    return binary


def _is_whole(binary: Path) -> bool:
    """Whether the cache has a simulator, unchanged and executable."""
    return is_whole(binary.parent, _BINARY) and bool(binary.stat().st_mode & 0o111)


def check(plan: BuildPlan, name: str, *, parameters_only: bool = False) -> None:
    """Have Verilator look at the sources of a plan, with the command that builds it; make nothing.

    Parameters
    ----------
    plan : BuildPlan
        How the simulator is built.
    name : str
        Name of the simulated design, for errors.
    parameters_only : bool
        Whether it ends when parameters have their values and each expression its width, which takes
        seconds for the largest design in place of minutes.

    Raises
    ------
    GatehashError
        If Verilator has anything to say.
    """
    last: tuple[str, ...] = ("--lint-only",)
    if parameters_only:
        nowhere = (f"--json-only-{each}" for each in ("output", "meta-output"))
        last = ("--json-only", *(word for option in nowhere for word in (option, os.devnull)))
    with tempfile.TemporaryDirectory(prefix="gatehash-") as folder:
        _verilate(plan, Path(folder), name, *last)


def _verilate(plan: BuildPlan, work: Path, name: str, *more: str) -> dict[str, str]:
    """Run Verilator in a folder; return the environment, which make needs as well."""
    # A calling make's variables don't apply here; the compiler's temporary files are removed with
    # the folder.
    environment = {
        **os.environ,
        "VERILATOR_ROOT": "verilator",
        "TMPDIR": str(work),
        "LC_ALL": "C",
    }
    environment.pop("MAKEFLAGS", None)
    for link, folder in plan.links.items():
        (work / link).symlink_to(folder, target_is_directory=True)
    for file, text in plan.texts.items():
        (work / file).write_text(text, encoding="utf-8")
    tool = "verilator/bin/verilator_bin"
    _run((tool, *plan.verilate, *more), work, environment, f"verilating {name}")
    return environment


def _runtime(plan: BuildPlan, root: Path) -> Path:
    """Return the folder of what simulators of a kind share; without a compiler there is none."""
    return root / f"{plan.runtime}-{digest(compiler_version())}"


def _build(plan: BuildPlan, root: Path, name: str) -> None:
    runtime = _runtime(plan, root)
    for left_over in root.glob(f"{plan.key}.part-*"):
        remove(left_over)
    work = Path(tempfile.mkdtemp(prefix=f"{plan.key}.part-", dir=root))
    try:
        environment = _verilate(plan, work, name)
        for library in _WAVE_LIBRARIES:
            (work / f"lib{library}.so").write_text(f"INPUT(-l:lib{library}.so.1)\n")

        def make(*words: str) -> None:
            doing = f"compiling the simulator of {name}"
            _run(("make", *plan.make, *words), work, environment, doing)

        words = goal(work, plan.program)
        with _shared(runtime):
            share(work, runtime, make)
        make(*words)
        with _shared(runtime):
            keep_shared(work, runtime)
        (work / _MODEL).rename(work / _BINARY)
        _publish([work / _BINARY], work / "done", root / plan.key)
    finally:
        shutil.rmtree(work, ignore_errors=True)


@contextmanager
def _shared(runtime: Path) -> Iterator[None]:
    with locked(runtime.parent, f"{runtime.name}.lock"):
        yield


def goal(work: Path, program: str) -> tuple[str, ...]:
    """Return make's file and goal for a program ``Vtop``, after Verilator has run.

    Parameters
    ----------
    work : Path
        Folder with the C++ of the model ``Vtop``.
    program : str
        C++ source of the program around it.
    """
    sources = sorted(file.name for file in work.glob(f"{_MODEL}*.cpp"))
    if sum((work / name).stat().st_size for name in sources) > _MOST_OF_A_PIECE:
        return ("-f", f"{_MODEL}.mk", _MODEL)
    lines = [f'#include "{name}"\n' for name in (*sources, program)]
    (work / "whole.cpp").write_text("".join(lines), encoding="utf-8")
    (work / _HEADER).write_text(_PRELUDE, encoding="utf-8")
    (work / "whole.mk").write_text(_MAKEFILE, encoding="utf-8")
    return ("-f", "whole.mk", "whole")


def share(work: Path, runtime: Path, make: Callable[..., None]) -> None:
    """Put what simulators of a kind share into a build folder, as far as it is there and whole.

    The second simulator of a kind is the first that needs the precompiled header. The caller keeps
    other processes from the folders.

    Parameters
    ----------
    work : Path
        The build folder, after :func:`goal`.
    runtime : Path
        Folder of Verilator's compiled objects, in the cache; that of its header is beside it.
    make : callable
        Runs make in the build folder with more arguments.
    """
    if not is_whole(runtime):
        return
    # make does not compile objects again that are newer than their sources.
    for compiled in runtime.glob("*.o"):
        shutil.copy(compiled, work)
    if not (work / _HEADER).is_file():
        return
    folder = runtime.with_name(f"{runtime.name}-header")
    if not is_whole(folder, _PRECOMPILED):
        make("-f", "whole.mk", _PRECOMPILED)
        _publish([work / _PRECOMPILED], work / "header", folder)
    (work / _PRECOMPILED).symlink_to(folder / _PRECOMPILED)


def keep_shared(work: Path, runtime: Path) -> None:
    """Keep the objects of a build folder for other simulators, unless they are there and whole.

    The caller keeps other processes from the folder.
    """
    if not is_whole(runtime):
        _publish(sorted(work.glob("verilated*.o")), work / "runtime", runtime)


def _publish(files: Sequence[Path], folder: Path, target: Path) -> None:
    """Move files into a new folder, seal it and give it its name, in place of whatever has it."""
    folder.mkdir()
    names = [file.name for file in files]
    for file, name in zip(files, names, strict=True):
        file.rename(folder / name)
    seal(folder, *names, name=target.name)
    remove(target)
    folder.rename(target)


def _run(
    command: tuple[str, ...], folder: Path, environment: Mapping[str, str], doing: str
) -> None:
    done = processes.run(command, folder, environment=environment)
    if done.status:
        raise GatehashError(f"{doing} failed: {reason(done.said, folder)}")
