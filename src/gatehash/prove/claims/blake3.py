# SPDX-License-Identifier: Apache-2.0
"""BLAKE3's compressions in flight: the ring, the tag of each job, and the output's timing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from gatehash.catalog import DESIGNS, Boundary
from gatehash.catalog.sources import needed
from gatehash.models.blake import QUARTETS
from gatehash.models.blake2 import g
from gatehash.models.blake3 import IV, SCHEDULE
from gatehash.paths import rtl_root
from gatehash.prove.claims.streams import harness_property
from gatehash.prove.kernel.equivalence import Case, equivalence
from gatehash.prove.kernel.properties import Property
from gatehash.prove.kernel.term import const
from gatehash.prove.kernel.terms import concat, extract
from gatehash.prove.kernel.transition import Transition
from gatehash.prove.kernel.word import frees, joined
from gatehash.prove.tools.independence import Independence
from gatehash.prove.tools.modules import Module
from gatehash.prove.tools.users import designs_with

__all__ = ["blake3_engine_properties"]

_CONTROL = ("ready_o", "many_o", "valid_o")
_DATA = ("data_i", "size_i", "mode_i", "number_i")
_CORE, _LANES, _LANE = "gh_blake3_piped_core", "gh_blake3_lanes_core", "gh_blake3_lane"
_SOURCES = (
    "compact/generated/gh_blake3_microcode_pkg.sv",
    "engine/gh_blake3_pkg.sv",
    "engine/gh_blake3_lanes_pkg.sv",
    "prim/generic/gh_add_of_xor.sv",
    "prim/generic/gh_copies.sv",
    "prim/generic/gh_mux4.sv",
    "stream/gh_fifo.sv",
    "engine/gh_engine.sv",
    "engine/gh_blake3_ring.sv",
    "engine/gh_blake3_tree.sv",
    "engine/gh_blake3_output.sv",
    "engine/gh_blake3_piped_core.sv",
    "engine/gh_blake3_run.sv",
    "engine/gh_blake3_lane.sv",
    "engine/gh_blake3_lanes_core.sv",
)
_ON, _OFF = const(1, 1), const(0, 1)
_STAGES, _WORD, _WORDS = 10, 32, 16
_JOBS = (
    "A job's tag leaves the ring unchanged, as many entries after its own as the ring has stages. "
    "In that cycle the engine reports a finished job, and the result is written to the job's row "
    "before the next job leaves."
)


def _round(v: Sequence[int], m: Sequence[int]) -> list[int]:
    """Return the state behind a round with the words of a block in order (section 2.2)."""
    out = list(v)
    for i, (a, b, c, d) in enumerate(QUARTETS):
        out[a], out[b], out[c], out[d] = g(out[a], out[b], out[c], out[d], m[2 * i], m[2 * i + 1])
    return out


def _ring(module: Transition) -> Iterator[Case]:
    """Yield the equations of ``gh_blake3_ring``: a round on any block, and its way back."""
    h, m = frees("h", _WORD, 8), frees("m", _WORD, _WORDS)
    t, (size,), (mode,) = frees("t", _WORD, 2), frees("size", 7, 1), frees("flags", 7, 1)
    inputs = {
        "enter_next_i": _ON,
        "h_i": joined(h, _WORD),
        "m_i": joined(m, _WORD),
        "t_i": joined(t, _WORD),
        "size_i": joined([size], 7),
        "flags_i": joined([mode], 7),
    }
    go = {**inputs, "enter_next_i": _OFF}
    now = module.step(module.free_state(), inputs).state
    now = module.step(now, go, 1).state
    for stage in range(1, _STAGES):
        now = module.step(now, go, 1 + stage).state
    leaves = module.step(now, go, 1 + _STAGES)
    state = concat(leaves.output("second_o"), leaves.output("first_o"))
    want = _round([*h, *IV[:4], *t, size, mode], m)
    yield Case("round", state, joined(want, _WORD))

    again = module.step(leaves.state, go, 2 + _STAGES)
    bits = _WORD * _WORDS
    yield Case("goes around", extract(again.net("state_q"), 0, bits), state)
    permuted = joined([m[i] for i in SCHEDULE[1]], _WORD)
    yield Case("words go along", extract(again.net("block_q"), 0, bits), permuted)


def _designs(core: str, parameters: Mapping[str, int]) -> tuple[str, ...]:
    """Return the designs with a core, as their top has the text of all."""
    wanted = Boundary(core, parameters)
    return tuple(each.name for each in DESIGNS.values() if each.hardware.core == wanted)


def _timing(core: str, **parameters: int) -> Property:
    files = needed((rtl_root() / source for source in _SOURCES), core)
    proof = Independence(core, parameters, files, _CONTROL, _DATA)
    instance = "".join(f".{name.lower()}{value}" for name, value in parameters.items())
    return Property(
        name=f"{core.removeprefix('gh_').replace('_', '-')}.timing{instance}",
        module=core,
        designs=_designs(core, parameters),
        claim="The cycles in which a word is taken and in which the output is ready do not depend "
        "on the words of key or message, the number of bytes in a word, the mode or the number of "
        "the output's block.",
        method="cone of influence",
        sources=files,
        parameters=parameters,
        run=proof.run,
    )


def blake3_engine_properties() -> tuple[Property, ...]:
    """Return the properties of BLAKE3's engines."""
    cut = ("gh_blake3_ring", "gh_blake3_tree", "gh_blake3_output", "gh_fifo")
    jobs = Module(_CORE, {}, cut=cut, bound="gh_prove_blake3_jobs")
    cut = ("gh_blake3_ring", "gh_blake3_run", "gh_blake3_output", "gh_fifo")
    lanes = [
        Module(_LANE, {"Lanes": count, "Lane": lane}, cut=cut, bound="gh_prove_blake3_lane_jobs")
        for count, lane in ((2, 0), (4, 0), (4, 1))
    ]
    return (
        equivalence(
            "",
            "gh_blake3_ring",
            "A state that enters has passed one round of the model when it leaves the last stage. "
            "If it enters once more, the words of its message block are in the next round's "
            "order.",
            _ring,
            designs=designs_with("gh_blake3_ring"),
            sources=_SOURCES,
        ),
        replace(harness_property("jobs", _CORE, _JOBS, jobs), designs=_designs(_CORE, {})),
        *(
            replace(
                harness_property("jobs", _LANE, _JOBS, each),
                designs=_designs(_LANES, {"Lanes": each.parameters["Lanes"]}),
            )
            for each in lanes
        ),
        _timing(_CORE),
        *(_timing(_LANES, Lanes=lanes) for lanes in (2, 4)),
    )
