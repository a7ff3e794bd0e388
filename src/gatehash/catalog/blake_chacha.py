# SPDX-License-Identifier: Apache-2.0
"""The microcoded coprocessors for BLAKE and ChaCha (paper At), and for BLAKE2."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from gatehash.catalog.blake2 import blake2_function
from gatehash.catalog.design import Design
from gatehash.catalog.function import BytesField, Function, digest_length
from gatehash.catalog.hardware import (
    BYTE_PINS,
    Boundary,
    Hardware,
    byte_pin_cycles,
    parts,
)
from gatehash.catalog.job import Job, Model, Operation, config_words
from gatehash.catalog.runs import BLAKE2_RUNS, BLAKE_RUNS, CHACHA_RUNS, HCHACHA_RUN
from gatehash.catalog.timing import SequentialTiming
from gatehash.catalog.twice import twice
from gatehash.models.blake import PARAMETERS, Blake
from gatehash.models.blake2 import Parameters as Blake2Parameters
from gatehash.models.padding import RULES, PaddingRule

__all__ = [
    "ARX_PRIMS",
    "ARX_SOURCES",
    "CHACHA_ROUNDS",
    "REGISTER_PLACES",
    "blake2_timing",
    "blake_chacha_designs",
    "blake_function",
    "chacha_function",
    "chacha_timing",
    "choice",
    "xchacha_function",
]

ARX_SOURCES = (
    "compact/generated/gh_arx_microcode_pkg.sv",
    "compact/generated/gh_blake_chacha_microcode_pkg.sv",
    "compact/generated/gh_blake3_microcode_pkg.sv",
    "stream/gh_serial_counter.sv",
    *BYTE_PINS,
    "compact/gh_arx_mc_alu.sv",
    "compact/gh_arx_mc_sequencer.sv",
    "compact/gh_arx_mc_core.sv",
    "compact/gh_blake_chacha_mc_block.sv",
    "compact/gh_blake_chacha_mc_contract.sv",
    "compact/gh_blake_chacha_mc_core.sv",
    "compact/gh_arx_mc_loader.sv",
    "compact/gh_arx_mc_stream.sv",
    "compact/gh_arx_mc_streams.sv",
    "compact/gh_blake3_mc_sequencer.sv",
    "compact/gh_blake3_mc_core.sv",
    "compact/gh_blake3_mc_loader.sv",
    "compact/gh_blake3_mc_stream.sv",
)
"""RTL files of the ARX coprocessors, without their tops."""
ARX_PRIMS = ("gh_add_xor3", "gh_mux4", "gh_mux8", "gh_xor2")
"""Modules of ``rtl/prim`` in them."""

# What a message's packet begins with.
_FUNCTIONS = (
    *("blake-224", "blake-256", "blake-384", "blake-512"),
    *("chacha8", "chacha12", "chacha20", "chacha20-ietf"),
)

_XCHACHA = len(_FUNCTIONS)
# The run that makes XChaCha's key, between two parts of the packet, and the second part.
_DERIVES = HCHACHA_RUN + 1 + 16

_STREAM_BITS = 8
_CHACHA_BLOCK, _CHACHA_WORD = 64, 4
_COUNTER_LEAVES = "this counter leaves {}"
CHACHA_ROUNDS = (8, 12, 20)
"""Rounds of ChaCha with a counter of two words."""

# Four rotations of the message's counter after a block: the count, the length, t twice.
_TAIL = 32
# Cycles for a word of an answer besides its bytes: request and read.
_READ = 2
# Where three words are added, a run leaves the register file's port in few cycles: so much of the
# writing of t is left when it ends.
_LATE = 7
# The stream that runs next is selected of two, and its program is fetched.
_CHOICE = 2
# With the cycle in which a run is cancelled.
_ERASED = 57
# Of BLAKE2: bytes of a packet's first word, the wait for the first beat behind a key, and words
# that are overwritten after a message. A tail has four rotations, too: the count, t, and two for
# the flags.
_HEAD_BYTES, _KEY_WAIT, _BLAKE2_ERASED = 8, 1, 64


def _chacha_fields(counter_bytes: int, example: int) -> tuple[BytesField, ...]:
    """Return what a user gives; counter and nonce have 16 bytes together."""
    nonce = 16 - counter_bytes
    return (
        BytesField(name="key", help="Key.", length=32, example=bytes(range(32)), secret=True),
        BytesField(
            name="nonce",
            help="Nonce of ChaCha, 8 bytes; of ChaCha20 as in RFC 8439, 12 bytes.",
            length=nonce,
            example=bytes(range(nonce)),
        ),
        BytesField(
            name="counter",
            help="Counter of ChaCha's first block; by default 0.",
            length=counter_bytes,
            default=bytes(counter_bytes),
            example=example.to_bytes(counter_bytes, "little"),
            least=0,
            most=256**counter_bytes - 1,
        ),
    )


REGISTER_PLACES = {1: "in the rotation", 2: "in the adder", 3: "behind the memory"}
"""Values of the operator's parameter ``Pipeline``, and where it has a register."""

_KINDS: dict[str, tuple[bool, bool, bool]] = {
    "chacha-mc": (False, False, True),
    "blake32-mc": (True, False, False),
    "blake64-mc": (False, True, False),
    "blake-mc": (True, True, False),
    "blake-chacha-mc": (True, True, True),
    "blake2s-mc": (True, False, False),
    "blake2b-mc": (False, True, False),
}
"""Name of a kind of design, and whether it has BLAKE of 32-bit words, of 64-bit ones, ChaCha."""
_BLAKE2 = {"blake2s-mc": "blake2s", "blake2b-mc": "blake2b"}
"""Kinds that have BLAKE2 in the place of BLAKE, and which."""


def choice(hardware: Hardware) -> int:
    """Cycles before each run that the selection of a stream takes."""
    return _CHOICE if hardware.streams > 1 else 0


def _blake_timing(
    digest_bits: int, run: int, *, choice: int, pins: int, three: bool, erased: int
) -> SequentialTiming:
    """Bytes in, tail, run, bytes out: see the states of ``gh_arx_mc_stream``."""
    parameters = PARAMETERS[digest_bits]
    block = parameters.block_bytes + _TAIL
    return SequentialTiming(
        block=run,
        gap=choice + (_LATE if three else 0),
        message=0,
        load=pins + 8 + parameters.salt_bytes + block + choice,
        unload=digest_bits // 8 + _READ * (digest_bits // parameters.word_bits) + pins,
        rest=erased - pins,
    )


def chacha_timing(
    hardware: Hardware, rounds: int, *, erased: int = _ERASED, derives: int = 0
) -> SequentialTiming:
    """Return the cycles of so many rounds of ChaCha on a coprocessor.

    Parameters
    ----------
    hardware : Hardware
        The coprocessor.
    rounds : int
        8, 12 or 20.
    erased : int
        Cycles in which what a message leaves is erased.
    derives : int
        Cycles before the first block in which a key is made.
    """
    selects, converts = choice(hardware), byte_pin_cycles(hardware)
    return SequentialTiming(
        block=CHACHA_RUNS[rounds],
        gap=selects,
        message=0,
        load=converts + 56 + derives + selects,
        # The next run begins, and reads what the answer waits for.
        unload=7 + selects + _CHACHA_BLOCK + _READ * (_CHACHA_BLOCK // _CHACHA_WORD) + converts,
        rest=erased - converts,
        byte=1,
        word=_READ,
        word_bytes=_CHACHA_WORD,
    )


def blake_function(
    digest_bits: int, *, three: bool = False, erased: int = 0, family: int = 0
) -> Function:
    """Return BLAKE with a digest of so many bits.

    Parameters
    ----------
    digest_bits : int
        224, 256, 384 or 512.
    three : bool
        Whether three words are added at a time.
    erased : int
        Cycles in which what a message leaves is erased.
    family : int
        Number added to the first word of a packet, where other functions have the same word.
    """
    name, own = f"blake-{digest_bits}", PARAMETERS[digest_bits]
    narrow = own.word_bits == 32

    def job(design: Design, _: Operation, values: Mapping[str, Any]) -> Job:
        salt = values["salt"]
        return Job(
            design=design,
            hardware=design.hardware,
            name=name,
            padding=RULES[name],
            model=partial(Blake, digest_bits, salt=salt),
            timing=_blake_timing(
                digest_bits,
                BLAKE_RUNS[own.word_bits, three],
                choice=choice(design.hardware),
                pins=byte_pin_cycles(design.hardware),
                three=three,
                erased=erased,
            ),
            digest_bits=digest_bits,
            config=(family | _FUNCTIONS.index(name), *config_words(salt)),
            streams=design.hardware.streams if narrow else 1,
        )

    salt = BytesField(
        name="salt",
        help="Salt of BLAKE; by default zeros.",
        length=own.salt_bytes,
        default=bytes(own.salt_bytes),
    )
    return Function(name, job, (digest_length(digest_bits), salt))


def chacha_function(
    rounds: int,
    *,
    short: bool = False,
    timing: Callable[[Hardware, int], SequentialTiming] = chacha_timing,
    family: int = 0,
) -> Function:
    """Return ChaCha of so many rounds; with a short counter it is that of RFC 8439.

    Parameters
    ----------
    rounds : int
        8, 12 or 20.
    short : bool
        Whether the counter has one word.
    timing : callable
        The cycles of some hardware with so many rounds.
    family : int
        Number added to the first word of a packet, where other functions have the same word.
    """
    name = f"chacha{rounds}-ietf" if short else f"chacha{rounds}"
    # The low word overflows with the second block, where there is another.
    fields = _chacha_fields(4, 1) if short else _chacha_fields(8, 2**32 - 1)

    def job(design: Design, operation: Operation, values: Mapping[str, Any]) -> Job:
        key, nonce = values["key"], values["nonce"]
        counter = int.from_bytes(values["counter"], "little")
        packet = config_words(key + values["counter"] + nonce)
        return Job(
            design=design,
            hardware=design.hardware,
            name=name,
            padding=PaddingRule(_CHACHA_BLOCK),
            model=partial(_stream, key, nonce, counter, rounds),
            timing=timing(design.hardware, rounds),
            operation=operation,
            config=(family | _FUNCTIONS.index(name), *packet),
            max_blocks=256 ** len(values["counter"]) - counter,
            limit=_COUNTER_LEAVES,
            streams=design.hardware.streams,
        )

    return Function(name, job, fields, "cipher", ("encrypt", "decrypt"), symmetric=True)


def blake2_timing(
    pins: Callable[[Hardware], int],
    choice: Callable[[Hardware], int],
    hardware: Hardware,
    own: Blake2Parameters,
    digest_bytes: int,
    keyed: bool,
) -> SequentialTiming:
    """Return the cycles of BLAKE2 on a coprocessor: bytes in, tail, run, bytes out.

    See the states of ``gh_arx_mc_stream``.

    Parameters
    ----------
    pins, choice : callable
        Return the cycles of a converter at the pins, and those before each run that the selection
        of a stream takes.
    hardware, own, digest_bytes, keyed
        See :data:`gatehash.catalog.blake2.Timer`.
    """
    at_pins, chooses = pins(hardware), choice(hardware)
    block = own.block_bytes + _TAIL
    parameters = _HEAD_BYTES + own.most_digest_bytes
    return SequentialTiming(
        block=BLAKE2_RUNS[own.word_bits],
        gap=chooses,
        message=0,
        load=at_pins + parameters + block + _KEY_WAIT * keyed + chooses,
        unload=digest_bytes + _READ * -(-digest_bytes // own.word_bytes) + at_pins,
        rest=_BLAKE2_ERASED - at_pins,
    )


def _stream(key: bytes, nonce: bytes, counter: int, rounds: int = 20) -> Model:
    from gatehash.models.lanes import ChaChaLanes

    return ChaChaLanes(key, nonce, counter, rounds)


def xchacha_function(*, erased: int, family: int) -> Function:
    """Return XChaCha20, with a counter of two words.

    Parameters
    ----------
    erased : int
        Cycles in which what a message leaves is erased.
    family : int
        Number added to the first word of a packet, where other functions have the same word.
    """
    name = "xchacha20"
    key, _, counter = _chacha_fields(8, 2**32 - 1)
    nonce = BytesField(
        name="nonce",
        help="Nonce of XChaCha20, 24 bytes.",
        length=24,
        example=bytes(range(24)),
    )

    def job(design: Design, operation: Operation, values: Mapping[str, Any]) -> Job:
        number = int.from_bytes(values["counter"], "little")
        packet = config_words(values["key"] + values["nonce"] + values["counter"])
        return Job(
            design=design,
            hardware=design.hardware,
            name=name,
            padding=PaddingRule(_CHACHA_BLOCK),
            model=partial(_stream, values["key"], values["nonce"], number),
            timing=chacha_timing(design.hardware, 20, erased=erased, derives=_DERIVES),
            operation=operation,
            config=(family | _XCHACHA, *packet),
            max_blocks=2**64 - number,
            limit=_COUNTER_LEAVES,
            streams=design.hardware.streams,
        )

    return Function(
        name, job, (key, nonce, counter), "cipher", ("encrypt", "decrypt"), symmetric=True
    )


def _design(kind: str, pipeline: int, *, three: bool = False) -> Design:
    blake32, blake64, chacha = _KINDS[kind]
    streams = 2 if blake64 and (blake32 or chacha) else 1
    top = "gh_blake_chacha_mc" if streams == 1 else "gh_arx_mc_dual"
    row = f"{kind}-{pipeline}"
    parameters = {
        "Blake32": int(blake32),
        "Blake64": int(blake64),
        "ChaCha": int(chacha),
        "Pipeline": pipeline,
        "Three": int(three),
    }
    digests = (224, 256) * blake32 + (384, 512) * blake64
    functions = [
        *(blake_function(bits, three=three) for bits in digests),
        *(chacha_function(rounds) for rounds in CHACHA_ROUNDS if chacha),
        *([chacha_function(20, short=True)] * chacha),
    ]
    principal = f"blake-{digests[-1]}" if digests else "chacha20"
    if kind in _BLAKE2:
        parameters["Blake2"] = 1
        functions = [
            blake2_function(_BLAKE2[kind], partial(blake2_timing, byte_pin_cycles, choice))
        ]
        principal = functions[0].name
    return Design(
        name=f"{row}-t" if three else row,
        family="compact",
        microarchitecture=f"microcoded, {64 if blake64 else 32} bits; "
        f"a register {REGISTER_PLACES[pipeline]}"
        + ("; three words added at a time" if three else ""),
        hardware=Hardware(
            stream=Boundary(top, parameters),
            core=Boundary("gh_blake_chacha_mc_core", parameters),
            stream_bits=_STREAM_BITS,
            widths=parts(64),
            sources=(*ARX_SOURCES, f"compact/{top}.sv"),
            prims=ARX_PRIMS,
            streams=streams,
            configured=True,
        ),
        functions=tuple(functions),
        compared="core",
        paper_rows=() if kind in _BLAKE2 else (f"at/6/{row.replace('-mc', '')}",),
        principal=principal,
    )


def blake_chacha_designs() -> tuple[Design, ...]:
    """Return the microcoded coprocessors; of several algorithms, the widest digest is chosen."""
    paper = [_design(kind, pipeline) for kind in _KINDS for pipeline in REGISTER_PLACES]
    three = [kind for kind in _KINDS if kind != "chacha-mc" and kind not in _BLAKE2]
    return (
        *paper,
        *(_design(kind, 1, three=True) for kind in three),
        twice(
            _design("chacha-mc", 1),
            "compact/gh_chacha_mc_twice.sv",
            ("Blake32", "Blake64", "ChaCha", "Three"),
        ),
    )
