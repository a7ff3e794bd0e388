# SPDX-License-Identifier: Apache-2.0
"""The forms in which a design is exported: what each adds to the files that all have."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from gatehash.bus import BRIDGES
from gatehash.errors import GatehashError

__all__ = ["FORMS", "Form"]

_BOTH = ("core", "stream")
_ALL = (*_BOTH, *BRIDGES)
# Buses that Vivado and Platform Designer have.
_VENDORS = (*_BOTH, "axil", "apb")


@dataclass(frozen=True)
class Form:
    """A form: the files of its own, and how it is used.

    In names of files and in texts, ``{name}`` stands for the top's name, ``{stem}`` for that of the
    files that all tops share, and ``{place}`` for the folder of what each top has alone.

    Parameters
    ----------
    name : str
        Name as users write it.
    what : str
        Kind of the files.
    use : str
        How the folder is used, in Markdown.
    shared : mapping
        Template of each file that all tops share, by the file's name.
    own : mapping
        Template of each file that a top has alone, by the file's name.
    boundaries : tuple of str
        Boundaries that can be exported in it, bridges of buses among them.
    plain : bool
        Whether the RTL of each top is one file of plain Verilog.
    bus_use : str
        How it is used behind a bus, where that differs.
    designs : tuple of str
        Bridges for which it has the script of a block design.
    """

    name: str
    what: str
    use: str
    shared: Mapping[str, str] = field(default_factory=dict)
    own: Mapping[str, str] = field(default_factory=dict)
    boundaries: tuple[str, ...] = _BOTH
    plain: bool = False
    bus_use: str = ""
    designs: tuple[str, ...] = ()

    def usage(self, *, bridged: bool) -> str:
        """Return how a folder is used, in Markdown."""
        return self.bus_use if bridged and self.bus_use else self.use

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
        "list of files for simulators",
        "`{stem}.f` lists the files in the order of compilation, for Verilator, Questa and others.",
        boundaries=_ALL,
    ),
    Form(
        "fusesoc",
        "FuseSoC core (CAPI2)",
        "    fusesoc --cores-root . run --target=lint gatehash:cores:{name}\n"
        "    fusesoc --cores-root . run --target=sim gatehash:cores:{name}\n"
        "    fusesoc --cores-root . run --target=synth gatehash:cores:{name}",
        shared={"gatehash_rtl.core": "library.core"},
        own={"{name}.core": "fusesoc.core"},
        boundaries=_ALL,
    ),
    Form(
        "vivado",
        "script that packages an IP, and its component in IP-XACT",
        "    vivado -mode batch -source {stem}.tcl\n\n"
        "The script packages the top as an IP with AXI4-Stream interfaces. It has been checked "
        "against the\ncommands' documented options; it has not been run in Vivado.",
        shared={"{stem}.tcl": "vivado.tcl"},
        own={"{place}component.xml": "component.xml"},
        boundaries=_VENDORS,
        bus_use="    vivado -mode batch -source {stem}.tcl\n\n"
        "The script packages the top as an IP with the bus's interface, its memory map and an "
        "interrupt.\nBehind AXI4-Lite, `{name}_bd.tcl` makes a block design with it. Both have "
        "been checked against the\ncommands' documented options; they have not been run in Vivado.",
        designs=("axil",),
    ),
    Form(
        "quartus",
        "Quartus IP file, and component of Platform Designer",
        "Add `{stem}.qip` to a project of Quartus Prime Pro, or this folder to the IP search path "
        "of Platform Designer.\nThe files have been checked against the documented commands; they "
        "have not been run in Quartus.\nQuartus Prime Standard refuses SystemVerilog packages in "
        "module headers: use the form `verilog` there.",
        shared={"{stem}.qip": "quartus.qip"},
        own={"{name}_hw.tcl": "hw.tcl"},
        boundaries=_VENDORS,
    ),
    Form(
        "bender",
        "Bender package",
        "Name this folder as a dependency: `{package}: { path: ... }`.",
        shared={"Bender.yml": "bender.yml"},
        boundaries=_ALL,
    ),
    Form(
        "litex",
        "LiteX module",
        "    from {name} import {class}\n\n"
        "    self.hash = {class}(platform)\n\n"
        "in the class of a module makes the core. Members of the module:",
        own={"{name}.py": "litex.py"},
        boundaries=("stream", "axil", "wishbone"),
        bus_use="    from {name} import {class}\n\n"
        '    {class}(platform).add_to(self, "hash")\n\n'
        "in the class of a SoC adds the core to its bus, with a region of its size, and to its "
        "interrupts. LiteX makes\n`HASH_BASE` for software: `bus.base = HASH_BASE` of the driver "
        "in `sw/`.",
    ),
    Form(
        "verilog",
        "the RTL as one file of plain Verilog",
        "`{name}.v` is all of the RTL, for tools that read Verilog-2001 only and for simulators of "
        "mixed languages.",
        boundaries=_ALL,
        plain=True,
    ),
)
FORMS = {form.name: form for form in _FORMS}
"""Forms by their names."""
