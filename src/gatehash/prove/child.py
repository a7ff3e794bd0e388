# SPDX-License-Identifier: Apache-2.0
"""Runs one property in a process of its own: ``python -m gatehash.prove.child NAME SECONDS``.

It works in its current folder, and writes there what is decided, and the verdict. With a third
argument it decides nothing, but only writes down what is to be decided; the argument is a JSON list
of the nets that a proof names, or null. A property that takes all memory or ends in an error
affects no other property.
"""

from __future__ import annotations

import sys
from pathlib import Path

import msgspec

from gatehash.errors import GatehashError
from gatehash.implement.child import die_with_parent
from gatehash.prove.tools.process import OBLIGATIONS, VERDICT

__all__ = ["main"]


def main(name: str, seconds: str, nets: str | None = None) -> int:
    """Run a property and return the exit status, 1 where it can't be decided for an error."""
    die_with_parent()
    from gatehash.prove.catalogue import by_name
    from gatehash.prove.kernel.obligations import Obligations, noted

    obligations = Obligations()
    if nets is not None:
        known = msgspec.json.decode(nets, type=tuple[str, ...] | None)
        obligations = Obligations(only_asks=True, nets=known)
    try:
        with noted(obligations):
            verdict = by_name()[name].run(Path.cwd(), float(seconds))
    except GatehashError as error:
        print(f"ERROR: {error}")
        return 1
    except MemoryError:
        print("ERROR: out of memory")
        return 1
    Path(OBLIGATIONS).write_bytes(msgspec.json.encode(obligations))
    Path(VERDICT).write_bytes(msgspec.json.encode(verdict))
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
