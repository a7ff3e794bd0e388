# SPDX-License-Identifier: Apache-2.0
"""Runs the command line many times without loading it each time.

A server process loads the commands, and forks a child for each request; the child is given its
standard streams and is the command from its ``main()`` to its exit. What a call computes, which is
not the point, is kept from a first run in the server itself.
"""

import functools
import gc
import json
import os
import select
import signal
import socket
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

__all__ = ["CLOSED", "Ended", "Server"]

CLOSED = -1
"""In the place of a descriptor: there is none."""

_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
_LONGEST_MESSAGE = 1 << 20


@dataclass(frozen=True)
class Ended:
    """How a command ended: its status, negative for a signal."""

    status: int


class Server:
    """The server, as the tests see it."""

    def __init__(self, folder: Path) -> None:
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, __file__, str(theirs.fileno())],
                pass_fds=[theirs.fileno()],
                cwd=folder,
                stdin=subprocess.DEVNULL,
            )
        self._socket = ours
        assert self._receive() == "ready"

    def _receive(self) -> Any:
        message = self._socket.recv(_LONGEST_MESSAGE)
        if not message:
            raise EOFError("the server of commands has ended")
        return json.loads(message)

    def start(
        self,
        arguments: Sequence[str],
        streams: Sequence[int],
        *,
        environment: Mapping[str, str] | None = None,
        folder: Path | None = None,
    ) -> int:
        """Start a command with three descriptors as its standard streams; return its process."""
        request = {
            "arguments": list(arguments),
            "streams": [stream != CLOSED for stream in streams],
            "environment": dict(environment or {}),
            "folder": None if folder is None else str(folder),
        }
        given = [stream for stream in streams if stream != CLOSED]
        socket.send_fds(self._socket, [json.dumps(request).encode()], given)
        process = self._receive()
        assert isinstance(process, int)
        return process

    def wait(self) -> Ended:
        """Wait for the command that was started."""
        return Ended(self._receive())

    def is_done(self, seconds: float) -> bool:
        """Wait up to so many seconds; say if the command that was started has ended."""
        return bool(select.select([self._socket], [], [], seconds)[0])

    def close(self) -> None:
        """End the server."""
        self._socket.close()
        self._process.wait()


def _serve(channel: socket.socket) -> list[str] | None:
    """Fork for each request; return the command's arguments in the child, None at the end."""
    import gatehash.report
    from gatehash import bus, microcode, simulate
    from gatehash.catalog import Job
    from gatehash.cli import bench
    from gatehash.report import zalewski
    from gatehash.simulate import Measurement

    # Cycles of a long message of PHASH take long to compute.
    zalewski.MESSAGE_BLOCKS = 257
    papers: Any = gatehash.report.DOCUMENTS
    programs: Any = microcode.FILES
    for texts in (papers, programs):
        for name, make in texts.items():
            texts[name] = functools.cache(make)
    vars(bus)["register_files"] = functools.cache(bus.register_files)
    measured: dict[tuple[str, str], Measurement] = {}

    def measure(job: Job) -> Measurement:
        key = (job.design.name, job.label)
        if key not in measured:
            measured[key] = simulate.measure(job)
        return measured[key]

    vars(bench)["measure"] = measure
    for number in _SIGNALS:
        signal.signal(number, signal.SIG_DFL)
    channel.send(b'"ready"')
    warm: list[list[str]] = []
    while True:
        message, received, *_ = socket.recv_fds(channel, _LONGEST_MESSAGE, 3)
        if not message:
            return None
        request = json.loads(message)
        if request["arguments"] not in warm:
            warm.append(request["arguments"])
            _run_silently(request["arguments"])
        # A child that looks for garbage at its end would write to, and so copy, all that is here.
        gc.freeze()
        process = os.fork()
        if process == 0:
            channel.close()
            _become(request, received)
            arguments: list[str] = request["arguments"]
            return arguments
        for descriptor in received:
            os.close(descriptor)
        channel.send(json.dumps(process).encode())
        _, status = os.waitpid(process, 0)
        channel.send(json.dumps(os.waitstatus_to_exitcode(status)).encode())


def _run_silently(arguments: list[str]) -> None:
    from gatehash.cli.commands import run

    handlers = {number: signal.getsignal(number) for number in _SIGNALS}
    kept = [os.dup(descriptor) for descriptor in (1, 2)]
    with Path(os.devnull).open("wb") as silent:
        for descriptor in (1, 2):
            os.dup2(silent.fileno(), descriptor)
    try:
        run(arguments)
        sys.stdout.flush()
    finally:
        for descriptor, before in zip((1, 2), kept, strict=True):
            os.dup2(before, descriptor)
            os.close(before)
        for number, handler in handlers.items():
            signal.signal(number, handler)


def _become(request: dict[str, Any], received: list[int]) -> None:
    for descriptor, given in enumerate(request["streams"]):
        if given:
            os.dup2(received.pop(0), descriptor)
        else:
            os.close(descriptor)
    os.closerange(3, 64)
    os.environ.update(request["environment"])
    if request["folder"] is not None:
        os.chdir(request["folder"])


if __name__ == "__main__":
    with socket.socket(fileno=int(sys.argv[1])) as given:
        asked = _serve(given)
    if asked is not None:
        from gatehash.cli import main

        sys.argv[:] = ["gatehash", *asked]
        main()
