# SPDX-License-Identifier: Apache-2.0
"""A hash whose length has the lowest byte first, MD5, in the shell that all hash cores have.

It is the bench of gh_length_order.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Mapping
from typing import Any

from tests.rtl.lint import require_clean

from gatehash.catalog.design import Design
from gatehash.catalog.function import Function, digest_length
from gatehash.catalog.hardware import parts
from gatehash.catalog.job import Job, Operation
from gatehash.catalog.shell import shell_design, shell_job
from gatehash.models.little import LittleChainedHash, reversed_length
from gatehash.models.padding import RULES, pad
from gatehash.models.words import Words, join, rotl, split
from gatehash.paths import rtl_root
from gatehash.simulate import Simulation
from gatehash.soak import soak

# Of MD5, but for the order of the length.
RULE = RULES["sha-256"]
INITIAL = (0x67452301, 0xEFCDAB89, 0x98BADCFE, 0x10325476)
K = [int(abs(math.sin(i + 1)) * 2**32) for i in range(64)]
ROTATIONS = ((7, 12, 17, 22), (5, 9, 14, 20), (4, 11, 16, 23), (6, 10, 15, 21))
MASK = 0xFFFFFFFF


class Md5(LittleChainedHash[Words]):
    """MD5 as RFC 1321 describes it."""

    def __init__(self) -> None:
        super().__init__("md5", 128, RULE, INITIAL, b"")

    def _chain(self, chaining: Words, block: bytes, start: int) -> Words:
        a, b, c, d = chaining
        x = split(block, 4, "little")
        for i in range(64):
            f, k = (
                (b & c | ~b & d, i),
                (b & d | c & ~d, 5 * i + 1),
                (b ^ c ^ d, 3 * i + 5),
                (c ^ (b | ~d), 7 * i),
            )[i // 16]
            total = (a + f + K[i] + x[k % 16]) & MASK
            a, b, c, d = d, (b + rotl(total, ROTATIONS[i // 16][i % 4], 32)) & MASK, b, c
        return tuple((old + new) & MASK for old, new in zip(chaining, (a, b, c, d), strict=True))

    def _encode(self, chaining: Words) -> bytes:
        return join(chaining, 4, "little")


def _job(design: Design, _: Operation, values: Mapping[str, Any]) -> Job:
    return shell_job(design, "md5", values["digest_bits"], RULE, Md5, block=65)


MD5 = shell_design(
    "md5-x1",
    # Its package has the rule.
    "sha2",
    "1 step a cycle",
    Function("md5", _job, (digest_length(128),)),
    top="gh_md5_tb",
    parameters={"DigestBits": 128},
    sources=("stream/gh_length_order.sv", "../tests/rtl/gh_md5_tb.sv"),
    widths=parts(256),
)


def test_length_is_that_of_rfc_1321() -> None:
    padded = reversed_length(RULE, pad(RULE, b"abc"))
    assert padded == b"abc\x80" + bytes(52) + bytes((24, 0, 0, 0, 0, 0, 0, 0))


def test_model_is_hashlib() -> None:
    for size in (0, 1, 55, 56, 63, 64, 65, 119, 120, 200):
        h = Md5()
        h.update(bytes(range(size)))
        assert h.digest() == hashlib.md5(bytes(range(size))).digest(), size


def test_digests_are_those_of_hashlib() -> None:
    """Digests of all lengths around the edges of padding, in the cycles of the closed form."""
    messages = [bytes(range(size)) for size in (*range(66), *range(118, 130), 255)]
    job = MD5.job()
    with Simulation(job) as simulation:
        for message in messages:
            answer = simulation.ask([message])
            assert answer.data == hashlib.md5(message).digest(), len(message)
            assert answer.cycles == job.latency(len(message))


def test_verilator_has_nothing_to_say() -> None:
    files = [rtl_root() / "stream" / name for name in ("gh_stream_pkg.sv", "gh_length_order.sv")]
    for little in (0, 1):
        require_clean("gh_length_order", {"Little": little}, files)


def test_random_work() -> None:
    """Stalls, malformed packets and resets."""
    *_, totals = soak(MD5, most=200)
    assert totals.refused
    assert totals.resets
