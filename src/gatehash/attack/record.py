# SPDX-License-Identifier: Apache-2.0
"""Records of faults: one file for each function of a design and place that is hit."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

from msgspec import Meta

from gatehash.attack import stimulus
from gatehash.attack.mapped import TARGET
from gatehash.catalog import DESIGNS, Job, find
from gatehash.errors import unknown
from gatehash.implement import find_target
from gatehash.implement.elaborated import Elaboration, of_boundary
from gatehash.implement.scripts import commands_without_sources
from gatehash.implement.source import digest, synthesis
from gatehash.records import Record, Stored
from gatehash.records.damage import DamagedError
from gatehash.records.store import Kind

__all__ = [
    "CAMPAIGN",
    "FAULTS",
    "OUTCOMES",
    "WHERE",
    "Faulted",
    "Faulting",
    "Outcomes",
    "Place",
    "Where",
    "Working",
    "job_of",
    "keep",
    "on_record",
]

Where = Literal["registers", "memories", "luts", "stuck"]
"""Kinds of targets: bits of registers or memories and outputs of gates are inverted in one cycle,
stuck registers from a cycle on."""

WHERE: Mapping[Where, str] = {
    "registers": "register",
    "memories": "bit of a memory",
    "luts": "gate",
    "stuck": "register",
}
"""The same with a target in words."""

OUTCOMES = ("early", "silent", "hang", "detected", "harmless")
"""Outcomes of a fault, the worst first."""

_FOLDER = "fault"

CAMPAIGN = 1
"""Number of the campaign: it rises when the same netlist and messages have other outcomes, as
``tests/attack`` would show."""

_Count = Annotated[int, Meta(ge=0)]


class Outcomes(Record, frozen=True):
    """How often each outcome came of a fault.

    Parameters
    ----------
    early : int
        An answer without an error is wrong, and leaves before its time: state is let out before
        the rounds are done.
    silent : int
        An answer without an error is wrong.
    hang : int
        An answer does not end, though there is time for one message more.
    detected : int
        Each wrong answer ends in an error.
    harmless : int
        All answers are right, perhaps at another time.
    """

    early: _Count
    silent: _Count
    hang: _Count
    detected: _Count
    harmless: _Count

    @property
    def injections(self) -> int:
        """Number of faults."""
        return sum(getattr(self, name) for name in OUTCOMES)


class Place(Record, frozen=True):
    """Outcomes of faults in a signal of an instance.

    Parameters
    ----------
    instance : str
        Path of the instance; empty for the top.
    signal : str
        Name of the register or memory in the RTL, without the bit; empty for gates.
    targets : int
        Bits, or gates.
    outcomes : Outcomes
        Outcomes of all of them.
    """

    instance: str
    signal: str
    targets: Annotated[int, Meta(ge=1)]
    outcomes: Outcomes


class Faulted(Stored, frozen=True, kw_only=True):
    """The record of a campaign.

    Parameters
    ----------
    design, algorithm, where : str
        The design, its function (of a cipher with the operation), and what was hit.
    inputs : mapping
        Digests of the netlist, the commands of Yosys, the work and the code of the campaign.
    text : str
        Digest of the RTL text that the netlist was last elaborated from.
    tools : mapping
        Versions of the tools.
    command : str
        Command line that makes it again.
    message_bytes : int
        Bytes of the message.
    window : int
        Cycles from the end of reset to the last beat of the first answer.
    cycles : int
        Cycles in which there were faults: all of these, or some that were drawn.
    seed : int
        Seed of the drawing; 0 for all.
    outcomes : Outcomes
        Outcomes of all faults.
    places : tuple of Place
        The same by signal.
    seconds : float
        CPU time.
    carried_from : str
        Digest of the RTL text that was mapped, where that is not `text`.
    """

    design: str
    algorithm: str
    where: Where
    inputs: Mapping[str, str]
    text: str
    tools: Mapping[str, str]
    command: str
    message_bytes: _Count
    window: Annotated[int, Meta(ge=1)]
    cycles: Annotated[int, Meta(ge=1)]
    seed: int
    outcomes: Outcomes
    places: tuple[Place, ...]
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
        """CPU time of the campaign."""
        return self.seconds

    @property
    def exhaustive(self) -> bool:
        """Whether each cycle had its faults."""
        return self.cycles == self.window


@dataclass(frozen=True)
class Working(ABC):
    """A mapped design at work: what a record is of.

    Parameters
    ----------
    job : Job
        The design and what it does.
    """

    job: Job

    @property
    @abstractmethod
    def command(self) -> str:
        """Command line that makes its record."""

    @property
    def label(self) -> str:
        """Names of design and function, as part of a file's name."""
        return f"{self.job.design.name}.{self.job.label.replace('/', '-')}"

    @property
    def algorithm_option(self) -> str:
        """The option of its function, with a blank before it; empty for the principal one."""
        principal = self.job.label == self.job.design.principal_job.label
        return "" if principal else f" --algorithm {self.job.label}"

    @property
    def again(self) -> str:
        """How its record is made again."""
        return f"run again: {self.command}"

    @property
    def derivations(self) -> tuple[Elaboration]:
        """The elaboration of the stream top."""
        return (of_boundary(self.job.hardware, find_target(TARGET), "stream"),)

    def mapping(self, derived: Sequence[str], /) -> dict[str, str]:
        """Return what the mapped netlist depends on except the versions of the tools."""
        (netlist,) = derived
        part = self.job.hardware.part is not None
        commands = commands_without_sources(find_target(TARGET), part=part)
        return {"netlist": netlist, "synthesis": synthesis(commands)}


@dataclass(frozen=True)
class Faulting(Working):
    """A design at work that is hit.

    Parameters
    ----------
    job : Job
        The design and what it does.
    where : {"registers", "memories", "luts", "stuck"}
        The kind of target.
    """

    where: Where

    @property
    def name(self) -> str:
        """The campaign in words."""
        return f"faults in {self.where} of {self.job.design.name} with {self.job.label}"

    @property
    def hit(self) -> str:
        """A target in words."""
        return WHERE[self.where]

    @property
    def path(self) -> Path:
        """Path of its record below a folder of results."""
        return Path(_FOLDER) / f"{self.label}.{self.where}.json"

    @property
    def command(self) -> str:
        """Command line that makes its record."""
        return f"gatehash fault {self.job.design.name} --where {self.where}{self.algorithm_option}"

    def inputs(self, derived: Sequence[str], /) -> dict[str, str]:
        """Return what the outcomes depend on except the versions of the tools."""
        return {
            **self.mapping(derived),
            "work": digest(self.job.label, self.where, stimulus.VERSION),
            "campaign": str(CAMPAIGN),
        }


def job_of(design: str, algorithm: str | None = None) -> Job:
    """Return the job of a design with a function, by default its principal one.

    Raises
    ------
    GatehashError
        If there is no such design, or it has no such function.
    """
    found = find(design)
    if algorithm is None:
        return found.principal_job
    if algorithm not in found.jobs:
        raise unknown("algorithm", algorithm, found.jobs, f"gatehash list {design}")
    return found.jobs[algorithm]


def _of(found: Faulted) -> Faulting:
    return Faulting(job_of(found.design, found.algorithm), found.where)


FAULTS = Kind(
    "record of faults",
    Faulted,
    (f"{_FOLDER}/*.json",),
    _of,
    {
        "netlist": "netlist",
        "synthesis": "commands of Yosys",
        "work": "messages",
        "campaign": "number of the campaign",
    },
)
"""Records of faults."""


def keep(found: Faulted, folder: Path | None = None) -> bool:
    """Write a record, unless a fresh one of more cycles is there; return whether it is written.

    Raises
    ------
    GatehashError
        If it can't be written, or the one that is there can't be read.
    """
    return FAULTS.keep_best(found, _of(found), lambda record: record.cycles, folder)


def on_record(
    folder: Path | None = None, damaged: Callable[[DamagedError], None] | None = None
) -> Iterator[tuple[Faulted, bool]]:
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
        Faulting(job, where)
        for design in DESIGNS.values()
        for job in design.jobs.values()
        for where in WHERE
    )
    yield from FAULTS.of_each(subjects, folder, damaged)
