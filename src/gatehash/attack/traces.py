# SPDX-License-Identifier: Apache-2.0
"""Traces of mapped designs at work: how many bits change in each cycle of each run."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from gatehash import processes
from gatehash.attack.mapped import Mapped
from gatehash.attack.slices import built
from gatehash.attack.stimulus import Keyed, message, secret_text
from gatehash.errors import GatehashError

__all__ = ["LANES", "MODELS", "Model", "Traced", "Traces"]

Model = Literal["registers", "transition", "unit"]
"""Kinds of traces, by what is counted in them."""

MODELS: Mapping[Model, str] = {
    "registers": "bits of registers that change at the end of a cycle",
    "transition": "the same, and outputs of gates whose settled values differ from those before",
    "unit": "the same, with each change of an output until it settles, by a delay of one unit",
}
"""The same in words."""

LANES = 512
"""Runs that are simulated at a time."""

_PROGRAM = Path(__file__).with_name("leak.cpp")
_VECTOR = LANES // 8


@dataclass(frozen=True)
class Traces:
    """Traces of some runs.

    Parameters
    ----------
    counts : array of int32, shape (runs, cycles)
        Number of changes.
    secret, message, answer : array of uint8, shape (bits, runs)
        Each bit of the secrets, the messages and the answers; the answers are empty if not all
        cycles were asked for.
    seconds : float
        CPU time.
    """

    counts: NDArray[np.int32]
    secret: NDArray[np.uint8]
    message: NDArray[np.uint8]
    answer: NDArray[np.uint8]
    seconds: float

    @property
    def fixed(self) -> NDArray[np.bool_]:
        """Whether a run of a mixed population has the fixed secret."""
        lanes: NDArray[np.bool_] = np.arange(len(self.counts)) % 2 == 1
        return lanes


@dataclass(frozen=True)
class Traced:
    """A mapped design at work with a secret, of which traces can be had.

    Parameters
    ----------
    here : Mapped
        The design.
    of : Keyed
        Its function.
    model : {"registers", "transition", "unit"}
        The changes that are counted.
    seed : int
        Seed of the secrets and the messages.
    """

    here: Mapped
    of: Keyed
    model: Model
    seed: int

    @cached_property
    def secret(self) -> bytes:
        """The fixed secret."""
        return Random(self.seed).randbytes(self.of.secret_bytes)

    @cached_property
    def message_bytes(self) -> int:
        """Bytes of each message."""
        return len(message(self.here.job))

    @cached_property
    def program(self) -> Path:
        """The program, which is compiled if the cache does not hold it."""
        return built(self.here.circuit, _PROGRAM)

    def take(
        self, first: int, batches: int, *, mixed: bool, window: tuple[int, int] = (0, 0)
    ) -> Traces:
        """Return traces.

        Parameters
        ----------
        first, batches : int
            Number of the first batch of 512 runs, and of batches; the number of a batch chooses its
            secrets and messages.
        mixed : bool
            Whether every other run has a random secret.
        window : tuple of int
            First cycle and number of cycles; by default all.

        Raises
        ------
        GatehashError
            If a time depends on data, or a file can't be written.
        """
        with TemporaryDirectory(prefix="gatehash-") as folder:
            work, out = Path(folder) / "work", Path(folder) / "traces"
            text = secret_text(self.of, self.secret, self.message_bytes)
            work.write_text(text, encoding="utf-8")
            numbers = map(str, (self.seed, first, batches, *window))
            population = "mixed" if mixed else "fixed"
            done = processes.run(
                [str(self.program), str(work), self.model, population, *numbers, str(out)]
            )
            if done.status:
                raise GatehashError(f"traces of {self.here.job.design.name}: {done.said.strip()}")
            cycles, *bits = map(int, done.said.split())
            raw = np.fromfile(out, np.uint8).reshape(batches, -1)
        size = 4 * LANES * cycles
        counts = raw[:, :size].copy().view(np.int32).reshape(batches, cycles, LANES)
        ends = size + _VECTOR * np.cumsum(bits)
        parts = np.split(raw[:, : ends[-1]], [size, *ends[:-1]], axis=1)[1:]
        secret, said, answer = (_unpacked(part) for part in parts)
        runs = counts.transpose(0, 2, 1).reshape(batches * LANES, cycles)
        return Traces(runs, secret, said, answer, done.seconds)

    def check(self, traces: Traces) -> None:
        """Compare the answers of the first two runs with those of the golden model.

        Raises
        ------
        GatehashError
            If one is another.
        """
        for run in range(2):
            secret, said, answer = (
                np.packbits(bits[:, run], bitorder="little").tobytes()
                for bits in (traces.secret, traces.message, traces.answer)
            )
            model = self.of.job(secret).model()
            model.update(said)
            expected = model.digest()
            if answer[: len(expected)] != expected:
                raise GatehashError(
                    f"the netlist of {self.here.job.design.name} gives another answer than the "
                    "model"
                )


def _unpacked(part: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return vectors of batches as the bits of each run."""
    batches = len(part)
    vectors = part.reshape(batches, -1, _VECTOR).transpose(1, 0, 2).reshape(-1, batches * _VECTOR)
    return np.unpackbits(vectors, axis=1, bitorder="little")
