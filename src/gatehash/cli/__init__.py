# SPDX-License-Identifier: Apache-2.0
"""The ``gatehash`` command: preparation and exit."""

from __future__ import annotations

# Nothing is imported before :func:`main` guards against signals.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn

__all__ = ["main"]


def main() -> NoReturn:
    """Run the command line; a failure is one line on standard error and a status other than 0."""
    try:
        # A signal ends the process silently while the commands are loaded.
        from gatehash.cli import signals

        signals.end_at_once()
    except KeyboardInterrupt:
        _end_by_interrupt()
    import sys

    from gatehash.cli import streams

    streams.install()
    from gatehash.cli.commands import run

    status = run(sys.argv[1:])
    sys.exit(status)


def _end_by_interrupt() -> NoReturn:
    """End as a program does that leaves SIGINT to the system."""
    import os
    import signal

    signal.signal(signal.SIGINT, signal.SIG_DFL)
    os.kill(os.getpid(), signal.SIGINT)
    raise AssertionError("unreachable")
