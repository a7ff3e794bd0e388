# SPDX-License-Identifier: Apache-2.0
"""The SHA-2 designs: words of 32 or 64 bits, the function by initial value (paper Zalewski)."""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from gatehash.catalog.design import Design
from gatehash.catalog.function import Function, NumberField, digest_length
from gatehash.catalog.hardware import BYTE_PINS, Boundary, Hardware, byte_pin_cycles, parts
from gatehash.catalog.hmac import HmacTiming, hmac_fields, hmac_job, shell_timing, with_hmac
from gatehash.catalog.job import Job, Operation
from gatehash.catalog.resume import part_fields, part_job, resuming
from gatehash.catalog.shell import shell_design, shell_job
from gatehash.catalog.timing import SequentialTiming
from gatehash.catalog.twice import twice
from gatehash.models.padding import RULES
from gatehash.models.parts import Part
from gatehash.models.sha2 import WORDS_32, WORDS_64, Sha256, Sha512
from gatehash.models.words import split

__all__ = ["sha2_designs"]

_SOURCES = (
    "sha2/generated/gh_sha2_constants_pkg.sv",
    "sha2/gh_sha2_constants.sv",
    "sha2/gh_sha2_core.sv",
    "sha2/gh_sha2.sv",
)

_ONE_MEMORY_SOURCES = (
    "stream/gh_stream_pkg.sv",
    "stream/generated/gh_sha2_padding_pkg.sv",
    "stream/gh_serial_pkg.sv",
    "stream/gh_serial_padder.sv",
    *BYTE_PINS,
    "sha2/generated/gh_sha2_constants_pkg.sv",
    "sha2/gh_sha2_mc_pkg.sv",
    "sha2/gh_sha2_mc_program.sv",
    "sha2/gh_sha2_mc_core.sv",
    "sha2/gh_sha2_mc_stream.sv",
    "sha2/gh_sha2_mc.sv",
)

# The RTL's parameter BlockMemory, and words for it.
_CONSTANTS = {"lut": "constants in logic", "bram": "constants in block memory"}

_PAPER_ROWS = {
    "sha512-lut": ("zalewski/1/sha-512-lut", "zalewski/2/sha-512"),
    "sha512-bram": ("zalewski/1/sha-512-bram",),
}

# Of each length of words: parameters, model, functions and their digests, the widest first.
_WORDS = {
    32: (WORDS_32, Sha256, (digest_length(256, 224, step=32), digest_length(224))),
    64: (
        WORDS_64,
        Sha512,
        (digest_length(512, 384, step=128), *map(digest_length, (384, 256, 224))),
    ),
}

# Cycles of the last rounds and the feed-forward, while no block follows.
_LAST = 6


def _function(word_bits: int, digest: NumberField, *, resumes: bool = False) -> Function:
    parameters, model, _ = _WORDS[word_bits]

    def part(chaining: bytes, before: int, followed: bool) -> Part:
        words = split(chaining, word_bits // 8, "big") if chaining else None
        return Part(model(digest.default), words, before, followed=followed)

    def job(design: Design, _: Operation, values: Mapping[str, Any]) -> Job:
        bits = values["digest_bits"]
        hash_object = partial(model, bits)
        rule, block = RULES[f"sha-{8 * word_bits}"], parameters.rounds
        whole = shell_job(
            design, hash_object().name, bits, rule, hash_object, block=block, message=_LAST
        )
        return part_job(whole, values, part, word_bits) if resumes else whole

    parts_of = part_fields(RULES[f"sha-{8 * word_bits}"], word_bits) if resumes else ()
    name = model(digest.default).name
    # As sha256sum, and as shasum for SHA-512/256.
    return Function(name, job, (digest, *parts_of), tag=name.upper().replace("-", ""))


# Cycles of gh_sha2_mc_core: of a round whose word is the message's, of another one, of all else of
# a block, and of the length, which is added before a message's last block.
_ROUND, _ROUND_BEHIND, _BLOCK, _LENGTH = 11, 14, 39, 9
# Cycles between an answer's last byte and the wait for the next message's first block, and in part
# of the last step. The initial value is copied there.
_INITIAL = 21
# Cycles that a word of the digest takes beside its bytes.
_WORD = 3
# First word of a packet of HMAC, in bytes.
_HEAD_BYTES = 8
# Cycles of the register in front of the hash.
_SLICE = 1


def _small_function(word_bits: int, digest: NumberField) -> Function:
    parameters, model, _ = _WORDS[word_bits]
    rule = RULES[f"sha-{8 * word_bits}"]

    def job(design: Design, _: Operation, values: Mapping[str, Any]) -> Job:
        bits = values["digest_bits"]
        size, words = bits // 8, -(-bits // word_bits)
        pins = byte_pin_cycles(design.hardware)
        return Job(
            design=design,
            hardware=design.hardware.having(DigestBits=bits),
            name=model(bits).name,
            padding=rule,
            model=partial(model, bits),
            timing=SequentialTiming(
                block=_ROUND * 16 + _ROUND_BEHIND * (parameters.rounds - 16) + _BLOCK,
                message=_LENGTH,
                load=pins + rule.block_bytes + 1,
                unload=size + _WORD * words + pins,
                # The next message's first block has been loaded by then.
                rest=_INITIAL - rule.block_bytes - 2 * pins,
            ),
            digest_bits=bits,
        )

    name = model(digest.default).name
    return Function(name, job, (digest,), tag=name.upper().replace("-", ""))


def _hmac_function(
    word_bits: int, digest: NumberField, of: Function, timing: HmacTiming
) -> Function:
    parameters, model, _ = _WORDS[word_bits]

    def job(design: Design, operation: Operation, values: Mapping[str, Any]) -> Job:
        whole = of.make(design, operation, values)
        return hmac_job(whole, values, model(values["digest_bits"]), timing)

    fields = (digest, *hmac_fields(parameters.block_bytes))
    return Function(f"hmac-{of.name}", job, fields, kind="keyed hash")


def _sha2(word_bits: int, constants: str) -> Design:
    name = f"sha{8 * word_bits}-{constants}"
    return shell_design(
        name,
        "sha2",
        f"1 round a cycle, rescheduled; {_CONSTANTS[constants]}",
        *(_function(word_bits, digest) for digest in _WORDS[word_bits][2]),
        top="gh_sha2",
        parameters={
            "WordBits": word_bits,
            "DigestBits": 8 * word_bits,
            "BlockMemory": int(constants == "bram"),
        },
        sources=_SOURCES,
        # A block is at least two beats.
        widths=parts(8 * word_bits),
        buffer="gh_word_buffer",
        paper_rows=_PAPER_ROWS.get(name, ()),
    )


def _one_memory(word_bits: int) -> Design:
    parameters = {"WordBits": word_bits, "DigestBits": 8 * word_bits}
    return Design(
        name=f"sha{8 * word_bits}-mc",
        family="sha2",
        microarchitecture="1 summand a cycle, all words in one memory",
        hardware=Hardware(
            stream=Boundary("gh_sha2_mc", {**parameters, "StreamBits": 8}),
            core=Boundary("gh_sha2_mc_core", parameters),
            stream_bits=8,
            widths=parts(64),
            sources=_ONE_MEMORY_SOURCES,
            prims=("gh_add_of_table", "gh_mux4", "gh_mux4_of_xor3", "gh_mux8"),
        ),
        functions=tuple(_small_function(word_bits, digest) for digest in _WORDS[word_bits][2]),
        compared="stream",
    )


def _small_hmac_timing(job: Job, *, held: bool, again: bool) -> SequentialTiming:
    """Return the cycles of a message behind :file:`gh_byte_hmac.sv`, by those of the hash."""
    old = job.timing
    assert isinstance(old, SequentialTiming)
    pins = byte_pin_cycles(job.hardware)
    key_bytes = 0 if again else job.padding.block_bytes
    # Cycles of both packets of the hash beside their blocks, which are both keys and the digest.
    around = 2 * (_SLICE + old.load + old.message + old.unload - 2 * pins)
    return SequentialTiming(
        block=old.block,
        message=3 * old.block + around,
        load=_HEAD_BYTES + key_bytes + pins,
        unload=pins,
        # A key of zeros is hashed, with an empty message.
        rest=0 if held else 4 * old.block + around - pins,
    )


def _one_memory_hmac(word_bits: int) -> Design:
    whole = _one_memory(word_bits)
    hardware, top = whole.hardware, "gh_sha2_mc_hmac"
    return replace(
        whole,
        name=f"{whole.name}-hmac",
        microarchitecture=f"{whole.microarchitecture}; HMAC",
        hardware=replace(
            hardware,
            stream=replace(hardware.stream, top=top),
            sources=(*hardware.sources[:-1], "stream/gh_byte_hmac.sv", f"sha2/{top}.sv"),
            configured=True,
        ),
        functions=tuple(
            _hmac_function(
                word_bits, digest, _small_function(word_bits, digest), _small_hmac_timing
            )
            for digest in _WORDS[word_bits][2]
        ),
    )


def _resuming(word_bits: int, constants: str) -> Design:
    whole = _sha2(word_bits, constants)
    longest = digest_length(8 * word_bits)
    return replace(
        whole,
        name=f"{whole.name}-resume",
        microarchitecture=f"{whole.microarchitecture}; messages in parts",
        hardware=resuming(whole.hardware),
        functions=(_function(word_bits, longest, resumes=True),),
        paper_rows=(),
    )


def _with_hmac(word_bits: int, constants: str) -> Design:
    whole = _sha2(word_bits, constants)
    return replace(
        whole,
        name=f"{whole.name}-hmac",
        microarchitecture=f"{whole.microarchitecture}; HMAC",
        hardware=with_hmac(whole.hardware),
        functions=tuple(
            _hmac_function(
                word_bits, digest, _function(word_bits, digest), partial(shell_timing, word_bits)
            )
            for digest in _WORDS[word_bits][2]
        ),
        paper_rows=(),
    )


def sha2_designs() -> tuple[Design, ...]:
    """All SHA-2 designs, with the longest digest of their words unless another is asked for."""
    whole = (_sha2(word_bits, constants) for word_bits in _WORDS for constants in _CONSTANTS)
    return (
        *whole,
        *(_resuming(*of) for of in ((32, "lut"), (64, "bram"))),
        *(_with_hmac(*of) for of in ((32, "lut"), (64, "bram"))),
        twice(_sha2(32, "bram"), "sha2/gh_sha2_twice.sv"),
        *(_one_memory(word_bits) for word_bits in _WORDS),
        *(_one_memory_hmac(word_bits) for word_bits in _WORDS),
    )
