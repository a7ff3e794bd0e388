# SPDX-License-Identifier: Apache-2.0
"""Pages of the site as trees of elements, and what tests look up in them."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser

from msgspec import structs
from tests.areas import area
from tests.report.fakes import made_up

from gatehash.catalog import Design, find
from gatehash.implement import CriticalPath, ModuleArea, Result

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


def of(pages: dict[str, Element], design: str) -> Element:
    return pages[f"designs/{design}.html"]
