# SPDX-License-Identifier: Apache-2.0
"""Masked designs: shares at the pins, random bits, exact cycles, and what refuses them."""

from __future__ import annotations

import random
import subprocess
from pathlib import Path

import pytest
from tests.simulate.asking import expected

from gatehash.catalog import DESIGNS, Design, Job, Masking, find
from gatehash.catalog.hardware import masked
from gatehash.compiled.compiler import compiler_command
from gatehash.errors import FieldError
from gatehash.simulate import Simulation
from gatehash.simulate.plan import HEADERS, port_defines
from gatehash.verilog import streams

MASKED = [name for name, design in DESIGNS.items() if design.hardware.masking]
_BENCH = Path(__file__).with_name("masks_bench.cpp")


def _of(shares: int, random_bits: int, words: int, width: int = 64) -> Design:
    """Return a design whose pins alone count."""
    plain = find("sha3-x1-mac" if width == 64 else f"sha3-x1-mac@{width}")
    masking = Masking(shares, random_bits, words)
    return Design(
        plain.name, plain.family, "", masked(plain.hardware, masking), plain.functions, "core"
    )


CASES = {
    "two shares": _of(2, 1600, 1),
    "two shares of a narrow stream": _of(2, 320, 1, 32),
    "three shares": _of(3, 256, 2),
}


@pytest.mark.parametrize("case", CASES)
def test_shares_and_random_bits_at_the_pins(case: str, tmp_path: Path) -> None:
    """Each beat has masks of its own, the same as long as it waits, and so have random bits.

    With a seed all of them come again; without one they are the operating system's.
    """
    defines = (f"-D{each}" for each in port_defines(CASES[case].hardware))
    bench = str(tmp_path / "bench")
    command = (*compiler_command(), "-std=c++17", *defines, f"-I{HEADERS[0].parent}", _BENCH)
    subprocess.run([*map(str, command), "-o", bench], check=True)

    def at_the_pins(seed: int) -> bytes:
        done = subprocess.run([bench, str(seed)], capture_output=True, check=False)
        assert done.returncode == 0, done.stdout.decode(errors="replace")
        return done.stdout

    drawn = at_the_pins(7)
    assert drawn == at_the_pins(7) != at_the_pins(8)
    found = [at_the_pins(0) for _ in range(2)]
    assert found[0] != found[1]
    # One bit in two is set, in 10,000 and more: within six standard deviations.
    for data in (*found, drawn):
        ones = int.from_bytes(data, "little").bit_count()
        assert abs(2 * ones - 8 * len(data)) < 6 * (8 * len(data)) ** 0.5


def test_streams_of_masked_designs() -> None:
    found = {each.name: each for each in streams(find("sha3-x1-mac-dom@64").hardware)}
    bits = {name: (each.bits, each.beat_bits) for name, each in found.items()}
    assert bits == {
        "s_axis_cfg": (64, 32),
        "s_axis_rnd": (1600, 1600),
        "s_axis": (64, 32),
        "m_axis": (64, 32),
    }
    names = [port.name for port in found["s_axis_rnd"].ports]
    assert names == ["s_axis_rnd_tdata", "s_axis_rnd_tvalid", "s_axis_rnd_tready"]


def test_kmacxof_is_no_function_of_a_masked_design() -> None:
    design = find("sha3-x1-mac-dom")
    with pytest.raises(FieldError, match="xof"):
        design.job("kmac128", {"key": bytes(32), "xof": True})


def cases() -> list[object]:
    found: list[object] = []
    for name in MASKED:
        for width in DESIGNS[name].hardware.widths:
            design = find(f"{name}@{width}")
            for function in design.functions:
                for number, values in enumerate(function.examples):
                    job = function.bind(design, function.operations[0], values)
                    label = f"{name}-{width}-{function.name}-{number}"
                    found.append(pytest.param(job, id=label, marks=pytest.mark.large))
    return found


@pytest.mark.parametrize("job", cases())
def test_answers_in_exact_cycles(job: Job) -> None:
    """Messages of all edges, alone and behind each other, with the operating system's bits."""
    block, beat = job.padding.block_bytes, job.hardware.beat_bits // 8
    sizes = [0, 1, beat - 1, beat + 1, block - 2, block - 1, block, block + 1, 3 * block + 5]
    rng = random.Random(job.label)
    messages = [rng.randbytes(size) for size in sizes]
    with Simulation(job) as simulation:
        for message in messages[::3]:
            answer = simulation.ask([message])
            assert (answer.data, answer.error) == (expected(job, message), False)
            assert answer.cycles == job.latency(len(message))
        answers = simulation.ask_all([[message] for message in messages], [job] * len(messages))
    assert [each.data for each in answers] == [expected(job, each) for each in messages]
    assert [each.last - answers[0].first + 1 for each in answers] == job.ends(sizes)
