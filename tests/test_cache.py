# SPDX-License-Identifier: Apache-2.0
"""Folders of the cache, and all that use them, repair themselves whatever is damaged."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from gatehash.cache import is_whole, locked, seal
from gatehash.catalog import find
from gatehash.errors import GatehashError
from gatehash.simulate import Simulation, netlist
from gatehash.soc import firmware
from gatehash.verilog import plain_verilog


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("GATEHASH_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def _change_a_bit(file: Path) -> None:
    data = bytearray(file.read_bytes())
    data[len(data) // 2] ^= 1
    file.write_bytes(data)


def _truncate(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:-1])


def _folder_for_file(file: Path) -> None:
    file.unlink()
    file.mkdir()


def _file_for_folder(file: Path) -> None:
    shutil.rmtree(file.parent)
    file.parent.write_text("a file\n")


def _no_seal(file: Path) -> None:
    (file.parent / "stamp").unlink()


def _damaged_seal(file: Path) -> None:
    (file.parent / "stamp").write_bytes(b"\xff\n\n")


_DAMAGES = (
    *(_change_a_bit, _truncate, Path.unlink, _folder_for_file, _file_for_folder),
    *(_no_seal, _damaged_seal),
)
damages = pytest.mark.parametrize("damage", _DAMAGES, ids=lambda each: each.__name__)


@damages
def test_damage_breaks_the_seal(damage: Callable[[Path], None], tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "made").write_text("something")
    assert not is_whole(folder)
    seal(folder, "made")
    assert is_whole(folder, "made")
    assert not is_whole(folder, "made", "more")
    damage(folder / "made")
    assert not is_whole(folder)


def test_a_seal_is_of_one_folder(tmp_path: Path) -> None:
    (tmp_path / "one").mkdir()
    seal(tmp_path / "one", name="two")
    assert not is_whole(tmp_path / "one")
    (tmp_path / "one").rename(tmp_path / "two")
    assert is_whole(tmp_path / "two")


def test_a_link_to_a_folder_that_is_not_there_makes_it(tmp_path: Path) -> None:
    link, loop = tmp_path / "link", tmp_path / "loop"
    link.symlink_to("elsewhere")
    with locked(link, "lock"):
        assert (tmp_path / "elsewhere" / "lock").is_file()
    loop.symlink_to("loop")
    with pytest.raises(GatehashError, match="/loop' is a link to nothing; set GATEHASH_CACHE to"):
        locked(loop, "lock").__enter__()


def test_whatever_stands_in_the_place_of_a_lock_is_removed(tmp_path: Path) -> None:
    (tmp_path / "folder" / "lock" / "more").mkdir(parents=True)
    (tmp_path / "file").touch()
    for name in ("folder", "file"):
        with locked(tmp_path / name, "lock"):
            assert (tmp_path / name / "lock").is_file()


@damages
def test_plain_verilog(
    damage: Callable[[Path], None], cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def run_yosys(script: str, folder: Path, **_: object) -> None:
        (folder / script.split()[-1]).write_text("module top; endmodule\n")

    monkeypatch.setattr("gatehash.verilog.plain.run_yosys", run_yosys)
    hardware = find("skein256-x1").hardware
    file = plain_verilog(hardware)
    damage(file)
    assert plain_verilog(hardware).read_text() == "module top; endmodule\n"


@damages
def test_netlists(
    damage: Callable[[Path], None], cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def run_yosys(script: str, folder: Path, **_: object) -> None:
        (folder / script.split()[-1]).write_text("module top; endmodule\n")

    monkeypatch.setattr("gatehash.implement.tools.run_yosys", run_yosys)
    job = find("skein256-x1").job()
    file = netlist.map_netlist(job, "ecp5").files[0]
    damage(file)
    assert netlist.map_netlist(job, "ecp5").files[0].read_text() == "module top; endmodule\n"


@damages
def test_firmware(
    damage: Callable[[Path], None], cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[bytes] = []

    def compiles(_command: object, _files: object, folder: Path, _what: str) -> None:
        made.append(b"firmware")
        (folder / "firmware.elf").write_bytes(made[-1])

    monkeypatch.setattr(firmware, "compiler_version", lambda: "gcc 12")
    monkeypatch.setattr(firmware, "_compile", compiles)
    for _ in range(2):
        assert firmware.compiled({"main.c": b""}, (), "it") == b"firmware"
    assert len(made) == 1
    (file,) = cache.glob("firmware/*/firmware.elf")
    damage(file)
    assert firmware.compiled({"main.c": b""}, (), "it") == b"firmware"
    assert len(made) == 2


@pytest.mark.skipif(
    shutil.which("iverilog") is None, reason="no Icarus Verilog (Debian: apt-get install iverilog)"
)
def test_simulators_of_four_states(cache: Path) -> None:
    job = find("sha256-bram").job()

    def digest() -> bytes:
        with Simulation(job, four_state=True) as simulation:
            return simulation.ask([b"abc"]).data

    right = digest()
    (module,) = cache.glob("icarus/*/gatehash.vpi")
    _truncate(module)
    (plain,) = cache.glob("plain/*/*.v")
    _truncate(plain)
    assert digest() == right
