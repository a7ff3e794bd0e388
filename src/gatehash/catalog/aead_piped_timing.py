# SPDX-License-Identifier: Apache-2.0
"""Cycles of a message of ChaCha20-Poly1305 at the pace of a stream."""

from __future__ import annotations

from dataclasses import dataclass

from gatehash.catalog.aead_timing import AeadCycles
from gatehash.catalog.hardware import Hardware
from gatehash.models.chacha import BLOCK_BYTES
from gatehash.models.poly1305 import TAG_BYTES

__all__ = ["AeadPipedTiming", "aead_piped_timing"]

_WORD = 8
_WORDS = BLOCK_BYTES // _WORD
# Words in front of the nonce's last ones: the packet's head, the key and two of the nonce.
_PACKET = 7
# From a nonce's last word to the first cycle of the ring, and from there to the first word.
_START, _FIRST = 2, 96
# Cycles of the ring from a block's entry to the next one's; registers behind its end.
_PACE, _STEPS = 10, 3
# From the first word of Poly1305's key: the place of r is free; the powers are there.
_FREE, _POWERS = 38, 40
# From the start of four blocks of Poly1305: the next ones start; their place is free; the tag.
_CHUNK, _READ, _TAG = 8, 3, 25
# Erasure.
_ERASED = 26


def aead_piped_timing(
    hardware: Hardware, ad_bytes: int, extended: bool, decrypts: bool
) -> AeadPipedTiming:
    """Return the cycles of a message on hardware, as :data:`gatehash.catalog.aead.CyclesOf`."""
    return AeadPipedTiming(
        ad_bytes=ad_bytes,
        extended=extended,
        decrypts=decrypts,
        beats=8 * _WORD // hardware.stream_bits,
        registered=hardware.stream.parameters["Registered"],
    )


class _Slice:
    """When beats enter a register slice of two places, and leave it.

    Parameters
    ----------
    pace : int
        Cycles from one beat that leaves to the next one, at least.
    """

    def __init__(self, pace: int = 1) -> None:
        self._pace = pace
        self._last: int | None = None
        self.free = 0
        """The first cycle in which a beat can enter."""

    def there(self, cycle: int) -> int:
        """Return the first cycle in which a beat can leave that enters in a cycle."""
        if self._last is None:
            return cycle + 1
        return max(cycle + 1, self._last + self._pace)

    def take(self, cycle: int, leaves: int = 0) -> int:
        """Return when a beat leaves that enters in a cycle, in `leaves` or later."""
        self.free = (cycle if self._last is None else max(cycle, self._last)) + 1
        self._last = max(self.there(cycle), leaves)
        return self._last


class _KeyStream:
    """When words of the key stream are there, of which some wait to be taken.

    A word goes through three registers, which stand still while the last one waits, and a slice.

    Parameters
    ----------
    first : int
        Cycle of the first word.
    """

    def __init__(self, first: int) -> None:
        self._ring = first - _STEPS - 2  # a block leaves it
        self._slice = _Slice()
        self._enters: list[int] = []
        self._there: list[int] = []
        self._leaves: list[int] = []

    def take(self, cycle: int) -> int:
        """Return when the next word is taken, in `cycle` or later."""
        number = len(self._enters)
        enters = self._enters[-1] + 1 if number else 0
        if number % _WORDS == 0:
            if number:
                self._ring = max(self._ring + _PACE, enters)
            enters = self._ring + 1
        before = range(max(0, number - _STEPS), number)
        for each in before:
            if self._there[each] <= enters < self._leaves[each]:
                enters = self._leaves[each]
        there = enters + _STEPS
        for each in before:
            if self._there[each] > enters:
                there += self._leaves[each] - self._there[each]
        self._enters.append(enters)
        self._there.append(there)
        self._leaves.append(max(there, self._slice.free))
        return self._slice.take(self._leaves[-1], cycle)


class _Code:
    """When beats for Poly1305 are taken, and the tag is there.

    Parameters
    ----------
    key : int
        Cycle of the key's first word.
    """

    def __init__(self, key: int) -> None:
        self._key = key
        self._begins: list[int] = []
        self._slice = _Slice()
        self.beats = 0

    @property
    def free(self) -> int:
        """The first cycle in which a beat can be taken."""
        return self._slice.free

    @property
    def tag(self) -> int:
        """Cycle of the tag's first word."""
        return self._begins[-1] + _TAG

    def take(self, cycle: int) -> int:
        """Return the cycle in which a beat is taken that is there from `cycle` on."""
        cycle = max(cycle, self.free)
        chunk, place = divmod(self.beats, _WORDS)
        room = 0
        if place == 0 and chunk:
            room = self._key + _FREE if chunk == 1 else self._begins[chunk - 2] + _READ
        entered = self._slice.take(cycle, room)
        if place == _WORDS - 1:
            before = self._begins[-1] + _CHUNK if chunk else self._key + _POWERS
            self._begins.append(max(before, entered + 1))
        self.beats += 1
        return cycle


@dataclass(frozen=True, kw_only=True)
class AeadPipedTiming(AeadCycles):
    """Cycles of a message: the ring of ChaCha and Poly1305 wait for each other, beat by beat.

    Parameters
    ----------
    ad_bytes, extended, decrypts
        See :class:`gatehash.catalog.aead_timing.AeadCycles`.
    beats : int
        Beats of a word of eight bytes at the pins.
    registered : int
        1 if registers are at the pins, else 0.
    """

    beats: int
    registered: int

    settled = 12
    """Blocks of a message, or as many bytes of associated data, behind which each takes as long."""

    @property
    def block(self) -> int:
        """Cycles for one more block of a long message."""
        return max(_PACE, _WORDS * self.beats)

    @property
    def load(self) -> int:
        """Cycles in front of the first block: key and nonce."""
        return self._word(_PACKET - 1) + 1

    @property
    def rest(self) -> int:
        """Cycles from an answer's last beat to the next message's first, less one."""
        return _ERASED - self._leaving(BLOCK_BYTES)

    def hidden(self, whole: int, size: int) -> int:
        """Cycles of `less` by which the next message does not enter sooner: of the last word."""
        return self._leaving(whole) - self._leaving(size)

    @property
    def _converter(self) -> int:
        """Cycles of a converter at the pins for a whole word; 0 where there is none."""
        return self.beats if self.beats > 1 else 0

    def _word(self, number: int) -> int:
        """Cycle in which a word of the packet is taken, if none waits."""
        return self.registered + self._converter + number * self.beats

    def _parts(self, size: int) -> int:
        """Beats at the pins of the last word of so many bytes."""
        last = size % _WORD or (_WORD if size else 0)
        return max(1, -(-last * self.beats // _WORD))

    def _converted(self, size: int) -> int:
        """Cycles of the converter for the last word of an answer to `size` bytes."""
        if self.beats == 1:
            return 0
        # The tag's last bytes are as many as those of the message's last word.
        return self._parts(size if self.decrypts or size else TAG_BYTES)

    def _leaving(self, size: int) -> int:
        """Cycles in which the last word of an answer to `size` bytes leaves, as erasure begins."""
        before = 0 if self.decrypts else 2 if size else 1
        return 1 + before * (self.beats - 1) + self._converted(size)

    def cycles(self, size: int) -> int:
        """Cycles of a message of so many bytes, without its tag."""
        last = size % BLOCK_BYTES or (BLOCK_BYTES if size else 0)
        settled = max(0, (size - last) // BLOCK_BYTES - self.settled)
        last_ad = self.ad_bytes % BLOCK_BYTES
        settled_ad = max(0, (self.ad_bytes - last_ad) // BLOCK_BYTES - self.settled)
        short = self._scheduled(
            self.ad_bytes - BLOCK_BYTES * settled_ad, size - BLOCK_BYTES * settled
        )
        return short + settled_ad * _CHUNK * self.beats + settled * self.block

    def _scheduled(self, ad_bytes: int, size: int) -> int:
        """Cycles of a message and associated data that are short, beat by beat."""
        beats, converter = self.beats, self._converter
        run, length = self._word(_PACKET - 1) + _START, self._word(_PACKET)
        if self.extended:
            # HChaCha20 first, and the nonce's last word, whose first beat came with the one before.
            last = run + _FIRST + _WORDS + beats - 1
            run, length = last + _START, last + beats
        key = max(run + _FIRST, length + 2)
        stream, code = _KeyStream(run + _FIRST), _Code(key)
        now = key
        for _ in range(_WORDS):
            now = stream.take(now) + 1
        there = now + beats - 1
        for _ in range(-(-ad_bytes // _WORD)):
            now = code.take(there) + 1
            there = code.free + beats - 1
        now = self._padded(code, now)

        # Words of the message, which come from block 0 on. Two wait where they may be a tag.
        waiting = TAG_BYTES // _WORD * self.decrypts
        words = -(-size // _WORD)
        parts = [beats] * (waiting + words - 1) + [self._parts(size + TAG_BYTES * self.decrypts)]
        message, answer = _Slice(), _Slice(beats)
        there = length + 1 + 2 * self.registered
        for number, each in enumerate(parts):
            enters = max(there + (each if converter else 0), message.free)
            now = max(now, message.there(enters), code.free)
            if number > waiting:
                now = max(now, answer.free)
            if number >= waiting and words:
                now = stream.take(now)
                code.take(now)
                if number > waiting:
                    answer.take(now)
            message.take(enters, now)
            there = enters + (0 if converter else 1)
            now += 1
        now = self._padded(code, now)
        # The lengths, and zeros up to four whole blocks.
        for _ in range(2):
            now = code.take(now) + 1
        while code.beats % _WORDS:
            now = code.take(now) + 1
        return self._answered(code.tag, answer, size)

    def _padded(self, code: _Code, now: int) -> int:
        """Return the next cycle behind a word of zeros, if a block needs one to be whole."""
        return code.take(now) + 1 if code.beats % 2 else now

    def _answered(self, tag: int, answer: _Slice, size: int) -> int:
        """Cycles to the answer's last beat.

        Parameters
        ----------
        tag : int
            Cycle of the tag's first word.
        answer : _Slice
            Where words leave.
        size : int
            Bytes of the message, without its tag.
        """
        now = tag
        # The last word, of an encrypted message with the tag's first bytes; then the tag's others.
        for leaves in (bool(size), True):
            if leaves and not self.decrypts:
                now = max(now, answer.free)
                answer.take(now)
            now += 1
        last = answer.take(max(now, answer.free))
        return last + self._converted(size) + self.registered + 1
