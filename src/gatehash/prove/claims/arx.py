# SPDX-License-Identifier: Apache-2.0
"""The ARX coprocessor: its operator, and its core with its microcode."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import Any, ClassVar

from gatehash.microcode.arx import HCHACHA_KEPT, RUNS, arx_cycles
from gatehash.microcode.blake_chacha_algorithms import ALGORITHMS, FIRST_OR_ZERO, IV, Algorithm
from gatehash.microcode.blake_chacha_word import CONSTANT, INPUT
from gatehash.models.chacha import CONSTANTS, double_round
from gatehash.prove.claims.blake3 import Ports, run_cases
from gatehash.prove.claims.blake_chacha import operator, programs
from gatehash.prove.claims.blake_chacha_program import Form, Program, placed
from gatehash.prove.kernel.machine import Machine, Run
from gatehash.prove.kernel.properties import Property
from gatehash.prove.kernel.smt import Case
from gatehash.prove.kernel.term import Term, const
from gatehash.prove.tools.designs import designs_around
from gatehash.prove.tools.simulation import simulated

__all__ = ["arx_properties"]

_BANK, _ADDRESS, _KEY = 64, 10, 4
_HCHACHA, _BLAKE3 = "hchacha", "blake3"
# Algorithms of an ARX core that has nothing but BLAKE2.
_BLAKE2_ALONE = 2


def arx_properties() -> Iterator[Property]:
    """Yield the properties of the ARX coprocessor: its operator, and its programs."""
    operators: dict[tuple[str, ...], list[str]] = {}
    for design in designs_around("gh_arx_mc_core"):
        algorithms = _algorithms(design.hardware.core.parameters)
        operators.setdefault(algorithms, []).append(design.name)
        if design.hardware.core.parameters["ChaCha"]:
            algorithms = (*algorithms, _HCHACHA)
        if design.hardware.core.parameters["Blake3"]:
            yield simulated(f"arx-mc-core.programs.{design.name}-{_BLAKE3}", _blake3_core, design)
        # One property for each, as they are long.
        for algorithm in algorithms:
            name = f"arx-mc-core.programs.{design.name}-{algorithm}"
            yield simulated(name, partial(_core, (algorithm,)), design)
    for algorithms, designs in operators.items():
        # The core's numbers tell more algorithms apart.
        yield operator(
            designs,
            [replace(ALGORITHMS[name], code=RUNS[name].code) for name in algorithms],
            Blake2=int(len(algorithms) == _BLAKE2_ALONE),
            ChaCha=int("chacha" in algorithms),
            Mixed=1,
            Loads=0,
        )


def _algorithms(parameters: Mapping[str, int]) -> tuple[str, ...]:
    """Return the names of the algorithms that an ARX core of certain parameters has.

    BLAKE3's operations and distances are those of BLAKE2s, HChaCha20's those of ChaCha.
    """
    older = ("blake32", "blake64") if parameters["Blake"] else ()
    return ("blake2s", "blake2b", *older, *(("chacha",) if parameters["ChaCha"] else ()))


def _core(algorithms: tuple[str, ...], machine: Machine) -> Iterator[Case]:
    """Yield the equations of ``gh_arx_mc_core``: the program of each of some algorithms.

    Runs are as those of :mod:`~gatehash.prove.claims.blake_chacha`.
    """
    # Words that are zero and stay so, by the part of the register file: BLAKE2's, and HChaCha20's.
    second = _BANK + FIRST_OR_ZERO
    zeros = {2 * _BANK * part + second + at for part in (0, 1) for at in range(IV - FIRST_OR_ZERO)}
    zeros |= {2 * _BANK * RUNS[_HCHACHA].code % 512 + CONSTANT + _KEY + at for at in range(8)}
    constants = {
        memory.name: tuple(at for at, word in enumerate(memory.initial) if word or at in zeros)
        for memory in machine.memories.values()
        if memory.writes
    }
    # Whatever it runs besides, there are two halves.
    form = Form(("blake2s", "blake2b"), three=False, overlap=True)
    yield from programs(form, algorithms, machine, constants, _Program)


def _blake3_core(machine: Machine) -> Iterator[Case]:
    """Yield the equations of BLAKE3's program in ``gh_arx_mc_core``, behind a run of BLAKE2s."""
    ports = Ports(
        control=("rst_i", "start_i"),
        mode={"run_i": const(RUNS[_BLAKE3].code, 3), "streams_i": const(1, 2)},
        before={"run_i": const(RUNS["blake2s"].code, 3), "streams_i": const(3, 2)},
        halves=2,
        first=1 << _ADDRESS - 1,
        address=_ADDRESS,
        read=RUNS[_BLAKE3].code << 5,
        read_address=7,
        strobes=tuple(f"gen_half[{half}].strobe_q" for half in range(2)),
    )
    yield from run_cases(ports, True, machine)


class _Program(Program):
    """A run, with its input and output."""

    @staticmethod
    def algorithm_of(name: str) -> Algorithm:
        """Return an algorithm by its name, with the core's number."""
        run = RUNS[name]
        if name == _HCHACHA:
            return replace(ALGORITHMS["chacha"], code=run.code, program=_HCHACHA, loops=run.loops)
        return replace(ALGORITHMS[name], code=run.code)

    def _hchacha(self, half: int) -> None:
        key, nonce = self._words("key", half, 8), self._words("nonce", half, 4)
        self._given.append({**placed(INPUT + _KEY, key), **placed(INPUT + _KEY + 8, nonce)})
        x: Any = (*CONSTANTS, *key, *nonce)
        for _ in range(self._algorithm.loops[0]):
            x = double_round(x)
        self._made.append([x[at] for at in HCHACHA_KEPT])
        self._next.append(placed(INPUT + _KEY + 8, nonce))

    _makers: ClassVar = {**Program._makers, _HCHACHA: _hchacha}
    _address_bits = _ADDRESS

    @property
    def _cycles(self) -> int:
        return arx_cycles(
            next(name for name, run in RUNS.items() if run.code == self._algorithm.code),
            self._rounds,
        )

    @property
    def _result(self) -> int:
        return INPUT + _KEY if self._algorithm.program == _HCHACHA else super()._result

    def _place(self, address: int) -> int:
        return self._algorithm.code % 4 * 2 * _BANK + address

    def _read_place(self, bit: int, at: int) -> int:
        return self._algorithm.code % 4 << 5 | bit << 4 | at

    def _mode(self, algorithm: Algorithm) -> dict[str, Term]:
        found = super()._mode(algorithm)
        del found["algorithm_i"]
        return {**found, "run_i": const(algorithm.code, 3)}

    def _read(self, run: Run) -> Iterator[Case]:
        # The key that HChaCha20 makes is for the next run alone.
        if self._algorithm.program != _HCHACHA:
            yield from super()._read(run)
