# SPDX-License-Identifier: Apache-2.0
"""Cycle counts of stream tops, which do not depend on data."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from gatehash.catalog import DESIGNS, Design
from gatehash.catalog.checks import stream_checker_defines
from gatehash.prove.kernel.properties import Property
from gatehash.prove.tools.independence import CONTROL, Independence, Steered, independence

__all__ = ["timing_properties"]

_NEVER = "and therefore all cycle counts, do not depend on "
_CLAIM = f"tready, tvalid, tlast, tkeep and tuser, {_NEVER}"
_MESSAGES = "the data of messages"
# An answer with a wrong tag differs in its last beat's tkeep and tuser.
_HANDSHAKES = ("*tready", "*tvalid", "*tlast")
_WHEN = f"tready, tvalid and tlast, {_NEVER}"
_REFUSED = ". They depend on configurations, as a malformed one is refused."
_STEERED = (
    "data. Data are all bits of messages and of configurations, except the word that selects the "
    "operation, the length of a digest, the number of its first block for BLAKE3, and whether "
    "ChaCha's block counter overflows."
)
# Words through which a digest's length passes, as data do at other times.
_LOOSE: Mapping[str, tuple[str, ...]] = {
    "gh_threefish_mc_core": (
        *("u_serial.word_q", "u_unload.word_q", "u_counter.words_q", "u_counter.carry_q"),
        *("u_serial.place_q", "u_serial.kept_q"),
        *("u_core.loaded_q", "u_core.written_q", "u_core.length_q", "u_core.word_q"),
    ),
    **dict.fromkeys(
        ("gh_blake3_mc_core", "gh_arx_mc_core"), ("u_numbers.words_q", "u_numbers.carry_q")
    ),
    **dict.fromkeys(("gh_blake3_piped_core", "gh_blake3_lanes_core"), ("packet_q",)),
}
# Parameters with which the length of a digest is in word 1 of a packet.
_LENGTHS = ("Chains", "Blake2")
# Cores of which there are always so many words: the length, and the number of the first block.
_TOLD = dict.fromkeys(
    ("gh_blake3_mc_core", "gh_arx_mc_core", "gh_blake3_piped_core", "gh_blake3_lanes_core"), 2
)
_IN_TOPS: Mapping[str, Mapping[str, int]] = {
    name: {"Overlap": 1} for name in ("gh_blake_chacha_mc_core", "gh_blake3_mc_core")
}
# Files of designs whose messages have blocks of a packet before them, or a key that is taken or
# refused, or whose packets hold no data.
_PREFIXES = frozenset(
    {
        "stream/gh_prefix.sv",
        "blake/gh_blake2_stream.sv",
        "poly1305/gh_poly1305_x4_core.sv",
        "sha3/gh_sha3_mc_stream.sv",
        "stream/gh_byte_hmac.sv",
    }
)


def timing_properties() -> Iterator[Property]:
    """Yield the property of each design, unless it is microcoded with tags or detects faults.

    In the first ones the validity of a tag is timed as well, where PDR decides nothing. In the
    others an answer is an error where parities of the state differ: its wires depend on data.
    """
    for design in DESIGNS.values():
        hardware = design.hardware
        if hardware.alarm:
            continue
        authenticates = any(each.authenticates for each in design.functions)
        if authenticates and _PREFIXES & {*hardware.sources}:
            yield _by_wires(design, ("s_axis_tdata",), _WHEN + _MESSAGES + _REFUSED, _HANDSHAKES)
        elif not hardware.configured:
            yield _by_wires(design, ("*tdata",), f"{_CLAIM}{_MESSAGES}.")
        elif hardware.masking:
            yield _by_wires(
                design,
                ("s_axis_tdata", "s_axis_rnd_tdata"),
                f"{_CLAIM}{_MESSAGES} or on random bits{_REFUSED}",
            )
        elif "Resumes" in hardware.core.parameters or _PREFIXES & {*hardware.sources}:
            yield _by_wires(design, ("s_axis_tdata",), _CLAIM + _MESSAGES + _REFUSED)
        elif not authenticates:
            yield _steered(design)


def _by_wires(
    design: Design, data: tuple[str, ...], claim: str, control: tuple[str, ...] = CONTROL
) -> Property:
    hardware = design.hardware
    top = hardware.stream
    # What stands in it many times is taken as a whole.
    whole = (hardware.part.top,) if hardware.part else ()
    proof = Independence(top.top, top.parameters, hardware.files(), control, data, whole)
    return independence(f"timing.{design.name}", claim, proof, (design.name,))


def _steered(design: Design) -> Property:
    hardware = design.hardware
    top, core = hardware.stream, hardware.core
    # In a stream top words are loaded during runs.
    here: Mapping[str, int] = _IN_TOPS.get(core.top, {})
    proof = Steered(
        top.top,
        top.parameters,
        macros=(
            f"GH_STEERED={top.top}",
            f"GH_LENGTHS={_lengths(top.parameters, core.top)}",
            *(each for each in stream_checker_defines(hardware) if each == "GH_TWO_STREAMS"),
        ),
        loose=_LOOSE.get(core.top, ()),
        core=core.top,
        core_parameters=tuple({**core.parameters, **here}.items()),
    )
    return Property(
        name=f"timing.{design.name}",
        module=top.top,
        designs=(design.name,),
        claim=_CLAIM + _STEERED,
        method="data followed by PDR",
        sources=tuple(dict.fromkeys((*proof.files, *proof.core_files))),
        parameters=top.parameters,
        run=proof.run,
    )


def _lengths(parameters: Mapping[str, int], core: str) -> int:
    """Return how many words after word 0 of a packet select the part of a digest."""
    return _TOLD.get(core, int(any(parameters.get(each) for each in _LENGTHS)))
