# SPDX-License-Identifier: Apache-2.0
"""The models' objects, with compiled steps for long messages."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, TypeVar

from gatehash.compiled.library import Compiled, compile_step
from gatehash.compiled.step import Step
from gatehash.compiled.steps import (
    blake2_step,
    blake_step,
    sha2_step,
    skein_step,
    sponge_step,
    threefish_step,
    whirlpool_step,
)
from gatehash.manners import BytesLike, octets
from gatehash.models.blake import Blake
from gatehash.models.blake2 import Blake2
from gatehash.models.chained import ChainedHash, whole_blocks
from gatehash.models.crypt import ThreefishBlocks
from gatehash.models.kmac import CShake
from gatehash.models.sha2 import Sha2
from gatehash.models.sha3 import Sha3, Shake
from gatehash.models.skein import TYPE_MSG, Skein, tweak_words
from gatehash.models.skein_tree import SkeinTree
from gatehash.models.threefish import WORD_MASK, bytes_from_words, decrypt, words_from_bytes
from gatehash.models.whirlpool import Whirlpool
from gatehash.models.words import Words, join, split

__all__ = ["LONG", "compiled", "is_compiled"]

_Model = TypeVar("_Model")

LONG = 1 << 19
"""Bytes of a message from which on a compiled step repays the time of its compilation."""

# The step of an object, and the words that are equal for all blocks but a message's ends.
_STEPS: Mapping[type, Callable[[Any], tuple[Step, Words]]] = {
    Sha2: lambda h: (sha2_step(h._parameters), ()),
    Blake: lambda h: (blake_step(h._parameters), h._salt),
    Blake2: lambda h: (blake2_step(h._parameters), ()),
    **dict.fromkeys((Sha3, Shake, CShake), lambda h: (sponge_step(h.block_size), ())),
    Skein: lambda h: (
        skein_step(h.block_size),
        tweak_words(0, TYPE_MSG, first=False, final=False)[1:],
    ),
    SkeinTree: lambda h: (skein_step(h.block_size), (1 << 112 - 64 | TYPE_MSG << 120 - 64,)),
    Whirlpool: lambda _: (whirlpool_step(), ()),
    ThreefishBlocks: lambda h: (
        threefish_step(len(h._key), h._one is decrypt),
        words_from_bytes(h._tweak)[1:],
    ),
}


def compiled(model: _Model) -> _Model:
    """Return a model that compiles its step, or that of the model inside it, for a long message.

    Digests are the same. The model that is given must not be used afterwards.

    Examples
    --------
    >>> from gatehash.models import Sha512
    >>> compiled(Sha512(512, b"abc")).digest() == Sha512(512, b"abc").digest()
    True
    """
    own: Any = type(model)
    inner = {name: compiled(each) for name, each in vars(model).items() if _fast(each.__class__)}
    fast = _fast(own)
    if fast is None and not inner:
        return model
    made: _Model = object.__new__(fast or own)
    vars(made).update(vars(model) | inner)
    return made


def is_compiled(model: object) -> bool:
    """Whether a model compiles its step for a long message."""
    return any(isinstance(part, _Fast) for part in (model, *vars(model).values()))


@cache
def _fast(own: Any) -> type[Any] | None:
    """Return the class of a model with a compiled step; None where there is none."""
    if issubclass(own, _Fast) or not issubclass(own, tuple(_STEPS)):
        return None
    kinds = {ChainedHash: _FastHash, SkeinTree: _FastTree, ThreefishBlocks: _FastBlocks}
    base = next(fast for kind, fast in kinds.items() if issubclass(own, kind))
    return type(own.__name__, (base, own), {"__doc__": own.__doc__})


class _Fast:
    """A model with a compiled step."""

    def _step(self) -> tuple[Step, Words]:
        return next(step(self) for kind, step in _STEPS.items() if isinstance(self, kind))

    def _compiled(self, size: int) -> Compiled | None:
        """Return the compiled step for a message that has `size` bytes so far."""
        return None if size < LONG else compile_step(self._step()[0])


class _FastHash(_Fast, ChainedHash[Any]):
    """A hash that chains."""

    def update(self, data: BytesLike, /) -> None:
        """Append any number of bytes to the message."""
        view = octets(data)
        most = self._size + len(view)
        run = self._compiled(most)
        # A counter of bits has 64 for each message that compiled code takes.
        if run is None or most >= 1 << 60:
            super().update(view)
            return
        step, fixed = self._step()
        if self._size == len(self._rest):
            # The first block may be marked.
            head = min(len(view), self.block_size + 1)
            super().update(view[:head])
            view = view[head:]
        start = self._size - len(self._rest)
        blocks, self._rest = whole_blocks(self._rest, view, self.block_size, held=self._held)
        self._size = start + len(blocks) + len(self._rest)
        counter = (start // self.block_size + 1) * step.count
        if isinstance(self._chaining, bytes):
            words = split(self._chaining, step.word_bytes, step.order)
            after = run.chain(words, blocks, counter, fixed)
            self._chaining = join(after, step.word_bytes, step.order)
        else:
            self._chaining = run.chain(self._chaining, blocks, counter, fixed)


class _FastTree(_Fast, SkeinTree):
    """Skein as a tree: blocks inside a leaf are chained at a time."""

    def update(self, data: BytesLike) -> None:
        """Append data to the message."""
        rest, size, leaves = octets(data), self.block_size, self._levels[0]
        while len(rest):
            rest = self._within(rest)
            # The block held is whole at the next turn.
            taken = size - len(leaves.held) % size
            super().update(rest[:taken])
            rest = rest[taken:]

    def _within(self, rest: memoryview) -> memoryview:
        """Chain blocks that are neither first nor last of a leaf; return what is left."""
        size, leaves = self.block_size, self._levels[0]
        number = leaves.count - 1
        last = (number >> self._leaf) + 1 << self._leaf
        blocks = min(last - 1 - number, (len(rest) - 1) // size)
        inside = len(leaves.held) == size and not self._ends(0, number)[0]
        run = self._compiled(size * leaves.count)
        if run is None or not inside or blocks < 1:
            return rest
        whole = leaves.held + bytes(rest[: blocks * size])
        fixed = self._step()[1]
        position = leaves.count * size
        leaves.chaining = run.chain(leaves.chaining, whole[:-size], position, fixed)
        leaves.held, leaves.count = whole[-size:], leaves.count + blocks
        return rest[blocks * size :]

    def _go_on(self, number: int, *, final: bool) -> None:
        run = self._compiled(self.block_size * self._levels[0].count)
        if run is None:
            super()._go_on(number, final=final)
            return
        level = self._levels[number]
        first, last = self._ends(number, level.count - 1)
        final |= last
        position = (level.count - 1) * self.block_size + len(level.held)
        tweak = position | (number + 1) << 112 | TYPE_MSG << 120 | first << 126 | final << 127
        before = self._start if first else level.chaining
        block = level.held.ljust(self.block_size, b"\0")
        level.chaining = run.chain(before, block, tweak & WORD_MASK, (tweak >> 64,))
        if final:
            self._push(number + 1, bytes_from_words(level.chaining))


class _FastBlocks(_Fast, ThreefishBlocks):
    """Threefish on blocks with tweaks that count."""

    def _crypt(self, blocks: bytes, first: int) -> bytes:
        run = self._compiled(first * self._block_bytes + len(blocks))
        if run is None:
            return super()._crypt(blocks, first)
        low, high = words_from_bytes(self._tweak_of(first))
        return run.answer(words_from_bytes(self._key), blocks, low, (high,))
