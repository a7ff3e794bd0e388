# SPDX-License-Identifier: Apache-2.0
"""Faults planted in the RTL, and what catches them."""

from gatehash.mutate.bench import all_modules, selected_modules
from gatehash.mutate.record import Mutants
from gatehash.mutate.runner import Outcome, mutate, on_record

__all__ = [
    "Mutants",
    "Outcome",
    "all_modules",
    "mutate",
    "on_record",
    "selected_modules",
]
