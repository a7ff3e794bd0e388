# SPDX-License-Identifier: Apache-2.0
"""The content of an exported folder: one project of one or several tops and their library."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined

from gatehash import __version__
from gatehash.bus import CORE_CLOCK, SIDES, c_name
from gatehash.export.crossings import crossings
from gatehash.export.flow import ecp5_flow, measured_elsewhere
from gatehash.export.forms import Form
from gatehash.export.interfaces import litex_signal
from gatehash.export.library import Library
from gatehash.export.packets import configuration
from gatehash.export.project import Project
from gatehash.export.top import plain_text
from gatehash.export.waveform import wave_json
from gatehash.implement import PLACED
from gatehash.paths import license_file, rtl_root, sw_root

__all__ = ["VERILATOR_OPTIONS", "Folder"]

VERILATOR_OPTIONS = "sim/verilator.f"
"""Path of Verilator's options for the test benches in an exported folder."""

# Of plain Verilog: models of a vendor's cells.
_CELLS = "sim/cells.v"
# Of several tops: the name of the files that all share.
_STEM = "gatehash"
_README = "README.md"
_SHARED = {
    "{stem}.f": ("list.f", "list of the files for simulators, in the order of compilation"),
}
# No name ends as that of a source does, which a folder's are all compiled by some flows.
_OWN = {
    "templates/{name}.verilog.txt": ("instance.v", "an instance in Verilog-2001, to copy"),
    "templates/{name}.systemverilog.txt": ("instance.sv", "an instance in SystemVerilog, to copy"),
    "templates/{name}.vhdl.txt": ("instance.vhd", "component and instances in VHDL, to copy"),
    "{name}.sdc": ("clock.sdc", "clocks where this top is the whole design"),
}
_CROSSING = {
    "{name}_crossings.xdc": (
        "crossings.xdc",
        "constraints between the clocks, for Vivado, relative to the top",
    ),
    "{name}_crossings.sdc": ("crossings.sdc", "the same for Quartus"),
}
_MEANINGS = {
    "clk_i": "clock",
    "rst_i": "reset, high, synchronous",
    "aclk": "clock",
    CORE_CLOCK: "clock of the design",
    "aresetn": "reset, low, synchronous",
    "tdata": "bytes of a beat",
    "tkeep": "which bytes of a beat count",
    "tlast": "the packet's last beat",
    "tuser": "error, in the last beat",
    "tvalid": "the sender offers a beat",
    "tready": "the receiver takes it",
    "tid": "the stream that a beat is of",
    "tdest": "the destination of a packet",
    "alarm": "a fault was detected since reset",
    "passed": "the self-test's answer was right: the streams are open",
    "failed": "it was wrong, or has not come in time: packets are answered with an error",
}


class Folder:
    """An exported folder.

    Parameters
    ----------
    projects : sequence of Project
        Its tops, of different names and with the same vendor's cells.
    form : Form
        Form that is written of them.
    """

    def __init__(self, projects: Sequence[Project], form: Form) -> None:
        self.projects = tuple(projects)
        self.form = form
        self.library = Library(self.projects)

    @property
    def several(self) -> bool:
        """Whether there are several tops."""
        return len(self.projects) > 1

    @property
    def stem(self) -> str:
        """Name of the files that all tops share, without their endings."""
        return _STEM if self.several else self.projects[0].name

    @property
    def package(self) -> str:
        """Name of the whole folder where tools know one by its name: different for others."""
        return f"{_STEM}_{self.library.mark}" if self.several else self.projects[0].name

    def place(self, project: Project) -> str:
        """Path of the folder of what a top has alone, with a slash unless it is this folder."""
        return f"{project.name}/" if self.several else ""

    def files(self, project: Project | None = None) -> list[str]:
        """Return paths of the RTL of a top, or of all, in the order of compilation."""
        tops = self.projects if project is None else (project,)
        own = [] if self.form.plain else self.library.files(project)
        return [*own, *(f"{each.name}.v" for each in tops)]

    @property
    def include(self) -> str | None:
        """Path of the file that RTL files include; None of plain Verilog."""
        return None if self.form.plain else self.library.include

    @property
    def cells(self) -> list[str]:
        """Paths of models of a vendor's cells."""
        cells = self.library.cells
        return [_CELLS] if cells and self.form.plain else cells

    @property
    def command(self) -> str:
        """The command line that writes the folder."""
        designs = [name for each in self.projects for name in each.asked]
        # A function that one of several designs has by its name is none of the others'.
        options = max((each.options for each in self.projects), key=len)
        words = ["gatehash export", *designs, "--as", self.form.name, options, "-o", self.package]
        return " ".join(words)

    @cached_property
    def contents(self) -> dict[str, bytes]:
        """The files by their paths."""
        shared = self._shared()
        texts = {file: text for file, (text, _) in shared.items()}
        for project in self.projects:
            own = self._own(project)
            listed = own if self.several else own | shared
            texts |= {file: text for file, (text, _) in own.items()}
            texts[f"{self.place(project)}{_README}"] = self._readme(project, listed)
        if self.several:
            texts[_README] = self._rendered("project.md", None, files=self._listed(shared))
        if not self.form.plain:
            texts |= self.library.contents
        return {file: texts[file].encode() for file in sorted(texts)}

    def _shared(self) -> dict[str, tuple[str, str]]:
        """Return texts of the files that all tops share, each with what it is."""
        made = {file: (template, self.form.what) for file, template in self.form.shared.items()}
        texts = {
            self._named(file): (self._rendered(template, None), what)
            for file, (template, what) in (_SHARED | made).items()
        }
        if self.cells:
            what = "models of the vendor's cells, for simulators that lack them"
            texts["cells.f"] = ("".join(f"{file}\n" for file in self.cells), what)
            if self.form.plain:
                texts[_CELLS] = (self.library.plain_cells, what)
            if self.form.name == "fusesoc":
                texts["gatehash_cells.core"] = (self._rendered("cells.core", None), what)
        if any(each.benched for each in self.projects):
            what = "options of Verilator for the test bench"
            texts[VERILATOR_OPTIONS] = (self._rendered("verilator.f", None), what)
        if any(each.bus for each in self.projects):
            texts |= {
                f"sw/{path.name}": (path.read_text("utf-8"), what) for path, what in _software()
            }
            for each in self.projects:
                texts |= {
                    f"sw/{each.name}.{ending}": (self._rendered(f"cores.{ending}", each), what)
                    for ending, what in (
                        ("h", "addresses of the cores, for C"),
                        ("rdl", "the map of the cores, in SystemRDL"),
                    )
                }
        texts["LICENSE"] = (license_file().read_text("utf-8"), "Apache-2.0")
        return texts

    def _own(self, project: Project) -> dict[str, tuple[str, str]]:
        """Return texts of the files that a top has alone, each with what it is."""
        place = self.place(project)
        made = {file: (template, self.form.what) for file, template in self.form.own.items()}
        made = {**made, **_OWN, **(_CROSSING if project.two_clocks else {})}
        if project.bridge in self.form.designs:
            made["{name}_bd.tcl"] = ("bd.tcl", "script of a block design with it")
        texts = {
            self._named(file, project): (self._rendered(template, project), what)
            for file, (template, what) in made.items()
        }
        if self.form.plain:
            texts[f"{project.name}.v"] = (plain_text(project), self.form.what)
        else:
            what = "the top, with its parameters set"
            texts[f"{project.name}.v"] = (self.library.top(project), what)
        if project.vendor == PLACED.vendor and not project.bridge:
            root = "../" if place else ""
            flow = ecp5_flow(project, self.library, root, plain=self.form.plain)
            texts[f"{place}ecp5.py"] = (
                self._rendered("ecp5.py", project, **flow),
                "mapping, place and route on ECP5 with open tools",
            )
        if project.benched:
            bus = project.bus is not None
            bench = self._rendered("bus_tb.v", project, **_known(project)) if bus else ""
            texts[f"sim/{project.name}_tb.v"] = (
                bench or self._rendered("tb.v", project),
                "simulation of a known answer" + (", exact in cycles" if project.exact else ""),
            )
        if project.streams:
            wave = _json(wave_json(project))
            texts[f"{place}waveform.json"] = (wave, "a message and its answer, for WaveDrom")
        texts[f"{place}measured.json"] = (_json(project.measured), "what was measured")
        return texts

    def _readme(self, project: Project, files: Mapping[str, tuple[str, str]]) -> str:
        return self._rendered(
            "README.md",
            project,
            files=self._listed(files),
            meanings=_meanings(project),
            elsewhere=measured_elsewhere(project),
            packets=[
                found
                for core in project.cores
                if (found := configuration(core, self.library, plain=self.form.plain))
            ],
        )

    def _listed(self, files: Mapping[str, tuple[str, str]]) -> list[tuple[str, str]]:
        """Return paths in the folder, each with what is there."""
        rtl = [] if self.form.plain or not files.keys() & {"LICENSE"} else [("rtl/", "the RTL")]
        return [*((file, what) for file, (_, what) in files.items()), *rtl]

    @staticmethod
    def function(name: str) -> str:
        """Return what the driver in C calls a function."""
        return c_name(name)

    def _named(self, text: str, project: Project | None = None) -> str:
        """Return a text with the names that stand in braces."""
        names = {"{stem}": self.stem, "{package}": self.package}
        if project is not None:
            own = {"{name}": project.name, "{class}": project.class_name}
            names |= own | {"{place}": self.place(project)}
        for name, value in names.items():
            text = text.replace(name, value)
        return text

    def _rendered(self, template: str, project: Project | None, **more: Any) -> str:
        values: dict[str, Any] = {
            "f": self,
            "p": project,
            "version": __version__,
            "litex": litex_signal,
        }
        if project is not None:
            use = self.form.usage(bridged=project.bus is not None)
            found = crossings() if project.two_clocks else ()
            values |= {"use": self._named(use, project), "crossings": found}
        return _environment().get_template(f"{template}.jinja").render(**values | more)


_loaded: list[Environment] = []


def _environment() -> Environment:
    if not _loaded:
        _loaded.append(
            Environment(
                loader=PackageLoader("gatehash.export"),
                undefined=StrictUndefined,
                trim_blocks=True,
                lstrip_blocks=True,
                keep_trailing_newline=True,
                autoescape=False,
            )
        )
    return _loaded[0]


def _known(project: Project) -> dict[str, Any]:
    """Return what the test bench of a bridge is filled with: packets as numbers."""
    cores: list[dict[str, Any]] = [
        {
            "address": address,
            "label": str(known),
            "message": known.message,
            "settings": known.job.config_bytes,
            "answer": known.answer,
        }
        for address, core in project.windows
        for known in core.known
    ]
    most = {
        what: max(1, *(-(-len(core[what]) // 4) for core in cores))
        for what in ("message", "settings", "answer")
    }
    return {
        "cores": cores,
        "most": most,
        "number": lambda data: f"{int.from_bytes(data, 'little'):x}",
    }


def _software() -> Iterator[tuple[Path, str]]:
    """Yield the files for software behind a bus."""
    for name, what in (
        ("gatehash.h", "C driver"),
        ("gatehash.c", "the driver's code"),
        ("gatehash_keys.h", "its hash functions for long keys of HMAC"),
        ("gatehash_kdf.h", "key derivation on the driver, in C"),
        ("gatehash_kdf.c", "its code"),
        ("gatehash_cores.h", "the driver of several cores behind one bridge"),
        ("gatehash_functions.h", "numbers of the functions"),
        ("gatehash_registers.h", "registers, for C"),
    ):
        yield sw_root() / name, what
    for file, what in (
        ("gatehash.rdl", "registers, in SystemRDL"),
        ("generated/gatehash_registers.xml", "registers, in IP-XACT"),
    ):
        yield rtl_root() / "bus" / file, what


def _meanings(project: Project) -> Mapping[str, str]:
    """Return the role of each port, as far as its name shows it; a bus owns its ports."""
    if project.bus:
        own = {
            project.bus.clock: "clock",
            project.bus.reset: f"reset, {'low' if project.bus.reset_low else 'high'}, synchronous",
            CORE_CLOCK: "clock of the design",
            "alarm": _MEANINGS["alarm"],
            "irq": "interrupt",
            "irq_o": "interrupt",
        }
        return {port.name: own.get(port.name, project.bus.bus) for port in project.ports}
    last = {port.name: port.name.rsplit("_", 1)[-1] for port in project.ports}
    found = {name: _MEANINGS.get(name, _MEANINGS.get(part, "")) for name, part in last.items()}
    return found | dict(_masked(project)) | dict(_past(project) if project.pins else ())


def _masked(project: Project) -> Iterator[tuple[str, str]]:
    """Yield the role of each port whose bits are shares, or random."""
    for stream in project.streams:
        if stream.role == "randomness":
            yield f"{stream.name}_tdata", "random bits, uniform and fresh in each beat"
        elif stream.shares > 1:
            yield f"{stream.name}_tdata", f"{stream.shares} shares of the bytes of a beat"


def _past(project: Project) -> Iterator[tuple[str, str]]:
    """Yield the role of each port whose signal goes past the core."""
    for stream in project.streams:
        for port in stream.ports:
            side = port.name.rpartition("_")[2]
            if stream.role == "message" and side in SIDES:
                yield port.name, "comes back with the answer, as the message's first beat has it"
            elif side == "tuser" and stream.user_bits:
                yield port.name, "bit 0: error, in the last beat; above it: as the message has it"
            elif side in SIDES and side != "tuser":
                yield port.name, "as the message has it"


def _json(data: object) -> str:
    def plain(value: object) -> float:
        assert isinstance(value, Fraction)
        return float(value)

    return json.dumps(data, indent=2, default=plain) + "\n"
