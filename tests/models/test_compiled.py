# SPDX-License-Identifier: Apache-2.0
"""Models compiled for long messages: the same answers as those of the models in Python."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.models.manners import check_manners

from gatehash.catalog import DESIGNS, Job
from gatehash.compiled import compiled, is_compiled, library, objects
from gatehash.compiled.library import compile_step
from gatehash.compiled.record import source
from gatehash.compiled.step import Step
from gatehash.compiled.steps import (
    blake2_step,
    blake_step,
    sha2_step,
    skein_step,
    whirlpool_step,
)
from gatehash.models import blake, whirlpool
from gatehash.models.blake import Blake
from gatehash.models.blake2 import BLAKE2S, Blake2
from gatehash.models.chained import ChainedHash
from gatehash.models.hmac import Hmac
from gatehash.models.sha2 import WORDS_32, Sha256
from gatehash.models.skein import Skein
from gatehash.models.skein_tree import SkeinTree
from gatehash.models.whirlpool import Whirlpool

JOBS: dict[tuple[str, str], Job] = {
    (job.name, job.operation): job
    for design in DESIGNS.values()
    for job in design.jobs.values()
    if is_compiled(compiled(job.model()))
}


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("cache")


@pytest.fixture(autouse=True)
def _always(cache: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Compile for short messages too, without the time that the fastest code takes to compile."""
    monkeypatch.setattr(objects, "LONG", 0)
    monkeypatch.setattr(library, "_OPTIONS", ("-O0", "-fPIC", "-shared"))
    monkeypatch.setenv("GATEHASH_CACHE", str(cache))
    yield
    compile_step.cache_clear()


def test_every_function_that_chains() -> None:
    families = {name.partition("-")[0] for name, _ in JOBS}
    chained = [
        "blake",
        "blake2b",
        "blake2s",
        "hmac",
        "sha",
        "sha3",
        "skein",
        "threefish",
        "whirlpool",
    ]
    sponges = {f"{name}{bits}" for name in ("shake", "cshake", "kmac") for bits in (128, 256)}
    assert families == {*chained, *sponges}


@pytest.mark.parametrize(("name", "operation"), JOBS)
def test_in_any_pieces(name: str, operation: str) -> None:
    """Around the ends of blocks, and with answers on the way."""
    job = JOBS[name, operation]
    golden, ours = job.model(), compiled(job.model())
    chance, block = random.Random(name), job.padding.block_bytes
    unit = 1 if operation == "hash" else block
    for size in (0, 1, block - 1, block, 1, 3 * block + 1, block - 1, 9 * block, 0, 2 * block):
        piece = chance.randbytes(size // unit * unit)
        golden.update(piece)
        ours.update(memoryview(piece))
        assert ours.digest() == golden.digest()
    made = [part for part in (ours, *vars(ours).values()) if isinstance(part, objects._Fast)]
    assert made
    assert all(compile_step(part._step()[0]) for part in made)


@pytest.mark.parametrize("blocks", range(4))
@pytest.mark.parametrize("more", [-1, 0, 1])
@pytest.mark.parametrize(
    "make",
    [
        lambda: Sha256(224),
        lambda: Hmac(Sha256(), b"key"),
        lambda: Skein(512, key=b"key", nonce=b"17"),
        lambda: Blake(256, salt=bytes(range(16))),
        lambda: Blake2("blake2s", 256, key=b"key", last_node=True),
        lambda: Whirlpool(),
        lambda: SkeinTree(256, 256, leaf=1, fan=1, height=2),
    ],
)
def test_manners(make: Callable[[], Any], blocks: int, more: int) -> None:
    start = bytes(range(256))[: max(0, blocks * 64 + more)]
    digests = []
    for message in (start, start + bytes(700)):
        h = make()
        h.update(message)
        digests.append(h.digest())
    check_manners(compiled(make()), start, bytes(700), digests[0], digests[1])


@pytest.mark.parametrize("blocks", [1, 31, 32, 33, 64, 500, 1025])
def test_tree(blocks: int) -> None:
    message = random.Random(blocks).randbytes(blocks * 64)
    golden, ours = (SkeinTree(512, 512, leaf=5, fan=2, height=3) for _ in range(2))
    golden.update(message)
    compiled(ours).update(message)
    assert ours.digest() == golden.digest()


@pytest.mark.parametrize("before", [2**29 - 128, 2**32 - 128, 2**45, 2**60 - 256, 2**64 - 256])
@pytest.mark.parametrize(
    "make",
    [
        lambda: Blake(256),
        lambda: Blake(512),
        lambda: Blake2("blake2s", 256),
        lambda: Blake2("blake2b", 512),
        lambda: Skein(1024),
    ],
)
def test_counters(make: Callable[[], ChainedHash[Any]], before: int) -> None:
    """Where the low word of a counter ends, and all that is compiled."""
    golden, ours = make(), compiled(make())
    if golden.name == "blake-256" and before > 2**60:
        return
    for each in (golden, ours):
        each._size = before
        each.update(bytes(range(256)) * 3)
    assert ours.digest() == golden.digest()


def test_short_messages_are_not_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Step] = []
    monkeypatch.setattr(objects, "LONG", 1000)
    monkeypatch.setattr(objects, "compile_step", lambda step: asked.append(step))
    h = compiled(Sha256())
    h.update(bytes(999))
    assert not asked
    h.update(b"\0")
    assert asked == [sha2_step(WORDS_32)]
    assert h.digest() == Sha256(data=bytes(1000)).digest()


@pytest.mark.parametrize("compiler", ["no-such-compiler", "false", "'"])
def test_without_compiler(compiler: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CXX", compiler)
    assert compile_step(sha2_step(WORDS_32)) is None
    h = compiled(Sha256())
    h.update(bytes(1000))
    assert h.digest() == Sha256(data=bytes(1000)).digest()


def test_without_cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("GATEHASH_CACHE", str(tmp_path / "file"))
    assert compile_step(sha2_step(WORDS_32)) is None


def test_broken_library_is_built_again(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("GATEHASH_CACHE", str(tmp_path))
    step = skein_step(32)
    assert compile_step(step)
    (file,) = (tmp_path / "models").glob("*.so")
    content = file.read_bytes()
    # The process has the file mapped.
    file.unlink()
    file.write_bytes(content[: len(content) // 2])
    (tmp_path / "models" / f"{file.stem.partition('-')[0]}.part-1").mkdir()
    compile_step.cache_clear()
    assert compile_step(step)
    (again,) = (tmp_path / "models").glob("*.so")
    assert library._whole([again])
    assert not list((tmp_path / "models").glob("*.part-*"))


def test_library_is_found_without_lock(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("GATEHASH_CACHE", str(tmp_path))
    assert compile_step(skein_step(32))
    compile_step.cache_clear()
    monkeypatch.setattr(library, "locked", None)
    assert compile_step(skein_step(32))


@pytest.mark.parametrize(
    ("step", "right", "wrong"),
    [
        (sha2_step(WORDS_32), " >> 17;", " >> 18;"),
        (blake_step(blake.WORDS_32), "t += 512", "t += 64"),
        (blake2_step(BLAKE2S), "p[63]", "p[62]"),
        (whirlpool_step(), "h[7]", "h[6]"),
    ],
)
def test_wrong_code_is_not_used(
    step: Step, right: str, wrong: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = source(step)
    assert right in text
    monkeypatch.setattr(library, "source", lambda _: text.replace(right, wrong))
    assert compile_step(step) is None


@pytest.mark.parametrize(
    "function",
    [
        lambda h, m: h + m >> 1,
        lambda h, m: ~h >> 1,
        lambda h, m: h << 32,
        lambda h, m: m if h else h,
        lambda h, m: m if h == 0 else h,
        lambda h, m: m if h >= 1 else h,
        lambda h, m: m if h <= 5 else h,
        lambda h, m: whirlpool.E[h & 0x1F],
    ],
)
def test_steps_that_cannot_be_recorded(function: Callable[[Any, Any], Any]) -> None:
    step = Step(lambda h, m, _t, _f: [function(h[0], m[0])], 32, "little", 1, 1)
    with pytest.raises(TypeError, match=r"word|table"):
        source(step)


def test_operations() -> None:
    """Those that models have not: parts of words, and numbers before words."""

    def function(h: Any, m: Any, _t: Any, _fixed: Any) -> list[Any]:
        a, b = h
        return [(1 - a & 0xFFFFFFFF) ^ (a & 0xFFFF) >> 4, (5 + m[0] | 8 - b) & 0xFFFFFFFF]

    assert compile_step(Step(function, 32, "big", 2, 1, count=3))
