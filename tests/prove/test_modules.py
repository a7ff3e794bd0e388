# SPDX-License-Identifier: Apache-2.0
"""Proofs of modules by themselves: their own assertions, what they owe to others, answers in time."""

from pathlib import Path

import pytest
from tests.prove.test_engine import planted
from tests.rtl.test_selftest import Fault

from gatehash.prove.engine import Harness
from gatehash.prove.modules import Module
from gatehash.prove.record import source_key
from gatehash.prove.runner import on_record
from gatehash.prove import selected

_W_DATA = ("gh_whirlpool_sub_bytes", "gh_whirlpool_mix_row")
FAULTS: list[tuple[Harness, Fault]] = [
    (
        Module("gh_width_up", {"InBytes": 1, "OutBytes": 4, "Erase": 1}),
        Fault(
            "data_stay",
            "stream/gh_width_up.sv",
            "if (Erase && (rst_i || valid_q && ready_i && !valid_i)) data_q <= '0;",
            "if (Erase && rst_i) data_q <= '0;",
            "erased",
        ),
    ),
    (
        Module("gh_whirlpool_core", cut=_W_DATA),
        Fault(
            "starts_at_work",
            "whirlpool/gh_whirlpool_core.sv",
            "core_q == Work && done && (!final_q || digest_ready_i));",
            "core_q == Work && (!final_q || digest_ready_i));",
            "u_cipher.require_starts",
        ),
    ),
    (
        Module(
            "gh_whirlpool",
            cut=_W_DATA,
            bound="gh_prove_answers",
            macros=("GH_ANSWERS=gh_whirlpool", "GH_MOST=47"),
        ),
        Fault(
            "digest_is_held_for_ever",
            "whirlpool/gh_whirlpool_core.sv",
            "Hold: if (digest_ready_i) core_d = Idle;",
            "Hold: if (digest_ready_i && !valid_i) core_d = Idle;",
            "u_answers.",
        ),
    ),
    (
        Harness("gh_prove_async_fifo", clocks=True, stand_ins=("crossing",)),
        Fault(
            "pointer_is_binary",
            "stream/gh_async_fifo.sv",
            "write_gray_q <= gray(write_next);",
            "write_gray_q <= write_next;",
            "",
        ),
    ),
]
