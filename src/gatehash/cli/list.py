# SPDX-License-Identifier: Apache-2.0
"""``gatehash list``: the catalogue, with what was measured."""

from dataclasses import asdict, is_dataclass
from typing import Any

from gatehash.catalog import DESIGNS, Boundary, Design
from gatehash.cli.options import JsonOption, number, print_json, print_table, spread
from gatehash.implement import measured

__all__ = ["list_"]


def _boundary(boundary: Boundary) -> dict[str, Any]:
    return {"top": boundary.top, "parameters": dict(boundary.parameters)}


def _timing(design: Design) -> dict[str, Any]:
    """Return the parameters of the cycle formula and what every formula tells."""
    timing = design.timing
    own: dict[str, Any] = {}
    if is_dataclass(timing) and not isinstance(timing, type):
        own = asdict(timing)
    return {**own, "block": timing.block, "load": timing.load, "unload": timing.unload}


def _entry(design: Design) -> dict[str, Any]:
    return {
        "name": design.name,
        "family": design.family,
        "algorithms": list(design.algorithms),
        "microarchitecture": design.microarchitecture,
        "block_bits": design.algorithm.block_bits,
        "digest_bits": design.algorithm.digest_bits,
        "stream_bits": design.stream_bits,
        "cycles_per_block": design.timing.block,
        "timing": _timing(design),
        "stream": _boundary(design.stream),
        "core": _boundary(design.core),
        "compared": design.compared,
        "paper_rows": list(design.paper_rows),
        "measured": measured(design),
    }


def list_(as_json: JsonOption = False) -> None:
    """List every design, with its cycles per block, paper row and measured figures."""
    entries = [_entry(design) for design in DESIGNS.values()]
    if as_json:
        print_json(entries)
        return
    rows = []
    for entry in entries:
        figures = entry["measured"]
        stale = any(target["stale"] for target in figures.values())
        too_large = figures["ecp5"]["fits"] is False
        rows.append(
            (
                entry["name"],
                ", ".join(entry["algorithms"]),
                entry["microarchitecture"],
                f"{float(entry['cycles_per_block']):.4g}",
                ", ".join(entry["paper_rows"]) or "-",
                number(figures["xc5v"]["lc"]),
                number(figures["xc6v"]["lc"]),
                number(figures["ecp5"]["lut"]),
                number(figures["ecp5"]["fmax_mhz"], 1),
                spread(figures["ecp5"]["fmax_min_mhz"], figures["ecp5"]["fmax_max_mhz"]),
                figures["ecp5"]["fmax_kind"] or ("does not fit" if too_large else ""),
                number(figures["ecp5"]["throughput_mbps"]),
                "stale" if stale else "",
            )
        )
    print_table(
        (
            "design",
            "algorithm",
            "microarchitecture",
            "cycles",
            "paper row",
            "xc5v lc",
            "xc6v lc",
            "ecp5 LUT4",
            "MHz",
            "min-max",
            "",
            "Mb/s",
            "",
        ),
        rows,
    )
