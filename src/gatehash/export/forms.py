# SPDX-License-Identifier: Apache-2.0
"""The forms in which a design is exported: what each adds to the files that all have."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from gatehash.bus import BRIDGES
from gatehash.errors import GatehashError

__all__ = ["FORMS", "Form"]

_BOTH = ("core", "stream")
_ALL = (*_BOTH, *BRIDGES)


@dataclass(frozen=True)
class Form:
    """A form: the files of its own, and how it is used.

    Parameters
    ----------
    name : str
        Name as users write it.
    templates : mapping
        Template of each file of its own, by the file's name, in which ``{}`` stands for the top's.
    what : str
        What these files are.
    use : str
        How the folder is used, in Markdown; ``{}`` stands for the top's name.
    boundaries : tuple of str
        Boundaries that can be exported in it, bridges of buses among them.
    plain : bool
        Whether the RTL is one file of plain Verilog.
    """

    name: str
    templates: Mapping[str, str]
    what: str
    use: str
    boundaries: tuple[str, ...] = _BOTH
    plain: bool = False

    def check(self, boundary: str) -> None:
        """Raise a GatehashError for a boundary that can't be exported in it."""
        if boundary not in self.boundaries:
            raise GatehashError(
                f"no export of the {boundary} as {self.name}; "
                f"it takes: {', '.join(self.boundaries)}"
            )


_FORMS = (
    Form(
        "f",
        {"{}.f": "list.f"},
        "list of files for simulators",
        "Simulate the known answer with Verilator:\n\n"
        "    verilator --binary --timing --assert -Wno-fatal -F {}.f sim/{}_tb.v "
        "--top-module {}_tb\n"
        "    obj_dir/V{}_tb",
        boundaries=_ALL,
    ),
    Form(
        "fusesoc",
        {"{}.core": "fusesoc.core"},
        "FuseSoC core (CAPI2)",
        "    fusesoc --cores-root . run --target=lint gatehash:cores:{}\n"
        "    fusesoc --cores-root . run --target=sim gatehash:cores:{}\n"
        "    fusesoc --cores-root . run --target=synth gatehash:cores:{}",
        boundaries=_ALL,
    ),
    Form(
        "vivado",
        {"{}.tcl": "vivado.tcl", "component.xml": "component.xml"},
        "script that packages an IP, and its component in IP-XACT",
        "    vivado -mode batch -source {}.tcl\n\n"
        "The script packages this folder as an IP with AXI4-Stream interfaces. It has been checked "
        "against the\ncommands' documented options; it has not been run in Vivado.",
    ),
    Form(
        "quartus",
        {"{}.qip": "quartus.qip", "{}_hw.tcl": "hw.tcl"},
        "Quartus IP file, and component of Platform Designer",
        "Add `{}.qip` to a project of Quartus Prime Pro, or this folder to the IP search path of "
        "Platform Designer.\nThe files have been checked against the documented commands; they "
        "have not been run in Quartus.\nQuartus Prime Standard refuses SystemVerilog packages in "
        "module headers: use the form `verilog` there.",
    ),
    Form(
        "bender",
        {"Bender.yml": "bender.yml"},
        "Bender package",
        "Name this folder as a dependency: `{}: { path: ... }`.",
        boundaries=_ALL,
    ),
    Form(
        "litex",
        {"{}.py": "litex.py"},
        "LiteX module",
        "    from {} import Gatehash\n\n"
        "    self.hash = Gatehash(platform)\n\n"
        "Its endpoints are those of LiteX streams: "
        "`self.comb += source.connect(self.hash.s_axis)`.",
        boundaries=("stream",),
    ),
    Form(
        "verilog",
        {},
        "the RTL as one file of plain Verilog",
        "`{}.v` is all of the RTL, for tools that read Verilog-2001 only and for simulators of "
        "mixed languages:\n\n"
        "    iverilog -o known_answer {}.v sim/{}_tb.v && vvp -N known_answer",
        boundaries=_ALL,
        plain=True,
    ),
)
FORMS = {form.name: form for form in _FORMS}
"""Forms by their names."""
