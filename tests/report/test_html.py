# SPDX-License-Identifier: Apache-2.0
"""The page of everything: what it says, that it needs nothing else, how it works in a browser."""

import json
import re
import shutil
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs
from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement
from tests.areas import area
from tests.report.fakes import AT, SKEIN, made_up, store_all, store_stale
from typer.testing import CliRunner

from gatehash.catalog import DESIGNS, Design, find
from gatehash.cli.report import report
from gatehash.errors import GatehashError
from gatehash.implement import CriticalPath, ModuleArea, Result, figures_of, results, wanted_targets
from gatehash.implement.results import store
from gatehash.paths import rtl_root
from gatehash.published import paper, papers, peers
from gatehash.report import html_page, html_report, zalewski
from gatehash.report.diagram import block_diagram

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


def line(root: Element, design: str, boundary: str | None = None) -> list[str]:
    """Cells of a design's first line at a boundary in the catalogue's table."""
    rows = by_id(root, "designs").all("tbody")[0].children
    wanted = {"data-name": design, "data-boundary": boundary or find(design).compared}
    row = next(each for each in rows if wanted.items() <= each.attributes.items())
    return [cell.words for cell in row.children]


def boundaries(design: Design) -> list[str]:
    """Where a design is shown: where its paper measured, and at the stream top."""
    return list(dict.fromkeys((design.compared, "stream")))


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
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A page of the whole catalogue: some designs measured, one stale, one placed, most not."""
    folder = tmp_path_factory.mktemp("page")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(results, "results_roots", lambda: (folder / "results",))
        patch.setattr(zalewski, "MESSAGE_BLOCKS", 257)
        for design in AT:
            patch.setitem(DESIGNS, design.name, design)
        store_all((*SKEIN, *AT))
        store(made_up(find(PLACED), "ecp5", routed=False))
        store(detailed())
        store_stale(find(STALE), "ecp5")
        yield html_report(folder / "out")


@pytest.fixture(scope="module")
def text(page: Path) -> str:
    return page.read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def root(text: str) -> Element:
    return parsed(text)


# Without a browser


def test_one_file_that_needs_nothing_else(page: Path, text: str, root: Element) -> None:
    assert [path.name for path in page.parent.iterdir()] == ["index.html"]
    for element in everything(root):
        for name in ("src", "href", "srcset", "action", "data", "poster"):
            value = element.attributes.get(name)
            assert value is None or value.startswith(("#", "data:")), (element.tag, value)
    assert not re.search(r"@import|url\(|https?:", text)
    assert not root.all("iframe")
    (policy,) = (each for each in root.all("meta") if "http-equiv" in each.attributes)
    assert (policy.attributes["content"] or "").startswith("default-src 'none'")


def test_identifiers_are_unique_and_links_resolve(root: Element) -> None:
    names = [each.attributes["id"] for each in everything(root) if "id" in each.attributes]
    assert sorted(set(names), key=str) == sorted(names, key=str)
    targets = {each.attributes["href"] for each in root.all("a")}
    assert len(targets) > len(DESIGNS)
    assert targets <= {f"#{name}" for name in names}


def test_every_design_and_variant_is_there(root: Element) -> None:
    rows = by_id(root, "designs").all("tbody")[0].children
    names = ("data-name", "data-algorithm", "data-boundary")
    shown = [tuple(row.attributes[name] for name in names) for row in rows]
    assert shown == [
        (design.name, job.name, boundary)
        for design in DESIGNS.values()
        for job in design.jobs.values()
        for boundary in boundaries(design)
    ]
    assert {each.attributes["id"] for each in root.all("article")} == set(DESIGNS)


def test_every_published_row_is_there(root: Element) -> None:
    for name in papers():
        words = by_id(root, f"paper-{name}").words
        for table in paper(name).tables:
            assert table.title in words
            sheet = by_id(root, f"{name}-{table.id}")
            rows = [[cell.words for cell in row.children] for row in sheet.all("tr")]
            for row in table.rows:
                figures = {row.throughput_mbps, row.slices, row.cycles} - {None}
                printed = [
                    cells
                    for cells in rows
                    if all(any(f"{value:g}" in cell for cell in cells) for value in figures)
                ]
                assert printed, row.id
        for figure in paper(name).figures:
            assert figure.title in words


def test_every_peer_is_there_and_its_frequency_is_labelled(root: Element) -> None:
    words = by_id(root, "peers").words
    for peer in peers():
        assert peer.name in words
        assert peer.architecture in words
        if peer.ecp5_fmax_mhz:
            assert f"{peer.ecp5_fmax_mhz:g} {peer.fmax_kind}" in words
    assert words.count("core, messages come padded") > 10


def test_figures_of_a_design(root: Element) -> None:
    design = find("skein512-x8")
    result = made_up(design, "ecp5")
    throughput = figures_of(design.principal_job, result, "ecp5", "stream").rate.mbps or 0
    lc = str(made_up(design, "xc5v").area.lc)
    assert line(root, design.name) == [
        "skein512-x8",
        "skein",
        "skein-512-512",
        "stream top",
        "10",
        lc,
        lc if "xc6v" in wanted_targets(design) else "-",
        str(result.area.lut),
        str(result.area.ff),
        "0",
        f"{result.fmax_mhz:.1f}",
        "routed",
        f"{throughput:.0f}",
        f"{throughput / result.area.lut:.3f}",
    ]
    words = by_id(root, design.name).words
    assert "10 N + 10" in words
    assert f"seed 2: {result.runs[1].fmax_mhz:.2f} MHz routed" in words
    assert result.source_key in words
    assert "pyosys 0.70" in words
    assert result.command in words


def test_median_lowest_and_highest_frequency_of_a_design(root: Element) -> None:
    result = detailed()
    assert [run.seed for run in result.runs] == [1, 2, 3]
    (row,) = (
        [cell.words for cell in each.children]
        for each in by_id(root, DETAILED).all("tr")
        if each.children[0].words == "ecp5"
    )
    assert row[1] == "stream top"
    assert row[10] == f"{result.runs[1].fmax_mhz:.1f}"
    assert row[11] == f"{result.runs[0].fmax_mhz:.1f} to {result.runs[2].fmax_mhz:.1f}"
    (area_only,) = (
        [cell.words for cell in each.children]
        for each in by_id(root, DETAILED).all("tr")
        if each.children[0].words == "xc5v"
    )
    assert area_only[10:12] == ["-", "-"]
    mapped = made_up(find(DETAILED), "xc5v").area
    assert area_only[2] == f"{max(mapped.lc or 0, mapped.ff) / 4:.0f}"


def test_critical_path_of_the_median_run(root: Element) -> None:
    words = by_id(root, DETAILED).words
    assert (
        "Critical path on ecp5, stream top, seed 2, the median of 3: from a_q to b_q[2]: "
        "14 levels of logic (9 of carry), 6.1 ns of it logic and 7.9 ns routing, through u."
    ) in words
    assert "b_q[1]" not in words
    assert "Critical path on" not in by_id(root, PLACED).words


def test_area_by_module(root: Element) -> None:
    area = detailed().area
    tables = area.lut + 2 * area.carry
    shares = [100 * part / tables for part in (area.lut + 2 * area.carry - 250, 100, 100, 50)]
    rows = [
        each
        for each in by_id(root, DETAILED).all("tr")
        if any("share" in (cell.attributes.get("class") or "") for cell in each.children)
    ]
    assert [[cell.words for cell in row.children] for row in rows] == [
        [
            *("top", "gh_skein", str(area.lut - 150), str(area.ff - 200), "50", "0", "0"),
            f"{shares[0]:.1f} %",
        ],
        ["u_core", "gh_skein_core", "100", "200", "0", "0", "0", f"{shares[1]:.1f} %"],
        ["gen_x[0].u_keys", "gh_threefish_keys", "0", "0", "50", "0", "0", f"{shares[2]:.1f} %"],
        ["u_digest", "gh_digest_stream", "50", "0", "0", "0", "0", f"{shares[3]:.1f} %"],
    ]
    indents = [row.children[0].attributes["style"] for row in rows]
    assert indents == [f"padding-left: {each}rem" for each in (0.0, 1.2, 2.4, 1.2)]
    assert "Area by module" not in by_id(root, PLACED).words


def test_what_is_not_measured_is_said_in_words(root: Element) -> None:
    stale = line(root, STALE)
    assert "stale: measured before the design changed, and not shown" in stale
    assert stale[7:11] == ["-"] * 4
    assert line(root, "sha512-lut")[11] == "core not measured"
    assert line(root, "sha512-lut", "stream")[11] == "stream top not measured"
    assert line(root, PLACED)[11] == "placed"
    missing = by_id(root, "sha512-lut").words
    assert "ecp5, core: core not measured" in missing
    assert "ecp5, stream top: stream top not measured" in missing
    for boundary in ("core", "stream"):
        assert f"gatehash synth sha512-lut --target ecp5 --boundary {boundary}" in missing


def test_frequencies_are_said_to_be_of_ecp5(root: Element) -> None:
    assert "is an ECP5's" in by_id(root, "overview").words
    measured = sum(design.name != STALE for design in (*SKEIN, *AT))
    tiles = [each.words for each in by_id(root, "overview").all("dd")]
    assert tiles[0] == str(len(DESIGNS))
    assert int(tiles[2]) + int(tiles[3]) == measured
    assert int(tiles[3]) == 1


def test_points_are_those_designs_and_peers_that_have_a_throughput(root: Element) -> None:
    points = by_id(root, "chart").all("a")
    ours = [design for design in (*SKEIN, *AT) if design.name != STALE]
    assert len(points) == sum(len(each.jobs) for each in ours) + sum(
        peer.ecp5_mbps is not None for peer in peers()
    )
    assert all(each.attributes["aria-label"] for each in points)
    hollow = {
        each.attributes["data-name"]
        for each in points
        if "placed" in (each.attributes["class"] or "").split()
    }
    assert hollow == {PLACED, *(peer.name for peer in peers() if peer.fmax_kind == "placed")}


def test_tables_and_pictures_tell_what_they_are(root: Element) -> None:
    assert all(each.attributes.get("alt") for each in root.all("img"))
    assert len(root.all("img")) == 4
    for table in root.all("table"):
        assert all(each.attributes.get("scope") for each in table.all("th"))
    for region in everything(root):
        if region.attributes.get("role") == "region":
            assert region.attributes.get("aria-label")
    for each in root.all("svg"):
        assert each.attributes.get("aria-label") or each.attributes.get("aria-hidden") == "true"


@pytest.mark.parametrize(
    "name", sorted({each.hardware.stream.top: n for n, each in DESIGNS.items()}.values())
)
def test_ports_are_those_of_the_rtl(root: Element, name: str) -> None:
    design = find(name)
    (path,) = rtl_root().rglob(f"{design.hardware.stream.top}.sv")
    declared = re.findall(r"(in|out)put +wire logic[^;]*? (\w+),?\n", path.read_text("utf-8"))
    shown = [
        [cell.words for cell in row.children]
        for row in by_id(root, name).all("tr")
        if row.children[0].all("code")
    ]
    assert sorted((direction, port) for port, direction, *_ in shown) == sorted(declared)
    widths = {port: int(bits) for port, _, bits, _ in shown}
    assert widths["s_axis_tdata"] == 8 * widths["s_axis_tkeep"] == design.hardware.stream_bits


def test_diagrams_show_what_the_rtl_instantiates() -> None:
    words = block_diagram(find("skein512-x8")).words
    assert words == (
        "s_axis to gh_skein (gh_hash_shell (gh_register_slice, gh_message_padder, gh_block_buffer, "
        "gh_digest_stream), gh_skein_core (gh_threefish (gh_threefish_keys, gh_threefish_rounds))) "
        "to m_axis"
    )
    for design in DESIGNS.values():
        drawn = block_diagram(design)
        for box in drawn.boxes:
            assert box.module.purpose.endswith("."), box.module.name
            assert 0 < box.x < box.x + box.width < drawn.width
            assert 0 < box.y < box.y + box.height < drawn.height
        assert design.hardware.core.top in drawn.words


@pytest.mark.usefixtures("page")
def test_commands_of_every_section_are_those_of_the_design(text: str) -> None:
    for name, design in DESIGNS.items():
        used = re.search(rf"gatehash (hash|crypt) --design {name} --algorithm (\S+)", text)
        assert used
        assert used[2] in design.algorithms
        assert f"gatehash bench {name}\n" in text


@pytest.mark.usefixtures("page")
def test_same_records_same_page(text: str) -> None:
    assert html_page() == text


# The command


def test_command_writes_the_page(page: Path, tmp_path: Path) -> None:
    ran = CliRunner().invoke(report, ["--out", str(tmp_path / "new" / "folder")])
    assert ran.exit_code == 0, ran.output
    written = tmp_path / "new" / "folder" / "index.html"
    assert written.read_bytes() == page.read_bytes()
    assert ran.output == f"Written to {written}\n"


def test_folder_of_the_group_is_none_of_a_paper(tmp_path: Path) -> None:
    ran = CliRunner().invoke(report, ["--out", str(tmp_path / "x"), "han"])
    assert isinstance(ran.exception, GatehashError)
    assert "after the paper's name" in str(ran.exception)
    assert not (tmp_path / "x").exists()


def test_nothing_is_written_where_jinja2_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "jinja2", None)
    with pytest.raises(GatehashError, match=r"jinja2 not found.*gatehash\[report\]"):
        html_report(tmp_path / "out")
    assert not (tmp_path / "out").exists()


# In a browser


@pytest.fixture(scope="module")
def browser(page: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[webdriver.Chrome]:
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


@pytest.fixture
def opened(browser: webdriver.Chrome, page: Path) -> webdriver.Chrome:
    browser.get(page.as_uri())
    return browser


def log(driver: webdriver.Chrome, kind: str) -> list[Any]:
    return list(driver.get_log(kind))  # type: ignore[no-untyped-call]


def shown(driver: webdriver.Chrome, selector: str) -> list[WebElement]:
    return [each for each in driver.find_elements(By.CSS_SELECTOR, selector) if each.is_displayed()]


def names(elements: list[WebElement]) -> list[str]:
    return [each.get_attribute("data-name") or "" for each in elements]


def choose(driver: webdriver.Chrome, name: str, value: str) -> None:
    driver.find_element(By.CSS_SELECTOR, f"#filter [name={name}]").send_keys(value)


def column(driver: webdriver.Chrome, place: int) -> list[str]:
    cells: list[str] = driver.execute_script(
        "return [...document.querySelectorAll('#designs tbody tr')]"
        ".map((row) => row.cells[arguments[0]].textContent.trim())",
        place,
    )
    return cells


def test_nothing_is_requested_and_nothing_complained_of(
    browser: webdriver.Chrome, page: Path
) -> None:
    log(browser, "performance")
    browser.get(page.as_uri())
    choose(browser, "name", "skein")
    events = [json.loads(each["message"])["message"] for each in log(browser, "performance")]
    requests = [
        event["params"]["request"]["url"]
        for event in events
        if event["method"] == "Network.requestWillBeSent"
        # Not what the browser's own first tab asks for.
        and event["params"]["documentURL"] == page.as_uri()
    ]
    assert page.as_uri() in requests
    assert {each.partition(":")[0] for each in requests} <= {"file", "data"}
    assert log(browser, "browser") == []


def test_columns_sort_both_ways_and_what_is_open_stays_below(opened: webdriver.Chrome) -> None:
    button = opened.find_elements(By.CSS_SELECTOR, "#designs thead button")[12]
    heading = opened.find_elements(By.CSS_SELECTOR, "#designs thead th")[12]
    assert button.text == "Mb/s"
    for press, order, reverse in (
        (button.click, "ascending", False),
        (lambda: button.send_keys(Keys.ENTER), "descending", True),
    ):
        press()
        assert heading.get_attribute("aria-sort") == order
        found = column(opened, 12)
        figures = [float(each) for each in found if each != "-"]
        assert len(figures) > 20
        assert figures == sorted(figures, reverse=reverse)
        assert found[len(figures) :] == ["-"] * (len(found) - len(figures))
    opened.find_element(By.CSS_SELECTOR, "#designs thead button").click()
    assert heading.get_attribute("aria-sort") == "none"
    first = column(opened, 0)
    assert first.index("phash-2") < first.index("phash-16")


def test_one_filter_for_table_and_chart(opened: webdriver.Chrome) -> None:
    choose(opened, "algorithm", "skein-512-512")
    wanted = {name for name, each in DESIGNS.items() if "skein-512-512" in each.algorithms}
    # Stream tops are what is instantiated.
    boundary = opened.find_element(By.CSS_SELECTOR, "#filter [name=boundary]")
    assert boundary.get_attribute("value") == "stream"
    assert set(names(shown(opened, "#designs tbody tr"))) == wanted
    assert opened.find_element(By.ID, "shown").text.startswith(f"{len(wanted)} of ")
    cores = {peer.name for peer in peers("skein-512-512") if peer.boundary == "stream"}
    assert cores
    points = set(names(shown(opened, "#chart .point")))
    assert cores <= points <= cores | wanted
    opened.find_element(By.NAME, "peers").click()
    assert set(names(shown(opened, "#chart .point"))) == points - cores
    choose(opened, "name", "X4")
    assert names(shown(opened, "#designs tbody tr")) == ["skein512-x4"]
    choose(opened, "family", "sha2")
    assert shown(opened, "#designs tbody tr") == []
    assert "No point" in opened.find_element(By.ID, "members").text
    opened.find_element(By.CSS_SELECTOR, "#filter [type=reset]").click()
    lines = sum(len(each.jobs) for each in DESIGNS.values())
    assert len(shown(opened, "#designs tbody tr")) == lines
    choose(opened, "boundary", "core")
    rows = shown(opened, "#designs tbody tr")
    assert {each.get_attribute("data-boundary") for each in rows} == {"core"}
    spots = shown(opened, "#chart .point")
    assert {each.get_attribute("data-boundary") for each in spots} == {"core"}
    choose(opened, "boundary", "all")
    assert len(shown(opened, "#designs tbody tr")) > lines


def test_nothing_shown_beats_the_front(opened: webdriver.Chrome) -> None:
    points = shown(opened, "#chart .point")
    figures = [
        (
            float(each.get_attribute("data-x") or 0),
            -float(each.get_attribute("data-y") or 0),
            "front" in (each.get_attribute("class") or "").split(),
        )
        for each in points
    ]
    for x, rate, on_front in figures:
        beaten = any(a <= x and b >= rate and (a < x or b > rate) for a, b, _ in figures)
        if on_front:
            assert not beaten
        else:
            assert beaten or (x, rate, True) in figures
    listed = opened.find_element(By.ID, "members").text
    front = {name for name, (_, _, each) in zip(names(points), figures, strict=True) if each}
    assert set(re.findall(r"[\w-]+", listed.partition(":")[2])) == front


def test_a_point_tells_its_figures_and_leads_to_its_design(opened: webdriver.Chrome) -> None:
    point = opened.find_element(By.CSS_SELECTOR, "#chart .point[data-name=skein512-x8]")
    tip = opened.find_element(By.ID, "tip")
    assert not tip.is_displayed()
    opened.execute_script("arguments[0].focus()", point)
    assert tip.is_displayed()
    result = made_up(find("skein512-x8"), "ecp5")
    assert tip.text.startswith("skein512-x8\nskein-512-512; stream top\n")
    assert f"{result.area.lut} LUT4" in tip.text
    opened.execute_script(
        "arguments[0].dispatchEvent(new MouseEvent('click', { bubbles: true }))", point
    )
    assert opened.current_url.endswith("#skein512-x8")
    top = opened.find_element(By.ID, "skein512-x8").location_once_scrolled_into_view["y"]
    assert 0 <= top < 1000


def test_all_links_lead_somewhere(opened: webdriver.Chrome) -> None:
    lost = opened.execute_script(
        "return [...document.querySelectorAll('a')].map((each) => each.getAttribute('href'))"
        ".filter((href) => !document.getElementById(href.slice(1)))"
    )
    assert lost == []


@pytest.mark.parametrize("width", [360, 768, 1280])
def test_only_tables_are_wider_than_the_window(opened: webdriver.Chrome, width: int) -> None:
    opened.execute_cdp_cmd(
        "Emulation.setDeviceMetricsOverride",
        {"width": width, "height": 800, "deviceScaleFactor": 1, "mobile": False},
    )
    widths = opened.execute_script(
        "const top = document.documentElement;return [top.scrollWidth, top.clientWidth, innerWidth]"
    )
    opened.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    assert widths[0] == widths[1] <= widths[2] == width


def test_printing_opens_what_is_closed(opened: webdriver.Chrome) -> None:
    closed = "return document.querySelectorAll('details:not([open])').length"
    before = opened.execute_script(closed)
    assert before
    opened.execute_script("dispatchEvent(new Event('beforeprint'))")
    assert opened.execute_script(closed) == 0
    opened.execute_script("dispatchEvent(new Event('afterprint'))")
    assert opened.execute_script(closed) == before
