# SPDX-License-Identifier: Apache-2.0
"""Cycle-accurate simulation of the designs."""

from gatehash.simulate.build import simulator
from gatehash.simulate.hasher import RtlHash, answer
from gatehash.simulate.measure import Measurement, measure, steady_cycles_per_block
from gatehash.simulate.netlist import NETLIST_TARGETS
from gatehash.simulate.session import Answer, Simulation

__all__ = [
    "NETLIST_TARGETS",
    "Answer",
    "Measurement",
    "RtlHash",
    "Simulation",
    "answer",
    "measure",
    "simulator",
    "steady_cycles_per_block",
]
