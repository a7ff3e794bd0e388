# SPDX-License-Identifier: Apache-2.0
"""Writes a design as a folder that other flows take."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from tempfile import TemporaryDirectory

from gatehash import __version__
from gatehash.errors import GatehashError
from gatehash.export.cells import plain_cells
from gatehash.export.elaborate import plain_verilog
from gatehash.export.flow import ecp5_flow, measured_elsewhere
from gatehash.export.forms import Form
from gatehash.export.interfaces import litex_signal
from gatehash.export.project import VENDORS, Project
from gatehash.export.top import top_text
from gatehash.export.waveform import wave_json, wave_svg
from gatehash.extras import missing
from gatehash.files import write_files
from gatehash.implement import PLACED
from gatehash.paths import license_file, rtl_root, sw_root

__all__ = ["check_new", "exported", "write_export"]

_CELLS = "sim/cells.v"
_COMMON = {
    "templates/{}.v": ("instance.v", "an instance in Verilog-2001"),
    "templates/{}.sv": ("instance.sv", "an instance in SystemVerilog"),
    "templates/{}.vhd": ("instance.vhd", "component and instances in VHDL"),
    "{}.sdc": ("clock.sdc", "constraint of the clock, for Vivado as XDC too"),
}
_MEANINGS = {
    "clk_i": "clock",
    "rst_i": "reset, high, synchronous",
    "aclk": "clock",
    "aresetn": "reset, low, synchronous",
    "tdata": "bytes of a beat",
    "tkeep": "which bytes of a beat count",
    "tlast": "the packet's last beat",
    "tuser": "error, in the last beat",
    "tvalid": "the sender offers a beat",
    "tready": "the receiver takes it",
    "tid": "the stream that a beat is of",
    "passed": "the self-test's answer was right: the streams are open",
    "failed": "it was wrong, or has not come in time: packets are answered with an error",
}


def check_new(folder: Path) -> None:
    """Raise a GatehashError for a folder that has files already, or is a file."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise GatehashError(f"'{folder}' exists and is not an empty folder; name a new one")


def write_export(projects: Sequence[Project], form: Form, folder: Path) -> list[Path]:
    """Write designs into a folder that is new or empty, all files or none.

    Parameters
    ----------
    projects : sequence of Project
        The designs; of several each has a folder of its name in the folder.
    form : Form
        What is written of each.
    folder : Path
        The folder.

    Returns
    -------
    list of Path
        The folder of each.

    Raises
    ------
    GatehashError
        If the folder has files already or can't be written, the form does not take the boundary,
        a design lacks the boundary or the algorithm, or a tool is missing.
    """
    for project in projects:
        form.check(project.place)
        project.check()
    check_new(folder)
    places = [project.name if len(projects) > 1 else "" for project in projects]
    contents = {
        str(Path(place, file)): data
        for place, project in zip(places, projects, strict=True)
        for file, data in exported(project, form).items()
    }
    write_files(folder, contents, "export")
    return [folder / place for place in places]


def exported(project: Project, form: Form) -> dict[str, bytes]:
    """Return the files of an export by their paths in its folder."""
    try:
        from jinja2 import Environment, PackageLoader, StrictUndefined
    except ImportError:
        raise GatehashError(missing("jinja2")) from None
    environment = Environment(
        loader=PackageLoader("gatehash.export"),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        autoescape=False,
    )
    name = project.name
    values = {"p": project, "version": __version__, "litex": litex_signal}

    def rendered(template: str, **more: object) -> str:
        return environment.get_template(f"{template}.jinja").render(**values, **more)

    texts: dict[str, tuple[str, str]] = {}
    wrapper = top_text(project)
    if form.plain:
        texts[f"{name}.v"] = (_plain(project, wrapper), form.what)
        if project.cells:
            models = (project.files[cell] for cell in project.cells)
            texts[_CELLS] = (plain_cells(models), "models of the cells in it, for simulation")
    else:
        for file, template in form.templates.items():
            texts[file.format(name)] = (rendered(template), form.what)
        texts[f"{name}.f"] = (rendered("list.f"), "list of files for simulators")
        texts[f"{name}.v"] = (wrapper, "the top, with its parameters set")
        file, path = project.include
        texts[file] = (path.read_text("utf-8"), "macros of assertions; empty in synthesis")
    if project.vendor == PLACED.vendor and not project.bridge:
        flow = rendered("ecp5.py", **ecp5_flow(project, plain=form.plain))
        texts["ecp5.py"] = (flow, "mapping, place and route on ECP5 with open tools")
    if project.streams:
        what = "simulation of a known answer, exact in cycles"
        texts[f"sim/{name}_tb.v"] = (rendered("tb.v"), what)
        texts["waveform.json"] = (_json(wave_json(project)), "waveform, for WaveDrom")
        texts["waveform.svg"] = (wave_svg(project), "the waveform, drawn")
    if project.bridge:
        texts[f"sim/{name}_tb.v"] = (
            rendered("bus_tb.v", **_known(project)),
            "simulation of a known answer",
        )
        texts |= {f"sw/{path.name}": (path.read_text("utf-8"), what) for path, what in _software()}
    for file, (template, what) in _COMMON.items():
        texts[file.format(name)] = (rendered(template), what)
    texts["measured.json"] = (_json(project.measured), "what was measured")
    texts["LICENSE"] = (license_file().read_text("utf-8"), "Apache-2.0")
    contents = [(file, what) for file, (_, what) in texts.items()]
    rtl = {} if form.plain else {file: path.read_bytes() for file, path in project.files.items()}
    if rtl:
        contents.append(("rtl/", "the RTL"))
    readme = rendered(
        "README.md",
        command=project.command(form.name),
        contents=contents,
        use=form.usage(name, bridged=project.bridge is not None),
        form=form,
        meanings=_meanings(project),
        elsewhere=measured_elsewhere(project),
    )
    made = {"README.md": readme, **{file: text for file, (text, _) in texts.items()}}
    return {file: text.encode() for file, text in made.items()} | rtl


def _known(project: Project) -> dict[str, object]:
    """Return what the test bench of a bridge is filled with: packets as numbers."""
    (known,) = project.known
    return {
        "message": known.message,
        "config": known.job.config_bytes,
        "answer": known.answer,
        "words": lambda data: max(1, -(-len(data) // 4)),
        "number": lambda data: f"{int.from_bytes(data, 'little'):x}",
    }


def _software() -> Iterator[tuple[Path, str]]:
    """Yield the files for software behind a bus."""
    for name, what in (
        ("gatehash.h", "C driver"),
        ("gatehash.c", "the driver's code"),
        ("gatehash_keys.h", "its hash functions for long keys of HMAC"),
        ("gatehash_functions.h", "numbers of the functions"),
        ("gatehash_registers.h", "registers, for C"),
    ):
        yield sw_root() / name, what
    for file, what in (
        ("gatehash.rdl", "registers, in SystemRDL"),
        ("generated/gatehash_registers.xml", "registers, in IP-XACT"),
    ):
        yield rtl_root() / "bus" / file, what


def _plain(project: Project, wrapper: str) -> str:
    with TemporaryDirectory(prefix="gatehash-") as folder:
        top = Path(folder) / f"{project.name}.v"
        top.write_text(wrapper, encoding="utf-8")
        return plain_verilog(
            (*project.sources, top),
            project.name,
            f"plain Verilog of {project.design.name}",
            cells=[Path(cell).stem for cell in project.cells],
            part=project.hardware.part,
            portable=project.vendor == VENDORS[0],
        )


def _meanings(project: Project) -> Mapping[str, str]:
    """Return what each port is, as far as its name tells; of a bus its own ports are the bus's."""
    if project.bus:
        own = {
            project.bus.clock: "clock",
            project.bus.reset: f"reset, {'low' if project.bus.reset_low else 'high'}, synchronous",
            "core_aclk": "clock of the design",
            "irq": "interrupt",
            "irq_o": "interrupt",
        }
        return {port.name: own.get(port.name, project.bus.bus) for port in project.ports}
    last = {port.name: port.name.rsplit("_", 1)[-1] for port in project.ports}
    return {name: _MEANINGS.get(name, _MEANINGS.get(part, "")) for name, part in last.items()}


def _json(data: object) -> str:
    def plain(value: object) -> float:
        assert isinstance(value, Fraction)
        return float(value)

    return json.dumps(data, indent=2, default=plain) + "\n"
