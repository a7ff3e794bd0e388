# SPDX-License-Identifier: Apache-2.0
"""Runs tools: whatever ends the caller's wait ends a tool with all that it has started."""

from __future__ import annotations

import contextlib
import errno
import os
import re
import selectors
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import IO, Any, NoReturn

from gatehash.errors import GatehashError

__all__ = [
    "Finished",
    "Signals",
    "check",
    "checking",
    "end_all",
    "run",
    "shortage",
    "signals_later",
    "terminable",
]

_ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
_LOOK_SECONDS = 1.0
_DRAIN_SECONDS = 10.0
_HANG_SECONDS = 600.0
_LEAST_CPU = 0.05

_running: set[int] = set()
_check: ContextVar[Callable[[], None]] = ContextVar("gatehash.check", default=lambda: None)


@dataclass(frozen=True)
class Finished:
    """How a tool ended.

    Parameters
    ----------
    status : int or None
        Exit status, negative for a signal; None if its CPU time ran out.
    said : str
        Its output, if that went to no log; bytes that are not UTF-8 are replaced.
    seconds : float
        CPU time of the tool and of what it has started and waited for.
    """

    status: int | None
    said: str
    seconds: float


def run(
    command: Sequence[str],
    folder: Path | None = None,
    *,
    environment: Mapping[str, str] | None = None,
    log: Path | None = None,
    cpu_limit: float | None = None,
    memory_limit: int | None = None,
    watch: Callable[[float], bool] | None = None,
) -> Finished:
    """Run a tool in a session of its own and wait for it.

    An interrupt of the terminal does not reach the tool. Where the wait ends in an exception, one
    that a signal or `watch` raised included, the tool and all that it has started are killed, and
    are gone before the exception goes on.

    Parameters
    ----------
    command : sequence of str
        The program and its arguments.
    folder : Path, optional
        Where it runs.
    environment : mapping, optional
        Its environment; the caller's by default.
    log : Path, optional
        File for what it writes, errors included, as it comes.
    cpu_limit : float, optional
        Seconds of CPU time after which it is ended, looked at once a second.
    memory_limit : int, optional
        Bytes of data that each of its processes may hold. Address space would be no measure: tools
        in WebAssembly reserve gigabytes that they never touch.
    watch : callable, optional
        Called once a second with the seconds of CPU time so far. Where it returns True the tool is
        ended, as if its time were up.

    Raises
    ------
    GatehashError
        If it can't be started, or uses no CPU time for ten minutes.
    OSError
        If the log can't be written.
    """
    with contextlib.ExitStack() as stack:
        signals = stack.enter_context(terminable())
        sink = stack.enter_context(log.open("wb", buffering=0)) if log else None
        tool = _Tool(command, sink)
        try:
            with signals_later():
                tool.start(folder, environment)
            if memory_limit is not None:
                _limit_memory(tool.pid, memory_limit)
            timely = tool.wait(signals, cpu_limit, watch)
        finally:
            with signals_later():
                tool.end()
        return Finished(tool.status if timely else None, tool.said, tool.seconds)


class _Tool:
    """A process, and what it says."""

    status: int

    def __init__(self, command: Sequence[str], sink: IO[bytes] | None) -> None:
        self.seconds = 0.0
        self._command = command
        self._sink = sink
        self._said = bytearray()
        self._process: subprocess.Popen[bytes] | None = None
        self._selector = selectors.DefaultSelector()

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    @property
    def said(self) -> str:
        return self._said.decode(errors="replace")

    def start(self, folder: Path | None, environment: Mapping[str, str] | None) -> None:
        try:
            self._process = subprocess.Popen(
                self._command,
                cwd=folder,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        except OSError as error:
            _not_started(self._command[0], folder, error)
        _running.add(self.pid)
        assert self._process.stdout is not None
        self._selector.register(self._process.stdout, selectors.EVENT_READ)

    def wait(
        self,
        signals: Signals,
        cpu_limit: float | None,
        watch: Callable[[float], bool] | None,
    ) -> bool:
        """Wait until it has ended; return whether it did so by itself."""
        look, grown, spent = time.monotonic(), time.monotonic(), 0.0
        while not self._has_ended():
            self._read(_LOOK_SECONDS)
            signals.check()
            check()
            now = time.monotonic()
            if (cpu_limit is None and watch is None) or now < look:
                continue
            seconds = _cpu_seconds(self.pid)
            look = now + _LOOK_SECONDS
            self.seconds = max(self.seconds, seconds)
            if seconds > spent + _LEAST_CPU:
                grown, spent = now, seconds
            if watch is not None and watch(seconds):
                return False
            if cpu_limit is not None and seconds >= cpu_limit:
                return False
            if now > grown + _HANG_SECONDS:
                raise GatehashError(
                    f"'{self._command[0]}' hangs: no CPU time used in {_HANG_SECONDS:.0f} s"
                )
        return True

    def _has_ended(self) -> bool:
        # Not reaped: until then no other process can have its number, nor its group's.
        return os.waitid(os.P_PID, self.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None

    def _read(self, timeout: float) -> bool:
        """Take what it says; return whether there may be more."""
        if not self._selector.get_map():
            time.sleep(0.01)
            return False
        for key, _ in self._selector.select(timeout):
            data = os.read(key.fd, 1 << 16)
            if not data:
                self._selector.unregister(key.fileobj)
            elif self._sink is not None:
                self._sink.write(data)
            else:
                self._said += data
        return bool(self._selector.get_map())

    def end(self) -> None:
        """End it, with all that it has started, and wait until they are gone."""
        if self._process is None:
            return
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.pid, signal.SIGKILL)
        _running.discard(self.pid)
        try:
            # Each that it has started has the other end of the pipe as long as it lives.
            end = time.monotonic() + _DRAIN_SECONDS
            while self._read(_LOOK_SECONDS) and time.monotonic() < end:
                pass
        finally:
            _, status, used = os.wait4(self.pid, 0)
            self.status = self._process.returncode = os.waitstatus_to_exitcode(status)
            self.seconds = max(self.seconds, used.ru_utime + used.ru_stime)
            self._selector.close()
            assert self._process.stdout is not None
            self._process.stdout.close()


@contextmanager
def checking(check: Callable[[], None]) -> Iterator[None]:
    """Have long work of this thread call a function once a second, whose exception ends the work.

    The wait for a tool does, and the tool is ended.
    """
    token = _check.set(check)
    try:
        yield
    finally:
        _check.reset(token)


def check() -> None:
    """Raise what the function of :func:`checking` raises, between two parts of long work."""
    _check.get()()


def end_all() -> None:
    """End all tools that run for this process, as a last act before it ends itself."""
    for group in tuple(_running):
        with contextlib.suppress(ProcessLookupError):
            os.killpg(group, signal.SIGKILL)


def _cpu_seconds(pid: int) -> float:
    """CPU time of a process and of all that it has started."""
    import psutil

    total = 0.0
    with contextlib.suppress(psutil.Error):
        process = psutil.Process(pid)
        for each in (process, *process.children(recursive=True)):
            with contextlib.suppress(psutil.Error):
                times = each.cpu_times()
                total += times.user + times.system + times.children_user + times.children_system
    return total


def _limit_memory(pid: int, size: int) -> None:
    import resource

    _, hard = resource.prlimit(pid, resource.RLIMIT_DATA)
    least = size if hard == resource.RLIM_INFINITY else min(size, hard)
    with contextlib.suppress(ProcessLookupError):
        resource.prlimit(pid, resource.RLIMIT_DATA, (least, least))


# Failures in words

_ADVICE = {
    errno.ENOENT: "it is not installed",
    errno.EACCES: "it is not executable, or its file system is mounted noexec",
    errno.ENOEXEC: "it is no program of this machine",
    errno.ENOMEM: "close other programs, or raise the limit of memory (ulimit -v)",
    errno.EAGAIN: "close other programs, or raise the limit of processes (ulimit -u)",
}


def _not_started(program: str, folder: Path | None, error: OSError) -> NoReturn:
    if folder is not None and not folder.is_dir():
        raise error
    advice = _ADVICE.get(error.errno or 0)
    said = error.strerror or error
    raise GatehashError(
        f"can't run '{program}': {said}{f'; {advice}' if advice else ''}"
    ) from error


_NO_SPACE = re.compile(r"No space left on device|Disk quota exceeded")
_NO_MEMORY = re.compile(
    r"Cannot allocate memory|virtual memory exhausted|std::bad_alloc'?$|MemoryError"
    r"|out of memory|Killed signal terminated program",
    re.IGNORECASE,
)


def shortage(said: str, folder: Path) -> str | None:
    """Return what a tool that failed was short of, and what to do; None if it does not say.

    Parameters
    ----------
    said : str
        Its output.
    folder : Path
        Where it ran.

    Raises
    ------
    OSError
        If it is space where it ran.
    """
    if _NO_SPACE.search(said):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(folder))
    line = next((line for line in said.splitlines() if _NO_MEMORY.search(line)), None)
    if line is None:
        return None
    return f"memory ran out ({line.strip()}); close other programs, or allow more"


# Signals


class Signals:
    """Signals that came to end the process, see :func:`terminable`."""

    def __init__(self) -> None:
        self._came: int | None = None
        self._former: dict[int, Any] = {}
        self._report = sys.unraisablehook

    def check(self) -> None:
        """Raise the exception of a signal that came, where it has been lost.

        Python drops an exception that a signal raises in a finalizer, which a loop may be in at any
        time, and prints it; that is left out here. A loop that waits therefore has to ask.
        """
        if self._came is not None:
            self._raise(self._came, None)

    def _raise(self, number: int, frame: FrameType | None) -> None:
        former = self._former[number]
        try:
            if not callable(former):
                raise SystemExit(128 + number)
            former(number, frame)
        except BaseException:
            self._came = number
            raise

    def _unraisable(self, dropped: sys.UnraisableHookArgs) -> None:
        if self._came is None or not issubclass(dropped.exc_type, KeyboardInterrupt | SystemExit):
            self._report(dropped)

    def _take(self) -> None:
        sys.unraisablehook = self._unraisable
        for number in map(int, _ENDING):
            handler = signal.getsignal(number)
            if handler is signal.SIG_DFL or callable(handler):
                self._former[number] = handler
                signal.signal(number, self._raise)

    def _give_back(self) -> None:
        sys.unraisablehook = self._report
        for number, handler in self._former.items():
            signal.signal(number, handler)


@contextmanager
def terminable() -> Iterator[Signals]:
    """Let SIGINT, SIGTERM and SIGHUP end the process by an exception, so that it can tidy up.

    Handlers that are there already do as they do; a signal that would end the process at once
    raises ``SystemExit`` with the status that shells give for it. Only in the main thread, which
    alone gets signals.
    """
    signals = Signals()
    if threading.current_thread() is not threading.main_thread():
        yield signals
        return
    try:
        signals._take()
        yield signals
    finally:
        signals._give_back()


@contextmanager
def signals_later() -> Iterator[None]:
    """Keep signals from breaking in where that does harm; they come afterwards."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    came: list[int] = []
    former: dict[int, Any] = {}
    for each in map(int, _ENDING):
        handler = signal.getsignal(each)
        if callable(handler):
            former[each] = handler
            signal.signal(each, lambda number, _frame: came.append(number))
    try:
        yield
    finally:
        for number, handler in former.items():
            signal.signal(number, handler)
        for number in came:
            signal.raise_signal(number)
