# SPDX-License-Identifier: Apache-2.0
"""Checks of probes of masked gadgets, and their records: one for each gadget, check and model."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import process_time
from typing import Annotated, Literal

from msgspec import Meta

from gatehash.attack.circuit import Circuit
from gatehash.attack.gadgets import GADGETS, Gadget, gadget_of, mapped_gadget
from gatehash.attack.mapped import TARGET
from gatehash.attack.probes import Found, GTest, Leak, Probes
from gatehash.attack.rounds import RoundProbes
from gatehash.attack.shared import SharedProbes
from gatehash.attack.unrolled import Unrolled
from gatehash.errors import GatehashError
from gatehash.implement import find_target
from gatehash.implement.elaborated import Elaboration
from gatehash.implement.scripts import commands_without_sources
from gatehash.implement.source import digest, synthesis
from gatehash.implement.tools import versions
from gatehash.records import Record, Stored, checked
from gatehash.records.damage import DamagedError
from gatehash.records.store import Kind, inputs_of, text_of

__all__ = [
    "LEAST_RUNS",
    "MOST_RUNS",
    "PROBED",
    "PROBE_CHECKS",
    "PROBE_MODELS",
    "RUNS",
    "Composed",
    "LeakingWire",
    "ProbeCheck",
    "ProbeModel",
    "Probed",
    "Probing",
    "keep_probed",
    "probe",
    "probed_on_record",
]

ProbeCheck = Literal["probes", "gtest"]
"""Kinds of checks."""

PROBE_CHECKS: Mapping[ProbeCheck, str] = {
    "probes": "all probes, decided",
    "gtest": "a test of all probes on simulated runs",
}
"""The same in words."""

ProbeModel = Literal["glitch", "transition"]
"""Kinds of probes."""

PROBE_MODELS: Mapping[ProbeModel, str] = {
    "glitch": "registers and ports that a wire depends on, in one cycle",
    "transition": "the same in two cycles that follow each other",
}
"""A probe's values in words."""

RUNS, LEAST_RUNS, MOST_RUNS = 1_000_000, 1024, 1 << 26
"""Runs of a G-test by default, at least and at most."""

_FOLDER = "leak"

_CHECKING = 1
"""Number of the check: it rises when the same netlist has another result."""

_Count = Annotated[int, Meta(ge=0)]


class LeakingWire(Record, frozen=True):
    """A wire that leaks.

    Parameters
    ----------
    wire : str
        Its name in the netlist.
    cycle : int
        The first cycle.
    sees : tuple of str
        Registers and ports that a probe of it sees.
    """

    wire: str
    cycle: _Count
    sees: tuple[str, ...]


class Composed(Record, frozen=True):
    """Composability, see :class:`gatehash.attack.probes.Composability`.

    Parameters
    ----------
    ni, sni, pini : bool
        Whether the gadget has each property.
    """

    ni: bool
    sni: bool
    pini: bool


class Probed(Stored, frozen=True, kw_only=True):
    """The record of a check of probes.

    Parameters
    ----------
    gadget, check, model : str
        The gadget, the check and the kind of probes.
    parameters : mapping
        The gadget's parameters.
    inputs : mapping
        Digests of the netlist, the commands of Yosys, the gadget's contract and the check's number.
    text : str
        Digest of the RTL text that the netlist was last elaborated from.
    tools : mapping
        Versions of the tools.
    command : str
        Command line that makes it again.
    shares, latency, random_bits : int
        Its shares, cycles to its output, and random bits a cycle.
    lut, ff : int
        Look-up tables with other gates, and flip-flops, of the netlist.
    cycles : int
        Cycles of an execution; 0 where the check covers any cycle.
    wires : int
        Wires of the netlist, registers and inputs included.
    sets : int
        Different sets of values that probes see.
    exact, composed, skipped : int
        Sets that were decided by truth tables, by rules, and not at all; of a G-test 0.
    runs, seed : int
        Runs of a G-test and its seed; else 0.
    largest, threshold : float
        Largest statistic of a G-test and the threshold, as -log10 of the probability; else 0.
    leaks : tuple of LeakingWire
        A wire for each set that leaks.
    composability : Composed, optional
        Composability with glitches, where it was decided.
    seconds : float
        CPU time.
    carried_from : str
        Digest of the RTL text that was mapped, where that is not `text`.
    """

    gadget: str
    check: ProbeCheck
    model: ProbeModel
    parameters: Mapping[str, int]
    inputs: Mapping[str, str]
    text: str
    tools: Mapping[str, str]
    command: str
    shares: Annotated[int, Meta(ge=2)]
    latency: _Count
    random_bits: _Count
    lut: _Count
    ff: _Count
    cycles: _Count
    wires: _Count
    sets: _Count
    exact: _Count = 0
    composed: _Count = 0
    skipped: _Count = 0
    runs: _Count = 0
    seed: _Count = 0
    largest: Annotated[float, Meta(ge=0)] = 0.0
    threshold: Annotated[float, Meta(ge=0)] = 0.0
    leaks: tuple[LeakingWire, ...] = ()
    composability: Composed | None = None
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
        """CPU time of the check."""
        return self.seconds


@dataclass(frozen=True)
class Probing:
    """A gadget whose probes are checked: what a record is of.

    Parameters
    ----------
    gadget : Gadget
        The gadget.
    check : {"probes", "gtest"}
        The check.
    model : {"glitch", "transition"}
        The kind of probes.
    """

    gadget: Gadget
    check: ProbeCheck
    model: ProbeModel

    @property
    def name(self) -> str:
        """The check in words."""
        return f"{self.check} ({self.model}) of {self.gadget.name}"

    @property
    def path(self) -> Path:
        """Path of its record below a folder of results."""
        return Path(_FOLDER) / f"{self.gadget.name}.{self.check}.{self.model}.json"

    @property
    def command(self) -> str:
        """Command line that makes it."""
        return f"gatehash leak {self.gadget.name} --check {self.check} --model {self.model}"

    @property
    def again(self) -> str:
        """How its record is made again."""
        return f"run again: {self.command}"

    @property
    def _state(self) -> Iterator[object]:
        state = self.gadget.state
        if state is not None:
            # The gadget of its registers is part of the netlist.
            yield from (state.gadget, state.masked, state.blocks, state.randoms)
        streams = self.gadget.streams
        if streams is not None:
            yield from (sorted(streams.shares.items()), streams.heads, streams.takes)

    @property
    def derivations(self) -> tuple[Elaboration]:
        """The elaboration of the gadget."""
        return (self.gadget.elaboration,)

    def inputs(self, derived: Sequence[str], /) -> dict[str, str]:
        """Return what the result depends on except the versions of the tools."""
        (netlist,) = derived
        sharing, outputs = self.gadget.sharing, self.gadget.outputs
        return {
            "netlist": netlist,
            "synthesis": synthesis(commands_without_sources(find_target(TARGET), part=False)),
            "contract": digest(
                sorted(sharing.secrets.items()),
                sharing.randoms,
                sorted(sharing.public.items()),
                sharing.cycles,
                outputs,
                *self._state,
            ),
            "checking": str(_CHECKING),
        }


def _of(found: Probed) -> Probing:
    return Probing(gadget_of(found.gadget), found.check, found.model)


PROBED = Kind(
    "record of probes",
    Probed,
    tuple(f"{_FOLDER}/*.{check}.*.json" for check in PROBE_CHECKS),
    _of,
    {
        "netlist": "netlist",
        "synthesis": "commands of Yosys",
        "contract": "shares, random bits and cycles",
        "checking": "number of the check",
    },
)
"""Records of probes."""


def probe(
    gadget: Gadget,
    check: ProbeCheck,
    model: ProbeModel = "glitch",
    *,
    runs: int = RUNS,
    seed: int = 1,
) -> Probed:
    """Check all probes of a mapped gadget.

    Parameters
    ----------
    gadget : Gadget
        The gadget.
    check : {"probes", "gtest"}
        ``probes`` decides each set of values; ``gtest`` compares simulated runs with fixed secrets
        with those with random ones.
    model : {"glitch", "transition"}
        The kind of probes.
    runs : int
        Runs of a G-test.
    seed : int
        Its seed.

    Raises
    ------
    GatehashError
        If Yosys is missing or fails, or the netlist does not fit the gadget's contract.
    """
    if gadget.state is not None and (check, model) != ("probes", "glitch"):
        raise GatehashError(
            f"{gadget.name} is checked in any cycle, by composition; that takes --check probes and "
            "--model glitch"
        )
    if check == "gtest" and not LEAST_RUNS <= runs <= MOST_RUNS:
        raise GatehashError(f"runs is {runs}; it must be {LEAST_RUNS} to {MOST_RUNS}")
    of = Probing(gadget, check, model)
    text = text_of(of)
    circuit = mapped_gadget(gadget)
    began = process_time()
    probes = _probes(gadget, circuit, model)
    command = of.command
    composability = None
    if not isinstance(probes, Probes) or check == "probes":
        found: Found | GTest = probes.check()
        if isinstance(probes, Probes) and model == "glitch":
            outputs = {
                net: index
                for pair in gadget.outputs
                for index, port in enumerate(pair)
                for net in circuit.ports[port]
            }
            can = probes.composability(outputs)
            composability = None if can is None else Composed(can.ni, can.sni, can.pini)
    else:
        found = probes.gtest(runs, seed)
        if (runs, seed) != (RUNS, 1):
            command = f"{command} --traces {runs} --seed {seed}"
    if text_of(of) != text:
        raise GatehashError(f"{of.name}: the RTL changed meanwhile; run again")
    decided, tested = (found, None) if isinstance(found, Found) else (None, found)
    return checked(
        Probed(
            gadget=gadget.name,
            check=check,
            model=model,
            parameters=gadget.parameters,
            inputs=inputs_of(of),
            text=text,
            tools=versions(["pyosys"]),
            command=command,
            shares=2,
            latency=gadget.latency,
            random_bits=gadget.random_bits,
            lut=len(circuit.gates),
            ff=len(circuit.registers),
            cycles=0 if gadget.state else gadget.sharing.cycles,
            wires=probes.wires,
            sets=len(probes.sets),
            exact=decided.exact if decided else 0,
            composed=decided.composed if decided else 0,
            skipped=decided.skipped if decided else 0,
            runs=runs if tested else 0,
            seed=seed if tested else 0,
            largest=round(tested.largest, 2) if tested else 0.0,
            threshold=round(tested.threshold, 2) if tested else 0.0,
            leaks=tuple(_wire(each) for each in found.leaks),
            composability=composability,
            seconds=round(process_time() - began, 1),
        )
    )


def _probes(
    gadget: Gadget, circuit: Circuit, model: ProbeModel
) -> Probes | RoundProbes | SharedProbes:
    if gadget.state is None:
        unrolled = Unrolled(circuit, gadget.sharing)
        return Probes(unrolled, circuit.names, transitions=model == "transition")
    part = GADGETS[gadget.state.gadget]
    of = (mapped_gadget(part), part.sharing)
    if gadget.streams is not None:
        return SharedProbes(circuit, gadget.state, gadget.streams, *of)
    return RoundProbes(circuit, gadget.state, *of)


def _wire(leak: Leak) -> LeakingWire:
    return LeakingWire(leak.wire, leak.cycle, leak.sees)


def keep_probed(found: Probed, folder: Path | None = None) -> bool:
    """Write a record, unless a fresh one of more runs is there; return whether it is written.

    Raises
    ------
    GatehashError
        If it can't be written, or the one that is there can't be read.
    """
    return PROBED.keep_best(found, _of(found), lambda record: record.runs, folder)


def probed_on_record(
    folder: Path | None = None, damaged: Callable[[DamagedError], None] | None = None
) -> Iterator[tuple[Probed, bool]]:
    """Yield the records, by gadget, and whether each is fresh.

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
        Probing(gadget, check, model)
        for gadget in GADGETS.values()
        for check in PROBE_CHECKS
        for model in PROBE_MODELS
    )
    yield from PROBED.of_each(subjects, folder, damaged)
