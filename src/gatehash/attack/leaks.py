# SPDX-License-Identifier: Apache-2.0
"""Records of leakage: one file for each function of a design, check and model."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

from msgspec import Meta

from gatehash.attack import stimulus
from gatehash.attack.record import Working, job_of
from gatehash.attack.traces import MODELS, Model
from gatehash.catalog import DESIGNS
from gatehash.implement.source import digest
from gatehash.records import Record, Stored
from gatehash.records.damage import DamagedError
from gatehash.records.store import Kind

__all__ = [
    "CHECKS",
    "LEAKS",
    "Attack",
    "Check",
    "Leaked",
    "Leaking",
    "Order",
    "Step",
    "TTest",
    "keep_leak",
    "leaks_on_record",
]

Check = Literal["ttest", "cpa"]
"""Kinds of checks."""

CHECKS: Mapping[Check, str] = {
    "ttest": "t-test of a fixed secret against random ones",
    "cpa": "correlation attack",
}
"""The same in words."""

_FOLDER = "leak"

_MEASURING = 1
"""Number of the measurement: it rises when the same netlist has other traces, or another result
follows from them, as ``tests/attack`` would show."""

_Count = Annotated[int, Meta(ge=0)]


class Order(Record, frozen=True):
    """The t-test of one order.

    Parameters
    ----------
    order : int
        1 compares means, 2 variances.
    largest : float
        Largest absolute value of t.
    cycle : int
        Its cycle.
    over : int
        Cycles in which it is over the threshold.
    """

    order: Annotated[int, Meta(ge=1, le=2)]
    largest: Annotated[float, Meta(ge=0)]
    cycle: _Count
    over: _Count


class TTest(Record, frozen=True):
    """The result of a t-test.

    Parameters
    ----------
    threshold : float
        Threshold of the absolute value of t, for all cycles and orders together.
    orders : tuple of Order
        Its orders.
    """

    threshold: Annotated[float, Meta(gt=0)]
    orders: tuple[Order, ...]

    @property
    def leaks(self) -> bool:
        """Whether one is over the threshold."""
        return any(each.over for each in self.orders)


class Step(Record, frozen=True):
    """The findings of an attack from a number of traces.

    Parameters
    ----------
    traces : int
        Number of traces.
    wrong : int
        Bits of the secret that are wrong.
    """

    traces: _Count
    wrong: _Count


class Attack(Record, frozen=True):
    """The result of an attack.

    Parameters
    ----------
    secret : str
        The secret in words.
    bits : int
        Its bits.
    cycle : int
        Cycle of the traces that is used.
    steps : tuple of Step
        Findings from more and more traces.
    falls : int
        Traces from which all bits are right and the attack itself can see that; 0 if there were not
        enough.
    """

    secret: str
    bits: Annotated[int, Meta(ge=1)]
    cycle: _Count
    steps: tuple[Step, ...]
    falls: _Count = 0


class Leaked(Stored, frozen=True, kw_only=True):
    """The record of a check of leakage.

    Parameters
    ----------
    design, algorithm, check, model : str
        The design, its function (of a cipher with the operation), the check and what traces count.
    inputs : mapping
        Digests of the netlist, the commands of Yosys, the work and the measurement's number.
    text : str
        Digest of the RTL text that the netlist was last elaborated from.
    tools : mapping
        Versions of the tools.
    command : str
        Command line that makes it again.
    message_bytes : int
        Bytes of each message.
    secret_bits : int
        Bits of the secret that the user gives.
    cycles : int
        Cycles of a trace.
    traces : int
        Number of traces.
    seed : int
        Seed of secrets and messages.
    ttest : TTest, optional
        Result of a t-test.
    attack : Attack, optional
        Result of an attack.
    seconds : float
        CPU time of the simulation.
    carried_from : str
        Digest of the RTL text that was mapped, where that is not `text`.
    """

    design: str
    algorithm: str
    check: Check
    model: Model
    inputs: Mapping[str, str]
    text: str
    tools: Mapping[str, str]
    command: str
    message_bytes: _Count
    secret_bits: Annotated[int, Meta(ge=1)]
    cycles: Annotated[int, Meta(ge=1)]
    traces: Annotated[int, Meta(ge=1)]
    seed: int
    ttest: TTest | None = None
    attack: Attack | None = None
    seconds: Annotated[float, Meta(ge=0)]
    carried_from: str = ""

    @property
    def subject(self) -> str:
        """Name of what it is the record of."""
        return _of(self).name

    @property
    def path(self) -> Path:
        """Its path below a folder of results."""
        return _of(self).path

    @property
    def cpu_seconds(self) -> float:
        """CPU time of the simulation."""
        return self.seconds


@dataclass(frozen=True)
class Leaking(Working):
    """A design at work that is looked at.

    Parameters
    ----------
    job : Job
        The design and what it does.
    check : {"ttest", "cpa"}
        The check.
    model : {"registers", "transition", "unit"}
        The changes that traces count.
    """

    check: Check
    model: Model

    @property
    def name(self) -> str:
        """The check in words."""
        return f"{self.check} ({self.model}) of {self.job.design.name} with {self.job.label}"

    @property
    def path(self) -> Path:
        """Path of its record below a folder of results."""
        return Path(_FOLDER) / f"{self.label}.{self.check}.{self.model}.json"

    @property
    def command(self) -> str:
        """Command line that makes its record."""
        named = f"gatehash leak {self.job.design.name} --check {self.check} --model {self.model}"
        return named + self.algorithm_option

    def inputs(self, derived: Sequence[str], /) -> dict[str, str]:
        """Return what the result depends on except the versions of the tools."""
        return {
            **self.mapping(derived),
            "work": digest(self.job.label, self.check, self.model, stimulus.VERSION),
            "measuring": str(_MEASURING),
        }


def _of(found: Leaked) -> Leaking:
    return Leaking(job_of(found.design, found.algorithm), found.check, found.model)


LEAKS = Kind(
    "record of leakage",
    Leaked,
    tuple(f"{_FOLDER}/*.{check}.*.json" for check in CHECKS),
    _of,
    {
        "netlist": "netlist",
        "synthesis": "commands of Yosys",
        "work": "messages",
        "measuring": "number of the measurement",
    },
)
"""Records of leakage."""


def keep_leak(found: Leaked, folder: Path | None = None) -> bool:
    """Write a record, unless a fresh one of more traces is there; return whether it is written.

    An attack that has found the secret goes before others, with fewer traces before more.

    Raises
    ------
    GatehashError
        If it can't be written, or the one that is there can't be read.
    """
    return LEAKS.keep_best(found, _of(found), _worth, folder)


def _worth(found: Leaked) -> tuple[bool, int]:
    falls = found.attack is not None and found.attack.falls > 0
    return falls, -found.traces if falls else found.traces


def leaks_on_record(
    folder: Path | None = None, damaged: Callable[[DamagedError], None] | None = None
) -> Iterator[tuple[Leaked, bool]]:
    """Yield the records, by design, and whether each is fresh.

    Parameters
    ----------
    folder : Path, optional
        Folder of results in place of the library's own.
    damaged : callable, optional
        Called with the error of a damaged record, which is left out.

    Raises
    ------
    DamagedError
        If one can't be read, without `damaged`.
    """
    subjects = (
        Leaking(job, check, model)
        for design in DESIGNS.values()
        for job in design.jobs.values()
        for check in CHECKS
        for model in MODELS
    )
    yield from LEAKS.of_each(subjects, folder, damaged)
