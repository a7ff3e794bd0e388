# SPDX-License-Identifier: Apache-2.0
"""The catalogue's designs as parameters of tests, those that take minutes to build marked so."""

from collections.abc import Callable, Iterable
from dataclasses import replace

import pytest

from gatehash.catalog import DESIGNS, Design, Job, find

__all__ = [
    "CATALOGUE",
    "JOBS",
    "OTHER_WIDTHS",
    "PARTS",
    "REGISTERED",
    "REGISTERED_WIDTHS",
    "jobs_of_netlist",
    "missing_families",
    "named",
    "parameters",
    "registered",
    "shorter_digest",
]

CATALOGUE = [(name, design) for name, design in DESIGNS.items()]

JOBS = [
    (f"{name}-{label}" if len(design.jobs) > 1 else name, job)
    for name, design in CATALOGUE
    for label, job in design.jobs.items()
]
"""Each design with each of its functions and operations: label, job."""


def missing_families(names: Iterable[str]) -> set[str]:
    """Return the families of the catalogue that have no design among some names.

    Tests that choose designs by a table run every design of such a family.
    """
    return {design.family for design in DESIGNS.values()} - {find(name).family for name in names}


def jobs_of_netlist(design: Design) -> list[Job]:
    """Return those jobs of a design that need no other parameters than it is listed with."""
    return [job for job in design.jobs.values() if job.hardware == design.hardware]


_FORMS = ("2", "3", "1-t")
PARTS = (
    *(f"{name}-{form}" for name in ("blake-mc", "blake32-mc", "blake64-mc") for form in _FORMS),
    *("blake2s-mc-3", "blake2b-mc-2", "blake3-mc-2", "chacha-mc-2"),
)
"""Coprocessors of algorithms and pipelines that others have as well, with the same programs."""

_WIDTHS = {
    **dict.fromkeys(("skein-mc", "threefish-mc"), (8, 32, 64)),
    # Their streams are of bytes inside; the converters at their pins have benches of their own.
    "chacha-mc-1": (16,),
    "blake-chacha-mc-1": (32,),
    "blake32-mc-1": (64,),
}
OTHER_WIDTHS = [
    replace(DESIGNS[name], hardware=DESIGNS[name].hardware.streaming(bits))
    for name, widths in _WIDTHS.items()
    for bits in widths
]
"""Coprocessors with other stream widths than the catalogue's; their cycles are not exact."""


def registered(design: Design) -> Design:
    """Return a design with registers at all pins."""
    return replace(design, hardware=design.hardware.having(Registered=1))


REGISTERED = [
    registered(DESIGNS[name])
    for name in ("threefish-mc-enc", "skein-mc", "chacha-x2-piped", "blake3-1", "blake3-2")
]
"""Coprocessors with registers at all pins."""

REGISTERED_WIDTHS = [registered(design) for design in OTHER_WIDTHS if design.name == "threefish-mc"]
"""The same of other widths, one after the other."""


def named(design: Design) -> str:
    """Name a design with its width, and with its registers if it has them."""
    stream = design.hardware.stream
    pins = "-registered" if stream.parameters.get("Registered") else ""
    return f"{design.name}-{design.hardware.stream_bits}{pins}"


def shorter_digest(job: Job) -> bool:
    """Whether it is BLAKE's rounds, built anew for another digest than the design's own."""
    blake = job.design.family in {"blake", "blake-piped"}
    return blake and job.hardware != job.design.hardware


def first_of_each(cases: Iterable[tuple[str, str, object]]) -> list[object]:
    """Return test parameters; all but the first of each kind are marked ``large``.

    Parameters
    ----------
    cases : iterable of tuple
        A label, the kind, and the test's argument.
    """
    found: list[object] = []
    seen: set[str] = set()
    for label, kind, case in cases:
        marks = [pytest.mark.large] if kind in seen else []
        found.append(pytest.param(case, id=label, marks=marks))
        seen.add(kind)
    return found


def parameters(
    cases: Iterable[tuple[str, Design] | tuple[str, Job] | tuple[str, Job, int]],
    most: int,
    rare: Callable[[Job], bool] = lambda _: False,
) -> list[object]:
    """Return test parameters; designs of more than `most` equal parts are marked ``large``.

    So are those whose parts others have, see :data:`PARTS`. A simulator of PHASH takes six seconds
    to build for each of its W ciphers. What such a design adds to one of few ciphers, several
    starts in a cycle, has tests of its own.

    Parameters
    ----------
    cases : iterable of tuple
        A label, then the test's arguments, of which the first is a design or a job.
    most : int
        Parts of a design that is not marked.
    rare : callable, optional
        Whether to mark a job all the same.
    """
    found: list[object] = []
    for label, case, *more in cases:
        design = case.design if isinstance(case, Job) else case
        large = case.hardware.core.parameters.get("Ciphers", 1) > most or design.name in PARTS
        large = large or (isinstance(case, Job) and rare(case))
        marks = [pytest.mark.large] if large else []
        found.append(pytest.param(case, *more, id=label, marks=marks))
    return found
