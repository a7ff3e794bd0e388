# SPDX-License-Identifier: Apache-2.0
"""Reads the output of the tools: cell counts, origins of cells, frequencies.

Its version is :data:`gatehash.implement.source.READER`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from gatehash.implement.critical import critical_path
from gatehash.implement.hierarchy import Origins, locate
from gatehash.implement.record import Run
from gatehash.implement.scripts import HIERARCHY, HIERARCHY_OF_PART, NETLIST, STATISTICS
from gatehash.implement.targets import Target

__all__ = ["Statistics", "read_origins", "read_run", "read_statistics"]

_FMAX = re.compile(r"Max frequency for clock\s+'[^']*':\s*([0-9.]+) MHz")
# nextpnr's names of the cells of look-up tables, including carry: ECP5, Nexus, Gowin.
_COMB = ("TRELLIS_COMB", "OXIDE_COMB", "LUT4")
_USED = re.compile(rf"\s(?:{'|'.join(_COMB)}):\s*([0-9]+)/")


@dataclass(frozen=True)
class Statistics:
    """Yosys's counts: cells by type, and its estimate of Xilinx logic cells."""

    cells: Mapping[str, int]
    lc: int | None


def read_statistics(folder: Path) -> Statistics:
    """Read the cell counts that a script of :func:`yosys_script` wrote."""
    design = json.loads((folder / STATISTICS).read_text(encoding="utf-8"))["design"]
    return Statistics(design["num_cells_by_type"], design.get("estimated_num_lc"))


def read_origins(folder: Path, target: Target) -> Origins:
    """Find the origins of the cells of the netlist in a folder.

    The folder also has the output of :func:`hierarchy_script`, which is then removed.

    Raises
    ------
    KeyError, TypeError, ValueError
        If a file is damaged.
    """
    paths = [path for name in (HIERARCHY_OF_PART, HIERARCHY) if (path := folder / name).is_file()]
    read = [json.loads(path.read_text(encoding="utf-8")) for path in (folder / NETLIST, *paths)]
    origins = locate(read[0], read[1:], target)
    for path in paths:
        path.unlink()
    return origins


def read_run(
    target: Target, seed: int, seconds: float, log: str, report: str | None, origins: Origins
) -> Run | None:
    """Read the outcome of nextpnr.

    Parameters
    ----------
    target : Target
        The target.
    seed : int
        Seed of the placer.
    seconds : float
        CPU time of the run.
    log : str
        Output of nextpnr so far.
    report : str or None
        Its JSON report, None if it did not write one.
    origins : Origins
        Origins of the netlist's cells.

    Returns
    -------
    Run or None
        The routed frequency if there is a report, else the estimate after placement if there is
        one.
    """
    if report is not None:
        content = json.loads(report)
        clocks = [clock["achieved"] for clock in content["fmax"].values()]
        if not clocks:
            return None
        cells = content["utilization"]
        (comb,) = (cells[name]["used"] for name in _COMB if name in cells)
        path = critical_path(content, origins, target)
        return Run(seed, round(min(clocks), 2), "routed", seconds, comb, path)
    placed = _FMAX.search(log)
    used = _USED.search(log)
    if placed is None or used is None:
        return None
    return Run(seed, float(placed[1]), "placed", seconds, int(used[1]))
