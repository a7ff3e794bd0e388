# SPDX-License-Identifier: Apache-2.0
"""The programs by name, and the files that have them: listed, written, and as committed."""

from pathlib import Path

import pytest

from gatehash.cli import generated
from gatehash.cli import microcode as command
from gatehash.errors import GatehashError
from gatehash.microcode import FILES, LISTINGS
from gatehash.paths import checkout_root


def test_names() -> None:
    assert list(LISTINGS) == [
        *(f"{use}-{bits}" for use in ("threefish", "ubi", "decrypt") for bits in (256, 512, 1024)),
        "blake",
        "blake-three",
        "blake2",
        "chacha",
        "blake3",
        "arx",
    ]


def committed(file: Path) -> str:
    top = checkout_root()
    assert top
    return (top / file).read_text()


def folders(top: Path) -> None:
    """Make the folders of the generated files."""
    for file in FILES:
        (top / file).parent.mkdir(parents=True, exist_ok=True)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_the_committed_file_is_what_the_tools_make(file: Path) -> None:
    assert committed(file) == FILES[file]()


@pytest.mark.parametrize("name", ["ubi-256", "blake-three"])
def test_show_prints_the_listing(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    command.show(name)
    assert capsys.readouterr().out.splitlines() == list(LISTINGS[name]())


def test_show_knows_no_other_program() -> None:
    with pytest.raises(GatehashError, match="unknown program 'ubi'; the nearest: ubi-512, ubi-256"):
        command.show("ubi")


def test_emit_writes_the_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folders(tmp_path)
    monkeypatch.setattr(generated, "checkout_root", lambda: tmp_path)
    command.emit()
    assert capsys.readouterr().out.splitlines() == [str(file) for file in FILES]
    for file in FILES:
        assert (tmp_path / file).read_text() == committed(file)


def test_emit_leaves_an_installed_package_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(generated, "rtl_root", lambda: tmp_path)
    monkeypatch.setattr(generated, "checkout_root", lambda: None)
    with pytest.raises(GatehashError, match="installed package, whose RTL must not change"):
        command.emit()
    assert not list(tmp_path.iterdir())


def test_full_disk_leaves_the_files_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folders(tmp_path)
    for file in FILES:
        (tmp_path / file).write_text("before")
    monkeypatch.setattr(generated, "checkout_root", lambda: tmp_path)

    def full(self: Path, text: str, encoding: str) -> int:
        with self.open("w", encoding=encoding) as stream:
            stream.write(text[:50])
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as change:
        change.setattr(Path, "write_text", full)
        with pytest.raises(OSError, match="No space left") as caught:
            command.emit()
    assert caught.value.filename == str(tmp_path / next(iter(FILES)))
    assert [(tmp_path / file).read_text() for file in FILES] == ["before"] * len(FILES)
    assert sum(path.is_file() for path in tmp_path.rglob("*")) == len(FILES)
