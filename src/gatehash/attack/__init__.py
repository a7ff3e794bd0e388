# SPDX-License-Identifier: Apache-2.0
"""Attacks on mapped designs: single faults in what is simulated bit by bit, 512 runs at a time."""

from typing import TYPE_CHECKING

from gatehash.lazy import on_use

if TYPE_CHECKING:
    from gatehash.attack.fault import inject
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
else:
    __getattr__ = on_use(__name__)

__all__ = [
    "FAULTS",
    "OUTCOMES",
    "WHERE",
    "Faulted",
    "Outcomes",
    "Where",
    "inject",
    "job_of",
    "keep",
    "on_record",
]
