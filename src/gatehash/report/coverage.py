# SPDX-License-Identifier: Apache-2.0
"""The part of the RTL that random work reaches, as tables."""

from __future__ import annotations

from dataclasses import dataclass

from gatehash.coverage import (
    ELSEWHERE,
    Coverage,
    Module,
    Rate,
    explanation,
    is_fresh,
    on_record,
)
from gatehash.errors import GatehashError
from gatehash.records.damage import DamagedError, current_damage
from gatehash.report.columns import Column, Entry, Table, label

__all__ = ["CoveragePage", "coverage_page"]

_MODULES = (
    label("module", "Module"),
    Column("code", "Code reached", "Blocks of statements and branches of conditions"),
    Column("code_points", "Of", "All of them"),
    Column("toggles", "Toggles reached", "Rising and falling edges of bits"),
    Column("toggles_points", "Of", "All of them"),
    Column("share", "Reached, %", "Both together", 1),
    Column("left", "Without a reason", "Points that are not reached, and nothing explains why"),
    label("designs", "Designs"),
)
_HOLES = (
    label("module", "Module"),
    label("what", "Not reached"),
    Column("points", "Points", "Edges of bits, or blocks and branches"),
    label("why", "Reason"),
)


@dataclass(frozen=True)
class CoveragePage:
    """The page of coverage.

    Parameters
    ----------
    modules, holes : Table
        The modules, and what is not reached.
    record : Coverage or None
        The record; None if there is none.
    stale : bool
        Whether it is of other RTL or other work.
    """

    modules: Table
    holes: Table
    record: Coverage | None
    stale: bool


def coverage_page() -> CoveragePage:
    """Return the page of what is on record.

    Raises
    ------
    DamagedError
        If the record can't be read, unless the caller notes damage.
    """
    record = _record()
    modules = record.modules if record else ()
    rows = [_row(module) for module in modules]
    rows += [
        {"module": name, **dict.fromkeys(_FIGURES), "designs": why}
        for name, why in ELSEWHERE.items()
        if record
    ]
    holes = tuple(
        {
            "module": module.name,
            "what": hole.what,
            "points": hole.points,
            "why": explanation(module.name, hole) or "",
        }
        for module in modules
        for hole in module.holes
    )
    stale = record is not None and not is_fresh(record)
    return CoveragePage(
        Table("modules", "Modules", _MODULES, tuple(rows)),
        Table("holes", "Points not reached", _HOLES, holes, ("module",)),
        record,
        stale,
    )


_FIGURES = tuple(column.field for column in _MODULES if column.figure)


def _record() -> Coverage | None:
    try:
        return on_record()
    except DamagedError as error:
        damage = current_damage()
        if damage is None:
            raise
        damage.note(("coverage", "", ""), error)
    except GatehashError:
        pass
    return None


def _row(module: Module) -> Entry:
    both = Rate(
        module.code.reached + module.toggles.reached, module.code.points + module.toggles.points
    )
    return {
        "module": module.name,
        "code": module.code.reached,
        "code_points": module.code.points,
        "toggles": module.toggles.reached,
        "toggles_points": module.toggles.points,
        "share": 100 * both.reached / both.points,
        "left": sum(hole.points for hole in module.open_holes()),
        "designs": module.designs,
    }
