# SPDX-License-Identifier: Apache-2.0
"""Coverage of the RTL by random work: the lines that run, and the bits that change."""

from gatehash.coverage.elsewhere import ELSEWHERE
from gatehash.coverage.record import (
    DESIGNS,
    PACKETS,
    Coverage,
    Hole,
    Module,
    Rate,
    explanation,
    is_fresh,
    keep,
    on_record,
)
from gatehash.coverage.run import cover

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
