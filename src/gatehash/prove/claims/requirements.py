# SPDX-License-Identifier: Apache-2.0
"""Requirements of the modules in a design on those around them, which the design meets.

A requirement in the RTL is assumed where a module is proved by itself. Here it is claimed, of the
whole stream top with the design's own parameters. ``python -m tests.doc_duties`` lists for each
requirement the property that has it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from gatehash.catalog import DESIGNS, Design
from gatehash.paths import rtl_root
from gatehash.prove.kernel.properties import Property
from gatehash.prove.tools.harness import harness_property, rtl_files
from gatehash.prove.tools.modules import DATA, streams_of
from gatehash.prove.tools.whole import Whole

__all__ = ["WRAPPERS", "requirement_properties"]

_BUS = {"StreamBits": 32, "MessageDepth": 2, "ConfigDepth": 2, "DigestDepth": 2}
_UART = {"ClocksPerBit": 8, "StreamBits": 16, "BufferBytes": 4}
WRAPPERS: Mapping[str, tuple[Mapping[str, int], ...]] = {
    **{
        f"gh_{bus}_stream": tuple(
            {**_BUS, "Configured": configured, "TwoClocks": two}
            for configured in (0, 1)
            for two in (0, 1)
        )
        for bus in ("axil", "wishbone", "apb")
    },
    "gh_uart_stream": tuple({**_UART, "Configured": configured} for configured in (0, 1)),
    "gh_axis_any": tuple(
        {"PinBits": pins, "StreamBits": bits} for pins, bits in ((16, 16), (16, 32), (32, 16))
    ),
    "gh_self_test": ({"StreamBits": 16, "MessageBeats": 3, "AnswerBeats": 3, "Limit": 16},),
}
"""Tops that stand around stream tops, with small parameters of each form of their logic."""

_WRAPPED = (
    "Around a stream top the module meets every requirement that a module inside it has of the "
    "modules around. The UART's bytes, and what waits for the core, may be any."
)
_CLAIM = (
    "If the streams at its pins keep their contract, the design meets every requirement that a "
    "module inside it has of the modules around."
)
# Modules without control: whatever they give, no requirement depends on it.
_DATA = frozenset(
    (
        *(module for modules in DATA.values() for module in modules),
        *("gh_blake_ring", "gh_blake3_ring", "gh_chacha_ring", "gh_sha2_ring"),
        *("gh_threefish_ring", "gh_threefish_subkeys", "gh_whirlpool_ring"),
        "gh_whirlpool_sbox",
        *("gh_arx_mc_alu", "gh_threefish_mc_alu", "gh_keccak_slices"),
        *("gh_digit_product", "gh_poly1305_product"),
    )
)
# Wires and memories that may have any value: a run of the core is of any length.
_PROGRAM = ("w:*u_core.word_q", "w:*u_core.a_q", "w:*u_core.b_q")
_THREEFISH = ("threefish-mc-enc", "threefish-mc", "skein-mc-enc", "skein-mc")
_BLAKE3 = ("blake3-mc-1", "blake3-mc-2", "blake3-mc-3")
_LOOSE = {
    **dict.fromkeys(("sha256-lut-resume", "sha512-bram-resume"), ("w:*u_core.last_q",)),
    **dict.fromkeys(("skein-mc-mac", *_THREEFISH), _PROGRAM),
    **dict.fromkeys(("arx-mc-1", "blake2-mc-1", *_BLAKE3), ("t:$mem_v2",)),
}
# What does not hold if a program may end twice, and what needs the order of its words.
_APART = {
    **dict.fromkeys(_THREEFISH, ("require_size_stays", "require_function_stays")),
    **dict.fromkeys(_BLAKE3, ("require_no_vector_is_loaded",)),
}
_SHELL = (
    "If the streams at its pins keep their contract, the design meets every requirement of its "
    "shell and of the modules in that. The ciphers, the reducer and the digests' memory are left "
    "out and give any values."
)
_BUT = "It does not claim {labels}. Memories and programs give any values."
_PHASH = frozenset(("gh_w_cipher", "gh_phash_ring_cipher", "gh_phash_reducer", "gh_fifo"))
# No proof of these has ended.
_WITHOUT = frozenset(
    (
        *("sha256-lut-hmac", "sha512-bram-hmac", "sha3-x1-mac-fd", "skein512-x8-tree"),
        *("sha3-x1-mac-dom", "sha3-mc-mac"),
        *("chacha20-poly1305-mc-1", "chacha20-poly1305-mc-1-dsp", "chacha20-poly1305-x2-piped"),
        *("blake3-1", "blake3-2", "sha256-mc-hmac", "sha512-mc-hmac"),
        # Models of minutes.
        *("phash-12", "phash-12-piped", "phash-16", "phash-16-piped"),
        # The property of its assertions has its requirements, too.
        "chacha-x2-piped",
        *(name for name, each in DESIGNS.items() if each.hardware.shared),
    )
)


def requirement_properties() -> Iterator[Property]:
    """Yield the property of each design whose modules have requirements."""
    for name, design in DESIGNS.items():
        if name not in _WITHOUT:
            yield _property(design)
    for parameters in WRAPPERS["gh_uart_stream"]:
        module = Whole(
            "gh_uart_stream",
            parameters,
            cut=("gh_uart_rx", "gh_bus_fifo", "gh_width"),
            reset="rst_i",
        )
        found = harness_property("requirements", module.top, _WRAPPED, module)
        yield replace(found, has_assertions=True)


def _property(design: Design) -> Property:
    top, parameters = design.hardware.stream.top, design.hardware.stream.parameters
    claim, without = (_SHELL, _DATA | _PHASH) if top == "gh_phash" else (_CLAIM, _DATA)
    module = Whole(
        top,
        parameters,
        cut=tuple(path.stem for path in rtl_files(rtl_root(), top) if path.stem in without),
        cut_cells=_LOOSE.get(design.name, ()),
        streams=streams_of(top),
        apart=_APART.get(design.name, ()),
    )
    if module.apart:
        labels = " and ".join(each.removeprefix("require_") for each in module.apart)
        claim = f"{claim} {_BUT.format(labels=labels)}"
    found = harness_property("requirements", top, claim, module, claimed_of=design.name)
    return replace(found, designs=(design.name,), has_assertions=True)
