# SPDX-License-Identifier: Apache-2.0
"""All that is known of the catalogue as one page of HTML that needs nothing else."""

from __future__ import annotations

import base64
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any, Literal

from gatehash import __version__
from gatehash.catalog import DESIGNS, Design
from gatehash.errors import GatehashError
from gatehash.implement import (
    TARGETS,
    Area,
    ModuleArea,
    Result,
    Target,
    load,
    measured,
    wanted_targets,
)
from gatehash.implement.record import synth_command
from gatehash.published import Peer, peers
from gatehash.report.diagram import Module, block_diagram, structure
from gatehash.report.document import Document
from gatehash.report.files import write_files
from gatehash.report.legend import peer_words
from gatehash.report.papers import DOCUMENTS
from gatehash.report.peers import figure_words, peer_grids, peer_rows
from gatehash.report.plane import Axis, fit
from gatehash.report.render import Grid, as_grid, number
from gatehash.report.tables import PLACED, Comparison, over

__all__ = ["html_page", "html_report"]

_CHART = {"width": 1000, "height": 560, "left": 70, "right": 20, "top": 16, "bottom": 56}

_BOUNDARIES = {
    "core": "core: messages come padded",
    "stream": "stream top: padding and interface included",
}


@dataclass(frozen=True)
class _Measurement:
    """What is known of a design on a target.

    Parameters
    ----------
    target : Target
        The target.
    result : Result or None
        The record; None if there is none, or a stale one.
    words : str
        What its frequency is, or why there is none.
    stale : bool
        Whether there is a stale one.
    command : str
        Command line that makes it, or makes it again.
    """

    target: Target
    result: Result | None
    words: str
    stale: bool
    command: str

    @property
    def spread(self) -> str:
        """The lowest and the highest frequency where several seeds were run."""
        result = self.result
        if result is None or result.fmax_min is None or len(result.runs) == 1:
            return "-"
        return f"{result.fmax_min:.1f} to {result.fmax_max:.1f}"

    @property
    def critical_path(self) -> str:
        """The critical path of the median run in words; empty where none is known."""
        result = self.result
        run = result.median_run if result else None
        if result is None or run is None or run.critical_path is None:
            return ""
        of = f"seed {run.seed}"
        if len(result.runs) > 1:
            of += f", the median of {len(result.runs)}"
        return f"{of}: {run.critical_path.words}"

    @property
    def instances(self) -> tuple[_Instance, ...]:
        """What each instance takes, the top first; empty where it is not known."""
        return tuple(_instances(self.result.modules, self.target)) if self.result else ()


@dataclass(frozen=True)
class _Instance:
    """A line of the table of a design's instances.

    Parameters
    ----------
    level : int
        How many of the lines above it are around it.
    name : str
        Its name below the last of these.
    module : str
        Name of its module.
    area : Area
        What it takes.
    share : float
        Its share of the design's look-up tables, those of memories and carry counted, from 0 to 1.
    """

    level: int
    name: str
    module: str
    area: Area
    share: float


@dataclass(frozen=True)
class _Cell:
    """A cell of the catalogue's table; of figures the value tells the order."""

    text: str
    value: float | None = None


@dataclass(frozen=True)
class _Point:
    """A point of the chart, at a place in pixels, and where it leads."""

    x: float
    y: float
    kind: Literal["routed", "placed"]
    family: str
    algorithms: tuple[str, ...]
    name: str
    link: str
    lines: tuple[str, ...]


@dataclass(frozen=True)
class _Work:
    """A design at work on one of its algorithms.

    Parameters
    ----------
    design : Design
        The design for the algorithm.
    label : str
        Algorithm, and operation of a cipher.
    measurements : mapping
        What was measured, by target.
    """

    design: Design
    label: str
    measurements: Mapping[str, _Measurement]

    @property
    def placed(self) -> Result | None:
        """The measurement that the frequency is of."""
        return self.measurements[PLACED].result

    @property
    def throughput(self) -> float | None:
        """Mbit/s of one long message, cycles as the papers count them."""
        return self.placed.throughput_mbps(self.design) if self.placed else None

    @property
    def lanes(self) -> str:
        """Tell of messages that are worked on at once."""
        lanes = self.design.algorithm.lanes
        return f"{lanes} messages at once" if lanes > 1 else ""

    @property
    def cells(self) -> tuple[_Cell, ...]:
        """The figures of the catalogue's table."""
        design, found = self.design, self.placed
        area, frequency = (found.area, found.fmax_mhz) if found else (None, None)
        per_lut = over(self.throughput, area.lut if area else None)
        return (
            _figure(float(design.timing.block), _exact(design.timing.block)),
            *(_cells_of(self.measurements[name]) for name in ("xc5v", "xc6v")),
            _figure(area.lut if area else None),
            _figure(area.ff if area else None),
            _figure(area.ramb18 if area else None),
            _figure(frequency, number(frequency, 1)),
            _Cell(self.measurements[PLACED].words),
            _figure(self.throughput, _throughput(self.throughput)),
            _figure(per_lut, number(per_lut, 3)),
        )


_COLUMNS = (
    ("Design", False),
    ("Family", False),
    ("Algorithm", False),
    ("Boundary", False),
    ("Cycles a block", True),
    ("lc xc5v", True),
    ("lc xc6v", True),
    ("LUT4", True),
    ("FF", True),
    ("BRAM", True),
    ("MHz", True),
    ("Frequency is", False),
    ("Mb/s", True),
    ("Mb/s per LUT4", True),
)


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
    environment.filters |= {"prose": _prose, "exact": _exact}
    return environment.get_template("index.html").render(_content())


def _content() -> dict[str, Any]:
    """Return all that the page tells."""
    measurements = {name: _measurements(design) for name, design in DESIGNS.items()}
    works = {name: list(_works(DESIGNS[name], measurements[name])) for name in DESIGNS}
    everything = [work for each in works.values() for work in each]
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
        "targets": [_target(target, measurements) for target in TARGETS.values()],
        "tools": _tools(measurements),
        "counts": _counts(measurements),
        "works": everything,
        "columns": _COLUMNS,
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


def _exact(value: float | Fraction | None) -> str:
    """Write cycles: whole numbers as such, else rounded."""
    return number(None if value is None else round(float(value), 3))


def _throughput(value: float | None) -> str:
    return number(value, 0 if value is None or value >= 100 else 1)


def _figure(value: float | None, text: str | None = None) -> _Cell:
    return _Cell(number(value) if text is None else text, value)


# What was measured


def _measurements(design: Design) -> dict[str, _Measurement]:
    return {
        name: _measurement(design, TARGETS[name], figures)
        for name, figures in measured(design).items()
    }


def _measurement(design: Design, target: Target, figures: Mapping[str, Any]) -> _Measurement:
    result = load(design, target.name, design.compared)
    command = synth_command(design.name, target.name, design.compared)
    if figures["stale"]:
        words = "stale: measured before the design changed, and not shown"
        return _Measurement(target, None, words, True, command)
    words = str(figures["fmax_kind"] or figures["reason"]).removeprefix(f"{target.name}: ")
    return _Measurement(target, result, words, False, result.command if result else command)


def _instances(modules: Sequence[ModuleArea], target: Target) -> Iterator[_Instance]:
    total = sum(module.area.tables(target) for module in modules)
    around: list[str] = []
    for module in modules:
        while around and not module.instance.startswith(around[-1]):
            around.pop()
        name = module.instance.removeprefix(around[-1]) if around else module.instance
        level = len(around) + bool(module.instance)
        share = module.area.tables(target) / total if total else 0.0
        yield _Instance(level, name, module.module, module.area, share)
        if module.instance:
            around.append(f"{module.instance}.")


def _works(design: Design, measurements: Mapping[str, _Measurement]) -> Iterator[_Work]:
    for variant in design.variants.values():
        algorithm = variant.algorithm
        operation = "" if algorithm.operation == "hash" else f", {algorithm.operation}"
        yield _Work(variant, algorithm.name + operation, measurements)


def _cells_of(measurement: _Measurement) -> _Cell:
    if measurement.result:
        return _figure(measurement.result.area.lc)
    return _Cell("stale" if measurement.stale else "-")


def _target(target: Target, measurements: Mapping[str, Mapping[str, _Measurement]]) -> Any:
    each = [found[target.name] for found in measurements.values()]
    return {
        "name": target.name,
        "description": target.description,
        "gives": "area and frequency" if target.place_and_route else "area only",
        "measured": sum(one.result is not None for one in each),
        "stale": sum(one.stale for one in each),
        "shown": target.for_all or any(one.result or one.stale for one in each),
    }


def _tools(measurements: Mapping[str, Mapping[str, _Measurement]]) -> dict[str, str]:
    """Return the tools of all records with their versions."""
    found: dict[str, set[str]] = {}
    for each in measurements.values():
        for one in each.values():
            for tool, version in (one.result.tools if one.result else {}).items():
                found.setdefault(tool, set()).add(version)
    return {tool: ", ".join(sorted(found[tool])) for tool in sorted(found)}


def _counts(measurements: Mapping[str, Mapping[str, _Measurement]]) -> dict[str, int]:
    results = [found[PLACED].result for found in measurements.values()]
    kinds = [result.fmax_kind if result else None for result in results]
    return {
        "routed": kinds.count("routed"),
        "placed": kinds.count("placed"),
        "open": kinds.count(None),
    }


# The chart


def _chart(works: Sequence[_Work]) -> dict[str, Any]:
    figures: list[tuple[float | None, float | None, _Work | Peer]] = [
        *((work.placed.area.lut, work.throughput, work) for work in works if work.placed),
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


def _point(x: float, y: float, lut: float, rate: float, each: _Work | Peer) -> _Point:
    rates = f"{_throughput(rate)} Mb/s, {rate / lut:.3f} per LUT4"
    if isinstance(each, Peer):
        return _Point(
            x=x,
            y=y,
            kind=each.fmax_kind or "placed",
            family="",
            algorithms=each.algorithms,
            name=each.name,
            link="peers",
            lines=(
                f"{', '.join(each.algorithms)}; open core, {each.architecture}",
                f"{lut} LUT4, {number(each.ecp5_fmax_mhz, 1)} MHz {each.fmax_kind}",
                rates,
            ),
        )
    design, found = each.design, each.measurements[PLACED].result
    frequency, kind = (found.fmax_mhz, found.fmax_kind) if found else (None, None)
    return _Point(
        x=x,
        y=y,
        kind=kind or "placed",
        family=design.family,
        algorithms=(design.algorithm.name,),
        name=design.name,
        link=design.name,
        lines=(
            "; ".join(filter(None, (each.label, each.lanes, design.compared))),
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
    measurements: Mapping[str, _Measurement],
    works: Sequence[_Work],
    printed: Mapping[str, str],
) -> dict[str, Any]:
    known = [each for each in measurements.values() if each.result or each.stale]
    unknown = measurements.keys() - {each.target.name for each in known}
    return {
        "design": design,
        "boundary": _BOUNDARIES[design.compared],
        "diagram": block_diagram(design),
        "ports": list(_ports(design)),
        "works": [{"work": work, **_cycles(work.design)} for work in works],
        "measurements": known,
        "missing": [measurements[name] for name in wanted_targets(design) if name in unknown],
        "rows": [(row, printed[row]) for row in design.paper_rows if row in printed],
        "use": _use(works[0].design),
    }


def _cycles(design: Design) -> dict[str, str]:
    """Return the cycle formulas of N blocks, a dash where there is none of that form."""
    timing = design.timing
    return {
        "core": _formula(timing.block, timing.core),
        "stream": _formula(timing.steady, timing.latency),
    }


def _formula(slope: int | Fraction, cycles: Callable[[int], int]) -> str:
    rest = cycles(1) - slope
    if any(cycles(blocks) != slope * blocks + rest for blocks in (2, 9, 600)):
        return "-"
    sign = f" {'+' if rest > 0 else '-'} {abs(rest)}" if rest else ""
    return f"{slope} N{sign}"


def _ports(design: Design) -> Iterator[tuple[str, str, int, str]]:
    """Return the stream top's ports: name, direction, width in bits, meaning."""
    yield "aclk", "in", 1, "clock"
    yield "aresetn", "in", 1, "reset, low, synchronous"
    width, keep = design.stream_bits, design.stream_bits // 8
    answer = "digest" if design.algorithm.operation == "hash" else "answer"
    for mark in ("", *map(str, range(1, design.lanes))):
        if design.algorithm.config is not None:
            name = f"s{mark}_axis_cfg"
            yield f"{name}_tdata", "in", 64, "what becomes of the message: a packet each"
            yield f"{name}_tlast", "in", 1, "last word of the packet"
            yield f"{name}_tvalid", "in", 1, "a word is there"
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
