# SPDX-License-Identifier: Apache-2.0
"""Commands that are added to Yosys, for changes of a netlist that it has no command for.

The inputs of a result include their code, see :data:`gatehash.implement.source.INPUTS`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gatehash.implement.scripts import FORGET_PARAMETERS
from gatehash.implement.targets import (
    CLOCK_MEMORIES,
    DIVIDE_TABLES,
    DIVIDED_TABLE,
    OPEN_INPUTS,
    SPLIT_ADDENDS,
)

__all__ = [
    "COMMANDS",
    "clock_memories",
    "divide_tables",
    "forget_parameters",
    "open_inputs",
    "split_addends",
]


def forget_parameters(yosys: Any) -> Any:
    """Make the Yosys command that removes the parameters of all cells of a type.

    The SystemVerilog front end gives the cells of a black box all parameters of its module, local
    ones too, and Yosys rejects parameters of a module that is mapped already.
    """

    class ForgetParameters(yosys.Pass):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__(FORGET_PARAMETERS, "take the parameters off cells of a type")

        def execute(self, arguments: list[str], design: Any) -> None:
            for module in design.all_selected_whole_modules():
                for cell in module.cells_.values():
                    if cell.type.str() == f"\\{arguments[1]}":
                        for name in list(cell.parameters):
                            cell.unsetParam(name)

    return ForgetParameters()


def open_inputs(yosys: Any) -> Any:
    """Make the Yosys command that disconnects an input of cells where a cell ties it.

    Its arguments are the cells' type, the input, and the type of the cell that ties it.
    """

    class OpenInputs(yosys.Pass):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__(OPEN_INPUTS, "leave inputs of cells open that are tied")

        def execute(self, arguments: list[str], design: Any) -> None:
            _, of, port, by = (yosys.IdString(f"\\{name}") for name in arguments)
            for module in design.all_selected_whole_modules():
                cells = list(module.cells_.values())
                ties = [
                    signal
                    for cell in cells
                    if cell.type == by
                    for signal in cell.connections_.values()
                ]
                for cell in cells:
                    if cell.type == of and cell.hasPort(port) and cell.getPort(port) in ties:
                        cell.unsetPort(port)

    return OpenInputs()


def split_addends(yosys: Any) -> Any:
    """Make the Yosys command that moves the second addend of CCU2C cells from B to D.

    Yosys maps a bit of an adder to A and B with C low, and of a subtractor with C high; D is high
    in both. A CCU2C propagates its whole table of four inputs, and generates the lower quarter of
    the table, a function of A and B.
    """

    class SplitAddends(yosys.Pass):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__(SPLIT_ADDENDS, "addends of CCU2C cells at A and D")

        def execute(self, arguments: list[str], design: Any) -> None:
            high = yosys.SigSpec(yosys.Const(1, 1))
            plain = yosys.Const(0x96AA, 16)
            add, subtract = yosys.Const(0x5AAA, 16), yosys.Const(0xAA5A, 16)
            halves = [
                [yosys.IdString(f"\\{name}{half}") for name in ("B", "C", "D", "INIT")]
                for half in (0, 1)
            ]
            for module in design.all_selected_whole_modules():
                for cell in module.cells_.values():
                    if cell.type.str() != "\\CCU2C":
                        continue
                    for b, c, d, init in halves:
                        addend, inverts = cell.getPort(b), cell.getPort(c)
                        if (
                            cell.getParam(init) == plain
                            and not addend.is_fully_const()
                            and inverts.is_fully_const()
                            and cell.getPort(d).is_fully_ones()
                        ):
                            low = inverts.is_fully_zero()
                            cell.setPort(b, high)
                            cell.setPort(c, high)
                            cell.setPort(d, addend)
                            cell.setParam(init, add if low else subtract)

    return SplitAddends()


def clock_memories(yosys: Any) -> Any:
    """Make the Yosys command that connects both clocks of a block memory where one is a constant.

    nextpnr times the upper half of a wide word that is read by the clock of the port that writes,
    which is a constant where nothing is written, and then leaves these paths out.
    """

    class ClockMemories(yosys.Pass):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__(CLOCK_MEMORIES, "both clocks of RAMB18E1 and RAMB36E1 connected")

        def execute(self, arguments: list[str], design: Any) -> None:
            ports = [yosys.IdString("\\CLKARDCLK"), yosys.IdString("\\CLKBWRCLK")]
            for module in design.all_selected_whole_modules():
                for cell in module.cells_.values():
                    if cell.type.str() not in ("\\RAMB18E1", "\\RAMB36E1"):
                        continue
                    for one, other in (ports, ports[::-1]):
                        if cell.getPort(one).is_fully_const():
                            cell.setPort(one, cell.getPort(other))

    return ClockMemories()


def divide_tables(yosys: Any) -> Any:
    """Make the Yosys command that divides each LUT6_2 into a LUT6 and a LUT5.

    O5 of a LUT6_2 is the lower half of its table, a function of I0 to I4. The LUT6 keeps the name
    of the cell, and the name of the LUT5 is that with ``$o5``, as nextpnr names parts of a cell.
    Both get an attribute, :data:`gatehash.implement.targets.DIVIDED_TABLE`.
    """

    class DivideTables(yosys.Pass):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__(DIVIDE_TABLES, "LUT6 and LUT5 in place of LUT6_2")

        def execute(self, arguments: list[str], design: Any) -> None:
            init, o5 = yosys.IdString("\\INIT"), yosys.IdString("\\O5")
            divided = yosys.IdString(f"\\{DIVIDED_TABLE}")
            for module in design.all_selected_whole_modules():
                for cell in list(module.cells_.values()):
                    if cell.type.str() != "\\LUT6_2":
                        continue
                    lower = module.addCell(
                        yosys.IdString(f"{cell.name.str()}$o5"), yosys.IdString("\\LUT5")
                    )
                    lower.setParam(init, cell.getParam(init).extract(0, 32))
                    for name in (yosys.IdString(f"\\I{place}") for place in range(5)):
                        lower.setPort(name, cell.getPort(name))
                    lower.setPort(yosys.IdString("\\O"), cell.getPort(o5))
                    cell.unsetPort(o5)
                    cell.setPort(yosys.IdString("\\O"), cell.getPort(yosys.IdString("\\O6")))
                    cell.unsetPort(yosys.IdString("\\O6"))
                    cell.type = yosys.IdString("\\LUT6")
                    for half in (cell, lower):
                        half.set_bool_attribute(divided)

    return DivideTables()


COMMANDS: dict[str, Callable[[Any], Any]] = {
    CLOCK_MEMORIES: clock_memories,
    DIVIDE_TABLES: divide_tables,
    FORGET_PARAMETERS: forget_parameters,
    OPEN_INPUTS: open_inputs,
    SPLIT_ADDENDS: split_addends,
}
"""Name of each command to the function of the Yosys module that makes it."""
