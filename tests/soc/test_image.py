# SPDX-License-Identifier: Apache-2.0
"""Firmware that is taken, and what is said of one that is not."""

from __future__ import annotations

import random
import struct
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from gatehash.errors import GatehashError
from gatehash.soc.image import memory_image

_RAM = 4096
_RISCV = 243


def _elf(
    data: bytes = b"\x13\x00\x00\x00",
    *,
    machine: int = _RISCV,
    kind: int = 2,
    entry: int = 0,
    flags: int = 0,
    at: int = 0,
    more: int = 0,
) -> bytes:
    """Return an ELF file of 32 bits with one segment."""
    ident = b"\x7fELF" + bytes([1, 1, 1]) + bytes(9)
    header = struct.pack(
        "<HHIIIIIHHHHHH", kind, machine, 1, entry, 52, 0, flags, 52, 32, 1, 40, 0, 0
    )
    segment = struct.pack("<IIIIIIII", 1, 84, at, at, len(data), len(data) + more, 7, 4)
    return ident + header + segment + data


def test_segments_and_plain_bytes() -> None:
    assert memory_image(_elf(b"abcd", at=8, more=4), _RAM) == bytes(8) + b"abcd" + bytes(4)
    assert memory_image(b"anything", _RAM) == b"anything"
    assert len(memory_image(bytes(_RAM), _RAM)) == _RAM
    assert len(memory_image(_elf(at=_RAM - 4), _RAM)) == _RAM


@pytest.mark.parametrize(
    ("firmware", "said"),
    [
        (b"", "the firmware is empty"),
        (
            bytes(_RAM + 1),
            "the firmware does not fit: it ends at 0x1001, the memory has 4096 bytes",
        ),
        (_elf(at=_RAM - 3), "does not fit: it ends at 0x1001"),
        (_elf(more=1 << 31), "does not fit"),
        (_elf(machine=62), "an ELF file of 32 bits for x64; the processor is a RISC-V of 32 bits"),
        (_elf(kind=1), "no executable; link it"),
        (_elf(flags=1), "compile it with -march=rv32im"),
        (_elf(flags=4), "compile it with -march=rv32im"),
        (_elf(entry=0x80), "starts at 0x80 and the processor at 0"),
        (_elf(b""), "nothing to load"),
        (_elf()[:-2], "a damaged ELF file: it is cut off"),
        (_elf()[:30], "a damaged ELF file"),
        (Path(sys.executable).read_bytes(), "an ELF file of 64 bits"),
    ],
)
def test_what_is_refused(firmware: bytes, said: str) -> None:
    with pytest.raises(GatehashError) as raised:
        memory_image(firmware, _RAM)
    assert said in str(raised.value)
    assert "\n" not in str(raised.value)


def test_damage_anywhere_is_refused_in_words_or_harmless() -> None:
    rng = random.Random("elf")
    whole = _elf(bytes(64))
    for _ in range(2000):
        broken = bytearray(whole)
        for _ in range(rng.randrange(1, 6)):
            broken[rng.randrange(4, 84)] = rng.randrange(256)
        with suppress(GatehashError):
            assert len(memory_image(bytes(broken), _RAM)) <= _RAM
