# SPDX-License-Identifier: Apache-2.0
"""A waveform of a message and its answer: WaveJSON of WaveDrom."""

from __future__ import annotations

from typing import Any

from gatehash.export.project import Project

__all__ = ["wave_json"]


def wave_json(project: Project) -> dict[str, Any]:
    """Return the WaveJSON of the known answer at a stream top, long runs of cycles cut short."""
    lanes: list[Any] = [
        {"name": "aclk", "wave": "p..|..|.."},
        {"name": "aresetn", "wave": "01.|..|.."},
    ]
    lanes += [{}]
    for stream in project.streams:
        enters = stream.slave
        if stream.number or stream.role == "randomness":
            continue
        data = ["b0", "b1", "last"] if enters else ["a0", "last"]
        shape = {
            "tvalid": "0.1|..|0." if enters else "0..|0.|1.",
            "tready": "0.1|..|..",
            "tdata": "x.3|44|x." if enters else "x..|x.|34",
            "tlast": "0..|01|0." if enters else "0..|0.|01",
        }
        lanes.append(
            [
                stream.name,
                *(
                    {"name": name, "wave": wave} | ({"data": data} if name == "tdata" else {})
                    for name, wave in shape.items()
                ),
            ]
        )
    cycles = f"{project.cycles} cycles for " if project.exact else ""
    head = f"{cycles}{project.known[0]}"
    return {"signal": lanes, "head": {"text": head}, "config": {"hscale": 1}}
