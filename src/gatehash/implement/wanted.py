# SPDX-License-Identifier: Apache-2.0
"""Which designs are to be measured on which targets and at which boundaries."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from gatehash import published
from gatehash.catalog import BoundaryName, Design
from gatehash.implement.targets import TARGETS
from gatehash.implement.units import Unit

__all__ = ["STREAM_FAMILIES", "wanted_boundaries", "wanted_targets", "wanted_units"]

STREAM_FAMILIES: tuple[str, ...] = ()
"""Families whose stream tops are wanted, wherever there is place and route for all designs, beside
the boundary that their paper measured."""


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


def wanted_boundaries(design: Design, target: str) -> tuple[BoundaryName, ...]:
    """Return the boundaries at which a design is to be measured on a target.

    That is the one that its paper measured, and for :data:`STREAM_FAMILIES` the stream top too
    where designs are placed and routed.

    Examples
    --------
    >>> from gatehash.catalog import find
    >>> wanted_boundaries(find("skein512-x8"), "ecp5")
    ('stream',)
    """
    where = TARGETS[target]
    both = design.family in STREAM_FAMILIES and where.for_all and where.place_and_route != ()
    return tuple(dict.fromkeys((design.compared, "stream") if both else (design.compared,)))


def wanted_units(
    designs: Iterable[Design],
    targets: Sequence[str] | None = None,
    boundary: BoundaryName | None = None,
) -> Iterator[Unit]:
    """Return the measurements that are to be there of some designs.

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
