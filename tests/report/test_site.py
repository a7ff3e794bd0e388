# SPDX-License-Identifier: Apache-2.0
"""The site: what its pages say, that they need nothing else, and the command that writes it."""

import itertools
import json
import math
import re
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from tests.report.fakes import AT, SKEIN, made_up
from tests.report.pages import (
    DETAILED,
    PLACED,
    STALE,
    Element,
    boundaries,
    by_id,
    cells,
    detailed,
    everything,
    line,
    of,
)
from typer.testing import CliRunner

from gatehash.catalog import DESIGNS, find
from gatehash.cli.report import report
from gatehash.errors import GatehashError
from gatehash.implement import figures_of
from gatehash.paths import docs_root, rtl_root
from gatehash.published import paper, papers, peers
from gatehash.report.diagram import structure
from gatehash.report.marks import MARKS, PEER
from gatehash.report.site import site_files, write_site


def _chapter(page: Path) -> str:
    return "index" if page.stem == "README" else page.stem


def test_a_page_for_each_design_paper_and_chapter(site: Path) -> None:
    found = {path.relative_to(site).as_posix() for path in site.rglob("*") if path.is_file()}
    assert found == {
        *(
            "index.html",
            "cores.html",
            "coverage.html",
            "style.css",
            "site.js",
            "explorer.js",
            "search.js",
        ),
        *(f"designs/{name}.html" for name in DESIGNS),
        *(f"papers/{name}.html" for name in papers()),
        *(f"papers/{name}.svg" for name in ("figure4", "figure5", "figure18", "speedup")),
        *(f"manual/{_chapter(path)}.html" for path in docs_root().glob("*.md")),
        "scale/index.html",
        *(f"scale/scale-skein-{bits}-{bits}.svg" for bits in (256, 512, 1024)),
    }


def test_nothing_is_loaded_from_elsewhere(site: Path, pages: dict[str, Element]) -> None:
    for page in pages.values():
        for element in everything(page):
            for name in ("src", "srcset", "action", "data", "poster"):
                assert "//" not in (element.attributes.get(name) or "")
            if element.tag == "link":
                assert "//" not in (element.attributes["href"] or "")
        (policy,) = (each for each in page.all("meta") if "http-equiv" in each.attributes)
        assert (policy.attributes["content"] or "").startswith("default-src 'none'")
    for path in (*site.glob("*.css"), *site.glob("*.js")):
        if path.name != "search.js":
            text = path.read_text().replace("http://www.w3.org/2000/svg", "")
            assert not re.search(r"@import|url\(|https?:|fetch\(", text)


def test_identifiers_are_unique_and_links_resolve(site: Path, pages: dict[str, Element]) -> None:
    anchors = {}
    for name, page in pages.items():
        ids = [each.attributes["id"] for each in everything(page) if "id" in each.attributes]
        assert len(ids) == len(set(ids)), name
        anchors[(site / name).resolve()] = set(ids)
    internal = 0
    for name, page in pages.items():
        for link in [*page.all("a"), *page.all("link"), *page.all("script"), *page.all("img")]:
            address = link.attributes.get("href") or link.attributes.get("src") or ""
            if "://" in address or address.startswith("data:"):
                continue
            path, _, anchor = address.partition("#")
            target = (site / name).parent / path if path else site / name
            assert target.is_file(), (name, address)
            assert not anchor or anchor in anchors[target.resolve()], (name, address)
            internal += 1
    assert internal > 20 * len(DESIGNS)


def test_what_the_search_finds_is_there(site: Path, pages: dict[str, Element]) -> None:
    text = (site / "search.js").read_text().removeprefix("const SEARCH = ").rstrip(";\n")
    found = json.loads(text)
    assert {title for title, kind, *_ in found if kind == "design"} == set(DESIGNS)
    for _, _, address, _ in found:
        page, _, anchor = address.partition("#")
        assert not anchor or by_id(pages[page], anchor)
    assert {kind.split()[0] for _, kind, *_ in found} == {
        *("design", "paper", "open", "scale", "manual")
    }


def test_every_design_and_variant_is_there(root: Element) -> None:
    rows = by_id(root, "designs").all("tbody")[0].children
    names = ("data-name", "data-algorithm", "data-boundary")
    shown = [
        tuple(row.attributes[name] for name in names)
        for row in rows
        if row.attributes["data-target"] == "ecp5" and row.attributes["data-mark"] != "peer"
    ]
    assert shown == [
        (design.name, job.name, boundary)
        for design in DESIGNS.values()
        for boundary in boundaries(design)
        for job in design.jobs.values()
    ]
    peer_rows = [row for row in rows if row.attributes["data-mark"] == "peer"]
    assert [row.attributes["data-name"] for row in peer_rows] == [peer.name for peer in peers()]


def test_every_published_row_is_there(pages: dict[str, Element]) -> None:
    for name in papers():
        page = pages[f"papers/{name}.html"]
        for table in paper(name).tables:
            sheet = by_id(page, f"table{table.id}")
            assert table.title in sheet.words
            rows = [[cell.words for cell in row.children] for row in sheet.all("tr")]
            for row in table.rows:
                figures = {row.throughput_mbps, row.slices, row.cycles} - {None}
                printed = [
                    texts
                    for texts in rows
                    if all(any(f"{value:g}" in text for text in texts) for value in figures)
                ]
                assert printed, row.id
        for figure in paper(name).figures:
            assert figure.title in page.words


def test_every_peer_is_there_and_its_frequency_is_labelled(pages: dict[str, Element]) -> None:
    words = pages["cores.html"].words
    for peer in peers():
        assert peer.name in words
        assert peer.architecture in words
        if peer.ecp5_fmax_mhz:
            assert f"{peer.ecp5_fmax_mhz:g} {peer.fmax_kind}" in words
    assert words.count("core, messages come padded") > 10


def test_figures_of_a_design(root: Element, pages: dict[str, Element]) -> None:
    design = find("skein512-x8")
    result = made_up(design, "ecp5")
    found = figures_of(design.principal_job, result, "ecp5", "stream")
    throughput = found.rate.mbps or 0
    assert line(root, design.name) == {
        "Design": "skein512-x8",
        "Family": "skein",
        "Algorithm": "skein-512-512",
        "Target": "ecp5",
        "Boundary": "stream top",
        "Cycles": "10",
        "LUT": str(result.area.lut),
        "Units": str(found.units),
        "Cells": str(result.runs[0].comb),
        "DSP": "-",
        "lc": "-",
        "FF": str(result.area.ff),
        "Carry": str(result.area.carry),
        "Memory blocks": "-",
        "MHz": f"{result.fmax_mhz:.1f}",
        "Frequency is": "routed",
        "Mb/s": f"{throughput:.0f}",
        "Mb/s per unit": f"{throughput / (found.units or 1):.3f}",
        "Mb/s per LUT4": f"{throughput / result.area.lut:.3f}",
    }
    words = of(pages, design.name).words
    assert "10 N + 10" in words
    assert f"seed 2: {result.runs[1].fmax_mhz:.2f} MHz routed" in words
    assert result.inputs["netlist"] in words
    assert "pyosys 0.70" in words
    assert result.command in words


def test_median_lowest_and_highest_frequency_of_a_design(pages: dict[str, Element]) -> None:
    result = detailed()
    table = by_id(of(pages, DETAILED), "figures")
    rows = {
        found["Target"]: found
        for row in table.all("tbody")[0].children
        for found in [cells(table, row)]
        if found["Boundary"] == "stream top"
    }
    assert rows["ecp5"]["MHz"] == f"{result.runs[1].fmax_mhz:.1f}"
    assert (
        rows["ecp5"]["MHz, lowest to highest"]
        == f"{result.runs[0].fmax_mhz:.1f} to {result.runs[2].fmax_mhz:.1f}"
    )
    assert (rows["xc5v"]["MHz"], rows["xc5v"]["MHz, lowest to highest"]) == ("-", "-")
    mapped = made_up(find(DETAILED), "xc5v").area
    assert rows["xc5v"]["Slices"] == f"est. {max(mapped.lc or 0, mapped.ff) / 4:.0f}"


def test_papers_and_open_cores_stand_beside_a_design(pages: dict[str, Element]) -> None:
    page = of(pages, "skein512-x8")
    rows = [row.words for row in by_id(page, "table1").all("tbody")[0].children]
    assert rows[0].startswith("Han (this work) xc5vlx30t-3 8-unrolled")
    assert all(row.startswith("gatehash skein512-x8") for row in rows[1:])
    assert "gmu-skein512" in by_id(page, "peers-skein-512-512").words


def test_critical_path_of_the_median_run(pages: dict[str, Element]) -> None:
    words = of(pages, DETAILED).words
    assert (
        "Critical path on ecp5, stream top, seed 2, the median of 3: from a_q to b_q[2]: "
        "14 levels of logic (9 of carry), 6.1 ns in logic and 7.9 ns in wires, through u."
    ) in words
    assert "b_q[1]" not in words
    assert "Critical path on" not in of(pages, PLACED).words


def test_area_by_module(pages: dict[str, Element]) -> None:
    area = detailed().area
    tables = area.lut + 2 * area.carry
    shares = [100 * part / tables for part in (area.lut + 2 * area.carry - 250, 100, 100, 50)]
    rows = by_id(of(pages, DETAILED), "modules-ecp5-stream").all("tbody")[0].children
    assert [[cell.words for cell in row.children] for row in rows] == [
        ["top", "gh_skein", str(area.lut - 150), str(area.ff - 200), "50", f"{shares[0]:.1f}"],
        ["u_core", "gh_skein_core", "100", "200", "0", f"{shares[1]:.1f}"],
        ["gen_x[0].u_keys", "gh_threefish_keys", "0", "0", "50", f"{shares[2]:.1f}"],
        ["u_digest", "gh_digest_stream", "50", "0", "0", f"{shares[3]:.1f}"],
    ]
    indents = [row.children[0].attributes.get("style") for row in rows]
    assert indents == [None, *(f"padding-left: {each}rem" for each in (1.2, 2.4, 1.2))]
    assert "Area by module" not in of(pages, PLACED).words


def test_what_is_not_measured_is_said_in_words(root: Element, pages: dict[str, Element]) -> None:
    stale = line(root, STALE)
    assert stale["Frequency is"] == "stale: measured before the design changed"
    assert {stale[name] for name in ("LUT", "FF", "MHz", "Mb/s")} == {"-"}
    assert line(root, "sha512-lut")["Frequency is"] == "core not measured"
    assert line(root, "sha512-lut", "stream")["Frequency is"] == "stream top not measured"
    assert line(root, PLACED)["Frequency is"] == "placed"
    words = of(pages, "sha512-lut").words
    for boundary in ("core", "stream"):
        assert f"gatehash synth sha512-lut --target ecp5 --boundary {boundary}" in words


def test_frequencies_are_said_to_be_of_ecp5(root: Element) -> None:
    assert "are those of an ECP5" in by_id(root, "measured").words
    measured = sum(design.name != STALE for design in (*SKEIN, *AT))
    tiles = [int(each.words) for each in root.all("dd")]
    assert tiles[0] == len(DESIGNS)
    assert tiles[2] + tiles[3] == measured
    assert tiles[3] == 1


def test_points_are_those_designs_and_peers_that_have_a_throughput(root: Element) -> None:
    rows = by_id(root, "designs").all("tbody")[0].children
    points = [row for row in rows if "data-y" in row.attributes]
    ours = [design for design in (*SKEIN, *AT) if design.name != STALE]
    assert len(points) == sum(len(each.jobs) for each in ours) + sum(
        peer.ecp5_mbps is not None for peer in peers()
    )
    hollow = {
        row.attributes["data-name"] for row in points if row.attributes["data-kind"] == "placed"
    }
    assert hollow == {PLACED, *(peer.name for peer in peers() if peer.fmax_kind == "placed")}


def test_tables_and_pictures_tell_what_they_are(pages: dict[str, Element]) -> None:
    for name, page in pages.items():
        assert all(each.attributes.get("alt") for each in page.all("img"))
        if not name.startswith("manual/"):
            for table in page.all("table"):
                assert all(each.attributes.get("scope") for each in table.all("th"))
        for region in everything(page):
            if region.attributes.get("role") == "region":
                assert region.attributes.get("aria-label")
        for each in page.all("svg"):
            assert each.attributes.get("aria-label") or each.attributes.get("aria-hidden") == "true"


def test_figures_follow_a_dark_page(site: Path) -> None:
    for path in site.rglob("*.svg"):
        text = path.read_text()
        assert "prefers-color-scheme:dark" in text
        assert "currentColor" in text


@pytest.mark.parametrize(
    "name", sorted({each.hardware.stream.top: n for n, each in DESIGNS.items()}.values())
)
def test_ports_are_those_of_the_rtl(pages: dict[str, Element], name: str) -> None:
    design = find(name)
    (path,) = rtl_root().rglob(f"{design.hardware.stream.top}.sv")
    declared = re.findall(r"(in|out)put +wire logic[^;]*? (\w+),?\n", path.read_text("utf-8"))
    rows = by_id(of(pages, name), "ports").all("tbody")[0].children
    shown = [[cell.words for cell in row.children] for row in rows]
    assert sorted((direction, port) for port, direction, *_ in shown) == sorted(declared)
    widths = {port: int(bits) for port, _, bits, _ in shown}
    assert widths["s_axis_tdata"] == 8 * widths["s_axis_tkeep"] == design.hardware.stream_bits


def test_diagrams_show_what_the_rtl_instantiates(pages: dict[str, Element]) -> None:
    (label,) = (
        each.attributes["aria-label"]
        for each in everything(of(pages, "skein512-x8"))
        if each.attributes.get("role") == "img"
    )
    assert (label or "").replace("\n", " ") == (
        "s_axis to gh_skein (gh_hash_shell (gh_register_slice, gh_message_padder, "
        "gh_block_buffer, gh_digest_stream), gh_skein_core (gh_threefish (gh_threefish_keys, "
        "gh_threefish_rounds))) to m_axis"
    )
    for design in DESIGNS.values():
        modules = list(structure(design).walk())
        assert all(module.purpose.endswith(".") for module in modules)
        assert design.hardware.core.top in {module.name for module in modules}
        words = of(pages, design.name).words
        assert all(" ".join(module.purpose.split()) in words for module in modules)


def test_commands_are_those_of_the_design(pages: dict[str, Element]) -> None:
    for name, design in DESIGNS.items():
        words = of(pages, name).words
        used = re.search(rf"gatehash (hash|crypt) --design {name} --algorithm (\S+)", words)
        assert used
        assert used[2] in design.algorithms
        assert f"gatehash bench {name} " in words


def test_manual_is_that_of_the_repository(pages: dict[str, Element]) -> None:
    for path in docs_root().glob("*.md"):
        page = pages[f"manual/{_chapter(path)}.html"]
        text = re.sub("^```.*?^```", "", path.read_text("utf-8"), flags=re.DOTALL | re.MULTILINE)
        headings = re.findall("^#+ (.+)$", text, flags=re.MULTILINE)
        found = [each.words for tag in ("h1", "h2", "h3", "h4") for each in page.all(tag)]
        assert sorted(found) == sorted(re.sub("[`*]", "", each) for each in headings)
        links = [each.attributes["href"] or "" for each in page.all("main")[0].all("a")]
        assert not any(link.endswith(".md") for link in links)


@pytest.mark.large
def test_same_records_same_site(site: Path) -> None:
    for name, content in site_files().items():
        assert (site / name).read_bytes() == content, name


def test_command_says_where_the_site_is(site: Path) -> None:
    """The command has written the site of all tests here, into a folder that was not there."""
    said = (site.parents[1] / "said").read_text("utf-8")
    assert said == f"Written to {site / 'index.html'}\n"


def test_folder_of_the_group_is_none_of_a_paper(tmp_path: Path) -> None:
    ran = CliRunner().invoke(report, ["--out", str(tmp_path / "x"), "han"])
    assert isinstance(ran.exception, GatehashError)
    assert "after the paper's name" in str(ran.exception)
    assert not (tmp_path / "x").exists()


@pytest.mark.large
@pytest.mark.usefixtures("site")
def test_a_folder_in_the_way_leaves_nothing_behind(tmp_path: Path) -> None:
    (tmp_path / "manual").write_text("a file")
    with pytest.raises(GatehashError, match="can't write report"):
        write_site(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["manual"]


def test_nothing_is_written_where_a_library_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "markdown_it", None)
    monkeypatch.delitem(sys.modules, "gatehash.report.manual", raising=False)
    with pytest.raises(GatehashError, match=r"markdown_it not found.*gatehash\[report\]"):
        write_site(tmp_path / "out")
    assert not (tmp_path / "out").exists()


def _product(weights: Sequence[float], values: Sequence[float]) -> float:
    return sum(a * b for a, b in zip(weights, values, strict=True))


def _linear(colour: str) -> list[float]:
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    return [each / 12.92 if each <= 0.04045 else ((each + 0.055) / 1.055) ** 2.4 for each in parts]


def _contrast(one: str, other: str) -> float:
    """The contrast of WCAG 2.2."""
    weights = (0.2126, 0.7152, 0.0722)
    low, high = sorted(_product(weights, _linear(each)) for each in (one, other))
    return (high + 0.05) / (low + 0.05)


def _oklab(colour: str) -> list[float]:
    """The colour in Ottosson's Oklab, where distances are as they are seen."""
    rgb = _linear(colour)
    cones = [
        _product(weights, rgb) ** (1 / 3)
        for weights in (
            (0.4122214708, 0.5363325363, 0.0514459929),
            (0.2119034982, 0.6806995451, 0.1073969566),
            (0.0883024619, 0.2817188376, 0.6299787005),
        )
    ]
    return [
        _product(weights, cones)
        for weights in (
            (0.2104542553, 0.7936177850, -0.0040720468),
            (1.9779984951, -2.4285922050, 0.4505937099),
            (0.0259040371, 0.7827717662, -0.8086757660),
        )
    ]


def test_there_are_marks_for_all_families() -> None:
    """Each has a shape and a colour of its own, which stands out on its page."""
    assert len(MARKS) >= len({design.family for design in DESIGNS.values()})
    marks = (*MARKS, PEER)
    assert len({mark.path for mark in marks}) == len(marks)
    for page, colours in (
        ("#ffffff", [mark.light for mark in marks]),
        ("#1a1f24", [mark.dark for mark in marks]),
    ):
        assert all(_contrast(page, each) >= 3 for each in colours)
        for one, other in itertools.combinations(colours, 2):
            assert math.dist(_oklab(one), _oklab(other)) > 0.05, (one, other)
