# SPDX-License-Identifier: Apache-2.0
"""Write ``whirlpool_nessie.json``: what the designers' C reference of Whirlpool gives, frozen.

Run as ``python tests/vectors/make_whirlpool_nessie.py``, with the extra ``oracle`` installed: its
library whirlpool wraps that reference, version 3.0, the final one. Nothing of gatehash is used
here, so the vectors are a second opinion on its models.
"""

from __future__ import annotations

import importlib
import importlib.metadata
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any


def message(count: int) -> bytes:
    """Return byte ``(7 i + 3 + i // 256) & 255`` for each ``i < count``."""
    return bytes((7 * i + 3 + i // 256) & 255 for i in range(count))


def build() -> dict[str, Any]:
    """Compute all vectors."""
    whirlpool = importlib.import_module("whirlpool")
    source = f"whirlpool {importlib.metadata.version('whirlpool')} on PyPI, the NESSIE reference"
    rule = "message byte i is (7 i + 3 + i div 256) mod 256"

    def digests(lengths: Iterable[int]) -> list[str]:
        return [whirlpool.new(message(n)).hexdigest() for n in lengths]

    return {
        "lengths": {
            "provenance": f"{source}: messages of 0, 1, 2, ... 130 bytes; {rule}",
            "digests": digests(range(131)),
        },
        "steps_of_20": {
            "provenance": f"{source}: messages of 20, 40, 60, ... 4800 bytes; {rule}",
            "digests": digests(range(20, 4801, 20)),
        },
    }


if __name__ == "__main__":
    path = Path(__file__).with_name("whirlpool_nessie.json")
    path.write_text(json.dumps(build(), indent=1) + "\n", encoding="utf-8")
    print(f"wrote {path.name}")
