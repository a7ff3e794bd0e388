# SPDX-License-Identifier: Apache-2.0
"""Contents of the system's memory, from a firmware in ELF or of plain bytes."""

from __future__ import annotations

import io

from gatehash.errors import GatehashError, counted
from gatehash.extras import missing

__all__ = ["is_elf", "memory_image", "memory_words"]

_MAGIC = b"\x7fELF"
_COMPRESSED = 0x1
_FLOAT = 0x6


def is_elf(firmware: bytes) -> bool:
    """Whether a firmware has the signature of an ELF file."""
    return firmware.startswith(_MAGIC)


def memory_image(firmware: bytes, ram_bytes: int) -> bytes:
    """Return what a firmware puts into memory, from address 0 on.

    Parameters
    ----------
    firmware : bytes
        An ELF executable, or, without its signature, the bytes themselves.
    ram_bytes : int
        Size of the memory.

    Raises
    ------
    GatehashError
        If it is empty or does not fit, or is an ELF file of another processor.
    """
    if not is_elf(firmware):
        if not firmware:
            raise GatehashError("the firmware is empty")
        _check_end(len(firmware), ram_bytes)
        return firmware
    try:
        from elftools.common.exceptions import ELFError
    except ImportError:
        raise GatehashError(missing("pyelftools")) from None
    try:
        return _loaded(firmware, ram_bytes)
    except (ELFError, UnicodeDecodeError, OverflowError, ValueError) as error:
        said = f": {error}" if str(error) else ""
        raise GatehashError(f"the firmware is a damaged ELF file{said}") from None


def _loaded(firmware: bytes, ram_bytes: int) -> bytes:
    from elftools.elf.elffile import ELFFile

    elf = ELFFile(io.BytesIO(firmware))
    header = elf.header
    if header["e_machine"] != "EM_RISCV" or elf.elfclass != 32 or not elf.little_endian:
        raise GatehashError(
            f"the firmware is an ELF file of {elf.elfclass} bits for {elf.get_machine_arch()}; "
            "the processor is a RISC-V of 32 bits"
        )
    if header["e_type"] != "ET_EXEC":
        raise GatehashError("the firmware is an ELF file that is no executable; link it")
    if header["e_flags"] & (_COMPRESSED | _FLOAT):
        raise GatehashError(
            "the firmware has compressed or floating-point instructions; "
            "compile it with -march=rv32im -mabi=ilp32"
        )
    if header["e_entry"] != 0:
        raise GatehashError(
            f"the firmware starts at {header['e_entry']:#x} and the processor at 0; "
            "link it with soc.ld, see: gatehash soc --help"
        )
    memory = bytearray()
    for segment in elf.iter_segments("PT_LOAD"):
        start, size = segment["p_paddr"], segment["p_memsz"]
        if size == 0:
            continue
        _check_end(start + size, ram_bytes)
        data = segment.data()
        if len(data) != segment["p_filesz"]:
            raise ValueError("it is cut off")
        memory.extend(bytes(max(0, start + size - len(memory))))
        memory[start : start + len(data)] = data
    if not memory:
        raise GatehashError("the firmware is an ELF file with nothing to load")
    return bytes(memory)


def _check_end(end: int, ram_bytes: int) -> None:
    if end > ram_bytes:
        raise GatehashError(
            f"the firmware does not fit: it ends at {end:#x}, "
            f"the memory has {counted(ram_bytes, 'byte')}, up to {ram_bytes:#x}"
        )


def memory_words(image: bytes) -> str:
    r"""Return contents of memory as $readmemh takes them: a word of 32 bits a line.

    Examples
    --------
    >>> memory_words(b"\x13\x00\x00\x00\x6f")
    '00000013\n0000006f\n'
    """
    padded = image + bytes(-len(image) % 4)
    words = (padded[at : at + 4] for at in range(0, len(padded), 4))
    return "".join(f"{int.from_bytes(word, 'little'):08x}\n" for word in words)
