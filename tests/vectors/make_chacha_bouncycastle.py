# SPDX-License-Identifier: Apache-2.0
"""Write ``chacha_bouncycastle.json``: keystreams that other implementations give, frozen.

Run as ``python tests/vectors/make_chacha_bouncycastle.py JAR``, where JAR is Bouncy Castle's
provider, with ``java`` on the path and the library pycryptodome installed. Keystreams are Bouncy
Castle's; pycryptodome, which has 20 rounds alone, must give the same. Nothing of gatehash is used
here, so the vectors are a second opinion on its models.
"""

from __future__ import annotations

import importlib
import importlib.metadata
import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

PROGRAM = """
import java.util.HexFormat;
import java.util.Scanner;
import org.bouncycastle.crypto.engines.ChaChaEngine;
import org.bouncycastle.crypto.params.KeyParameter;
import org.bouncycastle.crypto.params.ParametersWithIV;

/** Reads lines "rounds, key, nonce, counter, bytes" and writes a keystream for each. */
public class Vectors {
    public static void main(String[] arguments) {
        HexFormat hex = HexFormat.of();
        for (Scanner input = new Scanner(System.in); input.hasNext(); ) {
            ChaChaEngine engine = new ChaChaEngine(input.nextInt());
            KeyParameter key = new KeyParameter(hex.parseHex(input.next()));
            engine.init(true, new ParametersWithIV(key, hex.parseHex(input.next())));
            // A step of 2^56 blocks keeps the number of bytes within a signed 64-bit integer.
            long left = Long.parseUnsignedLong(input.next());
            for (long most = 1L << 56; left != 0; ) {
                long step = Long.compareUnsigned(left, most) > 0 ? most : left;
                engine.skip(64 * step);
                left -= step;
            }
            byte[] stream = new byte[input.nextInt()];
            engine.processBytes(stream, 0, stream.length, stream, 0);
            System.out.println(hex.formatHex(stream));
        }
    }
}
"""
ROUNDS = (8, 12, 20)
BLOCKS = 4
# Among them the carry between the counter's words, and the last blocks there are.
COUNTERS = (0, 1, 2**31 - 2, 2**32 - 2, 2**32 - 1, 2**32, 2**63 - 2, 2**64 - BLOCKS)


def key_and_nonce(number: int) -> tuple[bytes, bytes]:
    """Return byte ``(37 i + 101 number + 1) & 255`` for each ``i < 40``, cut into two."""
    data = bytes((37 * i + 101 * number + 1) & 255 for i in range(40))
    return data[:32], data[32:]


def second_keystream(key: bytes, nonce: bytes, counter: int, size: int) -> bytes:
    """Compute a keystream of ChaCha20 with pycryptodome."""
    cipher = importlib.import_module("Crypto.Cipher.ChaCha20").new(key=key, nonce=nonce)
    cipher.seek(64 * counter)
    return bytes(cipher.encrypt(bytes(size)))


def bouncy_castle(jar: str, cases: list[tuple[int, int, int]]) -> list[str]:
    """Compute keystreams with Bouncy Castle."""
    lines = []
    for number, counter, rounds in cases:
        key, nonce = key_and_nonce(number)
        lines.append(f"{rounds} {key.hex()} {nonce.hex()} {counter} {64 * BLOCKS}\n")
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "Vectors.java")
        source.write_text(PROGRAM, encoding="utf-8")
        run = subprocess.run(
            ["java", "-classpath", jar, str(source)],
            input="".join(lines),
            check=True,
            capture_output=True,
            text=True,
        )
    return run.stdout.split()


def build(jar: str) -> dict[str, Any]:
    """Compute all vectors."""
    cases = [
        (number, counter, rounds) for number, counter in enumerate(COUNTERS) for rounds in ROUNDS
    ]
    vectors = []
    for (number, counter, rounds), keystream in zip(cases, bouncy_castle(jar, cases), strict=True):
        key, nonce = key_and_nonce(number)
        if rounds == 20 and second_keystream(key, nonce, counter, 64 * BLOCKS).hex() != keystream:
            raise SystemExit(f"pycryptodome and Bouncy Castle disagree: counter {counter}")
        vectors.append(
            {
                "rounds": rounds,
                "key": key.hex(),
                "nonce": nonce.hex(),
                "counter": counter,
                "keystream": keystream,
            }
        )
    second = f"pycryptodome {importlib.metadata.version('pycryptodome')}"
    return {
        "keystreams": {
            "provenance": f"Bouncy Castle ({Path(jar).stem}), and for 20 rounds {second}: "
            f"{BLOCKS} blocks of keystream from block number counter",
            "vectors": vectors,
        }
    }


if __name__ == "__main__":
    if len(sys.argv) != 2:
        raise SystemExit("usage: make_chacha_bouncycastle.py JAR")
    path = Path(__file__).with_name("chacha_bouncycastle.json")
    path.write_text(json.dumps(build(sys.argv[1]), indent=1) + "\n", encoding="utf-8")
    print(f"wrote {path.name}")
