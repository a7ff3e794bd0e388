# SPDX-License-Identifier: Apache-2.0
"""The simulator of the RISC-V system with a design behind its bus."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from importlib import import_module, metadata
from pathlib import Path, PurePath

from gatehash.bus import BRIDGES, bridged_top
from gatehash.catalog import Boundary, Design
from gatehash.catalog.checks import (
    checker_files,
    digest_of_checks,
    stream_checker_defines,
    stream_checker_files,
)
from gatehash.errors import GatehashError
from gatehash.extras import missing
from gatehash.implement.elaborated import Elaboration
from gatehash.implement.scripts import elaboration_script
from gatehash.paths import rtl_root, soc_root
from gatehash.simulate.build import built
from gatehash.simulate.plan import (
    GENERAL_FLAGS,
    OPTIMISATION,
    BuildPlan,
    common_inputs,
    digest,
    linked,
    make_words,
    verilator_root,
)

__all__ = [
    "RAM_BYTES",
    "design_files",
    "elaboration",
    "plan_device",
    "plan_system",
    "processor",
    "system_files",
    "system_simulator",
]

RAM_BYTES = 256 * 1024
"""Size of the system's memory in bytes."""

_CLOCKS_PER_BIT = 8
_BRIDGE = "wishbone"
_DEVICE = "gh_soc_device"
_TOP = "gh_soc"
_PROCESSOR = "pythondata_cpu_picorv32"
_HARNESS = Path(__file__).with_name("system.cpp")
_HEADER = Path(__file__).parents[1] / "simulate" / "host.h"
_SHARED = ("stream/gh_synchroniser.sv",)


def processor() -> tuple[Path, str]:
    """Return the processor's file and the version of its package; raise GatehashError without."""
    try:
        module = import_module(_PROCESSOR)
    except ImportError:
        raise GatehashError(missing(_PROCESSOR.replace("_", "-"))) from None
    return Path(module.data_file("picorv32.v")), metadata.version(_PROCESSOR)


def system_files() -> tuple[Path, ...]:
    """Return the RTL files of the system itself, its package first."""
    package, *others = sorted((soc_root() / "rtl").glob("*.sv"), key=_packages_first)
    return (package, *others)


def _packages_first(path: Path) -> tuple[bool, str]:
    return not path.stem.endswith("_pkg"), path.name


def design_files(*designs: Design) -> tuple[Path, ...]:
    """Return the library's RTL files in a system: of designs, their bridge, and what all share."""
    shared = (rtl_root() / name for name in _SHARED)
    bridge = BRIDGES[_BRIDGE].serving(len(designs))
    own = (file for each in designs for file in each.hardware.files())
    return tuple(dict.fromkeys((*bridge.files, *shared, *own)))


def elaboration(design: Design) -> Elaboration:
    """Return the elaboration of the system with a design behind the bus, processor included."""
    device = bridged_top(_DEVICE, _BRIDGE, design, design.hardware)
    cpu, _ = processor()
    folders = {"soc": soc_root() / "rtl", "rtl": rtl_root(), "processor": cpu.parent}
    files = (*design_files(design), *system_files())
    names = [
        PurePath(name, path.relative_to(folder))
        for path in (*files, cpu)
        for name, folder in folders.items()
        if path.is_relative_to(folder)
    ]
    top = Boundary(_TOP, {"RamBytes": RAM_BYTES, "ClocksPerBit": _CLOCKS_PER_BIT})
    return Elaboration(
        _TOP,
        (elaboration_script(top, [*names, PurePath(f"{_DEVICE}.v")]),),
        (*files, cpu),
        made={f"{_DEVICE}.v": device},
        folders=folders,
    )


def plan_system(*designs: Design) -> BuildPlan:
    """Plan the build of the system's simulator with designs behind the bus.

    Parameters
    ----------
    *designs : Design
        The designs, with the hardware that they are listed with, in the order of their windows.

    Raises
    ------
    GatehashError
        If the bridge can't serve the design, or the processor's package is missing.
    """
    first, *others = designs
    beside = [(each, each.hardware) for each in others]
    device = bridged_top(_DEVICE, _BRIDGE, first, first.hardware, beside=beside)
    core_bits = BRIDGES[_BRIDGE].serving(len(designs)).address_bits
    files = design_files(*designs)
    checked = dict.fromkeys(
        define for each in designs for define in stream_checker_defines(each.hardware)
    )
    # The system leaves an alarm open: the driver sees that answers are errors.
    alarm = any(each.hardware.alarm for each in designs)
    # The macros of a stream's checkers are for one top.
    checkers = (*checker_files(files), *(stream_checker_files() if not others else ()))
    return _plan(
        "-".join(each.name for each in designs),
        {f"{_DEVICE}.v": device},
        (*files, *checkers),
        core_bits,
        # Types of the registers of equal designs clash otherwise.
        (
            *(("--flatten",) if others else ()),
            *(f"-D{each}" for each in checked if not others),
            *(("-Wno-PINMISSING",) if alarm else ()),
        ),
    )


def plan_device(
    name: str, made: Mapping[str, str], files: Sequence[Path], core_bits: int
) -> BuildPlan:
    """Plan the build of the system's simulator with another device than designs behind a bridge.

    Parameters
    ----------
    name : str
        Name of the device.
    made : mapping
        Texts of its Verilog files by their names; one of them has the module ``gh_soc_device``.
    files : sequence of Path
        RTL files of the library that it needs, packages first.
    core_bits : int
        Bits of an address in it.
    """
    shared = (rtl_root() / each for each in _SHARED)
    return _plan(name, made, tuple(dict.fromkeys((*shared, *files))), core_bits, ())


def _plan(
    name: str,
    made: Mapping[str, str],
    files: Sequence[Path],
    core_bits: int,
    options: Sequence[str],
) -> BuildPlan:
    cpu, version = processor()
    system = system_files()
    links = {
        "verilator": verilator_root(),
        "harness": _HARNESS.parent,
        "host": _HEADER.parent,
        "soc": soc_root() / "rtl",
        "rtl": rtl_root(),
        "processor": cpu.parent,
    }
    waiver = soc_root() / "rtl" / "picorv32.vlt"
    harness = linked(_HARNESS, links)
    verilate = (
        *GENERAL_FLAGS,
        *("--prefix", "Vtop", "--Mdir", "."),
        *("--top-module", _TOP, "--timescale", "1ns/1ps"),
        f"-GRamBytes={RAM_BYTES}",
        f"-GClocksPerBit={_CLOCKS_PER_BIT}",
        f"-GCoreBits={core_bits}",
        *("-CFLAGS", f"-DGH_CLOCKS_PER_BIT={_CLOCKS_PER_BIT}"),
        *("-CFLAGS", "-Ihost"),
        "-Irtl",
        *options,
        linked(waiver, links),
        *(linked(path, links) for path in (*files, *system)),
        *made,
        linked(cpu, links),
        harness,
    )
    common = common_inputs(None, OPTIMISATION)
    key = digest(
        *(f"{file} {text}" for file, text in made.items()),
        version,
        digest_of_checks(),
        _content((_HARNESS, _HEADER, waiver, *system, *files)),
        str((RAM_BYTES, _CLOCKS_PER_BIT, core_bits, *options)),
        *common,
    )
    return BuildPlan(
        f"soc-{name}-{key}",
        verilate,
        harness,
        make_words(*OPTIMISATION),
        f"runtime-{digest(*common)}",
        links,
        made,
    )


def _content(files: Iterable[Path]) -> str:
    """Hash the names and contents of files."""
    return digest(
        *(f"{path.name} {hashlib.sha256(path.read_bytes()).hexdigest()}" for path in files)
    )


def system_simulator(*designs: Design) -> Path:
    """Return the system's simulator with designs, building it if the cache does not hold it.

    Raises
    ------
    GatehashError
        If the bridge can't serve the design, a tool or package is missing, the build fails or the
        cache can't be written.
    """
    names = ", ".join(each.name for each in designs)
    return built(plan_system(*designs), f"the system with {names}", *designs[:1])
