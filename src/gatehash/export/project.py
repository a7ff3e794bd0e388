# SPDX-License-Identifier: Apache-2.0
"""The exported parts of a design, whatever the form: modules, files, ports and a known answer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from math import floor
from pathlib import Path
from typing import Any

from gatehash.bus import (
    BRIDGES,
    CORE_CLOCK,
    WINDOW_BYTES,
    Bridge,
    Pins,
    bridge_ports,
    check_bridged,
)
from gatehash.bus.functions import functions_of
from gatehash.catalog import Boundary, BoundaryName, Design, FlagField, Function, Hardware, Job
from gatehash.errors import GatehashError
from gatehash.export.cycles import CycleFormula, cycle_formula
from gatehash.export.elaborate import declared_ports
from gatehash.export.heads import packet_heads
from gatehash.export.interfaces import (
    Interface,
    bus_interface,
    stream_interface,
)
from gatehash.export.known import KnownAnswer, Packet, SelfTest, scattered
from gatehash.implement import measured
from gatehash.paths import rtl_root
from gatehash.verilog import ALARM, Port, Stream, stream_ports, streams

__all__ = ["VENDORS", "Choice", "Project"]

VENDORS = ("generic", "xilinx", "lattice")
_SELF_TEST = "stream/gh_self_test.sv"
# MHz of a constraint where nothing has been measured.
_FREQUENCY = 100
# The function's name has it.
_DIGEST = "digest_bits"


@dataclass(frozen=True)
class Choice:
    """A parameter of the RTL on which a function's answers depend.

    Parameters
    ----------
    parameter : str
        The parameter.
    value : int
        Its value in an export.
    meaning : str
        Meaning of its values.
    """

    parameter: str
    value: int
    meaning: str


@dataclass(frozen=True)
class Project:
    """A design at a boundary, as it is exported.

    Parameters
    ----------
    design : Design
        The design.
    boundary : {"core", "stream"}
        The boundary.
    vendor : {"generic", "xilinx", "lattice"}
        Vendor whose cells the primitives use.
    algorithm : str, optional
        The function of a design that has several by parameter; by default its principal one.
    bridge : {"axil", "wishbone", "apb"}, optional
        The bridge of a bus in front of the stream top.
    two_clocks : bool
        Whether the stream top behind the bridge, or behind the pins' adapter, has a clock of its
        own.
    self_test : bool
        Whether a stream top hashes a known message after reset, and waits for the right answer.
    revision : int, optional
        Number at the end of the top's name, for a user who has several versions of a design.
    pins : Pins, optional
        The streams of a stream top that takes packets with any ``tkeep``.
    beside : tuple of Project
        More cores behind the same bridge, in the order of their windows.
    digest_bits : int, optional
        Length of the answer in bits, of a function with one of any length.
    """

    design: Design
    boundary: BoundaryName = "stream"
    vendor: str = "generic"
    algorithm: str | None = None
    bridge: str | None = None
    two_clocks: bool = False
    self_test: bool = False
    revision: int | None = None
    pins: Pins | None = None
    beside: tuple[Project, ...] = ()
    digest_bits: int | None = None

    def check(self) -> None:
        """Raise a GatehashError for a design that can't be exported so."""
        hardware = self.hardware  # of a function that the design has
        if self.pins is not None:
            self.pins.check(self.design, hardware)
        if self.self_test:
            self.design.check_unmasked("a self-test")
        if self.bridge is None:
            return
        BRIDGES[self.bridge].serving(len(self.cores))
        try:
            check_bridged(self.design, hardware)
        except GatehashError as error:
            raise GatehashError(f"{error}; the boundary stream is without a bus") from error
        for each in self.beside:
            each.check()

    @property
    def bus(self) -> Bridge | None:
        """The bridge in front of the stream top, if there is one."""
        return None if self.bridge is None else BRIDGES[self.bridge].serving(len(self.cores))

    @property
    def cores(self) -> tuple[Project, ...]:
        """The cores behind the bridge, each as it is alone; one, where there is no other."""
        return (replace(self, beside=()) if self.beside else self, *self.beside)

    @property
    def windows(self) -> tuple[tuple[int, Project], ...]:
        """First address and core of each window of registers."""
        return tuple((WINDOW_BYTES * number, core) for number, core in enumerate(self.cores))

    @property
    def designs(self) -> tuple[str, ...]:
        """Names of the designs, in the order of their windows."""
        return tuple(core.design.name for core in self.cores)

    @property
    def microarchitecture(self) -> str:
        """The microarchitecture of each design, in words."""
        if not self.beside:
            return self.design.microarchitecture
        return "; ".join(f"{each.design.name}: {each.microarchitecture}" for each in self.cores)

    @property
    def place(self) -> str:
        """The boundary as users name it, that of a bridge too."""
        return self.bridge or self.boundary

    @cached_property
    def job(self) -> Job:
        """The job of the known answer; its hardware has the parameters that it needs."""
        if self.algorithm is None:
            return self.design.principal_job
        return self.design.example(self.algorithm, self.digest_bits)

    @property
    def chosen(self) -> tuple[str, ...]:
        """The function's name, unless it is the principal one, and a length that is not its usual.

        Examples
        --------
        >>> from gatehash.catalog import find
        >>> mac = find("sha3-x1-mac")
        >>> Project(mac).chosen, Project(mac, algorithm="kmac256", digest_bits=1024).chosen
        ((), ('kmac256', '1024'))
        """
        job, length = self.job, ""
        if self.digest_bits is not None:
            usual = self.design.example(job.name)
            length = "" if usual.digest_bits == job.digest_bits else str(job.digest_bits)
        if job.name == self.design.principal_job.name and not length:
            return ()
        return (job.name, *([length] if length else []))

    @property
    def asked(self) -> tuple[str, ...]:
        """Each core as a command line names it."""
        return tuple(":".join((core.design.name, *core.chosen)) for core in self.cores)

    @property
    def hardware(self) -> Hardware:
        """The hardware."""
        return self.job.hardware

    @property
    def functions(self) -> tuple[str, ...]:
        """Names of the functions that the hardware has with these parameters."""
        same = functions_of(self.design, self.hardware)
        others = (name for each in self.beside for name in each.functions)
        return tuple(dict.fromkeys((self.job.name, *same, *others)))

    @property
    def choices(self) -> tuple[Choice, ...]:
        """Parameters of the module that are part of what the function is, beside its digest.

        Examples
        --------
        >>> from gatehash.catalog import find
        >>> [choice.parameter for choice in Project(find("skein512-x8-tree")).choices]
        ['LeafBits', 'FanBits', 'Height']
        """
        own = (each for each in self.design.functions if each.called(self.job.name) is not None)
        others = (choice for each in self.beside for choice in each.choices)
        return (*(choice for function in own for choice in self._choices(function)), *others)

    def _choices(self, function: Function) -> Iterator[Choice]:
        operation, first = function.operations[0], function.examples[0]

        def parameters(**values: Any) -> Mapping[str, int]:
            job = function.bind(self.design, operation, {**first, **values})
            return job.hardware.boundary(self.boundary).parameters

        usual = parameters()
        for field in function.fields:
            others = [] if field.name == _DIGEST else [{field.name: each} for each in field.tested]
            meaning = f"1: {field.help}" if isinstance(field, FlagField) else field.help
            for name in dict.fromkeys(
                name
                for other in others
                for name, value in parameters(**other).items()
                if value != usual[name]
            ):
                yield Choice(name, self.module.parameters[name], meaning)

    @property
    def module(self) -> Boundary:
        """The library's module at the boundary, with its parameters."""
        return self.hardware.boundary(self.boundary)

    @property
    def name(self) -> str:
        """Name of the exported top, an identifier in every language.

        It says all that was chosen, so that different tops have different names.

        Examples
        --------
        >>> from gatehash.catalog import find
        >>> Project(find("skein512-x8")).name, Project(find("chacha-mc-1"), "core").name
        ('gatehash_skein512_x8', 'gatehash_chacha_mc_1_core')
        >>> Project(find("sha3-x1"), algorithm="sha3-512", self_test=True).name
        'gatehash_sha3_x1_sha3_512_self_test'
        """
        words = [
            "gatehash",
            *(word for core in self.cores for word in (core.design.name, *core.chosen)),
            self.place if self.place != "stream" else "",
            *self._pin_words,
            "two_clocks" if self.two_clocks else "",
            "self_test" if self.self_test else "",
            self.vendor if self.vendor != "generic" else "",
            f"r{self.revision}" if self.revision else "",
        ]
        joined = "_".join(word for word in words if word)
        return "".join(each if each.isalnum() else "_" for each in joined)

    @property
    def _pin_words(self) -> Iterator[str]:
        if self.pins is not None:
            yield "any"
            yield str(self._input_bits or "")
            yield from (f"{name}{bits}" for name, bits in self.pins.sides.items() if bits)

    @property
    def _input_bits(self) -> int | None:
        """The width at the pins, where it is not that of the design's streams."""
        bits = None if self.pins is None else self.pins.bits
        return None if bits == self.hardware.stream_bits else bits

    @property
    def exact(self) -> bool:
        """Whether the cycles of a message are known from pin to pin."""
        return self.bridge is None and self.pins is None

    @property
    def class_name(self) -> str:
        """Name of the class in Python: that of the top in capitals."""
        return "".join(word.capitalize() for word in self.name.split("_"))

    @property
    def clock(self) -> str:
        """Name of the clock, of a bridge that of the bus."""
        if self.bus:
            return self.bus.clock
        return "aclk" if self.boundary == "stream" else "clk_i"

    @property
    def clocks(self) -> tuple[str, ...]:
        """Names of the clocks, first that of the interfaces."""
        return (self.clock, *((CORE_CLOCK,) if self.two_clocks else ()))

    @property
    def reset(self) -> str:
        """Name of the reset of a stream top, or of a bus."""
        return self.bus.reset if self.bus else "aresetn"

    @property
    def interfaces(self) -> tuple[Interface, ...]:
        """Interfaces of the top as vendors' tools have them; a core has none."""
        if self.bus:
            found = bus_interface(self.bus)
            return () if found is None else (found,)
        return tuple(map(stream_interface, self.streams))

    @property
    def region_bytes(self) -> int:
        """Bytes of the registers behind a bus."""
        assert self.bus is not None
        return self.bus.region_bytes

    @cached_property
    def top_ports(self) -> tuple[Port, ...]:
        """Ports of what the top wraps; those of a core are read from its RTL with Yosys."""
        if self.bus:
            cores = [core.hardware for core in self.cores]
            return bridge_ports(self.bus, two_clocks=self.two_clocks, cores=cores)
        if self.pins is not None:
            return self.pins.ports(self.hardware, two_clocks=self.two_clocks)
        if self.boundary == "stream":
            return stream_ports(self.hardware)
        return declared_ports(self.hardware, self.boundary)

    @property
    def alarm(self) -> bool:
        """Whether the top has an alarm."""
        return ALARM in self.top_ports

    @property
    def ports(self) -> tuple[Port, ...]:
        """Ports of the exported top."""
        return (*self.top_ports, *(self.status if self.self_test else ()))

    @property
    def status(self) -> tuple[Port, ...]:
        """The coverage of the self-test, in words."""
        return (Port("self_test_passed", False), Port("self_test_failed", False))

    @property
    def authenticates(self) -> bool:
        """Whether what leaves is to be trusted only when its tag has been checked."""
        return any(function.authenticates for function in self.design.functions)

    @property
    def streams(self) -> tuple[Stream, ...]:
        """AXI4-Stream interfaces of the top; a core and a bridge have none."""
        if self.place != "stream":
            return ()
        return streams(self.hardware) if self.pins is None else self.pins.streams(self.hardware)

    @property
    def benched(self) -> bool:
        """Whether there is a simulation of a known answer; a core has none."""
        return self.boundary == "stream"

    @cached_property
    def sources(self) -> tuple[Path, ...]:
        """RTL files in the order of compilation."""
        own = (rtl_root() / _SELF_TEST,) if self.self_test else ()
        files = (*self.hardware.files(self.vendor, self.boundary), *own)
        front = self.bus or self.pins
        others = (file for each in self.beside for file in each.sources)
        return tuple(dict.fromkeys((*front.files, *files, *others))) if front else files

    @property
    def cells(self) -> tuple[Path, ...]:
        """Models of a vendor's cells among the RTL files: black boxes for synthesis."""
        folder = rtl_root() / "prim" / self.vendor
        return tuple(
            path
            for path in self.sources
            if path.parent == folder and not path.stem.startswith("gh_")
        )

    @property
    def configured(self) -> bool:
        """Whether the messages of a core have configurations."""
        return any(core.hardware.configured for core in self.cores)

    @property
    def packets(self) -> dict[Path, list[str]]:
        """Lines that describe the packets of configurations, by the RTL file that has them."""
        if not (self.hardware.configured and self.benched):
            return {}
        return dict(packet_heads(self.declaring))

    @property
    def declaring(self) -> Path:
        """The RTL file that declares the library's module and its ports."""
        return next(file for file in self.sources if file.stem == self.module.top)

    @cached_property
    def known(self) -> tuple[KnownAnswer, ...]:
        """A known answer at each interface for messages: of two blocks, or a byte more."""
        return tuple(
            KnownAnswer(job, size + (not job.refusal(size + 1)))
            for job in self._jobs
            for size in (2 * job.block_bits // 8,)
        )

    @cached_property
    def tests(self) -> tuple[SelfTest, ...]:
        """The self-test at each interface for messages, of the shortest one that is not empty."""
        found = []
        for number, job in enumerate(self._jobs):
            known = KnownAnswer(job, _shortest(job))
            own = {each.role: known.packet(each) for each in self.streams if each.number == number}
            packets = (own["message"], own["answer"], own.get("configuration"))
            found.append(SelfTest(known, *packets))
        return tuple(found)

    @cached_property
    def _jobs(self) -> tuple[Job, ...]:
        """The job for each interface for messages, if its stream has it."""
        jobs = [job for job in self.design.jobs.values() if job.hardware == self.hardware]
        return tuple(
            next(job for job in (self.job, *jobs) if number < job.streams)
            for number in range(self.hardware.interfaces)
        )

    @property
    def counted_from(self) -> Stream:
        """The stream whose first beat a message's cycles count from, as in simulations.

        This is its configuration's stream where it has one. A converter of widths takes a beat of
        the message before, while the core is not ready for a configuration.
        """
        role = "configuration" if self.hardware.configured else "message"
        return next(stream for stream in self.streams if stream.role == role)

    @property
    def cycles(self) -> int:
        """Cycles of the known message, from `counted_from` to its answer's last beat."""
        return self.job.latency(self.known[0].size)

    @property
    def formula(self) -> CycleFormula:
        """Cycles of any message, by its number of blocks."""
        return cycle_formula(self.job, self.hardware.beat_bits // 8)

    @property
    def patience(self) -> int:
        """Cycles after which nothing moves any more in the simulation of the known answers."""
        tests = self.tests if self.self_test else ()
        return max(known.limit for known in (*self.known, *(test.known for test in tests)))

    def packet(self, stream: Stream) -> Packet:
        """Return what a stream carries in the simulation of the known answers.

        A message has holes where the top takes packets with any ``tkeep``.
        """
        packet = self.known[stream.number].packet(stream)
        return scattered(packet) if self.pins and stream.role == "message" else packet

    @property
    def options(self) -> str:
        """Options of the command line that exports it, but for its design, form and folder."""
        words = [f"--boundary {self.place}"]
        if self.pins is not None:
            words += ["--input any"]
            words += [f"--input-bits {self._input_bits}"] if self._input_bits else []
            words += [f"--carry {name}={bits}" for name, bits in self.pins.sides.items() if bits]
        words += ["--two-clocks"] if self.two_clocks else []
        words += ["--self-test"] if self.self_test else []
        words += [f"--revision {self.revision}"] if self.revision else []
        return " ".join((*words, f"--vendor {self.vendor}"))

    @cached_property
    def measured(self) -> dict[str, Any]:
        """Figures on record at the boundary, by target; none with a bridge."""
        if self.bridge:
            return {}
        found = measured(self.design, self.boundary)
        return {name: each for name, each in found.items() if each["lut"] is not None}

    @property
    def reached(self) -> float | None:
        """MHz that were measured on ECP5."""
        found: float | None = self.measured.get("ecp5", {}).get("fmax_mhz")
        return found

    @property
    def frequency(self) -> int:
        """MHz of the clock constraint: what was measured on ECP5, rounded down, or 100."""
        return floor(self.reached or _FREQUENCY)


def _shortest(job: Job) -> int:
    """Return the length in bytes of the shortest message that is not empty and is not refused."""
    return next(size for size in range(1, job.block_bits) if not job.refusal(size))
