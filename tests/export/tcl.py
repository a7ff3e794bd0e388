# SPDX-License-Identifier: Apache-2.0
"""Runs Tcl scripts of vendors' tools, with their commands recorded in place of being run.

The commands and options are those of AMD's UG835 (Vivado Tcl Command Reference) and of Intel's
"Component Interface Tcl Reference" (Platform Designer) and "Quartus Settings File Reference".
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

__all__ = [
    "PLATFORM_DESIGNER",
    "QUARTUS",
    "VIVADO",
    "platform_interfaces",
    "recorded",
    "vivado_interfaces",
]

# Of each command: options with a value, options without, and how many other arguments it takes.
_Command = tuple[frozenset[str], frozenset[str], range]
_Grammar = Mapping[str, _Command]


def _command(
    values: str = "", flags: str = "", least: int = 0, most: int | None = None
) -> _Command:
    last = least if most is None else most
    return frozenset(values.split()), frozenset(flags.split()), range(least, last + 1)


VIVADO: _Grammar = {
    "create_project": _command("-part", "-force -in_memory -quiet -verbose", 0, 2),
    "set_property": _command("-name -value -dict", "-quiet -verbose", 1, 3),
    "current_project": _command("", "-quiet -verbose", 0, 1),
    "current_fileset": _command("", "-constrset -simset -srcset -quiet -verbose", 0, 1),
    "add_files": _command(
        "-fileset -of_objects -copy_to", "-norecurse -force -scan_for_includes -quiet", 0, 1
    ),
    "get_files": _command("-regexp -filter -of_objects", "-nocase -all -quiet", 0, 1),
    "update_compile_order": _command("-fileset", "-force_gui -quiet -verbose"),
    "ipx::package_project": _command(
        "-root_dir -vendor -library -taxonomy -import_files -set_current -generated_files -module",
        "-force -quiet -verbose -archive_source_project",
        0,
        1,
    ),
    "ipx::current_core": _command("", "-quiet -verbose", 0, 1),
    "ipx::remove_all_bus_interface": _command("", "-quiet -verbose", 1),
    "ipx::remove_all_memory_map": _command("", "-quiet -verbose", 1),
    "ipx::add_bus_interface": _command("", "-quiet -verbose", 2),
    "ipx::add_port_map": _command("", "-quiet -verbose", 2),
    "ipx::add_bus_parameter": _command("", "-quiet -verbose", 2),
    "ipx::add_memory_map": _command("", "-quiet -verbose", 2),
    "ipx::add_address_block": _command("", "-quiet -verbose", 2),
    "ipx::infer_bus_interface": _command("", "-quiet -verbose", 3),
    "ipx::associate_bus_interfaces": _command(
        "-busif -clock -reset -remove", "-clear -quiet -verbose", 1
    ),
    "ipx::create_xgui_files": _command("-logo_file", "-quiet -verbose", 0, 1),
    "ipx::update_checksums": _command("", "-quiet -verbose", 1),
    "ipx::check_integrity": _command("", "-quiet -verbose -kernel -xrt", 0, 1),
    "ipx::save_core": _command("", "-quiet -verbose", 0, 1),
    "close_project": _command("", "-delete -quiet -verbose"),
    "update_ip_catalog": _command("-repo_path -add_ip -delete_ip", "-rebuild -quiet -verbose"),
    "create_bd_design": _command("-dir -cell", "-quiet -verbose", 1),
    "create_bd_port": _command("-dir -from -to -type -freq_hz", "-quiet -verbose", 1),
    "create_bd_cell": _command("-vlnv -type -reference", "-quiet -verbose", 1),
    "get_bd_pins": _command("-regexp -filter -of_objects", "-hierarchical -quiet -verbose", 1),
    "get_bd_intf_pins": _command("-filter -of_objects", "-hierarchical -quiet -verbose", 1),
    "get_bd_addr_segs": _command("-filter -of_objects", "-hierarchical -quiet -verbose", 1),
    "connect_bd_net": _command("-net", "-quiet -verbose", 2, 4),
    "connect_bd_intf_net": _command("-intf_net", "-auto_detect -quiet -verbose", 2),
    "assign_bd_address": _command(
        "-target_address_space -range -offset", "-external -force -quiet -verbose", 0, 1
    ),
    "validate_bd_design": _command("-design", "-force -quiet -verbose"),
    "save_bd_design": _command("", "-quiet -verbose", 0, 1),
    "make_wrapper": _command("-files -fileset", "-top -import -force -quiet -verbose", 0, 1),
}
QUARTUS: _Grammar = {
    "set_global_assignment": _command(
        "-name -comment -entity -library -section_id -tag", "-disable -remove", 1
    ),
}
PLATFORM_DESIGNER: _Grammar = {
    "package": _command("", "", 3),
    "set_module_property": _command("", "", 2),
    "add_fileset": _command("", "", 2, 4),
    "set_fileset_property": _command("", "", 3),
    "add_fileset_file": _command("", "", 4, 5),
    "add_interface": _command("", "", 3),
    "set_interface_property": _command("", "", 3),
    "add_interface_port": _command("", "", 4, 5),
}

_LITE = """awaddr awprot awvalid awready wdata wstrb wvalid wready bresp bvalid bready
    araddr arprot arvalid arready rdata rresp rvalid rready"""
_APB = "paddr psel penable pwrite pwdata prdata pready pslverr"
_STREAM = "tdata tstrb tkeep tlast tid tdest tuser tvalid tready"
# Signals of a type of interface, and which of them it must have.
_SIGNALS = {
    "axi4lite": (_LITE, _LITE),
    "aximm": (_LITE, "awaddr awvalid wdata wvalid bvalid araddr arvalid rdata rvalid"),
    "apb": (_APB, _APB),
    "axi4stream": (_STREAM, "tdata tvalid tready"),
    "axis": (_STREAM, "tvalid"),
    "clock": ("clk", "clk"),
    "reset": ("reset reset_n", ""),
    "interrupt": ("irq", "irq"),
}

_Interfaces = dict[str, tuple[str, dict[str, str]]]


def platform_interfaces(called: Sequence[Sequence[str]]) -> _Interfaces:
    """Return each interface of a component of Platform Designer: its type, and port by signal.

    Raises
    ------
    ValueError
        If an interface has a signal that its type has not, or lacks one.
    """
    found: _Interfaces = {}
    for name, *arguments in called:
        if name == "add_interface":
            assert arguments[2] in ("start", "end")
            found[arguments[0]] = (arguments[1], {})
        elif name == "add_interface_port":
            interface, port, signal, direction, width = arguments
            assert direction in ("Input", "Output")
            assert int(width) > 0
            found[interface][1][signal] = port
        elif name == "set_interface_property" and arguments[1].startswith("associated"):
            # What an interface is associated with is declared, before or after.
            assert ["add_interface", arguments[2]] in [list(each[:2]) for each in called]
    return _legal(found)


def vivado_interfaces(called: Sequence[Sequence[str]]) -> _Interfaces:
    """Return each bus interface that a script adds to an IP: its type, and port by signal.

    Raises
    ------
    ValueError
        If an interface has a signal that its type has not, or lacks one.
    """
    handles: dict[str, str] = {}
    types: dict[str, str] = {}
    maps: dict[str, tuple[str, str]] = {}
    found: _Interfaces = {}
    for place, (name, *arguments) in enumerate(called):
        handle = _handle(name, place)
        if name == "ipx::add_bus_interface":
            handles[handle] = arguments[0]
        elif name == "ipx::add_port_map":
            maps[handle] = (handles[arguments[1]], arguments[0])
        elif name == "set_property" and arguments[-1] in handles:
            if arguments[0] == "bus_type_vlnv":
                types[handles[arguments[-1]]] = arguments[1]
        elif name == "set_property" and arguments[-1] in maps:
            interface, signal = maps[arguments[-1]]
            kind = types[interface].split(":")[2]
            found.setdefault(interface, (kind, {}))[1][signal.lower()] = arguments[1]
    return _legal(found)


def _legal(found: _Interfaces) -> _Interfaces:
    for interface, (kind, signals) in found.items():
        if kind == "conduit":
            continue
        has, needs = (set(names.split()) for names in _SIGNALS[kind])
        if not needs <= signals.keys() <= has:
            raise ValueError(f"{interface} of type {kind} has the signals {', '.join(signals)}")
    return found


def _handle(name: str, place: int) -> str:
    """Return what a recorded command returns: a name of the object that it would have made."""
    return f"{name}#{place}"


def recorded(
    script: Path, grammar: _Grammar, variables: Mapping[str, str] | None = None
) -> list[list[str]]:
    """Run a script, and return the commands of the grammar that it called, in order.

    Raises
    ------
    ValueError
        If a command is called against the grammar.
    TclError
        If the script calls another command or is wrong Tcl.
    """
    import tkinter

    called: list[list[str]] = []
    tcl = tkinter.Tcl()

    def record(name: str) -> None:
        def call(*arguments: str) -> str:
            called.append([name, *arguments])
            return _handle(name, len(called) - 1)

        tcl.createcommand("recorder", call)
        namespace, _, _ = name.rpartition("::")
        if namespace:
            tcl.eval(f"namespace eval {namespace} {{}}")
        tcl.eval(f"rename recorder ::{name}")

    if "package" in grammar:
        tcl.eval("rename package {}")
    for name in grammar:
        record(name)
    for name, value in (variables or {}).items():
        tcl.eval(f"set {name} {{{value}}}")
    tcl.eval(f"source {{{script}}}")
    for name, *arguments in called:
        _check(name, arguments, grammar)
    return called


def _check(name: str, arguments: Sequence[str], grammar: _Grammar) -> None:
    values, flags, others = grammar[name]
    left = list(arguments)
    count = 0
    while left:
        first = left.pop(0)
        if first in values:
            if not left:
                raise ValueError(f"{name}: {first} has no value")
            left.pop(0)
        elif first.startswith("-") and first not in flags:
            raise ValueError(f"{name} has no option {first}")
        elif first not in flags:
            count += 1
    if count not in others:
        raise ValueError(f"{name} has {count} arguments: {arguments}")
