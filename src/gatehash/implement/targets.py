# SPDX-License-Identifier: Apache-2.0
"""A target: all that the library knows of a device family, in one object."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise

from gatehash.errors import GatehashError
from gatehash.implement.resources import Resources

__all__ = [
    "CLOCK_MEMORIES",
    "DIVIDED_TABLE",
    "DIVIDE_TABLES",
    "NO_CELLS",
    "OPEN_INPUTS",
    "SPLIT_ADDENDS",
    "Device",
    "Grid",
    "Target",
    "value_of",
]

CLOCK_MEMORIES = "clock_memories"
"""Command that :mod:`gatehash.implement.passes` adds to Yosys: it connects both clocks of block
memories of which one is a constant."""

DIVIDE_TABLES = "divide_tables"
"""Command that :mod:`gatehash.implement.passes` adds to Yosys: it replaces each LUT6_2 by a LUT6
and a LUT5."""

DIVIDED_TABLE = "divided_table"
"""Attribute of the LUT6 and the LUT5 that :data:`DIVIDE_TABLES` makes of a LUT6_2."""

NO_CELLS = "(?!)"
"""Regular expression that matches no type of cells."""

OPEN_INPUTS = "open_inputs"
"""Command that :mod:`gatehash.implement.passes` adds to Yosys: it disconnects an input of the cells
of a type where a cell of another type ties it to a constant."""

SPLIT_ADDENDS = "split_addends"
"""Command that :mod:`gatehash.implement.passes` adds to Yosys: it connects the addends of CCU2C
cells that are plain adders or subtractors to A and D."""


def value_of(arguments: Sequence[str], option: str) -> str:
    """Return the value of an option of nextpnr; empty where it is not among the arguments."""
    return dict(pairwise(arguments)).get(option, "")


@dataclass(frozen=True)
class Device:
    """A device that designs are placed on.

    Parameters
    ----------
    name : str
        Its name.
    capacity : int or None
        Its look-up tables, including those of memories and carry cells; None where no device is
        chosen.
    options : tuple of str
        Options of nextpnr that choose it, where those of the target do not.
    """

    name: str
    capacity: int | None
    options: tuple[str, ...] = ()


@dataclass(frozen=True)
class Grid:
    """Tiles of a device that have slices: those in each of the columns of each of the rows.

    Parameters
    ----------
    columns, rows : sequence of int
        Coordinates of nextpnr, in rising order.
    """

    columns: Sequence[int]
    rows: Sequence[int]


@dataclass(frozen=True, kw_only=True)
class Target:
    """A device family: how designs are mapped to it, placed and routed, counted and simulated.

    Parameters
    ----------
    name : str
        Name as users write it.
    family : str
        Name of the device family.
    label : str
        The device in the tables of reports.
    description : str
        The device in a few words.
    vendor : str
        Folder of ``rtl/prim`` whose cells it has.
    synthesis : str
        Yosys command that maps a design, without ``-top``.
    mapped : tuple of str
        Yosys commands that improve a mapped design.
    statistics : str
        Options of Yosys's ``stat``.
    lut, ff, carry, ramb36, ramb18 : str
        Regular expressions that match the whole names of the cells counted under each heading.
    lut_not_estimated : str
        Regular expression that matches those look-up tables that Yosys leaves out of its estimate
        of logic cells, where it gives one.
    lut_memories : mapping
        Cells that are memories or shift registers made of look-up tables, and how many each takes.
    published : str
        Regular expression that matches the devices of its family as papers name them, from the
        start of the name.
    for_all : bool
        Whether every design is measured on it. Else only the designs are that correspond to a
        published figure of its family, see :func:`gatehash.implement.wanted_targets`.
    lc_per_slice, ff_per_slice : int or None
        Logic cells and flip-flops in a slice; None where areas are not given in slices.
    shared_luts : bool
        Whether two small functions can share a look-up table, as Yosys's estimate of logic cells
        assumes.
    block_kbit : int
        Size of its block memories in Kbit, parity included.
    luts_per_carry : int
        Look-up tables whose place a carry cell takes.
    device : str
        The device that designs are placed on; empty where none are.
    capacity : int or None
        Look-up tables of that device, including those of memories and carry cells.
    device_options : tuple of str
        Options of nextpnr that choose that device, where `place_and_route` does not.
    resources : Resources or None
        Resources of that device; None where no device is chosen. Areas in units are of this device,
        for designs on a larger one too.
    pins : int
        Pins of that device for user signals.
    multipliers : mapping
        Cells that are multipliers, and how many multipliers of `resources` each takes.
    counted_apart : bool
        Whether its nextpnr counts carry cells and memories of look-up tables apart from its
        combinational cells.
    larger : tuple of Device
        Larger devices of the family, the smallest first, for designs that fill more of `device`
        than `most_filled`.
    table : str
        Name of a look-up table of the device.
    most_filled : float
        Share of the look-up tables up to which designs are placed and routed.
    nextpnr : str
        Name of its nextpnr, as its Python package has it after ``yowasp-``, or the name of the
        program; empty where no open tool places and routes the device.
    program : str
        Environment variable that names the program, where its nextpnr is no Python package; see
        :mod:`gatehash.implement.external`.
    program_package : str
        Package of Debian testing that has the program.
    frequency_note : str
        Note on a frequency of the target, beside its kind; empty where the kind is enough.
    untimed_memory : str
        Note on a frequency of a design with block memories of 36 Kbit that its nextpnr does not
        time.
    terms : mapping
        Names in the output of its nextpnr that :mod:`gatehash.implement.reading` does not know,
        each with the name that it knows.
    place_and_route : tuple of str
        Options of nextpnr; empty where there is none.
    other_placer : str
        Placer that takes over where that of `place_and_route` finds no placement; empty where there
        is none.
    grid : Grid or None
        Tiles of `device` that have slices. Where a placed design is not routed, its cells are moved
        apart there for another attempt, see :mod:`gatehash.implement.spread`. None for no attempt.
    netlist : tuple of str
        Yosys commands that prepare a mapped design for nextpnr, after its cells are counted;
        ``{top}`` stands for the module.
    divided : tuple of str
        Yosys commands that give its nextpnr cells as it can place and time them, where it lacks
        some. The netlist without them remains for the origins of cells.
    cell_models : str
        File of Yosys's share folder that models all its cells but the block memories; empty where
        its netlists can't be simulated.
    """

    name: str
    family: str
    label: str
    description: str
    vendor: str
    synthesis: str
    mapped: tuple[str, ...] = ()
    statistics: str = ""
    lut: str
    ff: str
    carry: str
    ramb36: str = NO_CELLS
    ramb18: str
    lut_memories: Mapping[str, int]
    lut_not_estimated: str = NO_CELLS
    published: str
    for_all: bool = True
    lc_per_slice: int | None = None
    ff_per_slice: int | None = None
    shared_luts: bool = True
    block_kbit: int = 18
    luts_per_carry: int = 0
    device: str = ""
    capacity: int | None = None
    device_options: tuple[str, ...] = ()
    resources: Resources | None = None
    pins: int = 0
    multipliers: Mapping[str, Fraction] = field(default_factory=dict)
    counted_apart: bool = False
    larger: tuple[Device, ...] = ()
    table: str = "LUT4"
    most_filled: float = 0.5
    nextpnr: str = ""
    program: str = ""
    program_package: str = ""
    frequency_note: str = ""
    untimed_memory: str = ""
    terms: Mapping[str, str] = field(default_factory=dict)
    place_and_route: tuple[str, ...] = ()
    other_placer: str = ""
    grid: Grid | None = None
    netlist: tuple[str, ...] = ()
    divided: tuple[str, ...] = ()
    cell_models: str = ""

    @property
    def packages(self) -> tuple[str, ...]:
        """Python packages of its tools; their versions are recorded with a result."""
        packaged = self.nextpnr and not self.program
        return ("pyosys", *([f"yowasp-{self.nextpnr}"] if packaged else []))

    @property
    def devices(self) -> tuple[Device, ...]:
        """The devices that designs are placed on, the smallest first."""
        return (Device(self.device, self.capacity, self.device_options), *self.larger)

    def device_for(self, tables: int) -> Device:
        """Return the smallest device with room for a design, or the largest if none has.

        Parameters
        ----------
        tables : int
            Look-up tables of the design, see :meth:`gatehash.implement.Area.tables`.
        """
        roomy = (
            each
            for each in self.devices
            if each.capacity is None or tables <= self.most_filled * each.capacity
        )
        return next(roomy, self.devices[-1])

    @property
    def unit(self) -> str:
        """Unit in which areas are compared: logic cells where Yosys estimates them, else LUT4."""
        return "lc" if self.lc_per_slice else "LUT4"

    @property
    def router(self) -> str:
        """The router that its options of nextpnr name; empty where they name none.

        Examples
        --------
        >>> from gatehash.implement import find_target
        >>> find_target("ecp5").router, find_target("nexus").router
        ('router1', '')
        """
        return value_of(self.place_and_route, "--router")

    def has_device(self, published: str) -> bool:
        """Whether the name of a device in a paper is of this family."""
        return re.match(self.published, published, re.IGNORECASE) is not None

    def count(self, heading: str, cells: Mapping[str, int]) -> int:
        """Cells whose type matches one of the target's expressions."""
        return sum(number for name, number in cells.items() if re.fullmatch(heading, name))

    def luts_in_memories(self, cells: Mapping[str, int]) -> int:
        """Look-up tables that serve as memories or shift registers.

        Raises
        ------
        GatehashError
            If the size of a memory cell is not known, so that none is left out of the count.
        """
        for name in cells:
            counted = f"{self.ramb36}|{self.ramb18}"
            if name in self.lut_memories or re.fullmatch(counted, name):
                continue
            if re.match(r"U?RAM|SRL|TRELLIS_DPR|[PS]?DP|SP|p?ROM", name):
                raise GatehashError(f"{self.name}: size of memory cell {name} is not known")
        return sum(cells.get(name, 0) * size for name, size in self.lut_memories.items())
