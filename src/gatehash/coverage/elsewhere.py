# SPDX-License-Identifier: Apache-2.0
"""Modules that random work on designs does not reach, because no design has them."""

__all__ = ["ELSEWHERE"]

_BRIDGE = (
    *("gh_apb_stream", "gh_axil_stream", "gh_wishbone_stream", "gh_bus_answer", "gh_bus_config"),
    *("gh_apb_port", "gh_axil_port", "gh_wishbone_port", "gh_bus_select"),
    *("gh_bus_crossing", "gh_bus_fifo", "gh_bus_lane", "gh_bus_registers", "gh_bus_reset"),
    "gh_bus_stream",
)

_BOARD = (
    *("gh_board_reset", "gh_frame_rx", "gh_frame_tx", "gh_link_receive", "gh_link_send"),
    *("gh_pll", "gh_uart_rx", "gh_uart_stream", "gh_uart_tx"),
)

ELSEWHERE = {
    **dict.fromkeys(
        ("gh_async_fifo", "gh_length_order", "gh_synchroniser"), "no design has it; it has a bench"
    ),
    "gh_message_fifo": "no design has it; it has a bench, and is proved",
    "gh_block_queue": "only designs of twelve and more ciphers have it; it has a bench, and is "
    "proved",
    **dict.fromkeys(
        ("gh_skein_tree", "gh_tree_leaves", "gh_tree_nodes"),
        "random messages have few leaves; tests/simulate/test_skein_tree.py has deep trees",
    ),
    "gh_sha3_mac_fd": "gh_sha3_mac with an alarm, which no simulation without faults raises; its "
    "checks are proved, and hit by gatehash fault",
    **dict.fromkeys(
        ("gh_chacha_mc_twice", "gh_sha2_twice", "gh_twice"),
        "two copies of what other designs have one of, with an alarm, which no simulation without "
        "faults raises; the comparison is proved, and hit by gatehash fault",
    ),
    **dict.fromkeys(
        ("gh_dom_adder", "gh_dom_and", "gh_refresh"),
        "no design has it; its mapped netlist is compared with its function",
    ),
    **dict.fromkeys(
        ("gh_dom_chi", "gh_keccak_dom", "gh_keccak_linear"),
        "no design of this run has it; its mapped netlist is compared with its function",
    ),
    "gh_sha3_dom_core": "no design of this run has it; it has a bench, and is proved",
    **dict.fromkeys(
        ("gh_sha3_mac_dom", "gh_share_shell", "gh_shared_packet"),
        "no design of this run has it; random work, resets and erasure of its design are tested",
    ),
    **dict.fromkeys(
        ("gh_keccak_slices", "gh_sha3_mc", "gh_sha3_mc_core", "gh_sha3_mc_stream"),
        "no design of this run has it; the stream bench drives its design, and its datapath and "
        "passes are proved",
    ),
    **dict.fromkeys(
        (
            *("gh_mux4_of_xor3", "gh_sha2_mc", "gh_sha2_mc_core", "gh_sha2_mc_program"),
            *("gh_sha2_mc_stream", "gh_whirlpool_mc", "gh_whirlpool_mc_core"),
            *("gh_whirlpool_mc_stream", "gh_whirlpool_mix_serial"),
        ),
        "no design of this run has it; the stream bench drives its designs, and a message in its "
        "core is proved",
    ),
    **dict.fromkeys(
        ("gh_byte_hmac", "gh_sha2_mc_hmac", "gh_sha3_mc_keyed", "gh_sha3_mc_mac"),
        "no design of this run has it; random work, resets and erasure of its designs are tested",
    ),
    **dict.fromkeys(
        ("gh_keccak_ring", "gh_sha3_piped", "gh_sha3_piped_core"),
        "no design of this run has it; random work and resets of its design are tested, and its "
        "passes and frames are proved",
    ),
    **dict.fromkeys(
        ("gh_whirlpool_shared", "gh_whirlpool_shared_core"),
        "no design of this run has it; random work and resets of its design are tested, and each "
        "cycle of a block in its core is proved",
    ),
    "gh_chi": "no design of this run has it; its vendors' forms are compared with it, and its "
    "design is tested",
    "gh_self_test": "exports have it; it has a bench",
    **dict.fromkeys(
        ("gh_axis_any", "gh_axis_normalise", "gh_axis_sideband"),
        "exports have it; it has a bench, and its parts are proved",
    ),
    **dict.fromkeys(_BRIDGE, "part of the bridges of buses, which have a bench"),
    **dict.fromkeys(_BOARD, "part of the tops of boards, which are simulated from the pins"),
}
"""Modules that no simulated design has, and what shows that they work."""
