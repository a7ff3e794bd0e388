# SPDX-License-Identifier: Apache-2.0
"""The rings of all engines."""

from __future__ import annotations

__all__ = ["RINGS"]

RINGS = (
    *((9, 10, 10), (10, 7, 7), (13, 9, 9), (7, 18, 18)),
    *((13, 14, 14), (13, 16, 16), (7, 28, 29), (7, 32, 32), (6, 11, 11)),
)
"""Stages, passes and pace of those of ChaCha, BLAKE3, Skein, BLAKE and Whirlpool."""
