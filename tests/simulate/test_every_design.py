# SPDX-License-Identifier: Apache-2.0
"""Every name of the catalogue has a simulator, at every width; each design answers in it."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from tests.catalogue import CATALOGUE, QUICK, first_of_each, named, registered
from tests.tiers import LARGEST

from gatehash.catalog import Design, find
from gatehash.catalog.phash import MAX_CIPHERS, STAGES, phash_design
from gatehash.catalog.phash_timing import RING_STAGES
from gatehash.simulate import Simulation
from gatehash.simulate.build import check
from gatehash.simulate.plan import plan_build


def _streaming(design: Design, bits: int) -> Design:
    return replace(design, hardware=design.hardware.streaming(bits))


def _check(design: Design, *, parameters_only: bool = False) -> None:
    """Fail, with Verilator's first complaint, if it has any about the simulator's sources."""
    job = replace(next(iter(design.jobs.values())), hardware=design.hardware)
    check(plan_build(job), design.name, parameters_only=parameters_only)


def _edges() -> Iterator[tuple[str, str, Design]]:
    """Yield designs that differ in their structure: label, kind, design.

    Each top has a narrowest and a widest stream, and most have registers at the pins.
    """
    for _, design in CATALOGUE:
        hardware = design.hardware
        for bits in (hardware.widths[0], hardware.widths[-1]):
            other = _streaming(design, bits)
            kind = "narrow" if bits == hardware.widths[0] else "wide"
            yield named(other), f"{hardware.stream.top} {kind}", other
        if "Registered" in hardware.stream.parameters:
            other = registered(design)
            yield named(other), f"{hardware.stream.top} registered", other
    yield "blake3-4", "blake3-4", find("blake3-4")


def _forms() -> Iterator[tuple[str, str, Design]]:
    """Yield all designs, those first that ``make test`` builds: label, kind, design.

    Coprocessors with the same files, pipeline and sums differ in their microcode. In slang, all
    designs are elaborated in tests/rtl/test_lint.py.
    """
    for name, design in sorted(CATALOGUE, key=lambda case: case[0] not in QUICK):
        hardware = design.hardware
        form = [hardware.stream.parameters.get(each) for each in ("Pipeline", "Three")]
        kind = str((hardware.stream.top, hardware.files(), *form))
        yield name, kind if design.family == "compact" else name, design


@pytest.mark.parametrize(
    "design",
    [
        # Others are built by make test, which fails of a warning.
        *first_of_each(_forms(), QUICK),
        # The same of other structure, but each kind once; some have the name of one above.
        *first_of_each(_edges()),
        *(
            pytest.param(phash_design(ciphers, stages), marks=pytest.mark.large)
            for stages in (STAGES, RING_STAGES)
            for ciphers in range(1, MAX_CIPHERS + 1)
        ),
    ],
)
def test_parameters_fit(design: Design) -> None:
    """Verilator has nothing to say once parameters have their values.

    PHASH has other logic for each number of blocks that may start together, and for rings.
    """
    _check(design, parameters_only=True)


_BUILT = {named(find(name)) for name in QUICK}
# Verilator takes a quarter of a minute for twelve ciphers, which test_parameters_fit elaborates.
_SEVERAL = {
    named(_streaming(design, bits))
    for name, design in CATALOGUE
    for bits in (design.hardware.stream_bits, *design.hardware.widths)
    if design.hardware.core.parameters.get("Ciphers", 1) > 1
}


def _all() -> Iterator[tuple[str, str, Design]]:
    """Yield every design with every width, the usual one first, and the files that it needs."""
    for _, design in CATALOGUE:
        hardware = design.hardware
        widths = (hardware.stream_bits, *hardware.widths)
        for bits in dict.fromkeys(widths):
            other = _streaming(design, bits)
            yield named(other), str((hardware.stream.top, other.hardware.files())), other


@pytest.mark.parametrize("design", first_of_each(_all(), _BUILT | _SEVERAL))
def test_verilator_takes_all_sources(design: Design) -> None:
    """It goes through all that it does before a compiler is called, and has nothing to say."""
    _check(design)


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=pytest.mark.large(first=True, every=name == LARGEST))
        for name, _ in CATALOGUE
    ],
)
def test_every_design_answers(name: str) -> None:
    """It has the model's answers, in the cycles of its formula."""
    job = find(name).principal_job
    block = job.padding.block_bytes
    messages = [bytes(each % 251 for each in range(size)) for size in (block, 3 * block)]
    with Simulation(job) as simulation:
        for message in map(job.acceptable, messages):
            answer = simulation.ask([message])
            model = job.model()
            model.update(message)
            assert (answer.data, answer.error) == (model.digest(), False)
            assert answer.cycles == job.latency(len(message))
