# SPDX-License-Identifier: Apache-2.0
"""Open cores as they were measured."""

import csv
import re
import statistics
from pathlib import Path

import pytest
from msgspec import structs
from tests.refusals import refused

from gatehash import published
from gatehash.errors import GatehashError
from gatehash.published import Peer, PeerFigure

CORES = published.peers()
NAMES = [core.name for core in CORES]
DATA = Path(__file__).parent / "data"


def _rows(name: str) -> dict[str, dict[str, str]]:
    """The lines of a file of measurements, measured for this project, one line for each core."""
    with (DATA / name).open(encoding="utf-8", newline="") as lines:
        return {row["name"]: row for row in csv.DictReader(lines)}


ROUTER1, FIRST = _rows("peers_router1.csv"), {**_rows("peers.csv"), **_rows("peers_more.csv")}
"""Cores that were measured anew, with router1, and the earlier figures of all, with router2."""
SMALL = """
setting = ["Tools."]
[[cores]]
name = "a"
algorithms = ["sha-512"]
architecture = "A"
includes = "interface"
source = "s/a"
commit = "0123abc"
licence = "MIT"
block_bits = 1024
cycles_per_block = 82
cycles_source = "simulated"
xc6v_lut = 1
xc6v_lc = 2
xc6v_ff = 3
ecp5_lut4 = 4
ecp5_ff = 5
ecp5_ebr = 0
mapping = "-nowidelut"
router = "router1"
runs = [{ placer = "static", fmax_mhz = [42, 43.5, 50] }]
fmax_kind = "routed"
[[figures]]
name = "f"
algorithm = "sha-512"
source = "F"
frequency_mhz = 100
"""


@pytest.mark.parametrize("core", CORES, ids=NAMES)
def test_every_core_is_as_measured(core: Peer) -> None:
    row = ROUTER1.get(core.name) or FIRST[core.name]
    assert core.commit == row["commit"]
    assert row["source"].removeprefix("github ") == core.source
    assert row["licence"] in (core.licence, "none stated")
    for name in (
        *("block_bits", "cycles_per_block", "cycles_source", "xc6v_lut", "xc6v_lc", "xc6v_ff"),
        *("ecp5_lut4", "ecp5_ff"),
    ):
        assert str(getattr(core, name)) == row[name], name
    assert str(core.ecp5_ebr) == row["ecp5_bram"]
    assert core.fmax_kind == (row["fmax_kind"] or None)
    if not row["ecp5_fmax_mhz"]:
        assert core.runs == ()
        assert core.ecp5_mbps is None
        return
    seeds = {each.placer: each.fmax_mhz for each in core.runs}
    if core.name not in ROUTER1:
        ((of_one,),) = seeds.values()
        assert of_one == float(row["ecp5_fmax_mhz"])
        assert core.router == "router2"
        assert core.mapping in ("wide look-up tables", "not recorded")
    else:
        assert seeds["static"] == tuple(map(float, row["fmax_per_seed"].split()))
        assert seeds.get("heap", ()) == tuple(map(float, row["heap_fmax"].split()))
        assert statistics.median(seeds["static"]) == pytest.approx(
            float(row["ecp5_fmax_mhz"]), abs=0.006
        )
        assert core.router == row["router"] == "router1"
        assert core.mapping.partition(",")[0].removeprefix("-") == row["mapping"]
        for name, column in (("cells", "comb_cells"), ("ccu2c", "ccu2c"), ("dsp", "dsp")):
            assert str(getattr(core, f"ecp5_{name}")) == row[f"ecp5_{column}"]
        assert str(core.ecp5_lut4_memory) == row["ecp5_lut4_memory"]
    slower = core.block_bits * float(row["ecp5_fmax_mhz"]) / core.cycles_per_block
    assert round(slower) == pytest.approx(float(row["ecp5_mbps"]), abs=1)
    assert core.ecp5_mbps is not None
    assert core.ecp5_mbps >= slower


def test_all_cores_of_the_files_are_there() -> None:
    """But for one of an algorithm that the catalogue does not have alone."""
    assert {*ROUTER1, *FIRST} - {"secworks-poly1305-core"} == set(NAMES)
    assert {core.name for core in CORES if core.router == "router1"} == set(ROUTER1)


def test_the_better_placer_of_an_open_core_counts() -> None:
    found = {core.name: core.best_runs for core in CORES if len(core.runs) > 1}
    placers = {name: runs.placer for name, runs in found.items() if runs}
    assert placers == {
        "gmu-sha512": "heap",
        "secworks-sha256-core": "heap",
        "opentitan-sha2-32": "heap",
        "dpretet-chacha20": "heap",
    }
    (core,) = (core for core in CORES if core.name == "opentitan-sha2-32")
    assert core.ecp5_fmax_mhz == 66.19
    assert core.ecp5_mbps == pytest.approx(418, abs=0.5)
    assert (core.ecp5_mbps or 0) / core.ecp5_luts == pytest.approx(0.144, abs=0.0005)


def test_what_was_not_simulated_or_differs_says_so() -> None:
    otherwise = {
        core.name: core.cycles_source for core in CORES if core.cycles_source != "simulated"
    }
    assert otherwise == {
        "opentitan-sha2": "read",
        "makomk-sha256-l8": "read",
        "keccakteam-mid-range": "read (24 x 33 + 1 + 16 load)",
        "keccakteam-low-area": "simulated (output not checked; absorption not included)",
        "keccakteam-high-speed": "read",
        "gmu-blake256": "rescaled from 21 simulated (10 rounds) to 14 rounds",
        "gmu-blake512": "rescaled from 29 simulated (14 rounds) to 16 rounds",
    }
    notes = {core.name: core.note or "" for core in CORES}
    for name, words in (
        ("gmu-sha512", "constants in block memory"),
        ("gmu-skein512", "older key constant"),
        ("vt-skein256", "older key constant"),
        ("gmu-blake256", "round-2 BLAKE"),
        ("gmu-blake512", "round-2 BLAKE"),
        ("secworks-sha256-core", "no padding"),
        ("secworks-sha256", "no padding"),
        ("opentitan-sha2-32", "16 load cycles not overlapped"),
        ("secworks-blake2s-core", "no key"),
        ("essenceia-blake2s", "input not overlapped"),
        ("freecores-sha3-low", "padding of before FIPS 202"),
        ("6a-62-blake3", "compression function alone"),
        ("6a-62-blake3", "Verilog transcription"),
        ("qrem-keccak", "without split_addends"),
        ("makomk-sha256-l8", "the caller holds each block and digest"),
        ("dpretet-chacha20", "combinational loops"),
        ("keccakteam-mid-range", "1024 bits"),
        ("keccakteam-low-area", "permutation alone"),
        ("keccakteam-high-speed", "stopped for lack of time"),
    ):
        assert words in notes[name], name


def test_what_their_figures_include_tells_the_boundary() -> None:
    included = {core.name: core.includes for core in CORES if core.includes != "core"}
    assert included == {
        "gmu-sha512": "interface",
        "opentitan-sha2": "interface and padding",
        "gmu-skein512": "interface",
        "gmu-blake256": "interface",
        "gmu-blake512": "interface",
        "secworks-sha256": "interface",
        "opentitan-sha2-32": "interface and padding",
        "essenceia-blake2s": "interface",
        "freecores-sha3-low": "interface and padding",
        "qrem-keccak": "interface and padding",
        "ayoub-chacha20-poly1305": "interface and padding",
    }
    for core in CORES:
        assert core.boundary == ("stream" if core.name in included else "core")
        assert ("interface included" in core.architecture) <= (core.includes == "interface")


def test_by_algorithm() -> None:
    assert [core.name for core in published.peers("sha-384")] == ["opentitan-sha2"]
    assert len(published.peers("sha-512")) == 4
    assert published.peers("phash") == ()
    assert [each.name for each in published.peer_figures("chacha20")] == [
        "amd-vitis-chacha20",
        "secworks-chacha-artix7",
    ]


def test_figures_of_others_are_as_published() -> None:
    found = [
        (each.name, each.device, each.cycles_per_block, each.frequency_mhz, each.lut, each.ff)
        for each in published.peer_figures()
    ]
    assert found == [
        ("amd-vitis-sha512", None, 84, 323.31, 8318, 15497),
        ("amd-vitis-blake2b", None, 737, 315.95, None, None),
        ("amd-vitis-chacha20", None, 1, 334.56, 20535, 21112),
        ("design-gateway-sha2", "Kintex UltraScale+", 81, 250, 3581, 1905),
        ("secworks-sha512-artix7", "Artix-7", None, 96, 4869, None),
        ("secworks-chacha-artix7", "Artix-7", None, 100, 3837, None),
    ]
    rates = [each.throughput_mbps for each in published.peer_figures("sha-512")]
    assert rates == [pytest.approx(1024 * 323.31 / 84), pytest.approx(1024 * 250 / 81), None]
    assert published.peer_figures("chacha20")[0].frequency_mhz == pytest.approx(
        1000 / 2.989, abs=0.005
    )


def test_setting_names_tools_and_device() -> None:
    setting = " ".join(published.peer_setting())
    for words in ("Yosys 0.70", "nextpnr-ecp5 0.11.1", "LFE5U-85", "one seed", "router1", "12 %"):
        assert words in setting


def test_peers_are_no_paper() -> None:
    assert "peers" not in published.papers()
    with pytest.raises(GatehashError, match="unknown paper 'peers'; choose one of: at, han"):
        published.paper("peers")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('licence = "MIT"', "", "Object missing required field `licence` - at `$.cores[0]`"),
        (
            'licence = "MIT"',
            'licence = ""',
            "Expected `str` of length >= 1 - at `$.cores[0].licence`",
        ),
        (
            'licence = "MIT"',
            'license = "MIT"\nlicence = "MIT"',
            "Object contains unknown field `license` - at `$.cores[0]`",
        ),
        (
            'commit = "0123abc"',
            'commit = "main"',
            "Expected `str` matching regex '^[0-9a-f]{7,40}$' - at `$.cores[0].commit`",
        ),
        ('"interface"', '"pins"', "Invalid enum value 'pins' - at `$.cores[0].includes`"),
        (
            'includes = "interface"',
            "",
            "Object missing required field `includes` - at `$.cores[0]`",
        ),
        ('["sha-512"]', '"sha-512"', "Expected `array`, got `str` - at `$.cores[0].algorithms`"),
        ('["sha-512"]', "[]", "Expected `array` of length >= 1 - at `$.cores[0].algorithms`"),
        ('["sha-512"]', "[512]", "Expected `str`, got `int` - at `$.cores[0].algorithms[0]`"),
        ("block_bits = 1024", "block_bits = 0", "Expected `int` >= 1 - at `$.cores[0].block_bits`"),
        ("= 82", "= 81.5", "Expected `int`, got `float` - at `$.cores[0].cycles_per_block`"),
        ("xc6v_lc = 2", "xc6v_lc = true", "Expected `int`, got `bool` - at `$.cores[0].xc6v_lc`"),
        ("ecp5_lut4 = 4", "ecp5_lut4 = -4", "Expected `int` >= 1 - at `$.cores[0].ecp5_lut4`"),
        ("ecp5_ebr = 0", "ecp5_ebr = -1", "Expected `int` >= 0 - at `$.cores[0].ecp5_ebr`"),
        (
            "42,",
            "inf,",
            "Expected `float` < 1000000000.0 - at `$.cores[0].runs[0].fmax_mhz[0]`",
        ),
        (
            "[42, 43.5, 50]",
            "[]",
            "Expected `array` of length >= 1 - at `$.cores[0].runs[0].fmax_mhz`",
        ),
        ('"static"', '"sa"', "Invalid enum value 'sa' - at `$.cores[0].runs[0].placer`"),
        ('"router1"', '"router3"', "Invalid enum value 'router3' - at `$.cores[0].router`"),
        ('"-nowidelut"', '"wide"', "Invalid enum value 'wide' - at `$.cores[0].mapping`"),
        (
            'mapping = "-nowidelut"',
            "",
            "Object missing required field `mapping` - at `$.cores[0]`",
        ),
        ("ecp5_ebr = 0", "ecp5_ebr = 0\necp5_cells = 0", "Expected `int` >= 1 - at "),
        ('"routed"', '"guessed"', "Invalid enum value 'guessed' - at `$.cores[0].fmax_kind`"),
        (
            'fmax_kind = "routed"',
            "",
            "runs and fmax_kind must stand together or be left out both - at `$.cores[0]`",
        ),
        (
            'runs = [{ placer = "static", fmax_mhz = [42, 43.5, 50] }]',
            "",
            "runs and fmax_kind must stand together or be left out both - at `$.cores[0]`",
        ),
        (
            'fmax_kind = "routed"',
            'fmax_kind = "routed"\nnote = 1',
            "Expected `str | null`, got `int` - at `$.cores[0].note`",
        ),
        (
            "frequency_mhz = 100",
            "",
            "Object missing required field `frequency_mhz` - at `$.figures[0]`",
        ),
        ("= 100", "= 100\nlut = 1.5", "Expected `int | null`, got `float` - at `$.figures[0].lut`"),
        ("= 100", '= 100\ndevice = ""', "Expected `str` of length >= 1 - at `$.figures[0].device`"),
        ('name = "f"', "", "Object missing required field `name` - at `$.figures[0]`"),
        ('setting = ["Tools."]', "", "Object missing required field `setting`"),
        ('["Tools."]', '"Tools."', "Expected `array`, got `str` - at `$.setting`"),
        ('setting = ["Tools."]', 'setting = ["T."]\nx = 1', "Object contains unknown field `x`"),
        ("[[figures]]", "[figures]", "peers: "),
        ("[[figures]]", "[[figures", "peers: "),
    ],
)
def test_a_wrong_file_is_one_line(old: str, new: str, message: str) -> None:
    assert old in SMALL
    with refused(f"(?=^peers: ).*{re.escape(message)}"):
        published.parse_peers(SMALL.replace(old, new))


def test_a_name_stands_there_once() -> None:
    found = published.parse_peers(SMALL)
    for what, again in (
        ("core 'a'", {"cores": found.cores * 2}),
        ("figure 'f'", {"figures": found.figures * 2}),
    ):
        with pytest.raises(ValueError, match=f"{what} stands there twice"):
            structs.replace(found, **again)


def test_without_a_frequency_there_is_no_throughput() -> None:
    (core,) = published.parse_peers(SMALL).cores
    assert core.ecp5_mbps == pytest.approx(1024 * 43.5 / 82)
    silent = structs.replace(core, runs=(), fmax_kind=None)
    assert silent.ecp5_mbps is silent.ecp5_fmax_mhz is None
    assert PeerFigure("f", "sha-512", "F", 100).throughput_mbps is None
