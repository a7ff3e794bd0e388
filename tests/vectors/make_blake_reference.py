# SPDX-License-Identifier: Apache-2.0
"""Write ``blake_reference.json``: what other implementations of BLAKE give, frozen.

Run as ``python tests/vectors/make_blake_reference.py``, with ``cargo`` on the path and the library
blake256 installed. Digests are those of the Rust library blake, which wraps the authors' C
reference; blake256, Larry Bugbee's implementation in Python, must give the same. Chaining values
for counters that no message here reaches are blake256's, since the reference keeps its counter
to itself. Nothing of gatehash is used here, so the vectors are a second opinion on its models.
"""

from __future__ import annotations

import importlib
import importlib.metadata
import json
import subprocess
import tempfile
from pathlib import Path
from typing import Any

RUST_LIBRARY = "2.0.2"
MANIFEST = f"""
[package]
name = "vectors"
version = "0.1.0"
edition = "2021"
[dependencies]
blake = "={RUST_LIBRARY}"
"""
# Reads lines "digest bits, message length, whether salted" and writes a digest for each.
PROGRAM = """
use std::io::BufRead;
fn main() {
    for line in std::io::stdin().lock().lines() {
        let line = line.unwrap();
        let field: Vec<usize> = line.split(' ').map(|word| word.parse().unwrap()).collect();
        let (bits, length, salted) = (field[0], field[1], field[2] == 1);
        let message: Vec<u8> = (0..length).map(|i| (7 * i + 3 + i / 256) as u8).collect();
        let salt: Vec<u8> = (0..bits.div_ceil(256) * 16).map(|i| (29 * i + 128) as u8).collect();
        let mut state = blake::Blake::new(bits as i32).unwrap();
        if salted {
            state.add_salt(&salt).unwrap();
        }
        state.update(&message);
        let mut digest = vec![0; bits / 8];
        state.finalise(&mut digest);
        println!("{}", digest.iter().map(|byte| format!("{:02x}", byte)).collect::<String>());
    }
}
"""
BLOCK_BYTES = {224: 64, 256: 64, 384: 128, 512: 128}
SALTED = {
    64: (0, 1, 54, 55, 56, 63, 64, 65, 119, 120, 128),
    128: (0, 1, 110, 111, 112, 127, 128, 129, 239, 240),
}


def message(count: int) -> bytes:
    """Return byte ``(7 i + 3 + i // 256) & 255`` for each ``i < count``."""
    return bytes((7 * i + 3 + i // 256) & 255 for i in range(count))


def salt(digest_bits: int) -> bytes:
    """Return byte ``(29 i + 128) & 255`` for each ``i`` of a salt."""
    return bytes((29 * i + 128) & 255 for i in range(BLOCK_BYTES[digest_bits] // 4))


def lengths(digest_bits: int, salted: bool) -> list[int]:
    """List the messages' lengths in bytes: with a salt, those where the padding changes."""
    block = BLOCK_BYTES[digest_bits]
    return list(SALTED[block]) if salted else list(range(2 * block + 2))


def counters(digest_bits: int) -> list[int]:
    """List counters on both sides of the carry into the high word, and the highest."""
    word, block = BLOCK_BYTES[digest_bits] // 2, 8 * BLOCK_BYTES[digest_bits]
    return [0, block, (1 << word) - block, 1 << word, (5 << word) + 8, (1 << 2 * word) - 8]


def second_digest(digest_bits: int, length: int, salted: bool) -> str:
    """Compute a digest with blake256."""
    h = importlib.import_module("blake256.blake256").BLAKE(digest_bits)
    if salted:
        h.addsalt(salt(digest_bits))
    h.update(message(length))
    return str(h.hexdigest())


def chaining(digest_bits: int, t: int) -> list[str]:
    """Compress a block of message bytes with blake256: salt, counter `t`, first chaining value."""
    h = importlib.import_module("blake256.blake256").BLAKE(digest_bits)
    h.addsalt(salt(digest_bits))
    h.t = t
    h._compress(message(BLOCK_BYTES[digest_bits]))
    return [f"{word:0{BLOCK_BYTES[digest_bits] // 8}x}" for word in h.h]


def reference(cases: list[tuple[int, int, bool]]) -> list[str]:
    """Compute digests with the Rust library."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "Cargo.toml").write_text(MANIFEST, encoding="utf-8")
        Path(folder, "src").mkdir()
        Path(folder, "src", "main.rs").write_text(PROGRAM, encoding="utf-8")
        lines = "".join(f"{bits} {length} {salted:d}\n" for bits, length, salted in cases)
        run = subprocess.run(
            ["cargo", "run", "--quiet"],
            cwd=folder,
            input=lines,
            check=True,
            capture_output=True,
            text=True,
        )
    return run.stdout.split()


def build() -> dict[str, Any]:
    """Compute all vectors."""
    cases = [
        (bits, length, salted)
        for salted in (False, True)
        for bits in BLOCK_BYTES
        for length in lengths(bits, salted)
    ]
    digests = dict(zip(cases, reference(cases), strict=True))
    for case, digest in digests.items():
        if second_digest(*case) != digest:
            raise SystemExit(f"blake256 and the reference disagree: {case}")

    source = f"Rust library blake {RUST_LIBRARY}, the authors' C reference"
    second = f"Python library blake256 {importlib.metadata.version('blake256')}"
    rule = "message byte i is (7 i + 3 + i div 256) mod 256"
    salt_rule = "salt byte i is (29 i + 128) mod 256"

    def of(bits: int, salted: bool) -> list[str]:
        return [digests[bits, length, salted] for length in lengths(bits, salted)]

    return {
        "lengths": {
            "provenance": f"{source}, and {second}: messages of 0, 1, 2, ... bytes, to two blocks "
            f"and a byte; {rule}; no salt",
            "digests": {str(bits): of(bits, False) for bits in BLOCK_BYTES},
        },
        "salted": {
            "provenance": f"{source}, and {second}: {rule}; {salt_rule}",
            "lengths": {str(bits): lengths(bits, True) for bits in BLOCK_BYTES},
            "digests": {str(bits): of(bits, True) for bits in BLOCK_BYTES},
        },
        "chaining": {
            "provenance": f"{second}: chaining value after one block from the initial value, with "
            f"counter t in hexadecimal; {rule}; {salt_rule}",
            "vectors": [
                {"digest_bits": bits, "t": f"{t:x}", "words": chaining(bits, t)}
                for bits in BLOCK_BYTES
                for t in counters(bits)
            ],
        },
    }


if __name__ == "__main__":
    path = Path(__file__).with_name("blake_reference.json")
    path.write_text(json.dumps(build(), indent=1) + "\n", encoding="utf-8")
    print(f"wrote {path.name}")
