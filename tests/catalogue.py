# SPDX-License-Identifier: Apache-2.0
"""The catalogue's designs as parameters of tests, those that take minutes to build marked so."""

from collections.abc import Iterable

import pytest

from gatehash.catalog import DESIGNS, Design

__all__ = ["CATALOGUE", "parameters"]

CATALOGUE = [(name, design) for name, design in DESIGNS.items()]


def parameters(designs: Iterable[tuple[str, Design]], most: int) -> list[object]:
    """Return test parameters; designs of more than `most` equal parts are marked ``large``.

    A simulator of PHASH takes six seconds to build for each of its W ciphers. What such a design
    adds to one of few ciphers, several starts in a cycle, has tests of its own.
    """
    return [
        pytest.param(
            design,
            id=name,
            marks=[pytest.mark.large] if design.core.parameters.get("Ciphers", 1) > most else [],
        )
        for name, design in designs
    ]
