# SPDX-License-Identifier: Apache-2.0
"""Targets: all that the library knows of each device family, in one object."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any

from gatehash.errors import GatehashError, unknown

__all__ = [
    "CLOCK_MEMORIES",
    "DIVIDE_TABLES",
    "OPEN_INPUTS",
    "PLACED",
    "SPLIT_ADDENDS",
    "TARGETS",
    "Device",
    "Grid",
    "Target",
    "find_target",
    "value_of",
]

CLOCK_MEMORIES = "clock_memories"
"""Command that :mod:`gatehash.implement.passes` adds to Yosys: it connects both clocks of block
memories of which one is a constant."""

DIVIDE_TABLES = "divide_tables"
"""Command that :mod:`gatehash.implement.passes` adds to Yosys: it replaces each LUT6_2 by a LUT6
and a LUT5."""

OPEN_INPUTS = "open_inputs"
"""Command that :mod:`gatehash.implement.passes` adds to Yosys: it disconnects an input of the cells
of a type where a cell of another type ties it to a constant."""

SPLIT_ADDENDS = "split_addends"
"""Command that :mod:`gatehash.implement.passes` adds to Yosys: it connects the addends of CCU2C
cells that are plain adders or subtractors to A and D."""

# Look-up tables that one memory or shift register of look-up tables takes; Virtex-4 user guide
# UG070, Virtex-5 UG190 and Virtex-6 UG364 (CLB), Lattice FPGA-TN-02204 for ECP5 and FPGA-TN-02094
# for Nexus (a 16x4 RAM takes three slices of two); Gowin UG288 (CFU), where nextpnr gives a RAM of
# any width the place of one 16x4: six of the eight tables of a unit.
_VIRTEX4_LUT_MEMORIES = {
    "RAM16X1S": 1,
    "RAM32X1S": 2,
    "RAM64X1S": 4,
    "RAM16X1D": 2,
    "SRL16": 1,
    "SRL16E": 1,
    "SRLC16E": 1,
}
_XILINX_LUT_MEMORIES = {
    "RAM32X1S": 1,
    "RAM64X1S": 1,
    "RAM128X1S": 2,
    "RAM256X1S": 4,
    "RAM32X1D": 2,
    "RAM64X1D": 2,
    "RAM128X1D": 4,
    "RAM32M": 4,
    "RAM64M": 4,
    "SRL16E": 1,
    "SRLC16E": 1,
    "SRLC32E": 1,
}

# A core has more ports than a package has pins. Where nextpnr has no option for that, the ports are
# removed and their nets stay inside the device.
_OUT_OF_CONTEXT = "delete -port {top}/w:*"
_FREQUENCY = ("--freq", "50", "--timing-allow-fail")
_NONE = "(?!)"


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
    larger : tuple of Device
        Larger devices of the family, the smallest first, for designs that fill more of `device`
        than `most_filled`.
    table : str
        Name of a look-up table of the device.
    most_filled : float
        Share of the look-up tables up to which designs are placed and routed. Wider datapaths do
        not finish within hours.
    nextpnr : str
        Name of its nextpnr, as its Python package has it after ``yowasp-``, or the name of the
        program; empty where no open tool places and routes the device.
    program : str
        Environment variable that names the program, where its nextpnr is no Python package; see
        :mod:`gatehash.implement.external`.
    program_package : str
        Package of Debian testing that has the program.
    frequency_note : str
        What a frequency of the target is, beside its kind; empty where the kind is enough.
    terms : mapping
        Names in the output of its nextpnr that :mod:`gatehash.implement.reading` does not know,
        each with the name that it knows.
    place_and_route : tuple of str
        Options of nextpnr; empty where there is none.
    other_placer : str
        Placer that takes over where that of `place_and_route` finds no placement in its time; empty
        where there is none.
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
    ramb36: str = _NONE
    ramb18: str
    lut_memories: Mapping[str, int]
    lut_not_estimated: str = _NONE
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
    larger: tuple[Device, ...] = ()
    table: str = "LUT4"
    most_filled: float = 0.5
    nextpnr: str = ""
    program: str = ""
    program_package: str = ""
    frequency_note: str = ""
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
        """What areas are compared in: logic cells where Yosys estimates them, else LUT4."""
        return "lc" if self.lc_per_slice else "LUT4"

    @property
    def router(self) -> str:
        """The router that its options of nextpnr name; empty where they name none.

        Examples
        --------
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


_XC5V = Target(
    name="xc5v",
    family="Virtex-5",
    label="xc5v (Yosys)",
    description="Xilinx Virtex-5, area only",
    vendor="xilinx",
    synthesis="synth_xilinx -family xc5v -flatten -noiopad -noclkbuf",
    statistics="-tech xilinx",
    lut=r"LUT[1-6]|LUT6_2",
    lut_not_estimated=r"LUT6_2",
    ff=r"FD[RSCP]E(_1)?",
    carry=r"CARRY4",
    ramb36=r"RAMB36(SDP|E1)?",
    ramb18=r"RAMB18(SDP|E1)?",
    lut_memories=_XILINX_LUT_MEMORIES,
    published="xc5v|Virtex-5",
    lc_per_slice=4,
    ff_per_slice=4,
    block_kbit=36,
)


def _virtex(number: int, **changes: Any) -> Target:
    """Return another family of Xilinx's, as far as it is like Virtex-5."""
    texts = ("name", "family", "label", "description", "synthesis", "published")
    renamed = {text: getattr(_XC5V, text) for text in texts}
    for old, new in (("xc5v", f"xc{number}v"), ("Virtex-5", f"Virtex-{number}")):
        renamed = {name: text.replace(old, new) for name, text in renamed.items()}
    return replace(_XC5V, **{**renamed, **changes})


_TARGETS = (
    # Look-up tables of four inputs, two a slice, each with carry of one bit.
    _virtex(
        4,
        # Wide tables of several LUT4 double the area of exclusive-ors, see ecp5.
        synthesis="synth_xilinx -family xc4v -flatten -noiopad -noclkbuf -nowidelut",
        lut=r"LUT[1-4]",
        lut_not_estimated=_NONE,
        ff=r"FD([RSCP]|CP)E(_1)?",
        # The exclusive-or beside each is of the same bit.
        carry=r"MUXCY",
        ramb36=_NONE,
        ramb18=r"RAMB16",
        lut_memories=_VIRTEX4_LUT_MEMORIES,
        for_all=False,
        lc_per_slice=2,
        ff_per_slice=2,
        shared_luts=False,
        block_kbit=18,
    ),
    _XC5V,
    _virtex(6, ff_per_slice=8, cell_models="xilinx/cells_sim.v"),
    replace(
        _XC5V,
        name="xc7a",
        family="Artix-7",
        label="Artix-7 xc7a100t, xc7a200t (Yosys + nextpnr, estimate)",
        description="Xilinx Artix-7 xc7a100t, for larger designs xc7a200t",
        synthesis="synth_xilinx -family xc7 -flatten -noiopad -noclkbuf",
        # nextpnr's names of parts of a cell begin with the cell's, up to the first ``$``.
        mapped=("autoname",),
        published="xc7a|Artix-7",
        for_all=False,
        ff_per_slice=8,
        # Tables of six inputs, see UG474; two smaller functions can share one.
        device="xc7a100t",
        capacity=63400,
        device_options=("--device", "xc7a100tcsg324-1"),
        larger=(Device("xc7a200t", 134600, ("--device", "xc7a200tsbg484-1")),),
        table="LUT6",
        most_filled=0.6,
        nextpnr="nextpnr-himbaechel-xilinx",
        program="GATEHASH_NEXTPNR_XILINX",
        program_package="nextpnr-himbaechel-xilinx",
        # It ignores the speed grade, and no timing model of the manufacturer is in it.
        frequency_note="estimate",
        terms={"SLICE_LUTX": "LUT4"},
        # The default placer needs longer and reaches less, as on ecp5.
        place_and_route=("--placer", "static", "--router", "router2", *_FREQUENCY),
        # nextpnr connects clock inputs of block memories that nothing drives to a constant.
        netlist=("clkbufmap -buf BUFG O:I", _OUT_OF_CONTEXT),
        divided=(DIVIDE_TABLES, CLOCK_MEMORIES),
    ),
    Target(
        name="ecp5",
        family="ECP5",
        label="ECP5 LFE5U-85-6 (Yosys + nextpnr)",
        description="Lattice LFE5U-85, speed grade 6, package CABGA756",
        vendor="lattice",
        # Wide tables of several LUT4 enlarge a chain of exclusive-ors by a fifth, without speed.
        synthesis="synth_ecp5 -nowidelut",
        lut=r"LUT4",
        ff=r"TRELLIS_FF",
        carry=r"CCU2C",
        ramb18=r"DP16KD|PDPW16KD",
        lut_memories={"TRELLIS_DPR16X4": 6},
        published=r"ECP5|LFE5U",
        luts_per_carry=2,
        device="LFE5U-85",
        capacity=83640,
        nextpnr="nextpnr-ecp5",
        # nextpnr swaps the inputs of a carry cell only within A and B and within C and D. Yosys
        # connects both addends to A and B; here each is in a pair of its own.
        mapped=(SPLIT_ADDENDS,),
        place_and_route=(
            *("--85k", "--speed", "6", "--package", "CABGA756"),
            # A core has more ports than the package has pins: the ports stay inside the device.
            "--out-of-context",
            # The default placer packs wide rotations too densely for the router. The other router,
            # router2, takes detours of 9 ns: see `gatehash settings`.
            *("--placer", "static", "--router", "router1"),
            *_FREQUENCY,
        ),
        # It ends with many block memories too, which static may leave one over the other for ever.
        other_placer="heap",
        # The 10455 tiles of eight look-up tables. Other rows have memories and multipliers.
        grid=Grid(range(2, 125), [row for row in range(2, 94) if row % 12 != 10]),
        cell_models="ecp5/cells_sim.v",
    ),
    Target(
        name="nexus",
        family="CrossLink-NX",
        label="CrossLink-NX LIFCL-40-9 (Yosys + nextpnr)",
        description="Lattice CrossLink-NX LIFCL-40, speed grade 9, package CABGA400",
        vendor="generic",
        synthesis="synth_nexus -family lifcl -nowidelut -noiopad",
        lut=r"LUT4",
        ff=r"FD1P3[BDIJ]X",
        carry=r"CCU2",
        ramb18=r"PDPSC16K|PDP16K|DP16K",
        lut_memories={"DPR16X4": 6},
        published=r"LIFCL|LFD2NX|CrossLink-NX|Certus-NX",
        for_all=False,
        luts_per_carry=2,
        device="LIFCL-40",
        capacity=32256,
        nextpnr="nextpnr-nexus",
        place_and_route=("--device", "LIFCL-40-9BG400C", *_FREQUENCY),
        netlist=(
            # Yosys ties the carry input of a chain's first cell, which nextpnr needs open
            # (github.com/YosysHQ/yosys/issues/4081).
            f"{OPEN_INPUTS} CCU2 CIN VLO",
            _OUT_OF_CONTEXT,
        ),
    ),
    Target(
        name="gw2a",
        family="GW2A",
        label="GW2A-18 C8/I7 (Yosys + nextpnr)",
        description="Gowin GW2A-18, speed grade C8/I7, package PBGA256",
        vendor="generic",
        # Wide tables of several LUT4 take more LUT4, without speed.
        synthesis="synth_gowin -family gw2a -nowidelut -noiopads",
        lut=r"LUT[1-4]",
        ff=r"DFFN?[SRPC]?E?",
        # Each takes one look-up table, for one bit.
        carry=r"ALU",
        ramb18=r"(SP|SDP|DP)(B|X9B?)?|pROM(X9)?",
        lut_memories={"RAM16SDP1": 6, "RAM16SDP2": 6, "RAM16SDP4": 6},
        published=r"GW2A",
        for_all=False,
        luts_per_carry=1,
        device="GW2A-18",
        capacity=20736,
        nextpnr="nextpnr-himbaechel-gowin",
        place_and_route=(
            *("--device", "GW2A-LV18PG256C8/I7", "--vopt", "family=GW2A-18"),
            *_FREQUENCY,
        ),
        netlist=(_OUT_OF_CONTEXT,),
    ),
)

TARGETS = {target.name: target for target in _TARGETS}

(PLACED,) = (target for target in _TARGETS if target.for_all and target.place_and_route)
"""The target on which every design is placed and routed: frequencies are of it by default."""


def find_target(name: str) -> Target:
    """Return the target of that name.

    Raises
    ------
    GatehashError
        If there is none.

    Examples
    --------
    >>> find_target("ecp5").vendor
    'lattice'
    """
    try:
        return TARGETS[name]
    except KeyError:
        raise unknown("target", name, TARGETS, "docs/implement.md") from None
