# SPDX-License-Identifier: Apache-2.0
"""Published open cores beside our designs: the same tools, the same device."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Literal

from gatehash.catalog import BoundaryName, Design
from gatehash.implement import BOUNDARIES, figures_at
from gatehash.implement.figures import over
from gatehash.published import Includes, Peer, PeerFigure, peer_figures, peers
from gatehash.report.render import Grid, Line, grid, number
from gatehash.report.tables import DEVICES, PLACED, obtained

__all__ = ["OTHER_DEVICES", "PeerRow", "figure_words", "peer_grids", "peer_rows"]

OTHER_DEVICES = "Figures published by others, of other devices"
"""Heading of what :func:`figure_words` tells."""

_INCLUDED: dict[BoundaryName, str] = {
    "core": "core, messages come padded",
    "stream": "stream top, interface and padding included",
}
_OF: dict[BoundaryName, str] = {"core": "core alone", "stream": "core with its interface"}
_PEERS: dict[Includes, str] = {
    "core": "core alone",
    "interface": "interface included",
    "interface and padding": "interface and padding included",
}


@dataclass(frozen=True)
class PeerRow:
    """A published open core, or a design of ours for the same algorithm; what is open is None.

    Parameters
    ----------
    algorithm : str
        The algorithm, as the catalogue names it.
    work : str
        The core, or our design.
    origin : {"peer", "measured"}
        Whether it is a published core, or ours.
    boundary : {"core", "stream"}
        The boundary at which it is compared: a core alone with our core, a core with its interface
        with our stream top.
    included : str
        What all figures are of.
    device : str
        The device of all figures.
    architecture : str
        The datapath.
    cycles : float
        Clock cycles per block of a long message at that boundary.
    frequency_mhz : float or None
        Clock frequency in MHz.
    frequency_min_mhz, frequency_max_mhz : float or None
        Lowest and highest of the seeds of ours.
    frequency_kind : {"routed", "placed"} or None
        Whether that is routed, or an estimate after placement.
    throughput_mbps : float or None
        Throughput of one long message in Mbit/s.
    lut, ff : int or None
        Look-up tables, those of ours with memories, and flip-flops.
    memory_blocks : float or None
        Block memories of 18 Kbit.
    throughput_per_lut : float or None
        Throughput over look-up tables, in Mbit/s each.
    of_best_peer : float or None
        The same over that of the best published core at the same boundary.
    of_best_peer_least : float or None
        Ours with all its combinational cells counted, carry and memories too, over the same of the
        best published core, whose carry cells are not known: the least that the ratio can be.
    notes : tuple of str
        Where it is from, how it was measured, and how it differs.
    """

    algorithm: str
    work: str
    origin: Literal["peer", "measured"]
    boundary: BoundaryName
    included: str
    device: str
    architecture: str
    cycles: float
    frequency_mhz: float | None
    frequency_min_mhz: float | None
    frequency_max_mhz: float | None
    frequency_kind: str | None
    throughput_mbps: float | None
    lut: int | None
    ff: int | None
    memory_blocks: float | None
    throughput_per_lut: float | None
    of_best_peer: float | None
    of_best_peer_least: float | None = None
    notes: tuple[str, ...] = ()


def peer_rows(algorithms: Iterable[str], designs: Sequence[Design]) -> list[PeerRow]:
    """Return the published cores for each algorithm, the best first, then our designs for it.

    First come the cores alone and ours, then the cores with an interface and our stream tops.

    Parameters
    ----------
    algorithms : iterable of str
        Names of algorithms; one that no published core is for has no row.
    designs : sequence of Design
        Our designs.

    Raises
    ------
    GatehashError
        If a record is damaged.
    """
    return [row for name in algorithms for row in _of_algorithm(name, designs)]


def _of_algorithm(algorithm: str, designs: Sequence[Design]) -> Iterator[PeerRow]:
    cores = sorted(peers(algorithm), key=lambda peer: -(peer.ecp5_mbps_per_lut4 or 0))
    if not cores:
        return
    ours = [
        (design, variant)
        for design in designs
        for variant in design.variants.values()
        if variant.algorithm.name == algorithm
    ]
    by_boundary = {
        boundary: [peer for peer in cores if peer.boundary == boundary] for boundary in BOUNDARIES
    }
    for boundary, beside in by_boundary.items():
        # A stream top does more than a core alone: set against one it is not flattered.
        rivals = beside if boundary == "core" else [*beside, *by_boundary["core"]]
        best = next((peer for peer in rivals if peer.ecp5_mbps), None)
        yield from (_peer_row(algorithm, peer, beside[0]) for peer in beside)
        yield from (_our_row(*pair, boundary, best, cores[0]) for pair in ours)


def _peer_row(algorithm: str, peer: Peer, best: Peer) -> PeerRow:
    origin = f"{peer.source} at {peer.commit}, licence: {peer.licence}"
    notes = [f"{origin}; cycles {peer.cycles_source}."]
    if peer.note:
        notes.append(f"{peer.note[0].upper()}{peer.note[1:]}.")
    if peer.ecp5_fmax_mhz is None:
        notes.append("No frequency was measured.")
    return PeerRow(
        algorithm=algorithm,
        work=peer.name,
        origin="peer",
        boundary=peer.boundary,
        included=_PEERS[peer.includes],
        device=DEVICES[PLACED],
        architecture=peer.architecture,
        cycles=peer.cycles_per_block,
        frequency_mhz=peer.ecp5_fmax_mhz,
        frequency_min_mhz=None,
        frequency_max_mhz=None,
        frequency_kind=peer.fmax_kind,
        throughput_mbps=peer.ecp5_mbps,
        lut=peer.ecp5_lut4,
        ff=peer.ecp5_ff,
        memory_blocks=peer.ecp5_bram,
        throughput_per_lut=peer.ecp5_mbps_per_lut4,
        of_best_peer=over(peer.ecp5_mbps_per_lut4, best.ecp5_mbps_per_lut4),
        notes=tuple(notes),
    )


def _our_row(
    design: Design, variant: Design, boundary: BoundaryName, best: Peer | None, top: Peer
) -> PeerRow:
    """Return a row of ours beside the peer that it is set against, and the best of all."""
    found = figures_at(design, PLACED, boundary, at_work=variant)
    result, rate = found.fresh, found.rate
    notes = [obtained(found)]
    if found.streams > 1:
        notes.append(f"Works on {found.streams} messages at once; the figures are of one.")
    if best is None:
        notes.append(f"No peer with a frequency is a {_OF[boundary]}: there is no ratio.")
    else:
        notes += _beside(best, top, boundary, found.memory_blocks or 0)
    base = best.ecp5_mbps_per_lut4 if best else None
    return PeerRow(
        algorithm=variant.algorithm.name,
        work=f"gatehash {design.name}",
        origin="measured",
        boundary=boundary,
        included=_INCLUDED[boundary],
        device=DEVICES[PLACED],
        architecture=variant.microarchitecture,
        cycles=float(rate.cycles),
        frequency_mhz=found.fmax_mhz if result else None,
        frequency_min_mhz=found.fmax_min_mhz if result else None,
        frequency_max_mhz=found.fmax_max_mhz if result else None,
        frequency_kind=found.fmax_kind if result else None,
        throughput_mbps=rate.mbps if result else None,
        lut=found.luts if result else None,
        ff=result.area.ff if result else None,
        memory_blocks=found.memory_blocks if result else None,
        throughput_per_lut=rate.mbps_per_lut if result else None,
        of_best_peer=over(rate.mbps_per_lut, base) if result else None,
        of_best_peer_least=over(rate.mbps_per_cell, base) if result else None,
        notes=tuple(notes),
    )


def _beside(best: Peer, top: Peer, boundary: BoundaryName, blocks: float) -> Iterator[str]:
    """Tell how ours and the peer that it is set against differ."""
    if best.boundary != boundary:
        yield f"Set against {best.name}, a {_OF[best.boundary]}, which does less."
    elif top.boundary != boundary:
        yield (
            f"{top.name}, a {_OF[top.boundary]}, has more Mb/s per LUT4 than {best.name}; it is "
            f"set against {BOUNDARIES[top.boundary]}s."
        )
    if blocks > best.ecp5_bram:
        yield (
            f"Takes more block memories than the best peer, {best.name}; "
            "they are not in its Mb/s per LUT4."
        )


def peer_grids(rows: Iterable[PeerRow]) -> tuple[Grid, ...]:
    """Return a table for each algorithm.

    Parameters
    ----------
    rows : iterable of PeerRow
        Rows as :func:`peer_rows` orders them.
    """
    return tuple(
        grid(
            f"Peers on the same tools: {algorithm} on {DEVICES[PLACED]}",
            (
                ("Work", False),
                ("Architecture", False),
                ("Figures are of", False),
                ("Cycles", True),
                ("MHz", True),
                ("Mb/s", True),
                ("LUT4", True),
                ("FF", True),
                ("Memory blocks", True),
                ("Mb/s per LUT4", True),
                (": best peer", True),
                ("at least", True),
            ),
            [Line(_cells(row), row.notes, f"{row.boundary} {row.origin}") for row in found],
        )
        for algorithm, found in groupby(rows, key=lambda row: row.algorithm)
    )


def _cells(row: PeerRow) -> tuple[str, ...]:
    kind = f" {row.frequency_kind}" if row.frequency_kind else ""
    return (
        row.work,
        row.architecture,
        row.included,
        number(round(row.cycles, 3)),
        number(row.frequency_mhz, None if row.origin == "peer" else 1) + kind,
        number(row.throughput_mbps, 0),
        number(row.lut),
        number(row.ff),
        number(row.memory_blocks),
        number(row.throughput_per_lut, 3),
        number(row.of_best_peer, 2),
        number(row.of_best_peer_least, 2),
    )


def figure_words(algorithms: Iterable[str]) -> tuple[str, ...]:
    """Tell what others have published of further cores, a sentence for each.

    Parameters
    ----------
    algorithms : iterable of str
        Names of algorithms.
    """
    return tuple(_figure(each) for name in algorithms for each in peer_figures(name))


def _figure(each: PeerFigure) -> str:
    what = ", ".join(filter(None, (each.source, each.architecture)))
    parts = [f"{number(each.frequency_mhz)} MHz"]
    if each.throughput_mbps is not None:
        cycles = "a cycle" if each.cycles_per_block == 1 else f"{each.cycles_per_block} cycles"
        parts.append(f"{each.block_bits} bits in {cycles}: {number(each.throughput_mbps, 0)} Mb/s")
    sizes = (("LUT", each.lut), ("FF", each.ff))
    parts += [f"{size} {name}" for name, size in sizes if size is not None]
    device = each.device or "a device that is not told"
    note = f" {each.note}" if each.note else ""
    return f"{each.algorithm}: {what}, on {device}: {', '.join(parts)}.{note}"
