# SPDX-License-Identifier: Apache-2.0
"""Designs that compute everything twice, side by side, and compare: :file:`gh_twice.sv`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from gatehash.catalog.design import Design
from gatehash.catalog.hardware import Boundary

__all__ = ["twice"]


def twice(of: Design, source: str, without: Sequence[str] = ()) -> Design:
    """Return the design of two copies of another one's stream top, with the same cycles.

    It is measured as a whole at both boundaries: a core alone compares nothing.

    Parameters
    ----------
    of : Design
        The other design.
    source : str
        RTL file of the top, below ``rtl/``.
    without : sequence of str
        Parameters that the top does not have, for it sets them.
    """
    hardware = of.hardware
    top = source.rpartition("/")[2].removesuffix(".sv")
    kept = {
        name: value for name, value in hardware.stream.parameters.items() if name not in without
    }
    whole = Boundary(top, kept)
    return replace(
        of,
        name=f"{of.name}-twice",
        microarchitecture=f"{of.microarchitecture}; twice, compared: detects faults",
        hardware=replace(
            hardware,
            stream=whole,
            core=whole,
            sources=(*hardware.sources, "guarded/gh_twice.sv", source),
            alarm=True,
        ),
        compared="stream",
        paper_rows=(),
        copies=of.name,
    )
