# SPDX-License-Identifier: Apache-2.0
"""Verilog that the library writes: ports of tops, modules around them, designs in plain Verilog."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gatehash.lazy import on_use

__all__ = [
    "ALARM",
    "Port",
    "Stream",
    "instance",
    "module",
    "plain_netlist",
    "plain_script",
    "plain_verilog",
    "read_command",
    "stream_ports",
    "streams",
    "wire",
    "write_commands",
]

if TYPE_CHECKING:
    from gatehash.verilog.modules import instance, module, wire
    from gatehash.verilog.plain import (
        plain_netlist,
        plain_script,
        plain_verilog,
        read_command,
        write_commands,
    )
    from gatehash.verilog.ports import ALARM, Port, Stream, stream_ports, streams
else:
    __getattr__ = on_use(__name__)
