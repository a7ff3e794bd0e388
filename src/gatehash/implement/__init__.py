# SPDX-License-Identifier: Apache-2.0
"""Area and frequency of designs with open tools, and the records of what was measured."""

from gatehash.implement.flow import TIME_LIMIT, implement
from gatehash.implement.record import Area, CriticalPath, ModuleArea, Result, Run
from gatehash.implement.results import is_stale, load, measured
from gatehash.implement.sweep import SYNTHESIS_LIMIT, Limits, News, Outcome, Unit, implement_all
from gatehash.implement.targets import TARGETS, Target, find_target
from gatehash.implement.wanted import wanted_targets

__all__ = [
    "SYNTHESIS_LIMIT",
    "TARGETS",
    "TIME_LIMIT",
    "Area",
    "CriticalPath",
    "Limits",
    "ModuleArea",
    "News",
    "Outcome",
    "Result",
    "Run",
    "Target",
    "Unit",
    "find_target",
    "implement",
    "implement_all",
    "is_stale",
    "load",
    "measured",
    "wanted_targets",
]
