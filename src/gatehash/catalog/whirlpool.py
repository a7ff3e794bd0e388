# SPDX-License-Identifier: Apache-2.0
"""The Whirlpool designs: three ways to make the S-box, two to mix rows (paper Zalewski)."""

from gatehash.catalog.design import Design
from gatehash.catalog.function import Function, digest_length
from gatehash.catalog.hardware import BYTE_PINS, Boundary, Hardware, byte_pin_cycles, parts
from gatehash.catalog.job import HashObject, Job
from gatehash.catalog.shell import shell_design, shell_job
from gatehash.catalog.timing import SequentialTiming
from gatehash.models.padding import RULES

__all__ = [
    "ROUNDS",
    "W_CIPHER_PACKAGES",
    "W_CIPHER_PRIMS",
    "W_CIPHER_SOURCES",
    "whirlpool_design",
    "whirlpool_designs",
    "whirlpool_model",
]

W_CIPHER_PACKAGES = (
    "whirlpool/generated/gh_whirlpool_constants_pkg.sv",
    "whirlpool/gh_whirlpool_pkg.sv",
)
"""Packages of the W cipher below ``rtl/``."""

W_CIPHER_SOURCES = (
    *W_CIPHER_PACKAGES,
    "whirlpool/gh_whirlpool_mini_box.sv",
    "whirlpool/gh_whirlpool_sbox.sv",
    "whirlpool/gh_whirlpool_sbox_bram.sv",
    "whirlpool/gh_whirlpool_sub_bytes.sv",
    "whirlpool/gh_whirlpool_mix_row.sv",
    "whirlpool/gh_w_cipher.sv",
)
"""RTL files of the W cipher below ``rtl/``."""

W_CIPHER_PRIMS = ("gh_lut4", "gh_copies")
"""Modules of ``rtl/prim`` that it uses."""

_SOURCES = (
    *W_CIPHER_SOURCES,
    "whirlpool/gh_whirlpool_core.sv",
    "whirlpool/gh_whirlpool.sv",
)

_SHARED_SOURCES = (
    *W_CIPHER_PACKAGES,
    "whirlpool/gh_whirlpool_mini_box.sv",
    "whirlpool/gh_whirlpool_sbox.sv",
    "whirlpool/gh_whirlpool_mix_row.sv",
    "whirlpool/gh_whirlpool_shared_core.sv",
    "whirlpool/gh_whirlpool_shared.sv",
)

_BYTE_SOURCES = (
    "stream/gh_stream_pkg.sv",
    "stream/generated/gh_whirlpool_padding_pkg.sv",
    "stream/gh_serial_pkg.sv",
    "stream/gh_serial_padder.sv",
    *BYTE_PINS,
    *W_CIPHER_PACKAGES,
    "whirlpool/gh_whirlpool_mini_box.sv",
    "whirlpool/gh_whirlpool_sbox.sv",
    "whirlpool/gh_whirlpool_mix_serial.sv",
    "whirlpool/gh_whirlpool_mc_core.sv",
    "whirlpool/gh_whirlpool_mc_stream.sv",
    "whirlpool/gh_whirlpool_mc.sv",
)

# Parameters of the RTL, and what they stand for.
_SBOXES = {
    "bram": (0, "S-box in block memory"),
    "lut": (1, "S-box of mini-boxes in look-up tables"),
    "logic": (2, "S-box of mini-boxes in Boolean logic"),
}
_MIXES = {"table": (0, "tables of products"), "logic": (1, "MixRows in Boolean logic")}
_MIX_PARITY = 2

# Table I of the paper numbers the configurations 1 to 6 and does not say which is which: this is
# the order in which its text names them, S-boxes first. Its best one is named, though, and is
# Table II's.
_TABLE_1 = {
    ("bram", "table"): 1,
    ("bram", "logic"): 2,
    ("logic", "table"): 3,
    ("lut", "table"): 4,
    ("lut", "logic"): 5,
    ("logic", "logic"): 6,
}
_BEST = ("lut", "logic")

ROUNDS = 10
"""Rounds of the W cipher; the unrolled core takes a cycle for each."""
_DIGEST_BITS = 512


def whirlpool_model() -> HashObject:
    """Return a fresh object of the golden model."""
    from gatehash.models.whirlpool import Whirlpool

    return Whirlpool()


def _job(design: Design, *_: object) -> Job:
    rule = RULES["whirlpool"]
    return shell_job(design, "whirlpool", _DIGEST_BITS, rule, whirlpool_model, block=ROUNDS)


def whirlpool_design(sbox: str, mix: str) -> Design:
    """Whirlpool with an S-box ``bram``, ``lut`` or ``logic`` and MixRows ``table`` or ``logic``."""
    sbox_code, sbox_words = _SBOXES[sbox]
    mix_code, mix_words = _MIXES[mix]
    best = ("zalewski/2/whirlpool",) * ((sbox, mix) == _BEST)
    return shell_design(
        f"whirlpool-{sbox}-{mix}",
        "whirlpool",
        f"{sbox_words}, {mix_words}",
        Function("whirlpool", _job, (digest_length(_DIGEST_BITS),)),
        top="gh_whirlpool",
        parameters={"SBox": sbox_code, "MixRows": mix_code},
        widths=parts(_DIGEST_BITS),
        sources=_SOURCES,
        prims=W_CIPHER_PRIMS,
        paper_rows=(f"zalewski/1/whirlpool-{_TABLE_1[sbox, mix]}", *best),
    )


# Cycles of gh_whirlpool_shared_core for a block, and behind a message.
_SHARED, _BEHIND = 2 * ROUNDS + 1, 2


def _shared_job(design: Design, *_: object) -> Job:
    rule, digest = RULES["whirlpool"], _DIGEST_BITS
    return shell_job(
        design, "whirlpool", digest, rule, whirlpool_model, block=_SHARED, behind=_BEHIND
    )


def whirlpool_shared_design() -> Design:
    """Whirlpool with one round in two stages, in which key and data take turns."""
    return shell_design(
        "whirlpool-shared",
        "whirlpool",
        "a round in two stages for key and data in turn",
        Function("whirlpool", _shared_job, (digest_length(_DIGEST_BITS),)),
        top="gh_whirlpool_shared",
        parameters={"SBox": _SBOXES[_BEST[0]][0], "MixRows": _MIX_PARITY},
        widths=tuple(bits for bits in parts(_DIGEST_BITS) if bits > 16),
        sources=_SHARED_SOURCES,
        prims=W_CIPHER_PRIMS,
    )


# Cycles of gh_whirlpool_mc_core: of ten rounds, and of the last row, which leaves behind them.
_ROUNDS, _LAST_ROW = ROUNDS * 8 * 17, 8


def _byte_job(design: Design, *_: object) -> Job:
    rule = RULES["whirlpool"]
    pins = byte_pin_cycles(design.hardware)
    return Job(
        design=design,
        hardware=design.hardware,
        name="whirlpool",
        padding=rule,
        model=whirlpool_model,
        timing=SequentialTiming(
            block=rule.block_bytes + _ROUNDS + _LAST_ROW,
            message=0,
            load=pins,
            unload=1 + _DIGEST_BITS // 8 + pins,
            rest=-2 * pins,
        ),
        digest_bits=_DIGEST_BITS,
    )


def whirlpool_byte_design() -> Design:
    """Whirlpool with one S-box for the bytes of key and state, and no block memory."""
    return Design(
        name="whirlpool-mc",
        family="whirlpool",
        microarchitecture="a byte of key or state a cycle, both in distributed memory",
        hardware=Hardware(
            stream=Boundary("gh_whirlpool_mc", {"StreamBits": 8}),
            core=Boundary("gh_whirlpool_mc_core", {}),
            stream_bits=8,
            widths=parts(64),
            sources=_BYTE_SOURCES,
            prims=W_CIPHER_PRIMS,
        ),
        functions=(Function("whirlpool", _byte_job, (digest_length(_DIGEST_BITS),)),),
        compared="stream",
    )


def whirlpool_designs() -> tuple[Design, ...]:
    """All Whirlpool designs: those of the paper's Table I in its order, and two smaller ones."""
    return (
        *(whirlpool_design(sbox, mix) for sbox, mix in _TABLE_1),
        whirlpool_shared_design(),
        whirlpool_byte_design(),
    )
