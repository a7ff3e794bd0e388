# SPDX-License-Identifier: Apache-2.0
"""Keys and state of ciphers are overwritten with zeros, looked at in the memories themselves."""

import json
from pathlib import Path

import pytest
from tests.rtl.cocotb_build import build_stream_top, run

from gatehash.catalog import find

# State, block, key and tweak; the chaining value that several output blocks have in common.
THREEFISH = {f"u_core.file_{port}": [[0, 54], [96, 111]] for port in "ab"}


def chacha(base: int, halves: int, lanes: int) -> dict[str, list[list[int]]]:
    """State, key, counter and nonce, not the constants; and what was given."""
    files = {
        f"u_lanes.u_core.gen_half[{half}].file_{port}": [[base, base + 15], [base + 20, base + 31]]
        for half in range(halves)
        for port in "ab"
    }
    given = {f"u_lanes.gen_lanes[{lane}].u_lane.given": [[0, 7]] for lane in range(lanes)}
    return files | given


FILES = "gh_threefish_mc_core.file_?"
CHACHA = ("gh_blake_chacha_mc_core.file_?", "gh_blake_chacha_mc_lane.given")
CASES = [
    ("skein-mc", "threefish-1024-encrypt", (FILES,), THREEFISH),
    ("threefish-mc", "threefish-256-decrypt", (FILES,), THREEFISH),
    ("chacha-mc-1", "chacha8-encrypt", CHACHA, chacha(0, 1, 1)),
    ("blake-chacha-mc-2", "chacha20-encrypt", CHACHA, chacha(128, 2, 2)),
]


@pytest.mark.parametrize(("name", "variant", "inside", "memories"), CASES)
def test_nothing_is_left(
    name: str,
    variant: str,
    inside: tuple[str, ...],
    memories: dict[str, list[list[int]]],
    tmp_path: Path,
) -> None:
    outcome = run(
        build_stream_top(find(name), inside=inside),
        "erasure_bench",
        tmp_path,
        {
            "GATEHASH_DESIGN": name,
            "GATEHASH_VARIANT": variant,
            "GATEHASH_MEMORIES": json.dumps(memories),
        },
    )
    outcome.require_success()
