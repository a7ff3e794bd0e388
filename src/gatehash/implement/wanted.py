# SPDX-License-Identifier: Apache-2.0
"""The measurements that ``results/`` is to have."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, get_args

from gatehash import published
from gatehash.catalog import BoundaryName, Design
from gatehash.implement.families import TARGETS, find_target

__all__ = ["Unit", "wanted_boundaries", "wanted_targets", "wanted_units"]


class Unit(NamedTuple):
    """One result that is wanted: a design, a target's name, a boundary."""

    design: Design
    target: str
    boundary: BoundaryName


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
    """Return the boundaries at which a design is measured on a target, that of its paper first.

    These are both on the targets for all designs; elsewhere the paper's.

    Examples
    --------
    >>> from gatehash.catalog import find
    >>> wanted_boundaries(find("phash-1"), "ecp5"), wanted_boundaries(find("phash-1"), "gw2a")
    (('core', 'stream'), ('core',))
    """
    if find_target(target).for_all:
        return tuple(dict.fromkeys((design.compared, *get_args(BoundaryName))))
    return (design.compared,)


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
