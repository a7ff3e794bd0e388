# SPDX-License-Identifier: Apache-2.0
"""Runs a property on other RTL: ``python -m gatehash.mutate.child NAME SECONDS FOLDER``.

It works in its current folder, and writes the verdict there, as :mod:`gatehash.prove.child`.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import msgspec

from gatehash.errors import GatehashError
from gatehash.implement.child import die_with_parent
from gatehash.mutate.properties import on_other_rtl
from gatehash.prove.catalogue import by_name
from gatehash.prove.tools.process import VERDICT

__all__ = ["main"]


def main(name: str, seconds: str, rtl: str) -> int:
    """Run a property and return the exit status, 1 where it can't be decided for an error."""
    die_with_parent()
    try:
        verdict = on_other_rtl(by_name()[name], Path(rtl))(Path.cwd(), float(seconds))
    except (GatehashError, MemoryError) as error:
        print(f"ERROR: {error or 'out of memory'}")
        return 1
    Path(VERDICT).write_bytes(msgspec.json.encode(replace(verdict, detail="")))
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
