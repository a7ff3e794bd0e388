# SPDX-License-Identifier: Apache-2.0
"""Open cores of others, the *peers*, as the TOML file has them."""

from __future__ import annotations

from statistics import median
from typing import Annotated, Literal

from msgspec import Meta, Struct

from gatehash.published.tables import Amount, Text, Whole, check_unique

__all__ = ["Includes", "Mapping", "Peer", "PeerFigure", "PeerRuns", "Peers"]

Includes = Literal["core", "interface", "interface and padding"]
"""The part of a core that a peer's figures cover."""

Mapping = Literal["-nowidelut, split_addends", "-nowidelut", "wide look-up tables", "not recorded"]
"""How a peer was mapped to ECP5, beside ``synth_ecp5``."""

_Count = Annotated[int, Meta(ge=0)]


class PeerRuns(Struct, frozen=True, forbid_unknown_fields=True):
    """Frequencies of a peer with one placer.

    Parameters
    ----------
    placer : {"static", "heap", "not recorded"}
        The placer of nextpnr.
    fmax_mhz : tuple of float
        Highest clock frequency of each seed, in MHz.
    """

    placer: Literal["static", "heap", "not recorded"]
    fmax_mhz: Annotated[tuple[Amount, ...], Meta(min_length=1)]


class Peer(Struct, frozen=True, forbid_unknown_fields=True):
    """A published open core, measured with the tools that measure the designs of the catalogue.

    Parameters
    ----------
    name : str
        Short name, such as ``secworks-sha512``.
    algorithms : tuple of str
        Functions that it computes, as the catalogue names them.
    architecture : str
        The datapath, and the interface.
    includes : {"core", "interface", "interface and padding"}
        Part that the figures cover: the core alone, or with its interface, or with padding as well.
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
    ecp5_lut4, ecp5_ff, ecp5_ebr : int
        Look-up tables that are logic, flip-flops and block memories of 18 Kbit on ECP5.
    mapping : str
        How it was mapped to ECP5.
    router : {"router1", "router2"}
        The router of nextpnr.
    ecp5_lut4_memory, ecp5_cells, ecp5_ccu2c, ecp5_dsp : int or None
        Look-up tables that are memories, combinational cells as placed, carry cells of two bits,
        and multipliers on ECP5; None where they were not recorded.
    runs : tuple of PeerRuns
        Frequencies of its seeds; empty where there are none.
    fmax_kind : {"routed", "placed"} or None
        Whether they are of the routed core, or estimates after placement.
    note : str or None
        How it differs from the algorithm, and what else a reader should know.
    """

    name: Text
    algorithms: Annotated[tuple[Text, ...], Meta(min_length=1)]
    architecture: Text
    includes: Includes
    source: Text
    commit: Annotated[str, Meta(pattern="^[0-9a-f]{7,40}$")]
    licence: Text
    block_bits: Whole
    cycles_per_block: Whole
    cycles_source: Text
    xc6v_lut: Whole
    xc6v_lc: Whole
    xc6v_ff: Whole
    ecp5_lut4: Whole
    ecp5_ff: Whole
    ecp5_ebr: _Count
    mapping: Mapping
    router: Literal["router1", "router2"]
    ecp5_lut4_memory: _Count | None = None
    ecp5_cells: Whole | None = None
    ecp5_ccu2c: _Count | None = None
    ecp5_dsp: _Count | None = None
    runs: tuple[PeerRuns, ...] = ()
    fmax_kind: Literal["routed", "placed"] | None = None
    note: Text | None = None

    def __post_init__(self) -> None:
        if bool(self.runs) != (self.fmax_kind is not None):
            raise ValueError("runs and fmax_kind must stand together or be left out both")

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
    def best_runs(self) -> PeerRuns | None:
        """The seeds with the placer whose median is the highest; None without a frequency."""
        return max(self.runs, key=lambda each: median(each.fmax_mhz), default=None)

    @property
    def ecp5_fmax_mhz(self) -> float | None:
        """Median of the frequencies of the best placer in MHz; None without one.

        Examples
        --------
        >>> from gatehash.published import peers
        >>> [(peer.name, peer.ecp5_fmax_mhz) for peer in peers("sha-256") if len(peer.runs) > 1]
        [('secworks-sha256-core', 57.54), ('opentitan-sha2-32', 66.19)]
        """
        runs = self.best_runs
        return median(runs.fmax_mhz) if runs else None

    @property
    def ecp5_luts(self) -> int:
        """Look-up tables on ECP5, those that are memories included where they were recorded."""
        return self.ecp5_lut4 + (self.ecp5_lut4_memory or 0)

    @property
    def ecp5_mbps(self) -> float | None:
        """Throughput of a long message on ECP5 in Mbit/s; None without a frequency."""
        frequency = self.ecp5_fmax_mhz
        return None if frequency is None else self.block_bits * frequency / self.cycles_per_block


class PeerFigure(Struct, frozen=True, forbid_unknown_fields=True):
    """Published figures of another core, not measured with our tools.

    Parameters
    ----------
    name, algorithm, source : str
        Short name, such as ``amd-vitis-sha512``, what it computes, and whose it is.
    frequency_mhz : float
        Clock frequency in MHz.
    architecture, device : str or None
        The datapath that was built, and the device, where they are stated.
    block_bits, cycles_per_block, lut, ff : int or None
        Block length, clock cycles for a block, look-up tables and flip-flops, where they are
        stated.
    note : str or None
        Note for readers.
    """

    name: Text
    algorithm: Text
    source: Text
    frequency_mhz: Amount
    architecture: Text | None = None
    device: Text | None = None
    block_bits: Whole | None = None
    cycles_per_block: Whole | None = None
    lut: Whole | None = None
    ff: Whole | None = None
    note: Text | None = None

    @property
    def throughput_mbps(self) -> float | None:
        """Throughput in Mbit/s; None where block length or cycles are not stated."""
        if self.block_bits is None or self.cycles_per_block is None:
            return None
        return self.block_bits * self.frequency_mhz / self.cycles_per_block


class Peers(Struct, frozen=True, forbid_unknown_fields=True):
    """The content of ``peers.toml``.

    Parameters
    ----------
    setting : tuple of str
        How the cores were measured, in sentences.
    cores : tuple of Peer
        The cores.
    figures : tuple of PeerFigure
        Published figures of further cores.
    """

    setting: Annotated[tuple[Text, ...], Meta(min_length=1)]
    cores: tuple[Peer, ...]
    figures: tuple[PeerFigure, ...]

    def __post_init__(self) -> None:
        check_unique("core", [core.name for core in self.cores])
        check_unique("figure", [figure.name for figure in self.figures])
