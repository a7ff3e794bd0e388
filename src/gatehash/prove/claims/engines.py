# SPDX-License-Identifier: Apache-2.0
"""Work in flight: the schedule of jobs in a ring, and whose turn is next."""

from __future__ import annotations

from collections.abc import Iterator

from gatehash.prove.kernel.properties import Property
from gatehash.prove.tools.harness import harness_property
from gatehash.prove.tools.modules import Module

__all__ = ["RINGS", "engine_properties"]

_JOBS = (
    "Every job that enters leaves exactly once, in order, after the requested number of passes. "
    "No job enters before the pace allows it, and the ring stops only for a job that may not "
    "leave."
)
# Streams, or leaves, of all engines that take turns.
_REQUESTS = (2, 4, 8, 16)
_TURNS = (
    "Only a request is chosen. While a request waits, fewer others are chosen than there are "
    "requests."
)
RINGS = (
    *((9, 10, 10), (10, 7, 7), (13, 9, 9), (7, 18, 18)),
    *((13, 14, 14), (13, 16, 16), (7, 28, 29), (7, 32, 32), (6, 11, 11)),
)
"""Stages, passes and pace of those of ChaCha, BLAKE3, Skein, BLAKE and Whirlpool."""
# What the harness counts has no short description in clauses, which PDR needs; but each claim holds
# in a cycle if all of them hold in the two cycles before it.
_INDUCTION = "scorr -F 2 -C 1000000"
# Two small ones, in which an entry and an exit meet early, and those of the designs.
_SCHEDULES = ((2, 3, 3), (3, 3, 2), *RINGS)


def engine_properties() -> Iterator[Property]:
    """Yield the properties of engines' rings, and of the choice among requests."""
    for stages, passes, pace in _SCHEDULES:
        parameters = {"Stages": stages, "MaxPasses": passes, "Pace": pace}
        proof = Module("gh_engine", parameters, bound="gh_prove_jobs", reduction=_INDUCTION)
        yield harness_property("jobs", "gh_engine", _JOBS, proof)
    for requests in _REQUESTS:
        proof = Module("gh_round_robin", {"Requests": requests}, bound="gh_prove_round_robin")
        yield harness_property("turns", "gh_round_robin", _TURNS, proof)
