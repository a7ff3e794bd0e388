# SPDX-License-Identifier: Apache-2.0
"""How to read what the reports have in common."""

from __future__ import annotations

from gatehash.implement import find_target

__all__ = ["measurement_words"]


def measurement_words(target: str) -> tuple[str, ...]:
    """Tell of areas that are set against slices of one device family, and of our frequencies.

    Parameters
    ----------
    target : str
        The target of that family, Virtex-5 or -6.
    """
    family = f"Virtex-{target[2]}"
    flops = find_target(target).ff_per_slice
    count = {4: "four", 8: "eight"}[flops or 0]
    return (
        f"lc is Yosys's estimate of Xilinx logic cells, of which a {family} slice holds four; it "
        "pairs small look-up tables that could share one. The slices of ours are an estimate, "
        "lc / 4, as if every slice were full; a placed design rarely fills more than four fifths "
        "of them.",
        "lc : 4 x slices sets our lc against the slices of the same architecture in the paper: up "
        "to 1.00 ours meets that area, up to 0.80 it beats it with slices four fifths full. A "
        f"{family} slice has {count} flip-flops as well: where FF : {flops} x slices is the "
        "greater, it is what counts.",
        f"No open tool places and routes {family}. Our frequencies and throughputs are those of a "
        "Lattice ECP5, a low-cost device of 4-input look-up tables, routed or, where it says so, "
        f"estimated after placement; they can't be set against those of a {family}.",
    )
