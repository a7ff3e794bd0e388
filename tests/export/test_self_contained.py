# SPDX-License-Identifier: Apache-2.0
"""A folder refers to nothing that it lacks, and is written in the base installation."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import threading
import tomllib
from fnmatch import fnmatchcase
from functools import cache
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest
from tests.export.folders import sources, write

from gatehash import files
from gatehash.catalog import DESIGNS, find
from gatehash.cli.commands import run
from gatehash.errors import GatehashError
from gatehash.export import FORMS, Project, exported
from gatehash.export.crossings import crossings
from gatehash.paths import checkout_root

# What looks like a file of the library or of a folder.
_FILE = re.compile(
    r"(?<![\w/.-])(?:[\w-]+/)*[\w-]+\.(?:sv|svh|v|md|vhd|rdl|f|sdc|xdc|core|json|c|h)\b"
)


def _texts(contents: dict[str, bytes]) -> dict[str, str]:
    """Return the files that a person reads, and the constraints."""
    kinds = (".md", ".f", ".sdc", ".xdc", ".txt", ".tcl", ".core", ".yml", ".qip", ".py")
    return {name: data.decode() for name, data in contents.items() if name.endswith(kinds)}


def _missing(contents: dict[str, bytes]) -> list[str]:
    names = {*contents}
    bare = {name.rpartition("/")[2] for name in names}
    found = []
    for name, text in _texts(contents).items():
        for each in _FILE.findall(text):
            inside = each in names or each in bare or f"{name.rpartition('/')[0]}/{each}" in names
            if not inside:
                found.append(f"{name}: {each}")
        for module in re.findall(r"\bgh_\w+", text):
            # A module of the RTL, or one that the text describes.
            rtl = any(file.rpartition("/")[2].partition(".")[0] == module for file in names)
            described = f"description of the module `{module}`" in text
            mark = re.fullmatch(r"gh_[0-9a-f]{8}_*(?:\.\.\.)?", module)
            if not (rtl or described or mark):
                found.append(f"{name}: {module}")
    return found


@pytest.mark.parametrize("design", DESIGNS)
def test_nothing_is_referred_to_that_a_folder_lacks(design: str) -> None:
    for project in (
        Project(find(design)),
        Project(find(design), bridge="axil", two_clocks=True),
    ):
        try:
            project.check()
        except GatehashError:
            continue
        assert not _missing(exported([project], FORMS["f"]))


@pytest.mark.parametrize("form", [form for form in FORMS if form != "verilog"])
def test_nothing_is_referred_to_whatever_the_form(form: str) -> None:
    projects = [Project(find(name)) for name in ("sha256-lut-hmac", "chacha-mc-1")]
    assert not _missing(exported(projects, FORMS[form]))


@pytest.mark.parametrize("design", ["blake-chacha-mc-1", "sha256-lut-hmac", "threefish-mc"])
def test_nothing_is_referred_to_in_plain_verilog(
    design: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gatehash.export.top.plain_verilog", lambda *_, **_options: "")
    assert not _missing(exported([Project(find(design))], FORMS["verilog"]))


@pytest.mark.parametrize("design", [name for name in DESIGNS if find(name).hardware.configured])
def test_packets_are_described(design: str) -> None:
    """Their words are counted, in order, and the example is the packet of the test bench."""
    project = Project(find(design))
    told = exported([project], FORMS["f"])["README.md"].decode()
    assert "word 0 first" in told
    assert "byte 0 of a word is its lowest one, bits 7:0" in told
    config = project.job.config
    assert config is not None
    words = re.findall(r"^ {4}word (\d+) +([0-9a-f]{16})$", told, re.MULTILINE)
    assert [(int(number), int(word, 16)) for number, word in words] == [*enumerate(config)]
    sizes = dict(re.findall(r"^\| (\S+) \| ([\d, ]+) \|$", told, re.MULTILINE))
    assert str(len(config)) in sizes[project.job.name].split(", ")
    assert {*project.functions} <= {*sizes}


def test_crossings_are_those_of_the_rtl(tmp_path: Path) -> None:
    """Each path from a clock to the other one is constrained, and each constraint is of a path."""
    pytest.importorskip("pyosys")
    folder = write("chacha-mc-1", "f", tmp_path / "x", "--boundary", "axil", "--two-clocks")
    (top,) = (path.stem for path in folder.glob("*.v"))
    out = tmp_path / "netlist.json"
    script = (
        f"read_slang -I {folder}/rtl --unroll-limit=65536 -D SYNTHESIS --top {top} "
        f"{' '.join(map(str, sources(folder)))}; proc; flatten; opt_clean; memory_dff; "
        f"memory_collect; opt_clean; write_json {out}"
    )
    program = (
        "from pyosys import libyosys as y; d = y.Design(); "
        f"[y.run_pass(c, d) for c in {script.split('; ')!r}]"
    )
    subprocess.run([sys.executable, "-c", program], check=True, capture_output=True)
    paths = _paths(json.loads(out.read_text())["modules"][top])
    assert paths
    constraints = [(f"*{each.start}*", f"*{each.end}*") for each in crossings()]
    used = set()
    for start, end in paths:
        fits = {
            (first, last)
            for first, last in constraints
            if any(fnmatchcase(each, first) for each in start)
            and any(fnmatchcase(each, last) for each in end)
        }
        assert fits, (start, end)
        used |= fits
    assert used == {*constraints}
    for kind in ("xdc", "sdc"):
        (file,) = folder.glob(f"*_crossings.{kind}")
        assert file.read_text().count("set_max_delay ") == len(constraints)


_Names = frozenset[str]


def _paths(module: dict[str, Any]) -> set[tuple[_Names, _Names]]:
    """Return the ends of paths from one clock to another: all names of registers and memories."""
    clocks = {port["bits"][0]: name for name, port in module["ports"].items() if "aclk" in name}
    named: dict[int, set[str]] = {}
    for name, net in module["netnames"].items():
        for bit in net["bits"]:
            named.setdefault(bit, set()).add(_slashes(name))
    driver: dict[int, tuple[str, Any, Any]] = {}
    ends: list[tuple[int, str | None, list[int]]] = []
    for cell in module["cells"].values():
        pins, ways = cell["connections"], cell["port_directions"]
        if cell["type"].startswith("$mem"):
            of = clocks.get(next(iter(pins["WR_CLK"]), -1))
            memory = frozenset({_slashes(cell["parameters"]["MEMID"].lstrip("\\"))})
            driver |= dict.fromkeys(pins["RD_DATA"], ("memory", of, (memory, pins["RD_ADDR"])))
        elif "CLK" in pins:
            clock = clocks.get(pins["CLK"][0])
            controls = [bit for pin in pins.keys() - {"D", "Q", "CLK"} for bit in pins[pin]]
            for into, bit in zip(pins["D"], pins["Q"], strict=True):
                driver[bit] = ("register", clock, None)
                ends.append((bit, clock, [into, *controls]))
        else:
            inputs = [bit for pin in pins if ways[pin] == "input" for bit in pins[pin]]
            outputs = [bit for pin in pins if ways[pin] == "output" for bit in pins[pin]]
            driver |= dict.fromkeys(outputs, ("logic", None, inputs))
    found = set()
    for end, clock, todo in ends:
        seen: set[int] = set()
        while todo:
            bit = todo.pop()
            if bit in seen or bit not in driver:
                continue
            seen.add(bit)
            kind, of, more = driver[bit]
            start = frozenset(named.get(bit, ()))
            if kind == "logic":
                todo += more
            elif kind == "memory":
                start, addresses = more
                todo += addresses
            if kind != "logic" and of not in (None, clock):
                found.add((start, frozenset(named[end])))
    return found


def _slashes(name: str) -> str:
    return name.replace(".", "/")


_BLOCKED = """\
import sys

class Less:
    def __init__(self, finder):
        self.finder = finder

    def __getattr__(self, name):
        return getattr(self.finder, name)

    def find_spec(self, name, path=None, target=None):
        hidden = name.partition(".")[0] in {names!r}
        return None if hidden else self.finder.find_spec(name, path, target)

sys.meta_path[:] = map(Less, sys.meta_path)
from importlib import metadata
version = metadata.version
def of(name):
    if name.lower().replace("_", "-") in {packages!r}:
        raise metadata.PackageNotFoundError(name)
    return version(name)
metadata.version = of
from gatehash.cli.commands import run
sys.exit(run(sys.argv[1:]))
"""


@cache
def _beyond_the_base() -> tuple[set[str], set[str]]:
    """Return the modules and the packages here that the base installation does not bring."""
    top = checkout_root()
    assert top is not None
    project = tomllib.loads((top / "pyproject.toml").read_text())["project"]
    name = re.compile(r"[\w.-]+")

    def canonical(text: str) -> str:
        found = name.match(text)
        assert found
        return found[0].lower().replace("_", "-")

    todo = ["gatehash", *map(canonical, project["dependencies"])]
    base: set[str] = set()
    while todo:
        each = todo.pop()
        if each not in base:
            base.add(each)
            if each != "gatehash":
                wanted = metadata.requires(each) or ()
                todo += [canonical(line) for line in wanted if "extra ==" not in line]
    modules = metadata.packages_distributions()
    packages = {canonical(each) for owners in modules.values() for each in owners}
    beyond = {
        module
        for module, owners in modules.items()
        if not {canonical(owner) for owner in owners} & base
    }
    return beyond, packages - base


def _in_the_base(*arguments: str, folder: Path) -> subprocess.CompletedProcess[str]:
    modules, packages = _beyond_the_base()
    assert {"pyosys", "psutil", "matplotlib"} <= modules
    program = _BLOCKED.format(names=modules, packages=packages)
    return subprocess.run(
        [sys.executable, "-c", program, *arguments],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("form", [form for form in FORMS if form != "verilog"])
def test_base_installation(form: str, tmp_path: Path) -> None:
    options = ["--vendor", "lattice"] if form == "f" else []
    words = ["export", "sha256-lut", "sha3-x1", "--as", form, *options, "-o", "x"]
    done = _in_the_base(*words, folder=tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (0, "x\n", "")
    # The environment makes no difference.
    assert run([*words[:-1], str(tmp_path / "y")]) == 0
    for path in (tmp_path / "y").rglob("*"):
        if path.is_file():
            other = tmp_path / "x" / path.relative_to(tmp_path / "y")
            assert path.read_bytes() == other.read_bytes()


@pytest.mark.parametrize(
    ("arguments", "extra"),
    [
        (["export", "sha256-lut", "--as", "verilog", "-o", "x"], "synth"),
        (["export", "sha256-lut", "--as", "f", "--boundary", "core", "-o", "x"], "synth"),
        (["synth", "sha256-lut", "--target", "xc6v"], "synth"),
        (["board", "ulx3s-85f", "--design", "sha256-lut"], "synth"),
        # It reads all records first.
        pytest.param(["report", "--out", "x"], "report", marks=pytest.mark.large),
        (["scale", "sha-256", "--out", "x"], "report"),
        (["registers", "manual", "-o", "x"], "bus"),
        (["soc", "sha256-lut", "--bytes", "1"], "soc"),
        (["mutate", "gh_fifo"], "mutate"),
    ],
    ids=lambda each: each[0] if isinstance(each, list) else each,
)
def test_one_line_names_the_extra(arguments: list[str], extra: str, tmp_path: Path) -> None:
    """Installing that extra brings all that a command needs: it names no other one."""
    done = _in_the_base(*arguments, folder=tmp_path)
    assert done.returncode != 0
    (line,) = (line for line in done.stderr.splitlines() if "not found" in line)
    assert f"[{extra}]" in line
    assert "Traceback" not in done.stderr
    assert not [*tmp_path.iterdir()]


def test_simulate_wants_an_export(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in (".", "missing", "a\nb"):
        assert run(["simulate", str(tmp_path / name)]) == 2
        said = capsys.readouterr().err
        assert "has no test bench: it must be a folder of gatehash export" in said
        assert said.count("\n") == 1


def test_folder_with_files_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "mine").write_text("kept")
    assert run(["export", "sha256-lut", "--as", "f", "-o", str(tmp_path)]) == 2
    assert "exists and is not an empty folder" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["mine"]


def test_file_above_a_folder_is_no_folder(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "mine").write_text("kept")
    folder = tmp_path / "mine/x"
    assert run(["export", "sha256-lut", "--as", "f", "-o", str(folder)]) == 2
    assert (
        capsys.readouterr().err == f"gatehash: can't write export to '{folder}': Not a directory\n"
    )
    assert (tmp_path / "mine").read_text() == "kept"


@pytest.mark.parametrize("exists", [False, True])
def test_two_at_once(exists: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of two that write into one folder at once one succeeds; nothing of the other is there."""
    folder = tmp_path / "x"
    if exists:
        folder.mkdir()
    both = threading.Barrier(2)
    check = files.check_new

    def checked(each: Path) -> None:
        check(each)
        both.wait()

    monkeypatch.setattr(files, "check_new", checked)
    errors: list[str] = []

    def writing(number: int) -> None:
        contents = {f"{number}/{name}": b"" for name in range(100)}
        try:
            files.write_new(folder, contents, "export")
        except GatehashError as error:
            errors.append(str(error))

    threads = [threading.Thread(target=writing, args=(number,)) for number in (1, 2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert errors == [f"'{folder}' exists and is not an empty folder; name a new one"]
    (kept,) = folder.iterdir()
    assert len([*kept.iterdir()]) == 100
    assert [*tmp_path.iterdir()] == [folder]


def test_names_of_folders(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A link to a folder that is not there makes that folder; a name is printed on one line."""
    link = tmp_path / "link"
    link.symlink_to("target")
    files.write_new(link, {"a": b"1"}, "export")
    assert link.is_symlink()
    assert (tmp_path / "target/a").read_bytes() == b"1"
    other = tmp_path / "other"
    other.symlink_to("report")
    files.write_files(other, {"b/c": b"2"}, "report")
    assert (tmp_path / "report/b/c").read_bytes() == b"2"
    assert run(["export", "sha256-lut", "--as", "f", "-o", str(tmp_path / "two\nlines")]) == 0
    assert capsys.readouterr().out == f"{tmp_path}/two\\nlines\n"
    (tmp_path / "file\nname").write_text("")
    assert run(["export", "sha256-lut", "--as", "f", "-o", str(tmp_path / "file\nname/x")]) == 2
    assert capsys.readouterr().err.count("\n") == 1
