# SPDX-License-Identifier: Apache-2.0
"""Messages of any length through a simulator: never stuck, never in memory as a whole."""

import fcntl
import os
import random
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import gatehash
from gatehash.catalog import Job, find
from gatehash.errors import GatehashError, RefusedError
from gatehash.models import chacha, threefish
from gatehash.simulate import Answer, Simulation

KEY, NONCE = bytes(range(32)), b"nonce-64"
CHACHA: dict[str, Any] = {"key": KEY, "nonce": NONCE}
# Of a message no more than this is on its way, between the host and the answer.
ON_ITS_WAY = 1 << 20


def cipher(name: str = "chacha-mc-1", algorithm: str = "chacha8") -> Job:
    return find(name).job(algorithm, CHACHA, "encrypt")


def xored(message: bytes, number: int) -> bytes:
    """Block `number` of a message, encrypted with ChaCha8."""
    block = message[64 * number : 64 * number + 64]
    stream = chacha.chacha_block(KEY, NONCE, number, 8)
    return bytes(a ^ b for a, b in zip(block, stream, strict=True))


@pytest.mark.parametrize(
    "kibibytes", [256, pytest.param(4096, marks=pytest.mark.large)], ids=lambda each: f"{each}KiB"
)
def test_a_long_message_on_the_smallest_design(kibibytes: int) -> None:
    message = random.Random("chacha").randbytes(1 << 18) * (kibibytes // 256)
    read = 0

    def pieces() -> Iterator[bytes]:
        nonlocal read
        for at in range(0, len(message), 50_000):
            read = at
            yield message[at : at + 50_000]

    answer = bytearray()
    for piece in gatehash.crypt_stream("chacha-mc-1", "chacha8", pieces(), **CHACHA):
        answer += piece
        assert read - len(answer) < ON_ITS_WAY
    assert len(answer) == len(message)
    blocks = len(message) // 64
    for number in {*range(0, blocks, 97), *range(1000), *range(blocks - 1000, blocks)}:
        assert answer[64 * number : 64 * number + 64] == xored(message, number), number


@pytest.mark.parametrize(
    "kibibytes", [64, pytest.param(2048, marks=pytest.mark.large)], ids=lambda each: f"{each}KiB"
)
def test_a_long_message_of_threefish(kibibytes: int) -> None:
    key, message = (
        bytes(range(64)),
        random.Random("threefish").randbytes(1 << 14) * (kibibytes // 16),
    )
    answer = gatehash.crypt("threefish-mc", "threefish-512", message, key=key)
    assert len(answer) == len(message)
    for number in range(0, len(message) // 64, 97):
        tweak = number.to_bytes(8, "little") + bytes(8)
        at = slice(64 * number, 64 * number + 64)
        assert answer[at] == threefish.encrypt(key, tweak, message[at])


def test_no_size_of_the_pipes_matters() -> None:
    """Pipes of a page hold neither a piece of the message nor one of the answer."""
    message = bytes(range(256)) * 512
    with Simulation(cipher()) as simulation:
        usual = simulation.ask([message])
        again = simulation.ask([message])
    with Simulation(cipher()) as simulation:
        for pipe in (simulation._input, simulation._output):
            fcntl.fcntl(pipe, fcntl.F_SETPIPE_SZ, 4096)
        assert simulation.ask([message]) == usual
        assert simulation.ask(message[at : at + 100] for at in range(0, len(message), 100)) == again
    assert usual.data == again.data


def test_cycles_do_not_depend_on_when_input_comes() -> None:
    job = find("skein512-x8").job()
    message = bytes(1 << 20)

    def slow() -> Iterator[bytes]:
        for at in range(0, len(message), 1 << 17):
            time.sleep(0.02)
            yield message[at : at + (1 << 17)]

    with Simulation(job) as simulation:
        at_once = simulation.ask([message])
    with Simulation(job) as simulation:
        assert simulation.ask(slow()) == at_once
    assert at_once.cycles == job.latency(len(message))


def test_streams_stay_side_by_side_however_long() -> None:
    """More beats than the harness ever holds, from hosts that say first what one stream gets."""
    job = cipher("blake-chacha-mc-1")
    messages = [bytes([stream]) * 270_000 for stream in (0, 1)]
    with Simulation(job) as simulation:
        left, right = simulation.ask_all(([one] for one in messages), streams=(0, 1))
    assert (left.first, left.last) == (right.first, right.last)
    for message, answer in zip(messages, (left, right), strict=True):
        for number in range(0, len(message) // 64, 97):
            assert answer.data[64 * number : 64 * number + 64] == xored(message, number)


def test_streams_of_unequal_messages() -> None:
    """Many short messages in one stream beside a long one in the other, as if each were alone."""
    job = cipher("blake-chacha-mc-1")
    short = [bytes([n]) * n for n in range(60)]
    long = bytes(range(256)) * 100
    with Simulation(job) as simulation:
        answers = simulation.ask_all(
            ([message] for message in (long, *short)), streams=(1, *(0 for _ in short))
        )
    for message, answer in zip((long, *short), answers, strict=True):
        assert answer.data == chacha.chacha_xor(message, KEY, NONCE, 0, 8)


def broken(size: int) -> Iterator[bytes]:
    yield bytes(size)
    raise OSError("the disk is gone")


@pytest.mark.parametrize(
    ("name", "places"),
    [
        ("chacha-x2-piped", (0, 3, 5)),
        ("blake-chacha-mc-1", (3,)),
        pytest.param("blake-chacha-mc-1", (0, 5), marks=pytest.mark.large),
    ],
)
def test_long_message_that_breaks_off_leaves_the_simulator_usable(
    name: str, places: tuple[int, ...]
) -> None:
    """Others are on their way then, one with its configuration in the design."""
    job = cipher(name)
    streams = [n % job.hardware.streams for n in range(6)]
    with Simulation(job) as simulation:
        for at in places:
            messages: list[Any] = [[bytes(1000)] for _ in range(6)]
            messages[at] = broken(270_001)
            with pytest.raises(OSError, match="the disk is gone"):
                simulation.ask_all(messages, streams=streams)
            assert simulation.ask([b"abc"]).data == chacha.chacha_xor(b"abc", KEY, NONCE, 0, 8)


def test_messages_that_can_not_be_had() -> None:
    def messages() -> Iterator[list[bytes]]:
        yield [b"one"]
        raise OSError("the list is gone")

    with Simulation(cipher()) as simulation:
        with pytest.raises(OSError, match="the list is gone"):
            simulation.ask_all(messages())
        with pytest.raises(TypeError, match="a bytes-like object is required, not 'int'"):
            simulation.ask(b"bytes, not pieces")  # type: ignore[arg-type]
        with pytest.raises(TypeError, match="text must be encoded"):
            simulation.ask([b"abc", "text"])  # type: ignore[list-item]
        assert simulation.ask([b"abc"]).data == chacha.chacha_xor(b"abc", KEY, NONCE, 0, 8)
        with pytest.raises(GatehashError, match="chacha-mc-1 has no stream 1; its only one is 0"):
            simulation.ask_all([[b"abc"]] * 2, streams=[0, 1])
        assert simulation.ask([b"abc"]).data == chacha.chacha_xor(b"abc", KEY, NONCE, 0, 8)
        assert simulation.ask_all([]) == []


def test_a_job_or_a_stream_too_few_or_too_many() -> None:
    job = cipher()
    with Simulation(job) as simulation:
        for messages, jobs, streams, complaint in (
            (2, [job], None, "1 job given, but more messages"),
            (1, [job, job], None, "1 message given, but more jobs"),
            (0, None, [0], "0 messages given, but more streams"),
            (2, [job, job], [0], "1 stream given, but more messages"),
        ):
            with pytest.raises(GatehashError, match=f"^{complaint}$"):
                simulation.ask_all(([b"abc"] for _ in range(messages)), jobs, streams)
        assert simulation.ask([b"abc"]).data == chacha.chacha_xor(b"abc", KEY, NONCE, 0, 8)


def test_answer_that_nobody_reads_to_its_end() -> None:
    with Simulation(cipher()) as simulation:
        stream = simulation.stream([bytes(1 << 18)])
        next(stream)
        stream.close()
        with pytest.raises(GatehashError, match="chacha-mc-1 was stopped in the middle of a mess"):
            simulation.ask([b"abc"])
    # The next one of the same design is another simulator.
    unread = gatehash.crypt_stream("chacha-mc-1", "chacha8", [bytes(1 << 18)], **CHACHA)
    next(unread)
    wanted = chacha.chacha_xor(b"abc", KEY, NONCE, 0, 8)
    assert gatehash.crypt("chacha-mc-1", "chacha8", b"abc", **CHACHA) == wanted
    unread.close()  # type: ignore[attr-defined]
    assert gatehash.crypt("chacha-mc-1", "chacha8", b"abc", **CHACHA) == wanted


def test_simulator_that_dies() -> None:
    simulation = Simulation(cipher())
    stream = simulation.stream([bytes(1 << 18)])
    next(stream)
    simulation._process.kill()
    with pytest.raises(GatehashError, match="the simulator of chacha-mc-1 failed: exit status -9"):
        list(stream)
    simulation.close()


@pytest.mark.parametrize("engine", ["rtl", "model"])
def test_error_late_in_a_message(engine: Any) -> None:
    given: dict[str, Any] = {"key": bytes(32), "engine": engine}
    sent = [bytes(3200), bytes(1)]
    stream = gatehash.crypt_stream("threefish-mc", "threefish-256", sent, **given)
    with pytest.raises(RefusedError, match="threefish-mc refuses the message: 3201 bytes; the"):
        list(stream)
    with pytest.raises(RefusedError, match="refuses the message: 33 bytes; the message must be a"):
        gatehash.crypt_stream("threefish-mc", "threefish-256", sent, message_bytes=33, **given)
    given = {**CHACHA, "engine": engine, "counter": 2**64 - 3}
    with pytest.raises(RefusedError, match="it has too many blocks; this counter leaves 3"):
        list(gatehash.crypt_stream("chacha-mc-1", "chacha8", [bytes(193)], **given))


@pytest.mark.parametrize("engine", ["rtl", "model"])
@pytest.mark.parametrize("pieces", [[500], [64, 436], [191, 1, 308], [192, 308]])
def test_all_in_front_of_a_counters_end_comes(engine: Any, pieces: list[int]) -> None:
    given: dict[str, Any] = {**CHACHA, "counter": 2**64 - 3}
    whole = gatehash.crypt("chacha-x2-piped", "chacha8", bytes(192), **given)
    sent = [bytes(size) for size in pieces]
    given["engine"] = engine
    stream = gatehash.crypt_stream("chacha-x2-piped", "chacha8", iter(sent), **given)
    found: list[bytes] = []
    with pytest.raises(RefusedError, match="has too many blocks; this counter leaves 3"):
        found.extend(stream)
    assert b"".join(found) == whole


@pytest.mark.parametrize("engine", ["rtl", "model"])
@pytest.mark.parametrize("size", [1, 31, 64, 5000])
def test_pieces_of_any_size(engine: Any, size: int) -> None:
    message = random.Random(size).randbytes(4096)
    pieces = [message[at : at + size] for at in range(0, len(message), size)]
    for name, algorithm, given in (
        ("chacha-mc-1", "chacha8", CHACHA),
        ("threefish-mc", "threefish-256", {"key": KEY, "decrypt": True}),
    ):
        whole = gatehash.crypt(name, algorithm, message, engine="model", **given)
        stream = gatehash.crypt_stream(name, algorithm, pieces, engine=engine, **given)
        assert b"".join(stream) == whole


def test_crypt_command_leaves_nothing_of_a_refused_message(tmp_path: Path) -> None:
    command = (sys.executable, "-m", "gatehash", "crypt", "--design", "threefish-mc")
    options = ("--algorithm", "threefish-256", "--key", KEY.hex(), "-", "-o", "out")
    done = subprocess.run(
        (*command, *options), input=bytes(100_001), capture_output=True, cwd=tmp_path, check=False
    )
    assert done.returncode == 2
    assert b"threefish-mc refuses the message: 100001 bytes;" in done.stderr
    assert not [*tmp_path.iterdir()]


MEMORY = """
import hashlib, io
from itertools import repeat
from pathlib import Path
import gatehash
from gatehash.catalog import find
from gatehash.simulate import Simulation

def peak(pid):
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM"))

def peaks(pid):
    return f"{peak('self')} {peak(pid)}"

given = {"key": bytes(32), "nonce": bytes(8)}
job = find("chacha-x2-piped").job("chacha8", given, "encrypt")
with Simulation(job) as simulation:
    for count in (2, 8):
        for _ in simulation.stream(repeat(bytes(1 << 18), count)):
            pass
        print(peaks(simulation._process.pid))

class Zeros(io.RawIOBase):
    def __init__(self, size):
        self.left = size
    def readable(self):
        return True
    def readinto(self, buffer):
        size = min(len(buffer), self.left)
        buffer[:size] = bytes(size)
        self.left -= size
        return size

for size in (2 << 20, 8 << 20):
    h = hashlib.file_digest(Zeros(size), lambda: gatehash.new("skein512-x8"))
    print(peaks("self"), len(h.digest()))
"""


def test_memory_does_not_grow_with_the_message() -> None:
    """In KiB: the peaks of this side and the simulator's, at half and two mebibytes; of a hash."""
    done = subprocess.run(
        (sys.executable, "-c", MEMORY), capture_output=True, text=True, check=False, env=os.environ
    )
    assert done.returncode == 0, done.stderr
    short, long, digest, longer = ([*map(int, line.split())] for line in done.stdout.splitlines())
    assert long[0] - short[0] < 1024
    assert long[1] - short[1] < 1024
    assert longer[0] - digest[0] < 2048


def test_answer_says_what_it_said() -> None:
    with Simulation(find("skein512-x8").job()) as simulation:
        one, two = simulation.ask_all([[b"abc"], [b""]])
        assert one == Answer(one.data, False, 0, 36)
        # The second enters while the first is hashed.
        assert two.first < one.last
        assert simulation.cycles == two.last + 1
