# SPDX-License-Identifier: Apache-2.0
"""Ciphers on messages of several blocks, with the interface of the models' hash objects."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable

from gatehash.errors import ArgumentError, counted
from gatehash.manners import BytesLike
from gatehash.models.chacha import BLOCK_BYTES, chacha_xor
from gatehash.models.chained import whole_blocks
from gatehash.models.threefish import decrypt, encrypt

__all__ = ["ChaChaStream", "ThreefishBlocks"]


class _Blocks(ABC):
    """A cipher that works on one block of a message after another, each of `block_bytes`."""

    def __init__(self, block_bytes: int) -> None:
        self._block_bytes = block_bytes
        self._left = b""
        self._done = bytearray()
        self._blocks = 0

    @abstractmethod
    def _crypt(self, blocks: bytes, first: int) -> bytes:
        """Return blocks, numbered from `first` on, encrypted or decrypted."""

    @abstractmethod
    def _crypt_end(self, rest: bytes, number: int) -> bytes:
        """Return the incomplete last block, encrypted or decrypted."""

    def update(self, data: BytesLike, /) -> None:
        """Append data to the message.

        Raises
        ------
        ArgumentError
            If the message is too long for the cipher.
        """
        blocks, self._left = whole_blocks(self._left, data, self._block_bytes)
        self._done += self._crypt(blocks, self._blocks)
        self._blocks += len(blocks) // self._block_bytes

    def take(self) -> bytes:
        """Return and remove the blocks done so far."""
        done = bytes(self._done)
        self._done.clear()
        return done

    def digest(self) -> bytes:
        """Return the message so far, encrypted or decrypted, without the bytes that were taken.

        Raises
        ------
        ArgumentError
            If the cipher refuses a message of this length.
        """
        return bytes(self._done) + self._crypt_end(self._left, self._blocks)


class ChaChaStream(_Blocks):
    """ChaCha on a message of any length; encryption and decryption are equal.

    Parameters
    ----------
    key : bytes
        32 bytes.
    nonce : bytes
        8 bytes, 12 as in RFC 8439, or 24 of XChaCha20.
    counter : int
        Number of the first block of key stream; the last possible one is 2**64 - 1, or 2**32 - 1.
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
        super().__init__(BLOCK_BYTES)
        self._key, self._nonce, self._counter, self._rounds = key, nonce, counter, rounds

    def _crypt(self, blocks: bytes, first: int) -> bytes:
        if not blocks:
            return b""
        return chacha_xor(blocks, self._key, self._nonce, self._counter + first, self._rounds)

    def _crypt_end(self, rest: bytes, number: int) -> bytes:
        return self._crypt(rest, number)


class ThreefishBlocks(_Blocks):
    """Threefish on a message of whole blocks; the tweak of block i has i added to its low half.

    The low half of the tweak is its first word, bytes 0 to 7, little endian; the sum is modulo
    2**64. The blocks thus have different tweaks, which decryption can derive too. This is not an
    authenticated mode, and a tweak must not be used twice with a key.

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
        super().__init__(len(key))
        self._key, self._tweak = key, tweak
        self._one: Callable[[bytes, bytes, bytes], bytes] = decrypt if decrypts else encrypt

    def _crypt(self, blocks: bytes, first: int) -> bytes:
        size = self._block_bytes
        return b"".join(
            self._one(self._key, self._tweak_of(first + at // size), blocks[at : at + size])
            for at in range(0, len(blocks), size)
        )

    def _tweak_of(self, number: int) -> bytes:
        low = (int.from_bytes(self._tweak[:8], "little") + number) % 2**64
        return low.to_bytes(8, "little") + self._tweak[8:]

    def _crypt_end(self, rest: bytes, number: int) -> bytes:
        if rest:
            raise ArgumentError(
                f"message must be whole blocks, got {counted(len(rest), 'byte')} more"
            )
        return b""
