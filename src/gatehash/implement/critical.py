# SPDX-License-Identifier: Apache-2.0
"""The path that limits a routed design, from nextpnr's report."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import groupby
from typing import Any

from gatehash.implement.hierarchy import Located, Origins
from gatehash.implement.record import CriticalPath
from gatehash.implement.targets import Target

__all__ = ["critical_path"]

_CARRY_PORTS = frozenset({"CIN", "COUT", "FCI", "FCO"})


def critical_path(
    report: Mapping[str, Any], origins: Origins, target: Target
) -> CriticalPath | None:
    """Return the longest path between registers of the slowest clock.

    Parameters
    ----------
    report : mapping
        nextpnr's report.
    origins : Origins
        Origins of the cells of the netlist.
    target : Target
        The target.

    Returns
    -------
    CriticalPath or None
        The path; None if the report has none.

    Raises
    ------
    KeyError, TypeError, ValueError
        If the report has another form.
    """
    clocks = {name: clock["achieved"] for name, clock in report["fmax"].items()}
    slowest = min(clocks, key=lambda name: clocks[name], default=None)
    paths = [
        each["path"]
        for each in report.get("critical_paths", [])
        if _clock(each["from"]) == _clock(each["to"]) == slowest
    ]
    if not paths:
        return None
    path = max(paths, key=_delay)
    ends = [_netlist_name(path[0]["from"]["cell"]), _netlist_name(path[-1]["to"]["cell"])]
    # The parts into which nextpnr divides a cell count as one, and so does a cell passed twice.
    passed: dict[str, bool] = {}
    for step in path:
        if step["type"] == "logic":
            name = _netlist_name(step["from"]["cell"])
            ports = {step["from"]["port"], step["to"]["port"]}
            passed[name] = passed.get(name, False) or _is_carry(
                origins.cells.get(name), ports, target
            )
    top = origins.modules[0].module if origins.modules else ""
    known = [origins.cells[name].instance or top for name in passed if name in origins.cells]
    start, end = (_signal(name, origins) for name in ends)
    routing = sum(step["delay"] for step in path if step["type"] == "routing")
    return CriticalPath(
        start=start,
        end=end,
        logic_ns=round(_delay(path) - routing, 2),
        routing_ns=round(routing, 2),
        levels=len(passed),
        carry_levels=sum(passed.values()),
        through=tuple(instance for instance, _ in groupby(known)),
    )


def _clock(event: str) -> str:
    """Return the clock of an event such as ``posedge clk_i``, empty if it has none."""
    return event.partition(" ")[2]


def _delay(path: list[Mapping[str, Any]]) -> float:
    return float(sum(step["delay"] for step in path))


def _netlist_name(cell: str) -> str:
    """Return the netlist's name of a cell, or of the cell that nextpnr divided."""
    return re.sub(r"(?<=.)\$.*", "", cell)


def _is_carry(cell: Located | None, ports: set[str], target: Target) -> bool:
    if cell is None:
        # nextpnr added it to feed a carry in or out.
        return bool(ports & _CARRY_PORTS)
    return re.fullmatch(target.carry, cell.type) is not None


def _signal(name: str, origins: Origins) -> str:
    cell = origins.cells.get(name)
    return (cell.signal if cell else None) or name
