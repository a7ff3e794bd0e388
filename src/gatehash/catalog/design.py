# SPDX-License-Identifier: Apache-2.0
"""What a design is: an algorithm family, a microarchitecture and parameters, as data."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal, Protocol, Self

from gatehash.errors import GatehashError
from gatehash.paths import rtl_root

if TYPE_CHECKING:
    from gatehash.models.padding import PaddingRule

__all__ = ["Algorithm", "Boundary", "BoundaryName", "Design", "HashObject", "Timing"]

BoundaryName = Literal["core", "stream"]


class HashObject(Protocol):
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

    def update(self, data: bytes | bytearray | memoryview, /) -> None:
        """Append data to the message."""

    def digest(self) -> bytes:
        """Digest of the message so far."""

    def hexdigest(self) -> str:
        """Digest of the message so far, in hexadecimal."""

    def copy(self) -> Self:
        """Return a hash object of the same message that goes its own way."""


@dataclass(frozen=True)
class Algorithm:
    """A hash function that a design runs.

    Parameters
    ----------
    name : str
        Name as users write it, such as ``skein-512-512`` (state, digest).
    digest_bits : int
        Digest length in bits.
    padding : PaddingRule
        How messages become blocks.
    model : callable
        Makes a fresh hash object of the golden model.
    """

    name: str
    digest_bits: int
    padding: PaddingRule
    model: Callable[[], HashObject]

    @property
    def block_bits(self) -> int:
        """Block length in bits."""
        return 8 * self.padding.block_bytes

    def blocks(self, message_bytes: int) -> int:
        """Blocks of a padded message of `message_bytes` bytes, at least 1."""
        rule = self.padding
        return max(1, -(-(message_bytes + rule.marker + rule.length_bytes) // rule.block_bytes))


@dataclass(frozen=True)
class Timing:
    """Cycle formula of a design.

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

    def core(self, blocks: int) -> int:
        """Cycles that the core is busy with a message of `blocks` blocks."""
        return self.block * blocks + self.message

    def latency(self, blocks: int) -> int:
        """Cycles from a message's first beat in to its digest's last beat out, both counted."""
        return self.load + self.core(blocks) + self.unload


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
        What it computes.
    stream : Boundary
        The stream top.
    core : Boundary
        The core behind it.
    stream_bits : int
        Width of ``tdata`` in bits.
    sources : tuple of str
        RTL files below ``rtl/``, packages before what imports them.
    timing : Timing
        Its cycle formula.
    compared : {"core", "stream"}
        The boundary at which the paper measured.
    paper_rows : tuple of str
        Rows of the papers that the design answers to, as identifiers of
        :mod:`gatehash.published`.
    prims : tuple of str
        Modules of ``rtl/prim`` that the design uses; a vendor's folder may have its own form.
    resize : callable, optional
        Makes the same design for another digest length in bits.

    """

    name: str
    family: str
    microarchitecture: str
    algorithm: Algorithm
    stream: Boundary
    core: Boundary
    stream_bits: int
    sources: tuple[str, ...]
    timing: Timing
    compared: BoundaryName
    paper_rows: tuple[str, ...] = ()
    prims: tuple[str, ...] = ()
    resize: Callable[[int], Design] | None = None

    @property
    def algorithms(self) -> tuple[str, ...]:
        """Names of the algorithms that the design runs."""
        return (self.algorithm.name,)

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
        helpers = root / "prim" / vendor
        # A vendor's form may need models of the vendor's cells.
        if any(path.parent == helpers for path in prims) and vendor != "generic":
            names = {path.name for path in prims}
            prims += [path for path in sorted(helpers.glob("*.sv")) if path.name not in names]
        return (*(root / source for source in self.sources), *prims)

    def digest_of_sources(self, vendor: str = "generic") -> str:
        """SHA-256 of the RTL's content, in hexadecimal."""
        total = hashlib.sha256()
        for path in self.files(vendor):
            total.update(path.name.encode() + b"\0")
            total.update(hashlib.sha256(path.read_bytes()).digest())
        return total.hexdigest()
