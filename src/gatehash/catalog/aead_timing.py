# SPDX-License-Identifier: Apache-2.0
"""Cycles of a message on a coprocessor for ChaCha20-Poly1305."""

from __future__ import annotations

from dataclasses import dataclass

from gatehash.catalog.timing import Timing

__all__ = ["AeadTiming"]


@dataclass(frozen=True, kw_only=True)
class AeadTiming(Timing):
    ad_bytes: int
    extended: bool
    decrypts: bool
    dsp: bool
    pins: int
    block: int = 692
    message: int = 0
    load: int = 0
    unload: int = 0
