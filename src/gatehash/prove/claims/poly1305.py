# SPDX-License-Identifier: Apache-2.0
"""Poly1305: products of its digits, and that its cycles do not depend on data."""

from __future__ import annotations

from collections.abc import Iterator

from gatehash.catalog import DESIGNS
from gatehash.catalog.sources import needed
from gatehash.paths import rtl_root
from gatehash.prove.kernel.equivalence import Case, equivalence
from gatehash.prove.kernel.properties import Property
from gatehash.prove.kernel.term import const
from gatehash.prove.kernel.transition import Transition
from gatehash.prove.kernel.word import free
from gatehash.prove.tools.independence import Independence

__all__ = ["poly1305_properties"]

_SOURCES = (
    "prim/generic/gh_row_pair.sv",
    "compact/gh_digit_product.sv",
    "compact/gh_poly1305.sv",
)
_TOP = "gh_poly1305"
# Bits of a word and of a digit in logic.
_WIDTH, _DIGIT_BITS = 29, 4
_DATA = "data_i"
_CONTROL = ("ready_o", "tag_valid_o")


def _products(module: Transition) -> Iterator[Case]:
    """Yield the equations of ``gh_digit_product``: any word times each digit."""
    word = free("word", _WIDTH)
    for digit in range(1 << _DIGIT_BITS):
        inputs = {"word_i": word.bits(_WIDTH), "digit_i": const(digit, _DIGIT_BITS)}
        got = module.step(module.free_state(), inputs).output("product_o")
        yield Case(f"times {digit}", got, (word * digit).bits(_WIDTH + _DIGIT_BITS))


def poly1305_properties() -> tuple[Property, ...]:
    """Return the properties of the module, in logic and with DSP blocks."""
    found = []
    files = needed((rtl_root() / source for source in _SOURCES), _TOP)
    for label, dsp in (("logic", 0), ("dsp", 1)):
        designs = tuple(
            name
            for name, design in DESIGNS.items()
            if any(function.authenticates for function in design.functions)
            and design.hardware.core.parameters["Dsp"] == dsp
        )
        found.append(
            Property(
                name=f"poly1305.timing.{label}",
                module=_TOP,
                designs=designs,
                claim="The cycles in which a byte is taken and in which a byte of the tag is "
                "ready depend on neither key nor message.",
                method="cone of influence",
                sources=files,
                parameters={"Dsp": dsp},
                run=Independence(_TOP, {"Dsp": dsp}, files, _CONTROL, (_DATA,)).run,
            )
        )
        if not dsp:
            found.append(
                equivalence(
                    label,
                    "gh_digit_product",
                    "For each digit and any word, the output is their product.",
                    _products,
                    designs=designs,
                    sources=_SOURCES,
                    Width=_WIDTH,
                    DigitBits=_DIGIT_BITS,
                    Dsp=0,
                )
            )
    return tuple(found)
