# SPDX-License-Identifier: Apache-2.0
"""Area and frequency of designs with open tools, and the records of what was measured."""

from gatehash.implement.flow import TIME_LIMIT, implement
from gatehash.implement.results import Area, Result, Run, is_stale, load, measured
from gatehash.implement.targets import TARGETS, Target, find_target
from gatehash.implement.wanted import wanted_targets

__all__ = [
    "TARGETS",
    "TIME_LIMIT",
    "Area",
    "Result",
    "Run",
    "Target",
    "find_target",
    "implement",
    "is_stale",
    "load",
    "measured",
    "wanted_targets",
]
