# SPDX-License-Identifier: Apache-2.0
"""Paths between the two clocks of an exported top, for constraints."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Crossing", "crossings"]


@dataclass(frozen=True)
class Crossing:
    """Paths from registers or a memory of one clock to registers of the other one.

    Parameters
    ----------
    start, end : str
        Where they begin and end: names below instances, as the RTL has them; ``*`` stands for a
        generate block.
    gray : bool
        Whether what crosses is a Gray code, whose bits must arrive within a period.
    """

    start: str
    end: str
    gray: bool = False


# Registers of a gh_synchroniser, of which paths reach the first ones.
_STAGES = "stages_q"


def crossings() -> tuple[Crossing, ...]:
    """Return the paths: those of gh_async_fifo, and of the reset that gh_bus_reset sends across."""
    fifo = [
        Crossing(f"u_fifo/{start}", f"u_fifo/{end}/{_STAGES}", gray=start.endswith("gray_q"))
        for end, starts in (
            ("u_to_read", ("write_gray_q", "flush_q")),
            ("u_to_write", ("read_gray_q", "acknowledge_q", "request_q")),
        )
        for start in starts
    ]
    return (
        *fifo,
        Crossing("u_fifo/memory", "u_fifo/data_q"),
        Crossing("u_reset/request_q", f"u_reset/*u_request/{_STAGES}"),
        Crossing("u_reset/core_rst_q", f"u_reset/*u_acknowledge/{_STAGES}"),
    )
