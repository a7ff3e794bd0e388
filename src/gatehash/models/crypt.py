# SPDX-License-Identifier: Apache-2.0
"""Ciphers on messages of several blocks, with the interface of the models' hash objects."""

from __future__ import annotations

from collections.abc import Callable

from gatehash.models.chacha import chacha_xor
from gatehash.models.threefish import decrypt, encrypt

__all__ = ["ChaChaStream", "ThreefishBlocks"]


class ChaChaStream:
    """ChaCha on a message of any length; to encrypt and to decrypt are the same.

    Parameters
    ----------
    key : bytes
        32 bytes.
    nonce : bytes
        8 bytes.
    counter : int
        Number of the first block of key stream.
    rounds : int
        8, 12 or 20.

    Examples
    --------
    >>> stream = ChaChaStream(bytes(32), bytes(8))
    >>> stream.update(bytes(3))
    >>> stream.digest().hex()
    '76b8e0'
    """

    def __init__(self, key: bytes, nonce: bytes, counter: int = 0, rounds: int = 20) -> None:
        self._given = (key, nonce, counter, rounds)
        self._message = bytearray()

    def update(self, data: bytes | bytearray | memoryview, /) -> None:
        """Append data to the message."""
        self._message += data

    def digest(self) -> bytes:
        """Return the message so far, encrypted.

        Raises
        ------
        GatehashError
            If it needs a block after number 2**64 - 1.
        """
        return chacha_xor(self._message, *self._given)


class ThreefishBlocks:
    """Threefish on a message of whole blocks; block i has the tweak with i added to its low half.

    The low half of the tweak is its first word, bytes 0 to 7, little endian; the sum is taken
    modulo 2**64. So every block has a tweak of its own, and decryption knows it too. It is no
    authenticated mode, and one key must not see a tweak twice.

    Parameters
    ----------
    key : bytes
        32, 64 or 128 bytes.
    tweak : bytes
        16 bytes, the tweak of the first block.
    decrypts : bool
        The direction.

    Examples
    --------
    >>> there, back = (ThreefishBlocks(bytes(32), bytes(16), decrypts=d) for d in (False, True))
    >>> there.update(bytes(64))
    >>> back.update(there.digest())
    >>> back.digest() == bytes(64), there.digest()[:32] == there.digest()[32:]
    (True, False)
    """

    def __init__(self, key: bytes, tweak: bytes, *, decrypts: bool = False) -> None:
        self._key, self._tweak = key, tweak
        self._one: Callable[[bytes, bytes, bytes], bytes] = decrypt if decrypts else encrypt
        self._left = b""
        self._done = bytearray()
        self._blocks = 0

    def update(self, data: bytes | bytearray | memoryview, /) -> None:
        """Append data to the message."""
        self._left += bytes(data)
        size = len(self._key)
        whole = len(self._left) // size * size
        for at in range(0, whole, size):
            low = (int.from_bytes(self._tweak[:8], "little") + self._blocks) % 2**64
            tweak = low.to_bytes(8, "little") + self._tweak[8:]
            self._done += self._one(self._key, tweak, self._left[at : at + size])
            self._blocks += 1
        self._left = self._left[whole:]

    def digest(self) -> bytes:
        """Return the message so far, encrypted or decrypted.

        Raises
        ------
        ValueError
            If it is not a whole number of blocks.
        """
        if self._left:
            raise ValueError(f"message must be whole blocks, got {len(self._left)} bytes more")
        return bytes(self._done)
