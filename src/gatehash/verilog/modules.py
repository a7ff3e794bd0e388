# SPDX-License-Identifier: Apache-2.0
"""Modules and instances as Verilog-2001: the tops that the library writes are made of these."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from gatehash.verilog.ports import Port

__all__ = ["instance", "module", "wire"]


def wire(port: Port, name: str | None = None) -> str:
    """Return the declaration of a wire as wide as a port, of the port's name or another."""
    return f"  wire {port.range}{name or port.name};"


def instance(
    module_name: str, name: str, parameters: Mapping[str, object], nets: Mapping[str, str]
) -> Iterator[str]:
    """Yield the lines of an instance, a blank line first.

    Parameters
    ----------
    module_name : str
        The module.
    name : str
        Name of the instance.
    parameters : mapping
        Values of the module's parameters, as Verilog; none leaves the list out.
    nets : mapping
        Net at each port; an empty one leaves the port open.
    """
    yield ""
    if parameters:
        yield f"  {module_name} #("
        yield from _connections(parameters)
        yield f"  ) {name} ("
    else:
        yield f"  {module_name} {name} ("
    yield from _connections(nets)
    yield "  );"


def module(name: str, purpose: Sequence[str], ports: Sequence[Port], body: Iterable[str]) -> str:
    """Return the file of a module.

    Parameters
    ----------
    name : str
        Name of the module.
    purpose : sequence of str
        Lines of the comment above it.
    ports : sequence of Port
        Its ports, all of them wires, in the order of declaration.
    body : iterable of str
        Lines between the ports and ``endmodule``, a blank line first.
    """
    return "\n".join(_lines(name, purpose, ports, body)) + "\n"


def _connections(pairs: Mapping[str, object]) -> Iterator[str]:
    for place, (port, net) in enumerate(pairs.items(), 1):
        yield f"      .{port}({net}){',' if place < len(pairs) else ''}"


def _lines(
    name: str, purpose: Sequence[str], ports: Sequence[Port], body: Iterable[str]
) -> Iterator[str]:
    yield "// SPDX-License-Identifier: Apache-2.0"
    yield "//"
    yield from (f"// {line}" for line in purpose)
    yield ""
    yield "`default_nettype none"
    yield ""
    yield f"module {name} ("
    for place, port in enumerate(ports, 1):
        comma = "," if place < len(ports) else ""
        yield f"    {port.direction:6} wire {port.range}{port.name}{comma}"
    yield ");"
    yield from body
    yield ""
    yield "endmodule"
    yield ""
    yield "`default_nettype wire"
