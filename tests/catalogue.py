# SPDX-License-Identifier: Apache-2.0
"""The catalogue's designs as parameters of tests; which of them the quick tests simulate."""

from collections.abc import Callable, Collection, Iterable
from dataclasses import replace

import pytest

from gatehash.catalog import DESIGNS, Design, Job, find
from gatehash.implement import load
from gatehash.mutate.bench import GROUPS

__all__ = [
    "CATALOGUE",
    "JOBS",
    "OTHER_WIDTHS",
    "QUICK",
    "REGISTERED",
    "REGISTERED_WIDTHS",
    "SHELLS",
    "STREAMED",
    "jobs_of_netlist",
    "missing_families",
    "named",
    "parameters",
    "rebuilt",
    "registered",
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


def _ciphers(design: Design) -> int:
    """A simulator of PHASH takes six seconds to build for each of its W ciphers."""
    return design.hardware.core.parameters.get("Ciphers", 1)


_BENCHES = (find(name.partition("+")[0].partition("@")[0]) for group in GROUPS for name in group)
# The README's, the widest state, the other memory of a message, and the core with an alarm.
_EDGES = ("skein512-x8", "skein1024-x4", "sha512-bram", "sha3-x1-mac-fd")
# The simulator of one in logic takes as long to build as ten others. tests/rtl/test_equivalence.py
# proves that its S-box is that of the others.
_SMALLER = {"whirlpool-logic-table": "whirlpool-bram-table"}
_BENCHED = (_SMALLER.get(each.name, each.name) for each in _BENCHES if _ciphers(each) == 1)
_QUICK = dict.fromkeys((*_BENCHED, *_EDGES))
_NEW = missing_families(_QUICK)
QUICK = (*_QUICK, *(name for name, design in DESIGNS.items() if design.family in _NEW))
"""The designs that ``make test`` simulates in full: those of the benches of ``gatehash mutate``,
which use all code together, edges of families, and families that have no bench yet. What several
ciphers of PHASH add, several starts in a cycle, has tests of its own."""


def _shell(design: Design) -> frozenset[str]:
    """Modules between the pins and the core of a design."""
    named = ("_loader", "_serial", "_stream", "_streams")
    files = design.hardware.files()
    return frozenset(
        path.stem for path in files if path.parent.name == "stream" or path.stem.endswith(named)
    )


def _luts(design: Design) -> float:
    """Area of the stream top on record; infinite for a design without a record."""
    record = load(design, "ecp5", "stream")
    return float("inf") if record is None else record.area.lut


def _least_of_each_shell() -> dict[frozenset[str], str]:
    found: dict[frozenset[str], str] = {}
    for design in sorted(DESIGNS.values(), key=_luts):
        # Masked ones have tests of their own, tests/rtl/test_masked_top.py.
        if _ciphers(design) == 1 and not design.hardware.masking:
            found.setdefault(_shell(design), design.name)
    return found


SHELLS = tuple(_least_of_each_shell().values())
"""The smallest design of each shell."""


def _fewest_with_all_modules() -> tuple[str, ...]:
    """Choose among the shells, at each step the one with the most modules that are left."""
    shells = {name: _shell(find(name)) for name in SHELLS}
    left = frozenset[str]().union(*shells.values())
    found: list[str] = []
    while left:
        found.append(max(shells, key=lambda name: len(shells[name] & left)))
        left -= shells[found[-1]]
    return tuple(found)


STREAMED = _fewest_with_all_modules()
"""Designs of some shells which together have each module between pins and core. Their stream tops
meet stream models written by others; the others' do so in ``make test-all``."""

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
    for name in (
        *("threefish-mc-enc", "skein-mc", "chacha-x2-piped", "blake3-1", "blake3-2"),
        "chacha20-poly1305-x2-piped",
    )
]
"""Coprocessors with registers at all pins."""

REGISTERED_WIDTHS = [registered(design) for design in OTHER_WIDTHS if design.name == "threefish-mc"]
"""The same of other widths, one after the other."""


def named(design: Design) -> str:
    """Name a design with its width, and with its registers if it has them."""
    stream = design.hardware.stream
    pins = "-registered" if stream.parameters.get("Registered") else ""
    return f"{design.name}-{design.hardware.stream_bits}{pins}"


_OTHER_HARDWARE = {
    *(("sha256-lut", "sha-224"), ("blake256-half", "blake-224"), ("sha512-x1-piped", "sha-384")),
    *(("sha3-x1", "shake128"), ("sha3-x1-mac", "hmac-sha3-256"), ("sha3-x1-mac", "kmac128")),
    ("skein-mc-mac", "skein-mac-256-256"),
}


def rebuilt(job: Job) -> bool:
    """Whether a function's hardware has to be built for it alone, and differs in constants only.

    It is that of its design with other parameters: initial values, lengths, a rate. One of each
    mechanism is none of these.
    """
    usual = job.hardware == job.design.hardware
    return not usual and (job.design.name, job.name) not in _OTHER_HARDWARE


def first_of_each(
    cases: Iterable[tuple[str, str, object]], elsewhere: Collection[str] = ()
) -> list[object]:
    """Return test parameters; all but the first of each kind are marked ``large``.

    Parameters
    ----------
    cases : iterable of tuple
        A label, the kind, and the test's argument.
    elsewhere : collection of str
        Labels that are marked, too, since other tests have them.
    """
    found: list[object] = []
    seen: set[str] = set()
    for label, kind, case in cases:
        marks = [pytest.mark.large] if kind in seen or label in elsewhere else []
        found.append(pytest.param(case, id=label, marks=marks))
        seen.add(kind)
    return found


def parameters(
    cases: Iterable[tuple[str, Design] | tuple[str, Job] | tuple[str, Job, int]],
    rare: Callable[[Job], bool] = lambda _: False,
) -> list[object]:
    """Return test parameters; designs that are not of :data:`QUICK` are marked ``large``.

    Parameters
    ----------
    cases : iterable of tuple
        A label, then the test's arguments, of which the first is a design or a job.
    rare : callable, optional
        Whether to mark a job all the same.
    """
    found: list[object] = []
    for label, case, *more in cases:
        design = case.design if isinstance(case, Job) else case
        large = design.name not in QUICK
        large = large or (isinstance(case, Job) and rare(case))
        marks = [pytest.mark.large] if large else []
        found.append(pytest.param(case, *more, id=label, marks=marks))
    return found
