# SPDX-License-Identifier: Apache-2.0
"""Firmware of the RISC-V system: what it is made of, and how it is compiled."""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from gatehash import processes
from gatehash.cache import is_whole, locked, remove, seal
from gatehash.compiled.reasons import reason
from gatehash.errors import GatehashError
from gatehash.paths import cache_root, soc_root, sw_root
from gatehash.processes import terminable
from gatehash.soc.constants import constants_header

__all__ = [
    "COMPILER",
    "MOST_BYTES",
    "PACKAGES",
    "SPECS",
    "comparison",
    "comparison_inputs",
    "compiled",
    "compiler_version",
    "runtime_files",
]

COMPILER = "riscv64-unknown-elf-gcc"
"""The cross compiler."""
SPECS = "picolibc.specs"
"""How the compiler names the C library."""
PACKAGES = "gcc-riscv64-unknown-elf picolibc-riscv64-unknown-elf"
"""Debian's packages of both."""

MOST_BYTES = 16384
"""Bytes of the longest message of the built-in firmware."""

_RUNTIME = ("start.S", "soc.c")
_DRIVER = (
    *("gatehash.c", "gatehash.h", "gatehash_kdf.c", "gatehash_kdf.h"),
    *("gatehash_functions.h", "gatehash_keys.h", "gatehash_registers.h", "gatehash_cores.h"),
)
_FLAGS = (
    *("-march=rv32im", "-mabi=ilp32", f"--specs={SPECS}", "-DPICOLIBC_INTEGER_PRINTF_SCANF"),
    *("-nostartfiles", "-T", "soc.ld", "-Wl,--no-warn-rwx-segments"),
    *("-O3", "-std=c99", "-Wall", "-Wextra", "-I."),
)
_ELF = "firmware.elf"
_OVERFLOW = "firmware and stack do not fit"  # the linker script says it


def runtime_files() -> dict[str, bytes]:
    """Return start-up code, linker script, runtime and driver, by their names."""
    folder = soc_root() / "firmware"
    paths = (
        *(folder / name for name in (*_RUNTIME, "soc.h", "soc.ld")),
        *(sw_root() / name for name in _DRIVER),
    )
    return {path.name: path.read_bytes() for path in paths}


def comparison(lengths: Sequence[int], function: int | None = None) -> bytes:
    """Return the built-in firmware, which compares hardware with software, in ELF.

    Parameters
    ----------
    lengths : sequence of int
        Lengths of messages in bytes.
    function : int, optional
        Number of the only function; by default all that the design has.

    Raises
    ------
    GatehashError
        See :func:`compiled`.
    """
    files = _comparison_files()
    options = [f"-DMOST_BYTES={MOST_BYTES}u", f"-DLENGTHS={','.join(map(str, lengths))}", "-Werror"]
    if function is not None:
        options.append(f"-DONLY={function}")
    return compiled(files, options, "the built-in firmware")


def _comparison_files() -> dict[str, bytes]:
    """Return the files of the built-in firmware, without the runtime."""
    folder = soc_root() / "firmware"
    files = {path.name: path.read_bytes() for path in (folder / "software").iterdir()}
    files["constants.h"] = constants_header().encode()
    files["compare.c"] = (folder / "compare.c").read_bytes()
    return files


def comparison_inputs() -> dict[str, bytes]:
    """Return all that the built-in firmware is made of, by names, the compiler's flags included."""
    return {**runtime_files(), **_comparison_files(), "flags": repr(_FLAGS).encode()}


def compiled(files: Mapping[str, bytes], options: Sequence[str], what: str) -> bytes:
    """Compile a firmware with the runtime and the driver, or find it in the cache.

    Parameters
    ----------
    files : mapping
        Its files by their names: all that end in ``.c`` are compiled.
    options : sequence of str
        More options of the compiler.
    what : str
        Its name, for errors.

    Returns
    -------
    bytes
        The firmware in ELF.

    Raises
    ------
    GatehashError
        If the compiler or the C library is missing, it does not compile, or it does not fit into
        the memory.
    """
    version = compiler_version()
    everything = {**runtime_files(), **files}
    sources = [name for name in everything if name.endswith((".c", ".S"))]
    command = [COMPILER, *_FLAGS, *options, *sources, "-o", _ELF]
    total = hashlib.sha256(repr((version, command)).encode())
    for name, content in sorted(everything.items()):
        total.update(f"{name} {hashlib.sha256(content).hexdigest()}\n".encode())
    root = cache_root() / "firmware"
    made = root / total.hexdigest()[:32]
    with terminable(), locked(root, f"{made.name}.lock"):
        if not is_whole(made, _ELF):
            with TemporaryDirectory(prefix=f"{made.name}.part-", dir=root) as folder:
                _compile(command, everything, Path(folder), what)
                done = Path(folder) / "done"
                done.mkdir()
                (Path(folder) / _ELF).rename(done / _ELF)
                seal(done, _ELF, name=made.name)
                remove(made)
                done.rename(made)
        return (made / _ELF).read_bytes()


def _compile(command: Sequence[str], files: Mapping[str, bytes], folder: Path, what: str) -> None:
    for name, content in files.items():
        (folder / name).write_bytes(content)
    done = processes.run(command, folder)
    if done.status:
        if _OVERFLOW in done.said:
            raise GatehashError(
                f"{what} does not fit: the memory has 256 KiB, 4 KiB of them for the stack"
            )
        raise GatehashError(f"compiling {what} failed: {reason(done.said, folder)}")


def compiler_version() -> str:
    """Return the compiler's version; raise GatehashError without the compiler or the library."""
    if shutil.which(COMPILER) is None:
        raise GatehashError(
            f"'{COMPILER}' not found: firmware needs a RISC-V compiler and picolibc "
            f"(Debian: apt-get install {PACKAGES})"
        )
    found = processes.run([COMPILER, f"--specs={SPECS}", "--version"])
    if found.status:
        raise GatehashError(
            f"'{COMPILER}' has no {SPECS}: firmware needs picolibc "
            f"(Debian: apt-get install {PACKAGES.split()[1]})"
        )
    return found.said.partition("\n")[0]
