# SPDX-License-Identifier: Apache-2.0
"""``gatehash hash`` and ``crypt`` on a board, and devices that are no board."""

from __future__ import annotations

import hmac
import json
import os
import pty
import select
import threading
import tty
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path

import pytest
from tests.board.bench import Bench, simulated

from gatehash import extras
from gatehash.board import BoardLink, link
from gatehash.board.frames import FLAG, Fault, Frame, Kind, Reader, frame_bytes
from gatehash.board.identity import Identity
from gatehash.board.port import Port
from gatehash.catalog import find
from gatehash.cli.commands import run
from gatehash.errors import GatehashError

KEY = ["--key", "07" * 32, "--nonce", "01" * 8]


@pytest.fixture(scope="module")
def hashing() -> Iterator[Bench]:
    with simulated("ulx3s-85f", "sha256-bram", vendor="lattice") as bench:
        yield bench


@pytest.fixture(scope="module")
def ciphering() -> Iterator[Bench]:
    with simulated("colorlight-i5", "chacha-mc-1") as bench:
        yield bench


def lines(capsys: pytest.CaptureFixture[str], *arguments: str, status: int = 0) -> str:
    """Run a command; return what it prints, on one of the two streams."""
    assert run(arguments) == status
    said = capsys.readouterr()
    assert not (said.err if status == 0 else said.out)
    return said.out or said.err


def test_hash_prints_the_lines_of_the_simulated_core(
    hashing: Bench, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = [str(tmp_path / name) for name in ("one", "two words", "three")]
    for size, name in enumerate(files):
        Path(name).write_bytes(bytes(100 * size))
    common = ["hash", *files, "--algorithm", "sha-256"]
    board = ["--engine", f"uart:{hashing.device}"]
    simulation = ["--design", "sha256-bram"]
    told = lines(capsys, *common, *board)
    assert told == lines(capsys, *common, *simulation)
    assert told == lines(capsys, *common, *board, *simulation, "--verify")
    sums = tmp_path / "sums"
    sums.write_text(told)
    common = ["hash", "--algorithm", "sha-256", "--check", str(sums)]
    assert lines(capsys, *common, *board) == lines(capsys, *common, *simulation)
    # The same of lists by the names of sha256sum.
    assert lines(capsys, "sum", "-a", "sha256", *files, *board) == told
    checked = lines(capsys, "sum", "-a", "sha256", "--check", str(sums), *board)
    assert checked == "".join(f"{name}: OK\n" for name in files)
    shown = lines(capsys, "hash", files[1], "--algorithm", "sha-256", *board, "--details")
    assert f"design        sha256-bram (sha-256, uart:{hashing.device})\n" in shown
    assert "cycles        -\n" in shown
    (entry,) = json.loads(
        lines(capsys, "hash", files[1], "--algorithm", "sha-256", *board, "--json", "--verify")
    )
    assert (entry["cycles"], entry["model_agrees"], entry["message_bytes"]) == (None, True, 100)


def test_a_prompt_of_acvp_is_answered_as_by_the_simulated_core(
    hashing: Bench, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tests = [{"tcId": 1, "msg": "616263", "len": 24}, {"tcId": 2, "msg": "00", "len": 0}]
    groups = [{"tgId": 1, "testType": "AFT", "tests": tests}]
    prompt = {"vsId": 1, "algorithm": "SHA2-256", "revision": "1.0", "testGroups": groups}
    (tmp_path / "prompt").write_text(json.dumps(prompt))
    common = ["acvp", str(tmp_path / "prompt"), "-o", "-", "--design"]
    board = ["--engine", f"uart:{hashing.device}"]
    told = lines(capsys, *common, "sha256-bram", *board)
    assert told == lines(capsys, *common, "sha256-bram", "--engine", "model")
    said = lines(capsys, *common, "sha256-lut", *board, status=1)
    assert "test 1: " in said
    assert "the board has sha256-bram, not sha256-lut" in said


@pytest.mark.large
def test_a_held_key_is_sent_once_and_erased_at_the_end(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[Frame] = []
    reader, write = Reader(), Port.write

    def noted(self: Port, data: bytes) -> None:
        sent.extend(came for came in reader.feed(data) if isinstance(came, Frame))
        write(self, data)

    def configured() -> list[int]:
        """Bytes of the configurations so far."""
        return [len(frame.payload) for frame in sent if frame.kind == Kind.CONFIG_LAST]

    monkeypatch.setattr(Port, "write", noted)
    names = [str(tmp_path / name) for name in ("one", "two", "three")]
    for name in names:
        Path(name).write_bytes(name.encode())
    with simulated("colorlight-i5", "sha256-lut-hmac") as bench:
        engine = f"uart:{bench.device}"
        said = lines(capsys, "hash", *names, "--engine", engine, "--key", "6b6579", "--held")
        wanted = [hmac.digest(b"key", name.encode(), "sha256").hex() for name in names]
        assert [line.split()[0] for line in said.splitlines()] == wanted
        # The last chunk of the first has the end of the key, the others have a word alone.
        assert configured() == [8, 8, 8]
        assert sum(len(each.payload) for each in sent if each.kind == Kind.CONFIG) == 64
        # Hello resets a board, which erases what it holds.
        assert sent[-1].kind == Kind.HELLO
        design = find("sha256-lut-hmac")
        held, other = (design.job(values={"key": key, "held": True}) for key in (b"AAAA", b"BBBB"))
        with BoardLink(bench.device) as board:
            assert board.ask(held, [b"message"])[0] == hmac.digest(b"AAAA", b"message", "sha256")
            with pytest.raises(GatehashError, match="sha256-lut-hmac holds another key"):
                board.ask(other.without_key(), [b"message"])
            board.close()
        with BoardLink(bench.device) as board:
            answer, failed = board.ask(held.without_key(), [b"message"])
            assert failed
            assert not any(answer)


def test_an_unreadable_file_is_named_and_the_others_are_hashed(
    hashing: Bench, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "x").write_bytes(b"abc")
    names = [str(tmp_path / "none"), str(tmp_path / "x"), str(tmp_path)]
    engine = ["--engine", f"uart:{hashing.device}", "--algorithm", "sha-256"]
    assert run(["hash", *names, *engine]) == 1
    out, err = capsys.readouterr()
    assert out.startswith("ba7816bf8f01cfea")
    assert (out.count("\n"), err.count("\n")) == (1, 2)


def test_crypt_there_and_back(
    ciphering: Bench, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    plain, there, back, model = (tmp_path / name for name in ("plain", "there", "back", "model"))
    plain.write_bytes(bytes(range(256)) * 3)
    cipher = ["--algorithm", "chacha12", *KEY]
    board = ["--engine", f"uart:{ciphering.device}"]
    lines(capsys, "crypt", *cipher, *board, str(plain), "-o", str(there))
    lines(capsys, "crypt", *cipher, *board, "--decrypt", str(there), "-o", str(back))
    modelled = ["--engine", "model", "--design", "chacha-mc-1"]
    lines(capsys, "crypt", *cipher, *modelled, str(plain), "-o", str(model))
    assert there.read_bytes() == model.read_bytes()
    assert back.read_bytes() == plain.read_bytes()


def test_another_design_is_refused(
    hashing: Bench, ciphering: Bench, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "x").write_bytes(b"abc")
    engine, name = f"uart:{hashing.device}", str(tmp_path / "x")
    said = lines(capsys, "hash", name, "--engine", engine, "--design", "sha512-lut", status=2)
    assert said == f"gatehash: {engine}: the board has sha256-bram, not sha512-lut\n"
    engine, out = f"uart:{ciphering.device}", tmp_path / "out"
    call = ["crypt", name, "-o", str(out), "--engine", engine]
    said = lines(capsys, *call, "--algorithm", "threefish-256", "--key", "00" * 32, status=2)
    assert said.startswith("gatehash: chacha-mc-1 has no cipher 'threefish-256'; it runs: ")
    said = lines(capsys, "hash", name, "--engine", engine, status=2)
    assert said.startswith("gatehash: chacha-mc-1 has no hash function")
    assert not out.exists()


@pytest.mark.parametrize("option", [["--waves", "x"], ["--netlist", "ecp5"]])
def test_options_of_simulations_are_refused(
    option: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    said = lines(capsys, "hash", "x", "--engine", "uart:x", *option, status=2)
    assert said.startswith(f"gatehash: {option[0]} ")
    assert said.endswith("hardware; it excludes --engine uart\n")


@pytest.mark.parametrize("engine", ["uart:", "uart", "vhdl"])
def test_an_engine_is_one_of_three(engine: str, capsys: pytest.CaptureFixture[str]) -> None:
    said = lines(capsys, "hash", "x", "--engine", engine, status=2)
    assert said == (
        f"gatehash hash: --engine is '{engine}'; it must be one of: rtl, model, uart:DEVICE\n"
    )


# Devices that are no board, or a board that fails


Answers = Callable[[Frame], bytes | Iterator[bytes]]


@contextmanager
def device(answers: Answers, *, chatter: bytes = b"") -> Iterator[str]:
    """Run a pseudo-terminal that answers frames, and says something to every byte that comes.

    Of an answer in pieces it says one each millisecond, until another begins.
    """
    master, slave = pty.openpty()
    tty.setraw(slave)
    os.set_blocking(master, False)
    reader = Reader()

    def serve() -> None:
        waiting: Iterator[bytes] = iter(())
        while True:
            piece = next(waiting, b"")
            if select.select([master], [], [], 0.001 if piece else None)[0]:
                data = os.read(master, 4096)
                if data == b"\0quit":
                    return
                os.write(master, chatter)
                for came in reader.feed(data):
                    if isinstance(came, Frame):
                        said = answers(came)
                        if isinstance(said, bytes):
                            os.write(master, said)
                        else:
                            waiting = said
            # The host that does not read is not waited for.
            with suppress(BlockingIOError):
                os.write(master, piece)

    thread = threading.Thread(target=serve)
    thread.start()
    try:
        yield os.ttyname(slave)
    finally:
        os.write(slave, b"\0quit")
        thread.join()
        os.close(slave)
        os.close(master)


def identified(came: Frame, **changes: int | str) -> bytes:
    hardware = find("sha256-lut").hardware
    identity = Identity.of(find("sha256-lut"), hardware, 50)
    data = Identity(**{**vars(identity), **changes}).to_bytes()
    return frame_bytes(Kind.IDENTIFIED, 0, came.payload + data)


def after_hello(*frames: bytes) -> Answers:
    """Answer as a board, and the first frame of a message with these."""
    left = [b"".join(frames)]

    def answers(came: Frame) -> bytes:
        if came.kind == Kind.HELLO:
            return identified(came)
        return left.pop() if left else b""

    return answers


def for_ever(frames: Callable[[int], bytes]) -> Answers:
    """Answer as a board, and a message with frames that never end, each by its number."""

    def answers(came: Frame) -> bytes | Iterator[bytes]:
        return identified(came) if came.kind == Kind.HELLO else map(frames, count())

    return answers


def with_version(came: Frame) -> bytes:
    return frame_bytes(Kind.IDENTIFIED, 0, came.payload + b"\x09" + bytes(40))


FAILURES: dict[str, tuple[Answers, bytes, str]] = {
    "silent": (lambda _: b"", b"", "nothing answers"),
    "nonsense": (lambda _: b"", b"login: ", "what is there answers nonsense; it is no board"),
    "echo": (lambda came: frame_bytes(Kind(came.kind), 0, came.payload), b"", "answers nonsense"),
    "version": (with_version, b"", "version 9 of the protocol; this is version 1"),
    "cut off": (
        lambda came: frame_bytes(Kind.IDENTIFIED, 0, came.payload + b"\x01abc"),
        b"",
        "the board's identity is cut off",
    ),
    "window": (lambda came: identified(came, window=0), b"", "identity makes no sense"),
    "unknown": (
        lambda came: identified(came, design="sha999"),
        b"",
        "the board has sha999, which this version of the library does not know",
    ),
    "hardware": (
        lambda came: identified(came, hardware=1),
        b"",
        "sha256-lut on the board is other hardware than sha-256 needs; build it with: gatehash "
        "board BOARD --design sha256-lut --algorithm sha-256",
    ),
    "no answer": (after_hello(frame_bytes(Kind.TAKEN, 0)), b"", "does not answer: no progress for"),
    "endless answer": (
        for_ever(lambda number: frame_bytes(Kind.ANSWER, number, b"a")),
        b"",
        "the answer has more than 32 bytes; sha-256 on sha256-lut has no more",
    ),
    "endless nothing": (
        for_ever(lambda number: frame_bytes(Kind.ANSWER, number)),
        b"",
        "does not answer: no progress for 0.2 seconds",
    ),
    "endless flags": (for_ever(lambda _: bytes([FLAG])), b"", "does not answer: no progress for"),
    "taken for ever": (
        for_ever(lambda _: frame_bytes(Kind.TAKEN, 0)),
        b"",
        "took what was not sent, or took before",
    ),
    "no verdict": (
        after_hello(frame_bytes(Kind.TAKEN, 0), frame_bytes(Kind.END, 0, b"\2")),
        b"",
        "answers nonsense",
    ),
    "too early": (
        after_hello(frame_bytes(Kind.ANSWER, 0, bytes(32)), frame_bytes(Kind.END, 1, b"\0")),
        b"",
        "the board answers before the message has ended",
    ),
    "fault": (
        after_hello(frame_bytes(Kind.FAULT, 0, bytes([Fault.OVERRUN]))),
        b"",
        "the board ended the session: its buffer overflowed",
    ),
    "new fault": (after_hello(frame_bytes(Kind.FAULT, 0, b"\x77")), b"", "session: fault 119"),
    "damaged": (after_hello(bytes([FLAG, 1, 2, 3, FLAG])), b"", "a frame of the board arrived dam"),
    "lost": (after_hello(frame_bytes(Kind.ANSWER, 1, b"a")), b"", "of the answer was lost"),
    "end lost": (after_hello(frame_bytes(Kind.END, 3, b"\0")), b"", "of the answer was lost"),
    "not sent": (after_hello(frame_bytes(Kind.TAKEN, 5)), b"", "took what was not sent"),
    "no end": (
        after_hello(frame_bytes(Kind.TAKEN, 0), frame_bytes(Kind.END, 0)),
        b"",
        "answers nonsense",
    ),
    "stray": (after_hello(frame_bytes(Kind.HELLO, 0, b"abcd")), b"", "the board answers nonsense"),
    "short": (
        after_hello(
            frame_bytes(Kind.TAKEN, 0),
            frame_bytes(Kind.ANSWER, 0, b"abc"),
            frame_bytes(Kind.END, 1, b"\0"),
        ),
        b"",
        "the answer has 3 bytes; sha-256 on sha256-lut has 32",
    ),
}


@pytest.mark.parametrize("what", FAILURES)
def test_what_is_no_board_is_an_error_in_one_line(
    what: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(link, "_GREETING_SECONDS", 0.05)
    monkeypatch.setattr(link, "_SILENCE_SECONDS", 0.2)
    (tmp_path / "x").write_bytes(b"abc")
    answers, chatter, said = FAILURES[what]
    with device(answers, chatter=chatter) as name:
        call = ["hash", str(tmp_path / "x"), "--algorithm", "sha-256", "--engine", f"uart:{name}"]
        told = lines(capsys, *call, status=2)
    assert told.startswith(f"gatehash: uart:{name}: ")
    assert said in told
    assert told.count("\n") == 1


def test_a_board_that_fails_leaves_no_output(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Half of the answer had come."""
    hardware = find("chacha-mc-1").hardware
    data = Identity.of(find("chacha-mc-1"), hardware, 50).to_bytes()

    def answers(came: Frame) -> bytes:
        if came.kind == Kind.HELLO:
            return frame_bytes(Kind.IDENTIFIED, 0, came.payload + data)
        if came.kind == Kind.MESSAGE_LAST:
            return frame_bytes(Kind.ANSWER, 0, b"ab") + frame_bytes(
                Kind.FAULT, 0, bytes([Fault.BAD_FRAME])
            )
        return b""

    (tmp_path / "in").write_bytes(b"abcd")
    out = tmp_path / "out"
    with device(answers) as name:
        call = ["crypt", "--algorithm", "chacha8", *KEY, "--engine", f"uart:{name}"]
        told = lines(capsys, *call, str(tmp_path / "in"), "-o", str(out), status=2)
    assert "a frame arrived damaged" in told
    assert sorted(each.name for each in tmp_path.iterdir()) == ["in"]


@pytest.mark.parametrize(
    ("name", "said"),
    [("/nonexistent/tty", "No such file or directory"), ("/dev/null", "Inappropriate ioctl for")],
)
def test_a_device_that_can_t_be_opened(
    name: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    told = lines(capsys, "hash", "x", "--engine", f"uart:{name}", status=2)
    assert told.startswith(f"gatehash: uart:{name}: can't open the device: {said}")


def test_a_device_in_use(hashing: Bench, capsys: pytest.CaptureFixture[str]) -> None:
    with link.BoardLink(hashing.device):
        told = lines(capsys, "hash", "x", "--engine", f"uart:{hashing.device}", status=2)
    assert "can't open the device: " in told


def test_without_pyserial(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(__import__("sys").modules, "serial", None)
    monkeypatch.setattr(extras, "requirements", lambda: {"pyserial": "uart"})
    told = lines(capsys, "hash", "x", "--engine", "uart:x", status=2)
    assert told.startswith("gatehash: pyserial not found; get it with: ")
    assert "[uart]" in told
