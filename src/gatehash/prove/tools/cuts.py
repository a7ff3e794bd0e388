# SPDX-License-Identifier: Apache-2.0
"""Modules of data, on which no control depends: a proof without them allows more than the RTL."""

from __future__ import annotations

__all__ = ["BLAKE", "KECCAK", "SHA2", "THREEFISH", "WHIRLPOOL"]

BLAKE = ("gh_blake_half", "gh_blake_operand")
KECCAK = ("gh_keccak_round",)
SHA2 = ("gh_sha2_constants",)
THREEFISH = ("gh_threefish_rounds", "gh_threefish_keys")
WHIRLPOOL = ("gh_whirlpool_sub_bytes", "gh_whirlpool_mix_row")
