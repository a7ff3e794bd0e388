# SPDX-License-Identifier: Apache-2.0
"""Answers in time: a bounded response of stream tops, from any state that they can reach.

``rtl/formal/gh_prove_answers.sv`` states it. The bound is the catalogue's number of cycles for a
message of three blocks: as many blocks can be ahead of a message's end, one in the core, one in the
buffer, and one that padding adds. SHA-2 has fewer rounds here than it has: its counter of rounds
makes the search too long. An assertion of its core, which is proved, says that a block takes as
many cycles as it has rounds.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from gatehash.catalog import DESIGNS, Design
from gatehash.models.sha2 import K
from gatehash.prove.kernel.properties import Property
from gatehash.prove.tools.harness import harness_property
from gatehash.prove.tools.modules import DATA, Module, streams_of

__all__ = ["Shorter", "answer_properties"]

_CLAIM = (
    "From any state, while the receiver accepts every offered beat, every packet is answered "
    "exactly once, within the time of a three-block message after its end or after the previous "
    "answer. Every offered beat is accepted within the same bound. The receiver may be ready "
    "before a beat is offered or not."
)
_BLOCKS = 3

_ROUNDS = 24
_SHORTER = "With {rounds} rounds in place of {whole}: {claim}"
_FUNCTION = re.compile(r"(int unsigned rounds\(.*?;\s*return ).*?;", re.DOTALL)


@dataclass(frozen=True)
class Shorter(Module):
    """A module with SHA-2 inside, whose blocks have fewer rounds.

    Parameters
    ----------
    rounds : int
        Rounds of a block, a multiple of 8, at least 24.
    """

    rounds: int = _ROUNDS

    def write_models(self, folder: Path, time_limit: float) -> None:
        """Write the models of a copy of the RTL to a folder, as of the RTL itself."""
        root = folder / "shorter"
        shutil.rmtree(root, ignore_errors=True)  # of a run that was interrupted
        shutil.copytree(self.root, root)
        package = root / "sha2" / "generated" / "gh_sha2_constants_pkg.sv"
        text, places = _FUNCTION.subn(rf"\g<1>{self.rounds};", package.read_text(encoding="utf-8"))
        assert places == 1
        package.write_text(text, encoding="utf-8")
        Module.write_models(replace(self, root=root), folder, time_limit)


# How each design is proved, and the modules of data that it is proved without.
_DESIGNS: Mapping[str, tuple[type[Module], tuple[str, ...]]] = {
    "whirlpool-lut-logic": (Module, DATA["whirlpool"]),
    "whirlpool-shared": (Module, ("gh_whirlpool_sbox", "gh_whirlpool_mix_row")),
    "skein256-x8": (Module, DATA["skein"]),
    "skein512-x8": (Module, DATA["skein"]),
    "sha3-x1": (Module, DATA["sha3"]),
    "blake256-half": (Module, DATA["blake"]),
    "sha256-lut": (Shorter, DATA["sha2"]),
    "sha512-bram": (Shorter, DATA["sha2"]),
}


def answer_properties() -> Iterator[Property]:
    """Yield the property of each design whose answers are proved to come in time."""
    for name, (kind, cut) in _DESIGNS.items():
        yield _property(DESIGNS[name], kind, cut)


def _property(design: Design, kind: type[Module], cut: tuple[str, ...]) -> Property:
    top, parameters = design.hardware.stream.top, design.hardware.stream.parameters
    (most,) = design.job().timing.ends([_BLOCKS])
    claim, given = _CLAIM, {}
    if kind is Shorter:
        whole = len(K[parameters["WordBits"]])
        most -= _BLOCKS * (whole - _ROUNDS)
        claim = _SHORTER.format(rounds=_ROUNDS, whole=whole, claim=_CLAIM)
        given = {"Rounds": _ROUNDS}
    module = kind(
        top,
        parameters,
        cut=cut,
        bound="gh_prove_answers",
        macros=(f"GH_ANSWERS={top}", f"GH_MOST={most}"),
        streams=streams_of(top),
    )
    found = harness_property("answers", top, claim, module, claimed_of=design.name)
    return replace(found, designs=(design.name,), parameters={**parameters, **given, "Most": most})
