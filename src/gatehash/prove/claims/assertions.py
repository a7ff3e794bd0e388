# SPDX-License-Identifier: Apache-2.0
"""The assertions in the RTL itself, of each module by itself and of whatever it has inside."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from gatehash.prove.claims.engines import RINGS
from gatehash.prove.claims.requirements import WRAPPERS
from gatehash.prove.kernel.properties import Property
from gatehash.prove.tools.harness import harness_property
from gatehash.prove.tools.modules import DATA, Module, streams_of
from gatehash.prove.tools.whole import Whole

__all__ = ["assertion_properties"]

_CLAIM = (
    "If the module's user meets its requirements, all its assertions hold, and all assertions and "
    "requirements of the modules inside it."
)
_Shape = Mapping[str, int]

# Padding of SHA-512 and of SHA3-256, as pad_rule_t packs it.
_SHA512 = 128 << 23 | 0x80 << 15 | 16 << 1
_SHA3 = 136 << 23 | 0x06 << 15 | 0x80 << 7
# Modules around the cores: small parameters, one set for each form of the logic.
_AROUND: tuple[tuple[str, _Shape], ...] = (
    ("gh_register_slice", {"Width": 8, "Mode": 1}),
    ("gh_register_slice", {"Width": 8, "Mode": 2}),
    ("gh_register_slice", {"Width": 8, "Mode": 3}),
    ("gh_register_slice", {"Width": 8, "Mode": 0}),
    ("gh_register_slice", {"Width": 8, "Mode": 1, "Erase": 1}),
    ("gh_register_slice", {"Width": 8, "Mode": 3, "Erase": 1}),
    ("gh_width_down", {"InBytes": 4, "OutBytes": 1, "Erase": 1}),
    ("gh_width_up", {"InBytes": 1, "OutBytes": 4, "Erase": 1}),
    ("gh_stream_pins", {"InBytes": 8, "OutBytes": 2, "Registered": 1}),
    ("gh_stream_pins", {"InBytes": 2, "OutBytes": 8, "Leaving": 1, "Registered": 1}),
    *(
        (
            "gh_stream_pins",
            {"InBytes": pins, "OutBytes": inside, "Leaving": leaving, "Erase": erase},
        )
        for pins, inside, leaving, erase in (
            *((2, 1, 0, 1), (1, 2, 1, 1), (8, 4, 0, 1), (4, 8, 1, 1)),
        )
    ),
    ("gh_axis_normalise", {"StreamBytes": 4, "Erase": 1}),
    ("gh_axis_sideband", {"Width": 3, "SameBits": 2, "Depth": 4}),
    ("gh_fifo", {"Width": 4, "Depth": 4}),
    ("gh_bus_fifo", {"Width": 2, "Depth": 4}),
    ("gh_message_fifo", {"StreamBytes": 2, "Depth": 4}),
    ("gh_word_buffer", {"StreamBytes": 2, "WordBytes": 1, "BlockBytes": 8}),
    ("gh_block_buffer", {"StreamBytes": 8, "BlockBytes": 16}),
    ("gh_block_buffer", {"StreamBytes": 8, "BlockBytes": 16, "AtOnce": 0}),
    ("gh_block_queue", {"BlockBytes": 2, "Slots": 2}),
    ("gh_word_unload", {"WordBytes": 8, "Bytes": 2}),
    ("gh_digest_stream", {"StreamBytes": 8, "PieceBytes": 32, "DigestBytes": 28}),
    ("gh_digest_stream", {"StreamBytes": 2, "PieceBytes": 4, "DigestBytes": 4}),
    ("gh_digest_stream", {"StreamBytes": 4, "PieceBytes": 6, "DigestBytes": 6}),
    ("gh_message_padder", {"StreamBytes": 8, "MaxBlockBytes": 32, "CountBits": 12}),
    ("gh_message_padder", {"StreamBytes": 48, "MaxBlockBytes": 24, "CountBits": 12}),
    ("gh_serial_padder", {"Bytes": 1, "MaxBlockBytes": 16}),
    ("gh_serial_padder", {"Bytes": 2, "MaxBlockBytes": 16}),
    ("gh_byte_hmac", {"BlockBytes": 16, "DigestBytes": 8}),
    ("gh_sha3_mc_keyed", {}),
    ("gh_bus_reset", {}),
    ("gh_frame_rx", {}),
    ("gh_frame_tx", {}),
    ("gh_link_receive", {}),
    ("gh_link_receive", {"Configured": 1}),
    ("gh_link_send", {"IdentityBytes": 1}),
    ("gh_prefix", {}),
    ("gh_prefix", {"Rule": 32 << 23, "Blocks": 4, "Tagged": 1}),
    ("gh_prefix", {"Rule": _SHA3, "Nested": 1, "Tail": 0x20001, "BareSuffix": 6}),
    ("gh_self_test", {"StreamBits": 16, "MessageBeats": 3, "AnswerBeats": 3, "Limit": 16}),
    *(
        ("gh_engine", {"Stages": stages, "MaxPasses": passes, "Pace": pace})
        for stages, passes, pace in RINGS
    ),
    ("gh_round_robin", {"Requests": 4}),
    ("gh_twice", {"StreamBits": 8, "Sinks": 2}),
    ("gh_skein_forward", {"StateWords": 4, "JobBits": 2}),
    ("gh_tree_leaves", {"BlockWords": 2, "LeafBits": 2, "Slots": 2, "SlotBlocks": 2}),
    ("gh_tree_leaves", {"BlockWords": 2, "LeafBits": 1, "Slots": 2, "SlotBlocks": 2}),
    ("gh_uart_rx", {"ClocksPerBit": 8}),
    ("gh_uart_tx", {"ClocksPerBit": 8}),
)

# Control of a coprocessor's stream, with each algorithm alone and with all of the papers.
_STREAMS: tuple[tuple[str, _Shape], ...] = (
    *(
        (
            "gh_arx_mc_stream",
            dict(
                zip(
                    ("Blake32", "Blake64", "ChaCha", "Blake2", "Mixed", "Alone"),
                    present,
                    strict=False,
                )
            ),
        )
        for present in (
            *((1, 1, 1), (1, 0, 0), (0, 1, 0), (0, 0, 1), (1, 0, 0, 1), (0, 1, 0, 1)),
            *((1, 1, 1, 0, 1, 1), (1, 1, 0, 1, 1, 0), (1, 0, 0, 1, 1, 0)),
            *((1, present, chacha, 0, 0, 0) for present in (0, 1) for chacha in (0, 1)),
        )
    ),
    ("gh_blake3_mc_stream", {}),
    ("gh_blake2_stream", {"WordBits": 32}),
    ("gh_blake2_stream", {"WordBits": 32, "PinWords": 2}),
    ("gh_blake2_stream", {"WordBits": 64}),
)

# Cores and ciphers, and the modules of data that they are proved without.
_CORES: tuple[tuple[str, _Shape, tuple[str, ...]], ...] = (
    ("gh_w_cipher", {"Stages": 1}, DATA["whirlpool"]),
    ("gh_w_cipher", {"Stages": 3}, DATA["whirlpool"]),
    ("gh_threefish", {"StateWords": 4, "RoundsPerCycle": 8}, DATA["skein"]),
    ("gh_skein_core", {"StateWords": 4, "RoundsPerCycle": 8, "DigestBits": 256}, DATA["skein"]),
    ("gh_skein_core", {"StateWords": 4, "RoundsPerCycle": 1, "DigestBits": 256}, DATA["skein"]),
    ("gh_skein_core", {"StateWords": 4, "RoundsPerCycle": 1, "DigestBits": 600}, DATA["skein"]),
    (
        "gh_skein_core",
        {"StateWords": 4, "RoundsPerCycle": 8, "DigestBits": 256, "Keyed": 1},
        DATA["skein"],
    ),
    ("gh_phash_ring_cipher", {}, ("gh_whirlpool_ring",)),
    ("gh_chacha_piped", {}, ("gh_chacha_ring",)),
    ("gh_sha3_mc_core", {}, ("gh_keccak_slices",)),
    ("gh_sha3_mc_stream", {}, ("gh_keccak_slices",)),
    ("gh_sha3_mc_stream", {"Named": 1}, ("gh_keccak_slices",)),
    ("gh_sha3_piped_core", {}, ("gh_keccak_ring",)),
    ("gh_sha3_piped_core", {"RateBytes": 168, "DigestBits": 2688}, ("gh_keccak_ring",)),
    ("gh_part_padder", {"StreamBytes": 8, "WordBytes": 4}, ("gh_continued_padder",)),
    ("gh_part_padder", {"Rule": _SHA512, "WordBytes": 8}, ("gh_continued_padder",)),
    ("gh_poly1305_x4_core", {}, ("gh_poly1305_product",)),
    ("gh_sha2_core", {"WordBits": 32, "DigestBits": 256}, ()),
    ("gh_sha2_core", {"WordBits": 64, "DigestBits": 512}, ()),
    ("gh_sha2_core", {"WordBits": 32, "BlockMemory": 1}, ()),
    ("gh_sha2_core", {"WordBits": 32, "Resumes": 1}, ()),
    ("gh_sha2_core", {"WordBits": 32, "BlockMemory": 1, "Resumes": 1}, ()),
    ("gh_whirlpool_mc_core", {}, ()),
    ("gh_whirlpool_core", {"SBox": 1, "MixRows": 1}, DATA["whirlpool"]),
    # Where no block is, MixRows has zeros, and gives them.
    ("gh_whirlpool_shared_core", {}, ("gh_whirlpool_sbox",)),
    ("gh_blake_core", {"WordBits": 32, "Halves": 1}, DATA["blake"]),
    ("gh_blake_core", {"WordBits": 64, "Halves": 2}, DATA["blake"]),
    ("gh_blake2_core", {"WordBits": 32}, DATA["blake2"]),
    ("gh_blake2_core", {"WordBits": 64}, DATA["blake2"]),
)


def assertion_properties() -> Iterator[Property]:
    """Yield the property of each module that has assertions."""
    for module in _modules():
        watched = replace(module, streams=streams_of(module.top))
        yield replace(
            harness_property("assertions", module.top, _CLAIM, watched), has_assertions=True
        )


def _modules() -> Iterator[Module]:
    for top, parameters in (*_AROUND, *_STREAMS):
        yield Module(top, parameters)
    for top, parameters, cut in _CORES:
        yield Module(top, parameters, cut=cut)
    for bus, reset, ports in (
        ("axil", "aresetn", ("gh_axil_port",)),
        ("wishbone", "wb_rst_i", ()),
        ("apb", "presetn", ("gh_apb_port",)),
    ):
        for parameters in WRAPPERS[f"gh_{bus}_stream"]:
            if not parameters["TwoClocks"]:
                yield Whole(
                    f"gh_{bus}_stream", parameters, asserts=True, reset=reset, of_user=ports
                )
    # Its two sides have one clock here.
    yield Module("gh_bus_config", {"StreamBytes": 4, "Depth": 2}, also_reset=("core_rst_i",))
