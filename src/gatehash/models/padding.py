# SPDX-License-Identifier: Apache-2.0
"""The padding rule that every hash in the library uses, with its parameters for each family.

One shape covers them all, each part optional::

    message | 0x80 | 00 ... 00 | length in bits, big-endian
                            ^ closing bit: 0x01 in the last byte before the length

Skein counts message bytes in its tweak and only fills up with zero bytes (Skein 1.3, section
3.4); SHA-512 adds marker and length (FIPS 180-4, section 5.1.2), Whirlpool the same with a
32-byte length (ISO/IEC 10118-3), and BLAKE may add the closing bit (BLAKE submission to the SHA-3
competition, padding of BLAKE-256 and BLAKE-512). Where messages come in whole blocks, nothing is
added and any other message is refused.
"""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["RULES", "PaddingRule", "pad", "pad_rest"]


@dataclass(frozen=True)
class PaddingRule:
    """How a message of whole bytes becomes whole blocks.

    Parameters
    ----------
    block_bytes : int
        Block length in bytes, at least 1.
    marker : bool
        Whether the byte 0x80 follows the message.
    length_bytes : int
        Length of the length field in bytes; 0 for none. Marker and length field together fit in
        one block.
    closing : bool
        Whether the lowest bit of the last byte before the length field is set. Needs the marker,
        since otherwise that byte may be the message's own.
    whole : bool
        Whether only messages of a whole, positive number of blocks are taken; then there is
        neither marker nor length field.

    Raises
    ------
    ValueError
        If a parameter is out of range.

    Examples
    --------
    >>> PaddingRule(block_bytes=64, marker=True, length_bytes=8, closing=False).block_bytes
    64
    """

    block_bytes: int
    marker: bool
    length_bytes: int
    closing: bool
    whole: bool = False

    def __post_init__(self) -> None:
        if self.block_bytes < 1:
            raise ValueError(f"block_bytes must be at least 1, got {self.block_bytes}")
        most = self.block_bytes - self.marker
        if not 0 <= self.length_bytes <= most:
            raise ValueError(
                f"length_bytes must be in 0..{most} for block_bytes {self.block_bytes} and marker "
                f"{self.marker}, got {self.length_bytes}"
            )
        if self.closing and not self.marker:
            raise ValueError("closing must be False when marker is False, got True")
        if self.whole and (self.marker or self.length_bytes):
            raise ValueError("whole must be False where there is a marker or a length, got True")

    @property
    def overhead_bytes(self) -> int:
        """Fewest bytes that are added to a message."""
        return self.marker + self.length_bytes

    def takes(self, message_bytes: int) -> bool:
        """Whether a message of `message_bytes` bytes can be padded."""
        if self.whole:
            return message_bytes > 0 and message_bytes % self.block_bytes == 0
        return not self.length_bytes or 8 * message_bytes < 256**self.length_bytes


def pad(rule: PaddingRule, message: bytes | bytearray | memoryview) -> bytes:
    """Pad a message to a whole, positive number of blocks, with the fewest zero bytes.

    Parameters
    ----------
    rule : PaddingRule
        The padding's parameters.
    message : bytes-like
        The message, of any length in bytes.

    Returns
    -------
    bytes
        The padded message; its length is a multiple of ``rule.block_bytes``. Without marker and
        length field, an empty message gives one block of zeros and whole blocks are left alone.

    Raises
    ------
    ValueError
        If the message's length in bits does not fit in the length field, or if the rule wants
        whole blocks and it is not.

    Notes
    -----
    See the module for the sources of the families' rules.

    Examples
    --------
    >>> rule = PaddingRule(block_bytes=8, marker=True, length_bytes=2, closing=True)
    >>> pad(rule, b"abc").hex(" ")
    '61 62 63 80 00 01 00 18'
    >>> pad(rule, b"abcde").hex(" ")
    '61 62 63 64 65 81 00 28'
    """
    padded = bytearray(memoryview(message))
    if rule.whole and not rule.takes(len(padded)):
        raise ValueError(
            f"message must be a positive multiple of {rule.block_bytes} bytes, "
            f"got {len(padded)} bytes"
        )
    bits = 8 * len(padded)
    if rule.length_bytes and bits >= 256**rule.length_bytes:
        raise ValueError(
            f"message must be shorter than 2**{8 * rule.length_bytes} bits, got {bits} bits"
        )
    if rule.marker:
        padded.append(0x80)
    padded += bytes(-(len(padded) + rule.length_bytes) % rule.block_bytes)
    if rule.closing:
        padded[-1] |= 0x01
    if rule.length_bytes:
        padded += bits.to_bytes(rule.length_bytes, "big")
    return bytes(padded) or bytes(rule.block_bytes)


def pad_rest(rule: PaddingRule, rest: bytes | bytearray | memoryview, message_bytes: int) -> bytes:
    """Pad what is left of a message whose whole blocks went before.

    Parameters
    ----------
    rule : PaddingRule
        The padding's parameters; there is a length field.
    rest : bytes-like
        What is left.
    message_bytes : int
        Length of the whole message in bytes.

    Returns
    -------
    bytes
        The end of the padded message, whole blocks.

    Raises
    ------
    OverflowError
        If the message's length in bits does not fit in the length field.

    Examples
    --------
    >>> rule = PaddingRule(block_bytes=8, marker=True, length_bytes=2, closing=True)
    >>> pad_rest(rule, b"i", 9) == pad(rule, b"abcdefghi")[8:]
    True
    """
    # The rule pads what is left as if it were all; only the length field tells them apart.
    alone = pad(rule, rest)
    length = (8 * message_bytes).to_bytes(rule.length_bytes, "big")
    return alone[: len(alone) - rule.length_bytes] + length


RULES: dict[str, PaddingRule] = {
    "skein-256": PaddingRule(block_bytes=32, marker=False, length_bytes=0, closing=False),
    "skein-512": PaddingRule(block_bytes=64, marker=False, length_bytes=0, closing=False),
    "skein-1024": PaddingRule(block_bytes=128, marker=False, length_bytes=0, closing=False),
    "sha-512": PaddingRule(block_bytes=128, marker=True, length_bytes=16, closing=False),
    "whirlpool": PaddingRule(block_bytes=64, marker=True, length_bytes=32, closing=False),
    "blake-224": PaddingRule(block_bytes=64, marker=True, length_bytes=8, closing=False),
    "blake-256": PaddingRule(block_bytes=64, marker=True, length_bytes=8, closing=True),
    "blake-384": PaddingRule(block_bytes=128, marker=True, length_bytes=16, closing=False),
    "blake-512": PaddingRule(block_bytes=128, marker=True, length_bytes=16, closing=True),
    "phash": PaddingRule(block_bytes=112, marker=True, length_bytes=16, closing=False),
    "phash-padded": PaddingRule(
        block_bytes=112, marker=False, length_bytes=0, closing=False, whole=True
    ),
}
"""Padding rule of each hash in the library, by name."""
