# SPDX-License-Identifier: Apache-2.0
"""Open cores beside ours: at one boundary, on one device, never flattered."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest import mock

import pytest
from msgspec import structs
from tests.report.fakes import made_up

from gatehash import published
from gatehash.catalog import DESIGNS, Design, find
from gatehash.implement.results import store
from gatehash.report import peers
from gatehash.report.peers import figure_words, peer_legend, peer_tables


def peer_rows(algorithms: tuple[str, ...], designs: list[Design]) -> list[Any]:
    """The rows of the tables, their fields as attributes."""
    rows = peers.peer_rows(algorithms, [design.name for design in designs])
    return [SimpleNamespace(**row | {"notes": tuple(row["notes"])}) for row in rows]


def test_best_peer_first_and_unmeasured_last(results_root: Path) -> None:
    assert not results_root.exists()
    rows = peer_rows(("sha-512",), [find("sha512-lut")])
    assert [(row.work, row.boundary, row.origin) for row in rows] == [
        ("secworks-sha512", "core", "peer"),
        ("xcrypt-sha512", "core", "peer"),
        ("gatehash sha512-lut", "core", "measured"),
        ("gmu-sha512", "stream", "peer"),
        ("opentitan-sha2", "stream", "peer"),
        ("gatehash sha512-lut", "stream", "measured"),
    ]
    assert [row.of_best_peer for row in rows] == [None, None, None, 1, None, None]
    assert [row.of_best_peer_per_lut for row in rows] == [1, None, None, 1, None, None]
    assert "No frequency was measured." in rows[1].notes
    assert rows[2].cycles == 80
    assert rows[2].notes == (
        "Not measured yet; to do so: `gatehash synth sha512-lut --target ecp5 --boundary core`.",
        "gmu-sha512, a core with its interface, has more Mb/s per unit than secworks-sha512; it is "
        "compared with stream tops.",
        "Not like for like: gatehash is measured with -nowidelut, split_addends and router1, the "
        "best open core, secworks-sha512, with wide look-up tables and router2.",
    )
    assert rows[5].notes == (
        "Not measured yet; to do so: `gatehash synth sha512-lut --target ecp5 --boundary stream`.",
    )


@pytest.mark.usefixtures("results_root")
def test_our_core_is_never_set_against_a_core_with_its_interface() -> None:
    design = find("blake64-mc-1")
    store(made_up(design, "ecp5", "core"))
    core, peer, stream = peer_rows(("blake-512",), [design])
    assert [row.boundary for row in (core, peer, stream)] == ["core", "stream", "stream"]
    assert (core.included, peer.included, stream.included) == (
        "core, messages come padded",
        "interface included",
        "stream top, interface and padding included",
    )
    assert core.throughput_per_lut is not None
    assert core.of_best_peer is core.of_best_peer_per_lut is None
    assert "No open core with a frequency is a core alone: there is no ratio." in core.notes
    assert (stream.throughput_per_lut, stream.of_best_peer) == (None, None)
    assert "Not measured yet" in stream.notes[0]
    (table,) = peer_tables(("blake-512",), [design.name])
    assert [table.cells(row)[2] for row in table.rows] == [
        row.included for row in (core, peer, stream)
    ]
    store(made_up(design, "ecp5", "stream"))
    found = peer_rows(("blake-512",), [design])[-1]
    best = 1024 * 32.02 / 33 / 11284
    assert found.cycles == 1308
    assert found.throughput_per_lut is not None
    assert found.of_best_peer_per_lut == pytest.approx(found.throughput_per_lut / best)
    # The open core's cells were not recorded.
    assert found.mbps_per_unit is not None
    assert found.of_best_peer is None
    assert found.notes[1:] == (
        "Not like for like: gatehash is measured with -nowidelut, split_addends and router1, the "
        "best open core, gmu-blake512, with wide look-up tables.",
        "The frequency of gmu-blake512 is an estimate after placement.",
    )


@pytest.mark.usefixtures("results_root")
def test_a_core_alone_is_set_against_our_core() -> None:
    design = find("chacha-mc-1")
    store(made_up(design, "ecp5", "core"))
    store(made_up(design, "ecp5", "stream"))
    rows = peer_rows(("chacha20",), [design])
    assert [row.work for row in rows[:2]] == ["dpretet-chacha20", "secworks-chacha"]
    best = 512 * 56.32 / 21
    for row in rows[2:]:
        assert row.throughput_per_lut is not None
        assert row.of_best_peer == pytest.approx(row.mbps_per_unit / (best / 4461))
        assert row.of_best_peer_per_lut == pytest.approx(row.throughput_per_lut / (best / 2721))
    core, stream = rows[2], rows[-1]
    assert (core.boundary, core.cycles) == ("core", 666)
    assert (stream.boundary, stream.cycles) == ("stream", 666)
    less = "Compared with dpretet-chacha20, a core alone, which does less."
    assert less in stream.notes
    assert less not in core.notes


@pytest.mark.usefixtures("results_root")
def test_ratio_is_of_one_device_and_never_flattered() -> None:
    design = find("skein512-x4")
    result = made_up(design, "ecp5", routed=False)
    store(result)
    core, peer, ours = peer_rows(("skein-512-512",), [design])
    assert (core.boundary, core.luts, core.of_best_peer) == ("core", None, None)
    assert {peer.device, ours.device} == {"ECP5 LFE5U-85-6 (Yosys + nextpnr)"}
    assert peer.work == "gmu-skein512"
    assert (peer.frequency_kind, ours.frequency_kind) == ("routed", "placed")
    assert result.fmax_mhz is not None
    assert (peer.frequency_min_mhz, peer.frequency_max_mhz) == (46.71, 46.71)
    assert (ours.frequency_min_mhz, ours.frequency_max_mhz) == (
        result.runs[0].fmax_mhz,
        result.runs[2].fmax_mhz,
    )
    rate = 512 * result.fmax_mhz / 19
    assert ours.throughput_mbps == pytest.approx(rate)
    best = 512 * 46.71 / 19
    logic, cells = result.area.lut, result.runs[0].comb
    assert cells > logic
    assert peer.throughput_per_lut == pytest.approx(best / 3810)
    assert peer.mbps_per_unit == pytest.approx(best / 5982)
    assert ours.of_best_peer_per_lut == pytest.approx(rate / logic / (best / 3810))
    assert ours.of_best_peer == pytest.approx(rate / cells / (best / 5982))
    assert peer.architecture == "4 rounds per cycle; 64-bit FIFO interface included"
    assert (peer.included, ours.included) == (
        "interface included",
        "stream top, interface and padding included",
    )
    assert peer.notes == (
        "GMU CERG skein_basic_r2 (as mirrored in 796F/RTL-collection) at e179af5, "
        "licence: the mirror names none; ATHENa lists GPL-3.0-or-later; cycles simulated.",
        "Older key constant; converted with ghdl --synth.",
        "Mapping: -nowidelut, split_addends; placer: static; router1; one seed.",
    )


@pytest.mark.usefixtures("results_root")
def test_words_between_blocks_streams_and_memories_are_told() -> None:
    design = find("blake-mc-1")
    shape = made_up(design, "ecp5", "stream")
    memories = structs.replace(shape.area, lutram=48, ramb18=5)
    store(structs.replace(shape, area=memories))
    ours = peer_rows(("blake-256",), [design])[-1]
    assert ours.cycles == (1148 + 2) / 2
    assert shape.fmax_mhz is not None
    assert ours.throughput_mbps == pytest.approx(512 * shape.fmax_mhz / ours.cycles)
    assert ours.memory_blocks == 5
    assert ours.luts == shape.area.lut + 48
    assert ours.throughput_per_lut == pytest.approx((ours.throughput_mbps or 0) / ours.luts)
    assert ours.notes[1:] == (
        "Processes 2 messages at once; the figures cover all of them.",
        "Takes more block memories than the best open core, gmu-blake256; "
        "they count in its units, and not in its Mb/s per LUT4.",
    )


@pytest.mark.usefixtures("results_root")
def test_a_record_of_another_router_says_so_beside_every_open_core() -> None:
    design = find("whirlpool-lut-logic")
    made = made_up(design, "ecp5", "core")
    runs = tuple(structs.replace(run, router="router2") for run in made.runs)
    store(structs.replace(made, runs=runs))
    found = next(row for row in peer_rows(("whirlpool",), [design]) if row.design)
    assert found.boundary == "core"
    said = "Not like for like: this record of gatehash is router2, xcore-whirlpool is routed, "
    assert f"{said}router1." in found.notes
    store(made)
    found = next(row for row in peer_rows(("whirlpool",), [design]) if row.design)
    assert not any("like for like" in note for note in found.notes)


def test_every_ratio_is_like_for_like_or_says_so() -> None:
    """With the committed records and all open cores, at both boundaries."""
    algorithms = {name for design in DESIGNS.values() for name in design.algorithms}
    cores = {core.name: core for core in published.peers()}
    unlike = 0
    for name in sorted(algorithms):
        rows = peer_rows((name,), list(DESIGNS.values()))
        for row in (each for each in rows if each.design):
            ratios = (row.of_best_peer, row.of_best_peer_per_lut)
            if ratios == (None, None):
                continue
            rivals = [each for each in rows if not each.design and each.throughput_per_lut]
            value = row.throughput_per_lut / row.of_best_peer_per_lut
            (best,) = [r for r in rivals if r.throughput_per_lut == pytest.approx(value)]
            core, notes = cores[best.work], " ".join(row.notes)
            ours = row.frequency_note or "router1"
            equal = (
                core.mapping == "-nowidelut, split_addends"
                and core.fmax_kind == row.frequency_kind == "routed"
                and (core.router, ours) == ("router1", "router1")
            )
            assert equal or "Not like for like" in notes or "estimate" in notes, (name, row.work)
            assert row.boundary == best.boundary or "which does less" in notes
            unlike += not equal
    assert unlike


def test_a_core_measured_otherwise_is_preferred_to_none_alone() -> None:
    """A core with router1 figures is the base even where one without them were better."""
    slow, fast = published.peers("chacha20")[1], published.peers("chacha20")[0]
    assert (slow.router, fast.router) == ("router1", "router2")
    runs = (structs.replace(fast.runs[0], fmax_mhz=(900.0,)),)
    better = structs.replace(fast, runs=runs, ecp5_cells=3000, ecp5_dsp=0)
    with mock.patch.object(peers, "peers", return_value=(better, slow)):
        rows = peer_rows(("chacha20",), [])
    assert [row.work for row in rows] == [fast.name, slow.name]
    assert rows[1].of_best_peer == 1
    assert rows[0].of_best_peer > 5


@pytest.mark.usefixtures("results_root")
def test_a_table_for_each_algorithm_that_has_peers() -> None:
    algorithms = ("whirlpool", "phash", "chacha20")
    tables = list(peer_tables(algorithms, []))
    assert [table.title.split(",")[0] for table in tables] == [
        "Open cores for whirlpool",
        "Open cores for chacha20",
    ]
    (line,) = [
        cells for cells in map(tables[1].cells, tables[1].rows) if cells[0] == "secworks-chacha"
    ]
    frequency = "37.46 routed, router2"
    assert line[3:11] == ["23", frequency, "834", "2733", "-", "1100", "-", "-"]
    assert line[12] == "0.305"
    (line,) = [
        cells for cells in map(tables[1].cells, tables[1].rows) if cells[0] == "dpretet-chacha20"
    ]
    figures = ["21", "56.32 routed", "1373", "2721", "4461", "1550", "4461", "0.308", "1.00"]
    assert line[3:14] == [*figures, "0.505", "1.00"]
    assert peer_legend(algorithms)[-1] == "No open core was measured for: phash."
    assert "-nowidelut" in " ".join(peer_legend(("whirlpool",)))
    assert "No open core" not in " ".join(peer_legend(("whirlpool",)))


def test_words_of_figures() -> None:
    assert figure_words(("phash", "chacha20", "sha-512")) == (
        "chacha20: AMD Vitis security library, high-level synthesis, on a device that is not "
        "named: 334.56 MHz, 512 bits in a cycle: 171295 Mb/s, 20535 LUT, 21112 FF. "
        "Published as a clock period of 2.989 ns.",
        "chacha20: secworks/chacha, on Artix-7: 100 MHz, 3837 LUT.",
        "sha-512: AMD Vitis security library, high-level synthesis, on a device that is not named: "
        "323.31 MHz, 1024 bits in 84 cycles: 3941 Mb/s, 8318 LUT, 15497 FF.",
        "sha-512: Design Gateway SHA-2 core, on Kintex UltraScale+: 250 MHz, "
        "1024 bits in 81 cycles: 3160 Mb/s, 3581 LUT, 1905 FF. "
        "Published as a SHA-2 core of 1024-bit blocks.",
        "sha-512: secworks/sha512, on Artix-7: 96 MHz, 4869 LUT.",
    )
