# SPDX-License-Identifier: Apache-2.0
"""Published open cores beside the designs: the same tools, the same device."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from gatehash.catalog import DESIGNS, BoundaryName
from gatehash.implement import BOUNDARIES, find_target
from gatehash.implement.figures import kind_words, over, unit_words
from gatehash.published import Includes, Peer, PeerFigure, peer_figures, peer_setting, peers
from gatehash.report import rows
from gatehash.report.columns import Column, Entry, Table, label, number
from gatehash.report.rows import DEVICES, PLACED
from gatehash.report.specs import pick

__all__ = ["figure_words", "peer_legend", "peer_rows", "peer_tables"]

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


_COLUMNS = (
    *pick("work", "architecture"),
    label("included", "Area and cycles include"),
    *pick("cycles", "frequency_mhz", "throughput_mbps", "luts", "cells", "ff", "memory_blocks"),
    *pick("multipliers", "units", "mbps_per_unit"),
    Column(
        "of_best_peer",
        "Mb/s per unit relative to best open core",
        "Over the Mb/s per unit of the best open core at the same boundary",
        2,
    ),
    *pick("throughput_per_lut"),
    Column(
        "of_best_peer_per_lut",
        "Mb/s per LUT4 relative to best open core",
        "Over the Mb/s per LUT4 of the best open core at the same boundary",
        2,
    ),
)
_TARGET = find_target(PLACED)
_MAPPING = ", ".join((*re.findall("-nowidelut", _TARGET.synthesis), *_TARGET.mapped))
"""How the designs are mapped to the target, in the words of :data:`gatehash.published.Mapping`."""


@dataclass(frozen=True)
class _Rival:
    """An open core with its row."""

    core: Peer
    row: Entry

    @property
    def is_like(self) -> bool:
        """Whether it is mapped, and if it is routed, routed as the designs are."""
        routed = self.core.fmax_kind == "routed"
        return self.core.mapping == _MAPPING and (not routed or self.core.router == _TARGET.router)


def peer_rows(algorithms: Iterable[str], designs: Sequence[str]) -> list[Entry]:
    """Return the published cores for each algorithm, the best first, then the designs for it.

    First come the cores alone and our cores, then the cores with an interface and our stream tops.

    Parameters
    ----------
    algorithms : iterable of str
        Names of algorithms; one that no published core is for has no row.
    designs : sequence of str
        Names of designs.

    Raises
    ------
    GatehashError
        If a record is damaged.
    """
    return [row for name in algorithms for row in _of_algorithm(name, designs)]


def _of_algorithm(algorithm: str, designs: Sequence[str]) -> Iterator[Entry]:
    cores = sorted((_Rival(each, rows.peer(each)) for each in peers(algorithm)), key=_rank)
    if not cores:
        return
    ours = rows.runs(algorithm, [DESIGNS[name] for name in designs])
    at = {
        boundary: [each for each in cores if each.core.boundary == boundary]
        for boundary in BOUNDARIES
    }
    for boundary, known in at.items():
        best = _best(known)
        for each in known:
            yield _row(each.row, algorithm, _PEERS[each.core.includes], best)
        # A stream top does more than a core alone: compared with one it is not flattered.
        best = best or (_best(at["core"]) if boundary == "stream" else None)
        for job in ours:
            entry = rows.measured(job.design, PLACED, boundary, at_work=job)
            entry["notes"] += _notes(entry, best, _best(cores), boundary)
            yield _row(entry, algorithm, _INCLUDED[boundary], best)


def _rank(rival: _Rival) -> tuple[float, float]:
    return -(rival.row["mbps_per_unit"] or 0), -(rival.row["throughput_per_lut"] or 0)


def _best(rivals: Sequence[_Rival]) -> _Rival | None:
    """Return the best core with a frequency, of those that are measured like ours if there are."""
    known = [each for each in rivals if each.core.runs]
    return min([each for each in known if each.is_like] or known, key=_rank, default=None)


def _row(entry: Entry, algorithm: str, included: str, best: _Rival | None) -> Entry:
    base = best.row if best else rows.FIELDS
    ours = best is not None and entry["origin"] == "measured"
    return entry | {
        "algorithm": algorithm,
        "included": included,
        "best_peer": best.core.name if best else None,
        "differs": list(_differs(entry, best)) if ours and best else [],
        "of_best_peer": over(entry["mbps_per_unit"], base["mbps_per_unit"]),
        "of_best_peer_per_lut": over(entry["throughput_per_lut"], base["throughput_per_lut"]),
    }


def _differs(entry: Entry, best: _Rival) -> Iterator[str]:
    """Return what is not the same in a row of ours and the open core that it is compared with."""
    core = best.core
    if core.boundary != entry["boundary"]:
        yield "boundary"
    if core.mapping != _MAPPING:
        yield "mapping"
    routed = "routed" in (core.fmax_kind, entry["frequency_kind"])
    other = _TARGET.router != core.router or "router" in (entry["frequency_note"] or "")
    if routed and other:
        yield "router"
    if "spread" in (entry["frequency_note"] or ""):
        yield "spread cells"
    if "placed" in (core.fmax_kind, entry["frequency_kind"]):
        yield "estimate"


def _notes(
    entry: Entry, best: _Rival | None, top: _Rival | None, boundary: BoundaryName
) -> Iterator[str]:
    """Say how ours and the open core that it is compared with differ."""
    if entry["streams"] > 1:
        yield f"Processes {entry['streams']} messages at once; the figures cover all of them."
    if best is None:
        yield f"No open core with a frequency is a {_OF[boundary]}: there is no ratio."
        return
    core = best.core
    if core.boundary != boundary:
        yield f"Compared with {core.name}, a {_OF[core.boundary]}, which does less."
    elif top and top.core.boundary != boundary:
        yield (
            f"{top.core.name}, a {_OF[top.core.boundary]}, has more Mb/s per unit than "
            f"{core.name}; it is compared with {BOUNDARIES[top.core.boundary]}s."
        )
    if not best.is_like:
        unknown = "a mapping that was not recorded"
        mapping = unknown if core.mapping == "not recorded" else core.mapping
        router = f" and {core.router}" if core.fmax_kind == "routed" else ""
        yield (
            f"Not like for like: gatehash is measured with {_MAPPING} and {_TARGET.router}, the "
            f"best open core, {core.name}, with {mapping}{router}."
        )
    if core.fmax_kind == "placed":
        yield f"The frequency of {core.name} is an estimate after placement."
    if entry["frequency_note"]:
        yield (
            f"Not like for like: this record of gatehash is {entry['frequency_note']}, "
            f"{core.name} is {kind_words(core.fmax_kind, core.router)}."
        )
    if (entry["memory_blocks"] or 0) > core.ecp5_ebr:
        yield (
            f"Takes more block memories than the best open core, {core.name}; "
            "they count in its units, and not in its Mb/s per LUT4."
        )


def peer_tables(algorithms: Iterable[str], designs: Sequence[str]) -> Iterator[Table]:
    """Return a table for each algorithm, its rows as :func:`peer_rows` has them."""
    for algorithm in algorithms:
        found = tuple(_of_algorithm(algorithm, designs))
        if found:
            title = f"Open cores for {algorithm}, measured with the same tools on {DEVICES[PLACED]}"
            group = ("boundary", "origin")
            yield Table(f"peers-{algorithm}", title, _COLUMNS, found, group, sheet="peers")


def peer_legend(algorithms: Iterable[str]) -> tuple[str, ...]:
    """Say how published open cores are compared, and for which algorithms there is none."""
    absent = ", ".join(name for name in algorithms if not peers(name))
    return (
        "Open cores are published designs of others, measured on the ECP5 that is used for "
        f"gatehash. {' '.join(peer_setting())}",
        "Boundary, device, mapping and router are the same on both sides of a ratio, or a note of "
        "the row says what differs. The placer is static, for an open core heap where that is "
        "better for it. A frequency is the median of the seeds.",
        "An open core is compared at the boundary that its figures are of: a core alone with the "
        "core of gatehash, to which messages come padded; a core with its interface with the "
        "stream top, which has interface and padding. Cycles of cores are those in which they are "
        "busy with a block of a long message; those of stream tops include all words that go in "
        "and out. A stream top that is not measured has no figures here, and no core stands in "
        "for it. Where no open core with an interface is known, the stream top is compared with a "
        "core alone, which does less.",
        f"Units are {unit_words(_TARGET)}: what a design takes of the scarcest resource of "
        f"{_TARGET.device}. LUT4 are look-up tables used as logic or memory; carry cells, "
        "flip-flops and block memories are not among them.",
        *((f"No open core was measured for: {absent}.",) if absent else ()),
    )


def figure_words(algorithms: Iterable[str]) -> tuple[str, ...]:
    """Name the published figures of further cores for algorithms, a sentence for each."""
    return tuple(_figure(each) for name in algorithms for each in peer_figures(name))


def _figure(each: PeerFigure) -> str:
    what = ", ".join(filter(None, (each.source, each.architecture)))
    parts = [f"{number(each.frequency_mhz)} MHz"]
    if each.throughput_mbps is not None:
        cycles = "a cycle" if each.cycles_per_block == 1 else f"{each.cycles_per_block} cycles"
        parts.append(f"{each.block_bits} bits in {cycles}: {number(each.throughput_mbps, 0)} Mb/s")
    sizes = (("LUT", each.lut), ("FF", each.ff))
    parts += [f"{size} {name}" for name, size in sizes if size is not None]
    device = each.device or "a device that is not named"
    note = f" {each.note}" if each.note else ""
    return f"{each.algorithm}: {what}, on {device}: {', '.join(parts)}.{note}"
