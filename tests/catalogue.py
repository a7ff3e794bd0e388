# SPDX-License-Identifier: Apache-2.0
"""The catalogue's designs as parameters of tests, those that take minutes to build marked so."""

from collections.abc import Callable, Iterable
from dataclasses import replace

import pytest

from gatehash.catalog import DESIGNS, Boundary, Design

__all__ = ["CATALOGUE", "OTHER_WIDTHS", "VARIANTS", "at_width", "parameters"]

CATALOGUE = [(name, design) for name, design in DESIGNS.items()]

VARIANTS = [
    (f"{name}-{variant}" if len(design.variants) > 1 else name, variant, chosen)
    for name, design in CATALOGUE
    for variant, chosen in design.variants.items()
]
"""Each design with each of its algorithms: label, the algorithm's name for the design, design."""


def at_width(design: Design, stream_bits: int) -> Design:
    """Return a design with streams of another width; its cycles are those of its own width."""

    def wide(make: Callable[..., Design]) -> Callable[..., Design]:
        return lambda *given: at_width(make(*given), stream_bits)

    own = {**design.stream.parameters, "StreamBits": stream_bits}
    return replace(
        design,
        stream=Boundary(design.stream.top, own),
        stream_bits=stream_bits,
        hashes={name: wide(make) for name, make in design.hashes.items()},
        ciphers={
            name: replace(each, bind=wide(each.bind)) for name, each in design.ciphers.items()
        },
    )


_COPROCESSORS = ("skein-mc", "threefish-mc", "chacha-mc-1", "blake32-mc-1", "blake-chacha-mc-1")
OTHER_WIDTHS = [
    at_width(DESIGNS[name], bits)
    for name in _COPROCESSORS
    for bits in (8, 16, 32, 64)
    if bits != DESIGNS[name].stream_bits
]
"""Designs with streams of other widths than the catalogue's."""


def parameters(
    cases: Iterable[tuple[str, Design] | tuple[str, str, Design]],
    most: int,
    rare: Callable[[Design], bool] = lambda _: False,
) -> list[object]:
    """Return test parameters; designs of more than `most` equal parts are marked ``large``.

    A simulator of PHASH takes six seconds to build for each of its W ciphers. What such a design
    adds to one of few ciphers, several starts in a cycle, has tests of its own.

    Parameters
    ----------
    cases : iterable of tuple
        A label, then the test's arguments, the design last.
    most : int
        Parts of a design that is not marked.
    rare : callable, optional
        Whether to mark a design all the same.
    """
    found: list[object] = []
    for label, *arguments in cases:
        design = arguments[-1]
        assert isinstance(design, Design)
        large = design.core.parameters.get("Ciphers", 1) > most or rare(design)
        found.append(pytest.param(*arguments, id=label, marks=[pytest.mark.large] if large else []))
    return found
