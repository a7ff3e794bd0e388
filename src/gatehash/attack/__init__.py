# SPDX-License-Identifier: Apache-2.0
"""Attacks on mapped designs, simulated bit by bit, 512 runs at a time: faults and leakage."""

from typing import TYPE_CHECKING

from gatehash.lazy import on_use

if TYPE_CHECKING:
    from gatehash.attack.fault import inject
    from gatehash.attack.leak import MOST_TRACES, TRACES, look
    from gatehash.attack.leaks import CHECKS, LEAKS, Check, Leaked, keep_leak, leaks_on_record
    from gatehash.attack.record import (
        FAULTS,
        OUTCOMES,
        WHERE,
        Faulted,
        Outcomes,
        Where,
        job_of,
        keep,
        on_record,
    )
    from gatehash.attack.traces import LANES, MODELS, Model
else:
    __getattr__ = on_use(__name__)

__all__ = [
    "CHECKS",
    "FAULTS",
    "LANES",
    "LEAKS",
    "MODELS",
    "MOST_TRACES",
    "OUTCOMES",
    "TRACES",
    "WHERE",
    "Check",
    "Faulted",
    "Leaked",
    "Model",
    "Outcomes",
    "Where",
    "inject",
    "job_of",
    "keep",
    "keep_leak",
    "leaks_on_record",
    "look",
    "on_record",
]
