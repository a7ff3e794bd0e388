# SPDX-License-Identifier: Apache-2.0
"""How to read what the reports have in common."""

from __future__ import annotations

from collections.abc import Iterable

from gatehash.implement import find_target
from gatehash.published import peer_setting, peers

__all__ = ["measurement_words", "peer_words"]


def measurement_words(target: str) -> tuple[str, ...]:
    """Tell of areas that are set against slices of one device family, and of our frequencies.

    Parameters
    ----------
    target : str
        The target of that family, Virtex-5 or -6.
    """
    family, flops = find_target(target).family, find_target(target).ff_per_slice
    count = {4: "four", 8: "eight"}[flops or 0]
    more = f"A {family} slice has {count} flip-flops; four are counted, to be on the safe side."
    counted = "" if flops == 4 else f" {more}"
    return (
        f"lc is Yosys's estimate of Xilinx logic cells, of which a {family} slice holds four; it "
        "pairs small look-up tables that could share one. The slices of ours are an estimate, the "
        "larger of lc with look-up tables as memory / 4 and flip-flops / 4, as if every slice were "
        f"full; a placed design rarely fills more than four fifths of them.{counted}",
        "est. slices : slices sets them against the slices of the same architecture in the paper: "
        "up to 1.00 ours meets that area, up to 0.80 it beats it with slices four fifths full. The "
        f"columns beside it tell what lc and the {count} flip-flops of a slice alone would fill.",
        f"No open tool places and routes {family}. Our frequencies and throughputs are those of a "
        "Lattice ECP5, a low-cost device of 4-input look-up tables, routed or, where it says so, "
        f"estimated after placement; they can't be set against those of a {family}.",
    )


def peer_words(algorithms: Iterable[str]) -> tuple[str, ...]:
    """Tell how published open cores are set beside ours.

    Parameters
    ----------
    algorithms : iterable of str
        The algorithms of a report; those that no open core was measured for are named.
    """
    absent = ", ".join(name for name in algorithms if not peers(name))
    return (
        f"Peers are published open cores, measured on the ECP5 of ours. {' '.join(peer_setting())}",
        "A frequency of ours is the median of its seeds. Ours are mapped without wide look-up "
        "tables (synth_ecp5 -nowidelut), the peers with them. With them skein512-x4 would take 7 % "
        "more LUT4, sha512-bram 6 % and whirlpool-lut-logic 36 % more, blake64-mc-1 2 % fewer: a "
        "peer mapped as ours might take as much less.",
        "A peer is compared at the boundary that its figures are of: a core alone with our core, "
        "messages coming padded; a core with its interface with our stream top, which has "
        "interface and padding. Cycles of cores are those in which they are busy with a block of "
        "a long message; ours at the stream top have all words that go in and out as well. A "
        "stream top that is not measured has no figures here, and no core stands in for it. "
        "Where no peer with an interface is known our stream top is set against a core alone, "
        "which does less.",
        "LUT4 of a peer are look-up tables that are logic, whose memories made of look-up tables "
        "are not known; ours include them. Block memories, of 18 Kbit, have a column of their "
        "own and "
        'are in no ratio. ": best peer" is Mb/s per LUT4 over that of the best peer for the '
        "algorithm at that boundary. As the carry cells of the peers are not known, "
        '"at least" counts all combinational cells of ours, carry too, against the peer\'s LUT4 '
        "alone.",
        *((f"No open core was measured for: {absent}.",) if absent else ()),
    )
