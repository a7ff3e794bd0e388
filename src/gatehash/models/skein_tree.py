# SPDX-License-Identifier: Apache-2.0
"""Golden model of Skein's tree hashing (Skein 1.3, section 3.5.6)."""

from __future__ import annotations

import copy
from dataclasses import dataclass
from operator import index

from gatehash.errors import ArgumentError
from gatehash.manners import BytesLike, octets
from gatehash.models.skein import SCHEMA, TYPE_CFG, TYPE_MSG, chain, output, ubi
from gatehash.models.threefish import WORD_MASK, bytes_from_words, words_from_bytes
from gatehash.models.words import Words

__all__ = [
    "FAN",
    "HEIGHT",
    "LEAF",
    "MAX_FAN",
    "MAX_HEIGHT",
    "MAX_LEAF",
    "SkeinTree",
    "tree_configuration",
]

LEAF, FAN, HEIGHT = 5, 4, 255
"""The library's Y_l, Y_f and Y_m where a user does not choose them."""

MAX_LEAF = MAX_FAN = MAX_HEIGHT = 255
"""Greatest Y_l, Y_f and Y_m; the smallest are 1, 1 and 2."""


def tree_configuration(digest_bits: int, leaf: int, fan: int, height: int) -> bytes:
    """Build the configuration string of 32 bytes for tree hashing (section 3.5.2, table 7).

    Examples
    --------
    >>> tree_configuration(512, 5, 4, 255)[16:20].hex()
    '0504ff00'
    """
    length = digest_bits.to_bytes(8, "little")
    return (SCHEMA + length + bytes((leaf, fan, height))).ljust(32, b"\0")


@dataclass
class _Level:
    """Blocks of a level of the tree: those of the message, or results of the level below.

    The last block so far is held back: only the next one shows that it does not end the level.
    """

    count: int = 0  # of blocks, with the one that is held
    held: bytes = b""
    chaining: Words = ()


class SkeinTree:
    """Skein of a message as a tree, like a :mod:`hashlib` object.

    Parameters
    ----------
    state_bits : int
        State size: 256, 512 or 1024 bits.
    digest_bits : int
        Digest length in bits.
    leaf, fan : int
        Y_l and Y_f: a leaf has 2**Y_l blocks of the message, a node 2**Y_f results; 1 to 255.
    height : int
        Y_m: greatest height of the tree, 2 to 255.

    Raises
    ------
    ArgumentError
        If a parameter is out of range.

    Examples
    --------
    >>> h = SkeinTree(512, 512, leaf=1, fan=1, height=2)
    >>> h.update(b"abc")
    >>> h.hexdigest()[:16]
    '2ff0f59f3bc36487'
    """

    def __init__(
        self, state_bits: int, digest_bits: int, *, leaf: int, fan: int, height: int
    ) -> None:
        ranges = {"leaf": (leaf, 1), "fan": (fan, 1), "height": (height, 2)}
        for name, (value, least) in ranges.items():
            if not least <= index(value) <= MAX_LEAF:
                raise ArgumentError(f"{name} must be {least} to {MAX_LEAF}, got {value}")
        if state_bits not in (256, 512, 1024):
            raise ArgumentError(f"state_bits must be 256, 512 or 1024, got {state_bits}")
        if not 8 <= digest_bits < 2**64 or digest_bits % 8:
            raise ArgumentError(
                f"digest_bits must be a multiple of 8 in 8..2**64-8, got {digest_bits}"
            )
        self.block_size = state_bits // 8
        self.digest_size = digest_bits // 8
        self.name = f"skein-tree-{state_bits}-{digest_bits}"
        string = tree_configuration(digest_bits, leaf, fan, height)
        self._start = words_from_bytes(ubi(bytes(self.block_size), string, TYPE_CFG))
        self._leaf, self._fan, self._height = leaf, fan, height
        self._levels = [_Level()]

    def copy(self) -> SkeinTree:
        """Return an independent object with the same message."""
        other = copy.copy(self)
        other._levels = [copy.copy(level) for level in self._levels]
        return other

    def update(self, data: BytesLike) -> None:
        """Append data to the message."""
        size, leaves = self.block_size, self._levels[0]
        rest = memoryview(octets(data))
        while len(rest):
            if len(leaves.held) == size:
                self._go_on(0, final=False)
                leaves.held = b""
            if not leaves.held:
                leaves.count += 1
            taken = size - len(leaves.held)
            leaves.held += bytes(rest[:taken])
            rest = rest[taken:]

    def digest(self) -> bytes:
        """Digest of the message so far."""
        other = self.copy()
        other._levels[0].count = max(1, other._levels[0].count)
        number = 0
        # A level above the leaves that has one block is the root.
        while number == 0 or other._levels[number].count > 1:
            other._go_on(number, final=True)
            number += 1
        return output(other._levels[number].held, 8 * self.digest_size)

    def hexdigest(self) -> str:
        """Digest of the message so far, in hexadecimal."""
        return self.digest().hex()

    def _go_on(self, number: int, *, final: bool) -> None:
        """Chain the block that a level holds; a node that it completes goes to the next level."""
        level = self._levels[number]
        first, last = self._ends(number, level.count - 1)
        final |= last
        position = (level.count - 1) * self.block_size + len(level.held)
        tweak = position | (number + 1) << 112 | TYPE_MSG << 120 | first << 126 | final << 127
        block = words_from_bytes(level.held.ljust(self.block_size, b"\0"))
        before = self._start if first else level.chaining
        level.chaining = chain(before, (tweak & WORD_MASK, tweak >> 64), block)
        if final:
            self._push(number + 1, bytes_from_words(level.chaining))

    def _ends(self, number: int, at: int) -> tuple[bool, bool]:
        """Whether a block of a level is the first of its node, and the last of a full one."""
        if number + 1 == self._height:
            return at == 0, False
        blocks = 1 << (self._fan if number else self._leaf)
        return at % blocks == 0, (at + 1) % blocks == 0

    def _push(self, number: int, block: bytes) -> None:
        if number == len(self._levels):
            self._levels.append(_Level())
        elif self._levels[number].count:
            self._go_on(number, final=False)
        self._levels[number].held = block
        self._levels[number].count += 1
