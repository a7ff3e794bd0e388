# SPDX-License-Identifier: Apache-2.0
"""Attacks on mapped designs, simulated bit by bit, 512 runs at a time: faults and leakage."""

from typing import TYPE_CHECKING

from gatehash.lazy import on_use

if TYPE_CHECKING:
    from gatehash.attack.fault import inject
    from gatehash.attack.gadgets import GADGETS, Gadget, gadget_of
    from gatehash.attack.leak import MOST_TRACES, TRACES, look
    from gatehash.attack.leaks import (
        CHECKS,
        LEAKS,
        Check,
        Leaked,
        Leaking,
        keep_leak,
        leaks_on_record,
    )
    from gatehash.attack.probed import (
        LEAST_RUNS,
        MOST_RUNS,
        PROBE_CHECKS,
        PROBE_MODELS,
        PROBED,
        RUNS,
        Probed,
        Probing,
        keep_probed,
        probe,
        probed_on_record,
    )
    from gatehash.attack.record import (
        FAULTS,
        OUTCOMES,
        WHERE,
        Faulted,
        Faulting,
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
    "GADGETS",
    "LANES",
    "LEAKS",
    "LEAST_RUNS",
    "MODELS",
    "MOST_RUNS",
    "MOST_TRACES",
    "OUTCOMES",
    "PROBED",
    "PROBE_CHECKS",
    "PROBE_MODELS",
    "RUNS",
    "TRACES",
    "WHERE",
    "Check",
    "Faulted",
    "Faulting",
    "Gadget",
    "Leaked",
    "Leaking",
    "Model",
    "Outcomes",
    "Probed",
    "Probing",
    "Where",
    "gadget_of",
    "inject",
    "job_of",
    "keep",
    "keep_leak",
    "keep_probed",
    "leaks_on_record",
    "look",
    "on_record",
    "probe",
    "probed_on_record",
]
