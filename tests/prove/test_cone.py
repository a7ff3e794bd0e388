# SPDX-License-Identifier: Apache-2.0
"""The cone of influence: bit by bit through registers and memories, whole elsewhere."""

from typing import Any

from gatehash.prove.kernel.cone import Cone


def cell(kind: str, directions: str = "", /, width: int = 1, **pins: list[int]) -> dict[str, Any]:
    outputs = directions.split() or ["Y"]
    return {
        "type": kind,
        "parameters": {"WIDTH": format(width, "b")},
        "port_directions": {pin: "output" if pin in outputs else "input" for pin in pins},
        "connections": pins,
    }


def cone(*cells: dict[str, Any]) -> Cone:
    """Return a module with the ports data, bits 2 to 4, key, 5 and 6, and ready, bit 10."""
    ports = {
        "data": {"direction": "input", "bits": [2, 3, 4]},
        "key": {"direction": "input", "bits": [5, 6]},
        "ready": {"direction": "output", "bits": [10]},
    }
    return Cone({"ports": ports, "cells": dict(enumerate(cells))})


def test_a_register_keeps_its_bits_apart() -> None:
    register = cell("$dff", "Q", D=[5, 2], Q=[10, 11], CLK=[99])
    assert cone(register).inputs_of(["ready"]) == {"key"}


def test_a_loop_ends_the_walk() -> None:
    register = cell("$dff", "Q", D=[10], Q=[10], CLK=[99])
    assert cone(register).inputs_of(["ready"]) == set()


def test_the_choice_of_a_multiplexer_counts() -> None:
    choice = cell("$mux", A=[5, 20], B=[6, 21], S=[2], Y=[10, 11])
    assert cone(choice).inputs_of(["ready"]) == {"data", "key"}


def test_each_case_of_a_parallel_multiplexer_counts() -> None:
    cases = cell("$pmux", A=[20, 21], B=[22, 23, 3, 24], S=[25, 26], Y=[10, 11])
    assert cone(cases).inputs_of(["ready"]) == {"data"}
    other = cell("$pmux", A=[20, 21], B=[22, 23, 24, 3], S=[25, 26], Y=[10, 11])
    assert cone(other).inputs_of(["ready"]) == set()


def test_a_sum_depends_on_lower_bits_alone() -> None:
    higher = cell("$add", A=[5, 2], B=[20, 21], Y=[10, 11])
    assert cone(higher).inputs_of(["ready"]) == {"key"}
    lower = cell("$add", A=[2, 5], B=[20, 21], Y=[11, 10])
    assert cone(lower).inputs_of(["ready"]) == {"data", "key"}


def test_of_a_comparison_all_counts() -> None:
    equal = cell("$eq", A=[20, 21, 2], B=[22, 23, 24], Y=[10])
    assert cone(equal).inputs_of(["ready"]) == {"data"}


def test_a_short_operand_is_extended_by_its_top_bit() -> None:
    masks = cell("$and", A=[20, 2], B=[22, 23, 24], Y=[11, 12, 10])
    assert cone(masks).inputs_of(["ready"]) == {"data"}


def test_a_memory_keeps_its_bits_apart_but_not_its_addresses() -> None:
    pins = {"RD_ADDR": [30], "WR_ADDR": [31], "RD_DATA": [10, 11], "WR_EN": [32, 33]}
    apart = cell("$mem_v2", "RD_DATA", width=2, WR_DATA=[5, 2], **pins)
    assert cone(apart).inputs_of(["ready"]) == {"key"}
    pins["WR_ADDR"] = [3]
    assert cone(cell("$mem_v2", "RD_DATA", width=2, WR_DATA=[5, 20], **pins)).inputs_of(
        ["ready"]
    ) == {"data", "key"}


def test_an_unknown_cell_depends_on_all_that_enters() -> None:
    box = cell("gh_w_cipher", "done", start=[20], text=[2, 3], done=[10])
    assert cone(box).inputs_of(["ready"]) == {"data"}
