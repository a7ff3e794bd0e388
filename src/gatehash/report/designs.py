# SPDX-License-Identifier: Apache-2.0
"""The site's page of a design: its figures, cycles, ports, modules and commands."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from gatehash.catalog import DESIGNS, Design
from gatehash.implement import BOUNDARIES, TARGETS, Figures, ModuleArea, Target, figures_at
from gatehash.report.columns import Column, Entry, Table, label
from gatehash.report.diagram import Module, structure
from gatehash.report.diagram import streams as stream_names
from gatehash.report.document import Document
from gatehash.report.rows import PLACED
from gatehash.report.specs import kind_text, pick
from gatehash.verilog import ALARM, streams

__all__ = ["CATALOGUE", "DesignPage", "name_of", "pages"]


def name_of(entry: Entry) -> str:
    """Return the name of a row's design or open core."""
    return str(entry["design"] or entry["work"])


def _function(entry: Entry) -> str:
    operation = f", {entry['operation']}" if entry.get("operation") else ""
    streams = f" ({entry['streams']} messages at once)" if entry["streams"] > 1 else ""
    return f"{entry['algorithm']}{operation}{streams}"


def _frequency_words(entry: Entry) -> str:
    """Say what a row's frequency is, or why there is none."""
    words = kind_text(entry) or entry["unplaced"] or entry["reason"] or "-"
    return str(words).removeprefix(f"{entry['target']}: ")


def _spread(entry: Entry) -> str:
    if len(entry["seeds"]) < 2:
        return "-"
    return f"{entry['frequency_min_mhz']:.1f} to {entry['frequency_max_mhz']:.1f}"


_MHZ = Column("frequency_mhz", "MHz", "Median of the seeds that were run", 1)
_FREQUENCY = label("reason", "Frequency is", "placed: an estimate", _frequency_words)

CATALOGUE = (
    label("work", "Design", words=name_of),
    *pick("family"),
    label("algorithm", "Algorithm", words=_function),
    *pick("target", "boundary", "cycles", "mbps_per_unit", "throughput_per_lut"),
    *pick("throughput_mbps", "units", "luts"),
    _MHZ,
    _FREQUENCY,
    *pick("cells", "ff", "carry", "memory_blocks", "multipliers", "lc"),
)
"""The columns of the table of all designs."""

_FIGURES = (
    *pick("target", "boundary", "mbps_per_unit", "throughput_per_lut", "units", "cells", "slices"),
    *pick("luts", "lutram", "lc", "ff", "carry", "memory_blocks", "multipliers"),
    _MHZ,
    label("seeds", "MHz, lowest to highest", "Range of the seeds that were run", _spread),
    _FREQUENCY,
)
_CYCLES = (
    label("algorithm", "Algorithm"),
    Column("block_bits", "Block bits"),
    Column("core", "Cycles a block, core", "In which the core is busy"),
    Column("stream", "Cycles a block, stream top", "Steady state of a long message"),
    label("core_formula", "Core, N blocks", "A dash where cycles are not linear in N"),
    label("stream_formula", "Stream top, N blocks", "A dash where cycles are not linear in N"),
    Column("one_block", "Stream top, one block"),
    Column("core_mbps", "Mb/s, core", "On ECP5", 0),
    Column("stream_mbps", "Mb/s, stream top", "On ECP5", 0),
)
_PORTS = (
    label("port", "Port"),
    label("direction", "Direction"),
    Column("bits", "Bits"),
    label("meaning", "Meaning"),
)
_MODULES = (
    label("instance", "Instance"),
    label("module", "Module"),
    Column("lut", "LUT"),
    Column("ff", "FF"),
    Column("carry", "Carry"),
    Column("lutram", "LUT as memory"),
    Column("ramb18", "18 Kbit memories"),
    Column("share", "% of look-up tables", "Those of memories and carry included", 1),
)


@dataclass(frozen=True)
class DesignPage:
    """A design's page.

    Parameters
    ----------
    design : Design
        The design.
    entries : tuple of Entry
        Its rows of the catalogue.
    documents : tuple of Document
        The reports on papers.
    """

    design: Design
    entries: tuple[Entry, ...]
    documents: tuple[Document, ...]

    @cached_property
    def structure(self) -> Module:
        """Its stream top with the modules in it."""
        return structure(self.design)

    @property
    def streams(self) -> tuple[list[str], list[str]]:
        """The streams into and out of its stream top."""
        return stream_names(self.design)

    @cached_property
    def _measurements(self) -> list[tuple[Target, Figures]]:
        places = dict.fromkeys((entry["target"], entry["boundary"]) for entry in self.entries)
        return [(TARGETS[name], figures_at(self.design, name, at)) for name, at in places]

    @property
    def measured(self) -> list[tuple[str, Figures]]:
        """Place in words and figures of each measurement that is there and not stale."""
        return [
            (f"{target.name}, {BOUNDARIES[each.boundary]}", each)
            for target, each in self._measurements
            if each.fresh
        ]

    @property
    def figures(self) -> Table:
        """Area and frequency on each target at each boundary."""
        rows = {(entry["target"], entry["boundary"]): entry for entry in self.entries}
        return Table("figures", "Area and frequency", _FIGURES, tuple(rows.values()))

    @property
    def functions(self) -> Table:
        """Cycles and throughput of each function."""
        return Table("functions", "Functions and their cycles", _CYCLES, tuple(self._functions()))

    def _functions(self) -> Iterator[Entry]:
        for job in self.design.jobs.values():
            timing = job.timing
            operation = "" if job.operation == "hash" else f", {job.operation}"
            rates = {
                each["boundary"]: each["throughput_mbps"]
                for each in self.entries
                if each["target"] == PLACED
                and each["algorithm"] == job.name
                and each.get("operation") in ("", job.operation)
            }
            yield {
                "algorithm": job.name + operation,
                "block_bits": job.block_bits,
                "core": timing.block,
                "stream": timing.steady,
                "core_formula": _formula(timing.block, timing.core),
                "stream_formula": _formula(timing.steady, timing.latency),
                "one_block": timing.latency(1),
                "core_mbps": rates.get("core"),
                "stream_mbps": rates.get("stream"),
            }

    @property
    def compared(self) -> Iterator[tuple[str, Table]]:
        """Rows of papers and open cores beside the design: page with its anchor, and table."""
        name, answered = self.design.name, self.design.paper_rows
        seen = set()
        for document in self.documents:
            for table in document.tables:
                found = table.only(
                    lambda row: (
                        row.get("design", "") == name
                        or row.get("origin") == "peer"
                        or (row.get("row") in answered and row.get("origin") == "published")
                    )
                )
                ours = any(row.get("design") == name for row in found.rows)
                if ours and (table.target or table.group) and table.id != "speedup":
                    peers = table.sheet == "peers"
                    page = "cores" if peers else f"papers/{document.source.name}"
                    link = f"{page}.html#{table.id}"
                    if link not in seen:
                        seen.add(link)
                        yield link, found

    @property
    def critical_paths(self) -> Iterator[tuple[str, str]]:
        """Where, and the critical path of the median run in words."""
        for place, each in self.measured:
            result = each.result
            run = result.median_run if result else None
            if result and run and run.critical_path:
                of = f", the median of {len(result.runs)}" if len(result.runs) > 1 else ""
                yield place, f"seed {run.seed}{of}: {run.critical_path.words}"

    @property
    def areas(self) -> Iterator[Table]:
        """Area by module of each measurement that has it."""
        for target, each in self._measurements:
            modules = each.fresh.modules if each.fresh else ()
            if modules:
                place = f"{target.name}, {BOUNDARIES[each.boundary]}"
                title = f"Area by module on {place}"
                rows = tuple(_instances(modules, target))
                yield Table(f"modules-{each.target}-{each.boundary}", title, _MODULES, rows)

    @property
    def ports(self) -> Table:
        """The ports of the stream top."""
        names = ("port", "direction", "bits", "meaning")
        rows = tuple(dict(zip(names, each, strict=True)) for each in _ports(self.design))
        return Table("ports", f"Ports of {self.design.hardware.stream.top}", _PORTS, rows)

    @property
    def commands(self) -> list[str]:
        """Command lines that put the design to work in simulation, and measure it again."""
        design, function = self.design, self.design.functions[0]
        options = f"--design {design.name} --algorithm {function.name}"
        if function.hashes:
            use = f"gatehash hash {options} FILE"
        else:
            given = (field.name for field in function.fields if field.default is None)
            use = f"gatehash crypt {options} {''.join(f'--{each} HEX ' for each in given)}IN -o OUT"
        again = [
            each.fresh.command if each.fresh else each.command for _, each in self._measurements
        ]
        return [use, f"gatehash bench {design.name}", *again]

    @property
    def words(self) -> str:
        """Words by which the search finds the design."""
        design, modules = self.design, (module.name for module in self.structure.walk())
        return " ".join((design.family, *design.algorithms, design.microarchitecture, *modules))


def _formula(slope: int | Fraction, cycles: Callable[[int], int]) -> str:
    """Return the cycles of N blocks as a formula, a dash where there is none of that form."""
    rest = cycles(1) - slope
    if any(cycles(blocks) != slope * blocks + rest for blocks in (2, 9, 600)):
        return "-"
    sign = f" {'+' if rest > 0 else '-'} {abs(rest)}" if rest else ""
    return f"{slope} N{sign}"


def _instances(modules: Sequence[ModuleArea], target: Target) -> Iterator[Entry]:
    """Return what each instance takes, the top first, with its level below the top."""
    total = sum(module.area.tables(target) for module in modules)
    around: list[str] = []
    for module in modules:
        while around and not module.instance.startswith(around[-1]):
            around.pop()
        name = module.instance.removeprefix(around[-1]) if around else module.instance
        area = module.area
        yield {
            "level": len(around) + bool(module.instance),
            "instance": name or "top",
            "module": module.module,
            **{each: getattr(area, each) for each in ("lut", "ff", "carry", "lutram", "ramb18")},
            "share": 100 * area.tables(target) / total if total else 0.0,
        }
        if module.instance:
            around.append(f"{module.instance}.")


def _ports(design: Design) -> Iterator[tuple[str, str, int, str]]:
    """Return the stream top's ports: name, direction, width in bits, meaning."""
    yield "aclk", "in", 1, "clock"
    yield "aresetn", "in", 1, "reset, active low, synchronous"
    if design.hardware.alarm:
        yield ALARM.name, "out", ALARM.width, "a fault was detected since reset"
    answer = "digest" if design.principal_job.operation == "hash" else "answer"
    for stream in streams(design.hardware):
        meanings = _MEANINGS | _OWN_MEANINGS[stream.role]
        if stream.shares > 1:
            meanings["tdata"] += f"; {stream.shares} shares of a byte stand side by side"
        for port in stream.ports:
            meaning = meanings[port.name.removeprefix(f"{stream.name}_")].format(answer=answer)
            yield port.name, "in" if port.input else "out", port.width, meaning


_MEANINGS = {
    "tkeep": "valid bytes; all ones except in the last beat",
    "tid": "number of the stream",
    "tlast": "last beat of the message",
    "tvalid": "the beat is valid",
    "tready": "the beat is taken",
}
_OWN_MEANINGS = {
    "configuration": {
        "tdata": "configuration of a message: one packet each",
        "tlast": "last beat of the packet",
    },
    "randomness": {"tdata": "random bits, uniform and fresh in each beat"},
    "message": {"tdata": "message, byte 0 in bits 7:0 of the first beat"},
    "answer": {
        "tdata": "{answer}, in the order of the standard",
        "tkeep": "valid bytes",
        "tlast": "last beat of the {answer}",
        "tuser": "with tlast: the packet was malformed",
        "tvalid": "the beat is valid; it is held until it is taken",
    },
}


def pages(entries: Sequence[Entry], documents: Sequence[Document]) -> list[DesignPage]:
    """Return the page of each design."""
    return [
        DesignPage(
            design, tuple(e for e in entries if e["design"] == design.name), tuple(documents)
        )
        for design in DESIGNS.values()
    ]
