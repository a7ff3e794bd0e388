# SPDX-License-Identifier: Apache-2.0
"""For each function the best open core and the best designs, in throughput per unit."""

from __future__ import annotations

from collections.abc import Sequence

from gatehash.catalog import DESIGNS
from gatehash.implement import BOUNDARIES
from gatehash.report.columns import Column, Entry, Table, label
from gatehash.report.peers import peer_rows
from gatehash.report.rows import DEVICES, PLACED

__all__ = ["best_of_each"]


def _ours(which: str) -> Column:
    def words(entry: Entry) -> str:
        if entry[f"{which}_design"] is None:
            return "-"
        return f"{entry[f'{which}_design']} {entry[f'{which}_mbps_per_unit']:.3f}"

    return label(f"{which}_design", f"gatehash, {which} message{'s' * (which != 'one')}", "", words)


_COLUMNS = (
    label("algorithm", "function"),
    label("boundary", "boundary", "", lambda entry: BOUNDARIES[entry["boundary"]]),
    label("peer", "best open core"),
    Column("peer_mbps_per_unit", "its Mb/s per unit", "", 3),
    _ours("one"),
    Column("one_times", "times", "Over the open core's; below 1 it is ahead", 2),
    _ours("several"),
    Column("several_times", "times", "Over the open core's; below 1 it is ahead", 2),
    label("differs", "not the same", "Differences between the two sides"),
)


def best_of_each() -> Table:
    """Return a row for each function and boundary at which an open core has a figure per unit.

    Raises
    ------
    GatehashError
        If a record is damaged.
    """
    algorithms = dict.fromkeys(name for each in DESIGNS.values() for name in each.algorithms)
    rows = []
    for algorithm in algorithms:
        found = peer_rows((algorithm,), list(DESIGNS))
        for boundary in BOUNDARIES:
            ours = [
                each
                for each in found
                if each["design"] and each["of_best_peer"] and each["boundary"] == boundary
            ]
            if ours and "boundary" not in ours[0]["differs"]:
                (core,) = (each for each in found if each["work"] == ours[0]["best_peer"])
                rows.append(_row(core, ours))
    title = f"The best open cores and the best designs, in Mb/s per unit on {DEVICES[PLACED]}"
    return Table("best", title, _COLUMNS, tuple(rows))


def _row(core: Entry, ours: Sequence[Entry]) -> Entry:
    row: Entry = {
        "algorithm": core["algorithm"],
        "boundary": core["boundary"],
        "peer": core["work"],
        "peer_mbps_per_unit": core["mbps_per_unit"],
    }
    differs: dict[str, None] = {}
    for which in ("one", "several"):
        known = [each for each in ours if (each["streams"] > 1) is (which == "several")]
        best = max(known, key=lambda each: float(each["mbps_per_unit"]), default=None)
        row[f"{which}_design"] = best and best["design"]
        row[f"{which}_mbps_per_unit"] = best and best["mbps_per_unit"]
        row[f"{which}_times"] = best and best["of_best_peer"]
        differs |= dict.fromkeys(best["differs"] if best else ())
    return row | {"differs": list(differs)}
