# SPDX-License-Identifier: Apache-2.0
"""The measurements that ``results/`` is to have."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from gatehash import published
from gatehash.catalog import BoundaryName, Design
from gatehash.implement.targets import PLACED, TARGETS
from gatehash.implement.units import Unit

__all__ = ["STREAM_FAMILIES", "wanted_boundaries", "wanted_targets", "wanted_units"]

STREAM_FAMILIES: tuple[str, ...] = ()
"""Families whose stream tops are wanted too, on the target that places and routes all designs."""


def wanted_targets(design: Design) -> tuple[str, ...]:
    """Return the names of the targets on which a design is to be measured.

    These are the targets for all designs, and the device families of the published figures that
    correspond to the design.

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


def wanted_boundaries(design: Design, target: str) -> tuple[BoundaryName, ...]:
    """Return the boundaries at which a design is to be measured on a target.

    These are the boundary of its paper and, for :data:`STREAM_FAMILIES` on the target that places
    and routes all designs, the stream top.

    Examples
    --------
    >>> from gatehash.catalog import find
    >>> wanted_boundaries(find("skein512-x8"), "ecp5")
    ('stream',)
    """
    both = design.family in STREAM_FAMILIES and target == PLACED.name
    return tuple(dict.fromkeys((design.compared, "stream") if both else (design.compared,)))


def wanted_units(
    designs: Iterable[Design],
    targets: Sequence[str] | None = None,
    boundary: BoundaryName | None = None,
) -> Iterator[Unit]:
    """Return the measurements that are wanted of some designs.

    Parameters
    ----------
    designs : iterable of Design
        The designs.
    targets : sequence of str, optional
        Names of targets; by default those of :func:`wanted_targets`.
    boundary : {"core", "stream"}, optional
        The boundary; by default those of :func:`wanted_boundaries`.
    """
    for design in designs:
        for target in wanted_targets(design) if targets is None else targets:
            for each in (boundary,) if boundary else wanted_boundaries(design, target):
                yield Unit(design, target, each)
