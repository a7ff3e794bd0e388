# SPDX-License-Identifier: Apache-2.0
"""What a design is: an algorithm family, a microarchitecture and parameters, as data."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import accumulate
from pathlib import Path
from typing import TYPE_CHECKING, Literal, Protocol, Self

from gatehash.errors import GatehashError
from gatehash.paths import rtl_root

if TYPE_CHECKING:
    from gatehash.models.padding import PaddingRule

__all__ = [
    "Algorithm",
    "Boundary",
    "BoundaryName",
    "Cipher",
    "Cycles",
    "Design",
    "HashObject",
    "Model",
    "Operation",
    "SequentialTiming",
    "Timing",
]

BoundaryName = Literal["core", "stream"]
Operation = Literal["hash", "encrypt", "decrypt"]


class Model(Protocol):
    """A golden model at work: a message goes in, and out comes what a design answers."""

    def update(self, data: bytes | bytearray | memoryview, /) -> None:
        """Append data to the message."""

    def digest(self) -> bytes:
        """Answer to the message so far: a digest, or as many bytes as went in."""


class HashObject(Model, Protocol):
    """What :mod:`hashlib` calls a hash object."""

    @property
    def name(self) -> str:
        """Name of the algorithm."""

    @property
    def digest_size(self) -> int:
        """Digest length in bytes."""

    @property
    def block_size(self) -> int:
        """Block length in bytes."""

    def hexdigest(self) -> str:
        """Digest of the message so far, in hexadecimal."""

    def copy(self) -> Self:
        """Return a hash object of the same message that goes its own way."""


@dataclass(frozen=True)
class Algorithm:
    """A hash function that a design runs, or a cipher with its key and direction.

    Parameters
    ----------
    name : str
        Name as users write it, such as ``skein-512-512`` (state, digest).
    digest_bits : int
        Digest length in bits; 0 for a cipher, whose answer is as long as the message.
    padding : PaddingRule
        How messages become blocks.
    model : callable
        Makes a fresh object of the golden model; for a hash function a :class:`HashObject`.
    max_blocks : int, optional
        Blocks of the longest message that the design takes; None where only the algorithm limits
        it.
    operation : {"hash", "encrypt", "decrypt"}
        What is done to messages.
    config : tuple of int, optional
        Words of the packet that goes to ``s_axis_cfg`` with each message; None where there is no
        such port.
    lanes : int
        Messages that the design works on at a time, each in a lane of its own.
    """

    name: str
    digest_bits: int
    padding: PaddingRule
    model: Callable[[], Model]
    max_blocks: int | None = None
    operation: Operation = "hash"
    config: tuple[int, ...] | None = None
    lanes: int = 1

    @property
    def block_bits(self) -> int:
        """Block length in bits."""
        return 8 * self.padding.block_bytes

    def answer_bytes(self, message_bytes: int) -> int:
        """Bytes of the answer to a message of `message_bytes` bytes."""
        return self.digest_bits // 8 if self.operation == "hash" else message_bytes

    def blocks(self, message_bytes: int) -> int:
        """Blocks of a padded message of `message_bytes` bytes, at least 1."""
        rule = self.padding
        return max(1, -(-(message_bytes + rule.overhead_bytes) // rule.block_bytes))

    def refusal(self, message_bytes: int) -> str | None:
        """Say why a message of so many bytes is refused; None if it is not."""
        rule = self.padding
        if rule.whole and not rule.takes(message_bytes):
            return (
                f"{message_bytes} bytes; the message must be a positive multiple of "
                f"{rule.block_bytes} bytes"
            )
        if self.max_blocks is not None and self.blocks(message_bytes) > self.max_blocks:
            return (
                f"{message_bytes} bytes are {self.blocks(message_bytes)} blocks; "
                f"the design takes at most {self.max_blocks}"
            )
        return None


class Cycles(Protocol):
    """What is known of a design's cycles: exact, whatever the data."""

    @property
    def block(self) -> int | Fraction:
        """Cycles for one more block of a long message, words loading meanwhile."""

    @property
    def steady(self) -> int | Fraction:
        """The same with all that a long message's blocks take beside their own cycles."""

    @property
    def span(self) -> tuple[int, int]:
        """Lengths in blocks of two messages whose cycles differ by `steady` for each block."""

    @property
    def gap(self) -> int:
        """Cycles between two blocks of a message in which the core waits for words."""

    @property
    def load(self) -> int:
        """Cycles of the stream top until a message's first block is in the core."""

    @property
    def unload(self) -> int:
        """Cycles of the stream top after the core's last."""

    @property
    def beat(self) -> int:
        """Cycles that an answer takes less for each beat that its blocks have and it has not."""

    def core(self, blocks: int) -> int:
        """Cycles that the core is busy with a message of `blocks` blocks."""

    def latency(self, blocks: int) -> int:
        """Cycles from a message's first beat in to its digest's last beat out, both counted."""

    def ends(self, messages: Sequence[int]) -> list[int]:
        """Cycles from the first beat in to the last beat out of each of several messages.

        The messages, of so many blocks each, follow one another without a gap, and the core was at
        rest before.
        """


@dataclass(frozen=True)
class Timing:
    """Cycle formula of a design that works on one block after the other.

    A message of N blocks keeps the core busy for ``block * N + message`` cycles. At the stream top
    it takes `load` cycles more until the first block is in the core and `unload` until the last
    beat of the digest has left.

    Parameters
    ----------
    block : int
        Cycles from block to block, words loading meanwhile.
    message : int
        Cycles of the core after a message's last block.
    load, unload : int
        Cycles of the stream top before and after the core's.
    """

    block: int
    message: int
    load: int
    unload: int

    @property
    def gap(self) -> int:
        """Cycles between two blocks in which the core waits: none, words load meanwhile."""
        return 0

    @property
    def beat(self) -> int:
        """Cycles for a beat of an answer that is shorter than its blocks: there is none."""
        return 0

    @property
    def steady(self) -> int:
        """Cycles for one more block of a long message."""
        return self.block

    @property
    def span(self) -> tuple[int, int]:
        """Lengths in blocks of two messages that tell the steady state."""
        return (32, 96)

    def core(self, blocks: int) -> int:
        """Cycles that the core is busy with a message of `blocks` blocks."""
        return self.block * blocks + self.message

    def latency(self, blocks: int) -> int:
        """Cycles from a message's first beat in to its digest's last beat out, both counted."""
        return self.load + self.core(blocks) + self.unload

    def ends(self, messages: Sequence[int]) -> list[int]:
        """Cycles from the first beat in to the last beat out of each of several messages."""
        return [
            self.load + busy + self.unload for busy in accumulate(self.core(n) for n in messages)
        ]


@dataclass(frozen=True)
class SequentialTiming:
    """Cycle formula of a design that loads a block, works on it and unloads it, one by one.

    Parameters
    ----------
    block : int
        Cycles of the core for a block.
    gap : int
        Cycles between two blocks of a message, in which words leave and enter the core.
    message : int
        Cycles from the end of a message's last block to the end of the core's work on it.
    load, unload : int
        Cycles of the stream top before and after the core's.
    rest : int
        Cycles from the last beat of an answer to the first that the next message may enter in,
        less one: below zero where it may enter earlier.
    beat : int
        Cycles of `unload` for each beat of an answer that may be shorter than its blocks.
    """

    block: int
    gap: int
    message: int
    load: int
    unload: int
    rest: int
    beat: int = 0

    @property
    def steady(self) -> int:
        """Cycles for one more block of a long message."""
        return self.block + self.gap

    @property
    def span(self) -> tuple[int, int]:
        """Lengths in blocks of two messages that tell the steady state."""
        return (2, 6)

    def core(self, blocks: int) -> int:
        """Cycles that the core is busy with a message of `blocks` blocks."""
        return self.block * blocks + self.message

    def latency(self, blocks: int) -> int:
        """Cycles from a message's first beat in to its answer's last beat out, both counted."""
        return self.load + self.core(blocks) + self.gap * (blocks - 1) + self.unload

    def ends(self, messages: Sequence[int]) -> list[int]:
        """Cycles from the first beat in to the last beat out of each of several messages."""
        ends = accumulate(self.latency(blocks) + self.rest for blocks in messages)
        return [end - self.rest for end in ends]


@dataclass(frozen=True)
class Cipher:
    """A cipher that a design runs.

    Parameters
    ----------
    name : str
        Name as users write it, such as ``threefish-512``.
    operations : tuple of str
        What the design can do with it: ``encrypt``, ``decrypt``.
    parameters : mapping
        What a user gives, such as ``key``, to its length in bytes.
    defaults : mapping
        Values of those that need not be given.
    symmetric : bool
        Whether all operations are the same.
    example : mapping
        Values for measurements and tests.
    bind : callable
        Makes the design for an operation and the parameters' values.
    """

    name: str
    operations: tuple[Operation, ...]
    parameters: Mapping[str, int]
    defaults: Mapping[str, bytes]
    symmetric: bool
    example: Mapping[str, bytes]
    bind: Callable[[Operation, Mapping[str, bytes]], Design]


@dataclass(frozen=True)
class Boundary:
    """A module that is measured: its name and parameters."""

    top: str
    parameters: Mapping[str, int]


@dataclass(frozen=True)
class Design:
    """One entry of the catalogue.

    Parameters
    ----------
    name, family : str
        Name as users write it, such as ``skein512-x8``, and its family, such as ``skein``.
    microarchitecture : str
        The datapath in a few words.
    algorithm : Algorithm
        What it computes, or of several algorithms the one that is chosen.
    stream : Boundary
        The stream top.
    core : Boundary
        The core behind it.
    stream_bits : int
        Width of ``tdata`` in bits.
    sources : tuple of str
        RTL files below ``rtl/``, packages before what imports them.
    timing : Cycles
        What is known of its cycles.
    compared : {"core", "stream"}
        The boundary at which the paper measured.
    paper_rows : tuple of str
        Rows of the papers that the design answers to, as identifiers of
        :mod:`gatehash.published`.
    prims : tuple of str
        Modules of ``rtl/prim`` that the design uses; a vendor's folder may have its own form.
    resize : callable, optional
        Makes the same design for another digest length in bits.
    digests : tuple of int
        Other digest lengths in bits that tests try.
    padded : callable, optional
        Makes the same design for messages that come padded.
    part : Boundary, optional
        A module that the design has many of: it is synthesised once, by itself, and the design
        around it.
    hashes : mapping
        Where a message brings its algorithm: each hash function to a maker of the design for it.
    ciphers : mapping
        Each cipher by its name.
    lanes : int
        Streams of messages that the stream top works on at a time. The second one's ports are
        ``s1_axis`` and ``m1_axis``.
    salt_bytes : int
        Length in bytes of the salt that the chosen hash function takes; 0 if it takes none.
    salted : callable, optional
        Makes the same design for a salt.
    """

    name: str
    family: str
    microarchitecture: str
    algorithm: Algorithm
    stream: Boundary
    core: Boundary
    stream_bits: int
    sources: tuple[str, ...]
    timing: Cycles
    compared: BoundaryName
    paper_rows: tuple[str, ...] = ()
    prims: tuple[str, ...] = ()
    resize: Callable[[int], Design] | None = None
    digests: tuple[int, ...] = ()
    padded: Callable[[], Design] | None = None
    part: Boundary | None = None
    hashes: Mapping[str, Callable[[], Design]] = field(default_factory=dict)
    ciphers: Mapping[str, Cipher] = field(default_factory=dict)
    lanes: int = 1
    salt_bytes: int = 0
    salted: Callable[[bytes], Design] | None = None

    @property
    def algorithms(self) -> tuple[str, ...]:
        """Names of the algorithms that the design runs."""
        return (*self.hashes, *self.ciphers) or (self.algorithm.name,)

    @property
    def variants(self) -> Mapping[str, Design]:
        """The design for each algorithm and operation, ciphers with an example of a key.

        A hash function's key is its name, a cipher's its name and operation.
        """
        found = {name: make() for name, make in self.hashes.items()}
        for cipher in self.ciphers.values():
            for operation in cipher.operations[: 1 if cipher.symmetric else None]:
                found[f"{cipher.name}-{operation}"] = cipher.bind(operation, cipher.example)
        return found or {self.algorithm.name: self}

    def with_algorithm(self, name: str | None) -> Design:
        """Return the design for a hash function, or itself for None.

        The function's digest may have another length than the one that the design lists, where it
        offers others: ``skein-512-224``.

        Raises
        ------
        GatehashError
            If the design does not run it.
        """
        hashes = self.algorithm.operation == "hash"
        if name is None and hashes:
            return self
        offered = dict(self.hashes)
        if hashes:
            offered.setdefault(self.algorithm.name, lambda: self)
        if name in offered:
            return offered[name]()
        stem, _, digits = (name or "").rpartition("-")
        for known, make in offered.items():
            design = make()
            if known.rpartition("-")[0] == stem and digits.isdecimal() and design.resize:
                return design.with_digest_bits(int(digits))
        what = f"hash function '{name}'" if name and hashes else "hash function"
        raise GatehashError(f"{self.name} has no {what}; it runs: {', '.join(self.algorithms)}")

    def with_cipher(
        self, name: str, operation: Operation, values: Mapping[str, bytes | int]
    ) -> Design:
        """Return the design for a cipher.

        Parameters
        ----------
        name : str
            Name of the cipher, such as ``threefish-512``.
        operation : {"encrypt", "decrypt"}
            The direction.
        values : mapping
            The cipher's parameters, as bytes, or as numbers that are written little endian.

        Raises
        ------
        GatehashError
            If the design does not run it, or not in that direction, or if a parameter is missing,
            has a wrong length or is none of the cipher's.
        """
        if name not in self.ciphers:
            raise GatehashError(
                f"{self.name} has no cipher '{name}'; "
                f"it has: {', '.join(self.ciphers) or 'hash functions only'}"
            )
        cipher = self.ciphers[name]
        if operation not in cipher.operations:
            raise GatehashError(
                f"{self.name} can't {operation}; it can: {', '.join(cipher.operations)}"
            )
        bound = dict(cipher.defaults)
        for parameter, value in values.items():
            size = cipher.parameters.get(parameter)
            if size is None:
                raise GatehashError(
                    f"{name} takes no {parameter}; it takes: {', '.join(cipher.parameters)}"
                )
            if isinstance(value, int):
                if not 0 <= value < 256**size:
                    raise GatehashError(f"{parameter} is {value}; it must be 0 to {256**size - 1}")
                value = value.to_bytes(size, "little")
            if len(value) != size:
                raise GatehashError(f"{parameter} has {len(value)} bytes; {name} takes {size}")
            bound[parameter] = value
        for parameter, size in cipher.parameters.items():
            if parameter not in bound:
                raise GatehashError(f"{name} needs a {parameter} of {size} bytes")
        return cipher.bind(operation, bound)

    def boundary(self, name: BoundaryName) -> Boundary:
        """Return the module at a boundary."""
        return self.core if name == "core" else self.stream

    def with_digest_bits(self, digest_bits: int | None) -> Design:
        """Return the design for a digest of `digest_bits` bits, or itself for None.

        Raises
        ------
        GatehashError
            If the design has no such digest length.
        """
        if digest_bits is None or digest_bits == self.algorithm.digest_bits:
            return self
        if self.resize is None:
            raise GatehashError(
                f"digest length {digest_bits} is not available on {self.name}: "
                f"it has {self.algorithm.digest_bits} bits only"
            )
        return self.resize(digest_bits)

    def with_salt(self, salt: bytes | None) -> Design:
        """Return the design for a salt, or itself for None.

        Raises
        ------
        GatehashError
            If the hash function takes no salt, or none of that length.
        """
        if salt is None:
            return self
        if self.salted is None:
            raise GatehashError(f"{self.algorithm.name} on {self.name} takes no salt")
        if len(salt) != self.salt_bytes:
            raise GatehashError(
                f"salt has {len(salt)} bytes; {self.algorithm.name} takes {self.salt_bytes}"
            )
        return self.salted(salt)

    def latency(self, message_bytes: int) -> int:
        """Cycles from a message's first beat in to its answer's last beat out, both counted."""
        return self.ends([message_bytes])[0]

    def ends(self, messages: Sequence[int]) -> list[int]:
        """Cycles from the first beat in to the last beat out of each of several messages.

        The messages, of so many bytes each, follow one another without a gap, and the core was at
        rest before.
        """
        blocks = [self.algorithm.blocks(size) for size in messages]
        return [
            end - self.timing.beat * self._missing_beats(size)
            for end, size in zip(self.timing.ends(blocks), messages, strict=True)
        ]

    def _missing_beats(self, message_bytes: int) -> int:
        """Beats that a message's blocks have and its answer has not."""
        if self.algorithm.operation == "hash":
            return 0
        beats = max(1, -(-8 * message_bytes // self.stream_bits))
        return (
            self.algorithm.blocks(message_bytes) * self.algorithm.block_bits // self.stream_bits
            - beats
        )

    def for_padded(self) -> Design:
        """Return the design for messages that come padded.

        Raises
        ------
        GatehashError
            If the design has no such form.
        """
        if self.padded is None:
            raise GatehashError(f"{self.name} pads messages itself and takes none that are padded")
        return self.padded()

    def files(self, vendor: str = "generic") -> tuple[Path, ...]:
        """RTL files in the order of compilation.

        Parameters
        ----------
        vendor : str
            Folder of ``rtl/prim`` whose modules stand in for the generic ones where it has them.
        """
        root = rtl_root()
        prims: list[Path] = []
        for prim in self.prims:
            own = root / "prim" / vendor / f"{prim}.sv"
            prims.append(own if own.is_file() else root / "prim" / "generic" / f"{prim}.sv")
        # A vendor's form may need models of the vendor's cells.
        text = "".join(path.read_text(encoding="utf-8") for path in prims)
        prims += [
            path
            for path in sorted((root / "prim" / vendor).glob("*.sv"))
            if not path.stem.startswith("gh_") and re.search(rf"\b{path.stem} (#|\w+ \()", text)
        ]
        return (*(root / source for source in self.sources), *prims)

    def digest_of_sources(self, vendor: str = "generic") -> str:
        """SHA-256 of the RTL's content, in hexadecimal."""
        total = hashlib.sha256()
        for path in self.files(vendor):
            total.update(path.name.encode() + b"\0")
            total.update(hashlib.sha256(path.read_bytes()).digest())
        return total.hexdigest()
