# SPDX-License-Identifier: Apache-2.0
"""Keys that stay in the hardware from one message to the next, and whose they are."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable

from gatehash.catalog.fields import FlagField
from gatehash.catalog.job import Job
from gatehash.errors import GatehashError

__all__ = ["HELD", "HOLDS", "KEYED", "NO_KEY", "KeyInHardware", "key_token"]

KEYED, HOLDS = 1, 2
"""Bits of a packet's first word: a key follows it; the key is held for the next message."""

NO_KEY = "it holds no key; the packet of a message before must bring one that is held"
"""Why a design refuses a message whose key it should hold."""

HELD = FlagField(name="held", help="Send the key once: the design holds it for the next message.")
"""The field of functions whose designs can hold a key."""

_SALT = secrets.token_bytes(32)


def key_token(words: Iterable[int]) -> bytes:
    """Return a value that stands for a key's words in this process and does not reveal them."""
    data = b"".join(word.to_bytes(8, "little") for word in words)
    return hashlib.blake2b(data, key=_SALT, digest_size=16).digest()


class KeyInHardware:
    """The key that a piece of hardware holds after its messages so far.

    Attributes
    ----------
    possible : bool
        Whether it may hold a key: some message was to leave one there.
    """

    def __init__(self) -> None:
        self._token: bytes | None = None
        self.possible = False

    def following(self, job: Job) -> Job:
        """Return the job for the next message: without its key where the hardware holds that."""
        hold = job.hold
        if hold is None or not hold.stays or hold.token != self._token:
            return job
        return job.without_key()

    def take(self, job: Job) -> None:
        """Note that a message is sent.

        Raises
        ------
        GatehashError
            If the message relies on a held key, and another one is held.
        """
        hold = job.hold
        if hold is None:
            self._token = None
            return
        if not hold.brought and self._token not in (None, hold.token):
            raise GatehashError(
                f"{job.design.name} holds another key; send the message's key with it"
            )
        self._token = hold.token if hold.stays else None
        self.possible |= hold.stays

    def forget(self) -> None:
        """Note that the hardware may have lost its key, as behind an error."""
        self._token = None
