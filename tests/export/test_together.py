# SPDX-License-Identifier: Apache-2.0
"""Designs side by side: from one export, from several, and from two versions of the RTL."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

import pytest
from tests.export.folders import WARNINGS, run_in, sources, write
from tests.rtl.lint import require_legal

from gatehash.catalog import find
from gatehash.export import FORMS, Project, exported
from gatehash.paths import rtl_root
from gatehash.verilog import Port

# Of three families, which share modules of rtl/stream.
_DESIGNS = ("sha256-lut", "chacha-mc-1", "sha3-x1")
_USER = "user"


def _tops(designs: Iterable[str] = _DESIGNS) -> list[Project]:
    return [Project(find(name)) for name in designs]


def _user(projects: Sequence[Project], language: str = "v") -> str:
    """Return a module that has an instance of each top, with pins of its own."""

    def declared(project: Project, port: Port) -> str:
        return f"{port.direction} wire {port.range}{project.name}_{port.name}"

    ports = [declared(project, port) for project in projects for port in project.ports]
    lines = [f"module {_USER} ({', '.join(ports)});"]
    for each in projects:
        pins = (f".{port.name}({each.name}_{port.name})" for port in each.ports)
        lines.append(f"  {each.name} u_{each.name} ({', '.join(pins)});")
    return "\n".join((*lines, "endmodule", ""))


def _write_user(folder: Path, projects: Sequence[Project]) -> Path:
    path = folder / f"{_USER}.v"
    path.write_text(_user(projects))
    return path


@pytest.fixture(scope="module")
def together(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One export of all."""
    folder = tmp_path_factory.mktemp("together") / "x"
    return write(" ".join(_DESIGNS), "f", folder)


@pytest.fixture(scope="module")
def apart(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Exports of one design each, two of them of the same RTL with other parameters."""
    root = tmp_path_factory.mktemp("apart")
    folders = [write(name, "f", root / name) for name in _DESIGNS]
    return [*folders, write("sha3-x1", "f", root / "other", "--algorithm", "sha3-512")]


@pytest.fixture(scope="module")
def versions(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Exports of one design from two versions of the RTL, of which one file differs."""
    root = tmp_path_factory.mktemp("versions")
    new = write("sha256-lut", "f", root / "new")
    with pytest.MonkeyPatch.context() as patch:
        read = Path.read_text
        changed = rtl_root() / "stream/gh_message_padder.sv"

        def edited(path: Path, *arguments: str, **options: str) -> str:
            text = read(path, *arguments, **options)
            return f"{text}// An older version.\n" if path == changed else text

        patch.setattr(Path, "read_text", edited)
        old = write("sha256-lut", "f", root / "old", "--revision", "1")
    return [new, old]


def _listed(folders: Sequence[Path]) -> list[str]:
    return [word for folder in folders for path in folder.glob("*.f") for word in ("-F", str(path))]


@pytest.fixture(params=["together", "apart", "versions"])
def case(request: pytest.FixtureRequest) -> tuple[list[Path], list[Project]]:
    """Folders, and the tops in them."""
    found = request.getfixturevalue(request.param)
    if request.param == "together":
        return [found], _tops()
    if request.param == "apart":
        return found, [*_tops(), Project(find("sha3-x1"), algorithm="sha3-512")]
    return found, [Project(find("sha256-lut"), revision=each) for each in (None, 1)]


def test_verilator(
    case: tuple[list[Path], list[Project]], tmp_path: Path, simulators: dict[str, str]
) -> None:
    folders, projects = case
    user = _write_user(tmp_path, projects)
    lint = ["verilator", "--lint-only", "--timing", "--top-module", _USER]
    run_in([*lint, *WARNINGS, *_listed(folders), str(user)], tmp_path, **simulators)


def test_slang(case: tuple[list[Path], list[Project]], tmp_path: Path) -> None:
    folders, projects = case
    files = [path for folder in folders for path in sources(folder)]
    require_legal(_USER, {}, [*files, _write_user(tmp_path, projects)], *folders)


def test_yosys(case: tuple[list[Path], list[Project]], tmp_path: Path) -> None:
    folders, projects = case
    user = _write_user(tmp_path, projects)
    read = f"read_slang --unroll-limit=65536 --top {_USER} {' '.join(_listed(folders))} {user}"
    script = f"from pyosys import libyosys as y; y.run_pass({read!r}, y.Design())"
    run_in([sys.executable, "-c", script], tmp_path)


def test_files_are_shared_once(together: Path) -> None:
    names = [path.stem for path in together.rglob("*.sv")]
    assert len(names) == len({*names})
    assert sum(name.endswith("_message_padder") for name in names) == 1
    assert [path.name for path in together.glob("*.f")] == ["gatehash.f"]
    listed = [path.relative_to(together).as_posix() for path in sources(together)]
    assert len(listed) == len({*listed})
    # Each top is a top of its own, whose modules come before it.
    assert {f"{each.name}.v" for each in _tops()} == {*listed[-len(_DESIGNS) :]}


def test_the_same_export_is_the_same(together: Path, tmp_path: Path) -> None:
    again = write(" ".join(_DESIGNS), "f", tmp_path / "again")
    files = [path.relative_to(again) for path in again.rglob("*") if path.is_file()]
    assert {*files} == {path.relative_to(together) for path in together.rglob("*.*")} | {
        Path("LICENSE")
    } - {path.relative_to(together) for path in together.rglob("*") if path.is_dir()}
    for file in files:
        assert (again / file).read_bytes() == (together / file).read_bytes()


def test_a_wildcard_builds_it(together: Path, tmp_path: Path) -> None:
    """Each file that is named as a source is one: tools may take them all."""
    found = [path for end in ("v", "sv") for path in sorted(together.rglob(f"*.{end}"))]
    packages = [path for path in found if path.stem.endswith("_pkg")]
    rest = [path for path in found if path not in packages]
    require_legal(_USER, {}, [*packages, *rest, _write_user(tmp_path, _tops())], together)
    assert not [*together.rglob("*.vhd"), *together.rglob("*.vhdl")]


def _plain(folder: Path, designs: Sequence[str]) -> Path:
    return write(" ".join(designs), "verilog", folder)


@pytest.mark.skipif(not shutil.which("iverilog"), reason="no iverilog: nothing was compiled")
def test_plain_verilog_in_icarus(tmp_path: Path) -> None:
    designs = ("sha256-lut", "chacha-mc-1")
    both = _plain(tmp_path / "both", designs)
    one = _plain(tmp_path / "one", ("blake32-mc-1",))
    names = [*designs, "blake32-mc-1"]
    user = _write_user(tmp_path, _tops(names))
    tops = [*both.glob("*.v"), *one.glob("*.v")]
    command = ["iverilog", "-t", "null", "-s", _USER, *map(str, tops), str(user)]
    assert "error" not in run_in(command, tmp_path)


def test_fusesoc(tmp_path: Path, simulators: dict[str, str]) -> None:
    """A core of a user's depends on exports of one call and of two others."""
    write("sha256-lut chacha-mc-1", "fusesoc", tmp_path / "cores/both")
    write("sha3-x1", "fusesoc", tmp_path / "cores/one")
    write("sha3-x1", "fusesoc", tmp_path / "cores/other", "--algorithm", "sha3-512")
    projects = [*_tops(), Project(find("sha3-x1"), algorithm="sha3-512")]
    _write_user(tmp_path, projects)
    depend = ", ".join(f'"gatehash:cores:{each.name}"' for each in projects)
    (tmp_path / "user.core").write_text(_CORE.replace("DEPEND", depend))
    command = [str(Path(sys.executable).with_name("fusesoc")), "--cores-root", "."]
    home = {"XDG_CONFIG_HOME": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path)}
    run_in([*command, "run", "--target=lint", "me:examples:user"], tmp_path, **(simulators | home))
    listed = run_in([*command, "core", "list"], tmp_path, **(simulators | home))
    # A library for each export, and a core for each top.
    assert len(re.findall(r"^gatehash:lib:rtl_[0-9a-f]{8}:", listed, re.MULTILINE)) == 3
    for each in projects:
        assert re.search(rf"^gatehash:cores:{each.name}:", listed, re.MULTILINE)


_CORE = """\
CAPI=2:
name: me:examples:user:1.0
filesets:
  rtl:
    files: [user.v]
    file_type: verilogSource
    depend: [DEPEND]
targets:
  lint:
    filesets: [rtl]
    toplevel: user
    flow: lint
    flow_options:
      tool: verilator
      verilator_options: [-Wno-fatal, -Werror-USERFATAL]
"""


def test_litex(tmp_path: Path, simulators: dict[str, str]) -> None:
    """Three cores in one module of LiteX, from two folders."""
    both = write("sha256-lut chacha-mc-1", "litex", tmp_path / "both")
    one = write("sha3-x1", "litex", tmp_path / "one")
    imports = "\n".join(f"from {each.name} import {each.class_name}" for each in _tops())
    cores = "\n".join(
        f"        self.hash{number} = {each.class_name}(platform)"
        for number, each in enumerate(_tops())
    )
    script = _LITEX.format(folders=[str(both), str(one)], imports=imports, cores=cores)
    said = run_in([sys.executable, "-c", script], tmp_path)
    for each in _tops():
        assert re.search(rf"^ *{each.name} ", said, re.MULTILINE)
    top, _, listed = said.partition("files:\n")
    files = listed.split()
    assert len(files) == len({*files})
    (tmp_path / "top.v").write_text(top)
    lint = ["verilator", "--lint-only", "--timing", *WARNINGS, "--top-module", "top"]
    includes = [f"-I{folder}/rtl" for folder in (both, one)]
    run_in([*lint, *includes, *files, "top.v"], tmp_path, **simulators)


_LITEX = """\
import sys

sys.path[:0] = {folders}
{imports}
from litex.build.generic_platform import Pins
from litex.build.sim.platform import SimPlatform
from litex.gen import LiteXModule
from migen import ClockDomain

platform = SimPlatform("SIM", [("sys_clk", 0, Pins(1)), ("sys_rst", 0, Pins(1))])


class Top(LiteXModule):
    def __init__(self):
        self.cd_sys = ClockDomain()
{cores}


print(platform.get_verilog(Top()))
print("files:")
print(*(source for source, *_ in platform.sources), sep="\\n")
"""


@pytest.mark.parametrize("form", [each for each in FORMS if each != "verilog"])
def test_one_of_each_for_all(form: str) -> None:
    """Lists, scripts and packages are one for all tops; components of tools one for each."""
    files = exported(_tops(), FORMS[form])
    names = [each.name for each in _tops()]
    expected = {
        "f": {"gatehash.f"},
        "fusesoc": {"gatehash.f", "gatehash_rtl.core", *(f"{name}.core" for name in names)},
        "vivado": {"gatehash.f", "gatehash.tcl"},
        "quartus": {"gatehash.f", "gatehash.qip", *(f"{name}_hw.tcl" for name in names)},
        "bender": {"gatehash.f", "Bender.yml"},
        "litex": {"gatehash.f", *(f"{name}.py" for name in names)},
    }
    common = {"LICENSE", "README.md", *(f"{name}.{end}" for name in names for end in ("v", "sdc"))}
    assert {file for file in files if "/" not in file} == expected[form] | common
    for name in names:
        assert f"{name}/README.md" in files
        assert (f"{name}/component.xml" in files) == (form == "vivado")


def test_simulate(
    together: Path, capfd: pytest.CaptureFixture[str], simulators: dict[str, str]
) -> None:
    """The command runs the known answer of one of them; a stranger needs no more than that."""
    command = [sys.executable, "-m", "gatehash", "simulate", ".", "--top", _tops()[0].name]
    before = sorted(together.rglob("*"))
    done = subprocess.run(command, cwd=together, env=simulators, check=False)
    assert done.returncode == 0, capfd.readouterr().err
    assert capfd.readouterr().out.startswith("PASS: sha-256 of 129 bytes in 211 cycles")
    assert sorted(together.rglob("*")) == before
