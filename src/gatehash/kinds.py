# SPDX-License-Identifier: Apache-2.0
"""All kinds of records."""

from __future__ import annotations

from typing import Any

from gatehash.attack.leaks import LEAKS
from gatehash.attack.probed import PROBED
from gatehash.attack.record import FAULTS
from gatehash.board.record import PLACED_BOARDS
from gatehash.coverage.record import COVERAGES
from gatehash.export.record import EXPORTS
from gatehash.implement.results import MEASUREMENTS
from gatehash.implement.trials import TRIALS
from gatehash.mutate.record import MUTANTS
from gatehash.prove.record import PROOFS
from gatehash.records.store import Kind
from gatehash.soc.record import COMPARISONS

__all__ = ["KINDS"]

KINDS: tuple[Kind[Any], ...] = (
    *(MEASUREMENTS, TRIALS, PLACED_BOARDS, COMPARISONS, COVERAGES),
    *(EXPORTS, FAULTS, LEAKS, PROBED, MUTANTS, PROOFS),
)
"""The kinds whose records :func:`gatehash.records.rekey.rekey` carries over."""
