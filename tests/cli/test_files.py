# SPDX-License-Identifier: Apache-2.0
"""Outputs of commands: whole or not at all, with their mode, and never over an input."""

import hmac
import json
import os
import signal
import stat
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from gatehash.cli import files, streams
from gatehash.cli.commands import run
from gatehash.errors import GatehashError

KEY = ["--algorithm", "threefish-256", "--key", "00" * 32]
CRYPT = ["crypt", "--engine", "model", *KEY]


def crypt(*arguments: str | Path) -> int:
    return run([*CRYPT, *map(str, arguments)])


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    (tmp_path / "in").write_bytes(bytes(64))
    monkeypatch.chdir(tmp_path)
    kept = sys.stdout, sys.stderr
    handlers = {number: signal.getsignal(number) for number in (1, 2, 15)}
    streams.install()
    yield
    sys.stdout, sys.stderr = kept
    for number, handler in handlers.items():
        signal.signal(number, handler)


@contextmanager
def masked(mask: int) -> Iterator[None]:
    before = os.umask(mask)
    try:
        yield
    finally:
        os.umask(before)


def names(folder: str = ".") -> list[str]:
    return sorted(path.name for path in Path(folder).iterdir())


def mode(name: str) -> int:
    return stat.S_IMODE(Path(name).stat().st_mode)


@pytest.mark.parametrize(("mask", "expected"), [(0o022, 0o644), (0o077, 0o600), (0, 0o666)])
def test_new_file_has_the_mode_that_the_mask_gives(mask: int, expected: int) -> None:
    with masked(mask):
        assert crypt("in", "-o", "out") == 0
    assert mode("out") == expected


@pytest.mark.parametrize("bits", [0o600, 0o664, 0o755])
def test_existing_file_keeps_its_mode(bits: int) -> None:
    Path("out").write_bytes(b"before")
    Path("out").chmod(bits)
    assert crypt("in", "-o", "out") == 0
    assert (mode("out"), Path("out").stat().st_size) == (bits, 64)


def test_read_only_file_is_refused(capfd: pytest.CaptureFixture[str]) -> None:
    Path("out").write_bytes(b"before")
    Path("out").chmod(0o444)
    assert crypt("in", "-o", "out") == 2
    assert capfd.readouterr().err == "gatehash: can't write out: the file is read-only\n"
    assert Path("out").read_bytes() == b"before"


@pytest.mark.parametrize("there", [True, False])
def test_symbolic_link_stays(there: bool) -> None:
    Path("below").mkdir()
    if there:
        Path("below/target").write_bytes(b"before")
    Path("out").symlink_to("below/target")
    assert crypt("in", "-o", "out") == 0
    assert Path("out").is_symlink()
    assert Path("below/target").stat().st_size == 64
    assert names("below") == ["target"]


@pytest.mark.parametrize("output", ["in", "./in", "link", "hard"])
def test_output_is_no_input(capfd: pytest.CaptureFixture[str], output: str) -> None:
    Path("link").symlink_to("in")
    Path("hard").hardlink_to("in")
    before = names()
    for arguments in (
        [*CRYPT, "in", "-o", output],
        ["hash", "--design", "skein256-x1", "--waves", output, "in"],
    ):
        assert run(arguments) == 2
        said = f"gatehash: in is read and can't be the output {output} as well\n"
        assert capfd.readouterr().err == said
    assert Path("in").read_bytes() == bytes(64)
    assert names() == before


def test_a_key_is_an_input(capfd: pytest.CaptureFixture[str]) -> None:
    Path("key").write_text("00" * 32)
    cipher = ["--engine", "model", "--algorithm", "threefish-256", "--key-file", "key"]
    assert run(["crypt", *cipher, "in", "-o", "key"]) == 2
    mac = ["hash", "--design", "skein-mc-mac", "-a", "skein-mac-256-256", "--key-file", "key"]
    assert run([*mac, "in", "--waves", "key"]) == 2
    assert capfd.readouterr().err.count("and can't be the output") == 2
    assert Path("key").read_text() == "00" * 32


def test_standard_streams_on_one_file(tmp_path: Path) -> None:
    command = " ".join([sys.executable, "-m", "gatehash", *CRYPT])
    for redirected in ("- -o - < in >> in", "- -o in < in", "in -o - >> in"):
        done = subprocess.run(
            ["sh", "-c", f"{command} {redirected}"], capture_output=True, check=False
        )
        assert done.returncode == 2
        assert b" is read and can't be the output " in done.stderr
    assert Path("in").read_bytes() == bytes(64)


@pytest.mark.parametrize(
    ("output", "said"),
    [
        ("no/such", "can't write no/such: No such file or directory"),
        (".", "can't write .: Is a directory"),
        ("below/", "can't write below/: No such file or directory"),
        ("", "can't write '': No such file or directory"),
        ("in/x", "can't write in/x: Not a directory"),
        ("x" * 300, f"can't write {'x' * 300}: File name too long"),
        ("loop", "can't write loop: Too many levels of symbolic links"),
        ("/dev/full", "can't write /dev/full: No space left on device"),
    ],
)
def test_output_that_can_not_be_written(
    capfd: pytest.CaptureFixture[str], output: str, said: str
) -> None:
    Path("loop").symlink_to("loop")
    assert crypt("in", "-o", output) == 2
    assert capfd.readouterr().err == f"gatehash: {said}\n"
    assert names() == ["in", "loop"]


def test_name_as_long_as_names_may_be() -> None:
    assert crypt("in", "-o", "x" * 255) == 0
    assert names() == ["in", "x" * 255]


def test_what_is_no_file_is_written_directly(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    os.mkfifo("pipe")
    got: list[bytes] = []
    reader = threading.Thread(target=lambda: got.append(Path("pipe").read_bytes()))
    reader.start()
    assert crypt("in", "-o", "pipe") == 0
    reader.join()
    assert stat.S_ISFIFO(Path("pipe").stat().st_mode)
    assert crypt("in", "-o", "/dev/null") == 0
    capfdbinary.readouterr()
    assert crypt("in", "-o", "/dev/stdout") == 0
    assert crypt("in", "-o", "-") == 0
    assert capfdbinary.readouterr().out == 2 * got[0]
    assert len(got[0]) == 64


def test_failure_leaves_what_was_there() -> None:
    Path("out").write_bytes(b"before")

    def fail() -> None:
        with files.writing("out") as stream:
            stream.write(b"half")
            stream.flush()
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    assert Path("out").read_bytes() == b"before"
    with files.placing("out") as part:
        part.path.write_bytes(b"half")
        part.wanted = False
    assert Path("out").read_bytes() == b"before"
    assert names() == ["in", "out"]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_signal_leaves_what_was_there(number: signal.Signals) -> None:
    Path("out").write_bytes(b"before")
    process = subprocess.Popen(
        [sys.executable, "-m", "gatehash", *CRYPT, "-", "-o", "out"],
        stdin=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    while not [name for name in names() if name.startswith(".gatehash-")]:
        assert process.poll() is None
    process.send_signal(number)
    _, err = process.communicate()
    assert (process.returncode, err) == (-number, b"")
    assert names() == ["in", "out"]
    assert Path("out").read_bytes() == b"before"


def test_signal_ends_the_simulator_and_keeps_the_recording() -> None:
    Path("out").write_bytes(b"before")
    process = subprocess.Popen(
        [sys.executable, "-m", "gatehash", "hash", "--design", "skein256-x1", "--waves", "out"],
        stdin=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children")

    def simulators() -> list[str]:
        return [
            child
            for child in children.read_text().split()
            if "skein256-x1" in Path(f"/proc/{child}/cmdline").read_text()
        ]

    while not (running := simulators()):
        assert process.poll() is None
    process.send_signal(signal.SIGTERM)
    _, err = process.communicate()
    assert (process.returncode, err) == (-signal.SIGTERM, b"")
    until = time.monotonic() + 10
    while [child for child in running if Path(f"/proc/{child}").exists()]:
        assert time.monotonic() < until
    assert names() == ["in", "out"]
    assert Path("out").read_bytes() == b"before"


def test_recording_of_nothing_replaces_none(capfd: pytest.CaptureFixture[str]) -> None:
    Path("out").write_bytes(b"before")
    assert run(["hash", "--design", "skein256-x1", "--waves", "out", "missing"]) == 1
    assert Path("out").read_bytes() == b"before"
    assert run(["hash", "--design", "skein256-x1", "--waves", "out", "missing", "in"]) == 1
    assert Path("out").read_bytes()[:1] == b"\0"
    assert "missing: No such file" in capfd.readouterr().err


def test_folder_of_a_report_is_looked_at_first(capfd: pytest.CaptureFixture[str]) -> None:
    Path("locked").mkdir(mode=0o555)
    for command in ([], ["han"], ["at"], ["zalewski"]):
        assert run(["report", *command, "--out", "in"]) == 2
        assert capfd.readouterr().err == "gatehash: can't write in: Not a directory\n"
    assert run(["report", "--out", "in/below"]) == 2
    assert capfd.readouterr().err == "gatehash: can't write in/below: Not a directory\n"
    if os.geteuid():
        with pytest.raises(GatehashError, match="can't write locked/x: Permission denied"):
            files.check_folder(Path("locked/x"))


# Keys


def test_key_file(capfd: pytest.CaptureFixture[str]) -> None:
    Path("key").write_text("00 " * 32 + "\n")
    cipher = ["crypt", "--engine", "model", "--algorithm", "threefish-256", "in", "-o"]
    assert run([*cipher, "one", "--key-file", "key"]) == 0
    assert crypt("in", "-o", "two") == 0
    assert Path("one").read_bytes() == Path("two").read_bytes()
    for wrong, said in (
        (["--key-file", "key", "--key", "00"], "--key and --key-file exclude each other"),
        (["--key-file", "missing"], "key file missing: No such file or directory"),
        (["--key-file", "in"], "key in in is not hexadecimal; it must be two digits"),
        (["--key", "secret"], "key is not hexadecimal; it must be two digits for each byte"),
        (["--key", "c0ffee"], "key has 3 bytes; threefish-256 takes 32"),
        ([], "threefish-256 needs a key of 32 bytes"),
    ):
        assert run([*cipher, "three", *wrong]) == 2
        err = capfd.readouterr().err
        assert said in err
        assert "secret" not in err
        assert "c0ffee" not in err
    assert not Path("three").exists()


CODES = ["hash", "--engine", "model", "in", "--design"]


@pytest.mark.parametrize(
    "command",
    [
        [*CODES, "sha256-lut-hmac"],
        [*CODES, "sha3-x1-mac", "--algorithm", "kmac128"],
        [*CODES, "skein512-x8-mac"],
        [*CODES, "blake2b-mc-1"],
        [*CODES, "blake3-mc-1", "--algorithm", "blake3-keyed"],
        ["sum", "--engine", "model", "-a", "blake2s", "in"],
        ["crypt", "--engine", "model", "--algorithm", "threefish-256", "in", "-o", "out"],
    ],
    ids=" ".join,
)
def test_an_empty_key_is_an_error(command: list[str], capfd: pytest.CaptureFixture[str]) -> None:
    """A key that could not be read is never no key."""
    Path("blank").write_text(" \n\t\n")
    for given, what in (
        (["--key", ""], "key"),
        (["--key", " "], "key"),
        (["--key-file", "/dev/null"], "key in /dev/null"),
        (["--key-file", "blank"], "key in blank"),
        (["--key-file", "-"], "key in -"),
    ):
        with Path("/dev/null").open("rb") as nothing, redirected(nothing.fileno()):
            assert run([*command, *given]) == 2
        out, err = capfd.readouterr()
        assert out == ""
        assert (
            err == f"gatehash: {what} is empty; it must be two hexadecimal digits for each byte\n"
        )
    assert not Path("out").exists()


@contextmanager
def redirected(number: int) -> Iterator[None]:
    """Have standard input come from an open file."""
    kept = os.dup(0)
    os.dup2(number, 0)
    try:
        yield
    finally:
        os.dup2(kept, 0)
        os.close(kept)


def test_a_held_key_is_sent_with_the_first_file(capfd: pytest.CaptureFixture[str]) -> None:
    """The digests are those under the key, and the later ones take fewer cycles."""
    for name in ("one", "two", "three"):
        Path(name).write_bytes(name.encode())
    files = ["one", "two", "three", "one"]
    command = ["hash", *files, "--design", "sha256-lut-hmac", "--key", "6b6579", "--held"]
    assert run([*command, "--json"]) == 0
    found = json.loads(capfd.readouterr().out)
    wanted = [hmac.digest(b"key", name.encode(), "sha256").hex() for name in files]
    assert [each["digest"] for each in found] == wanted
    assert [each["cycles"] for each in found] == [360, 198, 198, 198]
    assert run([*command, "--again"]) == 2
    assert "--again" in capfd.readouterr().err


def test_name_that_is_not_utf_8_in_json(capsys: pytest.CaptureFixture[str]) -> None:
    name = os.fsdecode(b"caf\xe9")
    Path(name).write_bytes(b"abc")
    assert run(["hash", "--engine", "model", "--json", name]) == 0
    said = capsys.readouterr().out
    assert json.loads(said)[0]["file"] == r"caf\xe9"
    assert "\\ud" not in said
