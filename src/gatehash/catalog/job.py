# SPDX-License-Identifier: Apache-2.0
"""A function of a design, bound to values: all that follows from a key, a salt or a length."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal, Protocol, Self

from gatehash.errors import RefusedError, counted

if TYPE_CHECKING:
    from gatehash.catalog.design import Design
    from gatehash.catalog.hardware import Hardware
    from gatehash.catalog.timing import Cycles
    from gatehash.models.padding import PaddingRule

__all__ = ["CipherModel", "HashObject", "Hold", "Job", "Model", "Operation", "config_words"]

Operation = Literal["hash", "encrypt", "decrypt"]


class Model(Protocol):
    """A golden model at work: a message goes in, and out comes what a design answers."""

    def update(self, data: bytes | bytearray | memoryview, /) -> None:
        """Append data to the message."""

    def digest(self) -> bytes:
        """Answer to the message so far: a digest, or as many bytes as went in."""


class CipherModel(Model, Protocol):
    """A golden model of a cipher, whose answer can be taken as it arrives."""

    def take(self) -> bytes:
        """Return what is encrypted or decrypted so far, which ``digest`` then leaves out."""


class HashObject(Model, Protocol):
    """A hash object, as :mod:`hashlib` describes it."""

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
        """Return an independent hash object with the same message."""


@dataclass(frozen=True, kw_only=True)
class Hold:
    """The effect of a message on a key that its design can hold.

    Parameters
    ----------
    stays : bool
        Whether the design holds the key for the next message.
    brought : bool
        Whether the message's packet has the key; otherwise the design must hold it.
    token : bytes
        Stands for the key, see :func:`gatehash.catalog.held.key_token`.
    without : callable
        Makes the same job with a packet that has no key.
    """

    stays: bool
    brought: bool
    token: bytes
    without: Callable[[], Job]


@dataclass(frozen=True, kw_only=True)
class Job:
    """A design at work on one of its functions, with the values that a user gave.

    Objects that hold a key are not part of its ``repr``.

    Parameters
    ----------
    design : Design
        The design as it is listed.
    hardware : Hardware
        The design's hardware, with the parameters that the values choose.
    name : str
        Name as users write it, such as ``skein-512-224`` (state, digest).
    padding : PaddingRule
        How messages become blocks.
    model : callable
        Makes a fresh object of the golden model; for a hash function a :class:`HashObject`, for a
        cipher a :class:`CipherModel`.
    timing : Cycles
        Its cycle counts.
    digest_bits : int
        Digest length in bits; 0 for a cipher, whose answer is as long as the message.
    operation : {"hash", "encrypt", "decrypt"}
        Operation on messages.
    config : tuple of int, optional
        Words of the packet that goes to ``s_axis_cfg`` with each message; None where there is no
        such port.
    max_blocks : int, optional
        Blocks of the longest message that is taken; None where only the algorithm limits it.
    limit : str
        Words for that number in errors, which stand for ``{}``.
    streams : int
        Streams whose messages are worked on at a time.
    key_blocks : int
        Blocks of a key that go before the message; with them an empty message has no block.
    tag_bytes : int
        Bytes of the tag behind an encrypted message, of an authenticated cipher.
    distrust : str
        Why the design refuses a message that has a length that it takes; empty where it doesn't.
    sealed : callable, optional
        For such a job, makes a fresh object of the golden model that encrypts its input.
    tail_bytes : int
        Bytes that the design puts behind a message and pads with it.
    tag : str
        Name of a hash function with this digest length in lists of digests, such as ``SHA256``.
    hold : Hold, optional
        Effect of the message on a key that the design can hold.
    resized : callable, optional
        For an extendable output, whose digests are beginnings of longer ones, makes the job for a
        digest of so many bytes.
    most_bytes : int
        Bytes of the longest such digest.
    """

    design: Design
    hardware: Hardware
    name: str
    padding: PaddingRule
    model: Callable[[], Model] = field(repr=False)
    timing: Cycles
    digest_bits: int = 0
    operation: Operation = "hash"
    config: tuple[int, ...] | None = field(default=None, repr=False)
    max_blocks: int | None = None
    limit: str = "the design takes at most {}"
    streams: int = 1
    key_blocks: int = 0
    tag_bytes: int = 0
    distrust: str = ""
    sealed: Callable[[], Model] | None = field(default=None, repr=False)
    tail_bytes: int = 0
    tag: str = ""
    hold: Hold | None = field(default=None, repr=False)
    resized: Callable[[int], Job] | None = field(default=None, repr=False)
    most_bytes: int = 0

    @property
    def hashes(self) -> bool:
        """Whether the answer is a digest."""
        return self.operation == "hash"

    def without_key(self) -> Job:
        """Return the job for the same message where the design holds the key, and it is not sent.

        Only functions whose designs can hold a key have it.
        """
        assert self.hold is not None
        return replace(self.hold.without(), tag=self.tag)

    @property
    def label(self) -> str:
        """The function's name, and a cipher's operation."""
        return self.name if self.hashes else f"{self.name}-{self.operation}"

    @property
    def config_bytes(self) -> bytes:
        """The packet at ``s_axis_cfg``, empty of a design without."""
        return b"".join(word.to_bytes(8, "little") for word in self.config or ())

    @property
    def block_bits(self) -> int:
        """Block length in bits."""
        return 8 * self.padding.block_bytes

    def _plain_bytes(self, message_bytes: int) -> int:
        """Bytes of a message without a tag that it has."""
        return message_bytes - self.tag_bytes * (self.operation == "decrypt")

    def answer_bytes(self, message_bytes: int) -> int:
        """Bytes of the answer to a message of so many bytes."""
        if self.hashes:
            return self.digest_bits // 8
        plain = self._plain_bytes(message_bytes)
        return plain + self.tag_bytes * (self.operation == "encrypt")

    def blocks(self, message_bytes: int) -> int:
        """Blocks of a padded message of `message_bytes` bytes, and of its key; at least 1."""
        rule = self.padding
        size = self._plain_bytes(message_bytes) + self.tail_bytes
        own = -(-(size + rule.overhead_bytes) // rule.block_bytes)
        return max(1, self.key_blocks + own)

    def is_too_long(self, message_bytes: int) -> bool:
        """Whether a message of so many bytes, and with it any longer one, is refused."""
        return self.max_blocks is not None and self.blocks(message_bytes) > self.max_blocks

    @property
    def bound(self) -> str:
        """Words for errors on the longest message that is taken, where there is one."""
        return self.limit.format(self.max_blocks)

    def taken(self, message_bytes: int) -> int:
        """Bytes of a message of so many that are taken, where it is only refused at its end."""
        if self.max_blocks is None:
            return message_bytes
        most = (self.max_blocks - self.key_blocks) * self.padding.block_bytes
        most += self.tag_bytes * (self.operation == "decrypt")
        return min(message_bytes, most - self.tail_bytes - self.padding.overhead_bytes)

    def refusal(self, message_bytes: int) -> str | None:
        """Say why a message of so many bytes is refused; None if it is not."""
        rule = self.padding
        if rule.whole and not rule.takes(message_bytes):
            return (
                f"{counted(message_bytes, 'byte')}; the message must be a positive multiple of "
                f"{rule.block_bytes} bytes"
            )
        if self._plain_bytes(message_bytes) < 0:
            has = counted(message_bytes, "byte")
            return f"{has}; the message must end in a tag of {self.tag_bytes} bytes"
        if self.is_too_long(message_bytes):
            return f"{message_bytes} bytes are {self.blocks(message_bytes)} blocks; {self.bound}"
        return None

    def check(self, message_bytes: int) -> None:
        """Raise a RefusedError for a message of so many bytes that is refused."""
        if why := self.refusal(message_bytes):
            raise RefusedError(f"{self.design.name} refuses the message: {why}")

    def acceptable(self, message: bytes) -> bytes:
        """Return a message that the design takes: encrypted where it checks a tag."""
        if self.sealed is None:
            return message
        model = self.sealed()
        model.update(message)
        return model.digest()

    def latency(self, message_bytes: int) -> int:
        """Cycles from a message's first beat in to its answer's last beat out, both counted.

        Where a message has a configuration, they count from the first beat of that.
        """
        return self.ends([message_bytes])[0]

    def ends(self, messages: Sequence[int]) -> list[int]:
        """Cycles from the first beat in to the last beat out of each of several messages.

        The messages, of so many bytes each, follow one another without a gap, and the core was at
        rest before.
        """
        ends = self.timing.ends([self.blocks(size) for size in messages])
        less = self.timing.sooner([self._whole_and_size(size) for size in messages])
        return [end - cycles for end, cycles in zip(ends, less, strict=True)]

    def _whole_and_size(self, message_bytes: int) -> tuple[int, int]:
        """Bytes of a message's blocks, and of the message itself."""
        whole = self.blocks(message_bytes) * self.padding.block_bytes
        return whole, self._plain_bytes(message_bytes)


def config_words(data: bytes) -> tuple[int, ...]:
    """Return bytes as words of 64 bits, as a message's packet at ``s_axis_cfg`` has them."""
    return tuple(int.from_bytes(data[at : at + 8], "little") for at in range(0, len(data), 8))
