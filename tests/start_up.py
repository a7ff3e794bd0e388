# SPDX-License-Identifier: Apache-2.0
"""CPU time of short commands, and its ratio to that of Python alone: ``python -m tests.start_up``.

Modules are compiled before, as those of an installed library are, and the simulator is in the
cache. The least of several runs counts, the time of child processes included. Which modules a
command loads is tested in ``tests/cli/test_modules.py``; its time depends on the machine.
"""

import os
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

__all__ = ["main"]

_RUNS = 10
_PYTHON = (sys.executable, "-c")
_GATEHASH = (sys.executable, "-m", "gatehash")
# With the seconds that each may take.
_COMMANDS: tuple[tuple[str, float | None, tuple[str, ...]], ...] = (
    ("python", None, (*_PYTHON, "pass")),
    ("import gatehash", 0.1, (*_PYTHON, "import gatehash")),
    ("gatehash --help", 0.3, (*_GATEHASH, "--help")),
    ("gatehash hash, 1 KB", 0.35, (*_GATEHASH, "hash", "message")),
    ("gatehash list", 0.5, (*_GATEHASH, "list")),
)


def _seconds(command: tuple[str, ...], environment: dict[str, str]) -> float:
    """Return the CPU time of a command that succeeds."""
    silent = (os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)
    process = os.posix_spawn(command[0], command, environment, file_actions=[silent])
    _, status, used = os.wait4(process, 0)
    if status:
        raise SystemExit(f"{' '.join(command)} ends with status {status}")
    return used.ru_utime + used.ru_stime


def main() -> None:
    """Print a line for each command."""
    with TemporaryDirectory() as folder:
        os.chdir(folder)
        Path("message").write_bytes(bytes(1024))
        environment = {**os.environ, "PYTHONPYCACHEPREFIX": folder}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        bare = 0.0
        for name, most, command in _COMMANDS:
            _seconds(command, environment)
            least = min(_seconds(command, environment) for _ in range(_RUNS))
            bare = bare or least
            wanted = "" if most is None else f"at most {most} s wanted"
            print(f"{name:20} {least:.3f} s  {least / bare:5.1f} x  {wanted}".rstrip())


if __name__ == "__main__":
    main()
