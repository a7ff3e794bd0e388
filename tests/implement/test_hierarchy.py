# SPDX-License-Identifier: Apache-2.0
"""Which instance the cells of a netlist belong to, on small ones made up; no tool runs here."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest
from tests.areas import area

from gatehash.catalog import find
from gatehash.implement import TARGETS, ModuleArea
from gatehash.implement.hierarchy import Located, Origins, locate
from gatehash.implement.scripts import design_script, hierarchy_script

ECP5 = TARGETS["ecp5"]
Bits = list[int | str]
FLIP_FLOP = {"DI": "input", "Q": "output"}
TABLE = {"A": "input", "B": "input", "C": "input", "Z": "output"}
CARRY = {"A0": "input", "CIN": "input", "S0": "output", "COUT": "output"}
MEMORY = {"ADA0": "input", "DOA0": "output"}


def cell(kind: str, directions: Mapping[str, str], **ends: int | str | Bits) -> dict[str, Any]:
    connections = {name: end if isinstance(end, list) else [end] for name, end in ends.items()}
    return {
        "type": kind,
        "port_directions": {name: directions.get(name, "input") for name in ends},
        "connections": connections,
    }


def register(**ends: int | Bits) -> dict[str, Any]:
    return cell("$dff", {"Q": "output"}, **ends)


def logic(**ends: int | Bits) -> dict[str, Any]:
    return cell("$and", {"Y": "output"}, **ends)


def module(
    nets: Mapping[str, Bits],
    cells: Mapping[str, Any],
    inputs: Sequence[str] = (),
    outputs: Sequence[str] = (),
    attributes: Mapping[str, str] = MappingProxyType({}),
    memories: Mapping[str, Any] = MappingProxyType({}),
) -> dict[str, Any]:
    ports = {
        name: {"direction": way, "bits": nets[name]}
        for way, names in (("input", inputs), ("output", outputs))
        for name in names
    }
    netnames = {name: {"bits": bits, "attributes": {}} for name, bits in nets.items()}
    return {
        "attributes": attributes,
        "ports": ports,
        "netnames": netnames,
        "cells": cells,
        "memories": memories,
    }


TOP = {"top": "00000000000000000000000000000001"}
ADD = "gh_add$gh_top.gen_add.u_add"
MIX = "gh_mix$gh_top.u_mix"


def rtl(**memories: Any) -> dict[str, Any]:
    """Return a top that registers what it adds, and what of the sum it mixes.

    ``a_q`` and ``b_q`` go to u_add, whose sum goes to u_mix as it is; what comes of that is
    registered in u_mix, and what of the two again in the top.
    """
    add = module(
        {"a_i": [2, 3], "b_i": [4, 5], "sum_o": [6, 7], "sum": [8, 9]},
        {
            "$1": logic(A=[2, 3], B=[4, 5], Y=[8, 9]),
            "$2": cell("$buf", {"Y": "output"}, A=[8, 9], Y=[6, 7]),
        },
        inputs=("a_i", "b_i"),
        outputs=("sum_o",),
    )
    mix = module(
        {"sum_i": [2, 3], "mix_o": [4, 5], "mix_q": [4, 5], "hold_q": [6]},
        {
            "$1": logic(A=[2, 3], B=[6, 6], Y=[8, 9]),
            "$driver$mix_q": register(D=[8, 9], Q=[4, 5]),
            "$driver$hold_q": register(D=[6], Q=[6]),
        },
        inputs=("sum_i",),
        outputs=("mix_o",),
    )
    ends = {"a_i": [2, 3], "b_i": [4, 5], "sum_o": [6, 7]}
    top = module(
        {
            "in_i": [20, 21],
            "a_q": [2, 3],
            "b_q": [4, 5],
            "sum": [6, 7],
            "mix": [8, 9],
            "out_q": [10, 11],
        },
        {
            "$driver$a_q": register(D=[20, 21], Q=[2, 3]),
            "$driver$b_q": register(D=[20, 21], Q=[4, 5]),
            "gen_add.u_add": {"type": ADD, "connections": ends},
            "u_mix": {"type": MIX, "connections": {"sum_i": [6, 7], "mix_o": [8, 9]}},
            "$5": logic(A=[2, 3], B=[8, 9], Y=[12, 13]),
            "$driver$out_q": register(D=[12, 13], Q=[10, 11]),
        },
        inputs=("in_i",),
        attributes=TOP,
        memories=memories,
    )
    return {"modules": {ADD: add, MIX: mix, "gh_top": top}}


def mapped(nets: Mapping[str, Bits], cells: Mapping[str, Any]) -> dict[str, Any]:
    table = module({}, {}, attributes={"blackbox": "1"})
    return {"modules": {"LUT4": table, "gh_top": module(nets, cells, attributes=TOP)}}


def located(netlist: dict[str, Any], *hierarchies: dict[str, Any]) -> Mapping[str, Located]:
    return locate(netlist, hierarchies or (rtl(),), ECP5).cells


A_Q = "gen_add.u_add.a_i"
"""What synthesis calls ``a_q``: by its name in the instance that it goes to."""


def test_register_belongs_to_what_declares_it_whatever_its_net_is_called() -> None:
    netlist = mapped(
        {A_Q: [2, 3], "u_mix.mix_q": [4, 5], "mix": [4, 5]},
        {
            f"{A_Q}_TRELLIS_FF_Q": cell("TRELLIS_FF", FLIP_FLOP, DI=20, Q=3),
            f"{A_Q}_TRELLIS_FF_Q_1": cell("TRELLIS_FF", FLIP_FLOP, DI=21, Q=2),
            "mix_TRELLIS_FF_Q": cell("TRELLIS_FF", FLIP_FLOP, DI=22, Q=5),
        },
    )
    assert located(netlist) == {
        f"{A_Q}_TRELLIS_FF_Q": ("", "TRELLIS_FF", "a_q[1]"),
        f"{A_Q}_TRELLIS_FF_Q_1": ("", "TRELLIS_FF", "a_q[0]"),
        "mix_TRELLIS_FF_Q": ("u_mix", "TRELLIS_FF", "u_mix.mix_q[1]"),
    }


def test_bits_are_numbered_as_declared() -> None:
    hierarchy = rtl()
    names = hierarchy["modules"]["gh_top"]["netnames"]
    names["a_q"]["offset"] = 8
    names["b_q"]["upto"] = 1
    netlist = mapped(
        {"a_q": [2, 3], "b_q": [4, 5]},
        {
            "one": cell("TRELLIS_FF", FLIP_FLOP, DI=20, Q=3),
            "two": cell("TRELLIS_FF", FLIP_FLOP, DI=20, Q=5),
        },
    )
    assert [each.signal for each in located(netlist, hierarchy).values()] == ["a_q[9]", "b_q[0]"]


def instance(netlist: dict[str, Any], name: str = "table") -> str:
    return located(netlist)[name].instance


NAMES: dict[str, Bits] = {
    A_Q: [2, 3],
    "gen_add.u_add.b_i": [4, 5],
    "u_mix.mix_q": [6, 7],
    "u_mix.hold_q": [8],
    "out_q": [9, 10],
}


def ending_in(register: str, **cells: Any) -> dict[str, Any]:
    """A netlist in which net 30 ends in a register."""
    q = {"a_q": 2, "u_mix.mix_q": 6, "out_q": 9}[register]
    return mapped(NAMES, {**cells, "end": cell("TRELLIS_FF", FLIP_FLOP, DI=30, Q=q)})


def test_logic_belongs_to_the_innermost_that_knows_its_inputs() -> None:
    added = ending_in("out_q", table=cell("LUT4", TABLE, A=2, B=4, C="0", Z=30))
    assert instance(added) == "gen_add.u_add"
    mixed = ending_in("out_q", table=cell("LUT4", TABLE, A=6, B=2, Z=30))
    assert instance(mixed) == ""


def test_logic_that_joins_instances_counts_where_it_ends() -> None:
    joined = ending_in("u_mix.mix_q", table=cell("LUT4", TABLE, A=2, B=4, C=8, Z=30))
    assert instance(joined) == "u_mix"


def test_nets_between_instances_lose_their_names() -> None:
    chain = ending_in(
        "u_mix.mix_q",
        sum=cell("LUT4", TABLE, A=2, B=4, Z=29),
        # The sum, and what u_mix alone knows.
        table=cell("LUT4", TABLE, A=29, B=8, Z=28),
        last=cell("LUT4", TABLE, A=28, B=29, Z=30),
    )
    assert instance(chain, "sum") == "gen_add.u_add"
    assert instance(chain, "table") == instance(chain, "last") == "u_mix"


def test_constants_tell_nothing() -> None:
    netlist = ending_in(
        "out_q",
        low=cell("VLO", {"Z": "output"}, Z=31),
        table=cell("LUT4", TABLE, A=2, B=4, C=31, Z=30),
    )
    assert instance(netlist) == "gen_add.u_add"


def test_chain_of_carry_does_not_follow_what_begins_it() -> None:
    netlist = ending_in(
        "out_q",
        begin=cell("CCU2C", CARRY, A0=6, COUT=31),
        table=cell("CCU2C", CARRY, A0=[2, 4], CIN=31, S0=29, COUT=32),
        last=cell("CCU2C", CARRY, CIN=32, S0=33),
        carry=cell("LUT4", TABLE, A=2, B=4, C=33, Z=30),
    )
    assert instance(netlist) == instance(netlist, "last") == "gen_add.u_add"


def test_loop_is_no_trap() -> None:
    netlist = ending_in(
        "u_mix.mix_q",
        table=cell("LUT4", TABLE, A=8, B=31, Z=30),
        back=cell("LUT4", TABLE, A=30, Z=31),
    )
    assert instance(netlist) == instance(netlist, "back") == "u_mix"


def test_memories_and_what_has_lost_its_name() -> None:
    netlist = mapped(
        {
            "words[1]": [2, 3],
            "file.0.0_DOA0": [4],
            "u_mix.mix_q_LUT4_Z_1_D": [5],
            "out_q": [6, 7, 8],
        },
        {
            "words[1]_TRELLIS_FF_Q": cell("TRELLIS_FF", FLIP_FLOP, DI=20, Q=3),
            "file.0.0": cell("DP16KD", MEMORY, ADA0=20, DOA0=4),
            "u_mix.mix_q_LUT4_Z_1_D_TRELLIS_FF_Q": cell("TRELLIS_FF", FLIP_FLOP, DI=20, Q=5),
            # Coded anew, with a bit more.
            "out_q_TRELLIS_FF_Q": cell("TRELLIS_FF", FLIP_FLOP, DI=20, Q=8),
            "u_mix.lost": cell("TRELLIS_FF", FLIP_FLOP, DI=20, Q=9),
        },
    )
    found = located(netlist, rtl(words={"size": 4}, file={"size": 512}))
    assert [(each.instance, each.signal) for each in found.values()] == [
        ("", "words[1][1]"),
        ("", "file"),
        ("u_mix", "near u_mix.mix_q"),
        ("", "out_q[2]"),
        ("u_mix", "near u_mix.lost"),
    ]


def test_cells_that_the_rtl_itself_has_stay_where_they_are() -> None:
    hierarchy = rtl()
    hierarchy["modules"][MIX]["cells"]["u_lut"] = cell("LUT4", TABLE, A=2, Z=8)
    netlist = ending_in("out_q", **{"u_mix.u_lut": cell("LUT4", TABLE, A=2, B=4, Z=30)})
    assert located(netlist, hierarchy)["u_mix.u_lut"].instance == "u_mix"


def test_part_that_was_mapped_by_itself() -> None:
    design, part = rtl(), rtl()
    mix = design["modules"].pop(MIX)
    design["modules"]["gh_mix"] = {**mix, "attributes": {"blackbox": "1"}}
    design["modules"]["gh_top"]["cells"]["u_mix"]["type"] = "gh_mix"
    part = {"modules": {"gh_mix": {**mix, "attributes": TOP}}}
    netlist = mapped(
        {A_Q: [2, 3], "sum_LUT4_Z": [30]},
        {
            "a": cell("TRELLIS_FF", FLIP_FLOP, DI=20, Q=2),
            "table": cell("LUT4", TABLE, A=2, B=3, Z=30),
            "u_mix": {"type": "gh_mix", "connections": {"sum_i": [30], "mix_o": [31]}},
        },
    )
    netlist["modules"]["gh_mix"] = module(
        {"sum_i": [2], "mix_o": [3], "mix_q": [3, 4], "hold_q": [5]},
        {
            "mix_q_TRELLIS_FF_Q": cell("TRELLIS_FF", FLIP_FLOP, DI=6, Q=3),
            "own": cell("LUT4", TABLE, A=2, B=5, Z=6),
        },
        inputs=("sum_i",),
        outputs=("mix_o",),
    )
    assert located(netlist, part, design) == {
        "a": ("", "TRELLIS_FF", "a_q[0]"),
        "table": ("gen_add.u_add", "LUT4", None),
        "u_mix.mix_q_TRELLIS_FF_Q": ("u_mix", "TRELLIS_FF", "u_mix.mix_q[0]"),
        "u_mix.own": ("u_mix", "LUT4", None),
    }


# What each instance takes


def deep(levels: int) -> dict[str, Any]:
    """RTL of a module in a module and so on, each with a register of the same name."""
    modules: dict[str, Any] = {}
    for level in range(levels + 1):
        inner = {f"u_{level}[10]": f"gh_{level + 1}", f"u_{level}[9]": f"gh_{level + 1}"}
        modules[f"gh_{level}"] = module(
            {"state_q": [2]},
            {
                "$driver$state_q": register(D=[2], Q=[2]),
                **{
                    name: {"type": kind, "connections": {}}
                    for name, kind in inner.items()
                    if level < levels
                },
            },
            attributes={} if level else TOP,
        )
    return {"modules": modules}


def areas(counts: Mapping[str, int]) -> list[tuple[str, str, int]]:
    """Instance, module and flip-flops of a netlist with so many registers in each instance."""
    cells = {
        f"{instance}state_q_TRELLIS_FF_Q_{number}": cell("TRELLIS_FF", FLIP_FLOP, DI=2, Q=2)
        for instance, count in counts.items()
        for number in range(count)
    }
    found = locate(mapped({}, cells), (deep(4),), ECP5).modules
    return [(each.instance, each.module, each.area.ff) for each in found]


def test_instances_in_order_and_all_together_the_whole() -> None:
    assert areas({"": 50, "u_0[10].": 30, "u_0[9].": 15, "u_0[9].u_1[9].": 5}) == [
        ("", "gh_0", 50),
        ("u_0[9]", "gh_1", 15),
        ("u_0[9].u_1[9]", "gh_2", 5),
        ("u_0[10]", "gh_1", 30),
    ]


def test_what_is_small_or_deep_counts_for_what_is_around_it() -> None:
    inside = "u_0[9].u_1[9].u_2[9]."
    assert areas({"": 90, inside: 2, f"{inside}u_3[9].": 3, f"{inside}u_3[10].": 5}) == [
        ("", "gh_0", 90),
        ("u_0[9].u_1[9].u_2[9]", "gh_3", 10),
    ]
    assert areas({"": 97, "u_0[9].": 1, "u_0[9].u_1[9].": 1, "u_0[9].u_1[10].": 1}) == [
        ("", "gh_0", 97),
        ("u_0[9]", "gh_1", 3),
    ]


def test_netlist_without_cells_is_the_top_s() -> None:
    none = ModuleArea("", "gh_top", area())
    assert locate(mapped({}, {}), (rtl(),), ECP5).modules == (none,)


def test_what_is_found_is_read_as_written(tmp_path: Path) -> None:
    netlist = ending_in("out_q", table=cell("LUT4", TABLE, A=2, B=4, Z=30))
    origins = locate(netlist, (rtl(),), ECP5)
    origins.write(tmp_path / "origins.json")
    assert Origins.read(tmp_path / "origins.json") == origins
    assert [each.name for each in tmp_path.iterdir()] == ["origins.json"]


@pytest.mark.parametrize("wrong", [{}, {"modules": {}}, {"modules": {"gh_top": {}}}])
def test_what_is_no_netlist_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises((KeyError, TypeError, ValueError)):
        locate(wrong, (rtl(),), ECP5)
    with pytest.raises((KeyError, TypeError, ValueError)):
        locate(mapped({}, {}), (wrong,), ECP5)


# What Yosys is told


def test_hierarchy_is_read_as_the_design_is() -> None:
    hardware = find("skein256-x8").hardware
    read, write = hierarchy_script(hardware, ECP5, "stream").splitlines()
    first = design_script(hardware, ECP5, "stream").splitlines()[0]
    assert read == first.replace("read_slang", "read_slang --keep-hierarchy")
    assert write == "write_json hierarchy.json"


def test_hierarchy_of_a_part_is_read_by_itself() -> None:
    hardware = find("phash-2").hardware
    assert hardware.part is not None
    commands = hierarchy_script(hardware, ECP5, "core").splitlines()
    reads = [each for each in design_script(hardware, ECP5, "core").splitlines() if "read" in each]
    assert commands == [
        reads[0].replace("read_slang", "read_slang --keep-hierarchy"),
        "write_json hierarchy-of-part.json",
        "design -reset",
        reads[1].replace("read_slang", "read_slang --keep-hierarchy"),
        "write_json hierarchy.json",
    ]
