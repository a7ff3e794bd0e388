# SPDX-License-Identifier: Apache-2.0
"""Write ``skein_pyskein.json``: what the independent library pyskein gives, frozen.

Run as ``python tests/vectors/make_skein_pyskein.py``, with the extra ``oracle`` installed. Nothing
of gatehash is used here, so the vectors are a second opinion on its models.
"""

from __future__ import annotations

import hashlib
import importlib
import importlib.metadata
import json
from pathlib import Path
from typing import Any

STATES = (256, 512, 1024)
DIGEST_BITS = (8, 128, 160, 224, 256, 384, 512, 520, 1024, 1032, 2048, 65536)
LONG_DIGEST_BITS = 1024


def rule_bytes(count: int, step: int = 7, offset: int = 3) -> bytes:
    """Return byte ``(i * step + offset) & 255`` for each ``i < count``."""
    return bytes((i * step + offset) & 255 for i in range(count))


def build() -> dict[str, Any]:
    """Compute all vectors."""
    skein = importlib.import_module("skein")
    source = f"pyskein {importlib.metadata.version('pyskein')}"
    hashes = {bits: getattr(skein, f"skein{bits}") for bits in STATES}

    def hash_vector(state: int, digest: int, message_bytes: int, key_bytes: int) -> dict[str, Any]:
        key = rule_bytes(key_bytes, 5, 1)
        h = hashes[state](rule_bytes(message_bytes), digest_bits=digest, key=key)
        value = h.digest()
        vector = {
            "state_bits": state,
            "digest_bits": digest,
            "message_bytes": message_bytes,
            "key_bytes": key_bytes,
        }
        if digest > LONG_DIGEST_BITS:
            return vector | {"digest_sha256": hashlib.sha256(value).hexdigest()}
        return vector | {"digest": value.hex()}

    lengths, digests, macs, ciphers = [], [], [], []
    for state in STATES:
        block = state // 8
        edges = [0, 1, 7, 8, 9, *(n * block + e for n in (1, 2) for e in (-1, 0, 1))]
        lengths += [hash_vector(state, state, n, 0) for n in edges]
        digests += [hash_vector(state, bits, n, 0) for bits in DIGEST_BITS for n in (3, block + 1)]
        for key_bytes in (1, 16, block - 1, block, block + 1, 2 * block, 2 * block + 5):
            macs += [hash_vector(state, state, n, key_bytes) for n in (0, block, block + 3)]
        macs += [hash_vector(state, bits, 5, block + 1) for bits in (128, 2048)]
        for count in range(3):
            key = rule_bytes(block, 7, count)
            tweak = rule_bytes(16, 11, count)
            plaintext = rule_bytes(block, 13, count)
            ciphertext = skein.threefish(key, tweak).encrypt_block(plaintext)
            ciphers.append(
                {"block_bytes": block, "offset": count, "ciphertext": bytes(ciphertext).hex()}
            )
    message_rule = "message byte i is (7 i + 3) mod 256"
    long_rule = f"digests over {LONG_DIGEST_BITS} bits are stored as their SHA-256"
    return {
        "lengths": {
            "provenance": f"{source}: Skein, message lengths around block edges; {message_rule}",
            "vectors": lengths,
        },
        "digest_bits": {
            "provenance": f"{source}: Skein at many digest lengths; {message_rule}; {long_rule}",
            "vectors": digests,
        },
        "mac": {
            "provenance": f"{source}: Skein-MAC; {message_rule}, key byte i is (5 i + 1) mod 256; "
            + long_rule,
            "vectors": macs,
        },
        "threefish": {
            "provenance": f"{source}: Threefish; byte i of key, tweak and plaintext is "
            "(7 i + offset), (11 i + offset) and (13 i + offset) mod 256",
            "vectors": ciphers,
        },
    }


if __name__ == "__main__":
    path = Path(__file__).with_name("skein_pyskein.json")
    path.write_text(json.dumps(build(), indent=1) + "\n", encoding="utf-8")
    print(f"wrote {path.name}")
