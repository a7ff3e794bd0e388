# SPDX-License-Identifier: Apache-2.0
"""Frequencies of `gh_axis_normalise` on ECP5: ``python -m tests.doc_streams``.

The module stands between registers at all of its ports, since a path from a pin to a register does
not count. Mapper, placer, router and seeds are those of the records of designs. docs/streams.md has
the frequencies.
"""

from __future__ import annotations

from pathlib import Path, PurePath
from statistics import median
from tempfile import TemporaryDirectory

from gatehash.catalog import Boundary
from gatehash.implement import find_target
from gatehash.implement.hierarchy import Origins
from gatehash.implement.placing import place_and_route
from gatehash.implement.record import TIME_LIMIT
from gatehash.implement.scripts import yosys_script
from gatehash.implement.tools import run_yosys
from gatehash.paths import rtl_root

_SEEDS = (1, 2, 3)
_TOP = "normalise_between_registers"
_SOURCES = (PurePath("rtl/stream/gh_axis_normalise.sv"), PurePath(f"tests/{_TOP}.sv"))


def _measured(stream_bytes: int) -> str:
    target, what = find_target("ecp5"), f"gh_axis_normalise, {8 * stream_bytes} bits"
    with TemporaryDirectory(prefix="gatehash-") as place:
        folder = Path(place)
        (folder / "rtl").symlink_to(rtl_root(), target_is_directory=True)
        (folder / "tests").symlink_to(Path(__file__).parent / "rtl", target_is_directory=True)
        module = Boundary(_TOP, {"StreamBytes": stream_bytes})
        run_yosys(yosys_script(target, module, _SOURCES), folder, what=what)
        none = Origins((), {})
        runs = [
            place_and_route(target, seed, folder, origins=none, time_limit=TIME_LIMIT, what=what)
            for seed in _SEEDS
        ]
    kinds = ", ".join(sorted({run.kind for run in runs}))
    return f"{what}: {median(run.fmax_mhz for run in runs):.1f} MHz, {kinds}"


if __name__ == "__main__":
    for each in (4, 8):
        print(_measured(each), flush=True)
