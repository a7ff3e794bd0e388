# SPDX-License-Identifier: Apache-2.0
"""Golden model of ChaCha8, ChaCha12 and ChaCha20 (Bernstein, 28 January 2008).

The original stream cipher of "ChaCha, a variant of Salsa20", with keys of 256 bits, a nonce of 64
bits and a block counter of 64 bits; RFC 8439 has the same blocks but cuts counter and nonce at 32
and 96 bits. Words are of 32 bits, little-endian::

    x0  x1  x2  x3      "expand 32-byte k"
    x4  x5  x6  x7      key
    x8  x9  x10 x11     key
    x12 x13 x14 x15     counter, low word first; nonce

Not modelled: keys of 128 bits.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from typing import TypeAlias

from gatehash.errors import ArgumentError
from gatehash.manners import BytesLike, octets

__all__ = [
    "BLOCK_BYTES",
    "CONSTANTS",
    "QUARTETS",
    "ROUNDS",
    "chacha_block",
    "chacha_xor",
    "double_round",
    "initial_state",
    "quarter_round",
]

Words: TypeAlias = tuple[int, ...]

ROUNDS = (8, 12, 20)
"""Numbers of rounds that ChaCha has."""
BLOCK_BYTES = 64
"""Bytes of keystream in a block."""
CONSTANTS: Words = struct.unpack("<4I", b"expand 32-byte k")
"""The words x0 to x3."""
QUARTETS: tuple[tuple[int, int, int, int], ...] = (
    (0, 4, 8, 12),
    (1, 5, 9, 13),
    (2, 6, 10, 14),
    (3, 7, 11, 15),
    (0, 5, 10, 15),
    (1, 6, 11, 12),
    (2, 7, 8, 13),
    (3, 4, 9, 14),
)
"""Words that the quarter rounds of a double round work on: four columns, then four diagonals."""

_KEY_BYTES = 32
_NONCE_BYTES = 8
_STATE_WORDS = 16
_COUNTERS = 1 << 64
_MASK = (1 << 32) - 1


def _rotl(x: int, n: int) -> int:
    return (x << n | x >> (32 - n)) & _MASK


def quarter_round(a: int, b: int, c: int, d: int) -> tuple[int, int, int, int]:
    """Mix four words.

    Parameters
    ----------
    a, b, c, d : int
        Words of 32 bits.

    Returns
    -------
    tuple of int
        The new words a, b, c and d.

    Notes
    -----
    As in RFC 8439, section 2.1; the example is that of its section 2.1.1.

    Examples
    --------
    >>> words = quarter_round(0x11111111, 0x01020304, 0x9B8D6F43, 0x01234567)
    >>> [f"{word:08x}" for word in words]
    ['ea2a92f4', 'cb1cf8ce', '4581472e', '5881c4bb']
    """
    a = a + b & _MASK
    d = _rotl(d ^ a, 16)
    c = c + d & _MASK
    b = _rotl(b ^ c, 12)
    a = a + b & _MASK
    d = _rotl(d ^ a, 8)
    c = c + d & _MASK
    b = _rotl(b ^ c, 7)
    return a, b, c, d


def double_round(x: Sequence[int]) -> Words:
    """Do two rounds: quarter rounds on the four columns, then on the four diagonals.

    Parameters
    ----------
    x : sequence of int
        The 16 words of the state.

    Returns
    -------
    tuple of int
        The new state.

    Raises
    ------
    ArgumentError
        If `x` has another length.

    Notes
    -----
    As in RFC 8439, section 2.3, where it is called an inner block.

    Examples
    --------
    >>> double_round([0] * 16) == (0,) * 16
    True
    """
    if len(x) != _STATE_WORDS:
        raise ArgumentError(f"x must be {_STATE_WORDS} words, got {len(x)}")
    new = list(x)
    for a, b, c, d in QUARTETS:
        new[a], new[b], new[c], new[d] = quarter_round(new[a], new[b], new[c], new[d])
    return tuple(new)


def _check_size(name: str, value: BytesLike, size: int) -> bytes:
    data = octets(value).tobytes()
    if len(data) != size:
        raise ArgumentError(f"{name} must be {size} bytes, got {len(data)}")
    return data


def _check_counter(counter: int) -> None:
    if not 0 <= counter < _COUNTERS:
        raise ArgumentError(f"counter must be in 0..2**64-1, got {counter}")


def _check_rounds(rounds: int) -> None:
    if rounds not in ROUNDS:
        raise ArgumentError(f"rounds must be 8, 12 or 20, got {rounds}")


def initial_state(key: BytesLike, nonce: BytesLike, counter: int) -> Words:
    """Form the state before the first round.

    Parameters
    ----------
    key : bytes-like
        32 bytes.
    nonce : bytes-like
        8 bytes.
    counter : int
        Number of the block, in 0..2**64-1.

    Returns
    -------
    tuple of int
        The 16 words x0 to x15.

    Raises
    ------
    ArgumentError
        If a length is another one, or `counter` is out of range.

    Notes
    -----
    As in RFC 8439, section 2.3, but for x13, which is the nonce's there.

    Examples
    --------
    >>> x = initial_state(bytes(32), b"nonce-64", 2**32 + 5)
    >>> x[12], x[13], hex(x[14])
    (5, 1, '0x636e6f6e')
    """
    words = struct.unpack("<8I", _check_size("key", key, _KEY_BYTES))
    nonce_words = struct.unpack("<2I", _check_size("nonce", nonce, _NONCE_BYTES))
    _check_counter(counter)
    return (*CONSTANTS, *words, counter & _MASK, counter >> 32, *nonce_words)


def chacha_block(key: BytesLike, nonce: BytesLike, counter: int, rounds: int = 20) -> bytes:
    """Compute a block of keystream.

    Parameters
    ----------
    key : bytes-like
        32 bytes.
    nonce : bytes-like
        8 bytes.
    counter : int
        Number of the block, in 0..2**64-1.
    rounds : int, optional
        8, 12 or 20.

    Returns
    -------
    bytes
        64 bytes.

    Raises
    ------
    ArgumentError
        If a length is another one, or `counter` or `rounds` is out of range.

    Notes
    -----
    As in RFC 8439, section 2.3.

    Examples
    --------
    >>> chacha_block(bytes(32), bytes(8), 0)[:8].hex()
    '76b8e0ada0f13d90'
    >>> chacha_block(bytes(32), bytes(8), 0, rounds=8)[:8].hex()
    '3e00ef2f895f40d6'
    """
    _check_rounds(rounds)
    start = initial_state(key, nonce, counter)
    x = start
    for _ in range(rounds // 2):
        x = double_round(x)
    return struct.pack("<16I", *(old + new & _MASK for old, new in zip(start, x, strict=True)))


def chacha_xor(
    data: BytesLike, key: BytesLike, nonce: BytesLike, counter: int = 0, rounds: int = 20
) -> bytes:
    """Encrypt or decrypt, which are the same: add the keystream, by exclusive-or.

    Parameters
    ----------
    data : bytes-like
        Any number of bytes.
    key : bytes-like
        32 bytes.
    nonce : bytes-like
        8 bytes.
    counter : int, optional
        Number of the first block of keystream, in 0..2**64-1.
    rounds : int, optional
        8, 12 or 20.

    Returns
    -------
    bytes
        As many bytes as `data`.

    Raises
    ------
    ArgumentError
        If a length is another one, `counter` or `rounds` is out of range, or `data` needs a block
        after number 2**64 - 1: the keystream would begin again.

    Notes
    -----
    As in RFC 8439, section 2.4.

    Examples
    --------
    >>> key, nonce = bytes(range(32)), b"nonce-64"
    >>> secret = chacha_xor(b"message", key, nonce)
    >>> secret.hex()
    '1b7b2543a6d3e2'
    >>> chacha_xor(secret, key, nonce)
    b'message'
    """
    text = octets(data).tobytes()
    # The block checks these as well, but no data has no block.
    _check_rounds(rounds)
    _check_size("key", key, _KEY_BYTES)
    _check_size("nonce", nonce, _NONCE_BYTES)
    _check_counter(counter)
    blocks = -(-len(text) // BLOCK_BYTES)
    if counter + blocks > _COUNTERS:
        raise ArgumentError(
            f"data must be at most {(_COUNTERS - counter) * BLOCK_BYTES} bytes from counter "
            f"{counter}, or the counter would pass 2**64-1; got {len(text)} bytes"
        )
    keystream = b"".join(chacha_block(key, nonce, counter + n, rounds) for n in range(blocks))
    return bytes(x ^ y for x, y in zip(text, keystream, strict=False))
