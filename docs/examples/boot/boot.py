# SPDX-License-Identifier: Apache-2.0
"""Checks a program in the flash of the simulated system.

    python docs/examples/boot/boot.py [--algorithm sha3-256] PROGRAM

The exit status is that of boot.c: 0 if the program is released.
"""

from __future__ import annotations

import argparse
import hashlib
import struct
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from gatehash.bus.header import c_name
from gatehash.catalog import find
from gatehash.errors import GatehashError
from gatehash.export import Project
from gatehash.export.top import top_text
from gatehash.paths import soc_root
from gatehash.simulate.build import built
from gatehash.soc.constants import constants_header
from gatehash.soc.firmware import compiled
from gatehash.soc.image import memory_words
from gatehash.soc.run import Ended, run_simulator
from gatehash.soc.simulator import plan_device

FLASH_BYTES = 1 << 16
_HERE = Path(__file__).parent
DESIGNS = {"sha-256": "sha256-lut@32", "sha3-256": "sha3-x1@32"}
"""The designs for the check, by function."""
USUAL = "sha-256"
_DEVICE = "gh_soc_device.sv"
_ADDRESS_BITS = 17
_WORDS = 10
_LIMIT = 10**8
STORE_BYTES = 4 * _WORDS + 4


def flash_of(program: bytes, algorithm: str = USUAL) -> bytes:
    """Return the contents of a flash: a program, erased bytes, and the store of its digest."""
    most = FLASH_BYTES - STORE_BYTES
    if not 0 < len(program) <= most:
        raise GatehashError(f"the program has {len(program)} bytes; it must have from 1 to {most}")
    store = b"GHB1" + struct.pack("<I", len(program)) + _digest(program, algorithm)
    check = 0
    for (word,) in struct.iter_unpack("<I", store):
        check ^= word
    return program.ljust(most, b"\xff") + store + struct.pack("<I", check)


def _digest(program: bytes, algorithm: str) -> bytes:
    hashes = {"sha-256": hashlib.sha256, "sha3-256": hashlib.sha3_256}
    return hashes[algorithm](program).digest()


def boot(flash: bytes, algorithm: str = USUAL) -> tuple[Ended, str]:
    """Run the check on a flash; return how it ended, and what it printed."""
    software = (soc_root() / "firmware" / "software").iterdir()
    files = {path.name: path.read_bytes() for path in (_HERE / "boot.c", *software)}
    files["constants.h"] = constants_header().encode()
    firmware = compiled(files, ["-Werror", f"-DBOOT_FUNCTION={c_name(algorithm)}"], "the check")
    design = find(DESIGNS[algorithm])
    top = Project(design)
    device = f"`define BOOT_HASH {top.name}\n{(_HERE / _DEVICE).read_text('utf-8')}"
    made = {f"{top.name}.v": top_text(top), _DEVICE: device}
    plan = plan_device(f"boot-{algorithm}", made, design.hardware.files(), _ADDRESS_BITS)
    simulator = built(plan, "the system with a flash", design)
    said = bytearray()
    with TemporaryDirectory(prefix="gatehash-") as folder:
        contents = Path(folder, "flash.hex")
        contents.write_text(memory_words(flash), encoding="ascii")
        ended = run_simulator(
            simulator,
            firmware,
            _LIMIT,
            said.extend,
            arguments=[f"+flash={contents}"],
            what="a flash",
        )
    return ended, said.decode()


def _main() -> int:
    parser = argparse.ArgumentParser(prog="boot.py", description="Check a program in a flash.")
    parser.add_argument("--algorithm", choices=DESIGNS, default=USUAL)
    parser.add_argument("program", metavar="PROGRAM", type=Path)
    asked = parser.parse_args()
    try:
        flash = flash_of(asked.program.read_bytes(), asked.algorithm)
        ended, printed = boot(flash, asked.algorithm)
    except OSError as error:
        sys.exit(f"boot.py: {asked.program}: {error.strerror}")
    except GatehashError as error:
        sys.exit(f"boot.py: {error}")
    print(printed, end="")
    return ended.status


if __name__ == "__main__":
    sys.exit(_main())
