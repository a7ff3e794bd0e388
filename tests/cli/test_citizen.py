# SPDX-License-Identifier: Apache-2.0
"""Every command in every situation that a command can be in: a table of both.

A command is in the table by being one; it needs a cheap call in ``_calls``. Computed figures are
kept from the first run, so that two runs of a command print the same.
"""

import contextlib
import hashlib
import itertools
import os
import pty
import re
import signal
import sys
import termios
import threading
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from tests.cli.every import COMMANDS
from tests.cli.server import CLOSED, Server

from gatehash.catalog import DESIGNS
from gatehash.cli import streams
from gatehash.cli.commands import run
from gatehash.cli.values import OneOf, Real, Whole
from gatehash.implement import is_stale, load

_MESSAGE = bytes(range(64))
_VECTORS = f"Len = 0\nMsg = 00\nMD = {hashlib.sha256().hexdigest()}\n"

# RISC-V: sends "!", waits until it has left, and ends with status 0.
_FIRMWARE = (
    *(0x800002B7, 0x02100313, 0x0062A023),  # lui t0, 0x80000; li t1, 0x21; sw t1, 0(t0)
    *(0x0042A303, 0x00137313, 0xFE030CE3),  # lw t1, 4(t0); andi t1, t1, 1; beqz t1, .-8
    *(0x800022B7, 0x0002A023, 0x0000006F),  # lui t0, 0x80002; sw zero, 0(t0); j .
)


@dataclass(frozen=True)
class _Call:
    """A cheap call of a command.

    Parameters
    ----------
    arguments : list of str
        What follows the command's name.
    status : int
        Its exit status.
    prints : bool
        Whether it writes to standard output.
    """

    arguments: list[str]
    status: int = 0
    prints: bool = True


def _fresh(target: str) -> str:
    """Return a design whose record is fresh: nothing is measured then."""
    for design in DESIGNS.values():
        result = load(design, target, design.compared)
        if result is not None and not is_stale(result, design):
            return design.name
    pytest.fail(f"no record of {target} is fresh")


def _calls() -> dict[str, _Call]:
    key = ["--algorithm", "threefish-256", "--key", "00" * 32]
    derive = ["--engine", "model", "-a", "hmac-sha256", "--key", "00"]
    return {
        "list": _Call([]),
        "hash": _Call(["--engine", "model", "message"]),
        "sum": _Call(["-a", "sha256", "--engine", "model", "message"]),
        "crypt": _Call(["--engine", "model", *key, "message", "-o", "-"]),
        "derive hkdf": _Call([*derive, "-l", "8"]),
        "derive hkdf-extract": _Call(derive),
        "derive hkdf-expand": _Call([*derive[:-1], "00" * 32, "-l", "8"]),
        "derive pbkdf2": _Call(
            [*derive[:4], "--password", "00", "--salt", "00", "--iterations", "1", "-l", "8"]
        ),
        "derive kdf-counter": _Call([*derive, "-l", "8"]),
        "derive kdf-kmac": _Call([*derive[:3], "kmac128", *derive[4:], "-l", "8"]),
        "bench": _Call(["skein256-x1"]),
        "kat": _Call(["--engine", "model", "vectors", "--design", "sha256-lut"]),
        "acvp": _Call(["--capabilities", "sha256-lut"]),
        "soak": _Call(["sha256-lut", "--packets", "1"]),
        "coverage": _Call(["--list"]),
        "prove": _Call(["gh_fifo", "--list"]),
        "fault": _Call(["--list"]),
        "leak": _Call(["--list"]),
        "mutate": _Call(["gh_add_xor", "--list"]),
        # A folder can be exported to once; that a file can't be one is said at once.
        "export": _Call(["sha256-lut", "--as", "f", "-o", "message"], status=2, prints=False),
        # An exported folder takes long to build.
        "simulate": _Call(["."], status=2, prints=False),
        "board": _Call([]),
        "synth": _Call([_fresh("xc5v"), "--target", "xc5v"]),
        "implement": _Call([_fresh("xc5v"), "--targets", "xc5v", "--json"]),
        "soc": _Call(["sha256-lut", "--run", "firmware.bin"]),
        "pick": _Call(["--algorithm", "skein-512-512"]),
        "scale": _Call(["sha-256"]),
        # It compares all records; that there is nothing to do it with is said at once.
        "rekey": _Call(["--jobs", "0"], status=2, prints=False),
        "doctor": _Call([]),
        # The page takes long; that a file can't be its folder is said at once.
        "report": _Call(["--out", "message"], status=2, prints=False),
        "report han": _Call([]),
        "report zalewski": _Call([]),
        "report at": _Call([]),
        "microcode show": _Call(["chacha"]),
        "microcode emit": _Call([]),
        "registers emit": _Call([]),
        # As a folder that is exported to.
        "registers manual": _Call(["-o", "message"], status=2, prints=False),
    }


def test_every_command_has_a_cheap_call() -> None:
    calls = _calls()
    assert set(calls) == set(COMMANDS)
    assert {name for name, call in calls.items() if not call.prints} == set(_SILENT)


class _Table:
    """Runs the cheap calls."""

    def __init__(self, folder: Path) -> None:
        (folder / "message").write_bytes(_MESSAGE)
        (folder / "vectors").write_text(_VECTORS)
        (folder / "firmware.bin").write_bytes(
            b"".join(word.to_bytes(4, "little") for word in _FIRMWARE)
        )
        self.folder = folder
        self.calls = _calls()
        self._server = Server(folder)
        self._plain: dict[str, bytes] = {}

    def arguments(self, command: str) -> list[str]:
        return [*command.split(), *self.calls[command].arguments]

    def close(self) -> None:
        self._server.close()

    def start(self, command: str, streams: tuple[int, int, int], **options: Any) -> int:
        return self._server.start(self.arguments(command), streams, **options)

    def is_done(self, seconds: float) -> bool:
        return self._server.is_done(seconds)

    def status(self) -> int:
        return self._server.wait().status

    def run(
        self, command: str, *, stdin: int | None = None, stdout: int | None = None, **options: Any
    ) -> tuple[int, bytes, str]:
        """Run a call; return its status, and what it writes to the streams that are not given."""
        with (
            (self.folder / "stdout").open("w+b") as out,
            (self.folder / "stderr").open("w+b") as err,
            Path(os.devnull).open("rb") as nothing,
        ):
            stderr = options.pop("stderr", None)
            self.start(
                command,
                (
                    nothing.fileno() if stdin is None else stdin,
                    out.fileno() if stdout is None else stdout,
                    err.fileno() if stderr is None else stderr,
                ),
                **options,
            )
            status = self.status()
            for stream in (out, err):
                stream.seek(0)
            return status, out.read(), err.read().decode()

    def plain(self, command: str) -> bytes:
        """Return what a call prints."""
        if command not in self._plain:
            call = self.calls[command]
            status, out, err = self.run(command)
            assert status == call.status, err
            assert bool(out) is call.prints
            assert "Traceback" not in err
            self._plain[command] = out
        return self._plain[command]


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[_Table]:
    made = _Table(tmp_path_factory.mktemp("citizen"))
    yield made
    made.close()


# What they make goes into a folder, or their call is refused.
_SILENT = ("report", "export", "simulate", "registers manual", "rekey")
_PRINTING = [name for name in COMMANDS if name not in _SILENT]
every_command = pytest.mark.parametrize("command", COMMANDS)
_SITUATIONS = 6


def _in_turn(
    commands: Iterable[str],
    names: tuple[str, ...],
    ways: Sequence[tuple[Any, ...]],
    turn: int,
) -> pytest.MarkDecorator:
    """One command in six, in one of several ways; all of them with the tests that take long.

    By their turns each command is in one of the six situations below.
    """
    cases = [
        pytest.param(
            command,
            *way,
            marks=()
            if number % _SITUATIONS == turn and number // _SITUATIONS % len(ways) == place
            else pytest.mark.large,
        )
        for number, command in enumerate(commands)
        for place, way in enumerate(ways)
    ]
    return pytest.mark.parametrize(("command", *names), cases)


@every_command
def test_a_call_ends_as_the_table_has_it(table: _Table, command: str) -> None:
    table.plain(command)


@_in_turn(
    _PRINTING,
    ("device", "said"),
    [(None, "Bad file descriptor"), ("/dev/full", "No space left on device")],
    turn=0,
)
def test_output_that_is_lost_is_an_error(
    table: _Table, command: str, device: str | None, said: str
) -> None:
    assert table.plain(command)
    stdout = CLOSED if device is None else os.open(device, os.O_WRONLY)
    status, _, err = table.run(command, stdout=stdout)
    if stdout != CLOSED:
        os.close(stdout)
    assert status == 1
    assert err.endswith(f"gatehash: write error: {said}\n")
    assert "Traceback" not in err


@_in_turn(_PRINTING, (), [()], turn=1)
def test_reader_that_went_away(table: _Table, command: str) -> None:
    table.plain(command)
    reader, writer = os.pipe()
    os.close(reader)
    status, _, err = table.run(command, stdout=writer)
    os.close(writer)
    assert status == -signal.SIGPIPE
    assert "error" not in err


@_in_turn(COMMANDS, ("stderr",), [("closed",), ("full",)], turn=2)
def test_diagnostics_that_are_lost_change_nothing(table: _Table, command: str, stderr: str) -> None:
    plain = table.plain(command)
    descriptor = CLOSED if stderr == "closed" else os.open("/dev/full", os.O_WRONLY)
    status, out, _ = table.run(command, stderr=descriptor)
    if descriptor != CLOSED:
        os.close(descriptor)
    assert (status, out) == (table.calls[command].status, plain)


@_in_turn(COMMANDS, (), [()], turn=3)
def test_standard_input_may_be_closed(table: _Table, command: str) -> None:
    plain = table.plain(command)
    assert table.run(command, stdin=CLOSED)[:2] == (table.calls[command].status, plain)


@_in_turn(_PRINTING, ("width",), [(20,), (80,)], turn=4)
def test_terminal_of_any_width(table: _Table, command: str, width: int) -> None:
    plain = table.plain(command)
    ours, theirs = pty.openpty()
    termios.tcsetwinsize(theirs, (24, width))
    attributes = termios.tcgetattr(theirs)
    attributes[1] &= ~termios.OPOST
    termios.tcsetattr(theirs, termios.TCSANOW, attributes)
    got = bytearray()

    def drain() -> None:
        with contextlib.suppress(OSError):  # the end, on Linux
            while piece := os.read(ours, 1 << 16):
                got.extend(piece)

    reader = threading.Thread(target=drain)
    reader.start()
    # Standard error as well: bars and colours are for terminals.
    status, _, _ = table.run(command, stdout=theirs, environment={"COLUMNS": "", "TERM": "xterm"})
    os.close(theirs)
    reader.join()
    os.close(ours)
    assert status == table.calls[command].status
    shown = re.sub(rb"\x1b\[[0-9;]*m", b"", bytes(got))
    if command == "list":
        # Its table is for reading: columns that do not fit are left out, and named below it.
        body, _, note = shown.decode().rpartition("\n\n")
        assert " ".join(note.split()).startswith("Columns that do not fit in a line")
        assert width < 80 or max(map(len, shown.decode().split("\n"))) <= width
        for line, whole in zip(body.split("\n"), plain.decode().splitlines(), strict=True):
            assert set(line.split()) <= set(whole.split())
    else:
        # Lines are as long as their rows: no name and no figure is cut.
        assert shown == plain


@_in_turn(_PRINTING, ("number",), [(signal.SIGINT,), (signal.SIGTERM,), (signal.SIGHUP,)], turn=5)
def test_signal_ends_a_command_as_the_shell_expects(
    table: _Table, command: str, number: signal.Signals
) -> None:
    table.plain(command)
    # The pipe is full: the command is at work until somebody reads, and nobody does.
    reader, writer = os.pipe()
    os.set_blocking(writer, False)
    with contextlib.suppress(BlockingIOError):
        while os.write(writer, bytes(1 << 12)):
            pass
    os.set_blocking(writer, True)
    silent = os.open(os.devnull, os.O_RDWR)
    with (table.folder / "stderr").open("w+b") as err:
        process = table.start(command, (silent, writer, err.fileno()))
        time.sleep(0.05)
        os.kill(process, number)
        # Between Python's last look for signals and a system call that blocks, one goes unseen.
        while not table.is_done(3):
            os.kill(process, number)
        status = table.status()
        err.seek(0)
        said = err.read().decode()
    for descriptor in (reader, writer, silent):
        os.close(descriptor)
    # While they measure, and before they print, these two tell what was done, and exit with 2.
    told = number == signal.SIGINT and command in ("implement", "synth")
    assert status == -number or (told and status == 2)
    assert "Traceback" not in said
    assert "Exception" not in said


# Values


def _options() -> Iterator[tuple[str, Any]]:
    for (name, command), _ in itertools.product(COMMANDS.items(), [None]):
        for parameter in command.params:
            yield name, parameter


def _parser(parameter: Any) -> object:
    return parameter.type_descriptor.parameter_info.parser


def test_every_number_has_a_range() -> None:
    for name, parameter in _options():
        numeric = re.search(r"\b(int|float)\b", str(parameter.type_descriptor.annotation))
        if numeric or isinstance(_parser(parameter), (Whole, Real)):
            assert isinstance(_parser(parameter), (Whole, Real)), f"{name} {parameter.opts[0]}"


def _folders() -> Iterator[tuple[str, str]]:
    """Every option that is a path, by its command."""
    for name, parameter in _options():
        annotated = str(parameter.type_descriptor.annotation)
        if parameter.param_type_name == "option" and re.search(r"\bPath\b", annotated):
            yield name, parameter.opts[0]


@pytest.mark.parametrize(("command", "option"), [*_folders()])
def test_no_path_is_not_this_folder(
    capfd: pytest.CaptureFixture[str], command: str, option: str
) -> None:
    status, err = _run_here(capfd, [*command.split(), option, ""])
    assert status == 2
    assert err == f"gatehash {command}: {option} is ''; it must be a path; this folder is '.'\n"


@pytest.mark.parametrize(
    ("command", "options"),
    [
        (name, "/".join(parameter.opts))
        for name, parameter in _options()
        if isinstance(_parser(parameter), (Whole, Real, OneOf))
    ],
)
def test_bad_value_is_one_line_with_value_and_range(
    capfd: pytest.CaptureFixture[str], command: str, options: str
) -> None:
    """The error names all spellings of the option."""
    option = options.split("/")[0]
    for value in ("zz", "9" * 5000, "inf", "nan", "-1", "1e999", "", "٣", "a\nb"):
        status, err = _run_here(capfd, [*command.split(), f"{option}={value}"])
        assert status == 2, value
        shown = "9" * 60 + " ..." if len(value) > 60 else value.replace("\n", "\\n")
        assert err.startswith(f"gatehash {command}: {options} is '{shown}'; it must be ")
        assert re.search(r" from \S+ to \S+$| one of: ", err)
        assert err.count("\n") == 1


@every_command
def test_usage_error_is_one_line(capfd: pytest.CaptureFixture[str], command: str) -> None:
    status, err = _run_here(capfd, [*command.split(), "--no-such-option"])
    assert status == 2
    assert err.startswith(f"gatehash {command}: ")
    assert "--no-such-option" in err
    assert err.count("\n") == 1


def _run_here(capfd: pytest.CaptureFixture[str], arguments: list[str]) -> tuple[int, str]:
    """Run a command in this process; return its status and what it says."""
    kept = sys.stdout, sys.stderr
    handlers = {number: signal.getsignal(number) for number in (1, 2, 15)}
    try:
        streams.install()
        status = run(arguments)
        sys.stderr.flush()
    finally:
        sys.stdout, sys.stderr = kept
        for number, handler in handlers.items():
            signal.signal(number, handler)
    out, err = capfd.readouterr()
    assert out == ""
    return status, err
