# SPDX-License-Identifier: Apache-2.0
"""Runs one property in a process of its own: ``python -m gatehash.prove.child NAME SECONDS``.

It works in its current folder, and writes the verdict there. What takes all memory or ends in an
error takes no other property down.
"""

from __future__ import annotations

import sys
from pathlib import Path

import msgspec

from gatehash.errors import GatehashError
from gatehash.implement.child import die_with_parent

__all__ = ["VERDICT", "main"]

VERDICT = "verdict.json"
"""Name of the file with the verdict."""


def main(name: str, seconds: str) -> int:
    """Run a property and return the exit status, 1 where it can't be decided for an error."""
    die_with_parent()
    from gatehash.prove.catalogue import all_properties

    (wanted,) = (each for each in all_properties() if each.name == name)
    try:
        verdict = wanted.run(Path.cwd(), float(seconds))
    except GatehashError as error:
        print(f"ERROR: {error}")
        return 1
    except MemoryError:
        print("ERROR: out of memory")
        return 1
    Path(VERDICT).write_bytes(msgspec.json.encode(verdict))
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
