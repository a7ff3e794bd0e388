# SPDX-License-Identifier: Apache-2.0
"""Digests of files, for the commands that print and check them."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from itertools import chain, islice
from pathlib import Path
from typing import IO, TYPE_CHECKING

from gatehash.catalog import Job, Model
from gatehash.cli.engines import Engine, Uart
from gatehash.cli.files import Part, reading, reason
from gatehash.cli.names import quoted
from gatehash.cli.progress import Bar, bar
from gatehash.cli.streams import say
from gatehash.errors import RefusedError

if TYPE_CHECKING:
    from gatehash.board import BoardLink
    from gatehash.simulate import Simulation

__all__ = ["Digester", "Hashed", "digester", "pieces", "pieces_of", "say_failed", "shown_bytes"]

_PIECE = 1 << 18
# Shorter inputs end before a bar is drawn.
_BAR_FROM_BYTES = 1 << 20


@dataclass(frozen=True)
class Hashed:
    """One file's digest with its circumstances; unknown cycles and agreement are None."""

    digest: str
    file: str
    design: str
    algorithm: str
    engine: str
    message_bytes: int
    blocks: int
    cycles: int | None
    cycles_per_block: float | None
    seconds: float
    model_agrees: bool | None


Digester = Callable[[str, Iterable[bytes]], Hashed]


@contextmanager
def digester(
    job: Job,
    engine: Engine | Uart,
    link: BoardLink | None,
    *,
    netlist: str | None = None,
    threads: int | None = None,
    recording: Part | None = None,
    verify: bool = False,
    steady: bool = False,
) -> Iterator[Digester]:
    """Make the function that turns a name and the pieces of a message into a digest.

    It raises a RefusedError if the design does not take the message, and what the pieces raise.

    Parameters
    ----------
    job : Job
        The design at work on a hash function.
    engine : Engine or Uart
        The engine that computes.
    link : BoardLink or None
        The board, if it computes.
    netlist : str, optional
        Target of the netlist to simulate in place of the RTL.
    threads : int, optional
        Threads of the simulator, in place of one.
    recording : Part, optional
        Waveforms of the messages.
    verify : bool
        Whether the golden model computes each digest as well.
    steady : bool
        Whether the simulated cycles of a block in a long message are counted, too.
    """
    with ExitStack() as stack:
        waves = None if recording is None else recording.path
        per_block: list[float] = []

        @cache
        def simulated() -> Simulation | None:
            if engine is not Engine.RTL:
                return None
            from gatehash.simulate import Simulation

            simulation = Simulation(job, waves=waves, netlist=netlist, threads=threads or 1)
            return stack.enter_context(simulation)

        def digest(name: str, pieces: Iterable[bytes]) -> Hashed:
            # A file that can't be read is named before the simulator is built, which does not wait
            # for standard input.
            behind = iter(pieces)
            first = list(islice(behind, name != "-"))
            simulation = simulated()
            started = time.perf_counter()
            model = _model(job) if verify or engine is Engine.MODEL else None
            size = 0

            def counted() -> Iterator[bytes]:
                nonlocal size
                for piece in chain(first, behind):
                    size += len(piece)
                    if model is not None:
                        model.update(piece)
                    yield piece

            cycles = None
            if simulation is not None or link is not None:
                if simulation is not None:
                    answer = simulation.ask(counted())
                    value, error, cycles = answer.data, answer.error, answer.cycles
                else:
                    assert link is not None
                    value, error = link.ask(job, counted())
                if recording is not None:
                    recording.wanted = True
                why = job.refusal(size)
                if error:
                    known = f": {job.distrust}" if job.distrust else ""
                    raise RefusedError(why or f"{job.design.name} refused the message{known}")
            else:
                assert model is not None
                for _ in counted():
                    pass
                if why := job.refusal(size):
                    raise RefusedError(why)
                value = model.digest()
            seconds = time.perf_counter() - started
            # A recording holds the user's messages only.
            if steady and simulation is not None and recording is None and not per_block:
                from gatehash.simulate import steady_cycles_per_block

                per_block.append(steady_cycles_per_block(simulation))
            return Hashed(
                digest=value.hex(),
                file=name,
                design=job.design.name,
                algorithm=job.name,
                engine=engine.value if netlist is None else f"{netlist} netlist",
                message_bytes=size,
                blocks=job.blocks(size),
                cycles=cycles,
                cycles_per_block=per_block[0] if per_block else None,
                seconds=round(seconds, 6),
                model_agrees=value == model.digest() if verify and model is not None else None,
            )

        yield digest


def _model(job: Job) -> Model:
    from gatehash.compiled import compiled

    return compiled(job.model())


def pieces(name: str, advance: Callable[[int], None]) -> Iterator[bytes]:
    """Yield a file's bytes, and count them; ``-`` is standard input."""
    with reading(name) as stream:
        yield from pieces_of(stream, advance)


def pieces_of(stream: IO[bytes], advance: Callable[[int], None]) -> Iterator[bytes]:
    """Yield an open file's bytes, and count them."""
    while piece := stream.read(_PIECE):
        yield piece
        advance(len(piece))


def shown_bytes(names: Iterable[str]) -> AbstractContextManager[Bar]:
    """Show a bar that counts the bytes of files; without standard input only if they are many."""
    return bar(lambda: _total(names), least=_BAR_FROM_BYTES)


def _total(names: Iterable[str]) -> int | None:
    """Return the total length of files in bytes, None where standard input is one of them."""
    if "-" in names:
        return None
    total = 0
    for path in map(Path, names):
        with suppress(OSError):  # reported when the file is read
            if path.is_file():
                total += path.stat().st_size
    return total


def say_failed(name: str, error: OSError | RefusedError) -> None:
    """Name a file that has no digest on standard error, and say why."""
    say(f"{quoted(name)}: {reason(error) if isinstance(error, OSError) else error}")
