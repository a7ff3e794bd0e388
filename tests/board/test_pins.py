# SPDX-License-Identifier: Apache-2.0
"""Boards' tops, simulated bit by bit from their pins, with the library's host side before them."""

from __future__ import annotations

import hashlib
import random
import time
from collections.abc import Iterator

import pytest
import serial
from tests.board.bench import Bench, simulated
from tests.simulate.asking import expected

from gatehash.board import BAUD, BoardLink
from gatehash.board.frames import FLAG, Fault, Frame, Kind, Reader, fcs, frame_bytes
from gatehash.board.identity import BUFFER_BYTES, CHUNK_BYTES, Identity
from gatehash.catalog import Job, find
from gatehash.errors import GatehashError, RefusedError

HASH, CIPHER = "sha256-bram", "chacha-mc-1"
NONCE = b"\x7e\x7d\x00\x5e"
SECONDS = 20.0


@pytest.fixture(scope="module")
def hashing() -> Iterator[Bench]:
    """A board with a wide stream and no configuration, with the vendor's PLL and cells."""
    with simulated("ulx3s-85f", HASH, vendor="lattice") as bench:
        yield bench


@pytest.fixture(scope="module")
def ciphering() -> Iterator[Bench]:
    """A board with a stream of bytes and a configuration, with a reset that may last a cycle."""
    with simulated("ulx3s-85f", CIPHER, direct_reset=True) as bench:
        yield bench


def hash_job() -> Job:
    return find(HASH).job("sha-256")


def cipher_job(key: int = 1) -> Job:
    values = {"key": bytes([key]) * 32, "nonce": bytes(range(8))}
    return find(CIPHER).job("chacha8", values, "encrypt")


def agree(link: BoardLink, job: Job, *messages: bytes) -> None:
    for message in messages:
        assert link.ask(job, [message]) == (expected(job, message), False)


class Line:
    """A line to a board, without the library's session."""

    def __init__(self, device: str) -> None:
        self.port = serial.Serial(device, BAUD, timeout=0.05)
        self._reader = Reader()
        self._found: list[Frame] = []

    def __enter__(self) -> Line:
        return self

    def __exit__(self, *_: object) -> None:
        self.port.close()

    def send(self, kind: Kind, number: int, payload: bytes = b"") -> None:
        self.port.write(frame_bytes(kind, number, payload))

    def frame(self) -> Frame:
        """Return the next frame; what is none fails."""
        end = time.monotonic() + SECONDS
        while not self._found:
            assert time.monotonic() < end, "the board says nothing"
            for came in self._reader.feed(self.port.read(max(1, self.port.in_waiting))):
                assert isinstance(came, Frame), came
                self._found.append(came)
        return self._found.pop(0)

    def greet(self) -> Identity:
        self.port.write(bytes([FLAG]))
        self.send(Kind.HELLO, 0, NONCE)
        while (came := self.frame()).payload[:4] != NONCE:
            pass
        assert came[:2] == (Kind.IDENTIFIED, 0)
        return Identity.from_bytes(came.payload[4:])

    def silent(self) -> None:
        time.sleep(0.3)
        assert self.port.in_waiting == 0
        assert not self._found


def test_identity_is_that_of_the_design(hashing: Bench, ciphering: Bench) -> None:
    for bench, name, configured in ((hashing, HASH, False), (ciphering, CIPHER, True)):
        with BoardLink(bench.device) as link:
            found = link.identity
        hardware = find(name).hardware
        assert found == Identity.of(find(name), hardware, 50)
        assert (found.design, found.configured) == (name, configured)
        assert found.function_names == find(name).algorithms[: len(found.function_names)]
        assert found.window * found.chunk_bytes == BUFFER_BYTES


def test_messages_of_all_chunk_edges(hashing: Bench) -> None:
    sizes = [0, 1, 2, 55, 56, 63, 64, 65, 127, 128, 129, 4 * CHUNK_BYTES, 4 * CHUNK_BYTES + 1]
    with BoardLink(hashing.device) as link:
        agree(link, hash_job(), *(bytes(range(256))[:size] * 1 for size in sizes))


def test_bytes_that_are_escaped(hashing: Bench, ciphering: Bench) -> None:
    with BoardLink(hashing.device) as link:
        agree(link, hash_job(), b"\x7e" * 70, b"\x7d\x5e" * 40)
    with BoardLink(ciphering.device) as link:
        job = cipher_job()
        mask = expected(job, bytes(200))
        # The answer is nothing but flags, or escapes.
        for byte in (FLAG, 0x7D):
            message = bytes(each ^ byte for each in mask)
            assert link.ask(job, [message]) == (bytes([byte]) * 200, False)


def test_a_long_message_in_pieces_of_any_size(hashing: Bench) -> None:
    message = random.Random(1).randbytes(5000)
    pieces = [message[:1], b"", message[1:64], message[64:700], message[700:]]
    with BoardLink(hashing.device) as link:
        assert link.ask(hash_job(), pieces) == (hashlib.sha256(message).digest(), False)


def test_a_cipher_answers_while_it_is_sent(ciphering: Bench) -> None:
    """Memory does not grow with the message: the answer comes long before its end."""
    message = random.Random(2).randbytes(3000)
    sent = 0

    def pieces() -> Iterator[bytes]:
        nonlocal sent
        for at in range(0, len(message), 10):
            sent = at
            yield message[at : at + 10]

    job = cipher_job()
    with BoardLink(ciphering.device) as link:
        stream = link.answer(job, pieces())
        first = next(stream)
        assert sent < 1000
        assert first + b"".join(stream) == expected(job, message)


def test_frames_for_the_host_take_turns(ciphering: Bench) -> None:
    """An answer without an end of its own does not keep back what has been taken."""
    job = cipher_job()
    message = bytes(4 * CHUNK_BYTES)
    with Line(ciphering.device) as line:
        line.greet()
        line.send(Kind.CONFIG_LAST, 0, job.config_bytes)
        assert line.frame() == Frame(Kind.TAKEN, 0, b"")
        for number in range(4):
            kind = Kind.MESSAGE if number < 3 else Kind.MESSAGE_LAST
            line.send(kind, number + 1, bytes(CHUNK_BYTES))
        frames = [line.frame()]
        while frames[-1].kind != Kind.END:
            frames.append(line.frame())
    answers = [each for each in frames if each.kind == Kind.ANSWER]
    assert b"".join(each.payload for each in answers) == expected(job, message)
    assert all(len(each.payload) <= CHUNK_BYTES + 2 for each in answers)
    assert [each.number for each in answers] == [*range(len(answers))]
    assert [each.number for each in frames if each.kind == Kind.TAKEN][-1] == 4


def test_a_new_session_forgets_what_was_to_be_told(ciphering: Bench) -> None:
    """What is taken waits while the identity is told; the next session has taken nothing."""
    with Line(ciphering.device) as line:
        line.greet()
        line.send(Kind.HELLO, 0, b"once")
        line.send(Kind.CONFIG, 0, bytes(8))
        line.send(Kind.HELLO, 0, NONCE)
        while (came := line.frame()).payload[:4] != NONCE:
            assert came.kind == Kind.IDENTIFIED
        line.silent()


@pytest.mark.parametrize("flags", range(16))
def test_a_new_session_at_any_time_of_an_answer(ciphering: Bench, flags: int) -> None:
    """Each flag delays it by a byte; no frame of the old answer comes after it has begun."""
    job = cipher_job()
    configuration = frame_bytes(Kind.CONFIG_LAST, 0, job.config_bytes)
    with Line(ciphering.device) as line:
        line.greet()
        message = frame_bytes(Kind.MESSAGE_LAST, 1, b"abc") + bytes([FLAG]) * flags
        line.port.write(configuration + message + frame_bytes(Kind.HELLO, 0, NONCE[::-1]))
        while line.frame().payload[:4] != NONCE[::-1]:
            pass
        line.port.write(configuration)
        assert line.frame() == Frame(Kind.TAKEN, 0, b"")


def test_keys_change_from_message_to_message(ciphering: Bench) -> None:
    with BoardLink(ciphering.device) as link:
        for key in (1, 2, 1):
            agree(link, cipher_job(key), b"", b"abc", bytes(100))


def test_led_tells_the_session(ciphering: Bench) -> None:
    with Line(ciphering.device) as line:
        line.greet()
        assert ciphering.command("led") == "1"
        ciphering.command("button 1")
        assert ciphering.command("led") == "0"


def test_a_malformed_packet_is_answered_with_the_error_flag(
    ciphering: Bench, hashing: Bench
) -> None:
    """A configuration of a word too much; and an empty end after other bytes."""
    with Line(ciphering.device) as line:
        line.greet()
        line.send(Kind.CONFIG_LAST, 0, cipher_job().config_bytes + bytes(8))
        line.send(Kind.MESSAGE_LAST, 1, b"abc")
        frames = [line.frame()]
        while frames[-1].kind != Kind.END:
            frames.append(line.frame())
        assert frames[-1].payload == b"\x01"
        assert {each.kind for each in frames[:-1]} <= {Kind.TAKEN, Kind.ANSWER}
    with Line(hashing.device) as line:
        line.greet()
        line.send(Kind.MESSAGE, 0, b"abcdefgh")
        line.send(Kind.MESSAGE_LAST, 1)
        frames = [line.frame()]
        while frames[-1].kind != Kind.END:
            frames.append(line.frame())
        assert frames[-1].payload == b"\x01"
        # The session goes on.
        line.send(Kind.MESSAGE_LAST, 2, b"abc")
        answer = b""
        while (came := line.frame()).kind != Kind.END:
            answer += came.payload
        assert (came.payload, answer) == (b"\x00", hashlib.sha256(b"abc").digest())


def test_host_tells_a_refused_message(ciphering: Bench) -> None:
    job = cipher_job()
    wrong = Job(**{**vars(job), "config": (*(job.config or ()), 0)})
    with BoardLink(ciphering.device) as link:
        with pytest.raises(RefusedError, match=r"^chacha-mc-1 refuses the message$"):
            list(link.answer(wrong, [b"abc"]))
        agree(link, job, b"abc")


def broken_frame() -> bytes:
    frame = bytearray(frame_bytes(Kind.MESSAGE, 0, b"abcdefgh"))
    frame[3] ^= 1
    return bytes(frame)


def unknown_kind() -> bytes:
    content = b"\x70abc"
    return bytes([FLAG]) + content + fcs(content).to_bytes(2, "little") + bytes([FLAG])


FAULTS = [
    (Fault.BAD_FRAME, [broken_frame()]),
    (Fault.BAD_FRAME, [b"\x7e\x40ab\x7d\x7e"]),
    (Fault.BAD_FRAME, [b"garbage\x7e"]),
    (Fault.BAD_FRAME, [b"\x40\x7e"]),
    (Fault.OUT_OF_ORDER, [frame_bytes(Kind.CONFIG_LAST, 1, bytes(8))]),
    (Fault.OUT_OF_ORDER, [frame_bytes(Kind.MESSAGE_LAST, 15)]),
    (Fault.NOT_ALLOWED, [unknown_kind()]),
    (Fault.NOT_ALLOWED, [frame_bytes(Kind.ANSWER, 0, b"a")]),
    (Fault.NOT_ALLOWED, [frame_bytes(Kind.MESSAGE, 0)]),
    (Fault.NOT_ALLOWED, [frame_bytes(Kind.CONFIG_LAST, 0)]),
    (Fault.NOT_ALLOWED, [frame_bytes(Kind.HELLO, 0, b"abcde")]),
    (Fault.NOT_ALLOWED, [frame_bytes(Kind.HELLO, 0, b"abc")]),
    (Fault.NOT_ALLOWED, [frame_bytes(Kind.HELLO, 1, b"abcd")]),
    (Fault.PART_WORD, [frame_bytes(Kind.CONFIG_LAST, 0, bytes(7))]),
    # Without a configuration the core takes no message, and the buffer fills.
    (Fault.OVERRUN, [frame_bytes(Kind.MESSAGE, n, bytes(60)) for n in range(5)]),
]


@pytest.mark.parametrize(("fault", "sent"), FAULTS, ids=lambda each: getattr(each, "name", None))
def test_a_fault_ends_the_session(ciphering: Bench, fault: Fault, sent: list[bytes]) -> None:
    """It is told once; then the board is silent, and the next session is as the first."""
    with Line(ciphering.device) as line:
        line.greet()
        line.port.write(b"".join(sent))
        while (came := line.frame()).kind == Kind.TAKEN:
            pass
        assert came == Frame(Kind.FAULT, 0, bytes([fault]))
        line.port.write(b"".join(sent))
        line.send(Kind.MESSAGE_LAST, 0, b"abc")
        line.silent()
    with BoardLink(ciphering.device) as link:
        agree(link, cipher_job(), b"abc")


def test_a_board_without_configuration_takes_none(hashing: Bench) -> None:
    with Line(hashing.device) as line:
        line.greet()
        line.send(Kind.CONFIG_LAST, 0, bytes(8))
        assert line.frame() == Frame(Kind.FAULT, 0, bytes([Fault.NOT_ALLOWED]))


def test_garbage_hangs_nothing_and_leaks_nothing(ciphering: Bench) -> None:
    """Before a session, in it, and in the middle of a message."""
    choice = random.Random(3)
    for size in (1, 3, 50, 400):
        garbage = choice.randbytes(size)
        with Line(ciphering.device) as line:
            line.port.write(garbage)
            line.greet()
            line.send(Kind.CONFIG_LAST, 0, cipher_job(9).config_bytes)
            line.send(Kind.MESSAGE, 1, choice.randbytes(choice.randint(1, 60)))
            line.port.write(garbage)
        with BoardLink(ciphering.device) as link:
            agree(link, cipher_job(), b"abc", choice.randbytes(70))


def test_breaks_and_glitches_of_the_line(ciphering: Bench) -> None:
    clocks = 50
    with Line(ciphering.device) as line:
        line.greet()
        ciphering.command(f"low {clocks // 4}")  # no start bit
        line.send(Kind.CONFIG_LAST, 0, cipher_job().config_bytes)
        assert line.frame() == Frame(Kind.TAKEN, 0, b"")
        ciphering.command(f"low {30 * clocks}")
        line.port.write(bytes([FLAG]))
        assert line.frame() == Frame(Kind.FAULT, 0, bytes([Fault.BAD_FRAME]))
        # In the middle of a message.
        line.greet()
        line.send(Kind.CONFIG_LAST, 0, cipher_job(9).config_bytes)
        line.send(Kind.MESSAGE, 1, bytes(20))
        while line.frame() != Frame(Kind.TAKEN, 1, b""):
            pass
        ciphering.command(f"low {11 * clocks}")
    with BoardLink(ciphering.device) as link:
        agree(link, cipher_job(), b"abc")


@pytest.mark.parametrize("pace", [965, 1035])
def test_a_host_s_clock_may_differ(hashing: Bench, pace: int) -> None:
    hashing.command(f"pace {pace}")
    try:
        with BoardLink(hashing.device) as link:
            agree(link, hash_job(), bytes(range(256)))
    finally:
        hashing.command("pace 1000")


def test_reset_of_a_cycle_at_any_time_leaves_nothing(ciphering: Bench) -> None:
    """While frames arrive, while they are answered, and just after."""
    choice = random.Random(4)
    for _ in range(12):
        with Line(ciphering.device) as line:
            line.greet()
            line.send(Kind.CONFIG_LAST, 0, cipher_job(9).config_bytes)
            line.send(Kind.MESSAGE_LAST, 1, choice.randbytes(64))
            ciphering.command(f"run {choice.randint(1, 120_000)}")
            ciphering.command("button 1")
        with BoardLink(ciphering.device) as link:
            agree(link, cipher_job(), choice.randbytes(30))


def test_a_message_that_breaks_off_is_forgotten(hashing: Bench) -> None:
    """Its source fails; or no one reads its answer to the end."""

    def fails() -> Iterator[bytes]:
        yield bytes(300)
        raise OSError("gone")

    with BoardLink(hashing.device) as link:
        with pytest.raises(OSError, match="gone"):
            link.ask(hash_job(), fails())
        agree(link, hash_job(), b"abc")
        stream = link.answer(hash_job(), [b"abcd"])
        next(stream)
        del stream
        agree(link, hash_job(), b"abc")


def test_a_job_needs_the_board_s_hardware(hashing: Bench) -> None:
    with BoardLink(hashing.device) as link:
        assert link.job(None, "sha-256", {}).design.name == HASH
        with pytest.raises(GatehashError, match=f"the board has {HASH}, not sha256-lut$"):
            link.job("sha256-lut", None, {})
        with pytest.raises(GatehashError, match="unknown design 'sha'"):
            link.job("sha", None, {})
        with pytest.raises(GatehashError, match="is other hardware than sha-224 needs; build it"):
            link.job(None, "sha-224", {})
