# SPDX-License-Identifier: Apache-2.0
"""What the tools are told, against reference text; no tool runs here."""

from dataclasses import replace
from pathlib import Path

import pytest

from gatehash.catalog import Boundary, find
from gatehash.catalog import hardware as catalog_hardware
from gatehash.errors import GatehashError
from gatehash.implement import TARGETS, Target, find_target, wanted_targets
from gatehash.implement.elaborated import text_digest
from gatehash.implement.record import count_area
from gatehash.implement.scripts import nextpnr_arguments, yosys_script
from gatehash.implement.source import Measurement
from gatehash.records.store import inputs_of

REFERENCE = Path(__file__).with_name("reference")
MODULE = Boundary("gh_thing", {"Width": 64, "Depth": 8})
FILES = (Path("rtl/thing/gh_thing_pkg.sv"), Path("rtl/thing/gh_thing.sv"))


def script(target: str, *more: str) -> str:
    return yosys_script(TARGETS[target], MODULE, (*FILES, *map(Path, more)))


@pytest.mark.parametrize("target", ["xc4v", "xc5v", "xc6v"])
def test_xilinx_script_is_the_reference(target: str) -> None:
    assert script(target) == (REFERENCE / f"{target}.ys").read_text()


def test_ecp5_script_is_the_reference() -> None:
    made = script("ecp5", "rtl/prim/lattice/gh_add.sv", "rtl/prim/lattice/CCU2C.sv")
    assert made == (REFERENCE / "ecp5.ys").read_text()


def test_xc7a_script_has_a_netlist_for_origins_and_one_for_nextpnr() -> None:
    made = script("xc7a", "rtl/prim/xilinx/gh_xor2.sv", "rtl/prim/xilinx/LUT6_2.sv")
    assert made == (REFERENCE / "xc7a.ys").read_text()


@pytest.mark.parametrize("target", ["nexus", "gw2a"])
def test_script_without_ports_is_the_reference(target: str) -> None:
    assert script(target, "rtl/prim/generic/gh_add.sv") == (REFERENCE / f"{target}.ys").read_text()


def test_only_the_top_loses_its_ports() -> None:
    made = yosys_script(TARGETS["gw2a"], MODULE, FILES, Boundary("gh_part", {"Stages": 3}))
    assert [line for line in made.splitlines() if line.startswith("delete")] == [
        "delete -port gh_thing/w:*"
    ]


def test_hierarchical_script_is_the_reference() -> None:
    part = Boundary("gh_part", {"Stages": 3})
    made = yosys_script(TARGETS["xc5v"], MODULE, FILES, part)
    assert made == (REFERENCE / "hierarchical.ys").read_text()


def test_no_black_box_without_its_file() -> None:
    assert "blackboxed" not in script("ecp5")


@pytest.mark.parametrize(
    ("target", "reference"),
    [
        ("xc7a", "nextpnr-xc7a.txt"),
        ("ecp5", "nextpnr.txt"),
        ("nexus", "nextpnr-nexus.txt"),
        ("gw2a", "nextpnr-gw2a.txt"),
    ],
)
def test_nextpnr_arguments_are_the_reference(target: str, reference: str) -> None:
    arguments = nextpnr_arguments(TARGETS[target], 3)
    assert "\n".join(arguments) + "\n" == (REFERENCE / reference).read_text()


@pytest.mark.parametrize(
    ("tables", "device"),
    [
        (0, "xc7a100t"),
        (38040, "xc7a100t"),
        (38041, "xc7a200t"),
        (80760, "xc7a200t"),
        (200000, "xc7a200t"),
    ],
)
def test_design_is_placed_on_the_smallest_device_with_room(tables: int, device: str) -> None:
    target = TARGETS["xc7a"]
    found = target.device_for(tables)
    assert found.name == device
    (part,) = (each for each in nextpnr_arguments(target, 1, found) if each.startswith("xc7a"))
    assert part.startswith(device)


def test_other_targets_have_one_device() -> None:
    assert {name for name, target in TARGETS.items() if len(target.devices) > 1} == {"xc7a"}
    assert TARGETS["ecp5"].device_for(10**6).name == "LFE5U-85"


def test_unknown_target_names_the_known_ones() -> None:
    with pytest.raises(
        GatehashError, match="unknown target 'xc9v'; choose one of: xc4v, xc5v, xc6v, xc7a, ec"
    ):
        find_target("xc9v")


def test_every_key_is_its_target_s_name() -> None:
    assert {name: target.name for name, target in TARGETS.items()} == {
        name: name for name in ("xc4v", "xc5v", "xc6v", "xc7a", "ecp5", "nexus", "gw2a")
    }


def test_documentation_lists_every_target() -> None:
    top = Path(__file__).parents[2]
    document = top / "docs" / "implement.md"

    def measured(target: Target) -> str:
        on_record = any((top / "results" / target.name).glob("*.json"))
        return "every design" if target.for_all else "some designs" if on_record else "on request"

    rows = [
        f"| `{target.name}` | {target.description} | {target.nextpnr or '-'} | {measured(target)} |"
        for target in TARGETS.values()
    ]
    assert "\n".join(rows) in document.read_text()


def test_primitives_come_from_the_vendor_that_has_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    instance = "CCU2C #(.INIT0(0)) u_carry (.CIN(1'b0));"
    for name, text in {
        "generic/gh_one.sv": "assign sum = a + b;",
        "generic/gh_two.sv": "",
        "lattice/gh_one.sv": instance,
        "lattice/gh_three.sv": "",
        "lattice/CCU2C.sv": "",
        "lattice/LUT4.sv": "",
    }.items():
        path = tmp_path / "prim" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    (tmp_path / "prim" / "top.sv").write_text(
        "module top; gh_one u_one (); gh_two u_two (); endmodule"
    )
    monkeypatch.setattr(catalog_hardware, "rtl_root", lambda: tmp_path)
    hardware = replace(
        find("skein256-x1").hardware,
        stream=Boundary("top", {}),
        sources=("prim/top.sv",),
        prims=("gh_one", "gh_two"),
    )
    files = {
        name: [path.relative_to(tmp_path / "prim").as_posix() for path in hardware.files(t.vendor)]
        for name, t in TARGETS.items()
    }
    assert files["xc5v"] == files["xc6v"] == ["top.sv", "generic/gh_one.sv", "generic/gh_two.sv"]
    assert files["ecp5"] == [
        "top.sv",
        "lattice/gh_one.sv",
        "generic/gh_two.sv",
        "lattice/CCU2C.sv",
    ]
    assert [path.name for path in replace(hardware, prims=()).files("lattice")] == ["top.sv"]


def test_area_on_xilinx() -> None:
    logic = {"LUT1": 1, "LUT6": 20, "INV": 5, "MUXF7": 3, "CARRY4": 7}
    registers = {"FDRE": 100, "FDCE_1": 1, "FDSE": 10, "LDCE": 1}
    lut_memories = {"RAM32M": 2, "RAM64X1D": 1, "SRL16E": 3}
    block_memories = {"RAMB36E1": 2, "RAMB18": 1, "RAMB18SDP": 1}
    cells = logic | registers | lut_memories | block_memories
    area = count_area(TARGETS["xc6v"], cells, 25)
    assert (area.lc, area.lut, area.ff, area.carry) == (25, 21, 111, 7)
    assert (area.lutram, area.ramb36, area.ramb18) == (2 * 4 + 2 + 3, 2, 2)


def test_area_on_artix_7_is_that_on_virtex_6() -> None:
    cells = {"LUT5": 1, "LUT6": 20, "LUT6_2": 32, "INV": 5, "CARRY4": 7, "FDRE": 100, "FDSE": 10}
    cells |= {"RAM32M": 2, "SRL16E": 3, "SRLC32E": 1, "RAMB36E1": 2, "RAMB18E1": 1, "DSP48E1": 4}
    area = count_area(TARGETS["xc7a"], cells, 25)
    assert area == count_area(TARGETS["xc6v"], cells, 25)
    assert (area.lc, area.lut, area.lutram) == (25 + 32, 21 + 32, 2 * 4 + 3 + 1)


def test_area_on_virtex_4() -> None:
    logic = {"LUT1": 1, "LUT4": 20, "INV": 5, "MUXF5": 9, "MUXF6": 4, "MUXCY": 7, "XORCY": 8}
    registers = {"FDRE": 100, "FDPE_1": 1, "FDCPE": 2, "FDSE": 10, "LDCE": 1}
    lut_memories = {"RAM16X1D": 3, "RAM64X1S": 2, "RAM32X1S": 1, "SRL16": 5}
    area = count_area(TARGETS["xc4v"], logic | registers | lut_memories | {"RAMB16": 3}, 15)
    assert (area.lc, area.lut, area.ff, area.carry) == (15, 21, 113, 7)
    assert (area.lutram, area.ramb36, area.ramb18) == (3 * 2 + 2 * 4 + 2 + 5, 0, 3)


def test_area_on_ecp5() -> None:
    logic = {"LUT4": 9, "CCU2C": 4, "TRELLIS_FF": 8, "PFUMX": 1}
    cells = logic | {"DP16KD": 3, "TRELLIS_DPR16X4": 2}
    area = count_area(TARGETS["ecp5"], cells, None)
    assert (area.lc, area.lut, area.ff, area.carry) == (None, 9, 8, 4)
    assert (area.lutram, area.ramb36, area.ramb18) == (12, 0, 3)


def test_area_on_nexus() -> None:
    logic = {"LUT4": 9, "CCU2": 4, "INV": 3, "VHI": 1, "FD1P3IX": 8, "FD1P3BX": 2}
    cells = logic | {"PDPSC16K": 3, "DP16K": 1, "DPR16X4": 2}
    area = count_area(TARGETS["nexus"], cells, None)
    assert (area.lc, area.lut, area.ff, area.carry) == (None, 9, 10, 4)
    assert (area.lutram, area.ramb36, area.ramb18) == (12, 0, 4)


def test_area_on_gw2a() -> None:
    logic = {"LUT1": 1, "LUT4": 9, "ALU": 4, "MUX2_LUT5": 1, "VCC": 1}
    registers = {"DFF": 8, "DFFRE": 2, "DFFNS": 1, "DL": 1}
    cells = logic | registers | {"SDPX9B": 3, "SP": 1, "pROM": 1, "RAM16SDP1": 1, "RAM16SDP4": 2}
    area = count_area(TARGETS["gw2a"], cells, None)
    assert (area.lc, area.lut, area.ff, area.carry) == (None, 10, 11, 4)
    assert (area.lutram, area.ramb36, area.ramb18) == (18, 0, 5)


@pytest.mark.parametrize(
    ("target", "cell"),
    [
        ("xc5v", "RAM512X1S"),
        ("xc4v", "RAM64X1D"),
        ("ecp5", "DP8KC"),
        ("nexus", "PDPSC512K"),
        ("nexus", "SP512K"),
        ("nexus", "DPR16X8"),
        ("gw2a", "RAM16S4"),
        ("gw2a", "ROM16"),
        ("gw2a", "SDPZ"),
    ],
)
def test_no_memory_goes_uncounted(target: str, cell: str) -> None:
    with pytest.raises(GatehashError, match=f"memory cell {cell}"):
        count_area(TARGETS[target], {cell: 1}, None)


def test_slices() -> None:
    held = {name: target.lc_per_slice for name, target in TARGETS.items() if target.lc_per_slice}
    assert held == {"xc4v": 2, "xc5v": 4, "xc6v": 4, "xc7a": 4}
    assert [name for name, target in TARGETS.items() if not target.shared_luts] == ["xc4v"]


@pytest.mark.parametrize(
    ("device", "family"),
    [
        ("Virtex-4 FX60", "xc4v"),
        ("XC4VFX60", "xc4v"),
        ("Virtex-5", "xc5v"),
        ("xc5vlx30t-3", "xc5v"),
        ("Virtex-6 LX75T", "xc6v"),
        ("Artix-7", "xc7a"),
        ("XC7A100T-1", "xc7a"),
        ("Spartan-3", None),
    ],
)
def test_published_devices_are_known(device: str, family: str | None) -> None:
    found = [name for name, target in TARGETS.items() if target.has_device(device)]
    assert found == ([family] if family else [])


def test_virtex_4_is_for_designs_that_answer_to_a_figure_of_it() -> None:
    design = find("skein512-x8")
    for_all = ("xc5v", "xc6v", "ecp5")
    assert wanted_targets(design) == for_all
    assert wanted_targets(replace(design, paper_rows=())) == for_all
    assert wanted_targets(replace(design, paper_rows=("zalewski/3/phash-4",))) == for_all
    assert wanted_targets(replace(design, paper_rows=("nobody/1/x",))) == for_all
    both = replace(design, paper_rows=("zalewski/3/phash-1", "zalewski/1/phash-1"))
    assert wanted_targets(both) == ("xc4v", *for_all)


def test_inputs_change_with_what_a_result_depends_on() -> None:
    design, ecp5 = find("skein512-x8"), TARGETS["ecp5"]
    hardware = design.hardware

    def differs(one: Target, other: Target) -> set[str]:
        before, after = (inputs_of(Measurement(design, each, "stream")) for each in (one, other))
        return {name for name in before if before[name] != after[name]}

    assert differs(ecp5, replace(ecp5, synthesis="synth_ecp5 -abc9")) == {"synthesis"}
    assert differs(ecp5, replace(ecp5, place_and_route=("--45k",))) == {"place_and_route"}
    xc7a = TARGETS["xc7a"]
    for changed in (
        replace(xc7a, larger=()),
        replace(xc7a, most_filled=0.5),
        replace(xc7a, device_options=("--device", "xc7a50tcsg324-1")),
    ):
        assert differs(xc7a, changed) == {"place_and_route"}
    assert differs(xc7a, replace(xc7a, divided=())) == {"synthesis", "place_and_route"}
    assert differs(ecp5, replace(ecp5, description="other words")) == set()
    # A run names its router.
    others = tuple("router2" if each == ecp5.router else each for each in ecp5.place_and_route)
    assert differs(ecp5, replace(ecp5, place_and_route=others)) == set()
    assert replace(ecp5, place_and_route=others).router == "router2"
    # Xilinx's families have the same cells before mapping.
    assert (
        inputs_of(Measurement(design, xc7a, "stream"))["netlist"]
        == inputs_of(Measurement(design, TARGETS["xc6v"], "stream"))["netlist"]
    )
    key = text_digest(hardware, ecp5, "stream")
    assert text_digest(hardware, ecp5, "core") != key
    part = Boundary("gh_threefish", {})
    assert text_digest(replace(hardware, part=part), ecp5, "stream") != key
