# SPDX-License-Identifier: Apache-2.0
"""Runs of ``state_bench.cpp``: resets and power-ups of a stream top, and all of its state."""

from __future__ import annotations

import random
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from tests.rtl.bench_tools import good_keep
from tests.rtl.cocotb_build import TRACE_WHOLE, Model, build

import gatehash.simulate
from gatehash.catalog import Design, Job
from gatehash.catalog.checks import stream_checker_defines, stream_checker_files
from gatehash.simulate.plan import port_defines

__all__ = ["Packet", "StateBench", "differences", "good"]

_MAIN = Path(__file__).with_suffix(".cpp")
_HEADERS = (
    *(Path(gatehash.simulate.__file__).with_name(f"{name}.h") for name in ("masks", "ports")),
    Path(__file__).with_name("state_stream.h"),
)


@dataclass(frozen=True)
class Packet:
    """A message with its configuration, and what must come back.

    Parameters
    ----------
    config : tuple of int
        Words for ``s_axis_cfg``.
    data : bytes
        Whole beats for ``s_axis``.
    keep : tuple of int
        ``tkeep`` of each beat.
    answer : bytes or None
        The answer; None where there is none.
    error : bool
        Whether the answer is an error.
    cycles : int
        Cycles from the first beat in to the last one out; 0 if they may be any.
    stream : int
        Number of the stream.
    config_last, last : bool
        Whether the packets end.
    """

    config: tuple[int, ...]
    data: bytes
    keep: tuple[int, ...]
    answer: bytes | None
    error: bool = False
    cycles: int = 0
    stream: int = 0
    config_last: bool = True
    last: bool = True

    def words(self) -> Iterator[str]:
        """Yield the packet as the bench reads it."""
        yield from ("P", str(self.stream), str(len(self.config)))
        yield from (f"{word:x}" for word in self.config)
        yield from (str(int(self.config_last)), str(len(self.keep)))
        size = len(self.data) // len(self.keep) if self.keep else 0
        for number, keep in enumerate(self.keep):
            yield self.data[number * size : (number + 1) * size].hex()
            yield keep.to_bytes(-(-size // 8), "little").hex()
        answer = "-" if self.answer is None else self.answer.hex() or "."
        yield from (str(int(self.last)), answer, str(int(self.error)), str(self.cycles))


def good(job: Job, rng: random.Random, length: int, stream: int = 0) -> Packet:
    """Return a random message of about `length` bytes, with its answer and exact cycles."""
    if job.padding.whole:
        block = job.padding.block_bytes
        length = max(1, -(-length // block)) * block
    message = job.acceptable(rng.randbytes(length))
    length = len(message)
    model = job.model()
    model.update(message)
    size = job.hardware.beat_bits // 8
    keep = good_keep(length, size)
    return Packet(
        job.config or (),
        message + rng.randbytes(len(keep) * size - length),
        keep,
        model.digest(),
        cycles=job.latency(length),
        stream=stream,
    )


def _untimed(packets: Sequence[Packet]) -> list[Packet]:
    """Return packets that may take any time."""
    return [replace(packet, cycles=0) for packet in packets]


@cache
def _model(
    top: str,
    parameters: tuple[tuple[str, int], ...],
    files: tuple[Path, ...],
    defines: tuple[str, ...],
    traced: bool,
) -> Model:
    return build(
        top,
        files,
        dict(parameters),
        _MAIN,
        ("--trace-vcd",) if traced else (),
        (
            *TRACE_WHOLE,
            *("--x-initial", "unique", "-O3"),
            *defines,
        ),
        headers=_HEADERS,
    )


class StateBench:
    """The bench of a design's stream top; of one with a key it can tell the state."""

    def __init__(self, design: Design, files: Sequence[Path] | None = None) -> None:
        hardware = design.hardware
        model = _model(
            hardware.stream.top,
            tuple(hardware.stream.parameters.items()),
            (*(hardware.files() if files is None else files), *stream_checker_files()),
            (
                *(f"-D{define}" for define in stream_checker_defines(hardware)),
                *(word for each in port_defines(hardware) for word in ("-CFLAGS", f"-D{each}")),
            ),
            any(function.keyed for function in design.functions),
        )
        self._program = model.folder / model.top

    def _run(self, packets: Sequence[Packet], *command: object) -> list[str]:
        words = [word for packet in packets for word in packet.words()]
        words += [str(word) for word in command]
        program, text = str(self._program), "\n".join(words)
        done = subprocess.run([program], input=text, capture_output=True, text=True, check=False)
        # An assertion of the RTL ends the program.
        assert done.returncode == 0, f"{done.stdout}{done.stderr}"
        return done.stdout.splitlines()

    def resets(
        self,
        before: Sequence[Packet],
        after: Sequence[Packet],
        offsets: range,
        width: int,
        *,
        asleep: bool = False,
    ) -> list[str]:
        """Reset at each offset of a run; return what went wrong, then how many times.

        Parameters
        ----------
        before, after : sequence of Packet
            What is sent before the reset, and what waits from its first cycle on.
        offsets : range
            Cycles from the first beat offered to the reset.
        width : int
            Cycles of the reset.
        asleep : bool
            Whether the sink takes nothing before the reset.
        """
        sent = _untimed(before)
        return self._run(
            [*sent, *after],
            *("R", width, int(asleep), offsets.start, offsets.stop, offsets.step),
            *(len(sent), *range(len(sent))),
            *(len(after), *range(len(sent), len(sent) + len(after))),
        )

    def power_ups(self, packets: Sequence[Packet], seeds: int) -> list[str]:
        """Power up with random registers; return what went wrong, then how many times."""
        return self._run(packets, "U", seeds, len(packets), *range(len(packets)))

    def state(
        self, file: Path, packets: Sequence[Packet], reset: int | None = None, asleep: int = 0
    ) -> str:
        """Return every signal and memory word of the top when a run is over, as a VCD file.

        Parameters
        ----------
        file : Path
            Where the file goes.
        packets : sequence of Packet
            What is sent.
        reset : int, optional
            Cycles to a reset of one cycle.
        asleep : int
            Cycles in which the sink takes nothing; -1 from an answer's last beat on, until the next
            message may come or for longer than an erasure.
        """
        moment = -1 if reset is None else reset
        sent = _untimed(packets)
        said = self._run(sent, "E", file, moment, asleep, len(sent), *range(len(sent)))
        if not said[-1].isdecimal():
            raise AssertionError(said[-1])
        return file.read_text()


def _read_vcd(text: str) -> dict[str, str]:
    """Return the first value of each signal of a VCD file, by path."""
    paths: dict[str, list[str]] = {}
    scopes: list[str] = []
    values: dict[str, str] = {}
    for line in text.splitlines():
        words = line.split()
        if not words:
            continue
        if words[0] == "$scope":
            scopes.append(words[2])
        elif words[0] == "$upscope":
            scopes.pop()
        elif words[0] == "$var":
            paths.setdefault(words[3], []).append(".".join((*scopes, words[4])))
        elif words[0][0] == "b":
            values[words[1]] = words[0][1:]
        elif words[0][0] in "01":
            values[line[1:].strip()] = line[0]
    return {path: values[code] for code, found in paths.items() for path in found}


def differences(one: str, other: str) -> list[str]:
    """Paths of signals and memory words whose values differ in two VCD files."""
    if one == other:
        return []
    first, second = _read_vcd(one), _read_vcd(other)
    return sorted(path for path, value in first.items() if second[path] != value)
