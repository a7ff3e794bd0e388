# SPDX-License-Identifier: Apache-2.0
"""The command from its start: signals, streams, locales and bars, each once in a fresh process."""

import contextlib
import fcntl
import importlib.metadata
import itertools
import os
import pty
import signal
import struct
import subprocess
import sys
import termios
import time
from pathlib import Path
from typing import Any

import pytest
from tests.cli.every import COMMANDS

_MESSAGE = bytes(range(64))


def _gatehash(*arguments: str, **options: Any) -> subprocess.CompletedProcess[bytes]:
    environment = {**os.environ, **options.pop("environment", {})}
    return subprocess.run(
        [sys.executable, "-m", "gatehash", *arguments],
        capture_output=True,
        check=False,
        env=environment,
        **options,
    )


def test_help_where_a_system_lacks_modules(tmp_path: Path) -> None:
    calls = [[*name.split(), "--help"] for name in COMMANDS]
    code = (
        "import sys; sys.modules.update(fcntl=None, resource=None)\n"
        "from gatehash.cli.commands import run\n"
        f"print([run(each) for each in {calls}][-1])\n"
        f"print(run(['hash', {__file__!r}]))"
    )
    environment = {**os.environ, "GATEHASH_CACHE": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=False,
        env=environment,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.endswith("0\n2\n")
    assert done.stdout.count("Usage: ") == len(COMMANDS)
    assert done.stderr.startswith("gatehash: Python has no 'fcntl' on this system; ")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("hahs", "gatehash: no such command 'hahs'. Did you mean 'hash'?; see: gatehash --help"),
        (
            "registers wrt",
            "gatehash registers: no such command 'wrt'; choose one of: emit, manual; "
            "see: gatehash registers --help",
        ),
        ("-- hash --qqq", "gatehash hash: no such option: --qqq; see: gatehash hash --help"),
    ],
)
def test_no_such_command(arguments: str, said: str) -> None:
    done = _gatehash(*arguments.split())
    assert (done.returncode, done.stdout, done.stderr.decode()) == (2, b"", f"{said}\n")


# At each import a child comes into being, which gets the signal there and goes on alone.
_INTERRUPTED = """\
import os, signal, sys

class Interrupting:
    seen, wrong, forks = [], [], True

    def find_spec(self, name, path=None, target=None):
        if self.forks and self.guarded():
            child = os.fork()
            if child == 0:
                sys.meta_path.remove(self)
                os.kill(os.getpid(), signal.SIGINT)
                return None
            status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
            if status != -signal.SIGINT:
                self.wrong.append((name, status))
        self.seen.append(name)
        return None

    def guarded(self):
        frame = sys._getframe()
        while frame := frame.f_back:
            if frame.f_code.co_name == "main" and frame.f_globals["__name__"] == "gatehash.cli":
                return True
        return False

parent, finder = os.getpid(), Interrupting()
sys.meta_path.insert(0, finder)
import importlib.util, runpy
finder.seen.clear()
try:
    START
except SystemExit as end:
    if end.code or os.getpid() != parent:
        raise
sys.meta_path.remove(finder)
main = finder.seen.index("gatehash.cli.signals")
print([*dict.fromkeys(finder.seen[:main])], finder.wrong, len(finder.seen[main:]) > 100)
"""


def _started(folder: Path, start: str, *arguments: str) -> str:
    (folder / "message").write_bytes(_MESSAGE)
    done = subprocess.run(
        [sys.executable, "-c", _INTERRUPTED.replace("START", start), *arguments],
        capture_output=True,
        text=True,
        check=False,
        cwd=folder,
    )
    assert done.stderr == ""
    return done.stdout


def test_interrupt_at_every_moment_of_the_start(tmp_path: Path) -> None:
    """Nothing is imported unguarded, and a signal at any import after ends the command silently."""
    start = "runpy.run_module('gatehash', run_name='__main__', alter_sys=True)"
    out = _started(tmp_path, start, "hash", "--engine", "model", "message")
    digest, seen = out.splitlines()
    assert digest.endswith("  message")
    assert seen == "['gatehash', '__future__', 'gatehash.__main__', 'gatehash.cli'] [] True"


def test_the_installed_command_imports_nothing_unguarded(tmp_path: Path) -> None:
    (entry,) = importlib.metadata.entry_points(group="console_scripts", name="gatehash")
    start = f"finder.forks = False; from {entry.module} import {entry.attr} as run; run()"
    seen = _started(tmp_path, start, "--version").splitlines()[-1]
    assert seen == "['gatehash', '__future__', 'gatehash.cli'] [] True"


def test_ignored_signals_stay_ignored(tmp_path: Path) -> None:
    (tmp_path / "message").write_bytes(_MESSAGE)
    code = "trap '' INT HUP; exec " + " ".join(
        [sys.executable, "-m", "gatehash", "hash", "--engine", "model", "-"]
    )
    process = subprocess.Popen(
        ["sh", "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=tmp_path
    )
    assert process.stdin is not None
    process.stdin.write(b"abc")
    time.sleep(1)
    process.send_signal(signal.SIGHUP)
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate()
    assert process.returncode == 0
    assert out.endswith(b"  -\n")


_UNREAD = [
    # The bar's first line, the lines that its thread writes later, a diagnostic, and a digest.
    (("-",), (2,), 0, signal.SIGTERM),
    *((("-",), (2,), 600, number) for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)),
    (("missing",), (2,), 0, signal.SIGTERM),
    (("message",), (1,), 0, signal.SIGTERM),
    (("message", "-"), (1, 2), 0, signal.SIGTERM),
]


def test_signal_while_nobody_reads_the_terminal(tmp_path: Path) -> None:
    (tmp_path / "message").write_bytes(_MESSAGE)
    terminals = [pty.openpty() for _ in (0, *_UNREAD)]
    capacity = _fill(terminals.pop())
    reader, writer = os.pipe()
    running = []
    for (files, full, room, _), terminal in zip(_UNREAD, terminals, strict=True):
        _fill(terminal, capacity - room if room else capacity + 1)
        process = subprocess.Popen(
            [sys.executable, "-m", "gatehash", "hash", "--engine", "model", *files],
            stdin=reader,
            stdout=terminal[1] if 1 in full else subprocess.DEVNULL,
            stderr=terminal[1] if 2 in full else subprocess.DEVNULL,
            cwd=tmp_path,
            env={**os.environ, "TERM": "xterm"},
        )
        running.append(process)
    for process, (*_, number) in zip(running, _UNREAD, strict=True):
        _settle(process)
        process.send_signal(number)
    ended: list[int | None] = []
    for process in running:
        try:
            ended.append(process.wait(60))
        except subprocess.TimeoutExpired:
            ended.append(None)
            process.kill()
            process.wait()
    for descriptor in (reader, writer, *itertools.chain(*terminals)):
        os.close(descriptor)
    assert ended == [-number for *_, number in _UNREAD]


def _fill(terminal: tuple[int, int], most: int = 1 << 30) -> int:
    """Write to a terminal, up to so many bytes, what nobody reads; return how many it took."""
    own = os.open(os.ttyname(terminal[1]), os.O_WRONLY | os.O_NONBLOCK | os.O_NOCTTY)
    taken, full = 0, 0
    while taken < most and full < 5:
        try:
            taken += os.write(own, bytes(min(100, most - taken)))
            full = 0
        except BlockingIOError:
            # The system moves what it has to where a reader would get it, and may have room then.
            full += 1
            time.sleep(0.02)
    os.close(own)
    return taken


def _settle(process: subprocess.Popen[bytes]) -> None:
    """Wait until a process that catches signals neither computes nor writes any more."""
    before, since = "", time.monotonic()
    while time.monotonic() < since + 0.5:
        assert process.poll() is None
        about = Path(f"/proc/{process.pid}")
        caught = int((about / "status").read_text().partition("SigCgt:")[2].split()[0], 16)
        times = (about / "stat").read_text().rpartition(")")[2].split()[11:13]
        now = f"{times} {(about / 'io').read_text()}"
        if now != before or not caught >> (signal.SIGTERM - 1) & 1:
            before, since = now, time.monotonic()
        time.sleep(0.05)


@pytest.mark.parametrize("redirect", [">&-", "2>&-", "<&-", "<&- >&- 2>&-"])
def test_streams_closed_from_the_start(tmp_path: Path, redirect: str) -> None:
    (tmp_path / "message").write_bytes(_MESSAGE)
    command = f"{sys.executable} -m gatehash hash --engine model message missing - {redirect}"
    done = subprocess.run(
        ["sh", "-c", command],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
    )
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert len(done.stdout.splitlines()) == {">&-": 0, "2>&-": 2, "<&-": 1}.get(redirect, 0)
    if redirect == ">&-":
        assert done.stderr == "gatehash: write error: Bad file descriptor\n"
    if redirect == "<&-":
        assert done.stderr.splitlines() == [
            "gatehash: missing: No such file or directory",
            "gatehash: -: Bad file descriptor",
        ]
    assert [path.name for path in tmp_path.iterdir()] == ["message"]
    assert (tmp_path / "message").read_bytes() == _MESSAGE


_LOCALES: list[dict[str, str]] = [
    {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    {"LC_ALL": "C.UTF-8"},
    {"LC_ALL": "C.UTF-8", "PYTHONIOENCODING": "ascii"},
]


@pytest.mark.parametrize("locale", _LOCALES)
def test_names_in_any_locale(tmp_path: Path, locale: dict[str, str]) -> None:
    names = [b"not \xff text", "emoji 😀".encode(), "é".encode("latin-1"), b" lead", b"tab\there"]
    folder = os.fsencode(tmp_path)
    for name in names:
        with open(os.path.join(folder, name), "wb") as handle:  # noqa: PTH118, PTH123
            handle.write(name)
    call = ("hash", "--engine", "model", *map(os.fsdecode, names))
    done = _gatehash(*call, cwd=tmp_path, environment=locale)
    assert (done.returncode, done.stderr) == (0, b"")
    assert [line[130:] for line in done.stdout.splitlines()] == names
    for sums in ("list", "-"):
        (tmp_path / "list").write_bytes(done.stdout)
        checked = _gatehash(
            *("hash", "--engine", "model", "--check", sums),
            cwd=tmp_path,
            environment=locale,
            input=done.stdout,
        )
        assert (checked.returncode, checked.stderr) == (0, b"")
        assert checked.stdout == b"".join(name + b": OK\n" for name in names)


def test_names_that_no_system_takes_do_not_stop_the_others(tmp_path: Path) -> None:
    (tmp_path / "message").write_bytes(_MESSAGE)
    names = ["x" * 300, "message/below", "", "con\x1b[31mtrol", "message"]
    done = _gatehash("hash", "--engine", "model", *names, cwd=tmp_path)
    assert done.returncode == 1
    assert done.stdout.endswith(b"  message\n")
    assert done.stderr.decode().splitlines() == [
        f"gatehash: {'x' * 300}: File name too long",
        "gatehash: message/below: Not a directory",
        "gatehash: '': No such file or directory",
        "gatehash: 'con'$'\\033''[31mtrol': No such file or directory",
    ]


@pytest.mark.parametrize("names", [["message"], ["-"], ["message", "missing", "message"]])
def test_bar_leaves_the_digests_alone(tmp_path: Path, names: list[str]) -> None:
    """Standard error is a terminal; digests go to a file, as ever."""
    (tmp_path / "message").write_bytes(bytes(1100000))
    shown = _shown(tmp_path, "hash", "--design", "phash-1", "--engine", "model", *names)
    lines = (tmp_path / "out").read_text().splitlines()
    assert [line.split("  ")[1] for line in lines] == [each for each in names if each != "missing"]
    assert b"MB" in shown
    assert (b"gatehash: missing: No such file" in shown) == ("missing" in names)


@pytest.mark.parametrize("name", ["message", "-"])
@pytest.mark.parametrize("output", ["-", "other"])
def test_bar_of_an_encryption(tmp_path: Path, name: str, output: str) -> None:
    (tmp_path / "message").write_bytes(bytes(1100000))
    given = ("--algorithm", "chacha20", "--key", "00" * 32, "--nonce", "00" * 8)
    shown = _shown(tmp_path, "crypt", "--engine", "model", *given, name, "-o", output)
    written = tmp_path / ("out" if output == "-" else output)
    assert written.stat().st_size == 1100000
    assert b"MB" in shown


def _shown(folder: Path, *arguments: str) -> bytes:
    """Return what the command writes to a terminal as standard error.

    Standard input is the file ``message`` of the folder, and standard output its file ``out``.
    """
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 40, 0, 0))
    with (folder / "message").open("rb") as stdin, (folder / "out").open("wb") as out:
        process = subprocess.Popen(
            [sys.executable, "-m", "gatehash", *arguments],
            stdin=stdin,
            stdout=out,
            stderr=theirs,
            cwd=folder,
            env={**os.environ, "TERM": "xterm"},
        )
        os.close(theirs)
        shown = _drain(ours)
        process.wait()
    os.close(ours)
    return shown


def _drain(descriptor: int) -> bytes:
    got = bytearray()
    with contextlib.suppress(OSError):
        while piece := os.read(descriptor, 1 << 16):
            got += piece
    return bytes(got)
