# SPDX-License-Identifier: Apache-2.0
"""Steps compiled into shared libraries, in the cache."""

from __future__ import annotations

import ctypes
import hashlib
import os
import tempfile
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from gatehash import processes
from gatehash.cache import locked, remove
from gatehash.compiled.record import source
from gatehash.compiled.step import Step
from gatehash.errors import GatehashError
from gatehash.models.words import Words, join, split
from gatehash.paths import cache_root
from gatehash.waits import waiting

__all__ = ["Compiled", "compile_step"]

_OPTIONS = ("-O2", "-fPIC", "-shared")
_CHECKED_BLOCKS = 3
# What the compiler takes for most of them.
_SECONDS = 2


class Compiled:
    """A step in a shared library."""

    def __init__(self, step: Step, library: Path) -> None:
        self._step = step
        self._run = ctypes.CDLL(str(library)).run
        self._run.restype = None
        self._word = ctypes.c_uint64 if step.word_bits == 64 else ctypes.c_uint32

    def chain(
        self, state: Sequence[int], blocks: bytes, counter: int = 0, fixed: Sequence[int] = ()
    ) -> Words:
        """Return the state behind whole blocks, of which the first has a `counter`."""
        return tuple(self._called(state, blocks, counter, fixed, None))

    def answer(
        self, state: Sequence[int], blocks: bytes, counter: int = 0, fixed: Sequence[int] = ()
    ) -> bytes:
        """Return the blocks of the answer of a step that maps."""
        answer = ctypes.create_string_buffer(len(blocks))
        self._called(state, blocks, counter, fixed, answer)
        return answer.raw

    def _called(
        self, state: Sequence[int], blocks: bytes, counter: int, fixed: Sequence[int], answer: Any
    ) -> Any:
        own = self._step
        h, f = (self._word * own.state_words)(*state), (self._word * own.fixed_words)(*fixed)
        count = ctypes.c_size_t(len(blocks) // own.block_bytes)
        self._run(h, f, ctypes.c_uint64(counter), ctypes.c_char_p(blocks), count, answer)
        return h


@cache
def compile_step(step: Step) -> Compiled | None:
    """Return a step compiled, from the cache if it is there, or None where that can't be done."""
    try:
        made = Compiled(step, _library(source(step)))
    except (GatehashError, OSError):
        return None
    return made if _agrees(step, made) else None


def _agrees(step: Step, made: Compiled) -> bool:
    """Whether a compiled step does with random blocks what the model in Python does."""
    random = Random()
    state, fixed = (
        [random.getrandbits(step.word_bits) for _ in range(count)]
        for count in (step.state_words, step.fixed_words)
    )
    blocks = random.randbytes(_CHECKED_BLOCKS * step.block_bytes)
    first, mask = random.getrandbits(63), (1 << step.word_bits) - 1
    now: Sequence[int] = state
    answer = b""
    for number in range(_CHECKED_BLOCKS):
        at, counter = number * step.block_bytes, first + number * step.count
        words = split(blocks[at : at + step.block_bytes], step.word_bytes, step.order)
        after = step.function(now, words, (counter & mask, counter >> step.word_bits), fixed)
        answer += join(after, step.word_bytes, step.order)
        now = now if step.maps else after
    if step.maps:
        return made.answer(state, blocks, first, fixed) == answer
    return made.chain(state, blocks, first, fixed) == tuple(now)


def _library(text: str) -> Path:
    """Return the shared library of a text of C++, compiling it if the cache does not hold it."""
    from gatehash.compiled.compiler import compiler_command, compiler_version
    from gatehash.compiled.reasons import reason

    command = [*compiler_command(), *_OPTIONS]
    key = _digest("\n".join((*command, compiler_version(), text)).encode())
    root = cache_root() / "models"
    if found := _whole(root.glob(f"{key}-*.so")):
        return found
    with processes.terminable(), locked(root, f"{key}.lock"):
        if found := _whole(root.glob(f"{key}-*.so")):
            return found
        for broken in (*root.glob(f"{key}-*"), *root.glob(f"{key}.part-*")):
            remove(broken)
        with tempfile.TemporaryDirectory(prefix=f"{key}.part-", dir=root) as folder:
            (Path(folder) / "model.cpp").write_text(text, encoding="utf-8")
            library = Path(folder) / "model.so"
            with waiting("compiling a golden model", once=True, seconds=_SECONDS):
                done = processes.run(
                    [*command, "-o", library.name, "model.cpp"],
                    Path(folder),
                    environment={**os.environ, "TMPDIR": folder, "LC_ALL": "C"},
                )
            if done.status:
                why = reason(done.said, Path(folder))
                raise GatehashError(f"compiling a golden model failed: {why}")
            return library.rename(root / f"{key}-{_digest(library.read_bytes())}.so")


def _whole(libraries: Iterable[Path]) -> Path | None:
    """Return the library whose name has the digest of its content."""
    for each in libraries:
        if each.is_file() and each.stem.rpartition("-")[2] == _digest(each.read_bytes()):
            return each
    return None


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:32]
