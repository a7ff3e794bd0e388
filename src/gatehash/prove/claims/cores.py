# SPDX-License-Identifier: Apache-2.0
"""The coprocessors' cores with their microcode: each program for all data, cycle by cycle."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from gatehash.catalog import DESIGNS
from gatehash.prove.claims.arx import arx_core
from gatehash.prove.claims.blake3_core import blake3_core
from gatehash.prove.claims.blake_chacha_core import blake_chacha_core
from gatehash.prove.claims.operators import algorithms_of, arx_algorithms
from gatehash.prove.claims.threefish_core import threefish_core
from gatehash.prove.kernel.properties import Property
from gatehash.prove.tools.simulation import simulated

__all__ = ["core_properties"]

# Words are loaded and read by another circuit in a stream top's core than in a core by itself.
_OVERLAPS = {"core": 0, "stream": 1}
_CLAIM = (
    "From any contents of registers and memories, each program ends with the result of the "
    "model's algorithm, for any data. It takes the catalogue's number of cycles, which no data "
    "influences. State that must persist between runs is unchanged."
)


def core_properties() -> tuple[Property, ...]:
    """Return the properties of all coprocessors' cores."""
    return (*_threefish(), *_blake_chacha(), *_blake3(), *_arx())


def _threefish() -> Iterator[Property]:
    for name, design in DESIGNS.items():
        core = design.hardware.core
        if core.top == "gh_threefish_mc_core":
            given = core.parameters
            uses = ["threefish"] + ["ubi"] * given["Chains"] + ["decrypt"] * given["Decrypts"]
            build = partial(threefish_core, tuple(uses))
            yield simulated(f"threefish-mc-core.programs.{name}", _CLAIM, build, design)


def _blake_chacha() -> Iterator[Property]:
    for name, design in DESIGNS.items():
        core = design.hardware.core
        if core.top == "gh_blake_chacha_mc_core":
            given = core.parameters
            algorithms = algorithms_of(given)
            for where, overlap in _OVERLAPS.items():
                # Programs and pipelines of a core with two streams are those of the others.
                if design.hardware.streams > 1 and not (overlap and given["Pipeline"] == 1):
                    continue
                yield simulated(
                    f"blake-chacha-mc-core.programs.{name}-{where}",
                    _CLAIM,
                    partial(blake_chacha_core, algorithms, bool(given["Three"]), bool(overlap)),
                    design,
                    Overlap=overlap,
                )


def _blake3() -> Iterator[Property]:
    for name, design in DESIGNS.items():
        if design.hardware.core.top == "gh_blake3_mc_core":
            for where, overlap in _OVERLAPS.items():
                yield simulated(
                    f"blake3-mc-core.programs.{name}-{where}",
                    _CLAIM,
                    partial(blake3_core, bool(overlap)),
                    design,
                    Overlap=overlap,
                )


def _arx() -> Iterator[Property]:
    for name, design in DESIGNS.items():
        core = design.hardware.core
        if core.top == "gh_arx_mc_core":
            algorithms = arx_algorithms(core.parameters)
            if core.parameters["ChaCha"]:
                algorithms = (*algorithms, "hchacha")
            # One property for each, as they are long.
            for algorithm in algorithms:
                yield simulated(
                    f"arx-mc-core.programs.{name}-{algorithm}",
                    _CLAIM,
                    partial(arx_core, (algorithm,)),
                    design,
                )
