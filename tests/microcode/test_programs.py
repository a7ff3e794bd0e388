# SPDX-License-Identifier: Apache-2.0
"""The programs by name, and the packages that have them: listed, written, and as committed."""

from pathlib import Path

import pytest

from gatehash.cli import microcode as command
from gatehash.errors import GatehashError
from gatehash.microcode import LISTINGS, PACKAGES
from gatehash.paths import rtl_root


def test_names() -> None:
    assert list(LISTINGS) == [
        *(f"{use}-{bits}" for use in ("threefish", "ubi", "decrypt") for bits in (256, 512, 1024)),
        "blake",
        "blake-three",
        "chacha",
    ]


@pytest.mark.parametrize("package", PACKAGES, ids=lambda package: package.stem)
def test_the_committed_package_is_what_the_tools_make(package: Path) -> None:
    assert (rtl_root() / package).read_text() == PACKAGES[package]()


@pytest.mark.parametrize("name", ["ubi-256", "blake-three"])
def test_show_prints_the_listing(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    command.show(name)
    assert capsys.readouterr().out.splitlines() == list(LISTINGS[name]())


def test_show_knows_no_other_program() -> None:
    with pytest.raises(GatehashError, match="unknown program 'ubi'; choose one of: thr"):
        command.show("ubi")


def test_emit_writes_the_packages(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    rtl = tmp_path / "rtl"
    for package in PACKAGES:
        (rtl / package).parent.mkdir(parents=True, exist_ok=True)
    monkeypatch.setattr(command, "rtl_root", lambda: rtl)
    command.emit()
    assert capsys.readouterr().out.splitlines() == [f"rtl/{package}" for package in PACKAGES]
    for package in PACKAGES:
        assert (rtl / package).read_bytes() == (rtl_root() / package).read_bytes()


def test_emit_leaves_an_installed_package_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(command, "rtl_root", lambda: tmp_path)
    monkeypatch.setattr(command, "checkout_root", lambda: None)
    with pytest.raises(GatehashError, match="installed package, whose RTL must not change"):
        command.emit()
    assert not list(tmp_path.iterdir())


def test_full_disk_leaves_the_packages_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rtl = tmp_path / "rtl"
    for package in PACKAGES:
        (rtl / package).parent.mkdir(parents=True, exist_ok=True)
        (rtl / package).write_text("before")
    monkeypatch.setattr(command, "rtl_root", lambda: rtl)

    def full(self: Path, text: str, encoding: str) -> int:
        with self.open("w", encoding=encoding) as stream:
            stream.write(text[:50])
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as change:
        change.setattr(Path, "write_text", full)
        with pytest.raises(OSError, match="No space left") as caught:
            command.emit()
    assert caught.value.filename == str(rtl / next(iter(PACKAGES)))
    assert [(rtl / package).read_text() for package in PACKAGES] == ["before"] * len(PACKAGES)
    assert sum(path.is_file() for path in rtl.rglob("*")) == len(PACKAGES)
