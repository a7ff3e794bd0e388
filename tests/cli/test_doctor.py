# SPDX-License-Identifier: Apache-2.0
"""``gatehash doctor`` names every package, and commands that install what is missing as printed."""

import json
import re
import shlex
import sys
import tomllib
from importlib import metadata
from pathlib import Path

import pytest
import typer

from gatehash import extras
from gatehash.cli.doctor import doctor
from gatehash.paths import checkout_root

TOP = checkout_root()
assert TOP is not None
PROJECT = tomllib.loads((TOP / "pyproject.toml").read_text())["project"]
EXTRAS = PROJECT["optional-dependencies"]


def name_of(requirement: str) -> str:
    return re.split(r"[\[=~]", requirement)[0]


def test_every_package_of_every_extra_is_listed(capsys: pytest.CaptureFixture[str]) -> None:
    doctor(as_json=True)
    tools = {tool["name"]: tool for tool in json.loads(capsys.readouterr().out)}
    assert {
        "python",
        "g++",
        "make",
        "iverilog",
        "riscv64-unknown-elf-gcc",
        "picolibc",
    } <= tools.keys()
    for requirement in PROJECT["dependencies"]:
        assert tools[name_of(requirement)]["required"] is True
    for extra, requirements in EXTRAS.items():
        for requirement in requirements:
            tool = tools[name_of(requirement)]
            assert tool["required"] is False
            assert tool["get"].endswith(f"[{extra}]'")


@pytest.fixture
def nothing_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    def version(package: str) -> str:
        raise metadata.PackageNotFoundError(package)

    monkeypatch.setattr(metadata, "version", version)


def commands(said: str) -> list[list[str]]:
    """Commands of pip that stand in a line of their own, as a shell takes them."""
    lines = [shlex.split(line) for line in said.splitlines() if " -m pip " in line]
    assert lines
    for line in lines:
        assert line[:4] == [sys.executable, "-m", "pip", "install"]
    return lines


@pytest.mark.usefixtures("nothing_installed")
def test_commands_in_a_checkout(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(typer.Exit):
        doctor()
    found = commands(capsys.readouterr().out)
    assert {line[-1] for line in found} == {str(TOP), *(f"{TOP}[{extra}]" for extra in EXTRAS)}
    for line in found:
        assert line[4:7] == ["--constraint", str(Path(str(TOP)) / "constraints.txt"), "--editable"]


@pytest.mark.usefixtures("nothing_installed")
def test_commands_of_an_installed_package(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(extras, "checkout_root", lambda: None)
    with pytest.raises(typer.Exit):
        doctor()
    found = commands(capsys.readouterr().out)
    assert {line[-1] for line in found} == {"gatehash", *(f"gatehash[{name}]" for name in EXTRAS)}


def test_optional_packages_are_called_optional(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """In an install without extras nothing is missing, and what tests need is one row an extra."""
    installed = {name_of(each) for each in PROJECT["dependencies"]}
    version = metadata.version

    def found(package: str) -> str:
        if package not in installed:
            raise metadata.PackageNotFoundError(package)
        return version(package)

    monkeypatch.setattr(metadata, "version", found)
    doctor()
    out = capsys.readouterr().out
    assert "missing" not in out
    table = out.partition("\nRTL: ")[0]
    for extra, requirements in EXTRAS.items():
        listed = [name for name in map(name_of, requirements) if f"\n{name} " in table]
        if extra in ("test", "oracle"):
            assert not listed
            assert f"{len(requirements)} packages of the extra {extra}  " in table
        else:
            assert len(listed) == len(requirements)
    doctor(as_json=True)
    tools = json.loads(capsys.readouterr().out)
    assert {tool["extra"] for tool in tools} == {None, *EXTRAS}


def test_compiler_that_is_missing_or_says_no_text(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    compiler = tmp_path / "compiler"
    compiler.write_text("#!/bin/sh\nprintf '\\377 12\\n'\n")
    compiler.chmod(0o755)
    monkeypatch.setenv("CXX", f"{compiler} -m64")
    doctor(as_json=True)
    tools = {tool["name"]: tool for tool in json.loads(capsys.readouterr().out)}
    assert tools[f"{compiler} -m64"]["version"] == "\ufffd 12"
    compiler.unlink()
    with pytest.raises(typer.Exit):
        doctor()
    assert "apt-get install g++" in capsys.readouterr().out


def test_program_that_is_no_package_is_listed_with_what_it_is_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    placer = tmp_path / "placer"
    placer.write_text("#!/bin/sh\necho 'Next Generation Place and Route (Version 0.11.1)'\n")
    placer.chmod(0o755)
    monkeypatch.setenv("GATEHASH_NEXTPNR_XILINX", str(placer))
    doctor(as_json=True)
    (tool,) = (
        tool
        for tool in json.loads(capsys.readouterr().out)
        if tool["name"] == "nextpnr-himbaechel-xilinx"
    )
    assert (tool["needed_for"], tool["required"], tool["version"]) == ("xc7a", False, "0.11.1")


def test_missing_program_is_told_with_its_package_and_variable(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GATEHASH_NEXTPNR_XILINX", "")
    monkeypatch.setenv("PATH", "")
    with pytest.raises(typer.Exit):
        doctor()
    said = capsys.readouterr().out
    assert (
        "optional, for xc7a: nextpnr-himbaechel-xilinx\n"
        "  Debian testing: apt-get install nextpnr-himbaechel-xilinx; "
        "or name the program in GATEHASH_NEXTPNR_XILINX\n"
    ) in said


def test_program_that_is_named_wrongly_is_told(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GATEHASH_NEXTPNR_XILINX", "not-there")
    doctor()
    said = "GATEHASH_NEXTPNR_XILINX names 'not-there', which is no program"
    assert f"optional, for xc7a: nextpnr-himbaechel-xilinx\n  {said}\n" in capsys.readouterr().out
