# SPDX-License-Identifier: Apache-2.0
"""The padding rule of all hashes in the library, with its parameters for each of them.

The rule has one form, in which each part is optional::

    message | suffix | 00 ... 00 | length in bits, big-endian
                              ^ closing bits: or-ed into the last byte before the length

Skein counts message bytes in its tweak and only appends zero bytes (Skein 1.3, section 3.4);
SHA-2 adds the suffix 0x80 and the length (FIPS 180-4, section 5.1), Whirlpool the same with a
32-byte length (ISO/IEC 10118-3), and BLAKE may add the closing bit 0x01 (BLAKE submission to the
SHA-3 competition, padding of BLAKE-256 and BLAKE-512). SHA-3 and SHAKE have bits of their own and
the first one of pad10*1 as suffix, and its last one, 0x80, to close (FIPS 202, sections 5.1, 6.1,
6.2 and B.2). A rule for whole blocks adds nothing and refuses any other message.
"""

from __future__ import annotations

from dataclasses import dataclass

from gatehash.errors import ArgumentError, counted
from gatehash.manners import octets

__all__ = ["RULES", "PaddingRule", "pad", "pad_rest"]


@dataclass(frozen=True)
class PaddingRule:
    """How a message of whole bytes becomes whole blocks.

    Parameters
    ----------
    block_bytes : int
        Block length in bytes, at least 1.
    suffix : int, optional
        The byte that follows the message; 0 for none.
    closing : int, optional
        Bits that are set in the last byte before the length field; 0 for none. They require a
        suffix, without which that byte may belong to the message, and differ from its bits, since
        one byte may hold both.
    length_bytes : int, optional
        Length of the length field in bytes; 0 for none. Suffix and length field together fit in
        one block.
    whole : bool, optional
        Whether the message must be a positive number of whole blocks; then there is neither suffix
        nor length field.

    Raises
    ------
    ArgumentError
        If a parameter is out of range.

    Examples
    --------
    >>> PaddingRule(block_bytes=64, suffix=0x80, length_bytes=8).overhead_bytes
    9
    """

    block_bytes: int
    suffix: int = 0
    closing: int = 0
    length_bytes: int = 0
    whole: bool = False

    def __post_init__(self) -> None:
        if self.block_bytes < 1:
            raise ArgumentError(f"block_bytes must be at least 1, got {self.block_bytes}")
        for name, value in (("suffix", self.suffix), ("closing", self.closing)):
            if not 0 <= value <= 0xFF:
                raise ArgumentError(f"{name} must be in 0..255, got {value}")
        most = self.block_bytes - (self.suffix != 0)
        if not 0 <= self.length_bytes <= most:
            raise ArgumentError(
                f"length_bytes must be in 0..{most} for block_bytes {self.block_bytes} and suffix "
                f"{self.suffix}, got {self.length_bytes}"
            )
        if self.closing and (not self.suffix or self.closing & self.suffix):
            raise ArgumentError(
                f"closing must be 0 or other bits than those of suffix {self.suffix}, which is "
                f"required, got {self.closing}"
            )
        if self.whole and (self.suffix or self.length_bytes):
            raise ArgumentError("whole must be False where there is a suffix or a length, got True")

    @property
    def overhead_bytes(self) -> int:
        """Fewest bytes that are added to a message."""
        return (self.suffix != 0) + self.length_bytes

    def takes(self, message_bytes: int) -> bool:
        """Whether a message of `message_bytes` bytes can be padded."""
        if self.whole:
            return message_bytes > 0 and message_bytes % self.block_bytes == 0
        return not self.length_bytes or 8 * message_bytes < 256**self.length_bytes


def pad(rule: PaddingRule, message: bytes | bytearray | memoryview) -> bytes:
    """Pad a message of any length in bytes to whole blocks, with the fewest zero bytes.

    Without suffix and length field, an empty message gives one block of zeros and whole blocks are
    left alone.

    Raises
    ------
    ArgumentError
        If the message's length in bits does not fit in the length field, or if the rule wants
        whole blocks and it is not.

    Examples
    --------
    >>> rule = PaddingRule(block_bytes=8, suffix=0x80, closing=0x01, length_bytes=2)
    >>> pad(rule, b"abc").hex(" ")
    '61 62 63 80 00 01 00 18'
    >>> pad(rule, b"abcde").hex(" ")
    '61 62 63 64 65 81 00 28'
    """
    padded = bytearray(octets(message))
    if rule.whole and not rule.takes(len(padded)):
        raise ArgumentError(
            f"message must be a positive multiple of {rule.block_bytes} bytes, "
            f"got {counted(len(padded), 'byte')}"
        )
    bits = 8 * len(padded)
    _check_length(rule, bits)
    if rule.suffix:
        padded.append(rule.suffix)
    padded += bytes(-(len(padded) + rule.length_bytes) % rule.block_bytes)
    if rule.closing:
        padded[-1] |= rule.closing
    if rule.length_bytes:
        padded += bits.to_bytes(rule.length_bytes, "big")
    return bytes(padded) or bytes(rule.block_bytes)


def _check_length(rule: PaddingRule, bits: int) -> None:
    if rule.length_bytes and bits >= 256**rule.length_bytes:
        raise ArgumentError(
            f"message must be shorter than 2**{8 * rule.length_bytes} bits, got {bits} bits"
        )


def pad_rest(rule: PaddingRule, rest: bytes | bytearray | memoryview, message_bytes: int) -> bytes:
    """Pad the rest of a message of `message_bytes` bytes whose whole blocks went before.

    The rule has a suffix; errors are those of :func:`pad`.

    Examples
    --------
    >>> rule = PaddingRule(block_bytes=8, suffix=0x80, closing=0x01, length_bytes=2)
    >>> pad_rest(rule, b"i", 9) == pad(rule, b"abcdefghi")[8:]
    True
    """
    _check_length(rule, 8 * message_bytes)
    # The rest is padded as a message of its own, except for the length field.
    alone = pad(rule, rest)
    if not rule.length_bytes:
        return alone
    length = (8 * message_bytes).to_bytes(rule.length_bytes, "big")
    return alone[: len(alone) - rule.length_bytes] + length


RULES: dict[str, PaddingRule] = {
    "skein-256": PaddingRule(32),
    "skein-512": PaddingRule(64),
    "skein-1024": PaddingRule(128),
    "sha-256": PaddingRule(64, suffix=0x80, length_bytes=8),
    "sha-512": PaddingRule(128, suffix=0x80, length_bytes=16),
    "sha3-224": PaddingRule(144, suffix=0x06, closing=0x80),
    "sha3-256": PaddingRule(136, suffix=0x06, closing=0x80),
    "sha3-384": PaddingRule(104, suffix=0x06, closing=0x80),
    "sha3-512": PaddingRule(72, suffix=0x06, closing=0x80),
    "shake128": PaddingRule(168, suffix=0x1F, closing=0x80),
    "shake256": PaddingRule(136, suffix=0x1F, closing=0x80),
    "whirlpool": PaddingRule(64, suffix=0x80, length_bytes=32),
    "blake-224": PaddingRule(64, suffix=0x80, length_bytes=8),
    "blake-256": PaddingRule(64, suffix=0x80, closing=0x01, length_bytes=8),
    "blake-384": PaddingRule(128, suffix=0x80, length_bytes=16),
    "blake-512": PaddingRule(128, suffix=0x80, closing=0x01, length_bytes=16),
    "phash": PaddingRule(112, suffix=0x80, length_bytes=16),
    "phash-padded": PaddingRule(112, whole=True),
    "threefish-256": PaddingRule(32, whole=True),
    "threefish-512": PaddingRule(64, whole=True),
    "threefish-1024": PaddingRule(128, whole=True),
    "chacha": PaddingRule(64),
}
"""Padding rule of each hash and cipher in the library, by name."""
