# SPDX-License-Identifier: Apache-2.0
"""Cycle-accurate simulation of the designs."""

from typing import TYPE_CHECKING

from gatehash.lazy import on_use

if TYPE_CHECKING:
    from gatehash.simulate.build import simulator
    from gatehash.simulate.cycles import Measurement, measure, steady_cycles_per_block
    from gatehash.simulate.hasher import RtlHash, answer
    from gatehash.simulate.netlist import NETLIST_TARGETS
    from gatehash.simulate.session import Answer, Simulation
else:
    __getattr__ = on_use(__name__)

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
