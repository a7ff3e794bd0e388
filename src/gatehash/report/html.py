# SPDX-License-Identifier: Apache-2.0
"""All that is known of the catalogue as one page of HTML that needs nothing else."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from gatehash import __version__
from gatehash.catalog import DESIGNS, BoundaryName, Design
from gatehash.errors import GatehashError
from gatehash.implement import (
    BOUNDARIES,
    TARGETS,
    Target,
    wanted_targets,
)
from gatehash.published import Peer, peers
from gatehash.report.diagram import Module, block_diagram, structure
from gatehash.report.document import Document
from gatehash.report.files import write_files
from gatehash.report.legend import peer_words
from gatehash.report.lines import (
    COLUMNS,
    ByBoundary,
    Measurement,
    Work,
    cycle_formulas,
    exact,
    flat,
    measurements_of,
    throughput,
    works_of,
)
from gatehash.report.papers import DOCUMENTS
from gatehash.report.peers import figure_words, peer_grids, peer_rows
from gatehash.report.plane import Axis, fit
from gatehash.report.render import Grid, as_grid, number
from gatehash.report.tables import PLACED, Comparison

__all__ = ["html_page", "html_report"]

_CHART = {"width": 1000, "height": 560, "left": 70, "right": 20, "top": 16, "bottom": 56}

_BOUNDARIES = {
    "core": "core: messages come padded",
    "stream": "stream top: padding and interface included",
}


@dataclass(frozen=True)
class _Point:
    """A point of the chart, at a place in pixels, and where it leads."""

    x: float
    y: float
    kind: Literal["routed", "placed"]
    family: str
    boundary: BoundaryName
    algorithms: tuple[str, ...]
    name: str
    link: str
    lines: tuple[str, ...]


def html_report(out: Path) -> Path:
    """Write the page.

    Parameters
    ----------
    out : Path
        Folder for ``index.html``; made if need be, and left as it was if anything fails.

    Returns
    -------
    Path
        The page.

    Raises
    ------
    GatehashError
        If the folder can't be written, jinja2 or matplotlib are missing, or a record is damaged.
    """
    write_files(out, {"index.html": html_page().encode()})
    return out / "index.html"


def html_page() -> str:
    """Return the page: the papers, the catalogue, a chart, and a section for each design.

    It is one document with its style, script and figures inside; nothing is loaded from elsewhere.

    Raises
    ------
    GatehashError
        If jinja2 or matplotlib are missing, or a record is damaged.
    """
    try:
        from jinja2 import Environment, PackageLoader, StrictUndefined
    except ImportError as error:
        raise GatehashError(
            "jinja2 not found; the page needs it, get it with: pip install 'gatehash[report]'"
        ) from error
    environment = Environment(
        loader=PackageLoader("gatehash.report"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {"prose": _prose, "exact": exact}
    return environment.get_template("index.html").render(_content())


def _content() -> dict[str, Any]:
    """Return all that the page tells."""
    measurements = {name: measurements_of(design) for name, design in DESIGNS.items()}
    works = {name: list(works_of(DESIGNS[name], measurements[name])) for name in DESIGNS}
    everything = [work for each in works.values() for work in each]
    told = {name: [*flat(each)] for name, each in measurements.items()}
    algorithms = sorted({work.design.algorithm.name for work in everything})
    families = list(dict.fromkeys(design.family for design in DESIGNS.values()))
    beside = peer_grids(peer_rows(algorithms, list(DESIGNS.values())))
    taken = {grid.title for grid in beside}
    documents = [document() for document in DOCUMENTS.values()]
    printed = {
        row.id: row.id.rpartition("/")[0].replace("/", "-")
        for document in documents
        for table in document.source.tables
        for row in table.rows
    }
    return {
        "version": __version__,
        "families": families,
        "algorithms": algorithms,
        "boundaries": BOUNDARIES,
        "targets": [_target(target, told) for target in TARGETS.values()],
        "tools": _tools(told),
        "counts": _counts(measurements),
        "works": everything,
        "columns": COLUMNS,
        "chart": _chart(everything),
        "papers": [_paper(document, taken) for document in documents],
        "peers": [(f"peers-{_slug(grid)}", grid) for grid in beside],
        "peer_words": peer_words(algorithms),
        "peer_figures": figure_words(algorithms),
        "sections": {
            family: [
                _section(design, measurements[design.name], works[design.name], printed)
                for design in DESIGNS.values()
                if design.family == family
            ]
            for family in families
        },
        "modules": {family: _modules(family) for family in families},
    }


def _slug(grid: Grid) -> str:
    return re.sub("[^a-z0-9]+", "-", grid.title.lower()).strip("-")


def _prose(text: str) -> Any:
    """Mark commands between backticks as code, and lead from names of designs to them."""
    from markupsafe import Markup, escape

    marked = re.sub("`(.+?)`", r"<code>\1</code>", str(escape(text)))
    name = "|".join(map(re.escape, sorted(DESIGNS, key=len, reverse=True)))
    linked = re.sub(rf"(?<![\w-])({name})(?![\w-])", r'<a href="#\1">\1</a>', marked)
    return Markup(linked)


# What was measured


def _target(target: Target, measurements: Mapping[str, Sequence[Measurement]]) -> Any:
    each = [
        [one for one in found if one.target.name == target.name] for found in measurements.values()
    ]
    return {
        "name": target.name,
        "description": target.description,
        "gives": "area and frequency" if target.place_and_route else "area only",
        "measured": sum(any(one.result for one in found) for found in each),
        "stale": sum(any(one.stale for one in found) for found in each),
        "shown": target.for_all or any(one.result or one.stale for found in each for one in found),
    }


def _tools(measurements: Mapping[str, Sequence[Measurement]]) -> dict[str, str]:
    """Return the tools of all records with their versions."""
    found: dict[str, set[str]] = {}
    for each in measurements.values():
        for one in each:
            for tool, version in (one.result.tools if one.result else {}).items():
                found.setdefault(tool, set()).add(version)
    return {tool: ", ".join(sorted(found[tool])) for tool in sorted(found)}


def _counts(measurements: Mapping[str, ByBoundary]) -> dict[str, int]:
    """Count the designs by what their frequency is where their papers measured."""
    results = [found[DESIGNS[name].compared][PLACED].result for name, found in measurements.items()]
    kinds = [result.fmax_kind if result else None for result in results]
    return {
        "routed": kinds.count("routed"),
        "placed": kinds.count("placed"),
        "open": kinds.count(None),
    }


# The chart


def _chart(works: Sequence[Work]) -> dict[str, Any]:
    figures: list[tuple[float | None, float | None, Work | Peer]] = [
        *((work.figures.luts, work.rate.mbps, work) for work in works if work.rate),
        *((peer.ecp5_lut4, peer.ecp5_mbps, peer) for peer in peers()),
    ]
    known = [(lut, rate, each) for lut, rate, each in figures if lut and rate]
    across = fit((lut for lut, _, _ in known), _CHART["left"], _CHART["width"] - _CHART["right"])
    up = fit((rate for _, rate, _ in known), _CHART["height"] - _CHART["bottom"], _CHART["top"])
    return {
        **_CHART,
        "across": _ticks(across),
        "up": _ticks(up),
        "points": [
            _point(across.place(lut), up.place(rate), lut, rate, each) for lut, rate, each in known
        ],
    }


def _ticks(axis: Axis) -> list[tuple[float, str]]:
    return [(axis.place(value), f"{value:,g}") for value in axis.ticks]


def _point(x: float, y: float, lut: float, rate: float, each: Work | Peer) -> _Point:
    rates = f"{throughput(rate)} Mb/s, {rate / lut:.3f} per LUT4"
    if isinstance(each, Peer):
        return _Point(
            x=x,
            y=y,
            kind=each.fmax_kind or "placed",
            family="",
            boundary=each.boundary,
            algorithms=each.algorithms,
            name=each.name,
            link="peers",
            lines=(
                f"{', '.join(each.algorithms)}; open core, {each.architecture}; {each.includes}",
                f"{lut} LUT4, {number(each.ecp5_fmax_mhz, 1)} MHz {each.fmax_kind}",
                rates,
            ),
        )
    design, found = each.design, each.placed
    frequency, kind = (found.fmax_mhz, found.fmax_kind) if found else (None, None)
    return _Point(
        x=x,
        y=y,
        kind=kind or "placed",
        family=design.family,
        boundary=each.boundary,
        algorithms=(design.algorithm.name,),
        name=design.name,
        link=design.name,
        lines=(
            "; ".join(filter(None, (each.label, each.lanes, BOUNDARIES[each.boundary]))),
            f"{lut} LUT4, {number(frequency, 1)} MHz {kind}",
            rates + (", each message" if each.lanes else ""),
        ),
    )


# The papers


def _paper(document: Document, taken: set[str]) -> dict[str, Any]:
    """Return a paper's report without the tables of peers, which have a place of their own."""
    name = document.source.name
    tables = [
        (_anchor(name, table, place), as_grid(table))
        for place, table in enumerate(document.tables)
        if isinstance(table, Comparison) or table.title not in taken
    ]
    pictures = [
        {"picture": each, "source": _inline(each.draw()["svg"])} for each in document.pictures
    ]
    return {"name": name, "document": document, "tables": tables, "pictures": pictures}


def _anchor(paper: str, table: Comparison | Grid, place: int) -> str:
    found = re.match(r"Table (\d+)\b", table.title)
    return f"{paper}-{found[1]}" if found else f"{paper}-extra-{place}"


def _inline(svg: bytes) -> str:
    return "data:image/svg+xml;base64," + base64.b64encode(svg).decode()


# A section for each design


def _section(
    design: Design,
    measurements: ByBoundary,
    works: Sequence[Work],
    printed: Mapping[str, str],
) -> dict[str, Any]:
    known = [each for each in flat(measurements) if each.result or each.stale]
    # At the stream top a frequency is of use to whoever instantiates it; an area alone is not.
    sought = {(target, design.compared) for target in wanted_targets(design)} | {(PLACED, "stream")}
    missing = [
        each
        for each in flat(measurements)
        if each not in known and (each.target.name, each.boundary) in sought
    ]
    return {
        "design": design,
        "boundary": _BOUNDARIES[design.compared],
        "diagram": block_diagram(design),
        "ports": list(_ports(design)),
        "works": [
            {"work": work, **cycle_formulas(work.design)}
            for work in works
            if work.boundary == design.compared
        ],
        "measurements": known,
        "missing": missing,
        "rows": [(row, printed[row]) for row in design.paper_rows if row in printed],
        "use": _use(works[0].design),
    }


def _ports(design: Design) -> Iterator[tuple[str, str, int, str]]:
    """Return the stream top's ports: name, direction, width in bits, meaning."""
    yield "aclk", "in", 1, "clock"
    yield "aresetn", "in", 1, "reset, low, synchronous"
    width, keep = design.stream_bits, design.stream_bits // 8
    answer = "digest" if design.algorithm.operation == "hash" else "answer"
    for mark in ("", *map(str, range(1, design.lanes))):
        if design.algorithm.config is not None:
            name = f"s{mark}_axis_cfg"
            yield f"{name}_tdata", "in", width, "what becomes of the message: a packet each"
            yield f"{name}_tlast", "in", 1, "last beat of the packet"
            yield f"{name}_tvalid", "in", 1, "a beat is there"
            yield f"{name}_tready", "out", 1, "it is taken"
        name = f"s{mark}_axis"
        yield f"{name}_tdata", "in", width, "message, byte 0 in bits 7:0 of the first beat"
        yield f"{name}_tkeep", "in", keep, "bytes that count; all ones but in the last beat"
        yield f"{name}_tlast", "in", 1, "last beat of the message"
        yield f"{name}_tvalid", "in", 1, "a beat is there"
        yield f"{name}_tready", "out", 1, "it is taken"
        name = f"m{mark}_axis"
        yield f"{name}_tdata", "out", width, f"{answer}, in the standard's order"
        yield f"{name}_tkeep", "out", keep, "bytes that count"
        yield f"{name}_tlast", "out", 1, f"last beat of the {answer}"
        yield f"{name}_tuser", "out", 1, "with tlast: the packet was malformed"
        yield f"{name}_tvalid", "out", 1, "a beat is there; it is held until it is taken"
        yield f"{name}_tready", "in", 1, "it is taken"


def _use(design: Design) -> str:
    """Return a command line that puts a design to work in simulation."""
    if design.algorithm.operation == "hash":
        return f"gatehash hash --design {design.name} --algorithm {design.algorithm.name} FILE"
    cipher = design.ciphers[design.algorithm.name]
    values = "".join(f"--{name} HEX " for name in cipher.parameters if name not in cipher.defaults)
    return (
        f"gatehash crypt --design {design.name} --algorithm {design.algorithm.name} {values}"
        "IN -o OUT"
    )


def _modules(family: str) -> dict[str, str]:
    """Return the purpose of each module in a family's diagrams."""
    found: dict[str, str] = {}

    def walk(module: Module) -> None:
        found.setdefault(module.name, module.purpose)
        for part in module.parts:
            walk(part)

    for design in DESIGNS.values():
        if design.family == family:
            walk(structure(design))
    return found
