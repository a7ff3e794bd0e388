# SPDX-License-Identifier: Apache-2.0
"""A small RISC-V system in simulation, with a design behind its bus, and its firmware."""

from typing import TYPE_CHECKING

from gatehash.lazy import on_use

if TYPE_CHECKING:
    from gatehash.soc.compare import Comparison, comparisons
    from gatehash.soc.firmware import MOST_BYTES, comparison, compiled, runtime_files
    from gatehash.soc.image import is_elf
    from gatehash.soc.run import Ended, NotEndedError, run_firmware
    from gatehash.soc.simulator import RAM_BYTES, system_simulator
else:
    __getattr__ = on_use(__name__)

__all__ = [
    "MOST_BYTES",
    "RAM_BYTES",
    "Comparison",
    "Ended",
    "NotEndedError",
    "comparison",
    "comparisons",
    "compiled",
    "is_elf",
    "run_firmware",
    "runtime_files",
    "system_simulator",
]
