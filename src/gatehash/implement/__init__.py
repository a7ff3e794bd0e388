# SPDX-License-Identifier: Apache-2.0
"""Area and frequency of designs by open tools, and the records of these measurements."""

from typing import TYPE_CHECKING

from gatehash.lazy import on_use

if TYPE_CHECKING:
    from gatehash.implement.families import PLACED, TARGETS, find_target
    from gatehash.implement.figures import (
        BOUNDARIES,
        Figures,
        Rate,
        figures_at,
        figures_of,
        kind_words,
        measured,
    )
    from gatehash.implement.job import (
        LEAST_MEMORY_GIB,
        MOST_SECONDS,
        MOST_SEEDS,
        SYNTHESIS_LIMIT,
        Limits,
    )
    from gatehash.implement.record import TIME_LIMIT, Area, CriticalPath, ModuleArea, Result, Run
    from gatehash.implement.resources import Resources
    from gatehash.implement.results import is_stale, load
    from gatehash.implement.sweep import News, implement, implement_all
    from gatehash.implement.targets import Target
    from gatehash.implement.units import Outcome
    from gatehash.implement.wanted import (
        Unit,
        wanted_boundaries,
        wanted_targets,
        wanted_units,
    )
    from gatehash.records.damage import Damage, DamagedError, damage_noted
else:
    __getattr__ = on_use(__name__)

__all__ = [
    "BOUNDARIES",
    "LEAST_MEMORY_GIB",
    "MOST_SECONDS",
    "MOST_SEEDS",
    "PLACED",
    "SYNTHESIS_LIMIT",
    "TARGETS",
    "TIME_LIMIT",
    "Area",
    "CriticalPath",
    "Damage",
    "DamagedError",
    "Figures",
    "Limits",
    "ModuleArea",
    "News",
    "Outcome",
    "Rate",
    "Resources",
    "Result",
    "Run",
    "Target",
    "Unit",
    "damage_noted",
    "figures_at",
    "figures_of",
    "find_target",
    "implement",
    "implement_all",
    "is_stale",
    "kind_words",
    "load",
    "measured",
    "wanted_boundaries",
    "wanted_targets",
    "wanted_units",
]
