# SPDX-License-Identifier: Apache-2.0
"""The site: what its pages say, that they need nothing else, how they work in a browser."""

import json
import re
import shutil
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from msgspec import structs
from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.wait import WebDriverWait
from tests.areas import area
from tests.report.fakes import AT, SKEIN, made_up, store_all, store_stale
from tests.report.reading import sheet
from typer.testing import CliRunner

from gatehash.catalog import DESIGNS, Design, find
from gatehash.cli.report import report
from gatehash.errors import GatehashError
from gatehash.implement import CriticalPath, ModuleArea, Result, figures_of, results
from gatehash.implement.results import store
from gatehash.paths import docs_root, rtl_root
from gatehash.published import paper, papers, peers
from gatehash.report import zalewski
from gatehash.report.diagram import structure
from gatehash.report.site import site_files, write_site

STALE, PLACED, DETAILED = "skein1024-x1", "skein512-x1", "skein512-x8"
VOID = {"meta", "link", "img", "input", "br"}


@dataclass
class Element:
    """An element of a page, with all text below it."""

    tag: str
    attributes: dict[str, str | None]
    path: tuple[str, ...]
    text: str = ""
    children: list["Element"] = field(default_factory=list)

    def all(self, tag: str) -> list["Element"]:
        found = [self] if self.tag == tag else []
        return found + [each for child in self.children for each in child.all(tag)]

    @property
    def words(self) -> str:
        return " ".join(self.text.split())


class Strict(HTMLParser):
    """Takes only pages in which every element that is opened is closed in its turn."""

    def __init__(self) -> None:
        super().__init__()
        self.open = [Element("", {}, ())]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert len(attrs) == len(dict(attrs)), f"<{tag}> has an attribute twice"
        parent = self.open[-1]
        element = Element(tag, dict(attrs), (*parent.path, tag))
        parent.children.append(element)
        if tag not in VOID:
            self.open.append(element)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert "svg" in self.open[-1].path, f"<{tag}/> is no element of HTML"
        self.open[-1].children.append(Element(tag, dict(attrs), (*self.open[-1].path, tag)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop().tag == tag, f"</{tag}> at {self.getpos()}"

    def handle_data(self, data: str) -> None:
        for element in self.open:
            element.text += data


def parsed(text: str) -> Element:
    parser = Strict()
    parser.feed(text)
    parser.close()
    assert len(parser.open) == 1
    return parser.open[0]


def everything(element: Element) -> Iterator[Element]:
    yield element
    for child in element.children:
        yield from everything(child)


def by_id(root: Element, name: str) -> Element:
    return next(each for each in everything(root) if each.attributes.get("id") == name)


def row_of(
    root: Element, design: str, boundary: str | None = None, target: str = "ecp5"
) -> Element:
    """A design's first row at a boundary on a target in the table of all designs."""
    wanted = {
        "data-name": design,
        "data-boundary": boundary or find(design).compared,
        "data-target": "ecp5",
    }
    rows = by_id(root, "designs").all("tbody")[0].children
    return next(each for each in rows if wanted.items() <= each.attributes.items())


def cells(table: Element, row: Element) -> dict[str, str]:
    """The texts of a row by their headings."""
    headings = [each.words for each in table.all("thead")[0].all("th")]
    return dict(zip(headings, [cell.words for cell in row.children], strict=True))


def line(root: Element, design: str, boundary: str | None = None) -> dict[str, str]:
    return cells(by_id(root, "designs"), row_of(root, design, boundary))


def boundaries(design: Design) -> list[str]:
    """Where a design is shown on ECP5: at both boundaries, that of its paper first."""
    return list(dict.fromkeys((design.compared, "core", "stream")))


def detailed() -> Result:
    """A result whose runs and modules are told in full."""
    made = made_up(find(DETAILED), "ecp5")
    runs = tuple(
        structs.replace(run, critical_path=CriticalPath("a_q", end, 6.1, 7.9, 14, 9, ("u",)))
        for run in made.runs
        for end in [f"b_q[{run.seed}]"]
    )
    whole = made.area
    inner = (
        ModuleArea("u_core", "gh_skein_core", area(lut=100, ff=200)),
        ModuleArea("u_core.gen_x[0].u_keys", "gh_threefish_keys", area(carry=50)),
        ModuleArea("u_digest", "gh_digest_stream", area(lut=50)),
    )
    rest = area(lut=whole.lut - 150, ff=whole.ff - 200, carry=whole.carry - 50)
    return structs.replace(made, runs=runs, modules=(ModuleArea("", "gh_skein", rest), *inner))


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A site of the whole catalogue: some designs measured, one stale, one placed, most not."""
    folder = tmp_path_factory.mktemp("site")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(results, "results_roots", lambda: (folder / "results",))
        patch.setattr(zalewski, "MESSAGE_BLOCKS", 257)
        for design in AT:
            patch.setitem(DESIGNS, design.name, design)
        store_all((*SKEIN, *AT))
        store(made_up(find(PLACED), "ecp5", routed=False))
        store(detailed())
        store_stale(find(STALE), "ecp5")
        yield write_site(folder / "out").parent


@pytest.fixture(scope="module")
def pages(site: Path) -> dict[str, Element]:
    """Every page by its path."""
    return {
        path.relative_to(site).as_posix(): parsed(path.read_text(encoding="utf-8"))
        for path in site.rglob("*.html")
    }


@pytest.fixture(scope="module")
def root(pages: dict[str, Element]) -> Element:
    return pages["index.html"]


def of(pages: dict[str, Element], design: str) -> Element:
    return pages[f"designs/{design}.html"]


# Without a browser


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
        *(f"manual/{path.stem}.html" for path in docs_root().glob("*.md")),
        "manual/index.html",
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
    assert {kind.split()[0] for _, kind, *_ in found} == {"design", "paper", "open", "manual"}


def test_every_design_and_variant_is_there(root: Element) -> None:
    rows = by_id(root, "designs").all("tbody")[0].children
    names = ("data-name", "data-algorithm", "data-boundary")
    shown = [
        tuple(row.attributes[name] for name in names)
        for row in rows
        if row.attributes["data-target"] == "ecp5" and row.attributes["data-colour"] != "peer"
    ]
    assert shown == [
        (design.name, job.name, boundary)
        for design in DESIGNS.values()
        for boundary in boundaries(design)
        for job in design.jobs.values()
    ]
    peer_rows = [row for row in rows if row.attributes["data-colour"] == "peer"]
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
    throughput = figures_of(design.principal_job, result, "ecp5", "stream").rate.mbps or 0
    assert line(root, design.name) == {
        "Design": "skein512-x8",
        "Family": "skein",
        "Algorithm": "skein-512-512",
        "Target": "ecp5",
        "Boundary": "stream top",
        "Cycles": "10",
        "LUT": str(result.area.lut),
        "lc": "-",
        "FF": str(result.area.ff),
        "Carry": str(result.area.carry),
        "Memory blocks": "-",
        "MHz": f"{result.fmax_mhz:.1f}",
        "Frequency is": "routed",
        "Mb/s": f"{throughput:.0f}",
        "Mb/s per LUT4": f"{throughput / result.area.lut:.3f}",
    }
    words = of(pages, design.name).words
    assert "10 N + 10" in words
    assert f"seed 2: {result.runs[1].fmax_mhz:.2f} MHz routed" in words
    assert result.source_key in words
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
        "14 levels of logic (9 of carry), 6.1 ns of it logic and 7.9 ns routing, through u."
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
        page = pages[f"manual/{path.stem}.html"]
        text = re.sub("^```.*?^```", "", path.read_text("utf-8"), flags=re.DOTALL | re.MULTILINE)
        headings = re.findall("^#+ (.+)$", text, flags=re.MULTILINE)
        found = [each.words for tag in ("h1", "h2", "h3", "h4") for each in page.all(tag)]
        assert sorted(found) == sorted(re.sub("[`*]", "", each) for each in headings)
        links = [each.attributes["href"] or "" for each in page.all("main")[0].all("a")]
        assert not any(link.endswith(".md") for link in links)


def test_same_records_same_site(site: Path) -> None:
    for name, content in site_files().items():
        assert (site / name).read_bytes() == content, name


# The command


def test_command_writes_the_site(site: Path, tmp_path: Path) -> None:
    ran = CliRunner().invoke(report, ["--out", str(tmp_path / "new" / "folder")])
    assert ran.exit_code == 0, ran.output
    written = tmp_path / "new" / "folder" / "index.html"
    assert written.read_bytes() == (site / "index.html").read_bytes()
    assert ran.output == f"Written to {written}\n"


def test_folder_of_the_group_is_none_of_a_paper(tmp_path: Path) -> None:
    ran = CliRunner().invoke(report, ["--out", str(tmp_path / "x"), "han"])
    assert isinstance(ran.exception, GatehashError)
    assert "after the paper's name" in str(ran.exception)
    assert not (tmp_path / "x").exists()


@pytest.mark.usefixtures("site")
def test_a_folder_in_the_way_leaves_nothing_behind(tmp_path: Path) -> None:
    (tmp_path / "manual").write_text("a file")
    with pytest.raises(GatehashError, match="can't write report"):
        write_site(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["manual"]


@pytest.mark.parametrize("library", ["jinja2", "markdown_it"])
def test_nothing_is_written_where_a_library_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, library: str
) -> None:
    monkeypatch.setitem(sys.modules, library, None)
    monkeypatch.delitem(sys.modules, "gatehash.report.manual", raising=False)
    with pytest.raises(GatehashError, match=rf"{library} not found.*gatehash\[report\]"):
        write_site(tmp_path / "out")
    assert not (tmp_path / "out").exists()


# In a browser


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[webdriver.Chrome]:
    programs = [shutil.which(name) for name in ("chromium", "chromedriver")]
    if not all(programs):
        pytest.skip("no browser: it is in Debian's packages chromium and chromium-driver")
    options = webdriver.ChromeOptions()
    options.binary_location = programs[0] or ""
    options.set_capability("goog:loggingPrefs", {"performance": "ALL", "browser": "ALL"})
    for option in (
        *("headless", "no-sandbox", "disable-gpu", "disable-dev-shm-usage", "no-first-run"),
        *("disable-background-networking", "disable-component-update", "disable-sync"),
        f"user-data-dir={tmp_path_factory.mktemp('profile')}",
        "window-size=1280,1000",
    ):
        options.add_argument(f"--{option}")
    service = webdriver.ChromeService(executable_path=programs[1])
    driver = webdriver.Chrome(options=options, service=service)
    yield driver
    driver.quit()


KINDS = [
    *("index.html", "cores.html", "designs/skein512-x8.html", "designs/blake-chacha-mc-1.html"),
    *("papers/at.html", "papers/han.html", "papers/zalewski.html"),
    *("manual/index.html", "manual/implement.html"),
]


@pytest.fixture
def opened(browser: webdriver.Chrome, site: Path) -> webdriver.Chrome:
    browser.get("about:blank")
    browser.get((site / "index.html").as_uri())
    return browser


def log(driver: webdriver.Chrome, kind: str) -> list[Any]:
    return list(driver.get_log(kind))  # type: ignore[no-untyped-call]


def shown(driver: webdriver.Chrome, selector: str) -> list[str]:
    """The names of the elements that are shown."""
    found: list[str] = driver.execute_script(
        "return [...document.querySelectorAll(arguments[0])]"
        ".filter((each) => each.getClientRects().length).map((each) => each.dataset.name)",
        selector,
    )
    return found


def choose(driver: webdriver.Chrome, name: str, value: str) -> None:
    driver.find_element(By.CSS_SELECTOR, f"#filter [name={name}]").send_keys(value)


def column(driver: webdriver.Chrome, place: int) -> list[str]:
    texts: list[str] = driver.execute_script(
        "return [...document.querySelectorAll('#designs tbody tr')]"
        ".map((row) => row.cells[arguments[0]].textContent.trim())",
        place,
    )
    return texts


def ticks(driver: webdriver.Chrome) -> list[str]:
    return [each.text for each in driver.find_elements(By.CSS_SELECTOR, "#plane .grid text")]


@pytest.mark.parametrize("kind", KINDS)
def test_nothing_is_requested_and_nothing_complained_of(
    browser: webdriver.Chrome, site: Path, kind: str
) -> None:
    log(browser, "performance")
    log(browser, "browser")
    address = (site / kind).as_uri()
    browser.get(address)
    events = [json.loads(each["message"])["message"] for each in log(browser, "performance")]
    requests = [
        event["params"]["request"]["url"]
        for event in events
        if event["method"] == "Network.requestWillBeSent"
        # Not what the browser's own first tab asks for.
        and event["params"]["documentURL"] == address
    ]
    assert address in requests
    assert {each.partition(":")[0] for each in requests} <= {"file", "data"}
    assert log(browser, "browser") == []


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("width", [400, 1280])
def test_nothing_is_wider_than_the_window_and_its_wide_parts_scroll(
    browser: webdriver.Chrome, site: Path, kind: str, width: int
) -> None:
    size = {"width": width, "height": 800, "deviceScaleFactor": 1, "mobile": False}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    browser.get((site / kind).as_uri())
    wide, window, cut = browser.execute_script(
        "const { scrollWidth, clientWidth } = document.documentElement;"
        "return [scrollWidth, clientWidth,"
        " [...document.querySelectorAll('main *')].filter((each) => each.getClientRects().length"
        " && !each.closest('.wide, pre, svg')"
        " && each.getBoundingClientRect().right > clientWidth).map((each) => each.outerHTML)]"
    )
    browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    assert wide == window <= width
    assert cut == []


def test_columns_sort_both_ways_and_what_is_open_stays_below(opened: webdriver.Chrome) -> None:
    headings = opened.find_elements(By.CSS_SELECTOR, "#designs thead th")
    place = next(n for n, each in enumerate(headings) if each.text.startswith("Mb/s"))
    button = headings[place].find_element(By.TAG_NAME, "button")
    for press, order, reverse in (
        (button.click, "ascending", False),
        (lambda: button.send_keys(Keys.ENTER), "descending", True),
    ):
        press()
        assert headings[place].get_attribute("aria-sort") == order
        found = column(opened, place)
        figures = [float(each) for each in found if each != "-"]
        assert len(figures) > 20
        assert figures == sorted(figures, reverse=reverse)
        assert found[len(figures) :] == ["-"] * (len(found) - len(figures))
    headings[0].find_element(By.TAG_NAME, "button").click()
    assert headings[place].get_attribute("aria-sort") == "none"
    first = column(opened, 0)
    assert first.index("phash-2") < first.index("phash-16")


def test_one_filter_for_table_and_chart(opened: webdriver.Chrome) -> None:
    choose(opened, "algorithm", "skein-512-512")
    ours = {name for name, each in DESIGNS.items() if "skein-512-512" in each.algorithms}
    cores = {peer.name for peer in peers("skein-512-512") if peer.boundary == "stream"}
    assert cores
    # Stream tops are what is instantiated, and frequencies are of ECP5.
    assert set(shown(opened, "#designs tbody tr")) == ours | cores
    assert opened.find_element(By.ID, "shown").text.startswith(f"{len(ours | cores)} of ")
    points = set(shown(opened, "#plane .point"))
    assert cores <= points <= cores | ours
    opened.find_element(By.NAME, "cores").click()
    assert set(shown(opened, "#plane .point")) == points - cores
    choose(opened, "text", "X4")
    assert shown(opened, "#designs tbody tr") == ["skein512-x4"]
    choose(opened, "family", "sha2")
    assert shown(opened, "#designs tbody tr") == []
    assert "No point" in opened.find_element(By.ID, "members").text
    opened.find_element(By.CSS_SELECTOR, "#filter [type=reset]").click()
    lines = sum(len(each.jobs) for each in DESIGNS.values())
    lines += sum(peer.boundary == "stream" for peer in peers())
    # The form is written anew after the event.
    WebDriverWait(opened, 10).until(lambda _: len(shown(opened, "#designs tbody tr")) == lines)
    choose(opened, "target", "xc5v")
    choose(opened, "boundary", "core")
    assert set(shown(opened, "#designs tbody tr")) == set(DESIGNS)


def test_the_address_has_the_filter(opened: webdriver.Chrome, site: Path) -> None:
    choose(opened, "algorithm", "skein-512-512")
    choose(opened, "boundary", "core")
    choose(opened, "text", "x")
    opened.find_element(By.NAME, "cores").click()
    address, rows = opened.current_url, shown(opened, "#designs tbody tr")
    assert address.endswith("#algorithm=skein-512-512&boundary=core&text=x&cores=0")
    opened.get((site / "cores.html").as_uri())
    opened.get(address)
    assert shown(opened, "#designs tbody tr") == rows
    assert opened.find_element(By.NAME, "boundary").get_attribute("value") == "core"
    opened.execute_script("location.hash = '#algorithm=blake-512'")
    WebDriverWait(opened, 5).until(lambda _: shown(opened, "#designs tbody tr") != rows)
    assert opened.find_element(By.NAME, "cores").is_selected()


def test_axes_follow_the_filter_and_points_have_names(opened: webdriver.Chrome) -> None:
    before = ticks(opened)
    choose(opened, "algorithm", "skein-1024-1024")
    after = ticks(opened)
    assert len(after) > 3
    assert after != before
    labels = [each.text for each in opened.find_elements(By.CSS_SELECTOR, "#plane .label")]
    assert set(labels) == set(shown(opened, "#plane .point"))
    boxes = opened.execute_script(
        "return [...document.querySelectorAll('#plane .label')].map((each) => {"
        " const { left, right, top, bottom } = each.getBoundingClientRect();"
        " return [left, right, top, bottom]; })"
    )
    for place, (left, right, top, bottom) in enumerate(boxes):
        for other in boxes[:place]:
            apart = left >= other[1] or right <= other[0] or top >= other[3] or bottom <= other[2]
            assert apart


def test_front_is_of_one_algorithm_and_boundary(opened: webdriver.Chrome) -> None:
    assert not opened.find_elements(By.CSS_SELECTOR, "#plane .front")
    assert "Choose one algorithm" in opened.find_element(By.ID, "members").text
    choose(opened, "algorithm", "skein-512-512")
    points = opened.execute_script(
        "return [...document.querySelectorAll('#plane .point')].map(({ dataset, classList }) =>"
        " [dataset.name, +dataset.x, +dataset.y, classList.contains('front')])"
    )
    for _, x, rate, on_front in points:
        beaten = any(a <= x and b >= rate and (a < x or b > rate) for _, a, b, _ in points)
        assert on_front != beaten
    front = {name for name, _, _, on_front in points if on_front}
    listed = opened.find_element(By.ID, "members").text
    assert set(re.findall(r"[\w-]+", listed.partition(":")[2])) == front
    choose(opened, "boundary", "all")
    assert not opened.find_elements(By.CSS_SELECTOR, "#plane .front")


def test_a_point_tells_its_figures_and_leads_to_its_design(opened: webdriver.Chrome) -> None:
    point = opened.find_element(By.CSS_SELECTOR, "#plane .point[data-name=skein512-x8]")
    tip = opened.find_element(By.ID, "tip")
    assert not tip.is_displayed()
    opened.execute_script("arguments[0].focus()", point)
    assert tip.is_displayed()
    result = made_up(find("skein512-x8"), "ecp5")
    assert tip.text.startswith("skein512-x8\nskein-512-512, stream top on ecp5\n")
    assert f"{result.area.lut} LUT" in tip.text
    opened.execute_script(
        "arguments[0].dispatchEvent(new MouseEvent('click', { bubbles: true }))", point
    )
    assert opened.current_url.endswith("designs/skein512-x8.html")
    assert opened.find_element(By.TAG_NAME, "h1").text == "skein512-x8"


@pytest.mark.parametrize("kind", ["index.html", "manual/skein.html"])
@pytest.mark.parametrize(
    ("words", "address"),
    [("phash-4", "designs/phash-4.html"), ("critical path", "manual/implement.html#critical-path")],
)
def test_search_finds_designs_and_chapters(
    browser: webdriver.Chrome, site: Path, kind: str, words: str, address: str
) -> None:
    browser.get((site / kind).as_uri())
    field = browser.find_element(By.CSS_SELECTOR, "#finder input")
    field.send_keys(words)
    first = browser.find_element(By.CSS_SELECTOR, "#finder a")
    assert first.get_attribute("href") == (site / address.partition("#")[0]).as_uri() + (
        f"#{address.partition('#')[2]}" if "#" in address else ""
    )
    field.send_keys(Keys.ENTER)
    assert browser.current_url.endswith(address)
    browser.find_element(By.CSS_SELECTOR, "#finder input").send_keys("nobody has this")
    assert "Nothing found" in browser.find_element(By.ID, "finder").text


def test_a_table_as_csv_has_the_rows_that_are_shown(opened: webdriver.Chrome) -> None:
    choose(opened, "text", "skein512-x8")
    link = opened.find_element(By.CSS_SELECTOR, "#designs .csv")
    link.click()
    content = unquote((link.get_attribute("href") or "").partition(",")[2])
    (row,) = sheet(content.encode())
    result = made_up(find("skein512-x8"), "ecp5")
    assert (row["Design"], float(row["MHz"])) == ("skein512-x8", result.fmax_mhz)


def test_the_header_of_a_table_stays(opened: webdriver.Chrome) -> None:
    region = opened.find_element(By.CSS_SELECTOR, "#designs .wide")
    heading = opened.find_element(By.CSS_SELECTOR, "#designs thead th")
    opened.execute_script("arguments[0].scrollTop = 500", region)
    assert heading.location_once_scrolled_into_view["y"] == pytest.approx(
        region.location_once_scrolled_into_view["y"], abs=2
    )
    assert opened.execute_script("return arguments[0].scrollTop", region) == 500


def test_printing_opens_what_is_closed(browser: webdriver.Chrome, site: Path) -> None:
    browser.get((site / "designs" / f"{DETAILED}.html").as_uri())
    closed = "return document.querySelectorAll('details:not([open])').length"
    before = browser.execute_script(closed)
    assert before
    browser.execute_script("dispatchEvent(new Event('beforeprint'))")
    assert browser.execute_script(closed) == 0
    browser.execute_script("dispatchEvent(new Event('afterprint'))")
    assert browser.execute_script(closed) == before
