# SPDX-License-Identifier: Apache-2.0
"""Which designs are to be measured on which targets."""

from __future__ import annotations

from gatehash import published
from gatehash.catalog import Design
from gatehash.implement.targets import TARGETS

__all__ = ["wanted_targets"]


def wanted_targets(design: Design) -> tuple[str, ...]:
    """Return the names of the targets that a design is to be measured on.

    That is every target for all designs, and those device families besides on which a paper has a
    figure that the design answers to.

    Examples
    --------
    >>> from gatehash.catalog import find
    >>> wanted_targets(find("skein512-x8"))
    ('xc5v', 'xc6v', 'ecp5')
    """
    stored = published.papers()
    rows = [published.row(name) for name in design.paper_rows if name.split("/")[0] in stored]
    devices = [row.device for row in rows if row.device]
    return tuple(
        target.name
        for target in TARGETS.values()
        if target.for_all or any(map(target.has_device, devices))
    )
