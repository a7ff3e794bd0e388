# SPDX-License-Identifier: Apache-2.0
"""Monte Carlo tests: hashes of hashes, of which every thousandth is an answer."""

from __future__ import annotations

from collections.abc import Callable, Iterator

__all__ = ["chained", "chained_customized", "chained_extendable"]

_STEPS = 1000
"""Hashes from one answer to the next."""

_SHAKE_SEED_BYTES = 16


def chained(
    compute: Callable[[bytes], bytes], seed: bytes, together: int, *, alternate: bool
) -> Iterator[bytes]:
    """Yield the answers of a hash function, without an end.

    The sources are SHAVS, section 6.4, and SHA3VS, section 6.2.3, for the standard form, and
    draft-celi-acvp-sha and draft-celi-acvp-sha3 for both.

    Parameters
    ----------
    compute : callable
        Returns the digest of a message.
    seed : bytes
        Where the test begins.
    together : int
        How many of the last digests are a message: three for SHA-2, one for SHA-3.
    alternate : bool
        Whether each message has the length of the seed: it is cut off there, or filled up with
        zeros.
    """
    value = seed
    while True:
        digests = [value] * together
        for _ in range(_STEPS):
            message = b"".join(digests)
            if alternate:
                message = message[: len(seed)].ljust(len(seed), b"\0")
            digests = [*digests[1:], compute(message)]
        value = digests[-1]
        yield value


def chained_extendable(
    compute: Callable[[bytes], bytes], seed: bytes, least: int, most: int
) -> Iterator[bytes]:
    """Yield the answers of an extendable output, without an end.

    The sources are SHA3VS, section 6.3.4, and draft-celi-acvp-xof.

    Parameters
    ----------
    compute : callable
        Returns at least `most` bytes of the output for a message.
    seed : bytes
        Where the test begins.
    least, most : int
        Limits of the outputs' length in bytes.
    """
    value, length = seed, most
    while True:
        for _ in range(_STEPS):
            message = value[:_SHAKE_SEED_BYTES].ljust(_SHAKE_SEED_BYTES, b"\0")
            value = compute(message)[:length]
            length = least + int.from_bytes(value[-2:], "big") % (most - least + 1)
        yield value


def chained_customized(
    compute: Callable[[bytes, bytes], bytes], seed: bytes, least: int, most: int, increment: int
) -> Iterator[bytes]:
    """Yield the answers of cSHAKE, without an end.

    The source is draft-celi-acvp-xof, section 6.2.1.

    Parameters
    ----------
    compute : callable
        Returns at least `most` bytes of the output for a message and a customization string.
    seed : bytes
        Where the test begins.
    least, most, increment : int
        Limits of the outputs' length, and the step between lengths, in bytes.
    """
    value, length, custom = seed, most, b""
    while True:
        for _ in range(_STEPS):
            message = value[:_SHAKE_SEED_BYTES].ljust(_SHAKE_SEED_BYTES, b"\0")
            value = compute(message, custom)[:length]
            end = value[-2:]
            # The range counts bits.
            bits = int.from_bytes(end, "big") % (8 * (most - least) + 1)
            length = least + bits // (8 * increment) * increment
            custom = bytes(ord("A") + byte % 26 for byte in message + end)
        yield value
