# SPDX-License-Identifier: Apache-2.0
"""Write ``blake3_oracle.json``: what the library blake3 gives, frozen.

Run as ``python tests/vectors/make_blake3_oracle.py``. Messages, key, context and lengths of the
outputs are those of ``test_vectors.json`` of the BLAKE3 team, and so are the outputs. Nothing of
gatehash is used here.
"""

from __future__ import annotations

import importlib.metadata
import json
from pathlib import Path
from typing import Any

import blake3

LENGTHS = (
    *(0, 1, 2, 3, 4, 5, 6, 7, 8, 63, 64, 65, 127, 128, 129, 1023, 1024, 1025, 2048, 2049),
    *(3072, 3073, 4096, 4097, 5120, 5121, 6144, 6145, 7168, 7169, 8192, 8193, 16384, 31744),
    102400,
)
OUTPUT_BYTES = 131
KEY = "whats the Elvish word for friend"
CONTEXT = "BLAKE3 2019-12-27 16:29:52 test vectors context"


def message(length: int) -> bytes:
    """Return bytes 0 to 250, again and again."""
    return bytes(i % 251 for i in range(length))


def build() -> dict[str, Any]:
    """Compute all vectors."""

    def vector(length: int) -> dict[str, Any]:
        data = message(length)
        hashes = {
            "hash": blake3.blake3(data),
            "keyed_hash": blake3.blake3(data, key=KEY.encode()),
            "derive_key": blake3.blake3(data, derive_key_context=CONTEXT),
        }
        outputs = {name: h.digest(OUTPUT_BYTES).hex() for name, h in hashes.items()}
        return {"input_len": length, **outputs}

    return {
        "source": f"blake3 {importlib.metadata.version('blake3')}",
        "key": KEY,
        "context_string": CONTEXT,
        "cases": [vector(length) for length in LENGTHS],
    }


if __name__ == "__main__":
    path = Path(__file__).with_name("blake3_oracle.json")
    path.write_text(json.dumps(build(), indent=1) + "\n", encoding="utf-8")
