# SPDX-License-Identifier: Apache-2.0
"""What all hash objects have to do as those of hashlib."""

from gatehash.catalog import HashObject


def check_manners(h: HashObject, start: bytes, more: bytes, before: bytes, after: bytes) -> None:
    """Try a hash object.

    Parameters
    ----------
    h : HashObject
        The object, without a message yet.
    start, more : bytes
        The start of a message, and what follows.
    before, after : bytes
        Digests of the start alone and of both.
    """
    h.update(bytearray(start))
    assert h.digest() == before
    assert h.digest() == before, "digest() must not end the computation"
    assert h.hexdigest() == before.hex()
    assert h.digest_size == len(before)
    twin = h.copy()
    twin.update(memoryview(more))
    assert h.digest() == before, "a copy must be independent"
    assert twin.name == h.name
    assert twin.digest() == after
    h.update(more)
    assert h.digest() == after
