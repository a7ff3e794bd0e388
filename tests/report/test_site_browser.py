# SPDX-License-Identifier: Apache-2.0
"""The site in a browser."""

import json
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.wait import WebDriverWait
from tests.report.fakes import made_up
from tests.report.pages import DETAILED
from tests.report.reading import sheet

from gatehash.catalog import DESIGNS, find
from gatehash.published import peers


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


@contextmanager
def window(driver: webdriver.Chrome, width: int) -> Iterator[None]:
    """A window of so many pixels."""
    size = {"width": width, "height": 1000, "deviceScaleFactor": 1, "mobile": False}
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    try:
        yield
    finally:
        driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


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


# What is too wide for a wide window is too wide for a narrow one.
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("width", [400, pytest.param(1280, marks=pytest.mark.large)])
def test_nothing_is_wider_than_the_window_and_its_wide_parts_scroll(
    browser: webdriver.Chrome, site: Path, kind: str, width: int
) -> None:
    with window(browser, width):
        browser.get((site / kind).as_uri())
        wide, inner, cut = browser.execute_script(
            "const { scrollWidth, clientWidth } = document.documentElement;"
            "return [scrollWidth, clientWidth,"
            " [...document.querySelectorAll('main *')]"
            ".filter((each) => each.getClientRects().length && !each.closest('.wide, pre, svg')"
            " && each.getBoundingClientRect().right > clientWidth).map((each) => each.outerHTML)]"
        )
    assert wide == inner <= width
    assert cut == []


@pytest.mark.parametrize("width", [400, 800, 1280])
@pytest.mark.parametrize("chosen", ["", "#algorithm=skein-512-512", "#target=&boundary=&area=lut"])
def test_texts_of_the_chart_do_not_touch(
    browser: webdriver.Chrome, site: Path, width: int, chosen: str
) -> None:
    with window(browser, width):
        browser.get("about:blank")
        browser.get((site / "index.html").as_uri() + chosen)
        boxes = browser.execute_script(
            "return [...document.querySelectorAll('#plane text')].map((each) => {"
            " const { left, right, top, bottom } = each.getBoundingClientRect();"
            " return [left, right, top, bottom, each.textContent]; })"
        )
        plane = browser.execute_script(
            "const { left, right } = document.getElementById('plane').getBoundingClientRect();"
            "return [left, right];"
        )
    # Both axes have their names and figures.
    names = [each[4] for each in boxes]
    assert {"Mb/s", "LUT" if "area=lut" in chosen else "units"} <= set(names)
    assert sum(name.replace(",", "").isdigit() for name in names) >= 5
    for place, (left, right, top, bottom, name) in enumerate(boxes):
        assert plane[0] <= left <= right <= plane[1], name
        for other in boxes[:place]:
            apart = left >= other[1] or right <= other[0] or top >= other[3] or bottom <= other[2]
            assert apart, (name, other[4])


def test_a_family_has_a_colour_and_a_shape_of_its_own(opened: webdriver.Chrome) -> None:
    choose(opened, "boundary", "all")
    families = list(dict.fromkeys(design.family for design in DESIGNS.values()))
    marks = opened.execute_script(
        "return [...document.querySelectorAll('.legend [data-mark]')].map((each) =>"
        " [each.dataset.mark, getComputedStyle(each).fill, each.getAttribute('d'),"
        " each.closest('li').textContent.trim()])"
    )
    assert [each[3] for each in marks] == [*families, "open cores"]
    assert len({each[1] for each in marks}) == len({each[2] for each in marks}) == len(marks)
    known = {mark: (fill, shape) for mark, fill, shape, _ in marks}
    points = opened.execute_script(
        "return [...document.querySelectorAll('#plane .point')].map((each) =>"
        " [each.dataset.name, each.classList[2], getComputedStyle(each.firstChild).stroke,"
        " each.firstChild.getAttribute('d')])"
    )
    assert len({mark for _, mark, _, _ in points}) > 2
    for name, mark, stroke, shape in points:
        assert known[mark] == (stroke, shape)
        family = DESIGNS[name].family if name in DESIGNS else "open cores"
        assert [each[3] for each in marks if each[0] == mark] == [family]


def test_a_label_is_of_one_point(opened: webdriver.Chrome) -> None:
    """A design that several functions have points of is told with the function."""
    choose(opened, "boundary", "core")
    choose(opened, "family", "compact")
    opened.find_element(By.NAME, "cores").click()
    labels = [each.text for each in opened.find_elements(By.CSS_SELECTOR, "#plane .label")]
    assert len(set(labels)) == len(labels) > 3
    names = shown(opened, "#plane .point")
    for text in labels:
        name, _, work = text.partition(": ")
        assert names.count(name) == 1 or work.split()[0] in DESIGNS[name].algorithms


@pytest.mark.parametrize("kind", ["index.html", "cores.html", "scale/index.html", "papers/at.html"])
@pytest.mark.parametrize("width", [400, 1280])
def test_what_is_beyond_the_edge_has_a_hint(
    browser: webdriver.Chrome, site: Path, kind: str, width: int
) -> None:
    """The first column stays, and a line counts the columns that are cut off."""
    with window(browser, width):
        browser.get((site / kind).as_uri())
        # A hint follows its table's size, which is observed when a frame is laid out.
        browser.execute_async_script(
            "const done = arguments[0];"
            "requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)))"
        )
        regions = browser.execute_script(
            "return [...document.querySelectorAll('.wide')]"
            ".filter((each) => each.getClientRects().length).map((each) => {"
            " const words = each.previousElementSibling;"
            " return [each.scrollWidth - each.clientWidth, words.textContent,"
            " words.getClientRects().length > 0, words.className,"
            " each.classList.contains('more')]; })"
        )
        moved = browser.execute_script(
            "return [...document.querySelectorAll('.wide')].filter((each) =>"
            " each.querySelector('tbody th') && each.scrollWidth > each.clientWidth + 1)"
            ".map((each) => { each.scrollLeft = 10000;"
            " return [each.getBoundingClientRect().left,"
            " each.querySelector('tbody tr:not([hidden]) th').getBoundingClientRect().left]; })"
        )
    assert regions
    for beyond, words, visible, name, more in regions:
        assert name == "hint"
        assert visible is more is (beyond > 1)
        assert not visible or re.match(r"\d+ more columns?, scroll|wider than the window", words)
    assert moved
    for left, first in moved:
        assert first == pytest.approx(left, abs=1)


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
    assert set(shown(opened, "#designs tbody tr")) == {"skein512-x4", "skein512-x4-piped"}
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
    [("phash-4", "designs/phash-4.html"), ("critical path", "manual/records.html#critical-path")],
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
    choose(opened, "text", "skein1024-x4")
    link = opened.find_element(By.CSS_SELECTOR, "#designs .csv")
    link.click()
    content = unquote((link.get_attribute("href") or "").partition(",")[2])
    (row,) = sheet(content.encode())
    result = made_up(find("skein1024-x4"), "ecp5")
    assert (row["Design"], float(row["MHz"])) == ("skein1024-x4", result.fmax_mhz)


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
