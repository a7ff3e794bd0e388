# SPDX-License-Identifier: Apache-2.0
"""The report on At: what it says of measured designs."""

from pathlib import Path

import pytest
from msgspec import structs
from tests.report.at_report import ECP5, FAKES, REPORT, pair, rows
from tests.report.fakes import altered, made_up
from tests.report.reading import ours_below, row_of

from gatehash.catalog import DESIGNS
from gatehash.implement.results import store
from gatehash.published import paper

pytestmark = pytest.mark.usefixtures("at_designs")


@pytest.mark.usefixtures("at_measured")
def test_published_rows_come_first_and_in_order() -> None:
    assert [table["id"] for table in REPORT.data()["tables"]] == ["5", "6", "7"]
    for number in (5, 6, 7):
        assert ours_below(rows(number), paper("at").table(str(number)).rows)


@pytest.mark.usefixtures("at_measured")
def test_every_printed_rate_is_there_in_order() -> None:
    expected = [
        (row.id, rate.algorithm, rate.messages, rate.throughput_mbps)
        for number in ("5", "6")
        for row in paper("at").table(number).rows
        for rate in row.rates
    ]
    found = [
        (each["row"], each["algorithm"], each["messages"], each["published_mbps"])
        for each in REPORT.data()["algorithms"]
        if each["published_mbps"] is not None
    ]
    assert len(expected) == 22 + 36
    assert found == expected


@pytest.mark.usefixtures("at_measured")
def test_area_is_of_virtex_6_and_of_the_core() -> None:
    result = made_up(FAKES["skein-mc"], "xc6v")
    area = structs.replace(result.area, lc=400, lutram=8, ramb36=2, ramb18=2)
    store(structs.replace(result, area=area))
    row = row_of(rows(5), "skein-mc", "xc6v")
    assert {table["target"] for table in REPORT.data()["tables"]} == {"xc6v"}
    assert row["device"] == "xc6v (Yosys)"
    assert row["row"] == "at/5/skein"
    # The larger counts; a slice's eight flip-flops stand beside it.
    assert area.ff > 408
    assert row["slices_estimate"] == area.ff / 4
    assert row["area_ratio"] == pytest.approx(area.ff / (4 * 292))
    assert row["lc_ratio"] == pytest.approx(408 / (4 * 292))
    assert row["ff_ratio"] == pytest.approx(area.ff / (8 * 292))
    assert row["memory_blocks"] == 3
    assert row["frequency_mhz"] is None
    assert "--target xc6v --boundary core" in row["notes"][0]
    text = REPORT.printed()
    assert "FF relative to paper" in " ".join(text.split())


@pytest.mark.usefixtures("at_measured")
def test_a_design_of_several_algorithms_has_no_throughput_of_its_own() -> None:
    for number in (5, 6):
        for row in rows(number):
            assert row["cycles"] is row["throughput_mbps"] is row["throughput_per_lut"] is None
    placed = row_of(rows(5), "skein-mc", "ecp5")
    assert (placed["device"], placed["frequency_kind"]) == (ECP5, "routed")
    assert placed["frequency_mhz"] == made_up(FAKES["skein-mc"], "ecp5").fmax_mhz


@pytest.mark.usefixtures("at_measured")
def test_skein_is_a_message_of_one_block() -> None:
    found = pair("5/skein", "Skein-512-512")
    placed = made_up(FAKES["skein-mc"], "ecp5")
    assert placed.fmax_mhz is not None
    assert (found["published_cycles"], found["cycles"]) == (1777, 2 * 828 + 9)
    assert found["throughput_mbps"] == pytest.approx(512 * placed.fmax_mhz / (2 * 828 + 9))
    assert found["throughput_per_lut"] == pytest.approx(found["throughput_mbps"] / placed.area.lut)
    assert found["published_per_slice"] == pytest.approx(80 / 292)
    assert (found["published_device"], found["device"]) == ("XC6VLX75T-2", ECP5)
    assert found["frequency_kind"] == "routed"


@pytest.mark.usefixtures("at_measured")
def test_stream_top_stands_beside_the_core() -> None:
    design = FAKES["skein-mc"]
    latency = design.jobs["skein-512-512"].timing.latency(1)
    before = pair("5/skein", "Skein-512-512")
    assert before["stream_cycles"] == latency
    assert before["stream_mbps"] is before["stream_mbps_per_lut"] is None
    assert "--target ecp5 --boundary stream" in before["notes"][0]
    placed = made_up(design, "ecp5", "stream")
    store(placed)
    found = pair("5/skein", "Skein-512-512")
    assert placed.fmax_mhz is not None
    rate = 512 * placed.fmax_mhz / latency
    assert found["stream_mbps"] == pytest.approx(rate)
    assert found["stream_mbps_per_lut"] == pytest.approx(rate / placed.area.lut)
    assert found["throughput_mbps"] == before["throughput_mbps"]
    assert found["notes"] == []


@pytest.mark.usefixtures("at_measured")
def test_ciphers_by_direction() -> None:
    both = pair("5/skein", "Threefish-256 Enc."), pair("5/skein", "Threefish-256 Dec.")
    assert [(each["published_cycles"], each["cycles"]) for each in both] == [(490, 448), (470, 470)]
    assert pair("5/skein", "Threefish-512 Dec.")["cycles"] is None
    assert pair("5/skein", "Threefish-512 Dec.")["published_mbps"] == 130


@pytest.mark.usefixtures("at_measured")
def test_an_algorithm_that_at_has_not_stands_last() -> None:
    found = [each for each in REPORT.data()["algorithms"] if each["row"] == "at/5/skein"]
    assert [each["algorithm"] for each in found][-2:] == ["Threefish-1024 Dec.", "skein-1024-1024"]
    assert found[-1]["published_cycles"] is found[-1]["published_device"] is None
    assert found[-1]["cycles"] == 2 * 1769 + 9


@pytest.mark.usefixtures("at_measured")
def test_two_messages_at_once() -> None:
    found = pair("6/blake-chacha-1", "8-round ChaCha")
    assert (found["messages"], found["published_mbps"], found["cycles"]) == (2, 551, 300)
    assert found["published_per_slice"] == pytest.approx(2 * 551 / 144)
    (line,) = [line for line in REPORT.printed().splitlines() if "2 x 551" in line]
    assert "blake-chacha-mc-1" in line
    assert "7.65" in line


@pytest.mark.usefixtures("at_measured")
def test_table_4_names_the_designs_with_as_many_cycles() -> None:
    found = [
        (row["algorithm"], row["published_cycles"], row["cycles"], row["designs"])
        for row in REPORT.data()["table4"]
    ]
    assert found == [
        ("BLAKE-224/256", 1184, 1100, ["blake-chacha-mc-1"]),
        ("BLAKE-384/512", 1344, 1260, ["blake64-mc-2", "blake-chacha-mc-1"]),
        ("8-round ChaCha", 311, 300, ["blake-chacha-mc-1"]),
        ("12-round ChaCha", 439, 430, ["blake-chacha-mc-1"]),
        ("20-round ChaCha", 695, 690, ["blake-chacha-mc-1"]),
    ]


def test_table_4_tells_designs_with_other_cycles_apart() -> None:
    design = FAKES["blake64-mc-2"]
    timing = design.jobs["blake-384"].timing
    DESIGNS["blake64-mc-2"] = altered(design, "blake-512", timing=timing)
    found = [
        (row["cycles"], row["designs"])
        for row in REPORT.data()["table4"]
        if row["algorithm"] == "BLAKE-384/512"
    ]
    assert found == [(1250, ["blake64-mc-2"]), (1260, ["blake-chacha-mc-1"])]


@pytest.mark.usefixtures("at_measured")
def test_table_7_has_ours_by_algorithm() -> None:
    store(made_up(FAKES["skein-mc"], "ecp5", "stream"))
    found = [
        (row["design"], row["target"], row["architecture"], row["cycles"])
        for row in rows(7)
        if row["origin"] == "measured" and row["boundary"] == "core"
    ]
    stream = row_of(rows(7), "skein-mc", "ecp5", "Skein-512-512", boundary="stream")
    latency = FAKES["skein-mc"].jobs["skein-512-512"].timing.latency(1)
    assert stream["cycles"] == latency
    frequency = made_up(FAKES["skein-mc"], "ecp5").fmax_mhz
    assert frequency is not None
    assert stream["throughput_mbps"] == pytest.approx(512 * frequency / latency)
    skein = 2 * 828 + 9
    assert found == [
        ("skein-mc", "xc6v", "microcode of skein-mc", None),
        ("skein-mc", "ecp5", "Skein-256-256", 2 * 455 + 9),
        ("skein-mc", "ecp5", "Skein-512-256", skein),
        ("skein-mc", "ecp5", "Skein-512-512", skein),
        ("blake64-mc-2", "xc6v", "microcode of blake64-mc-2", None),
        ("blake64-mc-2", "ecp5", "BLAKE-512", 1260),
        ("blake-chacha-mc-1", "xc6v", "microcode of blake-chacha-mc-1", None),
        ("blake-chacha-mc-1", "ecp5", "BLAKE-256", 1100),
        ("blake-chacha-mc-1", "ecp5", "BLAKE-512", 1260),
    ]
    short, long = (row_of(rows(7), "skein-mc", "ecp5", f"Skein-512-{bits}") for bits in (256, 512))
    assert short["throughput_mbps"] == long["throughput_mbps"]
    assert long["throughput_mbps"] == pair("5/skein", "Skein-512-512")["throughput_mbps"]


@pytest.mark.usefixtures("at_measured")
def test_throughput_over_area_is_of_one_device() -> None:
    for number in (5, 6, 7):
        for row in rows(number):
            if row["origin"] == "measured":
                assert row["throughput_per_slice"] is None
                assert row["frequency_mhz"] is None or row["device"] == ECP5
    ratios = [row["throughput_per_slice"] for row in rows(7) if row["origin"] == "published"]
    assert ratios[:3] == [1.96, 0.43, 0.68]


@pytest.mark.usefixtures("at_measured")
def test_peers_are_set_against_long_messages() -> None:
    # All designs of the catalogue stand there; these have figures.
    ours = [row for row in REPORT.data()["peers"] if row["design"] in FAKES]
    found = {
        boundary: [
            (row["algorithm"], row["work"], row["cycles"])
            for row in ours
            if row["boundary"] == boundary
        ]
        for boundary in ("core", "stream")
    }
    assert found["core"] == [
        ("skein-256-256", "gatehash skein-mc", 455),
        ("skein-512-512", "gatehash skein-mc", 828),
        ("blake-256", "gatehash blake-chacha-mc-1", 1100),
        ("blake-512", "gatehash blake64-mc-2", 1260),
        ("blake-512", "gatehash blake-chacha-mc-1", 1260),
        # Of two directions each is a row.
        ("chacha20", "gatehash blake-chacha-mc-1", 690),
        ("chacha20", "gatehash blake-chacha-mc-1", 690),
    ]
    # The made-up designs load meanwhile.
    assert found["stream"] == found["core"]
    assert {row["of_best_peer"] for row in ours if row["boundary"] == "stream"} == {None}
    assert "blake2b: AMD Vitis security library" in REPORT.printed()


@pytest.mark.usefixtures("at_measured")
def test_figure_has_the_512_bit_digests_on_virtex_6() -> None:
    found = [each for each in REPORT.data()["figure18"] if each["design"] is None]
    assert {each["device"].lower()[:4] for each in found} == {"xc6v"}
    assert [(each["row"], each["area"], each["throughput_mbps"]) for each in found] == [
        ("at/5/skein-enc", 150, 85),
        ("at/5/skein", 292, 80),
        ("at/6/blake64-1", 79, 252),
        ("at/6/blake64-2", 91, 252),
        ("at/6/blake64-3", 91, 250),
        ("at/6/blake-1", 94, 237),
        ("at/6/blake-2", 126, 252),
        ("at/6/blake-3", 129, 261),
        ("at/6/blake-chacha-1", 144, 255),
        ("at/6/blake-chacha-2", 156, 220),
        ("at/6/blake-chacha-3", 168, 231),
        ("at/7/kerckhof-skein-512-512", 240, 179),
        ("at/7/kerckhof-blake-512", 192, 183),
    ]


@pytest.mark.usefixtures("at_measured")
def test_figure_has_ours_on_ecp5(tmp_path: Path) -> None:
    store(made_up(FAKES["blake64-mc-2"], "ecp5", "stream"))
    ours = [each for each in REPORT.data()["figure18"] if each["design"] is not None]
    assert [(each["design"], each["function"], each["boundary"]) for each in ours] == [
        ("skein-mc", "skein-512-512", "core"),
        ("blake64-mc-2", "blake-512", "core"),
        ("blake64-mc-2", "blake-512", "stream"),
        ("blake-chacha-mc-1", "blake-512", "core"),
    ]
    for each in ours:
        placed = made_up(FAKES[each["design"]], "ecp5")
        assert (each["device"], each["area"]) == (ECP5, placed.area.lut)
    text = REPORT.written(tmp_path / "out")["figure18.svg"].decode()
    for words in (ECP5, "xc6vlx75t-2, xc6vlx75t-1", "Kerckhof et al. [16], BLAKE-512"):
        assert words in text
