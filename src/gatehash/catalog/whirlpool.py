# SPDX-License-Identifier: Apache-2.0
"""The Whirlpool designs: three ways to make the S-box, two to mix rows (paper Zalewski)."""

from gatehash.catalog.algorithm import Algorithm
from gatehash.catalog.design import Boundary, Design
from gatehash.catalog.shell import hash_shell_sources
from gatehash.catalog.timing import Timing
from gatehash.models.padding import RULES
from gatehash.models.whirlpool import Whirlpool

__all__ = ["W_CIPHER_PRIMS", "W_CIPHER_SOURCES", "whirlpool_design", "whirlpool_designs"]

W_CIPHER_SOURCES = (
    "whirlpool/generated/gh_whirlpool_constants_pkg.sv",
    "whirlpool/gh_whirlpool_pkg.sv",
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
    *hash_shell_sources("whirlpool", "gh_block_buffer"),
    *W_CIPHER_SOURCES,
    "whirlpool/gh_whirlpool_core.sv",
    "whirlpool/gh_whirlpool.sv",
)

# Parameters of the RTL, and what they stand for.
_SBOXES = {
    "bram": (0, "S-box in block memory"),
    "lut": (1, "S-box of mini-boxes in look-up tables"),
    "logic": (2, "S-box of mini-boxes in Boolean logic"),
}
_MIXES = {"table": (0, "tables of products"), "logic": (1, "MixRows in Boolean logic")}

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

_BLOCK_CYCLES = 10
_STREAM_BITS = 64
_BLOCK_BITS = _DIGEST_BITS = 512


def whirlpool_design(sbox: str, mix: str) -> Design:
    """Whirlpool with an S-box ``bram``, ``lut`` or ``logic`` and MixRows ``table`` or ``logic``."""
    sbox_code, sbox_words = _SBOXES[sbox]
    mix_code, mix_words = _MIXES[mix]
    core = {"SBox": sbox_code, "MixRows": mix_code}
    rows = [f"zalewski/1/whirlpool-{_TABLE_1[sbox, mix]}"]
    if (sbox, mix) == _BEST:
        rows.append("zalewski/2/whirlpool")
    return Design(
        name=f"whirlpool-{sbox}-{mix}",
        family="whirlpool",
        microarchitecture=f"{sbox_words}, {mix_words}",
        algorithm=Algorithm(
            name="whirlpool",
            digest_bits=_DIGEST_BITS,
            padding=RULES["whirlpool"],
            model=Whirlpool,
        ),
        stream=Boundary("gh_whirlpool", {**core, "StreamBits": _STREAM_BITS}),
        core=Boundary("gh_whirlpool_core", core),
        stream_bits=_STREAM_BITS,
        sources=_SOURCES,
        prims=W_CIPHER_PRIMS,
        timing=Timing.of_stream(
            block=_BLOCK_CYCLES,
            message=0,
            block_bits=_BLOCK_BITS,
            last_bits=_DIGEST_BITS,
            stream_bits=_STREAM_BITS,
        ),
        compared="core",
        paper_rows=tuple(rows),
    )


def whirlpool_designs() -> tuple[Design, ...]:
    """All Whirlpool designs, in the order of the paper's Table I."""
    return tuple(whirlpool_design(sbox, mix) for sbox, mix in _TABLE_1)
