# SPDX-License-Identifier: Apache-2.0
"""A second opinion on W and PHASH, that shares no code and no tables with gatehash.

Written from the definitions: the S-box is the published table of 256 bytes, MixRows a product of
matrices over GF(2^8) made of doublings, and PHASH works on plain lists of byte strings and has them
all in memory. NumPy only does the same to all blocks of a list at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from operator import xor
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

__all__ = ["SBOX", "compress", "pad", "phash", "reduce_all", "w"]

States: TypeAlias = NDArray[np.uint8]

# As in the designers' C reference: the highest bytes of its table C0.
SBOX = bytes.fromhex(
    "1823c6e887b8014f36a6d2f5796f915260bc9b8ea30c7b351de0d7c22e4bfe57"
    "157737e59ff04ada58c9290ab1a06b85bd5d10f4cb3e0567e427418ba77d95d8"
    "fbee7c66dd17479eca2dbf07ad5a83336302aa71c81949d9f2e35b889a2632b0"
    "e90fd580becd3448ff7a905f20681aaeb454932264f173124008c3ecdba18d3d"
    "9700cf2b7682d61bb5af6a5045f330ef3f55a2ea65ba2fc0de1cfd4d9275068a"
    "b2e60e1f62d4a896f9c525598472394c5e78388cd1a5e261b3219c1e43c7fc04"
    "51996d0dfadf7e243babce118f4eb7eb3c8194f7b9132cd3e76ec40356447fa9"
    "2abbc153dc0b9d6c3174f646ac8914e1163a690970b6d0edcc4298a4285cf886"
)

# The matrix circ(01, 01, 04, 01, 08, 05, 02, 09), written out.
MATRIX = (
    (1, 1, 4, 1, 8, 5, 2, 9),
    (9, 1, 1, 4, 1, 8, 5, 2),
    (2, 9, 1, 1, 4, 1, 8, 5),
    (5, 2, 9, 1, 1, 4, 1, 8),
    (8, 5, 2, 9, 1, 1, 4, 1),
    (1, 8, 5, 2, 9, 1, 1, 4),
    (4, 1, 8, 5, 2, 9, 1, 1),
    (1, 4, 1, 8, 5, 2, 9, 1),
)

_ROW, _COLUMN = np.indices((8, 8))


def _double(a: States) -> States:
    """Multiply by x: what falls out at the top comes back as 0x1D."""
    overflow: States = (a >> np.uint8(7)) * np.uint8(0x1D)
    return (a << np.uint8(1)) ^ overflow


def _round_function(a: States) -> States:
    """Gamma, pi, theta; a[i, j] is row i, column j of all states."""
    a = np.frombuffer(SBOX, np.uint8)[a]
    a = a[(_ROW - _COLUMN) % 8, _COLUMN]
    twice = _double(a)
    four_times = _double(twice)
    eight_times = _double(four_times)
    product = np.zeros_like(a)
    for j in range(8):
        for k in range(8):
            for bit, multiple in enumerate((a, twice, four_times, eight_times)):
                if MATRIX[k][j] & 1 << bit:
                    product[:, j] ^= multiple[:, k]
    return product


def _states(blocks: Sequence[bytes]) -> States:
    octets = np.frombuffer(b"".join(blocks), np.uint8)
    return np.ascontiguousarray(octets.reshape(len(blocks), 64).T).reshape(8, 8, len(blocks))


def w(keys: Sequence[bytes], plaintexts: Sequence[bytes]) -> list[bytes]:
    """Encrypt each block of 64 bytes under its key of 64 bytes."""
    key, state = _states(keys), _states(plaintexts)
    state = state ^ key
    for r in range(1, 11):
        key = _round_function(key)
        for j in range(8):
            key[0, j] ^= np.uint8(SBOX[8 * (r - 1) + j])
        state = _round_function(state) ^ key
    octets = np.ascontiguousarray(state.reshape(64, len(keys)).T).tobytes()
    return [octets[at : at + 64] for at in range(0, len(octets), 64)]


def compress(data: bytes) -> list[bytes]:
    """Values C_i of padded data."""
    assert len(data) % 112 == 0
    blocks = [data[at : at + 112] for at in range(0, len(data), 112)]
    return w(
        [X[48:] for X in blocks], [X[:48] + i.to_bytes(16, "big") for i, X in enumerate(blocks)]
    )


def _sum(values: Sequence[bytes]) -> bytes:
    return reduce(xor, (int.from_bytes(value, "big") for value in values), 0).to_bytes(64, "big")


def reduce_all(values: Sequence[bytes], group: int = 256) -> bytes:
    """Reduce the C_i until one value remains. PHASH's group is 256; small ones make many levels."""
    half = group // 2
    while True:
        starts = range(0, len(values), group)
        keys = [_sum(values[at : at + half]) for at in starts]
        plaintexts = [_sum(values[at + half : at + group]) for at in starts]
        values = w(keys, plaintexts)
        if len(values) == 1:
            return values[0]


def pad(message: bytes) -> bytes:
    """Pad a message of bytes."""
    zeros = 0
    while (len(message) + 1 + zeros + 16) % 112:
        zeros += 1
    return message + b"\x80" + b"\0" * zeros + (8 * len(message)).to_bytes(16, "big")


def phash(data: bytes) -> bytes:
    """PHASH of padded data."""
    return reduce_all(compress(data))
