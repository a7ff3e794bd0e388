# SPDX-License-Identifier: Apache-2.0
"""Golden model of the Threefish block cipher (Skein 1.3, section 3.3).

Words are integers modulo 2**64. A block and a key have ``Nw`` words, which is 4, 8 or 16
(Threefish-256, -512 and -1024), a tweak has two. Byte strings are read least significant byte first
(section 3.2). The names ``Nw``, ``R``, ``pi``, ``d`` and ``s`` are the paper's.

There are two forms: :func:`subkey` and :func:`encrypt_round` follow the equations one by one and
give every intermediate state that a datapath shows; :func:`encrypt_words` is the whole cipher, with
the word permutation folded into the indices so that long messages take seconds. All functions raise
ArgumentError where a length is another one or a number is out of range.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence

from gatehash.errors import ArgumentError
from gatehash.models.words import Words, rotl

__all__ = [
    "C240",
    "PERMUTATION",
    "ROTATIONS",
    "ROUNDS",
    "WORD_MASK",
    "bytes_from_words",
    "decrypt",
    "decrypt_round",
    "decrypt_words",
    "encrypt",
    "encrypt_round",
    "encrypt_words",
    "mix",
    "subkey",
    "unmix",
    "words_from_bytes",
]

WORD_MASK = 2**64 - 1
"""All ones in a 64-bit word; ``x & WORD_MASK`` is ``x`` modulo 2**64."""

C240 = 0x1BD11BDAA9FC1A22
"""Key schedule parity constant (section 3.3.2)."""

ROUNDS = {4: 72, 8: 72, 16: 80}
"""Number of rounds Nr for each Nw (table 2)."""

PERMUTATION = {
    4: (0, 3, 2, 1),
    8: (2, 1, 4, 7, 6, 5, 0, 3),
    16: (0, 9, 2, 13, 6, 11, 4, 15, 10, 7, 12, 3, 14, 5, 8, 1),
}
"""Word permutation pi for each Nw: new word ``i`` is old word ``pi[i]`` (table 3)."""

ROTATIONS = {
    4: (
        *((14, 16), (52, 57), (23, 40), (5, 37)),
        *((25, 33), (46, 12), (58, 22), (32, 32)),
    ),
    8: (
        *((46, 36, 19, 37), (33, 27, 14, 42), (17, 49, 36, 39), (44, 9, 54, 56)),
        *((39, 30, 34, 24), (13, 50, 10, 17), (25, 29, 39, 43), (8, 35, 56, 22)),
    ),
    16: (
        (24, 13, 8, 47, 8, 17, 22, 37),
        (38, 19, 10, 55, 49, 18, 23, 52),
        (33, 4, 51, 13, 34, 41, 59, 17),
        (5, 20, 48, 41, 47, 28, 16, 25),
        (41, 9, 37, 31, 12, 47, 44, 30),
        (16, 34, 56, 51, 4, 53, 42, 41),
        (31, 44, 47, 46, 19, 42, 44, 25),
        (9, 48, 35, 52, 23, 31, 37, 20),
    ),
}
"""Left rotations R in bits: ``ROTATIONS[Nw][d % 8][j]`` is that of round d, MIX j (table 4)."""


def _fold_permutation(Nw: int) -> tuple[tuple[tuple[int, int, int], ...], ...]:
    """List the MIX operations between two key injections as ``(place of x0, place of x1, R)``.

    Instead of moving words after every round, keep them in place and remember where each one is.
    pi has order 2 (Nw = 4) or 4 (Nw = 8, 16), so after four rounds every word is home again and
    the subkey is added in plain order. Rotations repeat after eight rounds, hence two lists.
    """
    place = list(range(Nw))
    groups: list[tuple[tuple[int, int, int], ...]] = []
    for first in (0, 4):
        steps: list[tuple[int, int, int]] = []
        for d in range(first, first + 4):
            for j, r in enumerate(ROTATIONS[Nw][d]):
                steps.append((place[2 * j], place[2 * j + 1], r))
            place = [place[p] for p in PERMUTATION[Nw]]
        groups.append(tuple(steps))
    return tuple(groups)


_MIXES = {Nw: _fold_permutation(Nw) for Nw in ROUNDS}


def _check_words(name: str, words: Sequence[int], counts: tuple[int, ...]) -> None:
    if len(words) not in counts:
        *others, most = map(str, counts)
        legal = f"{', '.join(others)} or {most}" if others else most
        raise ArgumentError(f"{name} must have {legal} words, got {len(words)}")
    for i, word in enumerate(words):
        if not 0 <= word <= WORD_MASK:
            raise ArgumentError(f"{name}[{i}] must be in 0..2**64-1, got {word}")


def _check_cipher(key: Sequence[int], tweak: Sequence[int], name: str, block: Sequence[int]) -> int:
    _check_words("key", key, tuple(ROUNDS))
    _check_words("tweak", tweak, (2,))
    _check_words(name, block, (len(key),))
    return len(key)


def _check_round(state: Sequence[int], d: int) -> int:
    _check_words("state", state, tuple(ROUNDS))
    Nw = len(state)
    if not 0 <= d < ROUNDS[Nw]:
        raise ArgumentError(f"d must be in 0..{ROUNDS[Nw] - 1} for {Nw} words, got {d}")
    return Nw


def words_from_bytes(data: bytes) -> Words:
    """Read 8 n bytes as n words: BytesToWords (section 3.2).

    Examples
    --------
    >>> words_from_bytes(bytes([1, 2, 0, 0, 0, 0, 0, 0]))
    (513,)
    """
    if len(data) % 8:
        raise ArgumentError(f"data must be a multiple of 8 bytes long, got {len(data)}")
    return struct.unpack(f"<{len(data) // 8}Q", data)


def bytes_from_words(words: Sequence[int]) -> bytes:
    """Write n words as 8 n bytes: WordsToBytes (section 3.2).

    Examples
    --------
    >>> bytes_from_words([513]).hex()
    '0102000000000000'
    """
    _check_words("words", words, (len(words),))
    return struct.pack(f"<{len(words)}Q", *words)


def _check_mix(name: str, words: tuple[int, int], r: int) -> None:
    _check_words(name, words, (2,))
    if not 0 <= r <= 63:
        raise ArgumentError(f"r must be in 0..63, got {r}")


def mix(x0: int, x1: int, r: int) -> tuple[int, int]:
    """Add, rotate `x1` left by `r` bits, exclusive-or: MIX (section 3.3.1).

    Examples
    --------
    >>> mix(1, 2, 4)
    (3, 35)
    """
    _check_mix("(x0, x1)", (x0, x1), r)
    y0 = (x0 + x1) & WORD_MASK
    return y0, rotl(x1, r, 64) ^ y0


def unmix(y0: int, y1: int, r: int) -> tuple[int, int]:
    """Undo :func:`mix` of the same rotation (section 3.3.3).

    Examples
    --------
    >>> unmix(3, 35, 4)
    (1, 2)
    """
    _check_mix("(y0, y1)", (y0, y1), r)
    x1 = rotl(y1 ^ y0, -r % 64, 64)
    return (y0 - x1) & WORD_MASK, x1


def _extend(key: Sequence[int], tweak: Sequence[int]) -> tuple[Words, Words]:
    """Append the parity words k_Nw and t_2."""
    parity = C240
    for word in key:
        parity ^= word
    return (*key, parity), (tweak[0], tweak[1], tweak[0] ^ tweak[1])


def _subkey(k: Words, t: Words, s: int) -> list[int]:
    """Form subkey s from the extended key (Nw + 1 words) and the extended tweak (3 words)."""
    turn = s % len(k)
    words = list(k[turn:] + k[:turn])[:-1]
    words[-3] = (words[-3] + t[s % 3]) & WORD_MASK
    words[-2] = (words[-2] + t[(s + 1) % 3]) & WORD_MASK
    words[-1] = (words[-1] + s) & WORD_MASK
    return words


def subkey(key: Sequence[int], tweak: Sequence[int], s: int) -> Words:
    """Compute subkey `s` of the key schedule, in 0..ROUNDS[Nw] / 4 (section 3.3.2).

    Subkey s is added before round 4 s, the last one after the last round.

    Examples
    --------
    >>> subkey((1, 2, 3, 4), (10, 20), 0)
    (1, 12, 23, 4)
    >>> subkey((1, 2, 3, 4), (10, 20), 1)[:3] == (2, 3 + 20, 4 + (10 ^ 20))
    True
    """
    Nw = _check_cipher(key, tweak, "key", key)
    if not 0 <= s <= ROUNDS[Nw] // 4:
        raise ArgumentError(f"s must be in 0..{ROUNDS[Nw] // 4} for {Nw} words, got {s}")
    return tuple(_subkey(*_extend(key, tweak), s))


def encrypt_round(state: Sequence[int], d: int) -> Words:
    """Apply the MIX layer and the word permutation of round `d`, in 0..ROUNDS[Nw]-1 (section 3.3).

    The state is e_d, with the subkey added where ``d % 4 == 0``; the result is v_(d+1).

    Examples
    --------
    >>> encrypt_round((1, 0, 2, 0), 0)
    (1, 2, 2, 1)
    """
    Nw = _check_round(state, d)
    f: list[int] = []
    for j, r in enumerate(ROTATIONS[Nw][d % 8]):
        f.extend(mix(state[2 * j], state[2 * j + 1], r))
    return tuple(f[p] for p in PERMUTATION[Nw])


def decrypt_round(state: Sequence[int], d: int) -> Words:
    """Undo :func:`encrypt_round`: inverse permutation, then inverse MIX layer (section 3.3.3).

    Examples
    --------
    >>> decrypt_round((1, 2, 2, 1), 0)
    (1, 0, 2, 0)
    """
    Nw = _check_round(state, d)
    f = [0] * Nw
    for i, p in enumerate(PERMUTATION[Nw]):
        f[p] = state[i]
    e: list[int] = []
    for j, r in enumerate(ROTATIONS[Nw][d % 8]):
        e.extend(unmix(f[2 * j], f[2 * j + 1], r))
    return tuple(e)


def encrypt_words(key: Sequence[int], tweak: Sequence[int], plaintext: Sequence[int]) -> Words:
    """Encrypt one block of words (section 3.3).

    Examples
    --------
    >>> hex(encrypt_words((0, 0, 0, 0), (0, 0), (0, 0, 0, 0))[0])
    '0x94eeea8b1f2ada84'
    """
    Nw = _check_cipher(key, tweak, "plaintext", plaintext)
    mask = WORD_MASK
    mixes = _MIXES[Nw]
    last = ROUNDS[Nw] // 4
    k, t = _extend(key, tweak)
    v = list(plaintext)
    for s in range(last):
        v = [(x + y) & mask for x, y in zip(v, _subkey(k, t, s), strict=True)]
        for a, b, r in mixes[s & 1]:
            x1 = v[b]
            v[a] = y0 = (v[a] + x1) & mask
            v[b] = ((x1 << r | x1 >> (64 - r)) & mask) ^ y0
    return tuple((x + y) & mask for x, y in zip(v, _subkey(k, t, last), strict=True))


def decrypt_words(key: Sequence[int], tweak: Sequence[int], ciphertext: Sequence[int]) -> Words:
    """Decrypt one block of words (section 3.3.3).

    Examples
    --------
    >>> key, tweak, block = (1, 2, 3, 4), (5, 6), (7, 8, 9, 10)
    >>> decrypt_words(key, tweak, encrypt_words(key, tweak, block))
    (7, 8, 9, 10)
    """
    Nw = _check_cipher(key, tweak, "ciphertext", ciphertext)
    mask = WORD_MASK
    mixes = _MIXES[Nw]
    last = ROUNDS[Nw] // 4
    k, t = _extend(key, tweak)
    v = [(x - y) & mask for x, y in zip(ciphertext, _subkey(k, t, last), strict=True)]
    for s in reversed(range(last)):
        for a, b, r in reversed(mixes[s & 1]):
            z = v[b] ^ v[a]
            v[b] = x1 = (z >> r | z << (64 - r)) & mask
            v[a] = (v[a] - x1) & mask
        v = [(x - y) & mask for x, y in zip(v, _subkey(k, t, s), strict=True)]
    return tuple(v)


def _words(key: bytes, tweak: bytes, name: str, block: bytes) -> tuple[Words, Words, Words]:
    if len(key) not in (32, 64, 128):
        raise ArgumentError(f"key must be 32, 64 or 128 bytes long, got {len(key)}")
    if len(tweak) != 16:
        raise ArgumentError(f"tweak must be 16 bytes long, got {len(tweak)}")
    if len(block) != len(key):
        raise ArgumentError(f"{name} must be as long as key, {len(key)} bytes, got {len(block)}")
    return words_from_bytes(key), words_from_bytes(tweak), words_from_bytes(block)


def encrypt(key: bytes, tweak: bytes, plaintext: bytes) -> bytes:
    """Encrypt one block as long as the key, 32, 64 or 128 bytes, with a tweak of 16: E(K, T, P).

    Examples
    --------
    >>> encrypt(bytes(32), bytes(16), bytes(32)).hex()
    '84da2a1f8beaee947066ae3e3103f1ad536db1f4a1192495116b9f3ce6133fd8'
    """
    return bytes_from_words(encrypt_words(*_words(key, tweak, "plaintext", plaintext)))


def decrypt(key: bytes, tweak: bytes, ciphertext: bytes) -> bytes:
    """Decrypt one block: the inverse of :func:`encrypt`.

    Examples
    --------
    >>> decrypt(bytes(64), bytes(16), encrypt(bytes(64), bytes(16), b"block" + bytes(59)))[:5]
    b'block'
    """
    return bytes_from_words(decrypt_words(*_words(key, tweak, "ciphertext", ciphertext)))
