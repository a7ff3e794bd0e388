# SPDX-License-Identifier: Apache-2.0
"""Golden models of ChaCha20-Poly1305 and XChaCha20-Poly1305.

RFC 8439, section 2.8, with a nonce of 12 bytes; draft-irtf-cfrg-xchacha-03 with one of 24 bytes, of
which HChaCha20 makes another key. The nonce's length says which is meant. Block 0 of ChaCha20's key
stream begins with the key of Poly1305; blocks 1 on encrypt the message. The tag is that of the
associated data and of the encrypted message, each completed with zeros to blocks of 16 bytes, and
of both lengths in bytes, as numbers of 8 bytes::

    ciphertext = message ^ blocks 1, 2, ...
    coded      = pad16(ad) | pad16(ciphertext) | le64(len(ad)) | le64(len(message))
    tag        = Poly1305(block 0, coded)
"""

from __future__ import annotations

import hmac
import struct

from gatehash.errors import ArgumentError, RefusedError, counted
from gatehash.manners import BytesLike, octets
from gatehash.models.chacha import BLOCK_BYTES, chacha_block, hchacha20
from gatehash.models.poly1305 import TAG_BYTES, Poly1305
from gatehash.models.words import check_bytes

__all__ = [
    "MAX_BYTES",
    "NONCE_BYTES",
    "NOT_AUTHENTIC",
    "XNONCE_BYTES",
    "Opened",
    "Sealed",
    "subkey_and_nonce",
]

NONCE_BYTES, XNONCE_BYTES = 12, 24
"""Bytes of a nonce of ChaCha20-Poly1305, and of XChaCha20-Poly1305."""
MAX_BYTES = (2**32 - 1) * BLOCK_BYTES
"""Bytes of the longest message: the counter has 32 bits, and block 0 is not of the message."""
NOT_AUTHENTIC = "the tag is wrong; key, nonce, associated data or message is not that of the tag"
"""Why a message is refused."""

_KEY_BYTES = 32
_HCHACHA_NONCE = 16


def subkey_and_nonce(key: BytesLike, nonce: BytesLike) -> tuple[bytes, bytes]:
    r"""Return ChaCha20's key and nonce of 12 bytes, of a key and a nonce of 12 or 24 bytes.

    Examples
    --------
    >>> subkey_and_nonce(bytes(32), bytes(16) + b"8 bytes ")[1]
    b'\x00\x00\x00\x008 bytes '
    """
    own, data = check_bytes("key", key, _KEY_BYTES), octets(nonce).tobytes()
    if len(data) == NONCE_BYTES:
        return own, data
    if len(data) != XNONCE_BYTES:
        raise ArgumentError(f"nonce must be 12 or 24 bytes, got {len(data)}")
    return hchacha20(own, data[:_HCHACHA_NONCE]), bytes(4) + data[_HCHACHA_NONCE:]


class _Message:
    """The part that both directions share: cipher and code of a message that comes in pieces."""

    def __init__(self, key: BytesLike, nonce: BytesLike, ad: BytesLike = b"") -> None:
        from gatehash.models.lanes import ChaChaLanes

        subkey, own = subkey_and_nonce(key, nonce)
        self._stream = ChaChaLanes(subkey, own, 1)
        self._mac = Poly1305(chacha_block(subkey, own, 0)[:32])
        self._mac.update(ad)
        self._mac.pad()
        self._ad_bytes = len(octets(ad))
        self._bytes = 0

    def _code(self, ciphertext: bytes) -> None:
        self._bytes += len(ciphertext)
        self._mac.update(ciphertext)

    def _crypt(self, data: bytes) -> None:
        if self._bytes + len(data) > MAX_BYTES:
            raise ArgumentError(f"message must be at most {counted(MAX_BYTES, 'byte')}")
        self._stream.update(data)


class Sealed(_Message):
    """A message encrypted, with its tag behind it.

    Parameters
    ----------
    key : bytes-like
        32 bytes.
    nonce : bytes-like
        12 bytes for ChaCha20-Poly1305, 24 for XChaCha20-Poly1305.
    ad : bytes-like
        Associated data, which the tag protects and which are not encrypted.

    Examples
    --------
    >>> message = Sealed(bytes(32), bytes(12), b"header")
    >>> message.update(b"text")
    >>> message.digest().hex()
    'eb629fca1a947600d6c53fc769545b2b5f0a210e'
    """

    def __init__(self, key: BytesLike, nonce: BytesLike, ad: BytesLike = b"") -> None:
        super().__init__(key, nonce, ad)
        self._done = bytearray()

    def update(self, data: BytesLike, /) -> None:
        """Append data to the message."""
        self._crypt(octets(data).tobytes())
        self._keep(self._stream.take())

    def _keep(self, ciphertext: bytes) -> None:
        self._code(ciphertext)
        self._done += ciphertext

    def take(self) -> bytes:
        """Return and remove the encrypted blocks so far."""
        done = bytes(self._done)
        self._done.clear()
        return done

    def digest(self) -> bytes:
        """Return the rest of the encrypted message, and the tag; the message ends with it."""
        self._keep(self._stream.digest())
        self._stream.take()
        self._mac.pad()
        self._mac.update(struct.pack("<2Q", self._ad_bytes, self._bytes))
        return bytes(self._done) + self._mac.digest()


class Opened(_Message):
    """A message decrypted, from one whose last 16 bytes are a tag.

    Parameters
    ----------
    key, nonce, ad : bytes-like
        See :class:`Sealed`.

    Examples
    --------
    >>> message = Opened(bytes(32), bytes(12), b"header")
    >>> message.update(bytes.fromhex("eb629fca1a947600d6c53fc769545b2b5f0a210e"))
    >>> message.digest()
    b'text'
    """

    def __init__(self, key: BytesLike, nonce: BytesLike, ad: BytesLike = b"") -> None:
        super().__init__(key, nonce, ad)
        self._held = b""

    def update(self, data: BytesLike, /) -> None:
        """Append data to the message; the last 16 bytes so far are held as its tag."""
        whole = self._held + octets(data).tobytes()
        end = max(0, len(whole) - TAG_BYTES)
        self._crypt(whole[:end])
        self._code(whole[:end])
        self._held = whole[end:]

    def take(self) -> bytes:
        """Return and remove the decrypted blocks so far, of which the tag is still to come."""
        return self._stream.take()

    def digest(self) -> bytes:
        """Return the rest of the decrypted message; the message ends with it.

        Raises
        ------
        RefusedError
            If the tag is another one.
        """
        self._mac.pad()
        self._mac.update(struct.pack("<2Q", self._ad_bytes, self._bytes))
        if not hmac.compare_digest(self._mac.digest(), self._held):
            raise RefusedError(NOT_AUTHENTIC)
        return self._stream.digest()
