# SPDX-License-Identifier: Apache-2.0
"""Skein with the arguments before a message, such as Skein-MAC's key; the unrolled designs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

from gatehash.catalog.design import Design
from gatehash.catalog.function import BytesField, Field, Function
from gatehash.catalog.hardware import Boundary, Hardware, parts
from gatehash.catalog.held import HELD
from gatehash.catalog.job import Job, Operation
from gatehash.catalog.prefix import Prefix, prefix_hardware
from gatehash.catalog.skein import SOURCES, skein_digest
from gatehash.catalog.timing import SequentialTiming
from gatehash.errors import GatehashError
from gatehash.models.padding import RULES
from gatehash.models.skein import ARGUMENTS, Skein, arguments, tweak_words
from gatehash.models.threefish import ROUNDS

__all__ = ["argument_blocks", "argument_fields", "skein_mac", "skein_mac_designs"]

_SOURCES = (*SOURCES, "skein/gh_skein_core.sv", "skein/gh_skein_mac.sv")

# Of all arguments, with the configuration: that which the design can hold.
_BLOCKS = 4

_HELP = {
    "person": "Personalization",
    "public_key": "Public key",
    "key_id": "Key identifier",
    "nonce": "Nonce",
}


def argument_fields(state_bytes: int) -> tuple[Field, ...]:
    """Return what a user gives for a message: the optional arguments, and how long they stay."""
    key = BytesField(
        name="key",
        help="Key of Skein-MAC.",
        length=state_bytes,
        free=True,
        example=bytes(range(state_bytes)),
        tested=(bytes(at % 256 for at in range(2 * state_bytes + 1)),),
        secret=True,
    )
    others = (
        BytesField(
            name=name,
            help=f"{_HELP[name]} of Skein; by default none.",
            length=0,
            free=True,
            default=b"",
            tested=(bytes(range(1, state_bytes)),) if name == "nonce" else (),
        )
        for name in ARGUMENTS
    )
    return (key, *others, HELD)


def argument_blocks(state_bytes: int, digest_bits: int, **given: bytes) -> Iterator[bytes]:
    """Yield the blocks of the arguments before a message, each behind the word of its tweak."""
    for kind, data in arguments(digest_bits, **given):
        for start in range(0, len(data), state_bytes):
            end = min(start + state_bytes, len(data))
            low, high = tweak_words(end, kind, first=start == 0, final=end == len(data))
            tag = low | high
            yield tag.to_bytes(8, "little") + data[start:end].ljust(state_bytes, b"\0")


def skein_mac(
    state_bits: int,
    most: int,
    timing: Callable[[Prefix, Hardware, int], SequentialTiming],
    **parameters: int,
) -> Function:
    """Return the function of a design whose messages have the arguments before them.

    Parameters
    ----------
    state_bits : int
        State size.
    most : int
        Blocks of all arguments, the configuration's among them, that the design takes.
    timing : callable
        Returns the cycles for the blocks, the hardware and the digest's length in bits.
    **parameters : int
        Parameters of the hardware that the function chooses, beside the digest's length.
    """
    state_bytes = state_bits // 8
    fields = argument_fields(state_bytes)
    names = ("key", *ARGUMENTS)

    def job(
        design: Design, operation: Operation, values: Mapping[str, Any], *, again: bool = False
    ) -> Job:
        bits, given = values["digest_bits"], {name: values[name] for name in names}
        blocks = tuple(argument_blocks(state_bytes, bits, **given))
        if len(blocks) > most:
            raise GatehashError(
                f"configuration, {', '.join(name for name in names if given[name])} are "
                f"{len(blocks)} blocks of {state_bytes} bytes; {design.name} takes at most "
                f"{most}, of which the configuration is one"
            )
        hardware = design.hardware.having(**parameters, DigestBits=bits)
        prefix = Prefix(blocks=blocks, most=most, tag_bytes=8, held=values["held"], again=again)
        return Job(
            design=design,
            hardware=hardware,
            name=f"skein-mac-{state_bits}-{bits}",
            padding=RULES[f"skein-{state_bits}"],
            model=partial(Skein, state_bits, bits, **given),
            timing=timing(prefix, hardware, bits),
            digest_bits=bits,
            config=prefix.config,
            distrust=prefix.distrust,
            hold=prefix.hold(partial(job, design, operation, values, again=True)),
        )

    digest = skein_digest(state_bits, tested=False)
    return Function(f"skein-mac-{state_bits}-{state_bits}", job, (digest, *fields), "keyed hash")


def _function(state_bits: int, cycles: int) -> Function:
    def timing(prefix: Prefix, hardware: Hardware, digest_bits: int) -> SequentialTiming:
        return prefix.timing(
            hardware,
            block_bytes=state_bits // 8,
            block=cycles,
            message=cycles * -(-digest_bits // state_bits),
            digest_bits=digest_bits,
            piece_bits=state_bits,
            handover=1,
        )

    return skein_mac(state_bits, _BLOCKS, timing)


def _skein_mac(state_bits: int, rounds_per_cycle: int) -> Design:
    cycles = ROUNDS[state_bits // 64] // rounds_per_cycle + 1
    parallel = {"RoundsPerCycle": rounds_per_cycle, "DigestBits": state_bits}
    return Design(
        name=f"skein{state_bits}-x{rounds_per_cycle}-mac",
        family="skein",
        microarchitecture=f"{rounds_per_cycle} rounds a cycle; arguments before the message",
        hardware=prefix_hardware(
            "skein",
            "gh_skein_mac",
            Boundary("gh_skein_core", {"StateWords": state_bits // 64, **parallel, "Keyed": 1}),
            {"StateBits": state_bits, **parallel, "Blocks": _BLOCKS},
            _SOURCES,
            parts(64),
        ),
        functions=(_function(state_bits, cycles),),
        compared="stream",
    )


def skein_mac_designs() -> tuple[Design, ...]:
    """Return the designs with Skein-MAC, each with a code as long as its state."""
    return (_skein_mac(256, 4), _skein_mac(512, 8))
