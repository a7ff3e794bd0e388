# SPDX-License-Identifier: Apache-2.0
"""Which lines of the RTL random work runs, and which bits it changes."""

from gatehash.coverage.elsewhere import ELSEWHERE
from gatehash.coverage.record import (
    Coverage,
    Hole,
    Module,
    Rate,
    explanation,
    is_fresh,
    keep,
    on_record,
)
from gatehash.coverage.run import DESIGNS, PACKETS, cover

__all__ = [
    "DESIGNS",
    "ELSEWHERE",
    "PACKETS",
    "Coverage",
    "Hole",
    "Module",
    "Rate",
    "cover",
    "explanation",
    "is_fresh",
    "keep",
    "on_record",
]
