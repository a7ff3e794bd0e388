# SPDX-License-Identifier: Apache-2.0
"""The ``gatehash`` command: preparation and exit."""

import sys
from typing import NoReturn

__all__ = ["main"]


def main() -> NoReturn:
    """Run the command line; a failure is one line on standard error and a status other than 0."""
    # A signal ends the process silently while the commands are loaded.
    from gatehash.cli import signals

    signals.end_at_once()
    from gatehash.cli import streams

    streams.install()
    from gatehash.cli.commands import run

    status = run(sys.argv[1:])
    sys.exit(status)
