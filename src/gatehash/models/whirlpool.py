# SPDX-License-Identifier: Apache-2.0
"""Golden model of Whirlpool and of W, its block cipher (ISO/IEC 10118-3:2004, the final version).

A state is 64 bytes; byte 8i + j is row i, column j of the specification's matrix. The public steps
work on one state, :func:`w_encrypt` puts them together, and :func:`w_encrypt_many` is the same
cipher on arrays of blocks, for PHASH. All of them use tables, which are made of
:func:`substitute` and :func:`mix_row`; these and :func:`round_` follow the equations number by
number. Greek letters and equations are those of Barreto and Rijmen, "The Whirlpool hashing
function", revised 24 May 2003, the paper that became the standard. Not modelled: the inverse
cipher, and messages that end inside a byte. States, keys and blocks are 64 bytes; the functions
raise ArgumentError for any other length.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from operator import itemgetter, xor
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from gatehash.errors import ArgumentError
from gatehash.manners import BytesLike
from gatehash.models.chained import ChainedHash
from gatehash.models.padding import RULES
from gatehash.models.words import Table, Words, check_bytes, check_count

__all__ = [
    "E_INVERSE",
    "MIX_ROW",
    "POLYNOMIAL",
    "ROUNDS",
    "SBOX",
    "E",
    "R",
    "Whirlpool",
    "add_round_key",
    "compress",
    "mix_row",
    "mix_rows",
    "round_",
    "round_constants",
    "round_keys",
    "shift_columns",
    "sub_bytes",
    "substitute",
    "w_encrypt",
    "w_encrypt_many",
]

Blocks: TypeAlias = NDArray[np.uint8]

ROUNDS = 10
_BLOCK_BYTES = 64
_ROWS = range(8)
_SHIFTED = itemgetter(*(8 * ((i - j) % 8) + j for i in _ROWS for j in range(8)))
POLYNOMIAL = 0x11D

E = Table((0x1, 0xB, 0x9, 0xC, 0xD, 0x6, 0xF, 0x3, 0xE, 0x8, 0x7, 0x4, 0xA, 0x2, 0x5, 0x0))
"""Mini-box E, an exponential in GF(2^4)."""
E_INVERSE = Table(E.index(value) for value in range(16))
"""Mini-box E^-1."""
R = Table((0x7, 0xC, 0xB, 0xD, 0xE, 0x4, 0x9, 0xF, 0x6, 0x3, 0x8, 0xA, 0x2, 0x5, 0x1, 0x0))
"""Mini-box R, chosen pseudo-randomly."""
MIX_ROW = (0x1, 0x1, 0x4, 0x1, 0x8, 0x5, 0x2, 0x9)
"""First row of MixRows' circulant matrix; each further row is the previous one rotated right."""


def substitute(u: int) -> int:
    """Return the value of a byte in the S-box, which is composed of the mini-boxes.

    Examples
    --------
    >>> hex(substitute(1))
    '0x23'
    """
    x, y = E[u >> 4], E_INVERSE[u & 0xF]
    r = R[x ^ y]
    value: int = E[x ^ r] << 4 | E_INVERSE[y ^ r]
    return value


SBOX = bytes(substitute(u) for u in range(256))
"""The S-box."""


def _product(a: int, b: int) -> int:
    """Multiply in GF(2^8) modulo x^8 + x^4 + x^3 + x^2 + 1."""
    total = 0
    while b:
        if b & 1:
            total ^= a
        a = (a << 1 ^ (a >> 7) * POLYNOMIAL) & 0xFF
        b >>= 1
    return total


def mix_row(row: Sequence[int]) -> Words:
    """Multiply one row, eight bytes, by the circulant matrix of :data:`MIX_ROW`, on its right.

    Examples
    --------
    >>> bytes(mix_row([0, 0x80, 0, 0, 0, 0, 0, 0])).hex(" ")
    'f4 80 80 3a 80 74 ba 1d'
    """
    check_count("row", row, 8)
    return tuple(
        reduce(xor, (_product(row[k], MIX_ROW[(j - k) % 8]) for k in range(8))) for j in range(8)
    )


def round_(state: Sequence[int], key: Sequence[int]) -> Words:
    """Do one round, rho[key] = sigma[key] . theta . pi . gamma, on 64 numbers.

    Examples
    --------
    >>> bytes(round_(bytes(64), round_constants()[0])) == round_keys(bytes(64))[1]
    True
    """
    check_count("state", state, _BLOCK_BYTES)
    check_count("key", key, _BLOCK_BYTES)
    shifted = _SHIFTED([substitute(u) for u in state])
    mixed = (value for i in _ROWS for value in mix_row(shifted[8 * i : 8 * i + 8]))
    return tuple(value ^ k for value, k in zip(mixed, key, strict=True))


# Contribution of a byte in column k to its row in MixRows: the byte times row k of the matrix.
_PRODUCTS = {factor: bytes(_product(u, factor) for u in range(256)) for factor in MIX_ROW}
_MIXED = [
    [bytes(_PRODUCTS[MIX_ROW[(j - k) % 8]][u] for j in range(8)) for u in range(256)]
    for k in range(8)
]
_MIXED_INTS = [[int.from_bytes(row, "big") for row in column] for column in _MIXED]


def sub_bytes(state: BytesLike) -> bytes:
    """Replace every byte by its value in the S-box: gamma.

    Examples
    --------
    >>> sub_bytes(bytes(range(64)))[:8].hex(" ")
    '18 23 c6 e8 87 b8 01 4f'
    """
    return check_bytes("state", state, _BLOCK_BYTES).translate(SBOX)


def shift_columns(state: BytesLike) -> bytes:
    """Turn column j down by j rows: pi.

    Examples
    --------
    >>> shift_columns(bytes(range(64)))[:8].hex(" ")
    '00 39 32 2b 24 1d 16 0f'
    """
    return bytes(_SHIFTED(check_bytes("state", state, _BLOCK_BYTES)))


def mix_rows(state: BytesLike) -> bytes:
    r"""Multiply every row by the circulant matrix of :data:`MIX_ROW`, on its right: theta.

    Examples
    --------
    >>> mix_rows(bytes([0, 0x80]).ljust(64, b"\0"))[:8].hex(" ")
    'f4 80 80 3a 80 74 ba 1d'
    """
    data = check_bytes("state", state, _BLOCK_BYTES)
    mixed = bytearray()
    for i in _ROWS:
        row = 0
        for table, value in zip(_MIXED_INTS, data[8 * i : 8 * i + 8], strict=True):
            row ^= table[value]
        mixed += row.to_bytes(8, "big")
    return bytes(mixed)


def add_round_key(state: BytesLike, key: BytesLike) -> bytes:
    """Add a round key, by exclusive-or: sigma.

    Examples
    --------
    >>> add_round_key(bytes(range(64)), bytes([1]) * 64)[:4].hex(" ")
    '01 00 03 02'
    """
    return _xor(check_bytes("state", state, _BLOCK_BYTES), check_bytes("key", key, _BLOCK_BYTES))


def _xor(*blocks: bytes) -> bytes:
    return reduce(xor, (int.from_bytes(block, "big") for block in blocks)).to_bytes(
        _BLOCK_BYTES, "big"
    )


def round_constants() -> tuple[bytes, ...]:
    """Return the constants c^1 to c^10 that the key schedule adds.

    The first row of each is the next eight bytes of the S-box; all else is zero.

    Examples
    --------
    >>> c1, *_, c10 = round_constants()
    >>> c1[:9].hex(" ")
    '18 23 c6 e8 87 b8 01 4f 00'
    >>> c10[:8].hex(" ")
    'ca 2d bf 07 ad 5a 83 33'
    """
    return _CONSTANTS


_CONSTANTS = tuple(SBOX[8 * r : 8 * r + 8].ljust(_BLOCK_BYTES, b"\0") for r in range(ROUNDS))


def _rho(state: BytesLike, key: BytesLike) -> bytes:
    """One round: rho[k] = sigma[k] . theta . pi . gamma."""
    return add_round_key(mix_rows(shift_columns(sub_bytes(state))), key)


def round_keys(key: BytesLike) -> tuple[bytes, ...]:
    """Expand a key of W into K^0, which is the key, to K^10.

    Examples
    --------
    >>> keys = round_keys(bytes(64))
    >>> len(keys), keys[1][:8].hex(" ")
    (11, '30 0b ee c0 af 90 29 67')
    """
    keys = [check_bytes("key", key, _BLOCK_BYTES)]
    for constant in _CONSTANTS:
        keys.append(_rho(keys[-1], constant))
    return tuple(keys)


def w_encrypt(key: BytesLike, plaintext: BytesLike) -> bytes:
    r"""Encrypt one block with W.

    Examples
    --------
    >>> block = b"\x80".ljust(64, b"\0")  # The empty message, padded.
    >>> add_round_key(w_encrypt(bytes(64), block), block).hex()[:16]
    '19fa61d75522a466'
    """
    state = check_bytes("plaintext", plaintext, _BLOCK_BYTES)
    first, *others = round_keys(key)
    state = add_round_key(state, first)
    for round_key in others:
        state = _rho(state, round_key)
    return state


# SubBytes and MixRows of a byte in column k, eight bytes in one word: shape (8, 256). Words are
# only looked up, xored and viewed as bytes again, so the machine's byte order has no effect.
_TABLES = (
    np.frombuffer(b"".join(column[value] for column in _MIXED for value in SBOX), np.uint64)
    .reshape(8, 256)
    .copy()
)
_ROW_CONSTANTS = np.frombuffer(b"".join(_CONSTANTS), np.uint64).reshape(ROUNDS, 8, 1)
# Blocks at a time: the arrays fit in the processor's cache.
_CHUNK = 2048


def _rounds_linear(state: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """SubBytes, ShiftColumns and MixRows of n states; word [i, b] is row i of state b."""
    columns = state.view(np.uint8).reshape(8, -1, 8)
    mixed = np.zeros_like(state)
    for k in range(8):
        mixed ^= _TABLES[k][np.roll(columns[:, :, k], k, axis=0)]
    return mixed


def w_encrypt_many(keys: Blocks, plaintexts: Blocks) -> Blocks:
    """Encrypt many blocks with W, each under its own key.

    Parameters
    ----------
    keys, plaintexts : array of uint8, shape (n, 64)
        Keys and blocks; n may be 0.

    Returns
    -------
    array of uint8, shape (n, 64)
        The ciphertexts.

    Raises
    ------
    ArgumentError
        If an array has another type or shape, or if there are not as many keys as blocks.

    Examples
    --------
    >>> keys = np.zeros((1000, 64), dtype=np.uint8)
    >>> ciphertexts = w_encrypt_many(keys, keys)
    >>> ciphertexts.shape, bytes(ciphertexts[999]) == w_encrypt(bytes(64), bytes(64))
    ((1000, 64), True)
    """
    for name, value in (("keys", keys), ("plaintexts", plaintexts)):
        if value.dtype != np.uint8 or value.ndim != 2 or value.shape[1] != _BLOCK_BYTES:
            raise ArgumentError(
                f"{name} must be uint8 of shape (n, {_BLOCK_BYTES}), "
                f"got {value.dtype} of shape {value.shape}"
            )
    if len(keys) != len(plaintexts):
        raise ArgumentError(
            f"keys must be as many as plaintexts, {len(plaintexts)}, got {len(keys)} keys"
        )
    ciphertexts = np.empty((len(keys), _BLOCK_BYTES), dtype=np.uint8)
    for at in range(0, len(keys), _CHUNK):
        part = slice(at, at + _CHUNK)
        # Row i of all blocks side by side: the shift of a column is a rotation of the first axis.
        key, state = (
            np.ascontiguousarray(np.ascontiguousarray(array[part]).view(np.uint64).T)
            for array in (keys, plaintexts)
        )
        state = state ^ key
        for constant in _ROW_CONSTANTS:
            key = _rounds_linear(key) ^ constant
            state = _rounds_linear(state) ^ key
        ciphertexts[part] = np.ascontiguousarray(state.T).view(np.uint8)
    return ciphertexts


def compress(chaining: BytesLike, block: BytesLike) -> bytes:
    r"""Chain one block into the hash value: ``W[H_(i-1)](m_i) xor H_(i-1) xor m_i``.

    This is the construction of Miyaguchi and Preneel.

    Examples
    --------
    >>> empty = b"\x80".ljust(64, b"\0")
    >>> compress(bytes(64), empty) == Whirlpool().digest()
    True
    """
    h = check_bytes("chaining", chaining, _BLOCK_BYTES)
    m = check_bytes("block", block, _BLOCK_BYTES)
    return _xor(w_encrypt(h, m), h, m)


class Whirlpool(ChainedHash[bytes]):
    """Whirlpool of a message that comes in pieces, like a :mod:`hashlib` object.

    Its parameter is the start of the message.

    Examples
    --------
    >>> h = Whirlpool(b"in two ")
    >>> h.update(b"pieces")
    >>> h.digest() == Whirlpool(b"in two pieces").digest()
    True
    >>> h.name, h.digest_size, h.block_size
    ('whirlpool', 64, 64)
    >>> Whirlpool(b"abc").hexdigest()[:16]
    '4e2448a4c6f486bb'
    """

    def __init__(self, data: BytesLike = b"") -> None:
        rule, start = RULES["whirlpool"], bytes(_BLOCK_BYTES)
        super().__init__("whirlpool", 8 * _BLOCK_BYTES, rule, start, data)

    def _chain(self, chaining: bytes, block: bytes, start: int) -> bytes:
        return compress(chaining, block)

    def _encode(self, chaining: bytes) -> bytes:
        return chaining
