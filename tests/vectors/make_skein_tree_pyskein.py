# SPDX-License-Identifier: Apache-2.0
"""Write ``skein_tree_pyskein.json``: what the independent library pyskein gives for trees, frozen.

Run as ``python tests/vectors/make_skein_tree_pyskein.py``, with the extra ``oracle`` installed.
Nothing of gatehash is used here, so the vectors are a second opinion on its models.
"""

from __future__ import annotations

import importlib
import importlib.metadata
import json
from pathlib import Path
from typing import Any

STATES = (256, 512, 1024)
# Y_l, Y_f and Y_m: small trees, flat ones, and leaves of the engine's size.
SHAPES = ((1, 1, 2), (1, 1, 3), (1, 1, 255), (2, 1, 255), (1, 2, 4), (5, 4, 255), (6, 3, 2))


def build() -> dict[str, Any]:
    """Compute all vectors."""
    skein = importlib.import_module("skein")
    vectors = []
    for state in STATES:
        block = state // 8
        for shape in SHAPES:
            leaf = block << shape[0]
            lengths = {0, 1, block, *(leaf * n + e for n in (1, 2, 3, 4, 9) for e in (0, 1))}
            for length in sorted(each for each in lengths if each < 1 << 15):
                message = bytes((i * 7 + 3) & 255 for i in range(length))
                digest = getattr(skein, f"skein{state}")(message, tree=shape).digest()
                vectors.append(
                    {
                        "state_bits": state,
                        "tree": shape,
                        "message_bytes": length,
                        "digest": digest.hex(),
                    }
                )
    return {
        "source": f"pyskein {importlib.metadata.version('pyskein')}",
        "message": "byte i is (7 i + 3) mod 256",
        "vectors": vectors,
    }


if __name__ == "__main__":
    path = Path(__file__).with_name("skein_tree_pyskein.json")
    path.write_text(json.dumps(build(), indent=1) + "\n", encoding="utf-8")
