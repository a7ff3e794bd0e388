# SPDX-License-Identifier: Apache-2.0
"""Faults planted in the RTL, and what catches them."""

from typing import TYPE_CHECKING

from gatehash.lazy import on_use

if TYPE_CHECKING:
    from gatehash.mutate.bench import all_modules, selected_modules
    from gatehash.mutate.record import Mutants
    from gatehash.mutate.runner import Outcome, mutate, on_record
else:
    __getattr__ = on_use(__name__)

__all__ = [
    "Mutants",
    "Outcome",
    "all_modules",
    "mutate",
    "on_record",
    "selected_modules",
]
