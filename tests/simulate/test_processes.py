# SPDX-License-Identifier: Apache-2.0
"""Simulators of hash objects under forks, threads and at the interpreter's end."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import gatehash
from gatehash.catalog import find
from gatehash.errors import GatehashError
from gatehash.simulate import Simulation, pool

# From Python 3.12 on a fork beside threads warns, and tests that run in parallel have some.
pytestmark = pytest.mark.filterwarnings("ignore:.*multi-threaded:DeprecationWarning")

NAME = "skein512-x8"
CHACHA: dict[str, Any] = {"key": bytes(32), "nonce": bytes(8)}
MESSAGES = [bytes([n]) * (7 * n) for n in range(60)]


def expected(message: bytes, name: str = NAME) -> str:
    return gatehash.new(name, message, engine="model").hexdigest()


def wait_for(happened: Callable[[], bool]) -> None:
    for _ in range(600):
        if happened():
            return
        time.sleep(0.05)
    raise AssertionError("it did not happen within 30 seconds")


def simulators(parent: int) -> set[int]:
    """Processes that run a simulator and were started by `parent`."""
    found = set()
    for entry in Path("/proc").glob("[0-9]*/stat"):
        try:
            name, _, rest = entry.read_text().partition("(")[2].rpartition(")")
        except OSError:
            continue
        if name == "simulator" and rest.split()[0] != "Z" and int(rest.split()[1]) == parent:
            found.add(int(entry.parent.name))
    return found


def runs(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run an interpreter of its own; to hang is to fail."""
    return subprocess.run(
        (sys.executable, "-W", "error", *arguments),
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )


def forked(check: Callable[[], bool]) -> int:
    """Start a process that ends with status 0 if a check holds."""
    child = os.fork()
    if child == 0:
        try:
            os._exit(0 if check() else 1)
        finally:
            os._exit(2)
    return child


def test_both_sides_of_a_fork_hash_at_once() -> None:
    shared = gatehash.new(NAME, b"before")
    shared.digest()
    wanted = [*map(expected, MESSAGES), expected(b"before and after")]

    def check() -> bool:
        digests = [gatehash.new(NAME, message).hexdigest() for message in MESSAGES]
        shared.update(b" and after")
        return [*digests, shared.hexdigest()] == wanted

    child = forked(check)
    assert check()
    assert os.waitpid(child, 0)[1] == 0


def test_long_message_goes_its_own_way_on_each_side_of_a_fork() -> None:
    """Its file is one for both, and both would write at the same place."""
    start = bytes(3 << 20)
    shared = gatehash.new(NAME, start)

    def check(more: bytes) -> bool:
        for at in range(0, len(more), 1 << 18):
            shared.update(more[at : at + (1 << 18)])
        return shared.digest() == gatehash.new(NAME, start + more).digest()

    child = forked(lambda: check(b"C" * (2 << 20)))
    assert check(b"P" * (2 << 20))
    assert os.waitpid(child, 0)[1] == 0


FORKED = """
import os, sys
import gatehash
from gatehash.simulate import pool
h = gatehash.new("skein512-x8", b"abc")
h.digest()
child = os.fork()
if child == 0 and sys.argv[1] == "hashes":
    h.update(b"d")
    h.digest()
if child:
    assert os.waitpid(child, 0)[1] == 0
    print(h.hexdigest())
"""


@pytest.mark.parametrize("does", ["hashes", "nothing"])
def test_forked_process_ends(does: str) -> None:
    done = run("-c", FORKED, does)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == [expected(b"abc")]


MULTIPROCESSING = """
import multiprocessing, sys
import gatehash

def digest(message):
    return gatehash.new("skein512-x8", message).hexdigest()

if __name__ == "__main__":
    digest(b"")
    with multiprocessing.get_context(sys.argv[1]).Pool(2) as workers:
        print(*workers.map(digest, [bytes([n]) for n in range(20)]))
"""


@pytest.mark.parametrize("method", ["fork", "spawn", "forkserver"])
def test_multiprocessing(method: str, tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(MULTIPROCESSING)
    done = run(str(script), method)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == [expected(bytes([n])) for n in range(20)]


def test_inherited_simulator_is_the_parents() -> None:
    with Simulation(find(NAME).job()) as simulation:
        wanted = simulation.ask([b"abc"]).data

        def check() -> bool:
            with pytest.raises(GatehashError, match="skein512-x8 belongs to the process that this"):
                simulation.ask([b"abc"])
            simulation.close()
            return True

        assert os.waitpid(forked(check), 0)[1] == 0
        assert simulation.ask([b"abc"]).data == wanted


def test_stream_that_goes_on_in_a_forked_process_is_refused() -> None:
    pieces = [bytes(1 << 18)] * 4
    stream = gatehash.crypt_stream("chacha-mc-1", "chacha8", pieces, **CHACHA)
    first = next(stream)

    def check() -> bool:
        with pytest.raises(GatehashError, match="chacha-mc-1 belongs to the process that this one"):
            next(stream)
        return True

    assert os.waitpid(forked(check), 0)[1] == 0
    answer = first + b"".join(stream)
    assert answer == gatehash.crypt("chacha-mc-1", "chacha8", b"".join(pieces), **CHACHA)


def test_threads() -> None:
    """Different objects of the same and of other designs, and one that all append to."""
    names = (NAME, "chacha-mc-1", "skein256-x1")
    shared = gatehash.new(NAME)

    def work(number: int) -> bool:
        for message in MESSAGES[number::8]:
            shared.update(b"x" * 100)
            shared.copy().digest()
            name = names[number % 3]
            if name == "chacha-mc-1":
                once = gatehash.crypt(name, "chacha8", message, **CHACHA)
                if gatehash.crypt(name, "chacha8", once, **CHACHA) != message:
                    return False
            elif gatehash.new(name, message).hexdigest() != expected(message, name):
                return False
        return True

    with ThreadPoolExecutor(8) as threads:
        assert all(threads.map(work, range(8)))
    assert shared.hexdigest() == expected(b"x" * 100 * len(MESSAGES))


def test_fork_while_other_threads_hash() -> None:
    with ThreadPoolExecutor(2) as threads:
        others = threads.map(lambda m: gatehash.new(NAME, m).hexdigest(), MESSAGES * 4)
        for message in MESSAGES[:10]:
            wanted = expected(message)
            child = forked(lambda m=message, w=wanted: gatehash.new(NAME, m).hexdigest() == w)  # type: ignore[misc]
            assert os.waitpid(child, 0)[1] == 0
        assert [*others] == [expected(message) for message in MESSAGES] * 4


@pytest.fixture
def fresh_pool(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(pool, "_pool", pool._Pool())
    yield
    pool._pool.close()


@pytest.mark.usefixtures("fresh_pool")
def test_simulators_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "_MOST", 2)
    before = simulators(os.getpid())
    descriptors = len([*Path("/proc/self/fd").iterdir()])

    def mine() -> set[int]:
        return simulators(os.getpid()) - before

    for name in ("skein256-x1", NAME):
        for message in MESSAGES[:3]:
            gatehash.new(name, message).digest()
    first = mine()
    assert len(first) == 2
    gatehash.crypt("chacha-mc-1", "chacha8", b"abc", **CHACHA)
    # The least recently used has ended.
    assert len(mine()) == 2
    assert len(mine() & first) == 1
    gatehash.new(NAME, b"abc").digest()
    assert len(mine() & first) == 1
    # As many as are in use at a time, and no more of them afterwards.
    streams = [
        gatehash.crypt_stream("chacha-mc-1", "chacha8", [bytes(1 << 18)], **CHACHA)
        for _ in range(3)
    ]
    for stream in streams:
        next(stream)
    assert len(mine()) == 3
    for stream in streams:
        for _ in stream:
            pass
    assert len(mine()) == 2
    pool._pool.close()
    assert not mine()
    assert len([*Path("/proc/self/fd").iterdir()]) == descriptors


@pytest.mark.usefixtures("fresh_pool")
@pytest.mark.parametrize("noticed", [True, False])
def test_simulator_that_died_is_replaced(noticed: bool) -> None:
    before = simulators(os.getpid())
    gatehash.new(NAME, b"abc").digest()
    (mine,) = simulators(os.getpid()) - before
    os.kill(mine, signal.SIGKILL)
    if noticed:
        os.waitid(os.P_PID, mine, os.WEXITED | os.WNOWAIT)
    assert gatehash.new(NAME, b"abcd").hexdigest() == expected(b"abcd")


ENDS = """
import os, signal, sys, time
import gatehash
gatehash.new("skein512-x8", b"abc").digest()
unread = gatehash.crypt_stream(
    "chacha-mc-1", "chacha8", [bytes(1 << 18)] * 4, key=bytes(32), nonce=bytes(8)
)
next(unread)
if sys.argv[1] == "fork" and os.fork() == 0:
    time.sleep(60)
print("ready", flush=True)
sys.stdin.read()
if sys.argv[1] == "raise":
    raise RuntimeError
if sys.argv[1] == "_exit":
    os._exit(0)
"""


@pytest.mark.parametrize("way", ["end", "raise", "_exit", "kill", "fork"])
def test_no_simulator_outlives_its_interpreter(way: str) -> None:
    """Neither one that waits nor one in the middle of a message."""
    interpreter = subprocess.Popen(
        (sys.executable, "-c", ENDS, way),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        with interpreter:
            assert interpreter.stdout is not None
            assert interpreter.stdout.readline() == b"ready\n"
            started = simulators(interpreter.pid)
            assert len(started) == 2
            if way in ("kill", "fork"):
                interpreter.kill()
        wait_for(lambda: not any(map(runs, started)))
    finally:
        if way == "fork":
            os.killpg(interpreter.pid, signal.SIGKILL)
