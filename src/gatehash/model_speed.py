# SPDX-License-Identifier: Apache-2.0
"""Speed of the golden models on long messages, in Python and compiled."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from gatehash.catalog import Job
from gatehash.compiled import LONG, compiled, is_compiled

__all__ = ["ModelSpeed", "model_speed"]

_LEAST_PIECE = 1 << 12
_PIECE = 1 << 18
_SECONDS = 0.2


@dataclass(frozen=True)
class ModelSpeed:
    """Megabytes of message per second of processor time of a golden model on this machine.

    Parameters
    ----------
    algorithm, operation : str
        The function.
    mb_per_second : float
        Speed with a long message.
    python_mb_per_second, ratio : float or None
        Speed of a model in Python that is compiled for long messages, and how many times the speed
        that gives; None for other models, whose blocks are computed side by side.
    """

    algorithm: str
    operation: str
    mb_per_second: float
    python_mb_per_second: float | None
    ratio: float | None


def model_speed(job: Job, *, seconds: float = _SECONDS) -> ModelSpeed:
    """Time the golden model of a design's function.

    Parameters
    ----------
    job : Job
        The design and its function.
    seconds : float
        Approximate time of each measurement.
    """
    model = compiled(job.model())
    # The first part of a long message is not compiled, and starts the compiler.
    for _ in range(LONG // _PIECE):
        model.update(bytes(_PIECE))
    fast, python = _speed(model, _PIECE, seconds), None
    if is_compiled(model):
        python = _speed(job.model(), _LEAST_PIECE, seconds)
    ratio = None if python is None else fast / python
    return ModelSpeed(job.name, job.operation, fast, python, ratio)


def _speed(model: Any, piece: int, seconds: float) -> float:
    take: Callable[[], object] = getattr(model, "take", bytes)
    data, size, elapsed, started = bytes(piece), 0, 0.0, time.process_time()
    while elapsed < seconds:
        model.update(data)
        take()
        size += piece
        elapsed = time.process_time() - started
    return size / elapsed / 1e6
