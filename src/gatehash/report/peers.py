# SPDX-License-Identifier: Apache-2.0
"""Published open cores beside the designs: the same tools, the same device."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from gatehash.catalog import DESIGNS, BoundaryName
from gatehash.implement import BOUNDARIES
from gatehash.implement.figures import over
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
    *pick("cycles", "frequency_mhz", "throughput_mbps", "luts", "ff", "carry", "memory_blocks"),
    *pick("throughput_per_lut"),
    Column(
        "of_best_peer",
        "Mb/s per LUT4 relative to best open core",
        "Over the Mb/s per LUT4 of the best open core at the same boundary",
        2,
    ),
    Column(
        "of_best_peer_least",
        "The same, at least",
        "All combinational cells of gatehash count, carry too, but only the LUT4 of the open core",
        2,
    ),
)


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
    cores = sorted(peers(algorithm), key=lambda each: -(each.ecp5_mbps_per_lut4 or 0))
    if not cores:
        return
    ours = rows.runs(algorithm, [DESIGNS[name] for name in designs])
    at = {
        boundary: [each for each in cores if each.boundary == boundary] for boundary in BOUNDARIES
    }
    for boundary, known in at.items():
        for each in known:
            entry = rows.peer(each)
            ratio = over(entry["throughput_per_lut"], known[0].ecp5_mbps_per_lut4)
            included = _PEERS[each.includes]
            yield _row(entry, algorithm, included, ratio)
        # A stream top does more than a core alone: compared with one it is not flattered.
        rivals = known if boundary == "core" else [*known, *at["core"]]
        best = next((each for each in rivals if each.ecp5_mbps), None)
        base = best.ecp5_mbps_per_lut4 if best else None
        for job in ours:
            entry = rows.measured(job.design, PLACED, boundary, at_work=job)
            entry["notes"] += _notes(entry, best, cores[0], boundary)
            ratios = [over(entry[f"throughput_per_{area}"], base) for area in ("lut", "cell")]
            yield _row(entry, algorithm, _INCLUDED[boundary], *ratios)


def _row(
    entry: Entry, algorithm: str, included: str, ratio: float | None, least: float | None = None
) -> Entry:
    ratios = {"of_best_peer": ratio, "of_best_peer_least": least}
    return entry | {"algorithm": algorithm, "included": included} | ratios


def _notes(entry: Entry, best: Peer | None, top: Peer, boundary: BoundaryName) -> Iterator[str]:
    """Tell how ours and the open core that it is compared with differ."""
    if entry["streams"] > 1:
        yield f"Processes {entry['streams']} messages at once; the figures are of all."
    if best is None:
        yield f"No open core with a frequency is a {_OF[boundary]}: there is no ratio."
    elif best.boundary != boundary:
        yield f"Compared with {best.name}, a {_OF[best.boundary]}, which does less."
    elif top.boundary != boundary:
        yield (
            f"{top.name}, a {_OF[top.boundary]}, has more Mb/s per LUT4 than {best.name}; it is "
            f"compared with {BOUNDARIES[top.boundary]}s."
        )
    if best and (entry["memory_blocks"] or 0) > best.ecp5_bram:
        yield (
            f"Takes more block memories than the best open core, {best.name}; "
            "they are not in its Mb/s per LUT4."
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
    """Tell how published open cores are compared, and for which algorithms there is none."""
    absent = ", ".join(name for name in algorithms if not peers(name))
    return (
        "Open cores are published designs of others, measured on the ECP5 that is used for "
        f"gatehash. {' '.join(peer_setting())}",
        "A frequency of gatehash is the median of its seeds. gatehash is mapped without wide "
        "look-up tables (synth_ecp5 -nowidelut), the open cores with them. With them skein512-x4 "
        "would take 7 % more LUT4, sha512-bram 6 % and whirlpool-lut-logic 36 % more, blake64-mc-1 "
        "2 % fewer: an open core mapped like gatehash might change by as much.",
        "An open core is compared at the boundary that its figures are of: a core alone with the "
        "core of gatehash, to which messages come padded; a core with its interface with the "
        "stream top, which has interface and padding. Cycles of cores are those in which they are "
        "busy with a block of a long message; those of stream tops include all words that go in "
        "and out. A stream top that is not measured has no figures here, and no core stands in "
        "for it. Where no open core with an interface is known, the stream top is compared with a "
        "core alone, which does less.",
        "LUT4 of an open core are look-up tables used as logic; those used as memory are not "
        "known. LUT4 of gatehash include both. Block memories, of 18 Kbit, have a column of their "
        "own and are in no ratio. As the carry cells of the open cores are not known, the column "
        '"The same, at least" counts all combinational cells of gatehash, carry too, against the '
        "LUT4 of the open core alone.",
        *((f"No open core was measured for: {absent}.",) if absent else ()),
    )


def figure_words(algorithms: Iterable[str]) -> tuple[str, ...]:
    """Tell what others have published of further cores for algorithms, a sentence for each."""
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
