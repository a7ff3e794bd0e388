# SPDX-License-Identifier: Apache-2.0
"""Golden model of Whirlpool and of W, its block cipher (ISO/IEC 10118-3:2004, the final version).

A state is 64 bytes: byte 8i + j is row i, column j. The public functions are the specification's
steps on one state; :func:`w_encrypt_many` is the cipher on arrays of blocks, for PHASH.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from gatehash.models.padding import RULES, pad

__all__ = [
    "E",
    "E_INVERSE",
    "R",
    "ROUNDS",
    "SBOX",
    "Whirlpool",
    "add_round_key",
    "compress",
    "mix_rows",
    "round_constant",
    "round_keys",
    "shift_columns",
    "sub_bytes",
    "w_encrypt",
    "w_encrypt_many",
]

BytesLike: TypeAlias = bytes | bytearray | memoryview
Blocks: TypeAlias = NDArray[np.uint8]

ROUNDS = 10
_BLOCK_BYTES = 64

E = (0x1, 0xB, 0x9, 0xC, 0xD, 0x6, 0xF, 0x3, 0xE, 0x8, 0x7, 0x4, 0xA, 0x2, 0x5, 0x0)
"""Mini-box E, the exponential one."""
E_INVERSE = tuple(E.index(value) for value in range(16))
"""Mini-box E^-1."""
R = (0x7, 0xC, 0xB, 0xD, 0xE, 0x4, 0x9, 0xF, 0x6, 0x3, 0x8, 0xA, 0x2, 0x5, 0x1, 0x0)
"""Mini-box R, the random one."""


def _sbox(u: int) -> int:
    x, y = E[u >> 4], E_INVERSE[u & 15]
    r = R[x ^ y]
    return E[x ^ r] << 4 | E_INVERSE[y ^ r]


SBOX = bytes(_sbox(u) for u in range(256))
"""The S-box, made of the mini-boxes."""

_POLYNOMIAL = 0x11D
_CIRCULANT = (1, 1, 4, 1, 8, 5, 2, 9)


def _product(a: int, b: int) -> int:
    """Product in GF(2^8) modulo x^8 + x^4 + x^3 + x^2 + 1."""
    total = 0
    while b:
        if b & 1:
            total ^= a
        a <<= 1
        if a > 0xFF:
            a ^= _POLYNOMIAL
        b >>= 1
    return total


def sub_bytes(state: BytesLike) -> bytes:
    """Gamma: the S-box on every byte."""
    return bytes(SBOX[u] for u in state)


def shift_columns(state: BytesLike) -> bytes:
    """Pi: column j moves down by j rows."""
    return bytes(state[8 * ((i - j) % 8) + j] for i in range(8) for j in range(8))


def mix_rows(state: BytesLike) -> bytes:
    """Theta: every row times the circulant matrix."""
    mixed = bytearray()
    for i in range(8):
        for j in range(8):
            total = 0
            for k in range(8):
                total ^= _product(state[8 * i + k], _CIRCULANT[(j - k) % 8])
            mixed.append(total)
    return bytes(mixed)


def add_round_key(state: BytesLike, key: BytesLike) -> bytes:
    """Sigma: the exclusive-or with a round key."""
    return bytes(a ^ b for a, b in zip(state, key, strict=True))


def round_constant(r: int) -> bytes:
    """Constant of round r, 1 to 10: its first row is a piece of the S-box, the rest zero."""
    return SBOX[8 * (r - 1) : 8 * r] + bytes(56)


def _rho(state: BytesLike, key: BytesLike) -> bytes:
    return add_round_key(mix_rows(shift_columns(sub_bytes(state))), key)


def round_keys(key: BytesLike) -> list[bytes]:
    """Round keys K^0 to K^10 of a key of 64 bytes."""
    keys = [bytes(key)]
    for r in range(1, ROUNDS + 1):
        keys.append(_rho(keys[-1], round_constant(r)))
    return keys


def w_encrypt(key: BytesLike, plaintext: BytesLike) -> bytes:
    """Encrypt a block with W.

    Parameters
    ----------
    key, plaintext : bytes-like
        64 bytes each.

    Returns
    -------
    bytes
        The ciphertext, 64 bytes.

    Raises
    ------
    ValueError
        If a length is wrong.
    """
    for name, value in (("key", key), ("plaintext", plaintext)):
        if len(value) != _BLOCK_BYTES:
            raise ValueError(f"{name} must be {_BLOCK_BYTES} bytes, got {len(value)}")
    first, *others = round_keys(key)
    state = add_round_key(plaintext, first)
    for round_key in others:
        state = _rho(state, round_key)
    return state


def _tables() -> NDArray[np.uint64]:
    """SubBytes and MixRows of a byte in column k, as a row of eight bytes: array (8, 256)."""
    table = np.zeros((8, 256, 8), dtype=np.uint8)
    for k in range(8):
        for j in range(8):
            factor = _CIRCULANT[(j - k) % 8]
            table[k, :, j] = [_product(substituted, factor) for substituted in SBOX]
    return table.view(np.uint64)[..., 0]


_TABLES = _tables()
_CONSTANTS = np.frombuffer(b"".join(map(round_constant, range(1, ROUNDS + 1))), np.uint64)
_ROW_CONSTANTS = _CONSTANTS.reshape(ROUNDS, 8)
# Blocks at a time: the arrays stay in the processor's cache.
_CHUNK = 2048


def _rho_many(state: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """SubBytes, ShiftColumns and MixRows of states as rows of eight bytes: array (8, n)."""
    columns = state.view(np.uint8).reshape(8, -1, 8)
    mixed = np.zeros_like(state)
    for k in range(8):
        shifted = np.roll(columns[:, :, k], k, axis=0)
        mixed ^= _TABLES[k][shifted]
    return mixed


def w_encrypt_many(keys: Blocks, plaintexts: Blocks) -> Blocks:
    """Encrypt many blocks with W, each under its own key.

    Parameters
    ----------
    keys, plaintexts : array of uint8, shape (n, 64)
        Keys and blocks.

    Returns
    -------
    array of uint8, shape (n, 64)
        The ciphertexts.

    Raises
    ------
    ValueError
        If a shape or type is wrong.
    """
    for name, value in (("keys", keys), ("plaintexts", plaintexts)):
        if value.dtype != np.uint8 or value.ndim != 2 or value.shape[1] != _BLOCK_BYTES:
            raise ValueError(
                f"{name} must be uint8 of shape (n, {_BLOCK_BYTES}), "
                f"got {value.dtype} of shape {value.shape}"
            )
    if keys.shape != plaintexts.shape:
        raise ValueError(f"{len(keys)} keys do not go with {len(plaintexts)} plaintexts")
    ciphertexts = np.empty_like(plaintexts)
    for at in range(0, len(keys), _CHUNK):
        part = slice(at, at + _CHUNK)
        key, state = (
            np.ascontiguousarray(np.ascontiguousarray(array[part]).view(np.uint64).T)
            for array in (keys, plaintexts)
        )
        state = state ^ key
        for constant in _ROW_CONSTANTS:
            key = _rho_many(key) ^ constant[:, np.newaxis]
            state = _rho_many(state) ^ key
        ciphertexts[part] = np.ascontiguousarray(state.T).view(np.uint8)
    return ciphertexts


def compress(chaining: BytesLike, block: BytesLike) -> bytes:
    """Hash value after a block of 64 bytes (Miyaguchi-Preneel)."""
    return add_round_key(add_round_key(w_encrypt(chaining, block), chaining), block)


class Whirlpool:
    """Hash object of Whirlpool, as :mod:`hashlib` has them.

    Parameters
    ----------
    data : bytes-like, optional
        Start of the message.

    Examples
    --------
    >>> Whirlpool(b"abc").hexdigest()[:16]
    '4e2448a4c6f486bb'
    """

    name = "whirlpool"
    digest_size = 64
    block_size = _BLOCK_BYTES

    def __init__(self, data: BytesLike = b"") -> None:
        self._chaining = bytes(_BLOCK_BYTES)
        self._rest = b""
        self._size = 0
        self.update(data)

    @staticmethod
    def _absorb(chaining: bytes, blocks: bytes) -> bytes:
        # The same as compress(), block for block, through the arrays: they are faster.
        for row in np.frombuffer(blocks, np.uint8).reshape(-1, 1, _BLOCK_BYTES):
            key = np.frombuffer(chaining, np.uint8).reshape(1, _BLOCK_BYTES)
            chaining = (w_encrypt_many(key, row) ^ key ^ row).tobytes()
        return chaining

    def update(self, data: BytesLike, /) -> None:
        """Append data to the message."""
        self._size += len(memoryview(data))
        waiting = self._rest + bytes(data)
        whole = len(waiting) - len(waiting) % _BLOCK_BYTES
        self._chaining = self._absorb(self._chaining, waiting[:whole])
        self._rest = waiting[whole:]

    def digest(self) -> bytes:
        """Digest of the message so far."""
        tail = pad(RULES["whirlpool"], self._rest)
        return self._absorb(self._chaining, tail[:-32] + (8 * self._size).to_bytes(32, "big"))

    def hexdigest(self) -> str:
        """Digest of the message so far, in hexadecimal."""
        return self.digest().hex()

    def copy(self) -> Whirlpool:
        """Return a hash object of the same message that goes its own way."""
        twin = Whirlpool()
        twin._chaining, twin._rest, twin._size = self._chaining, self._rest, self._size
        return twin
