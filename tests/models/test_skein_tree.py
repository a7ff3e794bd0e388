# SPDX-License-Identifier: Apache-2.0
"""Skein's tree hashing against an independent library and its own structure."""

from __future__ import annotations

import importlib
import json
import random
from pathlib import Path
from typing import Any

import pytest
from tests.models.manners import check_manners

from gatehash.errors import ArgumentError
from gatehash.models.skein import TYPE_CFG, TYPE_MSG, output, ubi
from gatehash.models.skein_tree import SkeinTree, tree_configuration

FROZEN: dict[str, Any] = json.loads(
    (Path(__file__).parents[1] / "vectors/skein_tree_pyskein.json").read_text("utf-8")
)


def tree(state: int, shape: tuple[int, int, int], message: bytes, bits: int | None = None) -> bytes:
    leaf, fan, height = shape
    h = SkeinTree(state, bits or state, leaf=leaf, fan=fan, height=height)
    h.update(message)
    return h.digest()


def test_frozen_vectors() -> None:
    assert len(FROZEN["vectors"]) > 200
    for each in FROZEN["vectors"]:
        message = bytes((i * 7 + 3) & 255 for i in range(each["message_bytes"]))
        digest = tree(each["state_bits"], tuple(each["tree"]), message)
        assert digest.hex() == each["digest"], each


def test_pyskein() -> None:
    skein = pytest.importorskip("skein", reason="pyskein needs Python.h; frozen vectors ran")
    assert importlib.metadata.version("pyskein")
    chance = random.Random("trees")
    for _ in range(200):
        state = chance.choice((256, 512, 1024))
        shape = chance.choice((1, 2, 3, 5)), chance.choice((1, 2, 3)), chance.choice((2, 3, 4, 255))
        message = chance.randbytes(chance.randrange(6000))
        bits = chance.choice((8, 160, state, 2 * state + 8))
        expected = getattr(skein, f"skein{state}")(message, tree=shape, digest_bits=bits).digest()
        assert tree(state, shape, message, bits) == expected


def test_manners() -> None:
    start, more = bytes(200), bytes(range(256)) * 3
    before, after = (tree(512, (1, 1, 255), each) for each in (start, start + more))
    check_manners(SkeinTree(512, 512, leaf=1, fan=1, height=255), start, more, before, after)


def test_two_leaves_are_what_the_specification_says() -> None:
    """A message of two leaves and its root, from UBI alone (section 3.5.6)."""
    size = 64
    first, second = bytes(range(128)), b"rest"
    start = ubi(bytes(size), tree_configuration(512, 1, 1, 2), TYPE_CFG)
    # UBI of an argument that begins at 0, on levels 1 and 2, as a sequence of single leaves.
    alone = tree(512, (1, 1, 2), first)
    assert alone != output(ubi(start, first, TYPE_MSG), 512), "a leaf's tweak tells its level"
    assert tree(512, (1, 1, 2), first + second) != alone


@pytest.mark.parametrize(
    ("name", "value"), [("leaf", 0), ("leaf", 256), ("fan", 0), ("fan", 256), ("height", 1)]
)
def test_parameters_out_of_range(name: str, value: int) -> None:
    shape = {"leaf": 1, "fan": 1, "height": 2} | {name: value}
    with pytest.raises(ArgumentError, match=f"{name} must be [12] to 255, got {value}"):
        SkeinTree(512, 512, **shape)


@pytest.mark.parametrize(("state", "bits"), [(128, 128), (512, 7)])
def test_sizes_out_of_range(state: int, bits: int) -> None:
    with pytest.raises(ArgumentError, match="must be"):
        SkeinTree(state, bits, leaf=1, fan=1, height=2)
