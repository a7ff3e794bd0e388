# SPDX-License-Identifier: Apache-2.0
"""The targets: the device families that designs are mapped to."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

from gatehash.errors import unknown
from gatehash.implement.resources import Resources
from gatehash.implement.targets import (
    CLOCK_MEMORIES,
    DIVIDE_TABLES,
    DIVIDED_TABLE,
    NO_CELLS,
    OPEN_INPUTS,
    SPLIT_ADDENDS,
    Device,
    Grid,
    Target,
)

__all__ = ["PLACED", "TARGETS", "find_target"]

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

# Multipliers of 18 bits by 18 that one of other sizes takes the place of.
_SIZED_MULTIPLIERS = {
    "MULT9X9": Fraction(1, 2),
    "MULT18X18": Fraction(1),
    "MULT18X36": Fraction(2),
    "MULT36X36": Fraction(4),
}

# A core has more ports than a package has pins. Where nextpnr has no option for that, the ports are
# removed and their nets stay inside the device.
_OUT_OF_CONTEXT = "delete -port {top}/w:*"
_FREQUENCY = ("--freq", "50", "--timing-allow-fail")


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
        lut_not_estimated=NO_CELLS,
        ff=r"FD([RSCP]|CP)E(_1)?",
        # The exclusive-or beside each is of the same bit.
        carry=r"MUXCY",
        ramb36=NO_CELLS,
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
        # Xilinx DS180. nextpnr counts two tables of five inputs in each of six (SLICE_LUTX).
        resources=Resources(126800, 126800, 135, 240),
        multipliers={"DSP48E1": Fraction(1)},
        larger=(Device("xc7a200t", 134600, ("--device", "xc7a200tsbg484-1")),),
        table="LUT6",
        most_filled=0.6,
        nextpnr="nextpnr-himbaechel-xilinx",
        program="GATEHASH_NEXTPNR_XILINX",
        program_package="nextpnr-himbaechel-xilinx",
        # It ignores the speed grade, and no timing model of the manufacturer is in it.
        frequency_note="estimate",
        # nextpnr has no delays of RAMB36E1's addresses and data.
        untimed_memory="without RAMB36E1",
        terms={"SLICE_LUTX": "LUT4"},
        # The default placer needs longer and reaches less, as on ecp5.
        place_and_route=("--placer", "static", "--router", "router2", *_FREQUENCY),
        # nextpnr connects clock inputs of block memories that nothing drives to a constant.
        netlist=("clkbufmap -buf BUFG O:I", _OUT_OF_CONTEXT),
        # nextpnr times a path through every input of a table, whether its function has it or not.
        divided=(
            DIVIDE_TABLES,
            f"opt_lut_ins -tech xilinx a:{DIVIDED_TABLE}",
            CLOCK_MEMORIES,
        ),
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
        # TRELLIS_COMB, TRELLIS_FF, DP16KD and MULT18X18D of nextpnr; TRELLIS_IO.
        resources=Resources(83640, 83640, 208, 156),
        pins=365,
        multipliers={"MULT18X18D": Fraction(1)},
        most_filled=0.9,
        nextpnr="nextpnr-ecp5",
        # nextpnr swaps the inputs of a carry cell only within A and B and within C and D. Yosys
        # connects both addends to A and B; here each is in a pair of its own.
        mapped=(SPLIT_ADDENDS,),
        place_and_route=(
            *("--85k", "--speed", "6", "--package", "CABGA756"),
            # A core has more ports than the package has pins: the ports stay inside the device.
            "--out-of-context",
            # The default placer packs wide rotations too densely for the router. The other router,
            # router2, takes detours of 9 ns: see results/settings.
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
        # OXIDE_COMB, OXIDE_FF, OXIDE_EBR and MULT18_CORE of nextpnr.
        resources=Resources(32256, 32256, 84, 56),
        multipliers=_SIZED_MULTIPLIERS,
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
        # LUT4, DFF, BSRAM and MULT18X18 of nextpnr; ALU and RAM16SDP4 have lines of their own.
        resources=Resources(20736, 15552, 46, 48),
        multipliers=_SIZED_MULTIPLIERS,
        counted_apart=True,
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
"""The target of all placements, and of frequencies by default."""


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
