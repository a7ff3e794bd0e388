# SPDX-License-Identifier: Apache-2.0
"""Bus bridges: their registers, numbers of functions that software reads, and the files of both."""

from gatehash.bus.bridges import (
    BRIDGES,
    MOST_CORES,
    WINDOW_BYTES,
    Bridge,
    check_bridged,
    core_parameters,
)
from gatehash.bus.functions import FUNCTION_NUMBERS
from gatehash.bus.header import c_name, driver_header
from gatehash.bus.pins import MOST_SIDE_BITS, PIN_BITS, SIDES, Pins, pins_top
from gatehash.bus.registers import FILES, register_files, register_manual
from gatehash.bus.wrapper import CORE_CLOCK, bridge_ports, bridged_top

__all__ = [
    "BRIDGES",
    "CORE_CLOCK",
    "FILES",
    "FUNCTION_NUMBERS",
    "MOST_CORES",
    "MOST_SIDE_BITS",
    "PIN_BITS",
    "SIDES",
    "WINDOW_BYTES",
    "Bridge",
    "Pins",
    "bridge_ports",
    "bridged_top",
    "c_name",
    "check_bridged",
    "core_parameters",
    "driver_header",
    "pins_top",
    "register_files",
    "register_manual",
]
