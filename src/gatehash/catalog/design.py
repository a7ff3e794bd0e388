# SPDX-License-Identifier: Apache-2.0
"""What a design is: an algorithm family, a microarchitecture and parameters, as data."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from operator import index
from pathlib import Path
from typing import Literal

from gatehash.catalog.algorithm import Algorithm, Operation
from gatehash.catalog.sources import needed
from gatehash.catalog.timing import Cycles
from gatehash.errors import GatehashError, shown
from gatehash.manners import octets
from gatehash.paths import rtl_root

__all__ = ["Boundary", "BoundaryName", "Cipher", "Design"]

BoundaryName = Literal["core", "stream"]

# A digest length in a name: any that a design has, written in one way.
_LENGTH = re.compile("[1-9][0-9]{0,19}")


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
    numbers : tuple of str
        Those that may be given as numbers, which are stored little endian.
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
    numbers: tuple[str, ...] = ()


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
            if known.rpartition("-")[0] == stem and _LENGTH.fullmatch(digits) and design.resize:
                return design.with_digest_bits(int(digits))
        what = f"hash function '{shown(name)}'" if name and hashes else "hash function"
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
            The cipher's parameters as bytes, a counter also as a number.

        Raises
        ------
        GatehashError
            If the design does not run it, or not in that direction, or if a parameter is missing,
            has a wrong length or is none of the cipher's.
        TypeError
            If a parameter is neither bytes-like nor an integer.
        """
        if name not in self.ciphers:
            raise GatehashError(
                f"{self.name} has no cipher '{shown(name)}'; "
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
            if parameter not in cipher.numbers or not isinstance(value, int):
                value = bytes(octets(value))
            else:
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
        TypeError
            If it is no integer.
        """
        if digest_bits is None:
            return self
        digest_bits = index(digest_bits)
        if digest_bits == self.algorithm.digest_bits:
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
        TypeError
            If it is not bytes-like.
        """
        if salt is None:
            return self
        salt = bytes(octets(salt))
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
        less = accumulate(self.timing.less(self._missing_beats(size)) for size in messages)
        return [end - cycles for end, cycles in zip(self.timing.ends(blocks), less, strict=True)]

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

    def files(self, vendor: str = "generic", boundary: BoundaryName = "stream") -> tuple[Path, ...]:
        """RTL files that a boundary needs, in the order of compilation.

        Parameters
        ----------
        vendor : str
            Folder of ``rtl/prim`` whose modules stand in for the generic ones where it has them.
        boundary : {"core", "stream"}
            The boundary.
        """
        root = rtl_root()
        prims: list[Path] = []
        for prim in self.prims:
            own = root / "prim" / vendor / f"{prim}.sv"
            prims.append(own if own.is_file() else root / "prim" / "generic" / f"{prim}.sv")
        # A vendor's form may need models of the vendor's cells.
        cells = [
            path
            for path in sorted((root / "prim" / vendor).glob("*.sv"))
            if not path.stem.startswith("gh_")
        ]
        sources = (root / source for source in self.sources)
        return needed((*sources, *prims, *cells), self.boundary(boundary).top)

    def digest_of_sources(self, vendor: str = "generic") -> str:
        """SHA-256 of the RTL's content, in hexadecimal."""
        total = hashlib.sha256()
        for path in self.files(vendor):
            total.update(path.name.encode() + b"\0")
            total.update(hashlib.sha256(path.read_bytes()).digest())
        return total.hexdigest()
