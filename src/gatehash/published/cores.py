# SPDX-License-Identifier: Apache-2.0
"""Open cores of others, the *peers*, as data."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal, get_args

from gatehash.published.checks import (
    check_number,
    check_text,
    check_texts,
    check_unique,
    check_whole,
)

__all__ = ["Includes", "Peer", "PeerFigure", "Peers"]

Includes = Literal["core", "interface", "interface and padding"]
"""What a peer's figures are of."""


@dataclass(frozen=True)
class Peer:
    """A published open core, measured with the tools that measure the designs of the catalogue.

    Parameters
    ----------
    name : str
        Short name, such as ``secworks-sha512``.
    algorithms : tuple of str
        What it computes, as the catalogue names it.
    architecture : str
        The datapath, and the interface.
    includes : {"core", "interface", "interface and padding"}
        What the figures are of: the core alone, or with its interface, or with padding as well.
    source, commit : str
        Repository, and the commit in hexadecimal; those of the mirror where it was taken from one.
    licence : str
        Its licence.
    block_bits, cycles_per_block : int
        Block length in bits, and clock cycles for one more block.
    cycles_source : str
        How the cycles were found: simulated, read from the source, or rescaled.
    xc6v_lut, xc6v_lc, xc6v_ff : int
        Look-up tables, Yosys's estimate of logic cells, and flip-flops on Virtex-6.
    ecp5_lut4, ecp5_ff, ecp5_bram : int
        Look-up tables that are logic, flip-flops and block memories of 18 Kbit on ECP5.
    ecp5_fmax_mhz : float or None
        Highest clock frequency on ECP5 in MHz; None where there is none.
    fmax_kind : {"routed", "placed"} or None
        Whether that is of the routed core, or the estimate after placement.
    note : str or None
        How it differs from the algorithm, and what else a reader should know.
    """

    name: str
    algorithms: tuple[str, ...]
    architecture: str
    includes: Includes
    source: str
    commit: str
    licence: str
    block_bits: int
    cycles_per_block: int
    cycles_source: str
    xc6v_lut: int
    xc6v_lc: int
    xc6v_ff: int
    ecp5_lut4: int
    ecp5_ff: int
    ecp5_bram: int
    ecp5_fmax_mhz: float | None = None
    fmax_kind: Literal["routed", "placed"] | None = None
    note: str | None = None

    def __post_init__(self) -> None:
        for name in ("name", "architecture", "source", "commit", "licence", "cycles_source"):
            check_text(name, getattr(self, name))
        check_texts("algorithms", self.algorithms)
        if not re.fullmatch("[0-9a-f]{7,40}", self.commit):
            raise ValueError(f"commit is {self.commit!r}; it must be 7 to 40 hexadecimal digits")
        if self.includes not in get_args(Includes):
            allowed = ", ".join(get_args(Includes))
            raise ValueError(f"includes is {self.includes!r}; it must be one of: {allowed}")
        sizes = ("xc6v_lut", "xc6v_lc", "xc6v_ff", "ecp5_lut4", "ecp5_ff")
        for name in ("block_bits", "cycles_per_block", *sizes):
            check_whole(name, getattr(self, name))
        if self.ecp5_bram != 0:
            check_whole("ecp5_bram", self.ecp5_bram)
        if self.ecp5_fmax_mhz is not None:
            check_number("ecp5_fmax_mhz", self.ecp5_fmax_mhz)
        kinds = (None,) if self.ecp5_fmax_mhz is None else ("routed", "placed")
        if self.fmax_kind not in kinds:
            raise ValueError(
                f"fmax_kind is {self.fmax_kind!r}; it must be 'routed' or 'placed' where there is "
                "an ecp5_fmax_mhz, and left out where there is none"
            )
        if self.note is not None:
            check_text("note", self.note)

    @property
    def boundary(self) -> Literal["core", "stream"]:
        """The boundary of ours that does as much: the stream top, where an interface is included.

        Examples
        --------
        >>> from gatehash.published import peers
        >>> {peer.name: peer.boundary for peer in peers("whirlpool") + peers("blake-512")}
        {'xcore-whirlpool': 'core', 'xcrypt-whirlpool': 'core', 'gmu-blake512': 'stream'}
        """
        return "core" if self.includes == "core" else "stream"

    @property
    def ecp5_mbps(self) -> float | None:
        """Throughput of a long message on ECP5 in Mbit/s; None without a frequency."""
        if self.ecp5_fmax_mhz is None:
            return None
        return self.block_bits * self.ecp5_fmax_mhz / self.cycles_per_block

    @property
    def ecp5_mbps_per_lut4(self) -> float | None:
        """Throughput over `ecp5_lut4`, in Mbit/s each; None without a frequency."""
        throughput = self.ecp5_mbps
        return None if throughput is None else throughput / self.ecp5_lut4


@dataclass(frozen=True)
class PeerFigure:
    """What others have published of a core of theirs, not measured with our tools.

    Parameters
    ----------
    name : str
        Short name, such as ``amd-vitis-sha512``.
    algorithm : str
        What it computes.
    source : str
        Whose it is.
    frequency_mhz : float
        Clock frequency in MHz.
    architecture, device : str or None
        What was built, and on what, where that is told.
    block_bits, cycles_per_block : int or None
        Block length in bits and clock cycles for a block, where they are told.
    lut, ff : int or None
        Look-up tables and flip-flops, where they are told.
    note : str or None
        What a reader should know.
    """

    name: str
    algorithm: str
    source: str
    frequency_mhz: float
    architecture: str | None = None
    device: str | None = None
    block_bits: int | None = None
    cycles_per_block: int | None = None
    lut: int | None = None
    ff: int | None = None
    note: str | None = None

    def __post_init__(self) -> None:
        for name in ("name", "algorithm", "source"):
            check_text(name, getattr(self, name))
        check_number("frequency_mhz", self.frequency_mhz)
        for name in ("architecture", "device", "note"):
            if getattr(self, name) is not None:
                check_text(name, getattr(self, name))
        for name in ("block_bits", "cycles_per_block", "lut", "ff"):
            if getattr(self, name) is not None:
                check_whole(name, getattr(self, name))

    @property
    def throughput_mbps(self) -> float | None:
        """Throughput in Mbit/s; None where block length or cycles are not told."""
        if self.block_bits is None or self.cycles_per_block is None:
            return None
        return self.block_bits * self.frequency_mhz / self.cycles_per_block


@dataclass(frozen=True)
class Peers:
    """The content of ``peers.toml``.

    Parameters
    ----------
    setting : tuple of str
        How the cores were measured, in sentences.
    cores : tuple of Peer
        The cores that were measured.
    figures : tuple of PeerFigure
        The figures that others have published.
    """

    setting: tuple[str, ...]
    cores: tuple[Peer, ...]
    figures: tuple[PeerFigure, ...]

    def __post_init__(self) -> None:
        check_texts("setting", self.setting)
        check_unique("core", [core.name for core in self.cores])
        check_unique("figure", [figure.name for figure in self.figures])
