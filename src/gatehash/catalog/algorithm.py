# SPDX-License-Identifier: Apache-2.0
"""What a design computes: a hash function, or a cipher with its key and direction."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, Protocol, Self

from gatehash.errors import counted

if TYPE_CHECKING:
    from gatehash.models.padding import PaddingRule

__all__ = ["Algorithm", "CipherModel", "HashObject", "Model", "Operation", "config_words"]

Operation = Literal["hash", "encrypt", "decrypt"]


class Model(Protocol):
    """A golden model at work: a message goes in, and out comes what a design answers."""

    def update(self, data: bytes | bytearray | memoryview, /) -> None:
        """Append data to the message."""

    def digest(self) -> bytes:
        """Answer to the message so far: a digest, or as many bytes as went in."""


class CipherModel(Model, Protocol):
    """A golden model of a cipher, whose answer may be taken as it comes."""

    def take(self) -> bytes:
        """Return what is encrypted or decrypted so far, which ``digest`` then leaves out."""


class HashObject(Model, Protocol):
    """What :mod:`hashlib` calls a hash object."""

    @property
    def name(self) -> str:
        """Name of the algorithm."""

    @property
    def digest_size(self) -> int:
        """Digest length in bytes."""

    @property
    def block_size(self) -> int:
        """Block length in bytes."""

    def hexdigest(self) -> str:
        """Digest of the message so far, in hexadecimal."""

    def copy(self) -> Self:
        """Return a hash object of the same message that goes its own way."""


@dataclass(frozen=True)
class Algorithm:
    """A hash function that a design runs, or a cipher with its key and direction.

    Parameters
    ----------
    name : str
        Name as users write it, such as ``skein-512-512`` (state, digest).
    digest_bits : int
        Digest length in bits; 0 for a cipher, whose answer is as long as the message.
    padding : PaddingRule
        How messages become blocks.
    model : callable
        Makes a fresh object of the golden model; for a hash function a :class:`HashObject`, for a
        cipher a :class:`CipherModel`.
    max_blocks : int, optional
        Blocks of the longest message that the design takes; None where only the algorithm limits
        it.
    operation : {"hash", "encrypt", "decrypt"}
        What is done to messages.
    config : tuple of int, optional
        Words of the packet that goes to ``s_axis_cfg`` with each message; None where there is no
        such port.
    lanes : int
        Messages that the design works on at a time, each in a lane of its own.
    """

    name: str
    digest_bits: int
    padding: PaddingRule
    model: Callable[[], Model]
    max_blocks: int | None = None
    operation: Operation = "hash"
    config: tuple[int, ...] | None = None
    lanes: int = 1

    @property
    def block_bits(self) -> int:
        """Block length in bits."""
        return 8 * self.padding.block_bytes

    def answer_bytes(self, message_bytes: int) -> int:
        """Bytes of the answer to a message of `message_bytes` bytes."""
        return self.digest_bits // 8 if self.operation == "hash" else message_bytes

    def blocks(self, message_bytes: int) -> int:
        """Blocks of a padded message of `message_bytes` bytes, at least 1."""
        rule = self.padding
        return max(1, -(-(message_bytes + rule.overhead_bytes) // rule.block_bytes))

    def is_too_long(self, message_bytes: int) -> bool:
        """Whether a message of so many bytes, and with it any longer one, is refused."""
        return self.max_blocks is not None and self.blocks(message_bytes) > self.max_blocks

    def refusal(self, message_bytes: int) -> str | None:
        """Say why a message of so many bytes is refused; None if it is not."""
        rule = self.padding
        if rule.whole and not rule.takes(message_bytes):
            return (
                f"{counted(message_bytes, 'byte')}; the message must be a positive multiple of "
                f"{rule.block_bytes} bytes"
            )
        if self.is_too_long(message_bytes):
            return (
                f"{message_bytes} bytes are {self.blocks(message_bytes)} blocks; "
                f"the design takes at most {self.max_blocks}"
            )
        return None


def config_words(data: bytes) -> tuple[int, ...]:
    """Return bytes as words of 64 bits, as a message's packet at ``s_axis_cfg`` has them."""
    return tuple(int.from_bytes(data[at : at + 8], "little") for at in range(0, len(data), 8))
