# SPDX-License-Identifier: Apache-2.0
"""The streams of keyed functions go on, see ``gh_prove_served``.

Where a core has few rounds by a parameter it has few here, and a core's run may end at any time.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from gatehash.prove.claims.progress import SERVED
from gatehash.prove.claims.streams import harness_property
from gatehash.prove.kernel.properties import Property
from gatehash.prove.tools.keyed import Keyed

__all__ = ["keyed_properties"]


@dataclass(frozen=True)
class _Top:
    """A top, and what of it counts.

    Parameters
    ----------
    module : str
        Its name.
    parameters : mapping
        Its parameters, but for the width of its streams.
    widths : tuple of int
        Widths of its streams, in bits.
    most : int
        Cycles without a step.
    steps : tuple of str
        Steps inside, as signals in ``u_top``.
    rests : str
        When its core rests.
    loose : tuple of str
        Wires that may have any value.
    stand_ins : tuple of str
        Folders of ``rtl/formal`` whose modules replace the library's own of the same names.
    """

    module: str
    parameters: Mapping[str, int]
    widths: tuple[int, ...]
    most: int
    steps: tuple[str, ...]
    rests: str = "1'b1"
    loose: tuple[str, ...] = ()
    stand_ins: tuple[str, ...] = ()


# A padded beat, and a block that the core takes.
_SHA2_STEPS = ("u_top.beat_flags.valid&&u_top.beat_ready", "u_top.u_blocks.take")
_SHA2_RESTS = "u_top.u_blocks.u_core.core_q=='0"
# Runs of any length.
_SHA2_LOOSE = ("*u_core.last_q",)
# A beat of the packet or of what is before the message, the message's end, a padded beat, a block
# that the core takes, a beat of its answer.
_PREFIX_STEPS = (
    "u_top.u_shell.u_prefix.step",
    "u_top.u_shell.u_prefix.state_d!=u_top.u_shell.u_prefix.state_q",
    "u_top.u_shell.u_prefix.lasts",
    "u_top.u_shell.beat_flags.valid&&u_top.u_shell.beat_ready",
    "u_top.take",
    "u_top.u_shell.answer_valid&&u_top.u_shell.answer_ready",
)

_TOPS = {
    "resume": _Top(
        "gh_sha2_resume",
        {"WordBits": 32},
        (32, 64),
        16,
        ("u_top.u_padder.taken", *_SHA2_STEPS),
        _SHA2_RESTS,
        _SHA2_LOOSE,
    ),
    "hmac": _Top(
        "gh_sha2_hmac",
        {"WordBits": 32, "DigestBits": 256},
        (64,),
        12,
        (
            "u_top.u_hmac.step",
            "u_top.u_hmac.state_d!=u_top.u_hmac.state_q",
            "u_top.u_hmac.pass_d!=u_top.u_hmac.pass_q",
            *_SHA2_STEPS,
        ),
        _SHA2_RESTS,
        _SHA2_LOOSE,
    ),
    "sha3-mac": _Top(
        "gh_sha3_mac",
        {"RoundsPerCycle": 12},
        (64,),
        12,
        (*_PREFIX_STEPS, "u_top.u_core.advance"),
    ),
    "kmac": _Top(
        "gh_sha3_mac",
        {"Nested": 0, "Function": 4, "RoundsPerCycle": 12},
        (64,),
        12,
        (*_PREFIX_STEPS, "u_top.u_core.advance"),
    ),
    "skein-mac": _Top(
        "gh_skein_mac",
        {"StateBits": 256, "RoundsPerCycle": 8},
        (64,),
        12,
        _PREFIX_STEPS,
        "u_top.u_core.cipher_ready",
        ("*u_threefish.step_q",),
    ),
    "chacha": _Top(
        "gh_chacha_piped",
        {},
        (64,),
        12,
        ("u_top.state_d!=u_top.state_q", "u_top.state_q==3'd6"),
        "!u_top.run_q||u_top.stream_valid",
    ),
    "arx": _Top(
        "gh_arx_mc",
        {},
        (8,),
        12,
        (
            "u_top.u_stream.moves",
            "u_top.u_three.moves",
            "u_top.granted",
            "u_top.three_start",
            "u_top.u_stream.state_d!=u_top.u_stream.state_q",
            "u_top.u_three.state_d!=u_top.u_three.state_q",
        ),
        "!u_top.busy",
        ("*.config_byte", "*u_numbers.words_q"),
        ("runs",),
    ),
    "blake3-mc": _Top(
        "gh_blake3_mc",
        {},
        # PDR does not end within its time for wider converters.
        (8, 16),
        8,
        (
            "u_top.u_stream.moves",
            "u_top.start",
            "u_top.u_stream.state_d!=u_top.u_stream.state_q",
        ),
        "!u_top.busy",
        # The counts may have any value.
        ("*.config_byte", "*u_numbers.words_q"),
        ("runs",),
    ),
    "skein-mc-mac": _Top(
        "gh_skein_mc_mac",
        {"StateBits": 256},
        (16,),
        12,
        (
            "u_top.u_serial.moves",
            "u_top.u_serial.state_d!=u_top.u_serial.state_q",
            "u_top.digest_valid&&u_top.digest_ready",
        ),
        "!u_top.u_serial.core_busy",
        ("u_top.config_data", "*u_counter.carry", "*u_tweak.last_byte_o"),
        ("cores",),
    ),
}


def keyed(top: _Top, width: int) -> Keyed:
    """Return the harness of a top whose streams have so many bits."""
    given = {**top.parameters, "StreamBits": width}
    return Keyed(
        "gh_prove_keyed_served",
        {"StreamBits": width, "Most": top.most},
        stand_ins=top.stand_ins,
        loose=top.loose,
        around=top.module,
        macros=(
            f"GH_TOP={top.module}",
            f"GH_PARAMETERS={','.join(f'.{name}({value})' for name, value in given.items())}",
            f"GH_RESTS={top.rests}",
            f"GH_STEPS={'||'.join(top.steps)}",
        ),
    )


def keyed_properties() -> tuple[Property, ...]:
    """Return the property of each top, and of each width of its streams."""
    return tuple(_property(name, top, width) for name, top in _TOPS.items() for width in top.widths)


def _property(name: str, top: _Top, width: int) -> Property:
    claim = SERVED.format(most=top.most)
    harness = keyed(top, width)
    found = harness_property("served", top.module, claim, harness, claimed_of=f"{name}-{width}")
    return replace(found, parameters={**top.parameters, **harness.parameters})
