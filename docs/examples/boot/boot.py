# SPDX-License-Identifier: Apache-2.0
"""Checks a program in the flash of the simulated system: python docs/examples/boot/boot.py PROGRAM.

The exit status is that of boot.c: 0 if the program is released.
"""

from __future__ import annotations

import hashlib
import struct
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

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
_DESIGN = "sha256-lut@32"
_DEVICE = "gh_soc_device.sv"
_ADDRESS_BITS = 17
_WORDS = 10
_LIMIT = 10**8
STORE_BYTES = 4 * _WORDS + 4


def flash_of(program: bytes) -> bytes:
    """Return the contents of a flash: a program, erased bytes, and the store of its digest."""
    most = FLASH_BYTES - STORE_BYTES
    if not 0 < len(program) <= most:
        raise GatehashError(f"the program has {len(program)} bytes; it must have from 1 to {most}")
    store = b"GHB1" + struct.pack("<I", len(program)) + hashlib.sha256(program).digest()
    check = 0
    for (word,) in struct.iter_unpack("<I", store):
        check ^= word
    return program.ljust(most, b"\xff") + store + struct.pack("<I", check)


def boot(flash: bytes) -> tuple[Ended, str]:
    """Run the check on a flash; return how it ended, and what it printed."""
    software = (soc_root() / "firmware" / "software").iterdir()
    files = {path.name: path.read_bytes() for path in (_HERE / "boot.c", *software)}
    files["constants.h"] = constants_header().encode()
    firmware = compiled(files, ["-Werror"], "the check")
    design = find(_DESIGN)
    top = Project(design)
    made = {f"{top.name}.v": top_text(top), _DEVICE: (_HERE / _DEVICE).read_text("utf-8")}
    plan = plan_device("boot", made, design.hardware.files(), _ADDRESS_BITS)
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


if __name__ == "__main__":
    try:
        if len(sys.argv) != 2:
            raise GatehashError("usage: python docs/examples/boot/boot.py PROGRAM")
        ended, printed = boot(flash_of(Path(sys.argv[1]).read_bytes()))
    except (GatehashError, OSError) as error:
        sys.exit(f"boot.py: {error}")
    print(printed, end="")
    sys.exit(ended.status)
