# SPDX-License-Identifier: Apache-2.0
"""Golden model of ChaCha8, ChaCha12 and ChaCha20 (Bernstein, 28 January 2008; RFC 8439).

The original stream cipher of "ChaCha, a variant of Salsa20" has keys of 256 bits, a nonce of 64
bits and a block counter of 64 bits; RFC 8439 has the same blocks with a nonce of 96 bits and a
counter of 32. XChaCha20 (draft-irtf-cfrg-xchacha-03) makes another key of a nonce's first 128 bits
by HChaCha20, and has a counter of 64 bits with the last 64 bits of the nonce. The nonce's length
says which is meant. Words have 32 bits and are little-endian::

    x0  x1  x2  x3      "expand 32-byte k"
    x4  x5  x6  x7      key
    x8  x9  x10 x11     key
    x12 x13 x14 x15     counter, low word first; nonce

A key has 32 bytes, a nonce 8, 12 or 24, a block of key stream 64; a counter is in 0..2**64-1, or
0..2**32-1 with a nonce of 12 bytes, and a number of rounds 8, 12 or 20. The functions raise
ArgumentError for all else. Not modelled: keys of 128 bits.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence

from gatehash.errors import ArgumentError, counted
from gatehash.manners import BytesLike, octets
from gatehash.models.words import Words, check_bytes, check_count, rotl

__all__ = [
    "BLOCK_BYTES",
    "CONSTANTS",
    "QUARTETS",
    "ROUNDS",
    "chacha_block",
    "chacha_xor",
    "double_round",
    "hchacha20",
    "initial_state",
    "key_stream_words",
    "quarter_round",
]

ROUNDS = (8, 12, 20)
"""Numbers of rounds that ChaCha has."""
BLOCK_BYTES = 64
"""Bytes of key stream in a block."""
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
_STATE_WORDS = 16
_HCHACHA_NONCE = 16
_COUNTER_BITS = {8: 64, 12: 32, 24: 64}
"""Bits of the counter by bytes of the nonce."""
_MASK = (1 << 32) - 1


def quarter_round(a: int, b: int, c: int, d: int) -> tuple[int, int, int, int]:
    """Mix four words of 32 bits (RFC 8439, section 2.1; the example is that of 2.1.1).

    Examples
    --------
    >>> words = quarter_round(0x11111111, 0x01020304, 0x9B8D6F43, 0x01234567)
    >>> [f"{word:08x}" for word in words]
    ['ea2a92f4', 'cb1cf8ce', '4581472e', '5881c4bb']
    """
    a = a + b & _MASK
    d = rotl(d ^ a, 16, 32)
    c = c + d & _MASK
    b = rotl(b ^ c, 12, 32)
    a = a + b & _MASK
    d = rotl(d ^ a, 8, 32)
    c = c + d & _MASK
    b = rotl(b ^ c, 7, 32)
    return a, b, c, d


def double_round(x: Sequence[int]) -> Words:
    """Do quarter rounds on the four columns, then on the four diagonals of the 16 words.

    RFC 8439, section 2.3, calls this an inner block.

    Examples
    --------
    >>> double_round([0] * 16) == (0,) * 16
    True
    """
    check_count("x", x, _STATE_WORDS)
    new = list(x)
    for a, b, c, d in QUARTETS:
        new[a], new[b], new[c], new[d] = quarter_round(new[a], new[b], new[c], new[d])
    return tuple(new)


def _checked(nonce: BytesLike, counter: int) -> tuple[bytes, int]:
    """Return a nonce's bytes, and the bits of its counter."""
    data = octets(nonce).tobytes()
    if len(data) not in _COUNTER_BITS:
        raise ArgumentError(f"nonce must be 8, 12 or 24 bytes, got {len(data)}")
    bits = _COUNTER_BITS[len(data)]
    if not 0 <= counter < 1 << bits:
        raise ArgumentError(f"counter must be in 0..2**{bits}-1, got {counter}")
    return data, bits


def _check_rounds(rounds: int) -> None:
    if rounds not in ROUNDS:
        raise ArgumentError(f"rounds must be 8, 12 or 20, got {rounds}")


def initial_state(key: BytesLike, nonce: BytesLike, counter: int) -> Words:
    """Form the 16 words of the state before the first round.

    With a nonce of 12 bytes it is that of RFC 8439, section 2.3, with one of 24 bytes that of
    XChaCha, whose key is another.

    Examples
    --------
    >>> x = initial_state(bytes(32), b"nonce-64", 2**32 + 5)
    >>> x[12], x[13], hex(x[14])
    (5, 1, '0x636e6f6e')
    """
    words = struct.unpack("<8I", check_bytes("key", key, _KEY_BYTES))
    data, bits = _checked(nonce, counter)
    if len(data) > _HCHACHA_NONCE:
        words = struct.unpack("<8I", hchacha20(key, data[:_HCHACHA_NONCE]))
        data = data[_HCHACHA_NONCE:]
    return (*CONSTANTS, *words, *struct.unpack("<4I", counter.to_bytes(bits // 8, "little") + data))


def hchacha20(key: BytesLike, nonce: BytesLike) -> bytes:
    """Make a key of 32 bytes from another and 16 bytes (draft-irtf-cfrg-xchacha-03, section 2.2).

    Examples
    --------
    The example of section 2.2.1:

    >>> nonce = bytes.fromhex("000000090000004a0000000031415927")
    >>> hchacha20(bytes(range(32)), nonce)[:16].hex()
    '82413b4227b27bfed30e42508a877d73'
    """
    words = struct.unpack("<8I", check_bytes("key", key, _KEY_BYTES))
    x: Words = (*CONSTANTS, *words, *struct.unpack("<4I", check_bytes("nonce", nonce, 16)))
    for _ in range(ROUNDS[-1] // 2):
        x = double_round(x)
    return struct.pack("<8I", *x[:4], *x[12:])


def key_stream_words(start: Sequence[int], rounds: int = 20) -> Words:
    """Return the 16 words of a block of key stream, from those of the initial state.

    Examples
    --------
    >>> hex(key_stream_words(initial_state(bytes(32), bytes(8), 0))[0])
    '0xade0b876'
    """
    x: Sequence[int] = start
    for _ in range(rounds // 2):
        x = double_round(x)
    return tuple(old + new & _MASK for old, new in zip(start, x, strict=True))


def chacha_block(key: BytesLike, nonce: BytesLike, counter: int, rounds: int = 20) -> bytes:
    """Compute a block of key stream (RFC 8439, section 2.3).

    Examples
    --------
    >>> chacha_block(bytes(32), bytes(8), 0)[:8].hex()
    '76b8e0ada0f13d90'
    >>> chacha_block(bytes(32), bytes(8), 0, rounds=8)[:8].hex()
    '3e00ef2f895f40d6'
    """
    _check_rounds(rounds)
    return struct.pack("<16I", *key_stream_words(initial_state(key, nonce, counter), rounds))


def chacha_xor(
    data: BytesLike, key: BytesLike, nonce: BytesLike, counter: int = 0, rounds: int = 20
) -> bytes:
    """Encrypt or decrypt any number of bytes: add the key stream, by exclusive-or.

    `counter` is the number of the first block; no block may follow the counter's last number, where
    the key stream would begin again (RFC 8439, section 2.4).

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
    check_bytes("key", key, _KEY_BYTES)
    _, bits = _checked(nonce, counter)
    blocks = -(-len(text) // BLOCK_BYTES)
    if counter + blocks > 1 << bits:
        raise ArgumentError(
            f"data must be at most {((1 << bits) - counter) * BLOCK_BYTES} bytes from counter "
            f"{counter}, or the counter would pass 2**{bits}-1; got {counted(len(text), 'byte')}"
        )
    stream = b"".join(chacha_block(key, nonce, counter + n, rounds) for n in range(blocks))
    return bytes(x ^ y for x, y in zip(text, stream, strict=False))
