# SPDX-License-Identifier: Apache-2.0
"""The datapaths of the designs, each with its golden model: for all inputs and states."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from gatehash.catalog import DESIGNS
from gatehash.catalog.phash import PIPELINED_STAGES, STAGES
from gatehash.catalog.phash_timing import RING_STAGES
from gatehash.models.sha2 import INITIAL
from gatehash.prove.claims.operators import (
    ARX_ALU_SOURCES,
    BLAKE_CHACHA_ALU_SOURCES,
    THREEFISH_ALU_SOURCES,
    algorithms_of,
    arx_algorithms,
    arx_alu,
    blake_chacha_alu,
    threefish_alu,
)
from gatehash.prove.claims.parts import sha2_loaded
from gatehash.prove.claims.phash import PHASH_SOURCES, operands, reduction
from gatehash.prove.claims.sha import SHA2_SOURCES, SHA3_SOURCES, keccak_round, sha2_blocks, sponge
from gatehash.prove.claims.sha2_ring import SHA2_RING_SOURCES, sha2_ring
from gatehash.prove.claims.skein import SKEIN_SOURCES, block, chaining, keys, rounds
from gatehash.prove.claims.whirlpool import W_SOURCES, cipher_rounds, rows, substitution
from gatehash.prove.claims.whirlpool import chaining as whirlpool_chaining
from gatehash.prove.kernel.equivalence import Builder, equivalence
from gatehash.prove.kernel.properties import Property

__all__ = ["datapath_properties"]

# Bytes of a block of SHA-3 and SHAKE.
_RATES = (72, 104, 136, 144, 168)
_SBOXES = ("bram", "lut", "logic")
_W_REGISTERS = {
    "bram": "substituted",
    "lut": "gen_mini_boxes.state_q",
    "logic": "gen_mini_boxes.state_q",
}
"""Registers that hold a block of the W cipher, by the form of its S-box."""
_MIXES = ("table", "logic")
_DECIDED = (("bram", "logic"), ("lut", "logic"))
_PHASH_FORM = ("lut", "logic")
# Slots and levels of the reduction, and whether its stack is in block memories.
_REDUCTIONS = ((1, 1, 0), (1, 2, 0), (2, 2, 0), (1, 2, 1))
# Numbers of ciphers with one slot and with two, and the stages of those that get operands alike.
_OPERANDS = {
    "ciphers1": (1, (STAGES, PIPELINED_STAGES)),
    "ciphers11": (11, (STAGES, PIPELINED_STAGES)),
    "ciphers1-ring": (1, (RING_STAGES,)),
}
_PHASH_LEVELS = 4
# Algorithms of an ARX core that has nothing but BLAKE2.
_BLAKE2_ALONE = 2
_OPERATOR = ("Blake32", "Blake64", "ChaCha", "Pipeline", "Three", "Blake2")
_OPERATOR_OF = {
    "gh_blake_chacha_mc_core": {"Blake2": 0},
    "gh_chacha_poly1305_mc_core": {
        "Blake32": 0,
        "Blake64": 0,
        "ChaCha": 1,
        "Three": 0,
        "Blake2": 0,
    },
    "gh_blake3_mc_core": {"Blake32": 1, "Blake64": 0, "ChaCha": 0, "Three": 0, "Blake2": 1},
}
"""Parameters of the operator in a core which the core's own do not name."""


def datapath_properties() -> tuple[Property, ...]:
    """Return the equivalences of all datapaths."""
    return (*_skein(), *_sha2(), *_sha3(), *_whirlpool(), *_phash(), *_compact())


def _designs(family: str, **parameters: int) -> tuple[str, ...]:
    """Return the designs of a family whose tops have parameters of given values."""
    return tuple(
        name
        for name, design in DESIGNS.items()
        if design.family == family
        and parameters.items()
        <= {**design.hardware.core.parameters, **design.hardware.stream.parameters}.items()
    )


def _skein() -> Iterator[Property]:
    for size in (4, 8, 16):
        for per_cycle in (1, 4, 8):
            designs = _designs("skein", StateBits=64 * size, RoundsPerCycle=per_cycle)
            label = f"{64 * size}-x{per_cycle}"
            parameters = {"StateWords": size, "RoundsPerCycle": per_cycle}
            claims: tuple[tuple[str, str, Builder], ...] = (
                (
                    "gh_threefish_rounds",
                    "Each group of rounds of a cycle, with its subkeys, is the model's.",
                    partial(rounds, size, per_cycle),
                ),
                (
                    "gh_threefish",
                    "A block, started in any state, ends as the model's encryption.",
                    partial(block, size, per_cycle),
                ),
                (
                    "gh_skein_core",
                    "A block after any chaining value, and the output block, are the model's UBI.",
                    partial(chaining, size, per_cycle),
                ),
            )
            for module, claim, build in claims:
                yield equivalence(
                    label,
                    module,
                    claim,
                    build,
                    designs=designs,
                    sources=SKEIN_SOURCES,
                    **parameters,
                )
        for per_step in (1, 2):
            unrolled = (8,) if per_step == 2 else (1, 4)
            yield equivalence(
                f"{64 * size}-s{per_step}",
                "gh_threefish_keys",
                "All subkeys of a block, loaded in any state, are the model's.",
                partial(keys, size, per_step),
                designs=[
                    name
                    for count in unrolled
                    for name in _designs("skein", StateBits=64 * size, RoundsPerCycle=count)
                ],
                sources=SKEIN_SOURCES,
                StateWords=size,
                SubkeysPerStep=per_step,
            )


def _sha2() -> Iterator[Property]:
    for word_bits, digests in INITIAL.items():
        for memory, constants in enumerate(("lut", "bram")):
            for digest_bits in digests:
                yield equivalence(
                    f"{word_bits}-{digest_bits}-{constants}",
                    "gh_sha2_core",
                    "Blocks that follow any chaining value, with and without a gap between them, "
                    "end with the model's result.",
                    partial(sha2_blocks, word_bits, digest_bits),
                    designs=_designs("sha2", WordBits=word_bits, BlockMemory=memory),
                    sources=SHA2_SOURCES,
                    WordBits=word_bits,
                    DigestBits=digest_bits,
                    BlockMemory=memory,
                )
        yield equivalence(
            f"{word_bits}-resumes",
            "gh_sha2_core",
            "A message that continues from a loaded chaining value ends with the model's result.",
            partial(sha2_loaded, word_bits),
            designs=_designs("sha2", WordBits=word_bits, Resumes=1),
            sources=SHA2_SOURCES,
            WordBits=word_bits,
            Resumes=1,
        )
        yield equivalence(
            str(word_bits),
            "gh_sha2_ring",
            "A block after any chaining value leaves with the model's result, whatever the other "
            "two blocks are.",
            partial(sha2_ring, word_bits),
            designs=_designs("sha2-piped", WordBits=word_bits),
            sources=SHA2_RING_SOURCES,
            WordBits=word_bits,
        )


def _sha3() -> Iterator[Property]:
    yield equivalence(
        "",
        "gh_keccak_round",
        "A round, with and without lanes of a block, is the model's for any constant.",
        keccak_round,
        designs=_designs("sha3"),
        sources=SHA3_SOURCES,
    )
    for rate in _RATES:
        yield equivalence(
            f"rate-{rate}",
            "gh_sha3_core",
            "Each round of each block and of each piece of a digest is the model's, in order. The "
            "state is zero after a digest.",
            partial(sponge, rate),
            designs=_designs("sha3"),
            sources=SHA3_SOURCES,
            RoundsPerCycle=1,
            RateBytes=rate,
        )


def _whirlpool() -> Iterator[Property]:
    for box, sbox in enumerate(_SBOXES):
        for mixing, mix in enumerate(_MIXES):
            designs = _designs("whirlpool", SBox=box, MixRows=mixing)
            if (sbox, mix) == _PHASH_FORM:
                designs += _designs("phash", Stages=STAGES)
            # Of other forms the solver decides SubBytes and MixRows alone, not a round.
            if (sbox, mix) in _DECIDED:
                yield _w_cipher(f"{sbox}-{mix}", designs, box, mixing, 1)
            yield equivalence(
                f"{sbox}-{mix}",
                "gh_whirlpool_core",
                "Blocks, chaining values and digests enter and leave the cipher as in the model. "
                "An error is answered once and leaves no trace.",
                partial(whirlpool_chaining, _W_REGISTERS[sbox]),
                designs=_designs("whirlpool", SBox=box, MixRows=mixing),
                sources=W_SOURCES,
                SBox=box,
                MixRows=mixing,
            )
        yield _part("sub_bytes", sbox, partial(substitution, 1), "SubBytes", SBox=box)
    for mixing, mix in enumerate(_MIXES):
        yield _part("mix_row", mix, rows, "MixRows", MixRows=mixing)
    build = partial(substitution, PIPELINED_STAGES)
    yield _part("sub_bytes", "lut-pipelined", build, "SubBytes", SBox=1, Stages=PIPELINED_STAGES)
    designs = _designs("phash", Stages=PIPELINED_STAGES)
    yield _w_cipher("lut-logic-pipelined", designs, 1, 1, PIPELINED_STAGES)


def _part(part: str, form: str, build: Builder, step: str, **parameters: int) -> Property:
    return equivalence(
        form,
        f"gh_whirlpool_{part}",
        f"{step} is the model's.",
        build,
        designs=_designs("whirlpool", **{k: v for k, v in parameters.items() if k != "Stages"}),
        sources=W_SOURCES,
        **parameters,
    )


def _w_cipher(name: str, designs: tuple[str, ...], box: int, mixing: int, stages: int) -> Property:
    registers = _W_REGISTERS[_SBOXES[box]]
    return equivalence(
        name,
        "gh_w_cipher",
        "A block's entry, its end, and each round of any state and key are the model's.",
        partial(cipher_rounds, registers, stages),
        designs=designs,
        sources=W_SOURCES,
        SBox=box,
        MixRows=mixing,
        Stages=stages,
    )


def _phash() -> Iterator[Property]:
    for slots, levels, block_memory in _REDUCTIONS:
        yield equivalence(
            f"slots{slots}-levels{levels}" + block_memory * "-block-memory",
            "gh_phash_reducer",
            "For every choice of the control, the values of a cycle change A and B of each level "
            "as in the model, and each job has the model's contents, tag and number.",
            partial(reduction, slots, levels, block_memory=bool(block_memory)),
            designs=_designs("phash"),
            sources=PHASH_SOURCES,
            Slots=slots,
            Levels=levels,
            BlockMemory=block_memory,
        )
    for label, (ciphers, stages) in _OPERANDS.items():
        yield equivalence(
            label,
            "gh_phash_core",
            "The cipher of a slot receives V and Z of the slot's block, or A and B of a job, and "
            "the slot's value is the result of its ciphers.",
            partial(operands, ciphers, stages[0], _PHASH_LEVELS),
            designs=[name for each in stages for name in _designs("phash", Stages=each)],
            sources=PHASH_SOURCES,
            Ciphers=ciphers,
            Stages=stages[0],
            Levels=_PHASH_LEVELS,
        )


def _compact() -> Iterator[Property]:
    for decrypts in (0, 1):
        yield equivalence(
            "both-directions" if decrypts else "encryption",
            "gh_threefish_mc_alu",
            "Each operation, each rotation distance, MIX and its inverse are the model's, from "
            "any state.",
            partial(threefish_alu, bool(decrypts)),
            designs=_designs("compact", Decrypts=decrypts),
            sources=THREEFISH_ALU_SOURCES,
            Decrypts=decrypts,
        )
    # Designs by what their operators have.
    operators: dict[tuple[int, ...], list[str]] = {}
    for name, design in DESIGNS.items():
        core = design.hardware.core
        if core.top in _OPERATOR_OF:
            given = {**_OPERATOR_OF[core.top], **core.parameters}
            operators.setdefault(tuple(given[each] for each in _OPERATOR), []).append(name)
    for values, designs in operators.items():
        parameters = dict(zip(_OPERATOR, values, strict=True))
        yield equivalence(
            designs[0],
            "gh_blake_chacha_mc_alu",
            "Each operation of each algorithm is the model's, whatever else is in the pipeline.",
            partial(blake_chacha_alu, algorithms_of(parameters), bool(parameters["Three"])),
            designs=designs,
            sources=BLAKE_CHACHA_ALU_SOURCES,
            **parameters,
        )
    arx: dict[tuple[str, ...], list[str]] = {}
    for name, design in DESIGNS.items():
        core = design.hardware.core
        if core.top == "gh_arx_mc_core":
            arx.setdefault(arx_algorithms(core.parameters), []).append(name)
    for algorithms, designs in arx.items():
        yield equivalence(
            designs[0],
            "gh_arx_mc_alu",
            "Each operation of each algorithm is the model's, whatever else is in the pipeline.",
            partial(arx_alu, algorithms),
            designs=designs,
            sources=ARX_ALU_SOURCES,
            Full=int(len(algorithms) > _BLAKE2_ALONE),
            ChaCha=int("chacha" in algorithms),
        )
