# SPDX-License-Identifier: Apache-2.0
"""Hashes that chain their blocks and whose length has its lowest byte first, as MD5 (RFC 1321).

Their padding rule is that of :mod:`gatehash.models.padding`, but for the order of the length's
bytes. No hash of the library is so; :file:`gh_length_order.sv` is the same in hardware.
"""

from __future__ import annotations

from typing import TypeVar

from gatehash.models.chained import ChainedHash
from gatehash.models.padding import PaddingRule, pad_rest

__all__ = ["LittleChainedHash", "reversed_length"]

_Chaining = TypeVar("_Chaining")


def reversed_length(rule: PaddingRule, padded: bytes) -> bytes:
    """Return a padded message, or its end, with the bytes of its length in the other order.

    Examples
    --------
    >>> from gatehash.models.padding import pad
    >>> rule = PaddingRule(block_bytes=8, suffix=0x80, length_bytes=2)
    >>> reversed_length(rule, pad(rule, b"abc")).hex(" ")
    '61 62 63 80 00 00 18 00'
    """
    end = len(padded) - rule.length_bytes
    return padded[:end] + padded[end:][::-1]


class LittleChainedHash(ChainedHash[_Chaining]):
    """:class:`ChainedHash` of a rule whose length has its lowest byte first."""

    def _last(self) -> _Chaining:
        tail = reversed_length(self._rule, pad_rest(self._rule, self._rest, self._size))
        return self._absorb(tail, self._size - len(self._rest))
