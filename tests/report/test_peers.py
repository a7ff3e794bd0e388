# SPDX-License-Identifier: Apache-2.0
"""Open cores as they were measured."""

import csv
import io

import pytest
from msgspec import structs

from gatehash import published
from gatehash.errors import GatehashError
from gatehash.published import Peer, PeerFigure

CORES = published.peers()
NAMES = [core.name for core in CORES]
# As measured: name, source, commit, licence, block bits, cycles, LUT, lc and FF on Virtex-6, LUT4,
# FF and memories on ECP5, MHz, kind, Mb/s, and Mb/s per LUT4.
MEASURED = """\
secworks-sha512,secworks,e4cdf33,BSD,1024,82,4353,3766,2099,6047,2099,0,43.65,routed,545,0.090
gmu-sha512,GMU CERG,e179af5,none,1024,81,2717,2318,1609,2936,2249,2,63.55,routed,803,0.274
opentitan-sha2,lowRISC,34ceb5e,Apache-2.0,1024,97,5139,4155,2207,6110,2207,0,,,,
xcrypt-sha512,crypt-xie,ad9c4cb,Apache-2.0,1024,82,7750,7088,6201,7963,6201,0,,,,
secworks-chacha,secworks,7eaba36,BSD,512,23,2782,2019,1100,2733,1100,0,37.46,routed,834,0.305
dpretet-chacha20,dpretet,6373c8a,MIT,512,21,3734,2597,1550,2721,1550,0,45.08,routed,1099,0.404
gmu-skein512,GMU CERG,e179af5,none,512,19,5154,3650,3265,4039,3265,0,39.25,placed,1058,0.262
vt-skein256,Virginia,e179af5,GPL,256,21,2955,1978,712,2388,712,0,32.02,routed,390,0.163
gmu-blake256,GMU CERG,e179af5,none,512,29,4481,3879,2452,5940,2452,0,41.33,routed,730,0.123
gmu-blake512,GMU CERG,e179af5,none,1024,33,8753,7773,4821,11284,4821,0,32.02,placed,994,0.088
xcore-whirlpool,xCoreDev,b3e7b93,none,512,20,6638,5955,2054,12472,2054,0,67.36,placed,1724,0.138
xcrypt-whirlpool,crypt-xie,ad9c4cb,Apache-2.0,512,162,4998,4043,2818,9500,2578,16,69.07,routed,218,0.023
secworks-sha256-core,secworks,664e0e3,BSD,512,66,2249,1902,1034,2829,1034,0,48.48,routed,376,0.133
secworks-sha256,secworks,664e0e3,BSD,512,66,2698,2254,1807,3615,1807,0,53.69,routed,417,0.115
opentitan-sha2-32,lowRISC,34ceb5e,Apache-2.0,512,81,2285,1859,1116,2883,1116,0,68.4,routed,432,0.150
secworks-blake2s-core,secworks,db8bc7b,BSD,512,24,4050,3628,1356,6448,1356,0,26.15,routed,558,0.087
essenceia-blake2s,Essenceia,683a8b0,none,512,145,1605,1381,1367,2583,1367,0,30.85,routed,109,0.042
freecores-sha3-low,freecores,c25a5be,Apache-2.0,576,24,4566,3905,2244,9398,2244,0,61.84,placed,1484,0.158
6a-62-blake3,6a-62,2f86db0,BSD,512,17,3690,2684,2057,4025,2057,0,41.39,routed,1247,0.310
"""
SMALL = """
setting = ["Tools."]
router = "router2"
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
ecp5_bram = 0
ecp5_fmax_mhz = 43.5
fmax_kind = "routed"
[[figures]]
name = "f"
algorithm = "sha-512"
source = "F"
frequency_mhz = 100
"""


def text(value: object) -> str:
    return "" if value is None else str(value)


@pytest.mark.parametrize(
    ("core", "measured"),
    list(zip(CORES, csv.reader(io.StringIO(MEASURED)), strict=True)),
    ids=NAMES,
)
def test_every_core_is_as_measured(core: Peer, measured: list[str]) -> None:
    name, source, commit, licence, *rest = measured
    assert (core.name, core.commit) == (name, commit)
    assert core.source.startswith(source)
    assert core.licence.startswith(licence)
    throughput = None if core.ecp5_mbps is None else round(core.ecp5_mbps)
    ratio = None if core.ecp5_mbps_per_lut4 is None else f"{core.ecp5_mbps_per_lut4:.3f}"
    found = (
        *(core.block_bits, core.cycles_per_block),
        *(core.xc6v_lut, core.xc6v_lc, core.xc6v_ff),
        *(core.ecp5_lut4, core.ecp5_ff, core.ecp5_bram),
        *(core.ecp5_fmax_mhz, core.fmax_kind, throughput, ratio),
    )
    assert [text(value) for value in found] == rest


def test_what_was_not_simulated_or_differs_says_so() -> None:
    otherwise = {
        core.name: core.cycles_source for core in CORES if core.cycles_source != "simulated"
    }
    assert otherwise == {
        "opentitan-sha2": "read",
        "gmu-blake256": "rescaled from 21 simulated (10 rounds) to 14 rounds",
        "gmu-blake512": "rescaled from 29 simulated (14 rounds) to 16 rounds",
    }
    assert {core.name: core.note for core in CORES if core.note} == {
        "gmu-sha512": "constants in block memory",
        "gmu-skein512": "older key constant; does not route",
        "vt-skein256": "older key constant",
        "gmu-blake256": "round-2 BLAKE",
        "gmu-blake512": "round-2 BLAKE",
        "secworks-sha256-core": "512-bit block port; no padding",
        "secworks-sha256": "no padding",
        "opentitan-sha2-32": "16 load cycles not overlapped; read with slang",
        "secworks-blake2s-core": "no key; the caller gives the length of the last block",
        "essenceia-blake2s": "input not overlapped",
        "freecores-sha3-low": "padding of before FIPS 202; rate fixed at 576",
        "6a-62-blake3": (
            "compression function alone; "
            "measured on a Verilog transcription with the same registers"
        ),
    }


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
    for words in ("Yosys 0.70", "nextpnr-ecp5 0.11.1", "LFE5U-85", "one seed", "12 %", "10 %"):
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
        ("ecp5_bram = 0", "ecp5_bram = -1", "Expected `int` >= 0 - at `$.cores[0].ecp5_bram`"),
        ("= 43.5", "= inf", "Expected `float` < 1000000000.0 - at `$.cores[0].ecp5_fmax_mhz`"),
        ('"routed"', '"guessed"', "Invalid enum value 'guessed' - at `$.cores[0].fmax_kind`"),
        (
            'fmax_kind = "routed"',
            "",
            "ecp5_fmax_mhz and fmax_kind must stand together or be left out both - at `$.cores[0]`",
        ),
        (
            "ecp5_fmax_mhz = 43.5",
            "",
            "ecp5_fmax_mhz and fmax_kind must stand together or be left out both - at `$.cores[0]`",
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
        ('router = "router2"', "", "Object missing required field `router`"),
        ('["Tools."]', '"Tools."', "Expected `array`, got `str` - at `$.setting`"),
        ('setting = ["Tools."]', 'setting = ["T."]\nx = 1', "Object contains unknown field `x`"),
        ("[[figures]]", "[figures]", "peers: "),
        ("[[figures]]", "[[figures", "peers: "),
    ],
)
def test_a_wrong_file_is_one_line(old: str, new: str, message: str) -> None:
    assert old in SMALL
    with pytest.raises(GatehashError) as caught:
        published.parse_peers(SMALL.replace(old, new))
    assert message in str(caught.value)
    assert str(caught.value).startswith("peers: ")
    assert "\n" not in str(caught.value)


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
    silent = structs.replace(core, ecp5_fmax_mhz=None, fmax_kind=None)
    assert silent.ecp5_mbps is silent.ecp5_mbps_per_lut4 is None
    assert PeerFigure("f", "sha-512", "F", 100).throughput_mbps is None
