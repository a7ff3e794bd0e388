# SPDX-License-Identifier: Apache-2.0
"""The example of a check at boot: released, halted, its cycles, and a store that is damaged."""

from __future__ import annotations

import random
import re
import runpy
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.rtl.lint import require_clean, require_legal

from gatehash.catalog import find
from gatehash.errors import GatehashError
from gatehash.export import Project
from gatehash.export.top import top_text
from gatehash.paths import docs_root

_EXAMPLE = docs_root() / "examples" / "boot"
_SCRIPT: dict[str, Any] = runpy.run_path(str(_EXAMPLE / "boot.py"))
_flash_of, _boot = _SCRIPT["flash_of"], _SCRIPT["boot"]
_STORE: int = _SCRIPT["FLASH_BYTES"] - _SCRIPT["STORE_BYTES"]
_DESIGNS: dict[str, str] = _SCRIPT["DESIGNS"]
_RELEASED, _DAMAGED, _WRONG = 0, 2, 3


def _program(size: int) -> bytes:
    return random.Random(size).randbytes(size)


def _changed(flash: bytes, *places: int) -> bytes:
    """Return a flash with a bit changed in some bytes."""
    changed = bytearray(flash)
    for place in places:
        changed[place] ^= 0x10
    return bytes(changed)


@pytest.mark.large
@pytest.mark.usefixtures("cross_compiler")
@pytest.mark.parametrize("size", [1, 3, 4, 63, 64, 135, 136, 1021, _STORE])
@pytest.mark.parametrize("algorithm", _DESIGNS)
def test_a_right_program_is_released(algorithm: str, size: int) -> None:
    ended, said = _boot(_flash_of(_program(size), algorithm), algorithm)
    assert ended.status == _RELEASED, said
    assert said.endswith("\nreleased\n")


@pytest.mark.large
@pytest.mark.usefixtures("cross_compiler")
@pytest.mark.parametrize("place", [0, 500, 999])
@pytest.mark.parametrize("algorithm", _DESIGNS)
def test_a_changed_program_is_halted(algorithm: str, place: int) -> None:
    ended, said = _boot(_changed(_flash_of(_program(1000), algorithm), place), algorithm)
    assert (ended.status, said) == (_WRONG, "halted: the program is not that of the digest\n")


@pytest.mark.large
@pytest.mark.usefixtures("cross_compiler")
def test_a_digest_of_another_function_is_halted() -> None:
    for stored, computed in (("sha-256", "sha3-256"), ("sha3-256", "sha-256")):
        ended, _ = _boot(_flash_of(_program(1000), stored), computed)
        assert ended.status == _WRONG


@pytest.mark.large
@pytest.mark.usefixtures("cross_compiler")
def test_a_damaged_store_is_halted() -> None:
    """A bit of each word, and all of it; a digest that only its check word fits is another's."""
    flash = _flash_of(_program(1000))
    damaged = [_changed(flash, _STORE + 4 * word + 1) for word in range(11)]
    damaged.append(flash[:_STORE].ljust(len(flash), b"\xff"))
    # Their check words fit: no magic, no length, and one beyond the flash.
    damaged += [
        _changed(flash, _STORE, len(flash) - 4),
        flash[: _STORE + 4] + bytes(4) + flash[_STORE + 8 :],
        _changed(flash, _STORE + 7, len(flash) - 1),
    ]
    for each in damaged:
        ended, said = _boot(each)
        assert (ended.status, said) == (_DAMAGED, "halted: the store of the digest is damaged\n")
    ended, _ = _boot(_changed(flash, _STORE + 8, len(flash) - 4))
    assert ended.status == _WRONG


@pytest.mark.large
@pytest.mark.usefixtures("cross_compiler")
def test_cycles_are_those_of_the_manual() -> None:
    page = (docs_root() / "soc.md").read_text("utf-8")
    for algorithm in _DESIGNS:
        _, said = _boot(_flash_of(_program(16384), algorithm), algorithm)
        found = re.findall(r"^16384 bytes: (\d+) cycles, in software (\d+)$", said, re.MULTILINE)
        told = re.findall(rf"^\| {algorithm} \| `.*` \| (\d+) \| (\d+) \|$", page, re.MULTILINE)
        assert found == told


def test_programs_that_do_not_fit(tmp_path: Path) -> None:
    for size in (0, _STORE + 1):
        with pytest.raises(GatehashError, match=f"the program has {size} bytes; it must have"):
            _flash_of(bytes(size))
    done = subprocess.run(
        [sys.executable, str(_EXAMPLE / "boot.py"), str(tmp_path / "none")],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert "none" in done.stderr


@pytest.mark.parametrize("design", _DESIGNS.values())
def test_rtl_is_clean_and_legal(design: str, tmp_path: Path) -> None:
    project = Project(find(design))
    top, device = tmp_path / f"{project.name}.v", tmp_path / "gh_soc_device.sv"
    top.write_text(top_text(project))
    text = (_EXAMPLE / device.name).read_text("utf-8")
    device.write_text(f"`define BOOT_HASH {project.name}\n{text}")
    files = [*project.sources, top, device]
    require_clean("gh_soc_device", {}, files)
    require_legal("gh_soc_device", {}, files)
