# SPDX-License-Identifier: Apache-2.0
"""Tree hashing of Skein with blocks of many leaves in flight."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from gatehash.catalog.design import Design
from gatehash.catalog.fields import TREES
from gatehash.catalog.function import Function, NumberField, digest_length
from gatehash.catalog.hardware import Boundary, Hardware
from gatehash.catalog.job import Job, Operation
from gatehash.catalog.skein_piped import CORE_PRIMS, CORE_SOURCES, RING_STAGES
from gatehash.catalog.tree_timing import TreeEngineTiming
from gatehash.models.padding import RULES
from gatehash.models.skein_tree import FAN, HEIGHT, LEAF, MAX_FAN, MAX_HEIGHT, MAX_LEAF, SkeinTree
from gatehash.models.threefish import ROUNDS

__all__ = ["skein_tree_designs"]

_STREAM_BITS = 64


def _field(name: str, symbol: str, of: str, default: int, most: int, **others: int) -> NumberField:
    least = others.get("least", 1)
    return NumberField(
        name=f"tree_{name}",
        help=f"{symbol}: {of}.",
        topic=TREES,
        words=f"tree {name}",
        unit="",
        least=least,
        most=most,
        step=1,
        default=default,
        tested=(others["tested"],),
    )


_TREE = (
    _field("leaf", "Y_l", "a leaf has 2**N blocks of the message", LEAF, MAX_LEAF, tested=1),
    _field("fan", "Y_f", "a node has 2**N results", FAN, MAX_FAN, tested=1),
    _field("height", "Y_m", "the tree has at most N levels", HEIGHT, MAX_HEIGHT, least=2, tested=2),
)


def _skein_tree(state_bits: int, rounds: int) -> Design:
    words = state_bits // 64

    def job(design: Design, _: Operation, values: Mapping[str, int]) -> Job:
        bits = values["digest_bits"]
        leaf, fan, height = (values[field.name] for field in _TREE)
        hardware = design.hardware.having(
            DigestBits=bits, LeafBits=leaf, FanBits=fan, Height=height
        )
        return Job(
            design=design,
            hardware=hardware,
            name=f"skein-tree-{state_bits}-{bits}",
            padding=RULES[f"skein-{state_bits}"],
            model=partial(SkeinTree, state_bits, bits, leaf=leaf, fan=fan, height=height),
            timing=TreeEngineTiming(
                words=words,
                stages=RING_STAGES[rounds],
                passes=ROUNDS[words] // rounds,
                leaf=leaf,
                fan=fan,
                height=height,
                digest_beats=-(-bits // _STREAM_BITS),
                registered=hardware.stream.parameters["Registered"],
            ),
            digest_bits=bits,
        )

    shape = {"RoundsPerPass": rounds, "DigestBits": state_bits}
    tree = {"LeafBits": LEAF, "FanBits": FAN, "Height": HEIGHT}
    digest = digest_length(state_bits, 8, state_bits, tested=(160,))
    return Design(
        name=f"skein{state_bits}-x{rounds}-tree",
        family="skein-tree",
        microarchitecture=f"{rounds} rounds in {RING_STAGES[rounds]} stages, for 16 leaves at once",
        hardware=Hardware(
            stream=Boundary(
                "gh_skein_tree", {"StateBits": state_bits, **shape, **tree, "Registered": 0}
            ),
            core=Boundary("gh_skein_piped_core", {"StateWords": words, **shape, "Streams": 32}),
            stream_bits=_STREAM_BITS,
            widths=(_STREAM_BITS,),
            sources=(
                *CORE_SOURCES,
                "engine/gh_tree_leaves.sv",
                "engine/gh_tree_nodes.sv",
                "engine/gh_skein_tree.sv",
            ),
            prims=CORE_PRIMS,
        ),
        functions=(Function(f"skein-tree-{state_bits}-{state_bits}", job, (digest, *_TREE)),),
        compared="core",
    )


def skein_tree_designs() -> tuple[Design, ...]:
    """Return the design of Skein-512 with eight rounds in a ring."""
    return (_skein_tree(512, 8),)
