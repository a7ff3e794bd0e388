# SPDX-License-Identifier: Apache-2.0
"""Messages in parts: a core that goes on from a chaining value, and the timing of its top."""

from __future__ import annotations

from collections.abc import Iterator

from gatehash.catalog import DESIGNS, Design
from gatehash.models.sha2 import WORDS_32, WORDS_64, compress_words
from gatehash.prove.kernel.equivalence import Case
from gatehash.prove.kernel.properties import Property
from gatehash.prove.kernel.term import const
from gatehash.prove.kernel.transition import Transition
from gatehash.prove.kernel.word import frees, joined
from gatehash.prove.tools.independence import CONTROL, Independence

__all__ = ["part_timing_properties", "sha2_loaded"]

_ON, _OFF = const(1, 1), const(0, 1)
_WORDS = 8
_BLOCK_WORDS = 16
# Cycles from the one behind a word to the one in which a block may be taken.
_ARRIVES = 4
# Cycles of the last rounds and the feed-forward, while no block follows.
_LAST = 6


def sha2_loaded(word_bits: int, module: Transition) -> Iterator[Case]:
    """Yield the equations of ``gh_sha2_core`` with ``Resumes``: a chaining value, then a block.

    Any chaining value is replaced by another, whose words come every second cycle or every third;
    behind it a block ends as the model's.
    """
    parameters = WORDS_32 if word_bits == 32 else WORDS_64
    rest = {
        **dict.fromkeys(("rst_i", "valid_i", "error_i", "digest_ready_i", "load_valid_i"), _OFF)
    }
    reset = module.step(module.free_state(), {**rest, "rst_i": _ON}).state
    for cycle in range(1, 4):
        reset = module.step(reset, rest, cycle).state
    before, loaded = frees("before", word_bits, _WORDS), frees("loaded", word_bits, _WORDS)
    for pause in (1, 2):
        state = module.hold(reset, "digest_o", joined(before, word_bits))
        for place, word in enumerate(loaded):
            load = {
                "load_valid_i": _ON,
                "load_place_i": const(place, 3),
                "load_word_i": word.bits(word_bits),
            }
            state = module.step(state, {**rest, **load}, 4).state
            for _ in range(pause):
                state = module.step(state, rest, 4).state
        # A block that is there already waits for the last word.
        for cycle in range(_ARRIVES - pause):
            waits = module.step(state, {**rest, "valid_i": _ON}, 4)
            yield Case(f"pause {pause}: waits, cycle {cycle}", waits.output("ready_o"), _OFF)
            state = module.step(state, rest, 4).state
        # The last turn of a ring is in the cycle in which a block may be taken.
        turned = module.step(module.step(state, rest, 4).state, rest, 4).output("digest_o")
        yield Case(f"pause {pause}: loaded", turned, joined(loaded, word_bits))

    block = frees("block", word_bits, _BLOCK_WORDS)
    taken = module.step(state, {**rest, "valid_i": _ON, "final_i": _ON}, 5)
    yield Case("block: taken", taken.output("ready_o"), _ON)
    state = taken.state
    for t in range(parameters.rounds + _LAST):
        word = {"word_i": block[t].bits(word_bits)} if t < _BLOCK_WORDS else {}
        state = module.step(state, {**rest, **word}, 6 + t).state
    last = module.step(state, rest, 5)
    yield Case("block: digest valid", last.output("digest_valid_o"), _ON)
    want = compress_words(loaded, block, parameters)
    yield Case("block: digest", last.output("digest_o"), joined(want, word_bits))


def _timing(design: Design) -> Property:
    hardware = design.hardware
    top, files = hardware.stream, hardware.files()
    proof = Independence(top.top, top.parameters, files, CONTROL, ("s_axis_tdata",))
    return Property(
        name=f"timing.{design.name}",
        module=top.top,
        designs=(design.name,),
        claim="tready, tvalid, tlast, tkeep and tuser, and therefore all cycle counts, do not "
        "depend on the data of messages. They depend on configurations, as a malformed one is "
        "refused.",
        method="cone of influence",
        sources=files,
        parameters=top.parameters,
        run=proof.run,
    )


# Designs whose messages have blocks of a packet before them.
_PREFIX = "stream/gh_prefix.sv"


def part_timing_properties() -> tuple[Property, ...]:
    """Return the property of each hash core with a stream of configurations."""
    return tuple(
        _timing(design)
        for design in DESIGNS.values()
        if design.hardware.configured
        and ("Resumes" in design.hardware.core.parameters or _PREFIX in design.hardware.sources)
    )
