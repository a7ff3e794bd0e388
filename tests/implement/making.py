# SPDX-License-Identifier: Apache-2.0
"""Results and runs that are made up."""

from pathlib import Path

from tests.areas import area

from gatehash.catalog import find
from gatehash.implement import (
    TARGETS,
    Area,
    CriticalPath,
    ModuleArea,
    Result,
    Run,
)
from gatehash.implement.hierarchy import Origins
from gatehash.implement.record import Kind
from gatehash.implement.source import Measurement
from gatehash.implement.tools import tool_versions
from gatehash.records.store import inputs_of, text_of

REFERENCE = Path(__file__).with_name("reference")
DESIGN = find("skein256-x1")
ECP5 = TARGETS["ecp5"]
NOWHERE = Origins((), {})
# One expression: it stands after others in a line.
BUSY = "any(False for _ in iter(int, 1))"
PATH = CriticalPath(
    start="u_core.state_q[12]",
    end="u_core.state_q[44]",
    logic_ns=6.14,
    routing_ns=7.86,
    levels=14,
    carry_levels=9,
    through=("u_core", "u_core.u_round"),
)
MODULES = (
    ModuleArea("", "gh_skein", area(lut=1000, ff=953)),
    ModuleArea("u_core", "gh_skein_core", area(lut=1000, ff=1000, carry=412)),
)


def run(seed: int, fmax: float = 50.0, seconds: float = 400.0, *, routed: bool = True) -> Run:
    kind: Kind = "routed" if routed else "placed"
    path = PATH if routed else None
    return Run(seed, fmax, kind, seconds, 3185, path, router=TARGETS["ecp5"].router)


def result(*runs: Run, target: str = "ecp5") -> Result:
    subject = Measurement(DESIGN, TARGETS[target], "stream")
    return Result(
        design=DESIGN.name,
        target=target,
        boundary="stream",
        top=DESIGN.hardware.stream.top,
        parameters=dict(DESIGN.hardware.stream.parameters),
        inputs=inputs_of(subject),
        text=text_of(subject),
        tools=tool_versions(TARGETS[target]),
        command=f"gatehash synth {DESIGN.name} --target {target} --boundary stream",
        area=Area(lc=None, lut=2000, ff=1953, carry=412, lutram=0, ramb36=0, ramb18=0),
        cells={"LUT4": 2000, "TRELLIS_FF": 1953, "CCU2C": 412},
        modules=MODULES if target == "ecp5" else (),
    ).with_runs(*runs)


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))
